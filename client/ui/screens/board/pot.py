"""The pot on paper and on the result: what each seat has staked, whether it agreed, and who was handed it all."""

from collections.abc import Sequence

from server.shared.inventory.stack import Stack
from server.shared.protocol.tabletop import BoardView, ResultView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import DARK, drop_shadow, panel
from ...slots import draw_bed, draw_stack
from ...theme import BRASS, FADED_INK, INK, Accents, ease_out
from ...words import Words
from .marks import MARK, draw_paper_mark

RULE = "The winner takes the pot. On a draw or a shared win every stake goes back."
RULE_SHORT = "The winner takes all; a draw returns every stake."
_ROW = 18
_SLOT = 18


def draw_stakes(
    canvas: Canvas, x: float, y: float, width: float, view: BoardView, words: Words, accents: Accents
) -> float:
    """All seats' stakes on parchment, item by item; answers with the height."""
    top = y
    for seat in view.seats:
        if not seat.player or seat.bot:
            continue
        draw_paper_mark(canvas, x - 1, y, seat.side)
        canvas.text(x + MARK, y, canvas.font.fit(seat.name, width - 38 - MARK), accents.ember_ink, shadow=False)
        if view.pot and view.phase in ("lobby", "result"):
            mark = "agreed" if seat.agreed else "not yet"
            canvas.text(x + width, y, mark, accents.lime_ink if seat.agreed else FADED_INK, shadow=False, align=1.0)
        y += 12
        if not seat.stakes:
            canvas.text(x, y, "stakes nothing", FADED_INK, shadow=False)
            y += 12
        for stack in seat.stakes:
            canvas.icon(stack.item, x, y - 4, 14)
            text = words.item(stack.item) if stack.count == 1 else f"{stack.count} × {words.item(stack.item)}"
            lines = canvas.font.wrap(text, width - 18)
            for row, line in enumerate(lines):
                canvas.text(x + 18, y + row * canvas.font.line_height, line, INK, shadow=False)
            y += 5 + len(lines) * canvas.font.line_height
        y += 4
    return y - top


def pot_height(result: ResultView, width: float) -> int:
    """Units that the pot takes below the chart of a result, 0 without one."""
    count = len(_items(result.pot))
    return 0 if not count else 22 + -(-count // _in_a_row(width)) * _ROW


def draw_pot(canvas: Canvas, rect: Rect, view: BoardView, result: ResultView, age: float) -> None:
    """The pot, handed over item by item; `age` is the time in seconds since the result is shown."""
    stacks = _items(result.pot)
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, DARK)
    told = f"{view.seats[result.pot_to].name} gets the pot" if result.pot_to is not None else "Every stake goes back"
    canvas.text(rect.x + 7, rect.y + 6, canvas.font.fit(told, rect.width - 14), BRASS)
    row = _in_a_row(rect.width)
    for index, stack in enumerate(stacks):
        x, y = rect.x + 6 + index % row * _SLOT, rect.y + 17 + index // row * _ROW
        draw_bed(canvas, x, y, dark=True)
        share = ease_out((age - 0.4 - index * 0.12) / 0.25)
        if share > 0:
            with canvas.faded(share):
                draw_stack(canvas, stack, x + 1, y + 1 - round((1 - share) * 8))


def _items(pot: Sequence[Sequence[Stack]]) -> list[Stack]:
    return [stack for stacks in pot for stack in stacks]


def _in_a_row(width: float) -> int:
    return max(1, int((width - 12) // _SLOT))
