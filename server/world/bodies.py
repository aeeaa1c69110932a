"""What the world must know of the players' bodies; the players room provides it."""

from typing import Protocol

from ..engine.changes import Place


class Bodies(Protocol):
    """Online players' bodies. Places are in blocks, angles in degrees."""

    def eye(self, player: str) -> Place | None:
        """Where an online player's eye is, else None."""
        ...

    def look(self, player: str) -> tuple[float, float]:
        """The yaw and pitch of the view."""
        ...

    def held_slot(self, player: str) -> tuple[str, int]:
        """The holder and slot in hand."""
        ...

    def operator(self, player: str) -> bool: ...

    def body(self, player: str) -> int:
        """The number of the body, below `drops.FIRST_BODY`."""
        ...

    def view_distance(self, player: str) -> int:
        """Columns that the player's client wants to see around it."""
        ...

    def in_the_way(self, low: Place, high: Place) -> bool:
        """Whether any body's box overlaps this box."""
        ...
