"""Column arrays: their size, where a block lies in one, and how one travels. A column is uint16, indexed x, y, z."""

import zlib
from typing import Final

import numpy as np
import numpy.typing as npt

Blocks = npt.NDArray[np.uint16]
"""One column's state numbers, shape `SHAPE`, indexed x, y, z."""
ColumnPos = tuple[int, int]

WIDTH: Final = 16
"""Blocks of a column along x and along z."""
HEIGHT: Final = 128
"""Blocks of a column along y; the lowest is y = 0."""
WORLD_EDGE: Final = 1_000_000
"""Blocks from the origin that a position may have along x or z."""
SHAPE: Final = (WIDTH, HEIGHT, WIDTH)
VOLUME: Final = WIDTH * HEIGHT * WIDTH
"""Blocks of a column."""
RAW_BYTES: Final = VOLUME * 2
"""Bytes of a column outside of memory: C order, little-endian."""
_LEVEL: Final = 3
"""zlib's level for columns: near the smallest size at a third of the time of its default."""


class UnreadableColumn(ValueError):
    """Bytes that are not a column."""


def column_of(x: int, z: int) -> ColumnPos:
    """The column that holds the block x, z."""
    return x >> 4, z >> 4


def flat_index(x: int, y: int, z: int) -> int:
    """A block's index in its flattened column; x and z are the world's or the column's."""
    return ((x & 15) * HEIGHT + y) * WIDTH + (z & 15)


def to_raw(blocks: Blocks) -> bytes:
    """A column as stored: RAW_BYTES bytes."""
    return blocks.astype("<u2", copy=False).tobytes()


def from_raw(raw: bytes) -> Blocks:
    """A column of one's own from stored bytes. Raises UnreadableColumn."""
    if len(raw) != RAW_BYTES:
        raise UnreadableColumn(f"A column has {RAW_BYTES} bytes, not {len(raw)}.")
    return np.frombuffer(raw, dtype="<u2").astype(np.uint16).reshape(SHAPE)


def pack(blocks: Blocks) -> bytes:
    """A column as it travels in `ColumnData`."""
    return zlib.compress(to_raw(blocks), _LEVEL)


def unpack(packed: bytes) -> Blocks:
    """The column in `ColumnData`, never inflating more than one. Raises UnreadableColumn."""
    inflater = zlib.decompressobj()
    try:
        raw = inflater.decompress(packed, RAW_BYTES + 1)
    except zlib.error as error:
        raise UnreadableColumn(f"A column cannot be inflated: {error}.") from error
    return from_raw(raw)
