"""The tavern's chest for newcomers: each finds the material for one Farkle Board in it, once."""

from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Collection
from ..shared.content import WOODS
from ..shared.inventory.layout import CHEST_SLOTS
from ..shared.inventory.stack import Stack
from ..shared.protocol.chat import ChatLine, Notice
from .giving import to_claim_box
from .ledger import HOLDERS, exchange
from .windows import welcome

REASON: Final = "welcome"
"""Why the gift is minted."""
_PLANKS: Final = 7
GIFT: Final[dict[int, Stack]] = {
    3: Stack("minecraft:bone_meal", 1),
    5: Stack("minecraft:lime_wool", 1),
    **{
        12 + place: Stack(f"minecraft:{wood}_planks", _PLANKS // len(WOODS) + (place < _PLANKS % len(WOODS)))
        for place, wood in enumerate(WOODS)
    },
}
"""By slot of the chest: 1 bone meal, 1 lime wool and 7 planks of all woods."""
SENTENCE: Final = "Put one of these into each of the nine places of a crafting table: that makes a Farkle Board."
INVITATION: Final = "The chest by the door holds a gift for you: what your first Farkle Board takes."


class Welcomed(msgspec.Struct, frozen=True):
    """A player who has been given the gift, and the game time in milliseconds of it."""

    at: int


WELCOMED: Collection[Welcomed] = Collection("welcomed", Welcomed, "a note of a gift")
"""By player id; never deleted, so that nobody is given it twice."""


def invite_newcomer(changes: ChangeSet, player: str) -> None:
    """Tell a player who has not opened the chest yet that it is there."""
    if changes.read(WELCOMED, player) is None:
        changes.tell(player, ChatLine("", INVITATION))


def welcome_newcomer(changes: ChangeSet, player: str) -> None:
    """Fill the chest for a player who opens it for the first time, and say what it is for."""
    if changes.read(WELCOMED, player) is None:
        changes.put(WELCOMED, player, Welcomed(changes.now))
        filled = [GIFT.get(slot) for slot in range(CHEST_SLOTS)]
        exchange(changes, {welcome(player): filled}, minted=GIFT.values(), reason=REASON)
        changes.tell(player, Notice("info", SENTENCE))


def send_after(changes: ChangeSet) -> None:
    """The chest is gone: what newcomers left in it waits in their claim boxes."""
    for holder, _ in changes.scan(HOLDERS):
        kind, _, player = holder.partition(":")
        if kind == "welcome":
            to_claim_box(changes, player, holder)
