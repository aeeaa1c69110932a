"""Playing alone and against bots: runs, bests, bots in the lobby, and their pace."""

from typing import cast

import pytest

from server.rules import STRATEGIES, Bank, Match
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, BoardView, PlayAlone, Ready, Resign, SetRule, Setting
from server.tabletop.farkle import Farkle
from tests.tabletop.expected import expect
from tests.tabletop.room import TABLE, Room, chair
from tests.tabletop.treasury import STICK, Treasury

NEEDED = "These rules need 2 players: a bot fills the seat until somebody sits down."


def alone(*rules: tuple[str, object], settings: dict[str, object] | None = None) -> Room:
    """Ada sits alone at her table, with these settings made."""
    room = Room(settings={"bot_seconds": 0.0} if settings is None else settings)
    room.seat("ada")
    for name, value in rules:
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    return room


def bot_settings(room: Room) -> list[Setting]:
    return [setting for setting in room.view("ada").settings if setting.group == "Bots"]


def play_against_bots(room: Room) -> BoardView:
    """Ada plays on while the bots do their part, to the result."""
    while True:
        view = room.view("ada")
        if view.phase == "result" or view.turn is None:
            return view
        if view.seats[view.turn.seat].bot:
            step = view.step
            room.wait(lambda step=step: room.view("ada").step != step)  # type: ignore[misc]
        else:
            room.play_on("ada", until_over=False)


def test_playing_alone_is_a_run_to_the_goal_that_counts_turns() -> None:
    room = alone(("goal", 2_000))
    action = room.view("ada").alone
    assert action is not None
    assert action.allowed
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    view = room.view("ada")
    assert (view.phase, len(view.seats)) == ("to_roll", 1)
    over = room.play_on("ada")
    assert over.result is not None
    assert over.result.kind == "win"
    assert over.result.turns == (len(over.result.history),)
    assert over.status == f"Ada reaches the goal in {over.result.turns[0]} turns."


def test_the_fewest_turns_are_the_personal_best_of_those_rules() -> None:
    room = alone(("goal", 1_500))
    room.ask("ada", PlayAlone, TABLE)
    turns: list[int] = []
    while len(set(turns)) < 2 or len(turns) < 4:
        result = room.play_on("ada").result
        assert result is not None
        turns.append(result.turns[0])
        assert result.best == min(turns)
        assert result.is_best == (turns[-1] == min(turns))
        room.all_ready("ada")


def test_bests_of_other_rules_do_not_compare() -> None:
    room = alone(("goal", 500))
    room.ask("ada", PlayAlone, TABLE)
    first = room.play_on("ada").result
    other = alone(("goal", 2_000))
    other.ask("ada", PlayAlone, TABLE)
    second = other.play_on("ada").result
    assert first is not None
    assert second is not None
    keys = set(room.bests()) | set(other.bests())
    assert keys == {"farkle/Farkle Board (goal 500)/ada", "farkle/Farkle Board (goal 2,000)/ada"}


def test_a_bot_takes_a_seat_plays_and_is_never_waited_for() -> None:
    room = alone(("bot.2", "bold"), ("goal", 1_500))
    seats = [(seat.side, seat.player, seat.name, seat.bot, seat.ready) for seat in room.view("ada").seats if seat.bot]
    assert seats == [(2, "bot:3", "Daring bot", "bold", True)]
    room.all_ready("ada")
    assert [seat.player for seat in room.view("ada").seats] == ["ada", "bot:3"]
    over = play_against_bots(room)
    assert over.result is not None
    assert any(event.kind == "rolled" and event.seat == 1 for event in room.events("ada"))
    room.all_ready("ada")
    assert room.view("ada").phase == "to_roll", "a rematch needs no bot's mark"


@pytest.mark.parametrize("strategy", ["cautious", "steady", "bold", "expected_points"])
def test_every_strength_plays_a_whole_match(strategy: str) -> None:
    room = alone(("bot.1", strategy), ("bot.2", strategy), ("bot.3", strategy), ("goal", 3_000))
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    over = play_against_bots(room)
    assert over.result is not None
    assert max(seat.score for seat in over.seats) >= 3_000


def test_a_bot_can_be_taken_out_again_and_makes_room_for_a_person() -> None:
    room = alone(("bot.1", "steady"), ("bot.2", "steady"), ("bot.1", ""))
    room.join("bob")
    room.use("bob", chair(2))
    assert [seat.bot for seat in room.view("ada").seats] == ["", "", "", ""]
    assert [setting.name for setting in room.view("ada").settings if setting.group == "Bots"] == ["bot.1", "bot.3"]


