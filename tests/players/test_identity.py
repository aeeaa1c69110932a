"""A key has one name here and a name one key: what is asked of who comes under another, and what renaming keeps."""

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.engine.changes import ChangeSet
from server.players.records import PLAYERS, PlayerRecord
from server.shared.protocol import limits
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.login import Hello, NameAnswer, NameQuestion, Welcome
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.world import PlayerRenamed
from server.storage.memory import MemoryStorage
from tests.players.table import Guest, House


def come(house: House, name: str, key: Ed25519PrivateKey) -> Guest:
    """Log in and hear what the server answers."""
    guest = house.greet()
    guest.log_in(name, key)
    house.tick()
    return guest


def answer(guest: Guest, name: str, rename: bool = False) -> None:
    guest.send(NameAnswer(name, rename))
    guest.house.tick()


def gone(guest: Guest) -> Ed25519PrivateKey:
    """The player leaves; its key."""
    guest.hang_up()
    guest.house.tick()
    return guest.key


def names(house: House) -> list[str]:
    return sorted(record.name for record in house.engine.model.rows(PLAYERS).values())


def said(guest: Guest, text: str) -> Done | Refused:
    guest.requests += 1
    heard = guest.ask(Say(guest.requests, text))
    found = [each for each in guest.heard if isinstance(each, Done | Refused) and each.n == guest.requests]
    assert found, heard
    return found[-1]


# ------------------------------------------------------------------ the question


def test_a_known_key_under_another_name_is_asked_and_nobody_new_comes_to_be() -> None:
    house = House()
    key = gone(house.join("Ben"))
    guest = come(house, "Zoe", key)
    assert guest.of(NameQuestion) == [NameQuestion(("Ben",), "Zoe")]
    assert not guest.of(Welcome)
    assert not guest.finished
    assert names(house) == ["Ben"]
    assert house.players.present() == ()


def test_who_is_asked_has_minutes_to_think_and_who_proves_nothing_has_not() -> None:
    house = House()
    guest = come(house, "Zoe", gone(house.join("Ben")))
    stranger = house.greet()
    assert house.engine.seconds_to_come_in(guest.number) == limits.ANSWER_SECONDS
    assert house.engine.seconds_to_come_in(stranger.number) == limits.LOGIN_SECONDS


def test_going_in_as_before_changes_nothing() -> None:
    house = House()
    ben = house.join("Ben")
    guest = come(house, "Zoe", gone(ben))
    answer(guest, "Ben")
    assert (guest.id, guest.of(Welcome)[0].name) == (ben.id, "Ben")
    assert names(house) == ["Ben"]


def test_renaming_at_the_door_keeps_the_player_and_lets_them_in() -> None:
    house = House()
    ben = house.join("Ben")
    other = house.join("Ada")
    guest = come(house, "Zoe", gone(ben))
    answer(guest, "Ben", rename=True)
    assert (guest.id, guest.of(Welcome)[0].name) == (ben.id, "Zoe")
    assert PlayerRenamed(ben.id, "Zoe") in other.of(PlayerRenamed)
    assert "Ben is called Zoe now." in [line.text for line in other.of(ChatLine)]
    later = come(house, "Zoe", gone(guest))
    assert later.id == ben.id
    assert not later.of(NameQuestion)


@pytest.mark.parametrize(
    ("wanted", "fault"), [("Ada", "belongs to somebody else"), ("Αda", "mixed"), ("Amold", "Arnold")]
)
def test_a_name_that_cannot_be_had_is_said_so_and_only_the_own_one_is_left(wanted: str, fault: str) -> None:
    house = House()
    house.join("Ada")
    house.join("Arnold")
    ben = house.join("Ben")
    guest = come(house, wanted, gone(ben))
    assert fault in guest.of(NameQuestion)[0].fault
    answer(guest, "Ben", rename=True)
    assert len(guest.of(NameQuestion)) == 2
    assert "Ben" in names(house)
    answer(guest, "Ben")
    assert guest.id == ben.id


def test_a_name_taken_while_the_question_stood_is_asked_about_again() -> None:
    house = House()
    key = gone(house.join("Ben"))
    guest = come(house, "Zoe", key)
    house.join("Zoe")
    answer(guest, "Ben", rename=True)
    assert "belongs to somebody else" in guest.of(NameQuestion)[-1].fault
    assert names(house) == ["Ben", "Zoe"]


@pytest.mark.parametrize("name", ["ben", "BEN"])
def test_letter_case_alone_is_not_asked_about(name: str) -> None:
    house = House()
    ben = house.join("Ben")
    guest = come(house, name, gone(ben))
    assert not guest.of(NameQuestion)
    assert (guest.id, guest.of(Welcome)[0].name) == (ben.id, "Ben")


def test_loose_accents_come_to_the_same_player() -> None:
    house = House()
    owner = house.join("Ángel")
    guest = come(house, "A\u0301ngel", gone(owner))
    assert guest.id == owner.id


def test_an_answer_needs_a_question_and_a_proof() -> None:
    house = House()
    house.join("Ben")
    stranger = house.greet()
    answer(stranger, "Ben")
    assert stranger.goodbye.code == "out_of_order"


