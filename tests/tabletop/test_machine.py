"""Players do anything in any order at two tables; after every step boards, seats, chairs and matches still agree."""

from copy import deepcopy
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from server.engine.changes import Collection, Pos, Refusal
from server.items import ledger
from server.shared.content import FARKLE_BOARD
from server.shared.protocol.message import Refused, Request
from server.shared.protocol.tabletop import (
    Act,
    AskBoard,
    AskClock,
    Dissolve,
    EndPaused,
    OpenLobby,
    PlayAlone,
    Ready,
    Resign,
    SetRule,
    TakeBoard,
    VoteOut,
)
from server.shared.protocol.world import StandUp
from server.storage.memory import MemoryStorage
from server.tabletop.farkle import Farkle
from server.tabletop.left_behind import LOOK_EVERY as TIDY_EVERY
from server.tabletop.records import MatchRecord, SitterRecord, TableRecord, key_of
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.room import AWAY_AFTER_MS, TABLE, FlatBlocks, Room, chair

PLAYERS = ("ada", "bob", "cy")
TABLES: tuple[Pos, ...] = (TABLE, (4, 64, 0))
TABLE_STATE = "voxtable:oak_small_game_table[board=none]"

players = st.sampled_from(PLAYERS)
tables = st.sampled_from(TABLES)
sides = st.integers(0, 3)


