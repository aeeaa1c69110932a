"""The session: who it lets in, what it pins, how it numbers and answers, and that bad bytes end it with a sentence."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from client.session import Keyring
from client.settings import Profile
from server.shared.protocol import chat, items, limits, login, world
from server.shared.protocol.codec import frame
from server.shared.protocol.message import Message, Refused
from tests.client.scripted import Script, column, correction


def test_a_session_says_hello_first_and_proves_its_key_only_to_a_proven_server() -> None:
    script = Script()
    assert [type(message) for message in script.listen()] == [login.Hello]
    script.greet()
    told = script.heard_of(login.Login)[0]
    hello = script.heard_of(login.Hello)[0]
    server_key = script.key.public_key().public_bytes_raw()
    proof = login.client_proof(hello.nonce, bytes(32), server_key)
    Ed25519PublicKey.from_public_bytes(told.key).verify(told.signature, proof)
    assert told.name == "Ada"


def test_a_server_that_cannot_prove_its_key_gets_nothing() -> None:
    script = Script()
    script.greet(key=Ed25519PrivateKey.generate())
    assert script.session.ended is not None
    assert script.session.ended.code == "server_key"
    assert script.heard_of(login.Login) == []


def test_the_first_key_of_an_address_is_pinned_and_another_one_is_refused_in_a_sentence() -> None:
    known = Keyring()
    Script(known).welcome()
    assert list(known.keys) == ["somewhere:25600"]
    stranger = Script(known)
    stranger.greet()
    assert stranger.session.ended is not None
    assert stranger.session.ended.code == "server_key_changed"
    assert "somewhere:25600" in stranger.session.ended.text
    assert stranger.heard_of(login.Login) == []


def test_known_servers_that_cannot_be_read_end_the_connection_with_the_files_name(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_text("no json", encoding="utf-8")
    script = Script(Profile(tmp_path))
    script.greet()
    assert script.session.ended is not None
    assert script.session.ended.code == "profile"
    assert "servers.json" in script.session.ended.text
    assert script.heard_of(login.Login) == []


def test_the_same_key_is_let_in_again() -> None:
    known, key = Keyring(), Ed25519PrivateKey.generate()
    Script(known, key).welcome()
    assert Script(known, key).welcome().session.playing


def test_another_protocol_version_ends_the_session_and_names_both() -> None:
    script = Script()
    script.greet(protocol=7)
    assert script.session.ended is not None
    assert "version 7" in script.session.ended.text
    assert f"version {limits.PROTOCOL}" in script.session.ended.text


def test_the_same_bytes_in_single_pieces_lead_to_the_same_knowledge() -> None:
    script = Script().welcome()
    for byte in frame(chat.ChatLine(sender="Bob", text="hello")) + frame(column(0, 0)):
        script.session.receive(bytes([byte]))
    assert [said.text for said in script.know.talk.lines] == ["hello"]
    assert (0, 0) in script.know.columns.columns


@pytest.mark.parametrize(
    "data", [b"\x00\x00\x00\x02\xff\xff", b"\x7f\xff\xff\xff", frame(login.Goodbye("x", "y"))[:5] + b"\xc1" * 9]
)
def test_unreadable_bytes_end_the_session_with_a_sentence(data: bytes) -> None:
    script = Script().welcome()
    script.session.receive(data)
    script.session.receive(b"\x00" * 64)
    assert script.session.ended is not None
    assert script.session.ended.code == "unreadable"
    assert script.session.ended.text.endswith(".")


def test_the_world_before_the_welcome_is_out_of_order() -> None:
    script = Script()
    script.say(column(0, 0))
    assert script.session.ended is not None
    assert script.session.ended.code == "out_of_order"


def test_a_goodbye_is_kept_word_for_word_and_later_messages_are_ignored() -> None:
    script = Script().welcome()
    script.say(login.Goodbye("kicked", "Enough for today."), chat.ChatLine("Bob", "late"))
    assert script.session.ended is not None
    assert (script.session.ended.code, script.session.ended.text) == ("kicked", "Enough for today.")
    assert not script.know.talk.lines
    assert not script.session.playing


def test_requests_are_numbered_one_by_one_and_answered_once() -> None:
    script = Script().welcome()
    answers: list[Message] = []
    first = script.session.ask(lambda n: chat.Say(n=n, text="a"), answers.append)
    second = script.session.ask(lambda n: chat.Say(n=n, text="b"), answers.append)
    assert second == first + 1
    script.say(Refused(n=second, code="no", text="Not now."))
    script.say(Refused(n=second, code="no", text="Not now."))
    assert [(answer.n, type(answer)) for answer in answers if isinstance(answer, Refused)] == [(second, Refused)]


def test_a_refusal_nobody_waits_for_becomes_a_notice_and_a_stale_window_stays_quiet() -> None:
    script = Script().welcome()
    script.session.say("/nonsense")
    script.refuse("unknown_command", "There is no such command.")
    script.session.close_window(0)
    script.refuse("stale_window", "The window has changed.")
    assert [toast.text for toast in script.know.talk.toasts] == ["There is no such command."]


def test_columns_are_acknowledged_as_they_come() -> None:
    script = Script().welcome()
    script.session.receive(frame(column(0, 0)) + frame(column(1, 0)) + frame(column(1, 1)))
    assert [message.count for message in script.heard_of(world.ColumnsReceived)] == [3]


def test_a_gap_in_a_columns_revisions_asks_for_the_whole_column() -> None:
    script = Script().welcome().stand()
    script.say(world.BlockChanges(cx=0, cz=0, revision=3, changes=((0, 1),)))
    assert [(wanted.cx, wanted.cz) for wanted in script.heard_of(world.ColumnWanted)] == [(0, 0)]


def test_time_sends_twenty_numbered_steps_a_second_whatever_the_frame_rate() -> None:
    script = Script().welcome().stand()
    for _ in range(100):
        script.session.advance(0.01, 0)
    numbers = [step.number for message in script.heard_of(world.Steps) for step in message.steps]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) in (19, 20)


def test_the_hotbar_is_told_only_when_another_slot_is_taken() -> None:
    script = Script().welcome()
    script.session.select_slot(3)
    script.session.select_slot(3)
    assert [message.slot for message in script.heard_of(items.SelectSlot)] == [3]


def test_a_session_that_has_ended_sends_nothing_more() -> None:
    script = Script().welcome().stand()
    script.listen()
    script.session.end("quit", "Left.")
    script.session.say("hello?")
    script.session.advance(1.0, 0)
    script.say(correction(0, 0.5, 64.0, 0.5))
    assert script.listen() == []
