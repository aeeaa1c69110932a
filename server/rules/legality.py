"""What is allowed now, and if not, why not. One order of checks for everybody who asks."""

from . import refusals
from .actions import Action, Bank, Keep, Roll
from .clocks import NO_CLOCK, TurnClock
from .refusals import Refusal
from .rolls import FACES
from .state import State


def refusal(state: State, seat: int, action: Action | type[Action]) -> Refusal | None:
    """Why this seat may not do this now, or None when it may.

    Given a kind of action (`Roll`, `Keep` or `Bank`), answers for the kind: is any action of it allowed?
    """
    return (
        _not_in_play(state)
        or _not_seated(state, seat)
        or _out_of_turn(state, seat)
        or _out_of_phase(state, action if isinstance(action, type) else type(action))
        or _amiss(state, action)
    )


def removal_refusal(state: State, seat: int) -> Refusal | None:
    """Why this seat cannot leave the match, or None when it can."""
    return refusals.MATCH_OVER if state.phase == "over" else _not_seated(state, seat)


def pause_refusal(state: State) -> Refusal | None:
    """Why the match cannot be paused, or None when it can."""
    return _not_in_play(state)


def resume_refusal(state: State) -> Refusal | None:
    """Why the match cannot go on, or None when it can."""
    if state.phase == "over":
        return refusals.MATCH_OVER
    return None if state.phase == "paused" else refusals.NOT_PAUSED


def clock_refusal(state: State, clock: TurnClock) -> Refusal | None:
    """Why this clock cannot be started in this match, or None when it can."""
    if state.phase in ("over", "paused"):
        return _not_in_play(state)
    if state.clock != NO_CLOCK:
        return refusals.CLOCK_RUNS
    return None if clock.limits["seconds"].allow(clock.seconds) else refusals.WRONG_CLOCK


def _not_in_play(state: State) -> Refusal | None:
    if state.phase == "over":
        return refusals.MATCH_OVER
    return refusals.PAUSED if state.phase == "paused" else None


def _not_seated(state: State, seat: int) -> Refusal | None:
    if not 0 <= seat < len(state.seats):
        return refusals.NO_SUCH_SEAT
    return refusals.SEAT_LEFT if state.seats[seat].left is not None else None


def _out_of_turn(state: State, seat: int) -> Refusal | None:
    return None if seat == state.turn.seat else refusals.NOT_YOUR_TURN


def _out_of_phase(state: State, kind: type[Action]) -> Refusal | None:
    match state.phase:
        case "opening":
            return None if kind is Roll else refusals.OPENING_ROLL_FIRST
        case "to_roll":
            return None if kind is Roll else refusals.MUST_ROLL_FIRST
        case "to_keep":
            return None if kind is Keep else refusals.MUST_KEEP_FIRST
        case _:
            return refusals.ALREADY_KEPT if kind is Keep else None


def _amiss(state: State, action: Action | type[Action]) -> Refusal | None:
    match action:
        case Roll(dice):
            return _wrong_dice(state, dice)
        case Keep(positions):
            return _wrong_selection(state, positions)
        case _:
            return _may_not_bank(state) if action is Bank or isinstance(action, Bank) else None


def _wrong_dice(state: State, dice: tuple[int, ...]) -> Refusal | None:
    count = state.turn.dice_to_roll
    right = len(dice) == count and all(type(die) is int and die in FACES for die in dice)
    return None if right else refusals.wrong_dice(count)


def _wrong_selection(state: State, positions: tuple[int, ...]) -> Refusal | None:
    roll = state.turn.roll
    if len(set(positions)) < len(positions) or not all(
        type(position) is int and 0 <= position < len(roll) for position in positions
    ):
        return refusals.NO_SUCH_DIE
    dice = [roll[position] for position in positions]
    return None if dice and state.rules.chart.score(dice) else refusals.NOT_A_SCORING_SELECTION


def _may_not_bank(state: State) -> Refusal | None:
    turn = state.turn
    if state.rules.hot_dice == "must_roll" and len(turn.kept) == len(turn.roll):
        return refusals.MUST_ROLL_HOT_DICE
    if turn.points < state.minimum_bank:
        return refusals.below_entry(state.minimum_bank, turn.points)
    return None
