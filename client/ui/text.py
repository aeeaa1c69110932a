"""The pixel font: what its description says, how wide a text is, where its lines break, and how numbers are written."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from server.shared.names.spelling import spelled


class Glyph(msgspec.Struct, frozen=True):
    """Where a glyph lies on the sheet, and how far the next one is; font units."""

    x: int
    y: int
    width: int
    advance: int


class Font(msgspec.Struct, frozen=True, dict=True):
    """The font's description. `cap_top` is the row of a cell on which capitals begin."""

    texture: str
    cell_height: int
    cap_top: int
    cap_height: int
    x_height: int
    line_height: int
    missing: Annotated[str, Meta(min_length=1, max_length=1)]
    glyphs: dict[str, Glyph]

    def glyph(self, character: str) -> Glyph:
        """A character's glyph, or the one for missing characters."""
        return self.glyphs.get(character) or self.glyphs[self.missing]

    def spelled(self, character: str) -> tuple[Glyph, ...]:
        """The glyphs of a character: its own or, where it has none, those that spell it in Latin letters."""
        if character in self.glyphs:
            return (self.glyphs[character],)
        return _spelled(self, character)

    def width(self, text: str, scale: int = 1) -> int:
        """Units that a line of text takes, without the gap after its last glyph."""
        if not text:
            return 0
        return max(0, sum(glyph.advance for each in text for glyph in self.spelled(each)) - 1) * scale

    def fit(self, text: str, width: float, scale: int = 1) -> str:
        """The text, or as much of its beginning as fits with an ellipsis."""
        if self.width(text, scale) <= width:
            return text
        while text and self.width(text + "…", scale) > width:
            text = text[:-1]
        return text.rstrip() + "…" if text else ""

    def wrap(self, text: str, width: float, scale: int = 1) -> list[str]:
        """Lines no wider than `width`, broken at spaces, and within a word only where it alone is too wide."""
        return [line for paragraph in text.split("\n") for line in self._wrap_paragraph(paragraph, width, scale)]

    def _wrap_paragraph(self, text: str, width: float, scale: int) -> Iterable[str]:
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if self.width(longer, scale) <= width:
                line = longer
                continue
            if line:
                yield line
            while self.width(word, scale) > width and len(word) > 1:
                head = word
                while len(head) > 1 and self.width(head, scale) > width:
                    head = head[:-1]
                yield head
                word = word[len(head) :]
            line = word
        yield line


def _spelled(font: Font, character: str) -> tuple[Glyph, ...]:
    letters = spelled(character)
    if letters == character or not letters:
        return () if unicodedata.category(character).startswith("M") else (font.glyph(font.missing),)
    return tuple(font.glyph(each) for each in letters)


class FontUnreadable(Exception):
    """The pixel font's description is missing or cannot be used; the text says so."""


def parse_font(description: bytes | None) -> Font:
    """The font of a description's bytes. Raises FontUnreadable."""
    if description is None:
        raise FontUnreadable("The pixel font's description is missing from the resource packs.")
    try:
        return msgspec.json.decode(description, type=Font)
    except msgspec.DecodeError as error:
        raise FontUnreadable(f"The pixel font's description cannot be used: {error}.") from error


def points(number: int) -> str:
    """Points with a thousands separator: 4350 -> '4,350'."""
    return f"{number:,}".replace("-", "–")


@lru_cache(maxsize=512)
def plural(count: int, one: str, many: str) -> str:
    """'1 die' or '3 dice'."""
    return f"{count} {one if count == 1 else many}"


def duration(seconds: float, *, up: bool = False) -> str:
    """A time that is left, or with `up` one that has passed: '0:42', '12:05', or '2 days' from two days on."""
    whole = int(seconds if up else seconds + 0.999)
    if whole >= 2 * 86_400:
        return f"{whole // 86_400 if up else -(-whole // 86_400)} days"
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
