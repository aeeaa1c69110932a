"""The plugin's own table of server.toml, `[plugins.tabletop]`, with its defaults."""

from typing import Annotated

import msgspec
from msgspec import Meta


class TabletopSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an operator may set at the tables."""

    bot_seconds: Annotated[float, Meta(ge=0, le=60)] = 1.2
    """How long people have for each moment of what happened last before a bot acts: for two of them after a roll."""
    absent_minutes: Annotated[float, Meta(ge=0, le=1440)] = 5.0
    """How long a player to move has to be away before the others may remove the seat."""
    stalled_minutes: Annotated[float, Meta(ge=0, le=1440)] = 3.0
    """How long a player to move has to do nothing, in a match without a clock, before the others may ask for one."""
    left_behind_minutes: Annotated[float, Meta(ge=0, le=1440)] = 10.0
    """How long everybody who uses a public table may be away from it before its board goes to the claim box of who
    fitted it, with the match on it."""
    unresumed_days: Annotated[float, Meta(ge=0, le=3650)] = 7.0
    """How long a match has to be paused before its players may end it without the owner of its board."""
