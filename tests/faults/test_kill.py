"""Killing the server process at any moment loses only what nobody was told."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.login import Login
from server.storage.schema import entries_of, read_database
from server.storage.world_storage import WorldStorage
from tests.engine.shop import SALES, open_shop
from tests.support.client import Client
from tests.support.plain_msgpack import unpack
from tests.support.server import HOUSE


@pytest.mark.parametrize("told", [1, 7, 40])
def test_a_killed_server_has_kept_everything_that_was_told(tmp_path: Path, told: int) -> None:
    heard = 0
    for _ in range(2):
        heard = sell_until_killed(tmp_path, heard + told)
        shop = open_shop(WorldStorage(tmp_path))
        kept = shop.sold
        shop.engine.shut_down()
        assert kept >= heard
        with read_database(tmp_path) as database:
            assert [unpack(entry)["total"] for entry in entries_of(database, SALES.name)] == list(range(1, kept + 1))
        heard = kept


def sell_until_killed(world: Path, enough: int) -> int:
    """Keep ordering, kill the process as soon as enough is told, and return the greatest number that was heard."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.shop_server", str(world)], cwd=HOUSE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        with Client(("127.0.0.1", int(process.stdout.readline()))) as ada:
            ada.send(Login("ada", b"k" * 32, b"s" * 64, 4))
            while sold(ada) < enough:
                for _ in range(3):
                    ada.request(Say, "sell")
                ada.wait_for(lambda message: isinstance(message, ChatLine) and message.text.startswith("sold"))
            ada.request(Say, "sell")
            process.kill()
            process.wait(20)
            heard = max(sold(ada), enough)
    return heard


def sold(client: Client) -> int:
    lines = [line.text for line in client.of(ChatLine) if line.text.startswith("sold")]
    return int(lines[-1].split()[1]) if lines else 0
