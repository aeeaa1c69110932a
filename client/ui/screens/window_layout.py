"""Where the slots of each kind of window lie: pure rectangles, from the shared layouts."""

from dataclasses import dataclass

from server.shared.inventory.layout import Layout

from ..geometry import Rect, centred
from ..theme import SLOT

_MARGIN = 10
_TITLE = 18
_LABEL = 17
"""Units of the row above the player's own things: what they are called, and room for a button."""
_GAP = 5
_OTHERS = frozenset({"chest", "stakes", "claim"})
"""The parts that lie in rows of nine over the player's own; a window has one of them."""
_WIDTH = 9 * SLOT + 2 * _MARGIN


@dataclass(frozen=True, slots=True)
class WindowPlaces:
    """The panel, every slot's rectangle by index, and the arrow between a grid and its result, if any."""

    panel: Rect
    slots: dict[int, Rect]
    arrow: Rect | None
    bag_label: Rect


def places_for(layout: Layout, area: Rect) -> WindowPlaces:
    """The places of a window in the middle of an area."""
    top_height = _top_height(layout)
    height = _TITLE + top_height + _LABEL + 3 * SLOT + _GAP + SLOT + _MARGIN
    panel = centred(_WIDTH, height, area)
    left, top = panel.x + _MARGIN, panel.y + _TITLE
    slots: dict[int, Rect] = {}
    arrow = None
    if layout.grid_width:
        arrow = _grid(layout, slots, left, top, top_height)
    for part in _OTHERS & layout.parts.keys():
        _rows(slots, layout.parts[part], left, top)
    bag_top = top + top_height + _LABEL
    _rows(slots, layout.parts["bag"], left, bag_top)
    _rows(slots, layout.parts["hotbar"], left, bag_top + 3 * SLOT + _GAP)
    return WindowPlaces(panel, slots, arrow, Rect(left, top + top_height + 6, 70, 9))


def _top_height(layout: Layout) -> int:
    if layout.grid_width:
        return layout.grid_width * SLOT
    return sum(len(layout.parts[part]) for part in _OTHERS & layout.parts.keys()) // 9 * SLOT


def _grid(layout: Layout, slots: dict[int, Rect], left: float, top: float, height: int) -> Rect:
    """The crafting grid, an arrow, and the result in the middle of its height; the whole is centred."""
    width = layout.grid_width
    total = width * SLOT + 34 + SLOT + 8
    x = left + (9 * SLOT - total) // 2
    for index in layout.parts["grid"]:
        row, column = divmod(index - layout.parts["grid"].start, width)
        slots[index] = Rect(x + column * SLOT, top + row * SLOT, SLOT, SLOT)
    middle = top + height // 2
    arrow = Rect(x + width * SLOT + 8, middle - 6, 20, 12)
    if layout.result is not None:
        slots[layout.result] = Rect(arrow.right + 10, middle - SLOT // 2, SLOT, SLOT)
    return arrow


def _rows(slots: dict[int, Rect], part: range, left: float, top: float) -> None:
    for index in part:
        row, column = divmod(index - part.start, 9)
        slots[index] = Rect(left + column * SLOT, top + row * SLOT, SLOT, SLOT)


def nearest(slots: dict[int, Rect], slot: int, dx: int, dy: int) -> int:
    """The slot that an arrow key leads to: the nearest one in that direction, or the same."""
    x, y = slots[slot].centre

    def cost(other: int) -> float:
        ox, oy = slots[other].centre
        ahead, aside = (ox - x) * dx + (oy - y) * dy, abs((ox - x) * dy) + abs((oy - y) * dx)
        return ahead + aside * 2 if ahead > 1 else float("inf")

    best = min(slots, key=cost)
    return best if cost(best) < float("inf") else slot
