"""Text that X11 hands over: one letter of a key, or words that an input method commits at once."""

from types import SimpleNamespace
from typing import Any

import pytest
from pyglet.window import key

from client.committed_text import text_and_symbol

xlib = pytest.importorskip("pyglet.libs.x11.xlib")
LONG = "你好" * 100


def typed(monkeypatch: pytest.MonkeyPatch, text: str, code: int, symbol: int = 0) -> tuple[str | None, int | None]:
    """What comes of a key press that types this."""

    def names(event: Any, buffer: Any, size: int, into: Any, status: Any) -> int:
        into._obj.value = symbol
        return 0

    def reads(x_input: Any, event: Any, buffer: Any, size: int, into: Any, status: Any) -> int:
        said = text.encode()
        if len(said) > size:
            status._obj.value = xlib.XBufferOverflow
        else:
            buffer[: len(said)] = said
            status._obj.value = xlib.XLookupBoth if said else xlib.XLookupKeySym
        return len(said)

    monkeypatch.setattr(xlib, "XLookupString", names)
    monkeypatch.setattr(xlib, "XFilterEvent", lambda event, window: 0)
    monkeypatch.setattr(xlib, "Xutf8LookupString", reads)
    event = SimpleNamespace(type=xlib.KeyPress, xkey=SimpleNamespace(keycode=code), xany=SimpleNamespace(window=0))
    return text_and_symbol(object(), event)


@pytest.mark.parametrize("text", ["你好", "ê", LONG])
def test_what_an_input_method_commits_comes_whole(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    assert typed(monkeypatch, text, 0) == (text, None)
    assert typed(monkeypatch, text, 38, key.A) == (text, key.A)


@pytest.mark.parametrize(("text", "told"), [("a", "a"), ("\r", "\r"), ("\x1b", None), ("", None)])
def test_a_key_types_its_letter_and_commands_type_nothing(
    monkeypatch: pytest.MonkeyPatch, text: str, told: str | None
) -> None:
    assert typed(monkeypatch, text, 38, key.A) == (told, key.A)


def test_a_key_is_known_by_its_small_letter_or_else_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed(monkeypatch, "A", 38, ord("A")) == ("A", key.A)
    assert typed(monkeypatch, "ф", 38, 0x6C6) == ("ф", key.user_key(38))
