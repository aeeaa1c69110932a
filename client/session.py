"""One player's connection and what it knows: bytes in, bytes out, time passed in; no socket, thread or window.

The app feeds it from a network thread, the tour, the tests and the load generator feed it themselves. It says hello,
proves the player's key, pins the server's, numbers requests and routes every message into the model.
"""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec.structs import replace

from server.shared.protocol import chat, items, limits, login, tabletop, world
from server.shared.protocol.codec import FROM_SERVER, Codec, FrameReader, MalformedMessage, OversizedFrame, frame
from server.shared.protocol.message import Done, Message, Refused, Request
from server.shared.protocol.pulse import Ping
from server.shared.version import VERSION
from server.shared.voxel.columns import UnreadableColumn

from .model.fairness import Fairness
from .model.knowledge import Knowledge
from .model.pulse import Pulse
from .settings import ProfileFault

SOFTWARE: Final = f"voxtable {VERSION}"
UNUSABLE: Final = "The server sent something this client cannot use, so the connection was ended."
SILENT: Final = (
    f"The server has not answered for {limits.LOST_SECONDS:g} seconds, so the connection was given up. It may have "
    "stopped, or the network between you and it may be broken."
)
_log = logging.getLogger("voxtable.session")
_MOST_PAGES: Final = 64
"""Pages of block states and items that may come before a welcome; there are no more numbers of states than these."""
_QUIET: Final = frozenset({"stale_window"})
"""Refusals that the client mends by itself, without a word to the player."""


class KnownServers(Protocol):
    """Where the keys of servers are remembered; a profile does it for players, a dictionary for tests. Both may raise
    ProfileFault."""

    def pinned(self, address: str) -> bytes | None: ...
    def pin(self, address: str, key: bytes) -> None: ...


class Keyring:
    """Known servers in memory only."""

    def __init__(self) -> None:
        self.keys: dict[str, bytes] = {}

    def pinned(self, address: str) -> bytes | None:
        """The key of this address, or None."""
        return self.keys.get(address)

    def pin(self, address: str, key: bytes) -> None:
        """Remember a key."""
        self.keys[address] = key


@dataclass(frozen=True, slots=True)
class Ended:
    """Why the connection is over: a stable code and a sentence for the player."""

    code: str
    text: str


Answer = Callable[[Message], None]
_AnyAnswer = (
    Done | Refused | items.Recipes | tabletop.PausedMatches | tabletop.Stats | tabletop.MatchDice | tabletop.LogPage
)


