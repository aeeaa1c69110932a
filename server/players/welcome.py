"""The welcome, cut into messages that fit a frame however many kinds of blocks and items a server has."""

from collections.abc import Iterator

from msgspec.structs import replace

from ..shared.protocol.limits import KINDS_PAGE
from ..shared.protocol.login import MoreKinds, Welcome


def in_pages(welcome: Welcome) -> Iterator[MoreKinds | Welcome]:
    """What a welcome has no room for, in order, and then the welcome with the first of all kinds."""
    for start in range(KINDS_PAGE, max(len(welcome.states), len(welcome.items)), KINDS_PAGE):
        yield MoreKinds(welcome.states[start : start + KINDS_PAGE], welcome.items[start : start + KINDS_PAGE])
    yield replace(welcome, states=welcome.states[:KINDS_PAGE], items=welcome.items[:KINDS_PAGE])
