"""Who a player is: the first page, the name that a server remembers, and the question under which one to go in."""

from pathlib import Path
from typing import Any

import pytest
from pyglet.window import key

from client.app import App
from client.connection import OWN_WORLD
from client.network import OwnWorld
from client.packs import Packs
from client.settings import Profile, Settings
from client.ui.screen import Screen
from client.ui.screens.begin import NO_SPACES, BeginScreen
from client.ui.screens.connection import ConnectingScreen
from client.ui.screens.join import JoinScreen
from client.ui.screens.name_question import NameQuestionScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.world import WorldScreen
from server.shared.protocol import limits
from server.shared.protocol.login import NameAnswer, NameQuestion
from server.shared.protocol.world import PlayerAppears, PlayerRenamed
from tests.client.scripted import Script
from tests.client.ui.conftest import Client

Started = list[tuple[str, str, bool]]
"""What the program set out for: an address or the own world, under a name, with commands or not."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    """The connections that would have been made."""
    made: Started = []
    monkeypatch.setattr(
        "client.connection.Connection.join", lambda _, address, name: made.append((address, name, True))
    )
    monkeypatch.setattr(
        "client.connection.Connection.play", lambda _, name, commands=True: made.append((OWN_WORLD, name, commands))
    )
    monkeypatch.setattr(Profile, "own_world", tmp_path / "worlds" / "home")
    return made


def fresh(window: Any, packs: Packs, folder: Path, name: str = "", settings: Settings | None = None) -> Client:
    """A client as the command line makes it."""
    profile = Profile(folder / "profile")
    if settings is not None:
        profile.save(settings)
    return Client(App(window, profile, packs=packs, name=name), Script())


def question(script: Script, *names: str, wanted: str = "Zoe", fault: str = "") -> None:
    script.greet()
    script.say(NameQuestion(names, wanted, fault))


def asked(app: App, *names: str, wanted: str = "Zoe", fault: str = "") -> tuple[Client, NameQuestionScreen]:
    """A client that has been asked under which name it goes in."""
    script = Script()
    question(script, *names, wanted=wanted, fault=fault)
    app.enter(script.session)
    app.frame(0.01)
    assert isinstance(app.screen, NameQuestionScreen)
    return Client(app, script), app.screen


def answers(client: Client) -> list[NameAnswer]:
    return client.script.heard_of(NameAnswer)


def shown(screen: Screen) -> list[str]:
    return [widget.label for widget in screen.widgets if widget.visible and hasattr(widget, "label")]


# ------------------------------------------------------------------ the first page


def test_the_first_start_asks_for_a_name_with_one_proposed_and_enter_goes_on(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    client = fresh(window, packs, tmp_path)
    client.app.begin()
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, BeginScreen)
    proposed = screen.name.text
    assert proposed.startswith("Player")
    assert screen.focus is screen.name
    client.press(key.ENTER)
    assert started == [(OWN_WORLD, proposed, True)]
    assert Profile(tmp_path / "profile").settings.name == proposed
    client.app.close()


def test_the_proposed_name_is_replaced_by_typing_and_commands_can_be_off(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    client = fresh(window, packs, tmp_path)
    client.app.begin()
    client.app.frame(0.01)
    client.write("Łucja")
    client.press(key.TAB)
    client.press(key.SPACE)
    client.press(key.TAB)
    client.press(key.ENTER)
    assert started == [(OWN_WORLD, "Łucja", False)]
    client.app.close()


def test_a_name_that_will_not_do_goes_nowhere(window: Any, packs: Packs, tmp_path: Path, started: Started) -> None:
    client = fresh(window, packs, tmp_path)
    client.app.begin()
    client.app.frame(0.01)
    client.write("ab")
    client.press(key.ENTER)
    assert started == []
    assert isinstance(client.app.screen, BeginScreen)
    assert "3 to 16" in client.app.screen.go.reason
    client.app.close()


def test_the_first_start_towards_a_server_asks_for_the_name_alone(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    client = fresh(window, packs, tmp_path)
    client.app.begin("play.example.org")
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, BeginScreen)
    assert not screen.commands.visible
    client.write("Ben")
    client.press(key.ENTER)
    assert started == [("play.example.org", "Ben", True)]
    client.app.close()


def test_a_given_name_stands_on_the_first_page_of_a_new_world_and_commands_are_asked(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    client = fresh(window, packs, tmp_path, name="Ben")
    client.app.begin()
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, BeginScreen)
    assert (screen.name.text, screen.commands.visible) == ("Ben", True)
    client.press(key.TAB)
    client.press(key.SPACE)
    client.press(key.TAB)
    client.press(key.ENTER)
    assert started == [(OWN_WORLD, "Ben", False)]
    client.app.close()


def test_a_space_in_a_name_is_told_until_something_else_is_typed(
    window: Any, packs: Packs, tmp_path: Path, started: Started, written: list[str]
) -> None:
    client = fresh(window, packs, tmp_path)
    client.app.begin()
    client.app.frame(0.01)
    client.write("Bob ")
    assert NO_SPACES in written
    client.write("S")
    written.clear()
    client.app.frame(0.01)
    assert NO_SPACES not in written
    client.write(" ")
    client.app.frame(0.01)
    client.press(key.ENTER)
    assert started == [(OWN_WORLD, "BobS", True)]
    client.app.close()


def test_a_given_name_skips_the_first_page_where_there_is_a_world(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    (tmp_path / "worlds" / "home").mkdir(parents=True)
    client = fresh(window, packs, tmp_path, name="Ben")
    client.app.begin()
    assert started == [(OWN_WORLD, "Ben", True)]
    client.app.close()


def test_a_later_start_asks_nothing(window: Any, packs: Packs, tmp_path: Path, started: Started) -> None:
    (tmp_path / "worlds" / "home").mkdir(parents=True)
    client = fresh(window, packs, tmp_path, settings=Settings(name="Ben"))
    client.app.begin()
    assert started == [(OWN_WORLD, "Ben", True)]
    client.app.close()


def test_a_new_world_of_a_known_player_asks_for_commands_alone(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    client = fresh(window, packs, tmp_path, settings=Settings(name="Ben"))
    assert isinstance(client.app.screen, TitleScreen)
    client.app.screen.play.activate()
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, BeginScreen)
    assert (screen.name.visible, screen.commands.visible) == (False, True)
    client.press(key.ESCAPE)
    assert client.shows(TitleScreen)
    assert started == []
    client.app.close()


# ------------------------------------------------------------------ the name at a server


def test_a_server_is_joined_again_under_the_name_one_had_there(
    window: Any, packs: Packs, tmp_path: Path, started: Started
) -> None:
    first = fresh(window, packs, tmp_path, name="Ben", settings=Settings(name="Ada"))
    script = Script()
    first.app.enter(script.session)
    script.session.address = f"play.example.org:{limits.DEFAULT_PORT}"
    script.greet()
    script.welcome_as("Ben").stand()
    first.frames(0.1)
    assert first.shows(WorldScreen)
    first.app.close()
    later = fresh(window, packs, tmp_path)
    later.app.begin("play.example.org")
    assert started == [("play.example.org", "Ben", True)]
    assert later.app.profile.settings.name == "Ada"
    later.app.begin("elsewhere.example.org")
    assert started[1:] == [("elsewhere.example.org", "Ada", True)]
    later.app.close()


def test_the_join_screen_says_under_which_name_one_plays_there(
    window: Any, packs: Packs, tmp_path: Path, started: Started, written: list[str]
) -> None:
    client = fresh(window, packs, tmp_path, settings=Settings(name="Ada", last_server="here"))
    client.app.profile.remember_name(f"here:{limits.DEFAULT_PORT}", "Ben")
    client.app.push(JoinScreen(client.app))
    client.app.frame(0.01)
    assert "Server address (you play as Ben)" in written
    client.press(key.ENTER)
    assert started == [("here", "Ben", True)]
    client.app.close()


def test_a_name_typed_at_the_title_goes_before_the_one_a_server_knows(app: App, started: Started) -> None:
    app.profile.remember_name(f"here:{limits.DEFAULT_PORT}", "Ben")
    assert app.name_at("here") == "Ben"
    app.rename("Zoe")
    assert app.name_at("here") == "Zoe"


def test_names_that_cannot_be_read_are_no_hindrance(app: App) -> None:
    (app.profile.folder / "names.json").write_text("{", encoding="utf-8")
    assert app.name_at("here") == "Ada"


# ------------------------------------------------------------------ the question


def test_the_question_offers_the_known_name_first_and_the_new_one(app: App) -> None:
    client, screen = asked(app, "Ben")
    assert shown(screen) == ["Go in as Ben", "Rename to Zoe", "Back"]
    assert "Ben" in screen.sentence
    assert "Zoe" in screen.sentence
    client.press(key.ENTER)
    assert answers(client) == [NameAnswer("Ben")]
    assert client.shows(ConnectingScreen)


def test_renaming_is_one_key_further(app: App) -> None:
    client, _ = asked(app, "Ben")
    client.press(key.DOWN)
    client.press(key.ENTER)
    assert answers(client) == [NameAnswer("Ben", rename=True)]


def test_a_name_that_cannot_be_had_is_told_and_not_offered(app: App) -> None:
    client, screen = asked(app, "Ben", fault="The name Zoe belongs to somebody else here.")
    assert shown(screen) == ["Go in as Ben", "Back"]
    assert "belongs to somebody else" in screen.sentence
    client.press(key.ESCAPE)
    assert client.shows(TitleScreen)
    assert answers(client) == []


def test_several_names_are_listed_and_one_is_chosen(app: App) -> None:
    client, screen = asked(app, "Ben", "Max", "Zed", fault="This key has several names here.")
    assert shown(screen) == ["Back"]
    client.press(key.DOWN)
    client.press(key.ENTER)
    assert answers(client) == [NameAnswer("Max")]


def test_a_question_asked_again_is_shown_again(app: App) -> None:
    client, _ = asked(app, "Ben")
    client.press(key.DOWN)
    client.press(key.ENTER)
    client.script.say(NameQuestion(("Ben",), "Zoe", "The name Zoe belongs to somebody else here."))
    client.frames(0.1)
    assert client.shows(NameQuestionScreen)


def test_a_connection_that_ends_takes_the_question_with_it(app: App) -> None:
    client, screen = asked(app, "Ben")
    client.script.session.end("connection", "The connection is over.")
    client.frames(0.1)
    assert screen not in app.screens


def test_in_the_own_world_the_answer_becomes_the_name(app: App) -> None:
    app.rename("Zoe")
    client, _ = asked(app, "Ben")
    client.script.session.address = OWN_WORLD
    client.press(key.ENTER)
    client.script.welcome_as("Ben").stand()
    client.frames(0.1)
    assert (app.name, app.profile.settings.name) == ("Ben", "Ben")


# ------------------------------------------------------------------ a new name while playing


def test_a_new_name_shows_on_bodies_and_is_remembered(client: Client) -> None:
    client.script.say(PlayerAppears(7, "p-bob", "Bob", 8.0, 64.0, 6.0, 0.0, 0.0, "standing", ""))
    client.script.say(PlayerRenamed("p-bob", "Zoe"), PlayerRenamed("p-ada", "Łucja"))
    client.frames(0.1)
    assert client.script.know.players == ["Łucja", "Zoe"]
    assert client.app.profile.name_at("somewhere:25600") == "Łucja"


def test_the_own_world_is_told_whose_it_is_and_whether_it_has_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def popen(command: list[str], **options: object) -> None:
        commands.append(command)
        raise OSError("not here")

    monkeypatch.setattr("client.network.subprocess.Popen", popen)
    with pytest.raises(OSError, match="not here"):
        OwnWorld(tmp_path / "home", owner=bytes(32), commands=False).start()
    assert commands[0][-4:] == ["--owner", "00" * 32, "--commands", "off"]
