"""The rules on the command line."""

import re
import subprocess
import sys

import pytest

from server.rules import RULE_SETS, STRATEGIES
from server.rules.__main__ import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", RULE_SETS)
def test_show_prints_the_chart_and_the_rules(capsys: pytest.CaptureFixture[str], name: str) -> None:
    lines = printed(capsys, "show", name)
    assert any(line.split()[:2] == ["single", "1"] and line.endswith("100") for line in lines)
    assert any(line.startswith("Goal") and line.endswith("10,000") for line in lines)
    assert any(line.startswith("* The goal is 10,000") for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_show_names_the_variations(capsys: pytest.CaptureFixture[str]) -> None:
    assert "* race_to_5000" in printed(capsys, "show", "playmonster")


def test_score_prints_every_selection_with_its_split(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "score", "classic", "1", "1", "1", "5", "2", "3")
    assert lines[3].split() == ["keep", "points", "made", "of", "dice", "left"]
    assert re.split(r"\s\s+", lines[4]) == ["1-1-1-5", "1,050", "three 1s (1,000) + single 5 (50)", "2"]
    assert len(lines) == 4 + 7


def test_score_tells_hot_dice_and_a_farkle(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "score", "kcd", "1", "2", "3", "4", "5", "1")[4].endswith("hot dice")
    assert printed(capsys, "score", "classic", "2", "3", "4", "6", "6", "3")[-1] == "Nothing scores: a farkle."


def test_odds_prints_exact_chances(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "odds", "classic", "4")
    assert "Farkle: 15.74% (17/108)" in lines
    assert any("bank from 1,050 points on with 4 dice left" in line for line in lines)
    assert "Farkle: 66.67% (2/3)" in printed(capsys, "odds", "kcd", "1")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "clasic"], "invalid choice: 'clasic'"),
        (["score", "classic", "7"], "'7' is no whole number from 1 to 6"),
        (["score", "classic", *"1111111"], "a roll has one to six dice, not 7"),
        (["score", "classic"], "required: die"),
        (["odds", "classic", "0"], "'0' is no whole number from 1 to 6"),
        (["odds", "classic", "six"], "'six' is no whole number from 1 to 6"),
        ([], "required: command"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "server.rules", "odds", "classic", "2"], capture_output=True, text=True, check=True
    )
    assert "Farkle: 44.44% (4/9)" in done.stdout


def test_strategies_are_played_against_each_other_and_the_table_says_who_wins_how_often(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "strategies", "jpgames", "--matches", "100")
    assert [line.split()[0] for line in lines[4:]] == list(STRATEGIES)
    assert all(len(re.findall(r"[0-9.]+%", line)) == len(STRATEGIES) for line in lines[4:])
