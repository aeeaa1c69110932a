"""The stack: an item, a count, and data that makes it singular."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ..bounds import AtMost

MAX_STACK = 64
# How long these are is said for those who send stacks; a longer one is read all the same.
DataName = Annotated[str, AtMost(16)]
DataValue = Annotated[str, AtMost(80)]


class Stack(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """`count` of one item, 1 to 64; `data` are sorted name-value pairs, such as the match that a board carries.

    Stacks combine only when item and data are equal, and one with data never grows past a single item."""

    item: Annotated[str, Meta(max_length=64)]
    count: Annotated[int, Meta(ge=1, le=MAX_STACK)]
    data: Annotated[tuple[tuple[DataName, DataValue], ...], Meta(max_length=8)] = ()
