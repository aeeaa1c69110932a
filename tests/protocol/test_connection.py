"""One client's bytes: messages until the first fault, and a sentence for every kind of fault."""

import pytest

from server.engine.connection import Allowance, Connection, Fault
from server.shared.protocol import limits
from server.shared.protocol.chat import Say
from server.shared.protocol.codec import Codec, frame
from server.shared.protocol.login import Hello
from tests.support.plain_msgpack import framed


def connection() -> Connection:
    return Connection(Codec((Say, Hello)), 0.0)


def raw(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def broken(client: Connection) -> bool:
    return client.fault is not None


def fault_of(client: Connection) -> Fault:
    assert client.fault is not None
    return client.fault


GOOD = frame(Say(1, "good evening"))
BAD = {
    "unknown tag": (framed(["fly", 1]), "malformed_message", "fly"),
    "not msgpack": (raw(b"\xc1"), "malformed_message", ""),
    "empty": (raw(b""), "malformed_message", "ends before"),
    "deep": (raw(b"\x91" * 100 + b"\xc0"), "malformed_message", "deeper"),
    "giant claim": (raw(b"\xdd\xff\xff\xff\xff"), "malformed_message", "claims"),
    "http": (b"GET / HTTP/1.1\r\n\r\n", "frame_too_long", "at most 4096"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("whole", [True, False])
def test_a_fault_ends_the_reading_after_what_came_before_it(name: str, whole: bool) -> None:
    bad, code, names = BAD[name]
    data = GOOD + bad + GOOD
    client = connection()
    pieces = [data] if whole else [bytes([byte]) for byte in data]
    messages = [message for piece in pieces for message in client.receive(piece, 0.0)]
    assert messages == [Say(1, "good evening")]
    assert fault_of(client).code == code
    assert names in fault_of(client).text
    assert client.receive(GOOD, 1.0) == []


def test_frames_may_be_longer_once_the_login_is_proven() -> None:
    length = (limits.FRAME_BEFORE_LOGIN + 1).to_bytes(4, "big")
    stranger, friend = connection(), connection()
    friend.logged_in()
    stranger.receive(length, 0.0)
    friend.receive(length, 0.0)
    assert broken(stranger)
    assert not broken(friend)
    friend.receive(b"\0" * (limits.FRAME_BEFORE_LOGIN + 1) + (limits.FRAME_FROM_CLIENT + 1).to_bytes(4, "big"), 0.0)
    assert broken(friend)


def test_more_messages_than_the_bucket_holds_end_the_connection() -> None:
    client = connection()
    assert len(client.receive(GOOD * limits.MESSAGE_BURST, 0.0)) == limits.MESSAGE_BURST
    assert not broken(client)
    assert client.receive(GOOD, 0.001) == []
    assert fault_of(client).code == "too_many_messages"


def test_the_bucket_refills_at_its_rate_and_never_beyond_its_size() -> None:
    allowance = Allowance(0.0, rate=10, burst=5)
    assert [allowance.take(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert [allowance.take(0.25) for _ in range(3)] == [True, True, False]
    assert [allowance.take(100.0) for _ in range(6)] == [True] * 5 + [False]


def test_a_steady_client_at_the_rate_is_never_ended() -> None:
    client = connection()
    for tenth in range(600):
        client.receive(GOOD * (limits.MESSAGES_PER_SECOND // 10), tenth / 10)
    assert not broken(client)
