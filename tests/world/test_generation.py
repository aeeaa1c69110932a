"""What grows: the same for a seed, seamless over borders, and within a walk of the spawn all that a board needs."""

import numpy as np
import numpy.typing as npt
import pytest

from server.shared.content import WOODS
from server.shared.voxel.columns import SHAPE
from server.shared.voxel.states import block_of
from server.world import trees
from server.world.generation import Generator
from server.world.terrain import SEA, Terrain
from tests.world.ground import state_table

STATES = state_table()
BLOCKS = np.array([block_of(state.name) for state in STATES.states])
WALK = 80
SEEDS = (1, 2, 3, 20_261, 987_654_321)
Area = npt.NDArray[np.uint16]


def area(generator: Generator, x: range, z: range) -> Area:
    """Whole columns side by side, as one array."""
    return np.concatenate(
        [np.concatenate([generator.column(cx, cz) for cz in z], axis=2) for cx in x],
        axis=0,
    )


def where(blocks: Area, block: str) -> npt.NDArray[np.bool_]:
    return np.asarray(block == BLOCKS)[blocks]


def test_a_column_is_the_same_whenever_and_by_whomever_it_is_made() -> None:
    first, second = Generator(5, STATES), Generator(5, STATES)
    early = first.column(-3, 4)
    second.column(9, 9)
    assert early.shape == SHAPE
    assert early.dtype == np.uint16
    assert np.array_equal(early, second.column(-3, 4))


def test_another_seed_makes_another_land() -> None:
    assert not np.array_equal(Generator(5, STATES).column(6, 6), Generator(6, STATES).column(6, 6))


def test_the_ground_rests_on_bedrock_and_lakes_are_full_to_their_level() -> None:
    blocks = area(Generator(7, STATES), range(-6, 6), range(-6, 6))
    assert (BLOCKS[blocks[:, 0, :]] == "minecraft:bedrock").all()
    water = where(blocks, "minecraft:water")
    assert water.any()
    high = np.argwhere(water[:, SEA + 1 :]) - [96, 0, 96]
    assert (np.abs(high[:, ::2]) < 24).all(), "only the tavern's well holds water above the lakes"
    over_water = blocks[:, 1:, :][water[:, :-1, :] & ~water[:, 1:, :]]
    assert set(BLOCKS[over_water]) <= {
        "minecraft:air",
        "minecraft:bone_block",
        *(f"minecraft:{wood}_leaves" for wood in WOODS),
    }


@pytest.mark.parametrize("seed", [1, 4])
def test_trees_are_whole_across_the_borders_of_columns(seed: int) -> None:
    """Every part of a tree that its shape says is there, whichever column it falls into."""
    generator = Generator(seed, STATES)
    blocks = area(generator, range(3, 9), range(-3, 3))
    shapes = trees.shapes()
    checked = 0
    for tree in {
        tree for cx in range(4, 8) for cz in range(-2, 2) for tree in trees.trees_near(generator.terrain, cx, cz)
    }:
        if not (58 <= tree.x < 134 and -38 <= tree.z < 38):
            continue
        shape = shapes[tree.wood][tree.variant]
        low_x, low_z = tree.x - trees.REACH - 48, tree.z - trees.REACH + 48
        there = blocks[low_x : low_x + shape.shape[0], tree.y : tree.y + shape.shape[1], low_z : low_z + shape.shape[2]]
        logs = BLOCKS[there[shape >= trees.LOG_Y]]
        assert all(name.endswith("_log") for name in logs)
        leaves = BLOCKS[there[shape == trees.LEAVES]]
        assert "minecraft:air" not in leaves
        checked += 1
    assert checked > 10


def test_every_tree_shape_fits_its_reach_and_has_a_trunk_from_the_ground() -> None:
    for wood in trees.shapes():
        assert len(wood) == trees.VARIANTS
        for shape in wood:
            assert shape[trees.REACH, 0, trees.REACH] == trees.LOG_Y
            assert (shape == trees.LEAVES).sum() > 20
            rim = shape.copy()
            rim[1:-1, :, 1:-1] = trees.NOTHING
            assert not rim.any(), "a crown at the very rim would be cut off by it"


def test_plants_stand_on_soil_only() -> None:
    blocks = area(Generator(2, STATES), range(-4, 4), range(-4, 4))
    soil = where(blocks, "minecraft:grass_block") | where(blocks, "minecraft:dirt")
    for plant in ("short_grass", "fern", "poppy", "dandelion", "cornflower"):
        grown = where(blocks, f"minecraft:{plant}")
        assert grown.any()
        assert soil[:, :-1][grown[:, 1:]].all()


@pytest.mark.parametrize("seed", SEEDS)
def test_wood_of_every_kind_cotton_fern_and_bone_lie_within_a_walk_of_the_spawn(seed: int) -> None:
    generator = Generator(seed, STATES)
    columns = range(-WALK // 16, WALK // 16)
    blocks = area(generator, columns, columns)
    for needed in ("voxtable:wild_cotton", "minecraft:fern", "minecraft:bone_block"):
        assert where(blocks, needed).sum() >= 4, needed
    grown = {wood: int(where(blocks, f"minecraft:{wood}_log").sum()) for wood in WOODS}
    assert sum(count > 8 for count in grown.values()) >= 3, grown
    assert where(blocks, "minecraft:bone_block")[:, 50:].any(axis=1).sum() >= 4


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ground_around_the_spawn_is_level_dry_and_without_steps(seed: int) -> None:
    terrain = Terrain(seed)
    x, z = np.meshgrid(np.arange(-60, 61), np.arange(-60, 61), indexing="ij")
    height = terrain.land(x, z).height
    assert (height[49:72, 51:82] == terrain.home).all()
    assert terrain.home > SEA
    steps = max(np.abs(np.diff(height, axis=0)).max(), np.abs(np.diff(height, axis=1)).max())
    assert steps <= 4


def test_the_land_is_varied() -> None:
    terrain = Terrain(3)
    x, z = np.meshgrid(np.arange(-400, 400, 4), np.arange(-400, 400, 4), indexing="ij")
    land = terrain.land(x, z)
    assert set(np.unique(land.landscape)) == {0, 1, 2, 3, 4}
    assert land.height.max() - land.height.min() > 25
    assert 0.02 < (land.height < SEA).mean() < 0.3


def test_land_far_from_the_origin_is_made_as_well() -> None:
    column = Generator(3, STATES).column(-62_000, 62_000)
    assert (BLOCKS[column[:, 0, :]] == "minecraft:bedrock").all()
    assert (column[:, 127, :] == 0).all()
