"""The first part: into the tavern, and out again for what grows on the land."""

from pyglet.window import key

from client.ui.screens.windows import WindowScreen
from server.shared.voxel.states import block_of

from .cast import Cast
from .materials import BONES, COTTON, FERN, LOG, STRING


class Outdoors:
    """What Ada does before she crafts."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._album, self._company = cast.album, cast.company
        self._ada, self._pilot = cast.ada, cast.pilot

    def arrive(self) -> None:
        """From the title into the tavern."""
        self._company.rest(1.0)
        self._album.picture(self._ada, "title", "The title, the tavern's colours and the ways into the game.")
        self._cast.enter(self._ada)
        self._settle()
        self._album.picture(self._ada, "arrival", "Ada looks at the chest with her gift; the first steps are listed.")
        self._pilot.look_at((0.5, self._pilot.cell[1] + 1.0, 0.5))
        self._album.picture(self._ada, "tavern", "Ada stands in the tavern with bare hands.")
        chest = self._pilot.nearest(lambda state: block_of(state) == "minecraft:chest")[0]
        self._pilot.use(chest, "the chest")
        self._company.until(lambda: isinstance(self._ada.app.screen, WindowScreen), "the chest opens", 10)
        self._company.rest(0.4)
        self._album.picture(
            self._ada, "chest", "The tavern's chest holds the material for one board. Ada leaves it be."
        )
        self._ada.press(key.ESCAPE)

    def _settle(self) -> None:
        """Wait until the land around is here and drawn."""
        self._company.until(lambda: len(self._ada.know.columns.columns) > 100, "the land around comes", 60)
        self._company.rest(4.0)

    def gather(self) -> None:
        """Out of the tavern for two logs, cotton, a fern and an old bone."""
        pilot, album = self._pilot, self._album
        pilot.walk_to(lambda cell: cell[2] >= 17, (self._pilot.cell[0], self._pilot.cell[1], 20), "the yard")
        pilot.look_at((0.5, pilot.cell[1] + 3.0, 0.5))
        self._company.rest(1.0)
        album.picture(self._ada, "yard", "The tavern from its yard.")
        for wanted, item, count, name, line in (
            (COTTON, STRING, 4, "cotton", "Wild cotton gives string."),
            (FERN, FERN, 1, "fern", "A fern will be green dye."),
            (LOG, LOG, 2, "logs", "Two logs will be eight planks."),
            (BONES, BONES, 1, "bones", "Old bones stick out of the ground; they will be bone meal."),
        ):
            pilot.gather(lambda state, wanted=wanted: block_of(state) == wanted, item, count, name)  # type: ignore[misc]
            self._company.rest(0.3)
            album.picture(self._ada, name, f"{line} Ada has {pilot.count(item)}.")
