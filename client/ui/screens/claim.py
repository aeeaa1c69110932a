"""The claim box from wherever it is opened: a window while something waits in it, else a page that says what it is."""

from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.protocol.items import OpenClaim

from ..canvas import Canvas
from ..stage import Stage
from ..theme import FADED_INK, INK
from .paper import PaperScreen, paragraph

NOTHING = "Nothing waits for you here."
WHAT = (
    "When something is yours and finds no room among your things, it waits in this box until you take it out: what you "
    "win at a table, a stake that comes back, or a board whose table is gone. Nobody else can reach it."
)


class EmptyClaimScreen(PaperScreen):
    """Shown in place of a window without anything in it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Claim box")

    def content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        height = paragraph(canvas, x, y, width, NOTHING, INK) + 5
        return height + paragraph(canvas, x, y + height, width, WHAT, FADED_INK)


def waits(know: Knowledge) -> bool:
    """Whether anything waits in this player's claim box."""
    return know.inventory.waiting > 0


def open_claim(stage: Stage, session: Session, know: Knowledge) -> None:
    """Ask for the window, or show at once that nothing waits."""
    if waits(know):
        session.ask(lambda n: OpenClaim(n=n))
    else:
        stage.push(EmptyClaimScreen(stage))
