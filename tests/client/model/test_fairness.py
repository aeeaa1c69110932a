"""The client's part in the dice: fresh bytes each time, revealed once and only for its own place, and a verdict."""

from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from client.model.fairness import Fairness
from client.session import Keyring, Session
from server.shared.fair_dice import commitment, roll
from server.shared.protocol.message import Message, Request
from server.shared.protocol.tabletop import (
    AskCommitment,
    AskDice,
    AskReveal,
    Board,
    BoardEvent,
    FairView,
    MatchDice,
    PlayAlone,
    Ready,
    Reveal,
)
from tests.client.boards import a_match
from tests.client.scripted import Script

TABLE = (0, 64, 0)
MATCH = "0123456789abcdef0123456789abcdef"
SECRET = b"s" * 32
THEIRS = b"t" * 32


def committed(fairness: Fairness, request: Request | None = None) -> bytes:
    """What a ready mark carries."""
    sent = fairness.sealed(request or Ready(1, TABLE, True))
    assert isinstance(sent, Ready | PlayAlone)
    return sent.commitment


def asked(mine: bytes) -> AskReveal:
    """The server's question with this commitment in Ada's place."""
    return AskReveal(TABLE, MATCH, commitment(SECRET), ("bob", "ada"), (commitment(THEIRS), mine), 5_000)


def played(fairness: Fairness) -> MatchDice:
    """A match of five rolls that this client took part in and saw, as the server tells it afterwards."""
    question = asked(committed(fairness))
    mine = fairness.contribution(question, "ada")
    assert mine is not None
    rolls = tuple(roll(SECRET, MATCH, number, 6, (THEIRS, mine)) for number in range(5))
    for number, faces in enumerate(rolls):
        fair = FairView(question.seal, question.commitments, number + 1)
        event = BoardEvent("rolled", 0, faces, 0, "")
        fairness.see(Board(TABLE, replace(a_match(), match=MATCH, fair=fair), (event,)))
    return MatchDice(9, MATCH, question.players, question.seal, question.commitments, SECRET, (THEIRS, mine), rolls)


def test_every_ready_mark_and_start_alone_carries_a_fresh_commitment() -> None:
    fairness = Fairness()
    sent = [committed(fairness), committed(fairness), committed(fairness, PlayAlone(2, TABLE))]
    assert len(set(sent)) == 3
    assert {len(each) for each in sent} == {32}


def test_other_requests_and_marks_taken_back_pass_as_they_are() -> None:
    fairness = Fairness()
    for request in (Ready(1, TABLE, False), Ready(1, TABLE, True, None, b"x" * 32)):
        assert fairness.sealed(request) is request


def test_the_bytes_behind_a_commitment_are_revealed_once() -> None:
    fairness = Fairness()
    question = asked(committed(fairness))
    value = fairness.contribution(question, "ada")
    assert value is not None
    assert commitment(value) == question.commitments[1]
    assert fairness.contribution(question, "ada") is None


def test_nothing_is_revealed_when_the_server_left_the_commitment_out_or_put_it_elsewhere() -> None:
    fairness = Fairness()
    mine = committed(fairness)
    assert fairness.contribution(asked(b"o" * 32), "ada") is None
    assert fairness.contribution(asked(mine), "cy") is None
    assert fairness.contribution(asked(mine), "ada") is not None


def test_a_match_whose_dice_all_follow_is_fair() -> None:
    fairness = Fairness()
    verdict = fairness.verdict(played(fairness), "ada")
    assert (verdict.fair, verdict.rolls, verdict.seen) == (True, 5, 5)
    assert verdict.text.startswith("All 5 rolls come out the same")


Touch = Callable[[MatchDice], MatchDice]


@pytest.mark.parametrize(
    ("touch", "words"),
    [
        (
            lambda told: replace(told, rolls=(*told.rolls[:2], (6, 6, 6, 6, 6, 6), *told.rolls[3:])),
            "of roll 3 showed 6",
        ),
        (lambda told: replace(told, secret=b"x" * 32), "What the server opened is not what was sealed"),
        (lambda told: replace(told, contributions=(b"x" * 32, told.contributions[1])), "player of seat 1"),
        (lambda told: replace(told, seal=commitment(b"x" * 32)), "other seals now"),
        (lambda told: replace(told, contributions=(THEIRS, b"")), "was left out"),
        (lambda told: replace(told, rolls=told.rolls[:4]), "Roll 5 showed"),
    ],
)
def test_whatever_the_server_changes_afterwards_is_seen(touch: Touch, words: str) -> None:
    fairness = Fairness()
    verdict = fairness.verdict(touch(played(fairness)), "ada")
    assert not verdict.fair
    assert words in verdict.text


