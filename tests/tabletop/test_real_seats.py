"""Seats and the command line on a real server process, through the wire: teleport, kick and crash of who sits, and the
tools on a world in which a match runs and is over.
"""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.shared.content import FARKLE_BOARD
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.message import Refused
from server.shared.protocol.world import Correction, Sit, StandUp, UseBlock
from tests.end_to_end.guest import Guest, Pos, play_until
from tests.support.server import HOUSE, ServerProcess
from tests.tabletop.room import chair
from tests.tabletop.test_real_server import KEYS, balanced, both, rules, stand_at, table_of
from tests.tabletop.test_real_stakes import STICK, STRING, agree, sit_down, stake, things

pytestmark = pytest.mark.timeout(180)


def block_of_feet(guest: Guest) -> Pos:
    """The block in which the server last put this player's feet."""
    put = guest.last(Correction)
    return math.floor(put.x), math.floor(put.y), math.floor(put.z)


def stands_off_its_chair(guest: Guest, place: Pos) -> bool:
    """Whether the body came into the world standing, neither in nor on a chair."""
    guest.wait_until(lambda: bool(guest.of(Correction)))
    x, _, z = block_of_feet(guest)
    return not guest.of(Sit) and (x, z) != (place[0], place[2])


def again(server: ServerProcess, name: str) -> Guest:
    """The same player comes back."""
    return Guest.enter(server.address, name, KEYS[name])


def test_teleport_kick_and_crash_leave_chair_body_and_stake_right(tmp_path: Path) -> None:
    with both(tmp_path) as (server, ada, bob):
        for command in (f"/give {FARKLE_BOARD}", f"/give {STICK} 5"):
            ada.must(Say, command)
        bob.must(Say, f"/give {STRING} 2")
        table = sit_down(ada, bob)
        east, west = chair(1, table), chair(3, table)
        for command in ("/tp 0 80 0", "/tp Ada", "/spawn"):
            assert bob.refused(Say, command).code == "sitting"
        stake(bob, table)
        ada.must(Say, "/kick Bob")
        goodbye = bob.goodbye()
        assert goodbye is not None
        assert goodbye.code == "kicked"
        ada.see(lambda view: [seat.side for seat in view.seats if seat.seated] == [1])
        assert ada.view().pot == 0
        with again(server, "Bob") as bob:
            assert things(bob) == ({STRING: 2},)
            assert stands_off_its_chair(bob, west)
            x, y, z = block_of_feet(bob)
            assert max(abs(x - west[0]), abs(y - west[1]), abs(z - west[2])) <= 2, "beside it"
            bob.sit(table, 3)
            ada.see(lambda view: sum(seat.seated for seat in view.seats) == 2)
            server.kill()
    assert balanced(tmp_path)
    with both(tmp_path) as (server, ada, bob):
        assert stands_off_its_chair(ada, east)
        assert stands_off_its_chair(bob, west)
        for guest in (ada, bob):
            assert guest.refused(StandUp).code == "not_seated"
        stand_at(bob, table)
        bob.sit(table, 1)
        bob.see(lambda view: [(seat.side, seat.name) for seat in view.seats if seat.seated] == [(1, "Bob")])
        assert server.stop() == 0
    assert balanced(tmp_path)


def test_of_two_who_use_one_chair_in_one_moment_exactly_one_sits(tmp_path: Path) -> None:
    with both(tmp_path) as (server, ada, bob):
        table = table_of(ada, "oak")
        ada.must(Say, f"/give {FARKLE_BOARD}")
        for guest in (ada, bob):
            stand_at(guest, table)
        ada.hold(FARKLE_BOARD)
        ada.use(table)
        east = chair(1, table)
        state = ada._number(east)
        asked = [(guest, guest.request(UseBlock, east, 1, (0.5, 0.9, 0.5), state)) for guest in (bob, ada)]
        answers = [guest.wait_for(lambda told, n=n: getattr(told, "n", None) == n) for guest, n in asked]  # type: ignore[misc]
        (refused,) = (answer for answer in answers if isinstance(answer, Refused))
        assert refused.code == "chair_taken"
        sitter = ada if answers[0] is refused else bob
        bob.see(lambda view: [seat.player for seat in view.seats if seat.seated] == [sitter.welcome.player])
        assert len(ada.of(Sit)) + len(bob.of(Sit)) == 1
        assert server.stop() == 0


def tool(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`voxtable-server` with these words; `export` and `pots` on this folder's world."""
    world = ("--world", str(folder / "world")) if words[0] != "verify" else ()
    command = [sys.executable, "-m", "server", *words, *world]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=60, check=False)


def verified(folder: Path, exported: object) -> subprocess.CompletedProcess[str]:
    """What `verify` says of an export."""
    path = folder / "match.json"
    path.write_text(json.dumps(exported))
    return tool(folder, "verify", str(path))


def test_the_tools_tell_of_a_match_while_it_runs_and_prove_its_dice_when_it_is_over(tmp_path: Path) -> None:
    with both(tmp_path) as (server, ada, bob):
        for command in (f"/give {FARKLE_BOARD}", f"/give {STICK} 5"):
            ada.must(Say, command)
        bob.must(Say, f"/give {STRING} 2")
        table = sit_down(ada, bob)
        rules(ada, table, ("goal", 1_000), ("entry", 0))
        for guest in (ada, bob):
            stake(guest, table)
        for guest in (ada, bob):
            guest.ready(table)
        agree(ada, table, bob)
        agree(bob, table, ada)
        match = ada.see(lambda view: view.phase == "to_roll").match

        pots = tool(tmp_path, "pots")
        assert pots.returncode == 0
        assert pots.stdout.splitlines()[0] == f"{match}  of a running match"
        assert all(
            re.search(rf"^  {told}$", pots.stdout, re.M)
            for told in (r"Ada \(.+\): 5 × stick", r"Bob \(.+\): 2 × string")
        )
        assert tool(tmp_path, "pots", "--settle", match).returncode != 0, "the server has the world open"
        running = json.loads(tool(tmp_path, "export", match).stdout)
        assert running["state"] == "running"
        assert "secret" not in running["dice"]
        assert "contributions" not in running["dice"]
        early = verified(tmp_path, running)
        assert (early.returncode, "not over" in early.stderr) == (2, True)

        over = play_until([ada, bob], lambda view: view.phase == "result")
        assert over.fair is not None
        plain = json.loads(tool(tmp_path, "export", match[:10]).stdout)
        assert plain["dice"]["secret"] == over.fair.secret.hex()
        assert plain["dice"]["seal"] == running["dice"]["seal"], "the same as before the first roll"
        assert verified(tmp_path, plain).returncode == 0
        for number in (3, 2):
            rolls = plain["dice"]["rolls"]
            rolls[number][0] = rolls[number][0] % 6 + 1
        wrong = verified(tmp_path, plain)
        assert wrong.returncode == 1
        assert "die 1 of roll 3 showed" in wrong.stdout, "the first of two"
        assert tool(tmp_path, "pots").stdout == "0 pots in escrow, 0 stuck.\n"
        bob.must(Say, "/farkle stats ADA")
        bob.wait_until(lambda: any(line.text.startswith("Ada: ") for line in bob.of(ChatLine)))
        (told,) = (line.text for line in bob.of(ChatLine) if line.text.startswith("Ada: "))
        for row in ("matches 1, ", "best turn ", "longest hot streak ", "turns that farkle ", "items won, less those "):
            assert row in told
        assert bob.refused(Say, "/farkle stats Nobody").code == "unknown_player"
        assert server.stop() == 0
    assert balanced(tmp_path)
