"""Stakes: into escrow, agreed by all to the same pot, and out again in the lobby exactly once."""

import pytest

from server.shared.inventory.stack import Stack
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    Agree,
    OpenStakes,
    PlayAlone,
    Ready,
    SetRule,
    TakeBoard,
)
from server.shared.protocol.world import StandUp
from server.tabletop.records import key_of
from tests.tabletop.room import TABLE
from tests.tabletop.treasury import OWN, STICK, STRING, Treasury

HERE = key_of(TABLE)


@pytest.fixture
def room() -> Treasury:
    """Ada and Bob at Ada's board."""
    room = Treasury()
    room.seat("ada", "bob")
    return room


# ------------------------------------------------------------------ in the lobby


def test_a_stack_put_in_has_left_its_player_at_once_and_everybody_sees_it(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    assert room.has("ada", STICK) == 0
    assert room.escrows() == {f"escrow:{HERE}/ada": "5 × stick"}
    for watcher in ("ada", "bob"):
        assert [seat.stakes for seat in room.view(watcher).seats] == [(Stack(STICK, 5),), (), (), ()]


def test_a_stake_is_taken_out_again_by_a_click_and_its_escrow_ends(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.open_stakes("ada")
    assert room.click("ada", 0, "quick") == "done"
    assert (room.has("ada", STICK), room.escrows(), room.view("bob").pot) == (5, {}, 0)


def test_nobody_opens_a_stake_without_a_seat_a_board_or_a_lobby(room: Treasury) -> None:
    room.join("cy")
    assert room.refused("cy", OpenStakes, TABLE) == "not_seated"
    assert room.refused("cy", OpenStakes, (9, 64, 9)) == "no_board"
    room.all_ready("ada", "bob")
    assert room.refused("ada", OpenStakes, TABLE) == "match_running"


def test_the_pots_number_rises_with_any_change_and_clears_agreements_and_ready_marks(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    first = room.view("ada").pot
    assert isinstance(room.ask("ada", Agree, TABLE, first), Done)
    room.ask("ada", Ready, TABLE, True)
    assert (room.view("bob").seats[0].agreed, room.view("bob").seats[0].ready) == (True, True)
    room.stake("bob", STRING)
    view = room.view("bob")
    assert view.pot > first
    assert not any(seat.agreed or seat.ready for seat in view.seats)
    assert room.refused("ada", Agree, TABLE, first) == "stale"


def test_new_rules_clear_the_agreements_too(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_agree("bob")
    room.ask("ada", SetRule, TABLE, "goal", 2_000)
    assert not any(seat.agreed for seat in room.view("ada").seats)


def test_the_match_starts_only_when_all_who_are_ready_have_agreed(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.all_agree("bob")
    view = room.view("ada")
    assert (view.phase, view.status) == ("lobby", "Waiting for Ada to agree to the pot.")
    room.all_agree("ada")
    view = room.view("ada")
    assert view.phase == "to_roll"
    assert room.escrows() == {f"escrow:{view.match}/ada": "5 × stick"}
    assert [seat.stakes for seat in view.seats] == [(Stack(STICK, 5),), ()]


def test_an_agreement_can_be_taken_back_and_without_stakes_there_is_none(room: Treasury) -> None:
    assert room.refused("ada", Agree, TABLE, 0) == "no_pot"
    room.stake("ada", STICK, 5)
    room.all_agree("ada", "bob")
    room.ask("ada", Agree, TABLE, room.view("ada").pot, False)
    room.all_ready("ada", "bob")
    assert room.view("ada").phase == "lobby"


def test_the_same_agreement_twice_counts_once(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "ada", "ada")
    assert room.view("ada").phase == "lobby", "Bob has not agreed"


def test_confirming_with_a_stack_on_the_cursor_stakes_nothing_of_it(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.give("bob", STRING, 7)
    room.open_stakes("bob")
    room.click("bob", next(slot for slot in OWN if (found := room.window("bob")) and found[1].slots[slot]))
    room.all_agree("ada", "bob")
    room.all_ready("ada", "bob")
    assert room.view("bob").phase == "to_roll"
    assert room.window("bob") is None, "the window closes with the start"
    assert room.has("bob", STRING) == 7
    assert room.accounted()


def test_a_number_key_on_the_confirming_tick_changes_the_pot_before_it_is_confirmed(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.all_agree("ada")
    pot = room.view("bob").pot
    room.give("bob", STRING, 3)
    room.open_stakes("bob")
    assert room.click("bob", 0, "swap", 0) == "done"
    assert room.refused("bob", Agree, TABLE, pot) == "stale"
    assert room.view("ada").phase == "lobby"
    assert room.accounted()


def test_a_stake_changed_while_the_dice_are_sealed_ends_the_start(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.silent = {"bob"}
    room.all_agree("ada", "bob")
    assert room.view("ada").starting is not None
    room.give("bob", STRING, 3)
    room.open_stakes("bob")
    slot = next(slot for slot in OWN if (found := room.window("bob")) and found[1].slots[slot] == Stack(STRING, 3))
    assert room.click("bob", slot, "quick") == "done"
    room.engine.tick()
    view = room.view("ada")
    assert (view.phase, view.starting, [seat.ready for seat in view.seats]) == ("lobby", None, [False] * 4)
    assert room.escrows() == {f"escrow:{HERE}/ada": "5 × stick", f"escrow:{HERE}/bob": "3 × string"}


def test_throwing_out_of_the_stake_window_changes_the_pot_and_doubles_nothing(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    before = room.view("ada").pot
    room.open_stakes("ada")
    assert room.click("ada", 0, "throw", 1) == "done"
    assert (room.escrows(), room.view("ada").pot) == ({}, 0)
    assert before > 0
    assert room.sums("drop:0") == {STICK: 5}
    assert room.accounted()


def test_standing_up_returns_the_stake_and_closes_its_window(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.open_stakes("ada")
    room.ask("ada", StandUp)
    assert (room.has("ada", STICK), room.escrows()) == (5, {})
    assert room.window("ada") is None
    assert room.view("bob").pot == 0


def test_a_window_without_anything_in_it_closes_too_when_its_player_stands_up(room: Treasury) -> None:
    room.open_stakes("bob")
    room.ask("bob", StandUp)
    assert room.window("bob") is None


def test_leaving_the_world_returns_the_stake(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.leave("bob")
    assert (room.has("bob", STRING), room.escrows()) == (2, {})


def test_what_finds_no_room_on_standing_up_waits_in_the_claim_box(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.fill("bob")
    room.ask("bob", StandUp)
    assert (room.has("bob", STRING), room.waits("bob", STRING)) == (0, 2)
    assert room.accounted()


def test_taking_the_board_out_in_the_lobby_returns_all_stakes(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.stake("bob", STRING, 2)
    room.ask("ada", TakeBoard, TABLE)
    assert (room.has("ada", STICK), room.has("bob", STRING), room.escrows()) == (5, 2, {})


def test_a_table_broken_while_a_stake_is_open_closes_it_and_gives_everything_back_once(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.open_stakes("bob")
    found = room.window("bob")
    assert found is not None
    room.break_block("ada", TABLE)
    room.engine.tick()
    assert room.window("bob") is None
    assert (room.has("bob", STRING), room.escrows()) == (2, {})
    assert room.refused("bob", OpenStakes, TABLE) == "no_board"
    assert room.accounted()


def test_a_bot_in_the_lobby_returns_all_stakes_and_refuses_new_ones(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.ask("ada", SetRule, TABLE, "bot.3", "steady")
    assert (room.has("ada", STICK), room.escrows()) == (5, {})
    assert room.refused("ada", OpenStakes, TABLE) == "no_stakes_with_bots"
    staking = room.view("ada").staking
    assert staking is not None
    assert not staking.allowed


def test_a_bot_that_comes_while_the_window_is_open_keeps_it_empty(room: Treasury) -> None:
    room.give("bob", STRING, 2)
    room.open_stakes("bob")
    room.ask("ada", SetRule, TABLE, "bot.3", "steady")
    slot = next(slot for slot in OWN if (found := room.window("bob")) and found[1].slots[slot])
    assert room.click("bob", slot, "quick") == "no_stakes_with_bots"
    assert (room.has("bob", STRING), room.escrows()) == (2, {})


def test_playing_alone_gives_the_stake_back_first() -> None:
    room = Treasury()
    room.seat("ada")
    room.stake("ada", STICK, 5)
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    assert room.view("ada").phase != "lobby"
    assert (room.has("ada", STICK), room.escrows(), room.match().stakes) == (5, {}, ())
