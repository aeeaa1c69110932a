"""The story of the tour, step by step: title, gathering, crafting, the table, the match, the rematch.

Each step waits for what it brought about and fails with a sentence when that does not come.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from pyglet.window import key, mouse

from client.model.tables import Table
from client.network import NoServer, OwnWorld
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.windows import WindowScreen
from client.ui.screens.world import WorldScreen
from server.shared.inventory.layout import CRAFTING, INVENTORY, LAYOUTS
from server.shared.protocol.tabletop import BoardView
from server.shared.voxel.states import block_of

from .album import Album
from .paths import Cell
from .pilot import Pilot
from .player import Company, Player, Stuck

SEED = 7
LARGE, SMALL = (1280, 720), (960, 540)
BOARD = "voxtable:farkle_board"
LOG, PLANKS = "minecraft:oak_log", "minecraft:oak_planks"
COTTON, STRING, WOOL = "voxtable:wild_cotton", "minecraft:string", "minecraft:white_wool"
FERN, GREEN, WHITE, LIME = "minecraft:fern", "minecraft:green_dye", "minecraft:white_dye", "minecraft:lime_dye"
BONES, MEAL, LIME_WOOL = "minecraft:bone_block", "minecraft:bone_meal", "minecraft:lime_wool"
BANK_AT = 350
"""Points in a turn from which the players of the tour bank, once they have entered."""
HURRY = 8.0
"""How many times faster the pictures move once the first turns have been watched."""
MATCH_SECONDS = 900.0
_BEFORE_A_MOVE: dict[str, tuple[Callable[[BoardView], bool], str]] = {
    "keep": (
        lambda view: view.phase == "to_keep" and len(view.options) > 3,
        "Choosing what to keep: the points of the present selection show at once.",
    ),
    "turn": (
        lambda view: view.phase == "to_keep" and view.turn is not None and len(view.turn.groups) > 1,
        "Kept groups lie along the rim, and the turn total is at risk.",
    ),
    "final-round": (lambda view: view.final_round, "Somebody reached the goal: the final round."),
}


def run(out: Path) -> int:
    """Play the whole journey and keep its pictures in `out`; returns 0, or 1 when a step failed."""
    album = Album(out)
    with tempfile.TemporaryDirectory(prefix="voxtable-tour-") as folder:
        world = OwnWorld(Path(folder) / "world", seed=SEED)
        try:
            host, port = world.start()
            _Journey(album, Path(folder), f"{host}:{port}").go()
        except (Stuck, NoServer) as failure:
            album.say(f"The tour stops here: {failure}")
            return 1
        finally:
            world.stop()
    album.say("The tour is over: everything worked.")
    return 0


class _Journey:
    """Ada and Bob, and what they do."""

    def __init__(self, album: Album, folder: Path, address: str) -> None:
        self.album = album
        self.address = address
        self.ada = Player("Ada", LARGE, folder / "ada")
        self.company = Company(self.ada)
        self.pilot = Pilot(self.ada, self.company)
        self._folder = folder

    def go(self) -> None:
        """The whole way."""
        try:
            self.arrive()
            self.gather()
            self.craft()
            self.sit_down()
            first = self.play()
            self.rematch(first)
        except Stuck:
            for player in self.company.players:
                self.album.picture(player, f"stuck-{player.name.lower()}", "This is what was seen last.")
            raise
        finally:
            for player in self.company.players:
                player.close()

    # ------------------------------------------------------------------ into the world

    def arrive(self) -> None:
        """From the title into the tavern."""
        self.company.rest(1.0)
        self.album.picture(self.ada, "title", "The title, the tavern's colours and the ways into the game.")
        self._enter(self.ada)
        self._settle()
        self.album.picture(self.ada, "tavern", "Ada stands in the tavern with bare hands.")
        chest = self.pilot.nearest(lambda state: block_of(state) == "minecraft:chest")[0]
        self.pilot.use(chest, "the chest")
        self._window("the chest opens")
        self.company.rest(0.4)
        self.album.picture(self.ada, "chest", "The tavern's chest holds the material for one board. Ada leaves it be.")
        self.ada.press(key.ESCAPE)

    def _enter(self, player: Player) -> None:
        screen = player.app.screen
        if not player.app.name:
            player.type(player.name)
        player.click(screen.placed["join"])
        self.company.beat()
        for _ in range(64):
            player.press(key.BACKSPACE)
        player.type(self.address)
        if player is self.ada:
            self.company.rest(0.3)
            self.album.picture(player, "join", "Ada types the address of a friend's server.")
        player.press(key.ENTER)
        self.company.until(lambda: isinstance(player.app.screen, WorldScreen), f"{player.name} is in the world", 60)

    def _settle(self) -> None:
        """Wait until the land around is here and drawn."""
        self.company.until(lambda: len(self.ada.know.columns.columns) > 100, "the land around comes", 60)
        self.company.rest(4.0)

    # ------------------------------------------------------------------ gathering

    def gather(self) -> None:
        """Out of the tavern for two logs, cotton, a fern and an old bone."""
        pilot, album = self.pilot, self.album
        pilot.walk_to(lambda cell: cell[2] >= 17, (self.pilot.cell[0], self.pilot.cell[1], 20), "the yard")
        pilot.look_at((0.5, pilot.cell[1] + 3.0, 0.5))
        self.company.rest(1.0)
        album.picture(self.ada, "yard", "The tavern from its yard.")
        for wanted, item, count, name, line in (
            (COTTON, STRING, 4, "cotton", "Wild cotton gives string."),
            (FERN, FERN, 1, "fern", "A fern will be green dye."),
            (LOG, LOG, 2, "logs", "Two logs will be eight planks."),
            (BONES, BONES, 1, "bones", "Old bones stick out of the ground; they will be bone meal."),
        ):
            pilot.gather(lambda state, wanted=wanted: block_of(state) == wanted, item, count, name)  # type: ignore[misc]
            self.company.rest(0.3)
            album.picture(self.ada, name, f"{line} Ada has {pilot.count(item)}.")

    # ------------------------------------------------------------------ crafting

    def craft(self) -> None:
        """What fits the hands is crafted at once; the board at the tavern's crafting table."""
        self.ada.press(key.E)
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
        self.ada.press(key.E)
        table = self.pilot.nearest(lambda state: block_of(state) == "minecraft:crafting_table")[0]
        self.pilot.use(table, "the crafting table")
        self._window("the crafting table opens")
        board = (PLANKS, PLANKS, PLANKS, PLANKS, MEAL, PLANKS, PLANKS, LIME_WOOL, PLANKS)
        self._craft(CRAFTING, board, BOARD, "Bone meal, seven planks and lime wool make a Farkle Board.", "board")
        self.ada.press(key.ESCAPE)

    def _craft(self, kind: str, materials: tuple[str, ...], made: str, line: str, name: str) -> None:
        """Lay materials into the grid one by one and take what they make."""
        layout = LAYOUTS[kind]
        grid = layout.parts["grid"]
        had = self.pilot.count(made)
        for cell, item in zip(grid, materials, strict=False):
            source = next(slot for slot in layout.player if self._item_in(slot) == item)
            self._click(source, mouse.LEFT)
            self._click(cell, mouse.RIGHT)
            if self.ada.know.inventory.cursor is not None:
                self._click(source, mouse.LEFT)
        result = layout.result
        assert result is not None
        self.company.until(lambda: self._item_in(result) == made, f"the grid makes {made}", 5)
        if name:
            self.ada.point(self.ada.app.screen.placed[f"slot {result}"])
            self.company.rest(0.3)
            self.album.picture(self.ada, f"craft-{name}", line)
        self.ada.click_slot(result, shift=True)
        self.company.until(lambda: self.pilot.count(made) > had, f"{made} is taken", 5)
        self.company.rest(0.4)

    def _click(self, slot: int, button: int) -> None:
        self.ada.click_slot(slot, button)
        self.company.beat()

    def _item_in(self, slot: int) -> str:
        screen = self.ada.app.screen
        assert isinstance(screen, WindowScreen)
        stack = self.ada.know.inventory.slots(screen.number)[slot]
        return stack.item if stack is not None else ""

    def _window(self, what: str) -> None:
        self.company.until(lambda: isinstance(self.ada.app.screen, WindowScreen), what, 10)

    # ------------------------------------------------------------------ the table

    def sit_down(self) -> None:
        """Fit the board, let Bob join, sit down on both sides and be ready."""
        pilot, ada = self.pilot, self.ada
        self._take_in_hand(BOARD)
        table = next(pos for pos in pilot.nearest(_is_table) if self._chairs(pos) == 4 and abs(pos[2]) < 6)
        pilot.reach(table, "the table")
        self.company.rest(0.5)
        self.album.picture(ada, "table", "A Small Game Table with four chairs; the crosshair says what use does.")
        pilot.use(table, "the table")
        self.company.until(lambda: "board=farkle" in pilot.state_at(table), "the board lies in the table", 10)
        self.company.rest(0.6)
        self.album.picture(ada, "fitted", "The board lies in the table.")
        bob = Player("Bob", SMALL, self._folder / "bob")
        self.company.players.append(bob)
        self._enter(bob)
        partner = Pilot(bob, self.company)
        self.company.until(lambda: len(bob.know.columns.columns) > 60, "the land around comes to Bob", 60)
        self._sit(pilot, (table[0] + 1, table[1], table[2]))
        self._sit(partner, (table[0] - 1, table[1], table[2]))
        self.company.rest(0.8)
        self.album.picture(ada, "seated", "Ada and Bob sit at the table.")
        for player in (ada, bob):
            player.press(key.F)
            self.company.until(lambda player=player: self._board(player) is not None, "the board opens", 10)  # type: ignore[misc]
        self.company.rest(0.5)
        self.album.picture(ada, "lobby", "The lobby: who sits where, the rules in words, and what is missing.")
        ada.press(key.R)
        self.company.until(lambda: any(seat.ready for seat in self._view().seats), "Ada is ready", 10)
        self.company.rest(0.4)
        self.album.picture(bob, "ready", "Bob sees that Ada is ready.")
        bob.press(key.R)
        self.company.until(lambda: self._view().phase == "to_roll", "the match starts", 10)

    def _sit(self, pilot: Pilot, chair: Cell) -> None:
        pilot.use(chair, "a chair")
        self.company.until(lambda: pilot.player.know.own.seat is not None, f"{pilot.player.name} sits", 10)

    def _take_in_hand(self, item: str) -> None:
        stacks = self.ada.know.inventory.slots(0)
        slot = next(slot for slot in range(36) if (stack := stacks[slot]) is not None and stack.item == item)
        if slot >= 9:
            raise Stuck(f"{item} is not in the hotbar.")
        self.ada.press(key._1 + slot)
        self.company.until(lambda: self.ada.know.inventory.selected == slot, "the board is in hand", 5)

    def _chairs(self, table: Cell) -> int:
        x, y, z = table
        around = ((x, y, z - 1), (x + 1, y, z), (x, y, z + 1), (x - 1, y, z))
        return sum("game_chair" in self.pilot.state_at(pos) for pos in around)

    # ------------------------------------------------------------------ the match

    def play(self) -> str:
        """Play to the result; returns the match."""
        ada = self.ada
        self.company.rest(2.0)
        self.album.picture(ada, "opening", "The opening roll decides who starts.")
        self._play_on()
        for player in self.company.players:
            self._until_shown(player, "result")
        view = self._view()
        self.company.leisure = 1.0
        self.company.rest(2.0)
        self.album.picture(ada, "result", view.status)
        self.album.picture(self.company.players[1], "result-bob", "The same result as Bob sees it.")
        return view.match

    def _play_on(self) -> None:
        """Both play, each through the own board screen, until the result; pictures are taken when their moment is."""
        turns, left = 0, set(_BEFORE_A_MOVE) | {"throw", "farkle", "dice-in-the-world"}
        end = self.ada.app.seconds + MATCH_SECONDS * HURRY
        while (view := self._view()).phase != "result":
            if self.ada.app.seconds > end or view.turn is None:
                raise Stuck("The match does not come to its end.")
            mover = next(player for player in self.company.players if self._seat(player, view) == view.turn.seat)
            left -= self._before_a_move(left, mover, view)
            self._move(mover, view)
            self._wait_for_step(view.step)
            now = self._view()
            turns += now.turn is not None and now.turn.seat != view.turn.seat
            left -= self._after_a_move(left, now, turns)
            if turns >= 4:
                self.company.leisure = HURRY

    def _before_a_move(self, left: set[str], mover: Player, view: BoardView) -> set[str]:
        """Take at most one of the pictures that are left, if this is its moment; returns what was taken."""
        for name, (when, line) in _BEFORE_A_MOVE.items():
            if name in left and when(view) and (mover is self.ada or name == "final-round"):
                self._until_calm(mover)
                option = min(view.options, key=lambda one: (len(one.dice), -one.points), default=None)
                chosen = option.dice if option is not None and mover is self.ada else ()
                self._choose(mover, chosen)
                self.company.rest(0.5)
                self.album.picture(self.ada, name, line)
                self._choose(mover, chosen)
                return {name}
        return set()

    def _after_a_move(self, left: set[str], view: BoardView, turns: int) -> set[str]:
        """The same for what happens after a move."""
        if "throw" in left and view.phase == "to_keep":
            self.company.rest(0.4)
            self.album.picture(self.ada, "throw", "The dice are thrown.")
            return {"throw"}
        if "farkle" in left and self._happened("farkle"):
            self._show_farkle()
            return {"farkle"}
        if "dice-in-the-world" in left and turns >= 2 and view.phase == "to_keep":
            self._look_up()
            return {"dice-in-the-world"}
        return set()

    def _show_farkle(self) -> None:
        """Keep the moment at which the stamp has come down on the dice."""
        hurry, self.company.leisure = self.company.leisure, 1.0
        board = self._board(self.ada)
        assert board is not None
        self.company.until(lambda: board.stamp is not None, "the farkle shows", 20)
        self.company.rest(0.5)
        self.album.picture(self.ada, "farkle", "A farkle: nothing scores, the turn's points are gone.")
        self.company.leisure = hurry

    def _move(self, player: Player, view: BoardView) -> None:
        """One move: mark the dice by their numbers, then press R or B as a sensible player would."""
        assert view.turn is not None
        self._until_calm(player)
        points = view.turn.points
        if view.options:
            best = max(view.options, key=lambda option: option.points)
            self._choose(player, best.dice)
            points += best.points
            self.company.beat()
        banks = view.phase != "to_roll" and points >= max(view.bank_from, BANK_AT)
        player.press(key.B if banks else key.R)

    def _choose(self, player: Player, dice: tuple[int, ...]) -> None:
        for die in dice:
            player.press(key._1 + die)

    def _until_shown(self, player: Player, phase: str) -> None:
        """Until a player's board has played everything up to a phase of the match."""

        def shown() -> bool:
            board = self._board(player)
            return board is not None and board.view.phase == phase

        self.company.until(shown, f"{player.name}'s board shows {phase}", 60)

    def _until_calm(self, player: Player) -> None:
        """Until this player may act: the dice have come to rest."""

        def may_act() -> bool:
            board = self._board(player)
            return board is not None and (board.may_choose or not board.moves["roll"].reason)

        self.company.until(may_act, f"{player.name} may act", 20)

    def _wait_for_step(self, step: int) -> None:
        for player in self.company.players:
            self.company.until(
                lambda player=player: self._view(player).step > step or self._view(player).phase == "result",  # type: ignore[misc]
                "the table moves on",
                20,
            )

    def _look_up(self) -> None:
        """Leave the board's view for a moment: the dice lie on the table in the world."""
        self.company.leisure = 1.0
        self.ada.press(key.ESCAPE)
        self.company.until(lambda: isinstance(self.ada.app.screen, WorldScreen), "the world shows", 10)
        self.company.rest(1.5)
        self.album.picture(self.ada, "dice-in-the-world", "The match as it lies on the table, for everybody near.")
        self.ada.press(key.F)
        self.company.until(lambda: self._board(self.ada) is not None, "the board opens again", 10)

    # ------------------------------------------------------------------ and again

    def rematch(self, first: str) -> None:
        """Both are ready once more; then Ada leaves the board's view with a match running."""
        for player in self.company.players:
            player.press(key.R)
            self.company.rest(0.5)
        self.company.until(lambda: self._view().match != first, "the rematch starts", 15)
        self._until_shown(self.ada, "to_roll")
        self.company.rest(0.5)
        self.album.picture(self.ada, "rematch", "A rematch: the same seats, a new match.")

    def _board(self, player: Player) -> BoardScreen | None:
        screen = player.app.screen
        return screen if isinstance(screen, BoardScreen) else None

    def _table(self, player: Player) -> Table:
        table = player.know.tables.seated_at(player.know.player)
        if table is None:
            raise Stuck(f"{player.name} sits at no table.")
        return table

    def _view(self, player: Player | None = None) -> BoardView:
        return self._table(player or self.ada).view

    def _happened(self, kind: str) -> bool:
        last = list(self._table(self.ada).happenings)[-4:]
        return any(happening.event.kind == kind for happening in last)

    def _seat(self, player: Player, view: BoardView) -> int | None:
        return next((number for number, seat in enumerate(view.seats) if seat.player == player.know.player), None)


def _is_table(state: str) -> bool:
    return "oak_small_game_table" in state
