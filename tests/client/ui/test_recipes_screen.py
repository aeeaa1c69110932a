"""What can be crafted, opened from the crafting table: shapes and results as the server tells them."""

import pytest
from pyglet.window import key

from client.ui.canvas import Canvas
from client.ui.screens.recipes import RecipesScreen
from client.ui.screens.windows import WindowScreen
from server.shared.inventory.layout import CRAFTING, LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import AskRecipes, Recipes, ToldRecipe, WindowOpened

from .conftest import Client


def test_the_crafting_table_shows_the_shapes_of_recipes_as_the_server_tells_them(
    client: Client, written: list[str]
) -> None:
    slots = (None,) * LAYOUTS[CRAFTING].size
    client.script.say(WindowOpened(window=3, kind=CRAFTING, title="", revision=1, slots=slots, cursor=None))
    client.frames(0.1)
    window = client.app.screen
    assert isinstance(window, WindowScreen)
    client.press(key.R)
    assert client.shows(RecipesScreen)
    chair = ToldRecipe(
        Stack("voxtable:oak_game_chair", 2), 2, (("minecraft:oak_planks",), (), ("minecraft:stick",), ())
    )
    board = ToldRecipe(Stack("voxtable:farkle_board", 1), 0, (("minecraft:bone_meal",), ("minecraft:lime_wool",)))
    asked = client.script.heard_of(AskRecipes)
    client.script.say(Recipes(n=asked[-1].n, page=0, pages=2, recipes=(chair,)))
    client.frames(0.1)
    asked = client.script.heard_of(AskRecipes)
    assert [ask.page for ask in asked] == [0, 1]
    client.script.say(Recipes(n=asked[-1].n, page=1, pages=2, recipes=(board,)))
    written.clear()
    with pytest.MonkeyPatch.context() as patch:
        icons: list[tuple[str, float, float]] = []
        patch.setattr(Canvas, "icon", lambda _, item, x, y, *__: icons.append((item, x, y)))
        client.frames(0.1)
    assert {"Oak Game Chair", "Farkle Board", "1 Oak Planks, 1 Stick"} <= set(written)
    assert "in any order" in " ".join(written)
    places = {item: (x, y) for item, x, y in icons}
    (left, top), (under, below) = places["minecraft:oak_planks"], places["minecraft:stick"]
    assert (left, top + 18) == (under, below)
    client.press(key.ESCAPE)
    assert client.app.screen is window
