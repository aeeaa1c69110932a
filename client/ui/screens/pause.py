"""The menu on Esc: back to the game, out of the world, or out of the program."""

from ..canvas import Canvas
from ..geometry import Rect, centred
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, VEIL
from ..widgets import Button
from .settings import SettingsScreen

_WIDTH = 150
KEYS = (
    ("W A S D", "walk"),
    ("Space", "jump"),
    ("Shift", "sneak"),
    ("Ctrl", "sprint"),
    ("E", "inventory"),
    ("F", "open the board"),
    ("T", "chat"),
    ("Q", "throw"),
)


class PauseScreen(Screen):
    """The world goes on behind it."""

    covers = False

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.back = Button("Back to the game", stage.pop, kind="go", hint="Esc")
        self.settings = Button("Settings", lambda: stage.push(SettingsScreen(stage)))
        self.leave = Button("Disconnect", stage.leave)
        self.quit = Button("Quit", stage.quit)
        self.widgets = [self.back, self.settings, self.leave, self.quit]
        self.give_focus(self.back)

    def arrange(self) -> None:
        self._box = centred(_WIDTH + 32, 200, self.area)
        x, y = self._box.x + 16, self._box.y + 34
        for index, widget in enumerate(self.widgets):
            widget.rect = Rect(x, y + index * (BUTTON_HEIGHT + 4), _WIDTH, BUTTON_HEIGHT)
        self.placed = {
            "heading": Rect(x, self._box.y + 12, _WIDTH, 16),
            "back": self.back.rect,
            "settings": self.settings.rect,
            "leave": self.leave.rect,
            "quit": self.quit.rect,
            "keys": Rect(x, self.quit.rect.bottom + 8, _WIDTH, 50),
        }

    def draw(self, canvas: Canvas) -> None:
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        canvas.text(self._box.centre[0], self._box.y + 13, "Paused", BONE, 2, align=0.5)
        keys = self.placed["keys"]
        for index, (name, what) in enumerate(KEYS):
            x = keys.x + (index % 2) * 80
            y = keys.y + (index // 2) * 12 + 2
            width = canvas.text(x, y, name, (0.85, 0.64, 0.25, 1.0))
            canvas.text(x + width + 4, y, canvas.font.fit(what, 76 - width), BONE)
        self.draw_widgets(canvas)
