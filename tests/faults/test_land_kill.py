"""The whole server killed while somebody builds: every block that was told of stands after the restart."""

import math
import random
import zlib
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.shared.protocol.chat import Say
from server.shared.protocol.message import Done
from server.shared.protocol.world import BlockChanges, ColumnData, Correction, PlaceBlock
from server.shared.voxel.columns import ColumnPos, column_of, flat_index
from tests.support.client import Client
from tests.support.server import running_server

Land = dict[ColumnPos, tuple[int, list[int]]]
"""Revision and blocks of columns, by flat index."""
GIFT = "minecraft:oak_planks"


@pytest.mark.parametrize("seed", range(2))
def test_every_block_that_was_told_of_stands_after_each_kill(tmp_path: Path, seed: int) -> None:
    chance, key = random.Random(seed), Ed25519PrivateKey.generate()
    told: Land = {}
    placed = 0
    for _ in range(3):
        with (
            running_server(tmp_path, "--operator", "Ada", "--seed", "7") as server,
            Client.join(server.address, "Ada", key) as ada,
        ):
            await_columns(ada, told)
            compare(told, land(ada))
            numbers = build(ada, chance)
            server.kill()
            placed += sum(done.n in numbers for done in ada.of(Done))
            told = land(ada)
    assert placed >= 5


def await_columns(client: Client, told: Land) -> None:
    """Wait until the land around the player is here, all that was told of earlier included."""

    def here() -> bool:
        columns = {(each.cx, each.cz) for each in client.of(ColumnData)}
        return len(columns) >= 16 and told.keys() <= columns

    client.wait_until(here)


def compare(told: Land, found: Land) -> None:
    """What was told has stayed; more may have happened in the server's last moment."""
    for at, (revision, blocks) in told.items():
        assert found[at][0] >= revision
        if found[at][0] == revision:
            assert found[at][1] == blocks


def build(client: Client, chance: random.Random) -> set[int]:
    """Set planks on the tavern's floor without awaiting answers, up to some answer; returns the requests' numbers."""
    client.must(Say, f"/give {GIFT} 64")
    feet = client.of(Correction)[-1]
    x, y, z = math.floor(feet.x), math.floor(feet.y), math.floor(feet.z)
    known = land(client)
    numbers: set[int] = set()
    for _ in range(40):
        aside, along = chance.randint(-3, 3), chance.randint(-3, 3)
        pos = x + aside, y + chance.choice((-1, -1, 0)), z + along
        state = known[column_of(x + aside, z + along)][1][flat_index(*pos)]
        numbers.add(client.request(PlaceBlock, pos, 1, (0.5, 1.0, 0.5), state))
    enough = chance.randint(5, 40)
    client.wait_until(lambda: sum(getattr(each, "n", None) in numbers for each in client.messages) >= enough)
    return numbers


def land(client: Client) -> Land:
    """All columns as this client was told of them."""
    known: Land = {}
    for message in client.messages:
        if isinstance(message, ColumnData):
            blocks = np.frombuffer(zlib.decompress(message.blocks), "<u2").tolist()
            known[message.cx, message.cz] = message.revision, blocks
        elif isinstance(message, BlockChanges):
            revision, blocks = known[message.cx, message.cz]
            assert message.revision == revision + 1
            for index, state in message.changes:
                blocks[index] = state
            known[message.cx, message.cz] = message.revision, blocks
    return known
