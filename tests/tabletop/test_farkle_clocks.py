"""Clocks of a match of Farkle at its table where nobody waits, after an outage, and in matches stored before."""

from copy import deepcopy

import pytest
from msgspec.structs import replace

from server.engine.changes import ChangeSet
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import BoardView, PlayAlone, SetRule
from tests.tabletop.room import TABLE, Room

SECOND = 1_000
HOUR = 3_600 * SECOND
STANDS = "The turn's clock stands until then: nobody waits."


def alone(*rules: tuple[str, object]) -> Room:
    """Ada in a match that she has started alone under these rules, on her turn."""
    room = Room()
    room.seat("ada")
    for name, value in (("rule_set", "classic"), *rules):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    return room


def together(*rules: tuple[str, object]) -> Room:
    """Ada and Bob in a match under these rules, on Ada's turn."""
    room = Room()
    room.seat("ada", "bob")
    for name, value in (("rule_set", "classic"), *rules):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready("ada", "bob")
    return room


def after(room: Room, ms: int) -> BoardView:
    """What Ada sees so much later."""
    room.clock.ms += ms
    room.settle()
    return room.view("ada")


def back(room: Room, down: int, *players: str) -> Room:
    """The same table once the server is back after so long; these players come in again."""
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms + down)
    for player in players:
        again.join(player)
    return again


@pytest.mark.parametrize("rules", [(), (("bot.2", "steady"),)], ids=["alone", "against a bot"])
def test_where_nobody_waits_the_idle_timer_stands_and_says_so(rules: tuple[tuple[str, object], ...]) -> None:
    room = alone(*rules)
    assert room.view("ada").deadline == 60 * SECOND
    view = after(room, HOUR)
    assert (view.phase, view.deadline, view.status) == ("to_roll", None, f"Ada is to roll. {STANDS}")
    assert any("the clock stands" in sentence for sentence in view.rules)
    assert "The clock of this turn stands until Ada acts: nobody waits." in view.log


def test_a_match_stored_before_bots_were_told_apart_stands_its_clock_too() -> None:
    room = alone(("bot.2", "steady"))
    room.engine.tick()

    def forget(changes: ChangeSet) -> None:
        match = room.match()
        state = deepcopy(match.state)
        for seat in state["match"]["seats"]:
            seat.pop("bot", None)
        changes.put(room.matches, match.id, replace(match, state=state))

    room.engine.change(forget)
    assert after(room, HOUR).phase == "to_roll"


def test_an_outage_removes_nobody_and_the_idle_time_begins_anew() -> None:
    room = together()
    again = back(room, HOUR, "ada", "bob")
    view = again.view("ada")
    assert (view.phase, view.deadline, view.result) == ("to_roll", 60 * SECOND, None)
    assert [seat.eligible for seat in view.seats] == [True, True]
    assert after(again, 60 * SECOND).result is not None, "the timer runs again"


def test_a_solo_run_survives_an_outage() -> None:
    assert back(alone(), HOUR, "ada").view("ada").phase == "to_roll"


def test_who_lets_five_turns_in_a_row_run_out_is_out_and_told_of() -> None:
    room = together(("clock", "turn_clock"), ("clock.seconds", 5))
    view = after(room, HOUR)
    assert view.result is not None
    assert view.result.winners == (1,)
    assert "Ada let too many turns in a row run out and is out." in view.log
