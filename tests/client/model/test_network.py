"""The link that moves bytes: both ways, in the order sent, and every way to fail is a sentence."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.network import Address, Link, NoServer, OwnWorld, address_of, parse_address
from server.shared.protocol.limits import DEFAULT_PORT


def wait(true: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.002)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


def link_to(listener: socket.socket) -> tuple[Link, socket.socket]:
    link = Link(lambda: listener.getsockname()[:2])
    connection, _ = listener.accept()
    wait(lambda: link.connected)
    return link, connection


def test_bytes_go_both_ways_in_order(listener: socket.socket) -> None:
    link, connection = link_to(listener)
    with connection:
        link.send(b"one ")
        link.send(b"two")
        received = b""
        while len(received) < 7:
            received += connection.recv(100)
        assert received == b"one two"
        connection.sendall(b"x" * 100_000)
        got = bytearray()

        def all_there() -> bool:
            got.extend(link.take(1000))
            return len(got) == 100_000

        wait(all_there)
        link.close()
    assert link.closed


def test_what_was_handed_over_last_still_leaves_before_the_end(listener: socket.socket) -> None:
    link, connection = link_to(listener)
    with connection:
        link.send(b"goodbye")
        link.close()
        assert connection.recv(100) == b"goodbye"
        assert connection.recv(100) == b""


def test_a_server_that_closes_is_told_in_a_sentence(listener: socket.socket) -> None:
    link, connection = link_to(listener)
    connection.close()
    wait(lambda: link.closed)
    assert link.failure == "The server closed the connection."
    link.close()


def test_a_port_without_a_server_is_told_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        address = gone.getsockname()[:2]
    link = Link(lambda: address)
    wait(lambda: link.closed)
    assert "no Voxtable server" in link.failure
    link.close()


def test_a_server_that_cannot_be_started_says_why() -> None:
    def fails() -> tuple[str, int]:
        raise NoServer("The world is locked by another server.")

    link = Link(fails)
    wait(lambda: link.closed)
    assert link.failure == "The world is locked by another server."
    link.close()


def test_a_world_that_was_left_before_it_opened_never_starts(tmp_path: Path) -> None:
    world = OwnWorld(tmp_path / "worlds" / "home")
    world.stop()
    with pytest.raises(NoServer, match="closed before"):
        world.start()
    assert not (tmp_path / "worlds" / "home").exists()


def test_a_folder_that_cannot_be_made_is_told_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "worlds").write_text("a file", encoding="utf-8")
    with pytest.raises(NoServer, match="worlds for your worlds cannot be made"):
        OwnWorld(tmp_path / "worlds" / "home").start()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("play.example.org", ("play.example.org", 25600)),
        (" 192.168.1.20:4000 ", ("192.168.1.20", 4000)),
        ("[::1]:77", ("::1", 77)),
        ("[::1]", ("::1", 25600)),
        ("0:0:0:0:0:0:0:1", ("::1", 25600)),
        ("::1", ("::1", 25600)),
    ],
)
def test_addresses(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "  ", ":25600", "host:", "host:0", "host:70000", "host:port"])
def test_unusable_addresses_are_told(text: str) -> None:
    with pytest.raises(NoServer):
        parse_address(text)


def test_a_world_that_is_open_already_is_told_in_the_servers_own_sentence(tmp_path: Path) -> None:
    first, second = OwnWorld(tmp_path / "home"), OwnWorld(tmp_path / "home")
    try:
        first.start()
        with pytest.raises(NoServer, match=r"^The world in .* is already open, in another window"):
            second.start()
    finally:
        second.stop()
        first.stop()


@pytest.mark.parametrize(
    "address",
    [
        "my..server",
        ".example",
        "a" * 70,
        "h" * 300,
        "a.b " + "c" * 9,
        "http://x",
        "x/y",
        "x:0",
        "x:65536",
        "x:" + "9" * 5000,
    ],
)
def test_what_cannot_be_an_address_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(NoServer) as told:
        parse_address(address)
    assert str(told.value).endswith(".")
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("host", ["play.example.org", "xn--mnchen-3ya.example", "::1", "fe80::1%eth0", "localhost"])
def test_what_may_be_an_address_is_looked_up(host: str) -> None:
    assert parse_address(host) == (host, DEFAULT_PORT)


@pytest.mark.parametrize(
    ("spellings", "one"),
    [
        (("LOCALHOST", "localhost", "localhost.", " Localhost:25600"), "localhost:25600"),
        (("München.example", "MÜNCHEN.Example.", "xn--mnchen-3ya.example"), "xn--mnchen-3ya.example:25600"),
    ],
)
def test_a_server_has_one_address_however_it_is_spelled(spellings: tuple[str, ...], one: str) -> None:
    assert {address_of(parse_address(each)) for each in spellings} == {one}


def test_whatever_goes_wrong_in_the_network_thread_is_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Address:
        raise UnicodeError("label too long")

    link = Link(broken)
    link._thread.join(5)
    assert link.closed
    assert "could not be made" in link.failure
    assert "label too long" in caplog.text
