"""What has to be known before one can begin: at the first start a name, and for a new world whether it has commands."""

from server.shared.names.rules import allowed, composed, name_fault
from server.shared.protocol.limits import NAME_LENGTH

from ..canvas import Canvas
from ..geometry import Rect, centred, shared_row
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, PALE_OAK, Colour, mixed
from ..widgets import Button, TextField
from ..widgets.base import Widget
from .dusk import Dusk

_WIDTH = 256
_COMMANDS = (
    "On: in your own world you may give yourself things, change the time and move anywhere. Off: nobody may. "
    "This cannot be changed later."
)
NO_SPACES = "A name has no spaces."
_NAME = "Everybody you play with sees it. You can change it later."


class BeginScreen(Screen):
    """Asks, and goes on to the server of `address` or, with '', into the own world."""

    def __init__(self, stage: Stage, address: str = "", *, asks_name: bool) -> None:
        super().__init__(stage)
        self._dusk = Dusk()
        self._address = address
        self._fault = ""
        """What is wrong with the name, or with what was just typed into it."""
        self.commands_on = True
        self.name = TextField(
            stage.name, limit=NAME_LENGTH, clipboard=stage.clipboard, allowed=allowed, submit=self._go_on
        )
        self.name.anchor = 0
        self.name.visible = asks_name
        self.commands = Button("", self._turn)
        self.commands.visible = not address and stage.world_is_new
        self.go = Button("Go on", self._go_on, kind="go", hint="Enter")
        self.back = Button("Back", lambda: stage.close_screen(self), hint="Esc")
        self.widgets = [self.name, self.commands, self.go, self.back]
        self.give_focus(self.name if asks_name else self.go)

    def arrange(self) -> None:
        wrap = self.stage.canvas.font.wrap
        asked: tuple[tuple[Widget, str, str], ...] = (
            (self.name, "Your name", _NAME),
            (self.commands, "Commands", _COMMANDS),
        )
        parts = [(widget, label, wrap(about, _WIDTH)) for widget, label, about in asked if widget.visible]
        height = 76 + sum(40 + len(lines) * 10 for _, _, lines in parts)
        self._box = centred(_WIDTH + 24, height, self.area)
        x, y = self._box.x + 12, self._box.y + 36
        self.placed = {"heading": Rect(x, self._box.y + 12, _WIDTH, 16)}
        self._texts: list[tuple[float, str, Colour]] = []
        for widget, label, lines in parts:
            widget.rect = Rect(x + 72, y, _WIDTH - 72, BUTTON_HEIGHT)
            self._texts.append((y + 6, label, BONE))
            told = wrap(self._fault, _WIDTH)[:2] if self._fault and widget is self.name else lines
            shade = self.stage.accents.ember if told is not lines else PALE_OAK
            self._texts += [(y + 24 + index * 10, line, mixed(shade, BONE, 0.5)) for index, line in enumerate(told)]
            self.placed |= {
                label: Rect(x, y + 5, 70, 9),
                f"{label} field": widget.rect,
                f"about {label}": Rect(x, y + 23, _WIDTH, len(lines) * 10),
            }
            y += 40 + len(lines) * 10
        self.go.rect, self.back.rect = shared_row(Rect(x, self._box.bottom - 32, _WIDTH, BUTTON_HEIGHT), 2, 8)
        self.placed |= {"go": self.go.rect, "back": self.back.rect}

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.commands.label = "On" if self.commands_on else "Off"
        self.go.reason = name_fault(composed(self.name.text)) if self.name.visible else ""
        fault = NO_SPACES if " " in self.name.refused else self.go.reason
        if fault != self._fault:
            self._fault = fault
            self.arrange()

    def draw(self, canvas: Canvas) -> None:
        self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        heading = "Welcome" if self.name.visible else "A new world"
        canvas.text(self._box.centre[0], self._box.y + 13, heading, BONE, 2, align=0.5)
        for y, text, shade in self._texts:
            canvas.text(self._box.x + 12, y, text, shade)
        self.draw_widgets(canvas)

    def _turn(self) -> None:
        self.commands_on = not self.commands_on

    def _go_on(self) -> None:
        name = composed(self.name.text)
        if self.name.visible:
            if name_fault(name):
                self.give_focus(self.name)
                return
            self.stage.choose_name(name)
        if self._address:
            self.stage.join(self._address, self.stage.name_at(self._address))
        else:
            self.stage.play(commands=self.commands_on)
