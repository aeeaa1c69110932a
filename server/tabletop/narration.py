"""What happened, in words and for the animation: the rules' events as sentences with names."""

from collections.abc import Sequence
from functools import partial

from ..rules import Match, Result, events
from ..shared.protocol.tabletop import BoardEvent
from .game import Telling
from .wording import counted, listed

_WHY_LEFT = {
    "resigned": "gave up the seat",
    "idle": "was idle too long and is out",
    "missed_turns": "let too many turns in a row run out and is out",
    "voted": "was away too long and is out",
    "alone": "stops playing",
    "stuck": "does not know how to go on and is out",
}
_TIMERS = {
    "idle": "the idle timer",
    "time_bank": "the time bank",
    "turn_limit": "the turn limit",
    "turn_clock": "the turn clock",
}


def narrate(happened: Sequence[events.AnyEvent], match: Match, opening: bool = False) -> tuple[Telling, ...]:
    """What tells of these events, which have led to this match, in order; in the `opening` they are opening rolls."""
    return tuple(partial(tell, event, match, opening) for event in happened)


def tell(event: events.AnyEvent, match: Match, opening: bool = False) -> BoardEvent | None:
    """One event as people are told of it, None when it is not worth telling."""
    names = tuple(seat.name for seat in match.seats)
    return _of_dice(event, names, opening) or _of_points(event, match, names) or _of_course(event, match, names)


def _of_dice(event: events.AnyEvent, names: Sequence[str], opening: bool) -> BoardEvent | None:
    match event:
        case events.Rolled(seat=seat, dice=dice):
            kind = "opening_roll" if opening else "rolled"
            verb = "opens with" if opening else "rolls"
            return BoardEvent(kind, seat, dice, 0, f"{names[seat]} {verb} {_faces(dice)}.")
        case events.OpeningTied(seats=seats):
            return BoardEvent("opening_tied", seats[0], (), 0, f"{_and(names, seats)} tie for highest and roll again.")
        case events.StarterChosen(seat=seat):
            return BoardEvent("started", seat, (), 0, f"{names[seat]} starts.")
        case events.TurnStarted(seat=seat):
            return BoardEvent("turn", seat, (), 0, f"{names[seat]} is to roll.")
        case events.Kept(seat=seat, positions=positions, groups=groups, points=points):
            what = ", ".join(group.label for group in groups)
            return BoardEvent("kept", seat, positions, points, f"{names[seat]} keeps {what}: {points:,}.")
        case events.HotDice(seat=seat):
            return BoardEvent("hot_dice", seat, (), 0, f"Hot dice! All six are free for {names[seat]}.")
        case _:
            return None


def _of_points(event: events.AnyEvent, match: Match, names: Sequence[str]) -> BoardEvent | None:
    rules = match.rules
    match event:
        case events.Farkled(seat=seat, lost=lost, hot=hot):
            word = "Hot farkle" if hot else "Farkle"
            cost = f"{lost:,} points are gone." if lost else "Nothing was at risk."
            return BoardEvent("farkle", seat, (), lost, f"{word}! {names[seat]} scores nothing. {cost}")
        case events.Penalised(seat=seat, points=points, score=score):
            text = f"{names[seat]}'s farkles in a row cost {points:,}, which leaves {score:,}."
            return BoardEvent("penalised", seat, (), points, text)
        case events.Banked(seat=seat, points=points, counted=gain, score=score):
            text = f"{names[seat]} banks {gain:,} and stands at {score:,}."
            if gain < points:
                text = f"{names[seat]} banks {points:,}, which is below {rules.entry:,} and counts nothing."
            return BoardEvent("banked", seat, (), gain, text)
        case events.Entered(seat=seat) if rules.entry:
            text = f"{names[seat]} has made the first {rules.entry:,}: from now on every bank counts."
            return BoardEvent("entered", seat, (), 0, text)
        case events.FinalRound(seat=seat, score=score, pending=pending):
            text = f"{names[seat]} reaches {score:,} and nobody else has time left."
            if pending:
                text = f"{names[seat]} reaches {score:,}. {_last_turns(names, pending)}"
            return BoardEvent("final_round", seat, (), score, text)
        case events.RebuttalRound(seat=seat, score=score, pending=pending):
            text = f"{names[seat]} leads with {score:,} and nobody else has time left to answer."
            if pending:
                text = f"{names[seat]} leads with {score:,}: {_and(names, pending)} may answer."
            return BoardEvent("final_round", seat, (), score, text)
        case _:
            return None


def _of_course(event: events.AnyEvent, match: Match, names: Sequence[str]) -> BoardEvent | None:
    match event:
        case events.TimedOut(seat=seat, timer=timer):
            return BoardEvent("timeout", seat, (), 0, f"Time! {_TIMERS[timer].capitalize()} ends {names[seat]}'s turn.")
        case events.MatchTimeUp(pending=pending, grace_until=until):
            text = "The match clock has run out: only banked points count."
            if until is not None:
                rest = f" {_last_turns(names, pending)}" if pending else ""
                text = f"The match clock has run out: this turn may be finished.{rest}"
            return BoardEvent("timeout", 0, (), 0, text)
        case events.GraceEnded():
            return BoardEvent("timeout", 0, (), 0, "The time to finish the round is over.")
        case events.SeatLeft(seat=seat, reason=reason):
            return BoardEvent("removed", seat, (), 0, f"{names[seat]} {_WHY_LEFT.get(reason, 'left the match')}.")
        case events.ClockStopped(seat=seat):
            return BoardEvent(
                "clock", seat, (), 0, f"The clock of this turn stands until {names[seat]} acts: nobody waits."
            )
        case events.ClockStarted(clock=clock):
            return BoardEvent("clock", 0, (), 0, f"From now on each turn has {clock.seconds} seconds.")
        case events.Paused():
            return BoardEvent("paused", 0, (), 0, "The match is paused.")
        case events.Resumed():
            return BoardEvent("resumed", 0, (), 0, "The match goes on.")
        case events.Ended(winners=winners):
            return BoardEvent("ended", winners[0] if winners else 0, (), 0, ending(match))
        case _:
            return None


def ending(match: Match) -> str:
    """How a match ended, in one sentence."""
    result, names = match.result, tuple(seat.name for seat in match.seats)
    assert result is not None
    if match.solo:
        return _ending_alone(match, result)
    if result.kind == "win":
        return f"{names[result.winners[0]]} wins with {result.scores[result.winners[0]]:,}."
    if result.kind == "shared":
        return f"{_and(names, result.winners)} share the win with {result.scores[result.winners[0]]:,}."
    if result.kind == "draw":
        return f"A draw at {max(result.scores[seat] for seat in match.can_win):,}: nobody wins."
    return "The match ended without a winner."


def _ending_alone(match: Match, result: Result) -> str:
    name, score, turns = match.seats[0].name, result.scores[0], counted(result.turns[0], "turn")
    if not result.winners:
        return f"{name}'s run ends with {score:,} points and counts for nothing."
    if match.rules.goal is None:
        return f"{name}'s run ends with {score:,} points after {turns}."
    return f"{name} reaches the goal in {turns}."


def _last_turns(names: Sequence[str], pending: Sequence[int]) -> str:
    return f"{_and(names, pending)} {'has' if len(pending) == 1 else 'have'} one last turn."


def _faces(dice: Sequence[int]) -> str:
    return " ".join(str(face) for face in dice)


def _and(names: Sequence[str], seats: Sequence[int]) -> str:
    return listed(names[seat] for seat in seats)
