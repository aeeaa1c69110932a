"""Jointed figures, items in hands, and the dice on tables in the world."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from client.packs import Packs
from client.scene.board_picture import BoardPicture
from client.scene.bodies import seen_bodies
from client.scene.figures import (
    BODY,
    HEAD,
    LEFT_SHIN,
    LEFT_THIGH,
    RIGHT_ARM,
    RIGHT_SHIN,
    SEAT,
    figure_vertices,
    hand_matrix,
    name_height,
    part_matrices,
)
from client.scene.frame import SITTING, SNEAKING, BodyShape, Camera, TableShape
from client.scene.items import flat_vertices, item_vertices
from client.scene.models import NORMALS, Models
from client.scene.papers import Lettering
from client.scene.table_dice import SIDE_TURN, table_picture
from client.scene.tiles import Tiles
from client.scene.view import turned, view_of

STANDING_BODY = BodyShape(0, "player", "Ada", 0.0, 0.0, 0.0)


def placed(body: BodyShape, *parts: int) -> npt.NDArray[np.float64]:
    """The corners of some parts in blocks around the body's place."""
    vertices = figure_vertices()
    matrices = part_matrices(body, 0.0)
    corners = []
    for part in parts:
        local = vertices[vertices["part"] == part]["place"].astype(float)
        corners.append(local @ matrices[part][:3, :3].T + matrices[part][:3, 3])
    return np.concatenate(corners)


def test_a_standing_figure_is_as_high_as_its_body_and_stands_on_the_ground() -> None:
    everything = placed(STANDING_BODY, *range(8))
    assert everything[:, 1].min() == pytest.approx(0.0, abs=1e-6)
    assert everything[:, 1].max() == pytest.approx(1.8)
    assert np.abs(everything[:, [0, 2]]).max() < 0.6


def test_sides_of_all_parts_look_outwards_with_their_pictures_on_the_skin() -> None:
    quads = figure_vertices().reshape(-1, 4)
    places = quads["place"].astype(float)
    normals = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    assert np.allclose(normals, quads["normal"][:, 0])
    assert len(quads) == 8 * 6
    assert (quads["uv"] >= 0).all()
    assert (quads["uv"] <= 1).all()


def test_the_face_is_painted_on_the_side_that_looks_ahead() -> None:
    quads = figure_vertices().reshape(-1, 4)
    face = quads[(quads["part"][:, 0] == HEAD) & (quads["normal"][:, 0, 2] == 1)][0]
    assert (face["uv"].min(axis=0) * 64).tolist() == [8, 8]
    assert (face["uv"].max(axis=0) * 64).tolist() == [16, 16]


@pytest.mark.parametrize(("yaw", "ahead"), [(0, (0, 0, 1)), (90, (-1, 0, 0)), (180, (0, 0, -1)), (270, (1, 0, 0))])
def test_a_figure_looks_where_its_yaw_says(yaw: float, ahead: tuple[int, int, int]) -> None:
    head = part_matrices(replace(STANDING_BODY, yaw=yaw), 0.0)[HEAD]
    looking = head[:3, :3] @ np.array([0.0, 0.0, 1.0])
    assert np.allclose(looking / np.linalg.norm(looking), ahead, atol=1e-9)


def test_only_the_head_turns_with_the_pitch() -> None:
    down, level = (part_matrices(replace(STANDING_BODY, pitch=pitch), 0.0) for pitch in (60.0, 0.0))
    looking = down[HEAD][:3, :3] @ np.array([0.0, 0.0, 1.0])
    assert looking[1] < 0
    assert np.allclose(down[BODY], level[BODY])


def test_legs_swing_against_each_other_while_walking() -> None:
    walking = replace(STANDING_BODY, walk=np.pi / 2, stride=1.0)
    left = placed(walking, LEFT_SHIN)[:, 2].mean()
    right = placed(walking, RIGHT_SHIN)[:, 2].mean()
    assert left * right < 0
    assert abs(left - right) > 0.4


def test_a_sitting_figure_rests_on_the_seat_with_bent_legs() -> None:
    sitting = replace(STANDING_BODY, pose=SITTING)
    thighs = placed(sitting, LEFT_THIGH)
    assert thighs[:, 1].min() == pytest.approx(SEAT, abs=0.04)
    assert thighs[:, 2].max() > 0.3
    shins = placed(sitting, LEFT_SHIN, RIGHT_SHIN)
    assert 0 < shins[:, 1].min() < SEAT - 0.2
    assert name_height(sitting) < name_height(STANDING_BODY)


