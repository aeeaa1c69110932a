"""Who belongs to a world: its players by name and by key, and how one comes to have another name.

On a server a name belongs to one key. A key has one name too; only worlds from before that rule hold keys with
several, and an operator's `rekey` can hand a key a second one.
"""

import logging
from collections.abc import Callable

import msgspec

from ..engine.changes import ChangeSet, Refusal
from ..shared.names.rules import composed, folded, look_alike, name_fault
from ..shared.protocol.chat import ChatLine
from ..shared.protocol.world import PlayerRenamed
from .records import PLAYERS, PlayerRecord

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
    others = [record.name for each, record in changes.scan(PLAYERS) if each != player]
    same = next((other for other in others if folded(other) == folded(name)), "")
    if same:
        return f"The name {same} belongs to somebody else here."
    alike = next((other for other in others if look_alike(other, name)), "")
    return f"The name {name} looks like {alike}, who plays here. Choose one that nobody takes for it." if alike else ""


def rename(changes: ChangeSet, player: str, name: str, renamed: list[Renamed]) -> None:
    """Call a player something else from now on: everything else of theirs stays. Raises Refusal."""
    record, name = changes.read(PLAYERS, player), composed(name)
    assert record is not None
    if name == record.name:
        raise Refusal("same_name", f"You are {name} already.")
    fault = why_not(changes, name, player)
    if fault:
        raise Refusal("bad_name", fault)
    changes.put(PLAYERS, player, msgspec.structs.replace(record, name=name))
    for hook in renamed:
        hook(changes, player, name)
    changes.note(_log, "%s (%s) is called %s now.", record.name, player, name)
    changes.tell_all(PlayerRenamed(player, name))
    changes.tell_all(ChatLine("", f"{record.name} is called {name} now."))
