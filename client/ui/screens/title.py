"""The title: the logo over the dusk, the player's name, and the ways into the game."""

from server.shared.names.rules import allowed, composed, name_fault
from server.shared.protocol.limits import NAME_LENGTH

from ..canvas import Canvas
from ..geometry import Rect, centred, shared_row
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, PALE_OAK, faded
from ..widgets import Button, TextField
from .begin import NO_SPACES
from .dusk import Dusk
from .join import JoinScreen
from .lessons import LessonsScreen
from .settings import SettingsScreen

_WIDTH = 156


class TitleScreen(Screen):
    """Where the game begins."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._dusk = Dusk()
        self.name = TextField(
            stage.name,
            placeholder="3 to 16 letters or digits",
            limit=NAME_LENGTH,
            clipboard=stage.clipboard,
            allowed=allowed,
            submit=self._play,
        )
        self.play = Button("Play", self._play, kind="go")
        self.join = Button("Join", self._join)
        self.lessons = Button("How to play", lambda: stage.push(LessonsScreen(stage)))
        self.settings = Button("Settings", lambda: stage.push(SettingsScreen(stage)))
        self.quit = Button("Quit", stage.quit)
        self.widgets = [self.name, self.play, self.join, self.lessons, self.settings, self.quit]
        self.give_focus(self.name if name_fault(stage.name) else self.play)

    def arrange(self) -> None:
        logo = Rect((self.area.width - 160) // 2, max(10, self.area.height * 0.11 // 1), 160, 40)
        top = logo.bottom + max(10, self.area.height * 0.05 // 1)
        box = Rect((self.area.width - _WIDTH - 24) // 2, top, _WIDTH + 24, 4 * BUTTON_HEIGHT + 47)
        x = box.x + 12
        self.name.rect = Rect(x, box.y + 21, _WIDTH, BUTTON_HEIGHT)
        self.play.rect = Rect(x, self.name.rect.bottom + 8, _WIDTH, BUTTON_HEIGHT)
        self.join.rect, self.lessons.rect = shared_row(Rect(x, self.play.rect.bottom + 4, _WIDTH, BUTTON_HEIGHT), 2, 4)
        self.settings.rect, self.quit.rect = shared_row(Rect(x, self.join.rect.bottom + 4, _WIDTH, BUTTON_HEIGHT), 2, 4)
        self._logo, self._box = logo, box
        self.placed = {
            "logo": logo,
            "name label": Rect(x, box.y + 9, _WIDTH, 9),
            "name": self.name.rect,
            "play": self.play.rect,
            "join": self.join.rect,
            "lessons": self.lessons.rect,
            "settings": self.settings.rect,
            "quit": self.quit.rect,
            "line": centred(min(300, self.area.width - 8), 9, Rect(0, self.area.height - 14, self.area.width, 9)),
        }

    def update(self, seconds: float) -> None:
        super().update(seconds)
        fault = name_fault(composed(self.name.text))
        self.play.reason = self.join.reason = fault

    def draw(self, canvas: Canvas) -> None:
        self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        drop_shadow(canvas, self._logo)
        canvas.picture("logo", self._logo.x, self._logo.y)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        label = NO_SPACES if " " in self.name.refused else "Your name"
        canvas.text(self._box.x + 12, self._box.y + 10, label, BONE)
        self.draw_widgets(canvas)
        line = "Gather, craft a Farkle Board, sit down and play"
        canvas.text(self.area.width / 2, self.area.height - 13, line, faded(PALE_OAK, 1.0), align=0.5)
        self.draw_tip(canvas)

    def escape(self) -> bool:
        self.give_focus(self.quit)
        return True

    def _keep_name(self) -> bool:
        name = composed(self.name.text)
        fits = not name_fault(name)
        if fits:
            self.stage.rename(name)
        return fits

    def _play(self) -> None:
        if self._keep_name():
            self.stage.play()

    def _join(self) -> None:
        if self._keep_name():
            self.stage.push(JoinScreen(self.stage))
