"""`voxtable-server pots`: an operator sees every pot and can settle one that nothing else will."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.__main__ import main
from server.items import ledger
from server.items.audit import audit
from server.storage.records import unpack
from server.storage.schema import read_database, records_of
from server.storage.world_storage import WorldStorage
from server.tabletop.pots import pots
from tests.tabletop.test_records import in_world
from tests.tabletop.treasury import STICK, STRING, Treasury

ALL = ("tabletop/matches", "holders", "minted", "burnt")
GAMES = ("farkle",)


def playing() -> Treasury:
    """A running match for a pot."""
    room = Treasury()
    room.start_for("ada", "bob")
    room.engine.tick()
    return room


def in_box(world: Path, player: str) -> Counter[str]:
    """What waits in a player's claim box of a stored world."""
    with read_database(world) as database:
        holders = dict(records_of(database, ledger.HOLDERS.name))
    sums: Counter[str] = Counter()
    if f"claim:{player}" in holders:
        for stack in unpack(holders[f"claim:{player}"], ledger.Holder).slots:
            if stack is not None:
                sums[stack.item] += stack.count
    return sums


def test_every_pot_is_listed_with_who_staked_what_and_for_which_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = playing()
    world = in_world(tmp_path / "world", room, ALL)
    assert main(["pots", "--world", str(world)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{room.match().id}  of a running match",
        "  Ada: 5 stick",
        "  Bob: 1 string",
        "1 pot in escrow, 0 stuck.",
    ]


def test_a_stake_in_a_lobby_is_listed_and_not_stuck(tmp_path: Path) -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 5)
    room.engine.tick()
    (pot,) = pots(in_world(tmp_path / "world", room, ALL), GAMES)
    assert (pot.place, pot.stuck, list(pot.stakes)) == ("0,64,0", False, ["ada"])


@pytest.mark.parametrize("how", ["gone", "game_missing"])
def test_a_pot_that_no_match_will_settle_is_called_stuck_and_goes_back_by_hand(
    tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    room = playing()
    match = room.match()
    if how == "gone":
        room.engine.change(lambda changes: changes.delete(room.matches, match.id))
    else:
        room.engine.change(lambda changes: changes.put(room.matches, match.id, replace(match, game="chess")))
    room.engine.tick()
    world = in_world(tmp_path / "world", room, ALL)
    assert [pot.stuck for pot in pots(world, GAMES)] == [True]
    assert main(["pots", "--world", str(world), "--settle", match.id[:6]]) == 0
    assert "is settled" in capsys.readouterr().out
    assert (in_box(world, "ada"), in_box(world, "bob")) == ({STICK: 5}, {STRING: 1})
    assert pots(world, GAMES) == []
    assert all(each.sound for each in audit(world))


def test_all_of_a_pot_can_be_given_to_one_of_its_players_and_to_nobody_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = playing()
    world = in_world(tmp_path / "world", room, ALL)
    place = room.match().id
    assert main(["pots", "--world", str(world), "--settle", place, "--to", "Cy"]) == 2
    assert "Nobody called Cy" in capsys.readouterr().err
    assert main(["pots", "--world", str(world), "--settle", place, "--to", "Bob"]) == 0
    assert in_box(world, "bob") == {STICK: 5, STRING: 1}
    assert main(["pots", "--world", str(world), "--settle", place]) == 2
    assert "No pot begins" in capsys.readouterr().err


def test_a_world_that_a_server_has_open_is_listed_but_not_settled(tmp_path: Path) -> None:
    room = playing()
    world = in_world(tmp_path / "world", room, ALL)
    storage = WorldStorage(world)
    try:
        assert main(["pots", "--world", str(world)]) == 0
        assert main(["pots", "--world", str(world), "--settle", room.match().id]) == 2
    finally:
        storage.close()
    assert len(pots(world, GAMES)) == 1
