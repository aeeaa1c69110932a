"""A match written out as JSON: `voxtable-server export MATCH`. Reads a stored world, which a server may have open.

The secret of the dice goes out only with a match that is over.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..engine.plugins import Tool
from ..shared.fair_dice import commitment
from ..storage.records import unpack
from ..storage.schema import entries_of, read_database, records_of
from .game import Game
from .records import STORED_EVENTS, STORED_FINISHED, STORED_MATCHES, FinishedRecord, LoggedEvent, MatchRecord

T = TypeVar("T")


class UnknownMatch(Exception):
    """No match, or more than one, begins with these letters."""


def tool(games: Iterable[type[Game]]) -> Tool:
    """The subcommand, for the matches of these games."""
    by_name = {game.name: game for game in games}
    return Tool("export", "write a match and its log as JSON", _arguments, lambda options: _run(options, by_name))


def exported(world: Path, begins: str, games: Mapping[str, type[Game]]) -> dict[str, Any]:
    """The match whose id begins so, as plain data. Raises UnknownMatch and WorldError."""
    with read_database(world) as database:
        running = dict(_of(MatchRecord, records_of(database, STORED_MATCHES.name)))
        finished = dict(_of(FinishedRecord, records_of(database, STORED_FINISHED.name)))
        match = _only(begins, running.keys() | finished.keys())
        logged = [unpack(entry, LoggedEvent) for entry in entries_of(database, STORED_EVENTS.name)]
    log = [each.event for each in logged if each.match == match]
    over = finished.get(match)
    told = _finished(over) if over is not None else _running(running[match], games)
    return {"match": match, **told, "log": log}


def _finished(match: FinishedRecord) -> dict[str, Any]:
    return {
        "game": match.game,
        "state": "over",
        "players": _players(match),
        "rules": match.rules,
        "started": match.started,
        "ended": match.ended,
        "starter": match.starter,
        "how": match.how,
        "result": msgspec.to_builtins(match.outcome),
        "figures": list(match.figures),
        "dice": {
            **_dice(match),
            "secret": match.secret.hex(),
            "contributions": [each.hex() for each in match.contributions],
        },
        "stakes": msgspec.to_builtins(match.stakes),
    }


def _running(match: MatchRecord, games: Mapping[str, type[Game]]) -> dict[str, Any]:
    game = games.get(match.game)
    return {
        "game": match.game,
        "state": "paused" if match.paused else "running",
        "players": _players(match),
        "rules": dict(game.from_dict(match.state).rules) if game is not None else {},
        "started": match.started,
        "starter": match.starter,
        "dice": _dice(match),
        "stakes": msgspec.to_builtins(match.stakes),
    }


def _dice(match: FinishedRecord | MatchRecord) -> dict[str, Any]:
    """What anybody may know of a match's dice while it runs."""
    return {
        "seal": commitment(match.secret).hex(),
        "commitments": [commitment(each).hex() for each in match.contributions],
        "aborted_starts": match.aborted,
        "rolls": [list(faces) for faces in match.rolled],
    }


def _players(match: FinishedRecord | MatchRecord) -> list[dict[str, str]]:
    return [
        {"id": player, "name": name, "bot": bot}
        for player, name, bot in zip(match.players, match.names, match.bots, strict=True)
    ]


def _only(begins: str, ids: Iterable[str]) -> str:
    found = sorted(match for match in ids if match.startswith(begins.lower()))
    if len(found) != 1:
        many = f"{len(found)} matches begin" if found else "No match begins"
        raise UnknownMatch(f"{many} with {begins!r}.")
    return found[0]


def _of(kind: type[T], rows: Iterable[tuple[str, bytes]]) -> Iterable[tuple[str, T]]:
    return ((key, unpack(packed, kind)) for key, packed in rows)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="the match's id, or how it begins")
    parser.add_argument("--world", metavar="DIR", type=Path, default=Path("world"))


def _run(options: argparse.Namespace, games: Mapping[str, type[Game]]) -> int:
    try:
        match = exported(options.world, options.match, games)
    except UnknownMatch as error:
        print(f"voxtable-server: {error}", file=sys.stderr)
        return 2
    json.dump(match, sys.stdout, indent=2, ensure_ascii=False)
    print()
    return 0
