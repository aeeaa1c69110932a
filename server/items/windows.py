"""Windows as part of the truth: who has which one open, and which holders lie behind its slots.

A window is opened and closed in the same change set that moves its stacks, so that the two never differ.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Collection, Pos
from ..shared.inventory.layout import CHEST, CRAFTING, GRID_SLOTS, INVENTORY, LAYOUTS, PLAYER_SLOTS, WELCOME, Layout
from ..shared.inventory.merging import Slots
from ..shared.inventory.stack import Stack
from .giving import inventory
from .ledger import exchange, slots

OWN: Final = 0
"""The number of the window that shows the player's own inventory."""
TITLES: Final = {INVENTORY: "Inventory", CRAFTING: "Crafting", CHEST: "Chest", WELCOME: "A Gift for Newcomers"}
BLOCKS: Final = {CRAFTING: "minecraft:crafting_table", CHEST: "minecraft:chest", WELCOME: "minecraft:chest"}
"""The block that each kind of window belongs to."""


class Opened(msgspec.Struct, frozen=True):
    """A window beside the player's own: its number, the kind of its layout, and the block it belongs to."""

    number: int
    kind: str
    pos: Pos


class Presence(msgspec.Struct, frozen=True):
    """A player who is in the world: which stay this is, and the one other window that is open."""

    stay: int
    opened: Opened | None = None


WINDOWS: Collection[Presence] = Collection("windows", Presence)
"""By player id."""


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


def parts(kind: str, player: str, pos: Pos) -> dict[str, range]:
    """The holders behind a window and the slots that show them; the cursor and the result are none of them."""
    layout = LAYOUTS[kind]
    found = {inventory(player): layout.player}
    if "grid" in layout.parts:
        found[crafting_grid(player)] = layout.parts["grid"]
    if "chest" in layout.parts:
        found[welcome(player) if kind == WELCOME else chest(pos)] = layout.parts["chest"]
    return found


def contents(changes: ChangeSet, kind: str, player: str, pos: Pos, craft: Callable[[Slots], Stack | None]) -> Slots:
    """All slots of a window, the result computed. A grid of another size than the window's shows as empty."""
    layout = LAYOUTS[kind]
    shown: list[Stack | None] = [None] * layout.size
    for holder, part in parts(kind, player, pos).items():
        held = slots(changes, holder)
        if len(held) == len(part):
            shown[part.start : part.stop] = held
    _show_result(layout, shown, craft)
    return tuple(shown)


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
