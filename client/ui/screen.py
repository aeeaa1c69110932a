"""The base of all screens: widgets in order, which one the pointer and the keyboard are on, and where input goes.

A screen arranges itself whenever its size changes; `placed` then names every part with its rectangle, so that a test
can tell whether anything overlaps or hangs over the edge.
"""

import math

from pyglet.window import key

from client import input as keys

from .canvas import Canvas
from .geometry import Rect
from .paint import DARK, drop_shadow, panel
from .stage import Stage
from .theme import BONE, GAP, LEAST_HEIGHT, LEAST_WIDTH, Colour
from .widgets.base import Widget
from .widgets.tabs import Tabs
from .widgets.text_field import TextField

_TIP_WIDTH = 180


class Screen:
    """One view. `covers` tells that nothing below it shows; `grabs_mouse` that the pointer turns the head instead;
    `depends` that it asks something for the screen it was opened over, and goes with it; `keys_by_place` that its keys
    are known by where they are and not by their letters."""

    covers = True
    grabs_mouse = False
    depends = False
    keys_by_place = False

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.area = Rect(0, 0, LEAST_WIDTH, LEAST_HEIGHT)
        self.widgets: list[Widget] = []
        self.placed: dict[str, Rect] = {}
        self.focus: Widget | None = None
        self._pressed: Widget | None = None

    # ------------------------------------------------------------------ life

    def show(self) -> None:
        """The screen comes to the top."""

    def hide(self) -> None:
        """The screen is no longer at the top."""
        self._pressed = None
        for widget in self.widgets:
            widget.hovered = False

    def update(self, seconds: float) -> None:
        """Let time pass."""
        for widget in self.widgets:
            widget.update(seconds)

    def resize(self, width: float, height: float) -> None:
        """The screen has this many units now."""
        self.area = Rect(0, 0, float(math.ceil(width)), float(math.ceil(height)))
        self.placed = {}
        self.arrange()

    def arrange(self) -> None:
        """Give every widget its rectangle and name the parts in `placed`."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""

    # ------------------------------------------------------------------ widgets

    def draw_widgets(self, canvas: Canvas) -> None:
        """Draw the visible widgets, the one with the focus last."""
        for widget in sorted(self.widgets, key=lambda each: each.focused):
            if widget.visible:
                widget.draw(canvas)

    def draw_tip(self, canvas: Canvas) -> None:
        """The sentence of the widget that the pointer or else the keyboard is on."""
        chosen = next((each for each in self.widgets if each.visible and each.hovered and each.tip), None)
        if chosen is None and self.focus is not None and self.focus.visible and self.focus.tip:
            chosen = self.focus
        if chosen is not None:
            tooltip(canvas, [(chosen.tip, BONE)], chosen.rect.centre[0], chosen.rect.y - GAP, above=True)

    def give_focus(self, widget: Widget | None) -> None:
        """Let the keyboard act on a widget."""
        if self.focus is not None:
            self.focus.focused = False
        self.focus = widget
        if widget is not None:
            widget.focused = True

    def move_focus(self, step: int) -> None:
        """Go to the next widget that can be focused, or the one before."""
        ring = [widget for widget in self.widgets if widget.focusable]
        if not ring:
            return
        if self.focus in ring:
            self.give_focus(ring[(ring.index(self.focus) + step) % len(ring)])
        else:
            self.give_focus(ring[0 if step > 0 else -1])

    def widget_at(self, x: float, y: float) -> Widget | None:
        """The visible widget under a point."""
        return next((each for each in reversed(self.widgets) if each.visible and each.rect.contains(x, y)), None)

    # ------------------------------------------------------------------ input; every method tells whether it was of use

    def key_press(self, symbol: int, modifiers: int) -> bool:
        """A key goes down: first for the focused widget, then to move the focus, then to leave or to talk."""
        if self.focus is not None and self.focus.visible and self.focus.key(symbol, modifiers):
            return True
        if symbol == key.TAB:
            self.move_focus(-1 if modifiers & key.MOD_SHIFT else 1)
        elif symbol in (key.UP, key.LEFT):
            self.move_focus(-1)
        elif symbol in (key.DOWN, key.RIGHT):
            self.move_focus(1)
        elif symbol == key.ESCAPE:
            return self.escape()
        elif symbol == keys.CHAT and not isinstance(self.focus, TextField):
            self.stage.open_chat("")
        else:
            return False
        return True

    def escape(self) -> bool:
        """What Esc does here."""
        self.close()
        return True

    def close(self, why: str = "") -> None:
        """Leave this screen, whatever lies over it; `why` is a sentence where the player did not do it."""
        self.stage.close_screen(self, why)

    def key_release(self, symbol: int, modifiers: int) -> bool:
        """A key comes up."""
        return False

    def text(self, text: str) -> bool:
        """Text is typed."""
        if self.focus is not None and self.focus.type(text):
            return True
        if text == keys.COMMAND:
            self.stage.open_chat(text)
        return text == keys.COMMAND

    def mouse_move(self, x: float, y: float) -> None:
        """The pointer is here."""
        for widget in self.widgets:
            widget.hovered = widget.visible and widget.rect.contains(x, y)
            if isinstance(widget, Tabs):
                widget.hover(x, y)

    def mouse_turn(self, dx: float, dy: float) -> None:
        """The grabbed mouse moved by this many pixels, y upwards."""

    def mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        """A mouse button goes down."""
        widget = self.widget_at(x, y)
        if widget is None or not widget.press(x, y, button):
            return False
        self._pressed = widget
        if widget.focusable:
            self.give_focus(widget)
        return True

    def mouse_drag(self, x: float, y: float, button: int) -> None:
        """The pointer moves with a button down."""
        self.mouse_move(x, y)
        if self._pressed is not None:
            self._pressed.drag(x, y)

    def mouse_release(self, x: float, y: float, button: int) -> bool:
        """A mouse button comes up."""
        pressed, self._pressed = self._pressed, None
        return pressed is not None and pressed.release(x, y, button)

    def mouse_scroll(self, x: float, y: float, steps: float) -> bool:
        """The wheel turns; positive is up."""
        widget = self.widget_at(x, y)
        return widget is not None and widget.scroll(steps)

    def lost_focus(self) -> None:
        """The window lost the keyboard."""
        self._pressed = None


def tooltip(canvas: Canvas, lines: list[tuple[str, Colour]], x: float, y: float, *, above: bool = False) -> Rect:
    """A small panel of lines that stays on the screen: above a point, or to its lower right."""
    wrapped = [(part, shade) for text, shade in lines for part in canvas.font.wrap(text, _TIP_WIDTH)]
    width = max(canvas.font.width(text) for text, _ in wrapped) + 14
    height = len(wrapped) * canvas.font.line_height + 9
    left, top = (x - width / 2, y - height) if above else (x + 10, y - 4)
    left = min(max(2.0, left), canvas.width - width - 2)
    top = min(max(2.0, top), canvas.height - height - 2)
    rect = Rect(round(left), round(top), width, height)
    drop_shadow(canvas, rect, 2)
    panel(canvas, rect, DARK)
    for index, (text, shade) in enumerate(wrapped):
        canvas.text(rect.x + 7, rect.y + 6 + index * canvas.font.line_height, text, shade)
    return rect
