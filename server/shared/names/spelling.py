"""How letters are spelled out that the game's own font does not draw: in Latin letters, so that no name is a row of
boxes. Pure.

Two names that are spelled alike cannot be told apart on a screen, so the rules of names ask here as well.
"""

from anyascii import anyascii

DRAWN = (range(0x20, 0x180), range(0x1EA0, 0x1EFA), range(0x386, 0x3CF), range(0x400, 0x460))
"""Code points whose letters the font draws: Latin with accents, Greek and Cyrillic."""


def is_drawn(character: str) -> bool:
    """Whether the font draws this letter, so that it is never spelled out."""
    return any(ord(character) in codes for codes in DRAWN)


def spelled(text: str) -> str:
    """A text as it is read where only the drawn letters are seen; loose accents fall away."""
    return "".join(each if is_drawn(each) else anyascii(each) for each in text)
