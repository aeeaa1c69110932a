"""The result: the winner's card raised, everybody's final score, and the banked score of all seats turn by turn."""

from itertools import pairwise

from server.shared.protocol.tabletop import BoardView, ResultView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import CARD, CARD_LIT, PAPER, drop_shadow, panel
from ...text import plural, points
from ...theme import BONE, BRASS, FADED_INK, FROST, INK, PLAIN, QUIET, Accents, Colour, colour, ease_out, faded
from .pot import draw_pot, pot_height

SEAT_COLOURS: tuple[Colour, ...] = (PLAIN.ember_ink, PLAIN.lime_ink, colour("#1f5578"), colour("#7a4a0a"))
_SHAPES = 4
_ROW = 31


def draw_result(
    canvas: Canvas, area: Rect, view: BoardView, result: ResultView, player: str, accents: Accents, age: float
) -> None:
    """Fill an area with the result; `age` is the time in seconds since it is shown."""
    order = sorted(range(len(view.seats)), key=lambda seat: (seat not in result.winners, -view.seats[seat].score))
    rows_width = int(min(170, max(150, area.width * 0.4)))
    heading = _heading(view, result, player)
    canvas.text(area.x + area.width / 2, area.y + 2, heading, BRASS, 2, align=0.5)
    top = area.y + 26
    for place, seat in enumerate(order):
        slide = ease_out((age - place * 0.08) / 0.25)
        lift = 3 if seat in result.winners else 0
        rect = Rect(area.x - (1 - slide) * 30 + lift, top + place * (_ROW + 5), rows_width, _ROW + lift)
        with canvas.faded(slide):
            _draw_row(canvas, rect, view, result, seat, player)
    if len(view.seats) == 1:
        _draw_run(canvas, Rect(area.x, top + _ROW + 12, rows_width, 44), result)
    right = Rect(area.x + rows_width + 12, top, area.width - rows_width - 12, area.bottom - top - 2)
    pot = pot_height(result, right.width)
    chart = Rect(right.x, right.y, right.width, right.height - (pot + 5 if pot else 0))
    _draw_chart(canvas, chart, view, result, ease_out(age / 0.9))
    if pot:
        draw_pot(canvas, Rect(right.x, right.bottom - pot, right.width, pot), view, result, age)


def _draw_run(canvas: Canvas, rect: Rect, result: ResultView) -> None:
    """After a run alone: its turns beside the fewest so far."""
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, CARD)
    turns = result.turns[0] if result.turns else len(result.history)
    rows = [("turns", str(turns)), ("your best", "–" if result.best is None else str(result.best))]
    for index, (label, value) in enumerate(rows):
        y = rect.y + 8 + index * 11
        canvas.text(rect.x + 8, y, label, BONE)
        canvas.text(rect.right - 8, y, value, BRASS, align=1.0)
    if result.is_best:
        canvas.rect(Rect(rect.x + 6, rect.bottom - 14, rect.width - 12, 10), BRASS)
        canvas.text(rect.centre[0], rect.bottom - 12, "NEW BEST!", INK, shadow=False, align=0.5)


def _heading(view: BoardView, result: ResultView, player: str) -> str:
    if len(view.seats) == 1 and result.winners and result.turns:
        return f"Done in {plural(result.turns[0], 'turn', 'turns')}"
    winners = [view.seats[seat] for seat in result.winners]
    if result.kind == "draw":
        return "A draw"
    if any(player and seat.player == player for seat in winners):
        return "You win!" if len(winners) == 1 else "You share the win"
    if len(winners) == 1:
        return f"{winners[0].name} wins"
    return "A shared win" if winners else "Nobody wins"


