"""Data packs as files: directories and zip archives in the ordinary format, read into JSON values by id.

What cannot be read is a Problem that names file and key; everything else still loads.
"""

import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from errno import ENOENT
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

FILE_LIMIT: Final = 256 * 1024
"""Bytes in one file of a pack."""
FOLDERS: Final = {"recipe": "recipe", "recipes": "recipe", "tags/item": "tag", "tags/items": "tag"}
"""What the folders of a namespace hold; the plural names are those of older packs."""

_INSIDE: Final = re.compile(r"data/([a-z0-9_.-]+)/(recipes?|tags/items?)/([a-z0-9_./-]+)\.json")
_IDENTIFIER: Final = re.compile(r"(?:([a-z0-9_.-]+):)?([a-z0-9_./-]+)")
_ZIP_FAULTS: Final = (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a pack that was left out: the file, the key in it ('' for the file as a whole), and why."""

    file: str
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.text}" if self.key else f"{self.file}: {self.text}"


class Unreadable(ValueError):
    """A value in a file that is not what the format asks for: the key and why."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key
        self.text = text


@dataclass(frozen=True, slots=True)
class Entry:
    """One JSON file of a pack: `kind` is recipe or tag, `id` its identifier, `file` names it to people."""

    kind: str
    id: str
    file: str
    value: dict[str, Any]


def entries(paths: Sequence[Path | str], problems: list[Problem]) -> Iterator[Entry]:
    """The recipes and item tags of packs in order, each pack's files by name; problems are added to the list."""
    for path in map(Path, paths):
        try:
            files = dict(_files(path, problems))
        except (OSError, *_ZIP_FAULTS) as error:
            problems.append(Problem(str(path), "", f"This data pack cannot be read ({error})."))
            continue
        try:
            _check_description(files.pop("pack.mcmeta", None))
        except Unreadable as error:
            problems.append(Problem(f"{path}/pack.mcmeta", error.key, error.text))
            continue
        for name in sorted(files):
            match = _INSIDE.fullmatch(name)
            if match is not None:
                namespace, folder, rest = match.groups()
                try:
                    value = _json(files[name])
                except Unreadable as error:
                    problems.append(Problem(f"{path}/{name}", error.key, error.text))
                else:
                    yield Entry(FOLDERS[folder], f"{namespace}:{rest}", f"{path}/{name}", value)


def identifier(value: object, key: str) -> str:
    """A value as an identifier with its namespace, `minecraft` where it has none. Raises Unreadable."""
    match = _IDENTIFIER.fullmatch(value) if isinstance(value, str) and len(value) <= 64 else None
    if match is None:
        raise Unreadable(key, f"{_named(value)} is not an identifier such as minecraft:stick.")
    return f"{match[1] or 'minecraft'}:{match[2]}"


def member(value: dict[str, Any], key: str, path: str = "") -> Any:
    """A key's value. Raises Unreadable, naming `path` or the key, when it is missing."""
    if key not in value:
        raise Unreadable(path or key, "This key is missing.")
    return value[key]


def _named(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 64 else value[:61] + "...")
    return {dict: "An object", list: "A list", type(None): "Nothing"}.get(type(value), "A number")


def _files(path: Path, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        yield from _files_of_directory(path, problems)
    elif path.exists() and not path.is_file():
        raise OSError("it is neither a folder nor a file")  # a pipe, for one, would never end
    else:
        yield from _files_of_archive(path, problems)


def _files_of_directory(path: Path, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    for file in (path / "pack.mcmeta", *sorted((path / "data").rglob("*.json"))):
        try:
            status = file.stat()
            if not S_ISREG(status.st_mode):
                raise FileNotFoundError(ENOENT, "it is no ordinary file")  # reading a pipe, for one, would never end
            if status.st_size > FILE_LIMIT:
                problems.append(_too_large(str(file)))
            else:
                yield file.relative_to(path).as_posix(), file.read_bytes()
        except OSError as error:
            if file.name != "pack.mcmeta":
                problems.append(Problem(str(file), "", f"This file cannot be read ({error.strerror})."))


def _files_of_archive(path: Path, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if info.filename == "pack.mcmeta" or _INSIDE.fullmatch(info.filename):
                if info.file_size > FILE_LIMIT:
                    problems.append(_too_large(f"{path}/{info.filename}"))
                    continue
                try:
                    yield info.filename, archive.read(info)
                except _ZIP_FAULTS as error:
                    problems.append(Problem(f"{path}/{info.filename}", "", f"This file cannot be read ({error})."))


def _too_large(file: str) -> Problem:
    return Problem(file, "", f"This file is larger than {FILE_LIMIT // 1024} KiB.")


def _check_description(data: bytes | None) -> None:
    if data is None:
        raise Unreadable("", "This file is missing or cannot be read, so the folder or archive is no data pack.")
    if not isinstance(member(_json(data), "pack"), dict):
        raise Unreadable("pack", "This should be an object.")


def _json(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Unreadable("", f"This is not readable JSON ({error}).") from error
    if not isinstance(value, dict):
        raise Unreadable("", "The file should hold one JSON object.")
    return value
