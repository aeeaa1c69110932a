"""A question before something that cannot be taken back, which says what it costs."""

from collections.abc import Callable
from typing import Final

from ..canvas import Canvas
from ..geometry import Rect, centred, shared_row
from ..paint import drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, VEIL
from ..widgets import Button

PAST: Final = "What you were asked cannot be done any more, so the question was closed."
_WIDTH = 220


class ConfirmScreen(Screen):
    """`cost` is one sentence or a few; the way back has the focus. It stays while `holds` says that what it asks can
    still be done."""

    covers = False
    depends = True

    def __init__(
        self,
        stage: Stage,
        heading: str,
        cost: str,
        label: str,
        act: Callable[[], None],
        holds: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(stage)
        self._holds = holds
        self._heading = heading
        self._cost = cost
        self._act = act
        self.no = Button("No, go back", self.close, hint="Esc")
        self.yes = Button(label, self._confirm, kind="danger")
        self.widgets = [self.no, self.yes]
        self.give_focus(self.no)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self._holds():
            self.close(PAST)

    def arrange(self) -> None:
        self._lines = self.stage.canvas.font.wrap(self._cost, _WIDTH)
        self._box = centred(_WIDTH + 32, 78 + len(self._lines) * 10, self.area)
        x = self._box.x + 16
        row = Rect(x, self._box.bottom - 32, _WIDTH, BUTTON_HEIGHT)
        self.no.rect, self.yes.rect = shared_row(row, 2, 8)
        self.placed = {
            "heading": Rect(x, self._box.y + 12, _WIDTH, 16),
            "cost": Rect(x, self._box.y + 36, _WIDTH, len(self._lines) * 10),
            "no": self.no.rect,
            "yes": self.yes.rect,
        }

    def draw(self, canvas: Canvas) -> None:
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        canvas.text(self._box.centre[0], self._box.y + 13, self._heading, BONE, 2, align=0.5)
        for index, line in enumerate(self._lines):
            canvas.text(self._box.x + 16, self._box.y + 37 + index * 10, line, BONE)
        self.draw_widgets(canvas)

    def _confirm(self) -> None:
        self.close()
        self._act()
