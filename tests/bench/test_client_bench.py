"""What a frame costs a client beside OpenGL: columns taken in, bodies moved, the own body's step, a screen's quads."""

from typing import Any

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from client.model.bodies import Bodies
from client.packs import Packs
from client.ui.text import parse_font
from server.shared.protocol.codec import frame
from server.shared.protocol.world import POSITION_ROW, DropAppears, Positions
from server.shared.voxel.keys import FORWARD
from tests.client.scripted import Script, column


def test_a_column_comes_in(benchmark: BenchmarkFixture) -> None:
    script = Script().welcome()
    data = frame(column(0, 0))
    benchmark(script.session.receive, data)
    assert (0, 0) in script.know.columns.columns


def test_two_hundred_bodies_move_for_a_frame(benchmark: BenchmarkFixture) -> None:
    bodies = Bodies()
    for number in range(200):
        bodies.drop_appears(DropAppears(body=number, item="a", count=1, x=0.0, y=64.0, z=float(number)))
    tick = [100]

    def live() -> None:
        tick[0] += 1
        rows = np.array([(number, tick[0] * 0.2, 64.0, number, 0.0, 0.0) for number in range(200)], dtype=POSITION_ROW)
        bodies.moved(Positions(tick=tick[0], rows=rows.tobytes()))
        bodies.advance(0.05)

    for _ in range(5):  # bodies are shown some ticks after they were told
        live()
    benchmark(live)
    assert bodies.bodies[199].place[0] > 0


def test_the_own_body_takes_a_step(benchmark: BenchmarkFixture) -> None:
    script = Script().welcome().stand()
    steps: Any = benchmark(script.know.own.advance, 0.05, FORWARD)
    assert len(steps) == 1


def test_a_page_of_rules_is_wrapped(benchmark: BenchmarkFixture) -> None:
    font = parse_font(Packs().read("voxtable/font/voxtable.json"))
    text = "Keep at least one scoring die of every roll, then roll on or bank what you have. " * 12
    lines: Any = benchmark(font.wrap, text, 140)
    assert len(lines) > 20
