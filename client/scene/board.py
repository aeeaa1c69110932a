"""The board of the board screen in 3D: felt, frame, cup and dice under one lamp, seen from 55 degrees above.

Everything follows from a BoardPicture and the time; only the easing of lifted dice is remembered from frame to frame.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from ..packs import Packs
from .board_camera import NO_MARGINS, board_camera, unprojected
from .board_camera import Margins as Margins
from .board_painting import BoardPainting, cup_pose, hot_glow
from .board_picture import ILLEGAL, SELECTED, Arrangement, BoardPicture, arrange, group_middles
from .dice import hit_distance
from .pace import Drawing, Pace
from .view import View

_SAMPLES: Final = 4

_LIFT_SELECTED, _LIFT_HOVER = 0.34, 0.16
_LIFT_RATE: Final = 16.0
"""How fast a die rises to its lift, per second."""
_LIFTED: Final = 0.004
"""So near to its lift a die is there."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the last picture showed, for picking and for labels."""

    arrangement: Arrangement
    view: View
    matrix: npt.NDArray[np.float64]
    viewport: gl.Viewport


class BoardScene:
    """Draws boards. Needs a current OpenGL context from construction to `delete`."""

    def __init__(self, packs: Packs) -> None:
        self._painting = BoardPainting(packs)
        self._sharp = gl.SmoothCanvas(_SAMPLES)
        self._coarse = gl.SmoothCanvas(_SAMPLES, stretched=True)
        self._seen = self._sharp
        self._pace = Pace()
        self._lifts: dict[int, float] = {}
        self._last_time = 0.0
        self._shown: _Shown | None = None

    def draw(self, picture: BoardPicture, viewport: gl.Viewport, time: float, margins: Margins = NO_MARGINS) -> None:
        """Draw a board into a viewport (framebuffer pixels) at a time (seconds). An empty viewport draws nothing."""
        if viewport.empty:
            return
        arrangement = self._lifted(picture, arrange(picture, time), time)
        view, matrix = board_camera(viewport, margins)
        self._shown = _Shown(arrangement, view, matrix, viewport)
        drawing = self._pace.judge(_look(picture, arrangement, viewport, margins, time), time)
        if drawing is not Drawing.KEPT:
            sharp = drawing is Drawing.SHARP
            self._seen = self._sharp if sharp else self._coarse
            width, height = (viewport.width, viewport.height) if sharp else _half(viewport)
            with self._seen.drawing(width, height):
                self._painting.draw(picture, arrangement, view, matrix, time)
        self._seen.show(viewport)

    def die_at(self, x: float, y: float) -> int | None:
        """The position in the roll of the die under a framebuffer pixel (origin lower left) in the last picture; None
        where there is none, or one that was kept earlier."""
        if self._shown is None:
            return None
        shown = self._shown
        viewport = shown.viewport
        across = np.array([(x - viewport.x) / viewport.width * 2 - 1, (y - viewport.y) / viewport.height * 2 - 1])
        near, far = (unprojected(shown.matrix, across, depth) for depth in (-1.0, 1.0))
        poses = shown.arrangement.poses
        if not len(poses.sizes):
            return None
        reach = hit_distance(near, far - near, poses.places, poses.rotations, poses.sizes * 1.06)
        reach = np.where(poses.seen, reach, np.inf)
        nearest = int(np.argmin(reach))
        position = int(shown.arrangement.position[nearest])
        return position if np.isfinite(reach[nearest]) and position >= 0 else None

    def die_pixel(self, position: int) -> tuple[float, float] | None:
        """Where the middle of a die of the roll is in the last picture, in framebuffer pixels; None when unseen."""
        if self._shown is None:
            return None
        rows = np.flatnonzero(self._shown.arrangement.position == position)
        if not len(rows) or not self._shown.arrangement.poses.seen[rows[0]]:
            return None
        return self._pixel(self._shown.arrangement.poses.places[rows[0]])

    def group_pixels(self, picture: BoardPicture) -> list[tuple[float, float]]:
        """For each kept group the framebuffer pixel below its middle, where its points are written."""
        if self._shown is None:
            return []
        return [self._pixel(place) for place in group_middles(picture.groups)]

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._painting, self._sharp, self._coarse):
            thing.delete()

    def _pixel(self, place: npt.NDArray[np.float64]) -> tuple[float, float]:
        assert self._shown is not None
        clip = self._shown.matrix @ np.append(place, 1.0)
        viewport = self._shown.viewport
        x = viewport.x + (clip[0] / clip[3] + 1) / 2 * viewport.width
        y = viewport.y + (clip[1] / clip[3] + 1) / 2 * viewport.height
        return float(x), float(y)

    def _lifted(self, picture: BoardPicture, arrangement: Arrangement, time: float) -> Arrangement:
        passed = time - self._last_time
        self._last_time = time
        share = 1.0 if not 0 <= passed < 0.5 else 1.0 - float(np.exp(-passed * _LIFT_RATE))
        for row, position in enumerate(arrangement.position.tolist()):
            if position < 0:
                continue
            chosen = arrangement.ring[row] in (SELECTED, ILLEGAL)
            hovered = picture.hover == position and picture.choosing and picture.resting(time)
            goal = _LIFT_SELECTED * chosen + _LIFT_HOVER * hovered
            lift = self._lifts.get(position, 0.0)
            lift += (goal - lift) * (share if abs(goal - lift) > _LIFTED else 1.0)
            self._lifts[position] = lift
            arrangement.poses.places[row, 1] += lift
        return arrangement


def _half(viewport: gl.Viewport) -> tuple[int, int]:
    return (viewport.width + 1) // 2, (viewport.height + 1) // 2


def _look(
    picture: BoardPicture, arrangement: Arrangement, viewport: gl.Viewport, margins: Margins, time: float
) -> tuple[Hashable, ...]:
    """All that a drawn board depends on."""
    poses = arrangement.poses
    dice = (poses.places, poses.rotations, poses.sizes, poses.seen)
    looks = (arrangement.opacity, arrangement.grey, arrangement.dim, arrangement.ring)
    around = (cup_pose(picture, time), hot_glow(picture, time))
    values = tuple(array.tobytes() for array in (*dice, *looks, *around))
    return (viewport.width, viewport.height, margins, picture.wood, picture.colour_blind, *values)
