"""The eight rule sets of RULES.md section 3 and their named variations, as data."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from server.rules.chart import Chart
from server.rules.charts import CHARTS, with_four_plus_pair
from server.rules.clocks import Clock, Idle

BelowEntry = Literal["may_not_bank", "counts_zero"]
Ending = Literal["final_round", "at_once", "rebuttal"]
Tie = Literal["draw", "shared", "lowest_seat"]
Opening = Literal["opening_roll", "first_seat"]
HotDice = Literal["optional", "must_roll"]


class StreakPenalty(Struct, frozen=True, forbid_unknown_fields=True):
    """So many farkles of one player in a row take so many points off the banked score."""

    farkles: int
    points: int


class RuleSet(Struct, frozen=True, kw_only=True):
    """All that decides how a match is played. `with_house_rules` makes another one; none is ever changed.

    `goal` None plays on under the clock; `entry` is the least turn total that enters, 0 for none; `seats` None means
    as many as sit down, within `fewest` to `most` (and one, for a solo run, where `solo`).
    """

    name: str
    title: str
    chart_name: str
    fewest: int = 2
    most: int = 4
    solo: bool = True
    goal: int | None = 10_000
    entry: int = 0
    below_entry: BelowEntry = "may_not_bank"
    seats: int | None = None
    ending: Ending = "final_round"
    tie: Tie = "lowest_seat"
    opening: Opening = "first_seat"
    hot_dice: HotDice = "optional"
    streak_penalty: StreakPenalty | None = None
    four_plus_pair: bool = False
    clock: Clock = Idle()

    @property
    def chart(self) -> Chart:
        """The scoring chart in force."""
        return with_four_plus_pair(self.chart_name) if self.four_plus_pair else CHARTS[self.chart_name]

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of seats that a match under these rules may have."""
        if self.seats is not None:
            return (self.seats,)
        return (1,) * self.solo + tuple(range(self.fewest, self.most + 1))

    @property
    def variations(self) -> tuple[str, ...]:
        """The names that `with_variation` takes."""
        return tuple(VARIATIONS.get(self.name, {}))

    def with_house_rules(self, **house_rules: object) -> "RuleSet":
        """These rules with some fields set otherwise (RULES.md section 3: goal, entry, below_entry, seats, ending, tie,
        opening, hot_dice, streak_penalty, four_plus_pair, clock).

        Raises HouseRuleError, naming the field and what is allowed."""
        from server.rules.house_rules import apply

        return apply(self, house_rules)

    def with_variation(self, name: str) -> "RuleSet":
        """These rules with one of their named variations; variations combine. Raises HouseRuleError."""
        from server.rules.house_rules import variation

        return variation(self, name)


_FARKLE_BOARD = RuleSet(
    name="farkle_board",
    title="Farkle Board",
    chart_name="playmonster",
    entry=500,
    tie="draw",
    opening="opening_roll",
)
_PLAYMONSTER = RuleSet(
    name="playmonster",
    title="PlayMonster",
    chart_name="playmonster",
    entry=500,
    tie="shared",
    opening="opening_roll",
)
_TAVERN_PENALTY = StreakPenalty(farkles=3, points=1_000)
_TAVERN_CLOCK = Idle(seconds=60)
_TAVERN = tuple(
    RuleSet(
        name=name,
        title=CHARTS[name].title,
        chart_name=name,
        streak_penalty=_TAVERN_PENALTY,
        clock=_TAVERN_CLOCK,
    )
    for name in ("classic", "dice_game_depot", "folk", "kcd")
)
_JPGAMES = RuleSet(
    name="jpgames",
    title="JP Games",
    chart_name="jpgames",
    most=2,
    solo=False,
    below_entry="counts_zero",
    ending="at_once",
)
_KATIE = RuleSet(
    name="katie",
    title="Katie's Farkle",
    chart_name="katie",
    entry=1_050,
    ending="at_once",
)

RULE_SETS: dict[str, RuleSet] = {
    rules.name: rules for rules in (_FARKLE_BOARD, _PLAYMONSTER, *_TAVERN, _JPGAMES, _KATIE)
}
DEFAULT = _FARKLE_BOARD

VARIATIONS: dict[str, dict[str, Mapping[str, object]]] = {
    "playmonster": {
        "race_to_5000": {"goal": 5_000},
        "bank_from_first_score": {"entry": 0},
        "first_across_the_line": {"ending": "at_once"},
    },
    "jpgames": {"get_on_the_board": {"entry": 500}},
    "katie": {"rebuttal_rounds": {"ending": "rebuttal"}},
}
"""The variations that a rule text names, each as the house rules it stands for."""
