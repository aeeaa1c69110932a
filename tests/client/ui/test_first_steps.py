"""The list of first steps: what ticks off when, that it can be folded away, and that it never comes back."""

from msgspec.structs import replace
from pyglet.window import key

from client.model.first_steps import FIRST_STEPS
from client.settings import Profile
from client.ui.screens.world import WorldScreen
from server.shared.content import FARKLE_BOARD
from server.shared.inventory.layout import INVENTORY, LAYOUTS, WELCOME
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import WindowClosed, WindowOpened
from server.shared.protocol.tabletop import Board
from server.shared.protocol.world import Sit
from tests.client.boards import a_lobby, a_match

from .conftest import TABLE, Client


def the_world(client: Client) -> WorldScreen:
    screen = client.app.screens[0]
    assert isinstance(screen, WorldScreen)
    return screen


def test_each_step_ticks_off_when_it_is_seen_done(client: Client) -> None:
    done = [the_world(client).first_steps.done]
    slots = (None,) * LAYOUTS[WELCOME].size
    client.script.say(WindowOpened(window=3, kind=WELCOME, title="A Gift", revision=1, slots=slots, cursor=None))
    client.frames(0.1)
    done.append(the_world(client).first_steps.done)
    client.script.say(WindowClosed(window=3))
    own = (Stack(FARKLE_BOARD, 1), *(None,) * (LAYOUTS[INVENTORY].size - 1))
    client.script.say(WindowOpened(window=0, kind=INVENTORY, title="", revision=1, slots=own, cursor=None))
    client.frames(0.1)
    done.append(the_world(client).first_steps.done)
    nobody = replace(a_lobby(), seats=tuple(replace(seat, player="") for seat in a_lobby().seats))
    client.show(nobody)
    client.frames(0.1)
    done.append(the_world(client).first_steps.done)
    client.script.say(Sit(x=8.5, y=65.0, z=12.5, yaw=0.0, table=TABLE))
    client.frames(0.1)
    done.append(the_world(client).first_steps.done)
    client.show(a_match())
    client.frames(0.1)
    done.append(the_world(client).first_steps.done)
    assert done == [0, 1, 2, 3, 4, 5]
    assert not the_world(client).first_steps.there


def test_the_next_step_says_how_it_is_done_and_which_keys_there_are(client: Client, written: list[str]) -> None:
    client.frames(0.1)
    told = " ".join(written)
    assert FIRST_STEPS[0].how in told
    assert FIRST_STEPS[1].how not in told
    assert all(step.title in told for step in FIRST_STEPS)
    assert {"E", "T", "Esc", "H"} <= set(written)


def test_the_list_is_folded_away_by_the_key_shown_on_it_and_opened_again(client: Client, written: list[str]) -> None:
    client.press(key.H)
    written.clear()
    client.frames(0.1)
    assert "First steps: 0 of 5" in written
    assert FIRST_STEPS[0].title not in written
    client.press(key.H)
    written.clear()
    client.frames(0.1)
    assert FIRST_STEPS[0].title in written


def test_what_is_done_stays_done_for_the_profile(client: Client) -> None:
    client.show(a_match())
    client.frames(0.1)
    client.script.say(Board(table=TABLE, view=None, events=()))
    client.frames(0.1)
    assert not the_world(client).first_steps.there
    again = Profile(client.app.profile.folder).settings
    assert again.first_steps_done == len(FIRST_STEPS)
