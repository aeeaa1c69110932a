"""How bodies move: one step of 50 ms for any number of bodies at once, the same on the server and on a client.

A step is a pure function of bodies, keys and blocks; every figure of walking, jumping and swimming stands here. Each
axis is swept, so that no speed tunnels; what is not loaded is solid, and a body inside of it waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .collision import Bools, Floats, Obstacles, Terrain, over_unloaded, overlapped, sweep
from .columns import WORLD_EDGE
from .keys import BACK, FORWARD, JUMP, LEFT, RIGHT, SNEAK, SPRINT

Point = tuple[float, float, float]

STEP_SECONDS: Final = 0.05
WIDTH: Final = 0.6
"""Blocks, along x and z."""
STANDING: Final = 1.8
SNEAKING: Final = 1.5
"""Heights in blocks."""
EYE_STANDING: Final = 1.62
EYE_SNEAKING: Final = 1.27
EYE_SITTING: Final = 1.45
"""Height of the eye over the feet; of a sitter, over the floor of the chair's block."""
WALK_SPEED: Final = 4.317
SPRINT_SPEED: Final = 5.612
SNEAK_SPEED: Final = 1.295
SWIM_SPEED: Final = 2.2
"""Blocks a second that a held direction leads to."""
GRIP_GROUND: Final = 0.5
GRIP_AIR: Final = 0.12
GRIP_LIQUID: Final = 0.25
"""Part of the difference to that speed which one step makes up."""
GRAVITY: Final = 32.0
"""Blocks a second, each second."""
DRAG: Final = 0.98
"""What a falling body keeps of its speed in a step."""
JUMP_SPEED: Final = 8.4
"""Blocks a second upward: leads to a height of 1.25 blocks."""
RISE_SPEED: Final = 2.6
SINK_SPEED: Final = 0.8
DIVE_SPEED: Final = 3.0
"""Blocks a second up or down in a liquid: swimming up, doing nothing, sneaking."""
CLIMB_SPEED: Final = 9.5
"""Blocks a second upward that a swimmer gets at a bank with the jump key held: one block over the surface."""
FALL_LIMIT: Final = 60.0
DRIFT_LIMIT: Final = 12.0
"""Most blocks a second up or down, and along x or z."""
STEP_HEIGHT: Final = 0.6
"""Blocks a body on the ground goes up without a jump: slabs, stairs, chairs."""
FLOAT_LINE: Final = 0.4
"""Height over the feet at which a liquid carries a body."""
EDGE_PARTS: Final = 8
"""A sneaking body at an edge goes the most eighths of its way that keep ground below it."""
BORDER: Final = WORLD_EDGE - 16.0
"""Blocks from the origin that a body goes along x or z: all that it can reach from there has a place in messages."""
REST: Final = 0.003
"""Blocks a second below which a body stands still."""


