"""A match may last as long as it likes: its record stays small, and all that happened is had page by page."""

from typing import Any

import pytest
from msgspec.structs import replace

from server.engine.changes import ChangeSet, Collection
from server.shared.protocol import limits
from server.shared.protocol.message import Refused
from server.shared.protocol.tabletop import (
    AskDice,
    AskLog,
    AskPaused,
    AskStats,
    Board,
    BoardEvent,
    LogPage,
    MatchDice,
    OpenLobby,
    PausedMatches,
    Resign,
    Stats,
    TakeBoard,
)
from server.storage.records import pack
from server.tabletop import finished, pages, unresumed, views
from server.tabletop.records import BestRecord
from tests.tabletop.room import TABLE, Room

LINES, ROLLS, TOLD_ROLLS = 10, 8, 20


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages so small that a match of a few minutes fills several."""
    for module in (pages, views):
        monkeypatch.setattr(module, "LOG_PAGE", LINES)
    monkeypatch.setattr(pages, "ROLLS", ROLLS)
    monkeypatch.setattr(finished, "ROLLS_PAGE", TOLD_ROLLS)


def all_lines(room: Room, match: str, before: int) -> list[str]:
    """The log up to a line, asked for page by page."""
    lines: list[str] = []
    while before > 0:
        page = room.ask("bob", AskLog, match, before)
        assert isinstance(page, LogPage)
        assert 0 < len(page.lines) <= LINES
        assert page.first + len(page.lines) == before
        lines, before = [*page.lines, *lines], page.first
    return lines


def long_match() -> tuple[Room, str]:
    """A room in which a whole match has been played, and its id."""
    room = Room()
    match = room.start("ada", "bob").match
    room.play_on("ada")
    return room, match


@pytest.mark.usefixtures("small_pages")
def test_every_line_of_a_long_match_can_be_read_page_by_page_while_its_view_has_only_the_last() -> None:
    room, match = long_match()
    view = room.view("bob")
    told = [event.text for event in room.events("bob")]
    assert len(told) > 5 * LINES
    assert list(view.log) == told[-LINES:]
    assert view.earlier == len(told) - LINES
    assert all_lines(room, match, view.earlier) + list(view.log) == told
    assert len(room.match().log) < 2 * LINES


@pytest.mark.usefixtures("small_pages")
def test_the_log_goes_with_the_match_that_is_put_away() -> None:
    room, match = long_match()
    assert room.engine.model.rows(pages.STORED_LINES)
    room.ask("ada", OpenLobby, TABLE)
    assert room.refused("ada", AskLog, match, 5) == "no_such_match"
    assert not room.engine.model.rows(pages.STORED_LINES)


@pytest.mark.usefixtures("small_pages")
def test_all_rolls_of_a_long_match_are_told_in_pages_that_prove_it() -> None:
    room, match = long_match()
    record = room.finished()[match]
    assert len(record.rolled) <= ROLLS
    dice: MatchDice | None = None
    while dice is None or dice.left:
        first = len(dice.rolls) if dice is not None else 0
        page = room.ask("ada", AskDice, match, first)
        assert isinstance(page, MatchDice)
        assert len(page.rolls) <= TOLD_ROLLS
        dice = replace(page, rolls=(*(dice.rolls if dice is not None else ()), *page.rolls))
    assert len(dice.rolls) == record.paged + len(record.rolled) > 2 * TOLD_ROLLS
    for heard in room.peers["ada"].heard:
        if isinstance(heard, Board):
            room.fairness["ada"].see(heard)
    verdict = room.fairness["ada"].verdict(dice, "ada")
    assert verdict.fair, verdict.text
    assert verdict.seen == verdict.rolls


@pytest.mark.usefixtures("small_pages")
def test_what_an_action_stores_does_not_grow_with_the_match() -> None:
    room = Room()
    room.start("ada", "bob")
    sizes: list[int] = []
    while room.view("ada").phase != "result":
        plain: dict[str, Any] = {"log": room.match().log, "rolled": room.match().rolled}
        sizes.append(len(pack(plain)))
        room.play_on("ada", until_over=False)
    assert max(sizes) == max(sizes[: len(sizes) // 2]) or max(sizes) < 2 * LINES * 100


def test_a_match_stored_with_all_its_rolls_in_one_record_goes_on_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    match = room.start("ada", "bob").match
    for _ in range(40):
        room.play_on("ada", until_over=False)
    before = room.match()
    assert before.paged == 0
    monkeypatch.setattr(pages, "ROLLS", ROLLS)
    room.play_on("ada", until_over=False)
    after = room.match()
    assert after.paged > 0
    assert len(after.rolled) <= ROLLS
    read = room.engine.model.rows(pages.STORED_ROLLS).get
    rolls = list(pages.rolls(match, after, read))
    assert rolls[: len(before.rolled)] == list(before.rolled)
    assert len(rolls) == after.rolls


def test_of_events_that_come_together_after_an_outage_the_last_are_told() -> None:
    room = Room()
    room.start("ada", "bob")
    many = tuple(BoardEvent("turn", 0, (), number, f"Turn {number}.") for number in range(3 * limits.EVENTS))
    shown = room.tabletop._shown
    room.engine.change(lambda changes: shown.show(changes, TABLE, many))
    room.engine.tick()
    board = [message for message in room.peers["bob"].heard if isinstance(message, Board)][-1]
    assert board.events == many[-limits.EVENTS :]


def test_paused_matches_are_listed_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unresumed, "PAUSED_PAGE", 1)
    room = Room()
    matches = []
    room.seat("ada", "bob")
    for _ in range(3):
        room.all_ready("ada", "bob")
        matches.append(room.view("ada").match)
        room.ask("ada", TakeBoard, TABLE)
        room.clock.ms += 1_000
        room.give_board("ada")
        room.use("ada", TABLE)
    listed: list[str] = []
    left = 1
    while left:
        answer = room.ask("bob", AskPaused, len(listed))
        assert isinstance(answer, PausedMatches)
        assert len(answer.matches) == 1
        listed += [match.match for match in answer.matches]
        left = answer.left
    assert listed == matches


def test_a_record_lists_so_many_personal_bests_and_no_more() -> None:
    room = Room()
    room.join("ada")
    collection = Collection("tabletop/bests", BestRecord)

    def run_often(changes: ChangeSet) -> None:
        for number in range(3 * limits.BESTS):
            changes.put(collection, f"farkle/goal {number}/ada", BestRecord(number))

    room.engine.change(run_often)
    answer = room.ask("ada", AskStats, "")
    assert isinstance(answer, Stats)
    assert len(answer.bests) == limits.BESTS


def test_a_match_that_was_never_here_has_no_log() -> None:
    room, match = long_match()
    room.ask("ada", Resign, match)
    assert isinstance(room.ask("ada", AskLog, "0" * 32, 4), Refused)
