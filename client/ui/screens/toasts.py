"""Notices that rise at the upper right, over whatever screen is open, and the mark of a silent server."""

from client.model.talk import Talk

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import DARK, drop_shadow, panel
from ..stage import Stage
from ..theme import BONE, BRASS, FROST, INK, Colour, ease_out

TOAST_SECONDS = 5.0
_WIDTH = 170


def draw_toasts(canvas: Canvas, area: Rect, stage: Stage, talk: Talk, now: float) -> None:
    """The newest notices at the upper right, sliding in and fading; `now` is on the clock of the talk."""
    y = 6.0
    for toast in list(talk.toasts)[-3:]:
        age = now - toast.at
        if not 0 <= age <= TOAST_SECONDS:
            continue
        lines = canvas.font.wrap(toast.text, _WIDTH - 30)
        width = min(_WIDTH, max(canvas.font.width(line) for line in lines) + 31)
        height = max(22, len(lines) * 10 + 12)
        slide = 0.0 if stage.reduced_motion else (1 - ease_out(age / 0.18)) * (width + 8)
        alpha = min(1.0, (TOAST_SECONDS - age) / 0.3) * (min(1.0, age / 0.15) if stage.reduced_motion else 1.0)
        rect = Rect(area.width - width - 6 + slide, y, width, height)
        if y > 6.0 and rect.bottom > area.height:
            return
        with canvas.faded(alpha):
            _draw_toast(canvas, stage, rect, toast.kind, lines)
        y += height + 4


def draw_silence(canvas: Canvas, area: Rect, silence: float) -> None:
    """A mark above the middle, where no screen has its lists, while the server does not answer, with the seconds since
    it last did."""
    text = canvas.font.fit(f"The server has not answered for {silence:.0f} seconds…", area.width - 30)
    rect = Rect(
        round((area.width - canvas.font.width(text)) / 2) - 8,
        round(area.height * 0.4),
        canvas.font.width(text) + 16,
        17,
    )
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, DARK)
    canvas.text(rect.x + 8, rect.y + 5, text, BRASS)


def _draw_toast(canvas: Canvas, stage: Stage, rect: Rect, kind: str, lines: list[str]) -> None:
    accent: Colour = {"warning": stage.accents.ember, "won": BRASS}.get(kind, FROST)
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, DARK)
    canvas.box(rect.x + 3, rect.y + 3, 2, rect.height - 6, accent)
    sign = {"warning": "!", "won": "+"}.get(kind, "i")
    badge = Rect(rect.x + 9, rect.y + rect.height // 2 - 5, 10, 10)
    canvas.rect(badge, accent)
    canvas.text(badge.centre[0] + 0.5, badge.y + 2, sign, INK, shadow=False, align=0.5)
    top = rect.y + (rect.height - len(lines) * 10) // 2 + 1
    for index, line in enumerate(lines):
        canvas.text(rect.x + 24, top + index * 10, line, BONE)
