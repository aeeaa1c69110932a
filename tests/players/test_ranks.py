"""Operators: names of the settings are claimed once, and in their own world players are what they chose."""

import logging

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.players.records import OWN_WORLD, PLAYERS, OwnWorld
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.login import Welcome
from server.shared.protocol.message import Done, Message, Refused
from server.storage.memory import MemoryStorage
from tests.players.table import Guest, House


def said(guest: Guest, text: str) -> Message:
    guest.requests += 1
    guest.ask(Say(guest.requests, text))
    return next(each for each in guest.heard if isinstance(each, Done | Refused) and each.n == guest.requests)


def turned_away(house: House, name: str) -> str:
    """The code with which a stranger of this name is sent off."""
    stranger = house.greet()
    stranger.log_in(name)
    house.tick()
    return stranger.goodbye.code


def test_a_name_of_the_settings_makes_its_first_key_operator_and_nobody_else_after_a_rename() -> None:
    house = House(operators=("Ben",))
    ben = house.join("ben")
    assert ben.of(Welcome)[0].operator
    assert isinstance(said(ben, "/name Zoe"), Done)
    assert house.players.operator(ben.id)
    assert turned_away(house, "Ben") == "bad_name"
    assert not house.players.operator(house.join("Bert").id)


def test_who_bore_a_name_of_the_settings_before_it_was_claimed_is_operator_at_once() -> None:
    storage = MemoryStorage()
    ben = House(storage=storage).join("Ben")
    house = House(storage=storage, operators=("BEN",))
    assert house.players.operator(ben.id)


def test_a_name_taken_out_of_the_settings_makes_no_operator() -> None:
    storage = MemoryStorage()
    ben = House(storage=storage, operators=("Ben",)).join("Ben")
    assert not House(storage=storage).players.operator(ben.id)


def test_a_name_that_nobody_has_claimed_is_told_at_the_start(caplog: pytest.LogCaptureFixture) -> None:
    storage = MemoryStorage()
    with caplog.at_level(logging.WARNING):
        House(storage=storage, operators=("Ada",)).join("Ada")
    assert "Nobody has joined as Ada yet" in caplog.text
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        House(storage=storage, operators=("Ada",))
    assert not caplog.text


# ------------------------------------------------------------------ one's own world


def test_the_owner_of_a_new_world_may_use_commands_and_nobody_who_joins_there() -> None:
    key = Ed25519PrivateKey.generate()
    house = House(owner=key)
    owner, guest = house.join("Ada", key), house.join("Bob")
    assert owner.of(Welcome)[0].operator
    assert isinstance(said(owner, "/time set noon"), Done)
    refused = said(guest, "/time set noon")
    assert isinstance(refused, Refused)
    assert refused.code == "operators_only"


def test_where_commands_are_off_the_owner_is_told_so_and_it_stays_so() -> None:
    storage, key = MemoryStorage(), Ed25519PrivateKey.generate()
    House(storage=storage, owner=key, commands=False).join("Ada", key)
    house = House(storage=storage, owner=key, commands=True)
    owner = house.join("Ada", key)
    assert not owner.of(Welcome)[0].operator
    refused = said(owner, "/give stick")
    assert isinstance(refused, Refused)
    assert refused.code == "commands_off"
    assert "off in this world" in refused.text
    assert isinstance(said(owner, "/list"), Done)
    assert "/give" not in "\n".join(line.text for line in owner.of(ChatLine))


def test_the_right_follows_the_key_and_not_the_name() -> None:
    key = Ed25519PrivateKey.generate()
    house = House(owner=key)
    owner = house.join("Ada", key)
    said(owner, "/name Zoe")
    assert house.players.operator(owner.id)
    assert turned_away(house, "Ada") == "bad_name"
    assert not house.players.operator(house.join("Ida").id)


def test_a_world_of_before_lets_its_owner_use_commands_whatever_is_asked_now() -> None:
    storage, key = MemoryStorage(), Ed25519PrivateKey.generate()
    House(storage=storage).join("Ada", key)
    house = House(storage=storage, owner=key, commands=False)
    assert house.engine.model.rows(OWN_WORLD)["world"] == OwnWorld(commands=True)
    assert len(house.engine.model.rows(PLAYERS)) == 1


def test_a_server_is_nobodys_own_world() -> None:
    house = House()
    assert not house.players.operator(house.join("Ada").id)
    assert not house.engine.model.rows(OWN_WORLD)
