"""A line to type into: caret, selection, cut, copy and paste, and a limit."""

from collections.abc import Callable

from pyglet.window import key, mouse

from ..canvas import Canvas
from ..paint import focus_marks, well
from ..theme import BONE, BRASS, FROST, NIGHT, PALE_OAK, faded
from .base import Widget

_PADDING = 6
_BLINK_SECONDS = 0.53


class Clipboard:
    """Text that goes between fields; a window hands its own over through `read` and `write`."""

    def __init__(self) -> None:
        self._text = ""

    def read(self) -> str:
        """What was copied last."""
        return self._text

    def write(self, text: str) -> None:
        """Copy."""
        self._text = text


class TextField(Widget):
    """`allowed` tells which characters may be typed; `submit` is called on Enter."""

    def __init__(
        self,
        text: str = "",
        *,
        placeholder: str = "",
        limit: int = 64,
        clipboard: Clipboard | None = None,
        allowed: Callable[[str], bool] = str.isprintable,
        submit: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.text = text[:limit]
        self.placeholder = placeholder
        self.caret = len(self.text)
        self.anchor = len(self.text)
        self.refused = ""
        """Characters of what was typed last that may not stand here."""
        self._limit = limit
        self._clipboard = clipboard or Clipboard()
        self._allowed = allowed
        self._submit = submit
        self._blink = 0.0
        self._first = 0
        self._canvas: Canvas | None = None

    @property
    def selection(self) -> tuple[int, int]:
        """First and past-the-last selected index; equal when nothing is."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def replace(self, text: str) -> None:
        """Put other text in, with the caret at its end."""
        self.text = text[: self._limit]
        self.caret = self.anchor = len(self.text)

    def update(self, seconds: float) -> None:
        self._blink = (self._blink + seconds) % (2 * _BLINK_SECONDS)

    def draw(self, canvas: Canvas) -> None:
        self._canvas = canvas
        well(canvas, self.rect, NIGHT)
        inner = self.rect.inset(_PADDING, 2)
        self._keep_caret_in_view(canvas, inner.width)
        shown = self.text[self._first :]
        y = self.rect.y + (self.rect.height - 7) // 2
        with canvas.clipped(inner):
            if not self.text:
                canvas.text(inner.x, y, canvas.font.fit(self.placeholder, inner.width), faded(PALE_OAK, 0.9))
            start, end = self.selection
            if start != end and self.focused:
                left = inner.x + self._offset(canvas, start)
                canvas.box(left, y - 2, self._offset(canvas, end) - self._offset(canvas, start), 11, faded(FROST, 0.45))
            canvas.text(inner.x, y, shown, BONE)
            if self.focused and self._blink < _BLINK_SECONDS:
                canvas.box(inner.x + max(0, self._offset(canvas, self.caret) - 1), y - 2, 1, 11, BRASS)
        if self.focused:
            focus_marks(canvas, self.rect)

    def press(self, x: float, y: float, button: int) -> bool:
        if button == mouse.LEFT:
            self.caret = self.anchor = self._index(x)
        return button == mouse.LEFT

    def drag(self, x: float, y: float) -> bool:
        self.caret = self._index(x)
        return True

    def type(self, text: str) -> bool:
        kept = "".join(character for character in text if character.isprintable() and self._allowed(character))
        self.refused = "".join(character for character in text if character not in kept)
        if kept:
            self._insert(kept)
        return bool(kept)

    def key(self, symbol: int, modifiers: int) -> bool:
        self._blink = 0.0
        if symbol in (key.BACKSPACE, key.DELETE, key.ENTER, key.RETURN):
            self.refused = ""
        # AltGr and Option type letters; one of the systems reports the former as Ctrl and Alt together.
        command = bool(modifiers & (key.MOD_CTRL | key.MOD_COMMAND)) and not modifiers & key.MOD_ALT
        extend = bool(modifiers & key.MOD_SHIFT)
        if symbol in (key.ENTER, key.RETURN, key.NUM_ENTER):
            if self._submit is not None:
                self._submit()
            return self._submit is not None
        if command:
            return self._command(symbol)
        moves = {key.LEFT: self.caret - 1, key.RIGHT: self.caret + 1, key.HOME: 0, key.END: len(self.text)}
        if symbol in moves:
            self.caret = min(len(self.text), max(0, moves[symbol]))
            if not extend:
                self.anchor = self.caret
            return True
        if symbol in (key.BACKSPACE, key.DELETE):
            self._erase(-1 if symbol == key.BACKSPACE else 1)
            return True
        return False

    def _command(self, symbol: int) -> bool:
        start, end = self.selection
        if symbol == key.A:
            self.anchor, self.caret = 0, len(self.text)
        elif symbol in (key.C, key.X):
            if start != end:
                self._clipboard.write(self.text[start:end])
            if symbol == key.X:
                self._insert("")
        elif symbol == key.V:
            self.type(self._clipboard.read().replace("\n", " "))
        else:
            return False
        return True

    def _insert(self, text: str) -> None:
        start, end = self.selection
        text = text[: self._limit - (len(self.text) - (end - start))]
        self.text = self.text[:start] + text + self.text[end:]
        self.caret = self.anchor = start + len(text)

    def _erase(self, step: int) -> None:
        if self.caret == self.anchor:
            self.caret = min(len(self.text), max(0, self.caret + step))
        self._insert("")

    def _keep_caret_in_view(self, canvas: Canvas, width: float) -> None:
        self._first = min(self._first, self.caret)
        while self._first < self.caret and canvas.font.width(self.text[self._first : self.caret]) > width - 2:
            self._first += 1

    def _offset(self, canvas: Canvas, index: int) -> int:
        """Units from the field's inner edge to a character; never left of it."""
        shown = self.text[self._first : index] if index > self._first else ""
        return canvas.font.width(shown) + (1 if shown else 0)

    def _index(self, x: float) -> int:
        """The place between two characters that is nearest to a point."""
        if self._canvas is None:
            return len(self.text)
        wanted = x - self.rect.x - _PADDING
        places = range(self._first, len(self.text) + 1)
        canvas = self._canvas
        return min(places, key=lambda index: abs(self._offset(canvas, index) - wanted))
