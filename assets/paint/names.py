"""The English names of blocks and items, by the keys the ordinary language files use."""

from assets.paint.models import FLAT_ITEMS, PLAIN, PLANTS
from assets.paint.palette import WOODS

BLOCKS = {
    "minecraft": (
        "air",
        "water",
        "grass_block",
        "bone_block",
        "crafting_table",
        "chest",
        "lantern",
        "bookshelf",
        *PLAIN,
        *PLANTS[:5],
    ),
    "voxtable": ("wild_cotton",),
}
WOODEN = {
    "minecraft": ("log", "leaves", "planks", "stairs", "slab"),
    "voxtable": ("small_game_table", "game_chair"),
}


def languages() -> dict[str, dict[str, str]]:
    """The language file of each namespace by its path under `assets/`."""
    files: dict[str, dict[str, str]] = {}
    for space, plain in BLOCKS.items():
        blocks = [*plain, *(f"{wood.name}_{kind}" for wood in WOODS for kind in WOODEN[space])]
        items = [item.rpartition(":")[2] for item in FLAT_ITEMS if (item.rpartition(":")[0] or "minecraft") == space]
        names = {f"block.{space}.{name}": title(name) for name in blocks}
        names |= {f"item.{space}.{name}": title(name) for name in items}
        files[f"{space}/lang/en_us.json"] = dict(sorted(names.items()))
    return files


def title(name: str) -> str:
    """`oak_small_game_table` as `Oak Small Game Table`."""
    return " ".join(word.capitalize() for word in name.split("_"))
