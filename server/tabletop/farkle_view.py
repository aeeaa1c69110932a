"""What a match of Farkle shows: legal selections, their splits, chances and reasons, since a client knows no rules."""

from functools import lru_cache
from typing import Final

from ..rules import Bank, Combination, Keep, Match, Roll, RuleSet, describe, odds
from ..shared.protocol.tabletop import Action, Group, Option, TurnView
from .game import GameView, SeatState, Sheet
from .narration import ending

_LAST_TURNS: Final = {"final_round": "the final round", "rebuttal": "a rebuttal round", "lap": "the last round"}
_KINDS: Final[dict[str, type[Roll] | type[Keep] | type[Bank]]] = {"roll": Roll, "keep": Keep, "bank": Bank}


@lru_cache(maxsize=64)
def sheet(rules: RuleSet) -> Sheet:
    """The rules in force for people."""
    chances = odds.farkle_chances(rules.chart)
    return Sheet(
        title=rules.title,
        sentences=describe.sentences(rules),
        scoring=describe.scoring(rules.chart),
        goal=rules.goal or 0,
        entry=rules.entry,
        chances=(0.0, *(float(chances[dice]) for dice in range(1, 7))),
    )


def view(match: Match, history: tuple[tuple[int, ...], ...], now: int) -> GameView:
    """Everything that everybody at the table may see, at this game time in ms."""
    over = match.result is not None
    end = match.deadlines.match
    held = match.held.match_left if match.held is not None else None
    return GameView(
        phase=match.phase,
        status=_status(match),
        seats=_seats(match, now),
        actions=() if over else _actions(match),
        turn=None if over else _turn(match),
        options=_options(match),
        starter=match.starter,
        bank_from=match.minimum_bank,
        final_round=match.last_turns is not None,
        match_left=held if end is None else max(0, end - now),
        history=history,
    )


def leaving(match: Match, seat: int) -> str:
    """What leaving costs a seat (RULES.md section 3), in a sentence to its player."""
    if match.solo:
        return f"Your run ends here with {match.scores[0]:,} points and counts for nothing."
    at_risk = match.turn.points if seat == match.turn.seat else 0
    lost = f"Your unbanked {at_risk:,} points are lost and you" if at_risk else "You"
    return f"{lost} cannot win this match any more; {_without(match, seat)}."


def _without(match: Match, seat: int) -> str:
    """What becomes of the match once this seat has left: seen by letting it leave."""
    after, _ = match.remove(seat, "resigned", match.time)
    playing = [after.seats[other].name for other in after.eligible]
    if after.result is not None and after.result.kind == "win":
        return f"{after.seats[after.result.winners[0]].name} wins at once"
    if after.result is not None:
        return f"the match ends: {ending(after).removesuffix('.')}"
    if all(other.bot or other.left is not None for other in after.seats):
        return "only bots are left, and the match ends"
    return f"{playing[0]} plays on without you" if len(playing) == 1 else "the others play on without you"


def _status(match: Match) -> str:
    if match.result is not None:
        return ending(match)
    name = match.seats[match.turn.seat].name
    last = f" It is {_LAST_TURNS[match.last_turns.kind]}." if match.last_turns is not None else ""
    last += " The turn's clock stands until then: nobody waits." if match.clock_stands else ""
    match match.phase:
        case "paused":
            return "The match is paused."
        case "to_keep":
            return f"{name} chooses dice to keep.{last}"
        case "to_decide":
            return f"{name} rolls on or banks.{last}"
        case _:
            return f"{name} is to roll.{last}"


def _seats(match: Match, now: int) -> tuple[SeatState, ...]:
    return tuple(
        SeatState(
            score=seat.score,
            entered=seat.entered,
            last=seat.last_turn,
            time_left=None if (left := match.time_left(number, now)) is None else max(0, left),
        )
        for number, seat in enumerate(match.seats)
    )


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
