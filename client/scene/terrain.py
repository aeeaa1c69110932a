"""The columns of the world on the graphics card: meshed in worker threads on copies, uploaded a few a frame, drawn with
one call a column and pass, those outside the picture left out.

A column waits until all its neighbours are here. What an edit touches is meshed together and swapped in one frame, so
that no border ever shows a hole; when light or blocks along a border changed, the neighbour there follows.
"""

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from server.shared.voxel.columns import ColumnPos

from .. import gl
from .catalogue import Catalogue
from .light import BRIGHTEST
from .meshing import DIRECTIONS, PASSES, ColumnMesh, gather_around, mesh_column
from .view import View

WORKERS: Final = 2
_IN_FLIGHT: Final = 4
UPLOAD_BYTES: Final = 1_500_000
"""Vertex bytes that go to the card in one frame; edits go at once."""

ATTRIBUTES: Final = (
    gl.Attribute(0, "place"),
    gl.Attribute(1, "uv", normalized=True),
    gl.Attribute(2, "tile"),
    gl.Attribute(3, "light", normalized=True),
)


class BlockColumn(Protocol):
    """What the scene reads of a column."""

    @property
    def blocks(self) -> npt.NDArray[np.uint16]:
        """State numbers (16, 128, 16)."""


class WorldColumns(Protocol):
    """What the scene reads of the world: its columns, and the positions that changed, which it takes out."""

    changed: set[ColumnPos]

    @property
    def columns(self) -> Mapping[ColumnPos, BlockColumn]:
        """The columns in view."""


@dataclass(slots=True)
class _Drawn:
    """A column on the card: one mesh a pass (None where empty), and what it was made from."""

    meshes: list[gl.Mesh | None]
    mesh: ColumnMesh


@dataclass(frozen=True, slots=True)
class _Job:
    """Columns being meshed together; `urgent` ones were already on the screen."""

    positions: tuple[ColumnPos, ...]
    future: Future[list[ColumnMesh]]
    urgent: bool


