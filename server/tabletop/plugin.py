"""The plugin's entry: what it registers, and which room of it answers which question."""

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.content import ItemKind
from ..engine.plugins import PluginHost, Use
from ..shared.content import FARKLE_BOARD, WOODS, game_chair, small_game_table
from ..shared.protocol.tabletop import Act, Ready, Resign, ShowBoard, TakeBoard
from ..shared.protocol.world import StandUp
from .fitting import Fitting
from .furniture import chair_kind, is_chair, table_kind, table_wood
from .matches import Matches
from .records import Records
from .seating import Seating
from .showing import Shown
from .views import Views

LOOK_EVERY = 5
"""Ticks between two looks for players who came near a table."""
TIDY_EVERY = 200
"""Ticks between two looks at boards left in public tables."""


class Tabletop:
    """Tables, boards, chairs and the matches on them."""

    name = "tabletop"

    def register(self, host: PluginHost) -> None:
        """Register all there is: furniture, the board, requests and hooks."""
        self._records = Records(host)
        self._shown = Shown(host, self._records, Views(host, self._records).board)
        self._matches = Matches(host, self._records, self._shown)
        self._seating = Seating(host, self._records, self._sitting_changed)
        self._fitting = Fitting(host, self._records, self._shown)
        self._ticks = 0
        host.item(ItemKind(FARKLE_BOARD, max_stack=16))
        for wood in WOODS:
            host.block(table_kind(wood))
            host.block(chair_kind(wood))
            host.on_use(small_game_table(wood), self._use_table)
            host.on_use(game_chair(wood), self._seating.use_chair)
        host.request(StandUp, self._seating.stand_up)
        host.request(Ready, self._matches.ready)
        host.request(Act, self._matches.act)
        host.request(Resign, self._matches.resign)
        host.request(TakeBoard, self._fitting.take)
        host.may_break(self._fitting.may_break)
        host.on_placed(self._fitting.placed)
        host.on_broken(self._broken)
        host.on_join(self._join)
        host.on_leave(self._leave)
        host.on_tick(self._tick)

    def _use_table(self, changes: ChangeSet, use: Use) -> bool:
        if self._fitting.fitted(changes, use.pos):
            self._shown.show_to(changes, use.player, use.pos)
            changes.tell(use.player, ShowBoard(use.pos))
        elif use.held is not None and use.held.item == FARKLE_BOARD:
            self._fitting.fit(changes, use)
        elif use.held is None:
            raise Refusal("no_board", "This table is empty. Craft a Farkle Board and use it here to fit it.")
        else:
            return False
        return True

    def _broken(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        if table_wood(state) is not None:
            self._seating.table_gone(changes, pos)
            self._fitting.table_gone(changes, pos)
        elif is_chair(state):
            self._seating.chair_gone(changes, pos)

    def _join(self, changes: ChangeSet, player: str) -> None:
        self._shown.forget(player)
        self._seating.rejoin(changes, player)

    def _leave(self, changes: ChangeSet, player: str) -> None:
        self._shown.forget(player)
        self._seating.leave(changes, player)
        match = self._records.running_match_of(changes, player)
        if match is not None:
            self._shown.show(changes, match.table)

    def _tick(self, changes: ChangeSet) -> None:
        if self._ticks == 0:
            self._matches.recover(changes)
            self._seating.clear_absent(changes)
        if self._ticks % LOOK_EVERY == 0:
            self._shown.look_around(changes)
        if self._ticks % TIDY_EVERY == 0:
            self._fitting.clear_public_tables(changes)
        self._ticks += 1
        self._matches.tick(changes)

    def _sitting_changed(self, changes: ChangeSet, table: Pos) -> None:
        self._matches.sitting_changed(changes, table)
        self._shown.show(changes, table)
