"""A small wrapper over OpenGL 3.3 core: programs, textures, meshes and framebuffers that are deleted explicitly.

Nothing else in the client calls OpenGL to make an object, so that `live_objects` can tell whether one leaks. Every
rectangle is in framebuffer pixels, origin at the lower left.
"""

import ctypes
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from pyglet import gl

FLOAT_MATRIX: Final = 16


class ShaderRefused(Exception):
    """The driver does not accept a shader; the message carries its log."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """A rectangle of framebuffer pixels, origin at the lower left."""

    x: int
    y: int
    width: int
    height: int

    @property
    def empty(self) -> bool:
        """Nothing can be drawn into it, as when a window is minimised."""
        return self.width <= 0 or self.height <= 0

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.width / max(1, self.height)

    def enter(self) -> None:
        """Draw into this rectangle from now on."""
        gl.glViewport(self.x, self.y, max(0, self.width), max(0, self.height))


_live: dict[str, int] = {"program": 0, "texture": 0, "mesh": 0, "framebuffer": 0}
_made: dict[str, int] = dict(_live)


def live_objects() -> dict[str, int]:
    """How many objects of each kind exist now."""
    return dict(_live)


def made_objects() -> dict[str, int]:
    """How many objects of each kind were ever made."""
    return dict(_made)


def _born(kind: str) -> None:
    _live[kind] += 1
    _made[kind] += 1


# ------------------------------------------------------------------ programs


class Program:
    """A vertex and a fragment shader. Attribute locations are written in the shaders."""

    def __init__(self, vertex: str, fragment: str) -> None:
        """Compile and link; sources carry no #version line. Raises ShaderRefused with the driver's log."""
        shaders = [_compile(gl.GL_VERTEX_SHADER, vertex), _compile(gl.GL_FRAGMENT_SHADER, fragment)]
        self._id: int = gl.glCreateProgram()
        for shader in shaders:
            gl.glAttachShader(self._id, shader)
        gl.glLinkProgram(self._id)
        for shader in shaders:
            gl.glDeleteShader(shader)
        _check_status(self._id, gl.glGetProgramiv, gl.GL_LINK_STATUS, gl.glGetProgramInfoLog)
        self._places: dict[str, int] = {}
        _born("program")

    def use(self) -> None:
        """Draw with this program from now on."""
        gl.glUseProgram(self._id)

    def set(self, name: str, value: float | Sequence[float] | npt.NDArray[Any]) -> None:
        """Set a uniform of the program in use: a float, 2 to 4 floats, a 4x4 matrix (row-major, as numpy holds it), or
        an array (n, 2..4) of vectors or (n, 4, 4) of matrices, named with [0]. A uniform that the compiler dropped
        is ignored."""
        place = self._place(name)
        if place < 0:
            return
        values = np.ascontiguousarray(value, dtype=np.float32)
        pointer = values.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        if values.ndim == 3 or (values.shape == (4, 4) and not name.endswith("[0]")):
            gl.glUniformMatrix4fv(place, values.size // FLOAT_MATRIX, gl.GL_TRUE, pointer)
            return
        size = 1 if values.ndim == 0 else values.shape[-1]
        count = values.shape[0] if values.ndim == 2 else 1
        _UNIFORM_SETTERS[size](place, count, pointer)

    def set_unit(self, name: str, unit: int) -> None:
        """Set an integer uniform, such as the unit of a sampler."""
        place = self._place(name)
        if place >= 0:
            gl.glUniform1i(place, unit)

    def delete(self) -> None:
        """Free it."""
        if self._id:
            gl.glDeleteProgram(self._id)
            self._id = 0
            _live["program"] -= 1

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = gl.glGetUniformLocation(self._id, name.encode())
        return self._places[name]


_UNIFORM_SETTERS: Final = {1: gl.glUniform1fv, 2: gl.glUniform2fv, 3: gl.glUniform3fv, 4: gl.glUniform4fv}


def _compile(kind: int, source: str) -> int:
    shader: int = gl.glCreateShader(kind)
    text = ("#version 330 core\n" + source).encode()
    holder = (ctypes.POINTER(ctypes.c_char) * 1)(ctypes.cast(ctypes.create_string_buffer(text), _CHARS))
    gl.glShaderSource(shader, 1, holder, None)
    gl.glCompileShader(shader)
    _check_status(shader, gl.glGetShaderiv, gl.GL_COMPILE_STATUS, gl.glGetShaderInfoLog)
    return shader


_CHARS: Final = ctypes.POINTER(ctypes.c_char)


def _check_status(thing: int, ask: Any, what: int, read_log: Any) -> None:
    status = gl.GLint()
    ask(thing, what, ctypes.byref(status))
    if status.value:
        return
    log = ctypes.create_string_buffer(4096)
    read_log(thing, len(log), None, log)
    raise ShaderRefused(log.value.decode(errors="replace"))


# ------------------------------------------------------------------ textures


class Texture:
    """A 2D texture of 8-bit RGBA pixels, row 0 at the top of the picture (v = 0)."""

    target: Final = gl.GL_TEXTURE_2D

    def __init__(self, pixels: npt.NDArray[np.uint8], *, smooth: bool = False, repeat: bool = False) -> None:
        """`pixels` has shape (height, width, 4)."""
        self.height, self.width = pixels.shape[:2]
        self._id = _new_texture(self.target, smooth=smooth, repeat=repeat)
        self.fill(pixels)
        _born("texture")

    def fill(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Replace the whole picture by one of any size."""
        self.height, self.width = pixels.shape[:2]
        gl.glBindTexture(self.target, self._id)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glTexImage2D(
            self.target,
            0,
            gl.GL_RGBA8,
            self.width,
            self.height,
            0,
            gl.GL_RGBA,
            gl.GL_UNSIGNED_BYTE,
            _pointer(pixels),
        )

    def bind(self, unit: int = 0) -> None:
        """Read it through this texture unit."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(self.target, self._id)

    @property
    def handle(self) -> int:
        """OpenGL's own name of it, for a framebuffer."""
        return self._id

    def delete(self) -> None:
        """Free it."""
        self._id = _free_texture(self._id)


class TextureArray:
    """Layers of equal tiles with their mipmaps given, so that no tile ever bleeds into another."""

    target: Final = gl.GL_TEXTURE_2D_ARRAY

    def __init__(self, levels: Sequence[npt.NDArray[np.uint8]], *, smooth: bool = False) -> None:
        """`levels` are arrays (layers, size, size, 4), each half the size of the one before, down to 1."""
        self._id = _new_texture(self.target, smooth=smooth, repeat=False)
        shrinking = gl.GL_LINEAR_MIPMAP_LINEAR if smooth else gl.GL_NEAREST_MIPMAP_LINEAR
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_MIN_FILTER, shrinking)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_MAX_LEVEL, len(levels) - 1)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        for level, tiles in enumerate(levels):
            layers, height, width = tiles.shape[:3]
            gl.glTexImage3D(
                self.target,
                level,
                gl.GL_RGBA8,
                width,
                height,
                layers,
                0,
                gl.GL_RGBA,
                gl.GL_UNSIGNED_BYTE,
                _pointer(tiles),
            )
        _born("texture")

    def bind(self, unit: int = 0) -> None:
        """Read it through this texture unit."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(self.target, self._id)

    def delete(self) -> None:
        """Free it."""
        self._id = _free_texture(self._id)


def _new_texture(target: int, *, smooth: bool, repeat: bool) -> int:
    name = gl.GLuint()
    gl.glGenTextures(1, ctypes.byref(name))
    gl.glBindTexture(target, name.value)
    filtering = gl.GL_LINEAR if smooth else gl.GL_NEAREST
    wrapping = gl.GL_REPEAT if repeat else gl.GL_CLAMP_TO_EDGE
    gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, filtering)
    gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, filtering)
    gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_S, wrapping)
    gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_T, wrapping)
    return name.value


def _free_texture(name: int) -> int:
    if name:
        gl.glDeleteTextures(1, ctypes.byref(gl.GLuint(name)))
        _live["texture"] -= 1
    return 0


def _pointer(values: npt.NDArray[Any]) -> ctypes.c_void_p:
    """The address of the values; the caller keeps them alive through the call."""
    if not values.flags.c_contiguous:
        raise ValueError("OpenGL reads contiguous arrays only.")
    return ctypes.c_void_p(values.ctypes.data)


# ------------------------------------------------------------------ meshes


@dataclass(frozen=True, slots=True)
class Attribute:
    """One vertex attribute: its location in the shader, and which field of the vertex array it reads.

    Integer fields arrive as floats, scaled to 0..1 when `normalized`."""

    location: int
    field: str
    normalized: bool = False


_GL_TYPES: Final = {
    "f4": gl.GL_FLOAT,
    "u1": gl.GL_UNSIGNED_BYTE,
    "i1": gl.GL_BYTE,
    "u2": gl.GL_UNSIGNED_SHORT,
    "i2": gl.GL_SHORT,
}


class Mesh:
    """A vertex array object with one vertex buffer, drawn as triangles, lines, or quads of four vertices each."""

    def __init__(self, attributes: Sequence[Attribute], vertices: npt.NDArray[Any], *, dynamic: bool = False) -> None:
        """`vertices` is a structured array whose fields the attributes name."""
        self._usage = gl.GL_DYNAMIC_DRAW if dynamic else gl.GL_STATIC_DRAW
        vao, vbo = gl.GLuint(), gl.GLuint()
        gl.glGenVertexArrays(1, ctypes.byref(vao))
        gl.glGenBuffers(1, ctypes.byref(vbo))
        self._vao, self._vbo = vao.value, vbo.value
        _born("mesh")
        gl.glBindVertexArray(self._vao)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._vbo)
        _describe(attributes, vertices.dtype)
        self.count = 0
        self.fill(vertices)

    def fill(self, vertices: npt.NDArray[Any]) -> None:
        """Replace all vertices by others of the same layout."""
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._vbo)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, vertices.nbytes, _pointer(vertices), self._usage)
        self.count = len(vertices)

    def draw(self, mode: int = gl.GL_TRIANGLES) -> None:
        """Draw all vertices in order."""
        if self.count:
            gl.glBindVertexArray(self._vao)
            gl.glDrawArrays(mode, 0, self.count)

    def draw_lines(self) -> None:
        """Draw pairs of vertices as lines."""
        self.draw(gl.GL_LINES)

    def draw_quads(self, first: int = 0, count: int | None = None) -> None:
        """Draw `count` quads from `first` on (all of them when None): four vertices each, counter-clockwise."""
        quads = self.count // 4 - first if count is None else count
        if quads > 0:
            gl.glBindVertexArray(self._vao)
            _bind_quad_indices(first + quads)
            gl.glDrawElements(gl.GL_TRIANGLES, quads * 6, gl.GL_UNSIGNED_INT, ctypes.c_void_p(first * 24))

    def delete(self) -> None:
        """Free it."""
        if self._vao:
            gl.glDeleteVertexArrays(1, ctypes.byref(gl.GLuint(self._vao)))
            gl.glDeleteBuffers(1, ctypes.byref(gl.GLuint(self._vbo)))
            self._vao = self._vbo = 0
            _live["mesh"] -= 1


def _describe(attributes: Sequence[Attribute], layout: np.dtype[Any]) -> None:
    if layout.fields is None:
        raise ValueError("A mesh needs a structured vertex array.")
    for attribute in attributes:
        field, offset = layout.fields[attribute.field][:2]
        base, shape = field.subdtype or (field, (1,))
        gl.glEnableVertexAttribArray(attribute.location)
        gl.glVertexAttribPointer(
            attribute.location,
            int(np.prod(shape)),
            _GL_TYPES[base.str[1:]],
            gl.GL_TRUE if attribute.normalized else gl.GL_FALSE,
            layout.itemsize,
            ctypes.c_void_p(offset),
        )


class _QuadIndices:
    """The index buffer that all quads share; grows to the most quads ever drawn at once."""

    def __init__(self) -> None:
        self.name = 0
        self.quads = 0
        self.context: Any = None


_indices: Final = _QuadIndices()


def _bind_quad_indices(quads: int) -> None:
    context = gl.current_context
    if _indices.context is not context:
        _indices.name, _indices.quads, _indices.context = 0, 0, context
    if not _indices.name:
        name = gl.GLuint()
        gl.glGenBuffers(1, ctypes.byref(name))
        _indices.name = name.value
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, _indices.name)
    if quads <= _indices.quads:
        return
    grown = max(4096, 1 << (quads - 1).bit_length())
    corners = np.array([0, 1, 2, 0, 2, 3], dtype=np.uint32)
    values = (np.arange(grown, dtype=np.uint32)[:, None] * 4 + corners).ravel()
    gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, values.nbytes, _pointer(values), gl.GL_STATIC_DRAW)
    _indices.quads = grown


# ------------------------------------------------------------------ framebuffers and state


class Framebuffer:
    """A picture with depth to draw into; its colour is a Texture."""

    def __init__(self, width: int, height: int, *, smooth: bool = False) -> None:
        self.viewport = Viewport(0, 0, width, height)
        self.colour = Texture(np.zeros((height, width, 4), dtype=np.uint8), smooth=smooth)
        frame, depth = gl.GLuint(), gl.GLuint()
        gl.glGenFramebuffers(1, ctypes.byref(frame))
        gl.glGenRenderbuffers(1, ctypes.byref(depth))
        self._frame, self._depth = frame.value, depth.value
        _born("framebuffer")
        before = _bound_framebuffer()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self.colour.handle, 0)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._depth)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_DEPTH_COMPONENT24, width, height)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_RENDERBUFFER, self._depth)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    @property
    def handle(self) -> int:
        """OpenGL's own name of it."""
        return self._frame

    def __enter__(self) -> "Framebuffer":
        """Draw into it until the block ends; then the framebuffer of before again (set a viewport anew)."""
        self._before = _bound_framebuffer()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        self.viewport.enter()
        return self

    def __exit__(self, *_: object) -> None:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._before)

    def delete(self) -> None:
        """Free it and its texture."""
        if self._frame:
            gl.glDeleteFramebuffers(1, ctypes.byref(gl.GLuint(self._frame)))
            gl.glDeleteRenderbuffers(1, ctypes.byref(gl.GLuint(self._depth)))
            self.colour.delete()
            self._frame = self._depth = 0
            _live["framebuffer"] -= 1


