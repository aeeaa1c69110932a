"""Stakes, the pot and the claim box on screen, the dice recomputed, and the list of more things behind a table."""

import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from client.ui.screens.board.accord import ANEW, why_again
from client.ui.screens.board.pot import RULE
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.board.words import pause_cost
from client.ui.screens.chat import ChatScreen
from client.ui.screens.paused import PausedScreen
from client.ui.screens.statistics import StatisticsScreen
from client.ui.screens.verify import PROOF, VerifyScreen
from client.ui.screens.windows import WindowScreen
from server.shared.fair_dice import commitment, roll
from server.shared.inventory.layout import CLAIM, LAYOUTS, STAKES
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import ClaimBox, Click, OpenClaim, WindowOpened
from server.shared.protocol.tabletop import (
    Action,
    Agree,
    AskDice,
    BoardView,
    FairView,
    MatchDice,
    OpenStakes,
    Ready,
)
from tests.client.boards import a_lobby, a_match, a_result

from .conftest import TABLE, Client

LOGS, STICKS = Stack("minecraft:oak_log", 12), Stack("minecraft:stick", 2)
MATCH = "ab" * 16


def with_stakes(pot: int = 3, agreed: bool = False) -> BoardView:
    """Ada and three others at a table where they stake; Bob has agreed to the pot."""
    view = a_lobby(3)
    seats = [replace(each, stakes=(LOGS, STICKS), agreed=each.player == "p-bob") for each in view.seats]
    seats[2] = replace(seats[2], agreed=agreed)
    return replace(
        view, seats=tuple(seats), pot=pot, staking=Action("stake", True), alone=Action("alone", False, "No.")
    )


def a_settled_pot() -> BoardView:
    """Ada has won twelve stacks."""
    view = a_result(4)
    assert view.result is not None
    result = replace(view.result, pot=((LOGS,), (STICKS,) * 9, (LOGS, STICKS), ()), pot_to=0)
    fair = FairView(seal=b"s" * 32, commitments=(b"",) * 4, rolls=40)
    return replace(view, result=result, fair=fair, staking=Action("stake", True))


def a_run() -> BoardView:
    """Ada has reached the goal alone, in as few turns as never before."""
    view = a_result(1)
    assert view.result is not None
    return replace(view, result=replace(view.result, turns=(12,), best=12, is_best=True))


def the_board(client: Client) -> BoardScreen:
    """The board screen at the units of a 1280 x 720 window."""
    screen = client.app.screen
    assert isinstance(screen, BoardScreen)
    screen.resize(640, 360)
    client.frames(0.05)
    return screen


def test_a_stake_is_put_in_through_a_window_over_the_board(client: Client) -> None:
    client.open_board(with_stakes(pot=0))
    buttons = the_board(client).buttons
    assert [buttons.stake.visible, buttons.agree.visible, buttons.alone.visible] == [True, False, False]
    buttons.stake.activate()
    assert [ask.table for ask in client.script.heard_of(OpenStakes)] == [TABLE]
    slots = (LOGS, *(None,) * (LAYOUTS[STAKES].size - 1))
    client.script.say(WindowOpened(window=3, kind=STAKES, title="Your Stake", revision=1, slots=slots, cursor=None))
    client.frames(0.1)
    window = client.app.screen
    assert isinstance(window, WindowScreen)
    x, y = window.placed["slot 0"].centre
    window.mouse_press(x, y, mouse.LEFT, key.MOD_SHIFT)
    assert [(click.window, click.slot) for click in client.script.heard_of(Click)] == [(3, 0)]
    client.press(key.ESCAPE)
    assert client.shows(BoardScreen)


def test_agreeing_is_to_the_pot_that_was_seen(client: Client) -> None:
    client.open_board(with_stakes())
    buttons = the_board(client).buttons
    assert buttons.agree.label == "Agree"
    client.press(key.A)
    client.show(with_stakes(agreed=True))
    client.frames(0.1)
    assert buttons.agree.label == "Do not agree"
    buttons.agree.activate()
    client.press(key.R)
    assert [(ask.pot, ask.agree) for ask in client.script.heard_of(Agree)] == [(3, True), (3, False)]
    assert [mark.ready for mark in client.script.heard_of(Ready)] == [True]


