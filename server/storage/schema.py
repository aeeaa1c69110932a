"""The world's database: its tables, its version, and the steps that bring an older world up to date."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from .errors import WorldDamaged, WorldError, WorldMissing, WorldTooNew
from .records import UnreadableRecord, unpack

T = TypeVar("T")

FILE_NAME = "world.sqlite"

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE records (
        collection TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (collection, key)
    ) WITHOUT ROWID;
    CREATE TABLE logs (entry INTEGER PRIMARY KEY, log TEXT NOT NULL, tick INTEGER NOT NULL, value BLOB NOT NULL);
    CREATE INDEX logs_by_name ON logs (log, entry);
    CREATE TABLE columns (
        cx INTEGER NOT NULL, cz INTEGER NOT NULL, revision INTEGER NOT NULL, blocks BLOB NOT NULL, PRIMARY KEY (cx, cz)
    );
    """,
)
"""Entry n leads from version n to n + 1; a new world runs them all. Statements never hold a semicolon of their own."""


def open_database(folder: Path, migrations: Sequence[str] = MIGRATIONS) -> sqlite3.Connection:
    """Open or create a world's database for writing and bring it up to date. Raises WorldError, having changed nothing.

    The connection may be handed to another thread, one at a time."""
    path = folder / FILE_NAME
    with _named(path):
        if path.exists():
            with contextlib.closing(_looking(path)) as looking:
                _check_version(path, version(looking), len(migrations))
        database = _connect(path, "rwc")
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA wal_autocheckpoint = 1000")
            database.execute(f"PRAGMA journal_size_limit = {16 * 1024 * 1024}")
            _migrate(database, migrations)
        except BaseException:
            database.close()
            raise
        return database


def require_world(folder: Path) -> Path:
    """The file of a world that exists. Raises WorldError, having made nothing, not even a lock."""
    path = folder / FILE_NAME
    try:
        if not path.is_file():
            raise WorldMissing(_why_missing(folder))
        with _named(path), contextlib.closing(_looking(path)) as looking:
            if version(looking) == 0:
                raise WorldMissing(f"There is no world in {folder}: its file {FILE_NAME} does not hold one.")
    except OSError as error:
        raise WorldError(f"The world folder {folder} cannot be used ({error.strerror}).") from error
    return path


@contextlib.contextmanager
def read_database(folder: Path) -> Iterator[sqlite3.Connection]:
    """One consistent view of a stored world, for reading only; a server may have it open. Raises WorldError.

    Nothing is made beside the world, so that one on read-only media can be read if its server stopped in order."""
    path = require_world(folder)
    before = _stamp(path) if _closed(path) else None
    with _named(path), contextlib.closing(_looking(path)) as database:
        _check_version(path, version(database), len(MIGRATIONS))
        database.execute("BEGIN")
        yield database
        if before is not None and _stamp(path) != before:
            raise WorldError(f"A server changed the world in {folder} while it was read; try again.")


def names_under(database: sqlite3.Connection, prefix: str) -> list[tuple[str, str]]:
    """Collection and key of every record whose collection's name begins so."""
    return database.execute(
        "SELECT collection, key FROM records WHERE substr(collection, 1, ?) = ? ORDER BY collection, key",
        (len(prefix), prefix),
    ).fetchall()


def readable(
    database: sqlite3.Connection, collection: str, record: type[T]
) -> Iterator[tuple[str, T | UnreadableRecord]]:
    """All records of a collection by key; in place of one that cannot be read, why."""
    for key, packed in records_of(database, collection):
        try:
            yield key, unpack(packed, record)
        except UnreadableRecord as error:
            yield key, error


def reader(folder: Path) -> sqlite3.Connection:
    """A connection that can only read; it may be closed from another thread."""
    return _connect(folder / FILE_NAME, "ro")


def version(database: sqlite3.Connection) -> int:
    """The version of an open world, 0 for an empty database."""
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
        return 0
    return moment(database, "version")


def moment(database: sqlite3.Connection, name: str) -> int:
    """A number of the meta table, 0 when it was never written."""
    row = database.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    if row is not None and not isinstance(row[0], int):
        raise WorldDamaged(f"The world's {name} is {row[0]!r} and no number; nothing was changed.")
    return int(row[0]) if row else 0


def records_of(database: sqlite3.Connection, collection: str) -> list[tuple[str, bytes]]:
    """All records of a collection: key and packed record, by key."""
    return database.execute(
        "SELECT key, value FROM records WHERE collection = ? ORDER BY key", (collection,)
    ).fetchall()


def entries_of(database: sqlite3.Connection, log: str) -> list[bytes]:
    """All packed entries of a log, oldest first."""
    return [row[0] for row in database.execute("SELECT value FROM logs WHERE log = ? ORDER BY entry", (log,))]


def _connect(path: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={options}", uri=True, isolation_level=None, check_same_thread=False
    )


def _looking(path: Path) -> sqlite3.Connection:
    """A connection that can only read. A closed world is read as it lies, or SQLite would make files beside it."""
    return _connect(path, "ro&immutable=1" if _closed(path) else "ro")


def _closed(path: Path) -> bool:
    """Whether all that was stored stands in the file itself: no server has written beside it."""
    beside = path.with_name(f"{path.name}-wal")
    return not beside.exists() or beside.stat().st_size == 0


def _stamp(path: Path) -> tuple[int, int]:
    """What differs once a file was written to."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _why_missing(folder: Path) -> str:
    if folder.is_file():
        return f"There is no world in {folder}: that is a file; name the folder in which {FILE_NAME} lies."
    if folder.is_dir():
        return f"There is no world in {folder}: the folder has no {FILE_NAME}."
    return f"There is no world in {folder}: there is no such folder."


def _check_version(path: Path, found: int, known: int) -> None:
    if found > known:
        raise WorldTooNew(
            f"The world {path} has version {found}; this server knows versions up to {known}. "
            "Use the newer server that wrote it; nothing was changed."
        )


def _migrate(database: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Run what is missing, each step in a transaction of its own with the version it leads to."""
    database.execute("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
    for number in range(version(database), len(migrations)):
        database.execute("BEGIN IMMEDIATE")
        try:
            for statement in migrations[number].split(";"):
                database.execute(statement)
            database.execute("INSERT OR REPLACE INTO meta VALUES ('version', ?)", (number + 1,))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turn what SQLite complains about into a sentence that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        advice = ". Copy its folder to where it may be written, and use the copy" if _unwritable(error) else ""
        raise WorldDamaged(f"The world {path} cannot be read ({error}){advice}; nothing was changed.") from error


def _unwritable(error: sqlite3.Error) -> bool:
    """Whether SQLite missed a place for the file by which those who have a world open agree."""
    return getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_CANTINIT)
