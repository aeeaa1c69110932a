"""The lobby: the table seen from above, its seats around it with ready marks as bone tokens, and what they stake."""

from server.shared.protocol.tabletop import BoardView, Guest, SeatView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import CARD, CARD_LIT, PLATE, drop_shadow, panel
from ...text import plural
from ...theme import BONE, DARK_OAK, INK, PALE_OAK, QUIET, Accents, colour, faded
from .bots import bot_setting, strength
from .marks import MARK, draw_seat_mark

_CARD_HEIGHT = 44
_STAKES = 9
_STAKE = 10
"""Units that a staked item takes on a card."""
_SIDES = ("North", "East", "South", "West")


def lobby_places(area: Rect, viewer_side: int) -> tuple[Rect, dict[int, Rect]]:
    """The table in the middle, and each side's card around it; the viewer's own side is nearest."""
    wide = int(min(160, area.width * 0.5))
    aside = int(min(150, max(142, (area.width - 120) / 2)))
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


def draw_lobby(canvas: Canvas, area: Rect, view: BoardView, player: str, viewer_side: int, accents: Accents) -> None:
    """The table with all four sides."""
    table, cards = lobby_places(area, viewer_side)
    seats = {seat.side: seat for seat in view.seats}
    guests = {guest.side: guest for guest in view.guests}
    for side in range(4):
        seat = seats.get(side)
        if seat is not None and seat.chair:
            _draw_chair(canvas, table, (side - viewer_side) % 4)
    _draw_table(canvas, table, staked=bool(view.pot))
    for side, rect in cards.items():
        seat = seats.get(side)
        if seat is None:
            continue
        if seat.bot:
            _draw_bot(canvas, rect, view, seat, accents, may_change=_may_add_bot(view, side, player))
        elif seat.player:
            _draw_seat(canvas, rect, view, seat, seat.player == player, accents)
        elif side in guests:
            _draw_guest(canvas, rect, guests[side], guests[side].player == player)
        else:
            _draw_free(canvas, rect, side, seat, may_add=_may_add_bot(view, side, player))


def bot_places(area: Rect, view: BoardView, viewer_side: int, player: str) -> dict[int, Rect]:
    """Where the host's button for the bot of each side lies: on the cards of sides where no person sits."""
    _, cards = lobby_places(area, viewer_side)
    places = {}
    for seat in view.seats:
        if _may_add_bot(view, seat.side, player):
            card = cards[seat.side]
            places[seat.side] = Rect(card.x + (card.width - 76) // 2, card.bottom - 23, 76, 17)
    return places


def _may_add_bot(view: BoardView, side: int, player: str) -> bool:
    return bool(player) and view.host == player and bot_setting(view, side) is not None


def _draw_table(canvas: Canvas, table: Rect, *, staked: bool) -> None:
    """The table from above; where something is staked, a coin lies on it."""
    drop_shadow(canvas, table, 4)
    canvas.rect(table, INK)
    canvas.tiled("rim", table.inset(1))
    cloth = table.inset(7)
    canvas.rect(cloth.inset(-1), colour("#cfc09a"))
    canvas.tiled("felt", cloth)
    x, y = cloth.centre
    if staked:
        coin, high = canvas.pictures.size("icon/coin")
        canvas.picture("icon/coin", round(x - coin), round(y - high), 2)
        return
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


def _draw_seat(canvas: Canvas, rect: Rect, view: BoardView, seat: SeatView, you: bool, accents: Accents) -> None:
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, CARD_LIT if you else CARD)
    staking = may_stake(view)
    left, right, y = rect.x + 8, rect.right - 7, rect.y + (7 if staking else 12)
    draw_seat_mark(canvas, left, y, seat.side)
    room = right - left - 30
    width = canvas.text(left + MARK, y, canvas.font.fit(seat.name, room), BONE)
    if you and width + 26 < room:
        canvas.text(left + MARK + 5 + width, y, "you", QUIET)
    if seat.ready:
        canvas.picture("icon/ready", right - 15, y - 1)
    else:
        canvas.rect(Rect(right - 15, y - 1, 16, 16), faded(INK, 0.35))
    line, width = seat_line(view, seat), right - left - 18
    while canvas.font.width(line) > width and " · " in line:
        line = line.rpartition(" · ")[0]
    canvas.text(left, y + 10, canvas.font.fit(line, width), QUIET)
    if staking:
        _draw_stakes(canvas, left, rect.bottom - 16, right, view, seat)


