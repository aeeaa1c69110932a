"""A public table is free again a stated time after its people have walked away, and they hear of it."""

import pytest
from msgspec.structs import replace

from server.shared.protocol.chat import Notice
from server.shared.protocol.tabletop import OpenLobby, PlayAlone, SetRule
from server.shared.protocol.world import StandUp
from server.tabletop.left_behind import LOOK_EVERY, NEARBY
from tests.tabletop.room import AWAY_AFTER_MS, QUICK, TABLE, Room, chair

FAR = (500.0, 64.0, 0.0)
NEAR = (2.5, 64.0, 2.5)


def look(room: Room, ms: int = 0) -> None:
    """Let so much time pass, and the table look at who is there."""
    room.clock.ms += ms
    for _ in range(LOOK_EVERY):
        room.engine.tick()


def walk(room: Room, player: str, place: tuple[float, float, float] = FAR) -> None:
    """A player stands up and walks somewhere else."""
    if player in room.people.seated:
        room.ask(player, StandUp)
    room.people.places[player] = place
    look(room)


def fitted(room: Room) -> bool:
    return room.boards("table:0,64,0") == 1


def heard(room: Room, player: str) -> list[str]:
    return [message.text for message in room.peers[player].heard if isinstance(message, Notice)]


def alone(bots: bool = False, *rules: tuple[str, object], settings: dict[str, float] = QUICK) -> Room:
    """Ada plays alone, or against a bot, on her board in the public table; Bob stands beside it."""
    room = Room(settings=settings)
    room.seat("ada")
    for name, value in (*rules, *((("bot.2", "steady"),) if bots else ()), ("opening", "first_seat")):
        room.ask("ada", SetRule, TABLE, name, value)
    room.ask("ada", PlayAlone, TABLE)
    room.join("bob")
    assert room.match().running
    return room


@pytest.mark.parametrize("bots", [False, True])
@pytest.mark.parametrize("gone", ["elsewhere", "offline"])
@pytest.mark.parametrize("clock", ["none", "turn_clock"])
def test_a_run_left_behind_waits_on_its_board_in_the_claim_box(bots: bool, gone: str, clock: str) -> None:
    room = alone(bots, ("clock", clock), ("missed_turns", 20) if clock == "turn_clock" else ("goal", 5_000))
    if gone == "offline":
        room.leave("ada")
        look(room)
    else:
        walk(room, "ada")
    look(room, AWAY_AFTER_MS - 60_000)
    assert fitted(room)
    look(room, 120_000)
    assert not fitted(room)
    assert room.boards("claim:ada") == 1
    match = room.match()
    assert (bool(match.paused), match.table) == (True, None)


def test_who_walks_away_from_a_run_is_told_what_becomes_of_it_and_then_what_became() -> None:
    room = alone()
    walk(room, "ada")
    assert heard(room, "ada")[-1] == (
        "You walked away from your match. In 10 minutes it is paused and your board goes to your claim box, unless you "
        "come back."
    )
    look(room, AWAY_AFTER_MS)
    assert heard(room, "ada")[-1] == (
        "Your board waits in your claim box, with your match on it: fit it into any table to go on."
    )


def test_who_was_offline_is_told_on_return_where_the_board_waits() -> None:
    room = alone()
    room.leave("ada")
    look(room)
    look(room, AWAY_AFTER_MS)
    room.join("ada")
    assert "Your board waits in your claim box, with your match on it: fit it into any table to go on." in heard(
        room, "ada"
    )


def test_who_looks_at_a_table_left_behind_sees_when_it_is_free() -> None:
    room = alone()
    assert room.view("bob").free_in is None
    walk(room, "ada")
    look(room)
    assert room.view("bob").free_in == AWAY_AFTER_MS
    look(room, 60_000)
    room.use("bob", TABLE)
    room.engine.tick()
    assert room.view("bob").free_in == AWAY_AFTER_MS - 60_000


def test_coming_back_in_time_keeps_the_run_on_the_table_and_the_wait_begins_anew() -> None:
    room = alone()
    walk(room, "ada")
    look(room, AWAY_AFTER_MS - 60_000)
    walk(room, "ada", NEAR)
    assert room.view("bob").free_in is None
    walk(room, "ada")
    look(room, AWAY_AFTER_MS - 60_000)
    assert fitted(room)


