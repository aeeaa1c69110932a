"""Matches put aside and taken up again: with their board out of a table and into one, and how they end unresumed.

RULES.md section 5. While its board is out, a match belongs to no table; a board that is destroyed never takes the
match with it.
"""

from typing import Final

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.plugins import Caller, PluginHost
from ..items.giving import stack_size
from ..shared.inventory.stack import Stack
from ..shared.protocol.tabletop import Action, AskBoard, AskPaused, Dissolve, EndPaused, PausedMatch, PausedMatches
from . import boards
from .company import rearranged
from .furniture import table_wood
from .game import Game, Outcome, Step
from .matches import Matches, seat_of
from .records import MatchRecord, Records, TableRecord, key_of
from .stakes import Stakes

REACH: Final = 6.0
"""Blocks from a table within which its board can be taken out or asked for."""
DAY_MS: Final = 24 * 60 * 60 * 1000


class Pausing:
    """Pauses, resumes, dissolves and ends matches. `unresumed_after` is in ms."""

    def __init__(
        self, host: PluginHost, records: Records, matches: Matches, stakes: Stakes, unresumed_after: int
    ) -> None:
        self._host = host
        self._records = records
        self._matches = matches
        self._stakes = stakes
        self._unresumed_after = unresumed_after

    # ------------------------------------------------------------------ with the board

    def lift(self, changes: ChangeSet, table: Pos, record: TableRecord) -> None:
        """The board of a table is about to be taken out: what is staked in its lobby goes back; its match, unless it is
        over, is paused and carried by it."""
        self._stakes.give_back(changes, table)
        match = self._records.match_at(changes, table)
        if match is None:
            return
        if match.game not in self._records.games:
            raise Refusal("game_missing", "The game of this board is not installed here; its match waits for it.")
        if not match.over:
            match = self._matches.advance(changes, match, changes.now)
        if match.over:
            changes.delete(self._records.matches, match.id)
            return
        if not match.paused:
            step = self._records.game(match).pause(changes.now)
            match = self._matches.commit(changes, match, step, paused=changes.now)
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
        """Go on with the match that waits at a table, if all who still play in it sit there and nowhere else play."""
        match = self._records.match_at(changes, table)
        if match is None or not match.paused:
            return
        seated = self._records.sitters_at(changes, table)
        if self.awaited(changes, match) or any(
            self._records.running_match_of(changes, player) for player in seated.values()
        ):
            return
        sides = rearranged(match.players, match.sides, seated)
        step = self._records.game(match).resume(changes.now)
        self._matches.commit(changes, match, step, paused=0, sides=sides, dissolving=())

    def resume_all(self, changes: ChangeSet) -> None:
        """Go on with whatever waits for nobody any more, such as for the end of another match of its players."""
        for match in list(self._records.unfinished(changes)):
            if match.paused and match.table is not None:
                self.resume(changes, match.table)

    def awaited(self, changes: ChangeSet, match: MatchRecord) -> tuple[str, ...]:
        """The names of those who have to sit down before a paused match goes on."""
        seated = self._records.sitters_at(changes, match.table).values() if match.table is not None else ()
        seats = self._records.game(match).view(changes.now).seats
        return tuple(
            match.names[number]
            for number, player in enumerate(match.players)
            if seats[number].eligible and not match.bots[number] and player not in seated
        )

    def burnt(self, changes: ChangeSet, stack: Stack, reason: str) -> None:
        """A stack with data vanished: the match that a board carried stays, and may be asked for."""
        match = changes.read(self._records.matches, boards.match_of(stack))
        if match is not None and reason != boards.SETTLED and match.table is None and not match.over:
            changes.put(self._records.matches, match.id, replace(match, destroyed=True))

    def ask_board(self, changes: ChangeSet, caller: Caller, request: AskBoard) -> None:
        """The owner of a match whose board was destroyed gets a board that carries it. Raises Refusal."""
        match = self._paused(changes, request.match)
        if refusal := self._why_no_board(match, caller.player):
            raise refusal
        number = changes.block(request.table)
        if number is None or table_wood(self._host.world.states[number].name) is None:
            raise Refusal("no_table", "There is no Small Game Table.")
        if not self.within_reach(caller.player, request.table):
            raise Refusal("too_far", "Come closer to the table.")
        game = self._records.game(match)
        loaded = boards.carrying(game.board, match, game, match.paused)
        changes.put(self._records.matches, match.id, replace(match, destroyed=False))
        boards.make_anew(changes, caller.player, loaded, stack_size(self._host.content))

    def within_reach(self, player: str, table: Pos) -> bool:
        """Whether a player stands at a table."""
        place = self._host.players.position(player)
        return place is not None and sum((a - b) ** 2 for a, b in zip(place, table, strict=True)) <= REACH**2

    # ------------------------------------------------------------------ without it

    def dissolve(self, changes: ChangeSet, caller: Caller, request: Dissolve) -> None:
        """Agree, or no longer, that a paused match ends without a winner; it does when all its players agree. Raises
        Refusal."""
        match = self._paused(changes, request.match)
        seat_of(match, caller.player)
        if self._records.has_left(match, caller.player):
            raise Refusal("seat_left", "You have left this match.")
        agreed = tuple(player for player in match.dissolving if player != caller.player)
        match = replace(match, dissolving=(*agreed, caller.player) if request.agree else agreed)
        staying = {player for player in match.people if not self._records.has_left(match, player)}
        game = self._records.game(match)
        if staying <= set(match.dissolving):
            self._end(changes, match, game, Outcome("none", (), game.scores), "dissolved")
        else:
            self._matches.commit(changes, match, Step(game))

    def end(self, changes: ChangeSet, caller: Caller, request: EndPaused) -> None:
        """End a match that nobody has resumed for long: its owner counts as resigned, the best of the others wins. A
        tie among them, or an owner who does not play in it, is nobody's win. Raises Refusal."""
        match = self._paused(changes, request.match)
        if refusal := self._why_no_end(match, caller.player, changes.now):
            raise refusal
        game = self._records.game(match)
        winners: tuple[int, ...] = ()
        if match.owner in match.players:
            seats = game.view(changes.now).seats
            others = [
                seat for seat, player in enumerate(match.players) if player != match.owner and not seats[seat].left
            ]
            best = max((game.scores[seat] for seat in others), default=0)
            winners = tuple(seat for seat in others if game.scores[seat] == best)
        kind = "win" if len(winners) == 1 else "draw" if winners else "none"
        outcome = Outcome(kind, winners if kind == "win" else (), game.scores)
        self._end(changes, match, game, outcome, "unresumed")

    def paused_of(self, changes: ChangeSet, caller: Caller, request: AskPaused) -> PausedMatches:
        """The paused matches that a player has a part in."""
        found = [
            match
            for match in self._records.unfinished(changes)
            if match.paused and caller.player in (*match.players, match.owner)
        ]
        found.sort(key=lambda match: match.paused)
        return PausedMatches(request.n, tuple(self._told(match, caller.player, changes.now) for match in found))

    def end_in(self, match: MatchRecord, now: int) -> int | None:
        """Milliseconds until a paused match may be ended unresumed."""
        return max(0, match.paused + self._unresumed_after - now) if match.paused else None

    # ------------------------------------------------------------------ within

    def _paused(self, changes: ChangeSet, match: str) -> MatchRecord:
        record = self._matches.unfinished(changes, match)
        if not record.paused:
            raise Refusal("not_paused", "That match is not paused.")
        return record

    def _why_no_board(self, match: MatchRecord, player: str) -> Refusal | None:
        if player != match.owner:
            return Refusal("not_owner", f"Only {self._host.players.name(match.owner)} may ask for this board.")
        if not match.destroyed:
            return Refusal("board_exists", "The board of this match was not destroyed.")
        return None

    def _why_no_end(self, match: MatchRecord, player: str, now: int) -> Refusal | None:
        if player not in match.people or self._records.has_left(match, player):
            return Refusal("not_playing", "You have no seat in this match.")
        if player == match.owner:
            return Refusal("owner_waits", "The board's owner cannot end the match; the other players may.")
        left = self.end_in(match, now) or 0
        if left:
            days = -(-left // DAY_MS)
            return Refusal("too_early", f"A paused match may be ended in {days} {'day' if days == 1 else 'days'}.")
        return None

    def _end(self, changes: ChangeSet, match: MatchRecord, game: Game, outcome: Outcome, how: str) -> None:
        self._matches.end(changes, match, game, outcome, (), how)

    def _told(self, match: MatchRecord, player: str, now: int) -> PausedMatch:
        game = self._records.game(match)
        board = "fitted" if match.table is not None else "destroyed" if match.destroyed else "carried"
        plays = player in match.people and not self._records.has_left(match, player)
        refusals = {
            "ask_board": self._why_no_board(match, player),
            "dissolve": None if plays else Refusal("not_playing", "You have no seat in this match."),
            "end_paused": self._why_no_end(match, player, now),
        }
        return PausedMatch(
            match=match.id,
            title=game.sheet(game.rules).title,
            players=match.players,
            names=match.names,
            scores=game.scores,
            owner=match.owner,
            owner_name=self._host.players.name(match.owner),
            since=match.paused // 1000,
            board=board,
            dissolving=match.dissolving,
            actions=tuple(
                Action(name, refusal is None, refusal.text if refusal is not None else "")
                for name, refusal in refusals.items()
            ),
            stakes=match.stakes,
        )
