"""Players and the stored records that this server cannot read: who cannot come in because of one, and who is told."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from ..engine.changes import Refusal, SetAside
from ..items.giving import claim_box, inventory
from ..items.ledger import HOLDERS
from ..items.windows import crafting_grid, cursor
from ..shared.names.rules import name_fault
from .records import PLAYERS, PlayerRecord

_SHORT: Final = range(0xA0, 0xC0)
_LONGER: Final = 0xD9
"""What a text of up to 31 bytes begins with in msgpack, its length added, and what one of up to 255 does."""
_FIELDS: Final = frozenset(field.name for field in msgspec.structs.fields(PlayerRecord))
_NAME: Final = msgspec.msgpack.encode("name")

NAMED: Final = 5
"""Records that an operator is told by name; the log has all of them."""


def check_readable(aside: Iterable[SetAside], player: str, key: bytes) -> None:
    """Raise Refusal when what is stored of this player cannot be read, or the record that cannot be read may be of this
    key: a player is never begun anew over what is kept."""
    own = {inventory(player), cursor(player), crafting_grid(player), claim_box(player)}
    for each in aside:
        if each.collection == PLAYERS.name:
            ours = each.key == player or key in each.packed
        else:
            ours = each.collection == HOLDERS.name and each.key in own
        if ours:
            raise Refusal(
                "set_aside",
                "This server cannot read what it has stored of you. It is kept as it is, and you can come in again "
                "when that is mended; tell whoever runs the server.",
            )


def told(aside: Iterable[SetAside], player: str, operator: bool) -> Iterator[str]:
    """What a player hears on coming in: of what is their own, and operators of all there is."""
    aside = tuple(aside)
    for called in dict.fromkeys(each.called for each in aside if each.names(player)):
        yield (
            f"This server cannot read {called} of yours. It is kept as it is, with all that belongs to it; tell "
            "whoever runs the server."
        )
    if operator and aside:
        names = ", ".join(f"{each.collection} {each.key}" for each in aside[:NAMED])
        more = f" and {len(aside) - NAMED} more" if len(aside) > NAMED else ""
        yield f"Stored records that this server cannot read, kept as they are: {names}{more}. The log says why."


def names_kept(aside: Iterable[SetAside]) -> Iterator[str]:
    """The names of players whose record cannot be read, as far as they stand in it: nobody else may have these."""
    for each in aside:
        if each.collection == PLAYERS.name:
            strings = {_string_at(each.packed, start) for start in range(len(each.packed))} - _FIELDS
            called = _string_at(each.packed, each.packed.find(_NAME) + len(_NAME)) if _NAME in each.packed else ""
            yield from sorted(name for name in strings | {called} if not name_fault(name))


def _string_at(packed: bytes, start: int) -> str:
    """The text that stands at a place of a stored record, '' where none does."""
    header = packed[start : start + 2]
    if not header:
        return ""
    if header[0] == _LONGER and len(header) == 2:
        first, length = start + 2, header[1]
    else:
        first, length = start + 1, header[0] - _SHORT[0] if header[0] in _SHORT else 0
    found = packed[first : first + length]
    return found.decode(errors="replace") if len(found) == length else ""
