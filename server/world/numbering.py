"""The append-only numbering of block states that each world keeps: a number, once given, never means another state."""

from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Collection, Unreadable
from ..engine.content import Content
from ..shared.voxel.states import StateInfo, StateTable


class Numbered(msgspec.Struct, frozen=True):
    """The number of a state in this world."""

    number: int


STATES: Final[Collection[Numbered]] = Collection("states", Numbered, unreadable=Unreadable.FATAL)
"""By state name."""


class TornNumbering(Exception):
    """A world whose stored state numbers have a gap or say one number twice; nothing of it is changed."""


def number_states(changes: ChangeSet, content: Content) -> StateTable:
    """The world's states in their numbers; states that are new to it get the next ones.

    A stored state that nobody registers any more (its plugin is gone) stays, as a solid block that nobody breaks.
    Raises TornNumbering."""
    stored = {row.number: name for name, row in changes.scan(STATES)}
    if sorted(stored) != list(range(len(stored))) or len(set(stored.values())) != len(stored):
        raise TornNumbering("The numbers of the block states in this world are damaged. Nothing was changed.")
    names = [stored[number] for number in range(len(stored))]
    known = set(names)
    registered = {state.name: state for state in content.states()}
    for name in registered:
        if name not in known:
            changes.put(STATES, name, Numbered(len(names)))
            names.append(name)
    return StateTable(registered.get(name) or StateInfo(name, break_ms=-1) for name in names)
