"""Sitting at a table is not playing there: what guests may not do, what they are told, that nobody waits for them."""

import pytest

from server.engine.changes import Refusal
from server.items import ledger
from server.shared.content import FARKLE_BOARD
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    Agree,
    OpenLobby,
    OpenStakes,
    PlayAlone,
    Ready,
    Resign,
    SetRule,
    TakeBoard,
)
from server.shared.protocol.world import StandUp
from server.tabletop.plugin import LOOK_EVERY
from tests.tabletop.room import TABLE, Room, chair
from tests.tabletop.treasury import STICK, STRING, Treasury

OTHER = (4, 64, 0)


def hold_a_board(room: Treasury, player: str) -> None:
    """Put a player's board into the slot that is in hand."""
    slots = list(room.slots(f"player:{player}"))
    held = next(number for number, stack in enumerate(slots) if stack and stack.item == FARKLE_BOARD)
    slots[0], slots[held] = slots[held], slots[0]
    room.engine.change(lambda changes: ledger.exchange(changes, {f"player:{player}": slots}))


def second_table(room: Treasury, player: str) -> None:
    """Another table with a board of a player's, who sits there."""
    room.put(OTHER, "voxtable:oak_small_game_table[board=none]")
    room.furnish_chairs(table=OTHER)
    room.give_board(player)
    room.use(player, OTHER)
    room.use(player, chair(0, OTHER))


def looks(room: Room) -> None:
    """Time for one look at all tables."""
    for _ in range(LOOK_EVERY):
        room.engine.tick()


@pytest.fixture
def room() -> Treasury:
    """Ada and Bob play on, after Cy sat down while the board was out; they have taken up the match again."""
    room = Treasury()
    room.start("ada", "bob")
    room.join("cy")
    room.ask("ada", TakeBoard, TABLE)
    room.use("cy", chair(2))
    hold_a_board(room, "ada")
    room.use("ada", TABLE)
    assert room.view("ada").phase == "to_roll"
    return room


@pytest.fixture
def result(room: Treasury) -> Treasury:
    """The same once that match is over."""
    room.ask("bob", Resign, room.match().id)
    assert room.view("cy").phase == "result"
    return room


def test_the_view_says_who_is_a_guest_and_what_a_guest_may_do(room: Treasury) -> None:
    (guest,) = room.view("cy").guests
    assert (guest.side, guest.player, guest.name) == (2, "cy", "Cy")
    assert guest.note.startswith("You are a guest at this match: you watch.")
    room.ask("bob", Resign, room.match().id)
    assert room.view("ada").guests[0].note.startswith("You did not play in this match.")
    room.ask("ada", OpenLobby, TABLE)
    view = room.view("ada")
    assert view.guests == ()
    assert view.seats[2].player == "cy"


def test_a_guest_of_a_result_stakes_nothing_is_not_ready_and_puts_nothing_away(result: Treasury) -> None:
    for asked in ((OpenStakes, TABLE), (Ready, TABLE, True), (Ready, TABLE, False), (OpenLobby, TABLE)):
        assert result.refused("cy", *asked) == "guest"
    result.stake("ada", STICK)
    assert result.refused("cy", Agree, TABLE, result.view("ada").pot) == "guest"
    assert result.view("ada").phase == "result"
    assert list(result.escrows()) == ["escrow:0,64,0/ada"]


def test_players_play_once_more_past_a_guest(result: Treasury) -> None:
    before = result.match().id
    result.stake("ada", STICK)
    result.all_ready("ada", "bob")
    result.all_agree("ada", "bob")
    match = result.match()
    assert match.id != before
    assert match.players == ("ada", "bob")
    assert list(result.escrows()) == [f"escrow:{match.id}/ada"]


def test_a_guest_does_not_interrupt_the_start_of_the_players(result: Treasury) -> None:
    result.silent = {"ada", "bob"}
    result.all_ready("ada", "bob")
    assert result.view("ada").starting is not None
    for mark in (True, False):
        result.ask("cy", Ready, TABLE, mark)
    assert result.view("ada").starting is not None
    result.ask("cy", StandUp)
    assert result.view("ada").starting is not None