def test_under_rules_for_two_a_bot_fills_the_empty_seat_by_itself() -> None:
    room = alone(("rule_set", "jpgames"))
    assert [(seat.name, seat.bot) for seat in room.view("ada").seats if seat.player] == [
        ("Ada", ""),
        ("Gentle bot", "cautious"),
    ]
    assert room.view("ada").status == NEEDED
    room.all_ready("ada")
    assert [seat.bot for seat in room.view("ada").seats] == ["", "cautious"]


def test_the_bot_that_fills_a_seat_is_as_strong_as_the_host_chooses_and_nobody_is_no_choice() -> None:
    room = alone(("rule_set", "jpgames"), ("bot.2", "bold"))
    assert [(setting.name, setting.value, setting.about) for setting in bot_settings(room)] == [
        ("bot.2", "bold", NEEDED)
    ]
    assert [choice.value for choice in bot_settings(room)[0].choices] == list(STRATEGIES)
    assert room.refused("ada", SetRule, TABLE, "bot.2", "") == "bot_needed"
    assert [seat.name for seat in room.view("ada").seats if seat.bot] == ["Daring bot"]
    room.ask("ada", SetRule, TABLE, "goal", 5_000)
    assert [seat.bot for seat in room.view("ada").seats if seat.player] == ["", "bold"], "kept with the lobby"
    room.all_ready("ada")
    assert [seat.bot for seat in room.view("ada").seats] == ["", "bold"]


@pytest.mark.parametrize("before", [("bot.2", "bold"), ("goal", 5_000)])
def test_the_bot_that_fills_a_seat_goes_when_somebody_sits_down_wherever_that_is(before: tuple[str, object]) -> None:
    room = alone(before, ("rule_set", "jpgames"), ("bot.2", "steady"))
    room.join("bob")
    room.use("bob", chair(1))
    assert [seat.name for seat in room.view("ada").seats if seat.player] == ["Ada", "Bob"]
    assert not bot_settings(room), "two are as many as these rules have a place for"
    room.all_ready("ada", "bob")
    assert [seat.bot for seat in room.view("ada").seats] == ["", ""]


def test_bots_of_a_stored_lobby_are_there_again_under_the_words_of_today() -> None:
    room = alone(("bot.1", "bold"), ("bot.3", "steady"))
    again = Room(room.storage, room.blocks)
    again.join("ada")
    assert [(seat.name, seat.bot) for seat in again.view("ada").seats if seat.bot] == [
        ("Daring bot", "bold"),
        ("Even bot", "steady"),
    ]


def test_the_strength_of_the_bot_that_fills_a_seat_is_stored_with_the_lobby() -> None:
    room = alone(("rule_set", "jpgames"), ("bot.2", "expected_points"))
    again = Room(room.storage, room.blocks)
    again.join("ada")
    again.use("ada", chair(0))
    assert [seat.bot for seat in again.view("ada").seats if seat.player] == ["", "expected_points"]


def test_bots_are_taken_away_where_the_rules_let_one_play_alone() -> None:
    room = alone(("bot.2", "bold"))
    (setting,) = (setting for setting in bot_settings(room) if setting.value)
    assert (setting.about, setting.choices[0].value) == ("", "")
    assert isinstance(room.ask("ada", SetRule, TABLE, "bot.2", ""), Done)


def test_the_form_says_why_the_number_of_players_is_fixed() -> None:
    room = alone(("rule_set", "jpgames"))
    (players,) = (setting for setting in room.view("ada").settings if setting.name == "seats")
    assert (players.value, players.least, players.most) == (2, 2, 2)
    assert players.about == "This rule set is always for 2 players. Alone, you play a bot until somebody sits down."


@pytest.mark.parametrize("kind", [PlayAlone, Ready])
def test_alone_under_rules_for_two_any_start_is_against_that_bot_and_gives_the_stake_back(
    kind: type[PlayAlone] | type[Ready],
) -> None:
    room = Treasury()
    room.seat("ada")
    room.ask("ada", SetRule, TABLE, "rule_set", "jpgames")
    room.stake("ada", STICK, 5)
    assert isinstance(room.ask("ada", kind, TABLE, *([True] if kind is Ready else [])), Done)
    assert [seat.bot for seat in room.view("ada").seats] == ["", "cautious"]
    assert (room.has("ada", STICK), room.escrows(), room.match().stakes) == (5, {}, ())


