"""A world in which three matches are under way: one against a turn clock, one paused and carried, one for a pot.

Run as a program it plays that world with the code on the path and stores it, packed, for the tests of later versions:

    python -m tests.end_to_end.three_matches FILE
"""

import argparse
import gzip
import hashlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.shared.content import FARKLE_BOARD
from server.shared.inventory.layout import LAYOUTS, STAKES
from server.shared.protocol.chat import Say
from server.shared.protocol.items import CloseWindow, WindowOpened
from server.shared.protocol.tabletop import Agree, Board, BoardView, OpenStakes, SetRule, TakeBoard
from server.shared.protocol.world import StandUp
from tests.end_to_end.guest import Guest, Pos, play_until
from tests.support.server import ServerProcess, running_server

PAIRS = {"paused": ("Cyd", "Dan"), "pot": ("Eve", "Fay"), "clock": ("Ada", "Bob")}
"""Who plays which match."""
STAKES_OF = {"Eve": ("minecraft:stick", 5), "Fay": ("minecraft:string", 2)}
SETTINGS = """
seed = 7
operators = ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay"]
"""
COLUMNS_KEPT = 2
"""Columns around the spawn that are kept: the tavern's ground. All else grows again."""


class Seated(Guest):
    """A player who looks at one table only, however much goes on at others."""

    table: Pos

    def at(self) -> list[Board]:
        """What was told of the own table."""
        return [board for board in self.of(Board) if board.table == self.table]

    def view(self) -> BoardView:
        view = self.at()[-1].view
        assert view is not None
        return view

    def see(self, true: Callable[[BoardView], bool]) -> BoardView:
        def holds() -> bool:
            told = self.at()
            return bool(told) and told[-1].view is not None and true(told[-1].view)

        self.wait_until(holds)
        return self.view()


@contextmanager
def opened(folder: Path) -> Iterator[ServerProcess]:
    """A server on the world in a folder."""
    config = folder / "server.toml"
    config.write_text(SETTINGS)
    with running_server(folder / "world", "--config", str(config)) as server:
        yield server


def key(name: str) -> Ed25519PrivateKey:
    """A player's key follows from the name, so that later versions can come as the same one."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def enter(server: ServerProcess, name: str) -> Seated:
    """A player of this world comes in."""
    guest = Seated.enter(server.address, name, key(name))
    assert isinstance(guest, Seated)
    return guest


def tables(guest: Guest) -> list[Pos]:
    """All tables with a chair to the east and the west, in a fixed order."""
    blocks = guest.blocks()
    return [
        (x, y, z)
        for (x, y, z), name in sorted(blocks.items())
        if "small_game_table" in name and all("chair" in blocks.get((x + dx, y, z), "") for dx in (1, -1))
    ]


def come_to(table: Pos, *guests: Seated) -> None:
    """Stand next to a table and look at it only."""
    for guest in guests:
        guest.table = table
        guest.ask(StandUp)
        guest.go(table[0] + 2.5, float(table[1]), table[2] + 0.5)


def sit_down(table: Pos, *guests: Seated) -> None:
    """The first of two fits a board, and both sit down."""
    come_to(table, *guests)
    first, second = guests
    first.hold(FARKLE_BOARD)
    first.use(table)
    first.sit(table, 1)
    second.sit(table, 3)
    for guest in guests:
        guest.see(lambda view: sum(seat.seated for seat in view.seats) == 2)


def begin(table: Pos, *guests: Seated, **rules: object) -> None:
    """A match of 1,000 points under these rules."""
    for name, value in {"goal": 1_000, "entry": 0, "opening": "first_seat", **rules}.items():
        guests[0].must(SetRule, table, name, value)
    for guest in guests:
        guest.ready(table)
    guests[0].see(lambda view: all(seat.ready for seat in view.seats if seat.player) or view.phase != "lobby")


def stake(guest: Seated) -> None:
    """Put everything at stake but boards."""
    before = len(guest.of(WindowOpened))
    guest.must(OpenStakes, guest.table)
    guest.wait_until(lambda: len(guest.of(WindowOpened)) > before)
    window = guest.last(WindowOpened).window
    for slot in LAYOUTS[STAKES].player:
        held = guest.slots(window)[0][slot]
        if held is not None and held.item != FARKLE_BOARD:
            guest.click(window, slot, "quick")
    guest.must(CloseWindow, window)


def play_a_little(*guests: Seated) -> None:
    """Until somebody has banked and dice lie on the table."""
    play_until(list(guests), lambda view: any(seat.score for seat in view.seats) and view.phase == "to_keep")


def play_world(folder: Path) -> None:
    """All three matches, one after the other; then the server is killed while the clock of the last one runs."""
    with opened(folder) as server:
        for table, (kind, names) in zip(_free_tables(server), PAIRS.items(), strict=True):
            first, second = (enter(server, name) for name in names)
            with first, second:
                _play(table, kind, first, second)
                if kind == "clock":
                    server.kill()


def _free_tables(server: ServerProcess) -> list[Pos]:
    with enter(server, "Ada") as scout:
        return tables(scout)[: len(PAIRS)]


def _play(table: Pos, kind: str, first: Seated, second: Seated) -> None:
    first.must(Say, f"/give {FARKLE_BOARD}")
    for guest in (first, second):
        if guest.name in STAKES_OF:
            guest.must(Say, "/give {} {}".format(*STAKES_OF[guest.name]))
    sit_down(table, first, second)
    if kind == "pot":
        stake(first)
        stake(second)
    begin(table, first, second, **({"clock": "turn_clock"} if kind == "clock" else {}))
    if kind == "pot":
        for guest in (first, second):
            pot = max(first.view().pot, second.view().pot)
            guest.see(lambda view, pot=pot: view.pot >= pot)  # type: ignore[misc]
            guest.must(Agree, table, pot)
    first.see(lambda view: view.phase == "to_roll")
    play_a_little(first, second)
    if kind == "paused":
        first.must(TakeBoard, table)


def pack(world: Path, target: Path) -> None:
    """Store a closed world without the land that grows again."""
    with tempfile.TemporaryDirectory() as scratch:
        small = Path(scratch) / "world.sqlite"
        with closing(sqlite3.connect(world / "world.sqlite", isolation_level=None)) as database:
            database.execute(
                "DELETE FROM columns WHERE cx NOT BETWEEN ? AND ? OR cz NOT BETWEEN ? AND ?",
                (-COLUMNS_KEPT, COLUMNS_KEPT - 1) * 2,
            )
            database.execute("VACUUM INTO ?", (str(small),))
        target.write_bytes(gzip.compress(small.read_bytes(), mtime=0))


def unpack(packed: Path, folder: Path) -> None:
    """Lay a stored world down where `opened` opens it."""
    world = folder / "world"
    world.mkdir(parents=True)
    (world / "world.sqlite").write_bytes(gzip.decompress(packed.read_bytes()))


def main() -> None:
    """Play the world and store it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    target = parser.parse_args().file
    with tempfile.TemporaryDirectory() as scratch:
        play_world(Path(scratch))
        pack(Path(scratch) / "world", target)
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
