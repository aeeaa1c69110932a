"""How long a whole tick takes with many players walking near each other, messages to all of them included."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from server.shared.protocol.world import Steps
from server.shared.voxel.keys import FORWARD
from tests.players.table import Guest, House


class Walker(Guest):
    """A guest that counts what it hears instead of reading it."""

    def write(self, frames: list[bytes]) -> None:
        if self.number_of_step:
            self.frames = frames[-1:]
        else:
            super().write(frames)


@pytest.mark.parametrize("count", [10, 100])
def test_tick_of_walkers(benchmark: BenchmarkFixture, count: int) -> None:
    house = House()
    walkers = [house.join(f"walker_{number}", kind=Walker) for number in range(count)]
    house.tick(5)
    for walker in walkers:
        walker.settle()

    def send() -> None:
        for number, walker in enumerate(walkers):
            walker.send(Steps((walker.step(FORWARD, 360.0 * number / count),)))

    benchmark.pedantic(house.tick, setup=send, rounds=60)  # type: ignore[no-untyped-call]
    for walker in walkers:
        assert walker.feet == pytest.approx(tuple(walker.own.pos[0]))
