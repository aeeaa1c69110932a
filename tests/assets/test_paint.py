"""The committed pack is what the scripts paint, and it is drawn as the look asks."""

import json
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from assets.paint import figures, font, people, sky
from assets.paint.pack import all_documents, all_pictures
from assets.paint.palette import WOODS
from server.shared.names.rules import allowed, look_alike
from server.shared.names.spelling import DRAWN

ASSETS = Path(__file__).resolve().parents[2] / "assets"
PICTURES = all_pictures()
DOCUMENTS = all_documents()
BLOCK = "minecraft/textures/block/"


def committed(name: str) -> npt.NDArray[np.uint8]:
    """The pixels of a picture in the checkout."""
    with Image.open(ASSETS / name) as image:
        return np.array(image.convert("RGBA"))


def shown(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The pixels with the colour under full transparency left out, which no file needs to keep."""
    return np.where(pixels[..., 3:] > 0, pixels, np.uint8(0))


def test_the_committed_pictures_are_what_the_scripts_paint() -> None:
    stale = [name for name, picture in PICTURES.items() if not np.array_equal(shown(committed(name)), shown(picture))]
    assert stale == [], "run python -m assets.paint"


def test_the_committed_documents_are_what_the_scripts_write() -> None:
    stale = [name for name, value in DOCUMENTS.items() if json.loads((ASSETS / name).read_text("utf-8")) != value]
    assert stale == [], "run python -m assets.paint"


def test_the_pack_holds_no_picture_or_model_that_no_script_made() -> None:
    files = {
        path.relative_to(ASSETS).as_posix()
        for space in ("minecraft", "voxtable")
        for path in (ASSETS / space).rglob("*")
    }
    made = {name for name in files if name.endswith(".png") or "/models/" in name or "/blockstates/" in name}
    assert {name for name in made if Path(name).suffix} == {
        name
        for name in (*PICTURES, *DOCUMENTS)
        if name.endswith(".png") or "/models/" in name or "/blockstates/" in name
    }


def test_painting_twice_gives_the_same_pixels() -> None:
    again = all_pictures()
    assert list(again) == list(PICTURES)
    assert all(np.array_equal(again[name], picture) for name, picture in PICTURES.items())


@pytest.mark.parametrize("name", [name for name in PICTURES if "/textures/block/" in name or "/textures/item/" in name])
def test_block_and_item_textures_are_16_square(name: str) -> None:
    assert PICTURES[name].shape == (16, 16, 4)


def test_leaves_have_holes_and_nothing_half_transparent() -> None:
    for wood in WOODS:
        alpha = PICTURES[f"{BLOCK}{wood.name}_leaves.png"][..., 3]
        assert set(np.unique(alpha)) == {0, 255}
        assert 0.04 < (alpha == 0).mean() < 0.3


def test_only_water_and_cracks_are_half_transparent_among_blocks() -> None:
    soft = {name for name, picture in PICTURES.items() if "/block/" in name and ((picture[..., 3] % 255) > 0).any()}
    assert soft == {f"{BLOCK}water_still.png"} | {f"{BLOCK}destroy_stage_{stage}.png" for stage in range(sky.STAGES)}


@pytest.mark.parametrize("name", ["stone", "dirt", "oak_planks", "cobblestone", "bricks", "sand", "grass_block_top"])
def test_a_material_is_made_of_a_few_tones(name: str) -> None:
    tones = np.unique(PICTURES[f"{BLOCK}{name}.png"].reshape(-1, 4), axis=0)
    assert 4 <= len(tones) <= 10


@pytest.mark.parametrize("name", ["stone", "dirt", "sand", "grass_block_top", "white_wool", "water_still", "oak_log"])
def test_tiles_meet_without_a_seam(name: str) -> None:
    light = PICTURES[f"{BLOCK}{name}.png"][..., :3].mean(axis=2)
    inside = np.abs(np.diff(light, axis=1)).mean()
    across = np.abs(light[:, 0] - light[:, -1]).mean()
    assert across < 2.2 * inside + 2


def test_woods_differ_in_lightness_as_their_names_say() -> None:
    light = {wood.name: PICTURES[f"{BLOCK}{wood.name}_planks.png"][..., :3].mean() for wood in WOODS}
    assert light["birch"] > light["oak"] > light["spruce"]
    red, green, blue = PICTURES[f"{BLOCK}cherry_planks.png"][..., :3].reshape(-1, 3).mean(axis=0)
    assert red > green + 30
    assert blue >= green


def test_each_stage_of_breaking_adds_to_the_one_before() -> None:
    dark = [sky.cracks(stage)[..., 3] > 100 for stage in range(sky.STAGES)]
    for earlier, later in pairwise(dark):
        assert (later & earlier).sum() == earlier.sum() < later.sum()


def test_each_die_face_shows_its_number_of_pips() -> None:
    for number in range(1, 7):
        face = PICTURES[f"voxtable/textures/gui/dice/face_{number}.png"].astype(int)
        dark = face[..., :3].sum(axis=2) < 260
        ember = (face[..., 0] - face[..., 2] > 90) & ~dark
        assert islands(dark | ember) == number
        assert ember.any() == (number == 1)


def islands(mask: npt.NDArray[np.bool_]) -> int:
    """How many separate patches a mask has."""
    left = {(int(y), int(x)) for y, x in np.argwhere(mask)}
    count = 0
    while left:
        count += 1
        front = [left.pop()]
        while front:
            y, x = front.pop()
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            front.extend(near)
    return count


def test_skins_fill_every_side_of_every_part_and_differ() -> None:
    for name, figure in people.FIGURES.items():
        sheet = figures.skin(figure)
        assert sheet.shape == (64, 64, 4), name
        for part in figures.PARTS:
            for side, (x, y, width, height) in figures.sides(part).items():
                assert (sheet[y : y + height, x : x + width, 3] == 255).all(), (name, part, side)
    faces = [figures.skin(figure)[8:16, 8:16].tobytes() for figure in people.FIGURES.values()]
    assert len(set(faces)) == len(faces) == 6


class TestFont:
    GLYPHS = font.glyphs()

    def test_it_has_ascii_latin_letters_and_the_signs_of_the_screens(self) -> None:
        latin = {chr(code) for code in range(0xC0, 0x100)}
        signs = set("–—’‘“”…·×±→←↑↓✓✗•●○▸▾½€−")
        described = set(font.sheet()[1]["glyphs"])  # type: ignore[call-overload]
        assert {chr(code) for code in range(0x20, 0x7F)} | latin | signs <= described

    def test_digits_share_one_advance(self) -> None:
        assert len({self.GLYPHS[digit].shape for digit in "0123456789"}) == 1

    def test_capitals_and_digits_fill_the_cap_height_and_stand_on_the_baseline(self) -> None:
        for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
            rows = np.flatnonzero(self.GLYPHS[character].any(axis=1)) + font.FIRST_ROW
            assert (rows[0], rows[-1]) == (0, font.CAP_HEIGHT - 1), character

    def test_small_letters_share_one_x_height(self) -> None:
        for character in "acemnorsuvwxz":
            rows = np.flatnonzero(self.GLYPHS[character].any(axis=1)) + font.FIRST_ROW
            assert (rows[0], rows[-1]) == (font.CAP_HEIGHT - font.X_HEIGHT, font.CAP_HEIGHT - 1), character

    def test_no_two_characters_look_the_same_but_those_that_names_may_not_play_upon(self) -> None:
        seen: dict[bytes, list[str]] = {}
        for character, bitmap in self.GLYPHS.items():
            seen.setdefault(bytes([bitmap.shape[1]]) + bitmap.tobytes(), []).append(character)
        for twins in seen.values():
            for one, other in combinations(twins, 2):
                assert look_alike(one * 3, other * 3), (one, other)

    def test_every_letter_that_is_never_spelled_out_is_drawn(self) -> None:
        letters = [chr(code) for codes in DRAWN for code in codes if allowed(chr(code))]
        assert len(letters) > 400
        assert [letter for letter in letters if letter not in self.GLYPHS] == []

    def test_glyphs_have_no_empty_edge_columns(self) -> None:
        loose = [c for c, bitmap in self.GLYPHS.items() if not (bitmap[:, 0].any() and bitmap[:, -1].any())]
        assert loose == ["1"], "only the one, which keeps the width of the other digits"

    def test_cells_on_the_sheet_do_not_overlap(self) -> None:
        picture, about = font.sheet()
        taken = np.zeros(picture.shape[:2], dtype=int)
        for cell in about["glyphs"].values():  # type: ignore[attr-defined]
            taken[cell["y"] : cell["y"] + font.CELL_HEIGHT, cell["x"] : cell["x"] + cell["width"]] += 1
        assert taken.max() == 1
        assert not (picture[..., 3] > 0)[taken == 0].any()
