"""What a ray hits: exact outlines, compared with a ray that is walked in tiny steps."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.shared.voxel.raycast import DOWN, EAST, NORMALS, NORTH, SOUTH, UP, WEST, Point, Sight, direction
from tests.players.ground import CHAIR, FENCE, FLOOR, PLANT, SLAB, STONE, TABLE, WATER, Ground, Pos

EYE = (0.5, FLOOR + 1.62, 0.5)


def sight(blocks: dict[Pos, int] | None = None) -> Sight:
    return Sight(TABLE, Ground(blocks).states)


@pytest.mark.parametrize(
    ("way", "face"),
    [
        ((0, -1, 0), UP),
        ((0, 1, 0), DOWN),
        ((0, 0, 1), NORTH),
        ((0, 0, -1), SOUTH),
        ((1, 0, 0), WEST),
        ((-1, 0, 0), EAST),
    ],
)
def test_each_side_is_told_apart(way: Point, face: int) -> None:
    around: dict[Pos, int] = {(0, 70 + 2 * n, 0): STONE for n in (-1, 1)}
    around |= {(2 * n, 70, 0): STONE for n in (-1, 1)} | {(0, 70, 2 * n): STONE for n in (-1, 1)}
    hit = sight(around).cast((0.5, 70.5, 0.5), way, 5)
    assert hit is not None
    assert hit.face == face
    assert hit.distance == pytest.approx(1.5)
    assert tuple(2 * part for part in way) == (hit.pos[0], hit.pos[1] - 70, hit.pos[2])
    assert NORMALS[hit.face] == tuple(-part for part in way)


def test_yaw_and_pitch_point_as_the_contract_says() -> None:
    assert direction(0, 0) == pytest.approx((0, 0, 1))
    assert direction(90, 0) == pytest.approx((-1, 0, 0), abs=1e-9)
    assert direction(180, 0) == pytest.approx((0, 0, -1), abs=1e-9)
    assert direction(0, 90) == pytest.approx((0, -1, 0), abs=1e-9)


def test_a_ray_passes_over_a_half_block_and_meets_what_is_behind() -> None:
    view = sight({(0, FLOOR, 2): SLAB, (0, FLOOR, 4): STONE})
    over = view.cast((0.5, FLOOR + 0.6, 0.5), (0, 0, 1), 6)
    under = view.cast((0.5, FLOOR + 0.4, 0.5), (0, 0, 1), 6)
    assert over is not None
    assert over.pos == (0, FLOOR, 4)
    assert under is not None
    assert under.pos == (0, FLOOR, 2)


def test_a_plant_is_met_though_nobody_is_held_by_it_and_water_is_not() -> None:
    view = sight({(0, FLOOR, 2): PLANT, (0, FLOOR, 1): WATER})
    hit = view.cast((0.5, FLOOR + 0.5, 0.5), (0, 0, 1), 5)
    assert hit is not None
    assert hit.state == PLANT


def test_a_shape_that_sticks_out_of_its_block_is_met_there() -> None:
    hit = sight({(0, FLOOR, 2): FENCE}).cast((0.5, FLOOR + 1.25, 0.5), (0, 0, 1), 5)
    assert hit is not None
    assert (hit.pos, hit.face) == ((0, FLOOR, 2), NORTH)
    assert hit.fraction == pytest.approx((0.5, 1.25, 6 / 16))


def test_nothing_beyond_the_reach_is_met() -> None:
    view = sight({(0, FLOOR + 1, 6): STONE})
    assert view.cast(EYE, (0, 0, 1), 5.49) is None
    assert view.cast(EYE, (0, 0, 1), 5.51) is not None


def test_a_ray_ends_where_no_column_is_loaded() -> None:
    ground = Ground({(0, FLOOR + 1, 20): STONE})
    assert Sight(TABLE, ground.states).cast(EYE, (0, 0, 1), 40) is not None
    ground.unload(0, 1)
    assert Sight(TABLE, ground.states).cast(EYE, (0, 0, 1), 40) is None


def test_a_ray_from_inside_of_a_block_meets_that_block_at_once() -> None:
    hit = sight().cast((0.5, FLOOR - 0.5, 0.5), (0, 0, 3), 5)
    assert hit is not None
    assert (hit.pos, hit.distance, hit.face) == ((0, FLOOR - 1, 0), 0.0, NORTH)


def test_what_is_hidden_is_not_seen_and_the_touched_block_does_not_hide_itself() -> None:
    view = sight({(0, FLOOR + 1, 2): STONE, (0, FLOOR + 1, 4): STONE})
    assert view.sees_any(EYE, (0, FLOOR + 1, 2), [(0.5, FLOOR + 1.5, 2.0)])
    assert view.sees_any(EYE, (0, FLOOR + 1, 2), [(0.5, FLOOR + 1.5, 2.9)])
    assert not view.sees_any(EYE, (0, FLOOR + 1, 4), [(0.5, FLOOR + 1.5, 4.0)])
    assert view.sees_any(EYE, (0, FLOOR + 1, 0), [EYE])


_GRAZE = 1e-6
"""Blocks by which a ray must be inside: one that runs along a face may meet the block or pass it."""


def sampled(blocks: dict[Pos, int], start: Point, way: Point, reach: float) -> tuple[Pos, float] | None:
    """The oracle: walks along the ray in steps of 1/200 block and asks each block near whether a point is inside."""
    length = math.hypot(*way)
    for step in range(int(reach * 200)):
        distance = step / 200
        point = [start[axis] + way[axis] / length * distance for axis in range(3)]
        base = [math.floor(part) for part in point]
        for pos in ((base[0], base[1], base[2]), (base[0], base[1] - 1, base[2])):
            state = blocks.get(pos, STONE if 40 <= pos[1] < FLOOR else 0)
            for box in TABLE[state].outline:
                inside = [point[axis] - pos[axis] for axis in range(3)]
                if all(box[axis] / 16 + _GRAZE <= inside[axis] <= box[axis + 3] / 16 - _GRAZE for axis in range(3)):
                    return pos, distance
    return None


cells = st.tuples(st.integers(-4, 4), st.integers(FLOOR, FLOOR + 4), st.integers(-4, 4))
coordinates = st.floats(-3, 3)


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(cells, st.sampled_from([STONE, SLAB, CHAIR, FENCE, PLANT, WATER]), max_size=30),
    st.tuples(coordinates, st.floats(FLOOR, FLOOR + 4), coordinates),
    st.floats(-360, 360),
    st.floats(-90, 90),
)
def test_rays_meet_what_sampling_finds(blocks: dict[Pos, int], start: Point, yaw: float, pitch: float) -> None:
    way = direction(yaw, pitch)
    hit = sight(blocks).cast(start, way, 5.0)
    found = sampled(blocks, start, way, 5.0)
    if found is not None:
        # Sampling may step over a corner, so the exact ray meets something no later than it.
        assert hit is not None
        assert hit.distance <= found[1] + 1e-6
        if hit.distance > found[1] - 0.006:
            assert hit.pos == found[0] or hit.distance == pytest.approx(found[1], abs=0.006)
    if hit is not None:
        state = TABLE[blocks.get(hit.pos, STONE if 40 <= hit.pos[1] < FLOOR else 0)]
        assert any(
            all(box[axis] / 16 - 1e-6 <= hit.fraction[axis] <= box[axis + 3] / 16 + 1e-6 for axis in range(3))
            for box in state.outline
        )


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(cells, st.sampled_from([STONE, SLAB, CHAIR, FENCE, PLANT, WATER]), max_size=40),
    st.tuples(coordinates, st.floats(FLOOR, FLOOR + 4), coordinates),
    cells,
    st.lists(st.tuples(*[st.floats(0.02, 0.98)] * 3), max_size=12),
)
def test_many_lines_of_sight_at_once_see_what_one_ray_after_the_other_sees(
    blocks: dict[Pos, int], eye: Point, pos: Pos, touched: list[Point]
) -> None:
    view = sight(blocks)
    points = [(pos[0] + x, pos[1] + y, pos[2] + z) for x, y, z in touched]
    expected = [seen_by_a_ray(view, eye, pos, point) for point in points]
    assert [view.sees_any(eye, pos, [point]) for point in points] == expected
    assert view.sees_any(eye, pos, points) is any(expected)


def seen_by_a_ray(view: Sight, eye: Point, pos: Pos, point: Point) -> bool:
    """The oracle: a ray from the eye meets the block itself first, or nothing before the point."""
    way = (point[0] - eye[0], point[1] - eye[1], point[2] - eye[2])
    distance = math.hypot(*way)
    met = view.cast(eye, way, distance) if distance > 1e-9 else None
    return met is None or met.pos == pos or met.distance >= distance * (1 - 1e-6)
