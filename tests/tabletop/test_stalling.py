"""A player who is here and does nothing: the others get a clock that runs for everybody, and the match goes on."""

from copy import deepcopy
from pathlib import Path

import pytest
from msgspec import convert

from server.rules import Match, RuleSet, events
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, AskClock, Resign, SetRule
from server.tabletop.export import exported
from server.tabletop.farkle import Farkle
from server.tabletop.stalling import LOOK_EVERY
from server.tabletop.verify import problems
from tests.tabletop.room import QUICK, TABLE, Room
from tests.tabletop.test_records import in_world

MINUTE = 60_000
STALLED = 3 * MINUTE


def playing(*players: str, settings: dict[str, float] = QUICK, **rules: object) -> Room:
    """A match without a clock in which Ada is to move."""
    room = Room(settings=settings)
    room.seat(*players)
    for name, value in ({"clock": "none", "opening": "first_seat"} | rules).items():
        assert isinstance(room.ask(players[0], SetRule, TABLE, name, value), Done)
    room.all_ready(*players)
    return room


def wait(room: Room, ms: int) -> None:
    """Let time pass, and the table look at who does nothing."""
    room.clock.ms += ms
    for _ in range(LOOK_EVERY):
        room.engine.tick()


def ask(room: Room, player: str, wanted: bool = True) -> None:
    answer = room.ask(player, AskClock, room.match().id, wanted)
    assert isinstance(answer, Done), answer


def test_the_view_says_from_when_a_clock_may_be_asked_for() -> None:
    room = playing("ada", "bob", "cy")
    assert (room.view("bob").asking_in, room.view("bob").asking_needed) == (STALLED, 2)
    room.clock.ms += STALLED - MINUTE
    assert room.refused("bob", AskClock, room.match().id) == "too_early"
    room.use("bob", TABLE)
    room.engine.tick()
    assert room.view("bob").asking_in == MINUTE


def test_of_two_players_the_other_one_alone_starts_the_clock() -> None:
    room = playing("ada", "bob")
    wait(room, STALLED)
    ask(room, "bob")
    view = room.view("ada")
    assert (view.deadline, view.asking_in) == (45_000, None)
    assert "From now on each turn has 45 seconds." in view.log
    assert any("Each turn has 45 seconds" in sentence for sentence in view.rules)
    wait(room, 46_000)
    view = room.view("bob")
    assert view.turn is not None
    assert view.turn.seat == 1, "Ada's turn has run out"


def test_who_never_moves_is_out_in_the_end_and_the_pot_is_free() -> None:
    room = playing("ada", "bob")
    wait(room, STALLED)
    ask(room, "bob")
    for _ in range(400):
        view = room.view("bob")
        if view.result is not None:
            break
        if view.turn is not None and view.turn.seat == 1:
            room.play_on("bob", until_over=False)
        else:
            wait(room, 46_000)
    result = room.view("bob").result
    assert result is not None
    assert result.winners == (1,)


def test_of_three_the_other_two_ask_together_and_everybody_sees_who_asks() -> None:
    room = playing("ada", "bob", "cy")
    wait(room, STALLED)
    ask(room, "bob")
    view = room.view("ada")
    assert (view.asking, view.asking_needed, view.deadline) == (("bob",), 2, None)
    assert view.log[-1] == "Bob asks for a clock."
    assert room.events("ada")[-1].kind == "asked"
    ask(room, "cy")
    assert room.view("ada").deadline == 45_000


def test_asking_takes_no_time_from_the_wait_and_may_be_taken_back() -> None:
    room = playing("ada", "bob", "cy")
    wait(room, STALLED)
    ask(room, "bob")
    ask(room, "bob")
    for _ in range(20):
        ask(room, "bob", wanted=False)
        ask(room, "bob")
    assert [line for line in room.view("ada").log if "asks" in line] == ["Bob asks for a clock."]
    ask(room, "bob", wanted=False)
    assert (room.view("ada").asking, room.view("ada").asking_in) == ((), 0)
    ask(room, "cy")
    assert room.view("ada").deadline is None


