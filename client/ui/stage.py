"""What screens may ask of the program they run in: other screens, the session, and the few things it does for them."""

from typing import Any, Protocol

from client.lessons import Lesson
from client.model.knowledge import Knowledge
from client.session import Session
from client.settings import Profile, Settings

from .canvas import Canvas
from .theme import Accents
from .widgets.text_field import Clipboard
from .words import Words


class Stage(Protocol):
    """The program as its screens see it. `view` draws the world and the board; None where there is no scene."""

    profile: Profile
    words: Words
    lessons: tuple[Lesson, ...]
    accents: Accents
    clipboard: Clipboard
    canvas: Canvas
    view: Any
    seconds: float
    name: str
    said: list[str]
    """Lines said before, for the chat's memory."""

    @property
    def shows_board(self) -> bool:
        """Whether the board screen is open."""
        ...

    @property
    def is_typing(self) -> bool:
        """Whether the chat line is open."""
        ...

    def on_top(self, screen: Any) -> bool:
        """Whether this is the screen that input goes to."""
        ...

    @property
    def waiting_for(self) -> str:
        """What a connection that has not answered yet is doing, as a sentence."""
        ...

    @property
    def open_at(self) -> str:
        """Where others on this computer may join this player's own world; '' while there is none."""
        ...

    @property
    def can_retry(self) -> bool:
        """Whether `again` knows what to do."""
        ...

    @property
    def facts(self) -> str:
        """One line about frames and bytes for whoever looks for a fault."""
        ...

    @property
    def session(self) -> Session | None:
        """The connection to a server, while there is one."""
        ...

    @property
    def know(self) -> Knowledge | None:
        """What the session knows, while there is one that plays."""
        ...

    def key_cap(self, symbol: int) -> str:
        """What is written on the key that has this symbol on a US keyboard."""
        ...

    @property
    def reduced_motion(self) -> bool: ...

    @property
    def pointer(self) -> tuple[float, float]:
        """Where the pointer is, in units."""
        ...

    def push(self, screen: Any) -> None:
        """Show a screen over the present one."""
        ...

    def close_screen(self, screen: Any, why: str = "") -> None:
        """Close this screen, wherever it lies; `why` is told as a notice."""
        ...

    def open_chat(self, beginning: str) -> None:
        """Let the player type a line over whatever is shown."""
        ...

    def apply(self, settings: Settings) -> None:
        """Keep these settings and go by them from now on."""
        ...

    def remember(self, **facts: Any) -> None:
        """Keep these fields of the settings; none of them changes what is seen."""
        ...

    def rename(self, name: str) -> None:
        """Play under this name from now on."""
        ...

    def choose_name(self, name: str) -> None:
        """The player has said what they are called."""
        ...

    @property
    def world_is_new(self) -> bool:
        """Whether this player's own world has yet to be made."""
        ...

    def again(self) -> None:
        """Try the last connection once more."""
        ...

    def name_at(self, address: str) -> str:
        """The name under which to join the server of an address."""
        ...

    def play(self, commands: bool | None = None) -> None:
        """Start this player's own world and join it. `commands` says whether its player may use operator commands, if
        it is new; it is asked where it is not said."""
        ...

    def join(self, address: str, name: str) -> None:
        """Connect to a server."""
        ...

    def leave(self) -> None:
        """End the connection and go back to the title."""
        ...

    def quit(self) -> None:
        """End the program."""
        ...
