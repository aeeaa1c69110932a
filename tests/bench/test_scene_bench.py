"""How long the client takes to mesh a column and to plan a throw."""

from typing import Any

import numpy as np

from client.packs import Packs
from client.scene.catalogue import Catalogue
from client.scene.meshing import mesh_column
from client.scene.models import Models
from client.scene.throws import plan_throw
from client.scene.tiles import Tiles
from server.shared.voxel.states import StateInfo, StateTable


def hills() -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint16]], Catalogue]:
    """Rolling ground with grass, leaves, glass and lamps about it."""
    names = ("stone", "dirt", "grass_block", "short_grass", "oak_leaves", "glass", "lantern[hanging=false]")
    infos = [StateInfo("minecraft:air", opaque=False, collision=(), outline=())]
    infos += [StateInfo(f"minecraft:{name}", opaque=name in names[:3], light=15 * (name == names[6])) for name in names]
    x, z = np.meshgrid(np.arange(48), np.arange(48), indexing="ij")
    height = (64 + 4 * np.sin(x / 7) + 3 * np.cos(z / 5)).astype(int)
    y = np.arange(128)[None, :, None]
    ground = height[:, None, :]
    around = np.where(y < ground - 3, 1, np.where(y < ground, 2, np.where(y == ground, 3, 0))).astype(np.uint16)
    rng = np.random.default_rng(1)
    loose = (rng.random(around.shape) < 0.15) & (y == ground + 1)
    around[loose] = rng.choice([4, 4, 4, 5, 6, 7], size=int(loose.sum()))
    packs = Packs()
    return around, Catalogue(StateTable(infos), Models(packs), Tiles(packs))


def test_mesh_a_column(benchmark: Any) -> None:
    around, catalogue = hills()
    mesh = benchmark(mesh_column, around, catalogue)
    assert len(mesh.passes[0]) > 1000


def test_plan_a_throw(benchmark: Any) -> None:
    seeds = iter(range(10_000))
    throw = benchmark(lambda: plan_throw.__wrapped__((1, 2, 3, 4, 5, 6), (3.2, 1.5, 6.6), next(seeds)))
    assert throw.duration > 0.9
