"""The lobby: who sets what, that nobody is ready for what they have not seen, and that rules stay with their match."""

from copy import deepcopy

import pytest

from server.rules import RULE_SETS, describe
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.tabletop import OpenLobby, PlayAlone, Ready, SetRule, Setting, TakeBoard
from server.shared.protocol.world import StandUp
from tests.tabletop.room import TABLE, Room, chair


@pytest.fixture
def room() -> Room:
    room = Room()
    room.seat("ada", "bob")
    return room


def setting(room: Room, name: str) -> Setting:
    return next(one for one in room.view("ada").settings if one.name == name)


def set_rule(room: Room, name: str, value: object, player: str = "ada") -> None:
    answer = room.ask(player, SetRule, TABLE, name, value)
    assert isinstance(answer, Done), answer


def test_the_first_seated_hosts_a_public_table_and_who_stands_up_hands_it_on(room: Room) -> None:
    assert room.view("bob").host == "ada"
    room.ask("ada", StandUp)
    assert room.view("bob").host == "bob"


def test_the_owner_hosts_the_own_table_even_when_seated_last() -> None:
    room = Room()
    for player in ("ada", "bob"):
        room.join(player)
    room.place_table("ada")
    room.furnish_chairs()
    room.give_board("ada")
    room.use("ada", TABLE)
    room.use("bob", chair(0))
    assert room.view("bob").host == "bob"
    room.clock.ms += 1_000
    room.use("ada", chair(1))
    assert room.view("bob").host == "ada"


def test_only_the_host_changes_rules(room: Room) -> None:
    assert room.refused("bob", SetRule, TABLE, "goal", 5_000) == "not_host"
    assert room.view("ada").goal == 10_000


def test_every_rule_set_can_be_chosen_and_is_told_in_its_own_words(room: Room) -> None:
    assert {choice.value for choice in setting(room, "rule_set").choices} == set(RULE_SETS)
    for name, rules in RULE_SETS.items():
        set_rule(room, "rule_set", name)
        view = room.view("bob")
        assert (view.title, view.rules) == (rules.title, describe.sentences(rules))
        assert view.scoring == describe.scoring(rules.chart)


def test_a_change_of_rules_clears_all_ready_marks(room: Room) -> None:
    room.all_ready("bob")
    set_rule(room, "goal", 5_000)
    assert not any(seat.ready for seat in room.view("ada").seats)
    room.all_ready("ada")
    assert room.view("ada").phase == "lobby", "bob has to look again"


def test_a_ready_mark_for_an_older_lobby_is_refused(room: Room) -> None:
    seen = room.view("bob").revision
    set_rule(room, "goal", 5_000)
    assert room.refused("bob", Ready, TABLE, True, seen) == "stale"
    assert isinstance(room.ask("bob", Ready, TABLE, True, room.view("bob").revision), Done)


