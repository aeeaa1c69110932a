"""Who comes in: versions, proofs, names and keys, second logins, and where a player comes to stand."""

import os
from copy import deepcopy

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from server.engine.changes import ChangeSet, Refusal
from server.players.identity import ServerIdentity, new_secret
from server.players.presence import SAVED_EVERY
from server.players.records import PLAYERS, PUTS
from server.shared.protocol import limits
from server.shared.protocol.chat import ChatLine, Notice, Say
from server.shared.protocol.login import Hello, Login, ServerHello, Welcome, client_proof, server_proof
from server.shared.protocol.world import BodyGone, Correction, Sit
from server.shared.voxel.keys import FORWARD
from server.storage.memory import MemoryStorage
from tests.players.ground import CHAIR, FLOOR, STONE, TABLE, Ground
from tests.players.table import SPAWN, Guest, House


def test_both_sides_prove_themselves_and_the_player_stands_at_the_spawn() -> None:
    house = House()
    guest = house.greet()
    hello = guest.of(ServerHello)[0]
    proof = server_proof(guest.nonce, hello.nonce, hello.server_key)
    Ed25519PublicKey.from_public_bytes(hello.server_key).verify(hello.signature, proof)
    assert hello.title == "Test"
    guest.log_in("Ada")
    house.tick()
    welcome, correction = guest.of(Welcome)[0], guest.of(Correction)[0]
    assert guest.heard.index(welcome) < guest.heard.index(correction)
    assert (welcome.name, welcome.operator) == ("Ada", False)
    assert welcome.states == tuple(TABLE.states)
    assert {item.item: item.places for item in welcome.items} == {"minecraft:stone": STONE, "minecraft:stick": 0}
    assert (correction.number, correction.x, correction.y, correction.z) == (0, *SPAWN)
    assert [line.text for line in guest.of(ChatLine)] == ["Ada joined.", "Hello."]
    assert house.players.look(guest.id)[0] == 90.0


def test_the_server_keeps_its_key_over_restarts() -> None:
    storage = MemoryStorage()
    first = House(storage=storage).greet().of(ServerHello)[0]
    again = House(storage=storage).greet().of(ServerHello)[0]
    assert first.server_key == again.server_key
    assert first.nonce != again.nonce


def test_another_version_is_refused_and_both_are_named() -> None:
    house = House()
    guest = Guest(house)
    guest.send(Hello(limits.PROTOCOL + 41, "some client 9", guest.nonce))
    house.tick()
    assert guest.finished
    assert guest.goodbye.code == "version"
    assert f"version {limits.PROTOCOL} " in guest.goodbye.text
    assert f"version {limits.PROTOCOL + 41} (some client 9)" in guest.goodbye.text


def test_a_login_needs_a_hello_first() -> None:
    house = House()
    guest = Guest(house)
    guest.send(Login("Ada", bytes(32), bytes(64), 6))
    house.tick()
    assert guest.goodbye.code == "out_of_order"


def test_a_second_hello_is_refused() -> None:
    house = House()
    guest = house.greet()
    guest.send(Hello(limits.PROTOCOL, "tests", guest.nonce))
    house.tick()
    assert guest.goodbye.code == "out_of_order"


@pytest.mark.parametrize("wrong", ["server", "other nonce", "nothing"])
def test_a_signature_over_anything_else_is_refused(wrong: str) -> None:
    house = House()
    guest = house.greet()
    hello = guest.of(ServerHello)[0]
    signed = {
        "server": server_proof(guest.nonce, hello.nonce, hello.server_key),
        "other nonce": client_proof(guest.nonce, os.urandom(32), hello.server_key),
        "nothing": b"",
    }
    guest.log_in("Ada", signed=signed[wrong])
    house.tick()
    assert guest.goodbye.code == "not_proven"
    assert not house.engine.model.rows(PLAYERS)


@pytest.mark.parametrize("y", [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18])
@pytest.mark.parametrize("sign", [0, 1])
def test_a_key_under_which_one_signature_fits_everything_is_refused(y: int, sign: int) -> None:
    house = House()
    guest = house.greet()
    neutral = (1).to_bytes(32, "little")
    guest.send(Login("Ada", (y | sign << 255).to_bytes(32, "little"), neutral + bytes(32), 4))
    house.tick()
    assert guest.finished
    assert guest.goodbye.code == "not_proven"


