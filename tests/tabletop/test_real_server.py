"""The table's further ways on a real server process, through the wire: a match carried to another table over a crash,
bots at the pace of the settings file, and the export of what was played.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.items.audit import audit
from server.shared.content import FARKLE_BOARD
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.tabletop import AskClock, PlayAlone, Resign, SetRule, TakeBoard
from tests.end_to_end.guest import Guest, Pos, play_until
from tests.support.server import HOUSE, ServerProcess, running_server

pytestmark = pytest.mark.timeout(180)

SETTINGS = """
seed = 7
operators = ["Ada", "Bob"]
[plugins.tabletop]
bot_seconds = 0.02
stalled_minutes = 0
"""
KEYS = {name: Ed25519PrivateKey.generate() for name in ("Ada", "Bob")}


@contextmanager
def both(folder: Path) -> Iterator[tuple[ServerProcess, Guest, Guest]]:
    """The world in a folder, open, with Ada and Bob in it."""
    config = folder / "server.toml"
    config.write_text(SETTINGS)
    with running_server(folder / "world", "--config", str(config)) as server:
        ada, bob = (Guest.enter(server.address, name, key) for name, key in KEYS.items())
        with ada, bob:
            yield server, ada, bob


def table_of(guest: Guest, wood: str) -> Pos:
    """The first table of a wood with a chair on its east and west sides."""
    blocks = guest.blocks()
    return next(
        pos
        for pos, name in sorted(blocks.items())
        if f"{wood}_small_game_table" in name
        and all("chair" in blocks.get((pos[0] + dx, pos[1], pos[2]), "") for dx in (1, -1))
    )


def stand_at(guest: Guest, table: Pos) -> None:
    """Next to the table, on the far side of the east chair."""
    guest.go(table[0] + 2.5, float(table[1]), table[2] + 0.5)


def rules(host: Guest, table: Pos, *changes: tuple[str, object]) -> None:
    for name, value in changes:
        host.must(SetRule, table, name, value)


def balanced(folder: Path) -> bool:
    return all(each.sound for each in audit(folder / "world"))


def test_a_match_goes_on_at_another_table_after_the_server_was_killed_while_it_was_carried(tmp_path: Path) -> None:
    with both(tmp_path) as (server, ada, bob):
        oak = table_of(ada, "oak")
        ada.must(Say, f"/give {FARKLE_BOARD}")
        for guest in (ada, bob):
            stand_at(guest, oak)
        ada.hold(FARKLE_BOARD)
        ada.use(oak)
        ada.sit(oak, 1)
        bob.sit(oak, 3)
        rules(ada, oak, ("rule_set", "classic"), ("goal", 2_000))
        ada.ready(oak)
        bob.ready(oak)
        ada.see(lambda view: view.phase == "to_roll")
        told = play_until([ada, bob], lambda view: view.phase == "to_keep" and view.step > 4)
        ada.must(TakeBoard, oak)
        server.kill()
    assert balanced(tmp_path)
    with both(tmp_path) as (server, ada, bob):
        birch = table_of(ada, "birch")
        for guest in (ada, bob):
            stand_at(guest, birch)
        ada.hold(FARKLE_BOARD)
        ada.use(birch)
        waiting = ada.see(lambda view: view.phase == "paused")
        assert waiting.status == "The match is paused. It goes on when Ada and Bob sit down."
        ada.sit(birch, 3)
        bob.sit(birch, 1)
        back = ada.see(lambda view: view.phase != "paused")
        bob.see(lambda view: view.phase != "paused")
        assert (back.match, back.turn, back.options) == (told.match, told.turn, told.options)
        over = play_until([ada, bob], lambda view: view.phase == "result")
        ada.must(Say, "/farkle stats bob")
        ada.wait_until(lambda: any(line.text.startswith("Bob: matches 1, ") for line in ada.of(ChatLine)))
        assert server.stop() == 0
    assert balanced(tmp_path)
    command = [sys.executable, "-m", "server", "export", over.match, "--world", str(tmp_path / "world")]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=60, check=True)
    exported = json.loads(done.stdout)
    assert exported["result"]["scores"] == [seat.score for seat in over.seats]
    assert sum(event["event"] == "banked" for event in exported["log"]) > 0


def test_a_player_alone_plays_bots_that_go_on_after_the_server_came_back(tmp_path: Path) -> None:
    with both(tmp_path) as (server, ada, _):
        oak = table_of(ada, "oak")
        ada.must(Say, f"/give {FARKLE_BOARD}")
        stand_at(ada, oak)
        ada.hold(FARKLE_BOARD)
        ada.use(oak)
        ada.sit(oak, 1)
        rules(ada, oak, ("bot.0", "bold"), ("bot.3", "expected_points"), ("goal", 1_000), ("opening", "first_seat"))
        ada.must(PlayAlone, oak)
        ada.see(ada.mine)
        server.kill()
    assert balanced(tmp_path)
    with both(tmp_path) as (_, ada, _bob):
        while (view := ada.see(lambda view: ada.mine(view) or view.phase == "result")).phase != "result":
            step = view.step
            ada.move(view)
            ada.see(lambda seen, step=step: seen.step > step)  # type: ignore[misc]
        assert view.result is not None
        assert {seat.bot for seat in view.seats} == {"bold", "expected_points", ""}
        assert ada.refused(Resign, view.match).code == "match_over"
    assert balanced(tmp_path)


def test_a_clock_asked_for_through_the_wire_runs_for_everybody(tmp_path: Path) -> None:
    with both(tmp_path) as (server, ada, bob):
        oak = table_of(ada, "oak")
        ada.must(Say, f"/give {FARKLE_BOARD}")
        for guest in (ada, bob):
            stand_at(guest, oak)
        ada.hold(FARKLE_BOARD)
        ada.use(oak)
        ada.sit(oak, 1)
        bob.sit(oak, 3)
        rules(ada, oak, ("clock", "none"), ("opening", "first_seat"))
        for guest in (ada, bob):
            guest.ready(oak)
        view = ada.see(lambda view: view.phase == "to_roll")
        assert view.turn is not None
        waiting = bob if view.turn.seat == 0 else ada
        assert view.asking_in == 0
        waiting.must(AskClock, view.match)
        for guest in (ada, bob):
            guest.see(lambda view: view.deadline is not None and view.deadline <= 45_000)
        assert server.stop() == 0
