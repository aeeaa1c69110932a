"""Players and the stored records that this server cannot read: who cannot come in because of one, and who is told."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from ..engine.changes import Refusal, SetAside
from ..items.giving import claim_box, inventory
from ..items.ledger import HOLDERS
from ..items.windows import crafting_grid, cursor
from .records import PLAYERS

NAMED: Final = 5
"""Records that an operator is told by name; the log has all of them."""


def check_readable(aside: Iterable[SetAside], player: str, name: str, key: bytes) -> None:
    """Raise Refusal when what is stored of this player cannot be read, or the record that cannot be read may be of this
    name or key: a player is never begun anew over what is kept."""
    own = {inventory(player), cursor(player), crafting_grid(player), claim_box(player)}
    for each in aside:
        if each.collection == PLAYERS.name:
            ours = each.key == player or key in each.packed or _packed(name) in each.packed.lower()
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


def _packed(name: str) -> bytes:
    """A name as it stands in a stored record, in lower case."""
    return msgspec.msgpack.encode(name).lower()
