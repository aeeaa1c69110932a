"""A match's dice on the server's side: fresh secrets, and the stream that a game rolls from.

How a roll follows from the secret is in server.shared.fair_dice, where clients check it.
"""

import secrets
from typing import NamedTuple

from ..shared.fair_dice import roll


class Seeds(NamedTuple):
    """What a match's dice come from: its id, the server's secret, and the players' bytes by seat, b'' for bots.

    `aborted` counts the starts right before that came to nothing."""

    match: str
    secret: bytes
    contributions: tuple[bytes, ...]
    aborted: int = 0


def fresh_secret() -> bytes:
    """32 random bytes that key one match's dice; they stay on the server until the match is over."""
    return secrets.token_bytes(32)


def fresh_match_id() -> str:
    """A new match's id: 32 hexadecimal digits, 16 bytes."""
    return secrets.token_hex(16)


class Stream:
    """A match's dice in the order in which they are rolled, after as many `made` before; `rolled` are the faces of the
    rolls since."""

    def __init__(self, seeds: Seeds, made: int = 0) -> None:
        self.rolled: tuple[bytes, ...] = ()
        self._made = made
        self._seeds = seeds

    def __call__(self, count: int) -> tuple[int, ...]:
        """The next roll."""
        match, secret, contributions, _ = self._seeds
        faces = roll(secret, match, self._made + len(self.rolled), count, contributions)
        self.rolled += (bytes(faces),)
        return faces
