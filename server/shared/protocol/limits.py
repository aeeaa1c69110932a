"""Every limit of the wire, once, with its unit. What crosses one is refused before anything is allocated."""

from typing import Final

from ..voxel.columns import WORLD_EDGE as WORLD_EDGE

PROTOCOL: Final = 2
"""Version of the messages; both sides name theirs first, and a mismatch ends the connection."""

DEFAULT_PORT: Final = 25600
"""The TCP port of a server whose settings or address name none."""
FRAME_BEFORE_LOGIN: Final = 4 * 1024
"""Bytes in one client frame before the login is proven."""
FRAME_FROM_CLIENT: Final = 64 * 1024
"""Bytes in one client frame after login."""
FRAME_FROM_SERVER: Final = 1024 * 1024
"""Bytes in one server frame."""
SEATS: Final = 4
"""Seats of a match, one for each side of a table."""
LOG_PAGE: Final = 80
"""Lines of a match's log in its view, and in one page of older ones."""
EVENTS: Final = 64
"""Events of a table in one message, the last ones; more come together only after an outage."""
ROLLS_PAGE: Final = 8192
"""Rolls in one page of a match's dice."""
PAUSED_PAGE: Final = 4
"""Paused matches in one page."""
BESTS: Final = 64
"""Personal bests that a player's record lists."""
KINDS_PAGE: Final = 1024
"""Block states, and items, that the welcome carries itself; all others come in pages before it."""
MOST_POSITIONS: Final = 16_384
"""Bodies in one message of positions."""
DEPTH: Final = 8
"""Nesting of arrays and maps in a client message."""
ELEMENTS: Final = 2048
"""Values of any kind in one client message, so that judging a frame takes a bounded time."""
CONNECTIONS: Final = 256
"""Open connections; one more is turned away."""
MESSAGES_PER_SECOND: Final = 200
"""Client messages a second, averaged by a bucket that holds `MESSAGE_BURST`."""
MESSAGE_BURST: Final = 400

SHORTEST_NAME: Final = 3
NAME_LENGTH: Final = 16
"""Least and most characters in a player's name; `server.shared.names.rules` says which."""
NAMES_OF_A_KEY: Final = 32
"""Names that a client is asked to choose from, where its key has several on one server."""
CHAT_LENGTH: Final = 256
"""Characters in one chat line or command."""
REACH: Final = 5.0
"""Blocks from the eye to the touched point of a block."""
COLUMN_WINDOW: Final = 16
"""Columns on their way to a client that it has not acknowledged yet."""
VIEW_DISTANCE: Final = 8
"""Default radius, in columns, that is streamed to a player."""
NEAREST_VIEW: Final = 2
FARTHEST_VIEW: Final = 16
"""What a client or a server's settings may ask for instead."""
LOGIN_SECONDS: Final = 10.0
"""Time to prove a login before the connection is closed."""
ANSWER_SECONDS: Final = 300.0
"""Time that a player whose login is proven has to say under which name to go in."""
GOODBYE_SECONDS: Final = 5.0
"""Time for a peer to take its last bytes before the connection is cut."""
LINGER_SECONDS: Final = 1.0
"""Time for a peer to close after its Goodbye before the server does."""
SILENCE_SECONDS: Final = 30
"""Time after which a peer that acknowledges nothing of what was sent counts as gone."""
PING_SECONDS: Final = 5.0
"""Time between two questions of a client whether the server is there."""
UNANSWERED_SECONDS: Final = 8.0
"""Silence of a server after which a client says that it does not answer."""
LOST_SECONDS: Final = 20.0
"""Silence of a server, also before and during the login, after which a client gives the connection up."""
ABSENT_SECONDS: Final = 60.0
"""Silence of a client that asks after which a server ends its connection."""
SEND_BUFFER: Final = 8 * 1024 * 1024
"""Bytes waiting for one slow reader before it is dropped."""
