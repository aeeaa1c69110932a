"""The board screen: a table's dice, seats, buttons and tray, in every phase from the lobby to the result.

It knows no rules: what may be chosen, what it is worth and why a button is disabled all come with the view.
"""

from typing import Final

from pyglet.window import key, mouse

from client.model.knowledge import Knowledge
from client.model.match_log import AskedFor
from client.model.playback import Playback, Stamp, lying
from client.model.tables import Table, seat_of
from client.scene.board_picture import HOT_PAUSE
from client.session import Session
from server.shared.content import WOODS, small_game_table
from server.shared.protocol.tabletop import Act, AskLog, BoardView, LogPage, SetRule, SettingValue
from server.shared.voxel.states import block_of

from ...canvas import Canvas
from ...geometry import Rect, in_the_middle
from ...screen import Screen
from ...stage import Stage
from ...text import points
from ...widgets import Button
from ...widgets.lesson import LessonPage
from ..chat import draw_said
from ..verify import VerifyScreen
from ..windows import WindowScreen
from . import drawing
from .accord import why_again
from .bots import BotScreen, bot_setting, rules_of
from .clocks import clocks_of, draw_clocks, room_for
from .controls import PLAY, Controls
from .form import Form
from .layout import BoardPlaces, has_room_beside, places_for
from .lobby import bot_places
from .more import more_of
from .moves import Move, moves_for
from .selection import Choice, Selection, best_option, judge, scoring_dice
from .tray import LOG, RULES, Tray
from .waiting import draw_guest, draw_pause
from .words import clock_due, clock_hint, free_line, guest_at

_DIGITS = (key._1, key._2, key._3, key._4, key._5, key._6)
_NUMPAD = (key.NUM_1, key.NUM_2, key.NUM_3, key.NUM_4, key.NUM_5, key.NUM_6)
GONE: Final = "The board is no longer in this table, or too far away to be seen."
"""Why the screen closed, where the server has not just told it: those who play hear that their match is paused."""
_JUST: Final = 0.5
"""Seconds for which a notice tells why what comes with it happens."""
_COUNT_UP = 9.0
_USUAL, _WIDE = 130, 230
"""Units that a button below the table takes, and one that names a player."""


