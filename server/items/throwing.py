"""Throwing: where a stack that leaves a player's hand comes to lie."""

from math import cos, radians, sin
from typing import Final

from ..engine.changes import ChangeSet, Refusal
from .putting_away import hand, let_fall
from .surroundings import Bodies, Ground, Place

FARTHEST: Final = 2.0
"""Blocks from the eye that a thrown stack flies before it falls."""
_STEP: Final = 0.25
_BELOW_EYE: Final = 0.3


def throw(changes: ChangeSet, ground: Ground, bodies: Bodies, player: str) -> None:
    """Let the stacks in `hand:<player>` fall ahead of the player, before the first wall that the view meets.

    Refuses `not_in_world`."""
    eye, look = bodies.eye(player), bodies.look(player)
    if eye is None or look is None:
        raise Refusal("not_in_world", "You are not in the world.")
    let_fall(changes, ground, hand(player), _landing(changes, ground, eye, look))


def _landing(changes: ChangeSet, ground: Ground, eye: Place, look: tuple[float, float]) -> Place:
    yaw, pitch = radians(look[0]), radians(look[1])
    ahead = (-sin(yaw) * cos(pitch), -sin(pitch), cos(yaw) * cos(pitch))
    place = (eye[0], eye[1] - _BELOW_EYE, eye[2])
    for step in range(1, int(FARTHEST / _STEP) + 1):
        x, y, z = (start + along * step * _STEP for start, along in zip(eye, ahead, strict=True))
        farther = (x, y - _BELOW_EYE, z)
        state = changes.block((int(x // 1), int(farther[1] // 1), int(z // 1)))
        if state is None or ground.states[state].collision:
            break
        place = farther
    return place
