"""Chat lines, commands and notices."""

from .message import Line, Message, Request, Sentence, ServerLine, Word


class Say(Request, frozen=True, tag="say"):
    """A chat line, or a command when it begins with a slash."""

    text: Line


class ChatLine(Message, frozen=True, tag="chat"):
    """A line for the chat: `sender` is a player's name, or '' for the server."""

    sender: Word
    text: ServerLine


class Notice(Message, frozen=True, tag="notice"):
    """A short sentence shown as a toast; `kind` is info, warning or won."""

    kind: Word
    text: Sentence
