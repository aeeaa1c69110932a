"""What somebody sees who sits at a table without a part in its match."""

from msgspec.structs import replace
from pyglet.window import key

from server.shared.protocol.tabletop import BoardView, Guest, OpenLobby, Ready
from server.shared.protocol.world import StandUp
from tests.client.boards import a_lobby, a_match, a_pause, a_result

from .conftest import Client

NOTE = "You are a guest at this match: you watch. After it, you may join when a player opens a new lobby."


def watched(view: BoardView, player: str = "p-ada") -> BoardView:
    """The view with the player as a guest on the west chair; in a match others hold the seats."""
    seats = tuple(replace(seat, player=f"p-{seat.side}") if seat.player else seat for seat in view.seats)
    return replace(view, seats=seats, owner="p-1", guests=(Guest(3, player, "Ada", NOTE),))


def test_a_guest_reads_what_they_are_and_may_only_stand_up(client: Client, written: list[str]) -> None:
    for view in (a_match(), a_pause(), a_result()):
        screen = client.open_board(watched(view))
        written.clear()
        client.frames(0.2)
        assert NOTE.split(":")[0] in " ".join(written)
        assert not any(button.visible for button in screen.buttons.below)
        if not screen.tray_open:
            client.press(key.TAB)
        assert screen.buttons.stand.visible
        for symbol in (key.R, key.ENTER, key.A):
            client.press(symbol)
        screen.buttons.stand.activate()
        screen.close()
        client.frames(0.2)
    assert not client.script.heard_of(Ready)
    assert not client.script.heard_of(OpenLobby)
    assert len(client.script.heard_of(StandUp)) == 3


def test_everybody_sees_in_the_lobby_who_is_a_guest(client: Client, written: list[str]) -> None:
    client.open_board(watched(a_lobby(2), "p-di"))
    written.clear()
    client.frames(0.2)
    assert "guest · watches" in written
    assert NOTE not in " ".join(written)


def test_a_guest_sits_nearest_in_the_picture(client: Client) -> None:
    assert client.open_board(watched(a_match())).viewer_side == 3
