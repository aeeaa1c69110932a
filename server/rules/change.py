"""A change to a match in the making: its next state, and the events that tell how it came about."""

import msgspec

from .events import AnyEvent
from .state import State, Turn


class Change:
    """Collects what one call does to a match. `at` is the time for which it counts.

    `outage_since` is set while the match recovers from an outage: when it last changed before. A new turn then is not
    started at once: it stays `waiting` until the server is back.
    """

    def __init__(self, state: State, at: int) -> None:
        self.state = state
        self.at = at
        self.events: list[AnyEvent] = []
        self.outage_since: int | None = None
        self.waiting = False

    def begin(self, at: int) -> None:
        """Begin the next step of the match, at this time."""
        self.at = at
        self.set(step=self.state.step + 1, time=max(self.state.time, at))

    def tell(self, event: AnyEvent) -> None:
        """Note that this happened."""
        self.events.append(event)

    def set(self, **fields: object) -> None:
        """Set fields of the match."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def set_seat(self, seat: int, **fields: object) -> None:
        """Set fields of one seat."""
        seats = list(self.state.seats)
        seats[seat] = msgspec.structs.replace(seats[seat], **fields)
        self.set(seats=tuple(seats))

    def set_turn(self, **fields: object) -> None:
        """Set fields of the running turn."""
        turn: Turn = msgspec.structs.replace(self.state.turn, **fields)
        self.set(turn=turn)

    def set_deadlines(self, **fields: object) -> None:
        """Set deadlines of the match."""
        self.set(deadlines=msgspec.structs.replace(self.state.deadlines, **fields))
