"""What a table shows: a view built field by field, so that nothing leaves the server that is not named here."""

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos
from ..engine.plugins import PluginHost
from ..shared.protocol import table_view as bounds
from ..shared.protocol.limits import LOG_PAGE
from ..shared.protocol.tabletop import Action, BoardView, Guest, ResultView, SeatView
from . import telling
from .absence import Absence
from .aftermath import ending
from .company import Company, Who, why_it_stays, why_no_start, why_not_alone
from .furniture import SIDES, chair_at, chair_place, table_wood
from .game import Game, GameView, Sheet
from .hurrying import Hurry
from .left_behind import LeftBehind
from .lobby import Lobby
from .membership import Membership
from .pausing import Pausing
from .publishing import Publishing
from .records import MatchRecord, Records, TableRecord
from .stalling import Stalling
from .unresumed import Unresumed
from .wording import listed


class Views:
    """Builds views of tables as a change set sees them."""

    def __init__(
        self,
        host: PluginHost,
        records: Records,
        membership: Membership,
        lobby: Lobby,
        pausing: Pausing,
        unresumed: Unresumed,
        absence: Absence,
        stalling: Stalling,
        hurry: Hurry,
        left_behind: LeftBehind,
        publishing: Publishing,
    ) -> None:
        self._host = host
        self._records = records
        self._membership = membership
        self._lobby = lobby
        self._pausing = pausing
        self._unresumed = unresumed
        self._absence = absence
        self._stalling = stalling
        self._hurry = hurry
        self._left_behind = left_behind
        self._publishing = publishing

    def board(self, changes: ChangeSet, table: Pos) -> BoardView | None:
        """The view of a table, or None when no board lies in it, its game is not installed, or what is stored
        of it cannot be read."""
        if not self._records.readable(changes, table):
            return None
        record = self._records.table(changes, table)
        if not record.fitter or record.game not in self._records.games:
            return None
        match = self._records.match_at(changes, table)
        view = self._in_lobby(changes, table, record) if match is None else self._of_match(changes, record, match)
        view = self._publishing.over(changes, table, view)
        return replace(
            view,
            host=self._lobby.host(changes, table),
            revision=record.revision,
            owner=record.board_owner,
            free_in=self._left_behind.free_in(record, changes.now),
            guests=self._guests(changes, table),
        )

    def _guests(self, changes: ChangeSet, table: Pos) -> tuple[Guest, ...]:
        return tuple(
            Guest(side, player, self._host.players.name(player), self._membership.note(changes, player, table))
            for side, player in self._membership.guests(changes, table).items()
        )

    # ------------------------------------------------------------------ in the lobby

    def _in_lobby(self, changes: ChangeSet, table: Pos, record: TableRecord) -> BoardView:
        game = self._lobby.game(record)
        company, counts = self._lobby.company(changes, table), game.player_counts(record.rules)
        seats = self._chairs(changes, table, record, company)
        reason = why_not_alone(company, counts)
        status = why_no_start(company, counts, sum(seat.chair for seat in seats))
        status = status or why_it_stays(company, game, record.rules) or _waiting(seats)
        shown = GameView(phase="lobby", status=status, seats=())
        view = _view(game, telling.sheet(game, record.rules), shown, seats)
        return replace(
            view,
            settings=self._lobby.settings(changes, table)[: bounds.MOST_SETTINGS],
            bots=game.bots_in_figures,
            alone=Action("alone", not reason, reason),
        )

    def _chairs(self, changes: ChangeSet, table: Pos, record: TableRecord, company: Company) -> tuple[SeatView, ...]:
        here = self._state(changes, table)
        wood = table_wood(here) if here is not None else None
        return tuple(
            self._chair(record, side, company.at(side), self._has_chair(changes, table, side, wood))
            for side in range(len(SIDES))
        )

    def _chair(self, record: TableRecord, side: int, who: Who, chair: bool) -> SeatView:
        player, bot = who.player, who.bot
        return SeatView(
            side=side,
            player=player,
            name=who.name,
            chair=chair,
            seated=bool(player) and not bot,
            online=bool(bot) or (bool(player) and self._host.players.online(player)),
            ready=bool(bot) or (bool(player) and player in record.ready),
            score=0,
            entered=False,
            eligible=True,
            last=None,
            wins=record.wins.get(player, 0),
            bot=bot,
        )

    def _has_chair(self, changes: ChangeSet, table: Pos, side: int, wood: str | None) -> bool:
        pos = chair_place(table, side)
        state = self._state(changes, pos)
        chair = chair_at(pos, state) if state is not None else None
        return chair is not None and chair.table == table and chair.wood == wood

    # ------------------------------------------------------------------ in a match and after it

    def _of_match(self, changes: ChangeSet, record: TableRecord, match: MatchRecord) -> BoardView:
        game = self._records.game(match)
        shown, ballot = telling.view(game, changes.now), self._absence.ballot(changes, match)
        petition, deciding = self._stalling.petition(changes, match, game), self._hurry.deciding(match)
        seats = self._seats(changes, record, match, game, shown)
        view = _view(type(game), telling.sheet(type(game), game.in_force), shown, seats)
        return replace(
            view,
            match=match.id,
            step=game.step,
            phase="result" if match.over else "paused" if match.paused else shown.phase,
            status=self._status(changes, match, shown),
            turn=None if match.over else view.turn,
            actions=() if match.over else view.actions,
            deadline=None if match.deadline is None else max(0, match.deadline - changes.now),
            result=_result(match, shown),
            log=match.log[-LOG_PAGE:],
            earlier=match.told + max(0, len(match.log) - LOG_PAGE),
            votes=match.votes,
            votes_needed=len(ballot.voters),
            vote_in=ballot.opens_in,
            asking=match.asking,
            asking_needed=len(petition.askers),
            asking_in=petition.opens_in,
            hurrying=tuple(player for player in deciding if player in match.hurrying),
            hurrying_needed=len(deciding),
            dissolving=match.dissolving,
            end_in=self._unresumed.end_in(match, changes.now),
        )

    def _seats(
        self, changes: ChangeSet, record: TableRecord, match: MatchRecord, game: Game, shown: GameView
    ) -> tuple[SeatView, ...]:
        seated = set(self._records.sitters_at(changes, match.table).values()) if match.table is not None else set()
        return tuple(
            SeatView(
                side=match.sides[number],
                player=player,
                name=match.names[number],
                chair=True,
                seated=player in seated,
                online=bool(match.bots[number]) or self._host.players.online(player),
                ready=player in record.ready or bool(match.over and match.bots[number]),
                score=seat.score,
                entered=seat.entered,
                eligible=number in game.eligible,
                last=seat.last,
                wins=record.wins.get(player, 0),
                bot=match.bots[number],
                time_left=seat.time_left,
                away=None if match.over else self._absence.away(changes, player),
                leaving=""
                if match.over or number in game.left or match.bots[number]
                else telling.leaving(game, number),
            )
            for number, (player, seat) in enumerate(zip(match.players, shown.seats, strict=True))
        )

    def _status(self, changes: ChangeSet, match: MatchRecord, shown: GameView) -> str:
        if match.over:
            return ending(match, shown)
        if match.paused:
            names = self._pausing.awaited(changes, match)
            if not names:
                return "The match is paused. It goes on when its players have ended another one."
            return f"The match is paused. It goes on when {listed(names)} {'sits' if len(names) == 1 else 'sit'} down."
        return shown.status

    def _state(self, changes: ChangeSet, pos: Pos) -> str | None:
        number = changes.block(pos)
        return None if number is None else self._host.world.states[number].name


