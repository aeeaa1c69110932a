"""The rules told to people: in sentences, in a table, and the chart as a list. All from the data that is played by."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .chart import Chart, Combination, Line
from .clocks import GRACE, SECOND, Idle, MatchTimer, TimeBank, TurnClock, turn_time
from .house_rules import any_of
from .rule_set import RuleSet


class Fact(NamedTuple):
    """One rule in force: the field it comes from, its name and value for a table, and the sentence that says it."""

    field: str
    label: str
    value: str
    sentence: str


def facts(rules: RuleSet) -> tuple[Fact, ...]:
    """Every rule in force, in the order in which a newcomer wants to hear them."""
    return tuple(fact for tell in _TELLERS for fact in tell(rules))


def sentences(rules: RuleSet) -> tuple[str, ...]:
    """The rules in force in sentences."""
    return tuple(fact.sentence for fact in facts(rules))


def table(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """The rules in force as rows of a name and a value."""
    return tuple((fact.label, fact.value) for fact in facts(rules))


def scoring(chart: Chart) -> tuple[tuple[str, str], ...]:
    """The chart as rows of a combination's name and its points."""
    return tuple(row for line in chart.lines for row in _rows(line, chart))


def _goal(rules: RuleSet) -> Iterator[Fact]:
    if rules.goal is None:
        yield Fact("goal", "Goal", "none", "There is no goal: play goes on until the clock ends it.")
    else:
        yield Fact("goal", "Goal", f"{rules.goal:,}", f"The goal is {rules.goal:,} banked points, or more.")


def _turn(rules: RuleSet) -> Iterator[Fact]:
    yield Fact(
        "chart",
        "Chart",
        rules.chart.title,
        "Roll six dice, keep at least one scoring die of each roll, and every die you keep must score; "
        f"the chart called {rules.chart.title} tells the points.",
    )
    if settled := [line.label for line in rules.chart.lines if line.settled]:
        yield Fact(
            "chart",
            "Always whole",
            ", ".join(settled),
            f"Six dice that make {any_of(settled)} count as just that, even where a split would pay more.",
        )
    yield Fact(
        "chart",
        "Farkle",
        "lose the turn's points",
        "A roll in which nothing scores is a farkle: the turn ends and its points are lost.",
    )


def _entry(rules: RuleSet) -> Iterator[Fact]:
    if not rules.entry:
        yield Fact("entry", "Entry", "none", "Your first bank may be of any size.")
    elif rules.below_entry == "may_not_bank":
        sentence = f"Your first bank must be at least {rules.entry:,} points made in one turn; below that, roll on."
        yield Fact("entry", "Entry", f"at least {rules.entry:,}", sentence)
    else:
        sentence = f"Until you have banked at least {rules.entry:,} points in one turn, a smaller bank counts nothing."
        yield Fact("entry", "Entry", f"at least {rules.entry:,}, less counts 0", sentence)


def _hot_dice(rules: RuleSet) -> Iterator[Fact]:
    if rules.hot_dice == "optional":
        sentence = "When all six dice have scored you have hot dice: roll all six again for the same turn, or bank."
        yield Fact("hot_dice", "Hot dice", "roll again or bank", sentence)
    else:
        sentence = "When all six dice have scored you have hot dice and must roll all six again."
        yield Fact("hot_dice", "Hot dice", "must be rolled", sentence)


def _ending(rules: RuleSet) -> Iterator[Fact]:
    if rules.goal is None:
        return
    match "alone" if _alone(rules) else rules.ending:
        case "alone":
            yield Fact("ending", "At the goal", "over at once", "The run is over as soon as the goal is banked.")
        case "final_round":
            sentence = (
                "Whoever banks the goal starts the final round: each other player who still plays has exactly one more "
                "turn."
            )
            yield Fact("ending", "At the goal", "final round", sentence)
        case "at_once":
            yield Fact("ending", "At the goal", "over at once", "The match is over as soon as the goal is banked.")
        case "rebuttal":
            sentence = (
                "Once the goal is banked each other player who still plays has one turn to bank more than the leader; "
                "whoever has led answers again, until a round brings no new leader."
            )
            yield Fact("ending", "At the goal", "rebuttal rounds", sentence)


