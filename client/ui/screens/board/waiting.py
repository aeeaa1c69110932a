"""A paused match over its felt: whom it waits for, and how it may end if they do not come; and what guests are."""

from server.shared.protocol.tabletop import BoardView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import DARK, drop_shadow, panel
from ...text import duration
from ...theme import BONE, BRASS, QUIET


def pause_lines(view: BoardView, passed: float) -> list[str]:
    """The sentences of a paused match; `passed` are the seconds since the view came."""
    names = {seat.player: seat.name for seat in view.seats}
    lines = [view.status]
    agreed = [names[player] for player in view.dissolving if player in names]
    if agreed:
        lines.append(f"Would call it off, so that nobody wins: {', '.join(agreed)}.")
    if view.end_in is not None:
        left = view.end_in / 1000 - passed
        when = f"In {duration(left)} its players" if left > 0 else "Its players"
        lines.append(f"{when} may end it without whoever took the board away.")
    return lines


def draw_guest(canvas: Canvas, row: Rect, note: str) -> None:
    """What a guest is and may do, where players have their buttons."""
    lines = canvas.font.wrap(note, row.width - 14)
    height = max(row.height, len(lines) * canvas.font.line_height + 3)
    plate = Rect(row.x, row.bottom - height, row.width, height)
    panel(canvas, plate, DARK)
    y = plate.y + (height - len(lines) * canvas.font.line_height) // 2 + 1
    for line in lines:
        canvas.text(plate.centre[0], y, line, BONE, align=0.5)
        y += canvas.font.line_height


def draw_pause(canvas: Canvas, felt: Rect, view: BoardView, passed: float) -> None:
    """A plate in the middle of the felt."""
    width = min(felt.width - 8, 200)
    wrapped = [canvas.font.wrap(line, width - 20) for line in pause_lines(view, passed)]
    height = 34 + sum(len(lines) * canvas.font.line_height + 3 for lines in wrapped)
    plate = Rect(felt.x + (felt.width - width) // 2, felt.y + max(0, (felt.height - height) // 2), width, height)
    drop_shadow(canvas, plate)
    panel(canvas, plate, DARK)
    canvas.text(plate.centre[0], plate.y + 9, "Paused", BRASS, 2, align=0.5)
    y = plate.y + 30
    for index, lines in enumerate(wrapped):
        for line in lines:
            canvas.text(plate.centre[0], y, line, QUIET if index else BONE, align=0.5)
            y += canvas.font.line_height
        y += 3
