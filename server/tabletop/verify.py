"""`voxtable-server verify FILE`: recompute every die of an exported match, and name the first one that does not follow.

It proves that nobody chose the dice once the players had added theirs; it does not prove that nobody foresaw them.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from ..engine.plugins import Tool
from ..shared.command_line import FAILED, CommandFault
from ..shared.fair_dice import CONTRIBUTION_BYTES, broken_promise, first_false

LONGEST: Final = 256 * 1024 * 1024
"""Bytes of a file that are read; no match comes near it."""


class Unverifiable(CommandFault):
    """A file that nothing can be proven of; the sentence says why."""


class _Player(msgspec.Struct, frozen=True):
    name: str
    bot: str = ""


class _Dice(msgspec.Struct, frozen=True):
    seal: str
    commitments: list[str]
    rolls: list[list[int]]
    secret: str = ""
    contributions: list[str] = []


class _Match(msgspec.Struct, frozen=True):
    """What of an export the dice are proven by. Read strictly: a `true` is no 1."""

    match: str
    state: str
    players: list[_Player]
    dice: _Dice
    log: list[dict[str, Any]]


def tool() -> Tool:
    """The subcommand."""
    return Tool("verify", "recompute every die of an exported match", _arguments, _run)


def problems(plain: object) -> list[str]:
    """What of an exported match does not follow, in sentences; the first false die is named. Raises Unverifiable."""
    try:
        match = msgspec.convert(plain, _Match)
        if match.state != "over":
            raise Unverifiable("This match was not over when it was exported; its secret is not known yet.")
        return [*_broken(match), *_false(match)]
    except (msgspec.ValidationError, ValueError, OverflowError) as error:
        raise Unverifiable("This is no exported match.") from error


def _broken(match: _Match) -> Iterator[str]:
    """What is wrong with what was added to the dice before the first roll."""
    players, parts = match.players, _bytes(match.dice.contributions)
    if not players:
        raise Unverifiable("This is no exported match: it has no players.")
    if len(parts) != len(players):
        yield f"{len(players)} took part, but the dice name {len(parts)}."
        return
    if not any(parts):
        yield "No player added anything to the dice."
    for player, part in zip(players, parts, strict=True):
        if len(part) != (0 if player.bot else CONTRIBUTION_BYTES):
            yield f"{player.name} added {len(part)} bytes to the dice, not {0 if player.bot else CONTRIBUTION_BYTES}."
    seal, secret = bytes.fromhex(match.dice.seal), bytes.fromhex(match.dice.secret)
    promise = broken_promise(seal, secret, _bytes(match.dice.commitments), parts)
    if promise is not None:
        whose = "the server" if not 0 <= promise < len(players) else players[promise].name
        yield f"What {whose} revealed is not what was committed to before the first roll."


def _false(match: _Match) -> Iterator[str]:
    """What is wrong with the rolls: the first die that does not follow, and where rolls and log differ."""
    rolls, logged = match.dice.rolls, _logged(match)
    secret, parts = bytes.fromhex(match.dice.secret), _bytes(match.dice.contributions)
    for where, shown in (("the rolls", rolls), ("the log", logged)):
        false = first_false(secret, match.match, parts, shown)
        if false is not None:
            yield f"In {where}, {false}."
    for number, roll in enumerate(rolls, 1):
        if not roll:
            yield f"In the rolls, roll {number} has no dice."
    if logged and len(logged) != len(rolls):
        yield f"The log has {len(logged)} rolls, but {len(rolls)} were made."
        return
    for number, (roll, told) in enumerate(zip(rolls, logged, strict=False), 1):
        if len(roll) != len(told):
            yield f"Roll {number} has {_dice(len(roll))}, but {_dice(len(told))} in the log."


def _logged(match: _Match) -> list[list[int]]:
    """The rolls of the log, [] for a game that logs none as such."""
    rolled = [event.get("dice") for event in match.log if event.get("event") == "rolled"]
    return msgspec.convert(rolled, list[list[int]])


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _bytes(told: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in told]


# ------------------------------------------------------------------ the command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what voxtable-server export wrote")


def _run(options: argparse.Namespace) -> int:
    plain = _read(options.file)
    found = problems(plain)
    for problem in found:
        print(problem)
    if found:
        return FAILED
    players = sum(bool(part) for part in plain["dice"]["contributions"])
    added = "1 player" if players == 1 else f"{players} players"
    print(f"All {len(plain['dice']['rolls'])} rolls follow from the server's secret and what {added} added.")
    print("Nobody chose them. Whoever runs the server could have foreseen them.")
    return 0


def _read(path: Path) -> Any:
    """What a file holds as JSON, in any encoding of Unicode. Raises Unverifiable."""
    try:
        with path.open("rb") as file:
            packed = file.read(LONGEST + 1)
    except OSError as error:
        raise Unverifiable(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # a name that no file can have
        raise Unverifiable(f"{str(path)!r} cannot be read: {error}.") from error
    if len(packed) > LONGEST:
        raise Unverifiable(f"{path} is too long to be an exported match.")
    try:
        return json.loads(packed)
    except (ValueError, RecursionError) as error:
        raise Unverifiable(f"{path} holds no exported match.") from error