def _tie(rules: RuleSet) -> Iterator[Fact]:
    if _alone(rules):
        return
    timed = isinstance(rules.clock, TimeBank | MatchTimer)
    value, outcome = {
        "draw": ("a draw", "is a draw"),
        "shared": ("shared win", "shares the win"),
        "lowest_seat": ("lowest seat wins", "goes to the lowest seat number"),
    }[rules.tie]
    sentence = "The highest score wins"
    if rules.goal is not None and rules.ending != "final_round":
        value = f"{value}, only by the clock" if timed else "cannot happen"
        if rules.ending == "rebuttal":
            sentence += "; who only draws level with the leader takes no lead"
        sentence += f"; a tie when the clock ends the match {outcome}" if timed else "; there can be no tie"
    else:
        sentence += f"; a tie at the top {outcome}"
    yield Fact("tie", "Tie", value, f"{sentence}.")


def _leaving(rules: RuleSet) -> Iterator[Fact]:
    if not _alone(rules):
        sentence = "Who leaves cannot win any more; when all others have left, the last player wins at once."
        yield Fact("leaving", "Leaving", "cannot win", sentence)


def _opening(rules: RuleSet) -> Iterator[Fact]:
    if _alone(rules):
        return
    if rules.opening == "opening_roll":
        sentence = "Everybody rolls one die and the highest starts; those tied for highest roll again."
        yield Fact("opening", "Who starts", "opening roll", sentence)
    else:
        sentence = "The first seat starts, and each rematch moves the start on by one seat."
        yield Fact("opening", "Who starts", "first seat", sentence)


def _streak_penalty(rules: RuleSet) -> Iterator[Fact]:
    penalty = rules.streak_penalty
    if penalty is None:
        yield Fact("streak_penalty", "Farkles in a row", "no penalty", "Farkles in a row cost nothing extra.")
    else:
        value = f"{penalty.farkles} cost {penalty.points:,}"
        sentence = f"{penalty.farkles} farkles in a row take {penalty.points:,} points off your banked score."
        yield Fact("streak_penalty", "Farkles in a row", value, sentence)


def _four_plus_pair(rules: RuleSet) -> Iterator[Fact]:
    if rules.four_plus_pair:
        sentence = "Four of a kind and a pair count as three pairs, where that is worth more."
        yield Fact("four_plus_pair", "Four and a pair", "as three pairs", sentence)


def _players(rules: RuleSet) -> Iterator[Fact]:
    least, most = rules.player_counts[0], rules.player_counts[-1]
    value = f"{least}" if least == most else f"{least} to {most}"
    people = "one player" if value == "1" else f"{value} players"
    count = "you count the turns you need" if rules.goal is not None else "you play for points until the clock ends it"
    alone = f"; alone, {count}" if least == 1 else ""
    yield Fact("seats", "Players", value, f"For {people}{alone}.")


