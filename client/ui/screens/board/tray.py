"""The tray at the right, on parchment: the log of the match, the rules with their scoring table, what is staked, the
lobby's form, and the way to all else."""

from collections.abc import Callable, Sequence

from client.model.match_log import LogLine, MatchLog
from server.shared.protocol.tabletop import BoardView

from ...canvas import Canvas
from ...geometry import Rect, shared_row
from ...paint import PAPER, WOOD, panel, rule
from ...text import plural
from ...theme import BUTTON_HEIGHT, FADED_INK, FROST_INK, GAP, INK, OAK, Accents, Colour, faded
from ...widgets import Button, Entry, Menu, ScrollArea, Tabs
from ...widgets.lesson import LessonPage
from ...words import Words
from ..chat import LINE
from .accord import ANEW
from .form import Form
from .lobby import may_stake
from .marks import MARK, draw_paper_mark, seat_of_line
from .pot import RULE, draw_stakes

LOG, RULES = range(2)
_NEAR_TOP = 4.0
"""How far from its top the log is when older lines are asked for."""
_MOST_WRAPPED = 8_000
_SETTINGS, _HOW, _MORE = "Setup", "Help", "More"
_WON = ("banks", "wins", "Hot dice")
_TAB_HEIGHT = 17
_FOOT_ROW = 24
_A_ROW = 2
"""Buttons in one row of the foot."""


