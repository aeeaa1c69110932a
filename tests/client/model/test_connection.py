"""The way to a server without a window: joining, trying again, hanging up, and how an end is told."""

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client import network
from client.connection import Connection
from client.network import NO_ANSWER, NoServer
from client.session import Ended
from client.settings import Profile, Settings
from server.shared.protocol.codec import Codec, FrameReader, frame
from server.shared.protocol.limits import LOST_SECONDS
from server.shared.protocol.login import Goodbye, Hello
from tests.client.scripted import FROM_CLIENT, Script


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    monkeypatch.setattr(Profile, "own_world", tmp_path / "worlds" / "home")
    return Profile(tmp_path / "profile")


@pytest.fixture
def connection(profile: Profile) -> Iterator[Connection]:
    made = Connection(profile)
    yield made
    made.hang_up()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        made.settimeout(5)
        yield made


def address_of(listener: socket.socket) -> str:
    return f"127.0.0.1:{listener.getsockname()[1]}"


def join(connection: Connection, listener: socket.socket) -> socket.socket:
    """Join the server behind a listener; its side of the connection."""
    connection.join(address_of(listener), "Ada")
    there, _ = listener.accept()
    there.settimeout(0.01)
    return there


def until(connection: Connection, true: Callable[[], bool], seconds: float = 5.0) -> None:
    """Live on until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        assert connection.advance(0.01) is None
        time.sleep(0.001)


def end_of(connection: Connection, seconds: float = 5.0) -> Ended:
    """Live on until the session ends."""
    end = time.monotonic() + seconds
    while (ended := connection.advance(0.01)) is None:
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)
    return ended


def heard(connection: Connection, there: socket.socket) -> Hello:
    """The hello that reaches the server's side."""
    frames, codec, found = FrameReader(), Codec(FROM_CLIENT), list[Hello]()

    def come() -> bool:
        try:
            data = there.recv(4096)
        except TimeoutError:
            return False
        found.extend(message for each in frames.feed(data) if isinstance(message := codec.decode(each), Hello))
        return bool(found)

    until(connection, come)
    return found[0]


def test_nothing_is_known_and_nothing_waited_for_before_anything_was_tried(connection: Connection) -> None:
    assert connection.advance(0.1) is None
    assert (connection.session, connection.know, connection.open_at) == (None, None, "")
    assert not connection.can_retry
    connection.again()
    assert connection.session is None


def test_joining_says_hello_and_tells_what_it_waits_for(connection: Connection, listener: socket.socket) -> None:
    with join(connection, listener) as there:
        assert connection.waiting_for == f"Connecting to {address_of(listener)}…"
        assert heard(connection, there).software.startswith("voxtable ")
        assert connection.know is None


def test_a_goodbye_is_handed_on_once_and_hangs_up(connection: Connection, listener: socket.socket) -> None:
    with join(connection, listener) as there:
        there.sendall(frame(Goodbye(code="kicked", text="Enough for today.")))
        assert end_of(connection) == Ended("kicked", "Enough for today.")
        assert connection.session is None
        assert connection.advance(0.1) is None
        assert connection.can_retry


def test_a_server_that_goes_away_ends_the_session_in_a_sentence(
    connection: Connection, listener: socket.socket
) -> None:
    join(connection, listener).close()
    assert end_of(connection) in (
        Ended("connection", "The server closed the connection."),
        Ended("connection", "The connection broke: Connection reset by peer."),
    )


def test_trying_again_joins_the_same_server_with_a_new_session(connection: Connection, listener: socket.socket) -> None:
    with join(connection, listener) as there:
        nonce = heard(connection, there).nonce
        there.sendall(frame(Goodbye(code="full", text="Nobody else fits in.")))
        end_of(connection)
    connection.again()
    second, _ = listener.accept()
    second.settimeout(0.01)
    with second:
        assert heard(connection, second).nonce != nonce
        assert connection.session is not None
        assert connection.session.name == "Ada"


