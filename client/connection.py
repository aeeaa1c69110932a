"""The way to a server: a session, the link that moves its bytes, the player's own world, and how to try once more.

It has no window. Whoever owns it lets time pass, and hears from it when a connection is over.
"""

import time
from collections.abc import Callable
from typing import Final

from server.shared.protocol.limits import LOST_SECONDS

from .model.fairness import Fairness
from .model.knowledge import Knowledge
from .network import NO_ANSWER, START_SECONDS, Link, OwnWorld, address_of, parse_address
from .session import Ended, Keyring, KnownServers, Session
from .settings import Profile

OWN_WORLD: Final = "your own world"
"""What stands in the place of an address for it."""
SILENT_STOP_SECONDS: Final = 2.0
"""What a world of one's own that has fallen silent gets to end by itself."""
RECEIVE_SECONDS: Final = 0.006
"""Time of a frame for what the network brought."""
_PIECE: Final = 16 * 1024


class Connection:
    """At most one session at a time, with all that it takes to reach its server. Raises ProfileFault when the profile
    has no key."""

    def __init__(self, profile: Profile) -> None:
        self.session: Session | None = None
        self.own_world: OwnWorld | None = None
        self._profile = profile
        self._key = profile.key()
        self._fairness = Fairness()
        self._again: Callable[[str], None] | None = None
        self._name = ""
        self._link: Link | None = None
        self._waited = 0.0
        """Seconds since a computer is called that has not answered at all."""

    # ------------------------------------------------------------------ what stands

    @property
    def know(self) -> Knowledge | None:
        """What the session knows, while there is one that plays."""
        return self.session.know if self.session is not None and self.session.playing else None

    @property
    def waiting_for(self) -> str:
        """What a connection that has not answered yet is doing, as a sentence."""
        if self.own_world is not None and (self._link is None or not self._link.connected):
            return "Opening your world…"
        return f"Connecting to {self.session.address}…" if self.session is not None else "Connecting…"

    @property
    def open_at(self) -> str:
        """Where others on this computer may join this player's own world; '' while there is none."""
        world = self.own_world
        return address_of(world.address) if world is not None and world.address is not None else ""

    @property
    def can_retry(self) -> bool:
        """Whether `again` knows what to do."""
        return self._again is not None

    # ------------------------------------------------------------------ coming and going

    @property
    def world_is_new(self) -> bool:
        """Whether this player's own world has yet to be made."""
        return not self._profile.own_world.exists()

    def play(self, name: str, commands: bool = True) -> None:
        """Start this player's own world and join it; `commands` holds for a new one."""
        self._again = lambda name: self.play(name, commands)
        self.hang_up()
        owner = self._profile.public_key
        world = self.own_world = OwnWorld(self._profile.own_world, owner=owner, commands=commands)
        # A child of this program needs no pinned key, and a world made anew shows a new one.
        self._connect(Link(world.start), OWN_WORLD, name, Keyring())

    def join(self, address: str, name: str) -> None:
        """Connect to a server under a name. Raises NoServer for an unusable address; the old connection is over then
        as well."""
        self._again = lambda name: self.join(address, name)
        self.hang_up()
        place = parse_address(address)
        self._connect(Link(lambda: place), address_of(place), name, self._profile)

    def again(self) -> None:
        """Do once more what was tried last, if anything. Raises NoServer."""
        if self._again is not None:
            self._again(self._name)

    def hang_up(self) -> None:
        """End the connection and the own world; wait until what was said has left and the world is stored. A world
        that fell silent is not waited for as long."""
        silent = self.session is not None and self.session.ended is not None and self.session.ended.code == "silent"
        if self._link is not None:
            self._link.close()
        if self.own_world is not None:
            self.own_world.stop(SILENT_STOP_SECONDS if silent else START_SECONDS)
        self._link = self.own_world = self.session = None

    def _connect(self, link: Link, address: str, name: str, known: KnownServers) -> None:
        self._link, self._name = link, name
        self._waited = 0.0
        self.session = Session(name, self._key, known, address, self._profile.settings.view_distance, self._fairness)

    # ------------------------------------------------------------------ time

    def advance(self, seconds: float, keys: int = 0) -> Ended | None:
        """Take what has come, for a few milliseconds at most; let time pass with these movement keys held; send what
        goes. Why the session ended, if it did: then everything is hung up."""
        session = self.session
        if session is None:
            return None
        if self._link is not None:
            _receive(session, self._link)
        if self._link is None or self._link.connected:
            session.advance(seconds, keys)
        else:
            self._await_connection(session, seconds)
        if self._link is not None:
            self._link.send(session.outgoing())
        if session.know is not None:
            self._name = session.know.name  # the one to come back under
        if session.ended is not None:
            self.hang_up()
        return session.ended

    def _await_connection(self, session: Session, seconds: float) -> None:
        """Looking a name up and calling its computer have their time; an own world that opens has its own limit."""
        self._waited += min(seconds, 1.0)
        if self._waited >= LOST_SECONDS and self.own_world is None:
            session.end("connection", NO_ANSWER)


def _receive(session: Session, link: Link) -> None:
    until = time.perf_counter() + RECEIVE_SECONDS
    while (data := link.take(_PIECE)) and session.ended is None:
        session.receive(data)
        if time.perf_counter() > until:
            break
    if link.closed and not data and session.ended is None:
        session.end("connection", link.failure or "The connection is over.")
