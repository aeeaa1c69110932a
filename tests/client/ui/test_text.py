"""The pixel font: measuring, wrapping, shortening, numbers."""

import pytest

from client.packs import Packs
from client.ui.text import Font, FontUnreadable, duration, parse_font, plural, points


@pytest.fixture(scope="module")
def font(packs: Packs) -> Font:
    return parse_font(packs.read("voxtable/font/voxtable.json"))


def test_a_line_is_as_wide_as_its_glyphs_without_the_last_gap(font: Font) -> None:
    assert font.width("") == 0
    assert font.width("A") == font.glyph("A").width
    assert font.width("AB") == font.glyph("A").advance + font.glyph("B").width
    assert font.width("AB", 2) == 2 * font.width("AB")


def test_all_digits_are_equally_wide(font: Font) -> None:
    assert len({font.glyph(digit).advance for digit in "0123456789"}) == 1


def test_an_unknown_character_has_the_width_of_the_missing_glyph(font: Font) -> None:
    assert font.width("\ue000") == font.width(font.missing)


@pytest.mark.parametrize(
    ("text", "letters"), [("王伟", "WangWei"), ("수현", "SuHyeon"), ("Հայկ", "Hayk"), ("देवी", "devi"), ("q\u0301", "q")]
)
def test_letters_without_a_glyph_are_spelled_and_never_boxes(font: Font, text: str, letters: str) -> None:
    assert font.width(text) == font.width(letters)
    assert [glyph for each in text for glyph in font.spelled(each)] == [font.glyph(each) for each in letters]


@pytest.mark.parametrize("text", ["Łukasz", "Nguyễn", "Ελένη", "ΨΞΩ", "Щедрий", "Ђорђе", "Őrség", "Ģirts", "Ơưỵ"])
def test_latin_with_accents_greek_and_cyrillic_are_drawn_as_they_are(font: Font, text: str) -> None:
    assert set(text) <= set(font.glyphs)


def test_lines_break_at_spaces_and_never_grow_too_wide(font: Font) -> None:
    text = "Keep at least one scoring die of every roll, then roll on or bank what you have."
    for width in range(40, 300, 7):
        lines = font.wrap(text, width)
        assert max(map(font.width, lines)) <= width
        assert " ".join(lines) == text


def test_a_word_wider_than_the_line_is_broken_and_nothing_is_lost(font: Font) -> None:
    word = "Donaudampfschifffahrt" * 3
    lines = font.wrap(f"a {word} b", 50)
    assert max(map(font.width, lines)) <= 50
    assert "".join(lines).replace(" ", "") == f"a{word}b"


def test_line_breaks_and_empty_lines_stay(font: Font) -> None:
    assert font.wrap("one\n\ntwo", 100) == ["one", "", "two"]
    assert font.wrap("", 100) == [""]


def test_a_shortened_text_fits_and_says_that_it_is_short(font: Font) -> None:
    assert font.fit("Bob", 100) == "Bob"
    short = font.fit("Bartholomew_1234", 60)
    assert short.endswith("…")
    assert font.width(short) <= 60
    assert font.fit("Bob", 0) == ""


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (950, "950"), (4350, "4,350"), (1_234_567, "1,234,567"), (-1000, "–1,000")]
)
def test_points_have_separators(number: int, text: str) -> None:
    assert points(number) == text


def test_counts_have_their_word() -> None:
    assert [plural(count, "die", "dice") for count in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]


@pytest.mark.parametrize("description", [None, b"", b"{}", b'{"texture": 1}'])
def test_a_missing_or_damaged_font_is_told(description: bytes | None) -> None:
    with pytest.raises(FontUnreadable):
        parse_font(description)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (0.2, "0:01"), (42, "0:42"), (725, "12:05"), (3661, "1:01:01"), (7 * 86_400, "7 days")],
)
def test_times_that_are_left(seconds: float, text: str) -> None:
    assert duration(seconds) == text
