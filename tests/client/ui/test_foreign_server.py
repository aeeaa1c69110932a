"""A server that says anything that its messages' types allow, in any order, while screens are open and keys are hit:
it may end a screen or the session, never the program."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from pyglet.window import key

from client.app import App
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.connection import EndedScreen
from client.ui.screens.world import WorldScreen
from server.shared.protocol import login
from server.shared.protocol.codec import FROM_SERVER
from server.shared.protocol.message import Message
from server.shared.protocol.tabletop import Board, BoardEvent
from server.shared.protocol.world import POSITION_ROW, BlockChanges, PlayerAppears, Positions
from tests.client.babble import Babble
from tests.client.scripted import ITEMS, STATES, Script, column, flat_column

from .conftest import TABLE, Client
from .test_endings import PHASES, made, pages

MESSAGES = 250
KEYS = (key.R, key.B, key.A, key.TAB, key.ENTER, key.DOWN, key.ESCAPE, key.E, key.F, key.T)
KINDS = ("rolled", "opening_roll", "kept", "farkle", "hot_dice", "banked", "turn", "started", "ended")
SPOKEN = tuple(kind for kind in FROM_SERVER if kind not in (login.Goodbye, login.ServerHello, login.Welcome))
WELCOME = login.Welcome("p-ada", "Ada", 1, 100, False, STATES, ITEMS)


def messages(babble: Babble, chance: random.Random) -> Iterator[Message]:
    """Messages without end; every other one is of the board, near enough to a real one to be shown."""
    while True:
        yield babble.message()
        view = babble.twisted(chance.choice(list(PHASES.values())))
        kinds = chance.choices(KINDS, k=chance.randrange(3))
        yield Board(TABLE, view, tuple(babble.twisted(BoardEvent(kind, 1, (1, 2), 100, "So.")) for kind in kinds))


def joined(app: App, babble: Babble, chance: random.Random) -> Client:
    """In the world, mostly; sometimes the welcome is of the same kind as all else."""
    script = Script()
    script.greet()
    script.say(WELCOME if chance.random() < 0.7 else babble.twisted(WELCOME))
    if script.session.playing:
        script.stand()
    app.enter(script.session)
    app.frame(0.01)
    client = Client(app, script)
    if isinstance(app.screen, WorldScreen):
        client.show(chance.choice(list(PHASES.values())))
        kinds = [kind for kind in chance.sample(pages(), 2) if "number" not in kind.__init__.__annotations__]
        for kind in kinds:
            app.push(made(kind, client))
    return client


def poke(client: Client, chance: random.Random) -> None:
    """Now and then a key or a click; and a board to look at."""
    app = client.app
    if isinstance(app.screen, WorldScreen) and TABLE in client.script.know.tables.boards:
        app.push(made(BoardScreen, client))
    if chance.random() < 0.2:
        app.window.dispatch_event("on_key_press", chance.choice(KEYS), 0)
    if chance.random() < 0.2:
        app.window.dispatch_event("on_mouse_press", chance.randrange(320), chance.randrange(180), 1, 0)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numbers near the ends of their types overflow in numpy
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_a_server_says_ends_the_program(app: App, seed: int) -> None:
    chance = random.Random(seed)
    babble = Babble(seed, SPOKEN)
    spoken = messages(babble, chance)
    client = joined(app, babble, chance)
    for _ in range(MESSAGES):
        if client.script.session.ended is None and app.session is not None:
            client.script.say(next(spoken))
            poke(client, chance)
        app.frame(0.02)
        if app.session is None:
            assert isinstance(app.screen, EndedScreen)
            client = joined(app, babble, chance)
    assert app.running


@pytest.mark.parametrize("state", [60_000, 2**31 - 1])
def test_an_unknown_state_in_a_change_ends_the_session_with_a_sentence(client: Client, state: int) -> None:
    client.script.say(BlockChanges(0, 0, 2, ((1, state),)))
    ends_in_words(client, f"the state {state}")


def test_an_unknown_state_in_a_column_ends_the_session_with_a_sentence(client: Client) -> None:
    blocks = flat_column()
    blocks[3, 4, 5] = 60_000
    client.script.say(column(0, 0, 2, blocks))
    ends_in_words(client, "the state 60000")


def test_a_change_outside_of_its_column_ends_the_session_with_a_sentence(client: Client) -> None:
    client.script.say(BlockChanges(0, 0, 2, ((2**31 - 1, 1),)))
    ends_in_words(client, "names block")


def ends_in_words(client: Client, words: str) -> None:
    ended = client.script.session.ended
    assert ended is not None
    assert words in ended.text
    client.app.frame(0.01)
    assert client.shows(EndedScreen)


def test_a_body_whose_place_is_no_number_ends_the_session_with_a_sentence(client: Client) -> None:
    client.script.say(PlayerAppears(7, "p-bob", "Bob", float("nan"), 64.0, 8.0, 0.0, 0.0, "standing", ""))
    ends_in_words(client, "cannot read")


def test_places_that_are_no_numbers_leave_a_body_where_it_was(client: Client) -> None:
    client.script.say(PlayerAppears(7, "p-bob", "Bob", 9.0, 64.0, 8.0, 0.0, 0.0, "standing", ""))
    for tick, x in enumerate((float("nan"), float("inf")), 101):
        row = np.array([(7, x, 64.0, 8.0, 0.0, 0.0)], dtype=POSITION_ROW)
        client.script.say(Positions(tick, row.tobytes()))
        client.frames(0.2)
    assert client.script.know.bodies.bodies[7].place == (9.0, 64.0, 8.0)


def test_a_second_welcome_ends_the_session(client: Client) -> None:
    client.script.say(WELCOME)
    ends_in_words(client, "twice")
