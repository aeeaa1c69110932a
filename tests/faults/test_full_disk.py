"""A disk that fills up under a real server: it stops with a sentence, and the world opens again as it was told."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.shared.protocol.chat import Say
from server.shared.protocol.message import Done
from server.storage.schema import FILE_NAME
from tests.support.client import Client, Parted
from tests.support.server import HOUSE, running_server

resource = pytest.importorskip("resource", reason="only POSIX systems limit the size of a file")


def test_a_full_disk_stops_the_server_and_loses_nothing_that_was_told(tmp_path: Path) -> None:
    with running_server(tmp_path, "--operator", "Ada", "--seed", "3") as server:
        Client.join(server.address, "Ada").close()
    room = (tmp_path / FILE_NAME).stat().st_size + 64 * 1024
    told, code, said = give_until_it_ends(tmp_path, room)
    assert code == 1
    assert "Traceback" not in said[-1]
    assert said[-1].startswith("voxtable-server: The world in")
    assert "can no longer be stored" in said[-1]
    audit = subprocess.run(
        [sys.executable, "-m", "server", "audit", "--world", str(tmp_path)],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert audit.returncode == 0, audit.stdout
    sticks = [line.split() for line in audit.stdout.splitlines() if line.startswith("minecraft:stick")]
    assert sum(int(line[1]) for line in sticks) >= told > 0
    with running_server(tmp_path):
        pass


def give_until_it_ends(world: Path, room: int) -> tuple[int, int, list[str]]:
    """Give sticks on a disk with room for files of so many bytes; returns sticks told of, exit code, what it said."""
    program = (
        "import resource, sys; from server.__main__ import main; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room})); "
        "sys.exit(main())"
    )
    arguments = ["serve", "--world", str(world), "--port", "0", "--operator", "Eve"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=HOUSE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        _, host, port = process.stdout.readline().split()
        with Client.join((host, int(port)), "Eve", view_distance=2) as eve:
            with pytest.raises(Parted, match="server_failed"):
                give_for_ever(eve)
            told = len(eve.of(Done))
        _, said = process.communicate(timeout=30)
    return told, process.returncode, said.strip().splitlines()


def give_for_ever(client: Client) -> None:
    while True:
        client.must(Say, "/give minecraft:stick 1")
