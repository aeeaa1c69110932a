"""How a stack looks in a slot, and what its tooltip says."""

from server.shared.content import FARKLE_BOARD
from server.shared.inventory.stack import Stack

from .canvas import Canvas
from .theme import BONE, BRASS, Colour, colour, faded
from .words import Words

_BED: Colour = colour("#a88d63")
_BED_DARK: Colour = colour("#33251c")


def draw_bed(canvas: Canvas, x: float, y: float, *, dark: bool = False) -> None:
    """An empty slot, 18 x 18."""
    bed = _BED_DARK if dark else _BED
    canvas.box(x, y, 18, 18, faded(colour("#3a2a1d"), 1.0))
    canvas.box(x + 1, y + 1, 17, 17, colour("#e3d0a5") if not dark else colour("#5b4130"))
    canvas.box(x + 1, y + 1, 16, 16, bed)


def draw_stack(canvas: Canvas, stack: Stack, x: float, y: float) -> None:
    """An item's icon, 16 x 16, with its count, and a brass mark when it carries something."""
    canvas.icon(stack.item, x, y)
    if stack.data:
        canvas.box(x + 11, y, 5, 5, colour("#1b1410"))
        canvas.box(x + 12, y + 1, 3, 3, BRASS)
    if stack.count > 1:
        canvas.text(x + 17, y + 9, str(stack.count), BONE, align=1.0)


def tip_lines(words: Words, stack: Stack) -> list[tuple[str, Colour]]:
    """What a tooltip says of a stack."""
    lines: list[tuple[str, Colour]] = [(words.item(stack.item), BONE)]
    if stack.item == FARKLE_BOARD:
        lines.append(("Fit it into a Small Game Table.", colour("#c9b283")))
    for name, value in stack.data:
        lines.append((f"{name}: {value}", BRASS))
    return lines


def dim(canvas: Canvas, x: float, y: float) -> None:
    """A light laid over the slot under the pointer."""
    canvas.box(x + 1, y + 1, 16, 16, colour("#ffffff", 0.28))
