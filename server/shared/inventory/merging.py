"""How stacks join: the only arithmetic on counts, so that no count is ever a fraction, negative or too large."""

from collections.abc import Callable, Iterable, Sequence

from .stack import Stack

StackSize = Callable[[str], int]
"""The largest stack of an item, by its id: 1 to MAX_STACK."""
Slots = tuple[Stack | None, ...]


def alike(one: Stack, other: Stack) -> bool:
    """Whether two stacks may become one: the same item, and no data, which makes a stack singular."""
    return one.item == other.item and not one.data and not other.data


def room(stack: Stack, target: Stack | None, size: StackSize) -> int:
    """How many of `stack` a slot that holds `target` could take on, whatever the stack's own count."""
    if target is None:
        return size(stack.item)
    return max(0, size(stack.item) - target.count) if alike(stack, target) else 0


def counted(stack: Stack, count: int) -> Stack | None:
    """The same stack with another count, None for 0."""
    return Stack(stack.item, count, stack.data) if count else None


def grown(target: Stack | None, stack: Stack, count: int) -> Stack:
    """What a slot holds after `count` of `stack` joined it; the caller has made sure of the room."""
    return Stack(stack.item, count + (target.count if target is not None else 0), stack.data)


def poured(
    slots: Sequence[Stack | None], order: Iterable[int], stack: Stack, size: StackSize
) -> tuple[Slots, Stack | None]:
    """The slots after a stack went into them, and what found no room: onto its like first, then into empty slots,
    both in the given order."""
    order = tuple(order)
    after = list(slots)
    left = stack.count
    for empty in (False, True):
        for slot in order:
            target = after[slot]
            if left and (target is None) is empty:
                moved = min(left, room(stack, target, size))
                if moved:
                    after[slot] = grown(target, stack, moved)
                    left -= moved
    return tuple(after), counted(stack, left)