def test_a_result_that_only_guests_still_sit_at_makes_room_for_them(result: Treasury) -> None:
    result.ask("ada", StandUp)
    assert result.view("cy").phase == "result"
    result.ask("bob", StandUp)
    view = result.view("cy")
    assert (view.phase, view.seats[2].player, view.host, view.guests) == ("lobby", "cy", "cy", ())


def test_a_paused_match_goes_on_past_a_guest_who_plays_elsewhere() -> None:
    room = Treasury()
    room.start("ada", "bob")
    room.join("cy")
    second_table(room, "cy")
    room.ask("cy", PlayAlone, OTHER)
    room.ask("ada", TakeBoard, TABLE)
    room.use("cy", chair(2))
    hold_a_board(room, "ada")
    room.use("ada", TABLE)
    assert room.view("ada").phase == "to_roll"


def test_a_player_of_a_match_takes_the_chair_that_a_guest_sits_on() -> None:
    room = Treasury()
    room.start("ada", "bob")
    room.ask("ada", TakeBoard, TABLE)
    room.ask("bob", StandUp)
    room.join("cy")
    room.use("cy", chair(1))
    hold_a_board(room, "ada")
    room.use("ada", TABLE)
    assert room.view("ada").status == "The match is paused. It goes on when Bob sits down."
    room.use("bob", chair(1))
    assert set(room.people.seated) == {"ada", "bob"}
    assert room.view("ada").phase == "to_roll"
    heard = [message.text for message in room.peers["cy"].heard if isinstance(message, Notice)]
    assert heard == ["Bob plays in this match and takes the chair you sat on."]
    with pytest.raises(Refusal) as refusal:
        room.use("cy", chair(1))
    assert refusal.value.code == "chair_taken"


def test_who_plays_elsewhere_is_a_guest_of_a_lobby_and_holds_up_no_start() -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.join("cy")
    second_table(room, "cy")
    room.ask("cy", PlayAlone, OTHER)
    room.use("cy", chair(2))
    view = room.view("ada")
    assert [guest.player for guest in view.guests] == ["cy"]
    assert view.seats[2].player == ""
    assert room.refused("cy", Ready, TABLE, True) == "playing_elsewhere"
    assert room.refused("cy", OpenStakes, TABLE) == "playing_elsewhere"
    room.all_ready("ada", "bob")
    assert room.view("ada").phase == "to_roll"


def test_a_guest_hosts_nothing() -> None:
    room = Treasury()
    room.seat("bob")
    room.join("ada")
    second_table(room, "ada")
    room.ask("ada", PlayAlone, OTHER)
    room.use("ada", chair(3))
    assert room.view("bob").host == "bob"
    assert room.refused("ada", SetRule, TABLE, "goal", 500) == "not_host"


def test_a_guest_whose_match_elsewhere_is_over_comes_into_the_company_and_is_waited_for() -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.join("cy")
    second_table(room, "cy")
    room.ask("cy", PlayAlone, OTHER)
    room.use("cy", chair(2))
    room.all_ready("ada")
    room.ask("cy", Resign, room.view_of("cy", OTHER).match)
    looks(room)
    view = room.view("ada")
    assert (view.guests, view.seats[2].player) == ((), "cy")
    assert not any(seat.ready for seat in view.seats), "nobody was ready for this company"
    room.all_ready("ada", "bob")
    assert room.view("ada").phase == "lobby"
    room.all_ready("cy")
    assert len(room.view("ada").seats) == 3


def test_a_stake_is_locked_only_for_who_plays() -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK)
    room.stake("bob", STRING)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    match = room.match().id
    assert sorted(room.escrows()) == [f"escrow:{match}/ada", f"escrow:{match}/bob"]
    assert isinstance(room.ask("bob", Resign, match), Done)
    assert room.escrows() == {}
