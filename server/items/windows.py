"""Windows as part of the truth: who has which one open, and which holders lie behind its slots.

A window is opened and closed in the same change set that moves its stacks, so that the two never differ.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Collection, Pos, Refusal, Unreadable
from ..shared.inventory.layout import (
    CHEST,
    CLAIM,
    CRAFTING,
    GRID_SLOTS,
    INVENTORY,
    LAYOUTS,
    PLAYER_SLOTS,
    STAKES,
    WELCOME,
    Layout,
)
from ..shared.inventory.merging import Slots
from ..shared.inventory.stack import Stack
from .giving import claim_box, inventory
from .ledger import exchange, slots

_NOWHERE: Final[Pos] = (0, 0, 0)
OWN: Final = 0
"""The number of the window that shows the player's own inventory."""
TITLES: Final = {
    INVENTORY: "Inventory",
    CRAFTING: "Crafting",
    CHEST: "Chest",
    WELCOME: "A Gift for Newcomers",
    STAKES: "Your Stake",
    CLAIM: "Claim Box",
}
BLOCKS: Final = {CRAFTING: "minecraft:crafting_table", CHEST: "minecraft:chest", WELCOME: "minecraft:chest"}
"""The block that each kind of window of the core belongs to; a claim box belongs to none."""
HOLDING: Final = ("chest", "stakes", "claim")
"""The parts of windows that show slots of one holder which is nobody's inventory and ends when it is empty."""


class Opened(msgspec.Struct, frozen=True):
    """A window beside the player's own: its number, the kind of its layout, and the block it belongs to.

    `holder` is what its part of HOLDING shows, from slot `first`; `block` is the id of the block without which it
    closes, '' for none; `title` stands above it."""

    number: int
    kind: str
    pos: Pos
    holder: str = ""
    first: int = 0
    block: str = ""
    title: str = ""


class Presence(msgspec.Struct, frozen=True):
    """A player who is in the world: which stay this is, and the one other window that is open."""

    stay: int
    opened: Opened | None = None


WINDOWS: Collection[Presence] = Collection("windows", Presence, unreadable=Unreadable.FREED)
"""By player id."""


OWN_WINDOW: Final = Opened(OWN, INVENTORY, _NOWHERE, title=TITLES[INVENTORY])


def cursor(player: str) -> str:
    """The holder of the stack on a player's cursor."""
    return f"cursor:{player}"


def crafting_grid(player: str) -> str:
    """The holder of a player's crafting grid: 4 slots, 9 while a crafting table is open."""
    return f"grid:{player}"


def chest(pos: Pos) -> str:
    """The holder of a chest's contents."""
    return f"chest:{pos[0]},{pos[1]},{pos[2]}"


def welcome(player: str) -> str:
    """The holder of what the tavern's chest still has for one player."""
    return f"welcome:{player}"


def opened(number: int, kind: str, player: str, pos: Pos) -> Opened:
    """A window of the core at a block: a crafting table, a chest, or the welcome chest as this player sees it."""
    holder = {CHEST: chest(pos), WELCOME: welcome(player)}.get(kind, "")
    return Opened(number, kind, pos, holder, 0, BLOCKS[kind], TITLES[kind])


def claim_page(changes: ChangeSet, number: int, player: str, page: int) -> Opened:
    """A page of a player's claim box, the last one when there are not so many. Raises Refusal when nothing waits."""
    box, size = claim_box(player), len(LAYOUTS[CLAIM].parts["claim"])
    waiting = tuple(stack for stack in slots(changes, box) if stack is not None)
    if not waiting:
        raise Refusal("nothing_to_claim", "Nothing waits in your claim box.")
    exchange(changes, {box: waiting})
    pages = -(-len(waiting) // size)
    page = min(page, pages - 1)
    title = f"{TITLES[CLAIM]}, page {page + 1} of {pages}" if pages > 1 else TITLES[CLAIM]
    return Opened(number, CLAIM, _NOWHERE, box, page * size, "", title)


def parts(player: str, window: Opened) -> dict[str, range]:
    """The holders behind a window and the slots that show them; the cursor and the result are none of them."""
    layout = LAYOUTS[window.kind]
    found = {inventory(player): layout.player}
    for name, part in layout.parts.items():
        if name == "grid":
            found[crafting_grid(player)] = part
        elif name in HOLDING:
            found[window.holder] = part
    return found


def contents(changes: ChangeSet, player: str, window: Opened, craft: Callable[[Slots], Stack | None]) -> Slots:
    """All slots of a window, the result computed. A grid of another size than the window's shows as empty."""
    layout = LAYOUTS[window.kind]
    shown: list[Stack | None] = [None] * layout.size
    for holder, part in parts(player, window).items():
        held = slots(changes, holder)
        if holder == window.holder:
            held = held[window.first : window.first + len(part)]
            shown[part.start : part.start + len(held)] = held
        elif len(held) == len(part):
            shown[part.start : part.stop] = held
    _show_result(layout, shown, craft)
    return tuple(shown)


def laid(changes: ChangeSet, window: Opened, holder: str, now: Slots) -> Slots | None:
    """A holder's slots once a window shows these of it; None when a holder that ends has nothing any more."""
    if holder != window.holder:
        return now
    before = slots(changes, holder)
    gap = (None,) * (window.first - len(before))
    after = (*before[: window.first], *gap, *now, *before[window.first + len(now) :])
    return after if any(after) else None


def held_on_cursor(changes: ChangeSet, player: str) -> Stack | None:
    """The stack on a player's cursor."""
    return next(iter(slots(changes, cursor(player))), None)


def prepare(changes: ChangeSet, player: str) -> None:
    """Give a newcomer the empty holders of an inventory, a cursor and a grid."""
    empty: dict[str, Slots] = {
        inventory(player): (None,) * PLAYER_SLOTS,
        cursor(player): (None,),
        crafting_grid(player): (None,) * GRID_SLOTS,
    }
    exchange(changes, {holder: none for holder, none in empty.items() if not slots(changes, holder)})


def _show_result(layout: Layout, shown: list[Stack | None], craft: Callable[[Slots], Stack | None]) -> None:
    if layout.result is not None:
        grid = layout.parts["grid"]
        shown[layout.result] = craft(tuple(shown[grid.start : grid.stop]))
