"""How the recurring pieces look: panels with frame and bevel, plates of buttons, slots, marks of focus, key caps."""

from dataclasses import dataclass
from typing import Final

from .canvas import Canvas
from .geometry import Rect
from .theme import (
    BONE,
    BRASS,
    DARK_OAK,
    INK,
    NIGHT,
    OAK,
    PALE_OAK,
    PARCHMENT,
    QUIET,
    Colour,
    colour,
    faded,
    mixed,
)


@dataclass(frozen=True, slots=True)
class Surface:
    """A panel's colours: frame, the lit and the shaded edge of its bevel, its fill, and the picture laid over it."""

    frame: Colour
    light: Colour
    shade: Colour
    fill: Colour
    grain: str = ""


WOOD: Final = Surface(INK, mixed(OAK, PALE_OAK, 0.6), colour("#33231a"), DARK_OAK)
PAPER: Final = Surface(colour("#33231a"), colour("#f7edd0"), QUIET, PARCHMENT, "parchment")
DARK: Final = Surface(INK, DARK_OAK, colour("#211712"), NIGHT)
CARD: Final = Surface(INK, colour("#5b4130"), colour("#2c1f18"), colour("#38281f"))
CARD_LIT: Final = Surface(INK, colour("#8a6238"), colour("#3a2719"), colour("#543822"))

PLATE: Final = Surface(INK, PALE_OAK, colour("#54371f"), OAK)
PLATE_GO: Final = Surface(INK, colour("#86bd45"), colour("#28480f"), colour("#3f6c19"))
PLATE_BRASS: Final = Surface(INK, colour("#f7dc93"), colour("#8a5f20"), BRASS)
PLATE_DANGER: Final = Surface(INK, colour("#e8825f"), colour("#54190b"), colour("#8f3219"))
PLATE_OFF: Final = Surface(INK, colour("#5a5049"), colour("#332c28"), colour("#463e39"))


def panel(canvas: Canvas, rect: Rect, surface: Surface = WOOD, frame: int = 2) -> Rect:
    """A framed panel; answers with the rectangle inside its edge."""
    x, y, width, height = rect.x, rect.y, rect.width, rect.height
    canvas.box(x + 1, y, width - 2, height, surface.frame)
    canvas.box(x, y + 1, width, height - 2, surface.frame)
    inner = rect.inset(frame)
    canvas.rect(inner, surface.light)
    canvas.box(inner.x + 1, inner.y + 1, inner.width - 1, inner.height - 1, surface.shade)
    fill = inner.inset(1)
    canvas.rect(fill, surface.fill)
    if surface.grain:
        canvas.tiled(surface.grain, fill)
    return fill


def drop_shadow(canvas: Canvas, rect: Rect, reach: int = 3) -> None:
    """A soft-edged shadow below and to the right of a panel, in two flat steps."""
    for step, alpha in ((reach, 0.18), (reach - 1, 0.22)):
        canvas.rect(Rect(rect.x + step, rect.y + step, rect.width, rect.height), faded(INK, alpha))


def well(canvas: Canvas, rect: Rect, fill: Colour) -> None:
    """An inset field one unit deep: dark above and left, light below and right."""
    canvas.rect(rect, mixed(fill, INK, 0.55))
    canvas.box(rect.x + 1, rect.y + 1, rect.width - 1, rect.height - 1, mixed(fill, BONE, 0.45))
    canvas.rect(rect.inset(1), fill)


def focus_marks(canvas: Canvas, rect: Rect, shade: Colour = BRASS) -> None:
    """Brass corners around what the keyboard acts on."""
    x, y, right, bottom = rect.x - 2, rect.y - 2, rect.right + 2, rect.bottom + 2
    for across, left in ((5, x), (5, right - 5)):
        for down in (y, bottom - 2):
            canvas.box(left, down, across, 2, INK)
    for left in (x, right - 2):
        for down in (y, bottom - 5):
            canvas.box(left, down, 2, 5, INK)
    for left in (x, right - 5):
        for down in (y, bottom - 1):
            canvas.box(left, down, 5, 1, shade)
    for left in (x, right - 1):
        for down in (y, bottom - 5):
            canvas.box(left, down, 1, 5, shade)


def key_cap_width(canvas: Canvas, key: str) -> int:
    """Units that a key cap takes."""
    return max(11, canvas.font.width(key) + 6)


def key_cap(canvas: Canvas, x: float, y: float, key: str, *, lit: bool = True) -> int:
    """A small key with its letter, 11 units high; answers with its width."""
    width = key_cap_width(canvas, key)
    alpha = 1.0 if lit else 0.45
    canvas.box(x, y + 1, width, 10, faded(INK, alpha))
    canvas.box(x + 1, y, width - 2, 11, faded(INK, alpha))
    canvas.box(x + 1, y + 1, width - 2, 9, faded(colour("#b9a98a"), alpha))
    canvas.box(x + 1, y + 1, width - 2, 8, faded(BONE, alpha))
    canvas.text(x + width / 2, y + 2, key, faded(INK, 1.0 if lit else 0.7), shadow=False, align=0.5)
    return width


def rule(canvas: Canvas, x: float, y: float, width: float, shade: Colour) -> None:
    """A thin dividing line."""
    canvas.box(x, y, width, 1, shade)
