"""Thrown dice: they end on the given faces, in time, and are never inside the felt or each other."""

import numpy as np
import numpy.typing as npt
import pytest

from client.scene.board_picture import MOUTHS
from client.scene.board_shape import FELT_X, FELT_Z, RIM_HEIGHT, ROLL_CENTRE
from client.scene.dice import (
    FACE_NORMALS,
    about_x,
    about_y,
    die_vertices,
    facing_up,
    hit_distance,
    lowest_reach,
    overlap_depth,
    upper_face,
)
from client.scene.throws import STAGGER, deepest_overlap, plan_throw


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("quarter", range(4))
def test_a_die_can_be_laid_with_any_face_up(face: int, quarter: int) -> None:
    rotation = facing_up(face, quarter)
    assert upper_face(rotation) == face
    assert np.allclose(rotation @ FACE_NORMALS[face - 1], (0, 1, 0))
    assert np.isclose(np.linalg.det(rotation), 1)


def test_opposite_faces_add_up_to_seven() -> None:
    for face in range(1, 7):
        assert np.allclose(FACE_NORMALS[face - 1], -FACE_NORMALS[6 - face])


@pytest.mark.parametrize("face", range(1, 7))
def test_every_throw_ends_exactly_on_its_face(face: int) -> None:
    for seed in range(25):
        rng = np.random.default_rng((face, seed))
        faces = (face, *rng.integers(1, 7, int(rng.integers(0, 6))).tolist())
        throw = plan_throw(faces, MOUTHS[seed % 4], seed)
        for elapsed in (throw.duration, throw.duration + 0.001, 1e6):
            poses = throw.poses(elapsed)
            assert tuple(upper_face(rotation) for rotation in poses.rotations) == faces
            assert np.allclose(poses.places[:, 1], 0.5, atol=1e-9)
            assert np.allclose(np.abs(poses.rotations[:, 1, :]).max(axis=1), 1)


@pytest.mark.parametrize("seed", range(12))
def test_a_throw_takes_about_a_second_and_staggers_its_dice(seed: int) -> None:
    throw = plan_throw((1, 2, 3, 4, 5, 6), MOUTHS[seed % 4], seed)
    assert 0.9 <= throw.duration <= 1.2
    assert np.allclose(np.diff(np.sort(throw.delay)), STAGGER)
    assert not throw.poses(-0.01).seen.any()
    assert throw.poses(STAGGER * 2.5).seen.sum() == 3


@pytest.mark.parametrize("seed", range(24))
def test_dice_are_never_inside_each_other(seed: int) -> None:
    faces = tuple(np.random.default_rng(seed).integers(1, 7, 6).tolist())
    assert deepest_overlap(plan_throw(faces, MOUTHS[seed % 4], seed)) <= 0.05


@pytest.mark.parametrize("seed", range(8))
def test_dice_never_sink_into_the_felt_and_touch_it_before_they_rest(seed: int) -> None:
    throw = plan_throw((3, 1, 4, 1, 5, 6), MOUTHS[seed % 4], seed)
    vertices = die_vertices()["place"].astype(float)
    lowest = []
    for elapsed in np.linspace(0, throw.duration, 90):
        poses = throw.poses(float(elapsed))
        corners = np.einsum("nij,vj->nvi", poses.rotations, vertices) + poses.places[:, None]
        lowest.append(corners[..., 1].min(axis=1))
    heights = np.array(lowest)
    assert heights.min() > -0.01
    assert (heights[:78].min(axis=0) < 0.08).all()
    assert (heights.max(axis=0) > 1.0).all()


@pytest.mark.parametrize("seed", range(8))
def test_dice_clear_the_rim_on_their_way(seed: int) -> None:
    throw = plan_throw((3, 1, 4, 1, 5, 6), MOUTHS[seed % 4], seed)
    for elapsed in np.linspace(0, throw.duration, 90):
        poses = throw.poses(float(elapsed))
        places = poses.places + np.array(ROLL_CENTRE)
        over = (np.abs(places[:, 0]) > FELT_X - 0.4) | (np.abs(places[:, 2]) > FELT_Z - 0.4)
        lowest = places[:, 1] - lowest_reach(poses.rotations)
        assert (lowest[over & poses.seen] >= RIM_HEIGHT).all()


