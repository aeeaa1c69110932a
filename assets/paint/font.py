"""The pixel font: reads the drawings of glyphs.txt, sets accents on letters, and lays all glyphs into one sheet.

A cell is 11 rows: two for accents, seven for capitals (the baseline is the bottom edge of the seventh) and two
that hang below. All digits have the same advance.
"""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.paint.brush import Picture, blank, rgba

Bitmap = NDArray[np.bool_]

FIRST_ROW = -2
CELL_HEIGHT = 11
LINE_HEIGHT = 10
CAP_HEIGHT = 7
X_HEIGHT = 5
# The blanks and their advances: the space, the one that does not break, and the narrow one of thousands.
SPACES = {" ": 4, "\u00a0": 4, "\u202f": 2}
SHEET_WIDTH = 256

# Marks by their combining character. Those above have two rows; on a small letter they stand on rows -1 and 0, on a
# capital one row higher. Those below begin under the baseline.
ABOVE: dict[str, tuple[str, str]] = {
    "\u0300": ("#.", ".#"),
    "\u0301": (".#", "#."),
    "\u0302": (".#.", "#.#"),
    "\u0303": (".#.#", "#.#."),
    "\u0304": ("...", "###"),
    "\u0306": ("#..#", ".##."),
    "\u0307": (".", "#"),
    "\u0308": ("...", "#.#"),
    "\u0309": ("##", ".#"),
    "\u030a": ("##", "##"),
    "\u030b": ("#.#", "#.#"),
    "\u030c": ("#.#", ".#."),
}
BELOW: dict[str, tuple[str, str]] = {
    "\u0323": (".", "#"),
    "\u0326": ("#", "#"),
    "\u0327": (".#", "#."),
    "\u0328": ("#.", ".#"),
    "\u0331": ("...", "###"),
}
HORN = "\u031b"
DOTLESS = {"i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"}
"""What a letter is under a mark that takes the place of its dot."""
COMPOSED = (range(0xC0, 0x250), range(0x1E00, 0x1F00), range(0x370, 0x460), range(0x4D0, 0x500))
"""Code points that are letters with marks: Latin, Greek and Cyrillic."""
TWINS = {
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧνιομ", "ABEZHIKMNOPTYXvıoµ", strict=True)),
    **dict(zip("АВЕКМНОРСТХЅІЈаеорсухѕіјһ", "ABEKMHOPCTXSIJaeopcyxsijh", strict=True)),
    **dict(zip("ГПФкфӘәҮĐ", "ΓΠΦκφƏəYÐ", strict=True)),
}
"""Letters that are drawn as others of their shape."""


def glyphs() -> dict[str, Bitmap]:
    """Every glyph by its character, as a mask of CELL_HEIGHT rows, in the order of their code points."""
    drawn = dict(_drawn())
    drawn |= {letter: drawn[twin] for letter, twin in TWINS.items()}
    for letter in (chr(code) for codes in COMPOSED for code in codes):
        if letter not in drawn and (bitmap := _with_marks(letter, drawn)) is not None:
            drawn[letter] = bitmap
    return dict(sorted(drawn.items()))


def _drawn() -> Iterator[tuple[str, Bitmap]]:
    text = Path(__file__).with_name("glyphs.txt").read_text(encoding="utf-8")
    for band in text.split("\n@ ")[1:]:
        header, *lines = band.strip().splitlines()
        first, characters = header.split(":", 1)
        rows = [line.split() for line in lines]
        for index, character in enumerate(characters.split()):
            bitmap = np.zeros((CELL_HEIGHT, len(rows[0][index])), dtype=bool)
            for offset, row in enumerate(rows):
                bitmap[int(first) - FIRST_ROW + offset] = [dot == "#" for dot in row[index]]
            yield character, bitmap


def _with_marks(letter: str, drawn: dict[str, Bitmap]) -> Bitmap | None:
    """A letter of a base and marks that are drawn, else None."""
    apart = unicodedata.normalize("NFD", letter)
    base, marks = apart[0], apart[1:]
    above = [ABOVE[mark] for mark in marks if mark in ABOVE]
    bitmap = drawn.get(DOTLESS.get(base, base) if above else base)
    if bitmap is None or not marks or not all(mark in ABOVE or mark in BELOW or mark == HORN for mark in marks):
        return None
    if HORN in marks:
        bitmap = _with_horn(bitmap)
    if above:
        bitmap = _under(bitmap, above, capital=base.isupper())
    for mark in marks:
        if mark in BELOW:
            bitmap = _over(bitmap, BELOW[mark], to_the_right=mark == "\u0328")
    inked = np.flatnonzero(bitmap.any(axis=0))
    return bitmap[:, inked[0] : inked[-1] + 1]


