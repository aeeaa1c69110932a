"""The fourth part: pausing with the board, leaving, stakes and their pot, fair dice, records, bots, and watching."""

from pyglet.window import key

from client.ui.screens.board.bots import BotScreen, rules_of
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.chat import ChatScreen
from client.ui.screens.confirm import ConfirmScreen
from client.ui.screens.pause import PauseScreen
from client.ui.screens.paused import PausedScreen
from client.ui.screens.statistics import StatisticsScreen
from client.ui.screens.verify import VerifyScreen
from client.ui.screens.windows import WindowScreen
from client.ui.screens.world import WorldScreen
from client.ui.widgets import Button
from server.shared.protocol.tabletop import BoardView, SeatView

from .cast import Cast
from .materials import BOARD
from .paths import Cell
from .pilot import Pilot
from .player import Player, Stuck
from .playing import Playing

_SHORT_GOAL = 500


class Hosting:
    """Ada and Bob go on at their table, once they have played."""

    def __init__(self, cast: Cast, playing: Playing) -> None:
        self._cast = cast
        self._album, self._company = cast.album, cast.company
        self._ada, self._pilot = cast.ada, cast.pilot
        self._playing = playing

    @property
    def _bob(self) -> Player:
        return self._company.players[1]

    # ------------------------------------------------------------------ pause

    def pause(self) -> None:
        """Ada takes the board out of the running match, looks at what it carries, and fits it again."""
        ada, bob = self._ada, self._bob
        table = self._board(ada).table
        self._press(ada, self._board(ada).buttons.take)
        self._until(ada, ConfirmScreen, "the game asks before it pauses")
        self._picture(ada, "pause-asked", "Taking the board out of a running match pauses it, so the game asks first.")
        self._confirm(ada)
        self._until(ada, WorldScreen, "the board is out")
        self._until(bob, WorldScreen, "Bob's board closes too")
        ada.press(key.E)
        self._until(ada, WindowScreen, "the inventory opens")
        ada.point(ada.app.screen.placed[f"slot {self._slot_of(BOARD)}"])
        self._picture(ada, "board-tooltip", "The board carries the match: players, score and date.")
        ada.press(key.ESCAPE)
        ada.press(key.ESCAPE)
        menu = self._until(ada, PauseScreen, "the menu opens")
        assert isinstance(menu, PauseScreen)
        self._picture(ada, "menu", "The menu leads to statistics, paused matches and the claim box.")
        self._press(ada, menu.paused)
        waiting = self._until(ada, PausedScreen, "the paused matches open")
        assert isinstance(waiting, PausedScreen)
        self._company.until(lambda: bool(waiting.matches), "the paused match is listed", 10)
        self._picture(ada, "paused-list", "Every paused match, where its board is, and how it may end.")
        ada.press(key.ESCAPE)
        ada.press(key.ESCAPE)
        self._until(ada, WorldScreen, "the world shows")
        self._resume(table)

    def _resume(self, table: Cell) -> None:
        """Bob has left his chair, so the match waits for him; then it goes on."""
        ada, bob = self._ada, self._bob
        self._stand_up(bob)
        self._playing.take_in_hand(BOARD)
        self._pilot.look_at((table[0] + 0.5, table[1] + 0.9, table[2] + 0.5))
        ada.click_world()
        self._company.until(lambda: "board=farkle" in self._pilot.state_at(table), "the board lies in the table", 10)
        self._open(ada)
        self._picture(ada, "paused", "The same match on the table again: it waits until Bob sits down.")
        self._sit(bob, table)
        self._company.until(lambda: self._view(ada).phase != "paused", "the match goes on", 10)
        self._open(bob)
        self._picture(ada, "resumed", "Bob sits down, and the match goes on where it stood.")

    # ------------------------------------------------------------------ leaving

    def leave(self) -> None:
        """Bob resigns, after he has been told what that costs."""
        ada, bob = self._ada, self._bob
        self._press(bob, self._board(bob).buttons.leave_match)
        self._until(bob, ConfirmScreen, "the game asks before Bob resigns")
        self._picture(bob, "resign-asked", "Resigning asks first, and says what it costs.")
        self._confirm(bob)
        self._company.until(lambda: self._view(ada).phase == "result", "the match is over", 20)
        self._company.rest(2.0)
        self._picture(ada, "resigned", self._view(ada).status)

    def check_dice(self) -> None:
        """Ada's client recomputes every die of the match; and what is kept of her."""
        ada = self._ada
        self._press(ada, self._board(ada).buttons.verify)
        proof = self._until(ada, VerifyScreen, "the proof opens")
        assert isinstance(proof, VerifyScreen)
        self._company.until(lambda: proof.verdict is not None, "the dice are recomputed", 10)
        if proof.verdict is None or not proof.verdict.fair:
            raise Stuck("The dice of the match do not follow.")
        self._picture(ada, "fair-dice", "Every die recomputed from what was sealed before the first roll.")
        ada.press(key.ESCAPE)
        self._until(ada, BoardScreen, "the board shows again")
        board = self._board(ada)
        board.tray.tabs.choose(board.tray.tabs.labels.index("More"))
        self._picture(ada, "more", "The tray leads to all else.")
        board.tray.more.entries[0].open()
        kept = self._until(ada, StatisticsScreen, "the statistics open")
        assert isinstance(kept, StatisticsScreen)
        self._company.until(lambda: kept.stats is not None, "the record comes", 10)
        self._picture(ada, "statistics", "What is kept of Ada.")
        ada.press(key.ESCAPE)
        self._until(ada, BoardScreen, "the board shows again")

    # ------------------------------------------------------------------ stakes

    def stake(self) -> None:
        """A short match for a pot: the rules changed, a stake put in, both agreed, and the winner takes it all."""
        ada, bob = self._ada, self._bob
        self._press(ada, self._board(ada).buttons.new_lobby)
        self._company.until(lambda: self._view(ada).phase == "lobby", "the lobby opens", 10)
        self._make_short()
        self._put_in(ada)
        self._company.until(lambda: self._view(bob).pot > 0, "Bob sees the pot", 10)
        self._press(bob, self._board(bob).buttons.agree)
        self._company.until(lambda: any(seat.agreed for seat in self._people()), "Bob agrees", 10)
        board = self._board(ada)
        board.tray.tabs.choose(0)
        self._picture(ada, "stakes", "Ada has staked. Bob has agreed to the pot, she herself not yet.")
        self._press(ada, board.buttons.agree)
        self._company.until(lambda: all(seat.agreed for seat in self._people()), "both agree", 10)
        for player in (ada, bob):
            player.press(key.R)
        self._company.until(lambda: self._view(ada).phase == "to_roll", "the match for the pot starts", 20)
        self._playing.play_quickly()
        self._company.rest(4.0)
        self._picture(ada, "pot", "The pot is handed over, item by item.")

    def _make_short(self) -> None:
        ada = self._ada
        board = self._board(ada)
        board.tray.tabs.choose(board.tray.tabs.labels.index("Setup"))
        names = [setting.name for setting in rules_of(board.view)]
        board.give_focus(board.tray.form)
        for _ in range(names.index("goal")):
            ada.press(key.DOWN)
        for _ in range(30):
            if self._view(ada).goal == _SHORT_GOAL:
                break
            ada.press(key.LEFT, key.MOD_SHIFT)
            self._company.rest(0.25)
        self._company.until(lambda: self._view(ada).goal == _SHORT_GOAL, "the goal is set", 10)
        self._picture(ada, "settings", "The host sets the rules; everybody reads them in words.")
        board.give_focus(None)

    def _put_in(self, player: Player) -> None:
        """One stack from the bag goes into the stake, with Shift."""
        self._press(player, self._board(player).buttons.stake)
        self._until(player, WindowScreen, f"{player.name}'s stake opens")
        window = player.app.screen
        assert isinstance(window, WindowScreen)
        stacks = player.know.inventory.slots(window.number)
        slot = next(slot for slot, stack in enumerate(stacks) if stack is not None)
        player.click_slot(slot, shift=True)
        self._company.rest(0.5)
        if player is self._ada:
            self._picture(player, "stake", "Ada puts something into her stake.")
        player.press(key.ESCAPE)
        self._until(player, BoardScreen, "the board shows again")

    # ------------------------------------------------------------------ alone

    def alone(self) -> None:
        """Bob stands up; Ada seats a bot, takes it away, and plays alone while Bob watches."""
        ada, bob = self._ada, self._bob
        table = self._board(ada).table
        self._press(ada, self._board(ada).buttons.new_lobby)
        self._company.until(lambda: self._view(ada).phase == "lobby", "the lobby opens", 10)
        self._stand_up(bob)
        self._company.until(lambda: len(self._people()) == 1, "Ada is alone at the table", 10)
        board = self._board(ada)
        self._company.until(lambda: any(button.visible for button in board.bots), "a bot may be seated", 10)
        seat = next(button for button in board.bots if button.visible)
        self._press(ada, seat)
        chooser = self._until(ada, BotScreen, "the bots are listed")
        assert isinstance(chooser, BotScreen)
        self._picture(ada, "bots", "How the bot is to play.")
        self._press(ada, chooser.options[2])
        self._company.until(lambda: any(each.bot for each in self._view(ada).seats), "the bot sits", 10)
        self._picture(ada, "bot", "A bot at the table: against bots Ada starts by herself.")
        self._press(ada, seat)
        chooser = self._until(ada, BotScreen, "the bots are listed")
        assert isinstance(chooser, BotScreen)
        self._press(ada, chooser.nobody)
        self._company.until(lambda: not any(each.bot for each in self._view(ada).seats), "the bot is gone", 10)
        self._press(ada, board.buttons.alone)
        self._company.until(lambda: self._view(ada).phase == "to_roll", "the run alone starts", 15)
        while self._view(ada).phase != "to_keep":
            self._roll_once(ada, board)
        self._company.rest(2.0)
        self._picture(ada, "alone", "A run alone: as few turns as possible.")
        self._watch(bob, table)

    def _roll_once(self, player: Player, board: BoardScreen) -> None:
        """One throw; it may be a farkle, and then the next turn begins."""
        self._company.until(lambda: not board.moves["roll"].reason, f"{player.name} may roll", 15)
        step = self._view(player).step
        player.press(key.R)
        self._company.until(lambda: self._view(player).step > step, "the dice are thrown", 15)

    def _watch(self, bob: Player, table: Cell) -> None:
        Pilot(bob, self._company).use(table, "the table")
        self._until(bob, BoardScreen, "Bob looks at the board")
        self._company.rest(1.5)
        self._picture(bob, "spectator", "Bob watches: he sees everything the player sees, without buttons.")

    # ------------------------------------------------------------------ what finds no room

    def claim(self) -> None:
        """With full pockets Ada takes her board out of the run: it waits in her claim box."""
        ada = self._ada
        ada.press(key.ESCAPE)
        self._until(ada, WorldScreen, "the world shows")
        self._fill_pockets(ada)
        self._open(ada)
        self._press(ada, self._board(ada).buttons.take)
        self._until(ada, ConfirmScreen, "the game asks before it pauses")
        self._confirm(ada)
        self._until(ada, WorldScreen, "the board is out")
        ada.press(key.ESCAPE)
        menu = self._until(ada, PauseScreen, "the menu opens")
        assert isinstance(menu, PauseScreen)
        self._press(ada, menu.claim)
        self._until(ada, WindowScreen, "the claim box opens")
        self._picture(
            ada, "claim-box", "What finds no room waits in the claim box: here the board with its paused run."
        )

    def _fill_pockets(self, player: Player) -> None:
        """As an operator may: stones out of nothing until no slot is free."""
        while None in player.know.inventory.slots(0)[:36]:
            free = player.know.inventory.slots(0)[:36].count(None)
            player.press(key.T)
            self._until(player, ChatScreen, "the chat opens")
            player.type("/give stone 64")
            player.press(key.ENTER)
            self._company.until(
                lambda free=free: player.know.inventory.slots(0)[:36].count(None) < free,  # type: ignore[misc]
                "the stones come",
                10,
            )

    # ------------------------------------------------------------------ within

    def _picture(self, player: Player, name: str, line: str) -> None:
        self._company.rest(0.5)
        self._album.picture(player, name, line)

    def _press(self, player: Player, button: Button) -> None:
        """Click on a button once it may be pressed."""
        self._company.until(lambda: button.visible and button.enabled, f"{player.name} may press {button.label}", 15)
        player.click(button.rect)
        self._company.beat()

    def _confirm(self, player: Player) -> None:
        player.press(key.RIGHT)
        player.press(key.ENTER)
        self._company.beat()

    def _until(self, player: Player, kind: type, what: str) -> object:
        self._company.until(lambda: isinstance(player.app.screen, kind), what, 15)
        return player.app.screen

    def _open(self, player: Player) -> None:
        player.press(key.F)
        self._until(player, BoardScreen, f"{player.name}'s board opens")

    def _stand_up(self, player: Player) -> None:
        if isinstance(player.app.screen, BoardScreen):
            player.press(key.ESCAPE)
        self._until(player, WorldScreen, "the world shows")
        player.hold(key.LSHIFT)
        self._company.until(lambda: player.know.own.seat is None, f"{player.name} stands up", 10)
        player.hold()
        self._company.rest(0.5)

    def _sit(self, player: Player, table: Cell) -> None:
        Pilot(player, self._company).use((table[0] - 1, table[1], table[2]), "a chair")
        self._company.until(lambda: player.know.own.seat is not None, f"{player.name} sits", 10)

    def _board(self, player: Player) -> BoardScreen:
        screen = player.app.screen
        if not isinstance(screen, BoardScreen):
            raise Stuck(f"{player.name} has no board open.")
        return screen

    def _view(self, player: Player) -> BoardView:
        table = player.know.tables.seated_at(player.know.player)
        if table is None:
            raise Stuck(f"{player.name} sits at no table.")
        return table.view

    def _people(self) -> list[SeatView]:
        return [seat for seat in self._view(self._ada).seats if seat.player and not seat.bot]

    def _slot_of(self, item: str) -> int:
        stacks = self._ada.know.inventory.slots(0)
        return next(slot for slot in range(36) if (stack := stacks[slot]) is not None and stack.item == item)
