"""Stakes among everything else that players, accidents and crashes do: no item is lost, doubled, or left in a pot."""

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import initialize, invariant, rule

from server.engine.changes import Pos
from server.shared.inventory.layout import CLAIM, STAKES
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import Click, OpenClaim
from server.shared.protocol.tabletop import Agree, OpenLobby, Ready, Resign
from server.storage.memory import MemoryStorage
from server.tabletop.records import MatchRecord, SitterRecord, TableRecord, key_of
from server.tabletop.stakes import escrow, staked
from tests.tabletop.room import TABLE, FlatBlocks, Room
from tests.tabletop.test_machine import PLAYERS, TABLES, AnyOrder, players, tables
from tests.tabletop.treasury import STICK, STRING, Treasury

MODES = (("pickup", 0), ("pickup", 1), ("quick", 0), ("swap", 0), ("swap", 4), ("throw", 1), ("gather", 0))


class StakesInAnyOrder(AnyOrder):
    """The same with things of their own, which players stake, take back, throw away and win."""

    room: Treasury

    def __init__(self) -> None:
        super().__init__()
        for player in PLAYERS:
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
            pot = any(self.room.slots(escrow(key_of(table), player)) for player in PLAYERS)
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
