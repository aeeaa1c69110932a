"""How a player of the tour gets about and works: walking to places, looking at blocks, breaking, using, picking up."""

import math
from collections.abc import Callable, Iterable

import numpy as np
from pyglet.window import key, mouse

from client.ui.screens.world import WorldScreen
from server.shared.voxel.collision import states_of
from server.shared.voxel.motion import EYE_STANDING
from server.shared.voxel.raycast import Sight, direction

from .paths import Cell, Ground, way
from .player import Company, Player, Stuck

ARM = 3.8
"""Blocks from the eye within which the pilot works; the server allows more."""
PLACES_TRIED = 4
Point = tuple[float, float, float]


class Pilot:
    """One player's way through the world, by W, Space, the mouse and what the client knows."""

    def __init__(self, player: Player, company: Company) -> None:
        self.player = player
        self._company = company

    @property
    def cell(self) -> Cell:
        """The block the feet are in."""
        x, y, z = self.player.know.own.feet
        return math.floor(x), math.floor(y + 0.4), math.floor(z)

    def state_at(self, pos: Cell) -> str:
        """The name of the state at a block."""
        know = self.player.know
        return know.states[know.columns.block(pos)].name

    def nearest(self, wanted: Callable[[str], bool], beyond: float = 0.0) -> list[Cell]:
        """Blocks whose state is wanted, the nearest to the player first, at least so far from the spawn."""
        know = self.player.know
        numbers = [number for number, state in enumerate(know.states.states) if wanted(state.name)]
        found: list[Cell] = []
        for (cx, cz), column in know.columns.columns.items():
            for x, y, z in np.argwhere(np.isin(column.blocks, numbers)).tolist():
                found.append((x + 16 * cx, y, z + 16 * cz))
        x0, y0, z0 = know.own.feet
        found = [pos for pos in found if math.hypot(pos[0], pos[2]) >= beyond]
        return sorted(found, key=lambda pos: math.dist(pos, (x0, y0, z0)))

    # ------------------------------------------------------------------ walking

    def walk_to(self, arrived: Callable[[Cell], bool], towards: Cell, what: str) -> None:
        """Walk to a place that will do. Raises Stuck when there is no way."""
        for _ in range(6):
            ground = Ground(self.player.know.columns)
            path = way(ground, self.cell, arrived, towards)
            if path is None:
                raise Stuck(f"{self.player.name} finds no way to {what}.")
            if self._follow(path):
                return
        raise Stuck(f"{self.player.name} does not get to {what}.")

    def _follow(self, path: list[Cell]) -> bool:
        """Walk along a path; False when no headway is made any more."""
        player, own = self.player, self.player.know.own
        clock = self.player.app
        for number, (x, y, z) in enumerate(path):
            target = (x + 0.5, z + 0.5)
            last = number == len(path) - 1
            since, nearest = clock.seconds, math.inf
            while True:
                fx, fy, fz = own.feet
                gap = math.hypot(target[0] - fx, target[1] - fz)
                if gap < (0.25 if last else 0.45) and abs(fy - y) < 1.1:
                    break
                if gap < nearest - 0.05:
                    since, nearest = clock.seconds, gap
                if clock.seconds - since > 2.5:
                    player.hold()
                    return False
                ahead = path[min(number + 1, len(path) - 1)] if gap < 0.8 else (x, y, z)
                self._steer(target, climb=y > fy + 0.3 or ahead[1] > fy + 0.6, slow=last and gap < 1.0)
                self._company.beat()
        player.hold()
        self._company.until(lambda: player.know.own.stride < 0.2, "the body comes to rest", 5)
        return True

    def _steer(self, target: tuple[float, float], *, climb: bool, slow: bool) -> None:
        own = self.player.know.own
        x, _, z = own.feet
        wanted = math.degrees(math.atan2(-(target[0] - x), target[1] - z))
        off = (wanted - own.yaw + 180.0) % 360.0 - 180.0
        self.player.turn(off, 8.0 - own.pitch)
        held = [key.W] if abs(off) < 50 else []
        if held and climb:
            held.append(key.SPACE)
        if held and not slow and not climb:
            held.append(key.LCTRL)
        self.player.hold(*held)

    # ------------------------------------------------------------------ looking and working

    def look_at(self, point: tuple[float, float, float]) -> None:
        """Turn the head until it looks at a point."""
        own = self.player.know.own
        for _ in range(80):
            x, y, z = own.eye
            dx, dy, dz = point[0] - x, point[1] - y, point[2] - z
            yaw = (math.degrees(math.atan2(-dx, dz)) - own.yaw + 180.0) % 360.0 - 180.0
            pitch = -math.degrees(math.atan2(dy, math.hypot(dx, dz))) - own.pitch
            if abs(yaw) < 0.2 and abs(pitch) < 0.2:
                return
            self.player.turn(_eased(yaw), _eased(pitch))
            self._company.beat()
        raise Stuck(f"{self.player.name} cannot turn to {point}.")

    def reach(self, pos: Cell, what: str) -> None:
        """Go where a block can be touched, and look at it; from elsewhere when something turns out to be in the way."""
        tried: set[Cell] = set()
        for _ in range(PLACES_TRIED):
            if self.cell in tried or not self._touches(self.player.know.own.eye, pos):
                self.walk_to(lambda cell: cell not in tried and self._touches(_eye_over(cell), pos), pos, what)
            tried.add(self.cell)
            self.look_at(self._point_on(pos))
            self._company.rest(0.2)
            if self._aimed_at(pos):
                return
        raise Stuck(f"{self.player.name} cannot aim at {what}.")

    def _touches(self, eye: Point, pos: Cell) -> bool:
        """Whether nothing is between an eye and the point of a block that will be looked at."""
        know, point = self.player.know, self._point_on(pos)
        if not 0.9 < math.dist(eye, point) < ARM:
            return False
        yaw = math.degrees(math.atan2(-(point[0] - eye[0]), point[2] - eye[2]))
        pitch = -math.degrees(math.asin((point[1] - eye[1]) / math.dist(eye, point)))
        hit = Sight(know.states, states_of(know.columns.array_at)).cast(eye, direction(yaw, pitch), ARM + 0.5)
        return hit is not None and hit.pos == pos

    def use(self, pos: Cell, what: str) -> None:
        """Use a block."""
        self.reach(pos, what)
        self.player.click_world(mouse.RIGHT)

    def break_block(self, pos: Cell, what: str) -> None:
        """Break a block by holding the button."""
        before = self.state_at(pos)
        self.reach(pos, what)
        self.player.hold_button(mouse.LEFT)
        try:
            self._company.until(lambda: self.state_at(pos) != before, f"{what} breaks", 20)
        finally:
            self.player.hold_button(None)

    def gather(self, wanted: Callable[[str], bool], item: str, count: int, what: str) -> None:
        """Break the nearest such blocks and pick up what falls, until the inventory has enough of an item."""
        tried: set[Cell] = set()
        while self.count(item) < count:
            had = self.count(item)
            pos = self._next_source(wanted, tried, what)
            tried.add(pos)
            try:
                self.break_block(pos, what)
                self._pick_up(pos, item, had)
            except Stuck:
                if len(tried) > 12:
                    raise

    def count(self, item: str) -> int:
        """How many of an item the inventory holds."""
        stacks = self.player.know.inventory.slots(0)[:36]
        return sum(stack.count for stack in stacks if stack is not None and stack.item == item)

    def _next_source(self, wanted: Callable[[str], bool], tried: Iterable[Cell], what: str) -> Cell:
        for pos in self.nearest(wanted, beyond=18.0):
            if pos not in tried and not wanted(self.state_at((pos[0], pos[1] - 1, pos[2]))):
                return pos
        raise Stuck(f"{self.player.name} sees no {what}.")

    def _pick_up(self, pos: Cell, item: str, had: int) -> None:
        """Wait until the drop is taken in, going to where it fell when it does not come by itself."""

        def taken() -> bool:
            return self.count(item) > had

        try:
            self._company.until(taken, "the drop comes", 1.2)
        except Stuck:
            drops = [body for body in self.player.know.bodies.bodies.values() if body.kind == "drop"]
            if not drops:
                return
            x, y, z = min((body.place for body in drops), key=lambda place: math.dist(place, pos))
            goal = (math.floor(x), math.floor(y + 0.3), math.floor(z))
            self.walk_to(lambda cell: math.dist(cell, goal) <= 1.0, goal, "the drop")
            self._company.until(taken, f"{self.player.name} picks up {item}", 6)

    def _aimed_at(self, pos: Cell) -> bool:
        screen = self.player.app.screen
        return isinstance(screen, WorldScreen) and screen.hands.aim is not None and screen.hands.aim.pos == pos

    def _point_on(self, pos: Cell) -> tuple[float, float, float]:
        """The middle of a block's outline."""
        know = self.player.know
        outline = know.states[know.columns.block(pos)].outline or ((0, 0, 0, 16, 16, 16),)
        low, high = np.array(outline[0][:3]) / 16, np.array(outline[0][3:]) / 16
        x, y, z = (np.array(pos) + (low + high) / 2).tolist()
        return x, y, z


def _eased(degrees: float) -> float:
    """A natural turn: half of what is left, the rest at once when it is little."""
    return degrees if abs(degrees) < 6 else degrees * 0.5


def _eye_over(cell: Cell) -> Point:
    return cell[0] + 0.5, cell[1] + EYE_STANDING, cell[2] + 0.5
