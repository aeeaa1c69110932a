"""A screen that raises, and a server that says what nobody can use: the screen or the session ends with a sentence."""

from collections.abc import Callable

import pytest
from pyglet.window import key

from client.app import App
from client.session import UNUSABLE
from client.ui.screens.connection import EndedScreen
from client.ui.screens.lessons import LessonsScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.world import WorldScreen
from client.ui.stack import FAILED
from server.shared.protocol.world import Stand
from tests.client.scripted import Script

from .conftest import Client

WAYS: dict[str, Callable[[Client], None]] = {
    "update": lambda client: client.app.frame(0.01),
    "draw": lambda client: client.app.frame(0.01),
    "key_press": lambda client: client.press(key.A),
    "key_release": lambda client: client.press(key.A),
    "text": lambda client: client.write("a"),
    "mouse_move": lambda client: _event(client, "on_mouse_motion", 5, 5, 1, 1),
    "mouse_press": lambda client: _event(client, "on_mouse_press", 5, 5, 1, 0),
    "mouse_drag": lambda client: _event(client, "on_mouse_drag", 5, 5, 1, 1, 1, 0),
    "mouse_release": lambda client: _event(client, "on_mouse_release", 5, 5, 1, 0),
    "mouse_scroll": lambda client: _event(client, "on_mouse_scroll", 5, 5, 0, 1.0),
    "lost_focus": lambda client: _event(client, "on_deactivate"),
    "hide": lambda client: client.app.close_screen(client.app.screen),
}


def _event(client: Client, *event: object) -> None:
    client.app.window.dispatch_event(*event)
    client.app.window.dispatch_event("on_activate")
    client.app.frame(0.01)


def broken(*arguments: object, **more: object) -> None:
    raise ZeroDivisionError("a fault of this screen")


def told(client: Client) -> list[str]:
    return [toast.text for toast in client.script.know.talk.toasts]


@pytest.mark.parametrize("way", WAYS)
def test_a_screen_that_fails_is_closed_with_a_sentence_and_a_trace(
    client: Client, way: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    over = SettingsScreen(client.app)
    monkeypatch.setattr(LessonsScreen, way, broken)
    failing = LessonsScreen(client.app)
    client.app.push(failing)
    client.app.frame(0.0)
    WAYS[way](client)
    assert failing not in client.app.screens
    assert client.shows(WorldScreen)
    assert way == "hide" or FAILED in told(client)
    assert "a fault of this screen" in caplog.text
    client.app.push(over)
    client.app.frame(0.01)
    assert client.app.screen is over


@pytest.mark.parametrize("way", ["show", "arrange", "draw"])
def test_a_screen_that_fails_again_ends_the_session_with_a_sentence(
    client: Client, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LessonsScreen, way, broken)
    for _ in range(2):
        assert client.shows(WorldScreen)
        client.app.push(LessonsScreen(client.app))
        client.app.frame(0.01)
    assert client.shows(EndedScreen)
    assert client.app.session is None
    client.press(key.ESCAPE)
    assert client.shows(TitleScreen)


@pytest.mark.parametrize("way", ["show", "arrange", "draw", "update"])
def test_a_page_that_fails_again_and_again_over_the_title_is_closed_and_the_title_stays(
    app: App, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LessonsScreen, way, broken)
    title = app.screen
    for _ in range(4):
        app.push(LessonsScreen(app))
        app.frame(0.01)
        assert app.screens == [title]
    assert app.running


def test_an_event_that_cannot_be_taken_is_logged_and_the_frame_goes_on(
    app: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, written: list[str]
) -> None:
    monkeypatch.setattr(app.window, "dispatch_events", broken)
    app.frame(0.01)
    assert "a fault of this screen" in caplog.text
    assert "Your name" in written


@pytest.mark.parametrize("way", ["update", "draw", "key_press"])
def test_a_world_that_cannot_be_shown_ends_the_session_and_not_the_program(
    client: Client, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WorldScreen, way, broken)
    client.press(key.A)
    assert client.shows(EndedScreen)
    client.app.frame(0.01)
    assert client.app.running


def test_the_title_that_fails_every_time_ends_the_program_instead_of_turning_for_ever(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TitleScreen, "draw", broken)
    with pytest.raises(ZeroDivisionError):
        app.frame(0.01)


def test_a_notice_without_words_is_shown_without_harm(client: Client) -> None:
    client.script.know.talk.notify(client.script.session.now, "info", "")
    client.app.frame(0.01)
    assert client.shows(WorldScreen)


def test_a_message_that_raises_in_the_model_ends_the_session_with_a_sentence_and_a_trace(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(client.script.know, "learn", broken)
    client.script.say(Stand())
    client.app.frame(0.01)
    assert client.shows(EndedScreen)
    assert client.script.session.ended is not None
    assert client.script.session.ended.text == UNUSABLE
    assert "a fault of this screen" in caplog.text


def test_a_world_whose_pictures_cannot_be_made_ends_before_it_is_entered(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.view, "enter", broken)
    script = Script().welcome().stand()
    app.enter(script.session)
    for _ in range(2):
        app.frame(0.01)
    assert isinstance(app.screen, EndedScreen)
