"""Bots in the lobby: which setting seats one at a side, and the list from which the host chooses how it plays."""

from collections.abc import Callable

from server.shared.protocol.tabletop import BoardView, SeatView, Setting

from ...canvas import Canvas
from ...geometry import Rect, centred, in_the_middle
from ...paint import drop_shadow, panel
from ...screen import Screen
from ...stage import Stage
from ...theme import BONE, BUTTON_HEIGHT, QUIET, VEIL
from ...widgets import Button
from ..confirm import PAST

BOT_SETTINGS = "bot."
"""What the names of the settings begin with that seat a bot; the side follows."""
_WIDTH = 284
_LABEL = 74


def bot_setting(view: BoardView, side: int) -> Setting | None:
    """The setting that seats a bot at this side, None where a person sits or the game has no bots."""
    return next((each for each in view.settings if each.name == f"{BOT_SETTINGS}{side}"), None)


def rules_of(view: BoardView) -> tuple[Setting, ...]:
    """The settings that are no bots; those are chosen at the seats."""
    return tuple(each for each in view.settings if not each.name.startswith(BOT_SETTINGS))


def strength(view: BoardView, seat: SeatView) -> str:
    """What kind of bot has this seat: 'bot · plays daring'."""
    setting = bot_setting(view, seat.side)
    choices = setting.choices if setting is not None else ()
    label = next((choice.label for choice in choices if choice.value == seat.bot), "")
    return f"bot · plays {label.lower()}" if label else "bot"


class BotScreen(Screen):
    """A short list over the lobby: each way to play with a sentence, and nobody. `choose` is called with the value. It
    stays while `holds` says that a bot can be seated."""

    covers = False
    depends = True

    def __init__(
        self,
        stage: Stage,
        setting: Setting,
        choose: Callable[[str], None],
        holds: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(stage)
        self._holds = holds
        self._setting = setting
        self._choose = choose
        self._offered = [choice for choice in setting.choices if choice.value]
        self.options = [self._button(choice.value, choice.label) for choice in self._offered]
        self.nobody = Button("Take it away", lambda: self._take(""), kind="danger")
        self.nobody.visible = bool(setting.value)
        self.back = Button("Back", self.close, hint="Esc")
        self.widgets = [*self.options, self.nobody, self.back]
        self.give_focus(self.options[0] if self.options else self.back)

    def _button(self, value: str, label: str) -> Button:
        kind = "go" if value == self._setting.value else "plain"
        return Button(label, lambda: self._take(value), kind=kind)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self._holds():
            self.close(PAST)

    def arrange(self) -> None:
        font = self.stage.canvas.font
        room = _WIDTH - _LABEL - 8
        self._lines = [font.wrap(choice.about, room) if choice.about else [] for choice in self._offered]
        heights = [max(BUTTON_HEIGHT, len(lines) * font.line_height + 2) + 5 for lines in self._lines]
        self._box = centred(_WIDTH + 24, 34 + sum(heights) + 30, self.area)
        x, y = self._box.x + 12, self._box.y + 33
        self.placed = {"heading": Rect(x, self._box.y + 10, _WIDTH, 16)}
        self._abouts = []
        for button, lines, height in zip(self.options, self._lines, heights, strict=True):
            button.rect = Rect(x, y, _LABEL, BUTTON_HEIGHT)
            self.placed[f"option {button.label}"] = button.rect
            about = Rect(x + _LABEL + 8, y + 1, room, len(lines) * font.line_height)
            self._abouts.append(about)
            if lines:
                self.placed[f"about {button.label}"] = about
            y += height
        row = [self.nobody, self.back] if self.nobody.visible else [self.back]
        foot = Rect(self._box.x + 12, self._box.bottom - 28, _WIDTH, BUTTON_HEIGHT)
        for button, rect in zip(row, in_the_middle(foot, len(row), 100), strict=True):
            button.rect = rect
            self.placed[button.label] = rect

    def draw(self, canvas: Canvas) -> None:
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        canvas.text(self._box.centre[0], self._box.y + 11, "A bot for this seat", BONE, 2, align=0.5)
        for lines, about in zip(self._lines, self._abouts, strict=True):
            for index, line in enumerate(lines):
                canvas.text(about.x, about.y + 2 + index * canvas.font.line_height, line, QUIET)
        self.draw_widgets(canvas)

    def _take(self, value: str) -> None:
        self.close()
        self._choose(value)
