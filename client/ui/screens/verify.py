"""Whether the dice of a match that is over follow from what was sealed before its first roll, recomputed here."""

from typing import Final

from msgspec.structs import replace

from client.model.fairness import Verdict
from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.protocol.message import Message, Refused
from server.shared.protocol.tabletop import AskDice, MatchDice

from ..canvas import Canvas
from ..stage import Stage
from ..text import plural
from ..theme import FADED_INK, INK, OAK, faded
from .paper import PaperScreen, paragraph, table

_STRIPE = faded(OAK, 0.14)
_SHOWN_ROLLS: Final = 200

PROOF: Final = (
    (
        "What is done",
        "Before the first roll the server and every player's program each lock away a long random number: they show a "
        "seal that fits this number and no other. Only when all seals are shown are the players' numbers opened. "
        "Every die is computed from all the numbers together. At the end the server's number is opened too, so that "
        "anybody can compute every die again.",
    ),
    (
        "What it proves",
        "Nobody chose the dice: not the server, which was bound by its seal, and not a player, who could not know the "
        "others' numbers.",
    ),
    (
        "What it does not prove",
        "Whoever runs the server knows its number while the match goes on, and could have foreseen the dice. Bots add "
        "no numbers of their own.",
    ),
)
"""Headings and paragraphs on what recomputing the dice is worth."""


class VerifyScreen(PaperScreen):
    """`match` names a match that is over; without one the screen only explains."""

    def __init__(self, stage: Stage, session: Session, know: Knowledge, match: str = "") -> None:
        super().__init__(stage, "Fair dice")
        self.verdict: Verdict | None = None
        self.refusal = ""
        self._dice: MatchDice | None = None
        self._names: dict[str, str] = {}
        self._session = session
        self._know = know
        self._match = match
        if match:
            boards = know.tables.boards.values()
            views = [board.view for board in boards if board.view.match == match]
            self._names = {seat.player: seat.name for view in views for seat in view.seats}
            self._ask()

    def _ask(self) -> None:
        """Ask for the rolls after those that are known, a page."""
        first = len(self._dice.rolls) if self._dice is not None else 0
        self._session.ask(lambda n: AskDice(n=n, match=self._match, first=first), self._told)

    def _told(self, answer: Message) -> None:
        if isinstance(answer, MatchDice):
            known = self._dice.rolls if self._dice is not None else ()
            self._dice = replace(answer, rolls=(*known, *answer.rolls))
            if answer.left and answer.rolls:
                self._ask()
            else:
                self.verdict = self._session.fairness.verdict(self._dice, self._know.player)
        elif isinstance(answer, Refused):
            self.refusal = answer.text

    # ------------------------------------------------------------------ the page

    def content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        top = y
        if self._match:
            y += self._draw_verdict(canvas, x, y, width) + 6
        for heading, text in PROOF:
            canvas.text(x, y, heading, self.stage.accents.ember_ink, shadow=False)
            y += 12 + paragraph(canvas, x, y + 12, width, text) + 5
        if self._dice is not None:
            y += self._draw_dice(canvas, x, y, width, self._dice)
        return y - top + 2

    def _draw_verdict(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        verdict = self.verdict
        if verdict is None:
            return paragraph(canvas, x, y, width, self.refusal or "The dice are being recomputed…", FADED_INK)
        shade = self.stage.accents.lime_ink if verdict.fair else self.stage.accents.ember_ink
        canvas.picture("icon/check" if verdict.fair else "icon/cross", x, y, 2)
        heading = "Nobody chose these dice" if verdict.fair else "These dice are wrong"
        canvas.text(x + 20, y + 1, canvas.font.fit(heading, width - 20, 2), shade, 2, shadow=False)
        height = 22 + paragraph(canvas, x, y + 22, width, verdict.text, INK) + 3
        compared = f"{plural(verdict.seen, 'roll was', 'rolls were')} seen on this screen and compared."
        seen = compared if verdict.seen else "None of them was seen on this screen."
        return height + paragraph(canvas, x, y + height, width, seen, FADED_INK)

    def _draw_dice(self, canvas: Canvas, x: float, y: float, width: float, dice: MatchDice) -> float:
        top = y
        canvas.text(x, y, "The numbers and the rolls", self.stage.accents.ember_ink, shadow=False)
        y += 13
        rows = [
            ("match", dice.match),
            ("the server's seal", dice.seal.hex()),
            ("the server's number", dice.secret.hex()),
        ]
        for player, own in zip(dice.players, dice.contributions, strict=False):
            rows.append((self._names.get(player, player), own.hex() or "a bot adds nothing"))
        for name, value in rows:
            canvas.text(x, y, name, FADED_INK, shadow=False)
            y += 10 + paragraph(canvas, x + 8, y + 10, width - 8, value) + 3
        faces = [" ".join(map(str, roll)) for roll in dice.rolls[:_SHOWN_ROLLS]]
        y += table(canvas, x, y, width, [(f"roll {n}", roll) for n, roll in enumerate(faces, 1)], _STRIPE)
        return y - top
