"""The lobby's form: every setting that the server names, changed by its host with arrows, one value at a time.

It knows no rules: what a setting may be comes with it, and what a change leads to comes back as a new view.
"""

from collections.abc import Callable

from pyglet.window import key, mouse

from server.shared.protocol.tabletop import Setting, SettingValue

from ...canvas import Canvas
from ...geometry import Rect
from ...paint import focus_marks
from ...text import points
from ...theme import FADED_INK, INK, OAK, Accents, faded
from ...widgets import ScrollArea

_FIELD = faded(OAK, 0.16)
_HEIGHT = 14
_FAST = 10


class Form(ScrollArea):
    """`settings` are asked for anew each time; `change` is called with a name and its new value. `locked` says why
    this player may not change anything, '' when they may."""

    def __init__(
        self,
        settings: Callable[[], tuple[Setting, ...]],
        locked: Callable[[], str],
        change: Callable[[str, SettingValue], None],
        accents: Accents,
    ) -> None:
        super().__init__(self._rows, OAK)
        self._settings = settings
        self._locked = locked
        self._change = change
        self._accents = accents
        self._fields: dict[str, Rect] = {}
        self._row = 0

    @property
    def focusable(self) -> bool:
        return self.visible and not self._locked() and bool(self._settings())

    @property
    def tip(self) -> str:
        return self._locked()

    def draw(self, canvas: Canvas) -> None:
        focused, self.focused = self.focused, False
        super().draw(canvas)
        self.focused = focused
        settings = self._settings()
        if focused and settings:
            field = self._fields.get(settings[min(self._row, len(settings) - 1)].name)
            if field is not None:
                with canvas.clipped(self.rect):
                    focus_marks(canvas, field.inset(1))

    def press(self, x: float, y: float, button: int) -> bool:
        if button not in (mouse.LEFT, mouse.RIGHT):
            return False
        for row, setting in enumerate(self._settings()):
            field = self._fields.get(setting.name)
            if field is not None and field.contains(x, y):
                self._row = row
                back = x < field.centre[0] if setting.kind != "switch" else False
                self._step(setting, -1 if back or button == mouse.RIGHT else 1)
                return True
        return False

    def key(self, symbol: int, modifiers: int) -> bool:
        settings = self._settings()
        if not settings:
            return False
        self._row = min(self._row, len(settings) - 1)
        if symbol in (key.UP, key.DOWN):
            row = self._row + (1 if symbol == key.DOWN else -1)
            if not 0 <= row < len(settings):
                return False
            self._row = row
            self._bring_into_view(settings[row].name)
            return True
        if symbol in (key.LEFT, key.RIGHT, key.ENTER, key.RETURN, key.SPACE):
            step = -1 if symbol == key.LEFT else 1
            self._step(settings[self._row], step * (_FAST if modifiers & key.MOD_SHIFT else 1))
            return True
        return super().key(symbol, modifiers)

    def _step(self, setting: Setting, by: int) -> None:
        value = stepped(setting, by)
        if not self._locked() and value != setting.value:
            self._change(setting.name, value)

    def _bring_into_view(self, name: str) -> None:
        field = self._fields.get(name)
        if field is None:
            return
        if field.y < self.rect.y + 20:
            self.scroll((self.rect.y + 20 - field.y) / 20)
        elif field.bottom > self.rect.bottom - 4:
            self.scroll((self.rect.bottom - 4 - field.bottom) / 20)

    def _rows(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        top, group = y, ""
        self._fields = {}
        for setting in self._settings():
            if setting.group != group:
                y += 6 if group else 0
                group = setting.group
                canvas.text(x, y, group, self._accents.ember_ink, shadow=False)
                y += 12
            for line in canvas.font.wrap(setting.label, width):
                canvas.text(x, y, line, INK, shadow=False)
                y += canvas.font.line_height
            self._fields[setting.name] = self._field(canvas, setting, Rect(x, y, width, _HEIGHT))
            y += _HEIGHT + 4
            about = canvas.font.wrap(about_of(setting), width - 4) if about_of(setting) else []
            for line in about:
                canvas.text(x + 4, y, line, FADED_INK, shadow=False)
                y += canvas.font.line_height
            y += 4 if about else 0
        return y - top

    def _field(self, canvas: Canvas, setting: Setting, rect: Rect) -> Rect:
        canvas.rect(rect, _FIELD)
        locked = bool(self._locked())
        if not locked:
            left, right = stepped(setting, -1) != setting.value, stepped(setting, 1) != setting.value
            for able, x, arrow in ((left, rect.x + 4, "←"), (right, rect.right - 11, "→")):
                if able:
                    canvas.text(x, rect.y + 4, arrow, INK, shadow=False)
        shown = canvas.font.fit(value_text(setting), rect.width - 28)
        canvas.text(rect.centre[0], rect.y + 4, shown, FADED_INK if locked else INK, shadow=False, align=0.5)
        return rect


def value_text(setting: Setting) -> str:
    """What a setting's value is called."""
    value = setting.value
    if setting.kind == "switch":
        return "on" if value else "off"
    if setting.kind == "choice":
        return next((choice.label for choice in setting.choices if choice.value == value), str(value))
    return points(value) if isinstance(value, int) else setting.none or "none"


def about_of(setting: Setting) -> str:
    """What the chosen value is, in a sentence, and what is to be said of the setting; '' where there is no more."""
    chosen = next((choice.about for choice in setting.choices if choice.value == setting.value), "")
    return f"{chosen} {setting.about}".strip()


def stepped(setting: Setting, by: int) -> SettingValue:
    """The value `by` steps on; the same at an end. Below the least number comes None, where the setting allows it."""
    if setting.kind == "switch":
        return not setting.value
    if setting.kind == "choice":
        values = [choice.value for choice in setting.choices]
        at = values.index(str(setting.value)) if setting.value in values else 0
        return values[min(len(values) - 1, max(0, at + by))] if values else setting.value
    if not isinstance(setting.value, int):
        return setting.least if by > 0 else None
    value = setting.value + by * setting.step
    if value < setting.least:
        return None if setting.none and setting.value == setting.least else setting.least
    return min(setting.most, value)
