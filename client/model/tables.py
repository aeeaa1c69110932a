"""The tables near the player: what each board shows now, and what happened on it lately, in numbered order."""

from collections import deque
from dataclasses import dataclass, field
from zlib import crc32

from server.shared.protocol.tabletop import Board, BoardEvent, BoardView, SeatView

TablePos = tuple[int, int, int]

_KEPT_EVENTS = 64


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of a board: a number that rises by one with each, the session's clock in seconds when it came, and the
    view that it led to, together with the other events of the same message."""

    number: int
    at: float
    event: BoardEvent
    view: BoardView

    @property
    def seed(self) -> int:
        """What a throw of this event tumbles by."""
        return tumbling(self.view)


@dataclass(slots=True)
class Table:
    """A table with a fitted board: its newest view, the session's clock when it came, and its latest events, oldest
    first."""

    pos: TablePos
    view: BoardView
    at: float = 0.0
    happenings: deque[Happening] = field(default_factory=lambda: deque(maxlen=_KEPT_EVENTS))
    agreed: dict[str, BoardView] = field(default_factory=dict)
    """By player id, what each agreed to last before the next match begins."""

    def since(self, number: int) -> list[Happening]:
        """What happened after the event of this number."""
        return [happening for happening in self.happenings if happening.number > number]

    @property
    def last_number(self) -> int:
        """The number of the newest event, 0 before any."""
        return self.happenings[-1].number if self.happenings else 0


class Tables:
    """All boards that the server has shown, by the table's position."""

    def __init__(self) -> None:
        self.boards: dict[TablePos, Table] = {}
        self._events = 0

    def take(self, message: Board, now: float) -> None:
        """Take in a board's new view and events; without a view the board is gone."""
        if message.view is None:
            self.boards.pop(message.table, None)
            return
        table = self.boards.get(message.table)
        if table is None:
            table = self.boards[message.table] = Table(message.table, message.view, now)
        table.view, table.at = message.view, now
        _note_agreements(table)
        for event in message.events:
            self._events += 1
            table.happenings.append(Happening(self._events, now, event, message.view))

    def seated_at(self, player: str) -> Table | None:
        """The table at which a player holds a seat, if any."""
        for table in self.boards.values():
            if seat_of(table.view, player) is not None:
                return table
        return None


def _note_agreements(table: Table) -> None:
    if table.view.phase not in ("lobby", "result"):
        table.agreed.clear()
    table.agreed |= {seat.player: table.view for seat in table.view.seats if seat.agreed}


def tumbling(view: BoardView) -> int:
    """What the last throw of a view tumbles by: alike for everybody who sees it."""
    return crc32(f"{view.match} {view.step}".encode())


def hurried(view: BoardView) -> bool:
    """Whether the bots act faster, since all people want it who play here."""
    return 0 < view.hurrying_needed <= len(view.hurrying)


def seat_of(view: BoardView, player: str) -> int | None:
    """The index of a player's seat, or None for a spectator."""
    for index, seat in enumerate(view.seats):
        if player and seat.player == player:
            return index
    return None


def taken_seats(view: BoardView) -> list[tuple[int, SeatView]]:
    """The seats that belong to somebody, with their index."""
    return [(index, seat) for index, seat in enumerate(view.seats) if seat.player]
