"""The chat: the newest lines in a corner of the world or the board, and a field to answer, with earlier lines back by
the arrow keys."""

from typing import Final

from pyglet.window import key

from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.protocol.limits import CHAT_LENGTH

from ..canvas import Canvas
from ..geometry import Rect
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, FROST, SHADOW, faded
from ..widgets import TextField

CHAT_SECONDS: Final = 9.0
LINE: Final = 11
"""Units that a line takes."""
_WIDTH: Final = 200


class ChatScreen(Screen):
    """Typing a line over whatever is shown."""

    covers = False

    def __init__(self, stage: Stage, session: Session, know: Knowledge, beginning: str) -> None:
        super().__init__(stage)
        self._session = session
        self._know = know
        self._recalled = 0
        self._draft = beginning
        """What was being typed before an earlier line was called back."""
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
        width = min(_WIDTH + 60, self.area.width - 12)
        corner = Rect(4, self.field.rect.y - 12 * LINE - 4, width, 12 * LINE)
        draw_said(canvas, corner, self._know, self._session.now, all_lines=True)
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
        if not self._recalled:
            self._draft = self.field.text
        self._recalled = min(len(said), max(0, self._recalled + step))
        self.field.replace(said[-self._recalled] if self._recalled else self._draft)

    def _say(self) -> None:
        text = self.field.text.strip()
        if text:
            self._session.say(text)
            self.stage.said.append(text)
        self.close()


def world_corner(area: Rect, *, raised: bool) -> Rect:
    """Where the newest lines stand over the world; `raised` leaves room below for one more line than the hotbar."""
    bottom = area.height - (62 if raised else 44) + LINE - 2
    return Rect(4, bottom - 6 * LINE, min(_WIDTH, area.width // 2 - 56), 6 * LINE)


def draw_said(canvas: Canvas, corner: Rect, know: Knowledge, now: float, *, all_lines: bool = False) -> None:
    """The newest lines from the bottom of a corner up, fading; at full strength while something is typed."""
    most = int(corner.height // LINE)
    lines: list[tuple[str, int, float]] = []
    for said in reversed(know.talk.lines):
        alpha = 1.0 if all_lines else min(1.0, (CHAT_SECONDS - (now - said.at)) / 1.0)
        if alpha <= 0 or len(lines) >= most:
            break
        prefix = f"{said.sender}: " if said.sender else ""
        wrapped = canvas.font.wrap(prefix + said.text, corner.width - 8)
        for index, text in reversed(list(enumerate(wrapped))):
            lines.append((text, len(prefix) if index == 0 else 0, alpha))
    for row, (text, sender, alpha) in enumerate(lines[:most], 1):
        y = corner.bottom - row * LINE
        canvas.box(corner.x, y, corner.width, LINE, faded(SHADOW, alpha * 0.85))
        x = corner.x + 4.0
        if sender:
            x += canvas.text(x, y + 2, text[:sender], faded(FROST, alpha)) + 1
        canvas.text(x, y + 2, text[sender:], faded(BONE, alpha))
