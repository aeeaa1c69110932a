"""The opening roll: one die each, highest starts, those tied for highest roll again (RULES.md section 3)."""

from . import course
from .change import Change
from .events import OpeningTied, Rolled, StarterChosen
from .state import OpeningRoll, Turn


def begin(change: Change) -> None:
    """Every seat is to roll one die."""
    _next_round(change, tuple(range(len(change.state.seats))))


def roll(change: Change, die: int) -> None:
    """The seat to roll shows this die."""
    opening = _opening(change)
    change.tell(Rolled(change.at, opening.to_roll, (die,)))
    _go_on(change, OpeningRoll(opening.contenders, (*opening.dice, die)))


def drop(change: Change, seat: int) -> None:
    """A seat left while the opening roll was on; whoever is left goes on with it."""
    opening = _opening(change)
    if seat not in opening.contenders:
        return
    index = opening.contenders.index(seat)
    contenders = tuple(other for other in opening.contenders if other != seat)
    _go_on(change, OpeningRoll(contenders, opening.dice[:index] + opening.dice[index + 1 :]))


def _go_on(change: Change, opening: OpeningRoll) -> None:
    if len(opening.contenders) == 1:
        _choose(change, opening.contenders[0])
    elif len(opening.dice) < len(opening.contenders):
        change.set(opening=opening, turn=Turn(seat=opening.to_roll, dice_to_roll=1))
    else:
        highest = max(opening.dice)
        tied = tuple(seat for seat, die in zip(opening.contenders, opening.dice, strict=True) if die == highest)
        if len(tied) == 1:
            _choose(change, tied[0])
        else:
            change.tell(OpeningTied(change.at, tied))
            _next_round(change, tied)


def _next_round(change: Change, contenders: tuple[int, ...]) -> None:
    change.set(phase="opening", opening=OpeningRoll(contenders), turn=Turn(seat=contenders[0], dice_to_roll=1))


def _choose(change: Change, starter: int) -> None:
    change.tell(StarterChosen(change.at, starter))
    course.begin_play(change, starter)


def _opening(change: Change) -> OpeningRoll:
    assert change.state.opening is not None
    return change.state.opening
