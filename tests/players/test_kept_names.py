"""Names that are kept for somebody: given up by renaming, or in a record that this server cannot read."""

from collections.abc import Callable

import msgspec
import pytest

from server.engine.changes import Refusal
from server.players.records import PLAYERS, PlayerRecord
from server.players.roster import MOST_FORMER, free
from server.shared.protocol.chat import Say
from server.shared.protocol.login import NameQuestion, Welcome
from server.shared.protocol.message import Done, Refused
from server.storage.journal import Journal
from server.storage.memory import MemoryStorage
from server.storage.records import pack
from tests.players.table import Guest, House

NAMES = ("Zoe", "Kim", "Uwe", "Pat")


def call(guest: Guest, name: str) -> Done | Refused:
    """What comes of saying that one is called this from now on."""
    guest.requests += 1
    guest.ask(Say(guest.requests, f"/name {name}"))
    return next(each for each in guest.heard if isinstance(each, Done | Refused) and each.n == guest.requests)


def with_torn(name: str) -> House:
    """A house whose player of this name has a record that ends too early."""
    storage = MemoryStorage()
    torn = pack(PlayerRecord(name, b"a" * 32, former=("Arnold", "Ivo")))[:-1]
    assert name.encode() in torn
    storage.submit(Journal(1, 1, {(PLAYERS.name, "p1"): torn}))
    return House(storage=storage)


@pytest.mark.parametrize("pose", ["Ben", "BEN", "ɓen"])
def test_a_name_given_up_is_kept_for_who_had_it_against_look_alikes_too(pose: str) -> None:
    house = House()
    ben, ada = house.join("Ben"), house.join("Ada")
    assert isinstance(call(ben, "Zoe"), Done)
    stranger = house.greet()
    stranger.log_in(pose)
    house.tick()
    assert "Ben" in stranger.goodbye.text
    assert "Zoe" in stranger.goodbye.text
    refused = call(ada, pose)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_name"
    ada.hang_up()
    house.tick()
    door = house.greet()
    door.log_in(pose, ada.key)
    house.tick()
    assert "Ben" in door.of(NameQuestion)[0].fault


def test_who_gave_a_name_up_may_have_it_back() -> None:
    house = House()
    ben = house.join("Ben")
    assert isinstance(call(ben, "Zoe"), Done)
    assert isinstance(call(ben, "ben"), Done)
    record = house.engine.model.rows(PLAYERS)[ben.id]
    assert (record.name, record.former) == ("ben", ("Zoe",))


def test_the_last_names_given_up_are_kept_and_no_more() -> None:
    house = House()
    ben = house.join("Ben")
    for name in (*NAMES, "Ivo"):
        assert isinstance(call(ben, name), Done)
    assert house.engine.model.rows(PLAYERS)[ben.id].former == NAMES[-MOST_FORMER:]
    assert house.join("Ben").of(Welcome)


def test_another_spelling_by_case_alone_is_no_name_given_up() -> None:
    house = House()
    ben = house.join("Ben")
    call(ben, "BEN")
    assert house.engine.model.rows(PLAYERS)[ben.id].former == ()


def test_an_operator_can_free_a_name_that_was_given_up_and_its_player_keeps_everything() -> None:
    house = House()
    ben = house.join("Ben")
    call(ben, "Zoe")
    assert house.engine.change(lambda changes: free(changes, "BEN")) == ("Ben", False)
    assert house.engine.change(lambda changes: free(changes, "Ben")) is None
    record = house.engine.model.rows(PLAYERS)[ben.id]
    assert (record.name, record.key != b"", record.former) == ("Zoe", True, ())
    assert house.join("Ben").id != ben.id


def test_a_player_stored_before_names_were_kept_has_given_up_none() -> None:
    plain = {"name": "Ada", "key": b"a" * 32}
    assert msgspec.convert(plain, PlayerRecord).former == ()


@pytest.mark.parametrize("name", ["Åda", "Bob"])
@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_the_name_of_a_player_whose_record_cannot_be_read_is_not_to_be_had(
    name: str, change: Callable[[str], str]
) -> None:
    house = with_torn(name)
    ada = house.join("Ada")
    refused = call(ada, change(name))
    assert isinstance(refused, Refused)
    assert "cannot read" in refused.text
    with pytest.raises(Refusal, match="cannot read"):
        house.engine.change(lambda changes: house.players.rename(changes, ada.id, change(name)))
    stranger = house.greet()
    stranger.log_in(change(name))
    house.tick()
    assert "cannot read" in stranger.goodbye.text
    assert house.engine.model.rows(PLAYERS)[ada.id].name == "Ada"


def test_what_looks_like_a_name_in_an_unreadable_record_or_was_given_up_in_it_is_not_to_be_had() -> None:
    ada = with_torn("Bob_1").join("Ada")
    for name in ("Bob_l", "Arnold", "Amold"):
        assert isinstance(call(ada, name), Refused)
    for name in ("pitch", "former"):
        assert isinstance(call(ada, name), Done), "words of the record itself are no names"


def test_a_name_that_is_a_word_of_every_record_is_kept_where_it_is_one() -> None:
    assert isinstance(call(with_torn("pitch").join("Ada"), "Pitch"), Refused)


def test_a_long_name_in_letters_of_many_bytes_is_found_too() -> None:
    name = "მშვიდობისანიამბა"
    assert len(name.encode()) > 31
    assert isinstance(call(with_torn(name).join("Ada"), name), Refused)
