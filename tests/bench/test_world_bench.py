"""Figures for the world: making a column, reading blocks, streaming a view, a thousand falling drops, and
the search for a visible point of a hidden block."""

from itertools import count, product

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from server.engine.changes import ChangeSet
from server.shared.inventory.stack import Stack
from server.shared.protocol.world import StartBreaking
from server.shared.voxel.columns import pack
from server.world.generation import Generator
from tests.world.ground import FIELD, OpenWorld, state_table

STATES = state_table()
HOME = (0.5, 70.0, 5.5)


def test_generate_a_column(benchmark: BenchmarkFixture) -> None:
    generator, number = Generator(7, STATES), count(100)
    blocks = benchmark(lambda: generator.column(next(number), 40))
    assert blocks.any()


def test_compress_a_column(benchmark: BenchmarkFixture) -> None:
    blocks = Generator(7, STATES).column(5, 5)
    packed = benchmark(lambda: pack(blocks))
    assert len(packed) < 8192


def test_gather_blocks_around_a_hundred_bodies(benchmark: BenchmarkFixture) -> None:
    world = OpenWorld()
    rng = np.random.default_rng(1)
    x, z = rng.integers(-40, 40, (2, 100, 1, 1, 1))
    steps = np.arange(3)
    xs, ys, zs = x + steps[:, None, None], 66 + np.arange(4)[:, None] + 0 * x, z + steps
    states = benchmark(lambda: world.world.columns.states(xs, ys, zs))
    assert states.shape == (100, 3, 4, 3)


def test_stream_a_view_of_radius_eight(benchmark: BenchmarkFixture) -> None:
    world = OpenWorld()
    world.bodies.distance = 8
    players = (f"player{number}" for number in count())

    def stream() -> int:
        player = next(players)
        world.join(player, HOME)
        sent = len(world.take_columns(player))
        world.peers[player].hang_up()
        world.tick()
        return sent

    assert benchmark(stream) > 200


def test_let_a_thousand_drops_fall(benchmark: BenchmarkFixture) -> None:
    world = OpenWorld()
    rng = np.random.default_rng(2)
    places = [(x, 120.0, z) for x, z in rng.uniform(-30, 30, (1000, 2)).tolist()]

    def lay(changes: ChangeSet) -> None:
        for place in places:
            world.world.mint_drop(changes, Stack("minecraft:dirt", 64), place)

    world.engine.change(lay)
    benchmark.pedantic(world.tick, rounds=20)  # type: ignore[no-untyped-call]
    assert len(world.world.drop_rows()) == 1000


def test_look_for_a_visible_point_of_a_hidden_block(benchmark: BenchmarkFixture) -> None:
    world = OpenWorld()
    x, z = FIELD
    stone, air = world.world.states.number("minecraft:stone"), world.world.states.number("minecraft:air")

    def wall_in(changes: ChangeSet) -> None:
        for dx, dy, dz in product(range(-5, 6), repeat=3):
            changes.set_block((x + dx, 103 + dy, z + dz), air if (dx, dz) == (0, 0) and dy in (0, 1) else stone)

    world.engine.change(wall_in)
    world.join("ada", (x + 0.5, 103.0, z + 0.5))
    hidden = (x + 3, 103, z + 3)
    assert benchmark(lambda: world.refusal("ada", StartBreaking, hidden, stone)) == "out_of_reach"
