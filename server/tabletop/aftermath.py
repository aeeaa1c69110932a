"""What became of a match, told to those of its players who are not at its table to see it: whoever is away hears it on
coming back. Whoever is there sees it on the board.
"""

from functools import partial

from ..engine.changes import ChangeSet
from ..engine.plugins import PluginHost
from ..items import giving, ledger
from ..shared.protocol.tabletop import BoardEvent
from . import telling
from .game import Game, GameView
from .records import MatchRecord
from .showing import FORGET
from .stakes import pot_to, unpaid
from .tidings import Tidings
from .wording import listed


class Aftermath:
    """Tells players what they did not see. Nothing that fails here undoes what it would have told."""

    def __init__(self, host: PluginHost, tidings: Tidings) -> None:
        self._host = host
        self._tidings = tidings

    def told(self, changes: ChangeSet, match: MatchRecord, game: Game, happened: tuple[BoardEvent, ...]) -> None:
        """Something happened in a match: tell who was removed from it, and, when it is over, how it ended."""
        if match.over or any(event.kind == "removed" for event in happened):
            tell = partial(self._tell, changes, match, game, happened)
            changes.attempt(f"Telling the absent players of match {match.id}", tell)

    def _tell(self, changes: ChangeSet, match: MatchRecord, game: Game, happened: tuple[BoardEvent, ...]) -> None:
        removed = {event.seat: event.text for event in happened if event.kind == "removed"}
        shown = telling.view(game, changes.now)
        for seat, player in enumerate(match.players):
            if match.bots[seat] or self._sees(player, match):
                continue
            words: tuple[str, ...] = ()
            if match.over:
                words = (
                    removed.get(seat, ""),
                    f"{_of(match, seat)} is over.",
                    ending(match, shown),
                    stake_told(changes, match, seat),
                )
            elif seat in removed:
                words = (removed[seat], f"{_of(match, seat)} goes on without you.", _left_in_the_pot(match, seat))
            if words:
                self._tidings.tell(changes, player, " ".join(filter(None, words)))

    def _sees(self, player: str, match: MatchRecord) -> bool:
        """Whether a player is where the match's table is shown."""
        place = self._host.players.position(player) if self._host.players.online(player) else None
        if place is None or match.table is None:
            return False
        return sum((a - b) ** 2 for a, b in zip(place, match.table, strict=True)) <= FORGET**2


def ending(match: MatchRecord, shown: GameView) -> str:
    """How a match that is over ended, in a sentence."""
    if match.how == "dissolved":
        return "Its players called the match off: nobody wins."
    if match.how == "unresumed":
        winners = [match.names[seat] for seat in match.outcome.winners] if match.outcome is not None else []
        return f"Nobody resumed the match: {f'{listed(winners)} wins' if winners else 'nobody wins'}."
    return shown.status


def stake_told(changes: ChangeSet, match: MatchRecord, seat: int) -> str:
    """What became of a seat's stake; a won pot, and what is still to come to somebody, is told by who hands it over."""
    what = _staked(match, seat)
    winner = pot_to(match.outcome) if match.outcome is not None else None
    if not what or winner == seat:
        return ""
    waits = unpaid(changes, match, seat)
    if winner is None:
        return "" if waits else f"Your stake is back with you: {what}."
    return f"Your stake {'is lost' if waits else 'went'} to {match.names[winner]}: {what}."


def _of(match: MatchRecord, seat: int) -> str:
    others = [name for number, name in enumerate(match.names) if number != seat]
    return f"Your match with {listed(others)}" if others else "Your match alone"


def _left_in_the_pot(match: MatchRecord, seat: int) -> str:
    what = _staked(match, seat)
    return f"Your stake stays in the pot: {what}." if what else ""


def _staked(match: MatchRecord, seat: int) -> str:
    return giving.described(ledger.tally(match.stakes[seat])) if match.stakes else ""
