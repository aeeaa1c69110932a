"""The seed of a world: any number will do, and the one that a world grew from is kept."""

from server.storage.memory import MemoryStorage
from server.world.world import LAND
from tests.world.ground import OpenWorld


def test_any_seed_of_a_settings_file_makes_a_world() -> None:
    for seed in (-1, 2**80, 0):
        world = OpenWorld(seed=seed)
        assert world.state(0, 0, 0).name == "minecraft:bedrock"
        world.tick()


def test_a_world_without_a_wanted_seed_takes_one_by_chance_and_keeps_it() -> None:
    storage = MemoryStorage()
    first = OpenWorld(storage, seed=None)
    first.tick()
    second, other = OpenWorld(storage, seed=None), OpenWorld(seed=None)
    assert second.engine.model.rows(LAND) == first.engine.model.rows(LAND)
    assert first.world.columns.blocks((2, 2)).tobytes() != other.world.columns.blocks((2, 2)).tobytes()