@dataclass(frozen=True, slots=True)
class Bodies:
    """N bodies: `pos` (N, 3) the middle of the feet in blocks, `vel` (N, 3) in blocks a second, `on_ground` (N,).

    `sneaking` (N,) is a result of the step (height 1.5 and eye 1.27 instead of 1.8 and 1.62) that no step reads."""

    pos: Floats
    vel: Floats
    on_ground: Bools
    sneaking: Bools

    def __len__(self) -> int:
        return len(self.pos)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What N players hold during a step: `keys` (N,) bits of server.shared.voxel.keys, `yaw` (N,) in degrees."""

    keys: npt.NDArray[np.int64]
    yaw: Floats


def body(pos: Point, vel: Point = (0.0, 0.0, 0.0), on_ground: bool = False) -> Bodies:
    """One body alone."""
    return Bodies(np.array([pos]), np.array([vel]), np.array([on_ground]), np.array([False]))


def together(bodies: Sequence[Bodies]) -> Bodies:
    """All these bodies as one, in order."""
    none = Bodies(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.bool_))
    parts = (none, *bodies)
    return Bodies(
        np.concatenate([part.pos for part in parts]),
        np.concatenate([part.vel for part in parts]),
        np.concatenate([part.on_ground for part in parts]),
        np.concatenate([part.sneaking for part in parts]),
    )


def held(keys: int, yaw: float) -> Inputs:
    """What one player holds."""
    return Inputs(np.array([keys]), np.array([yaw]))


def step(bodies: Bodies, inputs: Inputs, terrain: Terrain) -> Bodies:
    """The bodies 50 ms later. A body in a column that is not loaded stays as it is, without speed."""
    if not len(bodies):
        return bodies
    pos, vel, keys = bodies.pos.T, _limited(bodies.vel.T), inputs.keys
    near = _around(pos, vel, terrain)
    low, high = _box(pos, np.full(len(bodies), STANDING))
    waiting = over_unloaded(near, low, high)
    sneaking = ((keys & SNEAK) != 0) | _without_headroom(near, low, high)
    high[1] = np.where(sneaking, pos[1] + SNEAKING, high[1])
    afloat = terrain.liquid((pos + np.array([[0.0], [FLOAT_LINE], [0.0]])).T)

    vel = _driven(vel, inputs, bodies.on_ground, afloat, sneaking)
    wanted = vel * STEP_SECONDS
    wanted = _kept_on_edges(near, low, high, wanted, sneaking & bodies.on_ground)
    way = _moved(near, low, high, wanted)
    way = _inside_border(pos, _stepped_up(near, low, high, wanted, way, bodies.on_ground))

    blocked = way != wanted
    on_ground = blocked[1] & (wanted[1] < 0)
    vel = np.where(blocked, 0.0, vel)
    vel[1] = np.where(afloat, vel[1], (vel[1] - GRAVITY * STEP_SECONDS) * DRAG)
    climbing = afloat & ((keys & JUMP) != 0) & (blocked[0] | blocked[2])
    vel[1] = np.where(climbing, CLIMB_SPEED, vel[1])
    vel[::2] = np.where(np.abs(vel[::2]) < REST, 0.0, vel[::2])
    return Bodies(
        np.where(waiting, pos, pos + way).T.copy(),
        np.where(waiting, 0.0, vel).T.copy(),
        np.where(waiting, bodies.on_ground, on_ground),
        sneaking & ~waiting,
    )


def box(pos: Floats, height: Floats) -> tuple[Floats, Floats]:
    """The lowest and highest corners (N, 3) of bodies with feet at `pos` (N, 3) and these heights (N,)."""
    low, high = _box(pos.T, height)
    return low.T, high.T


def _limited(vel: Floats) -> Floats:
    limit = np.array([[DRIFT_LIMIT], [FALL_LIMIT], [DRIFT_LIMIT]])
    return np.clip(vel, -limit, limit)


def _box(pos: Floats, height: Floats) -> tuple[Floats, Floats]:
    half = np.array([[WIDTH / 2], [0.0], [WIDTH / 2]])
    low, high = pos - half, pos + half
    high[1] += height
    return low, high


def _without_headroom(near: Obstacles, low: Floats, high: Floats) -> Bools:
    """Whether something hangs so low over a body that it cannot rise from sneaking."""
    chin = low.copy()
    chin[1] += SNEAKING
    return overlapped(near, chin, high)


def _around(pos: Floats, vel: Floats, terrain: Terrain) -> Obstacles:
    """All boxes that this step could meet: the reach covers whatever speed the keys may lead to."""
    low, high = _box(pos, np.full(pos.shape[1], STANDING))
    aside = np.maximum(np.abs(vel), SPRINT_SPEED) * STEP_SECONDS
    down = np.maximum(np.maximum(-vel[1], DIVE_SPEED) * STEP_SECONDS, STEP_HEIGHT)
    up = np.maximum(np.maximum(vel[1], JUMP_SPEED) * STEP_SECONDS, STEP_HEIGHT)
    return terrain.obstacles(
        np.stack((low[0] - aside[0], low[1] - down, low[2] - aside[2]), axis=1),
        np.stack((high[0] + aside[0], high[1] + up, high[2] + aside[2]), axis=1),
    )


def _driven(vel: Floats, inputs: Inputs, on_ground: Bools, afloat: Bools, sneaking: Bools) -> Floats:
    """The speeds after the keys have had their say."""
    keys = inputs.keys
    ahead = ((keys & FORWARD) != 0).astype(np.float64) - ((keys & BACK) != 0)
    aside = ((keys & RIGHT) != 0).astype(np.float64) - ((keys & LEFT) != 0)
    slant = np.where((ahead != 0) & (aside != 0), 0.70710678, 1.0)
    sprinting = ((keys & SPRINT) != 0) & (ahead > 0)
    speed = np.where(sneaking, SNEAK_SPEED, np.where(sprinting, SPRINT_SPEED, WALK_SPEED))
    speed = np.where(afloat, np.minimum(speed, SWIM_SPEED), speed) * slant
    # Rounded, since the last bit of a sine differs between processors and the two sides must agree.
    turn = np.radians(inputs.yaw)
    sine, cosine = np.round(np.sin(turn), 9), np.round(np.cos(turn), 9)
    grip = np.where(afloat, GRIP_LIQUID, np.where(on_ground, GRIP_GROUND, GRIP_AIR))
    x = vel[0] + ((-sine * ahead - cosine * aside) * speed - vel[0]) * grip
    z = vel[2] + ((cosine * ahead - sine * aside) * speed - vel[2]) * grip
    jump, dive = (keys & JUMP) != 0, (keys & SNEAK) != 0
    float_to = np.where(jump, RISE_SPEED, np.where(dive, -DIVE_SPEED, -SINK_SPEED))
    y = np.where(jump & on_ground, JUMP_SPEED, vel[1])
    return np.stack((x, np.where(afloat, vel[1] + (float_to - vel[1]) * GRIP_LIQUID, y), z))


def _moved(near: Obstacles, low: Floats, high: Floats, wanted: Floats) -> Floats:
    """The way of boxes (3, N) that go up or down first, then along x, then along z."""
    way = np.zeros_like(wanted)
    for axis in (1, 0, 2):
        way[axis] = sweep(near, axis, low + way, high + way, wanted[axis])
    return way


def _stepped_up(near: Obstacles, low: Floats, high: Floats, wanted: Floats, way: Floats, on_ground: Bools) -> Floats:
    """The way over a low edge for those on the ground that something holds, where that leads further."""
    stuck = on_ground & ((way[0] != wanted[0]) | (way[2] != wanted[2])) & (wanted[1] <= 0)
    if not stuck.any():
        return way
    lift = np.stack((wanted[0], np.where(stuck, STEP_HEIGHT, 0.0), wanted[2]))
    over = _moved(near, low, high, lift)
    over[1] += sweep(near, 1, low + over, high + over, -over[1])
    further = np.maximum(np.abs(over[0]), np.abs(over[2])) > np.maximum(np.abs(way[0]), np.abs(way[2])) + 1e-6
    return np.where(stuck & further, over, way)


def _kept_on_edges(near: Obstacles, low: Floats, high: Floats, wanted: Floats, careful: Bools) -> Floats:
    """The wanted way, shortened along x and then z where it would leave a sneaking body without ground."""
    careful = careful & (wanted[1] <= 0)
    if not careful.any():
        return wanted
    wanted = wanted.copy()
    shift = np.zeros_like(wanted)
    for axis in (0, 2):
        best = np.zeros_like(wanted[axis])
        for part in range(1, EDGE_PARTS + 1):
            shift[axis] = wanted[axis] * (part / EDGE_PARTS)
            best = np.where(_supported(near, low + shift, high + shift), shift[axis], best)
        shift[axis] = np.where(careful, best, wanted[axis])
        wanted[axis] = shift[axis]
    return wanted


def _inside_border(pos: Floats, way: Floats) -> Floats:
    """The way, along x and z no further than the border."""
    most = np.array([[BORDER], [np.inf], [BORDER]])
    ends = pos + way
    held = np.clip(ends, -most, most)
    return np.where(held != ends, held - pos, way)


def _supported(near: Obstacles, low: Floats, high: Floats) -> Bools:
    below, feet = low.copy(), high.copy()
    below[1] -= STEP_HEIGHT
    feet[1] = low[1]
    return overlapped(near, below, feet)
