"""The paused matches that a player has a part in: what each is, where its board is, and how it can go on or end."""

from datetime import UTC, datetime

from client.model.knowledge import Knowledge
from client.model.tables import TablePos
from client.session import Session
from server.shared.protocol.message import Message, Refused
from server.shared.protocol.tabletop import AskBoard, AskPaused, Dissolve, EndPaused, PausedMatch, PausedMatches

from ..canvas import Canvas
from ..stage import Stage
from ..text import points
from ..theme import FADED_INK, INK, OAK, faded
from ..widgets import Button
from .confirm import ConfirmScreen
from .paper import PaperScreen, paragraph, table

_REACH = 4
"""Blocks around the feet in which a table is looked for."""
_STRIPE = faded(OAK, 0.14)
_BOARDS = {
    "carried": "Its board is among {owner}'s things, in the claim box or in a chest. It goes on at any Small Game "
    "Table: {owner} fits the board, and all its players sit down.",
    "fitted": "Its board lies in a table. It goes on when all its players sit down there.",
    "destroyed": "Its board is gone. {owner} may ask for another one at any Small Game Table.",
}


NONE = "No match of yours is paused."
HOW = (
    "A match pauses when its board is taken out of the table. It then stands here until its players sit down at the "
    "board again and go on, or end it."
)


class PausedScreen(PaperScreen):
    """One match at a time, the oldest first."""

    def __init__(self, stage: Stage, session: Session, know: Knowledge) -> None:
        super().__init__(stage, "Paused matches")
        self.matches: tuple[PausedMatch, ...] | None = None
        self._session = session
        self._know = know
        self._at = 0
        self._table: TablePos | None = None
        self.board = Button("Ask for the board", self._ask_board, kind="go")
        self.dissolve = Button("Call it off", self._dissolve)
        self.end = Button("End it", self._end, kind="danger")
        self.other = Button("Next match", self._go_on)
        self.widgets = [self.page, self.board, self.dissolve, self.end, self.other, self.back]
        self._ask()

    @property
    def match(self) -> PausedMatch | None:
        """The match that is shown."""
        return self.matches[self._at % len(self.matches)] if self.matches else None

    def foot(self) -> list[list[Button]]:
        several = self.matches is not None and len(self.matches) > 1
        actions = [self.board, self.dissolve, self.end]
        for button in actions:
            button.visible = self.match is not None
        self.other.visible = several
        last = [self.other, self.back] if several else [self.back]
        return [actions, last] if self.match is not None else [last]

    def update(self, seconds: float) -> None:
        super().update(seconds)
        match = self.match
        if match is None:
            return
        reasons = {action.name: action.reason for action in match.actions if not action.allowed}
        self.board.reason = reasons.get("ask_board", "")
        if not self.board.reason and self._table is None:
            self.board.reason = "Stand beside a Small Game Table to ask for the board."
        self.dissolve.reason, self.end.reason = reasons.get("dissolve", ""), reasons.get("end_paused", "")
        mine = self._know.player in match.dissolving
        self.dissolve.label = "Do not call it off" if mine else "Call it off"

    # ------------------------------------------------------------------ asking

    def _ask(self, known: tuple[PausedMatch, ...] = ()) -> None:
        """Ask for the paused matches after these, a page."""
        self._session.ask(lambda n: AskPaused(n=n, known=len(known)), lambda answer: self._told(answer, known))

    def _told(self, answer: Message, known: tuple[PausedMatch, ...] = ()) -> None:
        if isinstance(answer, PausedMatches):
            self.matches = (*known, *answer.matches)
            if answer.left and answer.matches:
                self._ask(self.matches)
            self._table = self._nearest_table()
            self.resize(self.area.width, self.area.height)

    def _done(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            self._know.talk.notify(self._session.now, "warning", answer.text)
        self._ask()

    def _go_on(self) -> None:
        self._at += 1
        self.page.offset = 0.0

    def _nearest_table(self) -> TablePos | None:
        """The nearest Small Game Table at hand."""
        x, y, z = (int(part // 1) for part in self._know.own.feet)
        around = range(-_REACH, _REACH + 1)
        places = [(x + dx, y + dy, z + dz) for dx in around for dy in range(-2, 3) for dz in around]
        places.sort(key=lambda pos: (pos[0] - x) ** 2 + (pos[1] - y) ** 2 + (pos[2] - z) ** 2)
        return next((pos for pos in places if self._is_table(pos)), None)

    def _is_table(self, pos: TablePos) -> bool:
        return "_small_game_table" in self._know.states[self._know.columns.block(pos)].name

    def _ask_board(self) -> None:
        match, table = self.match, self._table
        if match is not None and table is not None:
            self._session.ask(lambda n: AskBoard(n=n, table=table, match=match.match), self._done)

    def _dissolve(self) -> None:
        match = self.match
        if match is not None:
            agree = self._know.player not in match.dissolving
            self._session.ask(lambda n: Dissolve(n=n, match=match.match, agree=agree), self._done)

    def _end(self) -> None:
        match = self.match
        if match is None:
            return

        def end() -> None:
            self._session.ask(lambda n: EndPaused(n=n, match=match.match), self._done)

        def holds() -> bool:
            return any(each.match == match.match for each in self.matches or ())

        cost = "A player who took the board away counts as resigned, and the highest banked score of the others wins."
        self.stage.push(ConfirmScreen(self.stage, "End the match?", cost, "End it", end, holds))

    # ------------------------------------------------------------------ the page

    def content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        match, top = self.match, y
        if match is None:
            if self.matches is None:
                return paragraph(canvas, x, y, width, "Looking…", FADED_INK)
            height = paragraph(canvas, x, y, width, NONE, INK) + 5
            return height + paragraph(canvas, x, y + height, width, HOW, FADED_INK)
        number = f"{self._at % len(self.matches or (0,)) + 1} of {len(self.matches or ())}"
        canvas.text(x + width, y, number, FADED_INK, shadow=False, align=1.0)
        canvas.text(x, y, canvas.font.fit(match.title, width - 50), self.stage.accents.ember_ink, shadow=False)
        day = datetime.fromtimestamp(match.since, UTC).strftime("%Y-%m-%d")
        canvas.text(x, y + 12, f"Paused on {day}, board of {match.owner_name}", INK, shadow=False)
        y += 28
        rows = [
            (name + (" · would call it off" if player in match.dissolving else ""), points(score))
            for player, name, score in zip(match.players, match.names, match.scores, strict=False)
        ]
        y += table(canvas, x, y, width, rows, _STRIPE) + 6
        told = _BOARDS.get(match.board, "").format(owner=match.owner_name)
        y += paragraph(canvas, x, y, width, told, INK) + 4
        ends = "Calling it off needs all its players; then nobody wins and every stake goes back."
        y += paragraph(canvas, x, y, width, ends, FADED_INK)
        return y - top + 2
