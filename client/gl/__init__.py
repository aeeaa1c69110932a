"""A small wrapper over OpenGL 3.3 core: programs, textures, meshes and framebuffers that are deleted explicitly.

Nothing else in the client calls OpenGL to make an object, so that `live_objects` can tell whether one leaks. Every
rectangle is in framebuffer pixels, origin at the lower left.
"""

from .framebuffers import Framebuffer, SmoothCanvas
from .meshes import Attribute, Mesh
from .objects import live_objects, made_objects
from .pictures import encode_png, read_pixels, screenshot
from .programs import Program, ShaderRefused
from .textures import Texture, TextureArray
from .viewport import Viewport, clear, scissor, states

__all__ = [
    "Attribute",
    "Framebuffer",
    "Mesh",
    "Program",
    "ShaderRefused",
    "SmoothCanvas",
    "Texture",
    "TextureArray",
    "Viewport",
    "clear",
    "encode_png",
    "live_objects",
    "made_objects",
    "read_pixels",
    "scissor",
    "screenshot",
    "states",
]
