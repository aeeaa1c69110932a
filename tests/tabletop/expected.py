"""Faults that a test brings about itself: they are taken off the log, and any other one still fails the test."""

import logging

import pytest


def expect(caplog: pytest.LogCaptureFixture, said: str, times: int | None = 1) -> None:
    """So many warnings or errors say this, in their words or their trace; None for any number from one up."""
    shown = logging.Formatter()
    found = [record for record in caplog.records if record.levelno >= logging.WARNING and said in shown.format(record)]
    assert found, caplog.text
    assert times in (None, len(found)), caplog.text
    for record in found:
        caplog.records.remove(record)
