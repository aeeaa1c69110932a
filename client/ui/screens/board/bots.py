"""Bots in the lobby: which setting seats one at a side, and the list from which the host chooses how it plays."""

from collections.abc import Callable, Sequence

from server.shared.protocol.tabletop import BoardView, Choice, SeatView, Setting

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
_MARK = 20
"""Units beside the words for the mark of what is chosen."""
_FOOT = 92


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
    """A short list over the lobby: each way to play in words, what is chosen marked, and nobody where the seat may stay
    free. A button tells the same in figures. `choose` is called with another value than the present one. It stays while
    `holds` says that a bot can be seated."""

    covers = False
    depends = True

    def __init__(
        self,
        stage: Stage,
        setting: Setting,
        choose: Callable[[str], None],
        holds: Callable[[], bool] = lambda: True,
        figures: Sequence[Choice] = (),
    ) -> None:
        super().__init__(stage)
        self._holds = holds
        self._setting = setting
        self._choose = choose
        self._offered = [choice for choice in setting.choices if choice.value]
        self._figures = {choice.value: choice.about for choice in figures}
        self._in_figures = False
        self.options = [self._button(choice.value, choice.label) for choice in self._offered]
        self.how = Button("", self._turn)
        self.how.visible = bool(self._figures)
        self.nobody = Button("Take it away", lambda: self._take(""), kind="danger")
        self.nobody.visible = bool(setting.value) and any(not choice.value for choice in setting.choices)
        self.back = Button("Back", self.close, hint="Esc")
        self.widgets = [*self.options, self.how, self.nobody, self.back]
        chosen = [button for button, choice in zip(self.options, self._offered, strict=True) if self._is_chosen(choice)]
        self.give_focus((*chosen, *self.options, self.back)[0])

    def _is_chosen(self, choice: Choice) -> bool:
        return choice.value == self._setting.value

    def _button(self, value: str, label: str) -> Button:
        kind = "go" if value == self._setting.value else "plain"
        return Button(label, lambda: self._take(value), kind=kind)

    def _turn(self) -> None:
        """Tell in figures what was told in words, and back."""
        self._in_figures = not self._in_figures
        self.arrange()

    def _told(self, choice: Choice) -> str:
        return self._figures.get(choice.value, choice.about) if self._in_figures else choice.about

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self._holds():
            self.close(PAST)

    def arrange(self) -> None:
        font = self.stage.canvas.font
        room = _WIDTH - _LABEL - _MARK - 8
        self._why = font.wrap(self._setting.about, _WIDTH) if self._setting.about else []
        self._lines = [font.wrap(told, room) if (told := self._told(choice)) else [] for choice in self._offered]
        heights = [max(BUTTON_HEIGHT, len(lines) * font.line_height + 2) + 5 for lines in self._lines]
        above = len(self._why) * font.line_height + (6 if self._why else 0)
        self._box = centred(_WIDTH + 24, 34 + above + sum(heights) + 30, self.area)
        x, y = self._box.x + 12, self._box.y + 33 + above
        self.placed = {"heading": Rect(x, self._box.y + 10, _WIDTH, 16)}
        if self._why:
            self.placed["why"] = Rect(x, self._box.y + 31, _WIDTH, above - 6)
        self._abouts = []
        for button, lines, height in zip(self.options, self._lines, heights, strict=True):
            button.rect = Rect(x, y, _LABEL, BUTTON_HEIGHT)
            self.placed[f"option {button.label}"] = button.rect
            about = Rect(x + _LABEL + 8, y + 1, room, len(lines) * font.line_height)
            self._abouts.append(about)
            if lines:
                self.placed[f"about {button.label}"] = about
            y += height
        self.how.label = "In words" if self._in_figures else "How they play"
        row = [button for button in (self.how, self.nobody, self.back) if button.visible]
        foot = Rect(self._box.x + 12, self._box.bottom - 28, _WIDTH, BUTTON_HEIGHT)
        for button, rect in zip(row, in_the_middle(foot, len(row), _FOOT), strict=True):
            button.rect = rect
            self.placed[button.label] = rect

    def draw(self, canvas: Canvas) -> None:
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        height = canvas.font.line_height
        canvas.text(self._box.centre[0], self._box.y + 11, "A bot for this seat", BONE, 2, align=0.5)
        for index, line in enumerate(self._why):
            canvas.text(self._box.x + 12, self._box.y + 32 + index * height, line, BONE)
        for choice, lines, about in zip(self._offered, self._lines, self._abouts, strict=True):
            for index, line in enumerate(lines):
                canvas.text(about.x, about.y + 2 + index * height, line, QUIET)
            if self._is_chosen(choice):
                canvas.picture("icon/ready", about.right + _MARK - 16, about.y)
        self.draw_widgets(canvas)

    def _take(self, value: str) -> None:
        self.close()
        if value != self._setting.value:
            self._choose(value)
