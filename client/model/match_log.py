"""The log of one board as a player reads it: what has been told of the match, and what was said meanwhile."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from server.shared.protocol.tabletop import BoardView

from .talk import Said

_MOST: Final = 300


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the match, or with a `sender` of the chat; `chat` marks what the server said there too."""

    text: str
    sender: str = ""
    chat: bool = False


class MatchLog:
    """The lines, oldest first. A new match begins with a new log, but what was said stays."""

    def __init__(self) -> None:
        self.lines: deque[LogLine] = deque(maxlen=_MOST)
        self._match = ""
        self._newest: tuple[str, ...] = ()

    def tell(self, text: str, match: str) -> None:
        """Something happened in a match."""
        self._begin(match)
        if text:
            self.lines.append(LogLine(text))

    def hear(self, said: Said) -> None:
        """Somebody said something."""
        self.lines.append(LogLine(said.text, said.sender, chat=True))

    def follow(self, view: BoardView) -> None:
        """Take in the lines of a view that have not been told."""
        self._begin(view.match)
        if view.log == self._newest:
            return
        self._newest = view.log
        told = tuple(line.text for line in self.lines if not line.chat)
        known = next((k for k in range(min(len(view.log), len(told)), 0, -1) if told[-k:] == view.log[:k]), 0)
        self.lines.extend(LogLine(text) for text in view.log[known:])

    def _begin(self, match: str) -> None:
        if match != self._match:
            self._match, self._newest = match, ()
            said = [line for line in self.lines if line.chat]
            self.lines.clear()
            self.lines.extend(said)
