"""The base of screens to read: a heading, a sheet of parchment that scrolls, and buttons below."""

from collections.abc import Sequence

from ..canvas import Canvas
from ..geometry import Rect, centred, in_the_middle
from ..paint import PAPER, drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, INK, OAK, VEIL, Colour
from ..widgets import Button, ScrollArea

WIDTH = 268
_MARGIN = 16
_ROW = BUTTON_HEIGHT + 4


class PaperScreen(Screen):
    """`head` units stay free above the sheet for widgets of its own; `content` draws what stands on it. The sheet is
    `most_width` units wide where there is room."""

    covers = False
    most_width = WIDTH

    def __init__(self, stage: Stage, heading: str, head: int = 0) -> None:
        super().__init__(stage)
        self.heading = heading
        self.page = ScrollArea(self.content, OAK)
        self.back = Button("Back", self.close, hint="Esc")
        self.widgets = [self.page, self.back]
        self._head = head
        self.give_focus(self.back)

    def content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        """Draw the page from a top edge; answers with its height."""
        return 0.0

    def foot(self) -> list[list[Button]]:
        """The rows of buttons below the sheet."""
        return [[self.back]]

    def arrange(self) -> None:
        rows = self.foot()
        width = min(self.most_width, self.area.width - 2 * _MARGIN - 8)
        self.box = centred(width + 2 * _MARGIN, min(300, self.area.height - 8), self.area)
        x, y = self.box.x + _MARGIN, self.box.y
        foot = len(rows) * _ROW + 6
        self.head = Rect(x, y + 32, width, max(1, self._head))
        top = y + 32 + self._head
        self.paper = Rect(x, top, width, self.box.bottom - foot - 6 - top)
        self.page.rect = self.paper.inset(8, 7)
        self.placed = {"heading": Rect(x, y + 10, width, 16), "paper": self.paper}
        for number, buttons in enumerate(rows):
            place = Rect(x, self.box.bottom - foot + number * _ROW, width, BUTTON_HEIGHT)
            for button, rect in zip(buttons, in_the_middle(place, len(buttons), 110, 4), strict=True):
                button.rect = rect
                self.placed[f"button {button.label}"] = rect

    def draw(self, canvas: Canvas) -> None:
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self.box)
        panel(canvas, self.box)
        canvas.text(self.box.centre[0], self.box.y + 11, self.heading, BONE, 2, align=0.5)
        panel(canvas, self.paper, PAPER, frame=1)
        self.draw_widgets(canvas)
        self.draw_tip(canvas)


def paragraph(canvas: Canvas, x: float, y: float, width: float, text: str, shade: Colour = INK) -> float:
    """Wrapped lines on parchment; answers with their height."""
    lines = canvas.font.wrap(text, width)
    for index, line in enumerate(lines):
        canvas.text(x, y + index * canvas.font.line_height, line, shade, shadow=False)
    return len(lines) * canvas.font.line_height


def table(canvas: Canvas, x: float, y: float, width: float, rows: Sequence[tuple[str, str]], stripe: Colour) -> float:
    """Rows of what and how much, every other one on a stripe; answers with their height."""
    for index, (label, value) in enumerate(rows):
        top = y + index * 11
        if index % 2 == 0:
            canvas.box(x - 2, top - 2, width + 4, 11, stripe)
        canvas.text(x + width, top, value, INK, shadow=False, align=1.0)
        canvas.text(x, top, canvas.font.fit(label, width - canvas.font.width(value) - 6), INK, shadow=False)
    return len(rows) * 11