def with_more_of_bob(pot: int = 4) -> BoardView:
    """Bob has put in another log, so that nobody's agreement holds."""
    view = with_stakes(pot=pot)
    seats = [replace(each, agreed=False) for each in view.seats]
    seats[0] = replace(seats[0], stakes=(LOGS, STICKS, LOGS))
    return replace(view, seats=tuple(seats))


def test_who_changed_a_stake_is_named_to_those_who_had_agreed(client: Client, written: list[str]) -> None:
    client.open_board(with_stakes(agreed=True))
    client.show(with_more_of_bob())
    screen = the_board(client)
    assert screen.buttons.agree.label == "Agree again"
    assert "Bartholomew_1234 changed their stake." in " ".join(written)
    client.press(key.A)
    assert [ask.pot for ask in client.script.heard_of(Agree)] == [4]


def test_what_else_asks_for_another_agreement_is_told(client: Client) -> None:
    before, after = with_stakes(pot=3, agreed=True), with_stakes(pot=4)
    assert why_again(before, after, "p-ada").startswith("The stakes changed and changed back.")
    assert why_again(before, replace(after, rules=()), "p-ada").startswith("The rules changed.")
    fewer = replace(after, seats=(a_lobby().seats[0], *after.seats[1:]))
    assert why_again(before, fewer, "p-ada").startswith("Other players sit here now.")
    assert why_again(before, with_stakes(pot=4, agreed=True), "p-ada") == ""
    assert why_again(None, after, "p-ada") == ""


def test_nothing_on_screen_shows_which_revision_of_the_pot_it_is(client: Client, written: list[str]) -> None:
    client.open_board(with_stakes(pot=7_531))
    screen = the_board(client)
    for tab in range(len(screen.tray.tabs.labels)):
        screen.tray.tabs.choose(tab)
        client.frames(0.05)
    assert "agreed" in written
    assert not [line for line in written if "531" in line]


def test_all_stakes_are_listed_with_who_has_agreed_before_anybody_does(client: Client, written: list[str]) -> None:
    client.open_board(with_stakes())
    screen = the_board(client)
    screen.tray.tabs.choose(0)
    assert screen.tray.tabs.labels == ["Stakes", "Rules", "Help", "More"]
    written.clear()
    client.frames(0.05)
    assert written.count("12 × Oak Log") == 4
    assert (written.count("agreed"), written.count("not yet")) == (1, 3)
    assert ANEW in " ".join(written)
    assert RULE in " ".join(written)


def test_pausing_says_that_a_pot_waits_too() -> None:
    match = a_match()
    staked = replace(match, seats=(replace(match.seats[0], stakes=(LOGS,)), *match.seats[1:]))
    assert "dice, scores and clocks wait" in pause_cost(match)
    assert "dice, scores, clocks and pot wait" in pause_cost(staked)


def test_who_pauses_a_match_with_others_reads_what_it_may_cost() -> None:
    assert "you count as resigned" not in pause_cost(a_match())
    assert pause_cost(a_match(), answers=True).endswith(
        "the others may end it after some days, and you count as resigned."
    )


def test_who_sits_alone_has_nobody_to_stake_against(client: Client) -> None:
    client.open_board(replace(a_lobby(), staking=Action("stake", True), alone=Action("alone", True)))
    buttons = the_board(client).buttons
    assert [buttons.stake.visible, buttons.alone.visible] == [False, True]


def test_a_result_tells_the_pot_and_offers_what_comes_next(client: Client) -> None:
    client.open_board(a_settled_pot())
    buttons = the_board(client).buttons
    shown = [buttons.stake, buttons.ready, buttons.new_lobby, buttons.verify]
    assert [button.visible for button in shown] == [True] * 4
    assert not buttons.agree.visible


