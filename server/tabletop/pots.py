"""`voxtable-server pots`: every pot in escrow, and settling one by hand that no match will settle any more.

Listing reads a world that a server may have open; settling needs it closed. What is settled waits in claim boxes.
"""

import argparse
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from ..engine.changes import ChangeSet
from ..engine.engine import Engine
from ..engine.plugins import Tool
from ..items import giving, ledger
from ..shared.inventory.stack import Stack
from ..storage.records import unpack
from ..storage.schema import read_database, records_of
from ..storage.world_storage import WorldStorage
from .game import Game
from .records import STORED_MATCHES, MatchRecord
from .stakes import ESCROW, escrow


class CannotSettle(Exception):
    """What was asked for is not possible; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Pot:
    """What lies in escrow at one place, a match's id or a table's position, by player id. `stuck`: no match settles it.

    `match` is None where there is none that is kept."""

    place: str
    stakes: Mapping[str, tuple[Stack, ...]]
    match: MatchRecord | None
    state: str
    stuck: bool

    def name(self, player: str) -> str:
        """What a player was called in the match, else the id."""
        if self.match is not None and player in self.match.players:
            return self.match.names[self.match.players.index(player)]
        return player


def tool(games: Iterable[type[Game]]) -> Tool:
    """The subcommand, where these games are installed."""
    names = frozenset(game.name for game in games)
    return Tool("pots", "list the pots in escrow, and settle one", _arguments, lambda options: _run(options, names))


def pots(world: Path, games: Container[str]) -> list[Pot]:
    """Every pot of a stored world, by place; `games` are the names of the installed ones. Raises WorldError."""
    with read_database(world) as database:
        holders = {
            key: unpack(packed, ledger.Holder)
            for key, packed in records_of(database, ledger.HOLDERS.name)
            if key.startswith(ESCROW)
        }
        matches = {key: unpack(packed, MatchRecord) for key, packed in records_of(database, STORED_MATCHES.name)}
    found: dict[str, dict[str, tuple[Stack, ...]]] = {}
    for key, holder in sorted(holders.items()):
        place, _, player = key.removeprefix(ESCROW).partition("/")
        found.setdefault(place, {})[player] = tuple(stack for stack in holder.slots if stack is not None)
    return [_pot(place, stakes, matches.get(place), games) for place, stakes in found.items()]


def settle(world: Path, pot: Pot, to: str = "") -> None:
    """Put every stake of a pot into its player's claim box, or all of it into that of the player of this name in its
    match. Raises CannotSettle, and WorldError when a server has the world open."""
    players = pot.match.players if pot.match is not None else tuple(pot.stakes)
    winner = next((player for player in players if pot.name(player) == to), "")
    if to and not winner:
        raise CannotSettle(f"Nobody called {to} has a part in this pot.")
    failures: list[str] = []
    engine = Engine(WorldStorage(world))
    try:
        for collection in (ledger.HOLDERS, ledger.MINTED, ledger.BURNT, STORED_MATCHES):
            engine.declare(collection)
        engine.open(failed=failures.append)
        engine.change(lambda changes: _settle(changes, pot, winner))
        engine.tick()
    finally:
        engine.shut_down()
    if failures:
        raise CannotSettle(failures[0])


def _settle(changes: ChangeSet, pot: Pot, winner: str) -> None:
    for player in pot.stakes:
        giving.to_claim_box(changes, winner or player, escrow(pot.place, player))
    match = changes.read(STORED_MATCHES, pot.place)
    if match is not None:
        changes.put(STORED_MATCHES, pot.place, replace(match, stakes=()))


def _pot(place: str, stakes: dict[str, tuple[Stack, ...]], match: MatchRecord | None, games: Container[str]) -> Pot:
    if match is None and "," in place:
        return Pot(place, stakes, None, "in a lobby, goes back when its players leave it", False)
    if match is None:
        return Pot(place, stakes, None, "of a match that is not kept", True)
    if match.over:
        return Pot(place, stakes, match, "of a match that is over", True)
    if match.game not in games:
        return Pot(place, stakes, match, f"of a game that is not installed: {match.game}", True)
    return Pot(place, stakes, match, "of a paused match" if match.paused else "of a running match", False)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--world", metavar="DIR", type=Path, default=Path("world"))
    parser.add_argument("--settle", metavar="PLACE", help="a match's id or a table's x,y,z, or how it begins")
    parser.add_argument("--to", metavar="NAME", default="", help="who has all of it; else every stake goes back")


def _run(options: argparse.Namespace, games: Container[str]) -> int:
    found = pots(options.world, games)
    if options.settle is None:
        for line in _listed(found):
            print(line)
        return 0
    chosen = [pot for pot in found if pot.place.startswith(options.settle)]
    try:
        if len(chosen) != 1:
            many = f"{len(chosen)} pots begin" if chosen else "No pot begins"
            raise CannotSettle(f"{many} with {options.settle!r}.")
        settle(options.world, chosen[0], options.to)
    except CannotSettle as error:
        print(f"voxtable-server: {error}", file=sys.stderr)
        return 2
    print(f"The pot at {chosen[0].place} is settled; it waits in {options.to or 'each player'}'s claim box.")
    return 0


def _listed(found: list[Pot]) -> Iterator[str]:
    for pot in found:
        yield f"{pot.place}  {pot.state}{'  STUCK' if pot.stuck else ''}"
        for player, stacks in pot.stakes.items():
            yield f"  {pot.name(player)}: {giving.described(ledger.tally(stacks))}"
    stuck = sum(pot.stuck for pot in found)
    yield f"{len(found)} {'pot' if len(found) == 1 else 'pots'} in escrow, {stuck} stuck."
