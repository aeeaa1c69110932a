"""A real server under bad peers: each hears a code and a sentence, and a player beside them notices nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.shared.protocol import limits
from server.shared.protocol.items import Click, CloseWindow
from server.shared.protocol.message import Done
from server.shared.protocol.world import PlaceBlock, UseBlock
from tests.support.client import Client
from tests.support.plain_msgpack import framed
from tests.support.server import running_server

MALLORY = Ed25519PrivateKey.generate()
BAD_FRAMES: dict[str, tuple[bytes, str]] = {
    "an unknown message": (framed(["fly", 1]), "malformed_message"),
    "a surplus field": (framed(["close_window", 1, 0, "please"]), "malformed_message"),
    "a text for a number": (framed(["close_window", "one", 0]), "malformed_message"),
    "not a number": (framed(["steps", [[1, 0, 0.0, 0.0, float("nan"), 64.0, 0.0]]]), "malformed_message"),
    "an infinite place": (framed(["steps", [[1, 0, 0.0, 0.0, float("inf"), 64.0, 0.0]]]), "malformed_message"),
    "a giant claim": (b"\0\0\0\x05\xdd\xff\xff\xff\xff", "malformed_message"),
    "endless depth": ((2000).to_bytes(4, "big") + b"\x91" * 2000, "malformed_message"),
    "no msgpack": (b"\0\0\0\x01\xc1", "malformed_message"),
    "a giant frame": (b"\x7f\xff\xff\xff", "frame_too_long"),
    "another protocol": (b"GET / HTTP/1.1\r\nHost: tavern\r\n\r\n", "frame_too_long"),
    "a flood": (framed(["close_window", 1, 0]) * (limits.MESSAGE_BURST * 2), "too_many_messages"),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    with running_server(tmp_path_factory.mktemp("bad") / "world") as server:
        yield server.address


@pytest.fixture(scope="module")
def ada(address: tuple[str, int]) -> Iterator[Client]:
    with Client.join(address, "Ada") as client:
        yield client


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_a_bad_frame_of_a_player_ends_that_connection_alone(address: tuple[str, int], ada: Client, name: str) -> None:
    data, code = BAD_FRAMES[name]
    with Client.join(address, "Mallory", MALLORY) as mallory:
        mallory.send_bytes(data)
        goodbye = mallory.goodbye()
    assert goodbye is not None
    assert goodbye.code == code
    assert goodbye.text.endswith(".")
    assert isinstance(ada.must(CloseWindow, 0), Done)


@pytest.mark.parametrize("name", [name for name in BAD_FRAMES if name != "a flood"])
def test_a_bad_frame_of_a_stranger_ends_that_connection_alone(address: tuple[str, int], ada: Client, name: str) -> None:
    data, code = BAD_FRAMES[name]
    with Client(address) as stranger:
        stranger.send_bytes(data)
        goodbye = stranger.goodbye()
    assert goodbye is not None
    assert goodbye.code == code
    assert isinstance(ada.must(CloseWindow, 0), Done)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Click, (0, 0, 200, 0, "pickup")),
        (Click, (77, 0, 0, 0, "pickup")),
        (Click, (0, 0, 0, 9, "no such mode")),
        (PlaceBlock, ((900_000, 64, 900_000), 1, (0.5, 1.0, 0.5), 1)),
        (PlaceBlock, ((0, 128, 0), 1, (0.5, 1.0, 0.5), 1)),
        (UseBlock, ((900_000, 64, 0), 1, (0.5, 1.0, 0.5), 1)),
        (UseBlock, ((0, -1, 0), 1, (0.5, 1.0, 0.5), 2**31 - 1)),
    ],
)
def test_an_impossible_request_is_refused_with_a_sentence(ada: Client, kind: Any, fields: tuple[Any, ...]) -> None:
    refusal = ada.refused(kind, *fields)
    assert refusal.code != "internal_error"
    assert refusal.text.endswith(".")
    assert isinstance(ada.must(CloseWindow, 0), Done)
