"""The board in the table: fitting it, taking it out, and what becomes of it when the table goes.

The fitted board is a stack like any other: the holder `table:<x,y,z>` has it while it lies in the table.
"""

import logging

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.plugins import Caller, PluginHost, Use
from ..items import giving, ledger
from ..shared.protocol.tabletop import TakeBoard
from . import boards
from .furniture import table_wood, with_board, within_reach
from .pausing import Pausing
from .records import Records, TableRecord, key_of
from .showing import Shown

_log = logging.getLogger("voxtable.tabletop")


class Fitting:
    """Boards into tables and out of them again."""

    def __init__(self, host: PluginHost, records: Records, shown: Shown, pausing: Pausing) -> None:
        self._host = host
        self._records = records
        self._shown = shown
        self._pausing = pausing

    def placed(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        """A player placed a table: it is theirs."""
        if table_wood(state) is not None:
            changes.put(self._records.tables, key_of(pos), TableRecord(owner=player))

    def fit(self, changes: ChangeSet, use: Use) -> None:
        """Move one board from the hand into the table; a match that it carries goes on here. Raises Refusal."""
        record = self._records.table(changes, use.pos)
        if record.owner and record.owner != use.player:
            raise Refusal(
                "not_owner", f"This table is {self._host.players.name(record.owner)}'s; only they fit a board."
            )
        holder, slot = self._host.players.held_slot(use.player)
        hand = ledger.slots(changes, holder)
        stack = hand[slot] if slot < len(hand) else None
        game = self._records.game_of_board(stack.item) if stack is not None else None
        if game is None:
            raise Refusal("no_board_in_hand", "Hold a Farkle Board to fit it into the table.")
        board = boards.lay(changes, holder, hand, slot, use.pos)
        fresh = TableRecord(
            owner=record.owner,
            fitter=use.player,
            game=game.name,
            revision=record.revision + 1,
            rules=self._records.agreed_rules(changes, boards.match_of(board), game.name),
        )
        changes.put(self._records.tables, key_of(use.pos), fresh)
        self._show_state(changes, use.pos, game.name)
        self._pausing.lay(changes, use.pos, boards.match_of(board))
        self._shown.show(changes, use.pos)

    def take(self, changes: ChangeSet, caller: Caller, request: TakeBoard) -> None:
        """The board's owner takes it out and keeps it; a running match is paused and carried by it. Raises Refusal."""
        record = self._records.table(changes, request.table)
        if not boards.fitted(changes, request.table):
            raise Refusal("no_board", "There is no board in this table.")
        if caller.player != record.board_owner and not self._host.players.operator(caller.player):
            owner = self._host.players.name(record.board_owner)
            raise Refusal("not_owner", f"Only {owner} can take this board out.")
        if not within_reach(self._host.players, caller.player, request.table):
            raise Refusal("too_far", "Come closer to the table to take its board.")
        self._note_overruled(changes, caller.player, record, request.table, "took the board out of")
        self._lift(changes, request.table, record, caller.player)
        self._clear(changes, request.table, record)

    def may_break(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        """Keep a table with a board in it from anybody but its owner or an operator. Raises Refusal."""
        if table_wood(state) is None or not boards.fitted(changes, pos) or self._host.players.operator(player):
            return
        record = self._records.table(changes, pos)
        if player != record.board_owner:
            owner = self._host.players.name(record.board_owner)
            raise Refusal("board_inside", f"{owner}'s board lies in this table; only {owner} can break it.")

    def table_gone(self, changes: ChangeSet, player: str, pos: Pos) -> None:
        """A player breaks a table: its board goes to the owner, and with it a match that is not over."""
        if boards.fitted(changes, pos):
            record = self._records.table(changes, pos)
            self._note_overruled(changes, player, record, pos, "broke")
            self._lift(changes, pos, record, player)
        changes.delete(self._records.tables, key_of(pos))
        self._shown.gone(changes, pos)

    def send_home(self, changes: ChangeSet, table: Pos, record: TableRecord) -> None:
        """The board of a public table goes into the claim box of who fitted it, with what it carries."""
        self._pausing.lift(changes, table, record, "")
        giving.to_claim_box(changes, record.fitter, boards.holder_of(table))
        self._clear(changes, table, record)

    def _note_overruled(self, changes: ChangeSet, player: str, record: TableRecord, table: Pos, did: str) -> None:
        """Say in the log what an operator does to somebody else's board."""
        if player != record.board_owner:
            name, owner = self._host.players.name(player), self._host.players.name(record.board_owner)
            text = "The operator %s (%s) %s %s's table at %s."
            changes.note(_log, text, name, player, did, owner, key_of(table))

    def _lift(self, changes: ChangeSet, table: Pos, record: TableRecord, by: str) -> None:
        """The board goes to its owner, with what it carries, whoever takes it out."""
        self._pausing.lift(changes, table, record, by)
        size = giving.stack_size(self._host.content)
        boards.hand_over(changes, boards.holder_of(table), record.board_owner, size)

    def _clear(self, changes: ChangeSet, table: Pos, record: TableRecord) -> None:
        """The table is as it was before a board came."""
        if record.owner:
            changes.put(
                self._records.tables, key_of(table), TableRecord(owner=record.owner, revision=record.revision + 1)
            )
        else:
            changes.delete(self._records.tables, key_of(table))
        self._show_state(changes, table, "")
        self._shown.show(changes, table)

    def _show_state(self, changes: ChangeSet, table: Pos, game: str) -> None:
        number = changes.block(table)
        if number is None:
            raise Refusal("not_loaded", "That part of the world is not loaded.")
        states = self._host.world.states
        changes.set_block(table, states.number(with_board(states[number].name, game)))
