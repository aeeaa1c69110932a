"""The server's command line: it starts, stops and fails with one sentence each time."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.__main__ import main
from server.config import Settings, read_settings
from server.items.ledger import HOLDERS, MINTED, Holder, Tallied
from server.shared.inventory.stack import Stack
from server.shared.protocol import limits
from server.shared.protocol.chat import Say
from server.storage.journal import Journal
from server.storage.records import pack
from server.storage.schema import FILE_NAME
from server.storage.world_storage import WorldStorage
from tests.support.client import Client, Parted
from tests.support.server import HOUSE, running_server


def run(*arguments: object, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "server", *map(str, arguments)]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=timeout, check=False)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What a failed command says: one line, no trace."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_port_in_use_is_named_with_its_option(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = sentence(run("serve", "--world", tmp_path / "world", "--port", port))
    assert f"Port {port} on 127.0.0.1 is in use" in said
    assert "--port" in said


def test_a_bad_settings_file_is_named_with_its_key(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text("view_distance = 99\n")
    said = sentence(run("serve", "--config", config))
    assert str(config) in said
    assert "view_distance" in said


def test_a_settings_file_beside_the_world_is_found(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('title = ""\n')
    said = sentence(run("serve", "--world", tmp_path / "world"))
    assert str(tmp_path / "server.toml") in said
    assert "title" in said


def test_the_help_tells_every_setting_with_its_default() -> None:
    told = run("serve", "--help").stdout
    for field in msgspec.structs.fields(Settings):
        assert field.name in told
    assert f"port = {limits.DEFAULT_PORT}" in told


def test_settings_for_a_plugin_that_is_not_there_are_named(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text("[plugins.chess]\nclock = 5\n")
    said = sentence(run("serve", "--config", config, "--world", tmp_path / "world"))
    assert said.endswith(f"{config} cannot be used: plugins.chess: no plugin of that name is installed.")


def test_a_bad_setting_of_a_plugin_is_named_with_its_file_and_key(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text("[plugins.tabletop]\nbot_seconds = 99\n")
    said = sentence(run("serve", "--world", tmp_path / "world"))
    assert str(config) in said
    assert "plugins.tabletop.bot_seconds: " in said


def test_a_newer_world_is_refused_untouched(tmp_path: Path) -> None:
    WorldStorage(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE meta SET value = 99 WHERE name = 'version'")
    database.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    assert "has version 99" in sentence(run("serve", "--world", tmp_path, "--port", 0))
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_second_server_on_a_world_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        assert "is already open, in another window" in sentence(run("serve", "--world", tmp_path, "--port", 0))
        with Client.join(server.address, "Ada") as ada:
            ada.must(Say, "still here")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals for child processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_server_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with running_server(tmp_path) as server, Client.join(server.address, "Ada") as ada:
        server.process.send_signal(number)
        goodbye = ada.goodbye()
        assert goodbye is not None
        assert goodbye.code == "server_stops"
        assert server.wait() == 0


def test_an_embedded_server_ends_with_its_parents_pipe(tmp_path: Path) -> None:
    with running_server(tmp_path, "--parent-pipe") as server:
        assert server.let_go() == 0


def test_the_audit_of_a_played_world_balances_while_it_is_open(tmp_path: Path) -> None:
    with running_server(tmp_path, "--operator", "Ada") as server, Client.join(server.address, "Ada") as ada:
        ada.must(Say, "/give minecraft:oak_planks 12")
        done = run("audit", "--world", tmp_path)
        assert done.returncode == 0, done.stdout
        assert [line.split() for line in done.stdout.splitlines() if line.startswith("minecraft:oak_planks")] == [
            ["minecraft:oak_planks", "12", "12", "0"]
        ]


@pytest.mark.parametrize(
    ("held", "minted", "names"),
    [
        ((Stack("minecraft:stick", 5),), 4, "WRONG"),
        ((Stack("minecraft:stick", 3),), 4, "WRONG"),
        ((), 4, "WRONG"),
        ((Stack("minecraft:stick", 1, (("match", "m1"),)), Stack("minecraft:stick", 1, (("match", "m1"),))), 2, "m1"),
    ],
)
def test_the_audit_finds_a_planted_imbalance(tmp_path: Path, held: tuple[Stack, ...], minted: int, names: str) -> None:
    plant(tmp_path, held, minted)
    done = run("audit", "--world", tmp_path)
    assert done.returncode == 1
    assert names in done.stdout
    assert "1 of 1 items are not accounted for." in done.stdout


def test_the_audit_passes_a_sound_world_and_names_one_that_is_not_there(tmp_path: Path) -> None:
    plant(tmp_path, (Stack("minecraft:stick", 4),), 4)
    assert run("audit", "--world", tmp_path).returncode == 0
    assert "There is no world" in sentence(run("audit", "--world", tmp_path / "elsewhere"))


def plant(world: Path, held: tuple[Stack, ...], minted: int) -> None:
    """Write a world by hand in which these stacks lie and so many sticks were minted."""
    storage = WorldStorage(world)
    storage.start(lambda tick: None, lambda sentence: None)
    records: dict[tuple[str, str], bytes | None] = {
        (MINTED.name, "minecraft:stick/crafted"): pack(Tallied(minted)),
        (HOLDERS.name, "chest:1,2,3"): pack(Holder(held)),
    }
    storage.submit(Journal(1, 1, records))
    storage.close()


def test_a_freed_name_belongs_to_the_next_key_and_to_no_other(tmp_path: Path) -> None:
    old, new, third = (Ed25519PrivateKey.generate() for _ in range(3))
    with running_server(tmp_path) as server:
        with Client.join(server.address, "Ada", old) as ada:
            player = ada.welcome.player
        assert "is already open, in another window" in sentence(run("rekey", "ada", "--world", tmp_path))
    assert run("rekey", "ada", "--world", tmp_path).returncode == 0
    assert "Nobody called Bob" in sentence(run("rekey", "Bob", "--world", tmp_path))
    with running_server(tmp_path) as server:
        with Client.join(server.address, "ADA", new) as ada:
            assert (ada.welcome.player, ada.welcome.name) == (player, "Ada")
        for key in (old, third):
            with pytest.raises(Parted) as parted:
                Client.join(server.address, "Ada", key)
            assert parted.value.goodbye is not None
            assert parted.value.goodbye.code == "name_taken"


@pytest.mark.parametrize("name", ["Op", "Ada,Bob", "Ada Lovelace", "Adа", ""])
def test_an_operator_who_can_never_be_is_told_at_the_start(name: str, tmp_path: Path) -> None:
    said = sentence(run("serve", "--world", tmp_path / "world", "--port", 0, "--operator", name))
    assert "nobody can be called" in said
    assert "once for each name" in said
    assert not (tmp_path / "world").exists()


def test_an_owner_is_told_by_a_whole_key(tmp_path: Path) -> None:
    said = sentence(run("serve", "--world", tmp_path / "world", "--port", 0, "--owner", "Ada"))
    assert "64 hexadecimal digits" in said
    assert not (tmp_path / "world").exists()


def test_the_owner_of_a_world_is_its_operator_by_key_and_a_name_of_any_script_can_be_freed(tmp_path: Path) -> None:
    world, key = tmp_path / "world", Ed25519PrivateKey.generate()
    owner = key.public_key().public_bytes_raw().hex()
    with (
        running_server(world, "--owner", owner, "--operator", "Łucja") as server,
        Client.join(server.address, "Олег", key) as oleg,
        Client.join(server.address, "Łucja") as lucja,
    ):
        assert (oleg.welcome.operator, lucja.welcome.operator) == (True, True)
    freed = run("rekey", "ЛУЦЯ", "--world", world)
    assert freed.returncode == 2
    freed = run("rekey", "ОЛЕГ", "--world", world)
    assert (freed.returncode, "Олег" in freed.stdout) == (0, True)
    assert "is an operator" not in freed.stdout
    freed = run("rekey", "łucja", "--world", world)
    assert "Łucja is an operator, and so is whoever claims the name" in freed.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a = " + b"[" * 20_000, "is not TOML"),
        (b"\xff\xfe\x00\xd8", "is not TOML"),
        (b'world = "a\\u0000b"', "cannot be used: world: "),
        (b'host = "a\\u0000b"', "cannot be used: host: "),
        (b'host = ""', "cannot be used: host: "),
        (b"seed = 99999999999999999999", "cannot be used: seed: "),
    ],
)
def test_settings_of_any_kind_that_cannot_be_used_are_told_in_a_sentence(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "server.toml"
    config.write_bytes(content)
    assert main(["serve", "--config", str(config)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{config} {told}" in line
    assert list(tmp_path.iterdir()) == [config]


def test_settings_that_an_editor_began_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text('title = "Ours"', encoding="utf-8-sig")
    assert read_settings(config).title == "Ours"
