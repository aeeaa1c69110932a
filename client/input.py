"""Which key does what in the world, once for all, and which movement keys are held now.

The keys of the world go by their places, named by what a US keyboard has there (client.keyboard); what is written on
them there depends on the layout.
"""

from collections.abc import Callable
from typing import Final

from pyglet.window import key

from server.shared.voxel.keys import BACK, FORWARD, JUMP, LEFT, RIGHT, SNEAK, SPRINT

MOVES: Final = {
    key.W: FORWARD,
    key.UP: FORWARD,
    key.S: BACK,
    key.DOWN: BACK,
    key.A: LEFT,
    key.LEFT: LEFT,
    key.D: RIGHT,
    key.RIGHT: RIGHT,
    key.SPACE: JUMP,
    key.LSHIFT: SNEAK,
    key.RSHIFT: SNEAK,
    key.LCTRL: SPRINT,
    key.RCTRL: SPRINT,
}
INVENTORY: Final = key.E
THROW: Final = key.Q
BOARD: Final = key.F
CHAT: Final = key.T
COMMAND: Final = "/"
"""What is typed, wherever the layout has it, to begin a command."""
PLAYERS: Final = key.TAB
STEPS: Final = key.H
FACTS: Final = key.F3
HOTBAR: Final = (key._1, key._2, key._3, key._4, key._5, key._6, key._7, key._8, key._9)

DEGREES_PER_PIXEL: Final = 0.12
_CAPS: Final = {
    key.LSHIFT: "Shift",
    key.RSHIFT: "Shift",
    key.LCTRL: "Ctrl",
    key.RCTRL: "Ctrl",
    key.SPACE: "Space",
    key.TAB: "Tab",
    key.ESCAPE: "Esc",
}


def cap(symbol: int) -> str:
    """What is written on a key of a US keyboard."""
    return _CAPS.get(symbol) or key.symbol_string(symbol)


def move_caps(*moves: int, cap: Callable[[int], str] = cap) -> str:
    """What is written on the first key of each of these moves; `cap` says it of one key."""
    return " ".join(cap(next(symbol for symbol, made in MOVES.items() if made == move)) for move in moves)


class HeldKeys:
    """The movement keys that are down; two keys for one move count until both are up."""

    def __init__(self) -> None:
        self._down: set[int] = set()

    @property
    def bits(self) -> int:
        """The moves held, as bits of a movement step."""
        bits = 0
        for symbol in self._down:
            bits |= MOVES[symbol]
        return bits

    def press(self, symbol: int) -> bool:
        """A key goes down; whether it moves the body."""
        if symbol not in MOVES:
            return False
        self._down.add(symbol)
        return True

    def release(self, symbol: int) -> None:
        """A key comes up."""
        self._down.discard(symbol)

    def clear(self) -> None:
        """Forget everything, as when the window loses the keyboard: the releases would never come."""
        self._down.clear()


class MouseLook:
    """Turns mouse motion into degrees; the first motion after `restart` is the jump of the pointer and left out."""

    def __init__(self) -> None:
        self._fresh = True

    def restart(self) -> None:
        """The pointer was elsewhere until now."""
        self._fresh = True

    def turn(self, dx: float, dy: float, sensitivity: float, inverted: bool) -> tuple[float, float]:
        """Yaw and pitch, in degrees, for pixels of motion (y upwards)."""
        if self._fresh:
            self._fresh = False
            return 0.0, 0.0
        step = DEGREES_PER_PIXEL * sensitivity
        return dx * step, (dy if inverted else -dy) * step
