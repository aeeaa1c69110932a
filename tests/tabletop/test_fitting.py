"""Boards go into tables and come out again exactly once, to whom they belong."""

import pytest

from server.engine.changes import Refusal
from server.shared.protocol.tabletop import Board, Ready, ShowBoard, TakeBoard
from server.tabletop.left_behind import LOOK_EVERY as TIDY_EVERY
from tests.tabletop.room import AWAY_AFTER_MS, TABLE, Room, chair

FITTED = "voxtable:oak_small_game_table[board=farkle]"
EMPTY = "voxtable:oak_small_game_table[board=none]"


@pytest.fixture
def room() -> Room:
    room = Room()
    room.furnish()
    room.join("ada")
    room.join("bob")
    return room


def shown(room: Room) -> str:
    return room.states[room.blocks.blocks[TABLE]].name


def test_fitting_moves_one_board_from_the_hand_into_the_table(room: Room) -> None:
    room.give_board("ada", 2)
    room.use("ada", TABLE)
    assert (room.boards("player:ada"), room.boards("table:0,64,0")) == (1, 1)
    assert shown(room) == FITTED
    room.engine.tick()
    assert room.view("bob").phase == "lobby"


def test_an_empty_hand_at_an_empty_table_says_what_to_do(room: Room) -> None:
    with pytest.raises(Refusal, match="Craft a Farkle Board"):
        room.use("ada", TABLE)


def test_using_a_fitted_table_opens_its_board_for_anybody(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    room.use("bob", TABLE)
    room.engine.tick()
    assert ShowBoard(TABLE) in room.peers["bob"].heard


def test_a_second_board_stays_in_the_hand(room: Room) -> None:
    room.give_board("ada", 2)
    room.use("ada", TABLE)
    room.use("ada", TABLE)
    assert room.boards("player:ada") == 1


def test_only_the_owner_fits_and_takes_the_board_of_a_placed_table() -> None:
    room = Room()
    room.join("ada")
    room.join("bob")
    room.place_table("ada")
    room.give_board("bob")
    with pytest.raises(Refusal) as refusal:
        room.use("bob", TABLE)
    assert refusal.value.code == "not_owner"
    room.give_board("ada")
    room.use("ada", TABLE)
    assert room.refused("bob", TakeBoard, TABLE) == "not_owner"
    room.ask("ada", TakeBoard, TABLE)
    assert (room.boards("player:ada"), room.boards_anywhere()) == (1, 2)
    assert shown(room) == EMPTY


def test_taking_the_board_twice_gives_it_once(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    room.ask("ada", TakeBoard, TABLE)
    assert room.refused("ada", TakeBoard, TABLE) == "no_board"
    assert room.boards_anywhere() == room.boards("player:ada") == 1


def test_a_board_is_not_taken_from_afar(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    room.people.places["ada"] = (40.5, 64.0, 0.5)
    assert room.refused("ada", TakeBoard, TABLE) == "too_far"


def test_a_table_with_a_board_is_broken_by_its_owner_only_and_the_board_comes_out_once(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    with pytest.raises(Refusal) as refusal:
        room.break_block("bob", TABLE)
    assert refusal.value.code == "board_inside"
    room.break_block("ada", TABLE)
    room.engine.tick()
    assert room.boards("player:ada") == room.boards_anywhere() == 1
    assert [message for message in room.peers["bob"].heard if isinstance(message, Board)][-1].view is None
    assert room.refused("bob", TakeBoard, TABLE) == "no_board"
    assert room.refused("bob", Ready, TABLE, True) == "no_board"


def test_an_operator_breaks_any_table_and_the_owner_gets_the_board(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    room.people.operators.add("bob")
    room.break_block("bob", TABLE)
    assert room.boards("player:ada") == room.boards_anywhere() == 1


def test_a_full_inventory_sends_the_board_to_the_claim_box(room: Room) -> None:
    from server.items import ledger
    from server.shared.inventory.stack import Stack

    room.give_board("ada")
    room.use("ada", TABLE)
    dirt = tuple(Stack("minecraft:dirt", 64) for _ in range(36))
    room.engine.change(lambda changes: ledger.exchange(changes, {"player:ada": dirt}, minted=dirt, reason="test"))
    room.ask("ada", TakeBoard, TABLE)
    assert room.boards("claim:ada") == 1


def test_a_public_table_sends_the_board_of_a_fitter_long_away_to_them(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    room.leave("ada")

    def tidy() -> None:
        for _ in range(TIDY_EVERY):
            room.engine.tick()

    tidy()
    room.clock.ms += AWAY_AFTER_MS - 1_000
    tidy()
    assert room.boards("table:0,64,0") == 1
    room.clock.ms += 60_000
    tidy()
    assert room.boards("table:0,64,0") == 0
    assert room.boards_anywhere() == 1
    assert shown(room) == EMPTY


def test_coming_back_in_time_keeps_the_board_in_the_public_table(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    for _ in range(3):
        room.leave("ada")
        for _ in range(TIDY_EVERY):
            room.engine.tick()
        room.clock.ms += AWAY_AFTER_MS // 2
        room.join("ada")
        for _ in range(TIDY_EVERY):
            room.engine.tick()
    assert room.boards("table:0,64,0") == 1


def test_whoever_comes_near_is_shown_the_table_and_whoever_is_far_is_not(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)
    far = room.join("cy", (200.0, 64.0, 0.0))
    assert not [message for message in far.heard if isinstance(message, Board)]
    room.people.places["cy"] = (10.0, 64.0, 0.0)
    for _ in range(5):
        room.engine.tick()
    assert len([message for message in far.heard if isinstance(message, Board)]) == 1


def test_a_table_left_far_behind_is_taken_from_view_and_shown_anew_on_return(room: Room) -> None:
    room.give_board("ada")
    room.use("ada", TABLE)

    def views_after(place: tuple[float, float, float]) -> list[bool]:
        room.people.places["bob"] = place
        for _ in range(10):
            room.engine.tick()
        return [message.view is not None for message in room.peers["bob"].heard if isinstance(message, Board)]

    near = views_after((10.0, 64.0, 0.0))
    assert near[-1]
    assert views_after((60.0, 64.0, 0.0)) == near
    assert views_after((200.0, 64.0, 0.0)) == [*near, False]
    assert views_after((10.0, 64.0, 0.0)) == [*near, False, True]


def test_a_chair_without_a_table_is_only_a_chair() -> None:
    room = Room()
    room.join("ada")
    room.put(chair(0), "voxtable:oak_game_chair[facing=south]")
    with pytest.raises(Refusal) as refusal:
        room.use("ada", chair(0))
    assert refusal.value.code == "faces_elsewhere"
