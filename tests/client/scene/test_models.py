"""Block states, models and pictures of resource packs."""

import json
import logging
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from client.packs import PackError, Packs, checker, decode_png
from client.scene.models import MISSING, NORMALS, Models
from client.scene.tiles import CUTOUT, SOLID, TRANSLUCENT, Tiles, halved
from server.shared.data_folders import ASSETS

Write = Callable[[str, Any], None]
ARROW = {
    "textures": {"t": "minecraft:block/stone"},
    "elements": [
        {"from": [4, 0, 0], "to": [12, 16, 8], "faces": {"north": {"texture": "#t", "cullface": "north"}}},
    ],
}


def only_quad(packs: Packs, state: str) -> Any:
    looks = Models(packs).variants(state)
    assert len(looks) == 1
    assert len(looks[0]) == 1
    return looks[0][0]


def test_texture_names_pass_through_parents_and_variables(packs: Packs, write: Write) -> None:
    write("minecraft/models/block/middle.json", {"parent": "block/cube_all", "textures": {"all": "#skin"}})
    write("minecraft/models/block/leaf.json", {"parent": "block/middle", "textures": {"skin": "block/stone"}})
    write("minecraft/blockstates/leaf.json", {"variants": {"": {"model": "block/leaf"}}})
    quads = Models(packs).variants("minecraft:leaf")[0]
    assert {quad.texture for quad in quads} == {"minecraft:block/stone"}
    assert [quad.face for quad in quads] == [quad.cull for quad in quads] == list(range(6))


@pytest.mark.parametrize(
    ("turn", "face"), [({}, 2), ({"y": 90}, 5), ({"y": 180}, 3), ({"y": 270}, 4), ({"x": 90}, 0), ({"x": 270}, 1)]
)
def test_a_variant_turns_clockwise_from_above_and_tips_over_the_x_axis(
    packs: Packs, write: Write, turn: dict[str, int], face: int
) -> None:
    write("minecraft/models/block/arrow.json", ARROW)
    write("minecraft/blockstates/arrow.json", {"variants": {"": {"model": "block/arrow"} | turn}})
    quad = only_quad(packs, "minecraft:arrow")
    assert (quad.face, quad.cull) == (face, face)
    normal = np.cross(quad.corners[1] - quad.corners[0], quad.corners[2] - quad.corners[1])
    assert np.argmax(NORMALS @ normal) == face


def test_uv_follows_from_the_place_and_locks_when_asked(packs: Packs, write: Write) -> None:
    top = {"from": [0, 0, 0], "to": [16, 16, 8], "faces": {"up": {"texture": "#t"}}}
    write("minecraft/models/block/half.json", {"textures": {"t": "block/stone"}, "elements": [top]})
    for name, lock in (("turned", False), ("locked", True)):
        variant = {"model": "block/half", "y": 180, "uvlock": lock}
        write(f"minecraft/blockstates/{name}.json", {"variants": {"": variant}})
    assert sorted(only_quad(packs, "minecraft:turned").uv[:, 1]) == [0, 0, 0.5, 0.5]
    assert sorted(only_quad(packs, "minecraft:locked").uv[:, 1]) == [0.5, 0.5, 1, 1]


def test_a_face_turns_its_picture(packs: Packs, write: Write) -> None:
    face = {"texture": "#t", "uv": [0, 0, 4, 8], "rotation": 90}
    element = {"from": [0, 0, 0], "to": [16, 16, 16], "faces": {"south": face}}
    write("minecraft/models/block/spun.json", {"textures": {"t": "block/stone"}, "elements": [element]})
    write("minecraft/blockstates/spun.json", {"variants": {"": {"model": "block/spun"}}})
    assert (only_quad(packs, "minecraft:spun").uv * 16).tolist() == [[0, 8], [4, 8], [4, 0], [0, 0]]