def test_a_throw_raises_the_right_arm_forward_and_brings_it_back() -> None:
    heights = [placed(replace(STANDING_BODY, swing=swing), RIGHT_ARM)[:, 1].min() for swing in (0.0, 0.25, 0.5, 0.999)]
    assert heights[2] > heights[1] > heights[0] + 0.05
    assert heights[3] == pytest.approx(heights[0], abs=0.02)
    held = hand_matrix(part_matrices(replace(STANDING_BODY, swing=0.5), 0.0))
    assert held[2, 3] > 0.3


def test_a_sneaking_figure_is_lower() -> None:
    assert placed(replace(STANDING_BODY, pose=SNEAKING), HEAD)[:, 1].max() < 1.75


# ------------------------------------------------------------------ items and letters


def test_a_flat_item_is_a_slab_whose_sides_follow_its_pixels() -> None:
    picture = np.zeros((16, 16, 4), dtype=np.uint8)
    picture[4:8, 6:12] = 255
    quads = flat_vertices(picture, 3).reshape(-1, 4)
    faces = quads["light"][:, 0, 3]
    assert [(faces == face).sum() for face in range(6)] == [6, 6, 1, 1, 4, 4]
    places = quads["place"].astype(float)
    normals = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 1])
    assert np.allclose(normals / np.linalg.norm(normals, axis=1, keepdims=True), NORMALS[faces])
    top = places[faces == 1]
    assert np.allclose(top[..., 1], 1 - 4 / 16)
    assert (top[..., 0].min(), top[..., 0].max()) == (6 / 16, 12 / 16)


def test_a_block_item_is_its_model(packs: Packs) -> None:
    vertices = item_vertices(packs, Models(packs), Tiles(packs), "minecraft:oak_slab")
    assert len(vertices) == 24
    assert vertices["place"][:, 1].max() == 0.5


def test_letters_stand_side_by_side_and_unknown_ones_are_replaced() -> None:
    font = Lettering(Packs())
    corners, uv, width = font.quads("Ada")
    assert len(corners) == len(uv) == 3
    assert (np.diff(corners[:, 0, 0]) > 0).all()
    assert width >= corners[..., 0].max() - 1
    assert len(font.quads("\u4e2d")[0]) == 1
    assert font.quads("")[2] == 0


def test_only_bodies_in_the_picture_are_drawn_with_all_that_hangs_on_them() -> None:
    view = view_of(Camera(0.0, 10.0, 0.0, yaw=0.0, pitch=0.0), 1.0, 100.0)
    ahead, behind, edge = (BodyShape(number, "drop", "", 0.0, 10.0, z) for number, z in enumerate((8.0, -8.0, -0.8)))
    under = BodyShape(3, "player", "Ada", 0.0, 0.0, 8.0)
    name_only = BodyShape(4, "player", "Bob", 0.0, 3.2, 6.0)
    assert seen_bodies((ahead, behind, edge, under, name_only), view) == (ahead, edge, name_only)
    far = replace(ahead, z=60.0)
    assert seen_bodies((far, replace(far, kind="player")), view) == (replace(far, kind="player"),)
    assert seen_bodies((), view) == ()


# ------------------------------------------------------------------ tables in the world


@pytest.mark.parametrize(("side", "towards"), [(0, (0, 0, -1)), (1, (1, 0, 0)), (2, (0, 0, 1)), (3, (-1, 0, 0))])
def test_the_near_side_of_the_board_in_the_world_is_the_throwers(side: int, towards: tuple[int, int, int]) -> None:
    assert np.allclose((turned(1, SIDE_TURN[side]) @ np.array([0, 0, 1, 1]))[:3], towards)


def test_bystanders_see_the_roll_and_what_was_kept_but_no_choice() -> None:
    picture = table_picture(TableShape((1, 2, 3), (0,), ((4, 4, 4), (1,)), rolled_at=4.0, seed=9))
    assert picture.roll == (1, 2, 3)
    assert picture.groups == ((4, 4, 4), (1,))
    assert (picture.rolled_at, picture.seed, picture.choosing) == (4.0, 9, False)
    assert table_picture(TableShape()) == BoardPicture(rolled_at=-1000.0)


def test_meshing_and_throws_need_no_opengl() -> None:
    check = (
        "import sys, client.scene.meshing, client.scene.board_picture;"
        "sys.exit(any(name == 'pyglet.gl' or name.startswith('pyglet.window') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
