"""The list of stored records that this version cannot read, kept in the world itself for tools that know no plugin."""

from collections.abc import Container

import msgspec

from .changes import ChangeSet, Collection, Unreadable


class Listed(msgspec.Struct, frozen=True):
    """A record that was set aside at the last start: what it is called, and what is wrong with it."""

    called: str
    why: str


SET_ASIDE: Collection[Listed] = Collection("set_aside", Listed, unreadable=Unreadable.FREED)
"""By collection and key, with a blank between them. Each start says anew what stands in it."""


def bring_up_to_date(changes: ChangeSet, looked_at: Container[str]) -> None:
    """Let the list say what was set aside at this start, of the collections that were looked at."""
    aside = changes.model.aside.values()
    found = {f"{each.collection} {each.key}": Listed(each.called, each.why) for each in aside}
    for name, _ in list(changes.scan(SET_ASIDE)):
        if name not in found and name.partition(" ")[0] in looked_at:
            changes.delete(SET_ASIDE, name)
    for name, record in found.items():
        if changes.read(SET_ASIDE, name) != record:
            changes.put(SET_ASIDE, name, record)
