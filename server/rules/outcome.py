"""Who has won: the result that the banked scores make (RULES.md section 3: ties, leaving, solo run)."""

from .state import Result, ResultKind, State


def result(state: State, unanswered: int | None = None) -> Result:
    """The result if the match ends as it stands; `unanswered` is a leader who wins even where another is level."""
    contenders = state.can_win
    top = max((state.seats[seat].score for seat in contenders), default=0)
    highest = tuple(seat for seat in contenders if state.seats[seat].score == top)
    if unanswered in highest:
        highest = (unanswered,)
    kind, winners = _verdict(state, highest)
    return Result(
        kind,
        winners,
        scores=tuple(seat.score for seat in state.seats),
        turns=tuple(seat.turns for seat in state.seats),
    )


def _verdict(state: State, highest: tuple[int, ...]) -> tuple[ResultKind, tuple[int, ...]]:
    if not highest or (state.solo and not _solo_run_done(state)):
        return "none", ()
    if len(highest) == 1:
        return "win", highest
    match state.rules.tie:
        case "draw":
            return "draw", ()
        case "shared":
            return "shared", highest
        case "lowest_seat":
            return "win", highest[:1]


def _solo_run_done(state: State) -> bool:
    """A solo run is won by reaching the goal; without a goal, by playing until its clock ends it."""
    goal = state.rules.goal
    return goal is None or state.seats[0].score >= goal
