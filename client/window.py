"""The system's window with the OpenGL that the client needs, and its clipboard."""

from typing import Any

import pyglet

from .ui.theme import LEAST_HEIGHT, LEAST_WIDTH
from .ui.widgets.text_field import Clipboard


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
    window = pyglet.window.Window(width, height, title, resizable=True, vsync=True, config=config)
    window.set_minimum_size(LEAST_WIDTH, LEAST_HEIGHT)
    return window


class WindowClipboard(Clipboard):
    """The system's clipboard, through the window."""

    def __init__(self, window: Any) -> None:
        super().__init__()
        self._window = window

    def read(self) -> str:
        return str(self._window.get_clipboard_text() or "") or super().read()

    def write(self, text: str) -> None:
        super().write(text)
        self._window.set_clipboard_text(text)
