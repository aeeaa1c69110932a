"""The lobby: the table seen from above, its seats around it, ready marks as bone tokens, and what is still missing."""

from server.shared.protocol.tabletop import BoardView, SeatView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import CARD, CARD_LIT, PLATE, drop_shadow, panel
from ...text import plural
from ...theme import BONE, DARK_OAK, INK, PALE_OAK, Accents, Colour, colour, faded
from .cards import presence

_CARD_HEIGHT = 32
_SIDES = ("North", "East", "South", "West")
_QUIET: Colour = colour("#c9b283")


def lobby_places(area: Rect, viewer_side: int) -> tuple[Rect, dict[int, Rect]]:
    """The table in the middle, and each side's card around it; the viewer's own side is nearest."""
    wide = int(min(150, area.width * 0.5))
    aside = int(min(124, (area.width - 80) / 2))
    room = min(area.width - 2 * aside - 24, area.height - 2 * _CARD_HEIGHT - 24)
    size = int(min(96, max(40, room)))
    x = area.x + (area.width - size) // 2
    y = area.y + (area.height - size) // 2
    table = Rect(x, y, size, size)
    middle_x, top = x + size // 2, y + (size - _CARD_HEIGHT) // 2
    around = (
        Rect(middle_x - wide // 2, table.bottom + 10, wide, _CARD_HEIGHT),
        Rect(table.x - aside - 12, top, aside, _CARD_HEIGHT),
        Rect(middle_x - wide // 2, table.y - _CARD_HEIGHT - 10, wide, _CARD_HEIGHT),
        Rect(table.right + 12, top, aside, _CARD_HEIGHT),
    )
    return table, {side: around[(side - viewer_side) % 4] for side in range(4)}


def draw_lobby(
    canvas: Canvas, area: Rect, view: BoardView, player: str, viewer_side: int, accents: Accents, seconds: float
) -> None:
    """The table with all four sides."""
    table, cards = lobby_places(area, viewer_side)
    seats = {seat.side: seat for seat in view.seats}
    for side in range(4):
        seat = seats.get(side)
        if seat is not None and seat.chair:
            _draw_chair(canvas, table, (side - viewer_side) % 4)
    _draw_table(canvas, table)
    for side, rect in cards.items():
        seat = seats.get(side)
        if seat is not None:
            _draw_seat(canvas, rect, side, seat, seat.player == player and bool(player), accents, seconds)


def _draw_table(canvas: Canvas, table: Rect) -> None:
    drop_shadow(canvas, table, 4)
    canvas.rect(table, INK)
    canvas.tiled("rim", table.inset(1))
    cloth = table.inset(7)
    canvas.rect(cloth.inset(-1), colour("#cfc09a"))
    canvas.tiled("felt", cloth)
    x, y = cloth.centre
    for dx, dy, face in ((-17, -12, 5), (3, -3, 1)):
        canvas.box(round(x + dx + 2), round(y + dy + 3), 14, 13, faded(INK, 0.3))
        canvas.picture(f"icon/die_{face}", round(x + dx), round(y + dy))


def _draw_chair(canvas: Canvas, table: Rect, place: int) -> None:
    """A chair peeping out from under the table; place 0 is nearest, 1 left, 2 far, 3 right."""
    x, y = table.centre
    x, y = round(x), round(y)
    half = int(table.width // 2)
    seat = {
        0: Rect(x - 12, y + half - 4, 24, 10),
        1: Rect(x - half - 6, y - 12, 10, 24),
        2: Rect(x - 12, y - half - 6, 24, 10),
        3: Rect(x + half - 4, y - 12, 10, 24),
    }[place]
    panel(canvas, seat, PLATE, frame=1)


def _draw_seat(
    canvas: Canvas, rect: Rect, side: int, seat: SeatView, you: bool, accents: Accents, seconds: float
) -> None:
    if not seat.player:
        _draw_free(canvas, rect, side, seat)
        return
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, CARD_LIT if you else CARD)
    left, right = rect.x + 8, rect.right - 7
    presence(canvas, left, rect.y + 8, seat, accents)
    room = right - left - 30
    width = canvas.text(left + 9, rect.y + 7, canvas.font.fit(seat.name, room), BONE)
    if you and width + 26 < room:
        canvas.text(left + 14 + width, rect.y + 7, "you", _QUIET)
    if seat.ready:
        canvas.picture("icon/ready", right - 15, rect.y + 8)
        line = "ready"
    else:
        canvas.rect(Rect(right - 15, rect.y + 8, 16, 16), faded(INK, 0.35))
        line = "not ready"
    if seat.wins:
        line = f"{line} · {plural(seat.wins, 'win', 'wins')}"
    canvas.text(left, rect.y + 19, canvas.font.fit(line, right - left - 18), _QUIET)


def _draw_free(canvas: Canvas, rect: Rect, side: int, seat: SeatView) -> None:
    """A free side: an outline, and whether a chair stands there."""
    dash = faded(PALE_OAK, 0.55 if seat.chair else 0.28)
    for x in range(int(rect.x), int(rect.right), 6):
        canvas.box(x, rect.y, 3, 1, dash)
        canvas.box(x, rect.bottom - 1, 3, 1, dash)
    for y in range(int(rect.y), int(rect.bottom), 6):
        canvas.box(rect.x, y, 1, 3, dash)
        canvas.box(rect.right - 1, y, 1, 3, dash)
    canvas.rect(rect.inset(1), faded(DARK_OAK if seat.chair else INK, 0.35))
    text = "Free chair" if seat.chair else "No chair"
    canvas.text(rect.centre[0], rect.y + 7, text, BONE if seat.chair else PALE_OAK, align=0.5)
    canvas.text(rect.centre[0], rect.y + 18, f"{_SIDES[side]} side", faded(PALE_OAK, 0.9), align=0.5)
