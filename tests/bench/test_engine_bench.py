"""Figures of the engine: ticks full of messages, broadcasts, the judging of bytes, and commits to disk."""

import threading
from pathlib import Path
from typing import Any

from server.engine.connection import Connection
from server.engine.engine import Engine
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.codec import Codec, frame
from server.shared.protocol.world import Step, Steps
from server.shared.voxel.columns import RAW_BYTES
from server.storage.journal import Journal
from server.storage.world_storage import WorldStorage
from tests.engine.shop import open_shop

PLAYERS = 50


class Sink:
    """A peer that takes everything and keeps nothing."""

    def __init__(self, engine: Engine) -> None:
        self.number = engine.connect(self)

    def write(self, frames: list[bytes]) -> None:
        b"".join(frames)

    def waiting(self) -> int:
        return 0

    def finish(self) -> None:
        pass

    def abort(self) -> None:
        pass


def crowded_shop() -> tuple[Engine, list[Sink]]:
    engine = open_shop().engine
    sinks = [Sink(engine) for _ in range(PLAYERS)]
    for place, sink in enumerate(sinks):
        engine.admit(sink.number, f"player {place}")
    return engine, sinks


def test_a_tick_with_500_refused_requests(benchmark: Any) -> None:
    engine, sinks = crowded_shop()

    def tick() -> None:
        for number in range(10):
            for sink in sinks:
                engine.receive(sink.number, Say(number, "refuse"))
        engine.tick()

    benchmark(tick)


def test_a_tick_with_50_changes_that_all_50_players_hear(benchmark: Any) -> None:
    engine, sinks = crowded_shop()

    def tick() -> None:
        for sink in sinks:
            engine.receive(sink.number, Say(1, "sell"))
        engine.tick()

    benchmark(tick)


def test_telling_a_large_message_to_50_players(benchmark: Any) -> None:
    engine, _ = crowded_shop()
    line = ChatLine("", "x" * 20_000)

    def tick() -> None:
        engine.tell_all(line)
        engine.tick()

    benchmark(tick)


def test_an_empty_tick(benchmark: Any) -> None:
    engine, _ = crowded_shop()
    benchmark(engine.tick)


def test_judging_and_decoding_a_second_of_steps(benchmark: Any) -> None:
    step = Step(1, 33, 90.0, -4.5, 0.5, 64.0, -3.0)
    data = frame(Steps((step,))) * 20
    codec = Codec((Steps,))
    benchmark(lambda: Connection(codec, 0.0).receive(data, 0.0))


def test_committing_a_tick_of_50_records(benchmark: Any, tmp_path: Path) -> None:
    commit = Committing(tmp_path, lambda tick: Journal(tick, tick, {("a", f"{n}"): bytes(300) for n in range(50)}))
    benchmark(commit)
    commit.close()


def test_committing_a_tick_of_10_columns(benchmark: Any, tmp_path: Path) -> None:
    blocks = bytes(range(64)) * (RAW_BYTES // 64)
    commit = Committing(tmp_path, lambda tick: Journal(tick, tick, columns={(n, 0): (tick, blocks) for n in range(10)}))
    benchmark(commit)
    commit.close()


class Committing:
    """Submits a journal and waits until it is durable, each time it is called."""

    def __init__(self, folder: Path, journal: Any) -> None:
        self._storage = WorldStorage(folder)
        self._journal = journal
        self._tick = 0
        self._durable = threading.Event()
        self._storage.start(lambda tick: self._durable.set(), lambda sentence: None)

    def __call__(self) -> None:
        self._tick += 1
        self._durable.clear()
        self._storage.submit(self._journal(self._tick))
        assert self._durable.wait(20)

    def close(self) -> None:
        """Let go of the world."""
        self._storage.close()
