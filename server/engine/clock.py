"""Game time: integer milliseconds that never run backwards, over restarts and changed wall clocks alike."""

import time
from typing import Protocol


class Clock(Protocol):
    """Where time comes from; tests bring their own."""

    def wall(self) -> int:
        """Milliseconds since 1970."""
        ...

    def monotonic(self) -> int:
        """Milliseconds that only run forward, from any zero."""
        ...


class SystemClock:
    """The time of this machine."""

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> int:
        return time.monotonic_ns() // 1_000_000


class GameTime:
    """Runs on from the later of the last committed time and the wall clock. DESIGN section 2, Time."""

    def __init__(self, clock: Clock, last_committed: int = 0) -> None:
        self._clock = clock
        self._begin = max(last_committed, clock.wall()) - clock.monotonic()

    def now(self) -> int:
        """The game time in ms."""
        return self._begin + self._clock.monotonic()
