"""How dice fly out of the cup, bounce, tumble and come to rest on given faces: a plan made once, then read by time.

The end is given (the server's faces), so the motion is told backwards from it: a die rolls over its edges without
slipping, a whole number of lengths away from its resting place, while it hops on arcs of one gravity. Its height
follows from how it is turned, so that it never sinks into the felt. Plans whose dice would run into each other are
drawn anew.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from .board_shape import FELT_X, FELT_Z, RIM_HEIGHT, ROLL_CENTRE
from .dice import Rotations, Vectors, about_x, about_y, facing_up, lowest_reach, overlap_depth

STAGGER: Final = 0.040
"""Seconds between two dice leaving the cup."""
SHORTEST, LONGEST = 0.88, 0.98
"""Seconds from the cup to rest, for one die."""
_GRAVITY: Final = 46.0
_SLOWING: Final = 1.55
_STICKING: Final = 0.9
_RIM_CLEARANCE: Final = RIM_HEIGHT + 0.04
_RIM_REACH, _RIM_DROP = 0.95, 0.5
"""Edges from the felt's edge at which a die begins to be above the felt only, and over which it drops."""
_TRIES: Final = 16
"""Plans drawn at most, since a throw is planned within a frame; hardly one in four hundred needs more."""
_CHECKED_MOMENTS: Final = 60
_ALLOWED_OVERLAP: Final = 0.03

# Where dice come to rest, for one to six of them: a loose grid of two rows (x to the right, z towards the viewer).
_ROWS: Final = {1: (1, 0), 2: (2, 0), 3: (3, 0), 4: (2, 2), 5: (3, 2), 6: (3, 3)}
_COLUMN_GAP: Final = 2.3
_ROW_GAP: Final = 2.15


@dataclass(frozen=True, slots=True)
class Poses:
    """Dice at one moment: middles (n, 3), rotations (n, 3, 3), edge lengths (n,), and which are to be seen."""

    places: Vectors
    rotations: Rotations
    sizes: npt.NDArray[np.float64]
    seen: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Throw:
    """A planned throw of n dice, all arrays by die: faces, where they leave the cup and where they rest (x, y, z),
    start and length in seconds, resting and extra yaw, how they lie but for the yaw, and three touch-downs as shares of
    the length."""

    faces: tuple[int, ...]
    starts: Vectors
    rests: Vectors
    delay: npt.NDArray[np.float64]
    length: npt.NDArray[np.float64]
    yaw: npt.NDArray[np.float64]
    spin: npt.NDArray[np.float64]
    settled: Rotations
    landings: npt.NDArray[np.float64]

    @property
    def duration(self) -> float:
        """Seconds until the last die rests."""
        return float((self.delay + self.length).max()) if self.faces else 0.0

    def poses(self, elapsed: float) -> Poses:
        """All dice this many seconds after the throw began; exactly at rest from `duration` on."""
        places, rotations = self.motion(np.array(elapsed))
        return Poses(places, rotations, np.ones(len(self.faces)), elapsed >= self.delay)

    def motion(self, elapsed: npt.NDArray[np.float64]) -> tuple[Vectors, Rotations]:
        """Middles (..., n, 3) and rotations (..., n, 3, 3) of all dice at moments of any shape."""
        moment = np.clip((elapsed[..., None] - self.delay) / self.length, 0.0, 1.0)
        path = self.rests - self.starts
        path = path * np.array([1.0, 0.0, 1.0])
        distance = np.linalg.norm(path, axis=1)
        heading = path / np.maximum(distance, 1e-9)[:, None]
        angle = _tumbled(distance * np.pi / 2 * (1.0 - moment) ** _SLOWING)
        rotations = about_y(self.yaw + self.spin * (1.0 - moment) ** 2) @ about_x(-angle) @ self.settled
        places = self.rests - heading * _rolled_length(angle)[..., None]
        hop = _hops(moment, self.landings, self.length, self.starts[:, 1])
        places[..., 1] = lowest_reach(rotations) + np.maximum(hop, _over_the_rim(places))
        return places, rotations


