"""Where the dice of a board picture are, and how they look, at a moment."""

from itertools import product

import numpy as np
import pytest

from client import gl
from client.scene.board_camera import Margins, board_camera
from client.scene.board_picture import (
    ILLEGAL,
    KEEP_SECONDS,
    NO_RING,
    SCORING,
    SELECTED,
    BoardPicture,
    arrange,
    group_middles,
    kept_slots,
)
from client.scene.board_shape import FELT_X, FELT_Z, OUTER, RIM_HEIGHT, ROLL_CENTRE, TABLE_Y
from client.scene.dice import upper_face

ROLL = BoardPicture(roll=(1, 5, 3, 2, 6, 5), seed=4, rolled_at=10.0)


def test_before_the_throw_nothing_is_seen_and_after_it_all_dice_rest() -> None:
    assert not arrange(ROLL, 9.9).poses.seen.any()
    assert arrange(ROLL, 12.0).poses.seen.all()
    assert not ROLL.resting(10.5)
    assert ROLL.resting(11.3)


def test_all_dice_rest_on_the_felt_in_front_of_the_kept_row() -> None:
    for seed in range(20):
        places = arrange(BoardPicture(roll=(1,) * 6, seed=seed, rolled_at=0.0), 5.0).poses.places
        assert (np.abs(places[:, 0]) < FELT_X - 0.75).all()
        assert (np.abs(places[:, 2]) < FELT_Z - 0.5).all()
        assert places[:, 2].max() < kept_slots(((1,),))[0, 2] - 1.05


def test_six_single_groups_fit_along_the_rim() -> None:
    slots = kept_slots(((1,),) * 6)
    assert np.abs(slots[:, 0]).max() + 0.45 < FELT_X
    assert np.isclose(slots[:, 0].mean(), 0, atol=1e-9)


def test_groups_have_a_gap_and_dice_of_a_group_lie_close() -> None:
    slots = kept_slots(((2, 2, 2), (1,)))
    steps = np.diff(slots[:, 0])
    assert np.allclose(steps[:2], steps[0])
    assert steps[2] > steps[0] * 1.35
    middles = group_middles(((2, 2, 2), (1,)))
    assert np.isclose(middles[0, 0], slots[1, 0])
    assert np.isclose(middles[1, 0], slots[3, 0])
    assert (middles[:, 2] > slots[0, 2]).all()


def test_kept_dice_slide_to_the_rim_with_their_faces_up_and_the_others_stay() -> None:
    kept = BoardPicture(roll=ROLL.roll, seed=4, rolled_at=10.0, kept=(0, 5), groups=((4, 4), (1,), (5,)), kept_at=20.0)
    before, after = arrange(kept, 20.0), arrange(kept, 20.0 + KEEP_SECONDS)
    assert np.allclose(before.poses.places[:6], arrange(ROLL, 20.0).poses.places)
    slots = kept_slots(kept.groups)
    assert np.allclose(after.poses.places[0], slots[2])
    assert np.allclose(after.poses.places[5], slots[3])
    assert np.allclose(after.poses.places[1:5], before.poses.places[1:5])
    assert np.allclose(after.poses.places[6:], slots[:2])
    assert tuple(upper_face(rotation) for rotation in after.poses.rotations) == after.faces
    squared = np.abs(after.poses.rotations[[0, 5]])
    assert np.allclose(squared.max(axis=2), 1)


def test_dice_kept_in_earlier_rolls_move_over_smoothly() -> None:
    kept = BoardPicture(roll=(1, 2), rolled_at=0.0, kept=(0,), groups=((4, 4), (1,)), kept_at=20.0)
    assert np.allclose(arrange(kept, 19.9).poses.places[2:], kept_slots(((4, 4),)))
    assert np.allclose(arrange(kept, 30.0).poses.places[2:], kept_slots(((4, 4), (1,)))[:2])


def test_rings_tell_what_is_selected_what_scores_and_what_spoils() -> None:
    choosing = BoardPicture(
        roll=ROLL.roll,
        seed=4,
        rolled_at=10.0,
        choosing=True,
        scoring=frozenset({0, 1, 5}),
        selection=frozenset({0, 2}),
        illegal=frozenset({2}),
    )
    shown = arrange(choosing, 20.0)
    assert shown.ring.tolist() == [SELECTED, SCORING, ILLEGAL, NO_RING, NO_RING, SCORING]
    assert shown.dim.tolist() == [0, 0, 0, 1, 1, 0]
    tumbling = arrange(choosing, 10.4)
    assert not tumbling.ring.any()
    assert not tumbling.dim.any()


def test_nobody_else_sees_what_is_being_chosen() -> None:
    watching = BoardPicture(roll=(1, 2), rolled_at=0.0, scoring=frozenset({0}))
    assert not arrange(watching, 9.0).ring.any()
    assert not arrange(watching, 9.0).dim.any()


def test_a_farkle_greys_all_dice() -> None:
    farkle = BoardPicture(roll=(2, 3), groups=((1,),), rolled_at=0.0, farkled_at=5.0)
    assert not arrange(farkle, 4.9).grey.any()
    assert np.allclose(arrange(farkle, 6.0).grey, 1)


def test_hot_dice_return_to_the_cup_one_after_the_other() -> None:
    hot = BoardPicture(roll=(1, 5), kept=(0, 1), groups=((2, 2, 2), (1,), (1,), (5,)), rolled_at=0.0, hot_at=5.0)
    seen = [int(arrange(hot, 5.0 + passed).poses.seen.sum()) for passed in (0.0, 0.9, 1.1, 3.0)]
    assert seen[0] == 6
    assert seen == sorted(seen, reverse=True)
    assert 0 < seen[2] < 6
    assert seen[-1] == 0


def test_reduced_motion_fades_instead_of_throwing_and_sliding() -> None:
    calm = BoardPicture(roll=(1, 5), kept=(0,), groups=((1,),), rolled_at=10.0, kept_at=20.0, reduced_motion=True)
    fading = arrange(calm, 10.05)
    assert 0 < fading.opacity[0] < 1
    assert np.allclose(fading.poses.places[:, 1], 0.5)
    assert np.allclose(arrange(calm, 20.001).poses.places[0], kept_slots(((1,),))[0])
    assert np.allclose(arrange(calm, 15.0).poses.places[1], calm.throw.rests[1] + np.array(ROLL_CENTRE))


def test_an_empty_board_has_no_dice() -> None:
    assert arrange(BoardPicture(), 1.0).faces == ()


@pytest.mark.parametrize(
    ("size", "margins"),
    [
        ((892, 720), Margins(left=300, right=12, top=92, bottom=90)),
        ((446, 360), Margins(left=150, right=6, top=46, bottom=45)),
        ((400, 700), Margins(left=6, right=6, top=200, bottom=50)),
        ((3840, 2160), Margins()),
    ],
)
def test_the_whole_board_rim_and_all_stands_clear_of_what_lies_beside_it(
    size: tuple[int, int], margins: Margins
) -> None:
    _, matrix = board_camera(gl.Viewport(0, 0, *size), margins)
    wide, deep = FELT_X + OUTER, FELT_Z + OUTER
    for x, y, z in product((-wide, wide), (TABLE_Y, RIM_HEIGHT), (-deep, deep)):
        place = matrix @ np.array([x, y, z, 1.0])
        across, up = (place[:2] / place[3] + 1) / 2 * np.array(size)
        assert margins.left - 0.5 <= across <= size[0] - margins.right + 0.5
        assert margins.bottom - 0.5 <= up <= size[1] - margins.top + 0.5
