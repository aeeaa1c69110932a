"""How long a field that the server sends may be at most. The tests build the longest of every message from this."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AtMost:
    """The most characters, bytes or items of a field. The server keeps to it, so that no message outgrows a frame; a
    client takes a longer one all the same."""

    length: int
