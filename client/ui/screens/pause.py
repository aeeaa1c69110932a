"""The menu on Esc: back to the game, to what is kept of a player, out of the world, or out of the program."""

from collections.abc import Callable
from typing import Final

from client import input as keys
from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.voxel.keys import BACK, FORWARD, JUMP, LEFT, RIGHT, SNEAK, SPRINT

from ..canvas import Canvas
from ..geometry import Rect, centred, shared_row
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BRASS, BUTTON_HEIGHT, PALE_OAK, VEIL
from ..widgets import Button
from .claim import open_claim, waits
from .lessons import LessonsScreen
from .paused import PausedScreen
from .settings import SettingsScreen
from .statistics import StatisticsScreen

_WIDTH = 204
_OPEN: Final = "To play with somebody else on this computer, run voxtable --profile NAME, choose Join, and enter {}"


def key_table(cap: Callable[[int], str] = keys.cap) -> list[tuple[str, str]]:
    """What is written on a key, as `cap` says it, and what the key does."""
    return [
        (keys.move_caps(FORWARD, LEFT, BACK, RIGHT, cap=cap), "walk"),
        (keys.move_caps(JUMP, cap=cap), "jump"),
        (keys.move_caps(SNEAK, cap=cap), "sneak"),
        (keys.move_caps(SPRINT, cap=cap), "sprint"),
        (cap(keys.INVENTORY), "inventory"),
        (cap(keys.BOARD), "open the board"),
        (cap(keys.CHAT), "chat"),
        (cap(keys.THROW), "throw what you hold"),
    ]


class PauseScreen(Screen):
    """The world goes on behind it."""

    covers = False

    def __init__(self, stage: Stage, session: Session, know: Knowledge) -> None:
        super().__init__(stage)
        self._session = session
        self._keys = key_table(stage.key_cap)
        self._know = know
        self.back = Button("Back to the game", self.close, kind="go", hint="Esc")
        self.statistics = Button("Statistics", lambda: stage.push(StatisticsScreen(stage, session)))
        self.paused = Button("Paused matches", lambda: stage.push(PausedScreen(stage, session, know)))
        self.claim = Button("Claim box", self._open_claim)
        self.settings = Button("Settings", lambda: stage.push(SettingsScreen(stage)))
        self.lessons = Button("How to play", lambda: stage.push(LessonsScreen(stage)))
        self.leave = Button("Disconnect", stage.leave)
        self.quit = Button("Quit", stage.quit)
        self._rows = (
            [self.statistics, self.paused],
            [self.claim, self.lessons],
            [self.settings, self.leave, self.quit],
        )
        self.widgets = [self.back, *(button for row in self._rows for button in row)]
        self.give_focus(self.back)

    def arrange(self) -> None:
        self._lines = (
            self.stage.canvas.font.wrap(_OPEN.format(self.stage.open_at), _WIDTH) if self.stage.open_at else []
        )
        self._box = centred(_WIDTH + 32, 206 + 11 * len(self._lines), self.area)
        x, y = self._box.x + 16, self._box.y + 34
        self.back.rect = Rect(x, y, _WIDTH, BUTTON_HEIGHT)
        for index, buttons in enumerate(self._rows, 1):
            place = Rect(x, y + index * (BUTTON_HEIGHT + 4), _WIDTH, BUTTON_HEIGHT)
            for button, rect in zip(buttons, shared_row(place, len(buttons), 4), strict=True):
                button.rect = rect
        self.placed = {"heading": Rect(x, self._box.y + 12, _WIDTH, 16)} | {
            f"button {index}": widget.rect for index, widget in enumerate(self.widgets)
        }
        self.placed["keys"] = Rect(x, self.quit.rect.bottom + 10, _WIDTH, 50)
        if self._lines:
            self.placed["address"] = Rect(x, self.placed["keys"].bottom + 4, _WIDTH, 11 * len(self._lines))

    def _open_claim(self) -> None:
        """What waits opens as a window over the world; that nothing waits is said over the menu."""
        if waits(self._know):
            self.close()
        open_claim(self.stage, self._session, self._know)

    def draw(self, canvas: Canvas) -> None:
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        canvas.text(self._box.centre[0], self._box.y + 13, "Menu", BONE, 2, align=0.5)
        address = self.placed.get("address", self._box)
        for row, line in enumerate(self._lines):
            canvas.text(address.x, address.y + row * 11, line, PALE_OAK)
        place = self.placed["keys"]
        for index, (name, what) in enumerate(self._keys):
            x = place.x + (index % 2) * (_WIDTH // 2)
            y = place.y + (index // 2) * 12 + 2
            width = canvas.text(x, y, name, BRASS)
            canvas.text(x + width + 4, y, canvas.font.fit(what, _WIDTH // 2 - 4 - width), BONE)
        self.draw_widgets(canvas)
