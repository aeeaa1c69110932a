"""Who may sit where, and that chairs and sitters agree at every moment."""

import pytest

from server.engine.changes import Refusal
from server.shared.protocol.tabletop import Ready
from server.shared.protocol.world import StandUp
from server.tabletop.seating import RETURN_MS
from tests.tabletop.room import TABLE, LateLand, Room, chair


@pytest.fixture
def room() -> Room:
    room = Room()
    room.furnish()
    room.join("ada")
    room.join("bob")
    return room


def code_of(room: Room, player: str, side: int) -> str:
    with pytest.raises(Refusal) as refusal:
        room.use(player, chair(side))
    return refusal.value.code


def test_a_player_sits_on_a_matching_chair_facing_the_table(room: Room) -> None:
    assert room.use("ada", chair(0))
    assert room.people.seated == {"ada": (0.5, 64.0, -0.5)}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("voxtable:birch_game_chair[facing=south]", "wrong_wood"),
        ("voxtable:oak_game_chair[facing=north]", "faces_elsewhere"),
    ],
)
def test_a_chair_that_does_not_serve_the_table_says_why(room: Room, state: str, code: str) -> None:
    room.put(chair(0), state)
    assert code_of(room, "ada", 0) == code
    assert not room.people.seated


def test_a_taken_chair_is_refused_and_its_sitter_stays(room: Room) -> None:
    room.use("ada", chair(0))
    assert code_of(room, "bob", 0) == "chair_taken"
    assert list(room.people.seated) == ["ada"]


def test_two_players_on_one_chair_in_one_tick_seat_exactly_one(room: Room) -> None:
    room.use("ada", chair(1))
    with pytest.raises(Refusal):
        room.use("bob", chair(1))
    assert list(room.people.seated) == ["ada"]


def test_a_block_above_the_chair_leaves_no_room_to_sit(room: Room) -> None:
    x, y, z = chair(2)
    room.put((x, y + 1, z), "minecraft:stone")
    assert code_of(room, "ada", 2) == "no_room"


def test_changing_chairs_without_standing_frees_the_first(room: Room) -> None:
    room.use("ada", chair(0))
    room.use("ada", chair(1))
    room.use("bob", chair(0))
    assert room.people.seated == {"ada": (1.5, 64.0, 0.5), "bob": (0.5, 64.0, -0.5)}


def test_standing_up_frees_the_chair_and_a_second_time_is_refused(room: Room) -> None:
    room.use("ada", chair(0))
    room.ask("ada", StandUp)
    assert not room.people.seated
    assert room.refused("ada", StandUp) == "not_seated"
    room.use("bob", chair(0))


def test_a_chair_broken_under_its_sitter_stands_them_up(room: Room) -> None:
    room.use("ada", chair(0))
    room.break_block("bob", chair(0))
    assert not room.people.seated


def test_a_table_broken_stands_everybody_up(room: Room) -> None:
    room.use("ada", chair(0))
    room.use("bob", chair(2))
    room.break_block("ada", TABLE)
    assert not room.people.seated


def test_logging_out_frees_the_chair(room: Room) -> None:
    room.use("ada", chair(0))
    room.leave("ada")
    room.use("bob", chair(0))
    assert list(room.people.seated) == ["bob"]


def test_who_leaves_the_world_from_a_chair_is_remembered_as_standing_beside_it(room: Room) -> None:
    room.use("ada", chair(0))
    room.leave("ada")
    x, y, z = chair(0)
    assert not room.people.seated
    assert room.people.left["ada"] == (x + 0.5, y, z + 1.5)


def test_using_the_own_chair_again_changes_nothing() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.ask("ada", Ready, TABLE, True)
    before = room.view("bob")
    assert room.use("ada", chair(0))
    assert room.view("bob") == before
    assert room.view("bob").seats[0].ready


def test_after_a_crash_no_chair_is_taken_by_somebody_who_is_not_there(room: Room) -> None:
    room.use("ada", chair(0))
    room.engine.tick()
    again = Room(room.storage, room.blocks)
    again.join("bob")
    again.use("bob", chair(0))
    assert list(again.people.seated) == ["bob"]


def test_somebody_sitting_down_or_leaving_clears_all_ready_marks() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.ask("ada", Ready, TABLE, True)
    assert room.view("ada").seats[0].ready
    room.join("cy")
    room.use("cy", chair(2))
    assert not any(seat.ready for seat in room.view("ada").seats)
    room.ask("ada", Ready, TABLE, True)
    room.ask("cy", StandUp)
    assert not any(seat.ready for seat in room.view("ada").seats)


def test_a_stranger_may_not_sit_down_in_a_running_match() -> None:
    room = Room()
    room.start("ada", "bob")
    room.join("cy")
    assert code_of(room, "cy", 2) == "match_running"


def test_standing_up_keeps_the_seat_and_only_its_own_chair_takes_the_player_back() -> None:
    room = Room()
    room.start("ada", "bob")
    room.ask("ada", StandUp)
    seat = room.view("bob").seats[0]
    assert (seat.player, seat.seated, seat.eligible) == ("ada", False, True)
    assert code_of(room, "ada", 3) == "other_seat"
    room.use("ada", chair(0))
    assert room.view("bob").seats[0].seated


def test_who_comes_back_to_a_running_match_sits_on_the_own_chair_again() -> None:
    room = Room()
    room.start("ada", "bob")
    room.leave("ada")
    assert not room.view("bob").seats[0].online
    room.join("ada")
    assert room.people.seated["ada"] == (0.5, 64.0, -0.5)
    assert room.view("bob").seats[0].online


# ------------------------------------------------------------------ coming back


def come_back(*players: str) -> tuple[Room, LateLand]:
    """The server starts again on a match of Ada and Bob, who sat, and these players join before the land is loaded."""
    before = Room()
    before.start("ada", "bob")
    before.engine.tick()
    land = LateLand()
    land.blocks = before.blocks.blocks
    room = Room(before.storage, land)
    for player in players:
        room.join(player)
    assert not room.people.seated
    return room, land


def test_who_comes_back_before_the_land_is_there_sits_down_once_it_is() -> None:
    room, land = come_back("ada", "bob")
    land.loaded = True
    room.engine.tick()
    assert set(room.people.seated) == {"ada", "bob"}
    assert all(seat.seated for seat in room.view("ada").seats)
    room.ask("ada", StandUp)
    room.engine.tick()
    room.engine.tick()
    assert set(room.people.seated) == {"bob"}, "who then stands up stays so"


def test_who_has_walked_away_from_the_chair_meanwhile_is_left_alone() -> None:
    room, land = come_back("ada")
    room.people.places["ada"] = (40.5, 64.0, 0.5)
    land.loaded = True
    room.engine.tick()
    assert not room.people.seated


def test_nobody_is_seated_long_after_coming_back() -> None:
    room, land = come_back("ada")
    room.clock.ms += RETURN_MS
    room.engine.tick()
    land.loaded = True
    room.engine.tick()
    assert not room.people.seated


def test_a_sitter_would_come_back_beside_the_chair_from_the_moment_of_sitting_down(room: Room) -> None:
    room.use("ada", chair(0), ticks=0)
    x, y, z = chair(0)
    assert room.people.beside["ada"] == (x + 0.5, y, z + 1.5)
