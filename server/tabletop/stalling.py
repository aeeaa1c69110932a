"""A player who is here and does nothing: the others ask for a clock that then runs for everybody, so that nobody's pot
is held up for good. Players who are gone are in absence.py.
"""

from dataclasses import dataclass
from functools import partial

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, PluginHost
from ..shared.protocol.tabletop import AskClock, BoardEvent
from .game import Game, Step
from .matches import Matches, seat_of
from .records import MatchRecord, Records
from .wording import lasting

LOOK_EVERY = 20
"""Ticks between two looks at who still asks."""
SAID = 4
"""Lines of a match's log among which nobody is said to ask twice, however often they change their mind."""


@dataclass(frozen=True, slots=True)
class Petition:
    """Who may together ask for a clock, and the ms until they may, None where there is nothing to ask for."""

    askers: tuple[str, ...] = ()
    opens_in: int | None = None


class Stalling:
    """`after` is the ms for which a player to move has to do nothing before the others may ask for a clock."""

    def __init__(self, host: PluginHost, records: Records, matches: Matches, after: int) -> None:
        self._host = host
        self._records = records
        self._matches = matches
        self._after = after

    def petition(self, changes: ChangeSet, match: MatchRecord, game: Game) -> Petition:
        """Who may ask in this match, whose present moment is `game`. Who is not in the world holds up nobody."""
        if not match.running or match.mover is None or match.bots[match.mover] or not _may_start(game, changes.now):
            return Petition()
        left = game.left
        askers = tuple(
            player
            for seat, player in enumerate(match.players)
            if seat != match.mover and not match.bots[seat] and seat not in left and self._host.players.online(player)
        )
        return Petition(askers, max(0, match.moved + self._after - changes.now)) if askers else Petition()

    def ask(self, changes: ChangeSet, caller: Caller, request: AskClock) -> None:
        """Ask for a clock, or no longer; it starts when all do who may. Raises Refusal."""
        match = self._matches.advance(changes, self._matches.unfinished(changes, request.match), caller.stamp)
        seat = seat_of(match, caller.player)
        if seat == match.mover:
            raise Refusal("your_turn", "It is your turn; the others may ask for a clock.")
        game = self._records.game(match)
        petition = self.petition(changes, match, game)
        if petition.opens_in is None:
            raise Refusal("nothing_to_ask", "A clock runs already, or none can be started now.")
        if petition.opens_in > 0:
            raise Refusal("too_early", f"Wait {lasting(petition.opens_in)} more for them to move.")
        if caller.player not in petition.askers:
            raise Refusal("no_vote", "You have left this match; those who still play decide.")
        asking = tuple(player for player in match.asking if player in petition.askers and player != caller.player)
        if not request.ask:
            self._matches.commit(changes, match, Step(game), asking=asking)
        elif {*asking, caller.player} == set(petition.askers):
            self._matches.start_clock(changes, match, caller.stamp)
        else:
            said = BoardEvent("asked", seat, (), 0, f"{match.names[seat]} asks for a clock.")
            words = () if said.text in match.log[-SAID:] else (lambda: said,)
            self._matches.commit(changes, match, Step(game, (), words), asking=(*asking, caller.player))

    def tick(self, changes: ChangeSet) -> None:
        """Start each clock for which all ask who are still here."""
        for match in list(self._records.unfinished(changes)):
            if match.asking:
                changes.attempt(f"Asking for a clock in match {match.id}", partial(self._count, changes, match))

    def _count(self, changes: ChangeSet, match: MatchRecord) -> None:
        petition = self.petition(changes, match, self._records.game(match))
        if petition.opens_in == 0 and set(petition.askers) <= set(match.asking):
            self._matches.start_clock(changes, match, changes.now)


def _may_start(game: Game, now: int) -> bool:
    try:
        game.start_clock(now)
    except Refusal:
        return False
    return True