class AnyOrder(RuleBasedStateMachine):
    """What players, operators, accidents and crashes do. What the server refuses must have changed nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.room = self.make_room()
        for table in TABLES:
            self.room.put(table, TABLE_STATE)
            self.room.furnish_chairs(table=table)
        for player in PLAYERS:
            self.room.join(player)
        for player in PLAYERS[:2]:
            self.room.give_board(player)

    def make_room(
        self, storage: MemoryStorage | None = None, blocks: FlatBlocks | None = None, now: int = 1_000_000
    ) -> Room:
        """A server, new or come back."""
        return Room(storage, blocks, now=now)

    # ------------------------------------------------------------------ around the tables

    @rule(player=players, table=tables, side=sides)
    def sit(self, player: str, table: Pos, side: int) -> None:
        self._use(player, chair(side, table))

    @rule(table=tables, first=sides)
    def everybody_comes_with_boards_and_sits(self, table: Pos, first: int) -> None:
        for side, player in enumerate(PLAYERS, first):
            if player not in self.room.peers:
                self.room.join(player)
            self.use_table(player, table)
            self._use(player, chair(side % 4, table))

    @rule(player=players)
    def stand(self, player: str) -> None:
        self._ask(player, StandUp)

    @rule(player=players, table=tables)
    def use_table(self, player: str, table: Pos) -> None:
        self._hold_a_board(player)
        self._use(player, table)

    @rule(player=players, table=tables)
    def take_board(self, player: str, table: Pos) -> None:
        self._ask(player, TakeBoard, table)

    @rule(player=players, table=tables)
    def break_table_and_place_it_again(self, player: str, table: Pos) -> None:
        if player not in self.room.peers:
            return
        try:
            self.room.break_block(player, table)
        except Refusal:
            return
        self.room.put(table, TABLE_STATE)
        self.room.engine.change(
            lambda changes: [hook(changes, player, table, TABLE_STATE) for hook in self.room.hooks.placed]
        )

    @rule(player=players, other=players)
    def give_away(self, player: str, other: str) -> None:
        here, there = f"player:{player}", f"player:{other}"
        if player != other and not any(self.room.slots(there)):
            self.room.move_slots(here, there)

    @rule(player=players)
    def lose_everything(self, player: str) -> None:
        if self.room.boards_anywhere() > 1:
            self.room.burn(f"player:{player}")

    @rule(player=players)
    def come_or_go(self, player: str) -> None:
        if player in self.room.peers:
            self.room.leave(player)
        else:
            self.room.join(player)

    @rule()
    def crash_and_come_back(self) -> None:
        self.room.engine.tick()
        here = tuple(self.room.peers)
        self.room = self.make_room(deepcopy(self.room.storage), self.room.blocks, self.room.clock.ms)
        for player in here:
            self.room.join(player)

    @rule(ms=st.sampled_from((1_000, 5 * 60_000, AWAY_AFTER_MS, 8 * DAY_MS)))
    def time_passes(self, ms: int) -> None:
        self.room.clock.ms += ms
        for _ in range(TIDY_EVERY):
            self.room.engine.tick()

    # ------------------------------------------------------------------ at the tables

    @rule(player=players, table=tables, ready=st.booleans())
    def mark_ready(self, player: str, table: Pos, ready: bool) -> None:
        self._ask(player, Ready, table, ready)

    @initialize()
    def a_first_match(self) -> None:
        self.everybody_starts_a_match(TABLE)

    @rule(table=tables)
    def everybody_starts_a_match(self, table: Pos) -> None:
        self.everybody_comes_with_boards_and_sits(table, 0)
        for player in PLAYERS:
            self._ask(player, Ready, table, True)

    @rule()
    def every_board_is_taken_out(self) -> None:
        for player in PLAYERS:
            for table in TABLES:
                self._ask(player, TakeBoard, table)

    @rule(player=players, ask=st.booleans())
    def ask_for_a_clock(self, player: str, ask: bool) -> None:
        for match in self._matches():
            self._ask(player, AskClock, match.id, ask)

    @rule()
    def all_agree_to_dissolve(self) -> None:
        for match in self._matches():
            for player in PLAYERS:
                self._ask(player, Dissolve, match.id)

    @rule(player=players, table=tables, alone=st.booleans())
    def start_alone_or_open_the_lobby(self, player: str, table: Pos, alone: bool) -> None:
        self._ask(player, PlayAlone if alone else OpenLobby, table)

    @rule(
        player=players,
        table=tables,
        change=st.sampled_from(
            (("goal", 500), ("entry", 0), ("bot.3", "steady"), ("bot.3", ""), ("clock", "idle"), ("rule_set", "kcd"))
        ),
    )
    def set_rule(self, player: str, table: Pos, change: tuple[str, object]) -> None:
        self._ask(player, SetRule, table, *change)

    @rule(steps=st.integers(1, 12))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            for match in self._matches():
                if match.running and match.mover is not None:
                    self._play_one(match)
        self.room.settle()

    @rule(player=players, what=st.sampled_from((Resign, Dissolve, EndPaused, VoteOut, AskBoard)), table=tables)
    def change_a_matchs_fate(self, player: str, what: type[Request], table: Pos) -> None:
        for match in self._matches():
            fields: tuple[object, ...] = {VoteOut: (match.id, match.mover or 0), AskBoard: (table, match.id)}.get(
                what, (match.id,)
            )
            self._ask(player, what, *fields)

    @rule()
    def the_player_to_move_goes_and_is_voted_out(self) -> None:
        for match in self._matches():
            if match.running and match.mover is not None and match.players[match.mover] in self.room.peers:
                self.room.leave(match.players[match.mover])
                self.room.clock.ms += 5 * 60_000
                self.room.engine.tick()
                for player in PLAYERS:
                    self._ask(player, VoteOut, match.id, match.mover)

    @rule()
    def long_after_somebody_ends_what_is_paused(self) -> None:
        self.room.clock.ms += 8 * DAY_MS
        self.room.engine.tick()
        for match in self._matches():
            for player in PLAYERS:
                self._ask(player, EndPaused, match.id)

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def boards_are_what_was_made_minus_what_was_destroyed(self) -> None:
        assert self.room.balanced()

    @invariant()
    def a_match_is_at_one_table_or_carried_by_one_board_or_its_board_is_destroyed(self) -> None:
        carried = [dict(stack.data)["match"] for _, stack in self._boards() if stack.data]
        assert len(carried) == len(set(carried))
        at = [record.match for _, record in self._rows("tables", TableRecord) if record.match]
        assert len(at) == len(set(at))
        for match in self._matches():
            ways = (match.id in carried, match.id in at, match.destroyed)
            assert sum(ways) == 1, (match.id, ways)
            assert (match.table is None) == (match.id not in at)
            assert match.over or match.running or match.paused

    @invariant()
    def tables_show_the_board_that_lies_in_them(self) -> None:
        records = dict(self._rows("tables", TableRecord))
        for table in TABLES:
            inside = [stack for stack in self.room.slots(f"table:{key_of(table)}") if stack is not None]
            record = records.get(key_of(table), TableRecord())
            state = self.room.states[self.room.blocks.blocks[table]].name
            assert len(inside) == bool(record.fitter) == state.endswith("[board=farkle]")
            assert all(not stack.data and stack.count == 1 for stack in inside)
            assert not record.match or record.fitter

    @invariant()
    def sitters_are_here_each_on_a_chair_of_their_own(self) -> None:
        sitters = dict(self._rows("sitters", SitterRecord))
        assert set(sitters) == set(self.room.people.seated) <= set(self.room.peers)
        assert len({sitter.chair for sitter in sitters.values()}) == len(sitters)

    @invariant()
    def nobody_plays_in_two_matches_at_once(self) -> None:
        playing: list[str] = []
        for match in self._matches():
            if match.running:
                left = Farkle.from_dict(match.state).left
                playing += [player for seat, player in enumerate(match.players) if seat not in left]
        people = [player for player in playing if not player.startswith("bot:")]
        assert len(people) == len(set(people))

    # ------------------------------------------------------------------ within

    def _use(self, player: str, pos: Pos) -> None:
        if player in self.room.peers:
            try:
                self.room.use(player, pos)
            except Refusal:
                return

    def _ask(self, player: str, kind: type[Request], *fields: object) -> None:
        if player in self.room.peers:
            answer = self.room.ask(player, kind, *fields)
            assert not isinstance(answer, Refused) or answer.code != "internal_error"

    def _hold_a_board(self, player: str) -> None:
        """Put a player's board, if any, into the first slot, which is in hand."""
        slots = list(self.room.slots(f"player:{player}"))
        held = next((number for number, stack in enumerate(slots) if stack and stack.item == FARKLE_BOARD), 0)
        if held:
            slots[0], slots[held] = slots[held], slots[0]
            self.room.engine.change(lambda changes: ledger.exchange(changes, {f"player:{player}": slots}))

    def _play_one(self, match: MatchRecord) -> None:
        """The seat to move keeps all it can and banks when it may, unless a bot has it."""
        assert match.mover is not None
        game = Farkle.from_dict(match.state).match
        options = game.options()
        keep = max(options, key=lambda one: one.points).positions if options else ()
        then = "roll" if game.phase == "to_roll" else "bank"
        self._ask(match.players[match.mover], Act, match.id, game.step, keep, then)
        self._ask(match.players[match.mover], Act, match.id, game.step, keep, "roll")

    def _matches(self) -> list[MatchRecord]:
        return [match for _, match in self._rows("matches", MatchRecord)]

    def _boards(self) -> list[tuple[str, Any]]:
        rows = self.room.engine.model.rows(ledger.HOLDERS).items()
        return [(holder, stack) for holder, record in rows for stack in record.slots if stack is not None]

    def _rows(self, name: str, kind: type[Any]) -> list[tuple[str, Any]]:
        return list(self.room.engine.model.rows(Collection(f"tabletop/{name}", kind)).items())


AnyOrder.TestCase.settings = settings(max_examples=25, stateful_step_count=50, deadline=None)
TestAnyOrder = AnyOrder.TestCase
