"""The time that is left, of turns and of the match: calm figures that turn ember in the last ten seconds."""

from server.shared.protocol.tabletop import BoardView, SeatView

from ...canvas import Canvas
from ...text import duration
from ...theme import BONE, SHADOW, Accents, mixed
from .layout import BoardPlaces

LAST_SECONDS = 10.0
_PLAYING = ("to_roll", "to_keep", "to_decide")


def seat_time(view: BoardView, seat: SeatView, passed: float, *, on_turn: bool) -> float | None:
    """Seconds that a seat has left, `passed` seconds after the view came; None where no clock is for it."""
    if seat.time_left is None:
        return None
    runs = on_turn and view.phase in _PLAYING
    return max(0.0, seat.time_left / 1000 - (passed if runs else 0.0))


def clocks_of(view: BoardView, passed: float) -> list[tuple[str, float]]:
    """What runs out next at this table: names and seconds left, the turn's clock before the match's."""
    clocks = []
    if view.deadline is not None and view.deadline != view.match_deadline:
        clocks.append(("turn", max(0.0, view.deadline / 1000 - passed)))
    if view.match_deadline is not None:
        clocks.append(("match", max(0.0, view.match_deadline / 1000 - passed)))
    return clocks


def draw_clocks(canvas: Canvas, places: BoardPlaces, clocks: list[tuple[str, float]], accents: Accents) -> None:
    """At the right end of the status, in its second line."""
    if not clocks:
        return
    area = places.status
    right = area.right - 4
    words, width = _words(canvas, clocks)
    top = area.y + 11
    canvas.box(right - width, top - 1, width, 12, SHADOW)
    canvas.picture("icon/clock", right - width, top - 3)
    x = right - width + 18
    for text, left in words:
        shade = mixed(accents.ember, BONE, 0.3) if left < LAST_SECONDS else BONE
        x += canvas.text(x, top + 1, text, shade) + 6


def room_for(canvas: Canvas, clocks: list[tuple[str, float]]) -> float:
    """Units at the right end of the status' second line that its sentence has to leave free."""
    _, width = _words(canvas, clocks)
    return width + 4 if clocks else 0


def _words(canvas: Canvas, clocks: list[tuple[str, float]]) -> tuple[list[tuple[str, float]], float]:
    words = [(f"{name} {duration(left)}" if len(clocks) > 1 else duration(left), left) for name, left in clocks]
    return words, sum(canvas.font.width(text) + 6 for text, _ in words) + 18
