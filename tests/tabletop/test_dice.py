"""The dice stream: it follows its published recipe, repeats exactly, and is fair."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared import fair_dice
from server.tabletop import dice

MATCH = "000102030405060708090a0b0c0d0e0f"
SECRET = bytes(range(32))


def by_the_recipe(secret: bytes, match: str, number: int, count: int, contributions: list[bytes]) -> list[int]:
    """The recipe written down again, from its description alone."""
    everything = hashlib.sha256()
    for part in contributions:
        everything.update(part)
    faces: list[int] = []
    for block in range(100):
        message = b"voxtable-dice-1" + bytes.fromhex(match)
        message += bytes([number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255])
        message += bytes([0, 0, 0, block]) + everything.digest()
        for byte in hmac.new(secret, message, hashlib.sha256).digest():
            if byte < 252:
                faces.append(1 + byte - 6 * (byte // 6))
            if len(faces) == count:
                return faces
    raise AssertionError("a hundred blocks are not enough")


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**32 - 1),
    st.integers(1, 6),
    st.lists(st.binary(min_size=32, max_size=32), max_size=4),
)
def test_dice_follow_the_published_recipe(secret: bytes, number: int, count: int, parts: list[bytes]) -> None:
    rolled = fair_dice.roll(secret, MATCH, number, count, tuple(parts))
    assert list(rolled) == by_the_recipe(secret, MATCH, number, count, parts)


def test_the_first_rolls_of_a_known_secret_never_change() -> None:
    rolls = [fair_dice.roll(SECRET, MATCH, number, 6) for number in range(3)]
    assert rolls == [tuple(by_the_recipe(SECRET, MATCH, number, 6, [])) for number in range(3)]
    assert len(set(rolls)) == 3


def test_another_match_or_player_contribution_gives_other_dice() -> None:
    other_match = MATCH[:-1] + "e"
    own = fair_dice.roll(SECRET, MATCH, 0, 6) + fair_dice.roll(SECRET, MATCH, 1, 6)
    assert own != fair_dice.roll(SECRET, other_match, 0, 6) + fair_dice.roll(SECRET, other_match, 1, 6)
    salt = (b"\1" * 32,)
    assert own != fair_dice.roll(SECRET, MATCH, 0, 6, salt) + fair_dice.roll(SECRET, MATCH, 1, 6, salt)


def test_every_face_is_as_likely_as_any_other() -> None:
    faces = Counter(face for number in range(5_000) for face in fair_dice.roll(SECRET, MATCH, number, 6))
    expected = 30_000 / 6
    chi_square = sum((faces[face] - expected) ** 2 / expected for face in range(1, 7))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert chi_square < 20.5, "beyond the 99.9 % quantile of five degrees of freedom"


def test_secrets_and_match_ids_are_fresh_each_time() -> None:
    assert len({dice.fresh_secret() for _ in range(50)}) == 50
    assert len({dice.fresh_match_id() for _ in range(50)}) == 50
    assert len(bytes.fromhex(dice.fresh_match_id())) == 16


def test_a_roll_number_out_of_range_is_an_error() -> None:
    with pytest.raises(OverflowError):
        fair_dice.roll(SECRET, MATCH, 2**32, 6)
