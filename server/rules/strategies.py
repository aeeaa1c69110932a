"""Simple strategies: each is a pure function of the match as everybody sees it, and plays every rule set legally.

They all look at the same things: the keep whose outcome is worth most to them, and the turn total from which they bank.
They all respect the entry, and in a last turn none banks less than it takes to lead.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from . import odds
from .actions import Bank, Keep, Roll
from .chart import Chart
from .match import Match
from .rolls import MOST_DICE

Worth = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.float64]]
"""How much it is worth to hold these turn totals with so many dice left to roll, element by element."""


class Policy(NamedTuple):
    """A strategy under one chart: `bank_at[dice left - 1]` is the total from which it banks."""

    bank_at: tuple[int, ...]
    worth: Worth


class Strategy(Struct, frozen=True):
    """A way to play: a name, a sentence about it, and its policy under a chart for a turn that has to make at least so
    many points (0 for any). Call it with a match that waits for an action, for what the seat to move does.

    `Roll` itself (not one with dice) stands for rolling, since the dice are the host's."""

    name: str
    about: str
    policy: Callable[[Chart, int], Policy]

    def __call__(self, match: Match) -> Keep | Bank | type[Roll]:
        if match.phase == "to_keep":
            return Keep(_best_keep(match, self._policy_now(match)))
        if match.refusal(match.turn.seat, Bank) is not None:
            return Roll
        return Bank() if _banks(match, self._policy_now(match)) else Roll

    def _policy_now(self, match: Match) -> Policy:
        entered = match.seats[match.turn.seat].entered
        return self.policy(match.rules.chart, 0 if entered else match.rules.entry)


def thresholds(name: str, style: str, bank_at: tuple[int, ...], die_value: int) -> Strategy:
    """A strategy that banks from fixed turn totals, by dice left: 1 to 5, and six for hot dice. When it keeps, it
    counts each die left as `die_value` points."""
    policy = Policy(bank_at, lambda total, dice_left: np.asarray(total + die_value * dice_left, float))
    *few, five, hot = (f"{total:,}" for total in bank_at)
    totals = f"with 1 to 5 dice left it banks from {', '.join(few)} and {five} points, on hot dice from {hot}"
    return Strategy(name, f"{style}; {totals}.", lambda chart, minimum: policy)


def _best_stopping_rule(chart: Chart, minimum: int) -> Policy:
    bank_at = odds.turn_value(chart, minimum).bank_at
    return Policy(
        tuple(bank_at[dice] for dice in range(1, MOST_DICE + 1)),
        lambda total, dice_left: odds.worth_of(chart, total, dice_left, minimum),
    )


cautious = thresholds("cautious", "Takes every point it can", (50, 50, 300, 300, 300, 1_000), die_value=0)
steady = thresholds("steady", "Keeps a balance", (250, 250, 350, 700, 1_500, 4_000), die_value=50)
bold = thresholds("bold", "Keeps few dice to roll many", (400, 300, 500, 1_200, 3_500, 16_000), die_value=90)
expected_points = Strategy(
    "expected_points",
    "Makes the most points a turn on average, by the exact odds of the chart; looks at scores only at the end.",
    _best_stopping_rule,
)

STRATEGIES: dict[str, Strategy] = {strategy.name: strategy for strategy in (cautious, steady, bold, expected_points)}
"""All of them by name, in the order of the matches that they win against each other, the fewest first."""


def least_to_lead(match: Match) -> int:
    """The turn total that the seat to move needs, in its last turn, to have strictly more than anybody else; else 0."""
    if match.last_turns is None:
        return 0
    own = match.turn.seat
    others = [match.seats[seat].score for seat in match.can_win if seat != own]
    return max(max(others, default=0) - match.scores[own] + 1, 0)


def _best_keep(match: Match, policy: Policy) -> tuple[int, ...]:
    """The keep that is worth most; of equals the one with more points, then with more dice left, then the first."""
    options = match.options()
    points = np.array([option.points for option in options])
    dice_left = np.array([option.dice_left for option in options])
    worth = policy.worth(match.turn.points + points, dice_left)
    best = max(range(len(options)), key=lambda i: (worth[i], points[i], dice_left[i], -i))
    return options[best].positions


def _banks(match: Match, policy: Policy) -> bool:
    rules, turn, last = match.rules, match.turn, match.last_turns
    seat = match.seats[turn.seat]
    if turn.points < max(least_to_lead(match), 0 if seat.entered else rules.entry):
        return False
    nobody_answers = last is not None and last.kind != "rebuttal" and not last.pending
    wins = (
        rules.goal is not None and (rules.ending == "at_once" or match.solo) and seat.score + turn.points >= rules.goal
    )
    return nobody_answers or wins or turn.points >= policy.bank_at[turn.dice_to_roll - 1]
