"""`voxtable-server pots`: an operator sees every pot and can settle one that nothing else will."""

import contextlib
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.__main__ import main
from server.items import ledger
from server.items.audit import audit
from server.players.records import PlayerRecord
from server.storage.records import pack, unpack
from server.storage.schema import FILE_NAME, read_database, records_of
from server.storage.world_storage import WorldStorage
from server.tabletop.pots import pots
from server.tabletop.stakes import ESCROW
from tests.tabletop.expected import expect
from tests.tabletop.test_records import in_world
from tests.tabletop.treasury import STICK, STRING, Treasury

BOOKS = ("tabletop/matches", "tabletop/tables", "tabletop/stakers", "tabletop/sitters")
ALL = (*BOOKS, "holders", "minted", "burnt")
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
        "  Ada (ada): 5 × stick",
        "  Bob (bob): 1 × string",
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


def in_two_lobbies(tmp_path: Path) -> Path:
    """A world with pots at 0,64,0 and, by another world's hand, 0,64,01; both of Ada, whose id says nothing."""
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 5)
    room.engine.tick()
    near, far = room.storage.records("holders"), f"{ESCROW}0,64,01/ada"
    (packed,) = (packed for key, packed in near if key.startswith(ESCROW))
    world = in_world(tmp_path / "world", room, ALL)
    with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
        put = "INSERT INTO records VALUES (?, ?, ?)"
        database.execute(put, ("holders", far, packed))
        database.execute(put, ("players", "ada", pack(PlayerRecord("Žofie", b""))))
        database.commit()
    return world


def test_a_pot_in_a_lobby_names_its_players_beside_their_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pots", "--world", str(in_two_lobbies(tmp_path))]) == 0
    assert "  Žofie (ada): 5 × stick" in capsys.readouterr().out


def test_the_exact_place_is_meant_though_another_begins_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = in_two_lobbies(tmp_path)
    assert main(["pots", "--world", str(world), "--settle", "0,64"]) == 2
    assert "2 pots begin with '0,64': 0,64,0, 0,64,01" in capsys.readouterr().err
    assert main(["pots", "--world", str(world), "--settle", "0,64,0", "--to", "žofie"]) == 0
    assert [pot.place for pot in pots(world, GAMES)] == ["0,64,01"]
    assert in_box(world, "ada") == {STICK: 5}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--settle", ""), "Name a pot"),
        (("--settle", " "), "Name a pot"),
        (("--to", "Ada"), "give both"),
        (("--settle", "0,64,0", "--to", ""), "Name a player after --to"),
    ],
)
def test_a_pot_is_settled_only_where_pot_and_player_are_named(
    options: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 5)
    room.engine.tick()
    world = in_world(tmp_path / "world", room, ALL)
    assert main(["pots", "--world", str(world), *options]) == 2
    assert told in capsys.readouterr().err
    assert len(pots(world, GAMES)) == 1


def test_a_pot_whose_match_cannot_be_read_is_listed_and_is_stuck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    room = playing()
    match = room.match().id
    world = in_world(tmp_path / "world", room, ALL)
    with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
        database.execute("UPDATE records SET value = x'c1' WHERE key = ?", (match,))
        database.commit()
    assert main(["pots", "--world", str(world)]) == 0
    assert f"{match}  of a match whose record cannot be read" in capsys.readouterr().out
    assert [pot.stuck for pot in pots(world, GAMES)] == [True]
    assert main(["pots", "--world", str(world), "--settle", match]) == 0
    assert (in_box(world, "ada"), in_box(world, "bob")) == ({STICK: 5}, {STRING: 1})
    expect(caplog, "set aside", None)


def test_a_chest_that_cannot_be_read_hides_no_pot_and_a_stake_that_cannot_be_read_is_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    room = playing()
    match = room.match().id
    world = in_world(tmp_path / "world", room, ALL)
    with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
        database.execute("INSERT INTO records VALUES ('holders', 'chest:1,2,3', x'c1')")
        database.execute("UPDATE records SET value = x'c1' WHERE key = ?", (f"{ESCROW}{match}/bob",))
        database.commit()
    assert main(["pots", "--world", str(world)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  Ada (ada): 5 × stick",
        "  Bob (bob): what was staked cannot be read; it is kept as it is",
        "1 pot in escrow, 0 stuck.",
    ]
    assert main(["pots", "--world", str(world), "--settle", match]) == 2
    assert "cannot read" in capsys.readouterr().err
    with read_database(world) as database:
        assert dict(records_of(database, "holders"))[f"{ESCROW}{match}/bob"] == b"\xc1"
    assert in_box(world, "ada") == Counter()
    expect(caplog, "set aside", None)
