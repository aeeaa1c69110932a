"""Columns on their way into memory: read from storage or generated, and compressed, in worker threads."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..engine.engine import Engine
from ..shared.voxel.columns import Blocks, ColumnPos, from_raw, pack
from .columns import ColumnStore

_MOST_AT_ONCE: Final = 16
"""Columns that are being loaded at one time."""

_log = logging.getLogger("voxtable.world")


@dataclass(frozen=True, slots=True)
class _Arrived:
    blocks: Blocks
    revision: int
    packed: bytes
    new: bool


class Loading:
    """Brings columns into the store. One that cannot be read is left as it is, in storage and in the world: it counts
    as not loaded, and nothing is generated over it."""

    def __init__(self, engine: Engine, store: ColumnStore, generate: Callable[[int, int], Blocks]) -> None:
        self._engine = engine
        self._store = store
        self._generate = generate
        self._coming: set[ColumnPos] = set()
        self._packing: set[ColumnPos] = set()
        self.unreadable: set[ColumnPos] = set()

    def prepare(self, at: ColumnPos) -> None:
        """Have a column loaded and compressed soon, as far as there are hands free."""
        if at in self._store:
            self.packed(at)
            return
        if at in self._coming or at in self.unreadable or len(self._coming) >= _MOST_AT_ONCE:
            return
        self._coming.add(at)
        self._engine.work(lambda: self._try(at), lambda changes, result: self._take(at, result))

    def load_now(self, at: ColumnPos) -> None:
        """Load a column on this thread, at start."""
        if at not in self._store:
            self._take(at, self._try(at))

    def packed(self, at: ColumnPos) -> bytes | None:
        """A loaded column as it travels, of its present revision; None while it is being compressed."""
        column = self._store.column(at)
        if column is None:
            return None
        if column.packed_revision == column.revision:
            return column.packed
        if at not in self._packing:
            self._packing.add(at)
            blocks, revision = self._store.blocks(at).copy(), column.revision
            self._engine.work(lambda: pack(blocks), lambda changes, packed: self._keep(at, revision, packed))
        return None

    def _try(self, at: ColumnPos) -> _Arrived | Exception:
        try:
            return self._bring(at)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a column, it is told and kept, not replaced
            return error

    def _bring(self, at: ColumnPos) -> _Arrived:
        stored = self._engine.stored_column(*at)
        if stored is None:
            blocks = self._generate(*at)
            return _Arrived(blocks, 0, pack(blocks), new=True)
        revision, raw = stored
        blocks = from_raw(raw)
        return _Arrived(blocks, revision, pack(blocks), new=False)

    def _take(self, at: ColumnPos, result: _Arrived | Exception) -> None:
        self._coming.discard(at)
        if isinstance(result, Exception):
            self.unreadable.add(at)
            _log.error("The column %d, %d cannot be loaded and stays closed.", *at, exc_info=result)
        else:
            self._store.insert(at, result.blocks, result.revision, packed=result.packed, new=result.new)

    def _keep(self, at: ColumnPos, revision: int, packed: bytes) -> None:
        self._packing.discard(at)
        column = self._store.column(at)
        if column is None:
            return
        if column.revision != revision:
            # It changed meanwhile: compressed here, once, rather than never while somebody digs in it.
            packed, revision = pack(self._store.blocks(at)), column.revision
        column.packed, column.packed_revision = packed, revision
