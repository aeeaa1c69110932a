"""`voxtable-server verify`: an exported match is recomputed die by die, and what was touched is found."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from server.__main__ import main
from server.shared.fair_dice import roll
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


# ------------------------------------------------------------------ what somebody made to look right


def test_a_match_in_which_a_person_added_nothing_is_refused(over: dict[str, Any]) -> None:
    touched = deepcopy(over)
    touched["dice"]["contributions"][1] = touched["dice"]["commitments"][1] = ""
    assert "Bob added 0 bytes to the dice, not 32." in problems(touched)


@pytest.mark.parametrize("bots", [False, True])
def test_dice_to_which_nobody_added_anything_are_refused_though_they_follow(over: dict[str, Any], bots: bool) -> None:
    touched = deepcopy(over)
    dice = touched["dice"]
    dice["contributions"] = dice["commitments"] = ["", ""]
    for player in touched["players"]:
        player["bot"] = "steady" if bots else ""
    secret = bytes.fromhex(dice["secret"])
    dice["rolls"] = [
        list(roll(secret, touched["match"], number, len(faces), (b"", b"")))
        for number, faces in enumerate(dice["rolls"])
    ]
    rolled = (event for event in touched["log"] if event["event"] == "rolled")
    for event, faces in zip(rolled, dice["rolls"], strict=True):
        event["dice"] = faces
    assert "No player added anything to the dice." in problems(touched)


def test_fewer_parts_than_players_are_refused(over: dict[str, Any]) -> None:
    touched = deepcopy(over)
    del touched["dice"]["contributions"][1], touched["dice"]["commitments"][1]
    assert "2 took part, but the dice name 1." in problems(touched)


@pytest.mark.parametrize("shortened", ["rolls", "log"])
def test_a_roll_with_fewer_dice_than_the_other_says_is_found(over: dict[str, Any], shortened: str) -> None:
    touched = deepcopy(over)
    rolled = [event for event in touched["log"] if event["event"] == "rolled"]
    number = next(number for number, faces in enumerate(touched["dice"]["rolls"]) if len(faces) == 6)
    del (touched["dice"]["rolls"][number] if shortened == "rolls" else rolled[number]["dice"])[1:]
    made, logged = ("1 die", "6 dice") if shortened == "rolls" else ("6 dice", "1 die")
    assert problems(touched) == [f"Roll {number + 1} has {made}, but {logged} in the log."]


def test_a_roll_without_dice_is_found_even_if_the_log_says_the_same(over: dict[str, Any]) -> None:
    touched = deepcopy(over)
    touched["dice"]["rolls"][2] = []
    [event for event in touched["log"] if event["event"] == "rolled"][2]["dice"] = []
    assert problems(touched) == ["In the rolls, roll 3 has no dice."]


@pytest.mark.parametrize("where", ["rolls", "log"])
def test_a_true_is_no_one(over: dict[str, Any], where: str) -> None:
    touched = deepcopy(over)
    rolls = touched["dice"]["rolls"]
    number, die = next((n, d) for n, faces in enumerate(rolls) for d, face in enumerate(faces) if face == 1)
    rolled = [event for event in touched["log"] if event["event"] == "rolled"]
    (rolls[number] if where == "rolls" else rolled[number]["dice"])[die] = True
    with pytest.raises(Unverifiable, match="no exported match"):
        problems(touched)


def test_a_match_without_players_is_no_match_even_if_its_promise_is_broken(over: dict[str, Any]) -> None:
    dice = {**over["dice"], "commitments": [], "contributions": ["00" * 32]}
    with pytest.raises(Unverifiable, match="no exported match"):
        problems({**over, "players": [], "dice": dice})


# ------------------------------------------------------------------ files of all kinds


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_may_be_in_any_encoding_that_a_shell_writes(over: dict[str, Any], tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps({**over, "note": "Žofie"}, ensure_ascii=False), encoding=encoding)
    assert main(["verify", str(path)]) == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 64,
        b"\xff\xfe",
        b"\xff\xfe\x00\xd8",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b"9" * 100_000,
        b'{"state": "over", "match": "%s"}' % (b"ab" * 100_000),
        b"NaN",
        b'"\\ud800"',
    ],
)
def test_a_file_that_is_no_match_is_told_in_one_sentence(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_or_an_impossible_name_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (str(tmp_path), "a\0b", "x" * 5_000, str(tmp_path / "match.json" / "deeper")):
        assert main(["verify", name]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "cannot be read" in line


def test_a_name_of_any_script_survives_the_way_through_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Room()
    room.people.name = lambda player: {"ada": "Žofie", "bob": "ボブ"}[player]  # type: ignore[method-assign]
    match = played(room, ("goal", 500))
    assert main(["export", match, "--world", str(in_world(tmp_path / "world", room))]) == 0
    written = capsys.readouterr().out
    assert written.isascii()
    assert [player["name"] for player in json.loads(written)["players"]] == ["Žofie", "ボブ"]
