"""`voxtable-server verify`: an exported match is recomputed die by die, and what was touched is found."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from server.__main__ import main
from server.tabletop.export import exported
from server.tabletop.farkle import Farkle
from server.tabletop.verify import Unverifiable, problems
from tests.tabletop.room import Room
from tests.tabletop.test_records import in_world, played


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A finished match as it is exported."""
    room = Room()
    match = played(room, ("goal", 5_000))
    world = in_world(tmp_path_factory.mktemp("verify") / "world", room)
    plain: dict[str, Any] = json.loads(json.dumps(exported(world, match, {Farkle.name: Farkle})))
    return plain


def test_an_untouched_match_follows_to_the_last_die(over: dict[str, Any]) -> None:
    assert len(over["dice"]["rolls"]) > 10
    assert problems(over) == []


def test_a_changed_die_is_named_wherever_it_was_changed(over: dict[str, Any]) -> None:
    touched = deepcopy(over)
    rolled = [event for event in touched["log"] if event["event"] == "rolled"]
    due = rolled[5]["dice"][0]
    rolled[5]["dice"][0] = due % 6 + 1
    assert problems(touched) == [f"In the log, die 1 of roll 6 showed {due % 6 + 1}, but {due} was due."]
    touched = deepcopy(over)
    touched["dice"]["rolls"][2][0] = touched["dice"]["rolls"][2][0] % 6 + 1
    (problem,) = problems(touched)
    assert problem.startswith("In the rolls, die 1 of roll 3 showed ")


def test_a_roll_left_out_or_made_up_is_found(over: dict[str, Any]) -> None:
    touched = deepcopy(over)
    touched["dice"]["rolls"].pop()
    rolls = len(over["dice"]["rolls"])
    assert problems(touched) == [f"The log has {rolls} rolls, but {rolls - 1} were made."]


def test_another_secret_or_contribution_breaks_the_promise_and_the_dice(over: dict[str, Any]) -> None:
    touched = deepcopy(over)
    touched["dice"]["secret"] = "00" * 32
    assert problems(touched)[0] == ("What the server revealed is not what was committed to before the first roll.")
    touched = deepcopy(over)
    touched["dice"]["contributions"][1] = "00" * 32
    assert problems(touched)[0].startswith("What Bob revealed")
    assert len(problems(touched)) == 3


def test_a_match_that_runs_cannot_be_verified_yet_nor_can_anything_else(tmp_path: Path) -> None:
    room = Room()
    room.start("ada", "bob")
    room.engine.tick()
    plain = exported(in_world(tmp_path / "world", room), room.match().id, {Farkle.name: Farkle})
    with pytest.raises(Unverifiable, match="not over"):
        problems(plain)
    for other in ({}, {"dice": 1, "state": "over"}, {"dice": {"secret": "zz", "seal": ""}, "state": "over"}):
        with pytest.raises(Unverifiable, match="no exported match"):
            problems(other)


def test_the_command_says_in_its_exit_code_whether_all_follows(
    over: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(over))
    assert main(["verify", str(path)]) == 0
    rolls = len(over["dice"]["rolls"])
    assert capsys.readouterr().out.startswith(f"All {rolls} rolls follow from the server's secret and what 2 players")
    path.write_text(json.dumps({**over, "dice": {**over["dice"], "seal": "00" * 32}}))
    assert main(["verify", str(path)]) == 1
    assert "the server revealed" in capsys.readouterr().out
    path.write_text("[1, 2")
    assert main(["verify", str(path)]) == 2
    assert main(["verify", str(tmp_path / "nothing.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
