"""From the bound framebuffer to pixels and PNG files."""

import zlib

import numpy as np
import numpy.typing as npt
from pyglet import gl

from .objects import pointer
from .viewport import Viewport


def read_pixels(viewport: Viewport) -> npt.NDArray[np.uint8]:
    """The pixels of a rectangle of the bound framebuffer, (height, width, 4), top row first."""
    pixels = np.zeros((max(0, viewport.height), max(0, viewport.width), 4), dtype=np.uint8)
    if pixels.size:
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        gl.glReadPixels(
            viewport.x,
            viewport.y,
            viewport.width,
            viewport.height,
            gl.GL_RGBA,
            gl.GL_UNSIGNED_BYTE,
            pointer(pixels),
        )
    return np.ascontiguousarray(pixels[::-1])


def screenshot(width: int, height: int) -> bytes:
    """The lower left `width` x `height` pixels of the bound framebuffer as a PNG file without transparency."""
    return encode_png(read_pixels(Viewport(0, 0, width, height))[..., :3])


def encode_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """A PNG file of pixels (height, width, 3 or 4)."""
    height, width, channels = pixels.shape
    rows = np.zeros((height, 1 + width * channels), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * channels)
    header = np.array([width, height], dtype=">u4").tobytes() + bytes([8, 6 if channels == 4 else 2, 0, 0, 0])
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(name, body) for name, body in chunks)


def _png_chunk(name: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + name + body + zlib.crc32(name + body).to_bytes(4, "big")
