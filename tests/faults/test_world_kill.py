"""The whole server killed while items change hands: every item stays accounted for, and what was told has happened."""

import random
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.items.audit import audit
from server.shared.inventory.layout import LAYOUTS
from server.shared.protocol.chat import Say
from server.shared.protocol.items import Click, CloseWindow, ThrowItem, WindowChanged, WindowOpened
from server.shared.protocol.message import Done
from tests.support.client import Client
from tests.support.server import running_server

SLOTS = LAYOUTS["inventory"].player
GIFTS = ("minecraft:stick", "minecraft:oak_log", "minecraft:bone_block")


@pytest.mark.parametrize("seed", range(2))
def test_every_item_is_accounted_for_after_each_kill(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    key = Ed25519PrivateKey.generate()
    told = 0
    for _ in range(3):
        with running_server(tmp_path, "--operator", "Ada") as server, Client.join(server.address, "Ada", key) as ada:
            given = handle_items(ada, chance)
            server.kill()
            told += sum(done.n in given for done in ada.of(Done))
        sums = audit(tmp_path)
        assert [each for each in sums if not each.sound] == []
        assert sum(each.minted for each in sums if each.item in GIFTS) >= told


def handle_items(client: Client, chance: random.Random) -> set[int]:
    """Be given, click, craft and throw for a while without waiting; returns the numbers of the gifts asked for."""
    given: set[int] = set()
    for _ in range(60):
        act = chance.randrange(4)
        if act == 0:
            given.add(client.request(Say, f"/give {chance.choice(GIFTS)}"))
        elif act == 1:
            client.request(ThrowItem, chance.random() < 0.3)
        else:
            slot = chance.choice((*range(5), *SLOTS[-9:]))
            client.request(Click, 0, revision(client), slot, chance.randrange(2), chance.choice(("pickup", "quick")))
        if chance.random() < 0.2:
            client.must(CloseWindow, 0)
    return given


def revision(client: Client) -> int:
    """The newest revision of the own inventory that was told."""
    known = [
        message.revision
        for message in client.messages
        if isinstance(message, WindowOpened | WindowChanged) and message.window == 0
    ]
    return known[-1]
