"""The log of one board as a player reads it: what has been told of the match, and what was said meanwhile."""

from collections import deque
from dataclasses import dataclass
from typing import Final, NamedTuple

from server.shared.protocol.tabletop import BoardEvent, BoardView, LogPage

from .talk import Said

_TURN: Final = ("turn", "rolled", "kept", "hot_dice", "farkle", "penalised", "banked", "entered")
_DEEDS: Final = frozenset(("opening_roll", "started", "removed", *_TURN))
"""The kinds of events that are one seat's."""
_MOST: Final = 300
"""Lines that are kept while nobody reads further back."""
_MOST_OLDER: Final = 4_000
"""Lines up to which older ones are asked for."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the match, or with a `sender` of the chat. `seat` is whose deed a line of the match tells, None where
    it is nobody's or was told before this client looked."""

    text: str
    sender: str = ""
    seat: int | None = None

    @property
    def chat(self) -> bool:
        """Whether a player said it."""
        return bool(self.sender)


class AskedFor(NamedTuple):
    """The lines of a match before the one of this number."""

    match: str
    before: int


class MatchLog:
    """The lines, oldest first. A new match begins with a new log, but what was said stays."""

    def __init__(self) -> None:
        self.lines: deque[LogLine] = deque(maxlen=_MOST_OLDER + _MOST)
        self._match = ""
        self._end = 0
        """How many lines the match has had up to the last one here."""
        self._complete = False
        self._newest: tuple[str, ...] = ()

    def tell(self, event: BoardEvent, match: str) -> None:
        """Something happened in a match."""
        self._begin(match)
        if event.text:
            self._end += 1
            self.lines.append(LogLine(event.text, seat=event.seat if event.kind in _DEEDS else None))

    def hear(self, said: Said) -> None:
        """A player said something."""
        self.lines.append(LogLine(said.text, said.sender))

    def follow(self, view: BoardView) -> None:
        """Take in the lines of a view that have not been told."""
        self._begin(view.match)
        if view.log == self._newest:
            return
        self._newest = view.log
        told = tuple(line.text for line in self.lines if not line.chat)
        known = next((k for k in range(min(len(view.log), len(told)), 0, -1) if told[-k:] == view.log[:k]), 0)
        self.lines.extend(LogLine(text) for text in view.log[known:])
        self._end = view.earlier + len(view.log)

    @property
    def first(self) -> int:
        """The number of the match's first line here, as the server counts them from 0."""
        return max(0, self._end - sum(not line.chat for line in self.lines))

    @property
    def older(self) -> AskedFor | None:
        """What to ask the server for to read further back; None where there is nothing more."""
        if self._complete or not self._match or len(self.lines) >= _MOST_OLDER:
            return None
        return AskedFor(self._match, self.first) if self.first else None

    def take(self, page: LogPage) -> None:
        """Older lines have come; those of another match or place are too late."""
        if page.match == self._match and page.first + len(page.lines) == self.first:
            self._complete = not page.lines
            self.lines.extendleft(LogLine(text) for text in reversed(page.lines))

    def rest(self) -> None:
        """Nobody reads further back any more: keep the newest lines."""
        while len(self.lines) > _MOST:
            self.lines.popleft()
        self._complete = False

    def _begin(self, match: str) -> None:
        if match != self._match:
            self._match, self._newest, self._end, self._complete = match, (), 0, False
            said = [line for line in self.lines if line.chat]
            self.lines.clear()
            self.lines.extend(said)
