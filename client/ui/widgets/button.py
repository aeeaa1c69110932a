"""A button: rest, hover, pressed, disabled with its reason, and focus; its key is shown on it."""

from collections.abc import Callable

from pyglet.window import key, mouse

from ..canvas import Canvas
from ..paint import (
    PLATE,
    PLATE_BRASS,
    PLATE_DANGER,
    PLATE_GO,
    PLATE_OFF,
    Surface,
    focus_marks,
    key_cap,
    key_cap_width,
    panel,
)
from ..theme import BONE, INK, Colour, colour, mixed
from .base import Widget

_SURFACES = {"plain": PLATE, "go": PLATE_GO, "brass": PLATE_BRASS, "danger": PLATE_DANGER}
_OFF_TEXT: Colour = colour("#a89a8c")


class Button(Widget):
    """`kind` is plain, go, brass or danger. `reason` says why it is disabled; '' means it is not."""

    def __init__(self, label: str, press: Callable[[], None], *, kind: str = "plain", hint: str = "") -> None:
        super().__init__()
        self.label = label
        self.kind = kind
        self.hint = hint
        self.reason = ""
        self._pressed = press
        self._down = False

    @property
    def enabled(self) -> bool:
        """Whether pressing it does something."""
        return not self.reason

    @property
    def tip(self) -> str:
        return self.reason

    def activate(self) -> bool:
        """Press it, if it is enabled."""
        if self.enabled and self.visible:
            self._pressed()
        return self.enabled

    def draw(self, canvas: Canvas) -> None:
        surface = self._surface()
        sunk = 1 if self._down and self.hovered and self.enabled else 0
        rect = self.rect.moved(0, sunk)
        if not sunk:
            canvas.box(rect.x + 1, rect.bottom, rect.width - 2, 1, mixed(INK, surface.shade, 0.4))
        panel(canvas, rect, surface, frame=1)
        text = INK if self.kind == "brass" and self.enabled else BONE if self.enabled else _OFF_TEXT
        y = rect.y + (rect.height - 7) // 2
        room = rect.width - 8
        if self.hint:
            width = key_cap_width(canvas, self.hint)
            room -= width + 4
            key_cap(canvas, rect.right - width - 5, rect.y + (rect.height - 11) // 2, self.hint, lit=self.enabled)
        label = canvas.font.fit(self.label, room)
        canvas.text(rect.x + 4 + room / 2, y, label, text, shadow=text is not INK, align=0.5)
        if self.focused:
            focus_marks(canvas, self.rect)

    def press(self, x: float, y: float, button: int) -> bool:
        self._down = button == mouse.LEFT
        return self._down

    def release(self, x: float, y: float, button: int) -> bool:
        was_down, self._down = self._down, False
        return was_down and self.rect.contains(x, y) and self.activate()

    def key(self, symbol: int, modifiers: int) -> bool:
        return symbol in (key.ENTER, key.RETURN, key.NUM_ENTER, key.SPACE) and (self.activate() or True)

    def _surface(self) -> Surface:
        if not self.enabled:
            return PLATE_OFF
        surface = _SURFACES[self.kind]
        if not self.hovered:
            return surface
        return Surface(surface.frame, mixed(surface.light, BONE, 0.55), surface.shade, mixed(surface.fill, BONE, 0.12))
