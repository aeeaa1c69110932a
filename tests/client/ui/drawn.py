"""What a screen draws as text, recorded instead of drawn: each line's place, what was cut, and the sizes to try."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from client.ui import screen as screens
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.text import Font
from client.ui.theme import scale_for
from client.ui.widgets import TextField

WINDOWS = (
    *((400, 300), (500, 400), (640, 360), (400, 700), (500, 700), (700, 720), (800, 600), (1024, 768)),
    *((1280, 720), (1366, 768), (1600, 900), (1920, 1080), (1080, 1920), (2560, 1440), (3440, 1440), (3840, 2160)),
)


def unit_sizes() -> list[tuple[float, float]]:
    """The units of each window at every size of the interface that may be chosen there."""
    sizes = {
        (width / scale, height / scale): None
        for width, height in WINDOWS
        for scale in range(scale_for(width, height), 0, -1)
    }
    return list(sizes)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text as it is seen: what a clip leaves of it in height; `spilled` where a clip takes of its width."""

    text: str
    rect: Rect
    spilled: bool


@dataclass(slots=True)
class Drawn:
    """The lines of one picture, and the texts that found no room and were cut."""

    lines: list[Line] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    typing: bool = False
    over: bool = False

    def clear(self) -> None:
        self.lines.clear()
        self.cut.clear()

    def faults(self, width: float, height: float) -> list[str]:
        """What is wrong with the lines on a screen of so many units."""
        inside = Rect(-1, -1, width + 2, height + 2)
        faults = [f"{text!r} is cut" for text in self.cut]
        faults += [f"{line.text!r} is wider than its page" for line in self.lines if line.spilled]
        faults += [
            f"{line.text!r} leaves the screen: {line.rect}" for line in self.lines if not inside.encloses(line.rect)
        ]
        for one, other in combinations(self.lines, 2):
            if one.rect.overlaps(other.rect) and one != other:
                faults.append(f"{one.text!r} lies on {other.text!r}: {one.rect} {other.rect}")
        return faults


def record(patch: pytest.MonkeyPatch) -> Drawn:
    """Record from now on; nothing reaches OpenGL. Tips lie over the rest, so that they are not asked to keep apart."""
    drawn = Drawn()
    fit, type_in, tip = Font.fit, TextField.draw, screens.tooltip

    def text(self: Canvas, x: float, y: float, line: str, colour: Any, scale: int = 1, **rest: Any) -> float:
        width = self.font.width(line, scale)
        rect = Rect(x - width * rest.get("align", 0.0), y, width, self.font.cap_height * scale).moved(*self._offset)
        seen = rect if self._clip is None else rect.intersection(self._clip)
        if line.strip() and seen.height > 0 and not drawn.over and not drawn.typing:
            spilled = self._clip is not None and (rect.x < self._clip.x or rect.right > self._clip.right)
            drawn.lines.append(Line(line, Rect(rect.x, seen.y, rect.width, seen.height), spilled))
        return width

    def fitted(self: Font, line: str, width: float, scale: int = 1) -> str:
        shown = fit(self, line, width, scale)
        if shown != line:
            drawn.cut.append(line)
        return shown

    def field_drawn(self: TextField, canvas: Canvas) -> None:
        drawn.typing = True
        type_in(self, canvas)
        drawn.typing = False

    def tip_drawn(*args: Any, **more: Any) -> Rect:
        drawn.over = True
        rect = tip(*args, **more)
        drawn.over = False
        return rect

    patch.setattr(Canvas, "text", text)
    patch.setattr(Canvas, "_put", lambda *_: None)
    patch.setattr(Canvas, "_quad", lambda *_: None)
    patch.setattr(Canvas, "tiled", lambda *_: None)
    patch.setattr(Font, "fit", fitted)
    patch.setattr(TextField, "draw", field_drawn)
    patch.setattr(screens, "tooltip", tip_drawn)
    return drawn
