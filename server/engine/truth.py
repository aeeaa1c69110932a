"""The committed truth in memory and what the open tick has changed of it, ready to be sealed as a journal."""

import logging
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Protocol

from ..storage.errors import WorldDamaged
from ..storage.journal import ColumnPlace, Journal, Storage, StoredColumn
from ..storage.records import UnreadableRecord, pack, unpack
from .changes import ChangeSet, Collection, Log, Model, Pos, SetAside, Unreadable
from .plugins import Hooks

ASIDE = "set_aside/"
"""What the name of a collection begins with that keeps the unreadable records of the one named after it, where those
were laid aside."""

_log = logging.getLogger("voxtable.engine")


class UndeclaredCollection(Exception):
    """A record for a collection that no room and no plugin declared: a fault of the one who writes it."""


class ColumnStore(Protocol):
    """The committed blocks as the world room keeps them."""

    def state_at(self, pos: Pos) -> int | None: ...
    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        """Make a change set's edits (state before, state after) true."""
        ...

    def take_dirty(self) -> dict[ColumnPlace, StoredColumn]:
        """The columns changed since the last call, as copies with their revisions."""
        ...


class NoColumns:
    """A world without any loaded column."""

    def state_at(self, pos: Pos) -> int | None:
        return None

    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        if block_edits:
            raise RuntimeError("Blocks were edited where no column is loaded.")

    def take_dirty(self) -> dict[ColumnPlace, StoredColumn]:
        return {}


class Truth:
    """The model and the columns, and the open journal. Only declared collections and logs take records."""

    def __init__(
        self, declared: Mapping[str, Collection[Any] | Log[Any]], failed: Callable[[str, Exception], None]
    ) -> None:
        self.model = Model()
        self._failed = failed
        self.columns: ColumnStore = NoColumns()
        self._declared = declared
        self._records: dict[tuple[str, str], bytes | None] = {}
        self._appended: list[tuple[str, bytes]] = []

    def changes(self, now: int, asker: str = "") -> ChangeSet:
        """A fresh change set at this game time."""
        return ChangeSet(self.model, self.columns, now, asker, failed=self._failed)

    def merge(self, changes: ChangeSet, hooks: Hooks) -> None:
        """Ask the plugins about what burns, then make the set true. Raises, with all as it was, what a hook raises, and
        UnreadableRecord for a record that could not be read again."""
        asked = 0
        while asked < len(changes.burnt):
            stack, reason = changes.burnt[asked]
            asked += 1
            for hook in hooks.burn:
                hook(changes, stack, reason)
        records = {slot: self._packed(slot[0], record) for slot, record in changes.records.items()}
        appended = [(log, self._packed(log, record)) for log, record in changes.appended]
        if changes.block_edits:
            self.columns.apply(changes.block_edits)
        self.model.merge(changes)
        self._records.update(records)
        self._appended.extend((log, packed) for log, packed in appended if packed is not None)

    def seal(self, tick: int, now: int) -> Journal:
        """The open journal as bytes and copies; a new one is begun."""
        journal = Journal(tick, now, self._records, tuple(self._appended), self.columns.take_dirty())
        self._records, self._appended = {}, []
        return journal

    def load(self, collection: Collection[Any], storage: Storage) -> None:
        """Take in a stored collection; what cannot be read is set aside under its name in the log. Raises WorldDamaged
        where the world means nothing without it."""
        for key, packed in storage.records(collection.name):
            try:
                self.model.load(collection, key, _read(packed, collection))
            except UnreadableRecord as error:
                self._set_aside(collection, SetAside(collection.name, key, packed, collection.called, str(error)))

    def _set_aside(self, collection: Collection[Any], record: SetAside) -> None:
        name = f"The record {record.key!r} of {record.collection!r} in this world cannot be read: {record.why}."
        if collection.unreadable is Unreadable.FATAL:
            raise WorldDamaged(f"{name} Nothing was changed.")
        _log.error("%s It is set aside as it is; everything else goes on.", name)
        if collection.unreadable is Unreadable.LOCKED:
            self.model.aside[(record.collection, record.key)] = record
        else:
            kept = f"{record.key} {sha256(record.packed).hexdigest()[:8]}"
            self._records[(ASIDE + record.collection, kept)] = record.packed
            self._records[(record.collection, record.key)] = None

    def _packed(self, name: str, record: Any) -> bytes | None:
        declared = self._declared.get(name)
        if declared is None:
            raise UndeclaredCollection(f"Nobody declared the collection {name!r}, so nobody could read it again.")
        if record is None:
            return None
        packed = pack(record)
        unpack(packed, declared.record)
        return packed


def _read(packed: bytes, collection: Collection[Any]) -> Any:
    """A stored record that can be used. Raises UnreadableRecord."""
    record = unpack(packed, collection.record)
    if collection.check is not None:
        try:
            collection.check(record)
        except Exception as error:  # whatever a plugin's code raises for it
            raise UnreadableRecord(f"{type(error).__name__}: {error}") from error
    return record
