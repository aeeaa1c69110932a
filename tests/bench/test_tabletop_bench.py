"""What one action at a table costs the tick: judged, rolled, stored, narrated and shown to those near."""

from itertools import count

from pytest_benchmark.fixture import BenchmarkFixture

from server.shared.protocol.tabletop import Act, SetRule
from tests.tabletop.room import TABLE, Room


def test_an_action_at_a_table_with_four_players_and_eight_spectators(benchmark: BenchmarkFixture) -> None:
    room = Room()
    players = ("ada", "bob", "cy", "dan")
    room.seat(*players)
    for number in range(8):
        room.join(f"guest{number}")
    room.ask("ada", SetRule, TABLE, "goal", 100_000)
    room.all_ready(*players)
    numbers = count(10_000)

    def act() -> None:
        match = room.match()
        assert match.mover is not None
        match_now = room.farkle()
        options = match_now.options()
        keep = options[0].positions if options else ()
        room.peers[match.players[match.mover]].ask(Act(next(numbers), match.id, match_now.step, keep, "roll"))

    benchmark(act)
