"""What lies loose, on the cursor and in the grid, goes back to the inventory; what finds no room is never lost."""

from ..engine.changes import ChangeSet, Place
from ..shared.inventory.layout import GRID_SLOTS
from ..shared.inventory.merging import StackSize
from .giving import claim_box, fitted, inventory
from .ledger import exchange, slots
from .surroundings import Ground
from .windows import crafting_grid, cursor


def hand(player: str) -> str:
    """The holder that stacks pass through, within one change set, on their way to the ground."""
    return f"hand:{player}"


def put_away(
    changes: ChangeSet, player: str, size: StackSize, ground: Ground, feet: Place | None, grid: int = GRID_SLOTS
) -> None:
    """Empty cursor and grid into the inventory and give the grid `grid` slots.

    The rest drops at the player's feet, or waits in the claim box where there are none."""
    loose = (*slots(changes, cursor(player)), *slots(changes, crafting_grid(player)))
    if not any(loose) and len(slots(changes, crafting_grid(player))) == grid:
        return
    target, left = fitted(slots(changes, inventory(player)), loose, size)
    rest = tuple(stack for stack in left if stack is not None)
    after = {inventory(player): target, cursor(player): (None,), crafting_grid(player): (None,) * grid}
    if rest and feet is None:
        after[claim_box(player)] = (*slots(changes, claim_box(player)), *rest)
    elif rest:
        after[hand(player)] = rest
    exchange(changes, after)
    if feet is not None:
        let_fall(changes, ground, hand(player), feet)


def let_fall(changes: ChangeSet, ground: Ground, holder: str, pos: Place, speed: Place | None = None) -> None:
    """Drop everything of a holder at one place, with a speed in blocks a tick or a small one by chance. The holder
    ends."""
    for slot, stack in enumerate(slots(changes, holder)):
        if stack is not None:
            ground.drop(changes, holder, slot, pos, speed=speed)
    if slots(changes, holder):
        exchange(changes, {holder: None})
