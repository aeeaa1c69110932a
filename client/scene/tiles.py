"""Every block texture as one layer of equal size, with mipmaps made layer by layer, so that no tile bleeds."""

from typing import Final

import numpy as np
import numpy.typing as npt

from ..packs import Packs, Picture

SOLID, CUTOUT, TRANSLUCENT = range(3)
LARGEST_TILE: Final = 64


class Tiles:
    """Numbers textures in the order they are first asked for."""

    def __init__(self, packs: Packs) -> None:
        self._packs = packs
        self._layers: dict[str, int] = {}
        self._pictures: list[Picture] = []

    def layer(self, texture: str) -> int:
        """The layer of a texture id."""
        known = self._layers.get(texture)
        if known is None:
            known = self._layers[texture] = len(self._pictures)
            self._pictures.append(first_square(self._packs.texture(texture)))
        return known

    def drawn_as(self, layer: int) -> int:
        """How a layer must be drawn: SOLID, CUTOUT (holes) or TRANSLUCENT (something shines through)."""
        alpha = self._pictures[layer][..., 3]
        if ((alpha > 12) & (alpha < 243)).any():
            return TRANSLUCENT
        return CUTOUT if (alpha <= 12).any() else SOLID

    def levels(self) -> list[npt.NDArray[np.uint8]]:
        """All layers (layers, size, size, 4) from full size down to one pixel. The size is that of the largest texture,
        at most LARGEST_TILE."""
        size = min(LARGEST_TILE, max((picture.shape[0] for picture in self._pictures), default=16))
        size = 1 << (size - 1).bit_length()
        level = np.stack([resized(picture, size) for picture in self._pictures])
        levels = [level]
        while level.shape[1] > 1:
            level = halved(level)
            levels.append(level)
        return levels


def first_square(picture: Picture) -> Picture:
    """The upper square of a picture: the first image of an animated texture."""
    side = min(picture.shape[:2])
    return picture[:side, :side]


def resized(picture: Picture, size: int) -> Picture:
    """A square picture at another size, pixels kept hard."""
    steps = (np.arange(size) * picture.shape[0]) // size
    return np.ascontiguousarray(picture[steps][:, steps])


def halved(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The next mipmap of tiles (n, size, size, 4): colours averaged by their opacity, so that what is transparent
    lends no colour, and cutouts keep enough opacity that far leaves do not thin out."""
    layers, size = tiles.shape[:2]
    quarters = tiles.reshape(layers, size // 2, 2, size // 2, 2, 4).astype(np.float64)
    alpha = quarters[..., 3:]
    total = alpha.sum(axis=(2, 4))
    colour = (quarters[..., :3] * alpha).sum(axis=(2, 4)) / np.maximum(total, 1e-6)
    plain = quarters[..., :3].mean(axis=(2, 4))
    colour = np.where(total > 0, colour, plain)
    opacity = total / 4
    holed = np.any(tiles[..., 3] <= 12, axis=(1, 2)).reshape(-1, 1, 1, 1)
    opacity = np.where(holed, np.minimum(255, opacity * 1.25), opacity)
    return np.concatenate([colour, opacity], axis=-1).round().astype(np.uint8)
