"""The four clocks at the table: what is shown, what runs out, and what an outage costs."""

from copy import deepcopy

import pytest

from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, BoardView, SetRule
from tests.tabletop.room import TABLE, Room

SECOND = 1_000


def clocked(*rules: tuple[str, object]) -> Room:
    """Ada and Bob in a running match in which ada, on the first seat, starts."""
    room = Room()
    room.seat("ada", "bob")
    for name, value in (("opening", "first_seat"), *rules):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready("ada", "bob")
    return room


def wait(room: Room, ms: int) -> BoardView:
    room.clock.ms += ms
    room.settle()
    return room.view("ada")


def seat_to_move(view: BoardView) -> int | None:
    return view.turn.seat if view.turn is not None else None


def test_a_turn_clock_ends_the_turn_and_a_roll_does_not_refill_it() -> None:
    room = clocked(("clock", "turn_clock"), ("clock.seconds", 30))
    assert room.view("ada").deadline == 30 * SECOND
    wait(room, 20 * SECOND)
    room.ask("ada", Act, room.view("ada").match, room.view("ada").step, (), "roll")
    view = room.view("ada")
    if seat_to_move(view) == 0:
        assert view.deadline == 10 * SECOND
        view = wait(room, 10 * SECOND)
        assert "timeout" in [event.kind for event in room.events("bob")]
    assert (seat_to_move(view), view.deadline) == (1, 30 * SECOND)


def test_an_action_that_comes_at_the_deadline_is_too_late() -> None:
    room = clocked(("clock", "turn_clock"))
    view = room.view("ada")
    room.clock.ms += 45 * SECOND
    assert room.refused("ada", Act, view.match, view.step, (), "roll") == "stale"
    assert seat_to_move(room.view("ada")) == 1


def test_an_idle_player_is_removed_and_the_other_wins() -> None:
    room = clocked(("clock", "idle"), ("clock.seconds", 60))
    assert room.view("ada").deadline == 60 * SECOND
    view = wait(room, 60 * SECOND)
    assert view.result is not None
    assert (view.result.kind, view.result.winners) == ("win", (1,))


def test_a_time_bank_runs_only_in_its_own_turns_and_everybody_sees_both() -> None:
    room = clocked(("clock", "time_bank"), ("clock.seconds", 100))
    assert [seat.time_left for seat in room.view("bob").seats] == [100 * SECOND, 100 * SECOND]
    wait(room, 30 * SECOND)
    room.use("bob", TABLE)
    assert [seat.time_left for seat in room.view("bob").seats] == [70 * SECOND, 100 * SECOND]
    view = wait(room, 70 * SECOND)
    assert [seat.eligible for seat in view.seats] == [False, True]
    assert seat_to_move(view) == 1
    view = wait(room, 100 * SECOND)
    assert view.result is not None, "nobody has time left"


def test_the_match_timer_ends_the_match_at_once_when_set_so() -> None:
    room = clocked(("clock", "match_timer"), ("clock.seconds", 60), ("clock.ending", "end_immediately"))
    assert room.view("ada").match_deadline == 60 * SECOND
    view = wait(room, 60 * SECOND)
    assert view.phase == "result"


def test_the_match_timer_lets_the_round_finish_with_its_grace() -> None:
    room = clocked(("clock", "match_timer"), ("clock.seconds", 60), ("clock.turn_seconds", 50))
    assert (room.view("ada").deadline, room.view("ada").match_deadline) == (50 * SECOND, 60 * SECOND)
    wait(room, 50 * SECOND)
    view = wait(room, 10 * SECOND)
    assert (view.phase, seat_to_move(view), view.match_deadline) == ("to_roll", 1, 90 * SECOND)
    assert wait(room, 90 * SECOND).phase == "result"


def test_no_goal_goes_with_a_time_bank() -> None:
    room = clocked(("clock", "time_bank"), ("goal", None))
    assert room.view("ada").goal == 0
    wait(room, 300 * SECOND)
    assert wait(room, 300 * SECOND).phase == "result"


def test_an_outage_costs_one_running_turn_at_most() -> None:
    room = clocked(("clock", "turn_clock"), ("clock.seconds", 30))
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms + 3_600 * SECOND)
    again.join("ada")
    view = again.view("ada")
    assert (seat_to_move(view), view.deadline) == (1, 30 * SECOND)
    assert all(seat.eligible for seat in view.seats)


@pytest.mark.parametrize(("down", "to_move"), [(40, 0), (99, 0), (100, 1), (4_000, 1)])
def test_a_restart_takes_nothing_from_a_time_bank(down: int, to_move: int) -> None:
    room = clocked(("clock", "time_bank"), ("clock.seconds", 100))
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms + down * SECOND)
    again.join("ada")
    view = again.view("ada")
    assert seat_to_move(view) == to_move
    assert [seat.time_left for seat in view.seats] == [100 * SECOND, 100 * SECOND]
