"""The pixel font: reads the drawings of glyphs.txt, sets accents on letters, and lays all glyphs into one sheet.

A cell is 11 rows: two for accents, seven for capitals (the baseline is the bottom edge of the seventh) and two
that hang below. All digits have the same advance.
"""

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
SHEET_WIDTH = 128

# Each mark's rows from top to bottom; on a small letter it stands on rows -1 and 0, on a capital one row higher.
MARKS: dict[str, tuple[str, ...]] = {
    "grave": ("#.", ".#"),
    "acute": (".#", "#."),
    "circumflex": (".#.", "#.#"),
    "tilde": (".#.#", "#.#."),
    "diaeresis": ("...", "#.#"),
}
ACCENTED: dict[str, str] = {
    "grave": "ÀÈÌÒÙàèìòù",
    "acute": "ÁÉÍÓÚÝáéíóúý",
    "circumflex": "ÂÊÎÔÛâêîôû",
    "tilde": "ÃÑÕãñõ",
    "diaeresis": "ÄËÏÖÜäëïöüÿ",
}
BASES = {
    "À": "A", "È": "E", "Ì": "I", "Ò": "O", "Ù": "U", "à": "a", "è": "e", "ì": "ı", "ò": "o", "ù": "u",
    "Á": "A", "É": "E", "Í": "I", "Ó": "O", "Ú": "U", "Ý": "Y",
    "á": "a", "é": "e", "í": "ı", "ó": "o", "ú": "u", "ý": "y",
    "Â": "A", "Ê": "E", "Î": "I", "Ô": "O", "Û": "U", "â": "a", "ê": "e", "î": "ı", "ô": "o", "û": "u",
    "Ã": "A", "Ñ": "N", "Õ": "O", "ã": "a", "ñ": "n", "õ": "o",
    "Ä": "A", "Ë": "E", "Ï": "I", "Ö": "O", "Ü": "U", "ä": "a", "ë": "e", "ï": "ı", "ö": "o", "ü": "u", "ÿ": "y",
}  # fmt: skip


def glyphs() -> dict[str, Bitmap]:
    """Every glyph by its character, as a mask of CELL_HEIGHT rows, in the order of their code points."""
    drawn = dict(_drawn())
    for mark, letters in ACCENTED.items():
        for letter in letters:
            drawn[letter] = _accented(drawn[BASES[letter]], MARKS[mark], capital=letter.isupper())
    drawn["Ç"] = _with_cedilla(drawn["C"])
    drawn["ç"] = _with_cedilla(drawn["c"])
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


def _accented(letter: Bitmap, mark: tuple[str, ...], capital: bool) -> Bitmap:
    """The letter with the mark centred above; a capital gives up a row of its stem to make room."""
    sign = np.array([[dot == "#" for dot in row] for row in mark])
    width = max(letter.shape[1], sign.shape[1])
    bitmap = np.zeros((CELL_HEIGHT, width), dtype=bool)
    left = (width - letter.shape[1]) // 2
    body = letter.copy()
    if capital:
        stem = 5 - FIRST_ROW
        body[1 - FIRST_ROW : stem + 1] = letter[-FIRST_ROW:stem]
        body[-FIRST_ROW] = False
    bitmap[:, left : left + letter.shape[1]] = body
    top = (-2 if capital else -1) - FIRST_ROW
    across = (width - sign.shape[1] + 1) // 2
    bitmap[top : top + 2, across : across + sign.shape[1]] |= sign
    return bitmap


def _with_cedilla(letter: Bitmap) -> Bitmap:
    bitmap = letter.copy()
    middle = letter.shape[1] // 2
    bitmap[7 - FIRST_ROW, middle] = True
    bitmap[8 - FIRST_ROW, middle - 1] = True
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
