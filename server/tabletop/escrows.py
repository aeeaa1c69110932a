"""By what road each stake in escrow comes free: the audit asks for one, and a server frees what has none, when it
starts and every few minutes.

A stake in a lobby goes back when its player, who sits there, gets up; that of a match when the match ends. Where a
record that would say so cannot be read, the stake stays where it is.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from ..engine.changes import ChangeSet, Collection, Refusal
from ..items import giving, ledger
from ..storage.records import UnreadableRecord
from ..storage.schema import read_database, readable, records_of
from .records import (
    STORED_FINISHED,
    STORED_MATCHES,
    STORED_SITTERS,
    STORED_TABLES,
    MatchRecord,
    SitterRecord,
    TableRecord,
    key_of,
)
from .stakes import ESCROW, STORED_STAKERS, StakersRecord, pot_to
from .tidings import Tidings

T = TypeVar("T")

FREE_EVERY = 6_000
"""Ticks between two looks for stakes that no road leads out of, such as those that could not be paid out."""
_log = logging.getLogger("voxtable.tabletop")


@dataclass(frozen=True, slots=True)
class Books:
    """What says whose stake is whose, by record key; None for a record that cannot be read."""

    matches: Mapping[str, MatchRecord | None]
    tables: Mapping[str, TableRecord | None]
    stakers: Mapping[str, StakersRecord | None]
    sitters: Mapping[str, SitterRecord | None]

    def comes_free(self, place: str, player: str) -> bool:
        """Whether the stake of a player at a place, a match's id or a table's key, has a road out."""
        if place in self.matches:
            match = self.matches[place]
            return match is None or (not match.over and player in match.people)
        return self._in_lobby(place, player)

    def _in_lobby(self, place: str, player: str) -> bool:
        table, stakers = self.tables.get(place, TableRecord()), self.stakers.get(place, StakersRecord(()))
        sitter = self.sitters.get(player, _NOWHERE)
        if table is None or stakers is None or sitter is None:
            return True
        match = self.matches.get(table.match)
        between = table.match not in self.matches or match is None or match.over
        return bool(table.fitter) and between and player in stakers.players and key_of(sitter.table) == place


_NOWHERE = SitterRecord((0, -1, 0), (0, -1, 0), 0)


def strays(holders: Iterable[str], books: Books) -> Iterator[tuple[str, str]]:
    """Place and player of every stake among these holders that no road leads out of."""
    for holder in holders:
        if holder.startswith(ESCROW):
            place, _, player = holder.removeprefix(ESCROW).partition("/")
            if not books.comes_free(place, player):
                yield place, player


def free_strays(changes: ChangeSet, tidings: Tidings) -> None:
    """Put every stake that no road leads out of into the claim box of whose it is, and tell them."""
    holders = [key for key, _ in changes.scan(ledger.HOLDERS)]
    if not any(holder.startswith(ESCROW) for holder in holders):
        return
    for place, player in list(strays(holders, _live(changes, holders))):
        free = partial(_free, changes, tidings, place, player)
        changes.attempt(f"Freeing the stake of {player} at {place}", free)


def _free(changes: ChangeSet, tidings: Tidings, place: str, player: str) -> None:
    holder, to = f"{ESCROW}{place}/{player}", _due(changes, place, player)
    what = giving.described(ledger.tally(ledger.slots(changes, holder)))
    giving.to_claim_box(changes, to, holder)
    freed = "The stake of %s at %s (%s) was in no match or lobby; %s has it now."
    changes.note(_log, freed, player, place, what, to, level=logging.WARNING)
    told = f"{'A stake of yours' if to == player else 'A pot that you won'} lay where no match would end: {what}."
    tidings.tell(changes, to, f"{told} The server put it into your claim box.")


def _due(changes: ChangeSet, place: str, player: str) -> str:
    """Whose a player's stake is: the winner's, where it was staked in a match that has one, else the player's own."""
    finished = changes.read(STORED_FINISHED, place)
    winner = pot_to(finished.outcome) if finished is not None and player in finished.players else None
    return player if finished is None or winner is None else finished.players[winner]


def audit(world: Path) -> tuple[str, ...]:
    """What is wrong with the stakes of a stored world, in sentences; a server may have it open. Raises WorldError."""
    with read_database(world) as database:
        holders = [key for key, _ in records_of(database, ledger.HOLDERS.name)]
        books = stored_books(database)
    return tuple(
        f"The stake of {player} at {place} has no way out of escrow; a running server frees it within minutes."
        for place, player in strays(holders, books)
    )


def stored_books(database: Connection) -> Books:
    """The books of a stored world."""
    matches, tables = _read(database, STORED_MATCHES), _read(database, STORED_TABLES)
    stakers, sitters = _read(database, STORED_STAKERS), _read(database, STORED_SITTERS)
    return Books(matches, tables, stakers, sitters)


def _read(database: Connection, collection: Collection[T]) -> dict[str, T | None]:
    found = readable(database, collection.name, collection.record)
    return {key: None if isinstance(record, UnreadableRecord) else record for key, record in found}


def _live(changes: ChangeSet, holders: Iterable[str]) -> Books:
    """The books as a change set sees them, of all places and players that holders of stakes name."""
    named = [holder.removeprefix(ESCROW).partition("/") for holder in holders if holder.startswith(ESCROW)]
    places, players = [place for place, _, _ in named], [player for _, _, player in named]
    tables = _known(changes, STORED_TABLES, places)
    played = [table.match for table in tables.values() if table is not None]
    matches, stakers = _known(changes, STORED_MATCHES, [*places, *played]), _known(changes, STORED_STAKERS, places)
    sitters = _known(changes, STORED_SITTERS, players)
    return Books(matches, tables, stakers, sitters)


def _known(changes: ChangeSet, collection: Collection[T], keys: Iterable[str]) -> dict[str, T | None]:
    """The records of these keys that there are; None for one that the server keeps without being able to read it."""
    found: dict[str, T | None] = {}
    for key in keys:
        try:
            record = changes.read(collection, key)
        except Refusal:
            found[key] = None
            continue
        if record is not None:
            found[key] = record
    return found
