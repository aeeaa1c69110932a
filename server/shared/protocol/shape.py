"""The shape of a msgpack value, judged from its bytes before anything of it is built: depth, size, honest lengths."""

from . import limits

# By first byte: how many bytes of length follow, for strings, binaries and extensions (those carry one type byte more).
_LENGTH_BYTES = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
# By first byte: how many bytes the whole rest of the value takes.
_FIXED = {
    0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
    0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17,
}  # fmt: skip
# By first byte: the bytes of the count, and how many values one counted entry has.
_CONTAINERS = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}
_EXTENSIONS = (0xC7, 0xC8, 0xC9)


class BadShape(ValueError):
    """A payload that nests too deep, holds too many values, or claims more than its bytes can hold."""


def check_shape(payload: bytes, depth: int = limits.DEPTH, elements: int = limits.ELEMENTS) -> None:
    """Raise BadShape unless the payload is one complete msgpack value within these limits."""
    at, values, end = 0, 0, len(payload)
    open_counts = [1]
    while open_counts:
        if open_counts[-1] == 0:
            open_counts.pop()
            continue
        open_counts[-1] -= 1
        values += 1
        if values > elements:
            raise BadShape(f"A message holds more than {elements} values.")
        if at >= end:
            raise BadShape("A message ends before its last value.")
        at, count = _step(payload, at)
        if count:
            if count > end - at:
                raise BadShape(f"A message claims {count} values in {end - at} bytes.")
            if len(open_counts) > depth:
                raise BadShape(f"A message nests deeper than {depth}.")
            open_counts.append(count)
    if at != end:
        raise BadShape("A message has bytes after its value, or ends inside of it.")


def _step(payload: bytes, at: int) -> tuple[int, int]:
    """Past one value's own bytes: the next offset, and the number of values it contains."""
    first = payload[at]
    at += 1
    if first <= 0x7F or first >= 0xE0:
        return at, 0
    if first <= 0x8F:
        return at, 2 * (first & 0x0F)
    if first <= 0x9F:
        return at, first & 0x0F
    if first <= 0xBF:
        return at + (first & 0x1F), 0
    if first in _FIXED:
        return at + _FIXED[first], 0
    if first in _LENGTH_BYTES:
        width = _LENGTH_BYTES[first]
        return at + width + int.from_bytes(payload[at : at + width], "big") + (first in _EXTENSIONS), 0
    if first in _CONTAINERS:
        width, each = _CONTAINERS[first]
        return at + width, each * int.from_bytes(payload[at : at + width], "big")
    return at, 0