def test_a_server_that_made_up_all_of_it_again_is_caught_by_what_was_seen() -> None:
    fairness = Fairness()
    told = played(fairness)
    other = tuple(roll(SECRET, MATCH, number, 6, (b"z" * 32, told.contributions[1])) for number in range(5))
    made_up = replace(
        told,
        contributions=(b"z" * 32, told.contributions[1]),
        commitments=(commitment(b"z" * 32), told.commitments[1]),
        rolls=other,
    )
    assert not fairness.verdict(made_up, "ada").fair
    watcher = Fairness()
    assert watcher.verdict(made_up, "cy").fair, "who saw nothing has only the server's word for what was committed"


def test_dice_to_which_no_player_added_anything_are_not_called_fair_by_one_who_only_watched() -> None:
    rolls = tuple(roll(SECRET, MATCH, number, 6, (b"", b"")) for number in range(5))
    told = MatchDice(9, MATCH, ("bob", "ada"), commitment(SECRET), (b"", b""), SECRET, (b"", b""), rolls)
    verdict = Fairness().verdict(told, "cy")
    assert not verdict.fair
    assert "No player added anything" in verdict.text


def test_a_match_that_goes_on_in_another_session_is_held_to_what_the_first_one_saw() -> None:
    first = Script().welcome().session
    told = played(first.fairness)
    again = Session("Ada", Ed25519PrivateKey.generate(), Keyring(), "here", fairness=first.fairness)
    assert again.fairness.verdict(told, "ada").seen == 5


def test_what_is_long_past_is_forgotten() -> None:
    fairness = Fairness()
    first = committed(fairness)
    for _ in range(32):
        committed(fairness)
    assert fairness.contribution(asked(first), "ada") is None


# ------------------------------------------------------------------ through a session


def test_a_session_adds_its_commitment_by_itself_and_reveals_when_it_is_asked() -> None:
    script = Script().welcome()
    script.session.ask(lambda n: Ready(n, TABLE, True))
    (mark,) = script.heard_of(Ready)
    question = AskReveal(TABLE, MATCH, commitment(SECRET), ("p-ada", "bot:2"), (mark.commitment, b""), 5_000)
    script.say(question, question)
    (revealed,) = script.heard_of(Reveal)
    assert (revealed.match, commitment(revealed.contribution)) == (MATCH, mark.commitment)


def test_a_session_reveals_nothing_to_a_server_that_left_its_commitment_out_and_says_so() -> None:
    script = Script().welcome()
    script.session.ask(lambda n: Ready(n, TABLE, True))
    script.say(AskReveal(TABLE, MATCH, commitment(SECRET), ("p-ada", "bob"), (b"o" * 32, b"t" * 32), 5_000))
    assert script.heard_of(Reveal) == []
    assert "left out" in script.know.talk.toasts[-1].text


def test_a_session_is_ready_anew_with_fresh_bytes_when_a_start_came_to_nothing() -> None:
    script = Script().welcome()
    script.session.ask(lambda n: Ready(n, TABLE, True))
    script.done()
    script.say(AskCommitment(TABLE, 7))
    first, second = script.heard_of(Ready)
    assert (second.table, second.ready, second.revision) == (TABLE, True, 7)
    assert second.commitment not in (first.commitment, b"")


def test_a_session_that_is_taking_its_mark_back_does_not_set_it_again() -> None:
    script = Script().welcome()
    script.session.ask(lambda n: Ready(n, TABLE, False))
    script.say(AskCommitment(TABLE, 7))
    assert [mark.ready for mark in script.heard_of(Ready)] == [False]


def test_all_dice_of_a_match_come_as_an_answer() -> None:
    script = Script().welcome()
    answers: list[Message] = []
    number = script.session.ask(lambda n: AskDice(n, MATCH), answers.append)
    script.say(MatchDice(number, MATCH, ("p-ada",), b"", (b"",), b"", (b"",), ((1, 2),)))
    assert [type(answer) for answer in answers] == [MatchDice]