class SmoothCanvas:
    """A canvas whose edges are smoothed by several samples a pixel; made anew only when its size changes."""

    def __init__(self, samples: int) -> None:
        self._samples = samples
        self._many = 0
        self._buffers: tuple[int, ...] = ()
        self._one: Framebuffer | None = None
        self._copy = Program(_COPY_VERTEX, _COPY_FRAGMENT)
        corners = np.zeros(3, dtype=[("corner", "<f4", (2,))])
        corners["corner"] = [(-1, -1), (3, -1), (-1, 3)]
        self._triangle = Mesh([Attribute(0, "corner")], corners)

    @contextmanager
    def drawing(self, width: int, height: int) -> Iterator[None]:
        """Draw into the canvas at this size until the block ends; then the framebuffer of before is bound again."""
        before = _bound_framebuffer()
        if self._one is None or (self._one.viewport.width, self._one.viewport.height) != (width, height):
            self._resize(width, height)
        assert self._one is not None
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._many)
        self._one.viewport.enter()
        yield
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._many)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, self._one.handle)
        corners = (0, 0, width, height)
        gl.glBlitFramebuffer(*corners, *corners, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    def show(self, viewport: Viewport) -> None:
        """Put what was drawn into a viewport of the bound framebuffer."""
        if self._one is None:
            return
        viewport.enter()
        states()
        self._copy.use()
        self._one.colour.bind(0)
        self._copy.set_unit("picture", 0)
        self._triangle.draw()

    def delete(self) -> None:
        """Free everything."""
        self._free()
        self._copy.delete()
        self._triangle.delete()

    def _resize(self, width: int, height: int) -> None:
        self._free()
        self._one = Framebuffer(width, height)
        before = _bound_framebuffer()
        frame = gl.GLuint()
        gl.glGenFramebuffers(1, ctypes.byref(frame))
        self._many = frame.value
        _born("framebuffer")
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._many)
        self._buffers = tuple(
            self._attach(kind, layout, width, height)
            for kind, layout in (
                (gl.GL_COLOR_ATTACHMENT0, gl.GL_RGBA8),
                (gl.GL_DEPTH_ATTACHMENT, gl.GL_DEPTH_COMPONENT24),
            )
        )
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    def _attach(self, kind: int, layout: int, width: int, height: int) -> int:
        name = gl.GLuint()
        gl.glGenRenderbuffers(1, ctypes.byref(name))
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name.value)
        gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, self._samples, layout, width, height)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, kind, gl.GL_RENDERBUFFER, name.value)
        return name.value

    def _free(self) -> None:
        if self._one is None:
            return
        self._one.delete()
        self._one = None
        gl.glDeleteFramebuffers(1, ctypes.byref(gl.GLuint(self._many)))
        for name in self._buffers:
            gl.glDeleteRenderbuffers(1, ctypes.byref(gl.GLuint(name)))
        _live["framebuffer"] -= 1


