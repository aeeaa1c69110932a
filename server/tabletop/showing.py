"""Telling those near a table what it shows: a view of each tick's end, and a first one to whoever comes near.

What happened at a table is told in the tick in which it did. What merely changed is told a few times a second at most,
so that nobody who changes their mind all the time speaks for everybody; the last state always arrives.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..engine.changes import ChangeSet, Mention, Pos
from ..engine.plugins import PluginHost
from ..shared.protocol.limits import EVENTS
from ..shared.protocol.tabletop import Board, BoardEvent, BoardView
from .furniture import SIDES, chair_place
from .records import Records, pos_of

RADIUS = 48.0
"""Blocks within which a table's board is first shown to a player."""
FORGET = 64.0
"""Blocks up to which its changes are told; beyond, it is taken from view and has to be shown anew."""
SHOWN_EVERY: Final = 5
"""Ticks from one view of a table to the next one in which nothing has happened."""


@dataclass(frozen=True, slots=True)
class _Digest:
    """What a table shows at the end of a tick, and all that happened there for those who are told `of_events`."""

    table: Pos
    of_events: bool
    board: Callable[[ChangeSet, "_Digest", tuple[BoardEvent, ...]], Board] = field(compare=False)

    def compose(self, changes: ChangeSet, parts: Sequence[tuple[BoardEvent, ...]]) -> Board:
        """The view with the events of the whole tick, in order."""
        return self.board(changes, self, tuple(event for part in parts for event in part))


class Shown:
    """Who has been shown which tables. Only views leave here, and a view holds nothing that may not be known."""

    def __init__(self, host: PluginHost, records: Records, view: Callable[[ChangeSet, Pos], BoardView | None]) -> None:
        self._host = host
        self._records = records
        self._view = view
        self._seen: dict[str, set[Pos]] = {}
        self._ticks = 0
        self._told: dict[Pos, int] = {}
        """When a table was last told of, for SHOWN_EVERY ticks."""
        self._waiting: set[Pos] = set()

    def show(self, changes: ChangeSet, table: Pos, events: tuple[BoardEvent, ...] = ()) -> None:
        """Tell everybody near what the table shows and what led here. Without events it may wait for a few ticks, but
        not for whoever asked for the change."""
        gone = not (self._records.readable(changes, table) and self._records.table(changes, table).fitter)
        if not (events or gone) and self._ticks - self._told.get(table, -SHOWN_EVERY) < SHOWN_EVERY:
            self._waiting.add(table)
            if table in self._seen.get(changes.asker, ()):
                self.show_to(changes, changes.asker, table)
            return
        self._tell(changes, table, events)

    def show_to(self, changes: ChangeSet, player: str, table: Pos) -> None:
        """Tell one player what the table shows."""
        changes.tell(player, Mention(_Digest(table, False, self._board), ()))

    def gone(self, changes: ChangeSet, table: Pos) -> None:
        """Tell everybody near that the table is no more."""
        self._tell(changes, table, ())
        for seen in self._seen.values():
            seen.discard(table)

    def forget(self, player: str) -> None:
        """A player left, or joined anew: everything has to be shown again."""
        self._seen.pop(player, None)

    def tick(self, changes: ChangeSet) -> None:
        """The end of a tick: tell what has waited for long enough."""
        for table in [table for table in self._waiting if self._ticks - self._told.get(table, 0) >= SHOWN_EVERY]:
            self._waiting.discard(table)
            self._tell(changes, table, ())
        self._ticks += 1
        self._told = {table: at for table, at in self._told.items() if self._ticks - at < SHOWN_EVERY}

    def look_around(self, changes: ChangeSet) -> None:
        """Show each table with a board to the players who came near since the last look."""
        for key, record in changes.scan(self._records.tables):
            if not record.fitter:
                continue
            table = pos_of(key)
            near = set(self._host.players.near(_centre(table), RADIUS))
            wide = set(self._host.players.near(_centre(table), FORGET))
            for player in near:
                seen = self._seen.setdefault(player, set())
                if table not in seen and _loaded(changes, table):
                    seen.add(table)
                    self.show_to(changes, player, table)
            for player, seen in self._seen.items():
                if player not in wide and table in seen:
                    seen.discard(table)
                    changes.tell(player, Board(table, None, ()))

    def _tell(self, changes: ChangeSet, table: Pos, events: tuple[BoardEvent, ...]) -> None:
        changes.tell_near(_centre(table), Mention(_Digest(table, True, self._board), events), FORGET)

    def _board(self, changes: ChangeSet, digest: _Digest, events: tuple[BoardEvent, ...]) -> Board:
        """A tick is over: what goes out. Only now has it been told, since a change that fails takes its words back."""
        table = digest.table
        view = self._view(changes, table)
        if digest.of_events:
            self._told[table] = self._ticks
            self._waiting.discard(table)
        return Board(table, view, events[-EVENTS:])


def _loaded(changes: ChangeSet, table: Pos) -> bool:
    """Whether the table and the places of its chairs are in loaded land: before that its view would know no chair."""
    places = (table, *(chair_place(table, side) for side in range(len(SIDES))))
    return all(changes.block(place) is not None for place in places)


def _centre(table: Pos) -> tuple[float, float, float]:
    return (table[0] + 0.5, table[1] + 0.5, table[2] + 0.5)
