"""A cellar for each test, with a first guest in it, where nothing may fail in silence."""

from collections.abc import Iterator

import pytest

from tests.items.cellar import Cellar, Faults, Guest


@pytest.fixture(autouse=True)
def nothing_fails_in_silence() -> Iterator[None]:
    faults = Faults()
    yield
    faults.stop()
    assert faults.heard == []


@pytest.fixture
def cellar() -> Cellar:
    return Cellar()


@pytest.fixture
def ada(cellar: Cellar) -> Guest:
    return cellar.guest("ada")
