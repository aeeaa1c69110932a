"""Columns by revision, marks for the mesher, and predicted edits that lie over what the server says."""

import numpy as np
import pytest

from client.model.chunks import Columns
from server.shared.protocol.world import BlockChanges, ColumnData
from server.shared.voxel.columns import UnreadableColumn, flat_index
from server.shared.voxel.states import StateTable
from tests.client.scripted import AIR, GROUND, LOG, STATES, STONE, column, flat_column

TOP = GROUND - 1


@pytest.fixture
def columns() -> Columns:
    columns = Columns(StateTable(STATES))
    for cx in (0, 1):
        for cz in (0, 1):
            columns.take(column(cx, cz))
    columns.changed.clear()
    return columns


def change(revision: int, pos: tuple[int, int, int], state: int) -> BlockChanges:
    return BlockChanges(cx=pos[0] >> 4, cz=pos[2] >> 4, revision=revision, changes=((flat_index(*pos), state),))


def test_a_block_is_found_in_its_column_and_nothing_outside_of_the_world(columns: Columns) -> None:
    assert columns.block((3, TOP, 3)) == STONE
    assert columns.block((3, GROUND, 3)) == AIR
    assert columns.block((3, 500, 3)) == AIR
    assert columns.block((-40, 3, 3)) == AIR


def test_a_new_column_marks_its_neighbours_for_their_border_walls(columns: Columns) -> None:
    columns.take(column(2, 0))
    assert columns.changed == {(2, 0), (1, 0), (1, 1)}


def test_an_older_column_is_left_out(columns: Columns) -> None:
    columns.take(column(0, 0, revision=5))
    blocks = flat_column()
    blocks[:] = LOG
    assert not columns.take(column(0, 0, revision=4, blocks=blocks))
    assert columns.block((3, TOP, 3)) == STONE


def test_changes_apply_in_order_older_ones_are_ignored_and_a_gap_asks_anew(columns: Columns) -> None:
    assert columns.apply(change(2, (3, TOP, 3), AIR)) is None
    assert columns.block((3, TOP, 3)) == AIR
    assert columns.apply(change(2, (3, TOP, 3), STONE)) is None
    assert columns.block((3, TOP, 3)) == AIR
    wanted = columns.apply(change(4, (3, TOP, 3), STONE))
    assert wanted is not None
    assert (wanted.cx, wanted.cz) == (0, 0)
    assert columns.columns[(0, 0)].revision == 2


def test_an_edit_at_a_border_marks_the_neighbour_and_one_inside_does_not(columns: Columns) -> None:
    columns.apply(change(2, (8, TOP, 8), AIR))
    assert columns.changed == {(0, 0)}
    columns.apply(change(3, (15, TOP, 8), AIR))
    assert columns.changed == {(0, 0), (1, 0)}
    columns.apply(change(4, (15, TOP, 15), AIR))
    assert columns.changed == {(0, 0), (1, 0), (0, 1), (1, 1)}


def test_a_forgotten_column_stays_marked_so_that_its_mesh_goes(columns: Columns) -> None:
    columns.forget(0, 0)
    assert (0, 0) not in columns.columns
    assert columns.changed == {(0, 0)}


def test_a_prediction_shows_at_once_and_a_refusal_takes_it_back(columns: Columns) -> None:
    columns.predict(7, (3, TOP, 3), AIR)
    assert columns.block((3, TOP, 3)) == AIR
    columns.settle(7)
    assert columns.block((3, TOP, 3)) == STONE


def test_a_confirmed_prediction_keeps_what_the_server_made_of_it(columns: Columns) -> None:
    columns.predict(7, (3, GROUND, 3), STONE)
    columns.apply(change(2, (3, GROUND, 3), LOG))
    assert columns.block((3, GROUND, 3)) == STONE
    columns.settle(7)
    assert columns.block((3, GROUND, 3)) == LOG


def test_two_predictions_on_one_block_fall_back_to_the_truth_not_to_each_other(columns: Columns) -> None:
    columns.predict(1, (3, GROUND, 3), LOG)
    columns.predict(2, (3, GROUND, 3), AIR)
    columns.settle(1)
    columns.predict(3, (3, GROUND, 3), STONE)
    columns.settle(2)
    columns.settle(3)
    assert columns.block((3, GROUND, 3)) == AIR


def test_a_whole_column_does_not_wipe_a_prediction_away(columns: Columns) -> None:
    columns.predict(1, (3, TOP, 3), AIR)
    columns.take(column(0, 0, revision=9))
    assert columns.block((3, TOP, 3)) == AIR
    columns.settle(1)
    assert columns.block((3, TOP, 3)) == STONE


def test_a_prediction_in_a_column_that_left_is_forgotten(columns: Columns) -> None:
    columns.predict(1, (3, TOP, 3), AIR)
    columns.forget(0, 0)
    columns.settle(1)
    columns.take(column(0, 0))
    assert columns.block((3, TOP, 3)) == STONE


@pytest.mark.parametrize("packed", [b"", b"not zlib", column(0, 0).blocks[:-8]])
def test_a_column_that_is_none_is_refused(columns: Columns, packed: bytes) -> None:
    with pytest.raises(UnreadableColumn):
        columns.take(ColumnData(cx=0, cz=0, revision=9, blocks=packed))
    assert np.array_equal(columns.columns[(0, 0)].blocks, flat_column())
