"""Whatever ends a screen, and whatever lies over or under it then: each leaves alone and says why, nothing fails.

The screens are those that the client has, found by their classes, so that a new one is tried without being named here.
"""

import importlib
import inspect
import logging
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from pyglet.window import key

import client.ui.screens
from client.ui.screen import Screen
from client.ui.screens.board.bots import BotScreen
from client.ui.screens.board.screen import GONE as BOARD_GONE
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.chat import ChatScreen
from client.ui.screens.confirm import PAST, ConfirmScreen
from client.ui.screens.connection import ConnectingScreen, EndedScreen
from client.ui.screens.paused import PausedScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.windows import GONE as WINDOW_GONE
from client.ui.screens.windows import WindowScreen
from client.ui.screens.world import WorldScreen
from server.shared.inventory.layout import CHEST, CLAIM, LAYOUTS
from server.shared.protocol.items import WindowClosed, WindowOpened
from server.shared.protocol.login import Goodbye, NameQuestion
from server.shared.protocol.message import Done, Message, Refused, Request
from server.shared.protocol.tabletop import (
    AskCommitment,
    AskPaused,
    BoardEvent,
    BoardView,
    Choice,
    PausedMatch,
    PausedMatches,
    Setting,
    ShowBoard,
)
from server.shared.protocol.world import ColumnGone, Sit, Stand
from tests.client.boards import a_lobby, a_match, a_pause, a_result, a_roll
from tests.client.scripted import Script, correction

from .conftest import TABLE, Client

WINDOW = 5
BOARD_LEAVES = "the board leaves the table"
WINDOW_CLOSES = "the window closes"
WINDOW_CHANGES = "the window's number means another window"
PHASES: dict[str, BoardView] = {
    "lobby": a_lobby(1),
    "opening": a_match("opening"),
    "match": a_match(),
    "roll": a_roll(),
    "pause": a_pause(),
    "result": a_result(),
}
LOWEST: tuple[type[Screen], ...] = (TitleScreen, ConnectingScreen, EndedScreen, WorldScreen)
"""Screens that are only ever shown below all others."""
BOT = Setting("bot.1", "", "", "choice", "", choices=(Choice("bold", "Bold", "Rolls on."),))

ARGUMENTS: dict[str, Callable[[Client], Any]] = {
    "stage": lambda client: client.app,
    "session": lambda client: client.script.session,
    "know": lambda client: client.script.know,
    "table": lambda client: TABLE,
    "number": lambda client: WINDOW,
    "beginning": lambda client: "so far",
    "heading": lambda client: "Resign?",
    "cost": lambda client: "The others play on.",
    "label": lambda client: "Resign",
    "act": lambda client: lambda: None,
    "setting": lambda client: BOT,
    "choose": lambda client: lambda value: None,
    "match": lambda client: "m-1",
    "asks_name": lambda client: True,
    "question": lambda client: NameQuestion(("Ben",), "Zoe"),
}
"""What a screen is made with, by the names of its parameters."""


def pages() -> list[type[Screen]]:
    """Every screen that is opened over another one."""
    for module in pkgutil.walk_packages(client.ui.screens.__path__, "client.ui.screens."):
        importlib.import_module(module.name)
    return sorted((each for each in _leaves(Screen) if each not in LOWEST), key=lambda each: each.__name__)


def _leaves(kind: type[Screen]) -> Iterator[type[Screen]]:
    below = [each for each in kind.__subclasses__() if each.__module__.startswith("client.")]
    if not below:
        yield kind
    for each in below:
        yield from _leaves(each)


def made(kind: type[Screen], client: Client) -> Screen:
    """A screen of this kind. A parameter that has no usual value must be in ARGUMENTS."""
    wanted = inspect.signature(kind).parameters.values()
    given = {each.name: ARGUMENTS[each.name](client) for each in wanted if each.name in ARGUMENTS}
    missing = [each.name for each in wanted if each.default is each.empty and each.name not in given]
    assert not missing, f"Say in ARGUMENTS what {kind.__name__} is made with: {missing}"
    return kind(**given)


def a_window(kind: str) -> WindowOpened:
    return WindowOpened(WINDOW, kind, "Chest", 1, (None,) * LAYOUTS[kind].size, None)


