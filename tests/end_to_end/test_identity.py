"""Who a player is, over real connections to real servers: renamed at the door, and at home in one's own world."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.connection import Connection
from client.model.knowledge import Knowledge
from client.network import address_of
from client.settings import Profile
from server.shared.protocol.chat import Say
from server.shared.protocol.message import Done, Message, Refused
from tests.support.client import Client, Parted
from tests.support.live import until
from tests.support.server import running_server


@pytest.fixture
def connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    monkeypatch.setattr(Profile, "own_world", tmp_path / "worlds" / "home")
    made = Connection(Profile(tmp_path / "profile"))
    yield made
    made.hang_up()


def playing(connection: Connection) -> Knowledge:
    until(connection, lambda: connection.know is not None)
    assert connection.know is not None
    return connection.know


def asked(connection: Connection) -> tuple[str, ...]:
    """The names in question, once the server asks."""
    until(connection, lambda: connection.session is not None and connection.session.question is not None)
    assert connection.session is not None
    assert connection.session.question is not None
    return connection.session.question.names


def answer(connection: Connection, name: str, *, rename: bool = False) -> None:
    assert connection.session is not None
    connection.session.answer(name, rename)


def said(connection: Connection, text: str) -> Message:
    """What the server answers to a line of chat."""
    heard: list[Message] = []
    assert connection.session is not None
    connection.session.ask(lambda n: Say(n, text), heard.append)
    until(connection, lambda: bool(heard))
    return heard[0]


def test_a_player_comes_back_under_another_name_and_is_the_same(connection: Connection, tmp_path: Path) -> None:
    with running_server(tmp_path / "world", "--seed", "7") as server:
        connection.join(address_of(server.address), "Ben")
        before = playing(connection).player
        connection.join(address_of(server.address), "Łucja")
        assert asked(connection) == ("Ben",)
        answer(connection, "Ben", rename=True)
        know = playing(connection)
        assert (know.player, know.name) == (before, "Łucja")
        connection.again()
        assert playing(connection).name == "Łucja", "the new name is the one to come back under"
        with pytest.raises(Parted, match="The name Ben is kept for Łucja"):
            Client.join(server.address, "Ben")


def test_in_the_own_world_the_player_may_use_commands_and_a_guest_may_not(connection: Connection) -> None:
    connection.play("Ada")
    assert playing(connection).operator
    assert isinstance(said(connection, "/time set noon"), Done)
    assert connection.own_world is not None
    assert connection.own_world.address is not None
    with Client.join(connection.own_world.address, "Guest") as guest:
        assert not guest.welcome.operator
        assert guest.refused(Say, "/time set noon").code == "operators_only"


def test_an_own_world_made_without_commands_stays_without_them(connection: Connection) -> None:
    assert connection.world_is_new
    connection.play("Ada", commands=False)
    assert not playing(connection).operator
    connection.play("Ada", commands=True)
    assert not playing(connection).operator
    refused = said(connection, "/time set noon")
    assert isinstance(refused, Refused)
    assert refused.code == "commands_off"
