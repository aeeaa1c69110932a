"""What a table shows: a view built field by field, so that nothing leaves the server that is not named here.

The client knows no rules: legal selections, their splits, chances and reasons are all told.
"""

from ..engine.changes import ChangeSet, Pos
from ..engine.plugins import PluginHost
from ..rules import Bank, Combination, Keep, Match, Roll, describe, odds
from ..shared.protocol.tabletop import Action, BoardView, Group, Option, ResultView, SeatView, TurnView
from .farkle import FEWEST, RULES, load
from .furniture import chair_at, chair_place, table_wood
from .narration import ending
from .records import MatchRecord, Records, TableRecord

_KINDS: dict[str, type[Roll] | type[Keep] | type[Bank]] = {"roll": Roll, "keep": Keep, "bank": Bank}


class Views:
    """Builds views of tables as a change set sees them."""

    def __init__(self, host: PluginHost, records: Records) -> None:
        self._host = host
        self._records = records
        self._rules = describe.sentences(RULES)
        self._scoring = describe.scoring(RULES.chart)
        self._chances = (0.0, *(float(odds.farkle_probability(RULES.chart, count)) for count in range(1, 7)))

    def board(self, changes: ChangeSet, table: Pos) -> BoardView | None:
        """The view of a table, or None when no board lies in it."""
        record = self._records.table(changes, table)
        if not record.fitter:
            return None
        stored = self._records.match_at(changes, table)
        if stored is None:
            return self._lobby(changes, table, record)
        return self._match(changes, record, stored, load(stored))

    def _lobby(self, changes: ChangeSet, table: Pos, record: TableRecord) -> BoardView:
        seats = self._chairs(changes, table, record)
        return self._view(record, phase="lobby", status=_lobby_status(seats), seats=seats)

    def _chairs(self, changes: ChangeSet, table: Pos, record: TableRecord) -> tuple[SeatView, ...]:
        seated = self._records.sitters_at(changes, table)
        here = self._state(changes, table)
        wood = table_wood(here) if here is not None else None
        seats = []
        for side in range(4):
            pos = chair_place(table, side)
            state = self._state(changes, pos)
            chair = chair_at(pos, state) if state is not None else None
            matches = chair is not None and chair.table == table and chair.wood == wood
            player = seated.get(side, "")
            seats.append(
                SeatView(
                    side=side,
                    player=player,
                    name=self._host.players.name(player) if player else "",
                    chair=matches,
                    seated=bool(player),
                    online=bool(player) and self._host.players.online(player),
                    ready=player in record.ready,
                    score=0,
                    entered=False,
                    eligible=True,
                    last=None,
                    wins=record.wins.get(player, 0),
                )
            )
        return tuple(seats)

    def _match(self, changes: ChangeSet, record: TableRecord, stored: MatchRecord, match: Match) -> BoardView:
        over = match.result is not None
        return self._view(
            record,
            match=stored.id,
            step=match.step,
            phase="result" if over else match.phase,
            status=_match_status(match, stored),
            seats=self._seats(changes, record, stored, match),
            starter=match.starter,
            turn=None if over else _turn(match),
            options=_options(match),
            actions=() if over else _actions(match),
            bank_from=match.minimum_bank,
            final_round=match.last_turns is not None,
            deadline=None if match.deadline is None else max(0, match.deadline - changes.now),
            result=_result(match, stored),
            log=stored.log,
        )

    def _seats(
        self, changes: ChangeSet, record: TableRecord, stored: MatchRecord, match: Match
    ) -> tuple[SeatView, ...]:
        seated = self._records.sitters_at(changes, stored.table)
        return tuple(
            SeatView(
                side=stored.sides[number],
                player=player,
                name=stored.names[number],
                chair=True,
                seated=seated.get(stored.sides[number]) == player,
                online=self._host.players.online(player),
                ready=player in record.ready,
                score=seat.score,
                entered=seat.entered,
                eligible=seat.eligible,
                last=seat.last_turn,
                wins=record.wins.get(player, 0),
            )
            for number, (player, seat) in enumerate(zip(stored.players, match.seats, strict=True))
        )

    def _view(
        self,
        record: TableRecord,
        *,
        phase: str,
        status: str,
        seats: tuple[SeatView, ...],
        match: str = "",
        step: int = 0,
        starter: int = 0,
        turn: TurnView | None = None,
        options: tuple[Option, ...] = (),
        actions: tuple[Action, ...] = (),
        bank_from: int = 0,
        final_round: bool = False,
        deadline: int | None = None,
        result: ResultView | None = None,
        log: tuple[str, ...] = (),
    ) -> BoardView:
        return BoardView(
            title=RULES.title,
            rules=self._rules,
            goal=RULES.goal or 0,
            entry=RULES.entry,
            match=match,
            step=step,
            phase=phase,
            status=status,
            seats=seats,
            starter=starter,
            turn=turn,
            options=options,
            actions=actions,
            bank_from=bank_from,
            farkle_chance=self._chances,
            final_round=final_round,
            deadline=deadline,
            result=result,
            log=log,
            owner=record.board_owner,
            scoring=self._scoring,
        )

    def _state(self, changes: ChangeSet, pos: Pos) -> str | None:
        number = changes.block(pos)
        return None if number is None else self._host.world.states[number].name


