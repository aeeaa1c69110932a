"""Rectangles in GUI units, y downwards, and how to cut and stack them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rect:
    """Left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside; the right and bottom edges do not."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def encloses(self, other: "Rect") -> bool:
        """Whether another rectangle lies wholly inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def overlaps(self, other: "Rect") -> bool:
        """Whether two rectangles share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def inset(self, by: float, vertically: float | None = None) -> "Rect":
        """Smaller by this much on every side."""
        down = by if vertically is None else vertically
        return Rect(self.x + by, self.y + down, self.width - 2 * by, self.height - 2 * down)

    def moved(self, dx: float, dy: float) -> "Rect":
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def intersection(self, other: "Rect") -> "Rect":
        """What both cover; of no size when they do not meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.bottom, other.bottom) - y))


def centred(width: float, height: float, within: Rect) -> Rect:
    """A rectangle of this size in the middle of another, on whole units."""
    return Rect(within.x + (within.width - width) // 2, within.y + (within.height - height) // 2, width, height)


def row(area: Rect, widths: Sequence[float], gap: float) -> list[Rect]:
    """Rectangles of these widths side by side from the left edge, as high as the area."""
    rects = []
    x = area.x
    for width in widths:
        rects.append(Rect(x, area.y, width, area.height))
        x += width + gap
    return rects


def shared_row(area: Rect, count: int, gap: float) -> list[Rect]:
    """The area's width shared by `count` rectangles on whole units; the last takes the rest."""
    width = (area.width - gap * (count - 1)) // count
    rects = row(area, [width] * count, gap)
    last = rects[-1]
    rects[-1] = Rect(last.x, last.y, area.right - last.x, last.height)
    return rects


def in_the_middle(area: Rect, count: int, width: float, gap: float = 6) -> list[Rect]:
    """Rectangles of at most this width side by side in the middle of a row."""
    if not count:
        return []
    whole = min(area.width, count * width + (count - 1) * gap)
    return shared_row(Rect(area.x + (area.width - whole) // 2, area.y, whole, area.height), count, gap)
