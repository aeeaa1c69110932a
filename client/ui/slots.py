"""How a stack looks in a slot, and what its tooltip says."""

from collections.abc import Mapping

from server.shared.content import FARKLE_BOARD
from server.shared.inventory.stack import Stack

from .canvas import Canvas
from .theme import BONE, BRASS, INK, QUIET, WHITE, Colour, colour, faded
from .words import Words

_PLAIN_BOARD = "Fit it into a Small Game Table."
_LOADED_BOARD = "It carries a paused match. Fit it into a Small Game Table to go on."
_PHRASES = {"title": "{}", "players": "{}", "score": "{}", "date": "Paused on {}"}
_BED: Colour = colour("#a88d63")
_BED_DARK: Colour = colour("#33251c")


def draw_bed(canvas: Canvas, x: float, y: float, *, dark: bool = False) -> None:
    """An empty slot, 18 x 18."""
    bed = _BED_DARK if dark else _BED
    canvas.box(x, y, 18, 18, colour("#3a2a1d"))
    canvas.box(x + 1, y + 1, 17, 17, colour("#e3d0a5") if not dark else colour("#5b4130"))
    canvas.box(x + 1, y + 1, 16, 16, bed)


def draw_stack(canvas: Canvas, stack: Stack, x: float, y: float) -> None:
    """An item's icon, 16 x 16, with its count, and a brass mark when it carries something."""
    canvas.icon(stack.item, x, y)
    if stack.data:
        canvas.box(x + 11, y, 5, 5, INK)
        canvas.box(x + 12, y + 1, 3, 3, BRASS)
    if stack.count > 1:
        canvas.text(x + 16, y + 9, str(stack.count), BONE, align=1.0)


def tip_lines(words: Words, stack: Stack) -> list[tuple[str, Colour]]:
    """What a tooltip says of a stack."""
    lines: list[tuple[str, Colour]] = [(words.item(stack.item), BONE)]
    facts = dict(stack.data)
    if stack.item == FARKLE_BOARD:
        lines.append((_LOADED_BOARD if "match" in facts else _PLAIN_BOARD, QUIET))
    lines += [(_PHRASES.get(name, f"{name}: {{}}").format(facts[name]), BRASS) for name in _order(facts)]
    return lines


def _order(facts: Mapping[str, str]) -> list[str]:
    """The names of what a stack carries, what says most first; the match's number tells people nothing."""
    known = [name for name in _PHRASES if name in facts]
    return known + sorted(name for name in facts if name not in (*_PHRASES, "match"))


def dim(canvas: Canvas, x: float, y: float) -> None:
    """A light laid over the slot under the pointer."""
    canvas.box(x + 1, y + 1, 16, 16, faded(WHITE, 0.28))
