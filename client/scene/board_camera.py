"""How the board is looked at: from 55 degrees above, fitted into what other things leave free of a viewport."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from .board_shape import FELT_X, FELT_Z, OUTER, RIM_HEIGHT, TABLE_Y
from .view import View, view_to

_TILT: Final = 55.0
_FOV: Final = 30.0
_FAR: Final = 90.0
_WIDE, _DEEP = FELT_X + OUTER, FELT_Z + OUTER
_CORNERS: Final = np.array(
    [(x, y, z) for x in (-_WIDE, _WIDE) for y in (TABLE_Y, RIM_HEIGHT) for z in (-_DEEP, _DEEP)],
)
"""Those of the whole board, rim and all."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Pixels of a viewport that other things cover; the board is fitted into the rest."""

    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0


NO_MARGINS: Final = Margins()


def board_camera(viewport: gl.Viewport, margins: Margins) -> tuple[View, npt.NDArray[np.float64]]:
    """The view, and its matrix shifted so that the board fills the part that the margins leave."""
    wide = max(1, viewport.width - margins.left - margins.right)
    high = max(1, viewport.height - margins.top - margins.bottom)
    aspect = wide / high
    slope = np.tan(np.radians(_FOV / 2))
    tilt = np.radians(_TILT)
    target = np.array([0.0, 0.0, 0.35])
    backwards, upwards = np.array([0.0, np.sin(tilt), np.cos(tilt)]), np.array([0.0, np.cos(tilt), -np.sin(tilt)])
    places = _CORNERS - target
    apart = np.maximum(np.abs(places[:, 0]) / aspect, np.abs(places @ upwards)) / slope
    distance = float((apart + places @ backwards).max())
    eye = target + distance * backwards
    view = view_to(eye, target, _FOV, aspect, _FAR)
    fit = np.eye(4)
    fit[0, 0], fit[1, 1] = wide / viewport.width, high / viewport.height
    fit[0, 3] = (margins.left - margins.right) / viewport.width
    fit[1, 3] = (margins.bottom - margins.top) / viewport.height
    return view, fit @ view.at(np.zeros(3))


def unprojected(
    matrix: npt.NDArray[np.float64], across: npt.NDArray[np.float64], depth: float
) -> npt.NDArray[np.float64]:
    """The place whose picture is at `across` (-1 to 1 over the viewport) and at a depth from -1 (near) to 1 (far)."""
    place = np.linalg.solve(matrix, np.array([across[0], across[1], depth, 1.0]))
    return np.asarray(place[:3] / place[3])
