"""Moving whole holders to a player: into the inventory while there is room, the rest stays or waits in the claim box.

For pick-ups, returned boards and pay-outs. A player who is away is served just the same.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..engine.changes import ChangeSet
from ..engine.content import Content
from ..shared.inventory.layout import PLAYER_SLOTS
from ..shared.inventory.merging import Slots, StackSize, poured
from ..shared.inventory.stack import MAX_STACK, Stack
from ..shared.protocol.chat import Notice
from .ledger import exchange, slots, tally

Tally = Mapping[tuple[str, tuple[tuple[str, str], ...]], int]
"""Counts by item and data, as `ledger.tally` makes them."""


TOLD_KINDS = 4
"""So many kinds of things a sentence names, so that it stays one whatever lies in a pot or a claim box."""


def inventory(player: str) -> str:
    """The holder of a player's 36 slots."""
    return f"player:{player}"


def claim_box(player: str) -> str:
    """The holder of what waits for a player until there is room."""
    return f"claim:{player}"


def stack_size(content: Content) -> StackSize:
    """The largest stack of each registered item, MAX_STACK for an unknown one."""

    def size(item: str) -> int:
        kind = content.items.get(item)
        return kind.max_stack if kind is not None else MAX_STACK

    return size


def give(changes: ChangeSet, player: str, source: str) -> None:
    """Move all of a holder to a player: into empty slots, and what finds none into the claim box. The source ends.

    Nothing is joined to other stacks here, so that no stack grows past its item's size."""
    target = list(slots(changes, inventory(player)))
    empty = [slot for slot, stack in enumerate(target) if stack is None]
    stacks = [stack for stack in slots(changes, source) if stack is not None]
    for slot, stack in zip(empty, stacks, strict=False):
        target[slot] = stack
    waiting = stacks[len(empty) :]
    after: dict[str, Sequence[Stack | None] | None] = {source: None}
    if target:
        after[inventory(player)] = target
    if waiting:
        after[claim_box(player)] = (*slots(changes, claim_box(player)), *waiting)
        words = described(tally(waiting))
        changes.tell(player, Notice("warning", f"Your inventory is full; in your claim box waits: {words}."))
    exchange(changes, after)


def insert(changes: ChangeSet, player: str, source: str, size: StackSize) -> bool:
    """Move a holder's stacks into a player's inventory as far as they fit; what does not stays where it is.

    Returns whether anything moved. A source that is empty then ends."""
    target = inventory(player)
    before = slots(changes, source)
    after, left = fitted(slots(changes, target), before, size)
    if left == before:
        return False
    exchange(changes, {target: after, source: left if any(left) else None})
    return True


def to_claim_box(changes: ChangeSet, player: str, source: str) -> None:
    """Move all of a holder into a player's claim box. The source ends."""
    box = claim_box(player)
    waiting = [stack for stack in slots(changes, source) if stack is not None]
    if waiting:
        exchange(changes, {box: (*slots(changes, box), *waiting), source: None})


def fitted(target: Slots, stacks: Iterable[Stack | None], size: StackSize) -> tuple[Slots, Slots]:
    """An inventory's slots after these stacks went in, and, place by place, what of them found no room."""
    order = range(min(PLAYER_SLOTS, len(target)))
    left: list[Stack | None] = []
    for stack in stacks:
        rest = None
        if stack is not None:
            target, rest = poured(target, order, stack, size)
        left.append(rest)
    return target, tuple(left)


def described(sums: Tally, kinds: int | None = TOLD_KINDS) -> str:
    """What stacks add up to in words, such as '7 × oak planks and 1 × lime wool'; of more kinds than that only how many
    more there are (None: all are told)."""
    words = [f"{count} × {item.partition(':')[2].replace('_', ' ')}" for (item, _), count in sums.items()]
    if kinds is not None and len(words) > kinds:
        words[kinds - 1 :] = [f"{len(words) - kinds + 1} more kinds of things"]
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
