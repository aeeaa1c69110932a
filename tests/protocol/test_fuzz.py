"""Bytes that nobody meant: a connection ends with a fault or reads on, and never anything else."""

import inspect
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from server.engine.connection import Connection
from server.shared.protocol import chat, items, login, tabletop, world
from server.shared.protocol.codec import FROM_SERVER, Codec
from server.shared.protocol.message import Message
from tests.support.plain_msgpack import framed


def client_kinds(module: ModuleType) -> list[type[Message]]:
    """The messages of a module that a client may send."""
    return [
        kind
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Message) and isinstance(kind.__struct_config__.tag, str) and kind not in FROM_SERVER
    ]


KINDS = [kind for module in (chat, items, login, tabletop, world) for kind in client_kinds(module)]
CODEC = Codec(dict.fromkeys(KINDS))
TAGS = [str(kind.__struct_config__.tag) for kind in KINDS]

FIELDS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=70)
    | st.binary(max_size=70),
    lambda inner: st.lists(inner, max_size=10) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def test_there_are_messages_of_every_area_to_try() -> None:
    assert {"say", "click", "hello", "act", "steps"} <= set(TAGS)
    assert len(set(TAGS)) == len(TAGS)


@given(st.binary(max_size=400))
def test_random_bytes_end_in_a_fault_or_wait_for_more(data: bytes) -> None:
    client = Connection(CODEC, 0.0)
    assert client.receive(data, 0.0) == []


@given(st.sampled_from(TAGS), st.lists(FIELDS, max_size=8))
def test_random_fields_make_a_message_within_its_types_or_a_fault(tag: str, fields: list[object]) -> None:
    client = Connection(CODEC, 0.0)
    messages = client.receive(framed([tag, *fields]), 0.0)
    assert (len(messages) == 1) == (client.fault is None)
    if client.fault is not None:
        assert client.fault.code in ("malformed_message", "frame_too_long")
        assert len(client.fault.text) < 400
