"""The third part: fitting the board, sitting down, the match to its result, and the rematch."""

from collections.abc import Callable

from pyglet.window import key

from client.model.tables import Table
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.world import WorldScreen
from server.shared.protocol.tabletop import BoardView

from .cast import Cast
from .materials import BOARD
from .paths import Cell
from .pilot import Pilot
from .player import Player, Stuck

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


class Playing:
    """Ada and Bob at the table."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._album, self._company = cast.album, cast.company
        self._ada, self._pilot = cast.ada, cast.pilot

    def sit_down(self) -> None:
        """Fit the board, let Bob join, sit down on both sides and be ready."""
        pilot, ada = self._pilot, self._ada
        self.take_in_hand(BOARD)
        table = next(pos for pos in pilot.nearest(_is_table) if self._chairs(pos) == 4 and abs(pos[2]) < 6)
        pilot.reach(table, "the table")
        self._company.rest(0.5)
        self._album.picture(ada, "table", "A Small Game Table with four chairs; the crosshair says what use does.")
        pilot.use(table, "the table")
        self._company.until(lambda: "board=farkle" in pilot.state_at(table), "the board lies in the table", 10)
        self._company.rest(0.6)
        self._album.picture(ada, "fitted", "The board lies in the table.")
        bob = self._cast.bring_bob()
        self._cast.enter(bob)
        partner = Pilot(bob, self._company)
        self._company.until(lambda: len(bob.know.columns.columns) > 60, "the land around comes to Bob", 60)
        self._sit(pilot, (table[0] + 1, table[1], table[2]))
        self._sit(partner, (table[0] - 1, table[1], table[2]))
        self._company.rest(0.8)
        self._album.picture(ada, "seated", "Ada and Bob sit at the table.")
        for player in (ada, bob):
            player.press(key.F)
            self._company.until(lambda player=player: self._board(player) is not None, "the board opens", 10)  # type: ignore[misc]
        self._company.rest(0.5)
        self._album.picture(ada, "lobby", "The lobby: who sits where, the rules in words, and what is missing.")
        ada.press(key.R)
        self._company.until(lambda: any(seat.ready for seat in self._view().seats), "Ada is ready", 10)
        self._company.rest(0.4)
        self._album.picture(bob, "ready", "Bob sees that Ada is ready.")
        bob.press(key.R)
        self._company.until(lambda: self._view().phase == "to_roll", "the match starts", 10)

    def _sit(self, pilot: Pilot, chair: Cell) -> None:
        pilot.use(chair, "a chair")
        self._company.until(lambda: pilot.player.know.own.seat is not None, f"{pilot.player.name} sits", 10)

    def take_in_hand(self, item: str) -> None:
        """Ada takes an item of her hotbar in hand. Raises Stuck when it is not there."""
        stacks = self._ada.know.inventory.slots(0)
        slot = next(slot for slot in range(36) if (stack := stacks[slot]) is not None and stack.item == item)
        if slot >= 9:
            raise Stuck(f"{item} is not in the hotbar.")
        self._ada.press(key._1 + slot)
        self._company.until(lambda: self._ada.know.inventory.selected == slot, "the board is in hand", 5)

    def _chairs(self, table: Cell) -> int:
        x, y, z = table
        around = ((x, y, z - 1), (x + 1, y, z), (x, y, z + 1), (x - 1, y, z))
        return sum("game_chair" in self._pilot.state_at(pos) for pos in around)

    def play(self) -> str:
        """Play to the result; returns the match."""
        ada = self._ada
        self._company.rest(2.0)
        self._album.picture(ada, "opening", "The opening roll decides who starts.")
        self._play_on()
        for player in self._company.players:
            self._until_shown(player, "result")
        view = self._view()
        self._company.leisure = 1.0
        self._company.rest(2.0)
        self._album.picture(ada, "result", view.status)
        self._album.picture(self._company.players[1], "result-bob", "The same result as Bob sees it.")
        return view.match

    def _play_on(self) -> None:
        """Both play, each through the own board screen, until the result; pictures are taken when their moment is."""
        turns, left = 0, set(_BEFORE_A_MOVE) | {"throw", "farkle", "dice-in-the-world"}
        end = self._ada.app.seconds + MATCH_SECONDS * HURRY
        while (view := self._view()).phase != "result":
            if self._ada.app.seconds > end or view.turn is None:
                raise Stuck("The match does not come to its end.")
            mover = next(player for player in self._company.players if self._seat(player, view) == view.turn.seat)
            left -= self._before_a_move(left, mover, view)
            self._move(mover, view)
            self._wait_for_step(view.step)
            now = self._view()
            turns += now.turn is not None and now.turn.seat != view.turn.seat
            left -= self._after_a_move(left, now, turns)
            if turns >= 4:
                self._company.leisure = HURRY

    def play_quickly(self) -> None:
        """Both play to the result in a hurry, without pictures."""
        self._company.leisure = HURRY
        end = self._ada.app.seconds + MATCH_SECONDS * HURRY
        while (view := self._view()).phase != "result":
            if self._ada.app.seconds > end or view.turn is None:
                raise Stuck("The match does not come to its end.")
            self._move(next(each for each in self._company.players if self._seat(each, view) == view.turn.seat), view)
            self._wait_for_step(view.step)
        for player in self._company.players:
            self._until_shown(player, "result")
        self._company.leisure = 1.0

    def _before_a_move(self, left: set[str], mover: Player, view: BoardView) -> set[str]:
        """Take at most one of the pictures that are left, if this is its moment; returns what was taken."""
        for name, (when, line) in _BEFORE_A_MOVE.items():
            if name in left and when(view) and (mover is self._ada or name == "final-round"):
                self._until_calm(mover)
                option = min(view.options, key=lambda one: (len(one.dice), -one.points), default=None)
                chosen = option.dice if option is not None and mover is self._ada else ()
                self._choose(mover, chosen)
                self._company.rest(0.5)
                self._album.picture(self._ada, name, line)
                self._choose(mover, chosen)
                return {name}
        return set()

    def _after_a_move(self, left: set[str], view: BoardView, turns: int) -> set[str]:
        """The same for what happens after a move."""
        if "throw" in left and view.phase == "to_keep":
            self._company.rest(0.4)
            self._album.picture(self._ada, "throw", "The dice are thrown.")
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
        hurry, self._company.leisure = self._company.leisure, 1.0
        board = self._board(self._ada)
        assert board is not None
        self._company.until(lambda: board.stamp is not None, "the farkle shows", 20)
        self._company.rest(0.5)
        self._album.picture(self._ada, "farkle", "A farkle: nothing scores, the turn's points are gone.")
        self._company.leisure = hurry

    def _move(self, player: Player, view: BoardView) -> None:
        """One move: mark the dice by their numbers, then press R or B as a sensible player would."""
        assert view.turn is not None
        self._until_calm(player)
        points = view.turn.points
        if view.options:
            best = max(view.options, key=lambda option: option.points)
            self._choose(player, best.dice)
            points += best.points
            self._company.beat()
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

        self._company.until(shown, f"{player.name}'s board shows {phase}", 60)

    def _until_calm(self, player: Player) -> None:
        """Until this player may act: the dice have come to rest."""

        def may_act() -> bool:
            board = self._board(player)
            roll = board.moves.get("roll") if board is not None else None
            return board is not None and (board.may_choose or (roll is not None and not roll.reason))

        self._company.until(may_act, f"{player.name} may act", 20)

    def _wait_for_step(self, step: int) -> None:
        for player in self._company.players:
            self._company.until(
                lambda player=player: self._view(player).step > step or self._view(player).phase == "result",  # type: ignore[misc]
                "the table moves on",
                20,
            )

    def _look_up(self) -> None:
        """Leave the board's view for a moment: the dice lie on the table in the world."""
        self._company.leisure = 1.0
        self._ada.press(key.ESCAPE)
        self._company.until(lambda: isinstance(self._ada.app.screen, WorldScreen), "the world shows", 10)
        self._company.rest(1.5)
        self._album.picture(self._ada, "dice-in-the-world", "The match as it lies on the table, for everybody near.")
        self._ada.press(key.F)
        self._company.until(lambda: self._board(self._ada) is not None, "the board opens again", 10)

    # ------------------------------------------------------------------ and again

    def rematch(self, first: str) -> None:
        """Both are ready once more; then Ada leaves the board's view with a match running."""
        for player in self._company.players:
            player.press(key.R)
            self._company.rest(0.5)
        self._company.until(lambda: self._view().match != first, "the rematch starts", 15)
        self._until_shown(self._ada, "to_roll")
        self._company.rest(0.5)
        self._album.picture(self._ada, "rematch", "A rematch: the same seats, a new match.")

    def _board(self, player: Player) -> BoardScreen | None:
        screen = player.app.screen
        return screen if isinstance(screen, BoardScreen) else None

    def _table(self, player: Player) -> Table:
        table = player.know.tables.seated_at(player.know.player)
        if table is None:
            raise Stuck(f"{player.name} sits at no table.")
        return table

    def _view(self, player: Player | None = None) -> BoardView:
        return self._table(player or self._ada).view

    def _happened(self, kind: str) -> bool:
        last = list(self._table(self._ada).happenings)[-4:]
        return any(happening.event.kind == kind for happening in last)

    def _seat(self, player: Player, view: BoardView) -> int | None:
        return next((number for number, seat in enumerate(view.seats) if seat.player == player.know.player), None)


def _is_table(state: str) -> bool:
    return "oak_small_game_table" in state
