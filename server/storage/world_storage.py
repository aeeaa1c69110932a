"""A world kept in one SQLite file: a thread commits all ticks that wait in one transaction and says when they hold."""

import logging
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue

from ..shared.voxel.columns import RAW_BYTES
from .errors import WorldDamaged, WorldError
from .journal import ColumnPlace, Journal, StoredColumn
from .lock import WorldLock
from .schema import FILE_NAME, moment, open_database, reader, records_of, require_world

_log = logging.getLogger("voxtable.storage")


class WorldStorage:
    """Opens a world's folder, creating it when it is new, and holds its lock. Raises WorldError.

    Without `create` only a world that exists is opened and nothing is ever made, as befits a tool."""

    def __init__(self, folder: Path, *, create: bool = True) -> None:
        self.folder = folder
        if not create:
            require_world(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = WorldLock(folder)
        except OSError as error:
            raise WorldError(f"The world folder {folder} cannot be used ({error.strerror}).") from error
        try:
            self._database = open_database(folder)
        except BaseException:
            self._lock.release()
            raise
        self._journals: SimpleQueue[Journal | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()
        self._unsaved: dict[ColumnPlace, StoredColumn] = {}
        self._own = threading.local()
        self._readers: list[sqlite3.Connection] = []

    def last_moment(self) -> tuple[int, int]:
        return moment(self._database, "tick"), moment(self._database, "now")

    def records(self, collection: str) -> Iterable[tuple[str, bytes]]:
        try:
            return records_of(self._database, collection)
        except sqlite3.Error as error:
            raise WorldDamaged(
                f"The records of {collection!r} in {self.folder / FILE_NAME} cannot be read ({error}). "
                "Nothing was changed."
            ) from error

    def column(self, place: ColumnPlace) -> StoredColumn | None:
        """A column as last submitted. Raises WorldDamaged for one that is there but cannot be read."""
        with self._guard:
            unsaved = self._unsaved.get(place)
        if unsaved is not None:
            return unsaved
        row = self._reader().execute("SELECT revision, blocks FROM columns WHERE cx = ? AND cz = ?", place).fetchone()
        return None if row is None else (row[0], _unpacked(place, row[1]))

    def start(self, committed: Callable[[int], None], failed: Callable[[str], None]) -> None:
        self._thread = threading.Thread(
            target=self._commit_all, args=(committed, failed), name="voxtable-storage", daemon=True
        )
        self._thread.start()

    def submit(self, journal: Journal) -> None:
        with self._guard:
            self._unsaved.update(journal.columns)
        self._journals.put(journal)

    def close(self) -> None:
        if self._thread is not None:
            self._journals.put(None)
            self._thread.join()
        for connection in self._readers:
            connection.close()
        self._database.close()
        self._lock.release()

    def _commit_all(self, committed: Callable[[int], None], failed: Callable[[str], None]) -> None:
        more = True
        while more:
            journals, more = self._waiting()
            if not journals:
                continue
            try:
                self._commit(journals)
            except Exception as error:  # noqa: BLE001 - whatever it is, nothing after it is durable: the server stops
                _log.exception("A commit failed.")
                failed(f"The world in {self.folder} can no longer be stored ({error}); the server stopped.")
                return
            with self._guard:
                for journal in journals:
                    for place, column in journal.columns.items():
                        if self._unsaved.get(place) is column:
                            del self._unsaved[place]
            committed(journals[-1].tick)

    def _waiting(self) -> tuple[list[Journal], bool]:
        """All journals that wait, at least one unless the end was asked for; and whether more may come."""
        journals: list[Journal] = []
        while not journals or not self._journals.empty():
            journal = self._journals.get()
            if journal is None:
                return journals, False
            journals.append(journal)
        return journals, True

    def _commit(self, journals: list[Journal]) -> None:
        database = self._database
        database.execute("BEGIN IMMEDIATE")
        try:
            for journal in journals:
                _write(database, journal)
            last = journals[-1]
            database.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", (("tick", last.tick), ("now", last.now)))
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise

    def _reader(self) -> sqlite3.Connection:
        """This thread's own connection for reading."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = reader(self.folder)
            with self._guard:
                self._readers.append(connection)
        return connection


def _write(database: sqlite3.Connection, journal: Journal) -> None:
    database.executemany(
        "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
        [(*slot, packed) for slot, packed in journal.records.items() if packed is not None],
    )
    database.executemany(
        "DELETE FROM records WHERE collection = ? AND key = ?",
        [slot for slot, packed in journal.records.items() if packed is None],
    )
    database.executemany(
        "INSERT INTO logs (log, tick, value) VALUES (?, ?, ?)",
        [(log, journal.tick, packed) for log, packed in journal.appended],
    )
    database.executemany(
        "INSERT OR REPLACE INTO columns VALUES (?, ?, ?, ?)",
        [(*place, revision, zlib.compress(blocks, 1)) for place, (revision, blocks) in journal.columns.items()],
    )


def _unpacked(place: ColumnPlace, packed: bytes) -> bytes:
    unpack = zlib.decompressobj()
    try:
        blocks = unpack.decompress(packed, RAW_BYTES + 1)
    except zlib.error as error:
        raise WorldDamaged(f"The stored column {place} cannot be read ({error}). Nothing was changed.") from error
    if len(blocks) != RAW_BYTES or not unpack.eof:
        raise WorldDamaged(f"The stored column {place} has a wrong size. Nothing was changed.")
    return blocks
