"""Chat lines and commands: what may be said, how often, and who hears it."""

import logging
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, Command
from ..shared.protocol.chat import ChatLine, Say
from ..shared.protocol.limits import CHAT_LENGTH

CHAT_BYTES: Final = 512
"""Bytes in one chat line, since a few characters may be many bytes."""
MARKS: Final = 3
"""Accents and other combining marks on one character; a tower of them would cover the lines above and below."""
LINES_A_SECOND: Final = 1.0
LINES_BURST: Final = 5.0
"""Lines that a player may say at once after a while of silence."""

_log = logging.getLogger("voxtable.players")


@dataclass(slots=True)
class _Breath:
    """How many lines a player may say, as of a game time in ms."""

    lines: float
    at: int


class Chat:
    """Answers Say; operators' commands are not counted. `commands` by name without the slash; `name` and `operator`
    say who a player is, `may_not` why who is none may not use a command of operators."""

    def __init__(
        self,
        commands: Mapping[str, Command],
        name: Callable[[str], str],
        operator: Callable[[str], bool],
        may_not: Callable[[str, str], Refusal],
    ) -> None:
        self._commands = commands
        self._name = name
        self._operator = operator
        self._may_not = may_not
        self._breaths: dict[str, _Breath] = {}

    def say(self, changes: ChangeSet, caller: Caller, message: Say) -> None:
        """A line goes to everybody; a command is answered to its caller. Raises Refusal with a sentence."""
        text = clean(message.text)
        if not (text.startswith("/") and self._operator(caller.player)):
            self._breathe(caller)
        if text.startswith("/"):
            answer = self._run(changes, caller.player, text[1:].split())
            for line in answer.splitlines():
                changes.tell(caller.player, ChatLine("", line))
        else:
            changes.tell_all(ChatLine(self._name(caller.player), text))

    def forget(self, player: str) -> None:
        """A player left."""
        self._breaths.pop(player, None)

    def help(self, player: str, words: Sequence[str]) -> str:
        """The commands that a player may use by name, few enough lines for the chat; or what the one of a name does.

        Raises Refusal where there is none of that name for this player."""
        usable = [command for command in self._commands.values() if self._operator(player) or not command.operator]
        if words:
            asked = words[0].removeprefix("/").lower()
            found = next((command for command in usable if command.name == asked), None)
            if found is None:
                raise _unknown(asked)
            return found.help
        everybody = _names(command for command in usable if not command.operator)
        operators = _names(command for command in usable if command.operator)
        lines = (everybody, f"For operators: {operators}" if operators else "", "/help NAME says what one does.")
        return "\n".join(filter(None, lines))

    def _run(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        name = words[0].lower() if words else ""
        command = self._commands.get(name)
        if command is None:
            raise _unknown(name)
        if command.operator and not self._operator(player):
            raise self._may_not(player, name)
        answer = command.run(changes, player, words[1:])
        if command.operator:
            did = " ".join(words)
            changes.note(_log, "The operator %s (%s) did /%s: %s", self._name(player), player, did, answer)
        return answer

    def _breathe(self, caller: Caller) -> None:
        breath = self._breaths.setdefault(caller.player, _Breath(LINES_BURST, caller.stamp))
        breath.lines = min(LINES_BURST, breath.lines + (caller.stamp - breath.at) / 1000 * LINES_A_SECOND)
        breath.at = caller.stamp
        if breath.lines < 1:
            raise Refusal("too_fast", "You are talking too fast; wait a moment.")
        breath.lines -= 1


def _names(commands: Iterable[Command]) -> str:
    return " ".join(sorted(f"/{command.name}" for command in commands))


def _unknown(name: str) -> Refusal:
    return Refusal("unknown_command", f"There is no command /{name[:32]}. /help names those there are.")


def clean(text: str) -> str:
    """The text as others may see it: without control and formatting characters and towers of accents, spaces at the
    ends cut off.

    Raises Refusal when nothing is left or when it is too long in characters or bytes."""
    text = "".join(" " if each in "\t\n\r" else each for each in text if each in "\t\n\r" or _visible(each))
    text = _without_towers(text).strip()
    if not text:
        raise Refusal("empty_line", "There is nothing to say in that line.")
    if len(text) > CHAT_LENGTH or len(text.encode()) > CHAT_BYTES:
        raise Refusal("too_long", f"A line has at most {CHAT_LENGTH} characters and {CHAT_BYTES} bytes.")
    return text


def _visible(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _without_towers(text: str) -> str:
    """The text with at most MARKS combining marks on each character, and none where there is no character."""
    kept: list[str] = []
    left = 0
    for each in text:
        if not unicodedata.category(each).startswith("M"):
            left = 0 if each == " " else MARKS
            kept.append(each)
        elif left:
            left -= 1
            kept.append(each)
    return "".join(kept)
