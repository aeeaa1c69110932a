"""The marks of a table's seats: each side of the table has one shape and one colour, wherever its player is named, from
the lobby to the chart of the result. Whether somebody is here is told apart from it."""

from collections.abc import Sequence
from typing import Final

from client.model.match_log import LogLine
from server.shared.protocol.tabletop import SeatView

from ...canvas import Canvas
from ...theme import BONE, BRASS, FROST, INK, PLAIN, Colour, colour

ON_WOOD: Final[tuple[Colour, ...]] = (PLAIN.ember, PLAIN.lime, FROST, BRASS)
ON_PAPER: Final[tuple[Colour, ...]] = (PLAIN.ember_ink, PLAIN.lime_ink, colour("#1f5578"), colour("#7a4a0a"))
"""By side of the table: north, east, south, west."""
MARK: Final = 9
"""Units that a mark takes with the room to what it marks."""
AWAY: Final[Colour] = colour("#8f8072")
FIGURE: Final = 7
"""Units that the figure of who is here takes."""


def draw_mark(canvas: Canvas, x: float, y: float, side: int, shade: Colour) -> None:
    """A side's own shape around a point: square, diamond, cross or bar."""
    if side == 0:
        canvas.box(x - 2, y - 2, 5, 5, shade)
    elif side == 1:
        canvas.slanted(((x + 0.5, y - 3), (x + 4, y + 0.5), (x + 0.5, y + 4), (x - 3, y + 0.5)), shade)
    elif side == 2:
        canvas.box(x - 3, y, 7, 1, shade)
        canvas.box(x, y - 3, 1, 7, shade)
    else:
        canvas.box(x - 3, y - 1, 7, 3, shade)


def draw_seat_mark(canvas: Canvas, x: float, y: float, side: int) -> None:
    """The mark of a side in front of a name on wood, whose line begins at these units."""
    draw_mark(canvas, x + 3, y + 3, side % len(ON_WOOD), ON_WOOD[side % len(ON_WOOD)])


def draw_paper_mark(canvas: Canvas, x: float, y: float, side: int) -> None:
    """The same on parchment."""
    draw_mark(canvas, x + 3, y + 3, side % len(ON_PAPER), ON_PAPER[side % len(ON_PAPER)])


def seat_of_line(line: LogLine, seats: Sequence[SeatView]) -> SeatView | None:
    """Whose line of the log it is: of the chat its sender's, of the match that of the seat whose deed it tells; a line
    from before this client looked goes by the name that it begins with. None: nobody's of these seats."""
    if line.chat:
        return next((seat for seat in seats if seat.name == line.sender), None)
    if line.seat is not None:
        return seats[line.seat] if line.seat < len(seats) else None
    named = [seat for seat in seats if seat.name and line.text.startswith((f"{seat.name} ", f"{seat.name}'s "))]
    return max(named, key=lambda seat: len(seat.name), default=None)


def draw_presence(canvas: Canvas, x: float, y: float, seat: SeatView) -> None:
    """A small figure: head and shoulders while the player sits here, only the head while standing about, an outline
    while away; a bot has eyes. It has no colour of a seat."""
    if seat.bot:
        canvas.box(x, y, 7, 6, AWAY)
        for dx in (1, 4):
            canvas.box(x + dx, y + 1, 2, 2, INK)
        return
    shade = BONE if seat.online else AWAY
    canvas.box(x + 2, y, 3, 3, shade)
    if not seat.online:
        canvas.box(x + 3, y + 1, 1, 1, INK)
    if seat.seated or not seat.online:
        canvas.box(x, y + 4, 7, 2, shade)
    if not seat.online:
        canvas.box(x + 1, y + 5, 5, 1, INK)
