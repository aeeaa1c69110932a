"""The program: one window, a stack of screens, and a frame that moves the connection, time and pictures.

The window may be made elsewhere and off screen; input comes through its events alone, and `frame` takes the time that
passed, so that a test or the tour drives a whole client step by step. Several can run in one process.
"""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from pyglet.window import key

from client import gl

from .clipboard import WindowClipboard
from .connection import OWN_WORLD, Connection
from .input import cap
from .keyboard import LETTERS, meant
from .lessons import read_lessons
from .model.knowledge import Knowledge
from .model.talk import Talk
from .network import NoServer, address_of, parse_address
from .packs import Packs
from .session import UNUSABLE, Ended, Session
from .settings import Profile, ProfileFault, ProfileUnwritable, Settings
from .ui.canvas import Canvas
from .ui.pictures import Pictures
from .ui.screen import Screen
from .ui.screens.begin import BeginScreen
from .ui.screens.board.screen import BoardScreen
from .ui.screens.chat import ChatScreen
from .ui.screens.connection import ConnectingScreen, EndedScreen
from .ui.screens.name_question import NameQuestionScreen
from .ui.screens.title import TitleScreen
from .ui.screens.toasts import TOAST_SECONDS, draw_silence, draw_toasts
from .ui.screens.world import WorldScreen
from .ui.stack import FAILED, ScreenStack
from .ui.text import parse_font
from .ui.theme import COLOUR_BLIND, INK, LEAST_HEIGHT, LEAST_WIDTH, PLAIN, scale_for
from .ui.widgets.text_field import Clipboard
from .ui.words import Words
from .window import GameWindow
from .world_view import WorldView

LEAST_FRAME_SECONDS: Final = 1 / 144
"""A frame never takes less, so that a screen without a fixed rate does not keep the processor busy for nothing."""
_MOTION_KEYS: Final = {
    key.MOTION_LEFT: key.LEFT,
    key.MOTION_RIGHT: key.RIGHT,
    key.MOTION_UP: key.UP,
    key.MOTION_DOWN: key.DOWN,
    key.MOTION_BACKSPACE: key.BACKSPACE,
    key.MOTION_DELETE: key.DELETE,
}
_FONT: Final = "voxtable/font/voxtable.json"
_BACK_SECONDS: Final = 0.2
"""What a click that brings the window back takes to arrive after the keyboard."""
_FAULT: Final = "Something went wrong in this program, so it left the server. You can join again."
_log = logging.getLogger("voxtable.app")


