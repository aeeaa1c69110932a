"""A world in its file: what went in comes out, and what cannot be opened is refused with a sentence, untouched."""

import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from server.engine.changes import Collection, Refusal
from server.engine.engine import Engine
from server.shared.inventory.stack import Stack
from server.shared.voxel.columns import RAW_BYTES
from server.storage import schema
from server.storage.errors import WorldDamaged, WorldError, WorldInUse, WorldTooNew
from server.storage.journal import Journal
from server.storage.records import pack
from server.storage.schema import FILE_NAME, MIGRATIONS, entries_of, open_database, read_database, records_of, version
from server.storage.world_storage import WorldStorage
from tests.engine.shop import SALES, TILL, Sale, open_shop, sell
from tests.support.plain_msgpack import unpack

BLOCKS = bytes(range(256)) * (RAW_BYTES // 256)


class Commits:
    """Takes a storage's callbacks and waits for them."""

    def __init__(self, storage: WorldStorage) -> None:
        self.ticks: list[int] = []
        self.failures: list[str] = []
        self._news = threading.Condition()
        storage.start(self._committed, self._failed)

    def _committed(self, tick: int) -> None:
        with self._news:
            self.ticks.append(tick)
            self._news.notify_all()

    def _failed(self, sentence: str) -> None:
        with self._news:
            self.failures.append(sentence)
            self._news.notify_all()

    def wait(self, tick: int) -> None:
        """Until this tick is durable or the storage failed."""
        with self._news:
            assert self._news.wait_for(lambda: self.failures or (self.ticks and self.ticks[-1] >= tick), 20)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[WorldStorage]:
    world = WorldStorage(tmp_path)
    yield world
    world.close()


def fingerprint(folder: Path) -> str:
    return hashlib.sha256((folder / FILE_NAME).read_bytes()).hexdigest()


def test_records_logs_columns_and_time_survive(tmp_path: Path) -> None:
    first = WorldStorage(tmp_path)
    commits = Commits(first)
    first.submit(
        Journal(3, 500, {("a", "x"): b"1", ("a", "y"): b"2", ("b", "x"): b"3"}, (("log", b"p"), ("log", b"q")))
    )
    first.submit(Journal(4, 550, {("a", "x"): None, ("a", "y"): b"22"}, (("log", b"r"),), {(-1, 7): (9, BLOCKS)}))
    commits.wait(4)
    first.close()
    second = WorldStorage(tmp_path)
    assert second.last_moment() == (4, 550)
    assert list(second.records("a")) == [("y", b"22")]
    assert list(second.records("b")) == [("x", b"3")]
    assert second.column((-1, 7)) == (9, BLOCKS)
    assert second.column((0, 0)) is None
    second.close()
    with read_database(tmp_path) as database:
        assert entries_of(database, "log") == [b"p", b"q", b"r"]
        assert records_of(database, "a") == [("y", b"22")]


def test_an_engine_finds_its_world_again(tmp_path: Path) -> None:
    shop = open_shop(WorldStorage(tmp_path))
    for _ in range(3):
        shop.engine.change(sell)
        shop.engine.tick()
    shop.engine.shut_down()
    again = open_shop(WorldStorage(tmp_path))
    assert again.engine.model.rows(TILL) == {"all": Sale(3)}
    assert again.engine.tick_number == 3
    again.engine.shut_down()
    with read_database(tmp_path) as database:
        assert [unpack(packed) for packed in entries_of(database, SALES.name)] == [{"total": n} for n in (1, 2, 3)]


def test_what_is_submitted_is_committed_before_the_world_is_closed(tmp_path: Path) -> None:
    storage = WorldStorage(tmp_path)
    Commits(storage)
    for tick in range(1, 201):
        storage.submit(Journal(tick, tick, {("a", str(tick)): b"x"}))
    storage.close()
    again = WorldStorage(tmp_path)
    assert len(list(again.records("a"))) == 200
    again.close()


def test_ticks_that_wait_share_a_transaction(storage: WorldStorage) -> None:
    for tick in range(1, 101):
        storage.submit(Journal(tick, tick, {("a", str(tick)): b"x"}))
    commits = Commits(storage)
    commits.wait(100)
    assert commits.ticks == [100]


def test_the_log_beside_the_world_stays_small_however_much_is_written(storage: WorldStorage) -> None:
    commits = Commits(storage)
    for tick in range(1, 301):
        storage.submit(Journal(tick, tick, {("a", str(tick % 7)): tick.to_bytes(2, "big") * 50_000}))
        if tick % 10 == 0:
            commits.wait(tick)
    assert (storage.folder / f"{FILE_NAME}-wal").stat().st_size < 10 * 1024 * 1024


def test_a_column_is_read_as_submitted_even_before_its_commit_and_from_any_thread(storage: WorldStorage) -> None:
    storage.submit(Journal(1, 1, columns={(2, 3): (1, BLOCKS)}))
    assert storage.column((2, 3)) == (1, BLOCKS)
    commits = Commits(storage)
    commits.wait(1)
    found: list[object] = []
    reader = threading.Thread(target=lambda: found.append(storage.column((2, 3))))
    reader.start()
    reader.join()
    assert found == [(1, BLOCKS)]


def test_a_second_server_on_the_same_world_gets_one_sentence(storage: WorldStorage) -> None:
    with pytest.raises(WorldInUse, match="is already open, in another window"):
        WorldStorage(storage.folder)


def test_the_lock_is_free_again_after_closing_and_after_a_failed_opening(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no database, but long enough to look at" * 10)
    for _ in range(2):
        with pytest.raises(WorldDamaged):
            WorldStorage(tmp_path)
    (tmp_path / FILE_NAME).unlink()
    for _ in range(2):
        WorldStorage(tmp_path).close()


def test_a_world_of_a_newer_version_is_refused_and_untouched(tmp_path: Path) -> None:
    WorldStorage(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("UPDATE meta SET value = ? WHERE name = 'version'", (len(MIGRATIONS) + 1,))
    database.close()
    before = fingerprint(tmp_path)
    with pytest.raises(WorldTooNew, match=f"has version {len(MIGRATIONS) + 1}; this server knows versions up to"):
        WorldStorage(tmp_path)
    with pytest.raises(WorldTooNew), read_database(tmp_path):
        pass
    assert fingerprint(tmp_path) == before


def test_a_file_that_is_no_world_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"dear diary, " * 500)
    before = fingerprint(tmp_path)
    with pytest.raises(WorldDamaged, match=FILE_NAME):
        WorldStorage(tmp_path)
    assert fingerprint(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(WorldError, match="taken"):
        WorldStorage(tmp_path / "taken")


def test_reading_a_world_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="There is no world"), read_database(tmp_path):
        pass


def test_migrations_bring_an_old_world_up_step_by_step_and_keep_what_it_holds(tmp_path: Path) -> None:
    open_database(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("INSERT INTO records VALUES ('a', 'x', 'old')")
    database.close()
    newer = (*MIGRATIONS, "ALTER TABLE records ADD COLUMN seen INTEGER; UPDATE records SET seen = 1")
    upgraded = open_database(tmp_path, newer)
    assert version(upgraded) == len(newer)
    assert upgraded.execute("SELECT * FROM records").fetchall() == [("a", "x", "old", 1)]
    upgraded.close()


def test_a_migration_that_fails_leaves_the_world_at_its_version(tmp_path: Path) -> None:
    open_database(tmp_path).close()
    broken = (*MIGRATIONS, "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)")
    with pytest.raises(WorldDamaged, match="nowhere"):
        open_database(tmp_path, broken)
    database = open_database(tmp_path)
    assert version(database) == len(MIGRATIONS)
    assert not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone()
    database.close()


def test_one_unreadable_record_is_named_and_kept_and_the_world_opens_without_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shop = open_shop(WorldStorage(tmp_path))
    shop.engine.change(sell)
    shop.engine.tick()
    shop.engine.shut_down()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE records SET value = ?", (pack(Stack("minecraft:stick", 3)),))
    database.close()
    shop = open_shop(WorldStorage(tmp_path))
    assert "'all' of 'till'" in caplog.text
    with pytest.raises(Refusal, match="cannot read"):
        shop.engine.change(sell)
    shop.engine.tick()
    shop.engine.shut_down()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        rows = database.execute("SELECT key, value FROM records WHERE collection = 'till'").fetchall()
    database.close()
    assert rows == [("all", pack(Stack("minecraft:stick", 3)))]


@pytest.mark.parametrize("blocks", [b"no zlib at all", b"", schema.FILE_NAME.encode()])
def test_a_damaged_column_is_named(storage: WorldStorage, blocks: bytes) -> None:
    commits = Commits(storage)
    storage.submit(Journal(1, 1, columns={(2, 3): (1, BLOCKS)}))
    commits.wait(1)
    with sqlite3.connect(storage.folder / FILE_NAME) as database:
        database.execute("UPDATE columns SET blocks = ?", (blocks,))
    database.close()
    with pytest.raises(WorldDamaged, match=r"\(2, 3\)"):
        storage.column((2, 3))


def test_a_column_of_a_wrong_size_is_named(storage: WorldStorage) -> None:
    commits = Commits(storage)
    storage.submit(Journal(1, 1, columns={(0, 0): (1, BLOCKS[:-2]), (0, 1): (1, BLOCKS + b"xx")}))
    commits.wait(1)
    for place in ((0, 0), (0, 1)):
        with pytest.raises(WorldDamaged, match="wrong size"):
            storage.column(place)


def test_records_of_a_plugin_that_is_gone_stay_where_they_are(tmp_path: Path) -> None:
    shop = open_shop(WorldStorage(tmp_path))
    shop.engine.change(sell)
    shop.engine.tick()
    shop.engine.shut_down()
    bare = Engine(WorldStorage(tmp_path))
    bare.open()
    bare.tick()
    bare.shut_down()
    again = open_shop(WorldStorage(tmp_path))
    assert again.sold == 1
    again.engine.shut_down()


def test_a_record_may_gain_a_field_with_a_default_later(tmp_path: Path) -> None:
    shop = open_shop(WorldStorage(tmp_path))
    shop.engine.change(sell)
    shop.engine.tick()
    shop.engine.shut_down()

    class LaterSale(msgspec.Struct, frozen=True):
        total: int
        tip: int = 0

    later = Collection("till", LaterSale)
    engine = Engine(WorldStorage(tmp_path))
    engine.declare(later)
    engine.open()
    assert engine.model.rows(later) == {"all": LaterSale(1, 0)}
    engine.shut_down()


def test_a_full_disk_fails_the_commit_loudly_and_keeps_what_was_durable(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = WorldStorage(tmp_path)
    commits = Commits(storage)
    storage.submit(Journal(1, 1, {("a", "x"): b"small"}))
    commits.wait(1)
    limit_pages(storage, 20)
    storage.submit(Journal(2, 2, {("a", "x"): b"changed", ("a", "y"): bytes(10**6)}))
    storage.submit(Journal(3, 3, {("a", "z"): b"after"}))
    commits.wait(2)
    storage.close()
    assert commits.ticks == [1]
    assert len(commits.failures) == 1
    assert "can no longer be stored (database or disk is full)" in commits.failures[0]
    assert "A commit failed." in caplog.text
    with read_database(tmp_path) as database:
        assert records_of(database, "a") == [("x", b"small")]


def limit_pages(storage: WorldStorage, pages: int) -> None:
    """Let the world's file grow no further than this, as a full disk would."""
    storage._database.execute(f"PRAGMA max_page_count = {pages}")
