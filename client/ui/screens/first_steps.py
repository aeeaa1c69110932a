"""The list of first steps over the world: what is done, what comes next and how, and the keys that a newcomer needs."""

from pyglet.window import key

from client import input as keys
from client.model.first_steps import FIRST_STEPS, seen_done
from client.model.knowledge import Knowledge

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import DARK, drop_shadow, key_cap, key_cap_width, panel
from ..stage import Stage
from ..theme import BONE, BRASS, INK, QUIET, Colour, faded

_WIDTH = 176
_ROW = 12
_KEYS = ((keys.INVENTORY, "your things"), (keys.CHAT, "talk"), (key.ESCAPE, "menu"))


class FirstSteps:
    """What this profile has done is remembered with its settings; once all is done nothing is shown any more."""

    def __init__(self, stage: Stage, know: Knowledge) -> None:
        self._stage = stage
        self._know = know

    @property
    def done(self) -> int:
        """How many of the steps are done."""
        return self._stage.profile.settings.first_steps_done

    @property
    def there(self) -> bool:
        """Whether there is a list at all."""
        return self.done < len(FIRST_STEPS)

    def update(self) -> None:
        """Tick off what is seen done."""
        done = seen_done(self._know)
        if self.there and done > self.done:
            self._stage.remember(first_steps_done=done)

    def fold(self) -> None:
        """Fold the list away, or open it again."""
        self._stage.remember(first_steps_folded=not self._stage.profile.settings.first_steps_folded)

    def draw(self, canvas: Canvas) -> Rect | None:
        """Draw the list, or the tab that it is folded into, at the upper left; the rectangle it takes."""
        if not self.there:
            return None
        return self._draw_tab(canvas) if self._stage.profile.settings.first_steps_folded else self._draw_list(canvas)

    def _draw_tab(self, canvas: Canvas) -> Rect:
        cap, text = self._stage.key_cap(keys.STEPS), f"First steps: {self.done} of {len(FIRST_STEPS)}"
        rect = Rect(4, 4, key_cap_width(canvas, cap) + canvas.font.width(text) + 15, 17)
        panel(canvas, rect, DARK, frame=1)
        width = key_cap(canvas, rect.x + 4, rect.y + 3, cap)
        canvas.text(rect.x + width + 9, rect.y + 5, text, BONE)
        return rect

    def _draw_list(self, canvas: Canvas) -> Rect:
        told = FIRST_STEPS[self.done].how.format(board=self._stage.key_cap(keys.BOARD))
        how = canvas.font.wrap(told, _WIDTH - 32)
        rect = Rect(4, 4, _WIDTH, 43 + len(FIRST_STEPS) * _ROW + len(how) * 10)
        drop_shadow(canvas, rect, 2)
        panel(canvas, rect, DARK)
        x, y = rect.x + 9, rect.y + 8
        canvas.text(x, y, "First steps", BRASS)
        self._draw_key(canvas, rect.right - 7, y - 2, self._stage.key_cap(keys.STEPS), "fold")
        y += 15
        for number, step in enumerate(FIRST_STEPS):
            self._draw_mark(canvas, x, y, number)
            canvas.text(x + 14, y, step.title, self._shade(number))
            y += _ROW
            if number == self.done:
                for line in how:
                    canvas.text(x + 14, y - 1, line, QUIET)
                    y += 10
                y += 3
        self._draw_keys(canvas, x, y + 2)
        return rect

    def _draw_mark(self, canvas: Canvas, x: float, y: float, number: int) -> None:
        """A tick for what is done, an arrow for what comes next, an empty box for the rest."""
        if number < self.done:
            canvas.picture("icon/check", x - 1, y - 2)
        elif number == self.done:
            canvas.text(x + 2, y, "▸", BRASS)
        else:
            canvas.box(x + 1, y, 7, 7, faded(QUIET, 0.7))
            canvas.box(x + 2, y + 1, 5, 5, INK)

    def _shade(self, number: int) -> Colour:
        return BONE if number == self.done else faded(QUIET, 0.85)

    def _draw_key(self, canvas: Canvas, right: float, y: float, cap: str, text: str) -> None:
        x = right - canvas.font.width(text)
        canvas.text(x, y + 2, text, QUIET)
        key_cap(canvas, x - key_cap_width(canvas, cap) - 3, y, cap)

    def _draw_keys(self, canvas: Canvas, x: float, y: float) -> None:
        for symbol, text in _KEYS:
            x += key_cap(canvas, x, y, self._stage.key_cap(symbol)) + 3
            x += canvas.text(x, y + 2, text, QUIET) + 9
