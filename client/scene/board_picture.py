"""What the board screen shows, as plain values, and where that puts each die at a moment. No OpenGL here.

Units are die edges: x to the viewer's right, y up from the felt, z towards the viewer.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from .board_shape import ROLL_CENTRE
from .dice import Rotations, about_y, facing_up
from .throws import Poses, Throw, plan_throw

NEAR_SIDE, LEFT_SIDE, FAR_SIDE, RIGHT_SIDE = range(4)
LONG_AGO: Final = -1.0e6

MOUTHS: Final = ((2.6, 1.5, 6.4), (-7.2, 1.5, 1.4), (-4.4, 1.5, -4.1), (7.2, 1.5, -0.4))
"""Where dice leave the cup, by the thrower's side."""
CUP_PLACES: Final = ((3.9, 5.6), (-7.3, 2.0), (-4.6, -5.6), (7.3, -1.0))
"""Where the cup stands (x, z) beside the board, by the thrower's side."""

_KEPT_ROW: Final = 2.55
_KEPT_SIZE: Final = 0.9
_KEPT_STEP: Final = 0.97
_GROUP_GAP: Final = 0.48
KEEP_SECONDS: Final = 0.32
HOT_PAUSE: Final = 0.45
"""Seconds for which hot dice lie before they fly back into the cup."""
_HOT_FLIGHT: Final = 0.42
_HOT_STAGGER: Final = 0.09
_FADE: Final = 0.15
FARKLE_FADE: Final = 0.4

NO_RING, SELECTED, SCORING, ILLEGAL = range(4)


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """One picture of the board. Positions are those of the last roll, from 0; times are on the scene's clock (seconds).

    `roll` are its faces and `kept` the positions already kept of it; `groups` are the faces of all groups kept this
    turn, oldest first, those of `kept` last. `choosing` shows what may be chosen: `selection`, `scoring` (positions in
    some legal selection) and `illegal` (members that spoil the selection). `thrower` is the side of the player on turn
    as the viewer sees it; `seed` makes a throw tumble alike for everybody."""

    roll: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    choosing: bool = False
    selection: frozenset[int] = frozenset()
    scoring: frozenset[int] = frozenset()
    illegal: frozenset[int] = frozenset()
    hover: int | None = None
    thrower: int = NEAR_SIDE
    seed: int = 0
    rolled_at: float = LONG_AGO
    kept_at: float = LONG_AGO
    farkled_at: float | None = None
    hot_at: float | None = None
    wood: str = "oak"
    reduced_motion: bool = False
    colour_blind: bool = False

    @property
    def throw(self) -> Throw:
        """The motion of the last roll."""
        return plan_throw(self.roll, MOUTHS[self.thrower], self.seed)

    def resting(self, time: float) -> bool:
        """Whether the last roll has come to rest."""
        return time - self.rolled_at >= (_FADE if self.reduced_motion else self.throw.duration)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All dice on the board at a moment, arrays by die: the faces, poses, position in the roll (-1: kept earlier),
    opacity, greyness and dimming (0 to 1), and ring."""

    faces: tuple[int, ...]
    poses: Poses
    position: npt.NDArray[np.int64]
    opacity: npt.NDArray[np.float64]
    grey: npt.NDArray[np.float64]
    dim: npt.NDArray[np.float64]
    ring: npt.NDArray[np.int64]


def arrange(picture: BoardPicture, time: float) -> Arrangement:
    """Where every die is at this time, and how it looks; the lift of chosen dice is not in it."""
    rolled = _roll_poses(picture, time)
    earlier, fresh = _split_groups(picture)
    slots_before = kept_slots(earlier)
    slots_now = kept_slots(earlier + fresh)
    gone = _eased((time - picture.kept_at) / KEEP_SECONDS, reduced=picture.reduced_motion)
    fresh_slots = _matched(picture, fresh, slots_now[sum(map(len, earlier)) :])

    places, rotations, sizes = rolled.places.copy(), rolled.rotations.copy(), rolled.sizes.copy()
    for die, slot in fresh_slots.items():
        places[die] = _slid(places[die], slot, gone)
        rotations[die] = _squared(rotations[die], gone)
        sizes[die] = 1.0 + (_KEPT_SIZE - 1.0) * gone
    old_faces = [face for group in earlier for face in group]
    old = len(old_faces)
    old_places = slots_before + (slots_now[:old] - slots_before) * gone
    poses = Poses(
        places=np.concatenate([places, old_places]),
        rotations=np.concatenate([rotations, _upright(tuple(old_faces))]),
        sizes=np.concatenate([sizes, np.full(old, _KEPT_SIZE)]),
        seen=np.concatenate([rolled.seen, np.ones(old, dtype=np.bool_)]),
    )
    position = np.concatenate([np.arange(len(picture.roll)), np.full(old, -1)]).astype(np.int64)
    poses = _returned_to_cup(picture, poses, time)
    return Arrangement(
        faces=picture.roll + tuple(old_faces),
        poses=poses,
        position=position,
        opacity=_opacity(picture, position, time),
        grey=_greyness(picture, position, time),
        dim=_dimming(picture, position, time),
        ring=_rings(picture, position, time),
    )


def kept_slots(groups: tuple[tuple[int, ...], ...]) -> npt.NDArray[np.float64]:
    """Where the dice of kept groups lie along the near rim, (n, 3), in order."""
    across: list[float] = []
    at = 0.0
    for group in groups:
        across.extend(at + _KEPT_STEP * number for number in range(len(group)))
        at += _KEPT_STEP * len(group) + _GROUP_GAP
    slots = np.zeros((len(across), 3))
    if across:
        slots[:, 0] = np.array(across) - across[-1] / 2
    slots[:, 1] = _KEPT_SIZE / 2
    slots[:, 2] = _KEPT_ROW
    return slots


def group_middles(groups: tuple[tuple[int, ...], ...]) -> npt.NDArray[np.float64]:
    """The near edge of each kept group on the felt, (groups, 3), for the points written below it."""
    slots, ends = kept_slots(groups), np.cumsum([len(group) for group in groups])
    middles = [slots[end - len(group) : end].mean(axis=0) for group, end in zip(groups, ends, strict=True)]
    flat = np.array(middles).reshape(-1, 3) * np.array([1.0, 0.0, 1.0])
    return np.asarray(flat + np.array([0.0, 0.0, 0.62]))


def _roll_poses(picture: BoardPicture, time: float) -> Poses:
    elapsed = -LONG_AGO if picture.reduced_motion else time - picture.rolled_at
    poses = picture.throw.poses(elapsed)
    return Poses(poses.places + np.array(ROLL_CENTRE), poses.rotations, poses.sizes, poses.seen)


def _split_groups(
    picture: BoardPicture,
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Groups kept of earlier rolls, and those kept of the last one."""
    left, cut = len(picture.kept), len(picture.groups)
    while left > 0 and cut > 0:
        cut -= 1
        left -= len(picture.groups[cut])
    return picture.groups[:cut], picture.groups[cut:]


