"""What is kept of a player: statistics, paused matches, and the board that carries one."""

from pyglet.window import key

from client.ui.screens.claim import NOTHING, EmptyClaimScreen
from client.ui.screens.confirm import ConfirmScreen
from client.ui.screens.pause import PauseScreen
from client.ui.screens.paused import NONE, PausedScreen
from client.ui.screens.statistics import StatisticsScreen
from client.ui.screens.world import WorldScreen
from client.ui.slots import tip_lines
from client.ui.words import Words
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import ClaimBox, OpenClaim
from server.shared.protocol.message import Refused
from server.shared.protocol.tabletop import (
    Action,
    AskBoard,
    AskPaused,
    AskStats,
    Dissolve,
    EndPaused,
    FinishedMatch,
    PausedMatch,
    PausedMatches,
    Stats,
)
from server.shared.protocol.world import BlockChanges
from tests.client import scripted
from tests.client.boards import a_match

from .conftest import Client

DAY = 1_764_450_000
WON = FinishedMatch("m-1", "Farkle Board", ("Ada", "Bob"), (10_150, 5_850), "win", (0,), "played", DAY)


def a_record(n: int, name: str = "Ada", recent: int = 1) -> Stats:
    rows = (("Matches", "14"), ("Wins", "9"), ("Best turn", "3,450"), ("Farkle rate", "21.4 %"))
    return Stats(n=n, name=name, rows=rows, bests=(("Farkle Board, to 10,000", 14),), recent=(WON,) * recent)


def a_paused_match(**actions: str) -> PausedMatch:
    """Ada's match with Bob, who would dissolve it; `actions` are the reasons why not."""
    names = ("ask_board", "dissolve", "end_paused")
    return PausedMatch(
        match="m-1",
        title="Farkle Board",
        players=("p-ada", "p-bob"),
        names=("Ada", "Bob"),
        scores=(4_350, 2_900),
        owner="p-ada",
        owner_name="Ada",
        since=DAY,
        board="destroyed",
        dissolving=("p-bob",),
        actions=tuple(Action(name, name not in actions, actions.get(name, "")) for name in names),
    )


def statistics(client: Client) -> StatisticsScreen:
    """The screen with a long record on it."""
    screen = StatisticsScreen(client.app, client.script.session)
    client.script.say(a_record(client.script.heard_of(AskStats)[-1].n, recent=10))
    return screen


def paused_matches(client: Client) -> PausedScreen:
    """The list of two."""
    screen = PausedScreen(client.app, client.script.session, client.script.know)
    number = client.script.heard_of(AskPaused)[-1].n
    client.script.say(PausedMatches(n=number, matches=(a_paused_match(), a_paused_match(end_paused="Wait."))))
    return screen


def test_the_menu_leads_to_the_own_record_and_on_to_another_one(client: Client) -> None:
    client.press(key.ESCAPE)
    menu = client.app.screen
    assert isinstance(menu, PauseScreen)
    menu.statistics.activate()
    screen = client.app.screen
    assert isinstance(screen, StatisticsScreen)
    client.write("Bob")
    client.press(key.ENTER)
    asked = client.script.heard_of(AskStats)
    assert [ask.name for ask in asked] == ["", "Bob"]
    client.script.say(a_record(asked[1].n, "Bob"))
    client.frames(0.1)
    assert screen.stats is not None
    assert screen.stats.name == "Bob"
    client.press(key.ESCAPE)
    assert client.shows(PauseScreen)


def test_a_name_that_never_played_is_said_on_the_page(client: Client) -> None:
    screen = statistics(client)
    client.app.push(screen)
    client.write("Zoe")
    client.press(key.ENTER)
    number = client.script.heard_of(AskStats)[-1].n
    client.script.say(Refused(n=number, code="unknown_player", text="Nobody called Zoe has finished a match."))
    client.frames(0.1)
    assert (screen.stats, screen.refusal) == (None, "Nobody called Zoe has finished a match.")
    assert not client.script.know.talk.toasts
    screen.own.activate()
    assert client.script.heard_of(AskStats)[-1].name == ""


