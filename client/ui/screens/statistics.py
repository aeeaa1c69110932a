"""The record of a player: matches and wins, the best of their turns, runs alone, and the last matches."""

from datetime import UTC, datetime

from client.session import Session
from server.shared.names.rules import allowed
from server.shared.protocol.limits import NAME_LENGTH
from server.shared.protocol.message import Message, Refused
from server.shared.protocol.tabletop import AskStats, FinishedMatch, Stats

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import rule
from ..stage import Stage
from ..text import plural, points
from ..theme import BUTTON_HEIGHT, FADED_INK, INK, OAK, faded
from ..widgets import Button, TextField
from .paper import PaperScreen, paragraph, table

_STRIPE = faded(OAK, 0.14)


class StatisticsScreen(PaperScreen):
    """Opens with this player's own record; another one is looked up by name."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage, "Statistics", head=BUTTON_HEIGHT + 6)
        self.stats: Stats | None = None
        self.refusal = ""
        self._session = session
        self.name = TextField(
            placeholder="Another player's name",
            limit=NAME_LENGTH,
            clipboard=stage.clipboard,
            allowed=allowed,
            submit=self._look_up,
        )
        self.look = Button("Look up", self._look_up, hint="Enter")
        self.own = Button("My own", lambda: self._ask(""))
        self.widgets = [self.name, self.look, self.page, self.own, self.back]
        self.give_focus(self.name)
        self._ask("")

    def foot(self) -> list[list[Button]]:
        return [[self.own, self.back]]

    def arrange(self) -> None:
        super().arrange()
        row = Rect(self.head.x, self.head.y - 1, self.head.width, BUTTON_HEIGHT)
        self.name.rect = Rect(row.x, row.y, row.width - 94, row.height)
        self.look.rect = Rect(row.right - 90, row.y, 90, row.height)
        self.placed |= {"name": self.name.rect, "look": self.look.rect}

    def _look_up(self) -> None:
        self._ask(self.name.text)

    def _ask(self, name: str) -> None:
        self._session.ask(lambda n: AskStats(n=n, name=name), self._told)

    def _told(self, answer: Message) -> None:
        self.page.offset = 0.0
        if isinstance(answer, Stats):
            self.stats, self.refusal = answer, ""
        elif isinstance(answer, Refused):
            self.stats, self.refusal = None, answer.text

    # ------------------------------------------------------------------ the page

    def content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        stats, top, accent = self.stats, y, self.stage.accents.ember_ink
        if stats is None:
            return paragraph(canvas, x, y, width, self.refusal or "The record is being looked up…", FADED_INK)
        canvas.text(x, y, canvas.font.fit(stats.name, width, 2), INK, 2, shadow=False)
        y += 22
        y += table(canvas, x, y, width, stats.rows, _STRIPE) + 6
        if stats.bests:
            canvas.text(x, y, "Fewest turns alone", accent, shadow=False)
            bests = [(rules, plural(turns, "turn", "turns")) for rules, turns in stats.bests]
            y += 13 + table(canvas, x, y + 13, width, bests, _STRIPE) + 6
        canvas.text(x, y, "Last matches", accent, shadow=False)
        y += 13
        if not stats.recent:
            y += paragraph(canvas, x, y, width, "No match is over yet.", FADED_INK)
        for match in stats.recent:
            y += self._draw_match(canvas, x, y, width, match)
        return y - top + 2

    def _draw_match(self, canvas: Canvas, x: float, y: float, width: float, match: FinishedMatch) -> float:
        day = datetime.fromtimestamp(match.ended, UTC).strftime("%Y-%m-%d")
        canvas.text(x + width, y, day, FADED_INK, shadow=False, align=1.0)
        how = {"dissolved": " · called off", "unresumed": " · ended while paused"}.get(match.how, "")
        canvas.text(x, y, canvas.font.fit(match.title + how, width - 70), INK, shadow=False)
        line, top = y + 11, y
        for seat, (name, score) in enumerate(zip(match.names, match.scores, strict=False)):
            won = seat in match.winners
            shade = self.stage.accents.lime_ink if won else FADED_INK
            canvas.text(x + 8, line, canvas.font.fit(name + (" wins" if won else ""), width - 70), shade, shadow=False)
            canvas.text(x + width, line, points(score), shade, shadow=False, align=1.0)
            line += 10
        rule(canvas, x, line + 1, width, faded(FADED_INK, 0.25))
        return line + 6 - top
