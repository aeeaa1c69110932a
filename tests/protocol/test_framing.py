"""The wire against an independent peer: the plain `msgpack` package packs and reads what our codec reads and packs."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared.inventory.stack import Stack
from server.shared.protocol import limits
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.codec import Codec, FrameReader, MalformedMessage, OversizedFrame, frame
from server.shared.protocol.items import Click, WindowChanged
from server.shared.protocol.login import Hello
from server.shared.protocol.message import Done, Message, Refused
from server.shared.protocol.tabletop import Act
from server.shared.protocol.world import PlaceBlock, Step, Steps
from tests.support.plain_msgpack import framed, pack, unpack

CODEC = Codec((Say, Hello, Click, Act, PlaceBlock, Steps, Done, Refused, ChatLine, WindowChanged))

MESSAGES: list[tuple[Message, list[Any]]] = [
    (Say(3, "good evening"), ["say", 3, "good evening"]),
    (Done(0), ["done", 0]),
    (Refused(9, "sold_out", "Näin käy."), ["refused", 9, "sold_out", "Näin käy."]),
    (Act(4, "m1", 17, (0, 2), "roll"), ["act", 4, "m1", 17, [0, 2], "roll"]),
    (Click(1, 0, 5, 36, 1, "pickup", (-1, 3)), ["click", 1, 0, 5, 36, 1, "pickup", [-1, 3]]),
    (PlaceBlock(2, (-7, 64, 8), 1, (0.5, 1.0, 0.25), 12), ["place", 2, [-7, 64, 8], 1, [0.5, 1.0, 0.25], 12]),
    (Hello(1, "voxtable 0.1", b"n" * 32), ["hello", 1, "voxtable 0.1", b"n" * 32]),
    (Steps((Step(1, 33, 90.0, -4.5, 0.5, 64.0, -3.0),)), ["steps", [[1, 33, 90.0, -4.5, 0.5, 64.0, -3.0]]]),
    (
        WindowChanged(0, 7, ((3, Stack("minecraft:stick", 4)), (4, None)), None),
        ["slots", 0, 7, [[3, ["minecraft:stick", 4, []]], [4, None]], None],
    ),
]


@pytest.mark.parametrize(("message", "plain"), MESSAGES, ids=lambda value: type(value).__name__)
def test_a_plain_msgpack_client_is_understood_and_understands(message: Message, plain: list[Any]) -> None:
    assert CODEC.decode(pack(plain)) == message
    assert unpack(frame(message)[4:]) == plain


STREAM = b"".join(framed(plain) for _, plain in MESSAGES)
PAYLOADS = [pack(plain) for _, plain in MESSAGES]


def test_a_stream_reads_the_same_whole_and_byte_by_byte() -> None:
    assert FrameReader().feed(STREAM) == PAYLOADS
    reader = FrameReader()
    assert [payload for byte in STREAM for payload in reader.feed(bytes([byte]))] == PAYLOADS


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_a_stream_reads_the_same_however_it_is_cut(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(STREAM)]
    reader = FrameReader()
    pieces = [STREAM[start:end] for start, end in pairwise(edges)]
    assert [payload for piece in pieces for payload in reader.feed(piece)] == PAYLOADS


def test_an_oversized_length_is_refused_at_its_four_bytes_with_what_came_before_it() -> None:
    reader = FrameReader(limit=100)
    with pytest.raises(OversizedFrame, match="101 bytes came; at most 100") as refused:
        reader.feed(framed(["done", 1]) + (101).to_bytes(4, "big"))
    assert refused.value.before == [pack(["done", 1])]


def test_a_frame_of_exactly_the_limit_is_read() -> None:
    payload = b"x" * 100
    assert FrameReader(limit=100).feed((100).to_bytes(4, "big") + payload) == [payload]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["nonsense", 1], "nonsense"),
        ([], "array"),
        ({"type": "say"}, "array"),
        (["say", 1], "length"),
        (["say", 1, "hello", "surplus"], "length"),
        (["say", -1, "hello"], ">= 0"),
        (["say", 1, "x" * (limits.CHAT_LENGTH + 1)], "length"),
        (["act", 1, "m", 0, [6], "roll"], "<= 5"),
        (["act", 1, "m", 0, [0] * 7, "roll"], "length"),
        (["hello", 1, "short nonce", b"n" * 31], "length"),
        (["place", 1, [0, 129, 0], 1, [0.0, 0.0, 0.0], 0], "<= 128"),
        (["steps", []], "length"),
        (["steps", [[1, 0, 0.0, 0.0, float("nan"), 0.0, 0.0]]], "range|<=|>="),
        (["steps", [[1, 0, 0.0, 0.0, float("inf"), 0.0, 0.0]]], "range|<=|>="),
        (["steps", [[1, 0, 0.0, float("-inf"), 0.0, 0.0, 0.0]]], "range|<=|>="),
        (["say", 1, 5], "str"),
    ],
)
def test_what_is_no_known_message_within_its_bounds_is_malformed(value: object, names: str) -> None:
    with pytest.raises(MalformedMessage, match=names):
        CODEC.decode(pack(value))


def test_text_that_is_not_utf8_is_malformed() -> None:
    with pytest.raises(MalformedMessage):
        CODEC.decode(b"\x93\xa3say\x01\xa2\xff\xfe")
