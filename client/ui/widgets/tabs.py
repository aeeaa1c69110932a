"""A row of tabs, one of which is open."""

from collections.abc import Callable, Sequence

from pyglet.window import key, mouse

from ..canvas import Canvas
from ..geometry import Rect, row, shared_row
from ..paint import focus_marks
from ..theme import BONE, DARK_OAK, INK, OAK, PARCHMENT, colour
from .base import Widget

_LIT = colour("#8f6236")


class Tabs(Widget):
    """Labels side by side over a parchment page."""

    def __init__(self, labels: Sequence[str], chosen: Callable[[int], None]) -> None:
        super().__init__()
        self.labels = list(labels)
        self.open = 0
        self._chosen = chosen
        self._hover = (-1.0, -1.0)
        self._wanted: list[int] = []

    def places(self) -> list[Rect]:
        """Each tab's rectangle: as wide as its label wants, and an equal part of what is left."""
        if len(self._wanted) != len(self.labels):
            return shared_row(self.rect, len(self.labels), 1)
        spare = (self.rect.width - (len(self.labels) - 1) - sum(self._wanted)) // len(self.labels)
        return row(self.rect, [wanted + spare for wanted in self._wanted], 1)

    def choose(self, index: int) -> None:
        """Open a tab."""
        self.open = index % len(self.labels)
        self._chosen(self.open)

    def draw(self, canvas: Canvas) -> None:
        self._wanted = [canvas.font.width(label) for label in self.labels]
        for index, (label, place) in enumerate(zip(self.labels, self.places(), strict=True)):
            is_open = index == self.open
            lift = 0 if is_open else 2
            canvas.box(place.x + 1, place.y + lift, place.width - 2, place.height - lift, INK)
            canvas.box(place.x, place.y + lift + 1, place.width, place.height - lift - 1, INK)
            fill = PARCHMENT if is_open else (_LIT if self.hovered and place.contains(*self._hover) else OAK)
            canvas.box(place.x + 1, place.y + lift + 1, place.width - 2, place.height - lift - 1, fill)
            if not is_open:
                canvas.box(place.x + 1, place.bottom - 2, place.width - 2, 2, DARK_OAK)
            text = INK if is_open else BONE
            y = place.y + lift + (place.height - lift - 7) // 2
            canvas.text(
                place.centre[0], y, canvas.font.fit(label, place.width - 3), text, shadow=not is_open, align=0.5
            )
        if self.focused:
            focus_marks(canvas, self.places()[self.open])

    def hover(self, x: float, y: float) -> None:
        """The pointer is here."""
        self._hover = (x, y)

    def press(self, x: float, y: float, button: int) -> bool:
        for index, place in enumerate(self.places()):
            if button == mouse.LEFT and place.contains(x, y):
                self.choose(index)
                return True
        return False

    def key(self, symbol: int, modifiers: int) -> bool:
        if symbol not in (key.LEFT, key.RIGHT):
            return False
        self.choose(self.open + (1 if symbol == key.RIGHT else -1))
        return True