def test_an_identity_made_anew_signs_with_another_key() -> None:
    assert ServerIdentity(new_secret()).public != ServerIdentity(new_secret()).public


@pytest.mark.parametrize("name", ["", "ab", "a" * 17, "Ada Lovelace", "Adа", "ada\n", "ada-1", "\u202eada"])
def test_odd_names_are_refused(name: str) -> None:
    house = House()
    guest = house.greet()
    guest.log_in(name)
    house.tick()
    assert guest.goodbye.code == "bad_name"
    assert guest.goodbye.text.startswith("A name has ")


@pytest.mark.parametrize("name", ["Ada", "ADA", "ada"])
def test_a_name_in_any_case_belongs_to_its_first_key(name: str) -> None:
    house = House()
    owner = house.join("Ada")
    stranger = house.greet()
    stranger.log_in(name)
    house.tick()
    assert stranger.goodbye.code == "name_taken"
    assert "Ada" in stranger.goodbye.text
    assert not owner.finished


def test_the_owner_comes_back_under_the_first_spelling_with_the_same_id() -> None:
    house = House()
    owner = house.join("Ada")
    owner.hang_up()
    house.tick()
    again = house.join("aDA", owner.key)
    assert again.id == owner.id
    assert again.of(Welcome)[0].name == "Ada"


def test_a_freed_name_belongs_to_the_next_key_that_proves_itself() -> None:
    house = House()
    owner = house.join("Ada")
    owner.hang_up()
    house.tick()
    record = house.engine.model.rows(PLAYERS)[owner.id]
    house.engine.change(lambda changes: changes.put(PLAYERS, owner.id, msgspec.structs.replace(record, key=b"")))
    heir = house.join("Ada")
    assert heir.id == owner.id
    late = house.greet()
    late.log_in("Ada", owner.key)
    house.tick()
    assert late.goodbye.code == "name_taken"


def test_only_a_proven_login_replaces_the_connection_of_its_player() -> None:
    house = House()
    old = house.join("Ada")
    forger = house.greet()
    forger.log_in("Ada", old.key, signed=b"forged")
    house.tick()
    assert not old.finished
    new = house.join("Ada", old.key)
    assert old.goodbye.code == "replaced"
    assert new.id == old.id
    assert new.body != old.body
    assert house.players.online(new.id)
    assert house.players.present() == (new.id,)
    assert not [line for line in new.of(ChatLine) if "left" in line.text or "joined" in line.text]
    old.hang_up()
    house.tick()
    assert house.players.online(new.id)
    assert len(house.engine.model.rows(PUTS)) == 1


def test_leaving_is_told_and_the_place_is_kept() -> None:
    storage = MemoryStorage()
    house = House(storage=storage)
    ada, bob = house.join("Ada"), house.join("Bob")
    ada.settle()
    ada.walk(1, 20)
    feet = ada.feet
    bob.forget_all_but_welcome()
    ada.hang_up()
    house.tick()
    assert [line.text for line in bob.of(ChatLine)] == ["Ada left."]
    assert house.players.feet(ada.id) is None
    assert not house.players.online(ada.id)
    later = House(storage=storage).join("Ada", ada.key)
    assert later.feet == pytest.approx(feet)
    assert later.feet != SPAWN


def test_a_place_that_became_solid_moves_up_to_a_free_one() -> None:
    house = House(Ground({(0, FLOOR, 0): STONE, (0, FLOOR + 2, 0): STONE}))
    guest = house.join("Ada")
    house.tick(2)
    assert guest.feet == pytest.approx((0.5, FLOOR + 3, 0.5))
    assert guest.of(Correction)[-1].y == FLOOR + 3


def test_a_place_is_looked_at_when_its_column_comes() -> None:
    ground = Ground({(0, FLOOR, 0): STONE})
    column = ground.columns.pop((0, 0))
    house = House(ground)
    guest = house.join("Ada")
    house.tick(5)
    assert guest.feet == SPAWN
    ground.columns[0, 0] = column
    house.tick(2)
    assert guest.feet[1] == FLOOR + 1


