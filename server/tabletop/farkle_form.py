"""The lobby's form for Farkle: every rule that a host may set as a typed field. What a change makes of the rules is in
farkle_changes.py.

What a field may be is decided by the rules module alone; here is only how it is asked for.
"""

from collections.abc import Iterator
from typing import Final, get_args

from msgspec.structs import replace

from ..rules import RULE_SETS, RuleSet
from ..rules.clocks import CLOCKS, MATCH_ENDINGS, Clock, Idle, MatchTimer, TurnClock, mode_of
from ..rules.house_rules import (
    LEAST_GOAL,
    MISSED_TURNS,
    MOST_GOAL,
    STREAK_FARKLES,
    STREAK_POINTS,
    VARIATIONS,
    BelowEntry,
    Ending,
    HotDice,
    Opening,
    Tie,
)
from ..shared.protocol.tabletop import Choice, Setting

_GAME: Final = "The game"
_HOUSE: Final = "House rules"
_CLOCK: Final = "Clock"
NO_CLOCK: Final = "none"

WORDS: Final = {
    "may_not_bank": "may not bank",
    "counts_zero": "counts nothing",
    "final_round": "final round",
    "at_once": "over at once",
    "rebuttal": "rebuttal rounds",
    "draw": "a draw",
    "shared": "shared win",
    "lowest_seat": "lowest seat wins",
    "opening_roll": "opening roll",
    "first_seat": "first seat, moving on",
    "optional": "roll again or bank",
    "must_roll": "must be rolled",
    "finish_round": "finish the round",
    "end_immediately": "stop at once",
    NO_CLOCK: "no clock",
    "idle": "idle timer",
    "time_bank": "time bank",
    "match_timer": "match timer",
    "turn_clock": "turn clock",
    "race_to_5000": "Race to 5,000",
    "bank_from_first_score": "Bank from the first score",
    "first_across_the_line": "First across the line",
    "get_on_the_board": "Get on the board with 500",
    "rebuttal_rounds": "Rebuttal rounds",
}
"""What the rules module's identifiers are called in the form."""
_ABOUT: Final = {
    "farkle_board": "The rules of this world: the first bank needs 500 in one turn, and equal scores are a draw.",
    "playmonster": "The same points as Farkle Board; equal scores share the win, and there are three variations.",
    "classic": "Every first bank counts. Sets grow with each die, and three farkles in a row cost 1,000.",
    "dice_game_depot": "Like Classic, with high prices for a straight and for three pairs.",
    "folk": "Four, five and six alike have fixed prices, whatever the face; a straight is 2,500.",
    "kcd": "Runs of five dice score too, and each die more doubles a set.",
    "jpgames": "For two players, quick: the first to bank the goal wins at once.",
    "katie": "The first bank needs 1,050 in one turn; the first to bank the goal wins at once.",
}
"""What each rule set is, for somebody who chooses among their names."""


_ALWAYS: Final = "This rule set is always for {} players. Alone, you play a bot until somebody sits down."


def form(rules: RuleSet) -> tuple[Setting, ...]:
    """The fields as they stand under these rules, in the order of the form."""
    return tuple(setting for group in (_game, _house_rules, _clock_fields) for setting in group(rules))


def _game(rules: RuleSet) -> Iterator[Setting]:
    sets = tuple(Choice(one.name, one.title, _ABOUT[one.name]) for one in RULE_SETS.values())
    yield Setting("rule_set", "Rule set", _GAME, "choice", rules.name, sets)
    for name in rules.variations:
        yield Setting(f"variation.{name}", WORDS[name], _GAME, "switch", varies(rules, name))
    counts = RULE_SETS[rules.name].player_counts
    if len(counts) > 1:
        yield _number("seats", "Players", _GAME, rules.seats, counts[0], counts[-1], 1, none="as many as sit down")
    else:
        fixed = _number("seats", "Players", _GAME, counts[0], counts[0], counts[0], 1)
        yield replace(fixed, about=_ALWAYS.format(counts[0]))


def _house_rules(rules: RuleSet) -> Iterator[Setting]:
    yield _number("goal", "Points to reach", _HOUSE, rules.goal, LEAST_GOAL, MOST_GOAL, 500, none="no goal")
    most = MOST_GOAL if rules.goal is None else rules.goal
    yield _number("entry", "Points in one turn for the first bank", _HOUSE, rules.entry, 0, most, 50)
    if rules.entry:
        yield _choice("below_entry", "A first bank below that", _HOUSE, rules.below_entry, get_args(BelowEntry))
    if rules.goal is not None:
        yield _choice("ending", "At the goal", _HOUSE, rules.ending, get_args(Ending))
    yield _choice("tie", "A tie at the top", _HOUSE, rules.tie, get_args(Tie))
    yield _choice("opening", "Who starts", _HOUSE, rules.opening, get_args(Opening))
    yield _choice("hot_dice", "Hot dice", _HOUSE, rules.hot_dice, get_args(HotDice))
    penalty = rules.streak_penalty
    yield Setting("streak_penalty", "Farkles in a row cost points", _HOUSE, "switch", penalty is not None)
    if penalty is not None:
        farkles, points = STREAK_FARKLES, STREAK_POINTS
        yield _number("streak_penalty.farkles", "Farkles in a row", _HOUSE, penalty.farkles, farkles[0], farkles[-1], 1)
        yield _number("streak_penalty.points", "Points they cost", _HOUSE, penalty.points, points[0], points[-1], 50)
    if rules.chart_name != "kcd":
        label = "Four of a kind and a pair count as three pairs"
        yield Setting("four_plus_pair", label, _HOUSE, "switch", rules.four_plus_pair)


def _clock_fields(rules: RuleSet) -> Iterator[Setting]:
    clock, named = rules.clock, mode(rules.clock)
    yield _choice("clock", "Clock", _CLOCK, named, (NO_CLOCK, *CLOCKS))
    if named == NO_CLOCK:
        return
    limits = clock.limits["seconds"]
    yield _number("clock.seconds", "Seconds", _CLOCK, clock.seconds, limits.least, limits.most, 5)
    if isinstance(clock, MatchTimer):
        turn = clock.limits["turn_seconds"]
        yield _number(
            "clock.turn_seconds", "Seconds a turn", _CLOCK, clock.turn_seconds, turn.least, turn.most, 5, "off"
        )
        yield _choice("clock.ending", "When it runs out", _CLOCK, clock.ending, MATCH_ENDINGS)
    if isinstance(clock, TurnClock) or (isinstance(clock, MatchTimer) and clock.turn_seconds is not None):
        label, missed = "Missed turns in a row until a player is out", rules.missed_turns
        yield _number("missed_turns", label, _CLOCK, missed, MISSED_TURNS[0], MISSED_TURNS[-1], 1)


def _choice(name: str, label: str, group: str, value: str, values: tuple[str, ...]) -> Setting:
    return Setting(name, label, group, "choice", value, tuple(Choice(one, WORDS[one]) for one in values))


def _number(
    name: str, label: str, group: str, value: int | None, least: int, most: int, step: int, none: str = ""
) -> Setting:
    return Setting(name, label, group, "number", value, least=least, most=most, step=step, none=none)


def mode(clock: Clock) -> str:
    """What a clock is called in the form."""
    if isinstance(clock, Idle) and clock.seconds is None:
        return NO_CLOCK
    return mode_of(clock)


def varies(rules: RuleSet, name: str) -> bool:
    """Whether these rules are those of a variation."""
    return all(getattr(rules, field) == value for field, value in VARIATIONS[rules.name][name].items())
