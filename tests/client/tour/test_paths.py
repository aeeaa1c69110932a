"""Ways over the ground: around walls, up single steps, down gentle falls, never through anything nor into water."""

import numpy as np

from client.model.chunks import Columns
from client.tour.paths import Cell, Ground, way
from server.shared.voxel.columns import Blocks
from server.shared.voxel.states import StateTable
from tests.client.scripted import AIR, GROUND, STATES, STONE, WATER, column, flat_column

START: Cell = (2, GROUND, 8)
GOAL: Cell = (13, GROUND, 8)


def ground(blocks: Blocks | None = None) -> Ground:
    columns = Columns(StateTable(STATES))
    columns.take(column(0, 0, blocks=flat_column() if blocks is None else blocks))
    return Ground(columns)


def path(blocks: Blocks, goal: Cell = GOAL) -> list[Cell] | None:
    return way(ground(blocks), START, lambda cell: cell == goal, goal)


def test_the_way_over_open_ground_is_straight() -> None:
    assert path(flat_column()) == [(x, GROUND, 8) for x in range(2, 14)]


def test_a_wall_is_gone_around_by_its_gap() -> None:
    blocks = flat_column()
    blocks[7, GROUND : GROUND + 3, :] = STONE
    blocks[7, GROUND : GROUND + 3, 1] = AIR
    found = path(blocks)
    assert found is not None
    assert (7, GROUND, 1) in found
    assert all(blocks[x, y, z] == AIR and blocks[x, y + 1, z] == AIR for x, y, z in found)


def test_there_is_no_way_through_a_closed_wall() -> None:
    blocks = flat_column()
    blocks[7, GROUND : GROUND + 3, :] = STONE
    assert path(blocks) is None


def test_a_single_step_is_climbed_and_two_are_not() -> None:
    blocks = flat_column()
    blocks[7:, GROUND, :] = STONE
    found = path(blocks, (13, GROUND + 1, 8))
    assert found is not None
    assert found[-1] == (13, GROUND + 1, 8)
    blocks[7:, GROUND + 1, :] = STONE
    assert path(blocks, (13, GROUND + 2, 8)) is None


def test_one_steps_down_a_gentle_fall_and_not_off_a_cliff() -> None:
    blocks = flat_column()
    blocks[7:, GROUND - 3 : GROUND, :] = AIR
    assert path(blocks, (13, GROUND - 3, 8)) is not None
    blocks[7:, GROUND - 4 : GROUND, :] = AIR
    assert path(blocks, (13, GROUND - 4, 8)) is None


def test_corners_are_not_cut_and_water_is_not_walked_on() -> None:
    blocks = flat_column()
    blocks[7, GROUND - 1, :] = WATER
    assert path(blocks) is None
    blocks = flat_column()
    blocks[3, GROUND : GROUND + 2, 8] = STONE
    steps = dict(ground(blocks).next((2, GROUND, 9)))
    assert (3, GROUND, 8) not in steps
    assert (3, GROUND, 10) in steps
    beside = dict(ground(blocks).next((3, GROUND, 9)))
    assert (2, GROUND, 8) not in beside


def test_every_step_costs_something_and_leads_where_a_body_stands() -> None:
    rng = np.random.default_rng(5)
    blocks = flat_column()
    blocks[:, GROUND, :] = np.where(rng.random((16, 16)) < 0.3, STONE, AIR)
    land = ground(blocks)
    for x in range(1, 15):
        for z in range(1, 15):
            cell = (x, GROUND, z)
            if land.stands(cell):
                for after, cost in land.next(cell):
                    assert cost >= 1.0
                    assert land.stands(after)
