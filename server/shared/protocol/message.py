"""The base of all messages and the bounded types that their fields are made of.

A message travels as a msgpack array whose first element is its tag; unknown or surplus fields are refused,
and every number, text and list is bounded by its type, so that a decoded message is already in range.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from ..bounds import AtMost as AtMost
from ..voxel.columns import HEIGHT
from . import limits

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""A request number, a count, a revision or a state number."""
Finite = Annotated[float, Meta(ge=-1e7, le=1e7)]
"""A float that is neither infinite nor NaN."""
Angle = Annotated[float, Meta(ge=-1e5, le=1e5)]
"""Degrees."""
Horizontal = Annotated[int, Meta(ge=-limits.WORLD_EDGE, le=limits.WORLD_EDGE)]
Height = Annotated[int, Meta(ge=-1, le=HEIGHT)]
"""The blocks of a column and the ones just below and above."""
BlockPos = tuple[Horizontal, Height, Horizontal]
"""x, y, z of a block."""
Face = Annotated[int, Meta(ge=0, le=5)]
"""The touched side: 0 down, 1 up, 2 north (-z), 3 south (+z), 4 west (-x), 5 east (+x)."""
Fraction = Annotated[float, Meta(ge=-0.01, le=1.01)]
Hit = tuple[Fraction, Fraction, Fraction]
"""Where on the block it was touched, from its lowest corner."""
ViewDistance = Annotated[int, Meta(ge=limits.NEAREST_VIEW, le=limits.FARTHEST_VIEW)]
"""A radius in columns."""
ShortText = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=limits.CHAT_LENGTH)]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""What counts for ever, such as ticks, and revisions of what is stored."""


Word = Annotated[str, AtMost(64)]
"""An id, a code, a kind or a name."""
Title = Annotated[str, AtMost(64)]
"""A few words that stand over or beside something."""
Sentence = Annotated[str, AtMost(400)]
"""A sentence or two for people."""
ServerLine = Annotated[str, AtMost(8192)]
"""A line of the chat that the server has made, such as the names of all who are here."""
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, Meta(min_length=64, max_length=64)]


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One message, either way."""


class Request(Message, frozen=True):
    """A message that is answered by its number: with an answer of its own type, `Done`, or `Refused`."""

    n: Number
    needs_login: ClassVar[bool] = True


class Done(Message, frozen=True, tag="done"):
    """The request took effect; what changed was told in messages before this one."""

    n: Number


class Refused(Message, frozen=True, tag="refused"):
    """The request changed nothing. `code` is stable, `text` is a sentence for the player."""

    n: Number
    code: Word
    text: Sentence
