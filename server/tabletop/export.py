"""`voxtable-server export`: the matches of a stored world in a list, and one of them written out as JSON.

A server may have the world open. The secret of the dice goes out only with a match that is over. What cannot be read
of other matches keeps none from being written.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import msgspec

from ..engine.plugins import Tool
from ..shared.command_line import FAILED, CommandFault, chosen, whole_number
from ..shared.fair_dice import commitment
from ..storage.records import UnreadableRecord, unpack
from ..storage.schema import entries_of, read_database, readable
from .game import Game
from .pages import STORED_ROLLS, RollsRecord, rolls
from .recorded import Found, lines
from .records import STORED_EVENTS, STORED_FINISHED, STORED_MATCHES, FinishedRecord, LoggedEvent, MatchRecord

LISTED = 20
"""Matches that a list has when nobody asks for more."""


def tool(games: Iterable[type[Game]]) -> Tool:
    """The subcommand, for the matches of these games."""
    by_name = {game.name: game for game in games}
    about = "list the matches, or write one and its log as JSON"
    return Tool("export", about, _arguments, lambda options: _run(options, by_name))


def exported(world: Path, begins: str, games: Mapping[str, type[Game]]) -> dict[str, Any]:
    """The match of this id, or whose id begins so, as plain data. Raises CommandFault and WorldError."""
    with read_database(world) as database:
        kept = _kept(database)
        match = chosen(begins.lower(), kept, "match", "matches")
        entries = entries_of(database, STORED_EVENTS.name)
        turned = dict(readable(database, STORED_ROLLS.name, RollsRecord))
    record = kept[match]
    if isinstance(record, UnreadableRecord):
        raise CommandFault(f"The match {match} cannot be exported: its record cannot be read ({record}).")
    rolled = [list(faces) for faces in rolls(match, record, partial(_page, match, turned))]
    told = _finished(record) if isinstance(record, FinishedRecord) else _running(match, record, games)
    told["dice"]["rolls"] = rolled
    log, unreadable = _log_of(match, entries)
    lacking = {"unreadable_entries": unreadable} if unreadable else {}
    return {"match": match, **told, "log": log, **lacking}


def _kept(database: Connection) -> dict[str, Found]:
    """Every match by id; one that has ended as it was then."""
    return {
        **dict(readable(database, STORED_MATCHES.name, MatchRecord)),
        **dict(readable(database, STORED_FINISHED.name, FinishedRecord)),
    }


def _log_of(match: str, entries: Iterable[bytes]) -> tuple[list[dict[str, Any]], int]:
    """What happened in a match, and how many entries of the world's log cannot be read: some may have been its own."""
    log, unreadable = [], 0
    for packed in entries:
        try:
            entry = unpack(packed, LoggedEvent)
        except UnreadableRecord:
            unreadable += 1
            continue
        if entry.match == match:
            log.append(entry.event)
    return log, unreadable


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


def _running(match: str, record: MatchRecord, games: Mapping[str, type[Game]]) -> dict[str, Any]:
    return {
        "game": record.game,
        "state": "paused" if record.paused else "running",
        "players": _players(record),
        "rules": _rules(match, record, games),
        "started": record.started,
        "starter": record.starter,
        "dice": _dice(record),
        "stakes": msgspec.to_builtins(record.stakes),
    }


def _rules(match: str, record: MatchRecord, games: Mapping[str, type[Game]]) -> dict[str, Any]:
    """The rules that a match was begun by, {} where its game is not installed."""
    if record.game not in games:
        return {}
    try:
        return dict(games[record.game].from_dict(record.state).rules)
    except Exception as error:  # whatever a third party's game raises over a damaged state
        why = f"its game cannot read how it stands ({type(error).__name__}: {error})"
        raise CommandFault(f"The match {match} cannot be exported: {why}.") from error


def _dice(match: FinishedRecord | MatchRecord) -> dict[str, Any]:
    """What anybody may know of a match's dice while it runs."""
    return {
        "seal": commitment(match.secret).hex(),
        "commitments": [commitment(each).hex() for each in match.contributions],
        "aborted_starts": match.aborted,
    }


def _page(match: str, turned: Mapping[str, RollsRecord | UnreadableRecord], key: str) -> RollsRecord | None:
    page = turned.get(key)
    if isinstance(page, UnreadableRecord):
        raise CommandFault(f"The match {match} cannot be exported: its rolls cannot be read ({page}).")
    return page


def _players(match: FinishedRecord | MatchRecord) -> list[dict[str, str]]:
    return [
        {"id": player, "name": name, "bot": bot}
        for player, name, bot in zip(match.players, match.names, match.bots, strict=True)
    ]


# ------------------------------------------------------------------ the command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", metavar="MATCH", nargs="?", help="its id, or how that begins; without it all are listed"
    )
    parser.add_argument("--world", metavar="DIR", type=Path, default=Path("world"))
    parser.add_argument(
        "--last",
        metavar="N",
        type=whole_number(1, 10**9),
        default=LISTED,
        help=f"how many matches to list, the newest first; {LISTED} by default",
    )


def _run(options: argparse.Namespace, games: Mapping[str, type[Game]]) -> int:
    if options.match is None:
        for line in _listed(options.world, options.last, games):
            print(line)
        return 0
    match = exported(options.world, options.match, games)
    # Plain ASCII reads the same in whatever encoding a shell writes a file.
    json.dump(match, sys.stdout, indent=2)
    print()
    unreadable = match.get("unreadable_entries", 0)
    if unreadable:
        told = "entry" if unreadable == 1 else "entries"
        raise CommandFault(f"{unreadable} {told} of the log cannot be read; this match may lack them.", FAILED)
    return 0


def _listed(world: Path, most: int, games: Mapping[str, type[Game]]) -> Iterator[str]:
    with read_database(world) as database:
        kept = _kept(database)
    if not kept:
        yield f"No match has been played in the world in {world}."
        return
    yield from lines(kept, {game.name: game.title for game in games.values()}, most)
    if len(kept) > most:
        yield f"{most} of {len(kept)} matches; --last {len(kept)} lists them all."
