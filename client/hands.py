"""What the player's hands do in the world: what they reach, breaking a block by holding, using and placing.

Breaking and placing show at once; the server's answer keeps them or takes them back.
"""

from dataclasses import dataclass

from server.shared.protocol import limits
from server.shared.protocol.items import ThrowItem
from server.shared.protocol.message import Message, Refused
from server.shared.protocol.world import FinishBreaking, PlaceBlock, StandUp, StartBreaking, UseBlock
from server.shared.voxel.collision import states_of
from server.shared.voxel.raycast import NORMALS, Hit, Sight

from .model.knowledge import Knowledge
from .session import Session

BREAK_MARGIN = 0.06
"""Seconds waited beyond a block's breaking time, so that an uneven network does not make it look too early."""
REPEAT_SECONDS = 0.25
REST_SECONDS = 0.5
"""How long breaking rests after a refusal. What was begun meanwhile on the block behind says nothing of its own."""
_AIR = 0


@dataclass(slots=True)
class Breaking:
    """A block that is being broken, since when, and how long it takes; seconds of the session's clock."""

    pos: tuple[int, int, int]
    state: int
    since: float
    takes: float


class Hands:
    """The hands of one session's player."""

    def __init__(self, session: Session, know: Knowledge) -> None:
        self.aim: Hit | None = None
        self.breaking: Breaking | None = None
        self._session = session
        self._know = know
        self._sight = Sight(know.states, states_of(know.columns.array_at))
        self._wait_until = 0.0
        self._rest_until = 0.0

    @property
    def progress(self) -> float:
        """How far the block is broken, 0 to 1."""
        if self.breaking is None:
            return 0.0
        return min(1.0, (self._session.now - self.breaking.since) / max(self.breaking.takes, 1e-3))

    def update(self, *, breaking: bool, using: bool) -> None:
        """Look what is aimed at and go on with what the held buttons do; call it once a frame."""
        own = self._know.own
        self.aim = self._sight.cast(own.eye, own.direction, limits.REACH) if own.placed else None
        self._go_on_breaking(breaking)
        if using and self._session.now >= self._wait_until:
            self.place()

    def stop(self) -> None:
        """Let go of everything."""
        self.breaking = None

    def use(self, *, sneaking: bool) -> None:
        """The use button went down: use the block aimed at, or place the held one against it."""
        aim = self.aim
        if aim is None:
            return
        held = self._know.inventory.held
        usable = self._know.states[aim.state].usable
        if usable and not (sneaking and held is not None):
            x, y, z = aim.fraction
            self._session.ask(
                lambda n: UseBlock(n=n, pos=aim.pos, face=aim.face, hit=_within(x, y, z), expected=aim.state)
            )
            self._wait_until = self._session.now + 2 * REPEAT_SECONDS
            self._know.own.swing()
        else:
            self.place()

    def place(self) -> None:
        """Place the held block against the block aimed at; while the button is held, again after a pause."""
        aim, held = self.aim, self._know.inventory.held
        if aim is None or held is None or (self._know.states[aim.state].usable and not self._know.own.sneaking):
            return
        info = self._know.items.get(held.item)
        if info is None or not info.places:
            return
        self._wait_until = self._session.now + REPEAT_SECONDS
        x, y, z = aim.fraction

        def request(n: int) -> PlaceBlock:
            return PlaceBlock(n=n, pos=aim.pos, face=aim.face, hit=_within(x, y, z), expected=aim.state)

        self._know.own.swing()
        target = self._target(aim)
        if target is None or "[" in self._know.states[info.places].name:
            # How a block with properties will stand, only the server says.
            self._session.ask(request)
        else:
            self._session.predict_block(request, target, info.places)

    def throw(self, *, whole: bool) -> None:
        """Throw one of the held stack, or all of it."""
        if self._know.inventory.held is not None:
            self._session.ask(lambda n: ThrowItem(n=n, whole=whole))
            self._know.own.swing()

    def stand_up(self) -> None:
        """Rise from the chair."""
        self._session.ask(lambda n: StandUp(n=n))

    def _target(self, aim: Hit) -> tuple[int, int, int] | None:
        """Where a block placed against this one would come to stand, if nothing is in the way."""
        if self._know.states[aim.state].replaceable:
            target = aim.pos
        else:
            dx, dy, dz = NORMALS[aim.face]
            target = (aim.pos[0] + dx, aim.pos[1] + dy, aim.pos[2] + dz)
        free = self._know.states[self._know.columns.block(target)].replaceable
        return target if free and not self._know.own.overlaps(target) else None

    def _go_on_breaking(self, held: bool) -> None:
        aim, now = self.aim, self._session.now
        if not held or aim is None or now < self._rest_until:
            self.breaking = None
            return
        if self.breaking is None or (self.breaking.pos, self.breaking.state) != (aim.pos, aim.state):
            self.breaking = None
            self._start(aim)
            return
        self._know.own.swing()
        if now - self.breaking.since >= self.breaking.takes + BREAK_MARGIN:
            broken, self.breaking = self.breaking, None
            self._session.predict_block(
                lambda n: FinishBreaking(n=n, pos=broken.pos, expected=broken.state), broken.pos, _AIR, self._answered
            )

    def _answered(self, answer: Message) -> None:
        now = self._session.now
        if isinstance(answer, Refused):
            if now >= self._rest_until:
                self._know.talk.notify(now, "warning", answer.text)
            self._rest_until = now + REST_SECONDS

    def _start(self, aim: Hit) -> None:
        takes = self._know.states[aim.state].break_ms
        if takes < 0:
            return
        self._session.ask(lambda n: StartBreaking(n=n, pos=aim.pos, expected=aim.state), self._answered)
        self.breaking = Breaking(aim.pos, aim.state, self._session.now, takes / 1000)
        self._know.own.swing()


def _within(x: float, y: float, z: float) -> tuple[float, float, float]:
    return min(1.0, max(0.0, x)), min(1.0, max(0.0, y)), min(1.0, max(0.0, z))