def test_a_run_is_left_in_peace_while_its_player_is_near() -> None:
    room = alone()
    walk(room, "ada", (NEARBY - 1.0, 64.0, 0.0))
    look(room, 10 * AWAY_AFTER_MS)
    assert fitted(room)
    assert room.match().running


def test_a_run_on_a_strangers_board_left_behind_goes_home_to_the_stranger() -> None:
    room = Room()
    room.seat("ada", "bob")
    walk(room, "ada")
    room.ask("bob", PlayAlone, TABLE)
    assert room.match().running
    look(room, AWAY_AFTER_MS)
    assert fitted(room), "Bob plays on it"
    walk(room, "bob")
    assert heard(room, "bob")[-1].endswith("and its board goes back to Ada, unless you come back.")
    look(room, AWAY_AFTER_MS)
    assert room.boards("claim:ada") == 1
    assert "A match that was left behind is paused; Ada has its board." in heard(room, "bob")


def between_two(clock: str, settings: dict[str, float] = QUICK) -> Room:
    room = Room(settings=settings)
    room.seat("ada", "bob")
    for name, value in (("clock", clock), ("opening", "first_seat")):
        room.ask("ada", SetRule, TABLE, name, value)
    room.all_ready("ada", "bob")
    room.join("cy")
    return room


def test_a_match_without_a_clock_is_put_aside_once_all_its_people_walked_away_though_they_are_online() -> None:
    room = between_two("none")
    walk(room, "ada")
    look(room, AWAY_AFTER_MS)
    assert fitted(room), "Bob still sits there"
    walk(room, "bob")
    look(room, AWAY_AFTER_MS)
    assert room.boards("claim:ada") == 1
    assert room.match().paused


def test_a_match_with_a_clock_is_left_to_its_clock_while_all_are_away() -> None:
    room = between_two("turn_clock", {**QUICK, "left_behind_minutes": 1})
    for player in ("ada", "bob"):
        room.leave(player)
    while room.match().running:
        assert fitted(room), "its clock goes on"
        look(room, 40_000)
    assert room.match().over
    look(room)
    look(room, AWAY_AFTER_MS)
    assert room.boards("claim:ada") == 1, "what is over holds the table no longer than anything else"


def test_a_table_of_ones_own_keeps_its_board_however_long_nobody_comes() -> None:
    room = Room()
    room.join("ada")
    room.place_table("ada")
    room.furnish_chairs()
    room.give_board("ada")
    room.use("ada", TABLE)
    room.use("ada", chair(0))
    room.ask("ada", PlayAlone, TABLE)
    walk(room, "ada")
    look(room, 10 * AWAY_AFTER_MS)
    assert fitted(room)


def test_the_time_is_the_operators_to_set() -> None:
    room = alone(settings={**QUICK, "left_behind_minutes": 1})
    walk(room, "ada")
    assert "In 60 seconds it is paused" in heard(room, "ada")[-1]
    look(room, 61_000)
    assert not fitted(room)


def test_a_run_that_is_over_is_not_told_of_as_a_match(caplog: pytest.LogCaptureFixture) -> None:
    room = alone()
    room.play_on("ada")
    room.ask("ada", OpenLobby, TABLE)
    walk(room, "ada")
    assert heard(room, "ada")[-1].startswith("You walked away from the table. In 10 minutes your board goes")
    look(room, AWAY_AFTER_MS)
    assert heard(room, "ada")[-1] == "Your board waits in your claim box."


def test_a_match_whose_game_is_not_installed_keeps_no_table_from_being_looked_at() -> None:
    room = alone()
    walk(room, "ada")
    lost = replace(room.match(), game="chess")
    room.engine.change(lambda changes: changes.put(room.matches, lost.id, lost))
    look(room)
    assert fitted(room)


@pytest.mark.parametrize("at", ["lobby", "result"])
def test_a_table_at_which_somebody_still_sits_keeps_its_board_wherever_its_fitter_is(at: str) -> None:
    room = Room()
    room.seat("ada", "bob", "cy")
    walk(room, "ada")
    if at == "result":
        room.ask("bob", SetRule, TABLE, "goal", 500)
        room.all_ready("bob", "cy")
        room.play_on("bob")
        assert room.match().over
    look(room)
    look(room, 2 * AWAY_AFTER_MS)
    assert fitted(room)
    assert room.view("bob").free_in is None
    for player in ("bob", "cy"):
        walk(room, player)
    look(room, AWAY_AFTER_MS)
    assert not fitted(room), "nobody sits there any more"