def _clock(rules: RuleSet) -> Iterator[Fact]:
    match rules.clock:
        case Idle(seconds=None):
            yield Fact("clock", "Clock", "none", "There is no clock.")
        case Idle(seconds=int(seconds)):
            yield Fact("clock", "Clock", f"idle, {_time(seconds)}", _idle(rules, _time(seconds)))
        case TimeBank(seconds=seconds):
            sentence = f"Each player has {_time(seconds)} for all turns together; who has none left plays no more turns"
            kept = ", but the banked points stay and can still win."
            if _alone(rules):
                sentence, kept = f"There are {_time(seconds)} for all turns together; then the run is over", "."
            kept += " While the server is away no time is used up."
            yield Fact("clock", "Clock", f"time bank, {_time(seconds)}", sentence + kept)
        case MatchTimer(seconds=seconds, turn_seconds=turn, ending=ending):
            value = f"match timer, {_time(seconds)}" + (f", {_time(turn)} a turn" if turn else "")
            sentence = f"The match lasts {_time(seconds)}" + (f", and each turn {_time(turn)} at most" if turn else "")
            finished = "turn" if _alone(rules) else "round"
            sentence += (
                f"; then the {finished} is finished, within {_time(GRACE // SECOND)}."
                if ending == "finish_round"
                else "; then it stops and only banked points count."
            )
            yield Fact("clock", "Clock", value, sentence)
        case TurnClock(seconds=seconds):
            follows = "your next turn begins" if _alone(rules) else "the next player plays"
            sentence = f"Each turn has {_time(seconds)}; when they are over its points are lost and {follows}."
            yield Fact("clock", "Clock", f"turn clock, {_time(seconds)}", sentence)


def _idle(rules: RuleSet, time: str) -> str:
    stands = "where nobody else waits, the clock stands instead until that player acts."
    if _alone(rules):
        return f"When you do nothing for {time} the clock stands until you act."
    return f"A player who does nothing for {time} is out of the match and cannot win it; {stands}"


def _missed_turns(rules: RuleSet) -> Iterator[Fact]:
    if not isinstance(rules.clock, TurnClock | MatchTimer) or turn_time(rules.clock, 0) is None:
        return
    many = f"{rules.missed_turns} turns in a row"
    if _alone(rules):
        sentence = f"When {many} run out untouched the clock stands until you act."
    else:
        sentence = f"A player who lets {many} run out untouched is out of the match and cannot win it."
        if rules.player_counts[0] == 1:
            sentence = f"{sentence[:-1]}; in a run alone the clock stands instead."
    yield Fact("missed_turns", "Missed turns", f"{rules.missed_turns} in a row", sentence)


_TELLERS: tuple[Callable[[RuleSet], Iterator[Fact]], ...] = (
    _goal,
    _players,
    _opening,
    _turn,
    _four_plus_pair,
    _entry,
    _hot_dice,
    _streak_penalty,
    _ending,
    _tie,
    _leaving,
    _clock,
    _missed_turns,
)


def _alone(rules: RuleSet) -> bool:
    """Only a solo run can be played: nobody rolls for the start, replies at the goal, or ties."""
    return rules.player_counts == (1,)


def _time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if rest or minutes == 1:
        return f"{seconds} seconds"
    return f"{minutes:,} minutes"


def _rows(line: Line, chart: Chart) -> list[tuple[str, str]]:
    """One row where one figure or one rule says it for all forms of the line; else a row for each form."""
    points = {combination.points for combination in line.combinations}
    if len(points) == 1:
        return [(line.label, f"{points.pop():,}")]
    if (factor := _times_triple(line, chart)) > 1:
        return [(line.label, f"{factor} × three of a kind")]
    first, *others = line.combinations
    if len(others) > 1 and (each := _times_face(others)):
        return [(first.label, f"{first.points:,}"), (f"{line.label.split()[0]} of another face", f"{each} × face")]
    return [(combination.label, f"{combination.points:,}") for combination in line.combinations]


def _times_triple(line: Line, chart: Chart) -> int:
    """By what this line multiplies the three of a kind of the same face, when it is the same for all; else 0."""
    factors = {one.points / chart.score(one.dice[:3]) if chart.score(one.dice[:3]) else 0 for one in line.combinations}
    factor = factors.pop()
    return int(factor) if not factors and factor == int(factor) and len(line.combinations[0].dice) > 3 else 0


def _times_face(forms: list[Combination]) -> int:
    """By what these forms multiply their face, when it is the same for all; else 0."""
    factors = {one.points // one.dice[0] for one in forms}
    factor = factors.pop()
    return 0 if factors or any(one.points != factor * one.dice[0] for one in forms) else factor
