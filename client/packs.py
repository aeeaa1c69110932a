"""The stack of resource packs: ours below, the player's above; a file of a later pack hides the same file below.

A pack is a folder or a zip file that holds namespaces either directly (as ours does) or under `assets/`. What is read
here are bytes, JSON, pictures and words; models and blockstates get their meaning in client.scene.models.
"""

import io
import json
import logging
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from pyglet.extlibs import png

from server.shared.data_folders import ASSETS

_log = logging.getLogger(__name__)

Picture = npt.NDArray[np.uint8]
"""RGBA pixels, shape (height, width, 4), top row first."""

Json = dict[str, Any]


class PackError(Exception):
    """Something in a resource pack cannot be used. `code` is stable; the message names the file and the key."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class _Source(Protocol):
    name: str

    def read(self, path: str) -> bytes | None: ...

    def names(self, folder: str) -> Iterator[str]: ...


class _Folder:
    """A pack in a folder."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._root = path / "assets" if (path / "assets").is_dir() else path

    def read(self, path: str) -> bytes | None:
        file = self._root / path
        return file.read_bytes() if file.is_file() else None

    def names(self, folder: str) -> Iterator[str]:
        for file in sorted((self._root / folder).glob("**/*")):
            if file.is_file():
                yield file.relative_to(self._root).as_posix()


class _Zip:
    """A pack in a zip file."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._file = zipfile.ZipFile(path)
        inside = self._file.namelist()
        self._prefix = "assets/" if any(name.startswith("assets/") for name in inside) else ""
        self._names = frozenset(inside)

    def read(self, path: str) -> bytes | None:
        full = self._prefix + path
        return self._file.read(full) if full in self._names else None

    def names(self, folder: str) -> Iterator[str]:
        start = f"{self._prefix}{folder}/" if folder else self._prefix
        for name in sorted(self._names):
            if name.startswith(start) and not name.endswith("/"):
                yield name[len(self._prefix) :]


def split_id(identifier: str) -> tuple[str, str]:
    """Namespace and path of a resource id; the namespace is minecraft when none is written."""
    namespace, colon, path = identifier.partition(":")
    return (namespace, path) if colon else ("minecraft", identifier)


def checker(size: int = 16) -> Picture:
    """The picture shown where a texture is missing: ember and ink squares that nobody takes for art."""
    y, x = np.mgrid[0:size, 0:size] // max(1, size // 4)
    odd = ((x + y) % 2 == 1)[..., None]
    ink, ember = np.array([27, 20, 16, 255]), np.array([224, 60, 138, 255])
    return np.where(odd, ink, ember).astype(np.uint8)


class Packs:
    """Packs from the lowest to the highest."""

    def __init__(self, paths: Sequence[Path] = (ASSETS,)) -> None:
        """`paths` are folders or zip files. Raises PackError (pack_unreadable) for anything else."""
        self._sources = [_open(path) for path in paths]
        self._missing: set[str] = set()
        self._pictures: dict[str, Picture] = {}

    def read(self, path: str) -> bytes | None:
        """The bytes of `<namespace>/<path>` in the highest pack that has it, or None."""
        for source in reversed(self._sources):
            content = source.read(path)
            if content is not None:
                return content
        return None

    def names(self, folder: str) -> list[str]:
        """Every file under `<namespace>/<folder>` in any pack, sorted."""
        return sorted({name for source in self._sources for name in source.names(folder)})

    def json(self, path: str) -> Json | None:
        """A JSON object, or None where no pack has it. Raises PackError (json_unreadable) naming file and place."""
        for source in reversed(self._sources):
            content = source.read(path)
            if content is not None:
                return _parse(content, f"{source.name}/{path}")
        return None

    def texture(self, identifier: str) -> Picture:
        """The pixels of a texture such as `minecraft:block/stone`; a checker, logged once, when there is none or it
        cannot be read."""
        known = self._pictures.get(identifier)
        if known is None:
            known = self._pictures[identifier] = self._load_texture(identifier)
        return known

    def language(self, code: str = "en_us") -> dict[str, str]:
        """All words of a language, later packs over earlier ones. Raises PackError for unreadable JSON."""
        words: dict[str, str] = {}
        for source in self._sources:
            namespaces = {name.partition("/")[0] for name in source.names("") if name.endswith(f"/lang/{code}.json")}
            for namespace in sorted(namespaces):
                path = f"{namespace}/lang/{code}.json"
                content = source.read(path)
                if content is not None:
                    words.update({key: str(word) for key, word in _parse(content, f"{source.name}/{path}").items()})
        return words

    def note_missing(self, what: str, why: str) -> None:
        """Log once that something of a pack is not shown as meant."""
        if what not in self._missing:
            self._missing.add(what)
            _log.warning("%s: %s", what, why)

    def _load_texture(self, identifier: str) -> Picture:
        path = texture_path(identifier)
        content = self.read(path)
        if content is None:
            self.note_missing(path, "no resource pack has this texture; a checker is shown instead.")
            return checker()
        try:
            return decode_png(content)
        except PackError as error:
            self.note_missing(path, f"{error} A checker is shown instead.")
            return checker()


def texture_path(identifier: str) -> str:
    """Where a texture lies in a pack."""
    namespace, path = split_id(identifier)
    return f"{namespace}/textures/{path}.png"


def decode_png(content: bytes) -> Picture:
    """RGBA pixels of a PNG file. Raises PackError (png_unreadable)."""
    try:
        reader: Any = png.Reader
        width, height, rows, _ = reader(file=io.BytesIO(content)).asRGBA8()
        pixels = np.array([list(row) for row in rows], dtype=np.uint8)
        return np.ascontiguousarray(pixels.reshape(height, width, 4))
    except Exception as error:
        raise PackError("png_unreadable", f"This is no readable PNG picture ({error}).") from error


def _open(path: Path) -> _Source:
    if path.is_dir():
        return _Folder(path)
    try:
        return _Zip(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise PackError(
            "pack_unreadable", f"The resource pack {path.name} is neither a folder nor a readable zip file."
        ) from error


def _parse(content: bytes, where: str) -> Json:
    try:
        value = json.loads(content)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise PackError("json_unreadable", f"{where} is not readable JSON: {error}.") from error
    if not isinstance(value, dict):
        raise PackError("json_unreadable", f"{where} should be a JSON object.")
    return value