class App:
    """One client in one window. It is the stage its screens stand on. Raises ProfileFault when there is no key."""

    def __init__(self, window: Any, profile: Profile, *, packs: Packs | None = None, name: str = "") -> None:
        window.switch_to()
        self.window = window
        self.profile = profile
        self.connection = Connection(profile)
        self.name = name or profile.name
        self._insists = bool(name)
        """Whether this run's name was given by the player, and so goes before the one that a server knows."""
        self._remembered = ("", "")
        self.seconds = 0.0
        self.running = True
        self.accents = COLOUR_BLIND if profile.settings.colour_blind_palette else PLAIN
        self.clipboard: Clipboard = WindowClipboard(window)
        packs = packs or Packs()
        self.words = Words(packs.language())
        self.lessons = read_lessons(packs)
        self.canvas = _canvas(packs)
        self.view = WorldView(packs, field_of_view=float(profile.settings.field_of_view))
        self.said: list[str] = []
        self._tried = ""
        """The address of a server that is being joined and has not let the player in yet."""
        self._talk = Talk()
        self._usual_frame = 1 / 60
        self._units = (0.0, 0.0)
        self._pointer = (0.0, 0.0)
        self._grabbed = False
        self._has_focus = True
        self._active_since = -_BACK_SECONDS
        self._fresh_key = False
        self._stack = ScreenStack(self._arrange, self._tell, self._give_up)
        self.push(TitleScreen(self))
        self._typed_into = self.screen
        """The screen that text goes to: a key that opened another one may still bring its letter."""
        for notice in profile.notices:
            self._tell(notice)
        window.push_handlers(self)

    # ------------------------------------------------------------------ the stage

    @property
    def session(self) -> Session | None:
        return self.connection.session

    @property
    def know(self) -> Knowledge | None:
        return self.connection.know

    def key_cap(self, symbol: int) -> str:
        """What is written on the key that has this symbol on a US keyboard."""
        label: str = self.window.key_label(symbol) if isinstance(self.window, GameWindow) else ""
        known = label != "" and all(character in self.canvas.font.glyphs for character in label)
        return label if known and symbol in LETTERS else cap(symbol)

    @property
    def reduced_motion(self) -> bool:
        return self.profile.settings.reduced_motion

    @property
    def pointer(self) -> tuple[float, float]:
        return self._pointer

    @property
    def waiting_for(self) -> str:
        return self.connection.waiting_for

    @property
    def open_at(self) -> str:
        return self.connection.open_at

    @property
    def can_retry(self) -> bool:
        return self.connection.can_retry

    @property
    def facts(self) -> str:
        return f"{1 / max(self._usual_frame, 1e-3):.0f} frames/s"

    @property
    def shows_board(self) -> bool:
        """Whether the board screen is open."""
        return any(isinstance(screen, BoardScreen) for screen in self.screens)

    @property
    def is_typing(self) -> bool:
        """Whether the chat line is open."""
        return isinstance(self.screen, ChatScreen)

    def on_top(self, screen: Screen) -> bool:
        """Whether this is the screen that input goes to."""
        return self.screen is screen

    def open_chat(self, beginning: str) -> None:
        """Let the player type a line over whatever is shown of the world; before it there is nobody to talk to."""
        in_world = any(isinstance(screen, WorldScreen) for screen in self.screens)
        if self.session is not None and self.know is not None and in_world:
            self.push(ChatScreen(self, self.session, self.know, beginning))

    def apply(self, settings: Settings) -> None:
        """Keep these settings and go by them from now on."""
        self._keep(settings)
        self.accents = COLOUR_BLIND if settings.colour_blind_palette else PLAIN
        self.view.field_of_view = float(settings.field_of_view)
        self._units = (0.0, 0.0)

    def remember(self, **facts: Any) -> None:
        """Keep these fields of the settings; none of them changes what is seen."""
        self._keep(msgspec.structs.replace(self.profile.settings, **facts))

    def rename(self, name: str) -> None:
        """Play under this name from now on; where a server knows this player under another one, it asks."""
        self._insists = self._insists or name != self.name
        self.choose_name(name)

    @property
    def world_is_new(self) -> bool:
        return self.connection.world_is_new

    def name_at(self, address: str) -> str:
        """The name under which to join the server of an address: this run's own, or the one it knows."""
        try:
            known = "" if self._insists else self.profile.name_at(address_of(parse_address(address)))
        except NoServer:
            known = ""
        return known or self.name

    def choose_name(self, name: str) -> None:
        self.name = name
        if name != self.profile.settings.name:
            self._keep(msgspec.structs.replace(self.profile.settings, name=name))

    def _remember_name(self, session: Session, know: Knowledge) -> None:
        """What this player is called here holds for the next time, too."""
        if (session.address, know.name) == self._remembered:
            return
        self._remembered, self._insists = (session.address, know.name), False
        if session.address == OWN_WORLD or not self.profile.settings.name:
            self.choose_name(know.name)
        if session.address != OWN_WORLD:
            try:
                self.profile.remember_name(session.address, know.name)
            except ProfileFault as error:
                self._tell(str(error))

    def _keep(self, settings: Settings) -> None:
        """Write settings down; when that cannot be done they hold for this run, and the player is told."""
        try:
            self.profile.save(settings)
        except ProfileUnwritable as error:
            self._tell(str(error))

    def _tell(self, sentence: str) -> None:
        talk, now = self._notices
        talk.notify(now, "warning", sentence)

    @property
    def _notices(self) -> tuple[Talk, float]:
        """Where notices are shown now, with its clock: the session's, or the program's own before one plays."""
        if self.know is not None and self.session is not None:
            return self.know.talk, self.session.now
        return self._talk, self.seconds

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self._stack.top

    @property
    def screens(self) -> list[Screen]:
        """All open screens, lowest first."""
        return list(self._stack.screens)

    def push(self, screen: Screen) -> None:
        """Show a screen over the present one."""
        self._stack.push(screen)

    def close_screen(self, screen: Screen, why: str = "") -> None:
        """Close this screen, wherever it lies; `why` is told as a notice."""
        self._stack.close(screen, why)

    def only(self, screen: Screen) -> None:
        """Show this screen and forget all others."""
        self._stack.only(screen)

    def begin(self, address: str = "") -> None:
        """Join the server of an address, or with '' play in the own world; what has to be known first is asked."""
        asks_name = not (self._insists or self.profile.settings.name)
        if address and not asks_name:
            self.join(address, self.name_at(address))
        elif asks_name or (self._insists and self.world_is_new):
            self.push(BeginScreen(self, address, asks_name=True))
        else:
            self.play()

    def play(self, commands: bool | None = None) -> None:
        """Start this player's own world and join it. Where it is new and it is not said whether it has `commands`, that
        is asked first."""
        if commands is None and self.connection.world_is_new:
            self.push(BeginScreen(self, asks_name=False))
            return
        self._tried = ""
        self._connect(lambda: self.connection.play(self.name, commands is not False))

    def join(self, address: str, name: str) -> None:
        """Connect to a server under a name; once it lets the player in, suggest it the next time. An unusable address
        is told on a screen."""
        self._tried = address
        self._connect(lambda: self.connection.join(address, name))

    def again(self) -> None:
        """Try the last connection once more, if there was one."""
        if self.can_retry:
            self._connect(self.connection.again)

    def enter(self, session: Session) -> None:
        """Play with a session that somebody else moves the bytes of."""
        self.connection.session = session
        self.only(ConnectingScreen(self))

    def leave(self) -> None:
        """End the connection and go back to the title."""
        self.connection.hang_up()
        self._leave_scene()
        self.only(TitleScreen(self))

    def quit(self) -> None:
        """End the program at the end of this frame."""
        self.running = False

    def close(self) -> None:
        """Free everything; the window is the maker's."""
        self.connection.hang_up()
        self.window.switch_to()
        self._leave_scene()
        self.window.remove_handlers(self)
        self.view.delete()
        self.canvas.delete()

    # ------------------------------------------------------------------ frames

    def run(self) -> None:
        """Draw frames at the rate of the screen until the player quits."""
        before = time.perf_counter()
        try:
            while self.running and not self.window.has_exit:
                now = time.perf_counter()
                self.frame(now - before)
                self.window.flip()
                before = now
                time.sleep(max(0.0, LEAST_FRAME_SECONDS - (time.perf_counter() - now)))
        finally:
            self.close()

    def frame(self, seconds: float) -> None:
        """Take the window's events, live through `seconds` and draw one picture; the caller flips."""
        self.window.switch_to()
        self.seconds += seconds
        self._usual_frame += (seconds - self._usual_frame) * 0.05
        self._typed_into = self.screen
        self._take_events()
        self._follow_connection(seconds)
        for screen in self.screens:
            self._stack.run(screen, partial(screen.update, seconds))
        self._grab(self.screen.grabs_mouse)
        self._draw()

    def _take_events(self) -> None:
        """What the system says of keys and windows may be odd in any way; it costs those events alone."""
        try:
            self.window.dispatch_events()
        except Exception:  # noqa: BLE001 - the frame goes on; the log has the trace
            _log.exception("An event of the window could not be taken.")

    def _follow_connection(self, seconds: float) -> None:
        ended = self.connection.advance(seconds, self.screen.keys if isinstance(self.screen, WorldScreen) else 0)
        session, know = self.session, self.know
        if ended is not None:
            self._leave_scene()
            self.only(EndedScreen(self, ended, self._tried))
        elif session is not None and session.question is not None and isinstance(self.screen, ConnectingScreen):
            self.push(NameQuestionScreen(self, session, session.question))
        if session is not None and know is not None:
            self._remember_name(session, know)
            self._remember_server()
            self._hand_over_notices(session, know)
        if session is not None and know is not None and self._may_enter(know):
            self._enter_world(session, know)

    def _hand_over_notices(self, session: Session, know: Knowledge) -> None:
        """What was told before this session plays, and was not shown for its time, is shown there."""
        for toast in self._talk.toasts:
            if self.seconds - toast.at <= TOAST_SECONDS:
                know.talk.notify(session.now, toast.kind, toast.text)
        self._talk.toasts.clear()

    def _remember_server(self) -> None:
        """Suggest the server that let the player in the next time; one that did not, never."""
        address, self._tried = self._tried, ""
        if address and address != self.profile.settings.last_server:
            self._keep(msgspec.structs.replace(self.profile.settings, last_server=address))

    def _enter_world(self, session: Session, know: Knowledge) -> None:
        try:
            self.canvas.icons = self.view.enter(know)
        except Exception:  # noqa: BLE001 - what a server says may be wrong in any way; it ends with the session
            _log.exception("The world of this server cannot be shown.")
            session.end("unusable", UNUSABLE)
        else:
            self.only(WorldScreen(self, session, know))

    def _may_enter(self, know: Knowledge) -> bool:
        """Whether a connection that was waited for has brought the land around the player."""
        x, _, z = know.own.feet
        waits = any(isinstance(screen, ConnectingScreen) for screen in self.screens)
        return waits and know.own.placed and know.columns.holds(x, z)

    def _draw(self) -> None:
        pixels = self.window.get_framebuffer_size()
        if 0 in pixels:
            return
        scale = scale_for(pixels[0], pixels[1], self.profile.settings.gui_scale)
        if (pixels[0] / scale, pixels[1] / scale) != self._units:
            self._units = (pixels[0] / scale, pixels[1] / scale)
            for screen in self.screens:
                self._arrange(screen)
        gl.Viewport(0, 0, *pixels).enter()
        gl.clear(INK)
        self.canvas.begin(pixels, scale)
        lowest = max((index for index, screen in enumerate(self.screens) if screen.covers), default=0)
        for screen in self.screens[lowest:]:
            self._stack.run(screen, partial(screen.draw, self.canvas))
        self._stack.run(self.screens[0], self._finish_picture)

    def _finish_picture(self) -> None:
        draw_toasts(self.canvas, self.screen.area, self, *self._notices)
        if self.session is not None and self.know is not None and self.session.pulse.unanswered:
            draw_silence(self.canvas, self.screen.area, self.session.pulse.silence)
        self.canvas.flush()

    def _arrange(self, screen: Screen) -> None:
        if self._units[0] > 0:
            screen.resize(*self._units)
        else:
            pixels = self.window.get_framebuffer_size()
            scale = scale_for(pixels[0], pixels[1], self.profile.settings.gui_scale)
            self._units = (max(LEAST_WIDTH, pixels[0] / scale), max(LEAST_HEIGHT, pixels[1] / scale))
            screen.resize(*self._units)

    def _connect(self, attempt: Callable[[], None]) -> None:
        self._leave_scene()
        try:
            attempt()
        except NoServer as error:
            self.only(EndedScreen(self, Ended("address", str(error)), self._tried))
        else:
            self.only(ConnectingScreen(self))

    def _leave_scene(self) -> None:
        self.canvas.icons = None
        self.view.leave()

    def _give_up(self, failed: Screen) -> bool:
        """A screen failed that is the lowest or has failed before: a page over the title is closed once more, else the
        session ends with a sentence, or the title comes back. False where the title itself failed."""
        lowest = self._stack.screens[0]
        if self.session is None and isinstance(lowest, TitleScreen):
            self.close_screen(failed, FAILED)
            return failed is not lowest
        playing = self.session is not None
        self.connection.hang_up()
        self._leave_scene()
        self.only(EndedScreen(self, Ended("client_fault", _FAULT)) if playing else TitleScreen(self))
        return True

    # ------------------------------------------------------------------ the window's events

    def _input(self, act: Callable[[Screen], object]) -> None:
        """Hand input to the screen on top."""
        screen = self.screen
        self._stack.run(screen, lambda: act(screen))

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        self._fresh_key = True
        self._input(lambda screen: screen.key_press(meant(symbol, by_place=screen.keys_by_place), modifiers))
        return True

    def on_key_release(self, symbol: int, modifiers: int) -> bool:
        for screen in self.screens:
            released = meant(symbol, by_place=screen.keys_by_place)
            self._stack.run(screen, partial(screen.key_release, released, modifiers))
        return True

    def on_text(self, text: str) -> bool:
        screen = self.screen
        if screen is self._typed_into:
            self._stack.run(screen, partial(screen.text, text))
        self._typed_into = screen
        return True

    def on_text_motion(self, motion: int) -> bool:
        """The first motion of a key was its press; those after it are its repetition."""
        if not self._fresh_key and motion in _MOTION_KEYS:
            self._input(lambda screen: screen.key_press(_MOTION_KEYS[motion], 0))
        self._fresh_key = False
        return True

    def on_mouse_motion(self, x: int, y: int, dx: float, dy: float) -> bool:
        if self._grabbed:
            self._input(lambda screen: screen.mouse_turn(dx, dy))
        else:
            self._pointer = self._to_units(x, y)
            self._input(lambda screen: screen.mouse_move(*self._pointer))
        return True

    def on_mouse_drag(self, x: int, y: int, dx: float, dy: float, buttons: int, modifiers: int) -> bool:
        if self._grabbed:
            self._input(lambda screen: screen.mouse_turn(dx, dy))
        else:
            self._pointer = self._to_units(x, y)
            self._input(lambda screen: screen.mouse_drag(*self._pointer, buttons))
        return True

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> bool:
        self._pointer = self._to_units(x, y)
        if self.screen.grabs_mouse and (not self._grabbed or self.seconds - self._active_since < _BACK_SECONDS):
            return True  # the click that brought the window or the pointer back
        self._input(lambda screen: screen.mouse_press(*self._pointer, button, modifiers))
        return True

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> bool:
        self._pointer = self._to_units(x, y)
        self._input(lambda screen: screen.mouse_release(*self._pointer, button))
        return True

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> bool:
        self._input(lambda screen: screen.mouse_scroll(*self._to_units(x, y), scroll_y))
        return True

    def on_deactivate(self) -> bool:
        """The window lost the keyboard: nothing is held any more."""
        self._has_focus = False
        for screen in self.screens:
            self._stack.run(screen, screen.lost_focus)
        return True

    def on_activate(self) -> bool:
        self._has_focus = True
        self._active_since = self.seconds
        return True

    def on_resize(self, width: int, height: int) -> bool:
        """Nothing to do: every frame reads the framebuffer's size, which may be 0 x 0 for a while."""
        return True

    def on_close(self) -> bool:
        self.quit()
        return True

    def _to_units(self, x: float, y: float) -> tuple[float, float]:
        """Window coordinates (y upwards) as units from the top left, whatever the pixel ratio."""
        width, height = self.window.get_size()
        if 0 in (width, height):
            return 0.0, 0.0
        return x / width * self._units[0], (1 - y / height) * self._units[1]

    def _grab(self, wanted: bool) -> None:
        wanted = wanted and self._has_focus
        if wanted != self._grabbed:
            self._grabbed = wanted
            self.window.set_exclusive_mouse(wanted)
            for screen in self.screens:
                if isinstance(screen, WorldScreen):
                    screen.look.restart()


def _canvas(packs: Packs) -> Canvas:
    names = [name for name in packs.names("voxtable/textures/gui") if name.endswith(".png")]
    stems = [name.removeprefix("voxtable/textures/gui/").removesuffix(".png") for name in names]
    font = parse_font(packs.read(_FONT))
    return Canvas(
        font,
        gl.Texture(packs.texture(font.texture)),
        Pictures({stem: packs.texture(f"voxtable:gui/{stem}") for stem in stems}),
    )
