"""What a click does to the slots of a window and to the cursor: pure, so that client and server compute the same.

Only the server knows recipes. It hands in `craft` and gets result slots computed too; a client leaves it out, then a
click on a result slot gives None (nothing is predicted, the answer tells) and the result keeps showing what the server
said last until the answer comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from .layout import HOTBAR_SLOTS, OUTSIDE, Layout
from .merging import Slots, StackSize, alike, counted, grown, poured, room
from .stack import Stack

PICKUP: Final = "pickup"
"""A click with button LEFT or RIGHT: take all or half, put all or one, swap unlike stacks. OUTSIDE throws the cursor's
stack whole (LEFT) or one of it (RIGHT)."""
QUICK: Final = "quick"
"""A shift-click: the stack moves to the other parts of the window; a result is crafted as often as it fits whole."""
SWAP: Final = "swap"
"""A number key over a slot: it changes places with hotbar slot `button`, 0 to 8."""
GATHER: Final = "gather"
"""A double-click: the cursor's stack is filled up from all slots, smaller stacks before full ones."""
DRAG: Final = "drag"
"""The cursor's stack spread over `drag`'s slots, which are taken in order: LEFT in equal shares, RIGHT one each; the
rest stays on the cursor. Slots that cannot take any are passed over. `slot` has no meaning."""
THROW: Final = "throw"
"""The throw key over a slot: button ONE or WHOLE of its stack. A result is crafted once and thrown."""

MODES: Final = (PICKUP, QUICK, SWAP, GATHER, DRAG, THROW)
LEFT: Final = 0
RIGHT: Final = 1
ONE: Final = 0
WHOLE: Final = 1

Craft = Callable[[Slots], Stack | None]
"""What a crafting grid makes of one of each of its stacks, or None."""


