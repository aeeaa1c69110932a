"""Writes `server/shared/names/characters.py`, the characters that names may have, from files of Unicode.

`python -m assets.unicode FOLDER`, where FOLDER holds Scripts.txt, ScriptExtensions.txt, PropertyValueAliases.txt,
IdentifierStatus.txt and confusables.txt of one version, as unicode.org publishes them.
"""

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

OUT = Path(__file__).resolve().parents[2] / "server" / "shared" / "names" / "characters.py"
WIDTH = 110
HEAD = '''"""The characters that names may have, their scripts, and what each looks like. Generated; do not edit.

Made by `python -m assets.unicode` from Unicode {version}: the Identifier_Status, Script_Extensions and confusables of
UTS 39 and UAX 24. These tables are Unicode's, under the licence in UNICODE-LICENSE.txt beside this file.
"""

VERSION = "{version}"
'''


def main(folder: Path) -> None:
    """Read, choose and write."""
    scripts = _scripts(folder)
    allowed = {code for code in _points(folder / "IdentifierStatus.txt", "Allowed") if _may_stand_in_a_name(code)}
    reached = _reached_from(allowed)
    looks = {source: target for source, target in _confusables(folder) if source in reached}
    version = re.search(r"Version: (\S+)", (folder / "confusables.txt").read_text(encoding="utf-8-sig"))
    assert version is not None
    ranges = [f"{first:X}-{last:X}:{script}" for first, last, script in _ranges(allowed, scripts)]
    pairs = [f"{source:X}={'+'.join(f'{each:X}' for each in target)}" for source, target in sorted(looks.items())]
    OUT.write_text(
        HEAD.format(version=version[1])
        + _constant("ALLOWED", "Code points from the first to the last, and the short names of their scripts.", ranges)
        + _constant("LOOKS_LIKE", "A code point and the prototype that it looks like.", pairs),
        encoding="utf-8",
    )
    print(f"{len(allowed)} characters in {len(ranges)} ranges, {len(pairs)} of them or their parts look like others")


def _may_stand_in_a_name(code: int) -> bool:
    """Letters, the marks on them, decimal digits and the underscore; no other punctuation."""
    return chr(code) == "_" or unicodedata.category(chr(code)) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")


def _reached_from(allowed: Iterable[int]) -> set[int]:
    """All code points that a name can hold while it is compared: folded, composed and taken apart."""
    found: set[int] = set()
    for code in allowed:
        for form in (chr(code), unicodedata.normalize("NFKC", chr(code)), chr(code).casefold()):
            found.update(map(ord, form), map(ord, unicodedata.normalize("NFD", form)))
    return found


def _scripts(folder: Path) -> dict[int, str]:
    """The script extensions of every code point, as short names."""
    short = {}
    for line in _rows(folder / "PropertyValueAliases.txt"):
        if line[0] == "sc":
            short[line[2]] = line[1]
    found = {}
    for line in _rows(folder / "Scripts.txt"):
        found.update(dict.fromkeys(_codes(line[0]), short[line[1]]))
    for line in _rows(folder / "ScriptExtensions.txt"):
        found.update(dict.fromkeys(_codes(line[0]), " ".join(sorted(line[1].split()))))
    return found


def _confusables(folder: Path) -> Iterator[tuple[int, tuple[int, ...]]]:
    for source, target, *_ in _rows(folder / "confusables.txt"):
        yield int(source, 16), tuple(int(code, 16) for code in target.split())


def _points(file: Path, value: str) -> Iterator[int]:
    for codes, found, *_ in _rows(file):
        if found == value:
            yield from _codes(codes)


def _rows(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="utf-8-sig").splitlines():
        content = line.split("#")[0].strip()
        if content:
            yield [cell.strip() for cell in content.split(";")]


def _codes(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def _ranges(codes: set[int], scripts: dict[int, str]) -> Iterator[tuple[int, int, str]]:
    """Neighbours of the same scripts together."""
    for (_, script), group in groupby(enumerate(sorted(codes)), lambda each: (each[1] - each[0], scripts[each[1]])):
        run = [code for _, code in group]
        yield run[0], run[-1], script


def _constant(name: str, about: str, entries: list[str]) -> str:
    """A string constant of entries with semicolons between them, broken into lines."""
    lines, line = [], ""
    for entry in entries:
        if len(line) + len(entry) + 1 > WIDTH:
            lines.append(line)
            line = ""
        line += entry + ";"
    return f'\n{name} = """\n' + "\n".join([*lines, line]) + f'\n"""\n"""{about}"""\n'


if __name__ == "__main__":
    main(Path(sys.argv[1]))
