"""The ledger: the only hand that moves items, so that what exists is always what was minted minus what was burnt.

Every stack has exactly one holder. A write names all holders it touches with their new slots, and what it mints and
burns; it is refused unless both sides balance item by item, data included. DESIGN section 2.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ..engine.changes import ChangeSet, Collection
from ..shared.inventory.merging import Slots
from ..shared.inventory.stack import Stack


class Holder(msgspec.Struct, frozen=True):
    """The slots of one holder: `player:<id>` 36, `cursor:<id>` 1, `grid:<id>` 4 or 9, `chest:<x,y,z>` 27,
    `welcome:<player>` 27, `drop:<n>` 1, `table:<x,y,z>` 1, `escrow:<match or x,y,z>/<player>` up to 9, `claim:<player>`
    any and, only within a change set, `hand:<player>` any."""

    slots: Slots


class Tallied(msgspec.Struct, frozen=True):
    """A running counter of one item minted or burnt for one reason."""

    count: int


HOLDERS: Collection[Holder] = Collection("holders", Holder, "a place of things")
MINTED: Collection[Tallied] = Collection("minted", Tallied, "a count of things")
BURNT: Collection[Tallied] = Collection("burnt", Tallied, "a count of things")


class Unbalanced(Exception):
    """An exchange whose two sides differ: a fault of the caller, never of a player."""


def tally(stacks: Iterable[Stack | None]) -> Counter[tuple[str, tuple[tuple[str, str], ...]]]:
    """What these stacks add up to, by item and data."""
    sums: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
    for stack in stacks:
        if stack is not None:
            sums[(stack.item, stack.data)] += stack.count
    return sums


def slots(changes: ChangeSet, holder: str) -> Slots:
    """The slots of a holder, () when there is none."""
    record = changes.read(HOLDERS, holder)
    return record.slots if record is not None else ()


def exchange(
    changes: ChangeSet,
    after: Mapping[str, Sequence[Stack | None] | None],
    *,
    minted: Iterable[Stack] = (),
    burnt: Iterable[Stack] = (),
    reason: str = "",
) -> None:
    """Give these holders these slots (None: the holder ends).

    `reason` names why items are minted or burnt and is required then. Raises Unbalanced, having changed nothing."""
    minted, burnt = tuple(minted), tuple(burnt)
    before = tally(minted)
    result = tally(burnt)
    for holder, new in after.items():
        before += tally(slots(changes, holder))
        result += tally(new or ())
    if before != result:
        raise Unbalanced(f"{dict(before - result)} vanished and {dict(result - before)} appeared in {list(after)}")
    if (minted or burnt) and not reason:
        raise Unbalanced("Minting and burning need a reason.")
    for holder, new in after.items():
        if new is None:
            changes.delete(HOLDERS, holder)
        else:
            changes.put(HOLDERS, holder, Holder(tuple(new)))
    _count(changes, MINTED, minted, reason)
    _count(changes, BURNT, burnt, reason)
    changes.burnt.extend((stack, reason) for stack in burnt if stack.data)


def _count(changes: ChangeSet, counters: Collection[Tallied], stacks: Iterable[Stack], reason: str) -> None:
    for stack in stacks:
        key = f"{stack.item}/{reason}"
        present = changes.read(counters, key)
        changes.put(counters, key, Tallied((present.count if present else 0) + stack.count))
