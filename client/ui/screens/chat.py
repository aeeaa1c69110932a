"""The chat line: what was said, and a field to answer; earlier lines come back with the arrow keys."""

from pyglet.window import key

from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.protocol.limits import CHAT_LENGTH

from ..canvas import Canvas
from ..geometry import Rect
from ..screen import Screen
from ..stage import Stage
from ..widgets import TextField
from . import hud


class ChatScreen(Screen):
    """Typing a line over the world."""

    covers = False

    def __init__(self, stage: Stage, session: Session, know: Knowledge, beginning: str) -> None:
        super().__init__(stage)
        self._session = session
        self._know = know
        self._recalled = 0
        self.field = TextField(
            beginning,
            placeholder="Say something, or / for a command",
            limit=CHAT_LENGTH,
            clipboard=stage.clipboard,
            submit=self._say,
        )
        self.widgets = [self.field]
        self.give_focus(self.field)

    def arrange(self) -> None:
        self.field.rect = Rect(4, self.area.height - 47, self.area.width - 8, 18)
        self.placed = {"field": self.field.rect}

    def draw(self, canvas: Canvas) -> None:
        hud.draw_chat(canvas, self.area, self._know, self._session.now, all_lines=True)
        self.draw_widgets(canvas)

    def key_press(self, symbol: int, modifiers: int) -> bool:
        if symbol in (key.UP, key.DOWN):
            self._recall(1 if symbol == key.UP else -1)
            return True
        if symbol == key.TAB:
            return True
        return super().key_press(symbol, modifiers)

    def _recall(self, step: int) -> None:
        said = self.stage.said
        self._recalled = min(len(said), max(0, self._recalled + step))
        self.field.replace(said[-self._recalled] if self._recalled else "")

    def _say(self) -> None:
        text = self.field.text.strip()
        if text:
            self._session.say(text)
            self.stage.said.append(text)
        self.close()