def answer(client: Client, make: Callable[[Request], Message]) -> None:
    """Answer everything that was asked and is still open."""
    client.script.listen()
    asked = [each for each in client.script.heard if isinstance(each, Request)]
    client.script.say(*(make(each) for each in asked))


def emptied(request: Request) -> Message:
    return PausedMatches(request.n, ()) if isinstance(request, AskPaused) else Done(request.n)


EVENTS: dict[str, Callable[[Client], None]] = {
    BOARD_LEAVES: lambda client: client.show(None),
    "the match is over": lambda client: client.show(a_result()),
    "the match pauses": lambda client: client.show(a_pause(), BoardEvent("paused", 0, (), 0, "")),
    "a lobby opens": lambda client: client.show(a_lobby(0)),
    "dice are kept that nobody rolled": lambda client: client.show(a_match(), BoardEvent("kept", 0, (4, 9), 50, "")),
    WINDOW_CLOSES: lambda client: client.script.say(WindowClosed(WINDOW)),
    WINDOW_CHANGES: lambda client: client.script.say(a_window(CLAIM)),
    "everything asked is refused": lambda client: answer(client, lambda each: Refused(each.n, "no", "Not now.")),
    "everything asked is answered, no match is paused": lambda client: answer(client, emptied),
    "the land goes": lambda client: client.script.say(ColumnGone(0, 0)),
    "the player is elsewhere": lambda client: client.script.say(correction(9, 900.0, 90.0, -900.0)),
    "the player sits and stands": lambda client: client.script.say(Sit(8.5, 64.5, 11.5, 0.0, TABLE), Stand()),
    "a board is shown that is not there": lambda client: client.script.say(ShowBoard((1, 2, 3))),
    "the dice need a commitment": lambda client: client.script.say(AskCommitment(TABLE, 1)),
}
ENDINGS: dict[str, Callable[[Client], None]] = {
    "goodbye": lambda client: client.script.say(Goodbye("kicked", "Not today.")),
    "the connection breaks": lambda client: client.script.session.end("connection", "It broke."),
    "nonsense": lambda client: client.script.session.receive(b"\0\0\0\x01\xc1"),
}


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No screen and no session failed: what they caught is in the log."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def opened_anew(client: Client, view: BoardView, *kinds: type[Screen]) -> list[Screen]:
    """These screens, each opened over the one before, the first over the world with this board; and a window of the
    server, where one is shown."""
    script = client.script.stand()
    script.say(WindowClosed(WINDOW), *((a_window(CHEST),) if WindowScreen in kinds else ()))
    client.show(view)
    script.know.show_board = None
    script.know.talk.toasts.clear()
    client.app.only(WorldScreen(client.app, script.session, script.know))
    screens = [made(kind, client) for kind in kinds]
    for screen in screens:
        client.app.push(screen)
    client.app.frame(0.01)
    assert client.app.screens[1:3] == screens
    return screens


def told(client: Client) -> set[str]:
    """The notices of this session."""
    return {toast.text for toast in client.script.know.talk.toasts}


def what_stays(event: str, screens: list[Screen]) -> list[Screen]:
    """The screens that an event leaves open: all but those it ends, and a question that was asked for one of them."""
    gone: set[int] = set()
    for index, screen in enumerate(screens):
        board = isinstance(screen, BoardScreen) and event == BOARD_LEAVES
        window = isinstance(screen, WindowScreen) and event in (WINDOW_CLOSES, WINDOW_CHANGES)
        if board or window or (index - 1 in gone and screen.depends):
            gone.add(index)
    return [screen for index, screen in enumerate(screens) if index not in gone]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("below", pages(), ids=lambda kind: kind.__name__)
