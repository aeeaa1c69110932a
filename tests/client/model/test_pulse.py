"""A server that falls silent is noticed, told, and given up after a stated time; whoever slept has not waited."""

import pytest

from client.model.pulse import Pulse
from client.session import SILENT, Ended
from server.shared.protocol import limits
from server.shared.protocol.message import Done
from server.shared.protocol.pulse import Ping
from server.shared.protocol.world import WorldTime
from tests.client.scripted import Script


def live(script: Script, seconds: float, step: float = 0.5) -> None:
    for _ in range(round(seconds / step)):
        script.session.advance(step)


def ended(script: Script) -> Ended | None:
    return script.session.ended


def test_a_client_asks_now_and_then_whether_the_server_is_there() -> None:
    script = Script().welcome()
    live(script, 3 * limits.PING_SECONDS)
    assert len(script.heard_of(Ping)) == 3


def test_a_server_that_answers_is_never_silent() -> None:
    script = Script().welcome()
    for _ in range(20):
        live(script, limits.PING_SECONDS)
        script.say(Done(n=script.heard_of(Ping)[-1].n))
        assert not script.session.pulse.unanswered
    assert ended(script) is None


def test_a_silent_server_is_told_first_and_then_given_up_in_a_sentence() -> None:
    script = Script().welcome()
    live(script, limits.UNANSWERED_SECONDS)
    assert script.session.pulse.unanswered
    assert ended(script) is None
    live(script, limits.LOST_SECONDS - limits.UNANSWERED_SECONDS)
    assert ended(script) == Ended("silent", SILENT)
    assert "20 seconds" in SILENT


def test_anything_that_comes_is_a_sign_of_life_once_one_is_let_in() -> None:
    script = Script().welcome()
    for tick in range(20):
        live(script, limits.UNANSWERED_SECONDS - 1)
        script.say(WorldTime(tick, 0))
        assert not script.session.pulse.unanswered
    assert ended(script) is None


def test_a_computer_that_slept_does_not_give_up_at_once() -> None:
    script = Script().welcome()
    script.session.advance(8 * 3600.0)
    assert ended(script) is None
    assert not script.session.pulse.unanswered
    live(script, limits.LOST_SECONDS)
    assert ended(script) == Ended("silent", SILENT)


@pytest.mark.parametrize("greeted", [False, True])
def test_a_login_that_is_not_answered_is_given_up(greeted: bool) -> None:
    script = Script()
    if greeted:
        script.greet()
    live(script, limits.LOST_SECONDS - 1)
    assert ended(script) is None
    live(script, 1.0)
    assert ended(script) == Ended("silent", SILENT)


def test_a_login_is_not_kept_alive_by_single_bytes() -> None:
    script = Script()
    for byte in (b"\0", b"\0", b"\1", b"\0"):
        live(script, limits.LOST_SECONDS / 4)
        script.session.receive(byte)
    assert ended(script) == Ended("silent", SILENT)


def test_a_question_to_the_player_leaves_them_their_time() -> None:
    pulse = Pulse()
    pulse.paused = True
    assert not any(pulse.advance(1.0) for _ in range(100))
    assert not pulse.lost
    pulse.paused = False
    assert sum(pulse.advance(1.0) for _ in range(100)) > 1
    assert pulse.lost
