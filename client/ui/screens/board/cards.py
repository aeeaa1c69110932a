"""The seat cards: who, how much, what this turn is worth, and whether they are at the table."""

from dataclasses import dataclass

from server.shared.protocol.tabletop import BoardView, SeatView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import CARD, CARD_LIT, drop_shadow, panel
from ...text import duration, points
from ...theme import BONE, BRASS, PALE_OAK, QUIET, Accents, Colour, faded, mixed
from .clocks import LAST_SECONDS, seat_time
from .marks import AWAY, FIGURE, MARK, draw_presence, draw_seat_mark


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What a card shows beyond its seat: whose turn it is, the turn total as counted up, during the opening roll the
    die that was rolled, and the seconds that passed since the view came."""

    on_turn: bool
    you: bool
    total: int
    opening: int | None
    in_opening: bool
    passed: float = 0.0


def draw_card(canvas: Canvas, rect: Rect, view: BoardView, seat: SeatView, facts: CardFacts, accents: Accents) -> None:
    """One seat's card: the name, and below it what this or the last turn made and the score."""
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, CARD_LIT if facts.on_turn else CARD)
    if facts.on_turn:
        canvas.box(rect.x + 3, rect.y + 3, 2, rect.height - 6, BRASS)
    left, right = rect.x + 9, rect.right - 7
    text = BONE if seat.eligible and seat.online else AWAY
    y = rect.y + 7
    draw_seat_mark(canvas, left, y, seat.side)
    x = left + MARK
    if facts.on_turn:
        canvas.text(x, y, "▸", BRASS)
        x += canvas.font.width("▸") + 3
    draw_presence(canvas, right - FIGURE, y + 1, seat)
    room = right - FIGURE - 3 - x
    width = canvas.text(x, y, canvas.font.fit(seat.name, room), text)
    if facts.you and room - width > 22:
        canvas.text(x + width + 5, y, "you", faded(QUIET, 0.9))
    y = rect.y + 19
    if facts.opening is not None:
        canvas.picture(f"icon/die_{facts.opening}", right - FIGURE - 20, y - 8)
    elif not facts.in_opening:
        score = points(seat.score)
        canvas.text(right, y, score, BONE if seat.eligible else AWAY, align=1.0)
        right -= canvas.font.width(score) + 5
    _second_line(canvas, view, seat, facts, left, right, y, accents)


def _second_line(
    canvas: Canvas,
    view: BoardView,
    seat: SeatView,
    facts: CardFacts,
    left: float,
    right: float,
    y: float,
    accents: Accents,
) -> None:
    label, value, shade = _status(view, seat, facts, accents)
    quiet = QUIET
    left_over = seat_time(view, seat, facts.passed, on_turn=facts.on_turn)
    if left_over is not None and seat.eligible:
        label = duration(left_over) if value else f"{duration(left_over)} left"
        quiet = mixed(accents.ember, BONE, 0.3) if facts.on_turn and left_over < LAST_SECONDS else QUIET
    room = right - left - (canvas.font.width(value) + 4 if value else 0)
    width = canvas.text(left, y, canvas.font.fit(label, room), quiet)
    canvas.text(left + width + 4, y, value, shade)


def _status(view: BoardView, seat: SeatView, facts: CardFacts, accents: Accents) -> tuple[str, str, Colour]:
    """The second line: its label, its value and the value's colour."""
    if facts.in_opening:
        return "opens with", "" if facts.opening else "…", BONE
    if view.phase == "paused" and seat.eligible and not seat.bot:
        here = seat.seated
        return ("sits here", "", BONE) if here else ("has to sit down", "", BONE)
    if not seat.eligible:
        return "out of the match", "", BONE
    away = "away" if seat.away is None else f"away {duration(seat.away / 1000 + facts.passed, up=True)}"
    if facts.on_turn:
        return away if not seat.online else "this turn", f"+{points(facts.total)}", BRASS
    if not seat.online:
        return away, "", BONE
    if not seat.entered and view.entry:
        return "first bank", f"{points(view.entry)}+", PALE_OAK
    if seat.last is None:
        return "no turn yet", "", BONE
    if seat.last == 0:
        return "last turn", "farkle", mixed(accents.ember, BONE, 0.25)
    return "last turn", f"+{points(seat.last)}", mixed(BONE, BRASS, 0.35)
