"""What a key event types, on X11. An input method hands over whole words in one event; pyglet's own reading takes a
single character and at most 127 bytes, and raises at more."""

import unicodedata
from ctypes import byref, c_int, create_string_buffer
from typing import Any, Final

from pyglet.window import key

_USUAL_BYTES: Final = 128


def text_and_symbol(x_input: Any, event: Any) -> tuple[str | None, int | None]:
    """The text of a key press, None for no text, and the key's symbol as pyglet numbers it."""
    from pyglet.libs.x11 import xlib

    symbol, buffer = xlib.KeySym(), create_string_buffer(_USUAL_BYTES)
    count = xlib.XLookupString(event.xkey, buffer, _USUAL_BYTES, byref(symbol), None)
    filtered, text = xlib.XFilterEvent(event, event.xany.window), ""
    if event.type == xlib.KeyPress and not filtered:
        plain = buffer.raw[:count].decode("latin-1")
        text = _printable(_committed(x_input, event, symbol) if x_input else plain)
    if not event.xkey.keycode and not filtered:
        return text or None, None  # what came of a dead key or an input method is no key itself
    return text or None, _known(int(symbol.value), event.xkey.keycode)


def _committed(x_input: Any, event: Any, symbol: Any) -> str:
    from pyglet.libs.x11 import xlib

    size, status = _USUAL_BYTES, c_int()
    while True:
        buffer = create_string_buffer(size)
        count = xlib.Xutf8LookupString(x_input, event.xkey, buffer, size, byref(symbol), byref(status))
        if status.value != xlib.XBufferOverflow or count <= size:
            break
        size = count
    if status.value not in (xlib.XLookupChars, xlib.XLookupBoth):
        return ""
    return buffer.raw[:count].decode("utf-8", errors="replace")


def _printable(text: str) -> str:
    """A text without what are commands and no characters, save Return."""
    return "".join(each for each in text if each == "\r" or unicodedata.category(each) != "Cc")


def _known(symbol: int, code: int) -> int:
    """The symbol as pyglet names it: a letter's is its small one, and a key without a name has its code's."""
    names = key._key_names
    if not symbol or symbol in names or not code:
        return symbol
    small = ord(chr(symbol).lower()[0]) if symbol <= 0x10FFFF else 0
    return small if small in names else int(key.user_key(code))
