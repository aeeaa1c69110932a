"""Walking: the steps that players send are simulated here again, and whoever claims another place is put right.

One step for each 50 ms that passed, with a bucket that forgives a second of jitter. All bodies of a round are stepped
in one array pass.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ..shared.protocol.world import Correction, Step
from ..shared.voxel import motion
from ..shared.voxel.collision import Bools, Floats, Terrain
from ..shared.voxel.motion import Inputs
from .crowd import Crowd, taken, written

TOLERANCE: Final = 1e-3
"""Blocks that a claimed place may differ from the simulated one."""
HEADWAY: Final = 1.05
"""Steps that a player earns in the time of one: a little over one, so that a clock that runs fast does not fall
behind."""
BURST: Final = 20.0
"""Steps that may be saved up, so that a second of jitter loses nothing."""
MOST_WAITING: Final = 40
"""Steps waiting to be taken; more than that are dropped."""
TOO_MANY: Final = "Too many steps came at once; you were put back to where the server saw you."
BLOCKED: Final = "Something stands there; you were put back to where you can be."
ELSEWHERE: Final = "You were put back to where the server saw you."


@dataclass(slots=True)
class Walker:
    """One player's steps: those still to be taken, how many may be taken, the number of the last one that came and of
    the last one taken."""

    waiting: deque[Step] = field(default_factory=deque)
    allowance: float = BURST
    came: int = 0
    taken: int = 0


class Walking:
    """Takes the players' steps. `now` is the game time in ms at which it begins."""

    def __init__(self, crowd: Crowd, terrain: Terrain, now: int) -> None:
        self._crowd = crowd
        self._terrain = terrain
        self._walkers: dict[str, Walker] = {}
        self._now = now

    def enter(self, player: str) -> None:
        """A player's body comes into the world: steps count from the beginning."""
        self._walkers[player] = Walker()

    def leave(self, player: str) -> None:
        """A player's body is gone."""
        del self._walkers[player]

    def halt(self, player: str) -> None:
        """Forget the steps that still wait: the body is put elsewhere."""
        walker = self._walkers[player]
        walker.waiting.clear()
        walker.taken = walker.came

    def steps(self, player: str, steps: tuple[Step, ...]) -> None:
        """Steps came. Those whose number is not new are ignored."""
        walker = self._walkers[player]
        for step in steps:
            if step.number > walker.came:
                walker.came = step.number
                walker.waiting.append(step)

    def tick(self, now: int, tick: int) -> dict[str, Correction]:
        """Move every body by the steps it may take. Returns the corrections of those whose claim differs, by player."""
        wrong: dict[str, str] = {}
        turns = [(player, walker) for player, walker in self._walkers.items() if walker.waiting]
        earned = (now - self._now) / 1000 / motion.STEP_SECONDS * HEADWAY
        self._now = now
        for walker in self._walkers.values():
            walker.allowance = min(BURST, walker.allowance + earned)
        while turns := [(player, walker) for player, walker in turns if walker.waiting and walker.allowance >= 1]:
            wrong |= self._round(turns, tick)
        for player, walker in self._walkers.items():
            if len(walker.waiting) > MOST_WAITING:
                self.halt(player)
                wrong[player] = TOO_MANY
        return {player: self.correction(player, reason) for player, reason in wrong.items()}

    def correction(self, player: str, reason: str) -> Correction:
        """Where a player's body is after the last step taken."""
        row = self._crowd.row(player)
        bodies = self._crowd.bodies
        x, y, z = bodies.pos[row].tolist()
        vx, vy, vz = bodies.vel[row].tolist()
        number = self._walkers[player].taken
        return Correction(number, x, y, z, vx, vy, vz, bool(bodies.on_ground[row]), reason)

    def _round(self, turns: list[tuple[str, Walker]], tick: int) -> dict[str, str]:
        """One step of each of these players. Returns whose claim differs, and the sentence for it."""
        players = [player for player, _ in turns]
        steps = [walker.waiting.popleft() for _, walker in turns]
        for (_, walker), step in zip(turns, steps, strict=True):
            walker.allowance -= 1
            walker.taken = step.number
        crowd = self._crowd
        rows = crowd.rows(players)
        standing = np.array([crowd.stays[player].table is None for player in players])
        view = np.array([(step.yaw, step.pitch) for step in steps])
        before = taken(crowd.bodies, rows)
        moved = motion.step(before, Inputs(np.array([step.keys for step in steps]), view[:, 0]), self._terrain)
        stirred = (moved.pos != before.pos).any(axis=1) & standing | (view != crowd.view[rows]).any(axis=1)
        crowd.moved[rows[stirred]] = tick
        crowd.view[rows] = view
        written(crowd.bodies, rows[standing], taken(moved, standing))
        claims = np.array([(step.x, step.y, step.z) for step in steps])
        differs = (np.abs(claims - moved.pos).max(axis=1) > TOLERANCE) & standing
        return self._reasons(players, claims, differs)

    def _reasons(self, players: list[str], claims: Floats, differs: Bools) -> dict[str, str]:
        if not differs.any():
            return {}
        low, high = motion.box(claims[differs], np.full(int(differs.sum()), motion.SNEAKING))
        free = self._terrain.free(low, high).tolist()
        rows = np.flatnonzero(differs).tolist()
        return {players[row]: ELSEWHERE if fits else BLOCKED for row, fits in zip(rows, free, strict=True)}