class BoardScreen(Screen):
    """One table's board, opened over the world."""

    def __init__(self, stage: Stage, session: Session, know: Knowledge, table: tuple[int, int, int]) -> None:
        super().__init__(stage)
        self.table = table
        self.selection = Selection()
        self._session = session
        self._know = know
        self._last_view = self.view
        self._tray_wanted: bool | None = None
        self._hover: int | None = None
        self._total = 0.0
        self._asked = False
        self._older: AskedFor | None = None
        self._result_since: float | None = None
        self._make_widgets()
        self.tray.tabs.open = RULES if self.view.phase == "lobby" else LOG

    def _make_widgets(self) -> None:
        self.buttons = Controls(
            self.stage,
            self._session,
            self._know,
            self.table,
            lambda: (self.view, self.seat),
            self._choose_all,
            self._move,
            self.close,
            lambda: self.stage.push(VerifyScreen(self.stage, self._session, self._know, self.view.match)),
        )
        form = Form(lambda: rules_of(self.view), self._why_locked, self._set_rule, self.stage.accents)
        lessons = LessonPage(self.stage.lessons, self.stage.accents)
        self.tray = Tray(
            lambda: self.view,
            lambda: self._playback.log,
            self._ask_older,
            form,
            lessons,
            more_of(self.stage, self._session, self._know),
            self.stage.words,
            self.stage.accents,
            lambda: self._why_again,
        )
        self.bots = tuple(self._bot_button(side) for side in range(4))
        self.fold = Button("Hide", self._turn_tray, hint="Tab")
        above = [*self.bots, *self.buttons.below, self.fold, self.buttons.close]
        self.widgets = [*above, self.tray.tabs, self.tray.page, form, lessons, self.tray.more, *self.buttons.foot]

    def _bot_button(self, side: int) -> Button:
        return Button("Add a bot", lambda: self._choose_bot(side))

    # ------------------------------------------------------------------ what there is

    @property
    def _board(self) -> Table:
        return self._know.tables.boards[self.table]

    @property
    def _playback(self) -> Playback:
        return self._know.playbacks.of(self._board)

    @property
    def view(self) -> BoardView:
        """The view as it is shown now."""
        return self._playback.view

    @property
    def seat(self) -> int | None:
        """The player's seat index, None for a spectator."""
        return seat_of(self.view, self._know.player)

    @property
    def choice(self) -> Choice:
        """What the present selection is worth."""
        return judge(self.view, self.selection.chosen)

    @property
    def may_choose(self) -> bool:
        """Whether dice may be chosen now."""
        view = self.view
        mine = view.turn is not None and self.seat is not None and view.turn.seat == self.seat
        return mine and view.phase == "to_keep" and not self._playback.busy and not self._places.overlay

    @property
    def moves(self) -> dict[str, Move]:
        """The three moves of the match."""
        return moves_for(self.view, self._know.player, self.choice, busy=self._playback.busy or self._asked)

    @property
    def stamp(self) -> Stamp | None:
        """The word that lies stamped over the felt now, if any."""
        return self._playback.stamp_now(self.stage.seconds)

    @property
    def _passed(self) -> float:
        """Seconds since the view came that is shown."""
        return self._session.now - self._playback.came

    @property
    def _why_again(self) -> str:
        """Why this player has to agree to the pot once more, '' when not."""
        return why_again(self._board.agreed.get(self._know.player), self.view, self._know.player)

    @property
    def hint(self) -> str:
        """What holds the match up, if anything does."""
        if self.buttons.vote.visible:
            return self.buttons.vote.reason
        return clock_hint(self.view, self.seat, self._passed)

    @property
    def told(self) -> str:
        """What is just happening, or that the table was left behind; '' when neither."""
        return self._playback.caption or free_line(self.view, self._passed)

    @property
    def viewer_side(self) -> int:
        """The side of the table that is nearest in the picture: the player's own, or the south for a spectator."""
        if self.seat is not None:
            return self.view.seats[self.seat].side
        guest = guest_at(self.view, self._know.player)
        return guest.side if guest is not None else 2

    # ------------------------------------------------------------------ life

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.table not in self._know.tables.boards:
            told = self._know.talk.told_since(self._session.now - _JUST)
            self.close("" if self.buttons.taking or told else GONE)
            return
        now = self.stage.seconds
        self._open_window()
        due = clock_due(self.view, self._passed)
        if self._last_view is not self.view or due != self.buttons.clock_due:
            self.buttons.clock_due = due
            if self._last_view.phase == "lobby" and self.view.match:
                self.tray.tabs.choose(LOG)
            self._last_view = self.view
            self._asked = False
            self.arrange()
        self.selection.follow(self.view)
        result = self.view.phase == "result"
        self._result_since = (self._result_since or now) if result else None
        self._count_up(seconds)
        best = best_option(self.view)
        all_chosen = best is not None and self.selection.chosen == frozenset(best.dice)
        self.buttons.describe_choice(choosing=self.may_choose, all_chosen=all_chosen)
        self.buttons.describe(self.view, self.seat, self.moves, self._passed, again=bool(self._why_again))

    def _open_window(self) -> None:
        """A window that the server opens, a stake or the claim box, comes over the board."""
        window = self._know.inventory.opened_window
        if window is not None and self.stage.on_top(self):
            self.stage.push(WindowScreen(self.stage, self._session, self._know, window.number))

    def _count_up(self, seconds: float) -> None:
        goal = float(self.view.turn.points) if self.view.turn is not None else 0.0
        if goal < self._total or self.stage.reduced_motion:
            self._total = goal
        self._total += (goal - self._total) * min(1.0, seconds * _COUNT_UP)
        if abs(goal - self._total) < 3:
            self._total = goal

    # ------------------------------------------------------------------ places

    @property
    def tray_open(self) -> bool:
        """Whether the tray is unfolded: beside the board unless it was folded, over it only when asked for."""
        if self._tray_wanted is None:
            return has_room_beside(self.area)
        return self._tray_wanted

    def arrange(self) -> None:
        places = self._places = places_for(self.area, tray_open=self.tray_open)
        buttons, view, seat = self.buttons, self.view, self.seat
        moves, centre = (buttons.choose, buttons.roll, buttons.keep, buttons.bank), buttons.in_the_middle(view, seat)
        shown = [*(moves if buttons.moves(view, seat) else ()), *centre]
        for button in buttons.below:
            button.visible = button in shown
        wide = _WIDE if buttons.vote in centre else _USUAL
        rects = [places.choose, *places.buttons, *in_the_middle(self._row, len(centre), wide)]
        for button, rect in zip((*moves, *centre), rects, strict=True):
            button.rect = rect
        buttons.close.rect, self.fold.rect = places.close, places.fold
        self.fold.label = "Board" if places.overlay else "Hide" if places.tray else "Log"
        self.placed = drawing.parts(places) | {button.label: button.rect for button in (*shown, buttons.close)}
        self.placed["fold"] = self.fold.rect
        self._arrange_bots(places)
        self._arrange_tray(places)

    @property
    def _row(self) -> Rect:
        """Where the buttons below the table lie."""
        first, line = self._places.choose, self._places.line
        return Rect(line.x, first.y, line.width, first.height)

    def _arrange_bots(self, places: BoardPlaces) -> None:
        view, player = self.view, self._know.player
        lobby = view.phase == "lobby"
        rects = bot_places(drawing.lobby_area(places), view, self.viewer_side, player) if lobby else {}
        taken = {seat.side for seat in view.seats if seat.bot}
        for side, button in enumerate(self.bots):
            button.visible = side in rects
            button.label = "Change bot" if side in taken else "Add a bot"
            button.rect = rects.get(side, button.rect)

    def _arrange_tray(self, places: BoardPlaces) -> None:
        foot = self.buttons.in_the_tray(self.view, self.seat) if places.tray is not None else []
        for button in self.buttons.foot:
            button.visible = button in foot
        self.tray.show(visible=places.tray is not None)
        if places.tray is None:
            return
        parts = self.tray.arrange(places.tray, foot)
        if places.overlay:
            for button in (*self.bots, *self.buttons.below):
                button.visible = False
            self.placed = {name: self.placed[name] for name in ("title", "fold", self.buttons.close.label)}
        self.placed |= {f"tray {name}": rect for name, rect in parts.items()}

    # ------------------------------------------------------------------ drawing

    def draw(self, canvas: Canvas) -> None:
        if self._places.overlay:
            drawing.draw_header(canvas, self._places, self.view)
        else:
            self._draw_main(canvas)
        self._draw_controls(canvas)
        if self._places.overlay and not self.stage.is_typing and not self.tray.shows_log:
            draw_said(canvas, self.tray.chat_corner, self._know, self._session.now)

    def _draw_main(self, canvas: Canvas) -> None:
        """What lies below the header: the board in its phase."""
        places, view, now = self._places, self.view, self.stage.seconds
        self._draw_felt(canvas)
        drawing.draw_header(canvas, places, view)
        self._draw_status(canvas)
        accents = self.stage.accents
        if view.phase == "lobby":
            drawing.draw_lobby_part(canvas, places, view, self._know.player, self.viewer_side, accents, self._why_again)
        elif view.phase == "result" and view.result is not None:
            age = now - (self._result_since or now) if not self.stage.reduced_motion else 10.0
            drawing.draw_result_part(canvas, places, view, view.result, self._know.player, accents, age)
        else:
            opening = self._playback.felt.opening
            total = round(self._total)
            drawing.draw_cards(canvas, places, view, self._know.player, total, opening, accents, self._passed)
            if view.phase == "paused":
                draw_pause(canvas, places.felt, view, self._passed)
            else:
                self._draw_groups(canvas)
            self._draw_die_numbers(canvas)
            drawing.draw_line(
                canvas,
                places,
                view,
                self.choice,
                accents,
                choosing=self.may_choose,
                seat=self.seat,
                hint=self.hint,
            )
            drawing.draw_banked(canvas, places, self._playback.banked, now, reduced=self.stage.reduced_motion)
        if not self.stage.is_typing:
            draw_said(canvas, self._chat_corner, self._know, self._session.now)
        stamp = self.stamp
        if stamp is not None and view.phase != "lobby":
            drawing.draw_stamp(canvas, places, stamp, now, accents, reduced=self.stage.reduced_motion)

    @property
    def _chat_corner(self) -> Rect:
        """Where others' words stand: at the lower left, clear of dice, cards and buttons."""
        return drawing.free_corner(self._places, self.view, self.viewer_side)

    def _draw_status(self, canvas: Canvas) -> None:
        places, view = self._places, self.view
        clocks = clocks_of(view, self._passed) if view.phase in PLAY else []
        taken = room_for(canvas, clocks)
        drawing.draw_status(canvas, places, view, self._know.player, self.told, taken)
        draw_clocks(canvas, places, clocks, self.stage.accents)

    def _draw_controls(self, canvas: Canvas) -> None:
        places = self._places
        guest = guest_at(self.view, self._know.player)
        if guest is not None:
            draw_guest(canvas, self._row, guest.note)
        for button in (*self.bots, *self.buttons.below, self.fold, self.buttons.close):
            if button.visible:
                button.draw(canvas)
        if places.tray is not None:
            self.tray.draw(canvas)
            for button in self.buttons.foot:
                if button.visible:
                    button.draw(canvas)
        self.draw_tip(canvas)

    def _draw_felt(self, canvas: Canvas) -> None:
        places = self._places
        if self.view.phase in ("lobby", "result"):
            drawing.draw_cloth(canvas, places.main)
            return
        self.stage.view.draw_board(
            canvas,
            drawing.picture_of(
                self._playback.felt,
                self.view,
                viewer_side=self.viewer_side,
                choice=self.choice,
                chosen=self.selection.chosen,
                choosing=self.may_choose,
                hover=self._hover if self._hover is not None else self.selection.cursor,
                scoring=scoring_dice(self.view),
                wood=self._wood(),
                reduced_motion=self.stage.reduced_motion,
                colour_blind=self.stage.profile.settings.colour_blind_palette,
            ),
            places.main,
            places.felt,
            self.stage.seconds,
        )

    def _draw_die_numbers(self, canvas: Canvas) -> None:
        if self.may_choose and self.view.turn is not None:
            stage = self.stage
            places = [stage.view.die_place(stage.canvas, die) for die in range(len(self.view.turn.roll))]
            drawing.draw_die_numbers(canvas, [place for place in places if place is not None])

    def _draw_groups(self, canvas: Canvas) -> None:
        turn, felt = self.view.turn, self._playback.felt
        back_in_the_cup = felt.hot_at is not None and self.stage.seconds - felt.hot_at > HOT_PAUSE
        if turn is None or felt.farkled_at is not None or back_in_the_cup:
            return
        for group, (x, y) in zip(lying(turn), self.stage.view.group_places(canvas), strict=False):
            drawing.draw_group_points(canvas, x, y, points(group.points))

    def _wood(self) -> str:
        state = self._know.states[self._know.columns.block(self.table)].name
        return next((wood for wood in WOODS if block_of(state) == small_game_table(wood)), WOODS[0])

    # ------------------------------------------------------------------ input

    def key_press(self, symbol: int, modifiers: int) -> bool:
        if self.focus is self.tray.lessons and self.tray.lessons.visible and self.focus.key(symbol, modifiers):
            return True
        if symbol == key.TAB and not modifiers & key.MOD_SHIFT:
            self._turn_tray()
            return True
        if (symbol in _DIGITS and not modifiers & key.MOD_SHIFT) or symbol in _NUMPAD:
            digits = _DIGITS if symbol in _DIGITS else _NUMPAD
            return self._toggle(digits.index(symbol))
        if symbol == key.R:
            return self._starter.activate() if self._starter.visible else self.buttons.roll.activate()
        if symbol == key.A:
            return (self.buttons.agree if self.buttons.agree.visible else self.buttons.choose).activate()
        if symbol == key.B:
            return self.buttons.bank.activate()
        if self.focus is None and self._board_key(symbol):
            return True
        return super().key_press(symbol, modifiers)

    @property
    def _starter(self) -> Button:
        """What starts a match from the lobby, or the next one from a result."""
        return self.buttons.alone if self.buttons.alone.visible else self.buttons.ready

    def _turn_tray(self) -> None:
        """Fold the tray away, or open it: beside the board, or over it as a page."""
        self._tray_wanted = not self.tray_open
        self.arrange()

    def _board_key(self, symbol: int) -> bool:
        """Arrows and Space choose dice, Enter keeps, as long as no button has the focus."""
        dice = len(self.view.turn.roll) if self.view.turn is not None else 0
        if symbol in (key.ENTER, key.RETURN, key.NUM_ENTER):
            return self._starter.activate() if self._starter.visible else self.buttons.keep.activate()
        if symbol in (key.LEFT, key.RIGHT) and self.may_choose:
            self.selection.step(1 if symbol == key.RIGHT else -1, dice)
            return True
        if symbol == key.SPACE and self.buttons.faster.visible:
            return self.buttons.faster.activate()
        if symbol == key.SPACE and self.may_choose and self.selection.cursor is not None:
            return self._toggle(self.selection.cursor)
        return False

    def escape(self) -> bool:
        if self.focus is not None:
            self.give_focus(None)
        elif self._places.overlay:
            self._turn_tray()
        else:
            self.close()
        return True

    def mouse_move(self, x: float, y: float) -> None:
        super().mouse_move(x, y)
        over_widget = self.widget_at(x, y) is not None or not self._places.main.contains(x, y)
        self._hover = None if over_widget or not self.may_choose else self._die_at(x, y)

    def mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        if super().mouse_press(x, y, button, modifiers):
            self.give_focus(None)
            return True
        die = self._die_at(x, y) if button == mouse.LEFT and self.may_choose else None
        return self._toggle(die) if die is not None else False

    def _die_at(self, x: float, y: float) -> int | None:
        die: int | None = self.stage.view.die_at(self.stage.canvas, x, y)
        return die

    def _toggle(self, position: int) -> bool:
        turn = self.view.turn
        if not self.may_choose or turn is None or position in turn.kept:
            return False
        self.selection.toggle(position, len(turn.roll))
        self.give_focus(None)
        return True

    def _choose_all(self) -> None:
        """Choose all dice that score, or put them back."""
        best = best_option(self.view)
        if self.may_choose and best is not None:
            self.selection.choose(frozenset(best.dice))
            self.give_focus(None)

    # ------------------------------------------------------------------ asking the server

    def _move(self, name: str) -> None:
        move = self.moves.get(name)
        if move is None or move.reason:
            return
        match, step = self.view.match, self.view.step
        self._asked = True
        self._session.ask(lambda n: Act(n=n, match=match, step=step, keep=move.keep, then=move.then), self._answered)

    def _ask_older(self) -> None:
        """Somebody reads at the top of the log: ask for the lines before, a page at a time."""
        wanted = self._playback.log.older
        if wanted is None or wanted == self._older:
            return
        self._older = wanted
        log = self._playback.log

        def told(answer: object) -> None:
            if isinstance(answer, LogPage):
                log.take(answer)

        self._session.ask(lambda n: AskLog(n=n, match=wanted.match, before=wanted.before), told)

    def _answered(self, answer: object) -> None:
        self._asked = False
        text = getattr(answer, "text", "")
        if text:
            self._know.talk.notify(self._session.now, "warning", text)

    def _set_rule(self, name: str, value: SettingValue) -> None:
        self._session.ask(lambda n: SetRule(n=n, table=self.table, name=name, value=value))

    def _choose_bot(self, side: int) -> None:
        setting = bot_setting(self.view, side)
        if setting is not None:
            self.stage.push(
                BotScreen(
                    self.stage,
                    setting,
                    lambda value: self._set_rule(setting.name, value),
                    lambda: self._offers_bot(side),
                    self.view.bots,
                )
            )

    def _offers_bot(self, side: int) -> bool:
        """Whether this player may still choose a bot for this side."""
        lobby = self.view.phase == "lobby" and not self._why_locked()
        return lobby and bot_setting(self.view, side) is not None

    def _why_locked(self) -> str:
        return "" if self.view.host == self._know.player else "Only the host of this table changes its rules."
