"""The base of all widgets: a place, whether the pointer or the keyboard is on it, and what they do to it."""

from ..canvas import Canvas
from ..geometry import Rect

NOWHERE = Rect(0, 0, 0, 0)


class Widget:
    """One thing on a screen. Every input method answers whether it was of use."""

    def __init__(self) -> None:
        self.rect = NOWHERE
        self.hovered = False
        self.focused = False
        self.visible = True

    @property
    def focusable(self) -> bool:
        """Whether the keyboard may come here."""
        return self.visible

    @property
    def tip(self) -> str:
        """A sentence shown while the pointer rests here or the keyboard is here; '' for none."""
        return ""

    def draw(self, canvas: Canvas) -> None:
        """Draw into the widget's rectangle."""

    def update(self, seconds: float) -> None:
        """Let time pass."""

    def press(self, x: float, y: float, button: int) -> bool:
        """A mouse button goes down inside."""
        return False

    def release(self, x: float, y: float, button: int) -> bool:
        """The mouse button that went down inside comes up, wherever."""
        return False

    def drag(self, x: float, y: float) -> bool:
        """The pointer moves with the button down that went down inside."""
        return False

    def scroll(self, steps: float) -> bool:
        """The wheel turns over it; positive is up."""
        return False

    def key(self, symbol: int, modifiers: int) -> bool:
        """A key goes down while the keyboard is here."""
        return False

    def type(self, text: str) -> bool:
        """Text comes while the keyboard is here."""
        return False
