"""Throwing: how a stack leaves a player's hand for the ground."""

from math import cos, radians, sin
from typing import Final

from ..engine.changes import ChangeSet, Place, Refusal
from ..shared.protocol.world import PlayerSwings
from .putting_away import hand, let_fall
from .surroundings import Bodies, Ground

_SPEED: Final = 0.3
"""Blocks a tick along the view."""
_UPWARD: Final = 0.1
_BELOW_EYE: Final = 0.3


def throw(changes: ChangeSet, ground: Ground, bodies: Bodies, player: str) -> None:
    """Throw the stacks of `hand:<player>` the way the player looks. Refuses `not_in_world`."""
    eye = bodies.eye(player)
    if eye is None:
        raise Refusal("not_in_world", "You are not in the world.")
    start = (eye[0], eye[1] - _BELOW_EYE, eye[2])
    let_fall(changes, ground, hand(player), start, _way(*bodies.look(player)))
    changes.tell_near(start, PlayerSwings(bodies.body(player)), but=player)


def _way(yaw: float, pitch: float) -> Place:
    along, down = _SPEED * cos(radians(pitch)), _SPEED * sin(radians(pitch))
    return -sin(radians(yaw)) * along, _UPWARD - down, cos(radians(yaw)) * along
