"""What a turn is made of: roll, keep, bank, farkle (RULES.md section 1). The action is known to be legal here."""

from typing import assert_never

from . import clocks, course, opening
from .actions import Action, Bank, Keep, Roll
from .change import Change
from .events import Banked, Entered, Farkled, HotDice, Kept, Penalised, Rolled
from .rolls import MOST_DICE


def act(change: Change, action: Action) -> None:
    """The seat to move does this."""
    seat = change.state.turn.seat
    if change.state.seats[seat].missed:
        change.set_seat(seat, missed=0)
    match action:
        case Roll(dice) if change.state.phase == "opening":
            opening.roll(change, dice[0])
        case Roll(dice):
            _wake_clock(change)
            _roll(change, tuple(dice))
        case Keep(positions):
            _wake_clock(change)
            _keep(change, tuple(sorted(positions)))
        case Bank():
            _bank(change)
        case _:
            assert_never(action)


def _roll(change: Change, dice: tuple[int, ...]) -> None:
    change.set(phase="to_keep")
    change.set_turn(roll=dice, kept=())
    change.tell(Rolled(change.at, change.state.turn.seat, dice))
    if change.state.rules.chart.is_farkle(dice):
        _farkle(change)


def _keep(change: Change, positions: tuple[int, ...]) -> None:
    turn = change.state.turn
    groups = change.state.rules.chart.split([turn.roll[position] for position in positions])
    points = sum(group.points for group in groups)
    left = len(turn.roll) - len(positions)
    change.set(phase="to_decide")
    change.set_turn(
        points=turn.points + points,
        kept=positions,
        groups=turn.groups + groups,
        dice_to_roll=left or MOST_DICE,
    )
    change.tell(Kept(change.at, turn.seat, positions, groups, points, turn.points + points))
    if not left:
        change.tell(HotDice(change.at, turn.seat))


def _bank(change: Change) -> None:
    turn, rules = change.state.turn, change.state.rules
    seat = change.state.seats[turn.seat]
    counts = seat.entered or turn.points >= rules.entry
    counted = turn.points if counts else 0
    banked = Banked(change.at, turn.seat, turn.points, counted, seat.score + counted)
    change.tell(banked)
    if counts:
        change.set_seat(turn.seat, score=banked.score, entered=True, farkles_in_a_row=0)
        if not seat.entered:
            change.tell(Entered(change.at, turn.seat))
    course.end_turn(change, "banked", counted)
    course.after_bank(change, banked)


def _farkle(change: Change) -> None:
    turn = change.state.turn
    # Only hot dice give six dice to a turn that has points.
    hot = turn.dice_to_roll == MOST_DICE and turn.points > 0
    change.tell(Farkled(change.at, turn.seat, turn.points, hot))
    penalty = _count_farkle(change)
    course.end_turn(change, "farkle", -penalty)
    course.after_farkle(change)


def _count_farkle(change: Change) -> int:
    """Count the farkle towards the streak; returns the points it costs."""
    number, penalty = change.state.turn.seat, change.state.rules.streak_penalty
    seat = change.state.seats[number]
    streak = seat.farkles_in_a_row + 1
    if penalty is None or streak < penalty.farkles:
        change.set_seat(number, farkles_in_a_row=streak)
        return 0
    score = seat.score - penalty.points
    change.set_seat(number, farkles_in_a_row=0, score=score)
    change.tell(Penalised(change.at, number, penalty.points, score))
    return penalty.points


def _wake_clock(change: Change) -> None:
    """An idle timer begins anew with each action; any clock that stood begins with the next one."""
    if isinstance(change.state.clock, clocks.Idle) or change.state.deadlines.turn is None:
        course.time_turn(change)
