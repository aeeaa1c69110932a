"""Stacks that lie in the world: how they come, move, join, are picked up and at last decay.

A drop's stack is held by `drop:<n>`; its record says where it began or came to rest. Where it is between the two lives
only in memory. After ten minutes in which the server ran a drop decays: it is burnt as `expired`, except one with data,
such as a board that carries a match, which lies until somebody takes it.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec
import numpy as np

from ..engine.changes import ChangeSet, Collection, Place, Refusal
from ..items.giving import insert
from ..items.ledger import HOLDERS, exchange, slots
from ..shared.inventory.merging import StackSize, alike
from ..shared.inventory.stack import Stack
from ..shared.voxel.collision import Floats, Ints

FIRST_BODY: Final = 1 << 30
"""Bodies of drops are numbered from here, bodies of players below."""
LAST_NUMBER: Final = FIRST_BODY - 1
"""The highest number of a drop, so that every body has a number that a message can carry."""
PICK_UP_AFTER: Final = 10
"""Ticks for which a new drop cannot be picked up."""
LIFE: Final = 10 * 60 * 20
"""Ticks after which a drop without data decays; an outage takes nothing away."""
_REACH: Final = 1.4
"""Blocks along the ground at which a player takes a drop."""
_REACH_UP: Final = 2.0


class Drop(msgspec.Struct, frozen=True):
    """Where a drop began or rests, its speed then in blocks a tick, and the tick at which it came to be."""

    x: float
    y: float
    z: float
    vx: float
    vy: float
    vz: float
    born: int


DROPS: Final[Collection[Drop]] = Collection("drops", Drop, "the place of something on the ground")
"""By the drop's number."""
_NUMBERED: Final = (DROPS.name, HOLDERS.name)


def holder_of(number: int) -> str:
    """The holder of a drop's stack."""
    return f"drop:{number}"


def stack_of(changes: ChangeSet, number: int) -> Stack | None:
    """The stack that a drop is."""
    held = slots(changes, holder_of(number))
    return held[0] if held else None


class Numbers:
    """Numbers for new drops, above every drop there is; past the last that a body can have they begin again, without
    those of drops that still lie."""

    def __init__(self, changes: ChangeSet) -> None:
        self._model = changes.model
        aside = (each.key.removeprefix("drop:") for each in self._model.aside.values() if each.collection in _NUMBERED)
        lying = (key for key, _ in changes.scan(DROPS))
        self._last = max((int(key) for key in (*lying, *aside) if key.isdecimal()), default=0)

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self._last = self._last % LAST_NUMBER + 1
        while self._taken(self._last):
            self._last = self._last % LAST_NUMBER + 1
        return self._last

    def _taken(self, number: int) -> bool:
        key, holder = str(number), holder_of(number)
        aside = (DROPS.name, key) in self._model.aside or (HOLDERS.name, holder) in self._model.aside
        return aside or key in self._model.rows(DROPS) or holder in self._model.rows(HOLDERS)


def scatter(rng: Random) -> Place:
    """A small speed in a chance direction, in blocks a tick."""
    return rng.uniform(-0.06, 0.06), rng.uniform(0.12, 0.2), rng.uniform(-0.06, 0.06)


def mint(changes: ChangeSet, number: int, stack: Stack, drop: Drop, reason: str) -> None:
    """Make a new stack and let it lie at a place."""
    exchange(changes, {holder_of(number): [stack]}, minted=[stack], reason=reason)
    changes.put(DROPS, str(number), drop)


def release(changes: ChangeSet, number: int, holder: str, slot: int, count: int | None, drop: Drop) -> None:
    """Move `count` of a holder's slot (None: all) into a new drop. Raises Refusal when there is not as much."""
    held = list(slots(changes, holder))
    stack = held[slot] if 0 <= slot < len(held) else None
    if stack is None or (count is not None and not 0 < count <= stack.count):
        raise Refusal("nothing_there", "There is nothing to drop.")
    count = stack.count if count is None else count
    held[slot] = Stack(stack.item, stack.count - count, stack.data) if count < stack.count else None
    exchange(changes, {holder: held, holder_of(number): [Stack(stack.item, count, stack.data)]})
    changes.put(DROPS, str(number), drop)


def take(changes: ChangeSet, size: StackSize, number: int, player: str) -> bool:
    """Move a drop's stack into a player's slots, as far as it fits. Tells whether nothing of it is left."""
    if stack_of(changes, number) is None or not insert(changes, player, holder_of(number), size):
        return False
    if stack_of(changes, number) is not None:
        return False
    changes.delete(DROPS, str(number))
    return True


def decay(changes: ChangeSet, numbers: Ints) -> None:
    """Burn these drops, which have lain for LIFE; those with data stay."""
    for number in numbers.tolist():
        stack = stack_of(changes, number)
        if stack is not None and not stack.data:
            exchange(changes, {holder_of(number): None}, burnt=[stack], reason="expired")
            changes.delete(DROPS, str(number))


def join(changes: ChangeSet, size: StackSize, numbers: Ints, places: Floats) -> None:
    """Lay resting drops of equal items that lie in the same block into one: the one that came first."""
    if len(numbers) < 2:
        return
    _, block, together = np.unique(np.floor(places + 0.01), axis=0, return_inverse=True, return_counts=True)
    block = block.reshape(-1)
    for crowded in np.nonzero(together > 1)[0].tolist():
        _join_all(changes, size, sorted(numbers[block == crowded].tolist()))


def _join_all(changes: ChangeSet, size: StackSize, numbers: list[int]) -> None:
    kept: list[int] = []
    for number in numbers:
        stack = stack_of(changes, number)
        target = next((each for each in kept if _joins(stack_of(changes, each), stack, size)), None)
        first = stack_of(changes, target) if target is not None else None
        if target is None or first is None or stack is None:
            kept.append(number)
            continue
        both = Stack(stack.item, first.count + stack.count)
        exchange(changes, {holder_of(target): [both], holder_of(number): None})
        changes.delete(DROPS, str(number))


def _joins(one: Stack | None, other: Stack | None, size: StackSize) -> bool:
    if one is None or other is None or not alike(one, other):
        return False
    return one.count + other.count <= size(one.item)


def within_reach(places: Floats, feet: Place) -> Ints:
    """The indices of the drops (N, 3) that a player with these feet reaches, nearest first."""
    apart = places - np.array(feet)
    flat = np.hypot(apart[:, 0], apart[:, 2])
    near = np.nonzero((flat < _REACH) & (apart[:, 1] > -1.0) & (apart[:, 1] < _REACH_UP))[0]
    return near[np.argsort(flat[near], kind="stable")]
