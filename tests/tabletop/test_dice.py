"""The dice stream: it follows its published recipe, repeats exactly, and is fair."""

import json
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared.fair_dice import FalseDie, broken_promise, commitment, first_false, roll
from server.tabletop import dice
from tests.vectors import check_fair_dice

MATCH = "000102030405060708090a0b0c0d0e0f"
SECRET = bytes(range(32))
VECTORS = Path(check_fair_dice.__file__).parent
BEYOND = 20.5
"""The 99.9 % quantile of chi-square with five degrees of freedom."""


def recorded() -> dict[str, Any]:
    """The recorded vector: secret, contributions of two people and a bot, and the first twenty rolls."""
    vector: dict[str, Any] = json.loads((VECTORS / "fair_dice.json").read_text())
    return vector


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**32 - 1),
    st.integers(1, 6),
    st.lists(st.binary(min_size=32, max_size=32), max_size=4),
)
def test_dice_follow_the_published_recipe(secret: bytes, number: int, count: int, parts: list[bytes]) -> None:
    rolled = roll(secret, MATCH, number, count, parts)
    assert list(rolled) == check_fair_dice.dice(secret, bytes.fromhex(MATCH), number, count, parts)


def test_the_recorded_vector_never_changes() -> None:
    vector = recorded()
    secret = bytes.fromhex(vector["secret"])
    contributions = [bytes.fromhex(each) for each in vector["contributions"]]
    assert len(vector["rolls"]) == 20
    stream = dice.Stream(dice.Seeds(vector["match"], secret, tuple(contributions)))
    assert [list(stream(len(faces))) for faces in vector["rolls"]] == vector["rolls"]
    assert commitment(secret).hex() == vector["seal"]
    assert [commitment(each).hex() for each in contributions] == vector["commitments"]


def test_the_independent_script_agrees_and_sees_a_single_wrong_die(tmp_path: Path) -> None:
    def checked(path: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(VECTORS / "check_fair_dice.py"), str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert checked(VECTORS / "fair_dice.json").returncode == 0
    vector = recorded()
    vector["rolls"][7][2] = vector["rolls"][7][2] % 6 + 1
    (tmp_path / "wrong.json").write_text(json.dumps(vector))
    told = checked(tmp_path / "wrong.json")
    assert (told.returncode, told.stdout.count("\n")) == (1, 1)
    assert told.stdout.startswith("roll 8 should be ")


def test_another_match_or_player_contribution_gives_other_dice() -> None:
    other_match = MATCH[:-1] + "e"
    own = roll(SECRET, MATCH, 0, 6) + roll(SECRET, MATCH, 1, 6)
    assert own != roll(SECRET, other_match, 0, 6) + roll(SECRET, other_match, 1, 6)
    salt = (b"\1" * 32,)
    assert own != roll(SECRET, MATCH, 0, 6, salt) + roll(SECRET, MATCH, 1, 6, salt)


def chi_square(seen: Counter[Any], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((count - expected) ** 2 / expected for count in seen.values()) + (kinds - len(seen)) * expected


def test_every_face_is_as_likely_as_any_other() -> None:
    rolls = [roll(SECRET, MATCH, number, 6) for number in range(20_000)]
    assert chi_square(Counter(face for faces in rolls for face in faces), 6) < BEYOND
    for place in range(6):
        assert chi_square(Counter(faces[place] for faces in rolls), 6) < BEYOND, f"die {place + 1}"


def test_a_die_tells_nothing_of_its_neighbour_nor_of_the_next_roll() -> None:
    rolls = [roll(SECRET, MATCH, number, 6) for number in range(20_000)]
    most = 66.7  # the 99.9 % quantile of chi-square with 35 degrees of freedom
    assert chi_square(Counter((faces[0], faces[1]) for faces in rolls), 36) < most
    assert chi_square(Counter((before[5], after[0]) for before, after in pairwise(rolls)), 36) < most


def test_who_comes_last_cannot_steer_since_the_secret_is_fixed_and_unknown() -> None:
    """Whatever the last player adds, over all secrets every face stays as likely."""
    for mine in (b"\0" * 32, b"\xff" * 32):
        secrets = (number.to_bytes(32, "big") for number in range(12_000))
        faces = Counter(roll(secret, MATCH, 0, 1, (b"\7" * 32, mine))[0] for secret in secrets)
        assert chi_square(faces, 6) < BEYOND


def test_the_first_false_die_is_named() -> None:
    rolls = [list(roll(SECRET, MATCH, number, 6)) for number in range(5)]
    assert first_false(SECRET, MATCH, (), rolls) is None
    due = rolls[3][4]
    rolls[3][4] = shown = due % 6 + 1
    assert first_false(SECRET, MATCH, (), rolls) == FalseDie(3, 4, shown, due)
    assert str(FalseDie(3, 4, 2, 1)) == "die 5 of roll 4 showed 2, but 1 was due"


def test_a_broken_promise_is_told_of_whoever_broke_it() -> None:
    parts = (b"a" * 32, b"", b"c" * 32)
    promised = tuple(commitment(part) for part in parts)
    seal = commitment(SECRET)
    assert promised[1] == b"", "a bot promises nothing"
    assert broken_promise(seal, SECRET, promised, parts) is None
    assert broken_promise(seal, b"x" * 32, promised, parts) == -1
    assert broken_promise(seal, SECRET, promised, (b"a" * 32, b"", b"x" * 32)) == 2
    assert broken_promise(seal, SECRET, promised, (b"a" * 32, b"b" * 32, b"c" * 32)) == 1
    assert broken_promise(seal, SECRET, promised, parts[:2]) == 2


def test_secrets_and_match_ids_are_fresh_each_time() -> None:
    assert len({dice.fresh_secret() for _ in range(50)}) == 50
    assert len({dice.fresh_match_id() for _ in range(50)}) == 50
    assert len(bytes.fromhex(dice.fresh_match_id())) == 16


def test_a_roll_number_out_of_range_is_an_error() -> None:
    with pytest.raises(OverflowError):
        roll(SECRET, MATCH, 2**32, 6)