def _tumbled(angle: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Near the end a die hurries over its edges and lingers on its faces."""
    late = np.clip((2.2 * np.pi - angle) / np.pi, 0.0, 1.0)
    return np.asarray(angle - _STICKING * late * np.sin(4 * angle) / 4)


def _rolled_length(angle: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How far a cube's middle moves while it rolls by an angle over its edges without slipping."""
    quarters = np.floor(angle / (np.pi / 2))
    within = angle - quarters * np.pi / 2
    return np.asarray(quarters + 0.5 + np.sin(within - np.pi / 4) * np.sqrt(0.5))


def _hops(
    moment: npt.NDArray[np.float64],
    landings: npt.NDArray[np.float64],
    length: npt.NDArray[np.float64],
    height: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Height above the rolling height: the fall from the cup, then two hops, then nothing."""
    first = np.clip(moment / landings[:, 0], 0.0, 1.0)
    hop = height * (1.0 - first) * (1.0 + 0.9 * first)
    for start, end in ((0, 1), (1, 2)):
        span = landings[:, end] - landings[:, start]
        share = np.clip((moment - landings[:, start]) / span, 0.0, 1.0)
        hop = hop + _GRAVITY * (span * length) ** 2 / 2 * share * (1.0 - share)
    return np.asarray(hop)


def _over_the_rim(places: Vectors) -> npt.NDArray[np.float64]:
    """How much higher than on the felt a die must be: it clears the rim and drops behind it."""
    x, z = places[..., 0] + ROLL_CENTRE[0], places[..., 2] + ROLL_CENTRE[2]
    outside = np.maximum(np.abs(x) - FELT_X, np.abs(z) - FELT_Z)
    share = np.clip((outside + _RIM_REACH) / _RIM_DROP, 0.0, 1.0)
    return np.asarray(_RIM_CLEARANCE * share * (2.0 - share))


def resting_slots(count: int, rng: np.random.Generator) -> Vectors:
    """Loose resting places around the origin for up to six dice, left to right and far to near, y at rest height."""
    places = []
    rows = [row for row in _ROWS[count] if row]
    for number, row in enumerate(rows):
        for column in range(row):
            across = (column - (row - 1) / 2) * _COLUMN_GAP + (0.28 if number else -0.28) * (len(rows) - 1)
            places.append((across, 0.5, (number - (len(rows) - 1) / 2) * _ROW_GAP))
    slots = np.array(places).reshape(-1, 3)
    slots[:, [0, 2]] += rng.uniform(-0.24, 0.24, (count, 2))
    return slots


@lru_cache(maxsize=64)
def plan_throw(faces: tuple[int, ...], mouth: tuple[float, float, float], seed: int) -> Throw:
    """A throw of these faces from a cup's mouth to around the origin; the same for the same arguments. Of the plans
    drawn, the first without dice inside each other is taken, or else the best."""
    if not faces:
        return _draw_throw(faces, mouth, np.random.default_rng(seed))
    best: tuple[float, Throw] | None = None
    for attempt in range(_TRIES):
        throw = _draw_throw(faces, mouth, np.random.default_rng((seed & 0xFFFFFFFF, attempt)))
        depth = deepest_overlap(throw)
        if best is None or depth < best[0]:
            best = (depth, throw)
        if depth <= _ALLOWED_OVERLAP:
            break
    assert best is not None
    return best[1]


def _draw_throw(faces: tuple[int, ...], mouth: tuple[float, float, float], rng: np.random.Generator) -> Throw:
    count = len(faces)
    rests = resting_slots(count, rng) if count else np.zeros((0, 3))
    cup = np.array(mouth)
    away = -cup * np.array([1.0, 0.0, 1.0])
    away /= max(1e-9, float(np.linalg.norm(away)))
    side = np.array([away[2], 0.0, -away[0]])
    # Far dice leave first, and each leaves on the side on which it will lie, so that paths do not cross.
    order = np.argsort(np.argsort(-(rests @ away) + rng.uniform(-0.3, 0.3, count)))
    rank = np.argsort(np.argsort(rests @ side)) - (count - 1) / 2
    starts = (
        cup
        + side * (rank * 0.8)[:, None]
        + np.array([0.0, 1.0, 0.0]) * (rng.uniform(-0.2, 0.3, count) + 0.8 * (order % 2))[:, None]
    )
    path = (rests - starts) * np.array([1.0, 0.0, 1.0])
    yaw = np.arctan2(path[:, 0], path[:, 2]) + rng.uniform(-0.32, 0.32, count)
    first = rng.uniform(0.27, 0.33, count)
    second = first + rng.uniform(0.19, 0.24, count)
    return Throw(
        faces=faces,
        starts=starts,
        rests=rests,
        delay=order.astype(np.float64) * STAGGER,
        length=rng.uniform(SHORTEST, LONGEST, count),
        yaw=yaw,
        spin=rng.uniform(0.5, 1.6, count) * rng.choice([-1.0, 1.0], count),
        settled=np.array([facing_up(face, int(rng.integers(4))) for face in faces]).reshape(-1, 3, 3),
        landings=np.stack([first, second, second + rng.uniform(0.11, 0.15, count)], axis=1),
    )


def deepest_overlap(throw: Throw) -> float:
    """How deep any two dice are inside each other at any moment at which both are seen; negative when never."""
    one, two = np.triu_indices(len(throw.faces), 1)
    if not len(one):
        return -np.inf
    moments = np.linspace(0.0, throw.duration, _CHECKED_MOMENTS)
    places, rotations = throw.motion(moments)
    seen = moments[:, None] >= throw.delay
    near = np.linalg.norm(places[:, one] - places[:, two], axis=2) < np.sqrt(3.0)
    moment, pair = np.nonzero(near & seen[:, one] & seen[:, two])
    if not len(moment):
        return -np.inf
    a, b = (moment, one[pair]), (moment, two[pair])
    return float(overlap_depth(places[a], rotations[a], places[b], rotations[b]).max())