def test_hooks_see_the_newcomer_as_online_and_the_leaver_as_gone() -> None:
    house = House()
    seen: list[tuple[str, bool, bool]] = []

    def look(moment: str, player: str) -> None:
        players = house.players
        seen.append((moment + players.name(player), players.online(player), players.position(player) is not None))

    house.engine.hooks.join.append(lambda changes, player: look("join ", player))
    house.engine.hooks.leave.append(lambda changes, player: look("leave ", player))
    guest = house.join("Ada")
    house.join("Ada", guest.key)
    assert seen == [("join Ada", True, True), ("leave Ada", False, True), ("join Ada", True, True)]


def test_a_join_that_fails_leaves_no_body_behind(caplog: pytest.LogCaptureFixture) -> None:
    house = House()

    def fail(changes: ChangeSet, player: str) -> None:
        raise RuntimeError("a fault in a hook")

    house.engine.hooks.join.append(fail)
    guest = house.greet()
    guest.log_in("Ada")
    house.tick()
    assert guest.goodbye.code == "internal_error"
    assert house.players.present() == ()
    house.engine.hooks.join.remove(fail)
    house.join("Ada")
    assert len(house.players.present()) == 1
    assert "failed" in caplog.text


def test_a_seat_given_on_joining_holds() -> None:
    """A chair's own boxes do not count as a place that became solid."""
    house = House(Ground({(2, FLOOR, 2): CHAIR}))
    house.engine.hooks.join.append(
        lambda changes, player: house.players.sit(changes, player, (2.5, 64.0, 2.5), 180.0, (3, 64, 2), SPAWN)
    )
    guest = house.join("Ada")
    house.tick(3)
    assert house.players.sitting(guest.id)
    assert guest.of(Sit)[0].table == (3, 64, 2)
    assert guest.feet == (2.5, 64.0, 2.5)


def test_who_sat_when_the_server_was_killed_comes_back_standing_beside_the_seat() -> None:
    storage = MemoryStorage()
    house = House(storage=storage)
    ada = house.join("Ada")
    ada.settle()
    ada.walk(FORWARD, 20)
    house.tick(SAVED_EVERY)
    seat, beside = (9.5, 64.0, 9.5), (8.5, 64.0, 9.5)
    house.engine.change(lambda changes: house.players.sit(changes, ada.id, seat, 180.0, (9, 64, 8), beside))
    house.tick()
    right_after = deepcopy(storage)
    house.tick(SAVED_EVERY + 1)
    for killed in (right_after, storage):
        assert House(storage=killed).join("Ada", ada.key).feet == beside


def test_a_fault_on_leaving_leaves_no_body_behind(caplog: pytest.LogCaptureFixture) -> None:
    house = House()

    def fail(changes: ChangeSet, player: str) -> None:
        raise RuntimeError("a fault in a hook")

    house.engine.hooks.leave.append(fail)
    ada, bob = house.join("Ada"), house.join("Bob")
    house.tick(10)
    ada.hang_up()
    house.tick()
    assert house.players.present() == (bob.id,)
    assert not house.engine.model.rows(PUTS).get(ada.id)
    assert bob.of(BodyGone)
    assert "failed" in caplog.text


def test_bodies_of_an_earlier_run_are_gone_and_nobody_away_is_seated() -> None:
    storage = MemoryStorage()
    ada = House(storage=storage).join("Ada")
    revived = House(storage=storage)
    assert not revived.engine.model.rows(PUTS)
    revived.engine.change(lambda changes: revived.players.stand(changes, ada.id, SPAWN))
    with pytest.raises(Refusal):
        revived.engine.change(lambda changes: revived.players.sit(changes, ada.id, SPAWN, 0.0, (1, 64, 1), SPAWN))
    assert revived.players.present() == ()


def test_a_logged_in_player_who_logs_in_again_only_hears_of_it() -> None:
    house = House()
    guest = house.join("Ada")
    guest.log_in("Bob", Ed25519PrivateKey.generate())
    house.tick()
    assert not guest.finished
    assert guest.of(Notice)
    guest.send(Say(1, "still here"))
    house.tick()
    assert guest.of(ChatLine)[-1].text == "still here"


def test_newcomers_arrive_beside_each_other_and_never_inside_one_another() -> None:
    house = House()
    guests = [house.join(name) for name in ("Ada", "Bob", "Cyd")]
    house.engine.tick()
    places = [guest.feet for guest in guests]
    assert places[0] == pytest.approx(SPAWN)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert abs(places[one][0] - places[other][0]) >= 1.0
    assert {place[1] for place in places} == {SPAWN[1]}
