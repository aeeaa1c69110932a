"""How time acts on a match: deadlines that pass, pausing and resuming (RULES.md section 4).

Every deadline is settled at its own time, however late it is noticed; at the exact deadline the timeout wins. Of a
match deadline and a turn deadline at the same time the match deadline comes first.
"""

from collections.abc import Callable

from . import clocks, course, leaving
from .change import Change
from .clocks import GRACE, Idle, MatchTimer, TimeBank, TurnClock
from .events import (
    ClockStarted,
    ClockStopped,
    GraceEnded,
    MatchTimeUp,
    Paused,
    Recovered,
    Resumed,
    TimedOut,
    TurnTimer,
)
from .state import Deadlines, Held, LastTurns, State


def settle(change: Change) -> None:
    """Let every deadline up to the time of the change take effect, each at its own time, in order."""
    now = change.at
    while (due := change.state.deadline) is not None and due <= now:
        change.begin(due)
        if due == change.state.deadlines.match:
            _match_time_up(change)
        else:
            _turn_time_up(change)
    change.at = now


def recover(change: Change) -> None:
    """Settle what passed during an outage; the turn that follows the running one starts only now. An idle timer begins
    anew, since nobody could do anything, and a time bank has what it had at the last action, also where it lasted."""
    since, due = change.state.time, change.state.deadlines.turn
    change.begin(change.at)
    change.tell(Recovered(change.at))
    if isinstance(change.state.clock, Idle):
        course.time_turn(change)
        return
    if isinstance(change.state.clock, TimeBank) and due is not None and change.at < due:
        change.set_deadlines(turn=change.at + due - since)
        return
    change.outage_since = since
    settle(change)
    change.outage_since = None
    if change.waiting and change.state.phase != "over":
        course.activate_turn(change)


def pause(change: Change) -> None:
    """Put the match aside with the time that is left on every deadline."""
    _set_aside(change)
    change.tell(Paused(change.at))


def resume(change: Change) -> None:
    """Go on with the time that was left."""
    _take_up(change)
    change.tell(Resumed(change.at))


def start(change: Change, clock: TurnClock) -> None:
    """A clock from now on, with all its time for the running turn."""
    change.set(started_clock=clock)
    change.tell(ClockStarted(change.at, clock))
    if change.state.phase != "opening":
        course.time_turn(change)


def while_running(change: Change, happens: Callable[[], None]) -> None:
    """Let something happen to a match; to a paused one as if it ran for just that moment: no clock loses time."""
    paused = change.state.phase == "paused"
    if paused:
        _take_up(change)
    happens()
    if paused and change.state.phase != "over":
        _set_aside(change)


def time_left(state: State, seat: int, now: int) -> int | None:
    """Milliseconds this seat has: for its running turn, or in its time bank; None where no clock runs for it."""
    if seat == state.turn.seat and state.phase != "over":
        return state.held.turn_left if state.held else _left(state.deadlines.turn, now)
    return state.seats[seat].time_left if isinstance(state.clock, TimeBank) else None


def _set_aside(change: Change) -> None:
    state, now = change.state, change.at
    left = Held(state.phase, _left(state.deadlines.turn, now), _left(state.deadlines.match, now))
    change.set(phase="paused", held=left, deadlines=Deadlines(grace=state.deadlines.grace))


def _take_up(change: Change) -> None:
    left = change.state.held
    assert left is not None
    change.set(phase=left.phase, held=None)
    change.set_deadlines(
        turn=None if left.turn_left is None else change.at + left.turn_left,
        match=None if left.match_left is None else change.at + left.match_left,
    )


def _left(deadline: int | None, now: int) -> int | None:
    return None if deadline is None else deadline - now


def _match_time_up(change: Change) -> None:
    state, clock = change.state, change.state.clock
    assert isinstance(clock, MatchTimer)
    if state.deadlines.grace:
        change.tell(GraceEnded(change.at))
        _stop(change)
    elif clock.ending == "end_immediately":
        change.tell(MatchTimeUp(change.at, (), None))
        _stop(change)
    else:
        last = state.last_turns or LastTurns(kind="lap", pending=_rest_of_lap(state))
        until = change.at + GRACE
        change.set(last_turns=last)
        change.set_deadlines(match=until, grace=True)
        change.tell(MatchTimeUp(change.at, last.pending, until))


def _stop(change: Change) -> None:
    if not change.waiting:
        course.end_turn(change, "match_over")
    course.finish(change)


def _rest_of_lap(state: State) -> tuple[int, ...]:
    """The eligible seats that have not acted in this lap, which began at the match's first starter."""
    rest = state.after(state.turn.seat, state.eligible)
    count = len(state.seats)
    acted = (state.turn.seat - state.starter) % count
    return tuple(seat for seat in rest if (seat - state.starter) % count > acted)


def _turn_time_up(change: Change) -> None:
    state = change.state
    seat, clock = state.turn.seat, state.clock
    if isinstance(clock, Idle) and not state.waited_for(seat):
        _stop_clock(change, seat)
        return
    change.tell(TimedOut(change.at, seat, _timer(clock)))
    missed = _missed(change)
    change.set_seat(seat, missed=missed)
    if isinstance(clock, Idle):
        leaving.leave(change, seat, "idle")
    elif missed >= state.rules.missed_turns and not state.solo:
        leaving.leave(change, seat, "missed_turns")
    else:
        _end_timed_turn(change, seat, clock)


def _missed(change: Change) -> int:
    """How many turns in a row the seat to move has now let run out; one that an outage took is none of them."""
    state = change.state
    untouched = state.phase == "to_roll"
    return (state.seats[state.turn.seat].missed + (change.outage_since is None)) if untouched else 0


def _end_timed_turn(change: Change, seat: int, clock: clocks.Clock) -> None:
    course.end_turn(change, "timeout")
    if isinstance(clock, TimeBank):
        if change.outage_since is None:
            change.set_seat(seat, out_of_time=True)
        else:
            change.set_seat(seat, time_left=change.at - change.outage_since)
    course.pass_on(change)
    state = change.state
    if state.solo and state.phase != "over" and state.seats[seat].missed >= state.rules.missed_turns:
        _stop_clock(change, seat)


def _stop_clock(change: Change, seat: int) -> None:
    change.set_deadlines(turn=None)
    change.tell(ClockStopped(change.at, seat))


def _timer(clock: clocks.Clock) -> TurnTimer:
    match clock:
        case Idle():
            return "idle"
        case TimeBank():
            return "time_bank"
        case MatchTimer():
            return "turn_limit"
        case TurnClock():
            return "turn_clock"
