"""All block states' quads laid end to end as arrays, so that a column is meshed by indexing instead of by looping."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from server.shared.voxel.states import StateTable, block_of

from .models import NORMALS, Models, Quad
from .tiles import Tiles

LEAVES: Final = "_leaves"
SURFACE: Final = 14 / 16
"""How high still water stands under air."""

# For each face the two axes along it, as unit steps (u, v): neighbours of a block in the face's plane.
PLANE_AXES: Final = np.array(
    [
        ((1, 0, 0), (0, 0, 1)),
        ((1, 0, 0), (0, 0, 1)),
        ((1, 0, 0), (0, 1, 0)),
        ((1, 0, 0), (0, 1, 0)),
        ((0, 0, 1), (0, 1, 0)),
        ((0, 0, 1), (0, 1, 0)),
    ],
    dtype=np.int64,
)


@dataclass(frozen=True, slots=True)
class QuadTable:
    """Quads of all looks of all states, one row each.

    `corners` (n, 4, 3) blocks; `uv` (n, 4, 2) 0..65535; `tile`, `face`, `cull` (-1 none), `drawn` (pass) are (n,);
    `on_side`: lies in the block's side, so that it is lit from the cell in front; `weights` (n, 4, 4): how much each
    vertex takes of the face's corners (-u-v, +u-v, +u+v, -u+v)."""

    corners: npt.NDArray[np.float32]
    uv: npt.NDArray[np.uint16]
    tile: npt.NDArray[np.float32]
    face: npt.NDArray[np.int64]
    cull: npt.NDArray[np.int64]
    drawn: npt.NDArray[np.int64]
    on_side: npt.NDArray[np.bool_]
    weights: npt.NDArray[np.float32]
    shade: npt.NDArray[np.bool_]


class Catalogue:
    """What meshing must know of every state. State numbers from `len(states)` on are liquids under their own kind:
    full cubes, where the surface of the same liquid stands a little lower."""

    def __init__(self, states: StateTable, models: Models, tiles: Tiles) -> None:
        self._states = states
        self._looks: list[list[Quad]] = []
        self.first_look = np.zeros(0, dtype=np.int64)
        self.deep = np.arange(len(states), dtype=np.int64)
        all_states = [self._variants(models, number) for number in range(len(states))]
        for number in np.flatnonzero(states.liquid):
            self.deep[number] = len(all_states)
            all_states.append(all_states[number])
            all_states[number] = [_lowered(quads) for quads in all_states[number]]
        self.look_count = np.array([len(looks) for looks in all_states], dtype=np.int64)
        self.first_look = np.concatenate([[0], np.cumsum(self.look_count)[:-1]]).astype(np.int64)
        looks = [quads for variants in all_states for quads in variants]
        self.quad_count = np.array([len(quads) for quads in looks], dtype=np.int64)
        self.first_quad = np.concatenate([[0], np.cumsum(self.quad_count)[:-1]]).astype(np.int64)
        self.quads = quad_table([quad for quads in looks for quad in quads], tiles)

    @cached_property
    def opaque(self) -> npt.NDArray[np.bool_]:
        """By state: hides what lies behind it and casts occlusion."""
        return np.concatenate([self._states.opaque, np.zeros(self._deep_count, dtype=np.bool_)])

    @cached_property
    def merges(self) -> npt.NDArray[np.bool_]:
        """By state: shows no side towards its own kind (liquids, glass, and leaves, of which there are most)."""
        glassy = [block_of(state.name).endswith(("glass", LEAVES)) for state in self._states.states]
        return self._by_kind(self._states.liquid | np.array(glassy, dtype=np.bool_))

    @cached_property
    def kind(self) -> npt.NDArray[np.int64]:
        """By state: the state whose kind it is; a deep liquid counts as its surface."""
        kinds = np.arange(len(self._states), dtype=np.int64)
        return np.concatenate([kinds, np.flatnonzero(self._states.liquid)])

    @cached_property
    def dims(self) -> npt.NDArray[np.uint8]:
        """By state: how much of the light from above it takes away (leaves 1, liquids 2)."""
        leaves = np.array([block_of(state.name).endswith(LEAVES) for state in self._states.states], dtype=np.bool_)
        return self._by_kind(np.where(self._states.liquid, 2, leaves.astype(np.int64)).astype(np.uint8))

    @cached_property
    def occlusion(self) -> npt.NDArray[np.float32]:
        """By state: how much it darkens corners beside it, 0 to 1."""
        return np.where(self.opaque, 1.0, np.where(self.dims == 1, 0.55, 0.0)).astype(np.float32)

    @cached_property
    def light(self) -> npt.NDArray[np.uint8]:
        """By state: light it gives, 0 to 15."""
        return self._by_kind(self._states.light)

    @cached_property
    def liquid(self) -> npt.NDArray[np.bool_]:
        """By state: is a liquid."""
        return self._by_kind(self._states.liquid)

    @cached_property
    def always(self) -> npt.NDArray[np.bool_]:
        """By state: has quads that no neighbour hides, so that it is drawn even when enclosed."""
        loose = np.bincount(
            np.repeat(np.arange(len(self.quad_count)), self.quad_count),
            weights=(self.quads.cull < 0).astype(np.float64),
            minlength=len(self.quad_count),
        )
        return np.array(
            [
                bool((loose[first : first + count] > 0).any())
                for first, count in zip(self.first_look, self.look_count, strict=True)
            ]
        )

    def height(self, state: int) -> float:
        """How high a state's model reaches, in blocks: where something lies that is put on it."""
        look = int(self.first_look[state])
        first = int(self.first_quad[look])
        corners = self.quads.corners[first : first + int(self.quad_count[look])]
        return float(corners[..., 1].max()) if len(corners) else 0.0

    @property
    def _deep_count(self) -> int:
        return int(self._states.liquid.sum())

    def _by_kind(self, values: npt.NDArray[np.generic]) -> npt.NDArray:  # type: ignore[type-arg]
        return np.concatenate([values, values[self._states.liquid]])

    def _variants(self, models: Models, number: int) -> list[list[Quad]]:
        return [[]] if number == 0 else models.variants(self._states[number].name)


