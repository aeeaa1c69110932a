"""What the items room needs of the rooms above it, which it may not import: the ground and the players' bodies."""

from typing import Protocol

from ..engine.changes import ChangeSet, Place, Pos
from ..engine.plugins import UseHook
from ..shared.protocol.limits import REACH
from ..shared.voxel.states import StateTable

STAY_OPEN = REACH + 1.0
"""Blocks from the eye to the nearest point of a block at which its window closes."""


class Ground(Protocol):
    """The world, as far as items lie in it and blocks open. Only `on_use` may be called before the world is open."""

    states: StateTable

    @property
    def welcome_chest(self) -> Pos:
        """The tavern's chest for newcomers."""
        ...

    def drop(self, changes: ChangeSet, holder: str, slot: int, pos: Place, *, speed: Place | None = None) -> None:
        """Move a whole stack from a holder's slot into a drop that begins at a place, with a speed in blocks a tick
        (None: a small one by chance)."""
        ...

    def on_use(self, block: str, hook: UseHook) -> None:
        """Answer the use of a core block."""
        ...


class Bodies(Protocol):
    """Where players stand and what they hold. A place is None for a player who is not in the world."""

    def feet(self, player: str) -> Place | None: ...
    def eye(self, player: str) -> Place | None: ...
    def look(self, player: str) -> tuple[float, float]:
        """Yaw and pitch in degrees."""
        ...

    def held_slot(self, player: str) -> tuple[str, int]:
        """The holder and slot that the player has in hand."""
        ...

    def body(self, player: str) -> int:
        """The number of the player's body."""
        ...


def near_enough(eye: Place | None, block: Pos) -> bool:
    """Whether a window of this block may stay open for an eye at this place."""
    if eye is None:
        return False
    away = (max(low - at, 0.0, at - (low + 1)) for at, low in zip(eye, block, strict=True))
    return sum(along * along for along in away) <= STAY_OPEN * STAY_OPEN
