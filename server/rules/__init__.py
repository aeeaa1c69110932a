"""Farkle itself: charts, rule sets, the match, clocks, odds. Pure: without a clock, chance or I/O of its own.

RULES.md is the specification; nothing of ours outside this package is imported. Seats are numbers from 0, times are
integer milliseconds, dice come from the host.

    >>> from server.rules import RULE_SETS, Match, Roll, Keep, Bank
    >>> rules = RULE_SETS["classic"].with_house_rules(goal=5_000, streak_penalty=None)
    >>> match = Match.start(rules, seats=("ada", "bob"), now=0)
    >>> match, events = match.act(0, Roll((1, 1, 1, 5, 2, 3)), now=1_000)
    >>> match.options()[0].points, match.turn.dice_to_roll
    (100, 6)
    >>> match, events = match.act(0, Keep((0, 1, 2, 3)), now=2_000)
    >>> [(group.label, group.points) for group in match.turn.groups], match.turn.dice_to_roll
    ([('three 1s', 1000), ('single 5', 50)], 2)
    >>> match, events = match.act(0, Bank(), now=3_000)
    >>> match.scores, match.turn.seat, match.phase
    ((1050, 0), 1, 'to_roll')

**Charts** (`chart.py`, `charts.py`): `chart.best(roll)`, `.score(dice)`, `.split(dice)`, `.is_farkle(roll)`,
`.selections(roll)`.

**Rule sets** (`rule_sets.py`): `RULE_SETS[name]`, fields `name title goal entry below_entry seats ending tie opening
hot_dice streak_penalty four_plus_pair clock`, `.chart`, `.player_counts`, `.variations`, `.with_variations(*names)`,
`.with_house_rules(field=value, ...)`, which raises `HouseRuleError` (`.code .field .allowed .sentence`). A clock is
given as a value of `clocks` (`TurnClock(seconds=30)`), a mode's name, a mapping `{"mode": "turn_clock", "seconds": 30}`
or None. `rule_sets.changes(rules)` names the fields that differ from the rule set's own.

**The match** (`match.py`, fields in `state.py`). `Match.start(rules, seats, now, starter=0)`, `.with_bots(seats)`,
`.with_names(names)`, then
`act(seat, action, now)`, `advance(now)`, `recover(now)` once after an outage instead of `advance`,
`remove(seat, reason, now)`, `pause(now)`, `resume(now)`, `start_clock(TurnClock(), now)` where no clock runs: each
gives `(match, events)`, or raises `IllegalAction` (`.code .sentence`) and nothing has changed. All of them first let
deadlines up to `now` take effect.

* where it stands: `phase` (opening, to_roll, to_keep, to_decide, paused, over), `turn` (`seat number points roll kept
  groups dice_to_roll`; in the opening its seat is the one to roll a die), `seats[i]` (`name score entered turns
  last_turn farkles_in_a_row eligible out_of_time left`), `scores`, `entered`, `starter`, `next_starter` (for a
  rematch), `last_turns` (`kind`: final_round, rebuttal or lap; `pending` seats), `step` (changes so far), `clock` (in
  force), `deadline`, `time_left(seat, now)`, `deadlines.match`, `result` (`kind winners scores turns`).
* what a host shows: `options()` (every legal keep: `positions points groups dice_left hot`), `minimum_bank` (least turn
  total to bank with; 0: any), `refusal(seat, action)` for an action or for the kind `Roll`, `Keep` or `Bank` (None when
  it is allowed, else `code` and `sentence`).
* stored: `to_dict()`, `Match.from_dict(d)`, `Match.replay(rules, seats, events, now, starter)`; events (`events.py`)
  have `events.to_dict(event)` and `events.from_dict(d)`.

**Told to people** (`describe.py`): `describe.sentences(rules)`, `describe.table(rules)`, `describe.scoring(chart)`.

**Odds** (`odds.py`): `odds.farkle_probability(chart, dice)`, `.farkle_chances(chart)` by dice and
`.best_points(chart, dice)` as exact fractions; `.turn_value(chart)` (`expected_points`, `bank_at`),
`.compare(chart, points, dice)` (`roll bank better`).

**Strategies** (`strategies.py`): `STRATEGIES[name]` of cautious, steady, bold, expected_points; `strategy(match)`
gives a `Keep`, a `Bank` or `Roll` itself for the seat to move, and `strategy.about` a sentence.

**Many at once**: `chart.best_many(rolls)` for an array (n, dice); `simulate(rules, strategies, matches, seed)`
gives `wins`, `winners`, `scores`, `turns`, `starters`; `round_robin(rules, strategies, matches, seed)` how often
each wins against each.

On the command line: `python -m server.rules show classic`, `... score classic 1 1 1 5 2 3`, `... odds classic 4`,
`... strategies classic`.
"""

from . import clocks, describe, events, odds, rule_sets
from .actions import Action, Bank, Keep, Roll
from .chart import Chart, Combination
from .house_rules import HouseRuleError, StreakPenalty
from .match import Match, Option
from .record import RecordError
from .refusals import IllegalAction, Refusal
from .rule_set import RuleSet
from .rule_sets import RULE_SETS
from .simulate import simulate
from .state import Result, Seat, Turn
from .strategies import STRATEGIES

__all__ = [
    "RULE_SETS",
    "STRATEGIES",
    "Action",
    "Bank",
    "Chart",
    "Combination",
    "HouseRuleError",
    "IllegalAction",
    "Keep",
    "Match",
    "Option",
    "RecordError",
    "Refusal",
    "Result",
    "Roll",
    "RuleSet",
    "Seat",
    "StreakPenalty",
    "Turn",
    "clocks",
    "describe",
    "events",
    "odds",
    "rule_sets",
    "simulate",
]
