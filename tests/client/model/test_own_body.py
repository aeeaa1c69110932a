"""The player's own body: the server's motion at once, corrections replayed, stalls forgotten, sitting still."""

import numpy as np
import pytest

from client.model.own_body import OwnBody
from server.shared.protocol.world import Sit, Stand, Step, Steps
from server.shared.voxel import motion
from server.shared.voxel.collision import Terrain, states_of
from server.shared.voxel.keys import FORWARD, JUMP, SNEAK
from tests.client.scripted import GROUND, Script, correction


@pytest.fixture
def script() -> Script:
    return Script().welcome().stand()


@pytest.fixture
def own(script: Script) -> OwnBody:
    return script.know.own


def walk(own: OwnBody, steps: int, keys: int = FORWARD) -> list[Step]:
    return [step for _ in range(steps) for step in own.advance(0.05, keys)]


def test_steps_end_where_the_shared_motion_ends(script: Script, own: OwnBody) -> None:
    taken = walk(own, 20)
    terrain = Terrain(script.know.states, states_of(script.know.columns.array_at))
    body = motion.body((8.5, float(GROUND), 8.5), on_ground=True)
    for step in taken:
        body = motion.step(body, motion.held(step.keys, step.yaw), terrain)
        assert (step.x, step.y, step.z) == tuple(body.pos[0].tolist())


def test_a_body_without_a_place_or_without_ground_under_it_does_not_fall() -> None:
    script = Script().welcome()
    assert walk(script.know.own, 5) == []
    script.say(correction(0, 8.5, 70.0, 8.5))
    walk(script.know.own, 40)
    assert script.know.own.feet[1] == 70.0


def test_a_long_frame_is_lived_through_in_small_steps_and_a_stall_is_forgotten(own: OwnBody) -> None:
    steps = own.advance(30.0, FORWARD | JUMP)
    assert len(steps) == 5
    assert own.feet[1] >= GROUND


def test_a_frame_between_two_steps_shows_the_body_between_them(own: OwnBody) -> None:
    walk(own, 10)
    before = own.feet[2]
    own.advance(0.025, FORWARD)
    middle = own.feet[2]
    own.advance(0.025, FORWARD)
    assert before < middle < own.feet[2]
    assert middle - before == pytest.approx(own.feet[2] - middle, rel=0.3)


def test_a_correction_plays_the_steps_again_that_came_after_it(script: Script, own: OwnBody) -> None:
    taken = walk(own, 12)
    fourth = taken[3]
    script.say(correction(fourth.number, fourth.x + 2.0, fourth.y, fourth.z))
    walk(own, 30, keys=0)
    walked = taken[-1].z - fourth.z
    assert own.feet[0] == pytest.approx(fourth.x + 2.0)
    assert own.feet[2] == pytest.approx(fourth.z + walked, abs=0.4)


def test_a_small_correction_slides_and_a_teleport_jumps(script: Script, own: OwnBody) -> None:
    walk(own, 4, keys=0)
    script.say(correction(4, 8.9, float(GROUND), 8.5))
    assert own.feet[0] == pytest.approx(8.5, abs=0.01)
    walk(own, 20, keys=0)
    assert own.feet[0] == pytest.approx(8.9, abs=0.01)
    script.say(correction(24, 2.5, float(GROUND), 2.5))
    assert own.feet[0] == pytest.approx(2.5)


def test_step_numbers_never_repeat_after_a_correction(script: Script, own: OwnBody) -> None:
    first = walk(own, 5)
    script.say(correction(2, 8.5, float(GROUND), 8.5))
    second = walk(own, 5)
    assert [step.number for step in first + second] == list(range(1, 11))


def test_a_sitter_stays_put_looks_at_the_table_and_sends_no_keys(script: Script, own: OwnBody) -> None:
    walk(own, 3)
    script.say(Sit(x=4.5, y=64.0, z=4.5, yaw=90.0, table=(3, 64, 4)))
    steps = walk(own, 5, keys=FORWARD | SNEAK)
    assert own.feet == (4.5, 64.0, 4.5)
    assert own.yaw == 90.0
    assert {step.keys for step in steps} == {0}
    script.say(Stand(), correction(steps[-1].number, 5.5, float(GROUND), 4.5))
    assert own.feet == (5.5, float(GROUND), 4.5)
    assert walk(own, 3)[0].number == steps[-1].number + 1


def test_the_view_turns_round_and_never_tips_over(own: OwnBody) -> None:
    own.turn(370.0, 500.0)
    assert own.yaw == pytest.approx(10.0)
    assert own.pitch == 90.0
    own.turn(0.0, -900.0)
    assert own.pitch == -90.0


def test_sneaking_lowers_the_eye_gradually(own: OwnBody) -> None:
    walk(own, 4, keys=0)
    tall = own.eye[1]
    heights = []
    for _ in range(20):
        own.advance(0.05, SNEAK)
        heights.append(own.eye[1])
    assert tall - GROUND == pytest.approx(motion.EYE_STANDING)
    assert heights[-1] - GROUND == pytest.approx(motion.EYE_SNEAKING, abs=0.01)
    assert heights[1] > heights[-1]
    assert np.all(np.diff(heights) <= 1e-9)


def test_steps_go_out_with_the_session(script: Script) -> None:
    script.session.advance(0.1, FORWARD)
    steps = [step for message in script.heard_of(Steps) for step in message.steps]
    assert [step.keys for step in steps] == [FORWARD, FORWARD]


def test_a_block_in_the_body_is_told_from_one_beside_it(own: OwnBody) -> None:
    assert own.overlaps((8, GROUND, 8))
    assert own.overlaps((8, GROUND + 1, 8))
    assert not own.overlaps((8, GROUND + 2, 8))
    assert not own.overlaps((9, GROUND, 8))
    assert not own.overlaps((8, GROUND - 1, 8))
