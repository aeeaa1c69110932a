"""Matches under way: the start, every action in its one order of checks, clocks, and the end.

An action is checked for a known match, its player's seat, the step it was meant for, and then by the game; what it
changes and what it tells leave together or not at all.
"""

import logging
from functools import partial
from typing import Any

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.plugins import Caller
from ..shared.protocol.message import Message, Refused
from ..shared.protocol.tabletop import Act, BoardEvent, Move, Resign
from . import pages, recorded, telling
from .aftermath import Aftermath
from .company import Company
from .dice import Seeds, Stream
from .finished import Finished
from .game import Game, Outcome, Rules, Step
from .records import LoggedEvent, MatchRecord, Records, key_of
from .showing import Shown
from .stakes import Pot, Stakes

_log = logging.getLogger("voxtable.tabletop")


class Matches:
    """Everything that happens to a match from its first roll to the result."""

    def __init__(
        self, records: Records, shown: Shown, finished: Finished, stakes: Stakes, aftermath: Aftermath
    ) -> None:
        self._records = records
        self._shown = shown
        self._finished = finished
        self._stakes = stakes
        self._aftermath = aftermath

    def start(
        self, changes: ChangeSet, table: Pos, company: Company, rules: Rules, starter: int, seeds: Seeds, stakes: Pot
    ) -> None:
        """Begin a match on a table in place of the last one, for this pot. Raises Refusal."""
        record = self._records.table(changes, table)
        if record.match:
            self._records.forget(changes, record.match)
        stream = Stream(seeds)
        step = self._records.games[record.game].start(rules, company.names, changes.now, starter, stream)
        started = MatchRecord(
            id=seeds.match,
            game=record.game,
            table=table,
            players=company.players,
            names=company.names,
            sides=company.sides,
            bots=company.bots,
            secret=seeds.secret,
            state={},
            started=changes.now,
            moved=changes.now,
            starter=starter,
            contributions=seeds.contributions,
            aborted=seeds.aborted,
            stakes=stakes,
        )
        changes.put(self._records.tables, key_of(table), replace(record, ready=(), agreed=(), match=seeds.match))
        players = recorded.players(started)
        changes.note(_log, "Match %s begins at %s: %s.", seeds.match, key_of(table), players)
        self.commit(changes, started, step, rolled=stream.rolled)

    def act(self, changes: ChangeSet, caller: Caller, request: Act) -> Message | None:
        """Keep dice and roll or bank. A stale action changes nothing and is shown the present board."""
        return self._do(changes, caller, request, request.then, request.keep)

    def move(self, changes: ChangeSet, caller: Caller, request: Move) -> Message | None:
        """Any action of any game."""
        return self._do(changes, caller, request, request.action, request.pieces)

    def resign(self, changes: ChangeSet, caller: Caller, request: Resign) -> None:
        """A player gives up the seat in a running or paused match. Raises Refusal."""
        record = self.unfinished(changes, request.match)
        self.remove(changes, record, seat_of(record, caller.player), "resigned", caller.stamp)

    def remove(self, changes: ChangeSet, record: MatchRecord, seat: int, reason: str, now: int) -> MatchRecord:
        """A seat leaves a match. Raises Refusal."""
        return self.commit(changes, record, self._records.game(record).remove(seat, reason, now))

    def start_clock(self, changes: ChangeSet, record: MatchRecord, now: int) -> MatchRecord:
        """From now on everybody's turns are timed. Raises Refusal."""
        return self.commit(changes, record, self._records.game(record).start_clock(now))

    def play(
        self, changes: ChangeSet, record: MatchRecord, seat: int, action: str, pieces: tuple[int, ...], now: int
    ) -> MatchRecord:
        """A seat acts on the match as it stands. Raises Refusal."""
        stream = Stream(record.seeds, record.rolls)
        step = self._records.game(record).act(seat, action, pieces, now, stream)
        return self.commit(changes, record, step, rolled=(*record.rolled, *stream.rolled))

    def advance(self, changes: ChangeSet, record: MatchRecord, now: int) -> MatchRecord:
        """Let deadlines up to a time take effect."""
        step = self._records.game(record).advance(now)
        return self.commit(changes, record, step) if step.happened else record

    def tick(self, changes: ChangeSet) -> None:
        """Let deadlines expire."""
        for record in list(self._records.unfinished(changes)):
            if record.deadline is not None and record.deadline <= changes.now:
                changes.attempt(f"The clock of match {record.id}", partial(self.advance, changes, record, changes.now))

    def recover(self, changes: ChangeSet) -> None:
        """The server is back: settle what ran out while it was away, at the cost of one running turn at most."""
        for record in list(self._records.unfinished(changes)):
            changes.attempt(f"Taking up match {record.id}", partial(self._recover, changes, record))

    def _recover(self, changes: ChangeSet, record: MatchRecord) -> None:
        step = self._records.game(record).recover(changes.now)
        if step.happened:
            self.commit(changes, record, step)

    def unfinished(self, changes: ChangeSet, match: str) -> MatchRecord:
        """A match that is not over. Raises Refusal."""
        record = changes.read(self._records.matches, match)
        if record is None:
            raise Refusal("no_such_match", "That match is not running any more.")
        if record.over:
            raise Refusal("match_over", "This match is over.")
        return record

    def commit(self, changes: ChangeSet, record: MatchRecord, step: Step, **fields: Any) -> MatchRecord:
        """Make what happened the match's truth: the record, the log, and what those near are told. `fields` are further
        ones of the record."""
        step = _without_people(record, step, changes.now)
        game = step.game
        votes = record.votes if game.to_move == record.mover else ()
        acted = bool(step.log)
        told = telling.told(step.telling)
        after = replace(
            record,
            **{"votes": votes, "asking": () if acted else record.asking, **fields},
            state=game.to_dict(),
            mover=game.to_move,
            moved=changes.now if acted else record.moved,
            deadline=game.deadline,
            log=(*record.log, *(event.text for event in told)),
        )
        after = replace(after, **pages.turned(changes, after))
        for event in step.log:
            changes.append(self._records.events, LoggedEvent(record.id, event))
        if game.outcome is not None:
            after = self.end(changes, after, game, game.outcome, told)
        else:
            changes.put(self._records.matches, after.id, after)
            self._show(changes, after, told)
        self._aftermath.told(changes, after, game, told)
        return after

    def end(
        self,
        changes: ChangeSet,
        record: MatchRecord,
        game: Game,
        outcome: Outcome,
        told: tuple[BoardEvent, ...],
        how: str = "played",
    ) -> MatchRecord:
        """A match has this result: settle its pot, enter it into the records, and let its table show it. Without a
        table it is only kept among those that are over. Whatever the table is like, the match ends."""
        after = replace(record, outcome=outcome, how=how, deadline=None, mover=None, paused=0)
        where = key_of(after.table) if after.table is not None else "no table"
        players, state = recorded.players(after), recorded.state(after)
        changes.note(_log, "Match %s ends at %s: %s, %s.", after.id, where, players, state)
        self._stakes.settle(changes, after)
        after = self._finished.enter(changes, after, game)
        if after.table is None:
            self._records.forget(changes, after.id)
            return after
        changes.put(self._records.matches, after.id, after)
        if changes.readable(self._records.tables, where):
            self._count_wins(changes, after.table, after, outcome)
        self._show(changes, after, told)
        return after

    def _count_wins(self, changes: ChangeSet, where: Pos, match: MatchRecord, outcome: Outcome) -> None:
        """A table remembers who has won at it."""
        table = self._records.table(changes, where)
        wins = dict(table.wins)
        for seat in outcome.winners:
            wins[match.players[seat]] = wins.get(match.players[seat], 0) + 1
        changes.put(self._records.tables, key_of(where), replace(table, ready=(), wins=wins))

    def _do(
        self, changes: ChangeSet, caller: Caller, request: Act | Move, action: str, pieces: tuple[int, ...]
    ) -> Message | None:
        record = self.unfinished(changes, request.match)
        seat = seat_of(record, caller.player)
        record = self.advance(changes, record, caller.stamp)
        if record.over or request.step != self._records.game(record).step:
            if record.table is not None:
                self._shown.show_to(changes, caller.player, record.table)
            return Refused(request.n, "stale", "The table has moved on; this is how it stands now.")
        self.play(changes, record, seat, action, pieces, caller.stamp)
        return None

    def _show(self, changes: ChangeSet, record: MatchRecord, told: tuple[BoardEvent, ...]) -> None:
        if record.table is not None:
            self._shown.show(changes, record.table, told)


def seat_of(match: MatchRecord, player: str) -> int:
    """A player's seat. Raises Refusal for a watcher."""
    if player not in match.players:
        raise Refusal("not_playing", "You have no seat in this match; you are watching.")
    return match.players.index(player)


def _without_people(record: MatchRecord, step: Step, now: int) -> Step:
    """Bots do not play on among themselves: when every person has left, they leave too."""
    while step.game.outcome is None and any(record.bots):
        staying = [seat for seat in range(len(record.players)) if seat not in step.game.left]
        if any(not record.bots[number] for number in staying):
            break
        more = step.game.remove(staying[0], "alone", now)
        step = Step(more.game, step.log + more.log, step.telling + more.telling)
    return step
