"""The server's tools on worlds that are not there, cannot be read or may not be written, and on outputs that fail."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import client.__main__
import server.__main__
import server.rules.__main__
from server.players.records import PLAYERS, PlayerRecord
from server.storage.errors import WorldError
from server.storage.journal import Journal
from server.storage.records import pack
from server.storage.schema import FILE_NAME, read_database
from server.storage.world_storage import WorldStorage
from server.tabletop.records import STORED_EVENTS, STORED_FINISHED, STORED_MATCHES, MatchRecord
from tests.support.server import HOUSE
from tests.tabletop.room import Room
from tests.tabletop.test_records import in_world, played

TOOLS = (
    ("audit",),
    ("rekey", "Ada"),
    ("export",),
    ("export", "ab"),
    ("pots",),
    ("pots", "--settle", "1,2,3"),
)
READING = tuple(tool for tool in TOOLS if tool[0] != "rekey" and "--settle" not in tool)
TORN = b"\xc1"
"""What no stored record is."""


@pytest.fixture(scope="module")
def match_played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A stored world with one finished match, and its id."""
    room = Room()
    match = played(room, ("goal", 500))
    return in_world(tmp_path_factory.mktemp("played") / "world", room), match


def lone_world(folder: Path) -> Path:
    """A stored world that one player has joined."""
    storage = WorldStorage(folder)
    storage.start(lambda tick: None, lambda sentence: None)
    storage.submit(Journal(1, 1, {(PLAYERS.name, "p1"): pack(PlayerRecord("Ada", bytes(32)))}))
    storage.close()
    return folder