_COPY_VERTEX: Final = """
layout(location = 0) in vec2 corner;
out vec2 at;
void main() {
    at = corner * 0.5 + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
"""
_COPY_FRAGMENT: Final = """
uniform sampler2D picture;
in vec2 at;
out vec4 result;
void main() { result = vec4(texture(picture, at).rgb, 1.0); }
"""


def _bound_framebuffer() -> int:
    name = gl.GLint()
    gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING, ctypes.byref(name))
    return name.value


def clear(colour: tuple[float, float, float, float] | None, *, depth: bool = True) -> None:
    """Clear the colour (unless None) and the depth of the whole bound framebuffer, or of the scissor rectangle."""
    gl.glDepthMask(gl.GL_TRUE)
    bits = gl.GL_DEPTH_BUFFER_BIT if depth else 0
    if colour is not None:
        gl.glClearColor(*colour)
        bits |= gl.GL_COLOR_BUFFER_BIT
    gl.glClear(bits)


def scissor(viewport: Viewport | None) -> None:
    """Touch only the pixels of a rectangle, or all again."""
    if viewport is None:
        gl.glDisable(gl.GL_SCISSOR_TEST)
    else:
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(viewport.x, viewport.y, max(0, viewport.width), max(0, viewport.height))


def states(*, depth: bool = False, write_depth: bool = True, cull: bool = False, blend: str = "") -> None:
    """Set all drawing state at once. `blend`: '' none, 'alpha' (straight alpha) or 'add'."""
    _toggle(gl.GL_DEPTH_TEST, depth)
    gl.glDepthFunc(gl.GL_LEQUAL)
    gl.glDepthMask(gl.GL_TRUE if write_depth else gl.GL_FALSE)
    _toggle(gl.GL_CULL_FACE, cull)
    _toggle(gl.GL_BLEND, blend != "")
    if blend == "alpha":
        gl.glBlendFuncSeparate(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
    elif blend == "add":
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE)


def _toggle(what: int, on: bool) -> None:
    if on:
        gl.glEnable(what)
    else:
        gl.glDisable(what)


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
            _pointer(pixels),
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