def test_an_element_turned_by_45_degrees_stays_in_its_block_when_rescaled(packs: Packs, write: Write) -> None:
    rotation = {"origin": [8, 8, 8], "axis": "y", "angle": 45, "rescale": True}
    element = {"from": [0, 0, 8], "to": [16, 16, 8], "rotation": rotation, "faces": {"north": {"texture": "#t"}}}
    write("minecraft/models/block/cross.json", {"textures": {"t": "block/stone"}, "elements": [element]})
    write("minecraft/blockstates/cross.json", {"variants": {"": {"model": "block/cross"}}})
    corners = only_quad(packs, "minecraft:cross").corners
    assert np.allclose(corners.min(axis=0), 0)
    assert np.allclose(corners.max(axis=0), 1)


def test_properties_choose_the_variant_and_lists_give_several_looks(packs: Packs, write: Write) -> None:
    write("minecraft/models/block/arrow.json", ARROW)
    north, east = {"model": "block/arrow"}, {"model": "block/arrow", "y": 90}
    variants = {"facing=north,half=top": north, "facing=east": [east, north]}
    write("minecraft/blockstates/sign.json", {"variants": variants})
    models = Models(packs)
    assert models.variants("minecraft:sign[facing=north,half=top]")[0][0].face == 2
    assert [look[0].face for look in models.variants("minecraft:sign[facing=east,half=top]")] == [5, 2]


def test_multipart_lays_all_parts_together_that_apply(packs: Packs, write: Write) -> None:
    write("minecraft/models/block/arrow.json", ARROW)
    parts = [
        {"apply": {"model": "block/arrow"}},
        {"when": {"east": "true|low"}, "apply": {"model": "block/arrow", "y": 90}},
        {"when": {"OR": [{"west": "true"}, {"up": "true"}]}, "apply": {"model": "block/arrow", "y": 270}},
    ]
    write("minecraft/blockstates/wall.json", {"multipart": parts})
    models = Models(packs)
    assert [quad.face for quad in models.variants("minecraft:wall[east=low,up=false,west=false]")[0]] == [2, 5]
    assert [quad.face for quad in models.variants("minecraft:wall[east=no,up=true,west=false]")[0]] == [2, 4]


@pytest.mark.parametrize(
    ("path", "content", "named"),
    [
        ("minecraft/blockstates/odd.json", "{ not json", "blockstates/odd.json"),
        ("minecraft/blockstates/odd.json", {"variants": {"": {"y": 90}}}, "names no model"),
        ("minecraft/blockstates/odd.json", {"variants": {"": {"model": "block/none"}}}, "models/block/none.json"),
        ("minecraft/blockstates/odd.json", {"variants": {"lit=true": {"model": "block/stone"}}}, "no variant for"),
    ],
)
def test_what_cannot_be_read_is_a_checker_cube_and_named_once(
    packs: Packs, write: Write, caplog: pytest.LogCaptureFixture, path: str, content: Any, named: str
) -> None:
    write(path, content)
    models = Models(packs)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            looks = models.variants("minecraft:odd")
    assert [quad.texture for quad in looks[0]] == [MISSING] * 6
    assert len(caplog.records) == 1
    assert named in caplog.text


def test_parents_that_never_end_are_refused(packs: Packs, write: Write) -> None:
    write("minecraft/models/block/loop.json", {"parent": "block/loop"})
    with pytest.raises(PackError, match="never end") as refused:
        Models(packs).model("minecraft:block/loop")
    assert refused.value.code == "model_unreadable"


def test_items_are_flat_pictures_or_their_block(packs: Packs) -> None:
    models = Models(packs)
    assert models.item_layers("minecraft:stick") == ["minecraft:item/stick"]
    assert models.item_quads("minecraft:stick") == []
    assert len(models.item_quads("minecraft:stone")) == 6
    assert models.item_layers("minecraft:stone") == []


# ------------------------------------------------------------------ packs


