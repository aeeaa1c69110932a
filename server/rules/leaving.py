"""A seat leaves a match, in any phase (RULES.md section 3, leaving)."""

from . import course, opening
from .change import Change
from .events import SeatLeft


def leave(change: Change, seat: int, reason: str) -> None:
    """The seat stays on the score list, cannot win and is skipped from now on. Its unbanked points are lost."""
    change.set_seat(seat, left=reason)
    change.tell(SeatLeft(change.at, seat, reason))
    course.drop_from_last_turns(change, seat)
    to_move = seat == change.state.turn.seat and change.state.phase != "opening"
    if to_move:
        course.end_turn(change, "left")
    if _decided(change):
        course.finish(change)
    elif change.state.phase == "opening":
        opening.drop(change, seat)
    elif to_move:
        course.pass_on(change)


def _decided(change: Change) -> bool:
    """Nobody is left to play, or of several seats one alone can still win."""
    state = change.state
    return not state.eligible or (len(state.can_win) == 1 and not state.solo)
