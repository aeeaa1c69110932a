"""Data packs in their older and newer spellings, several at once, and packs with faults in them."""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from server.items import RecipeBook

STICKS = {"type": "minecraft:crafting_shaped", "pattern": ["#", "#"], "key": {"#": "a:wood"}, "result": "a:stick"}
META = {"pack": {"pack_format": 48, "description": "test"}}
Files = dict[str, Any]


def pack(folder: Path, files: Files) -> Path:
    for name, value in {"pack.mcmeta": META, **files}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if value is not None:
            file.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return folder


def zipped(folder: Path, files: Files) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "pack.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in {"pack.mcmeta": META, **files}.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return path


def shapeless(*ingredients: Any, result: Any = "a:out") -> dict[str, Any]:
    return {"type": "crafting_shapeless", "ingredients": list(ingredients), "result": result}


def made(book: RecipeBook, *items: str) -> str | None:
    recipe = book.match([*items, *[None] * (9 - len(items))], 3)
    return f"{recipe.result.count} {recipe.result.item}" if recipe is not None else None


@pytest.mark.parametrize("build", [pack, zipped])
@pytest.mark.parametrize("folder", ["recipe", "recipes"])
def test_directories_and_archives_with_old_and_new_folders(tmp_path: Path, build: Any, folder: str) -> None:
    book = RecipeBook.from_packs([build(tmp_path / "p", {f"data/a/{folder}/deep/stick.json": STICKS})])
    assert book.problems == []
    assert book.match(["a:wood", None, "a:wood", None], 2) is book.recipes["a:deep/stick"]


@pytest.mark.parametrize(
    "ingredient",
    ["stone", "minecraft:stone", {"item": "stone"}, ["dirt", "stone"], [{"item": "stone"}, {"item": "dirt"}],
     "#rocks", {"tag": "minecraft:rocks"}, ["dirt", "#rocks"]],
)  # fmt: skip
def test_every_spelling_of_an_ingredient(tmp_path: Path, ingredient: Any) -> None:
    files = {
        "data/a/recipe/r.json": shapeless(ingredient),
        "data/minecraft/tags/items/rocks.json": {"values": ["stone"]},
    }
    assert made(RecipeBook.from_packs([pack(tmp_path, files)]), "minecraft:stone") == "1 a:out"


@pytest.mark.parametrize(
    ("result", "expected"),
    [("out", "1 minecraft:out"), ({"id": "a:b", "count": 3}, "3 a:b"), ({"item": "a:b"}, "1 a:b")],
)
def test_every_spelling_of_a_result(tmp_path: Path, result: Any, expected: str) -> None:
    book = RecipeBook.from_packs([pack(tmp_path, {"data/a/recipe/r.json": shapeless("a:x", result=result)})])
    assert made(book, "a:x") == expected


def test_patterns_are_trimmed_of_their_margins(tmp_path: Path) -> None:
    loose = {**STICKS, "pattern": ["   ", " # ", " # "]}
    book = RecipeBook.from_packs([pack(tmp_path, {"data/a/recipe/r.json": loose})])
    assert book.match(["a:wood", None, "a:wood", None], 2) is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only POSIX systems have named pipes")
def test_a_pipe_among_packs_or_in_one_is_named_and_not_waited_for(tmp_path: Path) -> None:
    folder = pack(tmp_path / "p", {"data/a/recipe/stick.json": STICKS})
    os.mkfifo(folder / "data/a/recipe/pipe.json")
    os.mkfifo(tmp_path / "pipe.zip")
    book = RecipeBook.from_packs([tmp_path / "pipe.zip", folder])
    assert [problem.file for problem in book.problems] == [
        str(tmp_path / "pipe.zip"),
        str(folder / "data/a/recipe/pipe.json"),
    ]
    assert "a:stick" in book.recipes


