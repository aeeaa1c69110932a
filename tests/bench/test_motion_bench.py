"""How long one step of motion and one ray take."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from server.shared.voxel import motion
from server.shared.voxel.motion import Bodies, Inputs
from server.shared.voxel.raycast import Sight, direction
from tests.players.ground import FLOOR, SLAB, STONE, TABLE, Ground


def furnished() -> Ground:
    """A floor with something to bump into every few blocks."""
    chance = np.random.default_rng(7)
    places = chance.integers(-30, 45, (400, 2)).tolist()
    return Ground({(x, FLOOR, z): SLAB if x % 2 else STONE for x, z in places})


@pytest.mark.parametrize("count", [1, 50, 500])
def test_step_of_bodies(benchmark: BenchmarkFixture, count: int) -> None:
    chance = np.random.default_rng(1)
    place = np.column_stack(
        [chance.uniform(-30, 45, count), np.full(count, FLOOR + 1.0), chance.uniform(-30, 45, count)]
    )
    bodies = Bodies(place, np.zeros((count, 3)), np.ones(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_))
    inputs = Inputs(chance.integers(0, 128, count), chance.uniform(0, 360, count))
    moved = benchmark(motion.step, bodies, inputs, furnished().terrain)
    assert len(moved) == count


def test_ray_from_the_eye(benchmark: BenchmarkFixture) -> None:
    sight = Sight(TABLE, furnished().states)
    assert benchmark(sight.cast, (0.5, FLOOR + 1.62, 0.5), direction(30.0, 40.0), 5.0) is not None
