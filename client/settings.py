"""A player's profile on this machine: settings, the Ed25519 key that proves the name, and the keys of known servers.

A profile is a folder; `--profile NAME` picks another one, so that two players can share a machine.
"""

import codecs
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import msgspec
import platformdirs
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from msgspec import Meta

from server.shared.names.rules import composed, name_fault

from .network import remembered_at

DEFAULT_PROFILE: Final = "default"
_MOST_DIGITS: Final = 18
T = TypeVar("T")


class ProfileFault(Exception):
    """A file of the profile is in the way; the text names the file and what is wrong, for the player."""


class ProfileUnreadable(ProfileFault):
    """It cannot be used as it is."""


class ProfileUnwritable(ProfileFault):
    """It cannot be written, as on a full disk; what stood in it before still stands there."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player may set. `gui_scale` 0 picks the largest that fits; angles in degrees, distances in columns."""

    name: Annotated[str, Meta(max_length=16)] = ""
    last_server: Annotated[str, Meta(max_length=255)] = ""
    gui_scale: Annotated[int, Meta(ge=0, le=12)] = 0
    mouse_sensitivity: Annotated[float, Meta(ge=0.1, le=5.0)] = 1.0
    invert_mouse: bool = False
    reduced_motion: bool = False
    colour_blind_palette: bool = False
    view_distance: Annotated[int, Meta(ge=2, le=16)] = 6
    field_of_view: Annotated[int, Meta(ge=50, le=110)] = 70
    first_steps_done: Annotated[int, Meta(ge=0, le=99)] = 0
    first_steps_folded: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """A settings file as it was read: the settings, a sentence for each value that could not be used, and what is to
    stay in the file: values of another version, and the whole `unreadable` content aside."""

    settings: Settings
    notices: tuple[str, ...] = ()
    unusable: dict[str, Any] = field(default_factory=dict)
    unreadable: bytes | None = None

    def written(self, settings: Settings) -> dict[str, Any]:
        """What is to stand in the file: these settings, and unusable values in the place of what was not changed."""
        values: dict[str, Any] = msgspec.to_builtins(settings)
        others = {
            name: value
            for name, value in self.unusable.items()
            if name not in values or values[name] == getattr(self.settings, name)
        }
        return values | others


