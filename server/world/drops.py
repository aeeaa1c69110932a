"""Stacks that lie in the world: how they come, move, join, are picked up and at last decay.

A drop's stack is held by `drop:<n>`; its record says where it began or came to rest. Where it is between the two lives
only in memory. After ten minutes a drop decays: it is burnt as `expired`, except one with data, such as a board that
carries a match, which lies until somebody takes it.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec
import numpy as np

from ..engine.changes import ChangeSet, Collection, Refusal
from ..items.giving import insert
from ..items.ledger import exchange, slots
from ..shared.inventory.merging import StackSize, alike
from ..shared.inventory.stack import Stack
from .bodies import Place
from .noise import Floats, Ints

FIRST_BODY: Final = 1 << 30
"""Bodies of drops are numbered from here, bodies of players below."""
PICK_UP_AFTER: Final = 500
"""Milliseconds for which a new drop cannot be picked up."""
LIFE: Final = 10 * 60 * 1000
"""Milliseconds after which a drop without data decays."""
_REACH: Final = 1.4
"""Blocks along the ground at which a player takes a drop."""
_REACH_UP: Final = 2.0
_JOIN: Final = 1.2
"""Blocks at which two resting drops of the same item become one."""


class Drop(msgspec.Struct, frozen=True):
    """Where a drop began or rests, its speed then in blocks a tick, and the game time in ms when it came to be."""

    x: float
    y: float
    z: float
    vx: float
    vy: float
    vz: float
    born: int


DROPS: Final[Collection[Drop]] = Collection("drops", Drop)
"""By the drop's number."""


def holder_of(number: int) -> str:
    """The holder of a drop's stack."""
    return f"drop:{number}"


def stack_of(changes: ChangeSet, number: int) -> Stack | None:
    """The stack that a drop is."""
    held = slots(changes, holder_of(number))
    return held[0] if held else None


class Numbers:
    """Numbers for new drops, above every drop there is."""

    def __init__(self, changes: ChangeSet) -> None:
        self._next = 1 + max((int(key) for key, _ in changes.scan(DROPS)), default=0)

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self._next += 1
        return self._next - 1


def scatter(rng: Random) -> Place:
    """A small speed in a chance direction, in blocks a tick."""
    return rng.uniform(-0.06, 0.06), rng.uniform(0.12, 0.2), rng.uniform(-0.06, 0.06)


def mint(changes: ChangeSet, number: int, stack: Stack, pos: Place, speed: Place, reason: str) -> None:
    """Make a new stack and let it lie at a place."""
    exchange(changes, {holder_of(number): [stack]}, minted=[stack], reason=reason)
    changes.put(DROPS, str(number), Drop(*pos, *speed, changes.now))


def release(
    changes: ChangeSet, number: int, holder: str, slot: int, count: int | None, pos: Place, speed: Place
) -> None:
    """Move `count` of a holder's slot (None: all) into a new drop. Raises Refusal when there is not as much."""
    held = list(slots(changes, holder))
    stack = held[slot] if 0 <= slot < len(held) else None
    if stack is None or (count is not None and not 0 < count <= stack.count):
        raise Refusal("nothing_there", "There is nothing to drop.")
    count = stack.count if count is None else count
    held[slot] = Stack(stack.item, stack.count - count, stack.data) if count < stack.count else None
    exchange(changes, {holder: held, holder_of(number): [Stack(stack.item, count, stack.data)]})
    changes.put(DROPS, str(number), Drop(*pos, *speed, changes.now))


def take(changes: ChangeSet, size: StackSize, number: int, player: str) -> bool:
    """Move a drop's stack into a player's slots, as far as it fits. Tells whether nothing of it is left."""
    if stack_of(changes, number) is None or not insert(changes, player, holder_of(number), size):
        return False
    if stack_of(changes, number) is not None:
        return False
    changes.delete(DROPS, str(number))
    return True


def decay(changes: ChangeSet) -> None:
    """Burn the drops that have lain for too long; those with data stay."""
    for key, drop in list(changes.scan(DROPS)):
        stack = stack_of(changes, int(key))
        if changes.now - drop.born >= LIFE and stack is not None and not stack.data:
            exchange(changes, {holder_of(int(key)): None}, burnt=[stack], reason="expired")
            changes.delete(DROPS, key)


def join(changes: ChangeSet, size: StackSize, numbers: Ints, places: Floats) -> None:
    """Lay resting drops of equal items that lie together into one; the older number takes in the younger."""
    if len(numbers) < 2:
        return
    close = np.linalg.norm(places[:, None] - places[None], axis=-1) < _JOIN
    for older, younger in np.argwhere(np.triu(close, 1)).tolist():
        first, second = int(numbers[older]), int(numbers[younger])
        kept, other = stack_of(changes, first), stack_of(changes, second)
        if kept is None or other is None or not alike(kept, other):
            continue
        if kept.count + other.count <= size(kept.item):
            both = Stack(kept.item, kept.count + other.count)
            exchange(changes, {holder_of(first): [both], holder_of(second): None})
            changes.delete(DROPS, str(second))


def within_reach(places: Floats, feet: Place) -> Ints:
    """The indices of the drops (N, 3) that a player with these feet reaches, nearest first."""
    apart = places - np.array(feet)
    flat = np.hypot(apart[:, 0], apart[:, 2])
    near = np.nonzero((flat < _REACH) & (apart[:, 1] > -1.0) & (apart[:, 1] < _REACH_UP))[0]
    return near[np.argsort(flat[near], kind="stable")]
