"""Meshing against a plain reference that walks over every block."""

import numpy as np
import numpy.typing as npt
import pytest

from client.scene.catalogue import PLANE_AXES, Catalogue
from client.scene.light import flood, sky_light
from client.scene.meshing import DIRECTIONS, FACE_SHADE, OCCLUSION_STEP, gather_around, lit_cells, mesh_column
from client.scene.models import NORMALS
from server.shared.voxel.states import StateTable

Blocks = npt.NDArray[np.uint16]


def random_world(seed: int, kinds: list[int], height: int = 7) -> Blocks:
    rng = np.random.default_rng(seed)
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    around[:, :height] = rng.choice([0, *kinds], size=(48, height, 48), p=[0.5, *[0.5 / len(kinds)] * len(kinds)])
    return around


def state_in(around: Blocks, x: int, y: int, z: int) -> int:
    """By coordinates of the middle column; -1 below the world."""
    return -1 if y < 0 else int(around[x + 16, y, z + 16])


def expected_faces(around: Blocks, states: StateTable, merging: set[int]) -> set[tuple[int, int, int, int]]:
    faces = set()
    for x, y, z in np.argwhere(around[16:32, :, 16:32]).tolist():
        own = state_in(around, x, y, z)
        for face, (dx, dy, dz) in enumerate(NORMALS.tolist()):
            beside = state_in(around, x + dx, y + dy, z + dz)
            hidden = beside == -1 or states[beside].opaque or (beside == own and own in merging)
            if not hidden:
                faces.add((x, y, z, face))
    return faces


def meshed_quads(around: Blocks, catalogue: Catalogue) -> npt.NDArray[np.void]:
    return np.concatenate(mesh_column(around, catalogue).passes).reshape(-1, 4)


def cell_and_face(quad: npt.NDArray[np.void]) -> tuple[int, int, int, int]:
    face = int(quad["light"][0, 3])
    middle = quad["place"].mean(axis=0) - NORMALS[face] * 0.5
    x, y, z = np.floor(middle).astype(int).tolist()
    return x, y, z, face


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_sides_that_can_be_seen_are_meshed(seed: int, catalogue: Catalogue, states: StateTable) -> None:
    kinds = [states.number(f"minecraft:{name}") for name in ("stone", "glass", "oak_leaves")]
    around = random_world(seed, kinds)
    quads = meshed_quads(around, catalogue)
    shown = [cell_and_face(quad) for quad in quads]
    assert len(shown) == len(set(shown))
    assert set(shown) == expected_faces(around, states, set(kinds[1:]))


@pytest.mark.parametrize("seed", range(4))
def test_corners_are_darkened_by_the_blocks_that_meet_in_them(
    seed: int, catalogue: Catalogue, states: StateTable
) -> None:
    around = random_world(seed, [states.number("minecraft:stone")])
    for quad in meshed_quads(around, catalogue):
        x, y, z, face = cell_and_face(quad)
        front = np.array([x, y, z]) + NORMALS[face]
        along_u, along_v = PLANE_AXES[face]
        for place, light in zip(quad["place"], quad["light"], strict=True):
            offset = place - (np.array([x, y, z]) + 0.5)
            u = along_u * (1 if offset @ along_u > 0 else -1)
            v = along_v * (1 if offset @ along_v > 0 else -1)
            solid = [state_in(around, *(front + step).tolist()) > 0 for step in (u, v, u + v)]
            dark = 3 if solid[0] and solid[1] else sum(solid)
            assert light[2] == round((1 - OCCLUSION_STEP * dark) * float(FACE_SHADE[face]) * 255)


def test_a_quad_is_split_along_its_brighter_diagonal(catalogue: Catalogue, states: StateTable) -> None:
    quads = meshed_quads(random_world(3, [states.number("minecraft:stone")]), catalogue)
    bright = quads["light"][..., :3].astype(int).sum(axis=2)
    assert (bright[:, 0] + bright[:, 2] >= bright[:, 1] + bright[:, 3]).all()


def test_quads_turn_counter_clockwise_as_seen_from_outside(catalogue: Catalogue, states: StateTable) -> None:
    quads = meshed_quads(random_world(1, [states.number("minecraft:stone")]), catalogue)
    places = quads["place"].astype(float)
    normals = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 1])
    assert np.allclose(normals, NORMALS[quads["light"][:, 0, 3]])


