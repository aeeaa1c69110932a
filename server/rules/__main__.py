"""The rules on the command line, in tables for people:

python -m server.rules show classic | score classic 1 1 1 5 2 3 | odds classic 4 | strategies classic
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ..shared.command_line import Parser, run_command, whole_number
from . import describe, odds
from .chart import Chart
from .rolls import FACES, MOST_DICE
from .rule_set import RuleSet
from .rule_sets import RULE_SETS
from .simulate import round_robin
from .strategies import STRATEGIES

Row = tuple[str, ...]
_PROGRAM = "python -m server.rules"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    return run_command(_PROGRAM, lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    asked = _parser().parse_args(arguments)
    rules = RULE_SETS[asked.rules]
    match asked.command:
        case "show":
            lines = show(rules)
        case "score":
            lines = score(rules.chart, tuple(asked.dice))
        case "odds":
            lines = odds_of(rules.chart, asked.dice)
        case _:
            lines = strengths(rules, asked.matches)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def show(rules: RuleSet) -> Iterator[str]:
    """The chart and the rules of a rule set."""
    yield from _heading(f"{rules.title}: the points")
    yield from _table(describe.scoring(rules.chart), right=(1,))
    yield from _heading("The rules at a glance")
    yield from _table(describe.table(rules))
    yield from _heading("The rules in words")
    for sentence in describe.sentences(rules):
        yield f"* {sentence}"
    if rules.variations:
        yield from _heading("Variations")
        yield from (f"* {name}" for name in rules.variations)


def score(chart: Chart, roll: tuple[int, ...]) -> Iterator[str]:
    """Every selection of a roll that scores, each set of dice once, the most points first."""
    yield from _heading(f"{chart.title}: the roll {_dice(roll)}")
    if chart.is_farkle(roll):
        yield "Nothing scores: a farkle."
        return
    selections = {tuple(sorted(roll[at] for at in positions)) for positions in chart.selections(roll)}
    best_first = sorted(selections, key=lambda dice: (-chart.score(dice), len(dice), dice))
    yield from _table(
        [
            ("keep", "points", "made of", "dice left"),
            *(
                (
                    _dice(dice),
                    f"{chart.score(dice):,}",
                    " + ".join(f"{part.label} ({part.points:,})" for part in chart.split(dice)),
                    str(len(roll) - len(dice)) if len(dice) < len(roll) else "hot dice",
                )
                for dice in best_first
            ),
        ],
        right=(1,),
    )


def odds_of(chart: Chart, dice: int) -> Iterator[str]:
    """What a roll of so many dice may bring, and when to stop before it."""
    yield from _heading(f"{chart.title}: rolling {_count(dice)}")
    yield f"Farkle: {_chance(odds.farkle_probability(chart, dice))}"
    yield f"Best points on average: {float(odds.expected_best(chart, dice)):,.1f}"
    yield from _heading("The best points of the roll")
    points = [(f"{best:,}" if best else "farkle", _chance(p)) for best, p in odds.best_points(chart, dice).items()]
    yield from _table([("points", "chance"), *points], right=(0,))
    turn = odds.turn_value(chart)
    yield from _heading("Roll or bank")
    yield (
        "For the most points in a turn, whatever the score, "
        f"bank from {turn.bank_at[dice]:,} points on with {_count(dice)} left."
    )
    yield f"A turn played so is worth {turn.expected_points:,.1f} points on average."
    rows = [_roll_or_bank(chart, total, dice) for total in (0, 100, 200, 300, 500, 750, 1_000, 2_000, 3_000, 5_000)]
    yield from _table([("turn total", "roll", "bank", "better"), *rows], right=(0, 1, 2))


def strengths(rules: RuleSet, matches: int) -> Iterator[str]:
    """How often each strategy beats each other one, and all of them, in so many matches from either seat."""
    shares = round_robin(rules, STRATEGIES, matches, seed=1)
    yield from _heading(f"{rules.title}: matches won, in {matches:,} from either seat of two")
    yield from _table(
        [
            ("", *(f"against {other}" for other in STRATEGIES), "against all"),
            *((one, *_shares_of(one, shares)) for one in STRATEGIES),
        ],
        right=tuple(range(1, len(STRATEGIES) + 2)),
    )


def _shares_of(one: str, shares: Mapping[tuple[str, str], float]) -> Iterator[str]:
    won = [shares[one, other] for other in STRATEGIES if other != one]
    yield from (f"{shares[one, other]:.1%}" if other != one else "" for other in STRATEGIES)
    yield f"{sum(won) / len(won):.1%}"


def _roll_or_bank(chart: Chart, total: int, dice: int) -> Row:
    compared = odds.compare(chart, total, dice)
    return f"{total:,}", f"{compared.roll:,.1f}", f"{compared.bank:,}", compared.better


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield text
    yield "-" * len(text)


def _table(rows: Sequence[Row], right: tuple[int, ...] = ()) -> Iterator[str]:
    """Rows in aligned columns; those in `right` are aligned to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _dice(dice: Sequence[int]) -> str:
    return "-".join(str(die) for die in dice)


def _count(dice: int) -> str:
    return "one die" if dice == 1 else f"{dice} dice"


def _chance(chance: Fraction) -> str:
    return f"{float(chance):.2%} ({chance})"


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=_PROGRAM, description="The rules of Farkle.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("show", "print a chart and its rules"),
        ("score", "print what may be kept of a roll"),
        ("odds", "print the odds of a roll of so many dice"),
        ("strategies", "play the strategies against each other, and print who wins how often"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("rules", choices=tuple(RULE_SETS), help="the rule set")
        if name == "score":
            command.add_argument(
                "dice", type=whole_number(FACES[0], FACES[-1]), nargs="+", action=_UpToSix, metavar="die"
            )
        if name == "odds":
            command.add_argument("dice", type=whole_number(1, MOST_DICE), help="how many dice, 1 to 6")
        if name == "strategies":
            command.add_argument(
                "--matches",
                type=whole_number(100, 100_000),
                default=10_000,
                help="how many from either seat of each pair",
            )
    return parser


class _UpToSix(argparse.Action):
    """Takes one to six dice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(values, list)
        if len(values) > MOST_DICE:
            parser.error(f"a roll has one to six dice, not {len(values)}")
        setattr(namespace, self.dest, values)


if __name__ == "__main__":
    sys.exit(main())
