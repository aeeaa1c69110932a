"""What a seat is known by, and how an end and a word over the felt are told: marks, headings, contrast."""

import pytest
from msgspec.structs import replace

from client.ui.canvas import Canvas
from client.ui.screens.board import cards, lobby, marks
from client.ui.screens.board import result as result_page
from client.ui.screens.board.drawing import RIBBON, stamp_shade
from client.ui.screens.board.result import heading_of
from client.ui.theme import BONE, BRASS, COLOUR_BLIND, FELT, PLAIN, Accents, Colour, mixed
from tests.client.boards import a_lobby, a_match, a_result

from .conftest import Client


def luminance(shade: Colour) -> float:
    """Relative luminance as the contrast of the web's accessibility guidelines has it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("accents", [PLAIN, COLOUR_BLIND], ids=["usual", "colour-blind"])
@pytest.mark.parametrize("kind", ["hot_dice", "final_round", "started", "opening_tied", "banked", "penalised"])
def test_a_word_over_the_felt_can_be_read(kind: str, accents: Accents) -> None:
    behind = luminance(mixed(FELT, RIBBON, RIBBON[3]))
    word = luminance(stamp_shade(kind, accents))
    assert (word + 0.05) / (behind + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("kind", "winners", "player", "heading"),
    [
        ("win", (0,), "p-ada", "You win!"),
        ("win", (0,), "p-bob", "You lost to Ada"),
        ("win", (0,), "p-guest", "Ada wins"),
        ("shared", (0, 1), "p-ada", "You share the win"),
        ("shared", (0, 1), "p-cy", "You lost to Ada and Bartholomew_1234"),
        ("shared", (0, 1), "p-guest", "Ada and Bartholomew_1234 share the win"),
        ("draw", (0, 1), "p-ada", "A draw: nobody wins"),
        ("draw", (), "p-cy", "A draw: nobody wins"),
        ("none", (), "p-ada", "Nobody wins"),
    ],
)
def test_a_result_has_a_heading_for_whoever_looks_at_it(
    kind: str, winners: tuple[int, ...], player: str, heading: str
) -> None:
    view = a_result(3)
    assert view.result is not None
    result = replace(view.result, kind=kind, winners=winners)
    told, shade = heading_of(view, result, player, PLAIN)
    assert told == heading
    assert (shade == BRASS) == heading.startswith(("You win", "You share"))


def test_the_marks_of_a_side_are_the_same_in_the_lobby_on_the_cards_and_in_the_result(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, set[int]] = {}

    def note(canvas: Canvas, x: float, y: float, side: int) -> None:
        seen[phase].add(side)

    for module in (cards, lobby, result_page):
        monkeypatch.setattr(module, "draw_seat_mark", note)
    for phase, view in (("lobby", a_lobby(1)), ("match", a_match()), ("result", a_result())):
        seen[phase] = set()
        screen = client.open_board(view)
        client.frames(0.1)
        client.app.close_screen(screen)
    assert seen == {"lobby": {0, 2}, "match": {0, 2}, "result": {0, 2}}


def test_presence_never_has_the_colour_of_a_seat() -> None:
    assert not {BONE, marks.AWAY} & {*marks.ON_WOOD, *marks.ON_PAPER}
