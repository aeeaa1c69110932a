"""`voxtable-server verify FILE`: recompute every die of an exported match, and name the first one that does not follow.

It proves that nobody chose the dice once the players had added theirs; it does not prove that nobody foresaw them.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..engine.plugins import Tool
from ..shared.fair_dice import broken_promise, first_false

Rolls = list[list[int]]


class Unverifiable(Exception):
    """A file that nothing can be proven of; the sentence says why."""


def tool() -> Tool:
    """The subcommand."""
    return Tool("verify", "recompute every die of an exported match", _arguments, _run)


def problems(plain: dict[str, Any]) -> list[str]:
    """What of an exported match does not follow, in sentences; the first false die is named. Raises Unverifiable."""
    try:
        return list(_problems(plain))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Unverifiable("This is no exported match.") from error


def _problems(plain: dict[str, Any]) -> Iterator[str]:
    dice = plain["dice"]
    if plain["state"] != "over":
        raise Unverifiable("This match was not over when it was exported; its secret is not known yet.")
    secret, seal = bytes.fromhex(dice["secret"]), bytes.fromhex(dice["seal"])
    commitments = [bytes.fromhex(each) for each in dice["commitments"]]
    contributions = [bytes.fromhex(each) for each in dice["contributions"]]
    promise = broken_promise(seal, secret, commitments, contributions)
    if promise is not None:
        yield f"What {_whose(plain, promise)} revealed is not what was committed to before the first roll."
    for where, rolls in (("the rolls", dice["rolls"]), ("the log", _logged(plain))):
        false = first_false(secret, plain["match"], contributions, rolls)
        if false is not None:
            yield f"In {where}, {false}."
    logged = _logged(plain)
    if logged and len(logged) != len(dice["rolls"]):
        yield f"The log has {len(logged)} rolls, but {len(dice['rolls'])} were made."


def _logged(plain: dict[str, Any]) -> Rolls:
    """The rolls of the log, [] for a game that logs none as such."""
    return [event["dice"] for event in plain["log"] if event.get("event") == "rolled"]


def _whose(plain: dict[str, Any], seat: int) -> str:
    return "the server" if seat < 0 else str(plain["players"][seat]["name"])


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what voxtable-server export wrote")


def _run(options: argparse.Namespace) -> int:
    try:
        plain = json.loads(options.file.read_text(encoding="utf-8"))
        found = problems(plain)
    except OSError as error:
        print(f"voxtable-server: {options.file} cannot be read: {error.strerror}.", file=sys.stderr)
        return 2
    except (Unverifiable, ValueError) as error:
        why = error if isinstance(error, Unverifiable) else "This is no exported match."
        print(f"voxtable-server: {why}", file=sys.stderr)
        return 2
    for problem in found:
        print(problem)
    if found:
        return 1
    seats = sum(bool(each) for each in plain["dice"]["contributions"])
    print(f"All {len(plain['dice']['rolls'])} rolls follow from the server's secret and what {seats} players added.")
    print("Nobody chose them. Whoever runs the server could have foreseen them.")
    return 0