def test_passes_hold_what_is_solid_what_has_holes_and_what_shines_through(
    catalogue: Catalogue, states: StateTable
) -> None:
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    for x, name in ((20, "stone"), (23, "oak_leaves"), (26, "water")):
        around[x, 10, 20] = states.number(f"minecraft:{name}")
    assert [len(part) // 4 for part in mesh_column(around, catalogue).passes] == [6, 6, 6]


def test_still_water_stands_lower_only_where_air_is_above(catalogue: Catalogue, states: StateTable) -> None:
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    around[20, 10:12, 20] = states.number("minecraft:water")
    water = mesh_column(around, catalogue).passes[2]
    heights = set(np.round(water["place"][:, 1].astype(float), 4).tolist())
    assert heights == {10.0, 11.0, 11.875}
    assert len(water) // 4 == 10


def test_a_part_of_a_block_is_not_hidden_by_what_does_not_touch_it(catalogue: Catalogue, states: StateTable) -> None:
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    around[20, 10, 20] = states.number("minecraft:oak_slab")
    around[20, 11, 20] = states.number("minecraft:stone")
    quads = meshed_quads(around, catalogue).reshape(-1, 4)
    tops = [quad for quad in quads if np.allclose(quad["place"][:, 1], 10.5)]
    assert len(tops) == 1
    assert tops[0]["light"][:, 0].min() > 0


def test_an_empty_column_has_no_quads(catalogue: Catalogue) -> None:
    mesh = mesh_column(np.zeros((48, 128, 48), dtype=np.uint16), catalogue)
    assert [len(part) for part in mesh.passes] == [0, 0, 0]


def test_blocks_up_to_the_top_of_the_world_are_meshed(catalogue: Catalogue, states: StateTable) -> None:
    around = np.full((48, 128, 48), states.number("minecraft:stone"), dtype=np.uint16)
    quads = meshed_quads(around, catalogue)
    assert len(quads) == 256
    assert (quads["place"][..., 1] == 128).all()


def test_a_change_at_a_border_changes_the_checksum_of_that_side_only(catalogue: Catalogue, states: StateTable) -> None:
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    around[:, 0] = states.number("minecraft:stone")
    before = mesh_column(around, catalogue).borders
    around[16, 0, 24] = 0
    after = mesh_column(around, catalogue).borders
    changed = {side for side in DIRECTIONS if before[side] != after[side]}
    assert changed == {(-1, 0)}


def test_a_lamp_deep_inside_reaches_the_checksums_of_all_sides(catalogue: Catalogue, states: StateTable) -> None:
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    before = mesh_column(around, catalogue).borders
    around[24, 1, 24] = states.number("minecraft:lantern")
    after = mesh_column(around, catalogue).borders
    assert all(before[side] != after[side] for side in DIRECTIONS if 0 in side)


def test_columns_are_copied_together_only_when_all_neighbours_are_there() -> None:
    columns = {(x, z): np.full((16, 128, 16), 10 * x + z, dtype=np.uint16) for x in range(3) for z in range(3)}
    around = gather_around((1, 1), columns.get)
    assert around is not None
    assert around[0, 0, 47] == 2
    assert around[47, 127, 0] == 20
    columns.pop((2, 2))
    assert gather_around((1, 1), columns.get) is None


# ------------------------------------------------------------------ light


def naive_flood(levels: npt.NDArray[np.uint8], opaque: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    result = levels.copy()
    queue = [tuple(cell) for cell in np.argwhere(levels).tolist()]
    while queue:
        x, y, z = queue.pop(0)
        for dx, dy, dz in NORMALS.tolist():
            cell = (x + dx, y + dy, z + dz)
            if all(0 <= value < size for value, size in zip(cell, result.shape, strict=True)) and not opaque[cell]:
                level = int(result[x, y, z]) - 1
                if level > result[cell]:
                    result[cell] = level
                    queue.append(cell)
    return result


@pytest.mark.parametrize("seed", range(5))
def test_light_spreads_as_a_walk_from_cell_to_cell_would_spread_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    opaque = rng.random((14, 9, 12)) < 0.4
    levels = np.where(rng.random(opaque.shape) < 0.01, 15, 0).astype(np.uint8)
    assert (flood(levels, opaque) == naive_flood(levels, opaque)).all()


def test_daylight_falls_straight_down_and_loses_a_step_around_each_corner() -> None:
    opaque = np.zeros((9, 6, 9), dtype=np.bool_)
    opaque[:, 3] = True
    opaque[4, 3, 4] = False
    light = sky_light(opaque, np.zeros(opaque.shape, dtype=np.uint8))
    assert light[4, 0, 4] == 15
    assert light[5, 0, 4] == 14
    assert light[7, 0, 6] == 10
    assert light[0, 5, 0] == 15
    assert light[0, 3, 0] == 0


def test_leaves_dim_what_falls_through_them() -> None:
    dims = np.zeros((3, 5, 3), dtype=np.uint8)
    dims[:, 2:4] = 1
    light = sky_light(np.zeros(dims.shape, dtype=np.bool_), dims)
    assert light[1, :, 1].tolist() == [13, 13, 13, 14, 15]


def test_lamp_light_crosses_the_border_of_a_column(catalogue: Catalogue, states: StateTable) -> None:
    around = np.zeros((48, 128, 48), dtype=np.uint16)
    around[:, 0] = around[:, 8] = states.number("minecraft:stone")
    around[14, 1, 24] = states.number("minecraft:lantern")
    cells = lit_cells(around, catalogue)
    assert cells.lamp[1, 2, 9] == 13
    assert cells.sky[1, 2, 9] == 0
