"""A player off screen: a whole client whose window is never shown, moved by window events as a person would."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyglet.window import key, mouse

from client.app import App
from client.model.knowledge import Knowledge
from client.settings import Profile
from client.ui.geometry import Rect
from client.window import open_window

LONGEST_BEAT = 0.4
"""Seconds of the pictures that one frame may bring."""


class Stuck(Exception):
    """Something that was waited for did not come; the text says what."""


class Player:
    """One client in its own hidden window. All input goes through the window's events."""

    def __init__(self, name: str, size: tuple[int, int], folder: Path) -> None:
        self.name = name
        self.window: Any = open_window(f"Voxtable tour: {name}", *size)
        self.app = App(self.window, Profile(folder), name=name)
        self._held: set[int] = set()
        self._button: int | None = None

    @property
    def know(self) -> Knowledge:
        """What this player's session knows. Raises Stuck when it does not play."""
        know = self.app.know
        if know is None:
            raise Stuck(f"{self.name} is not in the world.")
        return know

    def frame(self, seconds: float) -> None:
        """Live through one frame."""
        self.app.frame(seconds)
        self.window.flip()

    def close(self) -> None:
        """Free the client and its window."""
        self.app.close()
        self.window.close()

    # ------------------------------------------------------------------ keys

    def press(self, symbol: int, modifiers: int = 0) -> None:
        """Press a key and let it go."""
        self.window.dispatch_event("on_key_press", symbol, modifiers)
        self.window.dispatch_event("on_key_release", symbol, modifiers)

    def hold(self, *symbols: int) -> None:
        """Hold exactly these keys from now on."""
        for symbol in self._held - set(symbols):
            self.window.dispatch_event("on_key_release", symbol, 0)
        for symbol in set(symbols) - self._held:
            self.window.dispatch_event("on_key_press", symbol, 0)
        self._held = set(symbols)

    def type(self, text: str) -> None:
        """Type text."""
        for letter in text:
            self.window.dispatch_event("on_text", letter)

    # ------------------------------------------------------------------ mouse

    def turn(self, yaw: float, pitch: float) -> None:
        """Turn the head by degrees, as the mouse does."""
        from client.input import DEGREES_PER_PIXEL

        step = DEGREES_PER_PIXEL * self.app.profile.settings.mouse_sensitivity
        width, height = self.window.get_size()
        self.window.dispatch_event("on_mouse_motion", width // 2, height // 2, yaw / step, -pitch / step)

    def click_world(self, button: int = mouse.RIGHT) -> None:
        """A click with the pointer on the crosshair."""
        width, height = self.window.get_size()
        self.window.dispatch_event("on_mouse_press", width // 2, height // 2, button, 0)
        self.window.dispatch_event("on_mouse_release", width // 2, height // 2, button, 0)

    def hold_button(self, button: int | None) -> None:
        """Hold this mouse button from now on, or none."""
        width, height = self.window.get_size()
        if self._button is not None and self._button != button:
            self.window.dispatch_event("on_mouse_release", width // 2, height // 2, self._button, 0)
        if button is not None and self._button != button:
            self.window.dispatch_event("on_mouse_press", width // 2, height // 2, button, 0)
        self._button = button

    def point(self, place: Rect) -> None:
        """Move the pointer to the middle of a place of the screen."""
        self.window.dispatch_event("on_mouse_motion", *self._pixels(place), 0, 0)

    def click(self, place: Rect, button: int = mouse.LEFT, modifiers: int = 0) -> None:
        """Click on the middle of a place of the screen."""
        x, y = self._pixels(place)
        self.window.dispatch_event("on_mouse_motion", x, y, 0, 0)
        self.window.dispatch_event("on_mouse_press", x, y, button, modifiers)
        self.window.dispatch_event("on_mouse_release", x, y, button, modifiers)

    def click_slot(self, slot: int, button: int = mouse.LEFT, *, shift: bool = False) -> None:
        """Click on a slot of the window that is open."""
        self.click(self.app.screen.placed[f"slot {slot}"], button, key.MOD_SHIFT if shift else 0)

    def _pixels(self, place: Rect) -> tuple[int, int]:
        width, height = self.window.get_size()
        area = self.app.screen.area
        x, y = place.centre
        return round(x / area.width * width), round((1 - y / area.height) * height)


class Company:
    """The players of the tour, and the time they share."""

    def __init__(self, *players: Player) -> None:
        self.players = list(players)
        self.leisure = 1.0
        """How many seconds of the pictures pass in one second while nobody walks: for long matches."""
        self._before = time.perf_counter()

    def beat(self) -> None:
        """One frame for everybody, for the time that has passed since the last."""
        now = time.perf_counter()
        passed, self._before = now - self._before, now
        for player in self.players:
            player.frame(min(passed * self.leisure, LONGEST_BEAT))

    def until(self, true: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
        """Beat until something holds. Raises Stuck after so many seconds."""
        end = time.perf_counter() + seconds
        while not true():
            if time.perf_counter() > end:
                raise Stuck(f"Waited {seconds:.0f} seconds in vain: {what}.")
            self.beat()

    def rest(self, seconds: float) -> None:
        """Let the pictures move on for so long."""
        end = time.perf_counter() + seconds
        self.until(lambda: time.perf_counter() >= end, "time passes", seconds + 30)
