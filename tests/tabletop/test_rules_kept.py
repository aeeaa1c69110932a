"""What a host has set stays: with another rule set as far as it can, and in a new lobby after any ending."""

from collections.abc import Callable
from typing import Any

import pytest

from server.rules import RULE_SETS
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    BoardView,
    Dissolve,
    OpenLobby,
    PlayAlone,
    Resign,
    SetRule,
    Setting,
    TakeBoard,
)
from server.tabletop.farkle import Farkle
from tests.tabletop.room import TABLE, Room

HOUSE: tuple[tuple[str, object], ...] = (("goal", 500), ("entry", 0), ("opening", "first_seat"), ("tie", "shared"))


def lobby(*players: str, rules: tuple[tuple[str, object], ...] = HOUSE) -> Room:
    room = Room()
    room.seat(*players)
    for name, value in rules:
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    return room


def form(view: BoardView) -> dict[str, Setting]:
    return {setting.name: setting for setting in view.settings}


def values(view: BoardView) -> dict[str, object]:
    return {name: setting.value for name, setting in form(view).items() if not name.startswith("bot.")}


# ------------------------------------------------------------------ another rule set


def test_another_rule_set_keeps_the_house_rules_and_says_so() -> None:
    room = lobby("ada", "bob", rules=(("goal", 5_000), ("clock", "time_bank"), ("clock.seconds", 60)))
    room.ask("ada", SetRule, TABLE, "rule_set", "katie")
    view = room.view("ada")
    now = values(view)
    assert (now["rule_set"], now["goal"], now["clock"], now["clock.seconds"]) == ("katie", 5_000, "time_bank", 60)
    assert now["entry"] == RULE_SETS["katie"].entry, "what was no house rule is the new rule set's"
    told = [each.text for each in room.peers["ada"].heard if isinstance(each, Notice)][-1]
    assert told.startswith("House rules kept: ")
    assert "(5,000)" in told
    assert "(time bank)" in told
    assert "Not kept" not in told


def test_another_rule_set_says_to_the_host_and_in_the_lobby_which_house_rules_it_dropped() -> None:
    room = lobby("ada", "bob", rules=(("four_plus_pair", True), ("seats", 3), ("goal", 5_000)))
    for rule_set, dropped in (("kcd", "four_plus_pair"), ("jpgames", "seats")):
        before = form(room.view("bob"))
        room.ask("ada", SetRule, TABLE, "rule_set", rule_set)
        told = [each.text for each in room.peers["ada"].heard if isinstance(each, Notice)][-1]
        assert f"Not kept, since {RULE_SETS[rule_set].title} cannot have it: {before[dropped].label}" in told
        room.settle()
        setting = form(room.view("bob"))["rule_set"]
        assert setting.about == told, "whoever looks at the form reads it too"
        assert values(room.view("bob"))["goal"] == 5_000
    room.ask("ada", SetRule, TABLE, "goal", 6_000)
    room.settle()
    assert not form(room.view("bob"))["rule_set"].about


@pytest.mark.parametrize("after", RULE_SETS)
@pytest.mark.parametrize("before", RULE_SETS)
def test_no_goal_and_the_clock_it_needs_go_along_with_every_rule_set(before: str, after: str) -> None:
    rules = Farkle.changed({}, "rule_set", before)
    for name, value in (("clock", "match_timer"), ("goal", None), ("missed_turns", 7), ("rule_set", after)):
        rules = Farkle.changed(rules, name, value)
    assert (rules["goal"], rules["clock"]["mode"], rules["missed_turns"]) == (None, "match_timer", 7)
    assert (rules["name"], rules["chart_name"]) == (after, RULE_SETS[after].chart_name)


def test_a_house_rule_that_needs_another_one_goes_along_with_it() -> None:
    rules: dict[str, Any] = {}
    for name, value in (("goal", 500), ("entry", 0), ("rule_set", "katie")):
        rules = dict(Farkle.changed(rules, name, value))
    assert (rules["goal"], rules["entry"]) == (500, 0), "a goal below the entry that Katie's have by themselves"


# ------------------------------------------------------------------ a new lobby


def _played(room: Room) -> None:
    room.all_ready("ada", "bob")
    room.play_on("ada")


def _resigned(room: Room) -> None:
    room.all_ready("ada", "bob")
    room.ask("bob", Resign, room.match().id)


def _alone(room: Room) -> None:
    room.leave("bob")
    room.settle()
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    room.play_on("ada")


def _against_a_bot(room: Room) -> None:
    room.leave("bob")
    room.settle()
    assert isinstance(room.ask("ada", SetRule, TABLE, "bot.2", "steady"), Done)
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    room.ask("ada", Resign, room.match().id)


def _paused_resumed_and_resigned(room: Room) -> None:
    room.all_ready("ada", "bob")
    room.ask("ada", TakeBoard, TABLE)
    room.use("ada", TABLE)
    assert isinstance(room.ask("bob", Resign, room.match().id), Done)


ENDINGS: tuple[Callable[[Room], None], ...] = (
    _played,
    _resigned,
    _alone,
    _against_a_bot,
    _paused_resumed_and_resigned,
)


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__.strip("_"))
def test_a_new_lobby_after_any_ending_has_the_rules_of_the_last_match(ending: Callable[[Room], None]) -> None:
    room = lobby("ada", "bob")
    room.settle()
    before = values(room.view("ada"))
    assert before["goal"] == 500
    ending(room)
    assert isinstance(room.ask("ada", OpenLobby, TABLE), Done)
    room.settle()
    assert values(room.view("ada")) == before


def test_a_board_whose_match_was_dissolved_meanwhile_brings_its_rules_along() -> None:
    room = lobby("ada", "bob")
    room.settle()
    before = values(room.view("ada"))
    room.all_ready("ada", "bob")
    room.ask("ada", TakeBoard, TABLE)
    match = room.match().id
    for player in ("ada", "bob"):
        room.ask(player, Dissolve, match)
    room.use("ada", TABLE)
    room.settle()
    assert room.view("ada").phase == "lobby"
    assert values(room.view("ada")) == before