def test_later_packs_override_recipes_and_add_to_or_replace_tags(tmp_path: Path) -> None:
    first = pack(tmp_path / "1", {
        "data/a/recipe/r.json": shapeless("#a:t"), "data/a/recipe/gone.json": shapeless("a:only"),
        "data/a/tags/item/t.json": {"values": ["a:x"]},
    })  # fmt: skip
    second = zipped(tmp_path / "2", {
        "data/a/recipe/gone.json": {"type": "minecraft:smelting"}, "data/a/tags/item/t.json": {"values": ["a:y"]},
    })  # fmt: skip
    third = pack(tmp_path / "3", {"data/a/tags/item/t.json": {"replace": True, "values": ["a:z"]}})
    both = RecipeBook.from_packs([first, second])
    assert (made(both, "a:x"), made(both, "a:y"), made(both, "a:only")) == ("1 a:out", "1 a:out", None)
    replaced = RecipeBook.from_packs([first, second, third])
    assert (made(replaced, "a:x"), made(replaced, "a:z")) == (None, "1 a:out")


def test_tags_nest_and_may_name_what_is_not_there_when_it_is_not_required(tmp_path: Path) -> None:
    book = RecipeBook.from_packs([pack(tmp_path, {
        "data/a/recipe/r.json": shapeless("#a:outer"),
        "data/a/tags/item/outer.json": {"values": ["#a:inner", {"id": "#a:nowhere", "required": False}]},
        "data/a/tags/item/inner.json": {"values": [{"id": "a:x"}]},
    })])  # fmt: skip
    assert (book.problems, made(book, "a:x")) == ([], "1 a:out")


def test_tags_in_a_circle_are_refused_and_the_rest_still_loads(tmp_path: Path) -> None:
    book = RecipeBook.from_packs([pack(tmp_path, {
        "data/a/recipe/bad.json": shapeless("#a:one"), "data/a/recipe/good.json": shapeless("a:x"),
        "data/a/tags/item/one.json": {"values": ["#a:two"]}, "data/a/tags/item/two.json": {"values": ["#a:one"]},
    })])  # fmt: skip
    assert [Path(problem.file).name for problem in book.problems] == ["one.json", "two.json", "bad.json"]
    assert "a:one -> a:two -> a:one" in book.problems[0].text
    assert made(book, "a:x") == "1 a:out"


FAULTS: list[tuple[Any, str]] = [
    (b"{not json", ""),
    (b"\xff\xfe\x00", ""),
    (b"[" * 100_000, ""),
    (b"[]", ""),
    ({"ingredients": ["a:x"], "result": "a:y"}, "type"),
    ({**STICKS, "pattern": ["##", "#"]}, "pattern"),
    ({**STICKS, "pattern": ["####"]}, "pattern"),
    ({**STICKS, "pattern": ["  "]}, "pattern"),
    ({**STICKS, "pattern": "##"}, "pattern"),
    ({**STICKS, "pattern": ["#x"]}, "key.x"),
    ({**STICKS, "key": {"#": "a:wood", "y": "a:x"}}, "key.y"),
    ({**STICKS, "key": ["a:x"]}, "key"),
    ({**STICKS, "key": {"#": {"tag": "a:missing"}}}, "key.#.tag"),
    ({**STICKS, "key": {"#": []}}, "key.#"),
    ({**STICKS, "key": {"#": {"count": 1}}}, "key.#.item"),
    (shapeless(), "ingredients"),
    (shapeless(*["a:x"] * 10), "ingredients"),
    (shapeless("Not An Id"), "ingredients[0]"),
    (shapeless("a:x", [["a:y"]]), "ingredients[1][0]"),
    (shapeless("a:x", 7), "ingredients[1]"),
    (shapeless("a:" + "x" * 80), "ingredients[0]"),
    (shapeless("a:x", result={"id": "a:y", "count": 0}), "result.count"),
    (shapeless("a:x", result={"id": "a:y", "count": 65}), "result.count"),
    (shapeless("a:x", result={"id": "a:y", "count": 1.5}), "result.count"),
    (shapeless("a:x", result={"id": "a:y", "count": True}), "result.count"),
    (shapeless("a:x", result={"count": 1}), "result.item"),
    (shapeless("a:x", result={"id": "a:y", "components": {"a:b": 1}}), "result.components"),
    (b'{"type": "minecraft:crafting_shapeless", "filler": "' + b"x" * 300_000 + b'"}', ""),
]