class ClickRefused(ValueError):
    """A click that means nothing in this window and changes nothing: `no_such_slot` or `no_such_click`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Outcome:
    """The window after a click. `thrown` left it for the ground; `crafted` appeared, `used` vanished from the grid:
    slots, cursor and crafted before are slots, cursor, thrown and used after."""

    slots: Slots
    cursor: Stack | None
    thrown: tuple[Stack, ...] = ()
    crafted: tuple[Stack, ...] = ()
    used: tuple[Stack, ...] = ()


def click(
    layout: Layout,
    slots: Sequence[Stack | None],
    cursor: Stack | None,
    *,
    slot: int,
    button: int = LEFT,
    mode: str = PICKUP,
    drag: Sequence[int] = (),
    size: StackSize,
    craft: Craft | None = None,
) -> Outcome | None:
    """The window after one click, or None when only the server can tell (a result slot without `craft`).

    Raises ClickRefused for a slot, button or mode that does not exist."""
    _check(layout, slot, button, mode, drag)
    if craft is None and slot == layout.result and mode not in (DRAG, GATHER):
        return None
    hand = _Hand(layout, slots, cursor, size, craft)
    if mode == PICKUP:
        hand.pick_up(slot, button)
    elif mode == QUICK:
        hand.move(slot)
    elif mode == SWAP:
        hand.swap(slot, button)
    elif mode == GATHER:
        hand.gather()
    elif mode == DRAG:
        hand.spread(drag, button)
    else:
        hand.throw(slot, button)
    return hand.outcome()


def _check(layout: Layout, slot: int, button: int, mode: str, drag: Sequence[int]) -> None:
    if mode not in MODES:
        raise ClickRefused("no_such_click", f"There is no click called {mode[:16]!r}.")
    if not 0 <= button < (HOTBAR_SLOTS if mode == SWAP else 2):
        raise ClickRefused("no_such_click", f"The click {mode!r} has no button {button}.")
    lowest = OUTSIDE if mode in (PICKUP, DRAG) else 0
    for wanted, least in ((slot, lowest), *((each, 0) for each in drag)):
        if not least <= wanted < layout.size:
            raise ClickRefused("no_such_slot", f"This window has no slot {wanted}; its last one is {layout.size - 1}.")


class _Hand:
    """One click at work on copies of the window's slots and the cursor."""

    def __init__(
        self, layout: Layout, slots: Sequence[Stack | None], cursor: Stack | None, size: StackSize, craft: Craft | None
    ) -> None:
        self._layout = layout
        self._slots = list(slots)
        self._cursor = cursor
        self._size = size
        self._craft = craft
        self._thrown: list[Stack] = []
        self._crafted: list[Stack] = []
        self._used: list[Stack] = []
        self._closed = {index for part in layout.take_only for index in layout.parts[part]}

    def outcome(self) -> Outcome:
        if self._craft is not None and self._layout.result is not None:
            self._slots[self._layout.result] = self._craft(self._grid())
        return Outcome(tuple(self._slots), self._cursor, tuple(self._thrown), tuple(self._crafted), tuple(self._used))

    # -------------------------------------------------------------- the six clicks

    def pick_up(self, slot: int, button: int) -> None:
        if slot == OUTSIDE:
            self._throw_cursor(whole=button == LEFT)
        elif slot == self._layout.result:
            self._take_result()
        elif self._cursor is None:
            self._take(slot, half=button == RIGHT)
        elif slot in self._closed:
            self._top_up(slot)
        elif room(self._cursor, self._slots[slot], self._size):
            self._put(slot, 1 if button == RIGHT else self._cursor.count)
        elif not self._matches(slot):
            self._cursor, self._slots[slot] = self._slots[slot], self._cursor

    def move(self, slot: int) -> None:
        order = [index for part in self._quick(slot) for index in self._layout.parts[part]]
        if slot == self._layout.result:
            while (made := self._made()) is not None and self._pour(made, order):
                self._consume(made)
        elif (stack := self._slots[slot]) is not None:
            slots, left = poured(self._slots, order, stack, self._size)
            self._slots = list(slots)
            self._slots[slot] = left

    def swap(self, slot: int, key: int) -> None:
        hotbar = self._layout.parts["hotbar"][key]
        if slot == self._layout.result:
            if (made := self._made()) is not None and self._pour(made, [hotbar]):
                self._consume(made)
        elif slot not in self._closed or self._slots[hotbar] is None:
            self._slots[slot], self._slots[hotbar] = self._slots[hotbar], self._slots[slot]

    def gather(self) -> None:
        if self._cursor is None:
            return
        full = self._size(self._cursor.item)
        for whole in (False, True):
            for slot, stack in enumerate(self._slots):
                if stack is not None and slot != self._layout.result and (stack.count >= full) is whole:
                    self._top_up(slot)

    def spread(self, wanted: Sequence[int], button: int) -> None:
        if self._cursor is None:
            return
        cursor = self._cursor
        targets = [
            slot
            for slot in dict.fromkeys(wanted)
            if slot not in self._closed and room(cursor, self._slots[slot], self._size)
        ][: cursor.count]
        for slot in targets:
            self._put(slot, 1 if button == RIGHT else cursor.count // len(targets))

    def throw(self, slot: int, button: int) -> None:
        if slot == self._layout.result:
            if (made := self._made()) is not None:
                self._thrown.append(made)
                self._consume(made)
        elif (stack := self._slots[slot]) is not None:
            count = stack.count if button == WHOLE else 1
            self._thrown.append(Stack(stack.item, count, stack.data))
            self._slots[slot] = counted(stack, stack.count - count)

    # -------------------------------------------------------------- between a slot and the cursor

    def _take(self, slot: int, *, half: bool) -> None:
        stack = self._slots[slot]
        if stack is not None:
            count = (stack.count + 1) // 2 if half else stack.count
            self._cursor = Stack(stack.item, count, stack.data)
            self._slots[slot] = counted(stack, stack.count - count)

    def _put(self, slot: int, wanted: int) -> None:
        if self._cursor is not None:
            count = min(wanted, self._cursor.count, room(self._cursor, self._slots[slot], self._size))
            if count:
                self._slots[slot] = grown(self._slots[slot], self._cursor, count)
                self._cursor = counted(self._cursor, self._cursor.count - count)

    def _top_up(self, slot: int) -> None:
        """Fill the cursor's stack from a slot of its like."""
        stack = self._slots[slot]
        if stack is not None and self._cursor is not None:
            count = min(stack.count, room(stack, self._cursor, self._size))
            if count:
                self._cursor = grown(self._cursor, stack, count)
                self._slots[slot] = counted(stack, stack.count - count)

    def _throw_cursor(self, *, whole: bool) -> None:
        if self._cursor is not None:
            count = self._cursor.count if whole else 1
            self._thrown.append(Stack(self._cursor.item, count, self._cursor.data))
            self._cursor = counted(self._cursor, self._cursor.count - count)

    def _matches(self, slot: int) -> bool:
        stack = self._slots[slot]
        return stack is not None and self._cursor is not None and alike(stack, self._cursor)

    def _quick(self, slot: int) -> tuple[str, ...]:
        return self._layout.quick[self._layout.part_of(slot)]

    # -------------------------------------------------------------- results

    def _grid(self) -> Slots:
        return tuple(self._slots[index] for index in self._layout.parts["grid"])

    def _made(self) -> Stack | None:
        return self._craft(self._grid()) if self._craft is not None else None

    def _take_result(self) -> None:
        made = self._made()
        if made is not None and room(made, self._cursor, self._size) >= made.count:
            self._cursor = grown(self._cursor, made, made.count)
            self._consume(made)

    def _pour(self, made: Stack, order: Sequence[int]) -> bool:
        """Put a whole result into these slots, or leave them as they are."""
        slots, left = poured(self._slots, order, made, self._size)
        if left is None:
            self._slots = list(slots)
        return left is None

    def _consume(self, made: Stack) -> None:
        """One of each stack in the grid becomes the result."""
        self._crafted.append(made)
        for index in self._layout.parts["grid"]:
            stack = self._slots[index]
            if stack is not None:
                self._used.append(Stack(stack.item, 1, stack.data))
                self._slots[index] = counted(stack, stack.count - 1)
