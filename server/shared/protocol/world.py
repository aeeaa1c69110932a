"""Columns, blocks, bodies and the time of day."""

from typing import Annotated, Final

from msgspec import Meta

# The bits of `Step.keys`, here for whoever reads steps.
from ..voxel.columns import RAW_BYTES, VOLUME
from ..voxel.keys import BACK as BACK
from ..voxel.keys import FORWARD as FORWARD
from ..voxel.keys import JUMP as JUMP
from ..voxel.keys import LEFT as LEFT
from ..voxel.keys import RIGHT as RIGHT
from ..voxel.keys import SNEAK as SNEAK
from ..voxel.keys import SPRINT as SPRINT
from . import limits
from .message import (
    Angle,
    AtMost,
    BlockPos,
    Count,
    Face,
    Finite,
    Hit,
    Horizontal,
    Message,
    Number,
    Request,
    Sentence,
    Word,
)

MOST_PACKED: Final = RAW_BYTES + RAW_BYTES // 512
"""Bytes of a column that hardly anything could be saved on."""
ROW_BYTES: Final = 36
"""Bytes of one row of `Positions.rows`."""

# ------------------------------------------------------------------ columns


class ColumnData(Message, frozen=True, tag="column"):
    """A whole column: zlib over little-endian uint16 of shape (16, 128, 16), indexed x, y, z."""

    cx: Horizontal
    cz: Horizontal
    revision: Count
    blocks: Annotated[bytes, AtMost(MOST_PACKED)]


class ColumnGone(Message, frozen=True, tag="column_gone"):
    """The client may forget this column."""

    cx: Horizontal
    cz: Horizontal


class BlockChanges(Message, frozen=True, tag="blocks"):
    """Changes that lead from revision - 1 to `revision`: pairs of flat index ((x * 128 + y) * 16 + z) and state.

    A client that holds another revision than revision - 1 ignores an older one and asks again on a gap."""

    cx: Horizontal
    cz: Horizontal
    revision: Count
    changes: Annotated[tuple[tuple[Number, Number], ...], AtMost(VOLUME)]


class ColumnsReceived(Message, frozen=True, tag="columns_received"):
    """The client has taken in this many more columns, so that as many may follow."""

    count: Annotated[int, Meta(ge=1, le=64)]


class ColumnWanted(Message, frozen=True, tag="column_wanted"):
    """The client lost track of a column and wants it whole."""

    cx: Horizontal
    cz: Horizontal


class WorldTime(Message, frozen=True, tag="time"):
    """Ticks of the world's day, 0 to 23,999 at 20 a second: 0 sunrise, 6,000 noon, 12,000 sunset, 18,000 midnight."""

    tick: Count
    time: Number


# ------------------------------------------------------------------ blocks


class StartBreaking(Request, frozen=True, tag="start_breaking"):
    """The player begins to break a block that shows `expected`."""

    pos: BlockPos
    expected: Number


class FinishBreaking(Request, frozen=True, tag="finish_breaking"):
    """The time the block takes has passed since `StartBreaking` of the same block; it is broken."""

    pos: BlockPos
    expected: Number


class PlaceBlock(Request, frozen=True, tag="place"):
    """Place the held block against `face` of the block at `pos`; `expected` is that block's state."""

    pos: BlockPos
    face: Face
    hit: Hit
    expected: Number


class UseBlock(Request, frozen=True, tag="use"):
    """Use the block at `pos` with whatever is held: open a chest, sit on a chair, fit a board."""

    pos: BlockPos
    face: Face
    hit: Hit
    expected: Number


# ------------------------------------------------------------------ motion and bodies


class Step(Message, frozen=True):
    """One movement step of 50 ms: its number, the keys held, the view, and where the client's own simulation ended."""

    number: Number
    keys: Annotated[int, Meta(ge=0, le=127)]
    yaw: Angle
    pitch: Annotated[float, Meta(ge=-90.0, le=90.0)]
    x: Finite
    y: Finite
    z: Finite


class Steps(Message, frozen=True, tag="steps"):
    """Movement steps in order, at least one; numbers rise by one."""

    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=20)]


class Correction(Message, frozen=True, tag="correction"):
    """After step `number` the body was here, not where the client thought; it goes on from here. Also sent on
    spawn and teleport, with the number of the last step the server has taken (0 for none). `look` are the yaw and
    pitch that the view takes then; None leaves it as it is."""

    number: Number
    x: Finite
    y: Finite
    z: Finite
    vx: Finite
    vy: Finite
    vz: Finite
    on_ground: bool
    reason: Sentence
    look: tuple[Angle, Angle] | None = None


class PlayerAppears(Message, frozen=True, tag="player_appears"):
    """Another player's body comes into view. `pose`: standing, sneaking or sitting; `held` is an item id or ''."""

    body: Number
    player: Word
    name: Word
    x: Finite
    y: Finite
    z: Finite
    yaw: Angle
    pitch: Angle
    pose: Word
    held: Word


class PlayerRenamed(Message, frozen=True, tag="player_renamed"):
    """A player in the world, or this one, is called something else from now on."""

    player: Word
    name: Word


class PlayerLooks(Message, frozen=True, tag="player_looks"):
    """A body's pose or held item changed (the player's own body included)."""

    body: Number
    pose: Word
    held: Word


class PlayerSwings(Message, frozen=True, tag="player_swings"):
    """A body moves its arm: it broke, placed or threw."""

    body: Number


class DropAppears(Message, frozen=True, tag="drop_appears"):
    """A stack lies in the world."""

    body: Number
    item: Word
    count: Number
    x: Finite
    y: Finite
    z: Finite


class BodyGone(Message, frozen=True, tag="body_gone"):
    """A body left the view; `taker` is the body that picked it up, or 0."""

    body: Number
    taker: Number


class Positions(Message, frozen=True, tag="positions"):
    """The newest positions of bodies already introduced: rows of POSITION_ROW. Bypasses the ordered lane."""

    tick: Count
    rows: Annotated[bytes, AtMost(limits.MOST_POSITIONS * ROW_BYTES)]


POSITION_ROW = [("body", "<u4"), ("x", "<f8"), ("y", "<f8"), ("z", "<f8"), ("yaw", "<f4"), ("pitch", "<f4")]
"""numpy dtype description of one row of `Positions.rows`."""


class Sit(Message, frozen=True, tag="sit"):
    """The player's own body sits down here (feet position) facing `yaw`; steps do not move it until `Stand`.

    `table` is the table it sits at."""

    x: Finite
    y: Finite
    z: Finite
    yaw: Angle
    table: BlockPos


class Stand(Message, frozen=True, tag="stand"):
    """The player's own body stands again; a `Correction` follows with the place."""


class StandUp(Request, frozen=True, tag="stand_up"):
    """The player wants to stand up from a chair. A seat in a match stays theirs."""
