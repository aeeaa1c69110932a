"""What a table shows follows what happens around it: chairs that come and go, players who leave and return."""

from server.engine.changes import ChangeSet
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Board, Ready, Resign, SetRule, TakeBoard
from tests.tabletop.room import FACING, TABLE, LateLand, Room, chair
from tests.tabletop.test_guests import OTHER, hold_a_board, looks, second_table
from tests.tabletop.treasury import Treasury


def place_chair(room: Room, side: int, wood: str = "oak") -> None:
    """Somebody places a chair on a side of the table."""
    state = f"voxtable:{wood}_game_chair[facing={FACING[side]}]"

    def run(changes: ChangeSet) -> None:
        changes.set_block(chair(side), room.states.number(state))
        for hook in room.hooks.placed:
            hook(changes, "ada", chair(side), state)

    room.engine.change(run)
    room.engine.tick()


def chairs(room: Room) -> list[bool]:
    return [seat.chair for seat in room.view("ada").seats]


def a_table(*sides: int) -> Room:
    """A table with a board of Ada's, who looks on, and chairs on some sides."""
    room = Room()
    room.furnish(sides=sides)
    room.join("ada")
    room.give_board("ada")
    room.use("ada", TABLE)
    return room


def test_a_broken_chair_is_shown_to_be_gone() -> None:
    room = a_table(1)
    assert chairs(room) == [False, True, False, False]
    assert room.view("ada").status == "Sit down on a chair to play."
    room.break_block("ada", chair(1))
    room.engine.tick()
    assert chairs(room) == [False] * 4
    assert room.view("ada").status == "Put a chair of the table's wood beside it, facing it."


def test_a_placed_chair_is_shown_and_one_of_another_wood_is_not() -> None:
    room = a_table()
    place_chair(room, 2, "birch")
    assert chairs(room) == [False] * 4
    place_chair(room, 3)
    assert chairs(room) == [False, False, False, True]
    assert room.view("ada").status == "Sit down on a chair to play."


def test_a_chair_broken_under_its_sitter_is_gone_in_the_view_that_shows_them_standing() -> None:
    room = a_table(0, 1)
    room.use("ada", chair(0))
    before = len(room.peers["ada"].heard)
    room.break_block("ada", chair(0))
    assert room.view("ada").seats[0].player == ""
    after = [message.view for message in room.peers["ada"].heard[before:] if isinstance(message, Board)]
    assert after
    assert not any(view is None or view.seats[0].chair for view in after)
    assert chairs(room) == [False, True, False, False]


def test_a_player_who_leaves_and_returns_after_the_result_is_shown_so_to_the_others() -> None:
    room = Room()
    room.start("ada", "bob")
    room.ask("bob", Resign, room.match().id)
    room.leave("bob")
    assert [seat.online for seat in room.view("ada").seats] == [True, False]
    room.join("bob")
    assert [seat.online for seat in room.view("ada").seats] == [True, True]


def test_a_board_is_first_shown_once_its_chairs_are_known() -> None:
    room = a_table(0)
    room.engine.tick()
    land = LateLand()
    land.blocks = room.blocks.blocks
    again = Room(room.storage, land)
    again.join("ada")
    assert not any(isinstance(message, Board) for message in again.peers["ada"].heard)
    land.loaded = True
    looks(again)
    assert chairs(again) == [True, False, False, False]


# ------------------------------------------------------------------ one player, one running match


def out_of_time() -> Treasury:
    """Ada's time has run out in a match with Bob and Cy, which is paused; now she is ready at another table with Di."""
    room = Treasury()
    room.seat("ada", "bob", "cy")
    for name, value in (("clock", "time_bank"), ("clock.seconds", 30), ("opening", "first_seat")):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready("ada", "bob", "cy")
    room.clock.ms += 30_000
    room.engine.tick()
    assert not room.view("bob").seats[0].eligible
    room.ask("ada", TakeBoard, TABLE)
    room.join("di")
    second_table(room, "di")
    room.use("ada", chair(1, OTHER))
    assert isinstance(room.ask("ada", Ready, OTHER, True), Done)
    hold_a_board(room, "ada")
    return room


def test_who_is_ready_where_another_match_of_theirs_goes_on_loses_the_mark_with_a_word() -> None:
    room = out_of_time()
    room.use("ada", TABLE)
    assert room.view("bob").phase != "paused"
    room.ask("di", Ready, OTHER, True)
    looks(room)
    view = room.view_of("di", OTHER)
    assert view.phase == "lobby", "Ada holds a seat in a running match"
    assert [guest.player for guest in view.guests] == ["ada"]
    heard = [getattr(message, "text", "") for message in room.peers["ada"].heard]
    assert "You are not ready any more: your match at another table goes on." in heard
    assert len([match for match in room.engine.model.rows(room.matches).values() if match.running]) == 1


def test_a_ready_mark_can_be_taken_back_whatever_else_has_begun() -> None:
    room = out_of_time()
    room.use("ada", TABLE, ticks=0)
    assert isinstance(room.ask("ada", Ready, OTHER, False), Done)
    assert room.refused("ada", Ready, OTHER, True) == "playing_elsewhere"


def test_a_paused_match_waits_while_one_who_holds_a_seat_in_it_plays_elsewhere() -> None:
    room = out_of_time()
    assert isinstance(room.ask("di", Ready, OTHER, True), Done)
    second = room.view_of("di", OTHER).match
    assert second
    room.use("ada", TABLE)
    assert room.view("bob").status == "The match is paused. It goes on when its players have ended another one."
    room.ask("ada", Resign, second)
    looks(room)
    assert room.view("bob").phase != "paused"
