"""A player is called something else: whatever keeps a name beside an id follows.

What was told in the old name, a match's log and the sentences kept for somebody, stays as it was told; a match that is
over keeps the names in its record too, and shows the new one.
"""

from msgspec.structs import replace

from ..engine.changes import ChangeSet
from .records import MatchRecord, Records
from .showing import Shown


class Naming:
    """Puts a new name into matches and statistics, and shows it at tables."""

    def __init__(self, records: Records, shown: Shown) -> None:
        self._records = records
        self._shown = shown

    def renamed(self, changes: ChangeSet, player: str, name: str) -> None:
        """A player, present or not, has another name."""
        for key, stats in list(changes.scan(self._records.stats)):
            if key.partition("/")[2] == player:
                changes.put(self._records.stats, key, replace(stats, name=name))
        tables = set()
        for key, match in list(changes.scan(self._records.matches)):
            if player in match.people:
                changes.put(self._records.matches, key, self._with(match, player, name))
                tables.add(match.table)
        sitter = changes.read(self._records.sitters, player)
        if sitter is not None:
            tables.add(sitter.table)
        for table in tables:
            if table is not None:
                self._shown.show(changes, table)

    def _with(self, match: MatchRecord, player: str, name: str) -> MatchRecord:
        names = tuple(name if each == player else old for each, old in zip(match.players, match.names, strict=True))
        match = replace(match, names=names)
        if match.game not in self._records.games:
            return match
        return replace(match, state=self._records.game(match).with_names(names).to_dict())
