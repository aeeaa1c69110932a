"""How to play: the lessons over the title or the world."""

from ..stage import Stage
from ..widgets import Button
from ..widgets.lesson import LessonPage
from .paper import PaperScreen


class LessonsScreen(PaperScreen):
    """One lesson at a time."""

    most_width = 400

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "How to play")
        self.lesson = LessonPage(stage.lessons, stage.accents)
        self.before = Button("Previous", lambda: self.lesson.turn(-1), hint="←")
        self.after = Button("Next", lambda: self.lesson.turn(1), kind="go", hint="→")
        self.page = self.lesson
        self.back.label = "Close"
        self.widgets = [self.lesson, self.before, self.after, self.back]
        self.give_focus(self.lesson)

    def foot(self) -> list[list[Button]]:
        return [[self.before, self.after, self.back]]
