"""Which screens are open, one over the other. A screen is left by name, never as whatever happens to lie on top; and
one that fails is left with a sentence, so that no screen ends the program."""

import logging
from collections.abc import Callable
from typing import Final

from .screen import Screen

FAILED: Final = "Something went wrong on this page, so it was closed. You can open it again."
_log = logging.getLogger("voxtable.screens")


class ScreenStack:
    """The open screens, lowest first; the last one that is left stays. `arrange` gives a screen its size, `tell` shows
    a sentence. `give_up` gets a screen that failed as the lowest one, or for the second time, and sees to it that
    something else is shown; it answers whether it could."""

    def __init__(
        self, arrange: Callable[[Screen], None], tell: Callable[[str], None], give_up: Callable[[Screen], bool]
    ) -> None:
        self.screens: list[Screen] = []
        self._arrange = arrange
        self._tell = tell
        self._give_up = give_up
        self._failed: set[type[Screen]] = set()

    @property
    def top(self) -> Screen:
        """The screen that input goes to."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Show a screen over the present one."""
        if self.screens:
            _hide(self.top)
        self.screens.append(screen)
        self._show_top()

    def close(self, screen: Screen, why: str = "") -> None:
        """Close a screen wherever it lies, and the questions that lie over it; what else lies there stays open. `why`
        is told where the player did not do it."""
        if screen not in self.screens[1:]:
            return
        top, start = self.top, self.screens.index(screen)
        end = start + 1
        while end < len(self.screens) and self.screens[end].depends:
            end += 1
        closed = self.screens[start:end]
        del self.screens[start:end]
        for each in reversed(closed):
            _hide(each)
        if why:
            self._tell(why)
        if self.top is not top:
            self._show_top()

    def only(self, screen: Screen) -> None:
        """Show this screen and forget all others, with what failed among them."""
        closed, self.screens = self.screens, [screen]
        for each in reversed(closed):
            _hide(each)
        self._failed.clear()
        self._show_top()

    def run(self, screen: Screen, act: Callable[[], object]) -> None:
        """Let a screen that is still open do something. When it raises it is closed with a sentence; the log has the
        trace. Raises what the screen raised only where nothing else is left to be shown."""
        if screen not in self.screens:
            return
        try:
            act()
        except Exception:
            _log.exception("The screen %s failed.", type(screen).__name__)
            known, lowest = type(screen) in self._failed, screen is self.screens[0]
            self._failed.add(type(screen))
            if not (known or lowest):
                self.close(screen, FAILED)
            elif not self._give_up(screen):
                raise

    def _show_top(self) -> None:
        top = self.top
        self.run(top, lambda: self._arrange(top))
        self.run(top, top.show)


def _hide(screen: Screen) -> None:
    try:
        screen.hide()
    except Exception:  # noqa: BLE001 - it is closed already; the log has the trace
        _log.exception("The screen %s failed as it was closed.", type(screen).__name__)
