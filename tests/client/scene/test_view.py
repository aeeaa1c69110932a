"""Cameras: directions, what is in the picture, and steadiness far from the middle of the world."""

import numpy as np
import numpy.typing as npt
import pytest

from client.scene.daylight import daylight
from client.scene.frame import Camera
from client.scene.view import direction, view_of


@pytest.mark.parametrize(
    ("yaw", "pitch", "expected"),
    [(0, 0, (0, 0, 1)), (90, 0, (-1, 0, 0)), (180, 0, (0, 0, -1)), (270, 0, (1, 0, 0)), (0, 90, (0, -1, 0))],
)
def test_directions_follow_the_conventions(yaw: float, pitch: float, expected: tuple[int, int, int]) -> None:
    assert np.allclose(direction(yaw, pitch), expected, atol=1e-12)


def test_east_is_to_the_right_when_looking_north() -> None:
    view = view_of(Camera(0, 0, 0, 180, 0), 1.5, 100)
    clip = view.matrix @ np.array([1.0, 0.0, -5.0, 1.0])
    assert clip[0] / clip[3] > 0
    assert np.allclose(view.right, (1, 0, 0))
    assert np.allclose(view.up, (0, 1, 0))


def test_looking_straight_down_keeps_a_heading() -> None:
    view = view_of(Camera(0, 0, 0, 0, 90), 1.5, 100)
    assert np.allclose(view.up, (0, 0, 1))


def test_boxes_behind_and_beside_are_left_out() -> None:
    view = view_of(Camera(8, 64, 8, 0, 0), 16 / 9, 200)
    low = np.array([(0, 0, 32), (0, 0, -64), (300, 0, 16), (0, 0, 0)], dtype=float)
    high = low + np.array([16, 80, 16])
    assert view.sees_boxes(low, high).tolist() == [True, False, False, True]


def test_places_far_out_are_as_steady_as_near_the_middle() -> None:
    near, far = (view_of(Camera(x + 0.3, 70, x + 0.7, 30, 10), 1.5, 100) for x in (0.0, 1_000_000.0))
    one = near.at((5.0, 70.0, 5.0)).astype(np.float32)
    two = far.at((1_000_005.0, 70.0, 1_000_005.0)).astype(np.float32)
    assert np.allclose(one, two, atol=1e-6)


@pytest.mark.parametrize("x", [8.3, 1_234.567, -400_000.1])
def test_corners_that_two_columns_share_are_drawn_at_the_same_pixel(x: float) -> None:
    view = view_of(Camera(x, 70.1, 3.9, 30, 10), 1.5, 100)
    column = np.floor(x / 16) * 16

    def corner(start: float, inside: float) -> npt.NDArray[np.float32]:
        origin = np.array([start, 0.0, 0.0]) - view.base
        return origin.astype(np.float32) + np.array([inside, 69.0625, 4.4375], dtype=np.float32)

    assert (corner(column, 16.0) == corner(column + 16, 0.0)).all()
    assert np.allclose(view.base_matrix @ [0, 0, 0, 1], view.at(view.base) @ [0, 0, 0, 1])


def test_a_picture_of_no_height_has_a_finite_matrix() -> None:
    assert np.isfinite(view_of(Camera(0, 0, 0, 0, 0), 0.0, 100).matrix).all()


def test_dusk_is_warm_noon_is_bright_and_night_has_stars() -> None:
    noon, dusk, night = daylight(6000), daylight(12000), daylight(18000)
    assert noon.sky.mean() > dusk.sky.mean() > night.sky.mean()
    assert dusk.horizon[0] > dusk.horizon[2] * 1.5
    assert (noon.stars, night.stars) == (0.0, 1.0)
    assert noon.sun[1] > 0.9 > -0.9 > night.sun[1]


def test_the_day_has_no_jumps() -> None:
    times = np.arange(0, 24000, 20)
    horizons = np.array([daylight(float(time)).horizon for time in times])
    assert np.abs(np.diff(horizons, axis=0)).max() < 0.03
    assert np.allclose(daylight(0).horizon, daylight(24000).horizon)