def test_an_answer_with_a_name_of_another_key_is_asked_again() -> None:
    house = House()
    house.join("Ada")
    guest = come(house, "Zoe", gone(house.join("Ben")))
    answer(guest, "Ada")
    assert not guest.of(Welcome)
    assert [question.names for question in guest.of(NameQuestion)] == [("Ben",), ("Ben",)]


def test_a_second_hello_while_the_question_stands_is_out_of_order() -> None:
    house = House()
    guest = come(house, "Zoe", gone(house.join("Ben")))
    guest.send(Hello(1, "tests", guest.nonce))
    house.tick()
    assert guest.finished


# ------------------------------------------------------------------ worlds of before, and names of before


def old_world(*players: tuple[str, Ed25519PrivateKey]) -> House:
    """A world in which names were given by the rules of before."""
    house = House()

    def fill(changes: ChangeSet) -> None:
        for number, (name, key) in enumerate(players):
            changes.put(PLAYERS, f"p{number}", PlayerRecord(name, key.public_key().public_bytes_raw()))

    house.engine.change(fill)
    return house


def test_a_key_with_several_names_goes_in_by_each_and_is_asked_with_all_of_them_otherwise() -> None:
    key = Ed25519PrivateKey.generate()
    house = old_world(("Ben", key), ("Zoe", key))
    assert house.join("zoe", key).id == "p1"
    assert house.join("Ben", key).id == "p0"
    guest = come(house, "Max", key)
    assert guest.of(NameQuestion)[0].names == ("Ben", "Zoe")
    assert guest.of(NameQuestion)[0].fault
    answer(guest, "Zoe")
    assert guest.id == "p1"


def test_names_of_before_that_look_alike_keep_their_owners() -> None:
    keys = [Ed25519PrivateKey.generate() for _ in range(2)]
    house = old_world(("l0l", keys[0]), ("lOl", keys[1]))
    assert house.join("l0l", keys[0]).id == "p0"
    assert house.join("lol", keys[1]).id == "p1"
    newcomer = come(house, "1o1", Ed25519PrivateKey.generate())
    assert newcomer.goodbye.code == "bad_name"


def test_a_freed_name_goes_to_a_key_that_has_another_one_and_both_stay_theirs() -> None:
    house = House()
    lost, other = house.join("Ben"), house.join("Ben2")
    key = gone(other)
    gone(lost)
    record = house.engine.model.rows(PLAYERS)[lost.id]
    house.engine.change(lambda changes: changes.put(PLAYERS, lost.id, msgspec.structs.replace(record, key=b"")))
    assert house.join("Ben", key).id == lost.id
    assert house.join("Ben2", key).id == other.id


# ------------------------------------------------------------------ newcomers


@pytest.mark.parametrize(("first", "second"), [("Oce", "Осе"), ("Olof", "0lof"), ("Arnold", "Amold")])
def test_a_newcomer_may_not_look_like_somebody(first: str, second: str) -> None:
    house = House()
    house.join(first)
    guest = come(house, second, Ed25519PrivateKey.generate())
    assert guest.goodbye.code == "bad_name"
    assert first in guest.goodbye.text


@pytest.mark.parametrize("name", ["Łukasz", "Ελένη", "Олег", "王伟", "مريم"])
def test_names_of_any_script_come_in_and_are_found_by_commands(name: str) -> None:
    house = House(operators=("Ada",))
    ada, guest = house.join("Ada"), house.join(name)
    assert guest.of(Welcome)[0].name == name
    assert isinstance(said(ada, f"/op {name}"), Done)
    assert house.players.operator(guest.id)
    assert isinstance(said(ada, "/list"), Done)
    assert name in ada.of(ChatLine)[-1].text


# ------------------------------------------------------------------ /name


def test_a_player_renames_themselves_and_everybody_hears() -> None:
    house = House()
    ben, ada = house.join("Ben"), house.join("Ada")
    assert isinstance(said(ben, "/name Zoe"), Done)
    for guest in (ben, ada):
        assert guest.of(PlayerRenamed) == [PlayerRenamed(ben.id, "Zoe")]
    assert house.players.name(ben.id) == "Zoe"
    said(ben, "hello")
    assert ada.of(ChatLine)[-1] == ChatLine("Zoe", "hello")
    said(ada, "/list")
    assert ada.of(ChatLine)[-1].text == "2 here: Ada, Zoe"


def test_letter_case_can_be_changed() -> None:
    house = House()
    ben = house.join("ben")
    assert isinstance(said(ben, "/name Ben"), Done)
    assert names(house) == ["Ben"]


@pytest.mark.parametrize("words", ["", "Ada", "aDA", "two words", "x", "Ben", "Adа"])
def test_a_name_that_cannot_be_had_changes_nothing(words: str) -> None:
    house = House()
    ben = house.join("Ben")
    house.join("Ada")
    refused = said(ben, f"/name {words}")
    assert isinstance(refused, Refused)
    assert refused.text.endswith(".")
    assert names(house) == ["Ada", "Ben"]


def test_a_new_name_survives_the_server() -> None:
    storage = MemoryStorage()
    ben = House(storage=storage).join("Ben")
    said(ben, "/name Zoe")
    again = House(storage=storage).join("Zoe", ben.key)
    assert again.id == ben.id