def _view(game: type[Game], sheet: Sheet, shown: GameView, seats: tuple[SeatView, ...]) -> BoardView:
    """What the game shows, as far as a view has room for it, with nothing yet of the table's own."""
    turn = shown.turn
    if turn is not None:
        turn = replace(turn, groups=turn.groups[-bounds.MOST_KEPT :])
    return BoardView(
        title=sheet.title,
        rules=sheet.sentences[: bounds.MOST_RULES],
        goal=sheet.goal,
        entry=sheet.entry,
        match="",
        step=0,
        phase=shown.phase,
        status=shown.status,
        seats=seats,
        starter=shown.starter,
        turn=turn,
        options=shown.options[: bounds.MOST_OPTIONS],
        actions=shown.actions[: bounds.MOST_ACTIONS],
        bank_from=shown.bank_from,
        farkle_chance=sheet.chances,
        final_round=shown.final_round,
        deadline=None,
        result=None,
        log=(),
        owner="",
        scoring=sheet.scoring[: bounds.MOST_SCORING],
        game=game.name,
        match_deadline=shown.match_left,
        pieces=shown.pieces[: bounds.MOST_PIECES],
    )


def _waiting(seats: tuple[SeatView, ...]) -> str:
    waiting = [seat.name for seat in seats if seat.player and not seat.ready]
    return f"Waiting for {listed(waiting)} to be ready." if waiting else "All are ready."


def _result(match: MatchRecord, shown: GameView) -> ResultView | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return ResultView(
        outcome.kind,
        outcome.winners,
        ending(match, shown),
        shown.history[-bounds.MOST_HISTORY :],
        turns=outcome.turns,
        best=match.best,
        is_best=match.best is not None and outcome.turns[0] == match.best,
        how=match.how,
    )
