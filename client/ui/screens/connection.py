"""Between title and world: what is being waited for, and why a connection ended with what to do next."""

import math

from client.session import Ended

from ..canvas import Canvas
from ..geometry import Rect, centred, shared_row
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, PALE_OAK, mixed
from ..widgets import Button
from .dusk import Dusk
from .join import JoinScreen

_WIDTH = 240
_HEADINGS = {
    "quit": "You left the world",
    "address": "This address will not do",
    "connection": "Not connected",
    "silent": "The server is silent",
    "server_key_changed": "Another key than before",
    "server_key": "Unproven server",
    "version": "Another version",
    "kicked": "You were sent away",
    "replaced": "You joined elsewhere",
}


class ConnectingScreen(Screen):
    """A connection is being made."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._dusk = Dusk()
        self.cancel = Button("Cancel", stage.leave, hint="Esc")
        self.widgets = [self.cancel]
        self.give_focus(self.cancel)

    def arrange(self) -> None:
        self._box = centred(_WIDTH, 96, self.area)
        self.cancel.rect = Rect(self._box.x + 60, self._box.bottom - 32, _WIDTH - 120, BUTTON_HEIGHT)
        self.placed = {
            "sentence": Rect(self._box.x + 12, self._box.y + 9, _WIDTH - 24, 19),
            "dice": Rect(self._box.x + 12, self._box.y + 32, _WIDTH - 24, 22),
            "cancel": self.cancel.rect,
        }

    @property
    def sentence(self) -> str:
        """What is being waited for."""
        session = self.stage.session
        if session is None:
            return "Connecting…"
        if session.know is not None:
            return "The land comes into view…"
        if session.title:
            return f"Joining {session.title}…"
        return self.stage.waiting_for

    def draw(self, canvas: Canvas) -> None:
        self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        middle = self._box.centre[0]
        lines = canvas.font.wrap(self.sentence, _WIDTH - 24)
        for row, line in enumerate(lines):
            canvas.text(middle, self._box.y + 20 - 5 * len(lines) + row * 10, line, BONE, align=0.5)
        for index in range(6):
            beat = self.stage.seconds * 4 - index * 0.7
            hop = 0.0 if self.stage.reduced_motion else max(0.0, math.sin(beat)) * 5
            face = index + 1 if self.stage.reduced_motion else (index + int(beat / math.tau)) % 6 + 1
            canvas.picture(f"icon/die_{face}", round(middle - 63 + index * 21 + 2.5), round(self._box.y + 37 - hop))
        self.draw_widgets(canvas)

    def escape(self) -> bool:
        self.stage.leave()
        return True


class EndedScreen(Screen):
    """The connection is over: why, and what can be done now. `tried` is the address of a server that never let the
    player in, which may be mistyped."""

    def __init__(self, stage: Stage, ended: Ended, tried: str = "") -> None:
        super().__init__(stage)
        self._dusk = Dusk()
        self._ended = ended
        self._tried = tried
        self.again = Button("Try again", stage.again, kind="go")
        self.again.visible = stage.can_retry and ended.code not in ("server_key_changed", "version")
        self.home = Button("Change address" if tried else "Back to the title", self._go_back, hint="Esc")
        self.widgets = [self.again, self.home]
        self.give_focus(self.again if self.again.visible else self.home)

    def arrange(self) -> None:
        most = int(self.area.height - 90) // 10
        self._lines = self.stage.canvas.font.wrap(self._ended.text, _WIDTH)[:most]
        self._box = centred(_WIDTH + 32, 82 + len(self._lines) * 10, self.area)
        x = self._box.x + 16
        row = Rect(x, self._box.bottom - 34, _WIDTH, BUTTON_HEIGHT)
        if self.again.visible:
            self.again.rect, self.home.rect = shared_row(row, 2, 8)
        else:
            self.home.rect = Rect(x + 50, row.y, _WIDTH - 100, BUTTON_HEIGHT)
        self.placed = {
            "heading": Rect(x, self._box.y + 14, _WIDTH, 16),
            "text": Rect(x, self._box.y + 38, _WIDTH, len(self._lines) * 10),
            "home": self.home.rect,
        }
        if self.again.visible:
            self.placed["again"] = self.again.rect

    def draw(self, canvas: Canvas) -> None:
        self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        heading = _HEADINGS.get(self._ended.code, "The connection ended")
        canvas.text(self._box.centre[0], self._box.y + 14, heading, BONE, 2, align=0.5)
        for index, line in enumerate(self._lines):
            y = self._box.y + 39 + index * 10
            canvas.text(self._box.centre[0], y, line, mixed(PALE_OAK, BONE, 0.6), align=0.5)
        self.draw_widgets(canvas)

    def escape(self) -> bool:
        self._go_back()
        return True

    def _go_back(self) -> None:
        """To the title; where an address may be mistyped, into its field."""
        self.stage.leave()
        if self._tried:
            self.stage.push(JoinScreen(self.stage, self._tried, self._ended.text))
