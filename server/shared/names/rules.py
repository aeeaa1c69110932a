"""What a player's name may be, and which names are the same or look the same. Pure.

A name is held in NFC. It is written in one script, or in Latin beside those of Chinese, Japanese or Korean, which
is the highly restrictive level of UTS 39; its letters are those that UTS 39 allows in identifiers.
"""

import unicodedata
from functools import cache, lru_cache
from typing import Final

from ..protocol.limits import NAME_LENGTH, SHORTEST_NAME
from .characters import ALLOWED, LOOKS_LIKE
from .spelling import spelled

SHORT_NAME: Final = 2
"""Least characters of a name in a script whose single characters are syllables or words, as in 王伟 or 수현."""
_MARKS: Final = 2
"""Most combining marks on one letter, beside those that NFC has taken in."""
_SYLLABLES: Final = frozenset({"Hani", "Hira", "Kana", "Hang", "Bopo"})
_ANY: Final = frozenset({"Zyyy", "Zinh"})
"""Scripts of characters that go with every other: digits, the underscore, marks."""
_TOGETHER: Final = (
    frozenset({"Latn", "Hani", "Hira", "Kana"}),
    frozenset({"Latn", "Hani", "Bopo"}),
    frozenset({"Latn", "Hani", "Hang"}),
)
"""Scripts that people who read one of them write in one word."""


def composed(name: str) -> str:
    """The form in which a name is held and sent."""
    return unicodedata.normalize("NFC", name)


def name_fault(name: str) -> str:
    """Why this may not be a player's name, as a sentence; '' when it may."""
    if name != composed(name) or not all(map(allowed, name)):
        return _usage(SHORTEST_NAME)
    if not _least(name) <= len(name) <= NAME_LENGTH:
        return _usage(_least(name))
    if _has_tower(name):
        return "A name has at most two loose marks on a letter, and none before the first."
    if not _goes_together(name):
        return "A name has the letters of one alphabet only, and digits of one kind; here they are mixed."
    return ""


def allowed(character: str) -> bool:
    """Whether a name may have this character."""
    return ord(character) in _scripts()


def folded(name: str) -> str:
    """The form in which names are the same: Ben and BEN are one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


@lru_cache(maxsize=2**16)
def appearances(name: str) -> frozenset[str]:
    """What a name looks like: as it is written, in small letters, and spelled out where its letters are not drawn. Two
    names that share one look alike."""
    return frozenset(_skeleton(each) for each in (unicodedata.normalize("NFKC", name), folded(name), spelled(name)))


def look_alike(one: str, other: str) -> bool:
    """Whether people would take one name for the other."""
    return not appearances(one).isdisjoint(appearances(other))


def _skeleton(name: str) -> str:
    """UTS 39 section 4, with large and small letters made equal once the look-alikes are."""
    apart = unicodedata.normalize("NFD", name)
    same = "".join(_prototypes().get(each, each) for each in apart)
    return unicodedata.normalize("NFD", same).casefold()


def _usage(least: int) -> str:
    return f"A name has {least} to {NAME_LENGTH} letters, digits and underscores, without spaces."


def _least(name: str) -> int:
    letters = [_scripts()[ord(each)] for each in name]
    return SHORT_NAME if letters and all(scripts & _SYLLABLES for scripts in letters) else SHORTEST_NAME


def _has_tower(name: str) -> bool:
    marks = 0
    for index, each in enumerate(name):
        marks = marks + 1 if unicodedata.category(each).startswith("M") else 0
        if marks > _MARKS or (marks and not index):
            return True
    return False


def _goes_together(name: str) -> bool:
    """Highly restrictive, UTS 39 section 5.2, and one kind of digits, section 5.3."""
    zeros = {ord(each) - unicodedata.digit(each) for each in name if unicodedata.category(each) == "Nd"}
    found = [scripts for each in name if not (scripts := _scripts()[ord(each)]) & _ANY]
    common = frozenset.intersection(*found) if found else _ANY
    return len(zeros) <= 1 and (bool(common) or any(all(scripts & group for scripts in found) for group in _TOGETHER))


@cache
def _scripts() -> dict[int, frozenset[str]]:
    """The scripts of each character that a name may have."""
    scripts = {}
    for entry in _entries(ALLOWED):
        codes, _, names = entry.partition(":")
        first, last = (int(code, 16) for code in codes.split("-"))
        scripts.update(dict.fromkeys(range(first, last + 1), frozenset(names.split())))
    return scripts


@cache
def _prototypes() -> dict[str, str]:
    """What each character looks like, where that is another."""
    pairs = (entry.split("=") for entry in _entries(LOOKS_LIKE))
    return {chr(int(source, 16)): "".join(chr(int(code, 16)) for code in target.split("+")) for source, target in pairs}


def _entries(table: str) -> list[str]:
    return [entry for entry in table.replace("\n", "").split(";") if entry]
