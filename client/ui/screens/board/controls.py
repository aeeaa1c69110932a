"""The buttons of the board screen: which there are in each phase, what they say, and what they ask of the server."""

from collections.abc import Callable

from client.model.knowledge import Knowledge
from client.model.tables import TablePos, taken_seats
from client.session import Session
from server.shared.protocol.tabletop import (
    Agree,
    AskClock,
    BoardView,
    Dissolve,
    EndPaused,
    HurryBots,
    OpenLobby,
    OpenStakes,
    PlayAlone,
    Ready,
    Resign,
    TakeBoard,
    VoteOut,
)
from server.shared.protocol.world import StandUp

from ...stage import Stage
from ...text import duration
from ...widgets import Button
from ..confirm import ConfirmScreen
from .lobby import may_stake
from .moves import BANK, KEEP, ROLL, Move
from .words import guest_at, pause_cost, resign_cost

PLAY = ("opening", "to_roll", "to_keep", "to_decide")
_FEWEST = 2


class Controls:
    """Makes the buttons once; `choose` chooses all dice that score, `move` is called with roll, keep or bank, `close`
    leaves the view, `verify` opens the proof of the dice. `view` and `seat` are asked for whenever one is pressed."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        know: Knowledge,
        table: TablePos,
        board: Callable[[], tuple[BoardView, int | None]],
        choose: Callable[[], None],
        move: Callable[[str], None],
        close: Callable[[], None],
        verify: Callable[[], None],
    ) -> None:
        self._stage = stage
        self._session = session
        self._player = know.player
        self._tables = know.tables
        self._table = table
        self._board = board
        self.choose = Button("All", choose, hint="A")
        self.roll = Button("Roll", lambda: move(ROLL), kind="go", hint="R")
        self.keep = Button("Keep", lambda: move(KEEP), hint="Enter")
        self.bank = Button("Bank", lambda: move(BANK), kind="brass", hint="B")
        self.ready = Button("Ready", self._ready, kind="go", hint="R")
        self.alone = Button("Play alone", self._play_alone, kind="go", hint="R")
        self.new_lobby = Button("New lobby", self._open_lobby)
        self.stake = Button("Your stake", self._open_stakes)
        self.agree = Button("Agree", self._agree, kind="brass", hint="A")
        self.verify = Button("Verify dice", verify)
        self.dissolve = Button("Call it off", self._dissolve)
        self.end = Button("End the match", self._end_paused, kind="danger")
        self.close = Button("Leave view", close, hint="Esc")
        self.stand = Button("Stand up", self._stand_up)
        self.leave_match = Button("Resign", self._resign, kind="danger")
        self.take = Button("Take board", self._take_board)
        self.vote = Button("Remove the seat", self._vote_out, kind="danger")
        self.clock = Button("Ask for a clock", self._ask_clock, kind="brass")
        self.faster = Button("Faster", self._hurry, hint="Space")
        self.clock_due = False
        """The others have waited for long enough for the seat to move."""
        self.taking = False
        """This player takes the board out of the table."""
        self.below = [self.choose, *(self.roll, self.keep, self.bank), *(self.ready, self.alone, self.new_lobby)]
        self.below += [self.dissolve, self.end, self.vote, self.clock, self.faster, self.stake, self.agree]
        self.foot = [self.stand, self.leave_match, self.take, self.verify]

    # ------------------------------------------------------------------ which there are

    def moves(self, view: BoardView, seat: int | None) -> bool:
        """Whether Roll, Keep and Bank are there."""
        instead = self.votes(view, seat) or self.asks(view, seat) or self.hurries(view, seat)
        return self.plays(view, seat) and not instead

    def plays(self, view: BoardView, seat: int | None) -> bool:
        """Whether this player still plays in the running match."""
        return view.phase in PLAY and seat is not None and view.seats[seat].eligible

    def votes(self, view: BoardView, seat: int | None) -> bool:
        """Whether the seat to move holds up the match, so that this player may vote on it, now or soon."""
        return self.plays(view, seat) and view.vote_in is not None and view.turn is not None and view.turn.seat != seat

    def asks(self, view: BoardView, seat: int | None) -> bool:
        """Whether this player may ask for a clock, since the seat to move does nothing."""
        return self.clock_due and self.plays(view, seat) and view.turn is not None and view.turn.seat != seat

    def hurries(self, view: BoardView, seat: int | None) -> bool:
        """Whether this player may hurry a bot that is to move, or bid it take its time again."""
        turn = view.turn
        bots_turn = turn is not None and bool(view.seats[turn.seat].bot)
        return bots_turn and view.hurrying_needed > 0 and self.plays(view, seat)

    def in_the_middle(self, view: BoardView, seat: int | None) -> list[Button]:
        """The buttons below the table where there are no dice."""
        if seat is None:
            return []
        if view.phase == "paused":
            return [self.dissolve, *([self.end] if view.end_in is not None else [])]
        if self.votes(view, seat):
            return [self.vote]
        if self.asks(view, seat):
            return [self.clock]
        if self.hurries(view, seat):
            return [self.faster]
        seated = view.seats[seat].seated
        if view.phase == "lobby":
            return [*self._staking(view, seat), self._start(view, seat)]
        if view.phase == "result":
            return [*self._staking(view, seat), self.ready, *([self.new_lobby] if seated else [])]
        return []

    def _staking(self, view: BoardView, seat: int) -> list[Button]:
        """The stake's buttons, where stakes have a place and more than one person is there."""
        people = sum(bool(each.player) and not each.bot for each in view.seats)
        if not may_stake(view) or people < _FEWEST or not view.seats[seat].seated:
            return []
        return [self.stake, *([self.agree] if view.pot else [])]

    def _start(self, view: BoardView, seat: int) -> Button:
        """The one button that starts: alone or against the bots at once, with others when all are ready."""
        alone = self._may_be_alone(view, seat) and view.alone is not None and view.alone.allowed
        return self.alone if alone else self.ready

    def _may_be_alone(self, view: BoardView, seat: int) -> bool:
        """Whether playing alone may be offered: not beside a pot, or company with whom to stake."""
        return view.seats[seat].seated and view.alone is not None and not self._staking(view, seat)

    def in_the_tray(self, view: BoardView, seat: int | None) -> list[Button]:
        """The buttons at the foot of the tray."""
        buttons = []
        if guest_at(view, self._player) or (seat is not None and view.seats[seat].seated):
            buttons.append(self.stand)
        if view.phase == "result" and view.fair is not None:
            buttons.append(self.verify)
        if self.plays(view, seat):
            buttons.append(self.leave_match)
        if view.owner == self._player:
            buttons.append(self.take)
        return buttons

    # ------------------------------------------------------------------ what they say

    def describe(
        self, view: BoardView, seat: int | None, moves: dict[str, Move], passed: float, *, again: bool = False
    ) -> None:
        """Bring labels and reasons up to now; `passed` are the seconds since the view came, `again` tells that this
        player had agreed before something changed."""
        for name, button in ((ROLL, self.roll), (KEEP, self.keep), (BANK, self.bank)):
            if name in moves:
                button.label, button.reason = moves[name].label, moves[name].reason
            else:
                button.reason = "The opening roll comes first."
        mark = view.seats[seat].ready if seat is not None else False
        self.ready.label = "Not ready" if mark else "Rematch" if view.phase == "result" else "Ready"
        self.ready.kind = "plain" if mark else "go"
        self.ready.reason = _not_ready(view, seat)
        self.alone.label = "Play the bots" if any(each.bot for each in view.seats) else "Play alone"
        self.alone.reason = view.alone.reason if view.alone is not None else ""
        accord = view.seats[seat].agreed if seat is not None else False
        if view.pot and not accord:
            self.ready.kind = "plain"
        self.agree.label = "Do not agree" if accord else "Agree again" if again else "Agree"
        self.agree.kind = "plain" if accord else "brass"
        self.agree.hint = "A" if view.phase == "lobby" else ""
        agreed = f"{len(view.dissolving)} of {sum(not each.bot for each in view.seats)} agree"
        self.dissolve.label = f"{'Do not call it off' if self._player in view.dissolving else 'Call it off'} ({agreed})"
        self.end.reason = _wait(view.end_in, passed, "This can be done in")
        self._describe_vote(view, passed)
        asked = f" ({len(view.asking)} of {view.asking_needed})" if view.asking_needed > 1 else ""
        self._describe_hurry(self._newest)
        self.clock.label = f"{'Ask no longer' if self._player in view.asking else 'Ask for a clock'}{asked}"

    def describe_choice(self, *, choosing: bool, all_chosen: bool) -> None:
        """Whether dice may be chosen now, and whether all that score are."""
        self.choose.label = "None" if all_chosen else "All"
        self.choose.reason = "" if choosing else "It chooses all dice that score, when you may choose."

    def _describe_hurry(self, view: BoardView) -> None:
        mine, several = self._player in view.hurrying, view.hurrying_needed > 1
        label = "Faster" if not mine else "Not faster" if several else "Slower"
        self.faster.label = f"{label} ({len(view.hurrying)} of {view.hurrying_needed})" if several else label

    @property
    def _newest(self) -> BoardView:
        """The newest view, for what is no part of the match and waits for no dice."""
        board = self._tables.boards.get(self._table)
        return board.view if board is not None else self._board()[0]

    def _describe_vote(self, view: BoardView, passed: float) -> None:
        if view.turn is None:
            return
        name = view.seats[view.turn.seat].name
        what = "Take back your vote" if self._player in view.votes else f"Remove {name}'s seat"
        self.vote.label = f"{what} ({len(view.votes)} of {view.votes_needed})"
        self.vote.reason = _wait(view.vote_in, passed, f"{name} is away; the seat may be removed in")

    # ------------------------------------------------------------------ what they ask for

    def _ready(self) -> None:
        view, seat = self._board()
        mark = view.seats[seat].ready if seat is not None else False
        self._session.ask(lambda n: Ready(n=n, table=self._table, ready=not mark, revision=view.revision))

    def _play_alone(self) -> None:
        self._session.ask(lambda n: PlayAlone(n=n, table=self._table))

    def _open_lobby(self) -> None:
        self._session.ask(lambda n: OpenLobby(n=n, table=self._table))

    def _open_stakes(self) -> None:
        self._session.ask(lambda n: OpenStakes(n=n, table=self._table))

    def _agree(self) -> None:
        view, seat = self._board()
        accord = view.seats[seat].agreed if seat is not None else False
        self._session.ask(lambda n: Agree(n=n, table=self._table, pot=view.pot, agree=not accord))

    def _dissolve(self) -> None:
        view, _ = self._board()
        agree = self._player not in view.dissolving
        self._session.ask(lambda n: Dissolve(n=n, match=view.match, agree=agree))

    def _end_paused(self) -> None:
        match = self._board()[0].match
        self._confirm(
            "End the match?",
            "A player who took the board away counts as resigned, and the highest banked score of the others wins.",
            "End it",
            lambda: self._session.ask(lambda n: EndPaused(n=n, match=match)),
            lambda view, seat: view.match == match and view.phase == "paused",
        )

    def _stand_up(self) -> None:
        self._session.ask(lambda n: StandUp(n=n))

    def _resign(self) -> None:
        view, seat = self._board()
        cost, match = resign_cost(view, seat), view.match
        self._confirm(
            "Resign?",
            cost,
            "Resign",
            lambda: self._session.ask(lambda n: Resign(n=n, match=match)),
            lambda view, seat: view.match == match and self.plays(view, seat),
        )

    def _take_board(self) -> None:
        view, seat = self._board()
        match = view.match

        def take() -> int:
            self.taking = True
            return self._session.ask(lambda n: TakeBoard(n=n, table=self._table))

        if view.phase in PLAY:
            self._confirm(
                "Pause the match?",
                pause_cost(view, answers=seat is not None and sum(not each.bot for each in view.seats) > 1),
                "Pause",
                take,
                lambda view, seat: view.match == match and view.phase in PLAY,
            )
        else:
            take()

    def _vote_out(self) -> None:
        view, _ = self._board()
        if view.turn is not None:
            seat, out = view.turn.seat, self._player not in view.votes
            self._session.ask(lambda n: VoteOut(n=n, match=view.match, seat=seat, out=out))

    def _ask_clock(self) -> None:
        view, _ = self._board()
        ask = self._player not in view.asking
        self._session.ask(lambda n: AskClock(n=n, match=view.match, ask=ask))

    def _hurry(self) -> None:
        view = self._newest
        hurry = self._player not in view.hurrying
        self._session.ask(lambda n: HurryBots(n=n, match=view.match, hurry=hurry))

    def _confirm(
        self,
        heading: str,
        cost: str,
        label: str,
        act: Callable[[], int],
        holds: Callable[[BoardView, int | None], bool],
    ) -> None:
        """Ask first; the question stays while `holds` says so of the view and the player's seat."""

        def go() -> None:
            act()

        self._stage.push(ConfirmScreen(self._stage, heading, cost, label, go, lambda: holds(*self._board())))


def _not_ready(view: BoardView, seat: int | None) -> str:
    """Why a ready mark makes no sense yet; '' when it does."""
    if view.phase == "lobby" and len(taken_seats(view)) < _FEWEST:
        return "A second player has to sit down here first."
    if seat is not None and not view.seats[seat].seated:
        return "Sit down on your chair first."
    return ""


def _wait(left: int | None, passed: float, sentence: str) -> str:
    """'This can be done in 4:59.' while there is time left of so many milliseconds."""
    seconds = (left or 0) / 1000 - passed
    return f"{sentence} {duration(seconds)}." if seconds > 0 else ""
