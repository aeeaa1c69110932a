"""A stored world in which one record was torn: it opens, names the record and keeps it, and everything else goes on."""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from server.config import Settings
from server.engine.engine import Engine
from server.engine.set_aside import SET_ASIDE, Listed
from server.game import Stopping, open_rooms
from server.items.audit import audit, unreadable
from server.shared.protocol.chat import ChatLine
from server.shared.protocol.message import Refused
from server.shared.protocol.tabletop import Act
from server.shared.protocol.world import UseBlock
from server.storage.errors import WorldDamaged
from server.storage.records import pack
from server.storage.world_storage import WorldStorage
from server.tabletop.pots import pots
from tests.end_to_end.guest import play_until
from tests.end_to_end.test_stored_world import WORLDS
from tests.end_to_end.three_matches import PAIRS, Seated, enter, opened, tables, unpack
from tests.end_to_end.three_matches import key as key_of
from tests.support import plain_msgpack
from tests.support.client import Parted
from tests.support.engine import ManualClock

pytestmark = pytest.mark.timeout(180)

TORN = b"\x93\x01"
TICKS = 250
"""More than the longest while between two looks at anything stored."""
LISTED = pack(Listed("a chest", "it ends too early"))
FATAL = {"land", "states", "server_keys"}


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / "world" / "world.sqlite", isolation_level=None)) as connection:
        yield connection


def collections() -> list[str]:
    """Every collection that the newest stored world has records in, and the list of those that cannot be read."""
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.deserialize(gzip.decompress(WORLDS[-1].read_bytes()))
        found = [row[0] for row in memory.execute("SELECT DISTINCT collection FROM records ORDER BY collection")]
    return [*found, SET_ASIDE.name]


@pytest.mark.parametrize("collection", collections())
def test_a_world_with_one_torn_record_opens_and_keeps_it_and_no_part_of_a_tick_fails(
    collection: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    unpack(WORLDS[-1], tmp_path)
    with database(tmp_path) as stored:
        stored.execute("INSERT INTO records VALUES (?, 'holders chest:1,2,3', ?)", (SET_ASIDE.name, LISTED))
        (key,) = stored.execute("SELECT min(key) FROM records WHERE collection = ?", (collection,)).fetchone()
        stored.execute("UPDATE records SET value = ? WHERE collection = ? AND key = ?", (TORN, collection, key))
    engine = Engine(WorldStorage(tmp_path / "world"), clock=ManualClock(4_000_000_000_000))
    settings = Settings(world=str(tmp_path / "world"), seed=7)
    try:
        if collection in FATAL:
            with pytest.raises(WorldDamaged, match=collection):
                open_rooms(engine, settings, tmp_path / "world", lambda call: call(), Stopping())
            return
        open_rooms(engine, settings, tmp_path / "world", lambda call: call(), Stopping())
        for _ in range(TICKS):
            engine.tick()
    finally:
        engine.shut_down()
    unreadable(tmp_path / "world")
    pots(tmp_path / "world", ("farkle",))
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 1, told
    assert repr(key) in told[0]
    with database(tmp_path) as stored:
        kept = stored.execute("SELECT collection FROM records WHERE value = ?", (TORN,)).fetchall()
    assert [name.removeprefix("set_aside/") for (name,) in kept] == [collection]


def broken_state(folder: Path, player: str) -> str:
    """Store a state that its game cannot read for the match of a player; returns the match's id and keeps the bytes."""
    with database(folder) as stored:
        matches = stored.execute("SELECT key, value FROM records WHERE collection = 'tabletop/matches'").fetchall()
        match, packed = next(row for row in matches if player in plain_msgpack.unpack(row[1])["names"])
        (folder / "match.bytes").write_bytes(packed)
        plain = {**plain_msgpack.unpack(packed), "state": {"match": {}, "history": [], "tallies": []}}
        _put(stored, match, plain_msgpack.pack(plain))
    return str(match)


def _put(stored: sqlite3.Connection, match: str, packed: bytes) -> None:
    stored.execute("UPDATE records SET value = ? WHERE collection = 'tabletop/matches' AND key = ?", (packed, match))


def lines(guest: Seated) -> list[str]:
    return [line.text for line in guest.of(ChatLine)]


def test_a_match_that_its_game_cannot_read_stops_nobody_else_keeps_its_pot_and_comes_back_when_mended(
    tmp_path: Path,
) -> None:
    unpack(WORLDS[-1], tmp_path)
    match = broken_state(tmp_path, "Eve")
    order = tuple(PAIRS)
    with opened(tmp_path) as server:
        eve, ada, bob = (enter(server, name) for name in ("Eve", "Ada", "Bob"))
        with eve, ada, bob:
            eve.wait_until(lambda: any("cannot read a match of yours" in line for line in lines(eve)))
            ada.wait_until(lambda: any(f"tabletop/matches {match}" in line for line in lines(ada)))
            refused = eve.ask(Act, match, 0, (), "roll")
            assert isinstance(refused, Refused)
            assert refused.code == "set_aside"
            table = tables(eve)[order.index("pot")]
            assert eve.refused(UseBlock, table, 1, (0.5, 0.9, 0.5), eve._number(table)).code == "set_aside"
            for guest in (ada, bob):
                guest.table = tables(ada)[order.index("clock")]
            ada.see(lambda view: view.deadline is not None)
            bob.see(lambda view: view.deadline is not None)
            play_until([ada, bob], lambda view: view.phase == "result")
        assert server.stop() == 0
    assert all(each.sound for each in audit(tmp_path / "world"))
    assert any(f"tabletop/matches {match}" in sentence for sentence in unreadable(tmp_path / "world"))
    assert [pot.place for pot in pots(tmp_path / "world", ("farkle",))] == [match]

    with database(tmp_path) as stored:
        _put(stored, match, (tmp_path / "match.bytes").read_bytes())
    with opened(tmp_path) as server:
        eve, fay = (enter(server, name) for name in PAIRS["pot"])
        with eve, fay:
            for guest in (eve, fay):
                guest.table = tables(eve)[order.index("pot")]
                guest.see(lambda view: view.match == match)
            play_until([eve, fay], lambda view: view.phase == "result")
        assert server.stop() == 0
    assert all(each.sound for each in audit(tmp_path / "world"))
    assert unreadable(tmp_path / "world") == ()
    assert pots(tmp_path / "world", ("farkle",)) == []


@pytest.mark.parametrize(("collection", "key"), [("players", "%"), ("holders", "player:%")])
def test_a_player_whose_own_record_is_torn_hears_so_at_the_door_and_is_not_begun_anew(
    collection: str, key: str, tmp_path: Path
) -> None:
    unpack(WORLDS[-1], tmp_path)
    with database(tmp_path) as stored:
        players = stored.execute("SELECT key, value FROM records WHERE collection = 'players'").fetchall()
        player, packed = next(row for row in players if plain_msgpack.unpack(row[1])["name"] == "Cyd")
        torn = packed[:-3] if collection == "players" else TORN
        stored.execute(
            "UPDATE records SET value = ? WHERE collection = ? AND key = ?",
            (torn, collection, key.replace("%", player)),
        )
    with opened(tmp_path) as server:
        with Seated(server.address) as cyd, pytest.raises(Parted) as parted:
            cyd.log_in("Cyd", key_of("Cyd"))
        assert parted.value.goodbye is not None
        assert parted.value.goodbye.code == "set_aside"
        with enter(server, "Dan"):
            pass
        assert server.stop() == 0
    with database(tmp_path) as stored:
        rows = stored.execute("SELECT count(*) FROM records WHERE value = ?", (torn,)).fetchone()
    assert rows == (1,)
