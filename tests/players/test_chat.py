"""Chat and commands: who hears what, limits on text and pace, and what only operators may do."""

import pytest

from client.packs import Packs
from client.ui.text import Font, parse_font
from server.engine.changes import Refusal
from server.engine.plugins import Command
from server.items.ledger import HOLDERS, MINTED
from server.players import chat
from server.shared.protocol.chat import ChatLine, Notice, Say
from server.shared.protocol.message import Done, Refused
from server.storage.memory import MemoryStorage
from tests.players.ground import FLOOR
from tests.players.table import SPAWN, Guest, House


def say(guest: Guest, text: str) -> Done | Refused:
    """Say something after a silence long enough; the answer."""
    guest.house.tick(20)
    guest.requests += 1
    guest.ask(Say(guest.requests, text))
    (answer,) = (each for each in guest.heard if isinstance(each, Done | Refused) and each.n == guest.requests)
    return answer


def answered(guest: Guest, text: str) -> str:
    """What a command answers; it has to succeed."""
    before = len(guest.of(ChatLine))
    assert isinstance(say(guest, text), Done)
    return "\n".join(line.text for line in guest.of(ChatLine)[before:])


def refused(guest: Guest, text: str) -> Refused:
    answer = say(guest, text)
    assert isinstance(answer, Refused)
    return answer


def operator() -> tuple[House, Guest]:
    house = House(operators=("ADA",))
    return house, house.join("Ada")


def test_a_line_reaches_everybody_with_the_name_of_its_speaker() -> None:
    house = House()
    ada, bob = house.join("Ada"), house.join("Bob")
    assert isinstance(say(ada, "  good evening  "), Done)
    for guest in (ada, bob):
        assert guest.of(ChatLine)[-1] == ChatLine("Ada", "good evening")


def test_control_and_formatting_characters_are_taken_out() -> None:
    assert chat.clean("a\x00b\x1b[31mc\u202ed\u200be\u2028f") == "ab[31mcdef"
    assert chat.clean("one\ttwo\nthree") == "one two three"


def test_accents_stay_but_towers_of_them_do_not() -> None:
    assert chat.clean("cafe\u0301 e\u0302\u0301") == "cafe\u0301 e\u0302\u0301"
    assert chat.clean("a" + "\u0301" * 200 + "b \u0301c") == "a" + "\u0301" * chat.MARKS + "b c"
    with pytest.raises(Refusal, match="nothing to say"):
        chat.clean("\u0301" * 200)


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty_line"), (" \u200b\x07 ", "empty_line"), ("\U0001f3b2" * 200, "too_long")]
)
def test_text_that_is_empty_or_too_long_is_refused(text: str, code: str) -> None:
    assert refused(House().join("Ada"), text).code == code


def test_talking_too_fast_is_refused_and_a_wait_mends_it() -> None:
    house = House()
    guest = house.join("Ada")
    for number in range(12):
        guest.send(Say(100 + number, f"line {number}"))
    house.tick()
    refusals = guest.of(Refused)
    assert len(refusals) == 12 - int(chat.LINES_BURST)
    assert {refusal.code for refusal in refusals} == {"too_fast"}
    assert isinstance(say(guest, "again"), Done)


def test_commands_are_answered_to_their_caller_only() -> None:
    house = House()
    ada, bob = house.join("Ada"), house.join("bob")
    heard = len(bob.of(ChatLine))
    assert answered(ada, "/list") == "2 here: Ada, bob"
    assert len(bob.of(ChatLine)) == heard


def test_help_shows_operator_commands_to_operators_alone() -> None:
    house, ada = operator()
    bob = house.join("Bob")
    assert "/kick" in answered(ada, "/help")
    assert "/kick" not in answered(bob, "/HELP")
    assert "/list" in answered(bob, "/help")


@pytest.mark.parametrize("text", ["/", "/nothing at all"])
def test_an_unknown_command_says_how_to_find_the_others(text: str) -> None:
    answer = refused(House().join("Ada"), text)
    assert answer.code == "unknown_command"
    assert "/help" in answer.text


@pytest.mark.parametrize(
    "text", ["/tp 1 2 3", "/give stick", "/time set noon", "/op Ada", "/deop Ada", "/kick Ada", "/stop"]
)
def test_operator_commands_are_refused_to_players(text: str) -> None:
    house = House()
    assert refused(house.join("Ada"), text).code == "operators_only"
    assert not house.stopped


def test_plugin_commands_are_run() -> None:
    house = House()
    guest = house.join("Ada")
    house.engine.hooks.commands["echo"] = Command("echo", "/echo", lambda changes, player, words: "-".join(words))
    assert answered(guest, "/echo a b") == "a-b"


def test_spawn_brings_home_and_a_sitter_is_asked_to_stand_up() -> None:
    house, ada = operator()
    answered(ada, "/tp 9 70 9")
    assert ada.feet[0] == 9
    answered(ada, "/spawn")
    assert ada.feet == pytest.approx(SPAWN)
    house.engine.change(lambda changes: house.players.sit(changes, ada.id, (1.5, 64.0, 1.5), 0.0, (2, 64, 1), SPAWN))
    assert refused(ada, "/spawn").code == "sitting"


