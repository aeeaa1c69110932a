"""A page of lessons on parchment: pictures of dice, and something to try by clicks or keys."""

from collections.abc import Callable, Sequence

from pyglet.window import key, mouse

from client.lessons import Lesson, Row, Task

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import focus_marks
from ..theme import BRASS, FADED_INK, INK, OAK, Accents, faded
from .scroll import ScrollArea

_DIE = 17
_TWO_COLUMNS = 280
"""Units of width from which a task lies beside the rows of dice."""
_GUTTER = 8
_FIELD = faded(OAK, 0.2)
_LIT = faded(OAK, 0.42)
_DIGITS = (key._1, key._2, key._3, key._4, key._5, key._6)


UNTRIED, UNFINISHED, WRONG, RIGHT = range(4)
_WRONG_WORDS = "Not right."
_UNFINISHED_WORDS = "Right so far: there is more to choose."


def verdict(task: Task, chosen: frozenset[int], option: int | None) -> int:
    """What an answer is worth: the chosen dice, or the option where a task has options."""
    if task.options:
        return UNTRIED if option is None else RIGHT if option == task.answer else WRONG
    if any(chosen == frozenset(each) for each in task.right):
        return RIGHT
    if stray(task, chosen):
        return WRONG
    return UNFINISHED if chosen else UNTRIED


def stray(task: Task, chosen: frozenset[int]) -> frozenset[int]:
    """The chosen dice that have no place in the right choice that is nearest."""
    return min((chosen - frozenset(each) for each in task.right), key=len, default=frozenset())


