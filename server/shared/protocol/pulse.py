"""How each side notices that the other has fallen silent, as a stopped program, a pulled cable or a sleeping computer
does: nothing breaks then, and nothing comes."""

from .message import Request


class Ping(Request, frozen=True, tag="ping"):
    """Are you there? Answered by Done through the same lane as all else, so the answer also says that the server still
    stores what happens.

    A client asks every PING_SECONDS once it is let in, and gives the connection up when nothing at all has come for
    LOST_SECONDS. A client that has ever asked is taken at its word: when nothing has come from it for ABSENT_SECONDS,
    the server ends the connection. One that never asks may be silent as long as it likes; what the system itself
    notices (SILENCE_SECONDS) ends it as well."""
