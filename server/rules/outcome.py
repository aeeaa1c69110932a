"""Who has won: the result that the banked scores make (RULES.md section 3: ties, leaving, solo run)."""

from .state import Result, ResultKind, State


def result(state: State) -> Result:
    """The result if the match ends as it stands."""
    contenders = state.can_win
    top = max((state.seats[seat].score for seat in contenders), default=0)
    leaders = tuple(seat for seat in contenders if state.seats[seat].score == top)
    kind, winners = _verdict(state, leaders)
    return Result(
        kind,
        winners,
        leaders,
        scores=tuple(seat.score for seat in state.seats),
        turns=tuple(seat.turns for seat in state.seats),
    )


def _verdict(state: State, leaders: tuple[int, ...]) -> tuple[ResultKind, tuple[int, ...]]:
    if not leaders or (state.solo and not _solo_run_done(state)):
        return "none", ()
    if len(leaders) == 1:
        return "win", leaders
    match state.rules.tie:
        case "draw":
            return "draw", ()
        case "shared":
            return "shared", leaders
        case "lowest_seat":
            return "win", leaders[:1]


def _solo_run_done(state: State) -> bool:
    """A solo run is won by reaching the goal; without a goal, by playing until its clock ends it."""
    goal = state.rules.goal
    return goal is None or state.seats[0].score >= goal
