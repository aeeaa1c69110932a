"""The result: the winner's card raised, everybody's final score, and the banked score of all seats turn by turn."""

from itertools import pairwise

from server.shared.protocol.tabletop import BoardView, ResultView

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import CARD, CARD_LIT, PAPER, drop_shadow, panel
from ...text import plural, points
from ...theme import BONE, BRASS, FADED_INK, INK, QUIET, Accents, Colour, ease_out, faded, mixed
from .marks import MARK, ON_PAPER, draw_mark, draw_seat_mark
from .pot import draw_pot, pot_height

_ROW = 31
_RUN = 56
_HEADING = 26


def draw_result(
    canvas: Canvas, area: Rect, view: BoardView, result: ResultView, player: str, accents: Accents, age: float
) -> None:
    """Fill an area with the result; `age` is the time in seconds since it is shown."""
    order = sorted(range(len(view.seats)), key=lambda seat: (seat not in result.winners, -view.seats[seat].score))
    rows_width = int(min(170, max(150, area.width * 0.4)))
    heading, shade = heading_of(view, result, player, accents)
    size = 2 if canvas.font.width(heading) * 2 <= area.width else 1
    canvas.text(area.x + area.width / 2, area.y + 2 + (2 - size) * 4, heading, shade, size, align=0.5)
    top = area.y + _HEADING
    for place, seat in enumerate(order):
        slide = ease_out((age - place * 0.08) / 0.25)
        lift = 3 if seat in result.winners else 0
        rect = Rect(area.x - (1 - slide) * 30 + lift, top + place * (_ROW + 5), rows_width, _ROW + lift)
        with canvas.faded(slide):
            _draw_row(canvas, rect, view, result, seat, player)
    if len(view.seats) == 1:
        _draw_run(canvas, Rect(area.x, top + _ROW + 12, rows_width, _RUN - 12), result)
    right = Rect(area.x + rows_width + 12, top, area.width - rows_width - 12, area.bottom - top - 2)
    pot = pot_height(result, right.width)
    chart = Rect(right.x, right.y, right.width, right.height - (pot + 5 if pot else 0))
    _draw_chart(canvas, chart, view, result, ease_out(age / 0.9))
    if pot:
        draw_pot(canvas, Rect(right.x, right.bottom - pot, right.width, pot), view, result, age)


def rows_end(area: Rect, seats: int) -> float:
    """Where the rows of the seats end."""
    return area.y + _HEADING + seats * (_ROW + 5) + (_RUN if seats == 1 else 0)


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


def heading_of(view: BoardView, result: ResultView, player: str, accents: Accents) -> tuple[str, Colour]:
    """How it ended, as the one who looks at it has it: won in brass, lost in ember, neither in bone."""
    winners = [view.seats[seat] for seat in result.winners]
    names = " and ".join(seat.name for seat in winners)
    won = any(player and seat.player == player for seat in winners)
    played = any(player and seat.player == player for seat in view.seats)
    if len(view.seats) == 1 and winners and result.turns:
        return f"Done in {plural(result.turns[0], 'turn', 'turns')}", BRASS
    if won and result.kind != "draw":
        return ("You win!" if len(winners) == 1 else "You share the win"), BRASS
    if result.kind == "draw":
        return "A draw: nobody wins", BONE
    if not winners:
        return "Nobody wins", BONE
    if played:
        return f"You lost to {names}", mixed(accents.ember, BONE, 0.35)
    return (f"{names} wins" if len(winners) == 1 else f"{names} share the win"), BONE


def _draw_row(canvas: Canvas, rect: Rect, view: BoardView, result: ResultView, seat: int, player: str) -> None:
    facts = view.seats[seat]
    won = seat in result.winners
    drop_shadow(canvas, rect, 3 if won else 2)
    panel(canvas, rect, CARD_LIT if won else CARD)
    x, y = rect.x + 8, rect.y + 7
    draw_seat_mark(canvas, x, y, facts.side)
    x += MARK
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
    """Lines of the banked scores, in the colours and with the marks of the seats."""
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
    for number, seat in enumerate(view.seats):
        course = [scores[number] for scores in lines[: seen + 1]]
        _draw_line(canvas, plot, course, len(lines) - 1, highest, seat.side % len(ON_PAPER))


def _draw_line(canvas: Canvas, plot: Rect, scores: list[int], turns: int, highest: int, side: int) -> None:
    shade = ON_PAPER[side]
    ends = [
        (plot.x + plot.width * turn / max(1, turns), plot.bottom - plot.height * max(0, score) / highest)
        for turn, score in enumerate(scores)
    ]
    for (x0, y0), (x1, y1) in pairwise(ends):
        length = max(1e-6, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
        nx, ny = (y1 - y0) / length * 0.7, -(x1 - x0) / length * 0.7
        canvas.slanted(((x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)), shade)
    if ends:
        draw_mark(canvas, round(ends[-1][0]), round(ends[-1][1]), side, shade)
