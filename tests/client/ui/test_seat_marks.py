"""What a seat is known by, and how an end and a word over the felt are told: marks, headings, contrast."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from client.model.match_log import LogLine, MatchLog
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.screens import hud
from client.ui.screens.board import cards, lobby, marks, pot, tray
from client.ui.screens.board import result as result_page
from client.ui.screens.board.drawing import RIBBON, stamp_shade
from client.ui.screens.board.result import heading_of
from client.ui.screens.hints import table_scores
from client.ui.theme import BONE, BRASS, COLOUR_BLIND, FELT, PLAIN, Accents, Colour, mixed
from server.shared.protocol.chat import ChatLine
from server.shared.protocol.tabletop import BoardEvent
from tests.client.boards import a_lobby, a_match, a_result

from .conftest import Client
from .test_stakes import with_stakes


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


def test_a_line_of_the_log_has_the_mark_of_whose_it_is() -> None:
    names = ("Ann", "Anna", "Hot")
    seats = tuple(replace(seat, name=name) for seat, name in zip(a_match(players=3).seats, names, strict=True))
    lines = {
        LogLine("Hot dice! All six are free for Anna.", seat=1): "Anna",
        LogLine("Farkle! Ann scores nothing.", seat=0): "Ann",
        LogLine("well done Ann", sender="Anna"): "Anna",
        LogLine("well done Ann", sender="a looker-on"): "",
        LogLine("Anna keeps single 1: 100."): "Anna",
        LogLine("Ann's farkles in a row cost 1,000."): "Ann",
        LogLine("The match is paused."): "",
        LogLine("Annabel is somebody else."): "",
    }
    assert {line: getattr(marks.seat_of_line(line, seats), "name", "") for line in lines} == lines


def test_what_is_nobodys_deed_has_no_mark_in_the_log() -> None:
    log = MatchLog()
    log.tell(BoardEvent("paused", 0, (), 0, "The match is paused."), "m-1")
    log.tell(BoardEvent("banked", 1, (), 500, "Bob banks 500."), "m-1")
    assert [line.seat for line in log.lines] == [None, 1]


def test_the_log_the_stakes_and_the_table_in_the_world_have_the_marks_too(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def note(canvas: Canvas, x: float, y: float, side: int) -> None:
        seen.append(side)

    def marks_of(draw: Callable[[], object]) -> set[int]:
        seen.clear()
        draw()
        return set(seen)

    for module in (tray, pot):
        monkeypatch.setattr(module, "draw_paper_mark", note)
    monkeypatch.setattr(hud, "draw_seat_mark", note)
    client.script.say(ChatLine("Bartholomew_1234", "hello"))
    client.open_board(a_match()).resize(640, 360)
    assert marks_of(lambda: client.frames(0.1)) == {0, 2}
    canvas, words = client.app.canvas, client.app.words
    assert marks_of(lambda: pot.draw_stakes(canvas, 0, 0, 200, with_stakes(), words, PLAIN)) == {0, 1, 2, 3}
    scores = table_scores(a_match(players=4))
    for width in (320, 900):
        assert marks_of(lambda width=width: hud.draw_scores(canvas, Rect(0, 0, width, 240), scores, 0)) == {0, 1, 2, 3}  # type: ignore[misc]


def test_presence_never_has_the_colour_of_a_seat() -> None:
    assert not {BONE, marks.AWAY} & {*marks.ON_WOOD, *marks.ON_PAPER}
