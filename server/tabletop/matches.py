"""Matches on tables: ready marks, the start, every action in its one order of checks, clocks, and the end.

An action is checked for a known match, its player's seat, the step it was meant for, and then by the rules; what it
changes and what it tells leave together or not at all.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.plugins import Caller, PluginHost
from ..rules import Bank, IllegalAction, Keep, Match, events
from ..shared.protocol.message import Message, Refused
from ..shared.protocol.tabletop import Act, Ready, Resign
from . import dice, farkle
from .narration import narrate
from .records import LoggedEvent, MatchRecord, Records, TableRecord, key_of
from .showing import Shown

LOG_LINES = 80
"""Lines of a match's log that its view carries."""
_THEN = ("", "roll", "bank")


class Matches:
    """Everything that happens to a match from the first ready mark to the result."""

    def __init__(self, host: PluginHost, records: Records, shown: Shown) -> None:
        self._host = host
        self._records = records
        self._shown = shown

    def ready(self, changes: ChangeSet, caller: Caller, request: Ready) -> None:
        """Set or clear a ready mark; the last one starts the match. Raises Refusal."""
        record = self._records.table(changes, request.table)
        if not record.fitter:
            raise Refusal("no_board", "There is no board in this table.")
        seated = self._records.sitters_at(changes, request.table)
        if caller.player not in seated.values():
            raise Refusal("not_seated", "Sit down on a matching chair at this table first.")
        present = self._records.match_at(changes, request.table)
        if present is not None and not present.over:
            raise Refusal("match_running", "The match is already running.")
        elsewhere = self._records.running_match_of(changes, caller.player)
        if elsewhere is not None:
            raise Refusal("playing_elsewhere", "You hold a seat in a running match at another table.")
        marks = [player for player in record.ready if player in seated.values() and player != caller.player]
        if request.ready:
            marks.append(caller.player)
        record = replace(record, ready=tuple(marks))
        changes.put(self._records.tables, key_of(request.table), record)
        if len(seated) >= farkle.FEWEST and set(marks) == set(seated.values()):
            self._start(changes, request.table, record, seated)
        else:
            self._shown.show(changes, request.table)

    def act(self, changes: ChangeSet, caller: Caller, request: Act) -> Message | None:
        """Keep dice and roll or bank. A stale action changes nothing and is shown the present board."""
        record = self._running(changes, request.match)
        seat = _seat_of(record, caller.player)
        if request.then not in _THEN or not (request.keep or request.then):
            raise Refusal("unknown_action", "An action keeps dice, rolls, banks, or keeps and then rolls or banks.")
        record, match = self._advance(changes, record, caller.stamp)
        if record.over or request.step != match.step:
            self._shown.show_to(changes, caller.player, record.table)
            return Refused(request.n, "stale", "The table has moved on; this is how it stands now.")
        play = farkle.Play(match, record, caller.stamp)
        with _refusing():
            if request.keep:
                play.act(seat, Keep(request.keep))
            if request.then == "roll":
                play.roll(seat)
            elif request.then == "bank":
                play.act(seat, Bank())
        self._commit(changes, record, play)
        return None

    def resign(self, changes: ChangeSet, caller: Caller, request: Resign) -> None:
        """A player gives up the seat in a running match. Raises Refusal."""
        record = self._running(changes, request.match)
        seat = _seat_of(record, caller.player)
        play = farkle.Play(farkle.load(record), record, caller.stamp)
        with _refusing():
            play.remove(seat, "resigned")
        self._commit(changes, record, play)

    def tick(self, changes: ChangeSet) -> None:
        """Let deadlines expire."""
        for _, record in list(changes.scan(self._records.matches)):
            if record.deadline is not None and record.deadline <= changes.now:
                self._advance(changes, record, changes.now)

    def recover(self, changes: ChangeSet) -> None:
        """The server is back: settle what ran out while it was away, at the cost of one running turn at most."""
        for _, record in list(changes.scan(self._records.matches)):
            if not record.over:
                play = farkle.Play(farkle.load(record), record, changes.now)
                play.recover()
                if play.events:
                    self._commit(changes, record, play)

    def sitting_changed(self, changes: ChangeSet, table: Pos) -> None:
        """Somebody sat down or stood up: after a result, new company at the table means a new lobby."""
        match = self._records.match_at(changes, table)
        if match is None or not match.over:
            return
        seated = set(self._records.sitters_at(changes, table).values())
        if not seated or seated - set(match.players):
            record = self._records.table(changes, table)
            changes.delete(self._records.matches, match.id)
            changes.put(self._records.tables, key_of(table), replace(record, match=""))

    def _start(self, changes: ChangeSet, table: Pos, record: TableRecord, seated: dict[int, str]) -> None:
        if record.match:
            changes.delete(self._records.matches, record.match)
        names = tuple(self._host.players.name(player) for player in seated.values())
        match = farkle.start(names, changes.now)
        started = MatchRecord(
            id=dice.fresh_match_id(),
            table=table,
            players=tuple(seated.values()),
            names=names,
            sides=tuple(seated),
            secret=dice.fresh_secret(),
            state={},
        )
        changes.put(self._records.tables, key_of(table), replace(record, ready=(), match=started.id))
        play = farkle.Play(match, started, changes.now)
        play.open()
        self._commit(changes, started, play)

    def _running(self, changes: ChangeSet, match: str) -> MatchRecord:
        record = changes.read(self._records.matches, match)
        if record is None:
            raise Refusal("no_such_match", "That match is not running any more.")
        if record.over:
            raise Refusal("match_over", "This match is over.")
        return record

    def _advance(self, changes: ChangeSet, record: MatchRecord, now: int) -> tuple[MatchRecord, Match]:
        play = farkle.Play(farkle.load(record), record, now)
        play.advance()
        return (self._commit(changes, record, play) if play.events else record), play.match

    def _commit(self, changes: ChangeSet, record: MatchRecord, play: farkle.Play) -> MatchRecord:
        """Make what was played the table's truth: the record, the log, and what those near are told."""
        told = narrate(play.events, record.names, opening=play.opening)
        after = replace(
            record,
            state=play.match.to_dict(),
            over=play.match.phase == "over",
            deadline=play.match.deadline,
            rolls=play.rolls,
            history=play.history,
            log=(*record.log, *(event.text for event in told))[-LOG_LINES:],
        )
        changes.put(self._records.matches, record.id, after)
        for event in play.events:
            changes.append(self._records.events, LoggedEvent(record.id, events.to_dict(event)))
        if play.match.result is not None:
            self._count_wins(changes, after, play.match.result.winners)
        self._shown.show(changes, record.table, told)
        return after

    def _count_wins(self, changes: ChangeSet, match: MatchRecord, winners: Sequence[int]) -> None:
        record = self._records.table(changes, match.table)
        wins = dict(record.wins)
        for seat in winners:
            wins[match.players[seat]] = wins.get(match.players[seat], 0) + 1
        changes.put(self._records.tables, key_of(match.table), replace(record, ready=(), wins=wins))


def _seat_of(match: MatchRecord, player: str) -> int:
    if player not in match.players:
        raise Refusal("not_playing", "You have no seat in this match; you are watching.")
    return match.players.index(player)


@contextmanager
def _refusing() -> Iterator[None]:
    """What the rules do not allow is refused in their own words."""
    try:
        yield
    except IllegalAction as illegal:
        raise Refusal(illegal.code, illegal.sentence) from illegal