def _lobby_status(seats: tuple[SeatView, ...]) -> str:
    seated = [seat for seat in seats if seat.player]
    chairs = sum(seat.chair for seat in seats)
    if chairs < FEWEST:
        return "Place at least two matching chairs that face this table."
    if len(seated) < FEWEST:
        return "Needs a second player on a matching chair." if seated else "Sit down on a chair to play."
    waiting = [seat.name for seat in seated if not seat.ready]
    return f"Waiting for {' and '.join(waiting)} to be ready." if waiting else "All are ready."


def _match_status(match: Match, stored: MatchRecord) -> str:
    if match.result is not None:
        return ending(match.result.kind, match.result.winners, match.result.scores, stored.names)
    name = stored.names[match.turn.seat]
    last = " It is the final round." if match.last_turns is not None else ""
    match match.phase:
        case "paused":
            return "The match is paused."
        case "to_keep":
            return f"{name} chooses dice to keep.{last}"
        case "to_decide":
            return f"{name} rolls on or banks.{last}"
        case _:
            return f"{name} is to roll.{last}"


def _turn(match: Match) -> TurnView:
    turn = match.turn
    groups = tuple(Group(one.label, one.dice, one.points) for one in turn.groups)
    return TurnView(turn.seat, turn.points, turn.roll, turn.kept, groups, turn.dice_to_roll)


def _options(match: Match) -> tuple[Option, ...]:
    return tuple(
        Option(
            option.positions,
            option.points,
            _placed(option.groups, option.positions, match.turn.roll),
            option.dice_left,
        )
        for option in match.options()
    )


def _placed(groups: tuple[Combination, ...], positions: tuple[int, ...], roll: tuple[int, ...]) -> tuple[Group, ...]:
    """The same groups with positions in the roll in place of faces."""
    free = list(positions)
    placed = []
    for group in groups:
        taken = []
        for face in group.dice:
            position = next(one for one in free if roll[one] == face)
            free.remove(position)
            taken.append(position)
        placed.append(Group(group.label, tuple(taken), group.points))
    return tuple(placed)


def _actions(match: Match) -> tuple[Action, ...]:
    """What the seat to move may do now, each with the reason why not."""
    actions = []
    for name, kind in _KINDS.items():
        refusal = match.refusal(match.turn.seat, kind)
        actions.append(Action(name, refusal is None, refusal.sentence if refusal is not None else ""))
    return tuple(actions)


def _result(match: Match, stored: MatchRecord) -> ResultView | None:
    result = match.result
    if result is None:
        return None
    text = ending(result.kind, result.winners, result.scores, stored.names)
    return ResultView(result.kind, result.winners, text, stored.history)
