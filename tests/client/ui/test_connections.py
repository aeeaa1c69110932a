"""From one server to the next: nothing of the old connection reaches the new session."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyglet.window import key

from client import gl
from client.app import App
from client.packs import Packs
from client.settings import Profile
from client.ui.screens.connection import ConnectingScreen, EndedScreen
from client.ui.screens.join import JoinScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.world import WorldScreen
from client.ui.theme import BRASS
from server.shared.protocol import limits
from server.shared.protocol.codec import frame
from server.shared.protocol.login import Goodbye
from tests.client.scripted import Script

from .conftest import Client


@pytest.fixture
def listeners() -> Iterator[list[socket.socket]]:
    made = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    yield made
    for each in made:
        each.close()


def join(app: App, listener: socket.socket) -> socket.socket:
    """Join the server behind a listener; its side of the connection, once hello has come."""
    app.join(f"127.0.0.1:{listener.getsockname()[1]}", "Ada")
    listener.settimeout(5)
    connection, _ = listener.accept()
    connection.settimeout(0.01)
    beat_until(app, lambda: received(connection) > 0)
    return connection


def received(connection: socket.socket) -> int:
    """How many bytes have come; -1 at the end of the connection."""
    try:
        return len(connection.recv(4096)) or -1
    except TimeoutError:
        return 0


def beat_until(app: App, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end, "waited in vain"
        app.frame(0.01)


def test_joining_elsewhere_ends_the_old_connection_and_forgets_its_messages(
    app: App, listeners: list[socket.socket]
) -> None:
    old = join(app, listeners[0])
    first = app.session
    old.sendall(frame(Goodbye(code="kicked", text="Not for the new session.")))
    new = join(app, listeners[1])
    with old, new:
        beat_until(app, lambda: received(old) == -1)
        for _ in range(5):
            app.frame(0.01)
        assert app.session is not None
        assert app.session is not first
        assert app.session.ended is None
        assert isinstance(app.screen, ConnectingScreen)
        new.sendall(frame(Goodbye(code="kicked", text="This one counts.")))
        beat_until(app, lambda: isinstance(app.screen, EndedScreen))
        beat_until(app, lambda: received(new) == -1)


def test_a_frame_that_fails_still_ends_the_connection(
    app: App, listeners: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    with join(app, listeners[0]) as connection:

        def broken(seconds: float) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(app, "frame", broken)
        with pytest.raises(ZeroDivisionError):
            app.run()
        assert app.session is None
        connection.settimeout(5)
        assert received(connection) == -1


def test_an_unusable_address_is_told_at_once_and_not_suggested_again(app: App) -> None:
    app.join("host:port", "Ada")
    told = app.screen
    assert isinstance(told, EndedScreen)
    assert told.again.visible
    app.again()
    assert isinstance(app.screen, EndedScreen)
    assert app.screen is not told
    assert app.session is None
    assert app.profile.settings.last_server == ""


def test_a_server_that_was_joined_is_suggested_the_next_time_and_can_be_tried_again(
    app: App, listeners: list[socket.socket]
) -> None:
    with join(app, listeners[0]) as connection:
        assert app.session is not None
        app.session.know = Script().welcome().know
        app.frame(0.01)
        connection.sendall(frame(Goodbye(code="full", text="Nobody else fits in.")))
        beat_until(app, lambda: isinstance(app.screen, EndedScreen))
    assert app.profile.settings.last_server == f"127.0.0.1:{listeners[0].getsockname()[1]}"
    app.again()
    assert isinstance(app.screen, ConnectingScreen)
    second, _ = listeners[0].accept()
    second.close()


@pytest.mark.parametrize("address", ["my..server", "h" * 300, "127.0.0.1"])
def test_an_address_that_failed_is_not_suggested_but_can_be_mended(app: App, address: str) -> None:
    address = address if address != "127.0.0.1" else f"127.0.0.1:{closed_port()}"
    app.join(address, "Ada")
    beat_until(app, lambda: isinstance(app.screen, EndedScreen))
    assert app.profile.settings.last_server == ""
    told = app.screen
    assert isinstance(told, EndedScreen)
    told.home.activate()
    form = app.screen
    assert isinstance(form, JoinScreen)
    assert form.address.text == address[:255]
    assert form.focus is form.address
    app.frame(0.01)
    form.escape()
    assert isinstance(app.screen, TitleScreen)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def test_an_odd_setting_is_told_on_the_title(window: object, packs: Packs, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"name": "Ada", "future": 1}', encoding="utf-8")
    app = App(window, Profile(tmp_path), packs=packs)
    try:
        talk, _ = app._notices
        assert [toast.text for toast in talk.toasts] == ["settings.json: future = 1 is left out."]
        app.frame(0.01)
    finally:
        app.close()


def test_without_a_try_there_is_nothing_to_try_again(app: App) -> None:
    before = app.screen
    app.again()
    assert app.screen is before


def test_a_silent_server_is_marked_on_the_screen_and_ends_in_a_sentence(client: Client) -> None:
    client.frames(limits.UNANSWERED_SECONDS - 1, step=0.5)
    assert not brass_above_the_middle(client)
    client.frames(1.5, step=0.5)
    assert isinstance(client.app.screen, WorldScreen)
    assert brass_above_the_middle(client)
    client.frames(limits.LOST_SECONDS, step=0.5)
    assert isinstance(client.app.screen, EndedScreen)


def brass_above_the_middle(client: Client) -> bool:
    """Whether something is written in the colour of the mark, above the middle."""
    width, height = client.app.window.get_framebuffer_size()
    seen = gl.read_pixels(gl.Viewport(width // 4, round(height * 0.6) - 17, width // 2, 17))[..., :3].astype(int)
    brass = np.array([round(255 * part) for part in BRASS[:3]])
    return bool((np.abs(seen - brass).max(axis=-1) < 6).any())


def test_who_asks_for_the_chat_before_the_land_is_there_is_let_in_all_the_same(app: App) -> None:
    script = Script().welcome()
    app.enter(script.session)
    client = Client(app, script)
    app.frame(0.01)
    client.press(key.T)
    assert client.shows(ConnectingScreen)
    script.stand()
    client.frames(0.2)
    assert client.shows(WorldScreen)


def test_a_page_over_the_wait_keeps_nobody_out_of_the_world(app: App) -> None:
    script = Script().welcome()
    app.enter(script.session)
    app.push(SettingsScreen(app))
    script.stand()
    Client(app, script).frames(0.2)
    assert isinstance(app.screen, WorldScreen)


def test_what_was_told_before_the_world_opened_is_told_in_the_world(
    window: Any, packs: Packs, tmp_path: Path, written: list[str]
) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "settings.json").write_text('{"name": "Ada", "gui_scale": 99}', encoding="utf-8")
    app = App(window, Profile(folder), packs=packs)
    script = Script().welcome().stand()
    app.enter(script.session)
    client = Client(app, script)
    client.frames(1.0)
    written.clear()
    client.frames(0.1)
    assert client.shows(WorldScreen)
    assert any("gui_scale" in line for line in written)
    app.close()
