"""The game put together: rooms and plugins open in order, and what is wrong with a plugin or a pack is named."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

import server.engine.plugins
from server.__main__ import main
from server.config import BadTable, Settings
from server.engine.plugins import PluginHost, PluginMissing, Tool
from server.game import Stopping, serve
from server.storage.errors import WorldInUse
from server.storage.world_storage import WorldStorage


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a plugin of these tests."""

    pace: int = 3


class Sundial:
    """A plugin that only reads its settings."""

    name = "sundial"
    tools: tuple[Tool, ...] = ()
    pace = 0

    def register(self, host: PluginHost) -> None:
        Sundial.pace = host.settings(Table).pace


@dataclass(frozen=True)
class EntryPoint:
    """An installed plugin, as importlib.metadata finds it."""

    name: str
    load: Callable[[], type[Sundial]]


def broken() -> type[Sundial]:
    raise ImportError("no module named gnomon")


def unlucky() -> type[Sundial]:
    raise RuntimeError("the sun is down")


def run(world: Path, **settings: object) -> None:
    """Open the game on a free port and stop it at its first chance."""
    stopping = Stopping()
    chosen = Settings(world=str(world), port=0, **settings)  # type: ignore[arg-type]
    asyncio.run(serve(chosen, lambda host, port: stopping.stop(), stopping))


def install(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr(server.engine.plugins, "entry_points", lambda group: points)


def test_the_game_opens_and_closes_and_opens_again(tmp_path: Path) -> None:
    run(tmp_path, seed=5)
    run(tmp_path)
    WorldStorage(tmp_path).close()


def test_a_seed_for_a_world_that_grew_from_another_is_left_aside_and_said_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run(tmp_path, seed=5)
    run(tmp_path, seed=5)
    assert "is left aside" not in caplog.text
    run(tmp_path, seed=6)
    assert "The seed 6 is left aside" in caplog.text


def test_a_plugin_reads_its_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, EntryPoint("sundial", lambda: Sundial))
    run(tmp_path, plugins={"sundial": {"pace": 8}})
    assert Sundial.pace == 8


@pytest.mark.parametrize(
    ("points", "tables", "error", "names"),
    [
        ((), {}, PluginMissing, "No plugin is installed"),
        ((EntryPoint("sundial", broken),), {}, PluginMissing, "plugin sundial cannot be loaded .*gnomon"),
        ((EntryPoint("sundial", unlucky),), {}, PluginMissing, "plugin sundial cannot be loaded .RuntimeError"),
        ((EntryPoint("sundial", lambda: Sundial),), {"moondial": {}}, BadTable, "^plugins.moondial: "),
        ((EntryPoint("sundial", lambda: Sundial),), {"sundial": {"pace": "slow"}}, BadTable, "^plugins.sundial.pace: "),
        ((EntryPoint("sundial", lambda: Sundial),), {"sundial": {"face": 1}}, BadTable, "^plugins.sundial: .*face"),
    ],
)
def test_what_is_wrong_with_a_plugin_is_said_and_the_world_is_let_go(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    points: tuple[EntryPoint, ...],
    tables: dict[str, dict[str, object]],
    error: type[Exception],
    names: str,
) -> None:
    install(monkeypatch, *points)
    with pytest.raises(error, match=names):
        run(tmp_path, plugins=tables)
    WorldStorage(tmp_path).close()


def test_the_command_line_names_a_plugin_that_cannot_be_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, EntryPoint("sundial", broken))
    assert main(["audit"]) == 2
    assert capsys.readouterr().err == (
        "voxtable-server: The plugin sundial cannot be loaded (ImportError: no module named gnomon); "
        "install it again.\n"
    )


def test_an_unreadable_recipe_of_a_worlds_own_pack_is_named_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recipes = tmp_path / "datapacks" / "mine" / "data" / "mine" / "recipe"
    recipes.mkdir(parents=True)
    (recipes / "half.json").write_text('{"type": ')
    (tmp_path / "datapacks" / "mine" / "pack.mcmeta").write_text('{"pack": {"pack_format": 48, "description": ""}}')
    with caplog.at_level(logging.WARNING):
        run(tmp_path)
    assert [record for record in caplog.records if "half.json" in record.getMessage()]


def test_a_world_that_is_open_elsewhere_is_refused(tmp_path: Path) -> None:
    other = WorldStorage(tmp_path)
    with pytest.raises(WorldInUse):
        run(tmp_path)
    other.close()
