"""Joining somebody's server: its address, and what is wrong with it as a sentence."""

from client.network import NoServer, parse_address
from server.shared.protocol.limits import DEFAULT_PORT

from ..canvas import Canvas
from ..geometry import Rect, centred, shared_row
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, PALE_OAK, mixed
from ..widgets import Button, TextField
from .dusk import Dusk

_WIDTH = 240


class JoinScreen(Screen):
    """Asks for an address and connects to it under the name of the title. After a try in vain it begins with the
    address of that, to be mended, and with what was wrong."""

    def __init__(self, stage: Stage, tried: str = "", fault: str = "") -> None:
        super().__init__(stage)
        self._dusk = Dusk()
        self.address = TextField(
            tried or stage.profile.settings.last_server,
            placeholder=f"play.example.org or 192.168.1.20:{DEFAULT_PORT}",
            limit=255,
            clipboard=stage.clipboard,
            submit=self._join,
        )
        self.join = Button("Join", self._join, kind="go", hint="Enter")
        self.back = Button("Back", self.close, hint="Esc")
        self.widgets = [self.address, self.join, self.back]
        self._fault = fault
        self.give_focus(self.address)

    def arrange(self) -> None:
        self._box = centred(_WIDTH + 32, 142, self.area)
        x, y = self._box.x + 16, self._box.y
        self.address.rect = Rect(x, y + 48, _WIDTH, BUTTON_HEIGHT)
        buttons = shared_row(Rect(x, y + 110, _WIDTH, BUTTON_HEIGHT), 2, 8)
        self.join.rect, self.back.rect = buttons
        self.placed = {
            "heading": Rect(x, y + 12, _WIDTH, 16),
            "label": Rect(x, y + 36, _WIDTH, 9),
            "address": self.address.rect,
            "fault": Rect(x, y + 73, _WIDTH, 30),
            "join": self.join.rect,
            "back": self.back.rect,
        }

    def draw(self, canvas: Canvas) -> None:
        self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        x, y = self._box.x + 16, self._box.y
        canvas.text(self._box.centre[0], y + 12, "Join a server", BONE, 2, align=0.5)
        canvas.text(
            x,
            y + 37,
            canvas.font.fit(f"Server address (you play as {self.stage.name_at(self.address.text)})", _WIDTH),
            BONE,
        )
        text = self._fault or f"Port {DEFAULT_PORT} is used when the address names none."
        shade = mixed(self.stage.accents.ember, BONE, 0.45) if self._fault else mixed(PALE_OAK, BONE, 0.5)
        for index, line in enumerate(canvas.font.wrap(text, _WIDTH)[:3]):
            canvas.text(x, y + 74 + index * 10, line, shade)
        self.draw_widgets(canvas)

    def _join(self) -> None:
        try:
            parse_address(self.address.text)
        except NoServer as error:
            self._fault = str(error)
            self.give_focus(self.address)
            return
        address = self.address.text.strip()
        self.stage.join(address, self.stage.name_at(address))