def test_every_die_is_recomputed_by_the_client(client: Client) -> None:
    client.open_board(replace(a_settled_pot(), match=MATCH))
    the_board(client).buttons.verify.activate()
    screen = client.app.screen
    assert isinstance(screen, VerifyScreen)
    asked = client.script.heard_of(AskDice)[-1]
    assert asked.match == MATCH
    secret, added = b"s" * 32, (b"a" * 32, b"b" * 32)
    rolls = [roll(secret, MATCH, number, 6, added) for number in range(20)]
    dice = MatchDice(
        n=asked.n,
        match=MATCH,
        players=("p-ada", "p-bob"),
        seal=commitment(secret),
        commitments=tuple(map(commitment, added)),
        secret=secret,
        contributions=added,
        rolls=tuple(rolls),
    )
    client.script.say(dice)
    client.frames(0.1)
    assert screen.verdict is not None
    assert screen.verdict.fair
    client.app.close_screen(client.app.screen)
    the_board(client).buttons.verify.activate()
    again = client.app.screen
    assert isinstance(again, VerifyScreen)
    false = (rolls[3][0] % 6 + 1, *rolls[3][1:])
    number = client.script.heard_of(AskDice)[-1].n
    client.script.say(replace(dice, n=number, rolls=(*rolls[:3], false, *rolls[4:])))
    client.frames(0.1)
    assert again.verdict is not None
    assert not again.verdict.fair
    assert "die 1 of roll 4" in again.verdict.text


def test_the_explanation_says_what_is_not_proven() -> None:
    told = dict(PROOF)
    assert "Nobody chose the dice" in told["What it proves"]
    assert "could have foreseen" in told["What it does not prove"]


def test_the_tray_leads_to_all_else_by_keys(client: Client) -> None:
    client.script.say(ClaimBox(waiting=1))
    client.open_board(a_match())
    screen = the_board(client)
    screen.tray.tabs.choose(3)
    client.frames(0.05)
    assert [entry.label for entry in screen.tray.more.entries] == [
        "Statistics",
        "Paused matches",
        "Claim box",
        "Fair dice",
        "Say something",
    ]
    kinds = (StatisticsScreen, PausedScreen, None, VerifyScreen, ChatScreen)
    for index, kind in enumerate(kinds):
        screen.tray.more.at = index
        screen.tray.more.key(key.ENTER, 0)
        assert client.shows(kind or BoardScreen)
        if kind is not None:
            client.app.close_screen(client.app.screen)
    assert [ask.page for ask in client.script.heard_of(OpenClaim)] == [0]


def test_the_claim_box_is_opened_from_the_inventory_and_only_taken_from(client: Client) -> None:
    client.script.say(ClaimBox(waiting=1))
    client.press(key.E)
    assert client.shows(WindowScreen)
    client.press(key.C)
    assert len(client.script.heard_of(OpenClaim)) == 1
    slots = (LOGS, *(None,) * (LAYOUTS[CLAIM].size - 1))
    client.script.say(WindowOpened(window=3, kind=CLAIM, title="Claim Box", revision=1, slots=slots, cursor=None))
    client.frames(0.1)
    window = client.app.screen
    assert isinstance(window, WindowScreen)
    assert window.number == 3
    assert not window.claim.visible


@pytest.mark.parametrize(("title", "page"), [("Claim Box, page 1 of 3", 1), ("Claim Box, page 3 of 3", 0)])
def test_a_claim_box_of_several_pages_is_turned_round_and_round(client: Client, title: str, page: int) -> None:
    slots = (LOGS,) * 27 + (None,) * 36
    client.script.say(WindowOpened(window=3, kind=CLAIM, title=title, revision=1, slots=slots, cursor=None))
    client.frames(0.1)
    window = client.app.screen
    assert isinstance(window, WindowScreen)
    assert window.claim.label == "Next page"
    client.press(key.C)
    assert [ask.page for ask in client.script.heard_of(OpenClaim)] == [page]
