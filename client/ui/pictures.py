"""The pictures of the interface, read from the resource packs and laid side by side on one sheet."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from client import gl

_SHEET_WIDTH = 512
_BORDER = 1


class Pictures:
    """One texture that holds all pictures by name."""

    def __init__(self, pictures: Mapping[str, npt.NDArray[np.uint8]]) -> None:
        """`pictures` are arrays (height, width, 4), no wider than 512 pixels."""
        sheet, self._places = _packed(pictures)
        self.texture = gl.Texture(sheet)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def size(self, name: str) -> tuple[int, int]:
        """Width and height in pixels. Raises KeyError."""
        _, _, width, height = self._places[name]
        return width, height

    def uv(self, name: str) -> tuple[float, float, float, float]:
        """Where a picture lies on the sheet. Raises KeyError."""
        x, y, width, height = self._places[name]
        return (
            x / self.texture.width,
            y / self.texture.height,
            (x + width) / self.texture.width,
            (y + height) / self.texture.height,
        )

    def delete(self) -> None:
        """Free the sheet."""
        self.texture.delete()


def _packed(
    pictures: Mapping[str, npt.NDArray[np.uint8]],
) -> tuple[npt.NDArray[np.uint8], dict[str, tuple[int, int, int, int]]]:
    places: dict[str, tuple[int, int, int, int]] = {}
    x = y = _BORDER
    shelf = 0
    for name, pixels in sorted(pictures.items(), key=lambda each: -each[1].shape[0]):
        height, width = pixels.shape[:2]
        if x + width + _BORDER > _SHEET_WIDTH:
            x, y, shelf = _BORDER, y + shelf + _BORDER, 0
        places[name] = (x, y, width, height)
        x += width + _BORDER
        shelf = max(shelf, height)
    sheet = np.zeros((y + shelf + _BORDER, _SHEET_WIDTH, 4), dtype=np.uint8)
    for name, (x, y, width, height) in places.items():
        sheet[y : y + height, x : x + width] = pictures[name]
    return sheet, places
