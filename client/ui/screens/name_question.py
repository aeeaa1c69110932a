"""The server knows this player under another name: which is meant, and what becomes of it."""

from client.connection import OWN_WORLD
from client.session import Session
from server.shared.protocol.login import NameQuestion

from ..canvas import Canvas
from ..geometry import Rect, centred
from ..paint import PAPER, drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, PALE_OAK, mixed
from ..widgets import Button
from ..widgets.menu import Entry, Menu
from .dusk import Dusk

_WIDTH = 250
_LISTED = 120


class NameQuestionScreen(Screen):
    """Offers the names that this player has there, and to change the only one; Esc goes back to the title."""

    def __init__(self, stage: Stage, session: Session, question: NameQuestion) -> None:
        super().__init__(stage)
        self._dusk = Dusk()
        self._session = session
        self._question = question
        names = question.names
        self._single = names[0] if len(names) == 1 else ""
        self.keep = Button(f"Go in as {self._single}", lambda: self._answer(self._single), kind="go")
        self.rename = Button(f"Rename to {question.wanted}", lambda: self._answer(self._single, rename=True))
        self.listed = Menu([Entry(name, "", lambda name=name: self._answer(name)) for name in names])  # type: ignore[misc]
        self.back = Button("Back", stage.leave, hint="Esc")
        self.keep.visible, self.listed.visible = bool(self._single), not self._single
        self.rename.visible = bool(self._single) and not question.fault
        self.widgets = [self.keep, self.rename, self.listed, self.back]
        self.give_focus(self.keep if self._single else self.listed)

    @property
    def sentence(self) -> str:
        """What is asked, with the reason where the wanted name cannot be had."""
        here = "Your own world" if self._session.address == OWN_WORLD else self._session.title or "This server"
        if not self._single:
            return f"{here} knows your key under several names, each with things of its own. As whom do you go in?"
        known = f"{here} knows you as {self._single}, with all that is yours there."
        if self._question.fault:
            return f"{known} You cannot be {self._question.wanted}: {self._question.fault}"
        return f"{known} Do you want to go in as {self._single}, or be called {self._question.wanted} from now on?"

    def arrange(self) -> None:
        self._lines = self.stage.canvas.font.wrap(self.sentence, _WIDTH)[:7]
        shown = [each for each in (self.keep, self.rename) if each.visible]
        middle = len(shown) * (BUTTON_HEIGHT + 4) if self._single else min(_LISTED, len(self._question.names) * 21) + 14
        self._box = centred(_WIDTH + 24, 78 + len(self._lines) * 10 + middle, self.area)
        x, y = self._box.x + 12, self._box.y + 38
        self.placed = {
            "heading": Rect(x, self._box.y + 12, _WIDTH, 16),
            "text": Rect(x, y, _WIDTH, len(self._lines) * 10),
        }
        y += len(self._lines) * 10 + 8
        self._paper = Rect(x, y, _WIDTH, middle - 4)
        self.listed.rect = self._paper.inset(5)
        for index, button in enumerate(shown):
            button.rect = Rect(x, y + index * (BUTTON_HEIGHT + 4), _WIDTH, BUTTON_HEIGHT)
            self.placed[button.label] = button.rect
        if not self._single:
            self.placed["names"] = self._paper
        self.back.rect = Rect(x, y + middle, _WIDTH, BUTTON_HEIGHT)
        self.placed["back"] = self.back.rect

    def draw(self, canvas: Canvas) -> None:
        self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        heading = "You are known here" if self._single else "Who are you here?"
        canvas.text(self._box.centre[0], self._box.y + 13, heading, BONE, 2, align=0.5)
        for index, line in enumerate(self._lines):
            canvas.text(self._box.x + 12, self._box.y + 39 + index * 10, line, mixed(PALE_OAK, BONE, 0.5))
        if not self._single:
            panel(canvas, self._paper, PAPER, frame=1)
        self.draw_widgets(canvas)

    def escape(self) -> bool:
        self.stage.leave()
        return True

    def _answer(self, name: str, rename: bool = False) -> None:
        self.stage.close_screen(self)
        self._session.answer(name, rename)
