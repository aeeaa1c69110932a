"""What blockstates and models of a resource pack mean: each block state's quads, before any world is around it.

Follows the ordinary Java-edition formats: variants and simple multipart, parents, texture variables, elements with
rotation and uv, cullface, and x/y rotation of a variant. Numbers are plain numpy; nothing here draws.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from server.shared.voxel.states import block_of, properties_of

from ..packs import Json, PackError, Packs, split_id

FACES: Final = ("down", "up", "north", "south", "west", "east")
NORMALS: Final = np.array([(0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (-1, 0, 0), (1, 0, 0)], dtype=np.int64)

# For each face the corners top left, bottom left, bottom right, top right as seen from outside (counter-clockwise):
# which end of each axis, 0 the `from` and 1 the `to`.
FACE_CORNERS: Final = {
    "down": ((0, 0, 1), (0, 0, 0), (1, 0, 0), (1, 0, 1)),
    "up": ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
    "north": ((1, 1, 0), (1, 0, 0), (0, 0, 0), (0, 1, 0)),
    "south": ((0, 1, 1), (0, 0, 1), (1, 0, 1), (1, 1, 1)),
    "west": ((0, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 1)),
    "east": ((1, 1, 1), (1, 0, 1), (1, 0, 0), (1, 1, 0)),
}
_PARENT_LIMIT: Final = 16
MISSING: Final = "voxtable:missing"


@dataclass(frozen=True, slots=True)
class Quad:
    """One textured rectangle in block units: `corners` (4, 3) counter-clockwise, `uv` (4, 2) from 0 to 1, the texture
    id, the face it points to, the side whose opaque neighbour hides it (-1: none), and whether light shades it."""

    corners: npt.NDArray[np.float64]
    uv: npt.NDArray[np.float64]
    texture: str
    face: int
    cull: int
    shade: bool = True


@dataclass(frozen=True, slots=True)
class Model:
    """A resolved model: its elements, texture variables, and the layers of a flat item."""

    name: str
    elements: tuple[Json, ...]
    textures: dict[str, str]
    flat: bool


@dataclass(frozen=True, slots=True)
class Turned:
    """A model with the rotation of a variant, degrees about x and then y."""

    model: str
    x: int = 0
    y: int = 0
    uvlock: bool = False


class Models:
    """Reads and resolves models, each once."""

    def __init__(self, packs: Packs) -> None:
        self._packs = packs
        self._models: dict[str, Model] = {}

    def variants(self, state: str) -> list[list[Quad]]:
        """The looks of a block state (several where its variant is a list), each as quads. A state without a readable
        blockstate or model is a checker cube, logged once."""
        try:
            return [[quad for turned in parts for quad in self._turned_quads(turned)] for parts in self._choices(state)]
        except PackError as error:
            self._packs.note_missing(state, f"{error} A checker cube is shown instead.")
            return [missing_cube()]

    def item(self, item: str) -> Model:
        """The model of an item: `item/<id>` where there is one, else the model of its block. Raises PackError."""
        namespace, path = split_id(item)
        if self._packs.read(f"{namespace}/models/item/{path}.json") is not None:
            return self.model(f"{namespace}:item/{path}")
        return self.model(f"{namespace}:block/{path}")

    def item_quads(self, item: str) -> list[Quad]:
        """The quads of a block-like item; empty for a flat one. A broken model is a checker cube."""
        try:
            model = self.item(item)
            return [] if model.flat else self._quads(model)
        except PackError as error:
            self._packs.note_missing(item, f"{error} A checker cube is shown instead.")
            return missing_cube()

    def item_layers(self, item: str) -> list[str]:
        """The texture ids of a flat item, lowest first; empty for a block-like one."""
        try:
            model = self.item(item)
        except PackError:
            return []
        if not model.flat:
            return []
        names = sorted(name for name in model.textures if name.startswith("layer"))
        return [_texture(model, f"#{name}") for name in names]

    def model(self, name: str) -> Model:
        """A model with its parents applied. Raises PackError (model_missing, model_unreadable, json_unreadable)."""
        known = self._models.get(name)
        if known is None:
            known = self._models[name] = self._resolve(name)
        return known

    def _choices(self, state: str) -> list[list[Turned]]:
        namespace, path = split_id(block_of(state))
        where = f"{namespace}/blockstates/{path}.json"
        content = self._packs.json(where)
        if content is None:
            raise PackError("blockstate_missing", f"No resource pack has {where}.")
        properties = properties_of(state)
        if "variants" in content:
            for key, value in _object(content["variants"], where, "variants").items():
                if _matches(key, properties):
                    options = value if isinstance(value, list) else [value]
                    return [[_turned(option, where, key)] for option in options]
        if "multipart" in content:
            parts = [part for part in content["multipart"] if _applies(part.get("when"), properties)]
            return [[_turned(_first(part["apply"]), where, "multipart") for part in parts]]
        raise PackError("variant_missing", f"{where} has no variant for {state}.")

    def _resolve(self, name: str) -> Model:
        chain: list[tuple[str, Json]] = []
        next_name: str | None = name
        flat = False
        while next_name is not None:
            namespace, path = split_id(next_name)
            if path in ("builtin/generated", "item/generated", "item/handheld"):
                flat = True
                break
            where = f"{namespace}/models/{path}.json"
            content = self._packs.json(where)
            if content is None:
                raise PackError("model_missing", f"No resource pack has {where} (wanted by {name}).")
            chain.append((where, content))
            if len(chain) > _PARENT_LIMIT:
                raise PackError("model_unreadable", f"{where}: key parent: the parents of {name} never end.")
            next_name = content.get("parent")
        textures: dict[str, str] = {}
        elements: tuple[Json, ...] = ()
        for where, content in reversed(chain):
            textures.update(_texture_names(_object(content.get("textures", {}), where, "textures")))
            if "elements" in content:
                elements = tuple(_object(element, where, "elements") for element in content["elements"])
        return Model(name, elements, textures, flat and not elements)

    def _turned_quads(self, turned: Turned) -> Iterable[Quad]:
        rotation = _variant_rotation(turned.x, turned.y)
        for quad in self._quads(self.model(turned.model)):
            yield _rotated(quad, rotation, uvlock=turned.uvlock)

    def _quads(self, model: Model) -> list[Quad]:
        try:
            return [quad for element in model.elements for quad in _element_quads(element, model)]
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise PackError(
                "model_unreadable", f"{model.name}: key elements: {error!r} is missing or wrong."
            ) from error


# ------------------------------------------------------------------ reading


def _object(value: Any, where: str, key: str) -> Json:
    if not isinstance(value, dict):
        raise PackError("model_unreadable", f"{where}: key {key} should be a JSON object.")
    return value


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) else value


def _texture_names(table: Json) -> dict[str, str]:
    return {name: str(value["sprite"]) if isinstance(value, dict) else str(value) for name, value in table.items()}


def _turned(value: Any, where: str, key: str) -> Turned:
    entry = _object(value, where, key)
    if "model" not in entry:
        raise PackError("blockstate_unreadable", f"{where}: key {key} names no model.")
    return Turned(entry["model"], int(entry.get("x", 0)), int(entry.get("y", 0)), bool(entry.get("uvlock", False)))


def _matches(key: str, properties: dict[str, str]) -> bool:
    wanted = dict(pair.split("=", 1) for pair in key.split(",") if "=" in pair)
    return all(properties.get(name) == value for name, value in wanted.items())


def _applies(when: Any, properties: dict[str, str]) -> bool:
    if when is None:
        return True
    if "OR" in when:
        return any(_applies(option, properties) for option in when["OR"])
    if "AND" in when:
        return all(_applies(option, properties) for option in when["AND"])
    return all(properties.get(name) in str(values).lower().split("|") for name, values in when.items())


def _texture(model: Model, name: str) -> str:
    for _ in range(_PARENT_LIMIT):
        if not name.startswith("#"):
            namespace, path = split_id(name)
            return f"{namespace}:{path}"
        name = model.textures.get(name[1:], MISSING)
    return MISSING


# ------------------------------------------------------------------ geometry


def missing_cube() -> list[Quad]:
    """A full cube of the checker."""
    faces = {face: {"texture": MISSING, "cullface": face} for face in FACES}
    element = {"from": [0, 0, 0], "to": [16, 16, 16], "faces": faces}
    return list(_element_quads(element, Model("missing", (), {}, False)))


def _element_quads(element: Json, model: Model) -> Iterable[Quad]:
    low, high = np.array(element["from"], dtype=np.float64), np.array(element["to"], dtype=np.float64)
    ends = np.stack([low, high])
    for name, face in element["faces"].items():
        corners = np.array([[ends[end, axis] for axis, end in enumerate(corner)] for corner in FACE_CORNERS[name]])
        uv = _corner_uv(face["uv"]) if "uv" in face else planar_uv(corners, FACES.index(name))
        uv = np.roll(uv, -(int(face.get("rotation", 0)) // 90), axis=0)
        if "rotation" in element:
            corners = _element_rotation(corners, element["rotation"])
        yield Quad(
            corners=corners / 16.0,
            uv=uv / 16.0,
            texture=_texture(model, face["texture"]),
            face=_facing(corners, FACES.index(name)),
            cull=FACES.index(face["cullface"]) if "cullface" in face else -1,
            shade=bool(element.get("shade", True)),
        )


def _corner_uv(box: list[float]) -> npt.NDArray[np.float64]:
    u0, v0, u1, v1 = (float(value) for value in box)
    return np.array([(u0, v0), (u0, v1), (u1, v1), (u1, v0)])


def planar_uv(corners: npt.NDArray[np.float64], face: int) -> npt.NDArray[np.float64]:
    """Texture coordinates (0 to 16) that follow from the place of corners (in sixteenths) on a face."""
    x, y, z = corners.T
    u, v = ((x, 16 - z), (x, z), (16 - x, 16 - y), (x, 16 - y), (z, 16 - y), (16 - z, 16 - y))[face]
    return np.stack([u, v], axis=1)


def _element_rotation(corners: npt.NDArray[np.float64], rotation: Json) -> npt.NDArray[np.float64]:
    axis = "xyz".index(rotation["axis"])
    origin = np.array(rotation.get("origin", [8, 8, 8]), dtype=np.float64)
    angle = np.radians(float(rotation["angle"]))
    moved = (corners - origin) @ _axis_rotation(axis, angle).T
    if rotation.get("rescale"):
        scale = np.full(3, 1.0 / np.cos(angle))
        scale[axis] = 1.0
        moved = moved * scale
    return np.asarray(moved + origin)


def _axis_rotation(axis: int, angle: float) -> npt.NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    matrix[one, one] = matrix[two, two] = cos
    matrix[two, one], matrix[one, two] = sin, -sin
    return matrix


def _variant_rotation(x: int, y: int) -> npt.NDArray[np.float64]:
    turned = _axis_rotation(1, np.radians(-y)) @ _axis_rotation(0, np.radians(-x))
    return np.asarray(np.round(turned))


def _rotated(quad: Quad, rotation: npt.NDArray[np.float64], *, uvlock: bool) -> Quad:
    corners = (quad.corners - 0.5) @ rotation.T + 0.5
    face, cull = _turned_face(quad.face, rotation), _turned_face(quad.cull, rotation)
    uv = planar_uv(corners * 16, face) / 16 if uvlock else quad.uv
    return Quad(corners, uv, quad.texture, face, cull, quad.shade)


def _turned_face(face: int, rotation: npt.NDArray[np.float64]) -> int:
    if face < 0:
        return face
    normal = rotation @ NORMALS[face]
    return int(np.argmax(NORMALS @ normal))


def _facing(corners: npt.NDArray[np.float64], fallback: int) -> int:
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
    if not normal.any():
        return fallback
    return int(np.argmax(NORMALS @ normal))