class Session:
    """One connection from hello to goodbye. `address` is what the server's key is pinned to; `fairness` is what earlier
    connections remember of matches that go on."""

    def __init__(
        self,
        name: str,
        key: Ed25519PrivateKey,
        known: KnownServers,
        address: str,
        view_distance: int = 6,
        fairness: Fairness | None = None,
    ) -> None:
        self.name = name
        self.address = address
        self.title = ""
        self.ended: Ended | None = None
        self.now = 0.0
        self.know: Knowledge | None = None
        self.question: login.NameQuestion | None = None
        """What the server has asked about the name and waits to hear."""
        self.pulse = Pulse()
        self.fairness = Fairness() if fairness is None else fairness
        self._key = key
        self._known = known
        self._view_distance = view_distance
        self._codec = Codec(FROM_SERVER)
        self._frames = FrameReader(limits.FRAME_FROM_SERVER)
        self._out = bytearray()
        self._numbers = 0
        self._open: dict[int, tuple[Request, Answer | None]] = {}
        self._received_columns = 0
        self._more_kinds: list[login.MoreKinds] = []
        self._nonce = secrets.token_bytes(32)
        self._tell(login.Hello(protocol=limits.PROTOCOL, software=SOFTWARE, nonce=self._nonce))

    # ------------------------------------------------------------------ bytes and time

    @property
    def playing(self) -> bool:
        """The login holds and the connection lives."""
        return self.know is not None and self.ended is None

    def receive(self, data: bytes) -> None:
        """Take in bytes from the server, in whatever pieces. What cannot be read ends the session with a sentence."""
        if self.ended is not None:
            return
        if data and self.know is not None:
            self.pulse.heard()
        try:
            for payload in self._frames.feed(data):
                self._take(self._codec.decode(payload))
        except (MalformedMessage, OversizedFrame, UnreadableColumn) as error:
            self.end("unreadable", f"The server sent something this client cannot read. {error}")
        except Exception:  # noqa: BLE001 - a message may be wrong in any way; the log has the trace
            _log.exception("The session ends: what the server sent cannot be used.")
            self.end("unusable", UNUSABLE)
        if self._received_columns:
            count, self._received_columns = self._received_columns, 0
            while count > 0:
                self._tell(world.ColumnsReceived(count=min(count, 64)))
                count -= 64

    def outgoing(self) -> bytes:
        """The bytes to send now; they are handed out once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def advance(self, seconds: float, keys: int = 0) -> None:
        """Let time pass with these movement keys held: the player's own body takes its steps, the others move on."""
        self.now += seconds
        if self.ended is None:
            self._wait_for_signs(seconds)
        if self.know is None or self.ended is not None:
            return
        try:
            self._live(self.know, seconds, keys)
        except Exception:  # noqa: BLE001 - as above
            _log.exception("The session ends: with what the server sent, time cannot go on.")
            self.end("unusable", UNUSABLE)

    def _wait_for_signs(self, seconds: float) -> None:
        """Ask now and then whether the server is there, and end the session when it has been silent for too long."""
        self.pulse.paused = self.question is not None  # then it is the player who is waited for
        if self.pulse.advance(seconds) and self.know is not None:
            self.ask(Ping, lambda answer: None)
        if self.pulse.lost:
            self.end("silent", SILENT)

    def _live(self, know: Knowledge, seconds: float, keys: int) -> None:
        know.clock = self.now
        know.bodies.advance(seconds)
        know.time_of_day = (know.time_of_day + seconds * 20) % 24_000
        steps = know.own.advance(seconds, keys)
        for start in range(0, len(steps), 20):
            self._tell(world.Steps(steps=tuple(steps[start : start + 20])))

    def end(self, code: str, text: str) -> None:
        """The connection is over; the first reason stands."""
        if self.ended is None:
            self.ended = Ended(code, text)
            self._open.clear()

    # ------------------------------------------------------------------ asking

    def ask(self, make: Callable[[int], Request], then: Answer | None = None) -> int:
        """Send a numbered request. `then` gets its answer; a refusal without `then` is shown as a notice."""
        self._numbers += 1
        request = self.fairness.sealed(make(self._numbers))
        if self.playing:
            self._open[self._numbers] = (request, then)
            self._tell(request)
        return self._numbers

    def say(self, text: str) -> None:
        """A chat line, or a command."""
        self.ask(lambda n: chat.Say(n=n, text=text[: limits.CHAT_LENGTH]))

    def predict_block(
        self, make: Callable[[int], Request], pos: tuple[int, int, int], state: int, then: Answer | None = None
    ) -> int:
        """Ask for a block edit and show it at once; a refusal takes it back, and is told as `ask` tells it."""
        number = self.ask(make, then)
        if self.know is not None:
            self.know.columns.predict(number, pos, state)
        return number

    def select_slot(self, slot: int) -> None:
        """Take another hotbar slot in hand."""
        if self.know is not None and slot != self.know.inventory.selected:
            self.know.inventory.selected = slot
            self._tell(items.SelectSlot(slot=slot))

    def click(self, window: int, slot: int, button: int, mode: str, slots: tuple[int, ...] = ()) -> None:
        """Click on a slot of an open window; the outcome is shown at once."""
        if self.know is None:
            return
        inventory = self.know.inventory
        revision = inventory.revision(window)
        if revision is None:
            return
        number = self.ask(
            lambda n: items.Click(
                n=n, window=window, revision=revision, slot=slot, button=button, mode=mode, slots=slots
            )
        )
        inventory.predict(number, window, slot, button, mode, slots)

    def answer(self, name: str, rename: bool = False) -> None:
        """Go in as `name`, one of those in question, or have that player called what this session asked for."""
        if self.question is not None and self.ended is None:
            self.question = None
            self._tell(login.NameAnswer(name=name, rename=rename))

    def close_window(self, window: int) -> None:
        """Close a window; 0 puts back what lies on the cursor and in the grid."""
        self.ask(lambda n: items.CloseWindow(n=n, window=window))

    # ------------------------------------------------------------------ what the server says

    def _tell(self, message: Message) -> None:
        self._out += frame(message)

    def _take(self, message: Message) -> None:
        if self.ended is not None:
            return
        if self.know is None:
            self.pulse.heard()  # before the welcome only whole messages count
        match message:
            case login.ServerHello() if not self.title:
                self._prove(message)
            case login.NameQuestion(names=(_, *_)) if self.know is None and self.title:
                self.question = message
            case login.MoreKinds() if self.know is None and len(self._more_kinds) < _MOST_PAGES:
                self._more_kinds.append(message)
            case login.Welcome() if self.know is None:
                self.question = None
                self.know = Knowledge(_whole(message, self._more_kinds), self._view_distance)
            case login.Goodbye():
                self.end(message.code, message.text)
            case Done() | Refused() | items.Recipes():
                self._answered(message)
            case tabletop.PausedMatches() | tabletop.Stats() | tabletop.MatchDice() | tabletop.LogPage():
                self._answered(message)
            case login.ServerHello() | login.NameQuestion() | login.Welcome():
                self.end("out_of_order", "The server greeted this client twice.")
            case _ if self.know is not None:
                self._learn(self.know, message)
            case _:
                self.end("out_of_order", "The server spoke of the world before it let the player in.")

    def _prove(self, hello: login.ServerHello) -> None:
        if hello.protocol != limits.PROTOCOL:
            self.end(
                "version",
                f"This server speaks version {hello.protocol} ({hello.software}), this client version "
                f"{limits.PROTOCOL} ({SOFTWARE}). Both must be the same.",
            )
            return
        try:
            Ed25519PublicKey.from_public_bytes(hello.server_key).verify(
                hello.signature, login.server_proof(self._nonce, hello.nonce, hello.server_key)
            )
        except InvalidSignature:
            self.end("server_key", "This server could not prove its own key, so nothing was sent to it.")
            return
        try:
            pinned = self._known.pinned(self.address)
            if pinned is None:
                self._known.pin(self.address, hello.server_key)
        except ProfileFault as error:
            self.end("profile", str(error))
            return
        if pinned is not None and pinned != hello.server_key:
            self.end(
                "server_key_changed",
                f"The server at {self.address} shows another key than before, so it may not be the one you know. "
                "Nothing was sent to it.",
            )
            return
        self.title = hello.title
        proof = login.client_proof(self._nonce, hello.nonce, hello.server_key)
        self._tell(
            login.Login(
                name=self.name,
                key=self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw),
                signature=self._key.sign(proof),
                view_distance=self._view_distance,
            )
        )

    def _answered(self, answer: _AnyAnswer) -> None:
        request, then = self._open.pop(answer.n, (None, None))
        if self.know is not None:
            self.know.columns.settle(answer.n)
            self.know.inventory.settle(answer.n)
        if isinstance(answer, Refused) and request is None and self.know is None:
            self.end(answer.code, answer.text)
        elif then is not None:
            then(answer)
        elif isinstance(answer, Refused) and self.know is not None and answer.code not in _QUIET:
            self.know.talk.notify(self.now, "warning", answer.text)

    def _learn(self, know: Knowledge, message: Message) -> None:
        match message:
            case world.ColumnData():
                know.columns.take(message)
                self._received_columns += 1
            case world.BlockChanges():
                wanted = know.columns.apply(message)
                if wanted is not None:
                    self._tell(wanted)
            case chat.ChatLine():
                know.talk.say(self.now, message.sender, message.text)
            case chat.Notice():
                know.talk.notify(self.now, message.kind, message.text)
            case tabletop.Board():
                self.fairness.see(message)
                know.tables.take(message, self.now)
            case tabletop.ShowBoard():
                know.show_board = message.table
            case tabletop.AskReveal():
                self._reveal(know, message)
            case tabletop.AskCommitment():
                if not any(isinstance(request, tabletop.Ready) for request, _ in self._open.values()):
                    self.ask(lambda n: tabletop.Ready(n, message.table, True, message.revision))
            case _:
                know.learn(message)

    def _reveal(self, know: Knowledge, asked: tabletop.AskReveal) -> None:
        """Reveal this client's part of the dice, if the server published what this client committed to."""
        value = self.fairness.contribution(asked, know.player)
        if value is None:
            know.talk.notify(self.now, "warning", "The server left out what you add to the dice; nothing was revealed.")
        else:
            self.ask(lambda n: tabletop.Reveal(n=n, match=asked.match, contribution=value))


def _whole(welcome: login.Welcome, pages: list[login.MoreKinds]) -> login.Welcome:
    """The welcome with all block states and items, those of the pages that came before it too."""
    states = (*welcome.states, *(state for page in pages for state in page.states))
    items = (*welcome.items, *(item for page in pages for item in page.items))
    return replace(welcome, states=states, items=items)
