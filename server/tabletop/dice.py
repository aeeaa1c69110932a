"""Where dice come from: an HMAC stream keyed by a secret of the match, so that no roll can be chosen or repeated.

Nothing here depends on the clock, the tick or a client alone; the same match, roll number and secret give the same
dice for ever, which is what makes a finished match checkable. DESIGN section 4, Fair dice.
"""

import hashlib
import hmac
import secrets
from typing import Final

_DOMAIN: Final = b"voxtable-dice-1"
_FAIR_BYTES: Final = 252
"""The largest multiple of six that a byte can hold: bytes from here on are skipped, so every face is as likely."""


def fresh_secret() -> bytes:
    """32 random bytes that key one match's dice; they stay on the server until the match is over."""
    return secrets.token_bytes(32)


def fresh_match_id() -> str:
    """A new match's id: 32 hexadecimal digits, 16 bytes."""
    return secrets.token_hex(16)


def roll(secret: bytes, match: str, number: int, count: int, contributions: tuple[bytes, ...] = ()) -> tuple[int, ...]:
    """The faces of roll `number` (from 0) of a match: `count` dice, each 1 to 6.

    `contributions` are the players' bytes in seat order."""
    salt = hashlib.sha256(b"".join(contributions)).digest()
    prefix = _DOMAIN + bytes.fromhex(match) + number.to_bytes(4, "big")
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(secret, prefix + block.to_bytes(4, "big") + salt, "sha256")
        faces.extend(byte % 6 + 1 for byte in digest if byte < _FAIR_BYTES)
        block += 1
    return tuple(faces[:count])


class Stream:
    """A match's dice in the order in which they are rolled; `used` counts the rolls so far."""

    def __init__(self, secret: bytes, match: str, used: int) -> None:
        self.used = used
        self._secret = secret
        self._match = match

    def __call__(self, count: int) -> tuple[int, ...]:
        """The next roll."""
        faces = roll(self._secret, self._match, self.used, count)
        self.used += 1
        return faces