def _draw_row(canvas: Canvas, rect: Rect, view: BoardView, result: ResultView, seat: int, player: str) -> None:
    facts = view.seats[seat]
    won = seat in result.winners
    drop_shadow(canvas, rect, 3 if won else 2)
    panel(canvas, rect, CARD_LIT if won else CARD)
    x, y = rect.x + 8, rect.y + 7
    _mark(canvas, x + 2, y + 3, seat, _bright(seat))
    x += 11
    if won:
        canvas.picture("icon/crown", x, y - 5)
        x += 20
    canvas.text(x, y, canvas.font.fit(facts.name, rect.right - 7 - x), BONE if facts.eligible else faded(BONE, 0.6))
    y += 12
    if facts.ready and not facts.bot:
        canvas.picture("icon/ready", rect.x + 7, y - 5)
        canvas.text(rect.x + 26, y, "ready", QUIET)
    elif not facts.eligible:
        canvas.text(rect.x + 8, y, "left the match", QUIET)
    canvas.text(rect.right - 8, y, points(facts.score), BRASS if won else BONE, align=1.0)


def _draw_chart(canvas: Canvas, rect: Rect, view: BoardView, result: ResultView, shown: float) -> None:
    """Lines of the banked scores; each seat has a colour and a shape of its own."""
    drop_shadow(canvas, rect)
    panel(canvas, rect, PAPER)
    title = f"Banked points, {plural(sum(result.turns) or len(result.history), 'turn', 'turns')}"
    canvas.text(rect.x + 8, rect.y + 7, canvas.font.fit(title, rect.width - 16), INK, shadow=False)
    best = max([1, *(score for scores in result.history for score in scores)])
    # A match that ended far from its goal is shown by what was banked, so that its lines can be told apart.
    highest = max(best, view.goal) if best * 2 >= view.goal else -(-best // 200) * 200
    label = canvas.font.width(points(highest))
    plot = Rect(rect.x + 10 + label, rect.y + 24, rect.width - label - 22, rect.height - 36)
    whole = view.goal if 0 < view.goal <= highest < 3 * view.goal else highest
    for part in range(5):
        y = round(plot.bottom - plot.height * whole * part / 4 / highest)
        canvas.box(plot.x, y, plot.width, 1, faded(FADED_INK, 0.3))
        if part % 2 == 0:
            canvas.text(plot.x - 3, y - 3, points(whole * part // 4), FADED_INK, shadow=False, align=1.0)
    if whole == view.goal:
        goal = round(plot.bottom - plot.height * whole / highest)
        for x in range(int(plot.x), int(plot.right) - 2, 5):
            canvas.box(x, goal, 3, 1, BRASS)
    lines = [(0,) * len(view.seats), *result.history]
    seen = max(1, round((len(lines) - 1) * shown))
    for seat in range(len(view.seats)):
        _draw_line(canvas, plot, [scores[seat] for scores in lines[: seen + 1]], len(lines) - 1, highest, seat)


def _draw_line(canvas: Canvas, plot: Rect, scores: list[int], turns: int, highest: int, seat: int) -> None:
    shade = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
    ends = [
        (plot.x + plot.width * turn / max(1, turns), plot.bottom - plot.height * max(0, score) / highest)
        for turn, score in enumerate(scores)
    ]
    for (x0, y0), (x1, y1) in pairwise(ends):
        length = max(1e-6, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
        nx, ny = (y1 - y0) / length * 0.7, -(x1 - x0) / length * 0.7
        canvas.slanted(((x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)), shade)
    if ends:
        _mark(canvas, round(ends[-1][0]), round(ends[-1][1]), seat, shade)


def _bright(seat: int) -> Colour:
    return (PLAIN.ember, PLAIN.lime, FROST, BRASS)[seat % _SHAPES]


def _mark(canvas: Canvas, x: float, y: float, seat: int, shade: Colour) -> None:
    """A seat's own shape: square, diamond, cross or bar."""
    shape = seat % _SHAPES
    if shape == 0:
        canvas.box(x - 2, y - 2, 5, 5, shade)
    elif shape == 1:
        canvas.slanted(((x + 0.5, y - 3), (x + 4, y + 0.5), (x + 0.5, y + 4), (x - 3, y + 0.5)), shade)
    elif shape == 2:
        canvas.box(x - 2, y, 5, 1, shade)
        canvas.box(x, y - 2, 1, 5, shade)
    else:
        canvas.box(x - 3, y - 1, 7, 2, shade)