def _draw_guest(canvas: Canvas, rect: Rect, guest: Guest, you: bool) -> None:
    """The card of somebody who sits here and only watches."""
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, CARD)
    x, y, room = rect.x + 8, rect.y + 12, rect.width - 16
    width = canvas.text(x, y, canvas.font.fit(guest.name, room), PALE_OAK)
    if you and width + 20 < room:
        canvas.text(x + 5 + width, y, "you", QUIET)
    canvas.text(x, y + 10, canvas.font.fit("guest · watches", room), QUIET)


def _draw_bot(
    canvas: Canvas, rect: Rect, view: BoardView, seat: SeatView, accents: Accents, *, may_change: bool
) -> None:
    """A bot's card: how it plays, or for the host the button below its name."""
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, CARD)
    y = rect.y + (8 if may_change else 12)
    draw_seat_mark(canvas, rect.x + 8, y, seat.side)
    canvas.text(rect.x + 8 + MARK, y, canvas.font.fit(seat.name, rect.width - 24), BONE)
    if not may_change:
        canvas.text(rect.x + 8, y + 10, canvas.font.fit(strength(view, seat), rect.width - 16), QUIET)


def may_stake(view: BoardView) -> bool:
    """Whether stakes have a place in this lobby."""
    return bool(view.pot) or (view.staking is not None and view.staking.allowed)


def _draw_stakes(canvas: Canvas, x: float, y: float, right: float, view: BoardView, seat: SeatView) -> None:
    """The nine slots of a stake in small, and the brass seal of who has agreed to the pot."""
    for index in range(_STAKES):
        bed = Rect(x + index * _STAKE, y, _STAKE - 1, _STAKE)
        canvas.rect(bed, faded(INK, 0.55))
        if index < len(seat.stakes):
            canvas.icon(seat.stakes[index].item, bed.x, bed.y + 1, 9)
    if view.pot and seat.agreed:
        canvas.picture("icon/seal", right - 15, y - 4)


def _draw_free(canvas: Canvas, rect: Rect, side: int, seat: SeatView, *, may_add: bool) -> None:
    """A free side: an outline, and whether a chair stands there; the button for a bot comes below."""
    dash = faded(PALE_OAK, 0.55 if seat.chair else 0.28)
    for x in range(int(rect.x), int(rect.right), 6):
        canvas.box(x, rect.y, 3, 1, dash)
        canvas.box(x, rect.bottom - 1, 3, 1, dash)
    for y in range(int(rect.y), int(rect.bottom), 6):
        canvas.box(rect.x, y, 1, 3, dash)
        canvas.box(rect.right - 1, y, 1, 3, dash)
    canvas.rect(rect.inset(1), faded(DARK_OAK if seat.chair else INK, 0.35))
    text = "Free chair" if seat.chair else "No chair"
    shade = BONE if seat.chair else PALE_OAK
    if may_add:
        canvas.text(rect.centre[0], rect.y + 8, f"{text} · {_SIDES[side]}", shade, align=0.5)
        return
    canvas.text(rect.centre[0], rect.y + 13, text, shade, align=0.5)
    canvas.text(rect.centre[0], rect.y + 24, f"{_SIDES[side]} side", faded(PALE_OAK, 0.9), align=0.5)


def seat_line(view: BoardView, seat: SeatView) -> str:
    """What a person's card says below the name, what matters most first: whether ready, whether the host who sets the
    rules, and wins so far."""
    parts = ["ready" if seat.ready else "not ready"]
    if seat.player == view.host:
        parts.append("host")
    if seat.wins:
        parts.append(plural(seat.wins, "win", "wins"))
    return " · ".join(parts)
