"""Bots at work: they think beside the tick, act at the pace of a person, and touch nothing but the match."""

from ..engine.changes import ChangeSet
from ..engine.plugins import PluginHost
from .matches import Matches
from .records import MatchRecord, Records


class Bots:
    """Plays the seats of bots. `pace` is the time in ms between what happened last and what a bot does; where a clock
    runs it is half of what is left at most."""

    def __init__(self, host: PluginHost, records: Records, matches: Matches, pace: int) -> None:
        self._host = host
        self._records = records
        self._matches = matches
        self._pace = pace
        self._thinking: dict[str, int] = {}

    def tick(self, changes: ChangeSet) -> None:
        """Let each bot think whose turn it has been for long enough."""
        for match in self._records.unfinished(changes):
            seat = match.mover
            if seat is not None and match.bots[seat] and match.running and changes.now >= self._due(match):
                self._think(match, match.bots[seat])

    def _due(self, match: MatchRecord) -> int:
        if match.deadline is None:
            return match.moved + self._pace
        return match.moved + min(self._pace, (match.deadline - match.moved) // 2)

    def _think(self, match: MatchRecord, strategy: str) -> None:
        game = self._records.game(match)
        if self._thinking.get(match.id) == game.step:
            return
        self._thinking[match.id] = game.step
        self._host.work(
            lambda: game.think(strategy), lambda changes, what: self._do(changes, match.id, game.step, *what)
        )

    def _do(self, changes: ChangeSet, match: str, step: int, action: str, pieces: tuple[int, ...]) -> None:
        """Act as thought, unless the match has gone on meanwhile."""
        self._thinking.pop(match, None)
        record = changes.read(self._records.matches, match)
        if record is None or not record.running:
            return
        record = self._matches.advance(changes, record, changes.now)
        if record.mover is not None and record.bots[record.mover] and self._records.game(record).step == step:
            self._matches.play(changes, record, record.mover, action, pieces, changes.now)
