"""Where the eye looks, as matrices. The eye is the origin of all that is drawn, so that nothing trembles far out."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .frame import Camera

Matrix = npt.NDArray[np.float64]
"""4 x 4, row-major, acting on column vectors."""
Vector = npt.NDArray[np.float64]

NEAR: Final = 0.05
UP: Final = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True)
class View:
    """A camera's `eye` (blocks, double precision), its `rotation`, and `matrix`, which takes places relative to the eye
    to clip space."""

    eye: Vector
    rotation: Matrix
    projection: Matrix
    matrix: Matrix

    @property
    def right(self) -> Vector:
        """Unit vector to the right of the picture."""
        return np.asarray(self.rotation[0, :3])

    @property
    def up(self) -> Vector:
        """Unit vector to the top of the picture."""
        return np.asarray(self.rotation[1, :3])

    @property
    def forward(self) -> Vector:
        """Unit vector into the picture."""
        return np.asarray(-self.rotation[2, :3])

    @property
    def base(self) -> Vector:
        """The block corner below the eye. Offsets from it are exact in single precision, so that columns, each drawn
        from its own offset, meet without a crack."""
        return np.asarray(np.floor(self.eye))

    @property
    def base_matrix(self) -> Matrix:
        """Takes places relative to `base` to clip space."""
        return self.matrix @ moved(self.base - self.eye)

    def at(self, place: npt.ArrayLike) -> Matrix:
        """The matrix for a model whose origin stands at a place in the world."""
        return self.matrix @ moved(np.asarray(place, dtype=np.float64) - self.eye)

    def sees_boxes(self, low: Vector, high: Vector) -> npt.NDArray[np.bool_]:
        """Which boxes (n, 3) lie at least partly in the picture; a few just outside may count as seen."""
        planes = np.concatenate([self.matrix[3] + self.matrix[:3], self.matrix[3] - self.matrix[:3]])
        normals, offsets = planes[:, :3], planes[:, 3]
        low, high = low - self.eye, high - self.eye
        furthest = np.where(normals[:, None, :] > 0, high[None], low[None])
        distance = (furthest * normals[:, None, :]).sum(axis=2) + offsets[:, None]
        return np.asarray((distance >= 0).all(axis=0))


def view_of(camera: Camera, aspect: float, far: float) -> View:
    """The view of a camera in a picture of this width over height."""
    forward = direction(camera.yaw, camera.pitch)
    heading = np.radians(camera.yaw)
    right = np.array([-np.cos(heading), 0.0, -np.sin(heading)])
    return _view(np.array([camera.x, camera.y, camera.z]), forward, right, camera.fov, aspect, far)


def view_to(eye: npt.ArrayLike, target: npt.ArrayLike, fov: float, aspect: float, far: float) -> View:
    """The view from an eye to a target, not straight up or down."""
    start = np.asarray(eye, dtype=np.float64)
    forward = unit(np.asarray(target, dtype=np.float64) - start)
    return _view(start, forward, unit(np.cross(forward, UP)), fov, aspect, far)


def _view(eye: Vector, forward: Vector, right: Vector, fov: float, aspect: float, far: float) -> View:
    rotation = np.eye(4)
    rotation[0, :3] = right
    rotation[1, :3] = np.cross(right, forward)
    rotation[2, :3] = -forward
    projection = perspective(fov, aspect, far)
    return View(eye, rotation, projection, projection @ rotation)


def direction(yaw: float, pitch: float) -> Vector:
    """The unit vector of a view in degrees (CONTRACT conventions: yaw 0 south, 90 west; pitch down)."""
    turn, tilt = np.radians(yaw), np.radians(pitch)
    return np.array([-np.sin(turn) * np.cos(tilt), -np.sin(tilt), np.cos(turn) * np.cos(tilt)])


def perspective(fov: float, aspect: float, far: float, near: float = NEAR) -> Matrix:
    """A projection with a vertical field of view in degrees."""
    scale = 1.0 / np.tan(np.radians(fov) / 2)
    matrix = np.zeros((4, 4))
    matrix[0, 0] = scale / max(aspect, 1e-6)
    matrix[1, 1] = scale
    matrix[2, 2] = (far + near) / (near - far)
    matrix[2, 3] = 2 * far * near / (near - far)
    matrix[3, 2] = -1.0
    return matrix


def unit(vector: Vector) -> Vector:
    """The vector at length one."""
    return np.asarray(vector / np.linalg.norm(vector))


def moved(offset: npt.ArrayLike) -> Matrix:
    """A translation."""
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def scaled(factor: float | npt.ArrayLike) -> Matrix:
    """A scaling by one factor or by one for each axis."""
    matrix = np.eye(4)
    matrix[[0, 1, 2], [0, 1, 2]] = factor
    return matrix


def turned(axis: int, degrees: float) -> Matrix:
    """A rotation about x (0), y (1) or z (2), counter-clockwise as seen from the axis' tip."""
    angle = np.radians(degrees)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(4)
    matrix[one, one] = matrix[two, two] = np.cos(angle)
    matrix[two, one], matrix[one, two] = np.sin(angle), -np.sin(angle)
    return matrix
