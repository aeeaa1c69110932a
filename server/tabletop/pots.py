"""`voxtable-server pots`: every pot in escrow, and settling one by hand that no match will settle any more.

Listing reads a world that a server may have open; settling needs it closed. What is settled waits in claim boxes.
"""

import argparse
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from ..engine.changes import ChangeSet, Refusal
from ..engine.engine import Engine
from ..engine.plugins import Tool
from ..items import giving, ledger
from ..shared.command_line import CommandFault, chosen
from ..shared.inventory.stack import Stack
from ..storage.records import UnreadableRecord
from ..storage.schema import read_database, readable
from ..storage.world_storage import WorldStorage
from .escrows import stored_books, strays
from .game import Game
from .records import STORED_MATCHES, MatchRecord
from .stakes import ESCROW, escrow

PLAYERS: Final = "players"
"""The collection in which the core keeps who is called what."""


class CannotSettle(CommandFault):
    """What was asked for is not possible; the sentence says why."""


class _Named(msgspec.Struct, frozen=True):
    """What of a player's record is read here."""

    name: str


@dataclass(frozen=True, slots=True)
class Pot:
    """What lies in escrow at one place, a match's id or a table's position, by player id. `stuck`: no match settles it.

    A stake is None where its record cannot be read, `match` where there is none that can be; `names` are those that
    players have now, by id."""

    place: str
    stakes: Mapping[str, tuple[Stack, ...] | None]
    match: MatchRecord | None
    state: str
    stuck: bool
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """Who has a part in it."""
        return self.match.people if self.match is not None else tuple(self.stakes)

    def called(self, player: str) -> str:
        """What a player is called now, else in the match; '' where no name is known."""
        if player in self.names or self.match is None or player not in self.match.players:
            return self.names.get(player, "")
        return self.match.names[self.match.players.index(player)]

    def player(self, told: str) -> str:
        """The player of this name, without case, or of this id. Raises CannotSettle."""
        found = [player for player in self.players if told.casefold() in (player, self.called(player).casefold())]
        if not told or not found:
            raise CannotSettle(f"Nobody called {told} has a part in this pot." if told else "Name a player after --to.")
        if len(found) > 1:
            raise CannotSettle(f"{len(found)} players of this pot are called {told}; give the id of one.")
        return found[0]


def tool(games: Iterable[type[Game]]) -> Tool:
    """The subcommand, where these games are installed."""
    names = frozenset(game.name for game in games)
    return Tool("pots", "list the pots in escrow, and settle one", _arguments, lambda options: _run(options, names))


def pots(world: Path, games: Container[str]) -> list[Pot]:
    """Every pot of a stored world, by place; `games` are the names of the installed ones. Raises WorldError."""
    with read_database(world) as database:
        holders = dict(readable(database, ledger.HOLDERS.name, ledger.Holder))
        matches = dict(readable(database, STORED_MATCHES.name, MatchRecord))
        lost = {place for place, _ in strays(holders, stored_books(database))}
        named = dict(readable(database, PLAYERS, _Named))
    names = {player: record.name for player, record in named.items() if isinstance(record, _Named)}
    found: dict[str, dict[str, tuple[Stack, ...] | None]] = {}
    for key, holder in holders.items():
        if key.startswith(ESCROW):
            place, _, player = key.removeprefix(ESCROW).partition("/")
            slots = None if isinstance(holder, UnreadableRecord) else holder.slots
            staked = None if slots is None else tuple(stack for stack in slots if stack is not None)
            found.setdefault(place, {})[player] = staked
    return [
        Pot(place, stakes, None, "that belongs to nothing; a running server frees it within minutes", True, names)
        if place in lost and place not in matches
        else _pot(place, stakes, matches.get(place), games, names)
        for place, stakes in found.items()
    ]


def settle(world: Path, pot: Pot, to: str | None = None) -> None:
    """Put every stake of a pot into its player's claim box, or all of it into that of the player of this name or id.
    Raises CannotSettle, and WorldError when a server has the world open."""
    winner = pot.player(to) if to is not None else ""
    failures: list[str] = []
    engine = Engine(WorldStorage(world, create=False))
    try:
        for collection in (ledger.HOLDERS, ledger.MINTED, ledger.BURNT, STORED_MATCHES):
            engine.declare(collection)
        engine.open(failed=failures.append)
        engine.change(lambda changes: _settle(changes, pot, winner))
        engine.tick()
    except Refusal as refusal:
        raise CannotSettle(refusal.text) from refusal
    finally:
        engine.shut_down()
    if failures:
        raise CannotSettle(failures[0])


def _settle(changes: ChangeSet, pot: Pot, winner: str) -> None:
    for player in pot.stakes:
        giving.to_claim_box(changes, winner or player, escrow(pot.place, player))
    match = changes.read(STORED_MATCHES, pot.place) if changes.readable(STORED_MATCHES, pot.place) else None
    if match is not None:
        changes.put(STORED_MATCHES, pot.place, replace(match, stakes=()))


def _pot(
    place: str,
    stakes: dict[str, tuple[Stack, ...] | None],
    match: MatchRecord | UnreadableRecord | None,
    games: Container[str],
    names: Mapping[str, str],
) -> Pot:
    if isinstance(match, UnreadableRecord):
        return Pot(place, stakes, None, f"of a match whose record cannot be read: {match}", True, names)
    if match is None:
        return Pot(place, stakes, None, "in a lobby, goes back when its players leave it", False, names)
    if match.over:
        return Pot(place, stakes, match, "of a match that is over", True, names)
    if match.game not in games:
        return Pot(place, stakes, match, f"of a game that is not installed: {match.game}", True, names)
    return Pot(place, stakes, match, "of a paused match" if match.paused else "of a running match", False, names)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--world", metavar="DIR", type=Path, default=Path("world"))
    parser.add_argument("--settle", metavar="PLACE", help="a match's id or a table's x,y,z, or how it begins")
    parser.add_argument("--to", metavar="NAME", help="who has all of it, by name or id; else every stake goes back")


def _run(options: argparse.Namespace, games: Container[str]) -> int:
    if options.to is not None and options.settle is None:
        raise CommandFault("--to says who has the pot that --settle names; give both.")
    found = {pot.place: pot for pot in pots(options.world, games)}
    if options.settle is None:
        for line in _listed(found.values()):
            print(line)
        return 0
    pot = found[chosen(options.settle, found, "pot", "pots")]
    settle(options.world, pot, options.to)
    whose = "each player" if options.to is None else pot.called(pot.player(options.to)) or options.to
    print(f"The pot at {pot.place} is settled; it waits in {whose}'s claim box.")
    return 0


def _listed(found: Collection[Pot]) -> Iterator[str]:
    for pot in found:
        yield f"{pot.place}  {pot.state}{'  STUCK' if pot.stuck else ''}"
        for player, stacks in pot.stakes.items():
            name = pot.called(player)
            staked = "what was staked cannot be read; it is kept as it is"
            if stacks is not None:
                staked = giving.described(ledger.tally(stacks), kinds=None)
            yield f"  {f'{name} ({player})' if name else player}: {staked}"
    stuck = sum(pot.stuck for pot in found)
    yield f"{len(found)} {'pot' if len(found) == 1 else 'pots'} in escrow, {stuck} stuck."
