"""Who belongs to a world: its players by name and by key, and how one comes to have another name.

On a server a name belongs to one key, and so do the last names that it gave up, or somebody could pose under one. A
key has one name too; only worlds from before that rule hold keys with several, and an operator's `rekey` can hand a key
a second one.
"""

import logging
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Refusal
from ..shared.names.rules import composed, folded, look_alike, name_fault
from ..shared.protocol.chat import ChatLine
from ..shared.protocol.world import PlayerRenamed
from .records import PLAYERS, PlayerRecord
from .set_aside import names_kept

MOST_FORMER: Final = 3
"""Names that a player gave up and that are kept for them, the last ones."""

_log = logging.getLogger("voxtable.players")

Renamed = Callable[[ChangeSet, str, str], None]
"""Hears of a player's new name: changes, player id, name."""


def find(changes: ChangeSet, name: str) -> tuple[str, PlayerRecord] | None:
    """The player of a name, compared without case: id and record, or None."""
    wanted = folded(name)
    return next((row for row in changes.scan(PLAYERS) if folded(row[1].name) == wanted), None)


def owned(changes: ChangeSet, key: bytes) -> list[tuple[str, PlayerRecord]]:
    """The players that a key has here: ids and records, by name."""
    return sorted((row for row in changes.scan(PLAYERS) if row[1].key == key), key=lambda row: row[1].name)


def why_not(changes: ChangeSet, name: str, player: str = "") -> str:
    """Why a player, or with '' a newcomer, may not be called this, as a sentence; '' when they may."""
    fault = name_fault(name)
    if fault:
        return fault
    alike = ""
    for other, whose in _taken(changes, player):
        if folded(other) == folded(name):
            return f"The name {other} {whose}."
        if not alike and look_alike(other, name):
            alike = f"The name {name} looks like {other}, which {whose}. Choose one that nobody takes for it."
    return alike


def _taken(changes: ChangeSet, player: str) -> Iterator[tuple[str, str]]:
    """The names that a player may not have, and whose each is in words."""
    others = [record for each, record in changes.scan(PLAYERS) if each != player]
    for record in others:
        yield record.name, "belongs to somebody else here"
    for record in others:
        for former in record.former:
            yield former, f"is kept for {record.name}, who was called so"
    for kept in names_kept(changes.model.aside.values()):
        yield kept, "is kept for a player whose record this server cannot read"


def free(changes: ChangeSet, name: str) -> tuple[str, bool] | None:
    """Let a name be claimed by the next key that proves itself: the name as it is written, and whether its player, who
    goes with it, is an operator. None where nobody has it or had it lately."""
    found = find(changes, name)
    if found is not None:
        player, record = found
        changes.put(PLAYERS, player, msgspec.structs.replace(record, key=b""))
        return record.name, record.operator or bool(record.operator_as)
    for player, record in changes.scan(PLAYERS):
        for former in record.former:
            if folded(former) == folded(name):
                left = tuple(each for each in record.former if each != former)
                changes.put(PLAYERS, player, msgspec.structs.replace(record, former=left))
                return former, False
    return None


def rename(changes: ChangeSet, player: str, name: str, renamed: list[Renamed]) -> None:
    """Call a player something else from now on: everything else of theirs stays. Raises Refusal."""
    record, name = changes.read(PLAYERS, player), composed(name)
    assert record is not None
    if name == record.name:
        raise Refusal("same_name", f"You are {name} already.")
    fault = why_not(changes, name, player)
    if fault:
        raise Refusal("bad_name", fault)
    changes.put(PLAYERS, player, msgspec.structs.replace(record, name=name, former=_former(record, name)))
    for hook in renamed:
        hook(changes, player, name)
    changes.note(_log, "%s (%s) is called %s now.", record.name, player, name)
    changes.tell_all(PlayerRenamed(player, name))
    changes.tell_all(ChatLine("", f"{record.name} is called {name} now."))


def _former(record: PlayerRecord, name: str) -> tuple[str, ...]:
    """The names to be kept for a player who is called this from now on."""
    given_up = {folded(each): each for each in (*record.former, record.name) if folded(each) != folded(name)}
    return tuple(given_up.values())[-MOST_FORMER:]
