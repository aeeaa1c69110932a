"""What is said twice, too late or for another moment: it takes effect once, or not, and the sender sees how it is."""

from typing import Any

import pytest

from server.shared.protocol.message import Done, Refused, Request
from server.shared.protocol.tabletop import (
    Act,
    Agree,
    BoardView,
    Dissolve,
    OpenLobby,
    PlayAlone,
    Ready,
    Resign,
    SetRule,
    TakeBoard,
)
from server.shared.protocol.world import StandUp
from tests.tabletop.room import TABLE, Room
from tests.tabletop.treasury import STICK, Treasury

SECOND = 1_000


def about_to_bank(*rules: tuple[str, object]) -> tuple[Room, str, tuple[int, ...], BoardView]:
    """A match in which somebody has rolled what scores: the room, who, what may be kept, and how the table stands."""
    room = Room()
    room.seat("ada", "bob")
    for name, value in (("entry", 0), ("goal", 10_000), *rules):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready("ada", "bob")
    while not (view := room.view("ada")).options:
        mover = room.match().players[room.match().mover or 0]
        room.ask(mover, Act, view.match, view.step, (), "roll")
    assert view.turn is not None
    return room, view.seats[view.turn.seat].player, max(view.options, key=lambda one: one.points).dice, view


def test_the_same_bank_twice_counts_once_and_shows_the_present_board() -> None:
    room, mover, keep, view = about_to_bank()
    assert isinstance(room.ask(mover, Act, view.match, view.step, keep, "bank"), Done)
    after = room.view(mover)
    banked = sum(seat.score for seat in after.seats)
    assert banked > 0
    for _ in range(3):
        assert room.refused(mover, Act, view.match, view.step, keep, "bank") == "stale"
    assert room.view(mover) == after
    assert sum(event.kind == "banked" for event in room.events("ada")) == 1


def test_a_bank_a_millisecond_before_the_deadline_counts_and_no_timeout_follows_for_that_turn() -> None:
    room, mover, keep, view = about_to_bank(("clock", "turn_clock"))
    deadline = room.match().deadline
    assert deadline is not None
    room.clock.ms = deadline - 1
    assert isinstance(room.ask(mover, Act, view.match, view.step, keep, "bank"), Done)
    room.clock.ms = deadline
    room.engine.tick()
    assert sum(room.scores(room.match())) > 0
    assert "timeout" not in [event.kind for event in room.events("ada")]


def test_at_the_deadline_the_timeout_wins_and_the_same_bank_gives_nothing() -> None:
    room, mover, keep, view = about_to_bank(("clock", "turn_clock"))
    deadline = room.match().deadline
    assert deadline is not None
    room.clock.ms = deadline
    assert room.refused(mover, Act, view.match, view.step, keep, "bank") == "stale"
    assert sum(room.scores(room.match())) == 0
    kinds = [event.kind for event in room.events("ada")]
    assert (kinds.count("timeout"), kinds.count("banked")) == (1, 0)
    assert room.view("ada").step > view.step, "the sender is shown how it stands"


def test_an_action_for_the_last_match_is_no_action_in_the_rematch() -> None:
    room = Room()
    old = room.start("ada", "bob")
    room.ask("bob", Resign, old.match)
    room.all_ready("ada", "bob")
    fresh = room.view("ada")
    assert fresh.match != old.match
    for player in ("ada", "bob"):
        assert room.refused(player, Act, old.match, old.step, (), "roll") == "no_such_match"
        assert room.refused(player, Resign, old.match) == "no_such_match"
    assert room.view("ada") == fresh


REPEATED: tuple[tuple[type[Request], tuple[Any, ...]], ...] = (
    (Ready, (TABLE, True)),
    (PlayAlone, (TABLE,)),
    (SetRule, (TABLE, "goal", 2_000)),
    (TakeBoard, (TABLE,)),
    (StandUp, ()),
    (OpenLobby, (TABLE,)),
    (Agree, (TABLE, 1)),
)


@pytest.mark.parametrize(("kind", "fields"), REPEATED, ids=[kind.__name__ for kind, _ in REPEATED])
def test_a_request_that_lag_repeats_does_no_more_than_once(kind: type[Request], fields: tuple[Any, ...]) -> None:
    room = Treasury()
    room.seat("ada")
    room.stake("ada", STICK, 5)
    first = room.ask("ada", kind, *fields)
    boards, matches = room.boards_anywhere(), set(room.engine.model.rows(room.matches))
    for _ in range(3):
        answer = room.ask("ada", kind, *fields)
        assert isinstance(answer, Done | Refused)
        assert isinstance(first, Done) or isinstance(answer, Refused)
    assert (room.boards_anywhere(), set(room.engine.model.rows(room.matches))) == (boards, matches)
    assert room.accounted()


def test_agreeing_to_dissolve_twice_is_one_voice() -> None:
    room = Room()
    match = room.start("ada", "bob").match
    room.ask("ada", TakeBoard, TABLE)
    for _ in range(3):
        assert isinstance(room.ask("ada", Dissolve, match), Done)
    assert room.match().dissolving == ("ada",)