def _lowered(quads: list[Quad]) -> list[Quad]:
    """A liquid's surface: nothing reaches above SURFACE."""
    lowered = []
    for quad in quads:
        corners = quad.corners.copy()
        corners[:, 1] = np.minimum(corners[:, 1], SURFACE)
        lowered.append(Quad(corners, quad.uv, quad.texture, quad.face, quad.cull, quad.shade))
    return lowered


def quad_table(quads: list[Quad], tiles: Tiles) -> QuadTable:
    """Quads as arrays; textures get their tiles."""
    corners = np.array([quad.corners for quad in quads], dtype=np.float64).reshape(-1, 4, 3)
    face = np.array([quad.face for quad in quads], dtype=np.int64)
    layers = [tiles.layer(quad.texture) for quad in quads]
    drawn = {layer: tiles.drawn_as(layer) for layer in set(layers)}
    along = np.abs(NORMALS[face])[:, None, :]
    outer = np.where(NORMALS[face].sum(axis=1) > 0, 1.0, 0.0)[:, None]
    on_side = (np.abs((corners * along).sum(axis=2) - outer) < 1e-6).all(axis=1)
    shade = np.array([quad.shade for quad in quads], dtype=np.bool_)
    slanted = ((corners * along).sum(axis=2).std(axis=1) > 1e-3) if quads else np.zeros(0, dtype=np.bool_)
    return QuadTable(
        corners=corners.astype(np.float32),
        uv=np.round(np.array([quad.uv for quad in quads]).reshape(-1, 4, 2).clip(0, 1) * 65535).astype(np.uint16),
        tile=np.array(layers, dtype=np.float32),
        face=np.where(slanted | ~shade, 1, face).astype(np.int64),
        cull=np.array([quad.cull for quad in quads], dtype=np.int64),
        drawn=np.array([drawn[layer] for layer in layers], dtype=np.int64),
        on_side=on_side,
        weights=_corner_weights(corners, face),
        shade=shade & ~slanted,
    )


def _corner_weights(corners: npt.NDArray[np.float64], face: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    axes = PLANE_AXES[face].astype(np.float64)
    u = (corners @ axes[:, 0, :, None])[..., 0].clip(0, 1)
    v = (corners @ axes[:, 1, :, None])[..., 0].clip(0, 1)
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=2)
    return weights.astype(np.float32)
