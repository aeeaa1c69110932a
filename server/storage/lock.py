"""The world's lock: two servers never share one world, and a lock never outlives its process."""

import os
import sys
from pathlib import Path

from .errors import WorldInUse

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class WorldLock:
    """Holds `world.lock` in a world's folder until released. Raises WorldInUse when another process holds it."""

    def __init__(self, folder: Path) -> None:
        self._descriptor = os.open(folder / "world.lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _take(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            raise WorldInUse(
                f"The world in {folder} is already open, in another window of the game or in a server; "
                "close that one first."
            ) from error

    def release(self) -> None:
        """Let another server have the world."""
        os.close(self._descriptor)
