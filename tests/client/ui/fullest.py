"""Every screen with the longest words, names and numbers that it has to show."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from client.network import OwnWorld
from client.session import Ended
from client.ui.screen import Screen
from client.ui.screens.begin import BeginScreen
from client.ui.screens.board.bots import BotScreen
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.board.words import pause_cost, resign_cost
from client.ui.screens.chat import ChatScreen
from client.ui.screens.claim import EmptyClaimScreen
from client.ui.screens.confirm import ConfirmScreen
from client.ui.screens.connection import ConnectingScreen, EndedScreen
from client.ui.screens.join import JoinScreen
from client.ui.screens.lessons import LessonsScreen
from client.ui.screens.name_question import NameQuestionScreen
from client.ui.screens.pause import PauseScreen
from client.ui.screens.paused import PausedScreen
from client.ui.screens.recipes import RecipesScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.screens.statistics import StatisticsScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.verify import VerifyScreen
from client.ui.screens.windows import WindowScreen
from client.ui.screens.world import WorldScreen
from server.items import RecipeBook
from server.items.recipes_told import told_recipes
from server.items.windows import TITLES
from server.rules import RULE_SETS
from server.shared.data_folders import RECIPES
from server.shared.inventory.layout import LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import AskRecipes, WindowOpened
from server.shared.protocol.login import NameQuestion
from server.shared.protocol.tabletop import (
    AskDice,
    AskPaused,
    AskStats,
    BoardView,
    Guest,
    MatchDice,
    PausedMatches,
    Setting,
    Stats,
)
from server.shared.protocol.world import Sit
from server.tabletop import farkle_form, farkle_view
from server.tabletop.farkle import Farkle
from tests.client.boards import a_lobby, a_match, a_pause, a_result, a_roll

from .conftest import TABLE, Client
from .test_records import a_paused_match, a_record
from .test_stakes import MATCH, a_run, a_settled_pot, with_stakes

NAMES = tuple("W" * 15 + letter for letter in "ABCD")
MANY = 112_350
LONG = "The server at a.very.long.address.example.org:25600 shows another key than before. " * 2
TITLE = "The Longest Title That A Server Has, With 48 Ws."
_STACKS = (Stack("voxtable:spruce_small_game_table", 64), Stack("minecraft:oak_log", 12))
_CLOCKS: dict[str, Any] = {"deadline": 5_400_000, "match_deadline": 86_000_000}


def crowded(view: BoardView, **changes: Any) -> BoardView:
    """The view with the longest names and high numbers."""
    players = [seat.player for seat in view.seats if seat.player]
    names = dict(zip(players, NAMES, strict=False))
    seats = tuple(
        replace(seat, name=names.get(seat.player, ""), score=MANY, last=None if seat.last is None else 12_350)
        for seat in view.seats
    )
    everybody = f"{NAMES[0]}, {NAMES[1]}, {NAMES[2]} and {NAMES[3]} tie for highest and roll again."
    usual = {"goal": 100_000, "entry": 10_000, "status": everybody, "log": (everybody,) * 40, "owner": "p-ada"}
    return replace(view, seats=seats, **(usual | changes))


_FILLED = "These rules need 2 players: a bot fills the seat until somebody sits down."


def _hosted(rule_set: str) -> BoardView:
    """A lobby with the whole form of a rule set, and a bot at every free side."""
    rules = RULE_SETS[rule_set]
    sheet = farkle_view.sheet(rules)
    bots = tuple(Setting(f"bot.{side}", "Bot", "Bots", "choice", "", Farkle.bots) for side in (0, 1, 3))
    view = crowded(
        replace(a_lobby(), settings=(*farkle_form.form(rules), *bots), host="p-ada"),
        title=sheet.title,
        rules=sheet.sentences,
        scoring=sheet.scoring,
    )
    free = Farkle.bots[0]
    seats = [
        replace(seat, player=f"bot:{seat.side}", name=f"{free.label} bot", bot=free.value) if seat.side == 3 else seat
        for seat in view.seats
    ]
    return replace(view, seats=tuple(seats))


def _watched(view: BoardView) -> BoardView:
    """The same with the player as a guest, who is told the longest note."""
    seats = tuple(replace(seat, player="p-eve" if seat.player == "p-ada" else seat.player) for seat in view.seats)
    note = "You did not play in this match. You may join when a player opens a new lobby or all players have left."
    full = crowded(replace(view, seats=seats, owner="p-eve"), owner="p-eve")
    if view.phase == "lobby":
        full = replace(full, seats=(replace(full.seats[0], player="", name=""), *full.seats[1:]))
    return replace(full, guests=(Guest(0, "p-ada", NAMES[0], note),))


def _bots(client: Client, *, in_figures: bool = False) -> BotScreen:
    setting = replace(_hosted("jpgames").settings[-1], value=Farkle.bots[1].value, about=_FILLED)
    screen = BotScreen(client.app, setting, lambda _: None, figures=Farkle.bots_in_figures)
    if in_figures:
        screen.how.activate()
    return screen


def _board(view: BoardView, tab: str = "", *, tray: bool | None = None) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        screen = client.open_board(view)
        assert isinstance(screen, BoardScreen)
        screen._tray_wanted = tray
        if tab:
            screen.tray.tabs.choose(screen.tray.tabs.labels.index(tab))
        return screen

    return make


def _tabs(name: str, view: BoardView, tabs: tuple[str, ...]) -> dict[str, Callable[[Client], Screen]]:
    return {f"{name}, tray at {tab}": _board(view, tab, tray=True) for tab in tabs}


def _selecting(*dice: int) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        screen = client.open_board(crowded(replace(a_roll(at_risk=12_350), seats=a_match(players=4).seats)))
        screen.update(0.0)
        screen.selection.chosen = frozenset(dice)
        return screen

    return make


def _confirm(heading: str, cost: str, label: str) -> Callable[[Client], Screen]:
    return lambda client: ConfirmScreen(client.app, heading, cost, label, client.app.quit)


def _window(kind: str, title: str) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        number = 0
        if kind != "inventory":
            number = 3
            slots = (_STACKS[0],) * LAYOUTS[kind].size
            client.script.say(WindowOpened(window=3, kind=kind, title=title, revision=1, slots=slots, cursor=None))
        return WindowScreen(client.app, client.script.session, client.script.know, number)

    return make


def _pause_of_a_host(client: Client) -> Screen:
    client.app.connection.own_world = world = OwnWorld(Path("home"))
    world.address = ("127.0.0.1", 54_321)
    return PauseScreen(client.app, client.script.session, client.script.know)


def _title(client: Client) -> Screen:
    client.app.name = NAMES[0]
    return TitleScreen(client.app)


def _join(address: str) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        client.app.name = NAMES[0]
        screen = JoinScreen(client.app)
        screen.address.replace(address)
        screen.join.activate()
        return screen

    return make


def _asked(*names: str, fault: str = "") -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        client.script.session.title = TITLE
        return NameQuestionScreen(client.app, client.script.session, NameQuestion(names, NAMES[3], fault))

    return make


def _ended(code: str) -> Callable[[Client], Screen]:
    return lambda client: EndedScreen(client.app, Ended(code, LONG))


def _connecting(client: Client) -> Screen:
    client.script.session.title = TITLE
    client.script.session.know = None
    return ConnectingScreen(client.app)


def _talked(client: Client) -> None:
    for name in NAMES:
        client.script.know.talk.say(client.script.session.now, name, "Now that is what I call a roll of six dice!")


def _chat(client: Client) -> Screen:
    _talked(client)
    return ChatScreen(client.app, client.script.session, client.script.know, "")


def _world(*, seated: bool) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        _talked(client)
        client.show(crowded(a_match(players=4)))
        if seated:
            client.script.say(Sit(x=8.5, y=65.0, z=12.5, yaw=0.0, table=TABLE))
        screen = client.app.screen
        assert isinstance(screen, WorldScreen)
        return screen

    return make


def _newcomer(done: int, *, folded: bool = False) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        _talked(client)
        client.app.remember(first_steps_done=done, first_steps_folded=folded)
        return client.app.screen

    return make


def _recipes(client: Client) -> Screen:
    screen = RecipesScreen(client.app, client.script.session)
    book = RecipeBook.from_packs([RECIPES])
    for page in range(told_recipes(book, AskRecipes(0)).pages):
        client.script.say(told_recipes(book, AskRecipes(client.script.heard_of(AskRecipes)[-1].n, page)))
    return screen


def _statistics(client: Client) -> Screen:
    screen = StatisticsScreen(client.app, client.script.session)
    told: Stats = a_record(client.script.heard_of(AskStats)[-1].n, NAMES[0])
    match = replace(told.recent[0], title="Farkle Board", names=NAMES, scores=(MANY,) * 4, how="unresumed")
    client.script.say(replace(told, recent=(match,) * 10))
    return screen


def _paused(*, any_match: bool) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        screen = PausedScreen(client.app, client.script.session, client.script.know)
        number = client.script.heard_of(AskPaused)[-1].n
        match = replace(
            a_paused_match(),
            players=("p-ada", "p-bob", "p-cy", "p-di"),
            names=NAMES,
            scores=(MANY,) * 4,
            owner_name=NAMES[0],
            dissolving=("p-bob", "p-cy"),
        )
        client.script.say(PausedMatches(n=number, matches=(match, match) if any_match else ()))
        return screen

    return make


def _verified(client: Client) -> Screen:
    client.show(crowded(replace(a_settled_pot(), match=MATCH)))
    screen = VerifyScreen(client.app, client.script.session, client.script.know, MATCH)
    dice = MatchDice(
        n=client.script.heard_of(AskDice)[-1].n,
        match=MATCH,
        seal=bytes(32),
        commitments=(bytes(32),) * 4,
        secret=bytes(32),
        players=("p-ada", "p-bob", "p-cy", "bot:1"),
        contributions=(bytes(32), bytes(32), bytes(32), b""),
        rolls=((6, 6, 6, 6, 6, 6),) * 40,
    )
    client.script.say(dice)
    return screen


def _lesson(at: int) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        screen = LessonsScreen(client.app)
        screen.lesson.turn(at)
        screen.lesson.choose(0)
        return screen

    return make


_FOUR = a_match(players=4)
_AWAY = tuple(
    replace(seat, online=False, away=86_399_000, seated=False, eligible=seat.side != 3) for seat in _FOUR.seats
)


def _a_bot_to_move() -> BoardView:
    view = a_match(turn=1, players=4)
    bot = replace(view.seats[1], bot="bold")
    seats = (view.seats[0], bot, *view.seats[2:])
    return replace(view, seats=seats, hurrying=("p-ada", "p-cy"), hurrying_needed=3)


_VOTING = {"vote_in": 290_000, "votes": ("p-cy",), "votes_needed": 3}
_ASKING: dict[str, Any] = {"asking": ("p-bob", "p-cy"), "asking_needed": 3, "asking_in": 0}
_FORM_TABS = ("Rules", "Setup", "Help", "More")

SCREENS: dict[str, Callable[[Client], Screen]] = {
    "title": _title,
    "join": _join("example.org"),
    "join refused": _join("nobody:port-in-words"),
    "join without an address": _join(""),
    "first start": lambda client: BeginScreen(client.app, asks_name=True),
    "new world": lambda client: BeginScreen(client.app, asks_name=False),
    "asked for a name": _asked(NAMES[0]),
    "asked for another name": _asked(NAMES[0], fault=f"The name {NAMES[3]} belongs to somebody else here."),
    "asked for one of several names": _asked(*NAMES),
    "connecting": _connecting,
    **{f"ended {code}": _ended(code) for code in ("quit", "address", "connection", "server_key_changed", "version")},
    "settings": lambda client: SettingsScreen(client.app),
    "pause": lambda client: PauseScreen(client.app, client.script.session, client.script.know),
    "pause of a host": _pause_of_a_host,
    "chat": _chat,
    "world": _world(seated=False),
    "world seated": _world(seated=True),
    **{f"world after {done} first steps": _newcomer(done) for done in range(5)},
    "world with first steps folded": _newcomer(0, folded=True),
    "confirm resigning": _confirm("Resign?", resign_cost(crowded(a_roll(at_risk=12_350)), 0), "Resign"),
    "confirm pausing": _confirm("Pause the match?", pause_cost(crowded(with_stakes()), answers=True), "Pause"),
    **{f"window {kind}": _window(kind, TITLES.get(kind, "Chest")) for kind in LAYOUTS},
    "window of many claims": _window("claim", "Claim Box, page 10 of 10"),
    "lobby of one": _board(crowded(a_lobby())),
    "lobby of a guest": _board(_watched(a_lobby(3))),
    "match of a guest": _board(_watched(a_match(players=3))),
    "pause of a guest": _board(_watched(a_pause())),
    "result of a guest": _board(_watched(a_result(3))),
    "lobby of four": _board(crowded(a_lobby(3), host="p-ada")),
    **{f"lobby of {name}": _board(_hosted(name)) for name in RULE_SETS},
    **{key: make for name in RULE_SETS for key, make in _tabs(f"lobby of {name}", _hosted(name), _FORM_TABS).items()},
    "bots": _bots,
    "bots in figures": lambda client: _bots(client, in_figures=True),
    "staking": _board(
        crowded(replace(with_stakes(), seats=tuple(replace(s, stakes=_STACKS) for s in with_stakes().seats)))
    ),
    **_tabs("staking", crowded(with_stakes()), ("Stakes",)),
    "opening": _board(crowded(replace(_FOUR, phase="opening"), **_CLOCKS)),
    "match of one": _board(crowded(a_match(players=1))),
    "match of two": _board(crowded(a_match())),
    "match of four": _board(crowded(_FOUR, final_round=True, **_CLOCKS)),
    **_tabs("match of four", crowded(_FOUR, final_round=True, **_CLOCKS), ("Log", "Rules", "Help", "More")),
    "match with clocks of seats": _board(
        crowded(replace(_FOUR, seats=tuple(replace(seat, time_left=8_099_000) for seat in _FOUR.seats)), **_CLOCKS)
    ),
    "before anybody entered": _board(
        crowded(replace(_FOUR, seats=tuple(replace(seat, entered=False) for seat in _FOUR.seats)))
    ),
    "choosing all": _selecting(0, 1, 2),
    "choosing dice that do not count": _selecting(3, 4, 5),
    "deciding": _board(crowded(a_match("to_decide", players=4), bank_from=100_000, final_round=True)),
    "watching": _board(replace(crowded(a_match(turn=1, players=3)), seats=crowded(a_match(players=4)).seats[1:])),
    "all away": _board(crowded(replace(a_match(turn=1, players=4), seats=_AWAY))),
    "voting": _board(crowded(replace(a_match(turn=1, players=4), seats=_AWAY[:1] + _FOUR.seats[1:]), **_VOTING)),
    "voting now": _board(crowded(a_match(turn=1, players=4), **(_VOTING | {"vote_in": 0}))),
    "a clock soon": _board(crowded(a_match(turn=1, players=4), **(_ASKING | {"asking": (), "asking_in": 59_000}))),
    "a clock asked for": _board(crowded(a_match(turn=1, players=4), **_ASKING)),
    "asked for a clock": _board(crowded(a_match(players=4), **_ASKING)),
    "asked for a clock by one": _board(crowded(a_match(players=4), **(_ASKING | {"asking": ("p-bob",)}))),
    "asked for a clock while choosing": _board(crowded(a_roll(), **_ASKING)),
    "a bot to move": _board(crowded(_a_bot_to_move())),
    "left behind": _board(crowded(a_match(players=4), free_in=86_399_000)),
    "paused": _board(crowded(replace(a_pause(4), dissolving=("p-bob", "p-cy", "p-di")))),
    "result of four": _board(crowded(a_result(4))),
    "result that some left": _board(
        crowded(
            replace(a_result(4), seats=tuple(replace(s, ready=True, eligible=s.side == 0) for s in a_result(4).seats))
        )
    ),
    "result with a pot": _board(crowded(a_settled_pot())),
    **_tabs("result with a pot", crowded(replace(a_settled_pot(), pot=3)), ("Stakes", "Rules")),
    "result of a run": _board(crowded(a_run())),
    "fair dice": lambda client: VerifyScreen(client.app, client.script.session, client.script.know),
    "fair dice of a match": _verified,
    **{f"lesson {number + 1}": _lesson(number) for number in range(15)},
    "empty claim box": lambda client: EmptyClaimScreen(client.app),
    "recipes": _recipes,
    "statistics": _statistics,
    "paused matches": _paused(any_match=True),
    "no paused matches": _paused(any_match=False),
}
