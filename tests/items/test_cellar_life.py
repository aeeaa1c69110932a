"""Two players, three chests, a table and hasty hands: after every step all items are accounted for, and each player
sees exactly what is true."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from server.engine.changes import ChangeSet
from server.items.giving import give
from server.items.ledger import HOLDERS, exchange
from server.items.windows import OWN_WINDOW, WINDOWS, parts
from server.shared.inventory import clicks
from server.shared.inventory.layout import LAYOUTS, OUTSIDE
from server.shared.inventory.stack import Stack
from server.storage.memory import MemoryStorage
from tests.items.cellar import BOARD, CHEST, FAR, HERE, OTHER_CHEST, TABLE, WELCOME_CHEST, Cellar, Faults, Guest

LOG, PLANKS = "minecraft:oak_log", "minecraft:oak_planks"
NAMES = ("ada", "bob")
FOUND = (Stack(LOG, 3), Stack(LOG, 64), Stack(PLANKS, 64), Stack("minecraft:bone_block", 2), BOARD)
SURPRISES = st.sampled_from((0, 1, 9, 10, 26, 27, 36, 38, 40, 46, 62))


class CellarLife(RuleBasedStateMachine):
    """Everything that players can do to items, in any order, with crashes in between."""

    def __init__(self) -> None:
        super().__init__()
        self.storage = MemoryStorage()
        self.cellar = Cellar(self.storage)
        self.guests: dict[str, Guest] = {}
        self.faults = Faults()

    def teardown(self) -> None:
        self.faults.stop()

    @initialize()
    def begin(self) -> None:
        for name in NAMES:
            self.guests[name] = self.cellar.guest(name)

    def someone(self, data: st.DataObject) -> Guest:
        return self.guests[data.draw(st.sampled_from(sorted(self.guests)))]

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), stack=st.sampled_from(FOUND), times=st.integers(1, 12))
    def find(self, data: st.DataObject, stack: Stack, times: int) -> None:
        """Stacks appear in the claim box, as after a pay-out."""
        guest = self.someone(data)

        def run(changes: ChangeSet) -> None:
            exchange(changes, {"escrow:x": (stack,) * times}, minted=(stack,) * times, reason="test")
            give(changes, guest.player, "escrow:x")

        self.cellar.engine.change(run)
        self.cellar.engine.tick()

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), how=st.sampled_from(clicks.MODES), surprise=st.booleans())
    def click(self, data: st.DataObject, how: str, surprise: bool) -> None:
        guest = self.someone(data)
        guest.listen()
        window = data.draw(st.sampled_from(sorted(guest.windows)))
        layout = LAYOUTS[guest.windows[window].kind]
        filled = [slot for slot, stack in enumerate(guest.windows[window].slots) if stack is not None]
        slots = st.sampled_from(filled) if filled and not surprise else SURPRISES
        if how == clicks.PICKUP:
            slots = st.one_of(slots, st.just(OUTSIDE))
        slot = OUTSIDE if how == clicks.DRAG else data.draw(st.one_of(slots, SURPRISES))
        drag = tuple(data.draw(st.lists(st.integers(0, layout.size - 1), max_size=5))) if how == clicks.DRAG else ()
        back = data.draw(st.sampled_from((0, 0, 0, 1)))
        revision = max(0, guest.windows[window].revision - back)
        answer = guest.click(slot, data.draw(st.integers(0, 1)), how, drag, window=window, revision=revision)
        assert answer in {"done", "no_such_slot", "stale_window", "other_window_open", "out_of_reach"}

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), part=st.sampled_from(("grid", "result", "chest")), how=st.sampled_from(("pickup", "quick")))
    def click_at(self, data: st.DataObject, part: str, how: str) -> None:
        guest = self.someone(data)
        places = LAYOUTS[guest.windows[guest.other].kind].parts.get(part)
        if places is not None:
            assert guest.click(data.draw(st.sampled_from(places)), 0, how) in {"done", "out_of_reach", "no_such_window"}

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), pos=st.sampled_from((TABLE, TABLE, CHEST, CHEST, OTHER_CHEST, WELCOME_CHEST)))
    def use(self, data: st.DataObject, pos: Any) -> None:
        assert self.someone(data).use(pos) in {"done", "nothing_to_use"}

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), pos=st.sampled_from((TABLE, CHEST, OTHER_CHEST)))
    def break_or_rebuild(self, data: st.DataObject, pos: Any) -> None:
        if self.cellar.room.state_at(pos):
            assert self.someone(data).break_block(pos) == "done"
        else:
            self.cellar.engine.change(lambda changes: changes.set_block(pos, 1 if pos == TABLE else 2))

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), far=st.booleans())
    def walk(self, data: st.DataObject, far: bool) -> None:
        self.cellar.crowd.places[self.someone(data).player] = FAR if far else HERE
        self.cellar.engine.tick()

    @precondition(lambda self: self.guests)
    @rule(data=st.data(), whole=st.booleans(), slot=st.integers(0, 8))
    def throw(self, data: st.DataObject, whole: bool, slot: int) -> None:
        guest = self.someone(data)
        self.cellar.crowd.selected[guest.player] = slot
        assert guest.throw(whole=whole) in {"done", "nothing_held"}

    @precondition(lambda self: self.guests and self.cellar.drops())
    @rule(data=st.data())
    def pick_up(self, data: st.DataObject) -> None:
        drop = data.draw(st.sampled_from(sorted(self.cellar.drops())))
        self.cellar.pick_up(self.someone(data).player, drop)

    @precondition(lambda self: self.guests)
    @rule(data=st.data())
    def close(self, data: st.DataObject) -> None:
        guest = self.someone(data)
        assert guest.close() == "done"
        if guest.other == 0:
            assert guest.close(0) == "done"
            assert not any(self.cellar.holding(f"cursor:{guest.player}"))

    @precondition(lambda self: self.guests)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        guest = self.someone(data)
        guest.leave()
        del self.guests[guest.player]

    @precondition(lambda self: len(self.guests) < len(NAMES))
    @rule()
    def come_back(self) -> None:
        for name in NAMES:
            if name not in self.guests:
                self.guests[name] = self.cellar.guest(name)

    @rule()
    def crash(self) -> None:
        blocks = self.cellar.room.blocks
        self.cellar = Cellar(self.storage)
        self.cellar.room.blocks = blocks
        self.guests = {}

    @rule()
    def time_passes(self) -> None:
        for _ in range(10):
            self.cellar.engine.tick()

    @invariant()
    def nothing_failed_in_silence(self) -> None:
        assert self.faults.heard == []

    @invariant()
    def all_items_are_accounted_for(self) -> None:
        assert self.cellar.conserved()

    @invariant()
    def stacks_stay_in_range_and_nothing_stays_between_hands(self) -> None:
        for key, holder in self.cellar.engine.model.rows(HOLDERS).items():
            assert not key.startswith(("hand:", "escrow:"))
            for stack in holder.slots:
                if stack is not None:
                    assert 1 <= stack.count <= (1 if stack.data else self.cellar.items.size(stack.item))

    @invariant()
    def everybody_sees_what_is_true(self) -> None:
        for guest in self.guests.values():
            guest.listen()
            assert (guest.cursor,) == self.cellar.holding(f"cursor:{guest.player}")
            for number, shown in guest.windows.items():
                opened = self.cellar.engine.model.rows(WINDOWS)[guest.player].opened
                for holder, part in parts(guest.player, opened if number and opened else OWN_WINDOW).items():
                    held = self.cellar.holding(holder)
                    expected = held if len(held) == len(part) else (None,) * len(part)
                    assert tuple(shown.slots[part.start : part.stop]) == expected


TestCellarLife = CellarLife.TestCase
TestCellarLife.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
