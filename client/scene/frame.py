"""What one picture of the world shows, as plain values: the screen fills a Frame, the scene draws it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.shared.protocol.message import BlockPos

STANDING, SNEAKING, SITTING = "standing", "sneaking", "sitting"


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the eye is (blocks), where it looks (degrees, CONTRACT conventions), vertical field of view (degrees)."""

    x: float
    y: float
    z: float
    yaw: float
    pitch: float
    fov: float = 70.0


@dataclass(frozen=True, slots=True)
class BodyShape:
    """A body as it is drawn now.

    `kind` is 'player' or 'drop'. x y z are the feet of a player and the middle of a drop's underside. `pose` is
    standing, sneaking or sitting; `walk` is the walk phase in radians and `stride` how strong the swing of the legs is,
    0 at rest to 1; `swing` runs from 0 to 1 through one movement of the arm (0: at rest). `held` is an item id or '';
    `item` and `count` are the drop's stack."""

    id: int
    kind: str
    name: str
    x: float
    y: float
    z: float
    yaw: float = 0.0
    pitch: float = 0.0
    pose: str = STANDING
    held: str = ""
    item: str = ""
    count: int = 1
    walk: float = 0.0
    stride: float = 0.0
    swing: float = 0.0


@dataclass(frozen=True, slots=True)
class TableShape:
    """The dice on a fitted board: faces of the last roll, positions kept of it, faces of all groups kept this turn,
    from which side of the table they are thrown (0 north, 1 east, 2 south, 3 west), when (scene time, seconds), and
    what the throw tumbles by."""

    roll: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    side: int = 2
    rolled_at: float = -1000.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Aim:
    """The block under the crosshair and how far it is broken, 0 to 1."""

    pos: BlockPos
    progress: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """The player's own hand in first person: the item held ("" for none), swing 0 to 1, walk phase, stride.

    `name` is the player's, which chooses the skin."""

    name: str = ""
    held: str = ""
    swing: float = 0.0
    walk: float = 0.0
    stride: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the world. `time` is any steady clock in seconds; `day_time` is 0 to 23,999 as in WorldTime."""

    camera: Camera
    time: float
    day_time: float
    view_distance: float = 96.0
    bodies: tuple[BodyShape, ...] = ()
    tables: Mapping[BlockPos, TableShape] = field(default_factory=dict)
    aim: Aim | None = None
    hand: Hand | None = None
    in_water: bool = False
