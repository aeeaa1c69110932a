"""The recipe of the dice: how every roll follows from a match's secret and what its players added, for all to check.

The server rolls by it, a client recomputes a finished match by it. Nothing here depends on the clock, the tick or one
side alone. DESIGN section 4, Fair dice.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

CONTRIBUTION_BYTES: Final = 32
"""Fresh random bytes that each player adds; bots add none."""
_DOMAIN: Final = b"voxtable-dice-1"
_FAIR_BYTES: Final = 252
"""The largest multiple of six that a byte can hold: bytes from here on are skipped, so every face is as likely."""


def roll(secret: bytes, match: str, number: int, count: int, contributions: Sequence[bytes] = ()) -> tuple[int, ...]:
    """The faces of roll `number` (from 0) of a match: `count` dice, each 1 to 6.

    `match` is its id of 32 hexadecimal digits; `contributions` are the players' bytes in seat order, b'' for bots."""
    salt = hashlib.sha256(b"".join(contributions)).digest()
    prefix = _DOMAIN + bytes.fromhex(match) + number.to_bytes(4, "big")
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(secret, prefix + block.to_bytes(4, "big") + salt, "sha256")
        faces.extend(byte % 6 + 1 for byte in digest if byte < _FAIR_BYTES)
        block += 1
    return tuple(faces[:count])


def commitment(value: bytes) -> bytes:
    """What is published of a secret or a contribution before it is revealed: its SHA-256. Of nothing, nothing."""
    return hashlib.sha256(value).digest() if value else b""


@dataclass(frozen=True, slots=True)
class FalseDie:
    """A die that does not follow: of which roll and at which place in it, from 0; the face it showed, and the face that
    was due."""

    roll: int
    die: int
    shown: int
    due: int

    def __str__(self) -> str:
        return f"die {self.die + 1} of roll {self.roll + 1} showed {self.shown}, but {self.due} was due"


def first_false(
    secret: bytes, match: str, contributions: Sequence[bytes], rolls: Iterable[Sequence[int]]
) -> FalseDie | None:
    """The first die of these rolls, in order from roll 0, that does not follow from the recipe."""
    for number, faces in enumerate(rolls):
        due = roll(secret, match, number, len(faces), contributions)
        for die, (shown, expected) in enumerate(zip(faces, due, strict=True)):
            if shown != expected:
                return FalseDie(number, die, shown, expected)
    return None


def broken_promise(
    seal: bytes, secret: bytes, commitments: Sequence[bytes], contributions: Sequence[bytes]
) -> int | None:
    """Whose published commitment does not fit what was revealed: a seat, -1 for the server's seal, None: nobody's."""
    if commitment(secret) != seal:
        return -1
    if len(commitments) != len(contributions):
        return min(len(commitments), len(contributions))
    for seat, (published, value) in enumerate(zip(commitments, contributions, strict=True)):
        if commitment(value) != published:
            return seat
    return None
