"""Players who are gone in the middle of a match: since when, and the others' vote to remove a seat that holds it up."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, PluginHost
from ..shared.protocol.tabletop import VoteOut
from .game import Step
from .matches import Matches, seat_of
from .records import AwayRecord, MatchRecord, Records
from .showing import Shown


@dataclass(frozen=True, slots=True)
class Ballot:
    """Who may vote on the seat to move, and the ms until they may, None while its player is here."""

    voters: tuple[str, ...] = ()
    opens_in: int | None = None


class _Counted(NamedTuple):
    """What decides who may vote in a match that is held up: its record as it was, and who had been away for long."""

    match: MatchRecord
    gone: frozenset[str]


class Absence:
    """Keeps who is away. `after` is the ms for which a player has to be away before the others may vote."""

    def __init__(self, host: PluginHost, records: Records, shown: Shown, matches: Matches, after: int) -> None:
        self._host = host
        self._records = records
        self._shown = shown
        self._matches = matches
        self._after = after
        self._counted: dict[str, _Counted] = {}
        """How each match that is held up was when its votes were last counted."""

    def left(self, changes: ChangeSet, player: str) -> None:
        """A player left the world."""
        if any(player in match.players for match in self._records.unfinished(changes)):
            changes.put(self._records.away, player, AwayRecord(changes.now))

    def came(self, changes: ChangeSet, player: str) -> None:
        """A player is back: votes against their seat are void."""
        if changes.read(self._records.away, player) is None:
            return
        changes.delete(self._records.away, player)
        for match in list(self._records.unfinished(changes)):
            if match.mover is not None and match.players[match.mover] == player and match.votes:
                changes.put(self._records.matches, match.id, replace(match, votes=()))

    def back_up(self, changes: ChangeSet) -> None:
        """The server is back: whoever is not here yet is away from now on, unless they were before."""
        for match in list(self._records.unfinished(changes)):
            for player in match.people:
                if not self._host.players.online(player) and changes.read(self._records.away, player) is None:
                    changes.put(self._records.away, player, AwayRecord(changes.now))

    def away(self, changes: ChangeSet, player: str) -> int | None:
        """Milliseconds for which a player has been away, None while they are here."""
        record = changes.read(self._records.away, player)
        return None if record is None else changes.now - record.since

    def ballot(self, changes: ChangeSet, match: MatchRecord) -> Ballot:
        """The vote on the seat to move. Who has been away for as long has no vote, so that two cannot hold up all."""
        if match.mover is None or not match.running or match.bots[match.mover]:
            return Ballot()
        away = self.away(changes, match.players[match.mover])
        if away is None:
            return Ballot()
        left = self._records.game(match).left
        voters = tuple(
            player
            for seat, player in enumerate(match.players)
            if seat != match.mover
            and not match.bots[seat]
            and seat not in left
            and not self._long_gone(changes, player)
        )
        return Ballot(voters, max(0, self._after - away))

    def tick(self, changes: ChangeSet) -> None:
        """Count the votes anew where somebody who had one dropped out: those that were cast may be enough then."""
        held_up = [match for match in self._records.unfinished(changes) if self._held_up(changes, match)]
        before, self._counted = self._counted, {}
        for match in held_up:
            gone = frozenset(player for player in match.people if self._long_gone(changes, player))
            counted = before.get(match.id)
            if counted is None or counted.match is not match or counted.gone != gone:
                count = partial(self._count, changes, match)
                changes.attempt(f"Counting the votes in match {match.id}", count)
            self._counted[match.id] = _Counted(match, gone)

    def _count(self, changes: ChangeSet, match: MatchRecord) -> None:
        ballot = self.ballot(changes, match)
        if (
            match.mover is not None
            and ballot.opens_in == 0
            and ballot.voters
            and set(ballot.voters) <= set(match.votes)
        ):
            self._matches.remove(changes, match, match.mover, "voted", changes.now)
        elif match.table is not None:
            self._shown.show(changes, match.table)

    def _held_up(self, changes: ChangeSet, match: MatchRecord) -> bool:
        return match.running and match.mover is not None and self.away(changes, match.players[match.mover]) is not None

    def _long_gone(self, changes: ChangeSet, player: str) -> bool:
        return (self.away(changes, player) or 0) >= self._after

    def vote(self, changes: ChangeSet, caller: Caller, request: VoteOut) -> None:
        """Vote to remove the seat to move, or take the vote back; all votes together remove it. Raises Refusal."""
        match = self._matches.advance(changes, self._matches.unfinished(changes, request.match), caller.stamp)
        seat_of(match, caller.player)
        if match.over or request.seat != match.mover:
            raise Refusal("stale", "The turn has passed on; this is how the table stands now.")
        ballot = self.ballot(changes, match)
        if ballot.opens_in is None:
            raise Refusal("not_away", "The player to move is here.")
        if ballot.opens_in > 0:
            minutes = -(-ballot.opens_in // 60_000)
            raise Refusal("too_early", f"Wait {minutes} more {'minute' if minutes == 1 else 'minutes'} for them.")
        if caller.player not in ballot.voters:
            raise Refusal("no_vote", "You have left this match; those who still play decide.")
        votes = [player for player in match.votes if player in ballot.voters and player != caller.player]
        if request.out:
            votes.append(caller.player)
        if set(votes) == set(ballot.voters):
            self._matches.remove(changes, match, request.seat, "voted", caller.stamp)
        else:
            self._matches.commit(changes, match, Step(self._records.game(match)), votes=tuple(votes))
