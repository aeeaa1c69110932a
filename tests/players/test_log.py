"""What the log says of people: who comes and goes, who is turned away, what operators do, each on a line of its own."""

import logging
import re
from pathlib import Path

import pytest

from server.engine.log_lines import OneLine, printable
from server.shared.protocol import limits
from server.shared.protocol.chat import Say
from server.shared.protocol.login import Hello
from tests.players.table import Guest, House
from tests.players.test_chat import answered, operator, refused
from tests.support.client import Client, Parted
from tests.support.server import running_server


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO)
    return caplog


def lines(said: pytest.LogCaptureFixture) -> list[str]:
    """The log as it is written, from the name of its room on."""
    return [OneLine("%(message)s").format(record) for record in said.records]


def test_who_joins_joins_again_and_leaves_is_named_with_the_id(said: pytest.LogCaptureFixture) -> None:
    house = House()
    ada = house.join("Ada")
    ada.hang_up()
    house.tick()
    assert lines(said) == [f"Ada ({ada.id}) joined from nowhere.", f"Ada ({ada.id}) left."]


def test_a_refused_login_is_told_with_its_reason_and_the_name_it_claimed(said: pytest.LogCaptureFixture) -> None:
    house = House()
    guest = house.greet()
    guest.log_in("A!")
    house.tick()
    assert guest.goodbye.text
    assert lines(said) == [f"The connection of a login as 'A!' from nowhere ends: {guest.goodbye.text} (bad_name)"]


def test_a_connection_that_never_logs_in_is_told(said: pytest.LogCaptureFixture) -> None:
    house = House()
    guest = Guest(house)
    house.engine.refuse(guest.number, "login_timeout", "A login must be proven within 20 seconds.")
    house.tick()
    assert lines(said) == [
        "The connection of a stranger from nowhere ends: A login must be proven within 20 seconds. (login_timeout)"
    ]


@pytest.mark.parametrize(
    ("text", "did"),
    [
        ("/give stick 3", "did /give stick 3: 3 minecraft:stick for you."),
        ("/time set noon", "did /time set noon: The time is 6000."),
        ("/tp 1 70 1", "did /tp 1 70 1: You are at 1 70 1."),
        ("/op bob", "did /op bob: Bob is an operator."),
        ("/deop bob", "did /deop bob: Bob is no longer an operator by command."),
        ("/kick bob go away", "did /kick bob go away: Bob is gone."),
        ("/stop", "did /stop: The server is stopping."),
    ],
)
def test_what_an_operator_does_is_told_with_its_effect(said: pytest.LogCaptureFixture, text: str, did: str) -> None:
    house, ada = operator()
    house.join("Bob")
    said.clear()
    answered(ada, text)
    assert lines(said)[0] == f"The operator Ada ({ada.id}) {did}"


def test_what_is_refused_to_anybody_or_changes_nothing_is_not_told_as_done(said: pytest.LogCaptureFixture) -> None:
    house, ada = operator()
    bob = house.join("Bob")
    said.clear()
    refused(bob, "/give stick")
    refused(ada, "/give nothing_of_the_kind")
    answered(bob, "/list")
    assert lines(said) == []


def test_nothing_that_a_stranger_sends_makes_a_line_of_its_own(said: pytest.LogCaptureFixture) -> None:
    house = House()
    forged = "x\n2026-12-01 12:00:00 INFO voxtable.players: Ada joined\x1b[2J\u2028\u202e"
    guest = Guest(house)
    guest.send(Hello(limits.PROTOCOL + 41, forged[:64], guest.nonce))
    other = house.greet()
    other.log_in("x\r\nAda left.\u2028")
    house.tick()
    assert len(lines(said)) == 2
    assert all(line.isprintable() for line in lines(said))
    assert "\\n2026-12-01" in lines(said)[0]


def test_a_trace_is_indented_so_that_what_it_quotes_is_no_entry() -> None:
    try:
        raise ValueError("x\n2026-12-01 INFO voxtable.players: Ada joined\x1b[0m")
    except ValueError as error:
        fault = (type(error), error, error.__traceback__)
    record = logging.LogRecord("room", logging.ERROR, "", 0, "It failed.", (), fault)
    first, *others = OneLine("%(levelname)s: %(message)s").format(record).splitlines()
    assert first == "ERROR: It failed."
    assert others
    assert all(line.startswith("    | ") and line.isprintable() for line in others)


def test_names_and_words_of_any_script_stay_as_they_are() -> None:
    assert printable("Žofie rolls ⚅ ボブ") == "Žofie rolls ⚅ ボブ"
    assert printable("a\tb\x00\u202ec\ud800") == r"a\tb\x00\u202ec\ud800"


def test_the_log_of_a_server_names_addresses_of_those_who_came(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running_server(tmp_path / "world", "--operator", "Ada", log=log) as server:
        with Client.join(server.address, "Ada") as ada:
            ada.must(Say, "/time set noon")
        with pytest.raises(Parted):
            Client.join(server.address, "A!")
    written = log.read_text(encoding="utf-8")
    assert re.search(r"INFO voxtable\.players: Ada \([0-9a-f-]{36}\) joined from 127\.0\.0\.1:\d+\.", written)
    assert re.search(r"The operator Ada \([0-9a-f-]{36}\) did /time set noon", written)
    assert re.search(r"The connection of a login as 'A!' from 127\.0\.0\.1:\d+ ends: ", written)


def test_a_new_name_is_told_with_the_old_one(said: pytest.LogCaptureFixture) -> None:
    house = House()
    ada = house.join("Ada")
    said.clear()
    house.engine.change(lambda changes: house.players.rename(changes, ada.id, "Ben"))
    assert lines(said) == [f"Ada ({ada.id}) is called Ben now."]


def test_strangers_who_come_in_crowds_are_counted_and_do_not_fill_the_log(said: pytest.LogCaptureFixture) -> None:
    house = House()
    for _ in range(500):
        house.engine.refuse(Guest(house).number, "malformed_message", "This message cannot be read.")
    house.tick()
    assert len(lines(said)) == 20
    house.clock.ms += 10_000
    house.engine.refuse(Guest(house).number, "malformed_message", "This message cannot be read.")
    house.tick()
    assert lines(said)[20:] == [
        "480 more connections of strangers ended.",
        "The connection of a stranger from nowhere ends: This message cannot be read. (malformed_message)",
    ]
