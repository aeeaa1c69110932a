"""Why a world cannot be opened or kept: each with a sentence that names the file."""


class WorldError(Exception):
    """A world that cannot be used; `code` is stable, the text is a sentence for people. Nothing was changed."""

    code = "world_error"


class WorldMissing(WorldError):
    """There is no world where one was looked for."""

    code = "world_missing"


class WorldInUse(WorldError):
    """Another server has this world open."""

    code = "world_in_use"


class WorldTooNew(WorldError):
    """A newer version of the game wrote this world."""

    code = "world_too_new"


class WorldDamaged(WorldError):
    """Something stored cannot be read."""

    code = "world_damaged"
