"""Who of those that sit at a table is of its company, and who is only a guest there. Every request there asks here.

In a lobby all who sit are of the company, unless they hold a seat in a match that runs at another table. In a match and
at its result its players are. Whoever else sits is a guest, who watches, decides nothing and holds up nothing.
"""

from ..engine.changes import ChangeSet, Pos, Refusal
from .records import Records

_NOT_YET = "Your match at another table is still running; you may play here once it is over."


class Membership:
    """Tells members from guests."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def members(self, changes: ChangeSet, table: Pos) -> dict[int, str]:
        """Who sits at a table and is of its company, by side in clockwise order."""
        return self._parted(changes, table)[0]

    def guests(self, changes: ChangeSet, table: Pos) -> dict[int, str]:
        """Who sits at a table without being of its company, by side in clockwise order."""
        return self._parted(changes, table)[1]

    def busy(self, changes: ChangeSet, player: str, table: Pos) -> bool:
        """Whether a player holds a seat in a match that runs anywhere but at this table."""
        match = self._records.running_match_of(changes, player)
        return match is not None and match.table != table

    def check(self, changes: ChangeSet, player: str, table: Pos) -> None:
        """Let through whoever is of a table's company. Raises Refusal."""
        if player in self.members(changes, table).values():
            return
        if player not in self.guests(changes, table).values():
            raise Refusal("not_seated", "Sit down on a chair at this table first.")
        if self.busy(changes, player, table):
            raise Refusal("playing_elsewhere", _NOT_YET)
        raise Refusal("guest", self.note(changes, player, table))

    def check_free(self, changes: ChangeSet, player: str, table: Pos) -> None:
        """Let through whoever is of a table's company and plays nowhere else. Raises Refusal."""
        self.check(changes, player, table)
        if self.busy(changes, player, table):
            raise Refusal("playing_elsewhere", _NOT_YET)

    def note(self, changes: ChangeSet, player: str, table: Pos) -> str:
        """What a guest is and may do, in a sentence or two to them."""
        match = self._records.match_at(changes, table)
        if match is None:
            return f"You are a guest here: you watch. {_NOT_YET}"
        if match.paused:
            return "You are a guest at this match: you watch. It waits for its players, who may take your chair."
        if not match.over:
            return "You are a guest at this match: you watch. After it, you may join when a player opens a new lobby."
        return "You did not play in this match. You may join when a player opens a new lobby or all players have left."

    def gives_way(self, changes: ChangeSet, sitter: str, player: str, table: Pos) -> bool:
        """Whether a sitter's chair is a player's for the asking: in a match that is not over, one who plays in it does
        not wait for the chair of one who does not."""
        match = self._records.match_at(changes, table)
        if match is None or match.over:
            return False
        plays = {each for each in match.people if not self._records.has_left(match, each)}
        return player in plays and sitter not in plays

    def _parted(self, changes: ChangeSet, table: Pos) -> tuple[dict[int, str], dict[int, str]]:
        match = self._records.match_at(changes, table)
        members: dict[int, str] = {}
        guests: dict[int, str] = {}
        for side, player in self._records.sitters_at(changes, table).items():
            belongs = player in match.players if match is not None else not self.busy(changes, player, table)
            (members if belongs else guests)[side] = player
        return members, guests
