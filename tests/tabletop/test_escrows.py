"""Every stake comes free by some road: the audit proves it, and a server that starts frees what has none."""

import logging
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.__main__ import main
from server.items import ledger
from server.items.audit import audit as sums
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Notice
from server.shared.protocol.tabletop import Resign
from server.tabletop.escrows import audit
from tests.tabletop.expected import expect
from tests.tabletop.test_pots import ALL
from tests.tabletop.test_records import in_world
from tests.tabletop.treasury import STICK, Treasury


def playing() -> Treasury:
    """Ada and Bob play for sticks and a string."""
    room = Treasury()
    room.start_for("ada", "bob")
    return room


def staking() -> Treasury:
    """Ada and Bob sit in a lobby, and Ada has put in sticks."""
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 5)
    return room


def put_into_escrow(room: Treasury, holder: str) -> None:
    """Five more sticks, where nobody knows of them."""
    stack = Stack(STICK, 5)
    room.engine.change(lambda changes: ledger.exchange(changes, {holder: (stack,)}, minted=[stack], reason="test"))


def stray_in_a_lobby(room: Treasury) -> str:
    put_into_escrow(room, "escrow:0,64,0/cy")
    return "The stake of cy at 0,64,0 has no way out of escrow; a running server frees it within minutes."


def stray_of_a_match_that_is_gone(room: Treasury) -> str:
    put_into_escrow(room, "escrow:long-gone/cy")
    return "The stake of cy at long-gone has no way out of escrow; a running server frees it within minutes."


def stray_of_a_stranger_to_the_match(room: Treasury) -> str:
    match = room.match().id
    put_into_escrow(room, f"escrow:{match}/cy")
    return f"The stake of cy at {match} has no way out of escrow; a running server frees it within minutes."


Stray = Callable[[Treasury], str]
STRAYS: list[Stray] = [stray_in_a_lobby, stray_of_a_match_that_is_gone, stray_of_a_stranger_to_the_match]


@pytest.mark.parametrize("make", [playing, staking])
def test_the_audit_finds_a_road_for_every_stake_of_a_match_or_a_lobby(
    tmp_path: Path, make: Callable[[], Treasury]
) -> None:
    room = make()
    room.engine.tick()
    assert room.escrows()
    assert audit(in_world(tmp_path / "world", room, ALL)) == ()


@pytest.mark.parametrize("stray", STRAYS)
def test_the_audit_says_which_stake_has_no_road_out(
    tmp_path: Path, stray: Stray, capsys: pytest.CaptureFixture[str]
) -> None:
    room = playing()
    sentence = stray(room)
    room.engine.tick()
    world = in_world(tmp_path / "world", room, ALL)
    assert audit(world) == (sentence,)
    assert all(each.sound for each in sums(world)), "the sums alone say nothing of it"
    assert main(["audit", "--world", str(world)]) == 1
    assert sentence in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("stray", STRAYS)
def test_a_server_that_starts_frees_what_has_no_road_and_tells_its_owner(
    stray: Stray, caplog: pytest.LogCaptureFixture
) -> None:
    room = playing()
    stray(room)
    room.engine.tick()
    match = room.match().id
    with caplog.at_level(logging.WARNING):
        again = Treasury(deepcopy(room.storage), room.blocks)
    assert sorted(again.escrows()) == [f"escrow:{match}/ada", f"escrow:{match}/bob"], "the match keeps its pot"
    assert again.waits("cy", STICK) == 5
    assert again.accounted()
    expect(caplog, "The stake of cy at")
    cy = again.join("cy")
    told = next(message.text for message in cy.heard if isinstance(message, Notice))
    assert told == ("A stake of yours lay where no match would end: 5 × stick. The server put it into your claim box.")


def test_a_stake_of_a_match_that_was_won_goes_to_who_won_it(caplog: pytest.LogCaptureFixture) -> None:
    room = playing()
    match = room.match().id
    room.ask("bob", Resign, match)
    put_into_escrow(room, f"escrow:{match}/bob")
    room.engine.tick()
    again = Treasury(deepcopy(room.storage), room.blocks)
    expect(caplog, "The stake of bob at")
    assert (again.escrows(), again.waits("ada", STICK), again.waits("bob", STICK)) == ({}, 5, 0)


def test_a_pot_whose_game_is_not_installed_stays_with_its_match() -> None:
    room = playing()
    match = room.match()
    room.engine.change(lambda changes: changes.put(room.matches, match.id, replace(match, game="chess")))
    room.engine.tick()
    again = Treasury(deepcopy(room.storage), room.blocks)
    assert len(again.escrows()) == 2


def test_what_was_staked_in_a_lobby_at_a_crash_goes_back_and_not_into_the_claim_box() -> None:
    room = staking()
    room.engine.tick()
    again = Treasury(deepcopy(room.storage), room.blocks)
    assert again.escrows() == {}
    assert (again.has("ada", STICK), again.waits("ada", STICK)) == (5, 0)
