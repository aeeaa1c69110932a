"""Messages as a foreign or faulty server might send them: of the right types, with whatever values those allow."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import inspect

from server.shared.inventory.layout import LAYOUTS
from server.shared.protocol.message import Message
from server.shared.voxel.columns import pack
from tests.client.scripted import flat_column

M = TypeVar("M", bound=Message)

WORDS = (
    *("", "a", "p-ada", "m-1", "Ada", "info", "warning", "won", "x" * 300, "\x00\u202e\U0001f3b2", "a\nb", "/"),
    *("lobby", "opening", "to_roll", "to_keep", "to_decide", "paused", "result", "farkle", "win", "draw"),
    *("rolled", "kept", "opening_roll", "banked", "turn", "hot_dice", "started", "ended", "standing", "sitting"),
    *("roll", "keep", "bank", "choice", "number", "switch", "minecraft:stone", "voxtable:farkle_board", *LAYOUTS),
)
NUMBERS = (
    0,
    0,
    0,
    1,
    1,
    1,
    2,
    2,
    3,
    3,
    4,
    5,
    6,
    7,
    9,
    15,
    27,
    64,
    100,
    4096,
    32767,
    32768,
    60_000,
    2**31 - 1,
    -1,
    -7,
    -(2**31),
    2**63 - 1,
)
REALS = (0.0, 1.0, 8.5, 64.0, -0.5, 90.0, 1e5, -1e5, 1e7, -1e7, 1e-300, 1e300)
TWISTS = 0.02
"""How often each value of a twisted message is replaced."""
LENGTHS = (0, 0, 1, 1, 2, 3, 4, 6, 9)


class Babble:
    """A stream of messages that follows from a seed."""

    def __init__(self, seed: int, kinds: Sequence[type[Message]]) -> None:
        self._random = random.Random(seed)
        self._kinds = [inspect.type_info(kind) for kind in kinds]

    def message(self) -> Message:
        """The next message."""
        made: Message = self._value(self._random.choice(self._kinds), "")
        return made

    def twisted(self, message: M) -> M:
        """A message like this one, with some of its values, however deep, replaced by others."""
        twisted: M = self._twisted(inspect.type_info(type(message)), message, "")
        return twisted

    def _twisted(self, kind: inspect.Type, value: Any, field: str) -> Any:
        if self._random.random() < TWISTS:
            return self._value(kind, field)
        if isinstance(kind, inspect.UnionType):
            fits = [each for each in kind.types if isinstance(each, inspect.StructType) and isinstance(value, each.cls)]
            return self._twisted(fits[0], value, field) if fits else value
        if isinstance(kind, inspect.StructType):
            fields = {
                each.name: self._twisted(each.type, getattr(value, each.encode_name), each.name) for each in kind.fields
            }
            return kind.cls(**fields)
        if isinstance(kind, inspect.VarTupleType):
            return tuple(self._twisted(kind.item_type, each, field) for each in value)
        return value

    def _value(self, kind: inspect.Type, field: str) -> Any:
        match kind:
            case inspect.StructType():
                return kind.cls(*(self._value(each.type, each.name) for each in kind.fields))
            case inspect.UnionType():
                return self._value(self._random.choice(kind.types), field)
            case inspect.VarTupleType():
                count = self._random.choice(LENGTHS)
                count = max(kind.min_length or 0, min(count, kind.max_length or count))
                return tuple(self._value(kind.item_type, field) for _ in range(count))
            case inspect.TupleType():
                return tuple(self._value(each, field) for each in kind.item_types)
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return self._random.random() < 0.5
            case _:
                return self._plain(kind, field)

    def _plain(self, kind: inspect.Type, field: str) -> Any:
        match kind:
            case inspect.IntType():
                return self._within(self._random.choice(NUMBERS), kind)
            case inspect.FloatType():
                return self._within(self._random.choice(REALS), kind)
            case inspect.StrType():
                return self._random.choice(WORDS)[: kind.max_length]
            case inspect.BytesType():
                return self._bytes(kind, field)
        raise AssertionError(f"no value of {kind} is known")

    def _within(self, value: Any, kind: inspect.IntType | inspect.FloatType) -> Any:
        low, high = kind.ge, kind.le
        if low is not None:
            value = max(low, value)
        return value if high is None else min(high, value)

    def _bytes(self, kind: inspect.BytesType, field: str) -> bytes:
        if kind.min_length == kind.max_length and kind.min_length is not None:
            return self._random.randbytes(kind.min_length)
        if field == "blocks":
            return pack(
                flat_column() if self._random.random() < 0.8 else flat_column() + self._random.randrange(60_000)
            )
        return self._random.randbytes(self._random.choice((0, 1, 32, 36, 36 * 3)))
