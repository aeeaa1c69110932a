"""Figures of the whole game: opening a new world, and a tick in which nothing happens."""

from pathlib import Path
from typing import Any

from server.config import Settings
from server.engine.engine import Engine
from server.game import Stopping, open_rooms


def opened(folder: Path) -> Engine:
    engine = Engine()
    open_rooms(engine, Settings(seed=5), folder, lambda call: call(), Stopping())
    return engine


def test_opening_a_new_world(benchmark: Any, tmp_path: Path) -> None:
    engine = benchmark.pedantic(opened, (tmp_path,), rounds=3)
    engine.shut_down()


def test_a_tick_of_an_empty_world(benchmark: Any, tmp_path: Path) -> None:
    engine = opened(tmp_path)
    benchmark(engine.tick)
    engine.shut_down()