def test_motion_has_no_jumps() -> None:
    throw = plan_throw((2, 2, 5, 6, 1, 3), MOUTHS[0], 11)
    times = np.linspace(0, throw.duration, 400)
    places = np.array([throw.poses(float(time)).places for time in times])
    assert np.abs(np.diff(places, axis=0)).max() < 0.12


def test_the_same_throw_tumbles_alike_for_everybody() -> None:
    one, two = plan_throw((1, 5, 2), MOUTHS[1], 99), plan_throw.__wrapped__((1, 5, 2), MOUTHS[1], 99)
    assert (one.poses(0.4).places == two.poses(0.4).places).all()
    other = plan_throw((1, 5, 2), MOUTHS[1], 100)
    assert not np.allclose(one.poses(0.4).places, other.poses(0.4).places)


@pytest.mark.parametrize("count", range(1, 7))
def test_resting_dice_keep_apart_and_lie_in_reading_order(count: int) -> None:
    for seed in range(10):
        rests = plan_throw((1,) * count, MOUTHS[0], seed).rests
        gaps = np.linalg.norm(rests[:, None] - rests[None], axis=2)[np.triu_indices(count, 1)]
        assert (gaps > 1.45).all()
        first_row = rests[: (count + 1) // 2] if count > 3 else rests
        assert (np.diff(first_row[:, 0]) > 0).all()


def test_no_dice_make_an_empty_throw() -> None:
    throw = plan_throw((), MOUTHS[0], 1)
    assert throw.duration == 0
    assert len(throw.poses(0.5).places) == 0


# ------------------------------------------------------------------ the die as a solid


def test_the_body_is_rounded_but_fills_its_cube() -> None:
    places = die_vertices()["place"].astype(float)
    assert np.allclose(np.abs(places).max(axis=0), 0.5)
    assert np.linalg.norm(places, axis=1).max() < np.sqrt(0.75) - 0.05
    normals = die_vertices()["normal"].astype(float)
    assert np.allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5)
    assert ((places * normals).sum(axis=1) > 0).all()


def test_the_reach_below_the_middle_is_that_of_the_body() -> None:
    vertices = die_vertices()["place"].astype(float)
    for angle in np.linspace(0, np.pi / 2, 7):
        rotation = about_y(0.3) @ about_x(angle)
        assert np.isclose(lowest_reach(rotation), -(vertices @ rotation.T)[:, 1].min(), atol=0.012)


def test_overlap_is_measured_between_turned_cubes() -> None:
    flat, corner = np.eye(3)[None], about_y(np.pi / 4)[None]
    origin = np.zeros((1, 3))
    assert overlap_depth(origin, flat, _at(0.5), flat)[0] > 0.35
    assert overlap_depth(origin, flat, _at(1.05), flat)[0] < 0
    assert overlap_depth(origin, flat, _at(1.05), corner)[0] > 0
    assert overlap_depth(origin, flat, _at(1.3), corner)[0] < 0


def test_a_ray_hits_the_nearer_die_and_misses_beside_it() -> None:
    places = np.array([(0.0, 0.5, 0.0), (3.0, 0.5, 0.0)])
    turns = np.stack([np.eye(3), about_y(np.pi / 4)])
    hit = hit_distance(np.array([0.0, 5.0, 0.0]), np.array([0.0, -1.0, 0.0]), places, turns, np.ones(2))
    assert hit[0] == pytest.approx(4.0)
    assert np.isinf(hit[1])
    beside = hit_distance(np.array([3.6, 5.0, 0.0]), np.array([0.0, -1.0, 0.0]), places, turns, np.ones(2))
    assert np.isfinite(beside[1])


def _at(x: float) -> npt.NDArray[np.float64]:
    return np.array([[x, 0.0, 0.0]])
