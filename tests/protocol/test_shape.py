"""Judging a payload by its bytes alone: honest msgpack passes, claims and depths do not."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared.protocol import limits
from server.shared.protocol.shape import BadShape, check_shape
from tests.support.plain_msgpack import ExtType, pack

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=40)
    | st.binary(max_size=300)
    | st.builds(ExtType, st.integers(0, 127), st.binary(max_size=20)),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=5), inner, max_size=17),
    max_leaves=40,
)


def depth_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0) if value else 0
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0) if value else 0
    return 0


@given(VALUES)
def test_any_honest_value_within_the_limits_passes(value: object) -> None:
    check_shape(pack(value), depth=64, elements=10_000)


@given(VALUES, st.data())
def test_any_cut_value_is_refused(value: object, data: st.DataObject) -> None:
    payload = pack(value)
    cut = data.draw(st.integers(0, len(payload) - 1))
    with pytest.raises(BadShape):
        check_shape(payload[:cut], depth=64, elements=10_000)


@given(VALUES.filter(lambda value: depth_of(value) > 0))
def test_depth_is_counted_in_containers_that_hold_something(value: object) -> None:
    depth = depth_of(value)
    check_shape(pack(value), depth=depth, elements=10_000)
    with pytest.raises(BadShape, match="nests deeper"):
        check_shape(pack(value), depth=depth - 1, elements=10_000)


@pytest.mark.parametrize(
    "payload",
    [
        b"\xdd\xff\xff\xff\xff",  # an array of four thousand million
        b"\xdc\xff\xff" + b"\xc0" * 100,
        b"\xdf\x7f\xff\xff\xff\xa1a",  # a map
        b"\xc6\xff\xff\xff\xff",  # bytes
        b"\xdb\xff\xff\xff\xff",  # text
        b"\x91" * 5_000,
        b"\x91" * 5_000 + b"\xc0",
        b"\xc0\xc0",
        b"",
    ],
)
def test_claims_beyond_the_bytes_and_endless_depth_are_refused(payload: bytes) -> None:
    with pytest.raises(BadShape):
        check_shape(payload)


def test_a_message_of_too_many_values_is_refused() -> None:
    check_shape(pack([0] * (limits.ELEMENTS - 1)))
    with pytest.raises(BadShape, match=str(limits.ELEMENTS)):
        check_shape(pack([0] * limits.ELEMENTS))


def test_surplus_bytes_after_the_value_are_refused() -> None:
    with pytest.raises(BadShape, match="after its value"):
        check_shape(struct.pack(">Bd", 0xCB, 1.5) + b"\x00")
