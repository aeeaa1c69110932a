"""Columns in memory and on their way: revisions, gathered reads, and that nothing changed is ever let go."""

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared.voxel.collision import Ints
from server.shared.voxel.columns import SHAPE, UnreadableColumn, flat_index, from_raw, pack, to_raw, unpack
from server.world.columns import ColumnStore, edits_by_column

SOLID = 1


def store(*places: tuple[int, int]) -> ColumnStore:
    made = ColumnStore(SOLID)
    for number, at in enumerate(places):
        made.insert(at, np.full(SHAPE, 10 + number, dtype=np.uint16), 3)
    return made


def numbers(*values: int) -> Ints:
    return np.array(values, dtype=np.int64)


@given(st.integers(0, 15), st.integers(0, 127), st.integers(0, 15))
def test_a_flat_index_finds_the_block_in_the_flattened_column(x: int, y: int, z: int) -> None:
    column = np.arange(np.prod(SHAPE)).reshape(SHAPE)
    assert column[x, y, z] == flat_index(x, y, z) == flat_index(x - 160, y, z + 1600)


def test_a_column_survives_its_travels() -> None:
    blocks = np.random.default_rng(1).integers(0, 60_000, SHAPE).astype(np.uint16)
    assert np.array_equal(unpack(pack(blocks)), blocks)
    assert np.array_equal(from_raw(to_raw(blocks)), blocks)


@pytest.mark.parametrize("packed", [b"", b"nonsense", zlib.compress(b"short"), zlib.compress(bytes(10**7))])
def test_bytes_that_are_no_column_are_refused_without_inflating_them_all(packed: bytes) -> None:
    with pytest.raises(UnreadableColumn):
        unpack(packed)


def test_blocks_are_read_one_by_one_and_gathered_alike_over_borders() -> None:
    columns = store((0, 0), (-1, 0), (0, -1), (-1, -1))
    rng = np.random.default_rng(2)
    xs, ys, zs = (rng.integers(low, high, 500) for low, high in ((-16, 16), (0, 128), (-16, 16)))
    gathered = columns.states(xs, ys, zs)
    one_by_one = [columns.state_at(pos) for pos in zip(xs.tolist(), ys.tolist(), zs.tolist(), strict=True)]
    assert gathered.tolist() == one_by_one


def test_what_is_not_loaded_has_no_state() -> None:
    columns = store((0, 0))
    assert columns.state_at((16, 5, 0)) is None
    assert columns.states(numbers(0, 16, -1), numbers(5, 5, 5), numbers(0, 0, 0)).tolist() == [10, -1, -1]


def test_gathered_places_broadcast() -> None:
    columns = store((0, 0), (1, 0))
    grid = columns.states(np.arange(32)[:, None, None], np.arange(4)[None, :, None], np.arange(16)[None, None, :])
    assert grid.shape == (32, 4, 16)
    assert (grid[:16] == 10).all()
    assert (grid[16:] == 11).all()


def test_there_is_air_above_the_world_and_solid_ground_below_it() -> None:
    columns = store((0, 0))
    assert columns.state_at((0, 128, 0)) == 0
    assert columns.state_at((0, -1, 0)) == SOLID


def test_each_change_set_raises_the_revision_of_each_column_that_it_touches_by_one() -> None:
    columns = store((0, 0), (1, 0), (2, 0))
    columns.apply({(1, 5, 1): (10, 20), (2, 5, 1): (10, 21), (17, 5, 1): (11, 22)})
    assert [column.revision for at in ((0, 0), (1, 0), (2, 0)) if (column := columns.column(at))] == [4, 4, 3]
    assert columns.state_at((2, 5, 1)) == 21


def test_only_changed_and_new_columns_are_stored_once_as_copies() -> None:
    columns = store((0, 0), (1, 0))
    columns.insert((5, 5), np.full(SHAPE, 7, dtype=np.uint16), 0, new=True)
    columns.apply({(3, 4, 5): (10, 30)})
    dirty = columns.take_dirty()
    columns.apply({(3, 4, 5): (30, 31)})
    assert set(dirty) == {(0, 0), (5, 5)}
    revision, raw = dirty[(0, 0)]
    assert revision == 4
    assert from_raw(raw)[3, 4, 5] == 30
    assert set(columns.take_dirty()) == {(0, 0)}
    assert columns.take_dirty() == {}


def test_a_column_that_is_still_to_be_stored_is_not_let_go() -> None:
    columns = store((0, 0))
    columns.apply({(3, 4, 5): (10, 30)})
    assert not columns.unload((0, 0))
    columns.take_dirty()
    assert columns.unload((0, 0))
    assert columns.state_at((3, 4, 5)) is None
    assert not columns.unload((0, 0))


def test_a_column_that_is_here_is_not_replaced_by_an_older_one_that_arrives_late() -> None:
    columns = store((0, 0))
    columns.apply({(3, 4, 5): (10, 30)})
    columns.insert((0, 0), np.zeros(SHAPE, dtype=np.uint16), 0)
    assert columns.state_at((3, 4, 5)) == 30


def test_room_grows_and_is_used_again() -> None:
    columns = store(*[(number, -number) for number in range(200)])
    assert [columns.state_at((16 * number, 9, -16 * number)) for number in range(200)] == list(range(10, 210))
    for number in range(0, 200, 2):
        columns.unload((number, -number))
    for number in range(500, 600):
        columns.insert((number, 0), np.full(SHAPE, number, dtype=np.uint16), 0)
    assert columns.state_at((16, 9, -16)) == 11
    assert columns.state_at((16 * 550, 9, 3)) == 550
    assert len(columns) == 200


def test_edits_travel_by_column_with_flat_indices() -> None:
    edits = {(1, 2, 3): (0, 5), (-1, 2, 3): (0, 6), (2, 2, 3): (0, 7)}
    assert edits_by_column(edits) == {
        (0, 0): ((flat_index(1, 2, 3), 5), (flat_index(2, 2, 3), 7)),
        (-1, 0): ((flat_index(15, 2, 3), 6),),
    }
