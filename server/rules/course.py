"""The course of a match: whose turn comes next, what a reached goal sets off, when it is over (RULES.md section 3)."""

import msgspec

from . import clocks, outcome
from .change import Change
from .events import Banked, Ended, FinalRound, RebuttalRound, TurnEnd, TurnEnded, TurnStarted
from .state import Deadlines, LastTurns, Turn


def begin_play(change: Change, starter: int) -> None:
    """The starter is known: the match deadline and the first turn start now."""
    time = clocks.match_time(change.state.clock)
    deadline = None if time is None else change.at + time
    change.set(starter=starter, opening=None, deadlines=Deadlines(match=deadline))
    start_turn(change, starter)


def start_turn(change: Change, seat: int) -> None:
    """It is this seat's turn. Its clock starts now; while recovering from an outage, when the server is back."""
    change.set(phase="to_roll", turn=Turn(seat=seat, number=change.state.turn.number + 1))
    if change.outage_since is not None:
        change.waiting = True
    else:
        activate_turn(change)


def activate_turn(change: Change) -> None:
    """Start the clock of the turn that is to be played."""
    time_turn(change)
    change.tell(TurnStarted(change.at, change.state.turn.seat))


def time_turn(change: Change) -> None:
    """The running turn has all the time that a turn has, from now on."""
    state = change.state
    time = clocks.turn_time(state.clock, state.seats[state.turn.seat].time_left)
    change.set_deadlines(turn=None if time is None else change.at + time)


def end_turn(change: Change, reason: TurnEnd, counted: int = 0) -> None:
    """The running turn is over; `counted` is what it added to the score. Says nothing about what comes next."""
    state = change.state
    turn, seat = state.turn, state.seats[state.turn.seat]
    if reason in ("banked", "farkle", "timeout"):
        change.set_seat(turn.seat, turns=seat.turns + 1, last_turn=counted)
    if isinstance(state.clock, clocks.TimeBank) and state.deadlines.turn is not None:
        change.set_seat(turn.seat, time_left=state.deadlines.turn - change.at)
    change.set_deadlines(turn=None)
    change.set_turn(points=0)
    change.tell(TurnEnded(change.at, turn.seat, reason, lost=0 if reason == "banked" else turn.points))


def after_bank(change: Change, banked: Banked) -> None:
    """A turn ended with a bank: see what that sets off, and pass the dice on."""
    state = change.state
    if state.rules.goal is not None and banked.score >= state.rules.goal:
        if state.solo or state.rules.ending == "at_once":
            finish(change)
            return
        if state.last_turns is None:
            _open_last_turns(change, banked.seat)
    _see_who_leads(change, banked=banked.seat)
    pass_on(change)


def after_farkle(change: Change) -> None:
    """A turn ended with a farkle, which may have cost points: pass the dice on."""
    _see_who_leads(change)
    pass_on(change)


def pass_on(change: Change) -> None:
    """Give the turn to the next seat, or end the match when nobody is to play any more."""
    state = change.state
    if state.last_turns is not None:
        _next_last_turn(change, state.last_turns)
    elif state.eligible:
        start_turn(change, state.after(state.turn.seat, state.eligible)[0])
    else:
        finish(change)


def drop_from_last_turns(change: Change, seat: int) -> None:
    """A seat has left: it forfeits a turn that was still to come, and a lead it held passes on."""
    last = change.state.last_turns
    if last is not None:
        pending = tuple(other for other in last.pending if other != seat)
        change.set(last_turns=msgspec.structs.replace(last, pending=pending))
        _see_who_leads(change)


def finish(change: Change, unanswered: int | None = None) -> None:
    """The match is over with the scores as they are. `unanswered` is the leader whom a whole rebuttal round left ahead:
    nobody banked strictly more, so that drawing level with it takes nothing away."""
    result = outcome.result(change.state, unanswered)
    change.set(phase="over", result=result, deadlines=Deadlines(), held=None, opening=None, last_turns=None)
    change.tell(Ended(change.at, result.kind, result.winners, result.scores))


def _next_last_turn(change: Change, last: LastTurns) -> None:
    if last.pending:
        change.set(last_turns=msgspec.structs.replace(last, pending=last.pending[1:]))
        start_turn(change, last.pending[0])
    elif last.surpassed and not change.state.deadlines.grace:
        _open_rebuttal(change, last)
    else:
        finish(change, last.leader if last.kind == "rebuttal" else None)


def _open_last_turns(change: Change, seat: int) -> None:
    state = change.state
    others = state.after(seat, [other for other in state.eligible if other != seat])
    score = state.seats[seat].score
    if state.rules.ending == "rebuttal":
        change.set(last_turns=LastTurns(kind="rebuttal", pending=others, leader=seat, holders=(seat,)))
        change.tell(RebuttalRound(change.at, seat, score, others))
    else:
        change.set(last_turns=LastTurns(kind="final_round", pending=others, leader=seat))
        change.tell(FinalRound(change.at, seat, score, others))


def _open_rebuttal(change: Change, last: LastTurns) -> None:
    """Another round for those who have led in the last one, but for the present leader."""
    state = change.state
    assert last.leader is not None
    others = [seat for seat in last.holders if seat != last.leader and seat in state.eligible]
    pending = state.after(last.leader, others)
    if not pending:
        finish(change, last.leader)
        return
    change.tell(RebuttalRound(change.at, last.leader, state.seats[last.leader].score, pending))
    _next_last_turn(change, LastTurns(kind="rebuttal", pending=pending, leader=last.leader, holders=(last.leader,)))


def _see_who_leads(change: Change, banked: int | None = None) -> None:
    """In a rebuttal round: the leader stays until another seat that can win has strictly more, or it leaves itself."""
    state, last = change.state, change.state.last_turns
    if last is None or last.kind != "rebuttal":
        return
    assert last.leader is not None
    best = max(state.can_win, key=lambda seat: (state.seats[seat].score, seat == last.leader, -seat))
    if best == last.leader:
        return
    change.set(
        last_turns=msgspec.structs.replace(
            last,
            leader=best,
            holders=tuple(sorted({*last.holders, best})),
            surpassed=last.surpassed or best == banked,
        )
    )