def test_a_missing_texture_is_a_checker_and_logged_once(packs: Packs, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert (packs.texture("minecraft:block/none") == checker()).all()
    assert len(caplog.records) == 1
    assert "minecraft/textures/block/none.png" in caplog.text


def test_a_broken_picture_is_a_checker(packs: Packs, write: Write, caplog: pytest.LogCaptureFixture) -> None:
    write("minecraft/textures/block/torn.png", "this is no picture")
    assert (packs.texture("minecraft:block/torn") == checker()).all()
    assert "torn.png" in caplog.text
    with pytest.raises(PackError):
        decode_png(b"\x89PNG\r\n\x1a\nrest")


def test_a_later_pack_hides_files_of_an_earlier_one_also_as_zip(packs: Packs, write: Write, tmp_path: Path) -> None:
    write("minecraft/lang/en_us.json", {"a": "one", "b": "two"})
    archive = tmp_path / "over.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("pack.mcmeta", "{}")
        file.writestr("assets/minecraft/lang/en_us.json", json.dumps({"b": "three"}))
        file.writestr("assets/minecraft/blockstates/stone.json", '{"variants": {}}')
    both = Packs([tmp_path, archive])
    assert both.language() == {"a": "one", "b": "three"}
    assert both.json("minecraft/blockstates/stone.json") == {"variants": {}}
    assert both.json("minecraft/blockstates/glass.json") == packs.json("minecraft/blockstates/glass.json")
    assert "minecraft/blockstates/stone.json" in both.names("minecraft/blockstates")


def test_something_that_is_no_pack_is_refused_by_name(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.zip"
    wrong.write_text("no zip")
    with pytest.raises(PackError, match=r"wrong\.zip"):
        Packs([wrong])


def test_every_shipped_block_and_item_has_its_art(caplog: pytest.LogCaptureFixture) -> None:
    packs = Packs()
    models = Models(packs)
    with caplog.at_level(logging.WARNING):
        for path in packs.names("minecraft/models/item") + packs.names("voxtable/models/item"):
            namespace, name = path.split("/")[0], path.rsplit("/", 1)[1].removesuffix(".json")
            if name in ("generated", "handheld"):
                continue
            item = f"{namespace}:{name}"
            textures = models.item_layers(item) or [quad.texture for quad in models.item_quads(item)]
            assert textures, item
            for texture in textures:
                packs.texture(texture)
    assert caplog.text == ""
    assert ASSETS.is_dir()


# ------------------------------------------------------------------ tiles


def test_tiles_know_whether_they_have_holes_or_shine_through(packs: Packs) -> None:
    tiles = Tiles(packs)
    drawn = [tiles.drawn_as(tiles.layer(f"minecraft:block/{name}")) for name in ("stone", "oak_leaves", "water")]
    assert drawn == [SOLID, CUTOUT, TRANSLUCENT]


def test_no_mipmap_takes_colour_from_another_tile_or_from_what_is_transparent(packs: Packs) -> None:
    tiles = Tiles(packs)
    for name in ("stone", "oak_leaves", "water", "glass"):
        tiles.layer(f"minecraft:block/{name}")
    levels = tiles.levels()
    assert [level.shape[1] for level in levels] == [16, 8, 4, 2, 1]
    for level in levels:
        assert (level[0, ..., :3] == 120).all()
        visible = level[1][level[1, ..., 3] > 0]
        assert (visible[:, :3] == (60, 120, 40)).all()
        assert (level[2, ..., 3] == 170).all()


def test_holes_do_not_grow_with_distance() -> None:
    tile = np.zeros((1, 4, 4, 4), dtype=np.uint8)
    tile[0, ::2] = (10, 20, 30, 255)
    assert halved(tile)[0, ..., 3].min() > 127


def test_textures_of_other_sizes_and_strips_of_frames_become_tiles_of_one_size(packs: Packs, write: Write) -> None:
    strip = np.full((64, 32, 4), 255, dtype=np.uint8)
    strip[32:] = 0
    write("minecraft/textures/block/strip.png", strip)
    tiles = Tiles(packs)
    tiles.layer("minecraft:block/stone")
    tiles.layer("minecraft:block/strip")
    full = tiles.levels()[0]
    assert full.shape == (2, 32, 32, 4)
    assert (full[1] == 255).all()