def test_a_paused_match_is_dissolved_or_ended_from_the_list(client: Client) -> None:
    screen = paused_matches(client)
    client.app.push(screen)
    client.frames(0.1)
    screen.dissolve.activate()
    assert [(ask.match, ask.agree) for ask in client.script.heard_of(Dissolve)] == [("m-1", True)]
    screen.end.activate()
    assert client.shows(ConfirmScreen)
    client.press(key.RIGHT)
    client.press(key.ENTER)
    assert [ask.match for ask in client.script.heard_of(EndPaused)] == ["m-1"]
    client.script.done()
    assert len(client.script.heard_of(AskPaused)) == 2
    screen.other.activate()
    client.frames(0.1)
    assert screen.end.reason == "Wait."


def test_a_lost_board_is_asked_for_beside_a_table(client: Client) -> None:
    screen = paused_matches(client)
    client.app.push(screen)
    client.frames(0.1)
    assert screen.board.reason == "Stand beside a Small Game Table to ask for the board."
    client.app.close_screen(client.app.screen)
    table = (9, scripted.GROUND, 7)
    place = (9 * 128 + scripted.GROUND) * 16 + 7
    client.script.say(BlockChanges(cx=0, cz=0, revision=2, changes=((place, scripted.TABLE),)))
    screen = paused_matches(client)
    client.app.push(screen)
    client.frames(0.1)
    assert screen.board.reason == ""
    screen.board.activate()
    assert [(ask.table, ask.match) for ask in client.script.heard_of(AskBoard)] == [(table, "m-1")]


def test_the_menu_opens_the_claim_box_over_the_world(client: Client) -> None:
    client.press(key.ESCAPE)
    menu = client.app.screen
    assert isinstance(menu, PauseScreen)
    client.script.say(ClaimBox(waiting=2))
    menu.claim.activate()
    assert client.shows(WorldScreen)
    assert [ask.page for ask in client.script.heard_of(OpenClaim)] == [0]


def test_an_empty_claim_box_says_so_over_the_menu(client: Client, written: list[str]) -> None:
    client.press(key.ESCAPE)
    menu = client.app.screen
    assert isinstance(menu, PauseScreen)
    menu.claim.activate()
    client.frames(0.1)
    assert client.shows(EmptyClaimScreen)
    assert NOTHING in written
    client.press(key.ESCAPE)
    assert client.app.screen is menu
    assert client.script.heard_of(OpenClaim) == []
    assert not client.script.know.talk.toasts


def test_an_empty_claim_box_says_so_over_the_things_and_over_the_board(client: Client) -> None:
    client.press(key.E)
    things = client.app.screen
    client.press(key.C)
    assert client.shows(EmptyClaimScreen)
    client.press(key.ESCAPE)
    assert client.app.screen is things
    client.press(key.ESCAPE)
    board = client.open_board(a_match())
    next(entry for entry in board.tray.more.entries if entry.label == "Claim box").open()
    assert client.shows(EmptyClaimScreen)
    client.press(key.ESCAPE)
    assert client.app.screen is board
    assert client.script.heard_of(OpenClaim) == []


def test_no_paused_match_is_said_on_the_page(client: Client, written: list[str]) -> None:
    client.press(key.ESCAPE)
    menu = client.app.screen
    assert isinstance(menu, PauseScreen)
    menu.paused.activate()
    client.script.say(PausedMatches(n=client.script.heard_of(AskPaused)[-1].n, matches=()))
    client.frames(0.1)
    assert NONE in written
    assert not client.script.know.talk.toasts
    client.press(key.ESCAPE)
    assert client.app.screen is menu


def test_a_board_that_carries_a_match_says_which_and_from_when() -> None:
    facts = {"date": "2026-11-29", "match": "a1b2", "players": "Ada, Bob", "score": "4,350 : 2,900", "title": "Classic"}
    board = Stack("voxtable:farkle_board", 1, tuple(sorted(facts.items())))
    told = [line for line, _ in tip_lines(Words({}), board)]
    assert told[2:] == ["Classic", "Ada, Bob", "4,350 : 2,900", "Paused on 2026-11-29"]
    assert "paused match" in told[1]
    assert tip_lines(Words({}), Stack("voxtable:farkle_board", 1))[1][0] == "Fit it into a Small Game Table."