class Tray:
    """Its widgets belong to the board screen; it arranges and draws them."""

    def __init__(
        self,
        view: Callable[[], BoardView],
        log: Callable[[], MatchLog],
        ask_older: Callable[[], None],
        form: Form,
        lessons: LessonPage,
        more: Sequence[Entry],
        words: Words,
        accents: Accents,
        why_again: Callable[[], str],
    ) -> None:
        self._why_again = why_again
        self.form = form
        self.lessons = lessons
        self.more = Menu(more)
        self._words = words
        self._view = view
        self._log = log
        self._ask_older = ask_older
        self._first = 0
        self._wrapped: dict[tuple[str, float], list[str]] = {}
        self._accents = accents
        self.tabs = Tabs(("Log", "Rules", _HOW, _MORE), self._choose)
        self.page = ScrollArea(self._content, OAK)
        self._follows = True
        self._left_at = self.page.offset
        self._foot_rows = 0
        self._frame = Rect(0, 0, 0, 0)

    def arrange(self, frame: Rect, buttons: Sequence[Button]) -> dict[str, Rect]:
        """Place tabs and page in a frame, and these buttons below them. The parts by name."""
        self._foot_rows = -(-len(buttons) // _A_ROW)
        self._frame = frame
        inner = frame.inset(5)
        self.tabs.rect = Rect(inner.x, inner.y, inner.width, _TAB_HEIGHT)
        paper = self._paper()
        self.page.rect = self.form.rect = self.lessons.rect = self.more.rect = paper.inset(6)
        for row in range(self._foot_rows):
            place = Rect(inner.x, paper.bottom + 5 + row * _FOOT_ROW, inner.width, BUTTON_HEIGHT)
            here = buttons[row * _A_ROW : (row + 1) * _A_ROW]
            for button, rect in zip(here, shared_row(place, len(here), GAP), strict=True):
                button.rect = rect
        return {"tabs": self.tabs.rect, "page": self.page.rect} | {each.label: each.rect for each in buttons}

    def show(self, *, visible: bool) -> None:
        """Show or fold away; the form is there only while a lobby has settings."""
        view, was = self._view(), self.tabs.labels[self.tabs.open]
        staking = (view.phase == "lobby" and may_stake(view)) or (view.phase == "result" and view.pot > 0)
        first = "Stakes" if staking else "Log"
        labels = [first, "Rules", *([_SETTINGS] if view.settings else []), _HOW, _MORE]
        self.tabs.labels = labels
        self.tabs.open = labels.index(was) if was in labels else LOG
        self.tabs.visible = visible
        self.form.visible = visible and labels[self.tabs.open] == _SETTINGS
        self.more.visible = visible and labels[self.tabs.open] == _MORE
        self.lessons.visible = visible and labels[self.tabs.open] == _HOW
        self.page.visible = visible and not any(each.visible for each in (self.form, self.lessons, self.more))

    def draw(self, canvas: Canvas) -> None:
        """Draw the tray with its widgets."""
        panel(canvas, self._frame, WOOD)
        panel(canvas, self._paper(), PAPER, frame=1)
        self.tabs.draw(canvas)
        for special in (self.form, self.lessons, self.more):
            if special.visible:
                special.draw(canvas)
                return
        self._follow_log()
        before = self.page.height
        self.page.draw(canvas)
        self._stay_at_line(before)
        self._left_at = self.page.offset

    @property
    def shows_log(self) -> bool:
        """Whether the log, with what players say, is open."""
        return self.tabs.labels[self.tabs.open] == "Log"

    @property
    def chat_corner(self) -> Rect:
        """Where others' words stand for a while, over another tab than the log."""
        paper = self._paper()
        return Rect(paper.x + 3, paper.bottom - 3 - 3 * LINE, min(200, paper.width - 14), 3 * LINE)

    def _paper(self) -> Rect:
        inner = self._frame.inset(5)
        top = inner.y + _TAB_HEIGHT - 1
        foot = self._foot_rows * _FOOT_ROW + 1 if self._foot_rows else 0
        return Rect(inner.x, top, inner.width, inner.bottom - top - foot)

    def _choose(self, index: int) -> None:
        self._follows = True
        self.page.offset = self._left_at = 0.0
        self.show(visible=self.tabs.visible)

    def _follow_log(self) -> None:
        """Keep the log's end in view, whatever comes or changes its size, until somebody scrolls away from it."""
        if not self.shows_log:
            return
        end = max(0.0, self.page.height - self.page.rect.height)
        if self.page.offset != self._left_at:
            self._follows = self.page.offset >= end - 12
        if self._follows:
            self._log().rest()
            self.page.offset = end
        elif self.page.offset <= _NEAR_TOP:
            self._ask_older()

    def _stay_at_line(self, before: float) -> None:
        """Older lines stand above now: go on showing those that were shown."""
        first = self._log().first
        if first < self._first and not self._follows:
            self.page.offset += max(0.0, self.page.height - before)
        self._first = first

    # ------------------------------------------------------------------ pages

    def _content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        if self.tabs.labels[self.tabs.open] == "Stakes":
            return self._draw_stakes(canvas, x, y, width)
        if self.tabs.open == LOG:
            return self._draw_log(canvas, x, y, width)
        return self._draw_rules(canvas, x, y, width)

    def _draw_log(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        log = self._log().lines
        if not log:
            return _paragraph(canvas, x, y, width, "What happens on this board is written here.", FADED_INK)
        top = y
        for index, line in enumerate(log):
            if index:
                rule(canvas, x, y + 1, width, faded(FADED_INK, 0.25))
                y += GAP
            y += self._draw_line(canvas, x, y, width, line)
        return y - top + 2

    def _draw_line(self, canvas: Canvas, x: float, y: float, width: float, line: LogLine) -> float:
        """One line with the mark of the seat that it tells of, drawn where it can be seen; answers with its height. A
        long log is wrapped once, not each frame."""
        said = f"{line.sender}: {line.text}" if line.sender else line.text
        if len(self._wrapped) > _MOST_WRAPPED:
            self._wrapped.clear()
        rows = self._wrapped.get((said, width))
        if rows is None:
            rows = self._wrapped[(said, width)] = canvas.font.wrap(said, width - MARK)
        height = len(rows) * canvas.font.line_height
        if y + height >= self.page.rect.y and y <= self.page.rect.bottom:
            seat = seat_of_line(line, self._view().seats)
            if seat is not None and y >= self.page.rect.y - 1 and y + MARK <= self.page.rect.bottom + 1:
                draw_paper_mark(canvas, x - 1, y, seat.side)
            for index, row in enumerate(rows):
                canvas.text(x + MARK, y + index * canvas.font.line_height, row, self._shade(line), shadow=False)
        return height

    def _shade(self, line: LogLine) -> Colour:
        """Chat has a colour of its own; of the match, what was lost and what was won stand out."""
        if line.chat:
            return FROST_INK
        if "arkle!" in line.text:
            return self._accents.ember_ink
        return self._accents.lime_ink if any(word in line.text for word in _WON) else INK

    def _draw_stakes(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        view, top = self._view(), y
        changed = self._why_again()
        if changed:
            y += _paragraph(canvas, x, y, width, changed, self._accents.ember_ink) + 4
        y += draw_stakes(canvas, x, y, width, view, self._words, self._accents) + 2
        y += _paragraph(canvas, x, y, width, RULE, FADED_INK) + 4
        if view.pot:
            y += _paragraph(canvas, x, y, width, ANEW, FADED_INK)
        return y - top

    def _draw_rules(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        view, top = self._view(), y
        if view.phase != "lobby" and any(seat.stakes for seat in view.seats):
            y += self._draw_stakes(canvas, x, y, width) + 6
        canvas.text(x, y, "What scores", self._accents.ember_ink, shadow=False)
        y += 12
        for index, (name, worth) in enumerate(view.scoring):
            lines = canvas.font.wrap(name, width - canvas.font.width(worth) - 6)
            height = 1 + len(lines) * canvas.font.line_height
            if index % 2 == 0:
                canvas.box(x - 2, y - 2, width + 4, height, faded(OAK, 0.14))
            for row, line in enumerate(lines):
                canvas.text(x, y + row * canvas.font.line_height, line, INK, shadow=False)
            canvas.text(x + width, y, worth, INK, shadow=False, align=1.0)
            y += height
        y += 6
        canvas.text(x, y, "Chance of a farkle", self._accents.ember_ink, shadow=False)
        y += 12
        for dice in range(6, 0, -1):
            chance = view.farkle_chance[dice] if dice < len(view.farkle_chance) else 0.0
            canvas.text(x, y, plural(dice, "die", "dice"), INK, shadow=False)
            canvas.text(x + width, y, f"{chance * 100:.1f} %", INK, shadow=False, align=1.0)
            bar = width - 92
            if bar > 10:
                canvas.box(x + 42, y + 1, bar, 5, faded(OAK, 0.2))
                canvas.box(x + 42, y + 1, round(bar * chance), 5, self._accents.ember_ink)
            y += 11
        y += 6
        canvas.text(x, y, "How it goes", self._accents.ember_ink, shadow=False)
        y += 12
        for sentence in view.rules:
            canvas.box(x, y + 2, 3, 3, FADED_INK)
            y += _paragraph(canvas, x + 8, y, width - 8, sentence, INK) + 3
        return y - top + 2


def _paragraph(
    canvas: Canvas, x: float, y: float, width: float, text: str, shade: tuple[float, float, float, float]
) -> float:
    """Wrapped lines; answers with their height."""
    lines = canvas.font.wrap(text, width)
    for index, line in enumerate(lines):
        canvas.text(x, y + index * canvas.font.line_height, line, shade, shadow=False)
    return len(lines) * canvas.font.line_height
