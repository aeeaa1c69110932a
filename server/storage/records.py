"""Frozen records as the bytes that are stored: plain msgpack, so that anybody's tool can read a world."""

from typing import Any, TypeVar

import msgpack
import msgspec

T = TypeVar("T")


class UnreadableRecord(ValueError):
    """A stored record that is not of its type; the text names what is wrong with it."""


def pack(record: Any) -> bytes:
    """The stored form of a msgspec struct or dataclass."""
    plain = msgspec.to_builtins(record, builtin_types=(bytes,))
    return bytes(msgpack.packb(plain))  # type: ignore[no-untyped-call]


def unpack(packed: bytes, record: type[T]) -> T:
    """A record from its stored form. Raises UnreadableRecord."""
    try:
        return msgspec.msgpack.decode(packed, type=record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRecord(str(error)) from error