def test_bots_are_called_by_how_they_play_and_only_a_second_one_has_a_number() -> None:
    room = alone(("bot.1", "cautious"), ("bot.2", "cautious"), ("bot.3", "expected_points"))
    names = [seat.name for seat in room.view("ada").seats if seat.bot]
    assert names == ["Gentle bot", "Gentle bot 2", "Sharp bot"]


def test_bots_are_told_in_words_from_the_easiest_to_beat_on_and_their_figures_apart() -> None:
    assert [choice.label for choice in Farkle.bots] == ["Gentle", "Even", "Daring", "Sharp"]
    assert [choice.value for choice in Farkle.bots] == list(STRATEGIES), "the order of strength"
    assert not any(character.isdigit() for choice in Farkle.bots for character in choice.label + choice.about)
    told = {choice.value: choice.about for choice in alone().view("ada").bots}
    assert told == {name: strategy.about for name, strategy in STRATEGIES.items()}


def test_bots_and_people_play_together_and_people_are_waited_for() -> None:
    room = alone(("bot.3", "cautious"))
    room.join("bob")
    room.use("bob", chair(1))
    room.ask("ada", Ready, TABLE, True)
    assert room.view("ada").status == "Waiting for Bob to be ready."
    room.all_ready("bob")
    assert [seat.player for seat in room.view("ada").seats] == ["ada", "bob", "bot:4"]


def test_nobody_acts_for_a_bot() -> None:
    room = alone(("bot.1", "steady"), settings={"bot_seconds": 60.0})
    room.all_ready("ada")
    while not _bots_turn(room):
        room.play_on("ada", until_over=False)
    view = room.view("ada")
    assert room.refused("ada", Act, view.match, view.step, (), "roll") == "not_your_turn"


def test_bots_do_not_play_on_when_every_person_has_left() -> None:
    room = alone(("bot.1", "steady"), ("bot.2", "steady"))
    room.all_ready("ada")
    room.ask("ada", Resign, room.view("ada").match)
    view = room.view("ada")
    assert view.phase == "result"
    assert view.result is not None
    assert view.seats[0].player not in [view.seats[seat].player for seat in view.result.winners]


def test_a_bot_goes_on_after_the_server_came_back() -> None:
    room = alone(("bot.1", "steady"), settings={"bot_seconds": 60.0})
    room.all_ready("ada")
    while not _bots_turn(room):
        room.play_on("ada", until_over=False)
    step = room.view("ada").step
    again = Room(room.storage, room.blocks)
    again.join("ada")
    again.wait(lambda: again.view("ada").step > step)


def test_a_bot_whose_thinking_fails_plays_on_cautiously_and_it_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(cast("dict[str, object]", STRATEGIES), "bold", _failing)
    room = alone(("bot.1", "bold"), ("goal", 1_000))
    room.all_ready("ada")
    assert play_against_bots(room).result is not None
    assert any(event.kind == "rolled" and event.seat == 1 for event in room.events("ada"))
    expect(caplog, "The bot bold failed at Farkle.", None)


def test_a_bot_that_does_what_is_not_allowed_plays_on_cautiously_and_it_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(cast("dict[str, object]", STRATEGIES), "bold", lambda match: Bank())
    room = alone(("bot.1", "bold"), ("goal", 1_000))
    room.all_ready("ada")
    assert play_against_bots(room).result is not None
    expect(caplog, "The bot bold in match", None)


def test_a_bot_that_cannot_go_on_at_all_leaves_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for strategy in ("bold", "cautious"):
        monkeypatch.setitem(cast("dict[str, object]", STRATEGIES), strategy, _failing)
    room = alone(("bot.1", "bold"), ("goal", 5_000))
    room.all_ready("ada")
    over = play_against_bots(room)
    assert over.result is not None
    assert over.result.winners == (0,)
    assert "Daring bot does not know how to go on and is out." in over.log
    expect(caplog, "failed at Farkle.", None)


def _failing(match: Match) -> Bank:
    raise ZeroDivisionError


def _bots_turn(room: Room) -> bool:
    turn = room.view("ada").turn
    return turn is not None and bool(room.view("ada").seats[turn.seat].bot)
