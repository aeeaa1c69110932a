"""Nothing on the screen names the outcome of a throw before the dice lie still, at the board and for lookers-on."""

import pytest
from msgspec.structs import replace

from client.hands import Hands
from client.model.playback import THROW_SECONDS
from client.ui.screens.board.screen import BoardScreen
from server.shared.protocol.chat import Notice
from server.shared.protocol.tabletop import BoardEvent, BoardView
from server.shared.voxel.raycast import Hit
from tests.client.boards import a_lobby, a_match, a_result, a_roll

from .conftest import TABLE, Client

SECRET = "ROLL-OUTCOME"
"""Stands in every sentence that the server tells of what is thrown."""
FRAME = 0.05
TABLE_STATE = 2


def event(kind: str, seat: int = 0, *dice: int) -> BoardEvent:
    return BoardEvent(kind=kind, seat=seat, dice=dice, points=0, text=f"{kind} {SECRET}.")


def after_the_roll() -> BoardView:
    view = a_roll()
    seats = tuple(replace(seat, score=7_777) for seat in view.seats)
    return replace(view, status=f"{SECRET}.", seats=seats, log=(*view.log, f"rolled {SECRET}."))


def seen_until_rest(client: Client, written: list[str]) -> list[str]:
    """All text of the frames in which the dice are in the air."""
    written.clear()
    client.frames(THROW_SECONDS - 2 * FRAME, FRAME)
    return list(written)


def is_told(lines: list[str]) -> bool:
    """Whether a line names what was thrown or what it led to."""
    return any(SECRET in line or "7,777" in line for line in lines)


@pytest.mark.parametrize("tab", [0, 1])
def test_the_board_tells_no_outcome_before_the_dice_lie_still(client: Client, written: list[str], tab: int) -> None:
    screen = client.open_board(a_match())
    screen.tray.tabs.choose(tab)
    client.show(after_the_roll(), event("rolled", 0, 1, 5, 5, 2, 3, 3))
    lines = seen_until_rest(client, written)
    assert "Ada rolls…" in lines
    assert not is_told(lines)
    assert not screen.may_choose
    client.frames(0.3, FRAME)
    written.clear()
    client.frames(0.1, FRAME)
    assert is_told(written)
    assert screen.may_choose


def test_the_opening_tells_neither_a_die_nor_who_starts_before_it_lies_still(
    client: Client, written: list[str]
) -> None:
    screen = client.open_board(a_lobby(1))
    view = replace(a_match(), status=f"{SECRET}.", log=(f"opening_roll {SECRET}.", f"started {SECRET}."))
    client.show(view, event("opening_roll", 0, 6), event("opening_roll", 1, 3), event("started", 0))
    lines = seen_until_rest(client, written)
    assert "Ada rolls for the start…" in lines
    assert not is_told(lines)
    assert screen.view.turn is None
    client.frames(2 * THROW_SECONDS - 0.6, FRAME)
    assert screen.stamp is not None
    assert screen.stamp.text == "Ada starts"


def test_a_looker_on_in_the_world_reads_no_outcome_before_the_dice_lie_still(
    client: Client, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def aim_at_the_table(hands: Hands, **held: bool) -> None:
        hands.aim = Hit(TABLE, TABLE_STATE, 1, (8.5, 65.0, 12.5), 2.0)

    monkeypatch.setattr(Hands, "update", aim_at_the_table)
    client.show(a_match())
    client.frames(0.1)
    client.show(after_the_roll(), event("rolled", 0, 1, 5, 5, 2, 3, 3))
    lines = seen_until_rest(client, written)
    assert "Ada is to roll." in lines
    assert not is_told(lines)
    client.frames(0.3, FRAME)
    written.clear()
    client.frames(0.1, FRAME)
    assert is_told(written)


def test_a_notice_waits_until_the_own_match_is_shown_to_its_end(client: Client, written: list[str]) -> None:
    client.open_board(a_match())
    client.script.say(Notice("won", f"The pot is yours: {SECRET}."))
    client.show(a_result(), event("rolled", 0, 1, 5, 5, 2, 3, 3), event("banked", 0), event("ended", 0))
    assert not is_told(seen_until_rest(client, written))
    client.frames(3.0, FRAME)
    written.clear()
    client.frames(0.3, FRAME)
    assert any("The pot is yours" in line for line in written)


def test_a_board_opened_in_the_middle_of_a_throw_shows_the_throw(client: Client, written: list[str]) -> None:
    client.show(a_match())
    client.frames(0.1)
    client.show(after_the_roll(), event("rolled", 0, 1, 5, 5, 2, 3, 3))
    client.frames(0.3, FRAME)
    assert client.app.session is not None
    screen = BoardScreen(client.app, client.app.session, client.script.know, TABLE)
    client.app.push(screen)
    written.clear()
    client.frames(0.3, FRAME)
    assert screen.view.phase == "to_roll"
    assert not is_told(written)
