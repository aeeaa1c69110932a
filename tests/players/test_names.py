"""Names: letters of any one script, no towers, no mixtures, and which names people would take for each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.shared.names.rules import allowed, composed, folded, look_alike, name_fault

GOOD = (
    *("Ada", "ada_1", "_Ada", "1234", "A" * 16, "Bären", "Łukasz", "İbrahim", "Nguyễn", "straße", "Ελένη", "Олег"),
    *("Ђорђе", "Հայկ", "გიორგი", "שרה", "مريم", "देवी", "மணி", "สมชาย", "王伟", "田中Ken", "수현", "ゆき"),
)
BAD = (
    *(
        "",
        "ab",
        "王",
        "A" * 17,
        "Ada Lovelace",
        "Ada\u00a0L",
        "ada\n",
        "ada-1",
        "ada.",
        "\u202eada",
        "Ada\u200b",
        "👍👍👍",
    ),
    *(
        "Adа",
        "Олеg",
        "Ελενa",
        "ᴀda",
        "Ａｄａ",
        "A\u0301da",
        "a\u0323\u0301\u0302\u0308da",
        "\u0301Ada",
        "x١٢٣",
        "1٢٣",
        "𝔄𝔡𝔞",
    ),
)


@pytest.mark.parametrize("name", GOOD)
def test_a_name_may_have_the_letters_of_any_one_script(name: str) -> None:
    assert name_fault(name) == ""


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_name_is_refused_in_a_sentence(name: str) -> None:
    fault = name_fault(name)
    assert fault.endswith(".")
    assert fault.isprintable()


def test_two_syllables_are_a_name_where_one_character_is_a_syllable() -> None:
    assert name_fault("王伟") == name_fault("수현") == name_fault("ゆき") == ""
    assert "3 to 16" in name_fault("ab")
    assert "2 to 16" in name_fault("王")


def test_a_name_typed_with_loose_accents_is_the_composed_one() -> None:
    assert composed("A\u0301ngel") == "Ángel"
    assert name_fault(composed("A\u0301ngel")) == ""


@pytest.mark.parametrize(
    ("one", "other"), [("Ben", "BEN"), ("straße", "STRASSE"), ("ΝΙΚΟΣ", "νικος"), ("Олег", "ОЛЕГ")]
)
def test_large_and_small_letters_make_the_same_name(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("l0l", "lOl"),
        ("Ill", "lll"),
        ("Arnold", "Amold"),
        ("Осе", "Oce"),
        ("рахе", "paxe"),
        ("Bob_1", "Bob_l"),
        ("王伟", "WangWei"),
        ("王伟", "王薇"),
        ("B\u0331en", "Ben"),
        ("ɓen", "ben"),
    ],
)
def test_names_that_look_alike_are_other_names_that_people_would_take_for_each_other(one: str, other: str) -> None:
    assert folded(one) != folded(other)
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Bob"), ("Ada", "Adá"), ("Player1000", "Player1010"), ("王伟", "王芳")]
)
def test_names_that_look_different_are_told_apart(one: str, other: str) -> None:
    assert not look_alike(one, other)


@given(st.text(max_size=20))
def test_whatever_is_typed_gets_a_verdict_and_every_name_fits_the_wire(text: str) -> None:
    name = composed(text)
    if not name_fault(name):
        assert all(map(allowed, name))
        assert 2 <= len(name) <= 16
        assert len(name.encode()) <= 64
        assert look_alike(name, name.casefold())
