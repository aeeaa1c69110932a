"""No test of the tables passes while a part of a tick or a handler failed: the server would have gone on without it."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_fails_unseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    failed = [
        record
        for record in caplog.get_records("call")
        if record.name.startswith("voxtable") and record.levelno >= logging.WARNING
    ]
    assert not failed, [record.getMessage() for record in failed]
