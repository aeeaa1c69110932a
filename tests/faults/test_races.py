"""Five hasty players at one table, several requests of each in every tick: whatever meets whatever, the world stays
whole after every tick, and the server never answers with a mistake of its own."""

import logging
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from server.engine.changes import Collection, Pos
from server.items.ledger import BURNT, HOLDERS, MINTED, tally
from server.items.windows import BLOCKS, WINDOWS
from server.players.records import PUTS
from server.shared.voxel.states import block_of
from tests.faults.reckless import OpenGame

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve")
TICKS = 400


@pytest.mark.parametrize("seed", range(3))
def test_the_world_stays_whole_whatever_meets_in_one_tick(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    game, chance = OpenGame(tmp_path, seed, *NAMES), random.Random(seed)
    matches: set[str] = set()
    for _ in range(TICKS):
        gone = [name for name in NAMES if chance.random() < 0.004]
        for name, player in game.players.items():
            for _ in range(chance.choice((0, 1, 1, 2, 3))):
                player.act()
            if name in gone:
                player.peer.hang_up()
        game.tick(chance.choice((50, 50, 50, 600, 1500)))
        assert [fault for player in game.players.values() for fault in player.faults()] == []
        check_items(game)
        check_seats(game)
        check_windows(game)
        check_tables(game)
        matches |= set(rows(game, "tabletop/matches"))
        for name in gone:
            game.come_back(name)
    assert [record.getMessage() for record in caplog.records] == []
    assert matches


def check_items(game: OpenGame) -> None:
    """What exists is what was minted minus what was burnt, and nothing is left in between two holders."""
    rows = game.engine.model.rows
    existing: Counter[str] = Counter()
    for holder, held in rows(HOLDERS).items():
        assert not holder.startswith("hand:"), holder
        for (item, _), count in tally(held.slots).items():
            existing[item] += count
    for counters, sign in ((MINTED, -1), (BURNT, 1)):
        for key, tallied in rows(counters).items():
            existing[key.partition("/")[0]] += sign * tallied.count
    assert {item: count for item, count in existing.items() if count} == {}


def check_seats(game: OpenGame) -> None:
    """Each sitter has a chair of their own that stands before a table, and a body that sits there."""
    sitters = rows(game, "tabletop/sitters")
    puts = game.engine.model.rows(PUTS)
    assert {player: put.table for player, put in puts.items() if put.table is not None} == {
        player: sitter.table for player, sitter in sitters.items()
    }
    assert set(sitters) <= set(game.engine.online())
    assert len({sitter.chair for sitter in sitters.values()}) == len(sitters)
    for sitter in sitters.values():
        assert "game_chair" in game.name_at(sitter.chair)
        assert "game_table" in game.name_at(sitter.table)


def check_windows(game: OpenGame) -> None:
    """A window is open only on the block that it belongs to, and the grid has the size that it asks for."""
    holders = game.engine.model.rows(HOLDERS)
    for player, presence in game.engine.model.rows(WINDOWS).items():
        opened = presence.opened
        if opened is not None:
            assert block_of(game.name_at(opened.pos)) == BLOCKS[opened.kind]
        crafting = opened is not None and opened.kind == "crafting"
        assert len(holders[f"grid:{player}"].slots) == (9 if crafting else 4)


def check_tables(game: OpenGame) -> None:
    """A board lies where the table shows one; a chest's contents have a chest; a match is played where its board is."""
    for holder, held in game.engine.model.rows(HOLDERS).items():
        kind, _, key = holder.partition(":")
        if kind == "table":
            assert any(held.slots) == ("board=farkle" in game.name_at(place(key))), holder
        elif kind == "chest" and any(held.slots):
            assert "minecraft:chest" in game.name_at(place(key)), holder
    tables = rows(game, "tabletop/tables")
    for key in tables:
        assert "game_table" in game.name_at(place(key))
    for match in rows(game, "tabletop/matches").values():
        if match.running:
            assert match.table is not None
            assert tables[",".join(map(str, match.table))].match == match.id


def rows(game: OpenGame, collection: str) -> dict[str, Any]:
    """A plugin's records by the name of their collection, since the core knows nothing of their types."""
    declared = game.engine.collections[collection]
    assert isinstance(declared, Collection)
    return dict(game.engine.model.rows(declared))


def place(key: str) -> Pos:
    x, y, z = map(int, key.split(","))
    return x, y, z
