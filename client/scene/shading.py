"""How surfaces of the world are lit: the shader that columns, bodies and held things share, so that all look alike.

Light has two sources, sky and lamps, each 0 to 1 in the vertex; the colours of both come from the time of day.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from .daylight import AMBIENT, LAMP, Daylight
from .models import NORMALS
from .sky import SKY_COLOUR, set_sky
from .view import View

LIGHTING: Final = """
uniform vec3 sky_light;
uniform vec3 direct_light;
uniform vec3 lamp_light;
uniform vec3 ambient;
uniform vec3 sun_side;
vec3 lighting(float sky, float lamp, vec3 normal) {
    float open = mix(sky, sky * sky, 0.85);
    float warm = mix(lamp, lamp * lamp, 0.82);
    vec3 from_sky = sky_light * open;
    from_sky += direct_light * (max(dot(normal, sun_side), 0.0) * smoothstep(0.75, 1.0, sky));
    vec3 from_lamp = lamp_light * warm;
    vec3 sum = ambient + from_sky + from_lamp * (1.0 - 0.55 * clamp(from_sky, 0.0, 1.0));
    vec3 above = max(sum - 0.85, 0.0);
    return min(sum, vec3(0.85)) + above / (1.0 + 1.6 * above);
}
"""

_BLOCK_VERTEX: Final = (
    LIGHTING
    + """
layout(location = 0) in vec3 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in float tile;
layout(location = 3) in vec4 light;
uniform vec3 origin;
uniform mat4 model;
uniform mat4 matrix;
uniform vec3 normals[6];
uniform vec3 body_light;
uniform vec3 eye_in_block;
out vec3 at;
out vec3 texel;
out vec3 lit;
void main() {
    vec3 from_base = (model * vec4(place, 1.0)).xyz + origin;
    at = from_base - eye_in_block;
    texel = vec3(uv, tile);
    vec3 normal = normalize(mat3(model) * normals[int(light.w * 255.0 + 0.5)]);
    vec2 around = mix(light.xy, body_light.xy, body_light.z);
    lit = lighting(around.x, around.y, normal) * light.z;
    gl_Position = matrix * vec4(from_base, 1.0);
}
"""
)

_MURKINESS: Final = 0.075
"""How much of what is behind a block of water is lost."""

FOG: Final = (
    SKY_COLOUR
    + """
uniform float view_distance;
uniform vec4 murk;
vec3 fogged(vec3 colour, vec3 at) {
    float flat_distance = length(at.xz);
    float far = smoothstep(0.62, 0.98, flat_distance / view_distance);
    if (murk.a > 0.0) return mix(colour, murk.rgb, 1.0 - exp(-length(at) * murk.a));
    if (far <= 0.0) return colour;
    return mix(colour, sky_colour(normalize(at)), far);
}
"""
)

_BLOCK_FRAGMENT: Final = (
    FOG
    + """
uniform sampler2DArray tiles;
uniform float cut;
in vec3 at;
in vec3 texel;
in vec3 lit;
out vec4 result;
void main() {
    vec4 colour = texture(tiles, texel);
    if (colour.a < cut) discard;
    result = vec4(fogged(colour.rgb * lit, at), cut > 0.0 ? 1.0 : colour.a);
}
"""
)


def block_program() -> gl.Program:
    """The program for anything made of block tiles."""
    return gl.Program(_BLOCK_VERTEX, _BLOCK_FRAGMENT)


def set_block_light(program: gl.Program, light: Daylight) -> None:
    """Set the uniforms of LIGHTING in the program in use."""
    program.set("sky_light", light.sky)
    program.set("direct_light", light.direct)
    program.set("lamp_light", LAMP)
    program.set("ambient", AMBIENT)
    program.set("sun_side", light.sun if light.sun[1] > -0.1 else -light.sun)
    program.set("normals[0]", NORMALS.astype(np.float32))


def set_fog(program: gl.Program, light: Daylight, view_distance: float, *, in_water: bool) -> None:
    """Set the uniforms of FOG in the program in use; `view_distance` in blocks."""
    set_sky(program, light)
    program.set("view_distance", view_distance)
    program.set("murk", (*murk(light), _MURKINESS) if in_water else (0.0, 0.0, 0.0, 0.0))


def murk(light: Daylight) -> npt.NDArray[np.float64]:
    """The colour in which everything is lost under water."""
    return np.asarray(np.array([0.13, 0.31, 0.44]) * np.clip(light.sky + 0.15, 0, 1))


def set_model(program: gl.Program, view: View, place: npt.ArrayLike, model: npt.NDArray[np.float64]) -> None:
    """Put a model, turned by `model` about its own origin, at a place in the world."""
    program.set("model", model)
    program.set("origin", np.asarray(place, dtype=np.float64) - view.base)
