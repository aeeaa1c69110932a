"""The eight rule sets of RULES.md section 3, as data."""

from .charts import CHARTS
from .clocks import Idle
from .house_rules import FIELDS, StreakPenalty
from .rule_set import RuleSet

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
    title="Family Box",
    chart_name="playmonster",
    entry=500,
    tie="shared",
    opening="opening_roll",
)
_ONLINE = tuple(
    RuleSet(
        name=name,
        title=CHARTS[name].title,
        chart_name=name,
        streak_penalty=StreakPenalty(farkles=3, points=1_000),
        clock=Idle(seconds=60),
    )
    for name in ("classic", "dice_game_depot", "folk", "kcd")
)
_JPGAMES = RuleSet(
    name="jpgames",
    title="Bar Table",
    chart_name="jpgames",
    most=2,
    solo=False,
    below_entry="counts_zero",
    ending="at_once",
)
_KATIE = RuleSet(
    name="katie",
    title="Katie's",
    chart_name="katie",
    entry=1_050,
    ending="at_once",
)

RULE_SETS: dict[str, RuleSet] = {
    rules.name: rules for rules in (_FARKLE_BOARD, _PLAYMONSTER, *_ONLINE, _JPGAMES, _KATIE)
}


def changes(rules: RuleSet) -> tuple[str, ...]:
    """The fields in which house rules differ from the rule set of their name."""
    usual = RULE_SETS[rules.name]
    return tuple(field for field in FIELDS if getattr(rules, field) != getattr(usual, field))
