"""The second part: crafting everything by hand, and the board at the tavern's crafting table, click by click."""

from pyglet.window import key, mouse

from client.ui.screens.windows import WindowScreen
from server.shared.inventory.layout import CRAFTING, INVENTORY, LAYOUTS
from server.shared.voxel.states import block_of

from .cast import Cast
from .materials import BOARD, BONES, FERN, GREEN, LIME, LIME_WOOL, LOG, MEAL, PLANKS, STRING, WHITE, WOOL


class Crafting:
    """What Ada makes of what she gathered."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._album, self._company = cast.album, cast.company
        self._ada, self._pilot = cast.ada, cast.pilot

    def craft(self) -> None:
        """What fits the hands is crafted at once; the board at the tavern's crafting table."""
        self._ada.press(key.E)
        self._window("the inventory opens")
        for materials, made, name in (
            ((LOG,), PLANKS, "planks"),
            ((LOG,), PLANKS, ""),
            ((BONES,), MEAL, ""),
            ((MEAL,), WHITE, ""),
            ((FERN,), GREEN, ""),
            ((GREEN, WHITE), LIME, "dye"),
            ((STRING,) * 4, WOOL, ""),
            ((WOOL, LIME), LIME_WOOL, "wool"),
        ):
            self._craft(
                INVENTORY,
                materials,
                made,
                f"Crafting by hand: {made.partition(':')[2].replace('_', ' ')}." * bool(name),
                name,
            )
        self._ada.press(key.E)
        table = self._pilot.nearest(lambda state: block_of(state) == "minecraft:crafting_table")[0]
        self._pilot.use(table, "the crafting table")
        self._window("the crafting table opens")
        board = (PLANKS, PLANKS, PLANKS, PLANKS, MEAL, PLANKS, PLANKS, LIME_WOOL, PLANKS)
        self._craft(CRAFTING, board, BOARD, "Bone meal, seven planks and lime wool make a Farkle Board.", "board")
        self._ada.press(key.ESCAPE)

    def _craft(self, kind: str, materials: tuple[str, ...], made: str, line: str, name: str) -> None:
        """Lay materials into the grid one by one and take what they make."""
        layout = LAYOUTS[kind]
        grid = layout.parts["grid"]
        had = self._pilot.count(made)
        for cell, item in zip(grid, materials, strict=False):
            source = next(slot for slot in layout.player if self._item_in(slot) == item)
            self._click(source, mouse.LEFT)
            self._click(cell, mouse.RIGHT)
            if self._ada.know.inventory.cursor is not None:
                self._click(source, mouse.LEFT)
        result = layout.result
        assert result is not None
        self._company.until(lambda: self._item_in(result) == made, f"the grid makes {made}", 5)
        if name:
            self._ada.point(self._ada.app.screen.placed[f"slot {result}"])
            self._company.rest(0.3)
            self._album.picture(self._ada, f"craft-{name}", line)
        self._ada.click_slot(result, shift=True)
        self._company.until(lambda: self._pilot.count(made) > had, f"{made} is taken", 5)
        self._company.rest(0.4)

    def _click(self, slot: int, button: int) -> None:
        self._ada.click_slot(slot, button)
        self._company.beat()

    def _item_in(self, slot: int) -> str:
        screen = self._ada.app.screen
        assert isinstance(screen, WindowScreen)
        stack = self._ada.know.inventory.slots(screen.number)[slot]
        return stack.item if stack is not None else ""

    def _window(self, what: str) -> None:
        self._company.until(lambda: isinstance(self._ada.app.screen, WindowScreen), what, 10)
