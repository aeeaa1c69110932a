"""A list of things to open, each with a sentence about it, on parchment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pyglet.window import key, mouse

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import focus_marks
from ..theme import FADED_INK, INK, OAK, faded
from .scroll import ScrollArea

_FIELD = faded(OAK, 0.16)
_LIT = faded(OAK, 0.32)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to open: its name, a sentence, and what opening it does."""

    label: str
    about: str
    open: Callable[[], None]


class Menu(ScrollArea):
    """Entries below each other; a click or Enter opens one, the arrow keys go from one to the next."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(self._rows, OAK)
        self.entries = tuple(entries)
        self.at = 0
        self._places: list[Rect] = []

    @property
    def focusable(self) -> bool:
        return self.visible

    def draw(self, canvas: Canvas) -> None:
        focused, self.focused = self.focused, False
        super().draw(canvas)
        self.focused = focused
        if focused and self.at < len(self._places):
            with canvas.clipped(self.rect.inset(-3)):
                focus_marks(canvas, self._places[self.at].inset(1))

    def press(self, x: float, y: float, button: int) -> bool:
        for index, place in enumerate(self._places):
            if button == mouse.LEFT and place.contains(x, y):
                self.at = index
                self.entries[index].open()
                return True
        return False

    def key(self, symbol: int, modifiers: int) -> bool:
        if symbol in (key.UP, key.DOWN):
            at = self.at + (1 if symbol == key.DOWN else -1)
            if not 0 <= at < len(self.entries):
                return False
            self.at = at
            self._bring_into_view()
            return True
        if symbol in (key.ENTER, key.RETURN, key.NUM_ENTER, key.SPACE):
            self.entries[self.at].open()
            return True
        return super().key(symbol, modifiers)

    def _bring_into_view(self) -> None:
        if self.at < len(self._places):
            place = self._places[self.at]
            if place.y < self.rect.y:
                self.scroll((self.rect.y - place.y) / 20)
            elif place.bottom > self.rect.bottom:
                self.scroll((self.rect.bottom - place.bottom) / 20)

    def _rows(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        top, line = y, canvas.font.line_height
        self._places = []
        for index, entry in enumerate(self.entries):
            about = canvas.font.wrap(entry.about, width - 10)
            rect = Rect(x, y, width, 17 + len(about) * line)
            canvas.rect(rect, _LIT if self.hovered and index == self.at else _FIELD)
            canvas.text(x + 5, y + 5, canvas.font.fit(entry.label, width - 20), INK, shadow=False)
            canvas.text(rect.right - 11, y + 5, "→", INK, shadow=False)
            for row, text in enumerate(about):
                canvas.text(x + 5, y + 15 + row * line, text, FADED_INK, shadow=False)
            self._places.append(rect)
            y += rect.height + 4
        return y - top