def test_every_event_ends_the_screen_it_means_and_no_other(
    client: Client, below: type[Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.view, "draw_world", lambda *seen: None)  # thousands of frames, all of screens
    for above in pages():
        pair = (below, above)
        for phase in PHASES if BoardScreen in pair else ("match",):
            screens = opened_anew(client, PHASES[phase], *pair)
            for event, happens in EVENTS.items():
                case = f"{above.__name__} over {below.__name__} in {phase}: {event}"
                happens(client)
                client.app.frame(0.01)
                stays = what_stays(event, screens)
                assert [each for each in client.app.screens if each in screens] == stays, case
                assert client.script.session.ended is None, case
                if BoardScreen in pair and event == BOARD_LEAVES:
                    assert BOARD_GONE in told(client), case
                if WindowScreen in pair and event == WINDOW_CLOSES:
                    assert WINDOW_GONE in told(client), case
                if stays != screens:
                    screens = opened_anew(client, PHASES[phase], *pair)
                client.show(PHASES[phase])


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_of_the_session_leaves_one_screen_that_says_why(
    client: Client, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.view, "enter", lambda know: None)  # so many sessions need no scene each
    for below in pages():
        for above in pages():
            case = f"{above.__name__} over {below.__name__}: {ending}"
            client = rejoined(client)
            opened_anew(client, a_roll(), below, above)
            ENDINGS[ending](client)
            client.app.frame(0.02)
            assert [type(each) for each in client.app.screens] == [EndedScreen], case
            client.app.frame(0.02)


def rejoined(client: Client) -> Client:
    """The same program in a new session."""
    script = Script().welcome().stand()
    client.app.enter(script.session)
    client.app.frame(0.01)
    return Client(client.app, script)


def test_a_question_closes_with_its_board_when_the_owner_takes_it(client: Client) -> None:
    board = client.open_board(a_match())
    client.press(key.TAB)
    board.buttons.leave_match.activate()
    assert client.shows(ConfirmScreen)
    client.show(None)
    client.app.frame(0.01)
    assert [type(each) for each in client.app.screens] == [WorldScreen]
    assert told(client) == {BOARD_GONE}


def test_who_takes_the_board_out_is_not_told_why_it_closed(client: Client) -> None:
    board = client.open_board(a_lobby(1))
    client.press(key.TAB)
    board.buttons.take.activate()
    client.show(None)
    client.app.frame(0.01)
    assert client.shows(WorldScreen)
    assert told(client) == set()


def test_a_question_closes_with_a_sentence_when_what_it_asks_is_past(client: Client) -> None:
    board = client.open_board(a_match())
    client.press(key.TAB)
    for ask in (board.buttons.leave_match, board.buttons.take):
        client.show(a_match())
        client.app.frame(0.01)
        ask.activate()
        assert client.shows(ConfirmScreen)
        client.show(a_result())
        client.app.frame(0.01)
        assert client.app.screen is board
        assert PAST in told(client)


def test_the_choice_of_a_bot_closes_when_somebody_sits_down_there(client: Client) -> None:
    board = client.open_board(replace(a_lobby(), host="p-ada", settings=(BOT,)))
    board.bots[1].activate()
    assert client.shows(BotScreen)
    client.show(replace(a_lobby(2), host="p-ada"))
    client.app.frame(0.01)
    assert client.app.screen is board
    assert PAST in told(client)


def test_a_question_about_a_paused_match_closes_when_the_match_is_over(client: Client) -> None:
    client.app.push(made(PausedScreen, client))
    screen = client.app.screen
    assert isinstance(screen, PausedScreen)
    client.script.listen()
    screen.matches = (paused_match(),)
    screen.resize(320, 240)
    screen.end.activate()
    assert client.shows(ConfirmScreen)
    answer(client, emptied)
    client.app.frame(0.01)
    assert client.app.screen is screen
    assert PAST in told(client)


def paused_match() -> PausedMatch:
    usual: dict[str, Any] = {"match": "m-1", "title": "Farkle", "since": 0, "board": "carried"}
    usual |= {"owner": "p-ada", "owner_name": "Ada", "players": ("p-ada",), "names": ("Ada",), "scores": (0,)}
    return PausedMatch(**usual, dissolving=(), actions=())


def test_a_screen_closes_itself_and_leaves_what_lies_over_it(client: Client) -> None:
    board = client.open_board(a_match())
    chat = made(ChatScreen, client)
    client.app.push(chat)
    client.show(None)
    client.app.frame(0.01)
    assert board not in client.app.screens
    assert client.app.screen is chat
    client.press(key.ESCAPE)
    assert client.shows(WorldScreen)
