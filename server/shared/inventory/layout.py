"""The layouts of windows: which slots a kind of window has, in which parts, and where shift-click sends a stack.

A slot index counts through the parts in order. The player's 36 slots keep their own order in every window: the hotbar
first, then the three rows of the bag.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

INVENTORY: Final = "inventory"
"""Window 0: 0-35 the player's slots, 36-39 the 2x2 grid, 40 the result."""
CRAFTING: Final = "crafting"
"""A crafting table: 0-8 the 3x3 grid, 9 the result, 10-45 the player's slots."""
CHEST: Final = "chest"
"""A chest: 0-26 the chest, 27-62 the player's slots."""
WELCOME: Final = "welcome"
"""The tavern's chest as one newcomer sees it: like a chest, but things are only taken out of it."""
STAKES: Final = "stakes"
"""A player's stake at a table: 0-8 what is staked, 9-44 the player's slots."""
CLAIM: Final = "claim"
"""A page of the claim box: 0-26 what waits, which is only taken out, 27-62 the player's slots."""

HOTBAR_SLOTS: Final = 9
PLAYER_SLOTS: Final = 36
CHEST_SLOTS: Final = 27
STAKE_SLOTS: Final = 9
CLAIM_SLOTS: Final = 27
GRID_SLOTS: Final = 4
TABLE_GRID_SLOTS: Final = 9
OUTSIDE: Final = -1
"""The slot index of a click beside the window."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of one kind of window by name, in slot order: `hotbar`, `bag`, `grid`, `result`, `chest`,
    `stakes`, `claim`.

    `quick` names, for each part, the parts that shift-click fills from it, in this order; `take_only` are the parts
    that nothing can be put into; `grid_width` is the crafting grid's width, 0 without a grid."""

    kind: str
    parts: Mapping[str, range]
    quick: Mapping[str, tuple[str, ...]]
    take_only: frozenset[str]
    grid_width: int

    @property
    def size(self) -> int:
        """How many slots the window has."""
        return max(part.stop for part in self.parts.values())

    @property
    def player(self) -> range:
        """The player's 36 slots: index `player[i]` shows slot i of the inventory."""
        return range(self.parts["hotbar"].start, self.parts["bag"].stop)

    @property
    def result(self) -> int | None:
        """The slot that shows what the grid makes, or None without a grid."""
        part = self.parts.get("result")
        return part.start if part is not None else None

    def part_of(self, slot: int) -> str:
        """The part that a slot belongs to. Raises KeyError when the window has no such slot."""
        for name, part in self.parts.items():
            if slot in part:
                return name
        raise KeyError(slot)


_PLAYER: Final = (("hotbar", HOTBAR_SLOTS), ("bag", PLAYER_SLOTS - HOTBAR_SLOTS))
_WITHIN: Final = {"hotbar": ("bag",), "bag": ("hotbar",)}
_TO_PLAYER: Final = ("hotbar", "bag")


def _layout(
    kind: str,
    parts: tuple[tuple[str, int], ...],
    quick: dict[str, tuple[str, ...]],
    take_only: tuple[str, ...] = (),
    grid_width: int = 0,
) -> Layout:
    ranges: dict[str, range] = {}
    start = 0
    for name, length in parts:
        ranges[name] = range(start, start + length)
        start += length
    return Layout(kind, MappingProxyType(ranges), MappingProxyType(quick), frozenset(take_only), grid_width)


_CRAFTED: Final = {**_WITHIN, "grid": _TO_PLAYER, "result": _TO_PLAYER}

LAYOUTS: Final[Mapping[str, Layout]] = MappingProxyType(
    {
        INVENTORY: _layout(INVENTORY, (*_PLAYER, ("grid", GRID_SLOTS), ("result", 1)), _CRAFTED, ("result",), 2),
        CRAFTING: _layout(CRAFTING, (("grid", TABLE_GRID_SLOTS), ("result", 1), *_PLAYER), _CRAFTED, ("result",), 3),
        CHEST: _layout(
            CHEST, (("chest", CHEST_SLOTS), *_PLAYER), {"chest": _TO_PLAYER, "hotbar": ("chest",), "bag": ("chest",)}
        ),
        WELCOME: _layout(WELCOME, (("chest", CHEST_SLOTS), *_PLAYER), {**_WITHIN, "chest": _TO_PLAYER}, ("chest",)),
        STAKES: _layout(
            STAKES,
            (("stakes", STAKE_SLOTS), *_PLAYER),
            {"stakes": _TO_PLAYER, "hotbar": ("stakes",), "bag": ("stakes",)},
        ),
        CLAIM: _layout(CLAIM, (("claim", CLAIM_SLOTS), *_PLAYER), {**_WITHIN, "claim": _TO_PLAYER}, ("claim",)),
    }
)
"""Every kind of window by the `kind` that `WindowOpened` names."""
