"""Who may use operator commands: whom an operator made one, who bears a name of the settings, and whose world it is.

A name of the settings is claimed by the first key that logs in with it. From then on the right is that player's,
whatever they are called, and nobody gets it by taking a name that became free.
"""

import logging
from collections.abc import Sequence

import msgspec

from ..engine.changes import ChangeSet, Refusal
from ..engine.engine import Engine
from ..shared.names.rules import composed, folded
from .records import OWN_WORLD, PLAYERS, OwnWorld, PlayerRecord
from .roster import find

_log = logging.getLogger("voxtable.players")


class Ranks:
    """`operators` are names of the settings; `owner` is the key of the player whose own world this is, b'' on a
    server; `commands` says whether an own world that is new lets its owner use operator commands."""

    def __init__(self, engine: Engine, operators: Sequence[str], owner: bytes, commands: bool) -> None:
        self._engine = engine
        self._names = {folded(composed(name)): name for name in operators}
        self._owner = owner
        self._commands = commands

    def open(self) -> None:
        """The world is open: settle what is not settled yet, and say which names wait to be claimed."""
        self._engine.change(self._begin)
        for name in self._unclaimed():
            _log.warning("Nobody has joined as %s yet. The first key that does becomes operator for good.", name)

    def operator(self, record: PlayerRecord) -> bool:
        """Whether a player may use operator commands."""
        return record.operator or record.operator_as in self._names or (self._owns(record) and self._allows())

    def claimed(self, changes: ChangeSet, record: PlayerRecord) -> PlayerRecord:
        """The record of a player who comes in, with the right of the name it bears, if nobody has claimed that."""
        name = folded(record.name)
        if name not in self._names or any(other.operator_as == name for _, other in changes.scan(PLAYERS)):
            return record
        return msgspec.structs.replace(record, operator_as=name)

    def refusal(self, record: PlayerRecord, command: str) -> Refusal:
        """Why this player may not use an operator command."""
        if self._owns(record):
            return Refusal("commands_off", f"Commands such as /{command} are off in this world since it was made.")
        return Refusal("operators_only", f"Only operators may use /{command}.")

    def _begin(self, changes: ChangeSet) -> None:
        if self._owner and changes.read(OWN_WORLD, "world") is None:
            # A world from before this was asked has players; they were never told that they may not.
            old = next(changes.scan(PLAYERS), None) is not None
            changes.put(OWN_WORLD, "world", OwnWorld(commands=self._commands or old))
        for name in self._names.values():
            found = find(changes, name)
            if found is not None and found[1].key:
                changes.put(PLAYERS, found[0], self.claimed(changes, found[1]))

    def _owns(self, record: PlayerRecord) -> bool:
        return bool(self._owner) and record.key == self._owner

    def _allows(self) -> bool:
        stored = self._engine.model.rows(OWN_WORLD).get("world")
        return stored is not None and stored.commands

    def _unclaimed(self) -> list[str]:
        claimed = {record.operator_as for record in self._engine.model.rows(PLAYERS).values()}
        return [name for wanted, name in self._names.items() if wanted not in claimed]
