"""The plain `msgpack` package, typed: the independent peer that our wire and our records must agree with."""

from typing import Any

import msgpack

ExtType = msgpack.ExtType  # type: ignore[attr-defined]


def pack(value: object) -> bytes:
    """A value as msgpack."""
    return bytes(msgpack.packb(value))  # type: ignore[no-untyped-call]


def unpack(payload: bytes) -> Any:
    """The value in a msgpack payload."""
    return msgpack.unpackb(payload)  # type: ignore[attr-defined,no-untyped-call]


def framed(value: object) -> bytes:
    """A value as a frame of the wire."""
    payload = pack(value)
    return len(payload).to_bytes(4, "big") + payload
