"""The world seen through the player's eyes: walking, looking, breaking, placing, using; the HUD lies over it."""

import math

from pyglet.window import key, mouse

from client import input as keys
from client.hands import Hands
from client.input import HeldKeys, MouseLook
from client.model.knowledge import Knowledge
from client.model.tables import Table
from client.session import Session
from server.shared.voxel.keys import SNEAK

from ..canvas import Canvas
from ..screen import Screen
from ..stage import Stage
from . import hud
from .board.screen import BoardScreen
from .chat import draw_said, world_corner
from .first_steps import FirstSteps
from .pause import PauseScreen
from .windows import WindowScreen

STAND_UP_SECONDS = 0.45
LATE_SECONDS = 3.0
"""A board that was to be shown under an open screen for so long is not shown any more."""
_NEARLY = 1e-6
"""What fractions of a notch may lack in sum."""
_AFTER_SECONDS = 0.1
"""How long after the end of a match was shown a notice rises."""


class WorldScreen(Screen):
    """The screen below all others while a session plays."""

    grabs_mouse = True
    keys_by_place = True

    def __init__(self, stage: Stage, session: Session, know: Knowledge) -> None:
        super().__init__(stage)
        self.look = MouseLook()
        self.hands = Hands(session, know)
        self._session = session
        self._know = know
        self._held = HeldKeys()
        self._breaking = False
        self._using = False
        self._shows_players = False
        self._shows_facts = False
        self._named_at = -10.0
        self._standing_up = 0.0
        self.first_steps = FirstSteps(stage, know)
        self._wheel = 0.0
        self._board_waits = 0.0
        self._slot_before: int | None = None
        """The slot that the last key turned away from, if it was a digit."""

    @property
    def keys(self) -> int:
        """The movement keys held now."""
        return self._held.bits

    # ------------------------------------------------------------------ life

    def show(self) -> None:
        self.look.restart()

    def hide(self) -> None:
        super().hide()
        self._let_go()

    def lost_focus(self) -> None:
        super().lost_focus()
        self._let_go()

    def update(self, seconds: float) -> None:
        know = self._know
        self._play_boards()
        on_top = self.stage.on_top(self)
        self.hands.update(breaking=self._breaking and on_top, using=self._using and on_top)
        self._stand_up(seconds)
        self.first_steps.update()
        window = know.inventory.opened_window
        if window is not None and on_top:
            self.stage.push(WindowScreen(self.stage, self._session, know, window.number))
        elif know.show_board is not None and not on_top:
            self._board_waits += seconds
            if self._board_waits > LATE_SECONDS:
                know.show_board = None
        elif know.show_board is not None:
            table, know.show_board = know.show_board, None
            self._open_board(table)
        else:
            self._board_waits = 0.0

    def draw(self, canvas: Canvas) -> None:
        know, now, area = self._know, self._session.now, self.area
        self.stage.view.draw_world(canvas, know, self.hands, self.stage.seconds)
        if self.stage.shows_board:
            return
        if not self.stage.is_typing:
            draw_said(canvas, world_corner(area, raised=know.own.seat is not None), know, now)
        if self.stage.on_top(self):
            hud.draw_crosshair(canvas, area, self.stage, self.hands, know, now)
        hud.draw_hotbar(canvas, area, know)
        held = know.inventory.held
        if know.own.seat is not None and self.stage.on_top(self):
            share = self._standing_up / STAND_UP_SECONDS
            own = self._own_table()
            shown = know.playbacks.of(own).view if own is not None else None
            hud.draw_seat_help(canvas, area, self.stage, shown, know.player, share)
        elif held is not None:
            name = self.stage.words.item(held.item)
            hud.draw_held_name(canvas, area, name, self.stage.seconds - self._named_at)
        if not self._shows_facts and not self._shows_players and not self.stage.is_typing:
            self.first_steps.draw(canvas)
        if self._shows_facts:
            hud.draw_facts(canvas, self.stage, know, self.hands)
        if self._shows_players:
            hud.draw_players(canvas, area, know, self._session.title)

    def _play_boards(self) -> None:
        """Show more of what happened on the boards; notices wait for the dice of the own match."""
        know, stage = self._know, self.stage
        know.playbacks.advance(know.tables, know.talk, stage.seconds, reduced_motion=stage.reduced_motion)
        own = know.tables.seated_at(know.player)
        since = know.playbacks.of(own).waits_since if own is not None else None
        if since is not None:
            know.talk.postpone(since, self._session.now + _AFTER_SECONDS)

    # ------------------------------------------------------------------ input

    def key_press(self, symbol: int, modifiers: int) -> bool:
        self._slot_before = None
        if self._held.press(symbol):
            return True
        if symbol in keys.HOTBAR:
            self._slot_before = self._know.inventory.selected
            self._select(keys.HOTBAR.index(symbol))
        elif symbol == keys.INVENTORY:
            self.stage.push(WindowScreen(self.stage, self._session, self._know, 0))
        elif symbol == keys.THROW:
            self.hands.throw(whole=bool(modifiers & key.MOD_CTRL))
        elif symbol == keys.BOARD:
            self._board_key()
        elif symbol == keys.CHAT:
            self.stage.open_chat("")
        elif symbol == keys.PLAYERS:
            self._shows_players = True
        elif symbol == keys.STEPS and self.first_steps.there:
            self.first_steps.fold()
        elif symbol == keys.FACTS:
            self._shows_facts = not self._shows_facts
        elif symbol == key.ESCAPE:
            self.stage.push(PauseScreen(self.stage, self._session, self._know))
        else:
            return False
        return True

    def text(self, text: str) -> bool:
        """A command begins with its sign, wherever the layout has that; a digit that brought it chooses no slot."""
        if text != keys.COMMAND:
            return False
        if self._slot_before is not None:
            self._select(self._slot_before)
        return super().text(text)

    def key_release(self, symbol: int, modifiers: int) -> bool:
        self._held.release(symbol)
        if symbol == keys.PLAYERS:
            self._shows_players = False
        return True

    def mouse_turn(self, dx: float, dy: float) -> None:
        settings = self.stage.profile.settings
        yaw, pitch = self.look.turn(dx, dy, settings.mouse_sensitivity, settings.invert_mouse)
        self._know.own.turn(yaw, pitch)

    def mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        if button == mouse.LEFT:
            self._breaking = True
        elif button == mouse.RIGHT:
            self._using = True
            self.hands.use(sneaking=bool(self.keys & SNEAK))
        return True

    def mouse_release(self, x: float, y: float, button: int) -> bool:
        if button == mouse.LEFT:
            self._breaking = False
        elif button == mouse.RIGHT:
            self._using = False
        return True

    def mouse_scroll(self, x: float, y: float, steps: float) -> bool:
        """Touchpads turn by fractions of a notch, which add up; turning back begins anew."""
        self._wheel = steps + (self._wheel if self._wheel * steps > 0 else 0.0)
        notches = int(self._wheel + math.copysign(_NEARLY, self._wheel))
        if notches:
            self._wheel -= notches
            self._select((self._know.inventory.selected - notches) % 9)
        return True

    def _select(self, slot: int) -> None:
        self._session.select_slot(slot)
        self._named_at = self.stage.seconds

    # ------------------------------------------------------------------ the table

    def _own_table(self) -> Table | None:
        seat = self._know.own.seat
        return self._know.tables.boards.get(seat.table) if seat is not None else None

    def _board_key(self) -> None:
        """F: the board of the own table, else the one looked at."""
        aim = self.hands.aim
        own = self._own_table()
        if own is not None:
            self._open_board(own.pos)
        elif aim is not None and aim.pos in self._know.tables.boards:
            self._open_board(aim.pos)

    def _open_board(self, table: tuple[int, int, int]) -> None:
        if table in self._know.tables.boards:
            self.stage.push(BoardScreen(self.stage, self._session, self._know, table))

    def _stand_up(self, seconds: float) -> None:
        """Sneaking for a moment stands up; a tap does not, so that nobody leaves the chair by accident."""
        if self._know.own.seat is None or not self.keys & SNEAK:
            self._standing_up = 0.0
            return
        before, self._standing_up = self._standing_up, self._standing_up + seconds
        if before < STAND_UP_SECONDS <= self._standing_up:
            self.hands.stand_up()

    def _let_go(self) -> None:
        self._held.clear()
        self._breaking = self._using = self._shows_players = False
        self.hands.stop()
        self.look.restart()
