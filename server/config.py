"""server.toml as typed settings, with every default in one place."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .shared.names.rules import composed, name_fault
from .shared.protocol import limits
from .shared.protocol.message import ViewDistance

SEEDS = (-(2**63), 2**63 - 1)
"""The least and the greatest number that a world may grow from."""
Seed = Annotated[int, Meta(ge=SEEDS[0], le=SEEDS[1])]
Line = Annotated[str, Meta(min_length=1, pattern=r"^[^\x00-\x1f]*$")]
Key = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an operator may set. `plugins` holds each plugin's own table, which that plugin types."""

    host: Line = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = limits.DEFAULT_PORT
    world: Line = "world"
    """The world's folder; in a file, relative to that file."""
    title: Annotated[str, Meta(min_length=1, max_length=64)] = "A Voxtable world"
    motd: Annotated[str, Meta(max_length=limits.CHAT_LENGTH)] = "Welcome to the tavern. Sit down and roll."
    """The line that greets each player; '' for none."""
    view_distance: ViewDistance = limits.VIEW_DISTANCE
    """Most columns around a player that are streamed."""
    seed: Seed | None = None
    """For a new world: the number it grows from; a random one when absent."""
    operators: tuple[str, ...] = ()
    """Names of operators: each is claimed by the first key that logs in with it."""
    owner: Key = ""
    """In a player's own world: that player's public key, in hexadecimal."""
    commands: bool = True
    """For a new world with an owner: whether they may use operator commands in it."""
    plugins: dict[str, dict[str, Any]] = {}

    def __post_init__(self) -> None:
        for index, name in enumerate(self.operators):
            if fault := never_a_name(name):
                raise ValueError(f"operators[{index}]: {fault}")


class BadConfig(Exception):
    """A settings file that cannot be used; the sentence names the file and the key."""


class BadTable(Exception):
    """A plugin's table of the settings that cannot be used; the text is the key and what is wrong with it."""


def never_a_name(name: str) -> str:
    """Why nobody could ever log in under a name of an operator, without a full stop; '' if they could."""
    fault = name_fault(composed(name))
    return f"nobody can be called {name!r}. {fault.rstrip('.')}" if fault else ""


def read_settings(path: Path) -> Settings:
    """The settings in a file. Raises BadConfig."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadConfig(f"The settings file {path} cannot be read ({error.strerror}).") from error
    except (ValueError, RecursionError) as error:  # TOML's, Unicode's, or that of a name that no file can have
        raise BadConfig(f"The settings file {path} is not TOML: {error}.") from error
    try:
        settings = msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        raise unusable(path, with_key(error)) from error
    return msgspec.structs.replace(settings, world=str(path.parent / settings.world))


def unusable(path: Path, why: object) -> BadConfig:
    """What is wrong in a settings file, with the file named."""
    return BadConfig(f"The settings file {path} cannot be used: {why}.")


def with_key(error: msgspec.ValidationError, table: str = "") -> str:
    """msgspec's words, with the key named as the file spells it, in this table of the file."""
    what, _, where = str(error).partition(" - at `$.")
    key = ".".join(filter(None, (table, where.rstrip("`"))))
    return f"{key}: {what}" if key else what
