"""What happened, in words and for the animation: the rules' events as sentences with names."""

from collections.abc import Sequence
from functools import partial

from ..rules import events
from ..shared.protocol.tabletop import BoardEvent
from .game import Telling
from .wording import listed

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


def narrate(happened: Sequence[events.AnyEvent], names: Sequence[str], opening: bool) -> tuple[Telling, ...]:
    """What tells of these events, in order. `opening` tells that rolls are opening rolls."""
    return tuple(partial(tell, event, names, opening) for event in happened)


def tell(event: events.AnyEvent, names: Sequence[str], opening: bool = False) -> BoardEvent | None:
    """One event as people are told of it, None when it is not worth telling."""
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
        case events.Farkled(seat=seat, lost=lost, hot=hot):
            word = "Hot farkle" if hot else "Farkle"
            cost = f"{lost:,} points are gone." if lost else "Nothing was at risk."
            return BoardEvent("farkle", seat, (), lost, f"{word}! {names[seat]} scores nothing. {cost}")
        case events.Penalised(seat=seat, points=points):
            return BoardEvent("penalised", seat, (), points, f"{names[seat]}'s farkles in a row cost {points:,}.")
        case events.Banked(seat=seat, counted=counted, score=score):
            return BoardEvent("banked", seat, (), counted, f"{names[seat]} banks {counted:,} and stands at {score:,}.")
        case events.Entered(seat=seat):
            return BoardEvent("entered", seat, (), 0, f"{names[seat]} may bank any turn from now on.")
        case events.FinalRound(seat=seat, score=score, pending=pending):
            text = f"{names[seat]} reaches {score:,} and nobody else has time left."
            if pending:
                turns = f"{_and(names, pending)} {'has' if len(pending) == 1 else 'have'} one last turn."
                text = f"{names[seat]} reaches {score:,}. {turns}"
            return BoardEvent("final_round", seat, (), score, text)
        case events.RebuttalRound(seat=seat, score=score, pending=pending):
            text = f"{names[seat]} leads with {score:,} and nobody else has time left to answer."
            if pending:
                text = f"{names[seat]} leads with {score:,}: {_and(names, pending)} may answer."
            return BoardEvent("final_round", seat, (), score, text)
        case events.TimedOut(seat=seat, timer=timer):
            return BoardEvent("timeout", seat, (), 0, f"Time! {_TIMERS[timer].capitalize()} ends {names[seat]}'s turn.")
        case events.MatchTimeUp():
            return BoardEvent("timeout", 0, (), 0, "The match clock has run out.")
        case events.SeatLeft(seat=seat, reason=reason):
            return BoardEvent("removed", seat, (), 0, f"{names[seat]} {_WHY_LEFT.get(reason, 'left the match')}.")
        case events.ClockStopped(seat=seat):
            return BoardEvent("clock", seat, (), 0, f"The clock stands until {names[seat]} acts: nobody waits.")
        case events.ClockStarted(clock=clock):
            return BoardEvent("clock", 0, (), 0, f"From now on each turn has {clock.seconds} seconds.")
        case events.Paused():
            return BoardEvent("paused", 0, (), 0, "The match is paused.")
        case events.Resumed():
            return BoardEvent("resumed", 0, (), 0, "The match goes on.")
        case events.Ended(kind=kind, winners=winners, scores=scores):
            return BoardEvent("ended", winners[0] if winners else 0, (), 0, ending(kind, winners, scores, names))
        case _:
            return None


def ending(kind: str, winners: Sequence[int], scores: Sequence[int], names: Sequence[str]) -> str:
    """How a match ended, in one sentence."""
    if kind == "win":
        return f"{names[winners[0]]} wins with {scores[winners[0]]:,}."
    if kind == "shared":
        return f"{_and(names, winners)} share the win with {scores[winners[0]]:,}."
    if kind == "draw":
        return f"A draw at {max(scores):,}: nobody wins."
    return "The match ended without a winner."


def _faces(dice: Sequence[int]) -> str:
    return " ".join(str(face) for face in dice)


def _and(names: Sequence[str], seats: Sequence[int]) -> str:
    return listed(names[seat] for seat in seats)
