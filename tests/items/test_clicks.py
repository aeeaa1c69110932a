"""What clicks do, one behaviour at a time, and that no series of them ever makes, loses or splits an item."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared.inventory import clicks
from server.shared.inventory.clicks import ClickRefused, Outcome, click
from server.shared.inventory.layout import LAYOUTS, OUTSIDE, Layout
from server.shared.inventory.merging import Slots
from server.shared.inventory.stack import MAX_STACK, Stack

INVENTORY, CRAFTING, CHEST, WELCOME = (LAYOUTS[kind] for kind in ("inventory", "crafting", "chest", "welcome"))
BOARD = Stack("board", 1, (("match", "7"),))


def size(item: str) -> int:
    return {"board": 1, "pearl": 16}.get(item, MAX_STACK)


def craft(grid: Slots) -> Stack | None:
    """One log alone makes four planks; two pearls make one string."""
    present = [stack.item for stack in grid if stack is not None]
    if present == ["log"]:
        return Stack("planks", 4)
    return Stack("string", 1) if present == ["pearl", "pearl"] else None


def window(layout: Layout, **stacks: Stack) -> Slots:
    slots: list[Stack | None] = [None] * layout.size
    for name, stack in stacks.items():
        slots[int(name[1:])] = stack
    return tuple(slots)


def do(layout: Layout, slots: Slots, cursor: Stack | None = None, **how: object) -> Outcome:
    outcome = click(layout, slots, cursor, size=size, craft=craft, **{"slot": 0, **how})  # type: ignore[arg-type]
    assert outcome is not None
    return outcome


def held(outcome: Outcome) -> dict[int, Stack]:
    return {index: stack for index, stack in enumerate(outcome.slots) if stack is not None}


def test_layouts_have_the_documented_slots() -> None:
    assert [INVENTORY.parts[name] for name in ("hotbar", "bag", "grid", "result")] == [
        range(9), range(9, 36), range(36, 40), range(40, 41),
    ]  # fmt: skip
    assert (CRAFTING.parts["grid"], CRAFTING.result, CRAFTING.player) == (range(9), 9, range(10, 46))
    assert (CHEST.parts["chest"], CHEST.player, CHEST.size) == (range(27), range(27, 63), 63)
    assert CHEST.result is None


def test_left_takes_all_puts_all_merges_and_swaps() -> None:
    start = window(CHEST, _0=Stack("log", 40), _1=Stack("log", 60), _2=Stack("wool", 1))
    taken = do(CHEST, start)
    assert taken.cursor == Stack("log", 40)
    merged = do(CHEST, taken.slots, taken.cursor, slot=1)
    assert (merged.slots[1], merged.cursor) == (Stack("log", 64), Stack("log", 36))
    swapped = do(CHEST, merged.slots, merged.cursor, slot=2)
    assert (swapped.slots[2], swapped.cursor) == (Stack("log", 36), Stack("wool", 1))
    put = do(CHEST, swapped.slots, swapped.cursor, slot=5)
    assert (put.slots[5], put.cursor) == (Stack("wool", 1), None)


def test_right_takes_the_larger_half_and_puts_one() -> None:
    half = do(CHEST, window(CHEST, _0=Stack("log", 7)), button=clicks.RIGHT)
    assert (half.slots[0], half.cursor) == (Stack("log", 3), Stack("log", 4))
    one = do(CHEST, half.slots, half.cursor, slot=1, button=clicks.RIGHT)
    assert (one.slots[1], one.cursor) == (Stack("log", 1), Stack("log", 3))


def test_a_click_on_a_full_stack_of_its_like_changes_nothing() -> None:
    start = window(CHEST, _0=Stack("log", 64))
    assert do(CHEST, start, Stack("log", 5)) == Outcome(start, Stack("log", 5))


def test_stacks_with_data_never_combine() -> None:
    swapped = do(CHEST, window(CHEST, _0=BOARD), Stack("board", 1, (("match", "7"),)))
    assert (swapped.slots[0], swapped.cursor) == (BOARD, BOARD)
    twin = window(CHEST, _0=BOARD, _1=BOARD)
    assert do(CHEST, twin, BOARD, mode=clicks.GATHER) == Outcome(twin, BOARD)
    moved = do(CHEST, window(CHEST, _0=BOARD, _27=BOARD), mode=clicks.QUICK)
    assert held(moved) == {27: BOARD, 28: BOARD}


def test_the_largest_stack_of_an_item_holds_for_every_click() -> None:
    put = do(CHEST, window(CHEST, _0=Stack("pearl", 10)), Stack("pearl", 10))
    assert (put.slots[0], put.cursor) == (Stack("pearl", 16), Stack("pearl", 4))


def test_shift_click_moves_to_the_other_part_onto_its_like_first() -> None:
    moved = do(CHEST, window(CHEST, _0=Stack("log", 40), _30=Stack("log", 60)), mode=clicks.QUICK)
    assert held(moved) == {27: Stack("log", 36), 30: Stack("log", 64)}
    back = do(CHEST, moved.slots, slot=30, mode=clicks.QUICK)
    assert held(back) == {0: Stack("log", 64), 27: Stack("log", 36)}
    assert held(do(INVENTORY, window(INVENTORY, _3=Stack("log", 5)), slot=3, mode=clicks.QUICK)) == {9: Stack("log", 5)}
    assert held(do(INVENTORY, window(INVENTORY, _9=Stack("log", 5)), slot=9, mode=clicks.QUICK)) == {0: Stack("log", 5)}
    assert held(do(INVENTORY, window(INVENTORY, _36=Stack("x", 5)), slot=36, mode=clicks.QUICK)) == {0: Stack("x", 5)}


def test_shift_click_into_a_full_part_leaves_the_rest() -> None:
    full: dict[str, Stack] = {f"_{slot}": Stack("stone", 64) for slot in CHEST.player}
    full["_40"] = Stack("log", 63)
    moved = do(CHEST, window(CHEST, _0=Stack("log", 5), **full), mode=clicks.QUICK)
    assert (moved.slots[0], moved.slots[40]) == (Stack("log", 4), Stack("log", 64))


def test_number_keys_swap_with_the_hotbar_whatever_the_cursor_holds() -> None:
    start = window(CHEST, _0=Stack("log", 5), _29=Stack("wool", 2))
    swapped = do(CHEST, start, BOARD, button=2, mode=clicks.SWAP)
    assert held(swapped) == {0: Stack("wool", 2), 29: Stack("log", 5)}
    assert swapped.cursor == BOARD
    alone = window(CHEST, _27=Stack("log", 5))
    assert do(CHEST, alone, slot=27, button=0, mode=clicks.SWAP).slots == alone


def test_double_click_gathers_small_stacks_before_full_ones() -> None:
    start = window(CHEST, _0=Stack("log", 64), _1=Stack("log", 20), _30=Stack("log", 30), _31=Stack("wool", 3))
    gathered = do(CHEST, start, Stack("log", 10), slot=5, mode=clicks.GATHER)
    assert gathered.cursor == Stack("log", 64)
    assert held(gathered) == {0: Stack("log", 60), 31: Stack("wool", 3)}


def test_dragging_left_shares_evenly_and_keeps_the_rest() -> None:
    spread = do(CHEST, window(CHEST), Stack("log", 10), mode=clicks.DRAG, drag=(0, 1, 2, 2, 1))
    assert held(spread) == {slot: Stack("log", 3) for slot in (0, 1, 2)}
    assert spread.cursor == Stack("log", 1)


def test_dragging_over_occupied_slots_passes_over_what_cannot_take_any() -> None:
    start = window(CHEST, _0=Stack("wool", 1), _1=Stack("log", 63), _2=Stack("log", 64))
    spread = do(CHEST, start, Stack("log", 10), mode=clicks.DRAG, drag=(0, 1, 2, 3))
    assert held(spread) == {0: Stack("wool", 1), 1: Stack("log", 64), 2: Stack("log", 64), 3: Stack("log", 5)}
    assert spread.cursor == Stack("log", 4)


def test_dragging_over_more_slots_than_items_gives_one_each_while_they_last() -> None:
    for button in (clicks.LEFT, clicks.RIGHT):
        spread = do(CHEST, window(CHEST), Stack("log", 2), mode=clicks.DRAG, button=button, drag=(4, 5, 6))
        assert held(spread) == {4: Stack("log", 1), 5: Stack("log", 1)}
        assert spread.cursor is None


def test_throwing_from_the_cursor_and_from_a_slot() -> None:
    start = window(CHEST, _0=Stack("log", 5))
    whole = do(CHEST, start, Stack("wool", 3), slot=OUTSIDE)
    assert (whole.cursor, whole.thrown) == (None, (Stack("wool", 3),))
    one = do(CHEST, start, Stack("wool", 3), slot=OUTSIDE, button=clicks.RIGHT)
    assert (one.cursor, one.thrown) == (Stack("wool", 2), (Stack("wool", 1),))
    assert do(CHEST, start, mode=clicks.THROW).thrown == (Stack("log", 1),)
    assert do(CHEST, start, mode=clicks.THROW, button=clicks.WHOLE).thrown == (Stack("log", 5),)


def test_a_result_is_only_taken() -> None:
    start = window(CRAFTING, _4=Stack("log", 2), _9=Stack("planks", 4))
    assert do(CRAFTING, start, Stack("wool", 1), slot=9).slots == start
    once = do(CRAFTING, start, Stack("planks", 1), slot=9)
    assert (once.cursor, once.slots[4], once.slots[9]) == (Stack("planks", 5), Stack("log", 1), Stack("planks", 4))
    assert (once.crafted, once.used) == ((Stack("planks", 4),), (Stack("log", 1),))
    twice = do(CRAFTING, once.slots, once.cursor, slot=9)
    assert held(twice) == {}


def test_a_result_larger_than_the_cursors_room_is_not_taken() -> None:
    start = window(CRAFTING, _4=Stack("log", 2), _9=Stack("planks", 4))
    assert do(CRAFTING, start, Stack("planks", 61), slot=9) == Outcome(start, Stack("planks", 61))


def test_shift_click_on_a_result_crafts_as_often_as_it_fits_whole() -> None:
    start = window(CRAFTING, _0=Stack("log", 3))
    assert held(do(CRAFTING, start, slot=9, mode=clicks.QUICK)) == {10: Stack("planks", 12)}
    full: dict[str, Stack] = {f"_{slot}": Stack("stone", 64) for slot in CRAFTING.player}
    full["_20"] = Stack("planks", 57)
    some = do(CRAFTING, window(CRAFTING, _0=Stack("log", 3), **full), slot=9, mode=clicks.QUICK)
    assert (some.slots[20], some.slots[0]) == (Stack("planks", 61), Stack("log", 2))
    none = do(CRAFTING, some.slots, slot=9, mode=clicks.QUICK)
    assert (none.slots, none.crafted, none.used) == (some.slots, (), ())


def test_number_keys_and_the_throw_key_craft_once() -> None:
    start = window(CRAFTING, _0=Stack("log", 3))
    assert held(do(CRAFTING, start, slot=9, button=3, mode=clicks.SWAP))[13] == Stack("planks", 4)
    assert do(CRAFTING, start, slot=9, mode=clicks.THROW).thrown == (Stack("planks", 4),)
    occupied = window(CRAFTING, _0=Stack("log", 3), _13=Stack("wool", 1), _9=Stack("planks", 4))
    assert do(CRAFTING, occupied, slot=9, button=3, mode=clicks.SWAP).slots == occupied


def test_nothing_can_be_put_into_the_welcome_chest() -> None:
    start = window(WELCOME, _0=Stack("log", 1), _27=Stack("wool", 5))
    for how in (
        {"slot": 1}, {"slot": 0}, {"slot": 1, "mode": clicks.DRAG, "drag": (0, 1)},
        {"slot": 0, "button": 0, "mode": clicks.SWAP},
    ):  # fmt: skip
        assert do(WELCOME, start, Stack("wool", 2), **how).slots == start
    assert do(WELCOME, start, slot=27, mode=clicks.QUICK).slots[36] == Stack("wool", 5)
    assert do(WELCOME, start).cursor == Stack("log", 1)
    assert do(WELCOME, start, button=4, mode=clicks.SWAP).slots[31] == Stack("log", 1)


def test_without_recipes_a_result_is_not_predicted_and_stays_as_shown() -> None:
    start = window(CRAFTING, _0=Stack("log", 1), _9=Stack("planks", 4))
    for mode in (clicks.PICKUP, clicks.QUICK, clicks.SWAP, clicks.THROW):
        assert click(CRAFTING, start, None, slot=9, mode=mode, size=size) is None
    lifted = click(CRAFTING, start, None, slot=0, size=size)
    assert lifted is not None
    assert held(lifted) == {9: Stack("planks", 4)}


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"slot": 63}, "no_such_slot"),
        ({"slot": -2}, "no_such_slot"),
        ({"slot": OUTSIDE, "mode": clicks.QUICK}, "no_such_slot"),
        ({"slot": OUTSIDE, "mode": clicks.DRAG, "drag": (1, 99)}, "no_such_slot"),
        ({"slot": OUTSIDE, "mode": clicks.DRAG, "drag": (1, OUTSIDE)}, "no_such_slot"),
        ({"button": 2}, "no_such_click"),
        ({"button": 9, "mode": clicks.SWAP}, "no_such_click"),
        ({"mode": "juggle"}, "no_such_click"),
    ],
)
def test_clicks_that_do_not_exist_are_refused_with_a_sentence(how: dict[str, object], code: str) -> None:
    with pytest.raises(ClickRefused) as refused:
        do(CHEST, window(CHEST), Stack("log", 5), **how)
    assert refused.value.code == code
    assert refused.value.text.endswith(".")


stacks = st.one_of(
    st.none(),
    st.builds(Stack, st.sampled_from(("log", "planks", "wool")), st.sampled_from((1, 2, 3, 31, 63, 64))),
    st.builds(Stack, st.just("pearl"), st.integers(1, 16)),
    st.just(BOARD),
)


def total(*groups: Slots) -> Counter[object]:
    sums: Counter[object] = Counter()
    for stack in (stack for group in groups for stack in group if stack is not None):
        sums[(stack.item, stack.data)] += stack.count
    return sums


@st.composite
def series(draw: st.DrawFn) -> tuple[Layout, Slots, Stack | None, list[dict[str, object]]]:
    layout = draw(st.sampled_from(tuple(LAYOUTS.values())))
    few = draw(st.dictionaries(st.integers(0, layout.size - 1), stacks, max_size=12))
    filler = draw(st.sampled_from((None, Stack("wool", 64))))
    slots = tuple(few.get(index, filler) if index != layout.result else None for index in range(layout.size))
    slot = st.integers(0, layout.size - 1)
    side = st.integers(0, 1)
    over_a_slot = st.sampled_from((clicks.QUICK, clicks.GATHER, clicks.THROW))
    how: st.SearchStrategy[dict[str, object]] = st.one_of(
        st.fixed_dictionaries({"slot": st.one_of(st.just(OUTSIDE), slot), "button": side}),
        st.fixed_dictionaries({"slot": slot, "button": st.integers(0, 8), "mode": st.just(clicks.SWAP)}),
        st.fixed_dictionaries({"slot": slot, "button": side, "mode": over_a_slot}),
        st.fixed_dictionaries(
            {
                "slot": st.just(OUTSIDE),
                "button": side,
                "mode": st.just(clicks.DRAG),
                "drag": st.lists(slot, max_size=12),
            }
        ),
    )
    return layout, slots, draw(stacks), draw(st.lists(how, min_size=1, max_size=8))


@given(series())
def test_clicks_conserve_every_item_and_keep_counts_in_range(
    case: tuple[Layout, Slots, Stack | None, list[dict[str, object]]],
) -> None:
    layout, slots, cursor, hows = case
    for how in hows:
        result = layout.result
        before = total(tuple(s for i, s in enumerate(slots) if i != result), (cursor,))
        outcome = do(layout, slots, cursor, **how)
        slots, cursor = outcome.slots, outcome.cursor
        assert before + total(outcome.crafted) == total(
            tuple(s for i, s in enumerate(slots) if i != result), (cursor,), outcome.thrown, outcome.used
        )
        for stack in (*slots, cursor, *outcome.thrown):
            assert stack is None or (type(stack.count) is int and 1 <= stack.count <= size(stack.item))


@given(series())
def test_a_client_predicts_every_slot_but_the_result(
    case: tuple[Layout, Slots, Stack | None, list[dict[str, object]]],
) -> None:
    layout, slots, cursor, hows = case
    for how in hows:
        guess = click(layout, slots, cursor, size=size, **how)  # type: ignore[arg-type]
        outcome = do(layout, slots, cursor, **how)
        if guess is not None:
            same = [i for i in range(layout.size) if i != layout.result]
            assert [guess.slots[i] for i in same] == [outcome.slots[i] for i in same]
            assert (guess.cursor, guess.thrown) == (outcome.cursor, outcome.thrown)
        slots, cursor = outcome.slots, outcome.cursor