@pytest.mark.parametrize(
    ("name", "value", "code", "sentence"),
    [
        ("goal", 100, "out_of_range", "Points to reach cannot be 100; allowed: "),
        (
            "goal",
            None,
            "forbidden_pair",
            "Points to reach cannot be no goal; allowed: without a goal only time bank or match timer.",
        ),
        ("goal", "much", "out_of_range", "Points to reach cannot be much"),
        ("goal", True, "out_of_range", "Points to reach cannot be True"),
        ("entry", 20_000, "forbidden_pair", "Points in one turn for the first bank cannot be 20,000; allowed: "),
        ("clock.seconds", 5, "out_of_range", "Clock seconds cannot be 5"),
        ("clock.cuckoo", 5, "unknown_setting", "no setting clock.cuckoo"),
        ("rule_set", "poker", "out_of_range", "Rule set cannot be poker"),
        ("variation.race_to_5000", True, "unknown_setting", "no setting variation.race_to_5000"),
        ("bot.2", "grandmaster", "out_of_range", "There is no such bot"),
        ("bot.0", "steady", "unknown_setting", "where nobody does"),
        ("bot.9", "steady", "unknown_setting", "where nobody does"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_nothing_changes(
    room: Room, name: str, value: object, code: str, sentence: str
) -> None:
    before = room.view("ada")
    answer = room.ask("ada", SetRule, TABLE, name, value)
    assert isinstance(answer, Refused)
    assert answer.code == code
    assert sentence in answer.text
    assert room.view("ada") == before


def test_every_setting_told_may_be_set_to_what_it_is(room: Room) -> None:
    """The form asks only for what the rules allow: its present values, choices, and both ends of each range."""
    for rules in RULE_SETS:
        for clock in ("none", "idle", "time_bank", "match_timer", "turn_clock"):
            set_rule(room, "rule_set", rules)
            set_rule(room, "clock", clock)
            for one in room.view("ada").settings:
                if one.name == "rule_set" or one.name.startswith("bot."):
                    continue
                set_rule(room, one.name, one.value)
                if one.kind == "number":
                    assert isinstance(one.value, int) or (one.value is None and one.none)
                    assert one.value is None or one.least <= one.value <= one.most
                if one.kind == "choice":
                    assert one.value in {choice.value for choice in one.choices}


def test_a_choice_or_a_switch_can_take_each_value_it_offers(room: Room) -> None:
    set_rule(room, "rule_set", "katie")
    for one in room.view("ada").settings:
        if one.name.startswith("bot.") or one.kind == "number":
            continue
        values: list[object] = [choice.value for choice in one.choices] if one.kind == "choice" else [True, False]
        for value in [*values, one.value]:
            set_rule(room, one.name, value)
            assert setting(room, one.name).value == value


def test_variations_combine_and_can_be_taken_back(room: Room) -> None:
    set_rule(room, "rule_set", "playmonster")
    set_rule(room, "variation.race_to_5000", True)
    set_rule(room, "variation.bank_from_first_score", True)
    assert (room.view("ada").goal, room.view("ada").entry) == (5_000, 0)
    set_rule(room, "variation.race_to_5000", False)
    assert (room.view("ada").goal, room.view("ada").entry) == (10_000, 0)


def test_a_streak_penalty_is_switched_on_and_its_figures_set(room: Room) -> None:
    set_rule(room, "streak_penalty", True)
    set_rule(room, "streak_penalty.farkles", 2)
    set_rule(room, "streak_penalty.points", 500)
    assert "2 farkles in a row take 500 points off your banked score." in room.view("bob").rules


def test_settings_stay_with_the_fitted_board_over_a_restart_and_go_with_it(room: Room) -> None:
    set_rule(room, "goal", 3_000)
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks)
    again.join("ada")
    assert again.view("ada").goal == 3_000
    again.ask("ada", TakeBoard, TABLE)
    again.use("ada", TABLE)
    again.engine.tick()
    assert again.view("ada").goal == 10_000


def test_the_rules_of_a_match_are_frozen_and_the_view_tells_those(room: Room) -> None:
    set_rule(room, "rule_set", "classic")
    set_rule(room, "goal", 1_500)
    room.all_ready("ada", "bob")
    view = room.view("bob")
    assert (view.phase, view.title, view.goal, view.bank_from) == ("to_roll", "Classic", 1_500, 0)
    assert view.settings == ()
    assert room.refused("ada", SetRule, TABLE, "goal", 500) == "match_running"
    over = room.play_on("ada")
    assert (over.phase, over.title, over.goal) == ("result", "Classic", 1_500)
    assert room.refused("ada", SetRule, TABLE, "goal", 500) == "no_lobby"


def test_where_the_first_seat_starts_each_rematch_moves_the_start_on(room: Room) -> None:
    set_rule(room, "opening", "first_seat")
    set_rule(room, "goal", 500)
    starters = []
    for _ in range(3):
        room.all_ready("ada", "bob")
        starters.append(room.view("ada").starter)
        room.play_on("ada")
    assert starters == [0, 1, 0]


def test_a_rematch_needs_everybody_who_played_seated(room: Room) -> None:
    set_rule(room, "goal", 500)
    room.all_ready("ada", "bob")
    room.play_on("ada")
    room.ask("bob", StandUp)
    room.all_ready("ada")
    assert room.view("ada").phase == "result"
    room.use("bob", chair(3))
    room.all_ready("ada", "bob")
    view = room.view("ada")
    assert (view.phase, view.goal) == ("to_roll", 500)
    assert [(seat.player, seat.side) for seat in view.seats] == [("ada", 0), ("bob", 3)]


def test_a_seated_player_puts_the_result_away_for_a_new_lobby(room: Room) -> None:
    assert room.refused("ada", OpenLobby, TABLE) == "no_result"
    set_rule(room, "goal", 500)
    room.all_ready("ada", "bob")
    assert room.refused("ada", OpenLobby, TABLE) == "match_running"
    result = room.play_on("ada").result
    assert result is not None
    room.join("cy")
    assert room.refused("cy", OpenLobby, TABLE) == "not_seated"
    room.ask("bob", OpenLobby, TABLE)
    view = room.view("ada")
    assert (view.phase, view.goal) == ("lobby", 500)
    assert sum(seat.wins for seat in view.seats) == len(result.winners), "none after a draw"


def test_rules_for_so_many_seats_start_with_just_so_many(room: Room) -> None:
    set_rule(room, "seats", 3)
    room.all_ready("ada", "bob")
    view = room.view("ada")
    assert (view.phase, view.status) == ("lobby", "These rules are for 3 players; here are 2.")
    room.join("cy")
    room.use("cy", chair(2))
    room.all_ready("ada", "bob", "cy")
    assert room.view("ada").phase == "to_roll"


def test_too_many_for_the_rules_do_not_start(room: Room) -> None:
    room.join("cy")
    room.use("cy", chair(2))
    set_rule(room, "rule_set", "jpgames")
    room.all_ready("ada", "bob", "cy")
    assert room.view("ada").status == "These rules are for 2 players; here are 3."


def test_two_at_a_table_do_not_start_alone(room: Room) -> None:
    alone = room.view("ada").alone
    assert alone is not None
    assert not alone.allowed
    assert room.refused("ada", PlayAlone, TABLE) == "not_alone"
    room.join("cy")
    assert room.refused("cy", PlayAlone, TABLE) == "not_seated"
