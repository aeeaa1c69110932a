"""The time of day: it begins golden, moves on, is told to who comes, and can be set."""

from server.shared.protocol.world import WorldTime
from server.storage.memory import MemoryStorage
from tests.world.ground import OpenWorld

HOME = (0.5, 70.0, 5.5)


def told(world: OpenWorld, player: str) -> list[WorldTime]:
    return [each for each in world.peers[player].heard if isinstance(each, WorldTime)]


def test_a_new_world_begins_in_the_late_afternoon_and_the_sun_moves_on() -> None:
    world = OpenWorld()
    first = world.world.time
    assert 9000 < first < 11_500
    world.tick(100)
    assert world.world.time == first + 100


def test_newcomers_hear_the_time_at_once_and_seldom_after() -> None:
    world = OpenWorld()
    world.join("ada", HOME)
    world.tick()
    assert told(world, "ada") == [WorldTime(world.engine.tick_number, world.world.time)]
    world.tick(100)
    assert len(told(world, "ada")) == 1
    world.tick(400)
    assert len(told(world, "ada")) == 2


def test_the_time_that_is_set_is_told_to_all_and_kept() -> None:
    storage = MemoryStorage()
    world = OpenWorld(storage)
    world.join("ada", HOME)
    world.tick()
    world.engine.change(lambda changes: world.world.set_time(changes, 18_000))
    world.tick()
    assert told(world, "ada")[-1].time == 18_000
    assert OpenWorld(storage).world.time in range(18_000, 18_003)


def test_a_crash_takes_back_no_time_that_was_told_in_a_still_world() -> None:
    storage = MemoryStorage()
    world = OpenWorld(storage)
    world.join("ada", HOME)
    world.finish_work()
    world.tick(900)
    last = told(world, "ada")[-1]
    assert OpenWorld(storage).world.time >= last.time


def test_midnight_is_followed_by_the_morning() -> None:
    world = OpenWorld()
    world.engine.change(lambda changes: world.world.set_time(changes, 23_990))
    world.tick(20)
    assert 0 < world.world.time < 20