def _matched(
    picture: BoardPicture, fresh: tuple[tuple[int, ...], ...], slots: npt.NDArray[np.float64]
) -> dict[int, npt.NDArray[np.float64]]:
    """The slot that each kept position goes to: the first free one of its face."""
    free = [(face, slots[number]) for number, face in enumerate(face for group in fresh for face in group)]
    matched = {}
    for position in picture.kept:
        face = picture.roll[position]
        row = next((row for row, (slot_face, _) in enumerate(free) if slot_face == face), None)
        if row is not None:
            matched[position] = free.pop(row)[1]
    return matched


def _eased(share: float, *, reduced: bool = False) -> float:
    if reduced:
        return 1.0 if share >= 0 else 0.0
    share = min(1.0, max(0.0, share))
    return 1.0 - (1.0 - share) ** 3


def _slid(start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], share: float) -> npt.NDArray[np.float64]:
    place = start + (end - start) * share
    place[1] += 0.9 * 4 * share * (1 - share)
    return np.asarray(place)


def _squared(rotation: Rotations, share: float) -> Rotations:
    """Turned about the upright axis towards the nearest square position."""
    level = int(np.argmin(np.abs(rotation[1])))
    angle = float(np.arctan2(-rotation[2, level], rotation[0, level]))
    quarter = np.pi / 2
    rest = angle - quarter * round(angle / quarter)
    return np.asarray(about_y(-rest * share) @ rotation)


@lru_cache(maxsize=256)
def _upright(faces: tuple[int, ...]) -> Rotations:
    return np.array([facing_up(face) for face in faces]).reshape(-1, 3, 3)


def _returned_to_cup(picture: BoardPicture, poses: Poses, time: float) -> Poses:
    """After hot dice all six fly back into the cup, one after the other."""
    if picture.hot_at is None:
        return poses
    start = time - picture.hot_at - HOT_PAUSE - _HOT_STAGGER * np.arange(len(poses.seen))
    share = np.clip(start / _HOT_FLIGHT, 0.0, 1.0) ** 1.2
    x, z = CUP_PLACES[picture.thrower]
    cup = np.array([x, 1.6, z])
    places = poses.places + (cup - poses.places) * share[:, None]
    places[:, 1] += 3.2 * 4 * share * (1 - share)
    turning = about_y(share * 2.5) @ poses.rotations
    return Poses(places, turning, poses.sizes * (1 - 0.25 * share), poses.seen & (share < 1.0))


def _opacity(picture: BoardPicture, position: npt.NDArray[np.int64], time: float) -> npt.NDArray[np.float64]:
    fading_in = min(1.0, max(0.0, (time - picture.rolled_at) / _FADE)) if picture.reduced_motion else 1.0
    return np.where(position >= 0, fading_in, 1.0)


def _greyness(picture: BoardPicture, position: npt.NDArray[np.int64], time: float) -> npt.NDArray[np.float64]:
    if picture.farkled_at is None:
        return np.zeros(len(position))
    return np.full(len(position), _eased((time - picture.farkled_at) / FARKLE_FADE))


def _free(picture: BoardPicture, position: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    return (position >= 0) & ~np.isin(position, picture.kept)


def _dimming(picture: BoardPicture, position: npt.NDArray[np.int64], time: float) -> npt.NDArray[np.float64]:
    if not picture.choosing or not picture.resting(time):
        return np.zeros(len(position))
    useful = np.isin(position, list(picture.scoring | picture.selection))
    return np.where(_free(picture, position) & ~useful, 1.0, 0.0)


def _rings(picture: BoardPicture, position: npt.NDArray[np.int64], time: float) -> npt.NDArray[np.int64]:
    rings = np.zeros(len(position), dtype=np.int64)
    if picture.choosing and picture.resting(time):
        free = _free(picture, position)
        rings[free & np.isin(position, list(picture.scoring))] = SCORING
        rings[free & np.isin(position, list(picture.selection))] = SELECTED
        rings[free & np.isin(position, list(picture.illegal))] = ILLEGAL
    return rings
