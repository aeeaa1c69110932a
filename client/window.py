"""The system's window with the OpenGL that the client needs, and what pyglet's own leaves out: where a key is, and an
end to waiting for the clipboard."""

import sys
import time
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Final

import pyglet

from . import keyboard
from .committed_text import text_and_symbol
from .keyboard import Key
from .ui.theme import LEAST_HEIGHT, LEAST_WIDTH

CLIPBOARD_SECONDS: Final = 0.5
"""How long another program may take to hand over what it copied."""
_KEY_RELEASE: Final = 3
"""X11's number of that event."""


class GameWindow(pyglet.window.Window):  # type: ignore[misc]
    """A window whose key events carry a `Key`: the symbol with the key's place. Each system tells the place elsewhere,
    in a call that pyglet makes just before it dispatches the event."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._place: Callable[[int], int] | None = None
        self._pressed: dict[int, int] = {}
        self._give_up_at: float | None = None
        super().__init__(*arguments, **options)

    def key_label(self, place: int) -> str:
        """What the layout in use types at a place, '' where that is not known."""
        try:
            return self._label(place).upper()
        except Exception:  # noqa: BLE001 - a name on a button is not worth more than the usual one
            return ""

    def dispatch_event(self, *event: Any) -> Any:
        if event[0] in ("on_key_press", "on_key_release"):
            symbol = event[1] or 0
            if sys.platform == "darwin" and symbol in keyboard.PLACES:
                event = (event[0], Key(_typed_on_mac() or symbol, symbol), *event[2:])
            elif self._place is not None:
                event = (event[0], Key(symbol, self._place(symbol)), *event[2:])
        elif event[0] == "on_deactivate":
            self._pressed.clear()
            getattr(self, "pressed_keys", set()).clear()
        return super().dispatch_event(*event)

    def get_clipboard_text(self) -> str:
        """What another program has copied. Raises TimeoutError when it does not hand it over: X11's answer may never
        come, and pyglet looks for it without end, taking in an event each time."""
        self._give_up_at = time.monotonic() + CLIPBOARD_SECONDS
        try:
            return str(super().get_clipboard_text())
        finally:
            self._give_up_at = None

    def dispatch_platform_event(self, event: Any) -> None:
        if self._give_up_at is not None:
            if time.monotonic() > self._give_up_at:
                raise TimeoutError("The program that copied it does not answer.")
            time.sleep(0.001)
        super().dispatch_platform_event(event)

    def _event_text_symbol(self, ev: Any) -> Any:
        """X11: a key goes up as the symbol it went down as, though Shift was pressed meanwhile; and a word of an input
        method comes whole."""
        text, symbol = text_and_symbol(getattr(self, "_x_ic", None), ev)
        code = ev.xkey.keycode
        self._place = partial(keyboard.place_of_keycode, code) if self._has_kernel_keycodes else None
        if code and symbol:
            symbol = self._pressed.setdefault(code, symbol)
            if ev.type == _KEY_RELEASE:
                del self._pressed[code]
        return text, symbol

    def _get_modifiers(self, key_lParam: int = 0) -> Any:  # noqa: N803 - pyglet's name
        """Windows: the scan code comes with the modifiers; a key with the extended bit is none of the rows."""
        code = (key_lParam >> 16) & 0x1FF
        self._place = partial(keyboard.place_of_scan_code, code) if key_lParam else None
        return super()._get_modifiers(key_lParam)

    @cached_property
    def _has_kernel_keycodes(self) -> bool:
        return keyboard.numbers_like_the_kernel({code: self._keysym(code) for code in keyboard.asked_keycodes()})

    def _keysym(self, code: int) -> int:
        from pyglet.libs.x11 import xlib

        return int(xlib.XKeycodeToKeysym(self._x_display, code, 0))

    def _label(self, place: int) -> str:
        if sys.platform == "win32":
            code = keyboard.scan_code(place)
            return chr(_typed_on_windows(code) & 0xFFFF) if code is not None else ""
        code = keyboard.keycode(place)
        known = code is not None and hasattr(self, "_x_display") and self._has_kernel_keycodes
        return keyboard.character_of_keysym(self._keysym(code)) if known and code is not None else ""


def _typed_on_windows(code: int) -> int:
    """The character of a scan code in the layout in use, 0 for none."""
    from pyglet.libs.win32 import _user32

    virtual = _user32.MapVirtualKeyW(code, 1)
    return int(_user32.MapVirtualKeyW(virtual, 2)) if virtual else 0


def _typed_on_mac() -> int | None:
    """The symbol of what the key of the present event types; pyglet's own symbols go by place there."""
    from pyglet.libs import darwin

    cocoapy: Any = darwin.cocoapy
    event = cocoapy.ObjCClass("NSApplication").sharedApplication().currentEvent()
    if not event:
        return None
    return keyboard.letter_of(str(cocoapy.cfstring_to_string(event.charactersIgnoringModifiers())))


def open_window(title: str, width: int = 1280, height: int = 720) -> Any:
    """A window with the OpenGL this client needs. Raises pyglet's own errors where there is none."""
    make_config: Any = pyglet.gl.Config
    config = make_config(
        major_version=3,
        minor_version=3,
        forward_compatible=True,
        double_buffer=True,
        depth_size=24,
        red_size=8,
        green_size=8,
        blue_size=8,
    )
    window = GameWindow(width, height, title, resizable=True, vsync=True, config=config)
    window.set_minimum_size(LEAST_WIDTH, LEAST_HEIGHT)
    return window
