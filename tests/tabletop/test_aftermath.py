"""Whoever was away when a match took a turn for or against them hears of it on coming back, and of the stake."""

from copy import deepcopy

import pytest

from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Dissolve, EndPaused, OpenLobby, Resign, SetRule, TakeBoard, VoteOut
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.room import TABLE
from tests.tabletop.treasury import STICK, STRING, Treasury

MINUTE = 60_000


def playing(*players: str, rules: tuple[tuple[str, object], ...] = ()) -> Treasury:
    """A match for a pot, the first seat to move; Ada staked sticks, the others a string each."""
    room = Treasury()
    room.seat(*players)
    for name, value in (("opening", "first_seat"), *rules):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    for number, player in enumerate(players):
        room.stake(player, STRING if number else STICK, 1 if number else 3)
    room.all_ready(*players)
    room.all_agree(*players)
    assert room.match().running
    return room


def told_on_return(room: Treasury, player: str) -> list[str]:
    """What a player hears of matches and stakes on coming back."""
    heard = room.join(player).heard
    return [
        message.text for message in heard if isinstance(message, Notice) and not message.text.startswith("From your")
    ]


def test_who_was_idle_while_away_hears_that_the_match_and_the_stake_are_lost() -> None:
    room = playing("ada", "bob", rules=(("clock", "idle"), ("clock.seconds", 10)))
    room.leave("ada")
    room.clock.ms += 11_000
    room.engine.tick()
    room.ask("bob", OpenLobby, TABLE)
    assert told_on_return(room, "ada") == [
        "Ada was idle too long and is out. Your match with Bob is over. Bob wins with 0. "
        "Your stake went to Bob: 3 × stick."
    ]
    room.leave("ada")
    assert told_on_return(room, "ada") == [], "once"


def test_who_was_voted_out_while_away_hears_that_the_match_goes_on_with_the_stake() -> None:
    room = playing("ada", "bob", "cy")
    room.leave("ada")
    room.clock.ms += 5 * MINUTE
    room.engine.tick()
    for player in ("bob", "cy"):
        assert isinstance(room.ask(player, VoteOut, room.match().id, 0, True), Done)
    assert room.match().running
    assert told_on_return(room, "ada") == [
        "Ada was away too long and is out. Your match with Bob and Cy goes on without you. "
        "Your stake stays in the pot: 3 × stick."
    ]


def test_who_was_away_at_a_draw_hears_that_the_stake_is_back() -> None:
    room = playing("ada", "bob", rules=(("clock", "match_timer"), ("clock.ending", "end_immediately"), ("tie", "draw")))
    room.leave("ada")
    room.clock.ms += 901_000
    room.engine.tick()
    assert room.finished()[room.match().id].outcome.kind == "draw"
    (told,) = told_on_return(room, "ada")
    assert told.startswith("Your match with Bob is over. ")
    assert told.endswith("Your stake is back with you: 3 × stick.")
    assert room.has("ada", STICK) == 3


def test_who_was_away_when_the_match_was_ended_unresumed_hears_that_it_cost_the_stake() -> None:
    room = playing("ada", "bob")
    match = room.match().id
    room.ask("ada", TakeBoard, TABLE)
    room.leave("ada")
    room.clock.ms += 7 * DAY_MS
    room.ask("bob", EndPaused, match)
    (told,) = told_on_return(room, "ada")
    assert "so that Ada counts as resigned" in told
    assert "Bob wins." in told
    assert "Your stake went to Bob: 3 × stick." in told


def test_who_was_away_when_the_match_was_called_off_hears_that_the_stake_is_back() -> None:
    room = playing("ada", "bob")
    match = room.match().id
    room.ask("ada", TakeBoard, TABLE)
    room.ask("ada", Dissolve, match)
    room.leave("ada")
    room.ask("bob", Dissolve, match)
    (told,) = told_on_return(room, "ada")
    assert "Your stake is back with you: 3 × stick." in told


def test_who_was_away_when_the_match_was_paused_hears_of_it() -> None:
    room = playing("ada", "bob")
    room.leave("bob")
    room.ask("ada", TakeBoard, TABLE)
    assert told_on_return(room, "bob") == [
        "The match is paused: its board left the table. Your menu's paused matches say how it goes on. "
        "If nobody resumes it, Ada counts as resigned."
    ]


@pytest.mark.parametrize("how", ["leaves", "crash"])
def test_a_stake_that_goes_back_while_its_player_is_away_is_told_on_return(how: str) -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 3)
    room.engine.tick()
    if how == "leaves":
        room.leave("ada")
    else:
        room = Treasury(deepcopy(room.storage), room.blocks)
    assert told_on_return(room, "ada") == ["Your stake is back with you: 3 × stick."]


def test_who_lost_a_match_during_an_outage_of_the_server_hears_of_it() -> None:
    room = playing("ada", "bob", rules=(("clock", "match_timer"), ("clock.ending", "end_immediately"), ("tie", "draw")))
    room.engine.tick()
    again = Treasury(deepcopy(room.storage), room.blocks, now=room.clock.ms + 901_000)
    for player in ("ada", "bob"):
        (told,) = told_on_return(again, player)
        assert told.startswith("Your match with")


def test_who_is_at_the_table_sees_the_result_there_and_who_is_far_from_it_is_told() -> None:
    room = playing("ada", "bob", "cy")
    room.people.places["cy"] = (500.0, 64.0, 0.5)
    for player in ("ada", "bob"):
        room.ask(player, Resign, room.match().id)

    def told(player: str) -> list[str]:
        return [message.text for message in room.peers[player].heard if isinstance(message, Notice)]

    assert told("ada") == told("bob") == []
    assert told("cy") == [
        "The pot is yours: 3 × stick and 2 × string.",
        "Your match with Ada and Bob is over. Cy wins with 0.",
    ]


def test_however_much_was_staked_what_is_told_of_it_stays_a_sentence() -> None:
    room = Treasury()
    room.seat("ada", "bob")
    for number in range(9):
        room.stake("ada", f"example:a_thing_with_quite_a_long_name_{number}", 64)
    room.leave("ada")
    (told,) = told_on_return(room, "ada")
    assert told.endswith("_2 and 6 more kinds of things.".replace("_", " "))
    assert len(told) < 200
