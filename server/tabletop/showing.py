"""Telling those near a table what it shows: a whole view at each change, and a first one to whoever comes near."""

from collections.abc import Callable

from ..engine.changes import ChangeSet, Pos
from ..engine.plugins import PluginHost
from ..shared.protocol.tabletop import Board, BoardEvent, BoardView
from .records import Records, pos_of

RADIUS = 48.0
"""Blocks within which a table's board is first shown to a player."""
FORGET = 64.0
"""Blocks up to which its changes are told; beyond, it is taken from view and has to be shown anew."""


class Shown:
    """Who has been shown which tables. Only views leave here, and a view holds nothing that may not be known."""

    def __init__(self, host: PluginHost, records: Records, view: Callable[[ChangeSet, Pos], BoardView | None]) -> None:
        self._host = host
        self._records = records
        self._view = view
        self._seen: dict[str, set[Pos]] = {}

    def show(self, changes: ChangeSet, table: Pos, events: tuple[BoardEvent, ...] = ()) -> None:
        """Tell everybody near what the table shows now, and what led here."""
        changes.tell_near(_centre(table), Board(table, self._view(changes, table), events), FORGET)

    def show_to(self, changes: ChangeSet, player: str, table: Pos) -> None:
        """Tell one player what the table shows now."""
        changes.tell(player, Board(table, self._view(changes, table), ()))

    def gone(self, changes: ChangeSet, table: Pos) -> None:
        """Tell everybody near that the table is no more."""
        changes.tell_near(_centre(table), Board(table, None, ()), FORGET)
        for seen in self._seen.values():
            seen.discard(table)

    def forget(self, player: str) -> None:
        """A player left, or joined anew: everything has to be shown again."""
        self._seen.pop(player, None)

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
                if table not in seen:
                    seen.add(table)
                    self.show_to(changes, player, table)
            for player, seen in self._seen.items():
                if player not in wide and table in seen:
                    seen.discard(table)
                    changes.tell(player, Board(table, None, ()))


def _centre(table: Pos) -> tuple[float, float, float]:
    return (table[0] + 0.5, table[1] + 0.5, table[2] + 0.5)