class Terrain:
    """All columns that can be drawn."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="meshing")
        self._drawn: dict[ColumnPos, _Drawn] = {}
        self._wanted: set[ColumnPos] = set()
        self._edited: set[ColumnPos] = set()
        self._jobs: list[_Job] = []
        self._ready: list[tuple[ColumnPos, ColumnMesh]] = []
        self._seen: list[tuple[ColumnPos, tuple[float, float, float]]] = []

    @property
    def idle(self) -> bool:
        """Nothing is being meshed or waits for its upload."""
        return not self._jobs and not self._ready and not self._edited

    @property
    def drawn_columns(self) -> frozenset[ColumnPos]:
        """The columns that are on the card."""
        return frozenset(self._drawn)

    def update(self, world: WorldColumns, eye: tuple[float, float, float]) -> None:
        """Take in what changed, upload finished meshes within the budget, and start meshing, nearest columns first."""
        self._take_changes(world)
        self._collect(world)
        self._upload(world)
        self._start(world, eye)

    def finish(self, world: WorldColumns, eye: tuple[float, float, float]) -> None:
        """Mesh and upload everything that can be, waiting for the workers."""
        self.update(world, eye)
        while not self.idle:
            for job in self._jobs:
                job.future.exception()
            self.update(world, eye)

    def look(self, view: View) -> None:
        """Find out which columns are in the picture, for the passes of one frame."""
        base_x, base_y, base_z = view.base.tolist()
        self._seen = [
            (pos, (pos[0] * 16.0 - base_x, -base_y, pos[1] * 16.0 - base_z)) for pos in self._in_picture(view)
        ]

    def draw(self, drawn: int, program: gl.Program) -> None:
        """Draw one pass of the columns in the picture, near ones first (far ones first for the translucent pass);
        the program in use has a uniform `origin`, relative to the view's base."""
        for pos, origin in self._seen if drawn < PASSES - 1 else reversed(self._seen):
            mesh = self._drawn[pos].meshes[drawn]
            if mesh is not None:
                program.set_place("origin", *origin)
                mesh.draw_quads()

    def light_at(self, place: tuple[float, float, float]) -> tuple[float, float]:
        """Sky light and lamp light (0 to 1) of the cell that holds a place; open sky where no column is drawn."""
        x, y, z = (int(np.floor(value)) for value in place)
        drawn = self._drawn.get((x >> 4, z >> 4))
        if drawn is None or not 0 <= y < drawn.mesh.height:
            return 1.0, 0.0
        cell = (x & 15, y, z & 15)
        return float(drawn.mesh.sky[cell]) / BRIGHTEST, float(drawn.mesh.lamp[cell]) / BRIGHTEST

    def delete(self) -> None:
        """Stop the workers and free everything."""
        self._workers.shutdown(cancel_futures=True)
        for pos in list(self._drawn):
            self._forget(pos)

    def _take_changes(self, world: WorldColumns) -> None:
        changed, columns = set(world.changed), world.columns
        world.changed.clear()
        for pos in changed:
            if pos not in columns:
                self._wanted.discard(pos)
                self._edited.discard(pos)
                self._forget(pos)
            elif pos in self._drawn:
                self._edited.add(pos)
            else:
                self._wanted.add(pos)

    def _collect(self, world: WorldColumns) -> None:
        for job in [job for job in self._jobs if job.future.done()]:
            self._jobs.remove(job)
            pairs = list(zip(job.positions, job.future.result(), strict=True))
            if job.urgent:
                for pos, mesh in pairs:
                    self._show(pos, mesh, world)
            else:
                self._ready.extend(pairs)

    def _upload(self, world: WorldColumns) -> None:
        budget = UPLOAD_BYTES
        while self._ready and budget > 0:
            pos, mesh = self._ready.pop(0)
            self._show(pos, mesh, world)
            budget -= sum(part.nbytes for part in mesh.passes)

    def _show(self, pos: ColumnPos, mesh: ColumnMesh, world: WorldColumns) -> None:
        if pos not in world.columns:
            return
        before = self._drawn.get(pos)
        meshes: list[gl.Mesh | None] = before.meshes if before else [None] * PASSES
        for number, vertices in enumerate(mesh.passes):
            meshes[number] = _refilled(meshes[number], vertices)
        self._drawn[pos] = _Drawn(meshes, replace(mesh, passes=()))
        if before is not None:
            for (dx, dz), checksum in mesh.borders.items():
                beside = (pos[0] + dx, pos[1] + dz)
                if checksum != before.mesh.borders[(dx, dz)] and beside in self._drawn:
                    self._edited.add(beside)

    def _forget(self, pos: ColumnPos) -> None:
        gone = self._drawn.pop(pos, None)
        for mesh in gone.meshes if gone else ():
            if mesh is not None:
                mesh.delete()

    def _start(self, world: WorldColumns, eye: tuple[float, float, float]) -> None:
        if self._edited and not any(job.urgent for job in self._jobs):
            self._submit(sorted(self._edited), world, urgent=True)
            self._edited.clear()
        free = _IN_FLIGHT - len(self._jobs) - len(self._ready)
        if free <= 0 or not self._wanted:
            return
        in_flight = {pos for job in self._jobs for pos in job.positions}
        for pos in sorted(self._wanted - in_flight, key=lambda pos: _distance(pos, eye)):
            if free <= 0:
                break
            if all((pos[0] + dx, pos[1] + dz) in world.columns for dx, dz in DIRECTIONS):
                self._wanted.discard(pos)
                self._submit([pos], world, urgent=False)
                free -= 1

    def _submit(self, positions: list[ColumnPos], world: WorldColumns, *, urgent: bool) -> None:
        def blocks_at(pos: ColumnPos) -> npt.NDArray[np.uint16] | None:
            column = world.columns.get(pos)
            return None if column is None else column.blocks

        copies = []
        for pos in positions:
            around = gather_around(pos, blocks_at)
            if around is None:
                self._wanted.add(pos)
            else:
                copies.append((pos, around))
        if copies:
            future = self._workers.submit(_mesh_all, copies, self._catalogue)
            self._jobs.append(_Job(tuple(pos for pos, _ in copies), future, urgent))

    def _in_picture(self, view: View) -> list[ColumnPos]:
        if not self._drawn:
            return []
        positions = np.array(list(self._drawn), dtype=np.float64)
        low = np.zeros((len(positions), 3))
        low[:, [0, 2]] = positions * 16.0
        high = low + 16.0
        high[:, 1] = [column.mesh.height + 1 for column in self._drawn.values()]
        seen = np.flatnonzero(view.sees_boxes(low - 0.5, high + 0.5))
        distance = ((low[seen] + 8.0 - view.eye)[:, [0, 2]] ** 2).sum(axis=1)
        keys = list(self._drawn)
        return [keys[row] for row in seen[np.argsort(distance, kind="stable")]]


def _mesh_all(copies: list[tuple[ColumnPos, npt.NDArray[np.uint16]]], catalogue: Catalogue) -> list[ColumnMesh]:
    return [mesh_column(around, catalogue, pos) for pos, around in copies]


def _refilled(mesh: gl.Mesh | None, vertices: npt.NDArray[np.void]) -> gl.Mesh | None:
    if not len(vertices):
        if mesh is not None:
            mesh.delete()
        return None
    if mesh is None:
        return gl.Mesh(ATTRIBUTES, vertices)
    mesh.fill(vertices)
    return mesh


def _distance(pos: ColumnPos, eye: tuple[float, float, float]) -> float:
    return (pos[0] * 16 + 8 - eye[0]) ** 2 + (pos[1] * 16 + 8 - eye[2]) ** 2
