"""What becomes of a paused match while nobody plays it: its players find it, dissolve it, or end it at last, and its
owner asks for its board when that was destroyed. RULES.md section 5.
"""

from typing import Final

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, PluginHost
from ..items.giving import stack_size
from ..shared.protocol.limits import PAUSED_PAGE
from ..shared.protocol.tabletop import Action, AskBoard, AskPaused, Dissolve, EndPaused, PausedMatch, PausedMatches
from . import boards, telling
from .aftermath import stake_told
from .furniture import table_wood, within_reach
from .game import Outcome, Step
from .matches import Matches, seat_of
from .records import MatchRecord, Records
from .tidings import Tidings
from .wording import listed

DAY_MS: Final = 24 * 60 * 60 * 1000


class Unresumed:
    """Paused matches, at a table or away from all. `after` is in ms: how long one must have been paused to be ended."""

    def __init__(self, host: PluginHost, records: Records, matches: Matches, tidings: Tidings, after: int) -> None:
        self._host = host
        self._records = records
        self._matches = matches
        self._tidings = tidings
        self._after = after

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
            over = self._matches.end(changes, match, game, Outcome("none", (), game.scores), (), "dissolved")
            self._tell_over(changes, over, "its players called it off")
        else:
            self._matches.commit(changes, match, Step(game))

    def end(self, changes: ChangeSet, caller: Caller, request: EndPaused) -> None:
        """End a match that nobody has resumed for long: who took its board away while playing in it counts as resigned,
        whoever has the board now, and the best of the others wins. A tie among them is nobody's win, and so is a match
        whose board nobody of it took. Raises Refusal."""
        match = self._paused(changes, request.match)
        if refusal := self._why_no_end(match, caller.player, changes.now):
            raise refusal
        game = self._records.game(match)
        winners: tuple[int, ...] = ()
        if match.absconder:
            others = [
                seat for seat, player in enumerate(match.players) if player != match.absconder and seat not in game.left
            ]
            best = max((game.scores[seat] for seat in others), default=0)
            winners = tuple(seat for seat in others if game.scores[seat] == best)
        kind = "win" if len(winners) == 1 else "draw" if winners else "none"
        outcome = Outcome(kind, winners if kind == "win" else (), game.scores)
        over = self._matches.end(changes, match, game, outcome, (), "unresumed")
        why = "nobody resumed it"
        if match.absconder:
            why += f", so that {match.names[match.players.index(match.absconder)]} counts as resigned"
        self._tell_over(changes, over, why, match.names[winners[0]] if len(winners) == 1 else "")

    def _tell_over(self, changes: ChangeSet, match: MatchRecord, why: str, winner: str = "") -> None:
        """Tell the players of a paused match that it has ended, wherever they are and whenever they come."""
        told = f"The paused match of {listed(match.names)} is over: {why}, and {winner or 'nobody'} wins."
        for seat, player in enumerate(match.players):
            if not match.bots[seat]:
                self._tidings.tell(changes, player, f"{told} {stake_told(changes, match, seat)}".rstrip())

    def paused_of(self, changes: ChangeSet, caller: Caller, request: AskPaused) -> PausedMatches:
        """The paused matches that a player has a part in."""
        found = [
            match
            for match in self._records.unfinished(changes)
            if match.paused and caller.player in (*match.players, match.owner)
        ]
        found.sort(key=lambda match: match.paused)
        page = found[request.known : request.known + PAUSED_PAGE]
        told = tuple(self._told(match, caller.player, changes.now) for match in page)
        return PausedMatches(request.n, told, max(0, len(found) - request.known - len(told)))

    def end_in(self, match: MatchRecord, now: int) -> int | None:
        """Milliseconds until a paused match may be ended unresumed."""
        return max(0, match.paused + self._after - now) if match.paused else None

    def ask_board(self, changes: ChangeSet, caller: Caller, request: AskBoard) -> None:
        """The owner of a match whose board was destroyed gets a board that carries it. Raises Refusal."""
        match = self._paused(changes, request.match)
        if refusal := self._why_no_board(match, caller.player):
            raise refusal
        number = changes.block(request.table)
        if number is None or table_wood(self._host.world.states[number].name) is None:
            raise Refusal("no_table", "There is no Small Game Table.")
        if not within_reach(self._host.players, caller.player, request.table):
            raise Refusal("too_far", "Come closer to the table.")
        game = self._records.game(match)
        loaded = boards.carrying(game.board, match, game, match.paused)
        changes.put(self._records.matches, match.id, replace(match, destroyed=False))
        boards.make_anew(changes, caller.player, loaded, stack_size(self._host.content))

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
        if player == match.absconder:
            return Refusal("owner_waits", "The match waits because of you, so only the other players may end it.")
        left = self.end_in(match, now) or 0
        if left:
            days = -(-left // DAY_MS)
            return Refusal("too_early", f"A paused match may be ended in {days} {'day' if days == 1 else 'days'}.")
        return None

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
            title=telling.sheet(type(game), game.rules).title,
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
