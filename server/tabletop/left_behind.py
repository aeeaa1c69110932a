"""Boards that nobody comes back to: a public table is free again a while after all who use it have walked away. Who
fitted its board uses it, who plays on it, and whoever sits there, before, during and after a match.

Its board goes home to who fitted it, with a match on it as with any board taken out. A clock among several people ends
their match by itself and is left to it; a run alone or against bots is not waited for, wherever its player is.
"""

from functools import partial

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos
from ..engine.plugins import PluginHost
from ..shared.protocol.chat import Notice
from .fitting import Fitting
from .records import MatchRecord, Records, TableRecord, pos_of
from .showing import Shown
from .tidings import Tidings
from .wording import lasting

NEARBY = 64.0
"""Blocks from a table within which its people count as being there."""
LOOK_EVERY = 200
"""Ticks between two looks at who has left."""


class LeftBehind:
    """Frees public tables. `after` is in ms: how long all who use one may be away from it."""

    def __init__(
        self, host: PluginHost, records: Records, shown: Shown, fitting: Fitting, tidings: Tidings, after: int
    ) -> None:
        self._host = host
        self._records = records
        self._shown = shown
        self._fitting = fitting
        self._tidings = tidings
        self._after = after

    def free_in(self, record: TableRecord, now: int) -> int | None:
        """The ms until a table's board goes home, None while somebody who uses it is near."""
        return max(0, record.away_since + self._after - now) if record.away_since else None

    def tick(self, changes: ChangeSet) -> None:
        """Note at each public table with a board whether its people have left or are back; free it after a while."""
        for key, record in list(changes.scan(self._records.tables)):
            if not record.owner and record.fitter and self._records.readable(changes, pos_of(key)):
                changes.attempt(f"Looking after the table {key}", partial(self._look_after, changes, key, record))

    def _look_after(self, changes: ChangeSet, key: str, record: TableRecord) -> None:
        table = pos_of(key)
        if self._in_use(changes, record, table):
            if record.away_since:
                self._note(changes, key, record, 0)
        elif not record.away_since:
            self._note(changes, key, record, changes.now)
            self._warn(changes, record)
        elif changes.now - record.away_since >= self._after and changes.block(table) is not None:
            self._free(changes, table, record)

    def _in_use(self, changes: ChangeSet, record: TableRecord, table: Pos) -> bool:
        sitting = self._records.sitters_at(changes, table).values()
        if any(self._near(player, table) for player in (record.fitter, *sitting)):
            return True
        match = self._running(changes, record)
        if match is None:
            return False
        people = self._playing(match)
        clocked = match.deadline is not None and len(people) > 1
        return clocked or any(self._near(player, table) for player in people)

    def _note(self, changes: ChangeSet, key: str, record: TableRecord, since: int) -> None:
        changes.put(self._records.tables, key, replace(record, away_since=since))
        self._shown.show(changes, pos_of(key))

    def _warn(self, changes: ChangeSet, record: TableRecord) -> None:
        """Tell those who have just walked away what becomes of it."""
        match, wait = self._running(changes, record), lasting(self._after)
        left = "your match" if match is not None else "the table"
        pauses = "it is paused and " if match is not None else ""
        for player in {record.fitter, *(self._playing(match) if match is not None else ())}:
            home = "your board goes to your claim box"
            if player != record.fitter:
                home = f"its board goes back to {self._host.players.name(record.fitter)}"
            told = f"You walked away from {left}. In {wait} {pauses}{home}, unless you come back."
            changes.tell(player, Notice("info", told))

    def _free(self, changes: ChangeSet, table: Pos, record: TableRecord) -> None:
        match = self._running(changes, record)
        self._fitting.send_home(changes, table, record)
        carries = ", with your match on it: fit it into any table to go on" if match is not None else ""
        self._tidings.tell(changes, record.fitter, f"Your board waits in your claim box{carries}.")
        for player in self._playing(match) if match is not None else ():
            if player != record.fitter:
                owner = self._host.players.name(record.fitter)
                self._tidings.tell(changes, player, f"A match that was left behind is paused; {owner} has its board.")

    def _running(self, changes: ChangeSet, record: TableRecord) -> MatchRecord | None:
        match = changes.read(self._records.matches, record.match) if record.match else None
        return match if match is not None and match.running and match.game in self._records.games else None

    def _playing(self, match: MatchRecord) -> tuple[str, ...]:
        return tuple(player for player in match.people if not self._records.has_left(match, player))

    def _near(self, player: str, table: Pos) -> bool:
        place = self._host.players.position(player)
        return place is not None and sum((a - b) ** 2 for a, b in zip(place, table, strict=True)) <= NEARBY**2