def test_an_address_that_will_not_do_ends_the_old_connection_and_can_be_tried_again(
    connection: Connection, listener: socket.socket
) -> None:
    with join(connection, listener):
        with pytest.raises(NoServer, match="must be a number"):
            connection.join("host:port", "Ada")
        assert connection.session is None
        assert connection.can_retry
        with pytest.raises(NoServer, match="must be a number"):
            connection.again()


def test_the_view_distance_is_the_one_set_when_the_connection_is_made(
    connection: Connection, profile: Profile, listener: socket.socket
) -> None:
    profile.save(Settings(view_distance=3))
    with join(connection, listener):
        assert connection.session is not None
        assert connection.session._view_distance == 3


def test_a_session_whose_bytes_somebody_else_moves_lives_through_time(connection: Connection) -> None:
    script = Script().welcome().stand()
    connection.session = script.session
    assert connection.advance(0.5) is None
    assert script.session.now == 0.5
    assert connection.know is script.know
    script.session.end("quit", "Bye.")
    assert connection.advance(0.5) == Ended("quit", "Bye.")
    assert connection.session is None


def test_the_own_world_opens_at_an_address_and_closes_with_the_connection(connection: Connection) -> None:
    connection.play("Ada")
    world = connection.own_world
    assert world is not None
    assert connection.waiting_for == "Opening your world…"
    until(connection, lambda: connection.know is not None, 30)
    assert world.address is not None
    assert connection.open_at == f"127.0.0.1:{world.address[1]}"
    connection.hang_up()
    assert connection.open_at == ""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(world.address, timeout=5)


def test_a_world_that_cannot_be_opened_says_why(connection: Connection, tmp_path: Path) -> None:
    (tmp_path / "worlds").write_text("a file", encoding="utf-8")
    connection.play("Ada")
    ended = end_of(connection)
    assert ended.code == "connection"
    assert "for your worlds cannot be made" in ended.text
    assert connection.own_world is None


def lived(connection: Connection, seconds: float) -> Ended | None:
    """The end of the session, if it comes within so many seconds of play; they pass at once."""
    for _ in range(round(seconds * 2)):
        ended = connection.advance(0.5)
        if ended is not None:
            return ended
    return None


def test_a_port_that_accepts_and_says_nothing_is_given_up(connection: Connection, listener: socket.socket) -> None:
    with join(connection, listener) as there:
        heard(connection, there)
        ended = lived(connection, LOST_SECONDS)
        assert ended is not None
        assert ended.code == "silent"
        assert connection.session is None


def test_a_computer_that_never_answers_at_all_is_given_up(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching = threading.Event()

    def search(*address: object, **options: object) -> socket.socket:
        searching.wait(20)
        raise TimeoutError

    monkeypatch.setattr("client.network.socket.create_connection", search)
    connection.join("example.invalid", "Ada")
    ended = lived(connection, LOST_SECONDS)
    searching.set()
    assert ended == Ended("connection", NO_ANSWER)


def test_a_world_of_ones_own_that_stands_still_is_noticed_and_ended(connection: Connection) -> None:
    connection.play("Ada")
    until(connection, lambda: connection.know is not None, 60)
    world = connection.own_world
    assert world is not None
    process = world._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    until(connection, lambda: connection.know is not None and not fresh(connection), 20)
    ended = lived(connection, 2 * LOST_SECONDS)
    assert ended is not None
    assert ended.code == "silent"
    assert process.poll() is not None


def fresh(connection: Connection) -> bool:
    """Whether something came with this frame."""
    assert connection.session is not None
    return connection.session.pulse.silence < 0.3


def test_a_world_that_does_not_open_is_given_up_in_a_sentence(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "OPEN_SECONDS", 0.05)
    connection.play("Ada")
    ended = end_of(connection, 20)
    assert ended.code == "connection"
    assert "did not open within" in ended.text