def inside(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder, None for folders."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def forbid_files_beside(world: Path) -> None:
    """SQLite cannot make its file by which those agree who have the world open, as on read-only media."""
    (world / f"{FILE_NAME}-shm").symlink_to(world / "nowhere" / "at all")


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    return str(line)


# ------------------------------------------------------------------ what is asked for


@pytest.mark.parametrize("tool", [(), ("serve",), ("audit",), ("export",), ("verify",), ("pots",)])
def test_every_command_of_the_server_tells_its_version(
    tool: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        server.__main__.main([*tool, "--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("Voxtable ")


@pytest.mark.parametrize("arguments", [["--version"], ["join", "--version"]])
def test_the_client_tells_its_version_without_a_screen(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        client.__main__.main(arguments)
    assert capsys.readouterr().out.startswith("Voxtable ")


def test_the_rules_tell_their_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        server.rules.__main__.main(["--version"])
    assert capsys.readouterr().out.startswith("Voxtable ")


@pytest.mark.parametrize("number", ["abc", "", "-1", "65536", "1e3", "99999999999999999999"])
def test_a_port_that_is_none_is_told_in_words_on_one_line(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        server.__main__.main(["serve", f"--port={number}"])
    assert ended.value.code == 2
    assert f"{number!r} is no port; ports are whole numbers from 0 to 65535" in sentence(capsys)


@pytest.mark.parametrize("number", ["abc", "1.5", str(2**63)])
def test_a_seed_that_is_no_number_of_a_world_is_told_in_words(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        server.__main__.main(["serve", f"--seed={number}"])
    assert f"{number!r} is no whole number from -9223372036854775808 to" in sentence(capsys)


# ------------------------------------------------------------------ no world where one is looked for


@pytest.mark.parametrize("tool", TOOLS, ids=" ".join)
@pytest.mark.parametrize(
    "there", ["nothing", "empty_folder", "a_file", "the_file_itself", "empty_file", "other_database"]
)
def test_a_tool_names_the_folder_without_a_world_and_makes_nothing(
    tool: tuple[str, ...], there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = tmp_path / "wrold"
    if there == "a_file":
        world.write_text("not a folder")
    elif there != "nothing":
        world.mkdir()
    if there in ("empty_file", "the_file_itself"):
        (world / FILE_NAME).touch()
    if there == "the_file_itself":
        world /= FILE_NAME
    if there == "other_database":
        with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
            database.execute("CREATE TABLE shopping (thing TEXT)")
            database.commit()
    before = inside(tmp_path)
    assert server.__main__.main([*tool, "--world", str(world)]) == 2
    assert f"There is no world in {world}" in sentence(capsys)
    assert inside(tmp_path) == before


@pytest.mark.parametrize("tool", READING, ids=" ".join)
def test_a_tool_that_reads_leaves_the_world_as_it_was(
    tool: tuple[str, ...], match_played: tuple[Path, str], tmp_path: Path
) -> None:
    world = Path(shutil.copytree(match_played[0], tmp_path / "world"))
    before = inside(tmp_path)
    server.__main__.main([*tool, "--world", str(world)])
    assert inside(tmp_path) == before


def test_a_closed_world_can_be_read_where_nothing_can_be_written(
    match_played: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = Path(shutil.copytree(match_played[0], tmp_path / "world"))
    forbid_files_beside(world)
    assert server.__main__.main(["audit", "--world", str(world)]) == 0
    assert server.__main__.main(["export", "--world", str(world)]) == 0
    assert match_played[1] in capsys.readouterr().out


def test_a_world_that_was_not_closed_and_cannot_be_written_beside_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_world, copy = lone_world(tmp_path / "open"), tmp_path / "copy"
    with contextlib.closing(sqlite3.connect(open_world / FILE_NAME)) as database:
        database.execute("UPDATE meta SET value = 2 WHERE name = 'tick'")
        database.commit()
        shutil.copytree(open_world, copy, ignore=shutil.ignore_patterns("*-shm"))
    forbid_files_beside(copy)
    assert server.__main__.main(["audit", "--world", str(copy)]) == 2
    assert "Copy its folder to where it may be written" in sentence(capsys)


def test_what_was_read_of_a_world_while_a_server_changed_it_does_not_count(tmp_path: Path) -> None:
    world = lone_world(tmp_path / "world")
    with pytest.raises(WorldError, match="while it was read"), read_database(world):
        lone_world(world)


def test_a_name_is_freed_in_a_world_that_exists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = lone_world(tmp_path / "world")
    assert server.__main__.main(["rekey", "ada", "--world", str(world)]) == 0
    assert "Ada now belongs to the first key" in capsys.readouterr().out


# ------------------------------------------------------------------ what cannot be read


def torn(world: Path, collection: str, key: str = "f" * 32) -> Path:
    """The world with a record in a collection that cannot be read."""
    with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
        database.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (collection, key, TORN))
        database.commit()
    return world


@pytest.mark.parametrize("collection", [STORED_MATCHES.name, STORED_FINISHED.name])
def test_an_unreadable_record_of_another_match_keeps_none_from_being_exported(
    collection: str, match_played: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = torn(Path(shutil.copytree(match_played[0], tmp_path / "world")), collection)
    assert server.__main__.main(["export", match_played[1], "--world", str(world)]) == 0
    assert capsys.readouterr().err == ""
    assert server.__main__.main(["export", "ffff", "--world", str(world)]) == 2
    assert f"The match {'f' * 32} cannot be exported: its record cannot be read" in sentence(capsys)
    assert server.__main__.main(["export", "--world", str(world)]) == 0
    assert "cannot be read" in capsys.readouterr().out.splitlines()[-1]


def test_an_unreadable_entry_of_the_log_is_counted_and_the_match_written(
    match_played: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = Path(shutil.copytree(match_played[0], tmp_path / "world"))
    with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
        database.execute("INSERT INTO logs (log, tick, value) VALUES (?, 1, ?)", (STORED_EVENTS.name, TORN))
        database.commit()
    assert server.__main__.main(["export", match_played[1], "--world", str(world)]) == 1
    told = capsys.readouterr()
    assert match_played[1] in told.out
    assert "1 entry of the log cannot be read; this match may lack them" in told.err


def test_a_running_match_whose_game_cannot_read_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = Room()
    room.start("ada", "bob")
    match = room.match().id
    room.engine.tick()
    room.engine.change(lambda changes: changes.put(room.matches, match, _emptied(room)))
    room.engine.tick()
    world = in_world(tmp_path / "world", room)
    assert server.__main__.main(["export", match, "--world", str(world)]) == 2
    assert f"The match {match} cannot be exported: its game cannot read how it stands" in sentence(capsys)


def _emptied(room: Room) -> MatchRecord:
    return replace(room.match(), state={})


@pytest.mark.parametrize("tool", TOOLS, ids=" ".join)
def test_a_file_that_is_no_database_is_told(
    tool: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"cake" * 4096)
    assert server.__main__.main([*tool, "--world", str(tmp_path)]) == 2
    assert f"{tmp_path / FILE_NAME} cannot be read" in sentence(capsys)


@pytest.mark.parametrize("tool", TOOLS, ids=" ".join)
def test_a_version_that_is_no_number_is_told(
    tool: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = lone_world(tmp_path / "world")
    with contextlib.closing(sqlite3.connect(world / FILE_NAME)) as database:
        database.execute("UPDATE meta SET value = 'abc' WHERE name = 'version'")
        database.commit()
    assert server.__main__.main([*tool, "--world", str(world)]) == 2
    assert "The world's version is 'abc' and no number" in sentence(capsys)


# ------------------------------------------------------------------ outputs that fail


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell in which $PY runs a module of ours."""
    surroundings = {**os.environ, "PY": f"{sys.executable} -m"}
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=HOUSE,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


PRINTING = (
    "server export {match} --world {world}",
    "server audit --world {world}",
    "server --help",
    "server.rules show classic",
)


@pytest.mark.skipif(os.name == "nt", reason="the shell of other systems")
@pytest.mark.parametrize("command", PRINTING)
def test_a_pipe_that_nobody_reads_ends_a_command_in_a_sentence(command: str, match_played: tuple[Path, str]) -> None:
    line = command.format(world=match_played[0], match=match_played[1])
    done = shell(f"exec 3> >(true); wait $!; $PY {line} >&3")
    assert done.returncode == 1, done.stderr
    assert [text.partition(": ")[2] for text in done.stderr.splitlines()] == [
        "Whoever read the output closed it before the end."
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only there is a disk that is always full")
@pytest.mark.parametrize("command", PRINTING)
def test_a_full_disk_ends_a_command_in_a_sentence(command: str, match_played: tuple[Path, str]) -> None:
    done = shell(f"$PY {command.format(world=match_played[0], match=match_played[1])} > /dev/full")
    assert done.returncode == 1, done.stderr
    assert [text.partition(": ")[2] for text in done.stderr.splitlines()] == [
        "The output cannot be written (No space left on device)."
    ]
