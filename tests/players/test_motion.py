"""How bodies move: figures, properties over random grounds, edges, liquids and unloaded columns."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.shared.voxel import motion
from server.shared.voxel.collision import Terrain
from server.shared.voxel.keys import BACK, FORWARD, JUMP, LEFT, RIGHT, SNEAK, SPRINT
from server.shared.voxel.motion import Bodies, Inputs, body, held
from tests.players.ground import CHAIR, FENCE, FLOOR, PLANT, SLAB, STAIRS, STONE, WATER, Ground, Pos

SOUTH, WEST, NORTH, EAST = 0.0, 90.0, 180.0, 270.0


def standing(x: float = 0.5, z: float = 0.5, y: float = FLOOR) -> Bodies:
    return body((x, y, z), on_ground=True)


def walk(bodies: Bodies, terrain: Terrain, steps: int, keys: int = FORWARD, yaw: float = SOUTH) -> Bodies:
    for _ in range(steps):
        bodies = motion.step(bodies, held(keys, yaw), terrain)
    return bodies


def path(bodies: Bodies, terrain: Terrain, steps: int, keys: int = FORWARD, yaw: float = SOUTH) -> list[list[float]]:
    places = []
    for _ in range(steps):
        bodies = motion.step(bodies, held(keys, yaw), terrain)
        places.append(bodies.pos[0].tolist())
    return places


# ------------------------------------------------------------------ figures


@pytest.mark.parametrize(
    ("keys", "speed"),
    [
        (FORWARD, motion.WALK_SPEED),
        (FORWARD | SPRINT, motion.SPRINT_SPEED),
        (FORWARD | SNEAK, motion.SNEAK_SPEED),
        (FORWARD | SNEAK | SPRINT, motion.SNEAK_SPEED),
        (BACK | SPRINT, -motion.WALK_SPEED),
        (FORWARD | BACK, 0.0),
    ],
)
def test_a_held_direction_leads_to_its_speed(keys: int, speed: float) -> None:
    terrain = Ground().terrain
    there = walk(standing(z=-20), terrain, 20, keys)
    onward = walk(there, terrain, 20, keys)
    assert onward.pos[0, 2] - there.pos[0, 2] == pytest.approx(speed, abs=1e-3)


def test_a_slant_is_no_faster_than_straight_on() -> None:
    there = walk(standing(), Ground().terrain, 20)
    slant = walk(standing(), Ground().terrain, 20, FORWARD | RIGHT)
    way = slant.pos[0] - (0.5, FLOOR, 0.5)
    assert np.hypot(way[0], way[2]) == pytest.approx(there.pos[0, 2] - 0.5, abs=1e-6)


@pytest.mark.parametrize(
    ("yaw", "keys", "way"),
    [
        (SOUTH, FORWARD, (0, 1)),
        (WEST, FORWARD, (-1, 0)),
        (NORTH, FORWARD, (0, -1)),
        (EAST, FORWARD, (1, 0)),
        (SOUTH, RIGHT, (-1, 0)),
        (WEST, LEFT, (0, 1)),
    ],
)
def test_directions_follow_the_view(yaw: float, keys: int, way: tuple[int, int]) -> None:
    moved = walk(standing(), Ground().terrain, 10, keys, yaw).pos[0] - (0.5, FLOOR, 0.5)
    assert (np.sign(np.round(moved[0], 6)), np.sign(np.round(moved[2], 6))) == way


def test_a_jump_reaches_a_block_and_a_quarter() -> None:
    heights = [place[1] for place in path(standing(), Ground().terrain, 14, JUMP)]
    assert max(heights) - FLOOR == pytest.approx(1.252, abs=1e-3)
    assert heights[-1] < FLOOR + 1.25


def test_a_jump_leads_onto_a_block_but_not_onto_a_fence() -> None:
    wall: dict[Pos, int] = {(x, FLOOR, 3): STONE for x in range(-3, 4)}
    assert walk(standing(), Ground(wall).terrain, 40, FORWARD | JUMP).pos[0, 2] > 3.3
    fence: dict[Pos, int] = dict.fromkeys(wall, FENCE)
    assert walk(standing(), Ground(fence).terrain, 80, FORWARD | JUMP).pos[0, 2] < 3.2


def test_no_jump_starts_in_the_air() -> None:
    falling = body((0.5, FLOOR + 5, 0.5))
    assert walk(falling, Ground().terrain, 1, JUMP).pos[0, 1] <= FLOOR + 5


# ------------------------------------------------------------------ walls and steps


def test_a_wall_holds_a_body_at_its_face_and_lets_it_slide() -> None:
    wall: dict[Pos, int] = {(x, y, 3): STONE for x in range(-9, 20) for y in (FLOOR, FLOOR + 1)}
    there = walk(standing(), Ground(wall).terrain, 40, FORWARD | LEFT)
    assert there.pos[0, 2] == pytest.approx(3 - motion.WIDTH / 2)
    assert there.vel[0, 2] == 0
    assert there.pos[0, 0] > 4


@pytest.mark.parametrize("shape", [SLAB, CHAIR, STAIRS])
def test_half_blocks_are_walked_onto_without_a_jump(shape: int) -> None:
    step: dict[Pos, int] = {(x, FLOOR, 2): shape for x in range(-3, 4)}
    heights = [place[1] for place in path(standing(), Ground(step).terrain, 9)]
    assert FLOOR + 0.5 in [round(height, 6) for height in heights]


def test_stairs_are_climbed_to_the_top() -> None:
    step: dict[Pos, int] = {(x, FLOOR + n, 2 + n): STAIRS for x in range(-3, 4) for n in range(3)}
    step |= {(x, FLOOR + 2, z): STONE for x in range(-3, 4) for z in range(5, 9)}
    there = walk(standing(), Ground(step).terrain, 30)
    assert there.pos[0, 1] == pytest.approx(FLOOR + 3)


def test_a_whole_block_is_not_walked_onto() -> None:
    wall: dict[Pos, int] = {(x, FLOOR, 2): STONE for x in range(-3, 4)}
    assert walk(standing(), Ground(wall).terrain, 40).pos[0].tolist() == pytest.approx([0.5, FLOOR, 1.7])


def test_plants_hold_nobody() -> None:
    assert walk(standing(), Ground({(0, FLOOR, 2): PLANT}).terrain, 40).pos[0, 2] > 5


def test_a_low_passage_takes_only_those_who_sneak_and_keeps_them_low() -> None:
    """A passage of 1.5 blocks: slabs on the floor, stone two above, stone at the sides."""
    ground = Ground({(x, FLOOR, 1): SLAB for x in (-1, 0, 1)})
    for z in range(2, 30):
        ground.set((0, FLOOR, z), SLAB)
        ground.set((0, FLOOR + 2, z), STONE)
        for x in (-1, 1):
            ground.set((x, FLOOR + 1, z), STONE)
    start = standing(y=FLOOR + 0.5, z=1.4)
    assert walk(start, ground.terrain, 60).pos[0, 2] < 2
    inside = walk(start, ground.terrain, 60, FORWARD | SNEAK)
    assert inside.pos[0, 2] > 4
    released = walk(inside, ground.terrain, 5)
    assert released.sneaking[0]
    assert released.pos[0, 2] - inside.pos[0, 2] < 5 * motion.SNEAK_SPEED * motion.STEP_SECONDS + 1e-6


def test_a_block_put_where_a_body_stands_does_not_hold_it_for_ever() -> None:
    inside = standing(y=FLOOR)
    assert walk(inside, Ground({(0, FLOOR, 0): STONE}).terrain, 20).pos[0, 2] > 1.3


# ------------------------------------------------------------------ falling, edges, liquids, unloaded


@pytest.mark.parametrize("height", [0.01, 1.0, 7.3, 40.0, 500.0])
def test_a_fall_ends_on_the_floor_however_long(height: float) -> None:
    landed = walk(body((0.5, FLOOR + height, 0.5)), Ground().terrain, 300, 0)
    assert landed.pos[0, 1] == pytest.approx(FLOOR)
    assert landed.on_ground[0]


def test_the_fastest_fall_does_not_pass_a_thin_floor() -> None:
    ground = Ground({(0, 20, 0): SLAB}, floor=False)
    fast = body((0.5, 120.0, 0.5), (0.0, -500.0, 0.0))
    assert walk(fast, ground.terrain, 200, 0).pos[0, 1] == pytest.approx(20.5)


def test_without_a_floor_a_body_falls_out_of_the_world() -> None:
    assert walk(body((0.5, 10.0, 0.5)), Ground(floor=False).terrain, 60, 0).pos[0, 1] < -20


@pytest.mark.parametrize("yaw", [0.0, 37.0, 90.0, 215.0, 300.0])
def test_a_sneaking_body_stays_on_its_ledge_and_a_walking_one_does_not(yaw: float) -> None:
    ledge = Ground({(0, 70, 0): STONE}, floor=False)
    on_ledge = standing(y=71.0)
    careful = walk(on_ledge, ledge.terrain, 200, FORWARD | SNEAK, yaw)
    assert careful.pos[0, 1] == 71.0
    assert np.abs(careful.pos[0, [0, 2]] - 0.5).max() > 0.75
    assert walk(on_ledge, ledge.terrain, 40, FORWARD, yaw).pos[0, 1] < 60


def pool() -> Ground:
    """Water four deep whose surface is level with the floor, from z = 2 to z = 9."""
    return Ground({(x, y, z): WATER for x in range(-6, 7) for y in range(60, 64) for z in range(2, 10)})


def test_a_body_sinks_slowly_and_swims_up_to_the_surface() -> None:
    sinking = walk(body((0.5, 62.0, 5.0)), pool().terrain, 40, 0)
    assert 60.0 <= sinking.pos[0, 1] < 61.9
    assert sinking.vel[0, 1] >= -motion.SINK_SPEED - 1e-6
    floating = [place[1] for place in path(sinking, pool().terrain, 120, JUMP)][-40:]
    assert min(floating) > 63.0
    assert max(floating) < 64.2


def test_a_fall_into_water_is_caught_by_it() -> None:
    assert walk(body((0.5, 100.0, 5.0)), pool().terrain, 60, 0).vel[0, 1] > -3


@pytest.mark.parametrize("bank", [0, 1])
def test_a_swimmer_climbs_out_onto_a_bank_up_to_one_block_over_the_surface(bank: int) -> None:
    ground = pool()
    for x in range(-6, 7):
        for z in range(10, 40):
            for y in range(FLOOR, FLOOR + bank):
                ground.set((x, y, z), STONE)
    swum = walk(body((0.5, 62.0, 7.0)), ground.terrain, 100, FORWARD | JUMP)
    assert swum.pos[0, 2] > 10.3
    assert swum.pos[0, 1] >= FLOOR + bank


def test_a_body_in_an_unloaded_column_waits() -> None:
    ground = Ground()
    ground.unload(0, 0)
    waiting = walk(body((8.0, 70.0, 8.0), (1.0, -3.0, 0.0)), ground.terrain, 10)
    assert waiting.pos[0].tolist() == [8.0, 70.0, 8.0]
    assert waiting.vel[0].tolist() == [0.0, 0.0, 0.0]


def test_an_unloaded_column_is_a_wall_and_a_floor() -> None:
    ground = Ground()
    ground.unload(0, 1)
    assert walk(standing(8.0, 12.0), ground.terrain, 60).pos[0, 2] == pytest.approx(16 - motion.WIDTH / 2)


# ------------------------------------------------------------------ properties

cells = st.tuples(st.integers(-3, 3), st.integers(FLOOR, FLOOR + 4), st.integers(-3, 3))
grounds = st.dictionaries(cells, st.sampled_from([STONE, SLAB, CHAIR, FENCE, WATER, STAIRS]), max_size=60)
moves = st.lists(st.tuples(st.integers(0, 127), st.floats(-720, 720)), min_size=1, max_size=25)
places = st.tuples(st.floats(-4, 4), st.floats(FLOOR, FLOOR + 8), st.floats(-4, 4))
speeds = st.tuples(st.floats(-90, 90), st.floats(-90, 90), st.floats(-90, 90))


def overlaps(bodies: Bodies, terrain: Terrain) -> bool:
    height = np.where(bodies.sneaking, motion.SNEAKING, motion.STANDING)
    low, high = motion.box(bodies.pos, height)
    return not terrain.free(low + 1e-6, high - 1e-6).all()


@settings(max_examples=60, deadline=None)
@given(grounds, places, speeds, moves)
def test_a_body_that_starts_free_never_enters_anything_solid(
    blocks: dict[Pos, int], place: motion.Point, speed: motion.Point, keys: list[tuple[int, float]]
) -> None:
    terrain = Ground(blocks).terrain
    bodies = body(place, speed)
    if overlaps(bodies, terrain):
        return
    for pressed, yaw in keys:
        before = bodies
        bodies = motion.step(bodies, held(pressed, yaw), terrain)
        assert not overlaps(bodies, terrain)
        assert bodies.pos[0, 1] >= FLOOR - 1e-6
        assert np.isfinite(bodies.vel).all()
        assert (np.abs(bodies.pos - before.pos) <= (0.6001, 3.0001, 0.6001)).all()


@settings(max_examples=30, deadline=None)
@given(grounds, st.lists(st.tuples(places, speeds), min_size=2, max_size=8), moves)
def test_a_crowd_moves_bit_for_bit_as_each_body_alone(
    blocks: dict[Pos, int], starts: list[tuple[motion.Point, motion.Point]], keys: list[tuple[int, float]]
) -> None:
    terrain = Ground(blocks).terrain
    alone = [body(place, speed) for place, speed in starts]
    crowd = motion.together(alone)
    for turn in range(len(keys)):
        chosen = [keys[(turn + number) % len(keys)] for number in range(len(alone))]
        alone = [motion.step(one, held(*pressed), terrain) for one, pressed in zip(alone, chosen, strict=True)]
        crowd = motion.step(
            crowd, Inputs(np.array([k for k, _ in chosen]), np.array([yaw for _, yaw in chosen])), terrain
        )
        joined = motion.together(alone)
        assert (crowd.pos == joined.pos).all()
        assert (crowd.vel == joined.vel).all()
        assert (crowd.on_ground == joined.on_ground).all()
        assert (crowd.sneaking == joined.sneaking).all()


@settings(max_examples=30, deadline=None)
@given(moves)
def test_a_body_walled_in_stays_where_it_is(keys: list[tuple[int, float]]) -> None:
    cell: dict[Pos, int] = {
        (x, y, z): STONE for x in (-1, 0, 1) for y in range(FLOOR, FLOOR + 4) for z in (-1, 0, 1) if (x, z) != (0, 0)
    }
    terrain = Ground(cell | {(0, FLOOR + 2, 0): STONE}).terrain
    bodies = standing()
    for pressed, yaw in keys:
        bodies = motion.step(bodies, held(pressed, yaw), terrain)
        assert (np.abs(bodies.pos[0] - (0.5, FLOOR, 0.5)) <= (0.2001, 0.5001, 0.2001)).all()


def test_no_bodies_are_no_work() -> None:
    assert len(motion.step(motion.together([]), Inputs(np.zeros(0, np.int64), np.zeros(0)), Ground().terrain)) == 0


def test_a_body_comes_to_rest_at_the_border_and_goes_back_from_there() -> None:
    ground = Ground()
    floor = ground.columns[0, 0]
    ground.columns = {(cx, 0): floor for cx in range(62490, 62510)}
    terrain = ground.terrain
    there = walk(standing(x=motion.BORDER - 0.5), terrain, 20, yaw=EAST)
    assert there.pos[0, 0] == motion.BORDER
    assert there.vel[0, 0] == 0.0
    assert walk(there, terrain, 20, yaw=WEST).pos[0, 0] < motion.BORDER - 1.0
