"""What lies still is drawn once; what moves too slowly is drawn coarsely, and sharply again once it rests."""

from itertools import pairwise

from client.scene.pace import SLOW_SECONDS, Drawing, Pace

SLOW, FAST = SLOW_SECONDS * 2, SLOW_SECONDS / 3


def moved(pace: Pace, frames: int, seconds: float, start: int = 0) -> list[Drawing]:
    """Judgements of frames that all look different, so many seconds apart."""
    return [pace.judge(start + number, (start + number) * seconds) for number in range(frames)]


def test_what_looks_as_it_did_is_kept() -> None:
    pace = Pace()
    assert pace.judge("rest", 0.0) is Drawing.SHARP
    assert [pace.judge("rest", 0.1 * number) for number in range(1, 5)] == [Drawing.KEPT] * 4
    assert pace.judge("else", 1.0) is Drawing.SHARP


def test_motion_that_keeps_up_stays_sharp() -> None:
    assert set(moved(Pace(), 60, FAST)) == {Drawing.SHARP}


def test_motion_that_does_not_keep_up_becomes_coarse_and_rests_sharply() -> None:
    pace = Pace()
    assert moved(pace, 6, SLOW) == [Drawing.SHARP] * 3 + [Drawing.COARSE] * 3
    last = 5
    assert pace.judge(last, 10.0) is Drawing.SHARP
    assert pace.judge(last, 10.1) is Drawing.KEPT
    assert pace.judge("moving again", 10.2) is Drawing.COARSE


def test_a_single_stall_changes_nothing() -> None:
    pace = Pace()
    moved(pace, 5, FAST)
    assert pace.judge("after the stall", 9.0) is Drawing.SHARP
    assert [pace.judge(number, 9.0 + number * FAST) for number in range(1, 9)] == [Drawing.SHARP] * 8


def test_the_time_between_two_motions_counts_as_no_slow_frame() -> None:
    pace = Pace()
    for number in range(8):
        pace.judge(number, float(number))
        assert pace.judge(number, number + FAST) is Drawing.KEPT


def test_a_hiccup_does_not_make_motion_coarse_for_good() -> None:
    pace = Pace()
    moved(pace, 5, SLOW)
    start = pace.judge("slow", 1.0)
    assert start is Drawing.COARSE
    drawn = [pace.judge(number, 1.0 + number * FAST) for number in range(1, 200)]
    assert drawn[0] is Drawing.COARSE
    assert drawn[-1] is Drawing.SHARP


def test_a_machine_that_is_slow_for_good_is_tried_more_and_more_seldom() -> None:
    pace, time, sharp = Pace(), 0.0, []
    for number in range(3000):
        drawing = pace.judge(number, time)
        time += SLOW if drawing is Drawing.SHARP else FAST
        if drawing is Drawing.SHARP:
            sharp.append(number)
    waits = [later - earlier for earlier, later in pairwise(sharp) if later - earlier > 1]
    assert waits == sorted(waits)
    assert waits[-1] > 10 * waits[0]