def _under(letter: Bitmap, marks: list[tuple[str, str]], *, capital: bool) -> Bitmap:
    """The letter with marks side by side centred above; a capital gives up a row of its stem to make room."""
    rows = [" ".join(mark[row] for mark in marks) if len(marks) > 1 else marks[0][row] for row in (0, 1)]
    sign = np.array([[dot == "#" for dot in row] for row in rows])
    width = max(letter.shape[1], sign.shape[1])
    bitmap = np.zeros((CELL_HEIGHT, width), dtype=bool)
    left = (width - letter.shape[1]) // 2
    body = letter.copy()
    if capital:
        stem = 5 - FIRST_ROW
        body[1 - FIRST_ROW : stem + 1] = letter[-FIRST_ROW:stem]
        body[-FIRST_ROW] = False
    bitmap[:, left : left + letter.shape[1]] = body
    tall = capital or letter[: 1 - FIRST_ROW].any()
    top = (-2 if tall else -1) - FIRST_ROW
    across = (width - sign.shape[1] + 1) // 2
    bitmap[top : top + 2, across : across + sign.shape[1]] |= sign
    return bitmap


def _over(letter: Bitmap, mark: tuple[str, str], *, to_the_right: bool) -> Bitmap:
    """The letter with a mark below its middle, or below its right edge."""
    if letter[CAP_HEIGHT - FIRST_ROW :].any():
        letter, to_the_right = np.hstack([letter, np.zeros((CELL_HEIGHT, 2), dtype=bool)]), True
    sign = np.array([[dot == "#" for dot in row] for row in mark])
    width = max(letter.shape[1], sign.shape[1])
    bitmap = np.zeros((CELL_HEIGHT, width), dtype=bool)
    bitmap[:, : letter.shape[1]] = letter
    across = width - sign.shape[1] if to_the_right else (width - sign.shape[1]) // 2
    bitmap[CAP_HEIGHT - FIRST_ROW :, across : across + sign.shape[1]] |= sign
    return bitmap


def _with_horn(letter: Bitmap) -> Bitmap:
    """The letter with a hook at its upper right."""
    bitmap = np.hstack([letter, np.zeros((CELL_HEIGHT, 2), dtype=bool)])
    top = int(np.flatnonzero(letter.any(axis=1))[0])
    bitmap[top, -2] = bitmap[top - 1, -1] = True
    return bitmap


def sheet() -> tuple[Picture, dict[str, object]]:
    """The sheet (white on transparent) and the description the client reads; positions and advances in font units."""
    placed = {space: {"x": 0, "y": 0, "width": 0, "advance": advance} for space, advance in SPACES.items()}
    cells: list[tuple[int, int, Bitmap]] = []
    x = y = 1
    for character, bitmap in glyphs().items():
        width = bitmap.shape[1]
        if x + width + 1 > SHEET_WIDTH:
            x, y = 1, y + CELL_HEIGHT + 1
        placed[character] = {"x": x, "y": y, "width": width, "advance": width + 1}
        cells.append((x, y, bitmap))
        x += width + 1
    picture = blank(y + CELL_HEIGHT + 1, SHEET_WIDTH)
    for left, top, bitmap in cells:
        picture[top : top + CELL_HEIGHT, left : left + bitmap.shape[1]][bitmap] = rgba("#ffffff")
    described: dict[str, object] = {
        "texture": "voxtable:font/voxtable",
        "cell_height": CELL_HEIGHT,
        "cap_top": -FIRST_ROW,
        "cap_height": CAP_HEIGHT,
        "x_height": X_HEIGHT,
        "line_height": LINE_HEIGHT,
        "missing": "�",
        "glyphs": placed,
    }
    return picture, described


def pictures() -> dict[str, Picture]:
    """The font's sheet by its path under `assets/`."""
    return {"voxtable/textures/font/voxtable.png": sheet()[0]}
