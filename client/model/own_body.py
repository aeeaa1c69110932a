"""The player's own body: it moves at once with the server's own motion code, and goes back when it is corrected.

Twenty steps a second, whatever the frame rate; a frame shows the body between its last two steps. After a correction
the steps that the server had not taken yet are played again from the corrected place.
"""

import math
from collections import deque

import numpy as np

from server.shared.protocol.world import Correction, Sit, Step
from server.shared.voxel import motion
from server.shared.voxel.collision import Terrain, states_of
from server.shared.voxel.raycast import direction

from .chunks import Columns

Place = tuple[float, float, float]

LONGEST_FRAME = 0.25
"""Seconds of a frame that the body lives through; a longer stall is forgotten, so that nobody runs on through it."""
SWING_SECONDS = 0.3
_KEPT_STEPS = 60
_CORRECTION_FADE = 12.0
_LARGEST_FADE = 1.5


class OwnBody:
    """The body of this player. `yaw` and `pitch` are where the player looks, in degrees."""

    def __init__(self, columns: Columns) -> None:
        self.yaw = 0.0
        self.pitch = 0.0
        self.pose = "standing"
        self.placed = False
        self.seat: Sit | None = None
        self.swing_share = 0.0
        self.walk = 0.0
        self.stride = 0.0
        self._terrain = Terrain(columns.states, states_of(columns.array_at))
        self._body = motion.body((0.0, 0.0, 0.0))
        self._before = self._body
        self._steps: deque[tuple[int, int, float]] = deque(maxlen=_KEPT_STEPS)
        self._number = 0
        self._pending = 0.0
        self._slip = np.zeros(3)
        self._eye_height = motion.EYE_STANDING
        self._moved_blocks = 0.0

    # ------------------------------------------------------------------ where it is

    @property
    def feet(self) -> Place:
        """Where the feet are shown now."""
        if self.seat is not None:
            return self.seat.x, self.seat.y, self.seat.z
        share = self._pending / motion.STEP_SECONDS
        x, y, z = (self._before.pos[0] + (self._body.pos[0] - self._before.pos[0]) * share + self._slip).tolist()
        return x, y, z

    @property
    def eye(self) -> Place:
        """Where the player looks from now."""
        x, y, z = self.feet
        return x, y + self._eye_height, z

    @property
    def sneaking(self) -> bool:
        """Whether the body is crouched."""
        return bool(self._body.sneaking[0])

    @property
    def direction(self) -> Place:
        """The unit vector of the view."""
        return direction(self.yaw, self.pitch)

    def overlaps(self, pos: tuple[int, int, int]) -> bool:
        """Whether a full block there would stand in the body."""
        x, y, z = self._body.pos[0].tolist()
        half, height = motion.WIDTH / 2, motion.STANDING
        low, high = (x - half, y, z - half), (x + half, y + height, z + half)
        return all(block < top and block + 1 > bottom for block, bottom, top in zip(pos, low, high, strict=True))

    # ------------------------------------------------------------------ moving

    def turn(self, yaw: float, pitch: float) -> None:
        """Turn the view by these degrees; it never tips over."""
        self.yaw = (self.yaw + yaw + 180.0) % 360.0 - 180.0
        self.pitch = min(90.0, max(-90.0, self.pitch + pitch))

    def swing(self) -> None:
        """Start to move the arm."""
        if not 0.0 < self.swing_share < 0.5:
            self.swing_share = 1e-6

    def advance(self, seconds: float, keys: int) -> list[Step]:
        """Live through a frame with these keys held; the steps it took, to be sent."""
        if not self.placed:
            return []
        self._ease(seconds)
        self._pending += min(seconds, LONGEST_FRAME)
        steps = []
        while self._pending >= motion.STEP_SECONDS:
            self._pending -= motion.STEP_SECONDS
            steps.append(self._step(0 if self.seat is not None else keys))
        return steps

    def correct(self, message: Correction) -> None:
        """The server puts the body elsewhere; the steps after `number` are played again from there."""
        if message.look is not None:
            self.yaw, self.pitch = message.look
        shown = np.array(self.feet)
        first = not self.placed
        self.placed = True
        self._body = motion.body(
            (message.x, message.y, message.z), (message.vx, message.vy, message.vz), message.on_ground
        )
        self._before = self._body
        for number, keys, yaw in [each for each in self._steps if each[0] > message.number]:
            self._before = self._body
            self._body = motion.step(self._body, motion.held(keys, yaw), self._terrain)
            self._number = max(self._number, number)
        self._slip = np.zeros(3)
        gap = shown - np.array(self.feet)
        if not first and np.abs(gap).max() < _LARGEST_FADE:
            self._slip = gap

    def sit(self, message: Sit) -> None:
        """Sit down and look at the table."""
        self.seat = message
        self.yaw = message.yaw
        self.pitch = 29.0
        self._steps.clear()

    def stand(self) -> None:
        """Stand up; a correction says where."""
        self.seat = None
        self._steps.clear()

    def _step(self, keys: int) -> Step:
        self._number += 1
        if self.seat is None:
            self._before = self._body
            self._body = motion.step(self._body, motion.held(keys, self.yaw), self._terrain)
            self._steps.append((self._number, keys, self.yaw))
            moved = self._body.pos[0] - self._before.pos[0]
            self._moved_blocks = math.hypot(moved[0], moved[2]) if self._body.on_ground[0] else 0.0
            x, y, z = self._body.pos[0].tolist()
        else:
            x, y, z = self.seat.x, self.seat.y, self.seat.z
            self._moved_blocks = 0.0
        return Step(number=self._number, keys=keys, yaw=self.yaw, pitch=self.pitch, x=x, y=y, z=z)

    def _ease(self, seconds: float) -> None:
        """Bring what only the eye sees up to now: the fading correction, the height of the eye, stride and swing."""
        self._slip *= math.exp(-_CORRECTION_FADE * seconds)
        wanted = motion.EYE_SNEAKING if self.sneaking else motion.EYE_STANDING
        if self.seat is not None:
            wanted = motion.EYE_SITTING - (self.seat.y % 1.0)
        self._eye_height += (wanted - self._eye_height) * min(1.0, seconds * 16)
        speed = self._moved_blocks / motion.STEP_SECONDS
        self.walk += speed * seconds * 2.2
        self.stride += (min(1.0, speed / motion.WALK_SPEED) - self.stride) * min(1.0, seconds * 10)
        if self.swing_share:
            self.swing_share += seconds / SWING_SECONDS
            if self.swing_share >= 1.0:
                self.swing_share = 0.0