@pytest.mark.parametrize(("value", "key"), FAULTS)
@pytest.mark.parametrize("build", [pack, zipped])
def test_an_unreadable_recipe_names_file_and_key_and_the_rest_loads(
    tmp_path: Path, build: Any, value: Any, key: str
) -> None:
    files = {"data/a/recipe/bad.json": value, "data/a/recipe/good.json": shapeless("a:fine")}
    book = RecipeBook.from_packs([build(tmp_path / "p", files)])
    (problem,) = book.problems
    assert (problem.file.endswith("/data/a/recipe/bad.json"), problem.key) == (True, key)
    assert problem.text.endswith(".")
    assert "bad.json: " in str(problem)
    assert made(book, "a:fine") == "1 a:out"


@pytest.mark.parametrize(
    ("value", "key"),
    [({}, "values"), ({"values": "a:x"}, "values"), ({"values": ["a:x", 3]}, "values[1]"),
     ({"values": [{"name": "a:x"}]}, "values[0].id"), ({"values": [], "replace": "yes"}, "replace"),
     ({"values": ["#a:nowhere"]}, "values")],
)  # fmt: skip
def test_an_unreadable_tag_names_file_and_key(tmp_path: Path, value: Any, key: str) -> None:
    book = RecipeBook.from_packs([pack(tmp_path, {"data/a/tags/item/t.json": value})])
    (problem,) = book.problems
    assert (Path(problem.file).name, problem.key) == ("t.json", key)


def test_tags_nested_too_deep_are_refused(tmp_path: Path) -> None:
    chain: Files = {f"data/a/tags/item/t{n}.json": {"values": [f"#a:t{n + 1}"]} for n in range(2000)}
    book = RecipeBook.from_packs([pack(tmp_path, {**chain, "data/a/tags/item/t2000.json": {"values": ["a:x"]}})])
    assert any("nested" in problem.text for problem in book.problems)


def test_packs_that_are_none_are_named_and_the_others_load(tmp_path: Path) -> None:
    good = pack(tmp_path / "good", {"data/a/recipe/r.json": shapeless("a:x")})
    text = tmp_path / "notes.txt"
    text.write_text("no archive")
    bare = tmp_path / "bare"
    bare.mkdir()
    torn = zipped(tmp_path / "torn", {"data/a/recipe/r.json": shapeless("a:x")})
    torn.write_bytes(torn.read_bytes()[:60])
    odd = pack(tmp_path / "odd", {"pack.mcmeta": {"pack": 3}})
    book = RecipeBook.from_packs([tmp_path / "nowhere", text, bare, torn, odd, good])
    assert [problem.file for problem in book.problems] == [
        str(tmp_path / "nowhere"), str(text), f"{bare}/pack.mcmeta", str(torn), f"{odd}/pack.mcmeta",
    ]  # fmt: skip
    assert made(book, "a:x") == "1 a:out"


def test_results_that_are_no_item_here_are_left_out_with_a_problem(tmp_path: Path) -> None:
    files = {"data/a/recipe/r.json": shapeless("a:x"), "data/a/recipe/s.json": shapeless("a:y", result="a:unknown")}
    book = RecipeBook.from_packs([pack(tmp_path, files)]).limited_to({"a:out"})
    assert (made(book, "a:x"), made(book, "a:y")) == ("1 a:out", None)
    assert [str(problem) for problem in book.problems] == ["a:s: result: There is no item a:unknown."]
