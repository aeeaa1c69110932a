"""The board in the table: fitting it, taking it out, and what becomes of it when the table goes.

The fitted board is a stack like any other: the holder `table:<x,y,z>` has it while it lies in the table.
"""

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.plugins import Caller, PluginHost, Use
from ..items import giving, ledger
from ..shared.content import FARKLE_BOARD
from ..shared.inventory.stack import Stack
from ..shared.protocol.tabletop import TakeBoard
from .furniture import table_wood, with_board
from .records import MatchRecord, Records, TableRecord, key_of, pos_of
from .showing import Shown

REACH = 6.0
"""Blocks from the table within which its board can be taken out."""
AWAY_AFTER_MS = 10 * 60 * 1000
"""How long the fitter of a public table's board may be away before the board goes to the claim box."""
NEARBY = 64.0
"""Blocks within which a fitter counts as being there."""


def holder_of(table: Pos) -> str:
    """The holder of a table's fitted board."""
    return f"table:{key_of(table)}"


class Fitting:
    """Boards into tables and out of them again."""

    def __init__(self, host: PluginHost, records: Records, shown: Shown) -> None:
        self._host = host
        self._records = records
        self._shown = shown

    def fitted(self, changes: ChangeSet, table: Pos) -> bool:
        """Whether a board lies in this table."""
        return any(ledger.slots(changes, holder_of(table)))

    def placed(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        """A player placed a table: it is theirs."""
        if table_wood(state) is not None:
            changes.put(self._records.tables, key_of(pos), TableRecord(owner=player))

    def fit(self, changes: ChangeSet, use: Use) -> None:
        """Move one board from the hand into the table. Raises Refusal."""
        record = self._records.table(changes, use.pos)
        if record.owner and record.owner != use.player:
            raise Refusal(
                "not_owner", f"This table is {self._host.players.name(record.owner)}'s; only they fit a board."
            )
        holder, slot = self._host.players.held_slot(use.player)
        hand = list(ledger.slots(changes, holder))
        stack = hand[slot] if slot < len(hand) else None
        if stack is None or stack.item != FARKLE_BOARD:
            raise Refusal("no_board_in_hand", "Hold a Farkle Board to fit it into the table.")
        hand[slot] = replace(stack, count=stack.count - 1) if stack.count > 1 else None
        ledger.exchange(changes, {holder: hand, holder_of(use.pos): (Stack(FARKLE_BOARD, 1, stack.data),)})
        changes.put(self._records.tables, key_of(use.pos), TableRecord(owner=record.owner, fitter=use.player))
        self._show_state(changes, use.pos, fitted=True)
        self._shown.show(changes, use.pos)

    def take(self, changes: ChangeSet, caller: Caller, request: TakeBoard) -> None:
        """The board's owner takes it out and keeps it. Raises Refusal."""
        record = self._records.table(changes, request.table)
        if not self.fitted(changes, request.table):
            raise Refusal("no_board", "There is no board in this table.")
        if caller.player != record.board_owner and not self._host.players.operator(caller.player):
            owner = self._host.players.name(record.board_owner)
            raise Refusal("not_owner", f"Only {owner} can take this board out.")
        if not self._within_reach(caller.player, request.table):
            raise Refusal("too_far", "Come closer to the table to take its board.")
        match = self._records.match_at(changes, request.table)
        if match is not None and not match.over:
            raise Refusal("match_running", "A match is running on this board; finish it first.")
        self._release(changes, request.table, record)

    def may_break(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        """Keep a table with a board in it from anybody but its owner or an operator. Raises Refusal."""
        if table_wood(state) is None or not self.fitted(changes, pos) or self._host.players.operator(player):
            return
        record = self._records.table(changes, pos)
        if player != record.board_owner:
            owner = self._host.players.name(record.board_owner)
            raise Refusal("board_inside", f"{owner}'s board lies in this table; only {owner} can break it.")
        match = self._records.match_at(changes, pos)
        if match is not None and not match.over:
            raise Refusal("match_running", "A match is running at this table; finish it first.")

    def table_gone(self, changes: ChangeSet, pos: Pos) -> None:
        """A table is being broken: its board goes to the owner, its match is no more."""
        record = self._records.table(changes, pos)
        if self.fitted(changes, pos):
            self._give_back(changes, pos, record)
        if record.match:
            changes.delete(self._records.matches, record.match)
        changes.delete(self._records.tables, key_of(pos))
        self._shown.gone(changes, pos)

    def clear_public_tables(self, changes: ChangeSet) -> None:
        """Send the board of a public table to its fitter when they have been away for long and nothing is played."""
        for key, record in list(changes.scan(self._records.tables)):
            if record.owner or not record.fitter:
                continue
            table = pos_of(key)
            if self._near(record.fitter, table) or self._playing(changes, record):
                if record.away_since:
                    changes.put(self._records.tables, key, replace(record, away_since=0))
            elif not record.away_since:
                changes.put(self._records.tables, key, replace(record, away_since=changes.now))
            elif changes.now - record.away_since >= AWAY_AFTER_MS and changes.block(table) is not None:
                self._release(changes, table, record)

    def _release(self, changes: ChangeSet, table: Pos, record: TableRecord) -> None:
        self._give_back(changes, table, record)
        if record.match:
            changes.delete(self._records.matches, record.match)
        if record.owner:
            changes.put(self._records.tables, key_of(table), TableRecord(owner=record.owner))
        else:
            changes.delete(self._records.tables, key_of(table))
        self._show_state(changes, table, fitted=False)
        self._shown.show(changes, table)

    def _give_back(self, changes: ChangeSet, table: Pos, record: TableRecord) -> None:
        giving.insert(changes, record.board_owner, holder_of(table), giving.stack_size(self._host.content))
        if ledger.slots(changes, holder_of(table)):
            giving.give(changes, record.board_owner, holder_of(table))

    def _show_state(self, changes: ChangeSet, table: Pos, *, fitted: bool) -> None:
        number = changes.block(table)
        if number is None:
            raise Refusal("not_loaded", "That part of the world is not loaded.")
        states = self._host.world.states
        changes.set_block(table, states.number(with_board(states[number].name, fitted)))

    def _playing(self, changes: ChangeSet, record: TableRecord) -> bool:
        match: MatchRecord | None = changes.read(self._records.matches, record.match) if record.match else None
        return match is not None and not match.over

    def _near(self, player: str, table: Pos) -> bool:
        place = self._host.players.position(player)
        return place is not None and sum((a - b) ** 2 for a, b in zip(place, table, strict=True)) <= NEARBY**2

    def _within_reach(self, player: str, table: Pos) -> bool:
        place = self._host.players.position(player)
        return place is not None and sum((a - b) ** 2 for a, b in zip(place, table, strict=True)) <= REACH**2