def test_tp_goes_to_places_and_players() -> None:
    house, ada = operator()
    bob = house.join("Bob")
    answered(bob, "/list")
    answered(ada, "/tp 5.5 64 -7.5")
    assert ada.feet == pytest.approx((5.5, FLOOR, -7.5))
    answered(ada, "/tp BOB")
    assert ada.feet == bob.feet


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/tp", "usage"),
        ("/tp 1 2", "usage"),
        ("/tp 1 nan 3", "usage"),
        ("/tp 1e9 64 0", "usage"),
        ("/tp 0 inf 0", "usage"),
        ("/tp nobody", "unknown_player"),
        ("/give", "usage"),
        ("/give minecraft:unobtainium", "unknown_item"),
        ("/give stick 0", "usage"),
        ("/give stick -3", "usage"),
        ("/give stick 65", "usage"),
        ("/give stick many", "usage"),
        ("/give stick ٣", "usage"),
        ("/time", "usage"),
        ("/time set dusk", "usage"),
        ("/op", "usage"),
        ("/op nobody", "unknown_player"),
        ("/kick", "usage"),
        ("/kick nobody", "unknown_player"),
    ],
)
def test_wrong_words_are_refused_with_a_sentence(text: str, code: str) -> None:
    _, ada = operator()
    answer = refused(ada, text)
    assert answer.code == code
    assert answer.text.endswith(".")


def test_given_items_are_minted_and_a_full_inventory_takes_none() -> None:
    house, ada = operator()
    assert answered(ada, "/give stick 3") == "3 minecraft:stick for you."
    assert answered(ada, "/give minecraft:stone 64")
    slots = house.engine.model.rows(HOLDERS)[f"player:{ada.id}"].slots
    assert [(stack.item, stack.count) for stack in slots if stack] == [("minecraft:stick", 3), ("minecraft:stone", 64)]
    assert house.engine.model.rows(MINTED)["minecraft:stick/operator"].count == 3
    for _ in range(34):
        answered(ada, "/give stone 64")
    assert refused(ada, "/give stone 1").code == "inventory_full"


@pytest.mark.parametrize(("said", "time"), [("noon", 6_000), ("midnight", 18_000), ("25000", 1_000), ("-1", 23_999)])
def test_the_time_is_set_by_its_name_or_in_ticks_of_the_day(said: str, time: int) -> None:
    house, ada = operator()
    answered(ada, f"/time set {said}")
    assert house.world.time == time


def test_an_operator_by_command_stays_one_over_restarts() -> None:
    storage = MemoryStorage()
    house = House(storage=storage, operators=("Ada",))
    ada, bob = house.join("Ada"), house.join("Bob")
    answered(ada, "/op bob")
    assert house.players.operator(bob.id)
    assert bob.of(Notice)[-1].text == "You are an operator now."
    revived = House(storage=storage)
    again = revived.join("Bob", bob.key)
    assert revived.players.operator(again.id)
    assert not revived.players.operator(revived.join("Ada", ada.key).id)
    answered(again, "/deop Bob")
    assert not revived.players.operator(again.id)


def test_a_kicked_player_hears_why_and_is_gone() -> None:
    house, ada = operator()
    bob = house.join("Bob")
    answered(ada, "/kick Bob too loud")
    assert (bob.goodbye.code, bob.goodbye.text) == ("kicked", "too loud")
    bob.hang_up()
    house.tick()
    assert house.players.present() == (ada.id,)
    assert refused(ada, "/kick Bob").code == "not_here"


def test_stop_stops_the_server() -> None:
    house, ada = operator()
    answered(ada, "/stop")
    assert house.stopped


@pytest.fixture(scope="module")
def font() -> Font:
    return parse_font(Packs().read("voxtable/font/voxtable.json"))


CLOSED_ROWS, CLOSED_WIDTH = 5, 192.0
"""What the closed chat shows in a small window: so many rows, so wide."""


def test_help_and_what_it_says_of_each_command_fit_the_closed_chat(font: Font) -> None:
    house, ada = operator()
    for command in ("claim", "farkle"):  # as the rooms that are not here name theirs
        house.engine.hooks.commands[command] = Command(command, f"/{command} x", lambda changes, player, words: "")
    asked = ["/help", *(f"/help {name}" for name in house.engine.hooks.commands)]
    for text in asked:
        rows = [row for line in answered(ada, text).splitlines() for row in font.wrap(line, CLOSED_WIDTH)]
        assert len(rows) <= CLOSED_ROWS, (text, rows)


def test_help_says_what_one_command_does_and_knows_none_that_is_not_for_the_asker() -> None:
    house, ada = operator()
    bob = house.join("Bob")
    assert answered(bob, "/help list") == answered(bob, "/help /LIST") == "/list: who is here"
    assert answered(ada, "/help give").startswith("/give ITEM")
    assert refused(bob, "/help give").code == "unknown_command"
    assert refused(ada, "/help dance").code == "unknown_command"


def test_a_full_house_is_counted_and_named_as_far_as_the_chat_has_room(font: Font) -> None:
    house = House()
    guests = [house.join(f"{'Wilhelmina':_<14}{number:02}") for number in range(12)]
    told = answered(guests[0], "/list")
    assert told.startswith("12 here: ")
    assert told.endswith(" and 4 more")
    assert len(font.wrap(told, CLOSED_WIDTH)) <= CLOSED_ROWS
