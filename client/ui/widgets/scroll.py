"""A part of a screen that shows a window onto something taller, with a bar that tells where."""

from collections.abc import Callable

from pyglet.window import key

from ..canvas import Canvas
from ..paint import focus_marks
from ..theme import Colour, faded
from .base import Widget

_BAR = 3
_STEP = 20.0


class ScrollArea(Widget):
    """`content` draws into a width from a top edge and answers with its height; the area clips and shifts it."""

    def __init__(self, content: Callable[[Canvas, float, float, float], float], bar: Colour) -> None:
        super().__init__()
        self.height = 0.0
        self.offset = 0.0
        self._content = content
        self._bar = bar

    @property
    def focusable(self) -> bool:
        return self.visible and self.height > self.rect.height

    def draw(self, canvas: Canvas) -> None:
        area = self.rect
        with canvas.clipped(area):
            self.height = self._content(canvas, area.x, area.y - self.offset, area.width - _BAR - 3)
        self._settle()
        if self.height > area.height:
            length = max(12.0, area.height * area.height / self.height)
            top = area.y + (area.height - length) * self.offset / (self.height - area.height)
            canvas.box(area.right - _BAR, area.y, _BAR, area.height, faded(self._bar, 0.25))
            canvas.box(area.right - _BAR, top, _BAR, length, self._bar)
        if self.focused:
            focus_marks(canvas, area)

    def scroll(self, steps: float) -> bool:
        self.offset -= steps * _STEP
        self._settle()
        return True

    def key(self, symbol: int, modifiers: int) -> bool:
        page = self.rect.height - 10
        steps = {key.UP: -_STEP, key.DOWN: _STEP, key.PAGEUP: -page, key.PAGEDOWN: page}
        if symbol in steps:
            self.offset += steps[symbol]
        elif symbol == key.HOME:
            self.offset = 0.0
        elif symbol == key.END:
            self.offset = self.height
        else:
            return False
        self._settle()
        return True

    def _settle(self) -> None:
        self.offset = min(max(0.0, self.height - self.rect.height), max(0.0, self.offset))
