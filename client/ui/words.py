"""What things are called: item names from the packs' language files, and what the crosshair says of a block."""

from collections.abc import Mapping

from server.shared.voxel.states import block_of


class Words:
    """The words of one language, by key."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def item(self, item: str) -> str:
        """An item's name; its id when no pack names it."""
        namespace, _, name = item.partition(":")
        for kind in ("item", "block"):
            word = self._words.get(f"{kind}.{namespace}.{name}")
            if word is not None:
                return word
        return item

    def block(self, state: str) -> str:
        """The name of a block state's block."""
        return self.item(block_of(state))
