"""Stakes among everything else that players, guests, accidents and crashes do: no item is lost, doubled, or left in a
pot.
"""

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import initialize, invariant, rule

from server.engine.changes import Pos
from server.shared.inventory.layout import CLAIM, STAKES
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import Click, OpenClaim
from server.shared.protocol.tabletop import Agree, OpenLobby, PlayAlone, Ready, Resign, TakeBoard
from server.storage.memory import MemoryStorage
from server.tabletop.records import MatchRecord, SitterRecord, TableRecord, key_of
from server.tabletop.stakes import escrow, staked
from tests.tabletop.room import TABLE, FlatBlocks, Room, chair
from tests.tabletop.test_machine import PLAYERS, TABLES, AnyOrder, players, tables
from tests.tabletop.treasury import STICK, STRING, Treasury

GUEST = "di"
"""Somebody who sits down where others play."""
everybody = st.sampled_from((*PLAYERS, GUEST))
MODES = (("pickup", 0), ("pickup", 1), ("quick", 0), ("swap", 0), ("swap", 4), ("throw", 1), ("gather", 0))


class StakesInAnyOrder(AnyOrder):
    """The same with things of their own, which players stake, take back, throw away and win."""

    room: Treasury

    def __init__(self) -> None:
        super().__init__()
        self.room.join(GUEST)
        for player in (*PLAYERS, GUEST):
            self.room.give(player, STICK, 9)
            self.room.give(player, STRING, 3)

    def make_room(
        self, storage: MemoryStorage | None = None, blocks: FlatBlocks | None = None, now: int = 1_000_000
    ) -> Room:
        return Treasury(storage, blocks, now=now)

    # ------------------------------------------------------------------ stakes

    @initialize()
    def a_first_match(self) -> None:
        self.everybody_comes_with_boards_and_sits(TABLE, 0)

    @rule(table=tables)
    def everybody_plays_for_a_pot(self, table: Pos) -> None:
        self.everybody_comes_with_boards_and_sits(table, 0)
        for player in PLAYERS:
            if self.room.open_stakes(player, table) == "done":
                self._click(player, STAKES, self._own_slot(player), "quick", 0)
        for player in PLAYERS:
            self._ask(player, Ready, table, True)
            self.agree(player, table)

    @rule(last=players, table=tables)
    def all_but_one_give_up_and_a_new_lobby_opens(self, last: str, table: Pos) -> None:
        for match in self._matches():
            for player in PLAYERS:
                if player != last:
                    self._ask(player, Resign, match.id)
        self._ask(last, OpenLobby, table)

    @rule(player=players, table=tables)
    def open_a_stake(self, player: str, table: Pos) -> None:
        if player in self.room.peers:
            self.room.open_stakes(player, table)

    @rule(player=players, slot=st.integers(-1, 20), click=st.sampled_from(MODES))
    def click_into_a_stake(self, player: str, slot: int, click: tuple[str, int]) -> None:
        self._click(player, STAKES, slot, *click)

    @rule(player=players)
    def put_in_what_comes_first(self, player: str) -> None:
        self._click(player, STAKES, self._own_slot(player), "quick", 0)

    @rule(player=players, table=tables)
    def agree(self, player: str, table: Pos) -> None:
        record = self._record(table)
        self._ask(player, Agree, table, record.revision)

    @rule(player=players)
    def take_from_the_claim_box(self, player: str) -> None:
        self._ask(player, OpenClaim)
        self._click(player, CLAIM, 0, "quick", 0)

    @rule(player=players)
    def have_no_room(self, player: str) -> None:
        if player in self.room.peers:
            self.room.fill(player)

    @rule(player=players)
    def somebody_is_silent_from_now_on(self, player: str) -> None:
        self.room.silent ^= {player}

    @rule(table=tables)
    def a_guest_sits_down_while_the_board_is_out(self, table: Pos) -> None:
        self.everybody_comes_with_boards_and_sits(table, 0)
        for player in PLAYERS:
            self._ask(player, TakeBoard, table)
        self._use(GUEST, chair(3, table))
        for player in PLAYERS:
            self.use_table(player, table)

    @rule(table=tables, guest_first=st.booleans())
    def a_match_is_over_and_the_same_play_once_more(self, table: Pos, guest_first: bool) -> None:
        for match in self._matches():
            for player in PLAYERS[1:]:
                self._ask(player, Resign, match.id)
        if guest_first:
            self.somebody_asks_for_all_there_is(GUEST, table)
        for player in PLAYERS:
            self._ask(player, Ready, table, True)
        for player in PLAYERS:
            self.agree(player, table)

    @rule(table=tables)
    def a_guest_watches_a_match_and_then_wants_to_stake(self, table: Pos) -> None:
        self.everybody_starts_a_match(table)
        self.a_guest_sits_down_while_the_board_is_out(table)
        self.a_match_is_over_and_the_same_play_once_more(table, guest_first=True)

    @rule(guest=everybody, table=tables, other=tables)
    def somebody_sits_down_with_a_match_elsewhere(self, guest: str, table: Pos, other: Pos) -> None:
        self.use_table(guest, other)
        self._use(guest, chair(0, other))
        self._ask(guest, PlayAlone, other)
        self._use(guest, chair(3, table))

    @rule(player=everybody, table=tables)
    def somebody_asks_for_all_there_is(self, player: str, table: Pos) -> None:
        if player in self.room.peers:
            self.room.open_stakes(player, table)
            self.put_in_what_comes_first(player)
            self._ask(player, Ready, table, True)
            self.agree(player, table)

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def every_item_is_accounted_for(self) -> None:
        assert self.room.accounted()

    @invariant()
    def whatever_is_in_escrow_has_a_lobby_or_a_match_to_settle_it(self) -> None:
        sitters = dict(self._rows("sitters", SitterRecord))
        matches = {match.id: match for match in self._matches()}
        for holder in self.room.escrows():
            place, _, player = holder.removeprefix("escrow:").partition("/")
            if place in matches:
                assert player in matches[place].players
                assert not matches[place].over, "a match that is over has no pot"
            else:
                assert place in {key_of(table) for table in TABLES}
                assert key_of(sitters[player].table) == place, "only who sits here has a stake here"
                match = matches.get(self._record(sitters[player].table).match)
                assert match is None or (match.over and player in match.players), "a guest has no stake"

    @invariant()
    def who_is_ready_or_has_agreed_is_of_the_company(self) -> None:
        sitters = dict(self._rows("sitters", SitterRecord))
        matches = {match.id: match for match in self._matches()}
        for table in TABLES:
            record = self._record(table)
            match = matches.get(record.match)
            for player in {*record.ready, *record.agreed}:
                assert sitters[player].table == table
                assert match is None or player in match.players

    def teardown(self) -> None:
        """Whatever has happened: with everybody gone and the server started again, only matches hold stakes, and
        nothing does once they are over."""
        for player in tuple(self.room.peers):
            self.room.leave(player)
        self.crash_and_come_back()
        matches = {match.id: match for match in self._matches()}
        assert all(holder.split(":")[1].split("/")[0] in matches for holder in self.room.escrows())
        for player in (*PLAYERS, GUEST):
            self.room.join(player)
        for match in matches.values():
            for player in match.people:
                self._ask(player, Resign, match.id)
        assert self.room.escrows() == {}
        assert self.room.accounted()

    @invariant()
    def a_match_has_in_escrow_exactly_what_was_staked_when_it_began(self) -> None:
        for match in self._matches():
            if match.over:
                continue
            held = tuple(self._staked(match, player) for player in match.players)
            assert held == (match.stakes or ((),) * len(match.players))
            assert not match.stakes or not any(match.bots)

    @invariant()
    def only_who_may_agree_has_agreed(self) -> None:
        for table in TABLES:
            record = self._record(table)
            pot = any(self.room.slots(escrow(key_of(table), player)) for player in (*PLAYERS, GUEST))
            assert pot or not record.agreed

    # ------------------------------------------------------------------ within

    def _record(self, table: Pos) -> TableRecord:
        records: dict[str, TableRecord] = dict(self._rows("tables", TableRecord))
        return records.get(key_of(table), TableRecord())

    def _staked(self, match: MatchRecord, player: str) -> tuple[Stack, ...]:
        return self.room.engine.change(lambda changes: staked(changes, match.id, player))

    def _own_slot(self, player: str) -> int:
        """The first slot of a stake's window that shows something of the player's own, boards left out."""
        found = self.room.window(player, STAKES) if player in self.room.peers else None
        own = range(9, 45) if found is not None else ()
        return next((slot for slot in own if found and (stack := found[1].slots[slot]) and stack.item == STICK), 9)

    def _click(self, player: str, kind: str, slot: int, mode: str, button: int) -> None:
        found = self.room.window(player, kind) if player in self.room.peers else None
        if found is not None:
            self._ask(player, Click, found[0], found[1].revision, slot, button, mode)


StakesInAnyOrder.TestCase.settings = settings(max_examples=25, stateful_step_count=50, deadline=None)
TestStakesInAnyOrder = StakesInAnyOrder.TestCase
