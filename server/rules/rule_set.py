"""A rule set: all that decides how a match is played, and how house rules make another one of it."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from .chart import Chart
from .charts import CHARTS, with_four_plus_pair
from .clocks import NO_CLOCK, Clock, Idle, MatchTimer, TimeBank, mode_of
from .house_rules import (
    MOST_GOAL,
    VARIATIONS,
    BelowEntry,
    Ending,
    HotDice,
    HouseRuleError,
    Opening,
    StreakPenalty,
    Tie,
    any_of,
    read,
)


class RuleSet(Struct, frozen=True, kw_only=True):
    """The rules of a match, house rules included.

    `goal` None plays on under the clock; `entry` is the least turn total that enters, 0 for none; `seats` None means
    as many as sit down, within `fewest` to `most` (and one, for a solo run, where `solo`). A seat that lets as many as
    `missed_turns` in a row run out is out.
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
    missed_turns: int = 5

    @property
    def chart(self) -> Chart:
        """The scoring chart in force."""
        return with_four_plus_pair(self.chart_name) if self.four_plus_pair else CHARTS[self.chart_name]

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of seats that a match under these rules may have."""
        return self._possible_seats if self.seats is None else (self.seats,)

    @property
    def variations(self) -> tuple[str, ...]:
        """The names that `with_variations` takes."""
        return tuple(VARIATIONS.get(self.name, {}))

    def with_house_rules(self, **house_rules: object) -> "RuleSet":
        """These rules with some fields set otherwise (RULES.md section 3); those not named stay as they are.

        Raises HouseRuleError for an unknown field, a value out of range or a forbidden pair, naming the field and what
        is allowed."""
        changed = msgspec.structs.replace(self, **read(house_rules))
        changed._check_together(house_rules)
        return changed

    def with_variations(self, *names: str) -> "RuleSet":
        """These rules with named variations of their rule set, which combine. Raises HouseRuleError."""
        known = VARIATIONS.get(self.name, {})
        changed = self
        for name in names:
            if name not in known:
                raise HouseRuleError("unknown_variation", "variation", name, any_of(self.variations or ("none",)))
            changed = changed.with_house_rules(**known[name])
        return changed

    def check_players(self, count: int) -> None:
        """Raises HouseRuleError when a match under these rules cannot have so many seats."""
        if count not in self.player_counts:
            raise HouseRuleError("player_count", "seats", count, f"{any_of(self.player_counts)} in {self.title}")

    @property
    def _possible_seats(self) -> tuple[int, ...]:
        return (1,) * self.solo + tuple(range(self.fewest, self.most + 1))

    def _check_together(self, given: Mapping[str, object]) -> None:
        if self.goal is None and not isinstance(self.clock, TimeBank | MatchTimer):
            mode = None if self.clock == NO_CLOCK else mode_of(self.clock)
            field, value = ("goal", None) if "goal" in given else ("clock", mode)
            raise HouseRuleError("forbidden_pair", field, value, "without a goal only time_bank or match_timer")
        if self.goal is None and "ending" in given:
            raise HouseRuleError("forbidden_pair", "ending", self.ending, "only together with a goal")
        most = MOST_GOAL if self.goal is None else self.goal
        if self.entry > most:
            if "goal" in given and "entry" not in given:
                raise HouseRuleError("forbidden_pair", "goal", most, f"at least the entry of {self.entry:,}")
            raise HouseRuleError("forbidden_pair", "entry", self.entry, f"0 to the goal of {most:,}")
        if self.seats is not None and self.seats not in self._possible_seats:
            raise HouseRuleError(
                "forbidden_pair", "seats", self.seats, f"{any_of(self._possible_seats)} in {self.title}"
            )
        if self.four_plus_pair and self.chart_name == "kcd":
            raise HouseRuleError("forbidden_pair", "four_plus_pair", "on", "only off, this chart having no three pairs")
