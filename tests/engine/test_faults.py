"""Faults in the log: one line with its trace for each, and a count of what is repeated, whomever it is about."""

import logging
from collections.abc import Callable
from functools import partial

import pytest

from server.engine.changes import ChangeSet
from server.engine.engine import Engine
from server.engine.faults import COUNTED_EVERY, MOST_KNOWN, FaultLog
from tests.support.engine import ManualClock

MATCHES = 257


def torn(subject: int) -> None:
    raise KeyError(subject)


def broken(subject: int) -> None:
    raise ValueError(subject)


def of_each(part: Callable[[int], None], changes: ChangeSet) -> None:
    for subject in range(MATCHES):
        changes.attempt(f"The clock of match {subject}", partial(part, subject))


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_one_fault_of_many_matches_is_logged_once_with_its_trace_and_counted_with_how_many_they_are(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = ManualClock()
    engine = Engine(clock=clock)
    engine.every_tick(partial(of_each, torn))
    engine.open()
    for _ in range(20):
        engine.tick()
        clock.ms += 50
    assert said(caplog) == ["The clock of match 0 failed; nothing of it was changed."]
    assert caplog.records[0].exc_info is not None
    clock.ms += COUNTED_EVERY
    engine.tick()
    assert said(caplog)[1:] == [
        "The clock of match 0 failed; nothing of it was changed. This and the same of 256 others were repeated "
        f"{20 * MATCHES - 1} times in 61 s."
    ]


def test_two_parts_that_fail_are_two_faults_though_one_sentence_tells_of_both(
    caplog: pytest.LogCaptureFixture,
) -> None:
    engine = Engine(clock=ManualClock())
    for part in (torn, broken):
        engine.every_tick(partial(of_each, part))
    engine.open()
    engine.tick()
    assert len(said(caplog)) == 2
    assert all(word in caplog.text for word in ("KeyError", "ValueError"))


def raised(number: int) -> Exception:
    """An error from a line of its own."""
    try:
        exec(compile("\n" * number + "raise ValueError", "a plugin", "exec"))
    except ValueError as error:
        return error
    raise AssertionError


def test_a_fault_that_goes_on_stays_known_however_many_others_come(caplog: pytest.LogCaptureFixture) -> None:
    faults = FaultLog()
    for number in range(3 * MOST_KNOWN):
        faults.note("It failed.", raised(0), number)
        faults.note("Another failed.", raised(1 + number), number)
    assert said(caplog).count("It failed.") == 1
    assert len(caplog.records) == 1 + 3 * MOST_KNOWN


def test_what_is_forgotten_for_another_fault_is_told_with_its_count(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    faults = FaultLog()
    for _ in range(3):
        faults.note("It failed.", raised(0), 0)
    for number in range(MOST_KNOWN):
        faults.note("Another failed.", raised(1 + number), 2_000)
    assert said(caplog)[-1] == "It failed. This was repeated 2 times in 2 s."
