"""Matches put aside and taken up again, with their board out of a table and into one.

RULES.md section 5. While its board is out, a match belongs to no table; a board that is destroyed never takes the
match with it. What else may become of it then is in unresumed.py.
"""

from functools import partial

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos, Refusal
from ..shared.inventory.stack import Stack
from . import boards
from .company import rearranged
from .matches import Matches
from .records import MatchRecord, Records, TableRecord, key_of
from .stakes import Stakes
from .tidings import Tidings


class Pausing:
    """Pauses and resumes matches."""

    def __init__(self, records: Records, matches: Matches, stakes: Stakes, tidings: Tidings) -> None:
        self._records = records
        self._matches = matches
        self._stakes = stakes
        self._tidings = tidings

    def lift(self, changes: ChangeSet, table: Pos, record: TableRecord, by: str) -> None:
        """The board of a table is about to be taken out, by a player or of itself (''): what is staked in its lobby
        goes back; its match, unless it is over, is paused and carried by it.

        Where none of its players takes the board out or owns it, who answered for the pause before answers for this
        one too: a second person whom they let have the board is no way out of a pot."""
        self._stakes.give_back(changes, table)
        match = self._records.match_at(changes, table)
        if match is None:
            return
        if match.game not in self._records.games:
            raise Refusal("game_missing", "The game of this board is not installed here; its match waits for it.")
        if not match.over:
            match = self._matches.advance(changes, match, changes.now)
        if match.over:
            self._records.forget(changes, match.id)
            return
        if not match.paused:
            step = self._records.game(match).pause(changes.now)
            answerable = next((each for each in (by, record.board_owner) if each in match.people), match.answerable)
            match = self._matches.commit(changes, match, step, paused=changes.now, answerable=answerable)
            for player in match.people:
                self._tidings.tell(changes, player, _paused(match))
        game = self._records.game(match)
        boards.load(changes, table, boards.carrying(game.board, match, game, changes.now))
        changes.put(self._records.matches, match.id, replace(match, table=None, owner=record.board_owner))

    def lay(self, changes: ChangeSet, table: Pos, carried: str) -> None:
        """A board was fitted: the match that it carries, unless that is settled, waits here for its players."""
        match = changes.read(self._records.matches, carried)
        if match is None or match.over or match.table is not None or match.destroyed:
            return
        changes.put(self._records.matches, match.id, replace(match, table=table))
        record = self._records.table(changes, table)
        changes.put(self._records.tables, key_of(table), replace(record, match=match.id))
        self.resume(changes, table)

    def resume(self, changes: ChangeSet, table: Pos) -> None:
        """Go on with the match that waits at a table, if all who still take turns in it sit there and none who holds a
        seat in it plays elsewhere."""
        match = self._records.match_at(changes, table)
        if match is None or not match.paused:
            return
        seated = self._records.sitters_at(changes, table)
        if self.awaited(changes, match) or any(
            self._records.running_match_of(changes, player)
            for player in match.people
            if not self._records.has_left(match, player)
        ):
            return
        sides = rearranged(match.players, match.sides, seated)
        step = self._records.game(match).resume(changes.now)
        self._matches.commit(changes, match, step, paused=0, sides=sides, dissolving=())

    def resume_all(self, changes: ChangeSet) -> None:
        """Go on with whatever waits for nobody any more, such as for the end of another match of its players."""
        for match in list(self._records.unfinished(changes)):
            if match.paused and match.table is not None:
                changes.attempt(f"Resuming match {match.id}", partial(self.resume, changes, match.table))

    def awaited(self, changes: ChangeSet, match: MatchRecord) -> tuple[str, ...]:
        """The names of those who have to sit down before a paused match goes on."""
        seated = self._records.sitters_at(changes, match.table).values() if match.table is not None else ()
        eligible = self._records.game(match).eligible
        return tuple(
            match.names[number]
            for number, player in enumerate(match.players)
            if number in eligible and not match.bots[number] and player not in seated
        )

    def burnt(self, changes: ChangeSet, stack: Stack, reason: str) -> None:
        """A stack with data vanished: the match that a board carried stays, and may be asked for."""
        match = changes.read(self._records.matches, boards.match_of(stack))
        if match is not None and reason != boards.SETTLED and match.table is None and not match.over:
            changes.put(self._records.matches, match.id, replace(match, destroyed=True))


def _paused(match: MatchRecord) -> str:
    """What the players of a match hear when it is paused, and whose fault it is if that stays so."""
    told = "The match is paused: its board left the table. Your menu's paused matches say how it goes on."
    if len(match.people) == 1 or not match.absconder:
        return told
    return f"{told} If nobody resumes it, {match.names[match.players.index(match.absconder)]} counts as resigned."
