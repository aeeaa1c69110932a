"""State numbers of a world: given once, never changed, whatever is registered later."""

import pytest

from server.engine.changes import ChangeSet
from server.engine.content import BlockKind, Content
from server.engine.engine import Engine
from server.shared.voxel.states import StateInfo, StateTable
from server.storage.memory import MemoryStorage
from server.world.numbering import STATES, Numbered, TornNumbering, number_states


def content(*names: str) -> Content:
    made = Content()
    for name in names:
        made.add_block(BlockKind(name, (StateInfo(name, opaque=False, break_ms=300),), ()))
    return made


def opened(storage: MemoryStorage, *names: str) -> StateTable:
    """The numbering of a world that is opened with these blocks."""
    engine = Engine(storage)
    engine.declare(STATES)
    engine.open()
    registered = content(*names)
    table = engine.change(lambda changes: number_states(changes, registered))
    engine.tick()
    return table


def test_a_new_world_numbers_in_order_of_registration() -> None:
    table = opened(MemoryStorage(), "a:air", "a:stone", "b:table")
    assert [state.name for state in table.states] == ["a:air", "a:stone", "b:table"]


def test_later_versions_keep_every_number_and_append_what_is_new() -> None:
    storage = MemoryStorage()
    opened(storage, "a:air", "a:stone", "b:table")
    later = opened(storage, "a:air", "a:brick", "b:table", "a:stone")
    assert [later.number(name) for name in ("a:air", "a:stone", "b:table", "a:brick")] == [0, 1, 2, 3]


def test_states_of_a_missing_plugin_stay_as_solid_blocks_that_nobody_breaks_and_come_back_with_it() -> None:
    storage = MemoryStorage()
    opened(storage, "a:air", "b:table", "a:stone")
    without = opened(storage, "a:air", "a:stone", "a:brick")
    assert without[1] == StateInfo("b:table", break_ms=-1)
    assert without[1].opaque
    again = opened(storage, "a:air", "a:stone", "a:brick", "b:table")
    assert again.number("b:table") == 1
    assert again[1].break_ms == 300


def test_damaged_numbers_are_told_and_nothing_is_changed() -> None:
    engine = Engine()
    engine.declare(STATES)
    engine.open()
    changes = ChangeSet(engine.model, engine.columns, engine.now)
    changes.put(STATES, "a:air", Numbered(0))
    changes.put(STATES, "a:stone", Numbered(2))
    with pytest.raises(TornNumbering):
        number_states(changes, content("a:air"))
    changes.put(STATES, "b:table", Numbered(0))
    with pytest.raises(TornNumbering):
        number_states(changes, content("a:air"))
