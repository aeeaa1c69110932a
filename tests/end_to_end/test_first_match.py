"""The main job, over loopback TCP against a real server process: from the newcomers' chest to the result."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.shared.content import FARKLE_BOARD
from server.shared.protocol.tabletop import BoardView, TakeBoard
from tests.end_to_end.guest import Guest, Pos, play_until
from tests.support.server import HOUSE, ServerProcess, running_server

OPTIONS = ("--seed", "7", "--operator", "Ada", "--operator", "Bob")


def audit(world: Path) -> str:
    """The books of a world that is not open; fails unless every item is accounted for."""
    command = [sys.executable, "-m", "server", "audit", "--world", str(world)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def table_of(guest: Guest) -> Pos:
    """The tavern's oak table with four chairs, inside."""
    return next(
        pos
        for pos, name in sorted(guest.blocks().items())
        if "oak_small_game_table" in name and sum("chair" in guest.blocks().get((pos[0] + dx, pos[1], pos[2] + dz), "")
                                                  for dx, dz in ((0, -1), (1, 0), (0, 1), (-1, 0))) == 4
    )  # fmt: skip


def sit_down(ada: Guest, bob: Guest) -> Pos:
    """Ada crafts a board from the welcome chest, fits it, and both sit down and are ready: the match runs."""
    ada.take_welcome()
    assert sum(ada.items().values()) == 9
    ada.craft_board()
    assert ada.items() == {FARKLE_BOARD: 1}
    table = table_of(ada)
    for guest, side in ((ada, 1), (bob, 3)):
        guest.go(table[0] + (2.5 if side == 1 else -1.5), float(table[1]), table[2] + 0.5)
    ada.hold(FARKLE_BOARD)
    ada.use(table)
    ada.sit(table, 1)
    bob.see(lambda view: sum(bool(seat.player) for seat in view.seats) == 1)
    bob.sit(table, 3)
    ada.ready(table)
    bob.ready(table)
    ada.see(lambda view: view.phase == "to_roll")
    return table


def as_it_stands(view: BoardView) -> tuple[object, ...]:
    """All of a running match that must survive: everything but who is near."""
    seats = [(seat.player, seat.name, seat.score, seat.entered, seat.last, seat.eligible) for seat in view.seats]
    return view.match, view.step, view.phase, view.turn, view.options, seats, view.log


@pytest.mark.timeout(300)
def test_two_clients_craft_a_board_and_play_a_whole_match_and_a_rematch(tmp_path: Path) -> None:
    world = tmp_path / "world"
    with running_server(world, *OPTIONS) as server:
        with Guest.enter(server.address, "Ada") as ada, Guest.enter(server.address, "Bob") as bob:
            table = sit_down(ada, bob)
            over = play_until([ada, bob], lambda view: view.phase == "result")
            assert over.result is not None
            assert max(seat.score for seat in over.seats) >= over.goal
            assert over.result.kind in ("win", "draw")
            bob.see(lambda view: view.phase == "result")
            assert as_it_stands(bob.view()) == as_it_stands(ada.view())
            ada.ready(table)
            bob.ready(table)
            for guest in (ada, bob):
                guest.see(lambda view: view.match != over.match)
            again = play_until([ada, bob], lambda view: view.phase == "result")
            assert again.match != over.match
            ada.must(TakeBoard, table)
            ada.wait_until(lambda: ada.items() == {FARKLE_BOARD: 1})
        assert server.stop() == 0
    assert FARKLE_BOARD in audit(world)


@pytest.mark.timeout(300)
def test_killing_the_server_in_the_middle_of_turns_continues_the_same_match(tmp_path: Path) -> None:
    world = tmp_path / "world"
    keys = {name: Ed25519PrivateKey.generate() for name in ("Ada", "Bob")}

    @contextmanager
    def both() -> Iterator[tuple[ServerProcess, Guest, Guest]]:
        with running_server(world, *OPTIONS) as server:
            ada, bob = (Guest.enter(server.address, name, key) for name, key in keys.items())
            with ada, bob:
                yield server, ada, bob

    with both() as (server, ada, bob):
        sit_down(ada, bob)
        told = play_until([ada, bob], lambda view: view.phase == "to_keep" and view.step > 6)
        owned = ada.items(), bob.items()
        server.kill()
    audit(world)
    for until in (told.step + 9, told.step + 23):
        with both() as (server, ada, bob):
            back = ada.see(lambda view: all(seat.seated for seat in view.seats))
            assert as_it_stands(back) == as_it_stands(told)
            assert (ada.items(), bob.items()) == owned
            told = play_until([ada, bob], partial(_mid_turn, until))
            server.kill()
        audit(world)
    with both() as (_, ada, bob):
        ada.see(lambda view: all(seat.seated for seat in view.seats))
        over = play_until([ada, bob], lambda view: view.phase == "result")
        assert over.match == told.match
        assert over.result is not None
    assert FARKLE_BOARD in audit(world)


def _mid_turn(step: int, view: BoardView) -> bool:
    return view.phase == "to_keep" and view.step >= step
