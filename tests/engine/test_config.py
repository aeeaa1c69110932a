"""server.toml: typed, with defaults, and every mistake named by file and key."""

from pathlib import Path

import pytest

from server.config import BadConfig, Settings, read_settings
from server.shared.protocol import limits


def written(folder: Path, text: str) -> Path:
    path = folder / "server.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_empty_file_gives_the_defaults_with_the_world_beside_it(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, ""))
    assert settings.world == str(tmp_path / "world")
    assert (settings.host, settings.port) == (Settings().host, Settings().port) == ("127.0.0.1", limits.DEFAULT_PORT)


def test_every_key_is_taken(tmp_path: Path) -> None:
    text = """
        host = "0.0.0.0"
        port = 0
        world = "/srv/tavern"
        title = "The Lime Felt"
        motd = ""
        view_distance = 5
        seed = 12
        operators = ["Ada", "Bob"]
        [plugins.tabletop]
        pace = 3
    """
    assert read_settings(written(tmp_path, text)) == Settings(
        host="0.0.0.0",
        port=0,
        world="/srv/tavern",
        title="The Lime Felt",
        motd="",
        view_distance=5,
        seed=12,
        operators=("Ada", "Bob"),
        plugins={"tabletop": {"pace": 3}},
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("prot = 25599", "unknown field `prot`"),
        ('port = "high"', "port: Expected `int`, got `str`"),
        ("port = 70000", "port: Expected `int` <= 65535"),
        ("view_distance = 1", "view_distance: Expected `int` >= 2"),
        ('operators = ["x"]', r"operators\[0\]: nobody can be called .x.\. A name has 3 to 16"),
        ('operators = ["Ada,Bob"]', r"operators\[0\]: nobody can be called .Ada,Bob."),
        ("plugins = 3", "plugins: Expected `object`, got `int`"),
        ("port = ", "is not TOML"),
        ("title = 'é'", "is not TOML"),
    ],
)
def test_a_mistake_is_named_by_file_and_key(tmp_path: Path, text: str, names: str) -> None:
    path = tmp_path / "server.toml"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(BadConfig, match=names) as refused:
        read_settings(path)
    assert str(path) in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"nowhere\.toml cannot be read"):
        read_settings(tmp_path / "nowhere.toml")
