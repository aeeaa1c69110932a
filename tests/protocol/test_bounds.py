"""Nothing that the server sends can outgrow a frame: every field states its bound, and all of them together fit."""

import pytest

from server.shared.protocol import limits
from server.shared.protocol.codec import FROM_SERVER, Codec, frame
from server.shared.protocol.login import Welcome
from server.shared.protocol.message import Message
from tests.support.bounds import beyond, largest


@pytest.mark.parametrize("kind", FROM_SERVER, ids=lambda kind: kind.__name__)
def test_the_largest_message_of_every_kind_fits_a_frame(kind: type[Message]) -> None:
    message = largest(kind, kind.__name__)
    assert list(beyond(message, kind)) == []
    encoded = frame(message)
    assert len(encoded) - 4 <= limits.FRAME_FROM_SERVER, f"{len(encoded) - 4} bytes"
    assert Codec(FROM_SERVER).decode(encoded[4:]) == message


def test_a_tick_number_lasts_longer_than_any_world() -> None:
    centuries = 20 * 60 * 60 * 24 * 366 * 1_000
    welcome = Welcome("p", "Ada", 1, centuries, operator=False, states=(), items=())
    assert Codec((Welcome,)).decode(frame(welcome)[4:]) == welcome