def _kept(content: bytes | None) -> _Kept:
    """Settings from a file's content, each value by itself: one that will not do costs that value alone."""
    if content is None:
        return _Kept(Settings())
    try:
        values = json.loads(content, parse_int=_whole, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        return _Kept(Settings(), ("settings.json is not readable, so the usual settings hold.",), {}, content)
    kinds, unusable, notices = get_type_hints(Settings, include_extras=True), {}, []
    fit: dict[str, Any] = {}
    for name, value in values.items():
        try:
            fit[name] = _fitting(name, value, kinds[name])
        except (KeyError, ValueError):
            unusable[name] = value
            what = f"{name[:20]} = {str(value)[:20]}".encode(errors="replace").decode()
            use = "is left out" if name not in kinds else "will not do, so the usual value holds"
            notices.append(f"settings.json: {what} {use}.")
    lasting = {name: value for name, value in unusable.items() if _can_be_written(name) and _can_be_written(value)}
    return _Kept(Settings(**fit), tuple(notices), lasting, None if len(lasting) == len(unusable) else content)


def _whole(digits: str) -> float:
    """A whole number; more digits than anything here has are not read one by one."""
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _fitting(name: str, value: object, kind: Any) -> object:
    """A value as the settings hold it. Raises ValueError."""
    if name == "name" and isinstance(value, str):
        value = composed(value)
        if value and name_fault(value):
            raise ValueError(name_fault(value))
    if not _can_be_written(value):
        raise ValueError(name)
    return msgspec.convert(value, kind)


def _can_be_written(value: object) -> bool:
    """Whether a file could hold this value: no endless number, no half of a character."""
    try:
        return bool(msgspec.json.decode(msgspec.json.encode(value)) == value)
    except (ValueError, OverflowError, RecursionError):
        return False


class Profile:
    """One profile folder. Reading creates nothing but the key; `save` and `pin` write their files whole, or raise
    ProfileUnwritable."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept = self._read_settings()
        self.settings = self._kept.settings
        self.notices = self._kept.notices
        """What of the settings could not be used, in sentences."""
        self._names: dict[str, str] | None = None
        """The names on servers, once they were read: they are shown while an address is typed."""

    @classmethod
    def named(cls, name: str = DEFAULT_PROFILE) -> "Profile":
        """The profile of this name in the user's configuration folder. Raises ProfileUnreadable."""
        if not name.replace("-", "").replace("_", "").isalnum():
            raise ProfileUnreadable(f"A profile name has letters, digits, - and _ only, so {name!r} will not do.")
        return cls(platformdirs.user_config_path("voxtable", appauthor=False) / name)

    @property
    def own_world(self) -> Path:
        """Where this profile's own world lies: each profile has one, so that two players of a machine can both play."""
        name = "home" if self.folder.name == DEFAULT_PROFILE else self.folder.name
        return platformdirs.user_data_path("voxtable", appauthor=False) / "worlds" / name

    def key(self) -> Ed25519PrivateKey:
        """The key that proves this player, made at the first start. Raises ProfileFault."""
        path = self.folder / "player.key"
        raw = _read(path)
        if raw is not None:
            if len(raw) != 32:
                raise ProfileUnreadable(f"The key file {path} is damaged: it has {len(raw)} bytes instead of 32.")
            return Ed25519PrivateKey.from_private_bytes(raw)
        key = Ed25519PrivateKey.generate()
        self._write("player.key", key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()))
        return key

    @property
    def public_key(self) -> bytes:
        """What servers know this player by. Raises ProfileFault."""
        return self.key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def name(self) -> str:
        """The name played under last; until one was chosen, a proposal of this key's own, such as Player4821."""
        return self.settings.name or f"Player{int.from_bytes(self.public_key[:4], 'big') % 9000 + 1000}"

    def save(self, settings: Settings) -> None:
        """Keep these settings from now on; they hold for this run even when they cannot be written. Those that could
        not be read again are refused whole. Raises ProfileUnwritable."""
        try:
            msgspec.convert(msgspec.to_builtins(settings), Settings)
        except msgspec.ValidationError as error:
            raise ProfileUnwritable(f"These settings cannot be kept: {error}.") from error
        self.settings = settings
        content = msgspec.json.format(msgspec.json.encode(self._kept.written(settings)), indent=2)
        if self._kept.unreadable is not None:
            self._write("settings.json.old", self._kept.unreadable)
        self._write("settings.json", content)

    def pinned(self, address: str) -> bytes | None:
        """The key that the server of this address showed first, or None for a new one. Raises ProfileUnreadable."""
        known = remembered_at(self._read_pins(), address)
        if known is None:
            return None
        if not isinstance(known, str) or not re.fullmatch("[0-9a-f]{64}", known):
            path = self.folder / "servers.json"
            raise ProfileUnreadable(f"The key of {address} in {path} is damaged. Put it right, or take its line out.")
        return bytes.fromhex(known)

    def pin(self, address: str, key: bytes) -> None:
        """Remember the key of a server. Raises ProfileFault."""
        pins = self._read_pins() | {address: key.hex()}
        self._write("servers.json", msgspec.json.format(msgspec.json.encode(pins), indent=2))

    def name_at(self, address: str) -> str:
        """The name last played under on the server of this address, '' for a new one or where it cannot be read."""
        if self._names is None:
            try:
                self._names = self._read_names()
            except ProfileUnreadable:
                self._names = {}
        return remembered_at(self._names, address) or ""

    def remember_name(self, address: str, name: str) -> None:
        """Come back under this name to the server of this address. Raises ProfileFault."""
        names = self._names = self._read_names()
        if names.get(address) != name:
            names[address] = name
            self._write("names.json", msgspec.json.format(msgspec.json.encode(names), indent=2))

    def _read_names(self) -> dict[str, str]:
        return _decoded(self.folder / "names.json", "file of your names on servers", dict[str, str], dict)

    def _read_settings(self) -> "_Kept":
        return _kept(_read(self.folder / "settings.json"))

    def _read_pins(self) -> dict[str, Any]:
        """What stands there for each address, right or not: one damaged line is no other server's harm."""
        return _decoded(self.folder / "servers.json", "file of known servers", dict[str, Any], dict)

    def _write(self, name: str, content: bytes) -> None:
        """Write a file for this user's eyes only, whole or not at all."""
        path = self.folder / name
        fresh = path.with_suffix(path.suffix + ".new")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except OSError as error:
            raise ProfileUnwritable(f"The file {path} cannot be written: {error.strerror or error}.") from error


def _read(path: Path) -> bytes | None:
    """What stands in a file, or None where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProfileUnreadable(f"The file {path} cannot be read: {error.strerror or error}.") from error


def _decoded(path: Path, what: str, kind: type[T], empty: Callable[[], T]) -> T:
    content = _read(path)
    if content is None:
        return empty()
    try:
        return msgspec.json.decode(content.removeprefix(codecs.BOM_UTF8), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProfileUnreadable(f"The {what} {path} cannot be used: {error}.") from error
