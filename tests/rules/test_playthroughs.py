"""Recorded matches, one for each rule set and clock mode, compared line by line."""

from itertools import zip_longest

import pytest

from tests.rules.playthroughs import EACH, RECORDED, lines_of, path_of


@pytest.mark.parametrize(("name", "clock"), EACH)
def test_the_match_runs_as_recorded(name: str, clock: str) -> None:
    recorded = path_of(name, clock).read_text().splitlines()
    for number, (line, expected) in enumerate(zip_longest(lines_of(name, clock), recorded), start=1):
        assert line == expected, f"line {number}"


def test_every_recording_is_played() -> None:
    assert {path.name for path in RECORDED.iterdir()} == {path_of(*each).name for each in EACH}


@pytest.mark.parametrize("kind", ["timed_out", "recovered", "paused", "resumed", "final_round", "rebuttal_round",
    "match_time_up", "farkled", "hot_dice", "penalised", "opening_tied", "seat_left", "entered"])  # fmt: skip
def test_the_recordings_show_every_kind_of_turn_of_events(kind: str) -> None:
    assert any(f"  {kind}  " in path.read_text() for path in RECORDED.iterdir())