class LessonPage(ScrollArea):
    """Turns through lessons with the left and right arrows, or by a click on those at its top. Dice of a task are
    chosen by clicks or 1 to 6, options likewise; what is said of them scrolls into view."""

    def __init__(self, lessons: Sequence[Lesson], accents: Accents) -> None:
        super().__init__(self._page, OAK)
        self.at = 0
        self.chosen: frozenset[int] = frozenset()
        self.option: int | None = None
        self.solved: set[int] = set()
        self._lessons = tuple(lessons)
        self._accents = accents
        self._spots: list[tuple[Rect, Callable[[], None]]] = []

    @property
    def focusable(self) -> bool:
        return self.visible

    @property
    def lesson(self) -> Lesson:
        """The lesson that is shown."""
        return self._lessons[self.at]

    def turn(self, by: int) -> None:
        """Go on to another lesson."""
        self.at = (self.at + by) % len(self._lessons)
        self.chosen, self.option, self.offset = frozenset(), None, 0.0

    def choose(self, position: int) -> None:
        """Choose a die of the task or put it back; choose one of its options."""
        task = self.lesson.task
        if task is None:
            return
        if task.options:
            self.option = position if position < len(task.options) else self.option
        else:
            self.chosen = self.chosen ^ {position} if position < len(task.dice) else self.chosen
        self.offset = self.height
        if verdict(task, self.chosen, self.option) == RIGHT:
            self.solved.add(self.at)

    # ------------------------------------------------------------------ input

    def press(self, x: float, y: float, button: int) -> bool:
        for spot, act in self._spots:
            if button == mouse.LEFT and spot.contains(x, y):
                act()
                return True
        return False

    def key(self, symbol: int, modifiers: int) -> bool:
        if symbol in (key.LEFT, key.RIGHT):
            self.turn(1 if symbol == key.RIGHT else -1)
        elif symbol in _DIGITS:
            self.choose(_DIGITS.index(symbol))
        else:
            return super().key(symbol, modifiers)
        return True

    # ------------------------------------------------------------------ the page

    def draw(self, canvas: Canvas) -> None:
        focused, self.focused = self.focused, False
        super().draw(canvas)
        self.focused = focused
        if focused:
            focus_marks(canvas, self.rect.inset(-2))

    def _page(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        self._spots, top, lesson = [], y, self.lesson
        self._draw_turner(canvas, x, y, width)
        y += 18
        canvas.text(x, y, canvas.font.fit(lesson.title, width), self._accents.ember_ink, shadow=False)
        if self.at in self.solved:
            canvas.picture("icon/check", x + width - 10, y - 1)
        y += 13
        for text in lesson.text:
            y += self._paragraph(canvas, x, y, width, text) + 4
        if lesson.task is not None and width >= _TWO_COLUMNS:
            half = width // 2 - _GUTTER
            left = y + self._draw_rows(canvas, x, y + 2, half, lesson.rows)
            right = y + self._draw_task(canvas, x + width - half, y - 8, half, lesson.task)
            return max(left, right) - top + 4
        y += self._draw_rows(canvas, x, y + 2, width, lesson.rows) + 2
        if lesson.task is not None:
            canvas.box(x, y + 4, width, 1, faded(FADED_INK, 0.4))
            y += self._draw_task(canvas, x, y + 5, width, lesson.task) + 5
        return y - top + 4

    def _draw_turner(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        for rect, arrow, by in ((Rect(x, y, 24, 14), "←", -1), (Rect(x + width - 24, y, 24, 14), "→", 1)):
            canvas.rect(rect, _FIELD)
            canvas.text(rect.centre[0], y + 4, arrow, INK, shadow=False, align=0.5)
            self._spots.append((rect, lambda by=by: self.turn(by)))  # type: ignore[misc]
        number = f"{self.at + 1} of {len(self._lessons)}"
        canvas.text(x + width / 2, y + 4, number, FADED_INK, shadow=False, align=0.5)

    def _draw_rows(self, canvas: Canvas, x: float, y: float, width: float, rows: Sequence[Row]) -> float:
        """Rows of dice, side by side where they find room; a note that finds none goes below its dice."""
        left, top, height = x, y, 0
        for row in rows:
            note = f"→ {row.note}"
            dice, whole = len(row.dice) * _DIE, len(row.dice) * _DIE + 3 + canvas.font.width(note)
            if left > x and left + whole > x + width:
                left, y, height = x, y + height, 0
            self._draw_dice_of(canvas, left, y, row)
            beside = left + whole <= x + width
            canvas.text(*((left + dice + 3, y + 5) if beside else (left, y + 21)), note, INK, shadow=False)
            height = max(height, 21 if beside else 33)
            left += whole + 14
        return y + height - top

    def _draw_dice_of(self, canvas: Canvas, x: float, y: float, row: Row) -> None:
        for index, face in enumerate(row.dice):
            left = x + index * _DIE
            canvas.picture(f"icon/die_{face}", left, y, colour=(1, 1, 1, 1 if index in row.lit else 0.55))
            if index in row.lit:
                canvas.box(left + 1, y + 17, 14, 1, BRASS)

    def _draw_task(self, canvas: Canvas, x: float, y: float, width: float, task: Task) -> float:
        top = y
        canvas.text(x, y + 6, "Try it", self._accents.ember_ink, shadow=False)
        y += 18 + self._paragraph(canvas, x, y + 18, width, task.ask) + 4
        y += self._draw_options(canvas, x, y, width, task) if task.options else self._draw_dice(canvas, x, y, task)
        return y - top + self._draw_verdict(canvas, x, y, width, task)

    def _draw_verdict(self, canvas: Canvas, x: float, y: float, width: float, task: Task) -> float:
        """Whether the answer is right, by icon, colour and word; nothing before there is one."""
        told = verdict(task, self.chosen, self.option)
        if told == UNTRIED:
            return 0
        icon, text, shade = {
            RIGHT: ("icon/check", task.well, self._accents.lime_ink),
            WRONG: ("icon/cross", f"{_WRONG_WORDS} {task.hint}", self._accents.ember_ink),
            UNFINISHED: ("", _UNFINISHED_WORDS, FADED_INK),
        }[told]
        if icon:
            canvas.picture(icon, x, y - 2)
        return self._paragraph(canvas, x + 12, y, width - 12, text, shade)

    def _draw_dice(self, canvas: Canvas, x: float, y: float, task: Task) -> float:
        for index, face in enumerate(task.dice):
            chosen = index in self.chosen
            left, up = x + index * _DIE, 3 if chosen else 0
            astray = index in stray(task, self.chosen)
            if chosen:
                canvas.box(left - 1, y + 3 - up, 18, 18, self._accents.ember_ink if astray else self._accents.lime_ink)
            canvas.picture(f"icon/die_{face}", left, y + 4 - up)
            if astray:
                canvas.picture("icon/cross", left + 4, y + 20)
            self._spots.append((Rect(left, y, _DIE, 22), lambda at=index: self.choose(at)))  # type: ignore[misc]
        return 32

    def _draw_options(self, canvas: Canvas, x: float, y: float, width: float, task: Task) -> float:
        for index, text in enumerate(task.options):
            rect = Rect(x, y + index * 17, width, 14)
            canvas.rect(rect, _LIT if index == self.option else _FIELD)
            if index == self.option:
                canvas.picture("icon/check" if index == task.answer else "icon/cross", rect.right - 12, rect.y + 2)
            canvas.text(rect.x + 5, rect.y + 4, f"{index + 1}  {text}", INK, shadow=False)
            self._spots.append((rect, lambda at=index: self.choose(at)))  # type: ignore[misc]
        return len(task.options) * 17 + 2

    def _paragraph(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        text: str,
        shade: tuple[float, float, float, float] = INK,
    ) -> float:
        lines = canvas.font.wrap(text, width)
        for index, line in enumerate(lines):
            canvas.text(x, y + index * canvas.font.line_height, line, shade, shadow=False)
        return len(lines) * canvas.font.line_height
