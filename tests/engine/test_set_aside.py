"""One stored record that cannot be read stops one thing: it is kept as it is, and everything else goes on."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from server.engine.changes import ChangeSet, Collection, Refusal, Unreadable
from server.engine.engine import Engine
from server.engine.faults import COUNTED_EVERY
from server.engine.set_aside import SET_ASIDE, Listed
from server.engine.truth import ASIDE
from server.storage.errors import WorldDamaged
from server.storage.journal import Journal
from server.storage.memory import MemoryStorage
from server.storage.records import pack, unpack
from tests.engine.shop import Sale
from tests.support.engine import ManualClock

TORN = b"\x93\x01"
"""An array that ends too early."""


def _positive(sale: Sale) -> None:
    if sale.total < 0:
        raise ValueError("less than nothing was sold")


TILLS = Collection("tills", Sale, "a till", _positive)


def stored(**tills: bytes) -> MemoryStorage:
    storage = MemoryStorage()
    storage.submit(Journal(1, 1, {(TILLS.name, key): packed for key, packed in tills.items()}))
    return storage


def opened(storage: MemoryStorage, collection: Collection[Sale] = TILLS) -> Engine:
    engine = Engine(storage, clock=ManualClock())
    engine.declare(collection)
    engine.open()
    return engine


@pytest.mark.parametrize("packed", [TORN, pack(Sale(-1)), b"", b"\xc1"])
def test_a_record_that_cannot_be_read_or_used_is_named_kept_and_locked(
    packed: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    storage = stored(north=packed, south=pack(Sale(3)))
    engine = opened(storage)
    assert "'north' of 'tills'" in caplog.text
    assert dict(engine.model.rows(TILLS)) == {"south": Sale(3)}
    touches: tuple[Callable[[ChangeSet], object], ...] = (
        lambda changes: changes.read(TILLS, "north"),
        lambda changes: changes.put(TILLS, "north", Sale(0)),
        lambda changes: changes.delete(TILLS, "north"),
    )
    for touch in touches:
        with pytest.raises(Refusal, match="a till that this server cannot read"):
            engine.change(touch)
    engine.change(lambda changes: changes.put(TILLS, "south", Sale(4)))
    engine.tick()
    assert dict(storage.records("tills")) == {"north": packed, "south": pack(Sale(4))}


def test_a_record_that_was_mended_is_back_and_off_the_list() -> None:
    storage = stored(north=TORN)
    first = opened(storage)
    first.tick()
    assert [key for key, _ in storage.records(SET_ASIDE.name)] == ["tills north"]
    storage.submit(Journal(9, 9, {(TILLS.name, "north"): pack(Sale(7))}))
    engine = opened(storage)
    engine.tick()
    assert engine.model.rows(TILLS)["north"] == Sale(7)
    assert list(storage.records(SET_ASIDE.name)) == []
    assert engine.set_aside == ()


def test_a_list_that_cannot_be_read_itself_is_laid_aside_and_made_anew() -> None:
    storage = stored(north=TORN)
    opened(storage).tick()
    storage.submit(Journal(9, 9, {(SET_ASIDE.name, key): TORN for key in ("tills north", "tills south")}))
    engine = opened(storage)
    engine.tick()
    assert {key: unpack(packed, Listed).called for key, packed in storage.records(SET_ASIDE.name)} == {
        "tills north": "a till"
    }
    assert [packed for _, packed in storage.records(ASIDE + SET_ASIDE.name)] == [TORN, TORN]
    assert [each.key for each in engine.set_aside] == ["north"]


def test_a_tool_that_looks_at_other_collections_leaves_the_list_as_it_is() -> None:
    storage = stored(north=TORN)
    opened(storage).tick()
    engine = Engine(storage, clock=ManualClock())
    engine.open()
    engine.tick()
    assert [key for key, _ in storage.records(SET_ASIDE.name)] == ["tills north"]


def test_a_fleeting_record_is_laid_aside_and_its_place_begins_anew() -> None:
    fleeting = Collection("tills", Sale, unreadable=Unreadable.FREED)
    storage = stored(north=TORN)
    engine = opened(storage, fleeting)
    engine.change(lambda changes: changes.put(fleeting, "north", Sale(1)))
    engine.tick()
    assert dict(storage.records("tills")) == {"north": pack(Sale(1))}
    assert [packed for _, packed in storage.records(ASIDE + "tills")] == [TORN]


def test_a_world_that_would_mean_nothing_without_a_record_is_not_opened() -> None:
    with pytest.raises(WorldDamaged, match="'north' of 'tills'"):
        opened(stored(north=TORN), Collection("tills", Sale, unreadable=Unreadable.FATAL))


@dataclass
class Beat:
    """A part of the tick that fails until it is mended."""

    broken: bool = True
    beats: int = 0

    def tick(self, changes: ChangeSet) -> None:
        if self.broken:
            raise RuntimeError(f"stuck at {changes.now}")
        self.beats += 1


def test_a_fault_of_every_tick_is_logged_once_and_then_counted_and_stops_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = ManualClock()
    engine = Engine(clock=clock)
    broken, sound = Beat(), Beat(broken=False)
    engine.every_tick(broken.tick)
    engine.hooks.tick.append(broken.tick)
    engine.hooks.tick.append(sound.tick)
    engine.open()
    with caplog.at_level(logging.ERROR):
        for _ in range(20):
            engine.tick()
            clock.ms += 50
        assert len(caplog.records) == 1
        assert "Beat.tick" in caplog.text
        assert "stuck at" in caplog.text
        clock.ms += COUNTED_EVERY
        engine.tick()
    assert sound.beats == 21
    assert len(caplog.records) == 2
    assert "repeated 39 times in 61 s" in caplog.records[-1].getMessage()


def test_a_part_of_a_change_that_fails_takes_back_itself_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    storage = stored()
    engine = opened(storage)

    def half(changes: ChangeSet) -> None:
        changes.put(TILLS, "east", Sale(9))
        changes.put(TILLS, "south", Sale(9))
        raise RuntimeError("no")

    def run(changes: ChangeSet) -> None:
        changes.put(TILLS, "south", Sale(1))
        assert not changes.attempt("Half a thing", lambda: half(changes))
        assert changes.attempt("A whole thing", lambda: changes.put(TILLS, "west", Sale(2)))

    engine.change(run)
    assert dict(engine.model.rows(TILLS)) == {"south": Sale(1), "west": Sale(2)}
    assert "Half a thing failed" in caplog.text