def test_whoever_moves_after_all_keeps_the_match_without_a_clock() -> None:
    room = playing("ada", "bob", "cy")
    wait(room, STALLED)
    ask(room, "bob")
    view = room.view("ada")
    room.ask("ada", Act, view.match, view.step, (), "roll")
    assert (room.view("ada").asking, room.view("ada").asking_in) in (((), STALLED), ((), None))
    assert room.refused("cy", AskClock, view.match) in ("too_early", "your_turn")


def test_an_asker_who_has_gone_holds_up_nobody() -> None:
    room = playing("ada", "bob", "cy")
    wait(room, STALLED)
    ask(room, "bob")
    room.leave("cy")
    wait(room, 1_000)
    assert room.view("bob").deadline is not None


def test_a_mover_who_comes_and_goes_cannot_put_the_clock_off() -> None:
    room = playing("ada", "bob")
    for _ in range(3):
        wait(room, MINUTE)
        room.leave("ada")
        room.join("ada")
    assert room.view("bob").asking_in == 0
    ask(room, "bob")
    assert room.view("bob").deadline is not None


@pytest.mark.parametrize("clock", ["turn_clock", "time_bank", "idle", "match_timer"])
def test_where_a_clock_runs_none_is_asked_for(clock: str) -> None:
    room = playing("ada", "bob", clock=clock)
    assert room.view("bob").asking_in is None
    assert room.refused("bob", AskClock, room.match().id) == "nothing_to_ask"


def test_only_those_who_still_play_and_wait_may_ask() -> None:
    room = playing("ada", "bob", "cy")
    room.join("dan")
    match = room.match().id
    room.ask("cy", Resign, match)
    wait(room, STALLED)
    assert room.refused("ada", AskClock, match) == "your_turn"
    assert room.refused("cy", AskClock, match) == "no_vote"
    assert room.refused("dan", AskClock, match) == "not_playing"
    assert room.refused("bob", AskClock, "nothing") == "no_such_match"
    ask(room, "bob")
    assert room.view("bob").deadline is not None


def test_the_clock_asked_for_survives_the_server() -> None:
    room = playing("ada", "bob", "cy")
    wait(room, STALLED)
    ask(room, "bob")
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    for player in ("ada", "bob", "cy"):
        again.join(player)
    assert again.view("ada").asking == ("bob",)
    assert isinstance(again.ask("cy", AskClock, again.match().id), Done)
    assert again.match().deadline is not None


def test_a_match_with_a_clock_asked_for_replays_and_its_dice_follow(tmp_path: Path) -> None:
    room = playing("ada", "bob", goal=1_000)
    room.ask("ada", Act, room.view("ada").match, room.view("ada").step, (), "roll")
    wait(room, STALLED)
    mover = room.match().mover
    ask(room, "bob" if mover == 0 else "ada")
    match = room.play_on("ada").match
    plain = exported(in_world(tmp_path / "world", room), match, {Farkle.name: Farkle})
    assert problems(plain) == []
    log = [events.from_dict(event) for event in plain["log"]]
    rules, names = convert(plain["rules"], RuleSet), [player["name"] for player in plain["players"]]
    again = Match.replay(rules, names, log, plain["started"], plain["starter"])
    assert list(again.scores) == list(plain["result"]["scores"])


def test_the_time_to_wait_is_the_operators_to_set() -> None:
    room = playing("ada", "bob", settings={**QUICK, "stalled_minutes": 1})
    wait(room, MINUTE)
    ask(room, "bob")
    assert room.view("bob").deadline is not None


def test_an_opening_roll_waits_for_nobody() -> None:
    assert playing("ada", "bob", opening="opening_roll").view("ada").phase == "to_roll"
