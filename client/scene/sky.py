"""The sky behind everything: a gradient that also colours the fog, a square sun and moon, stars and flat clouds."""

from typing import Final

import numpy as np

from .. import gl
from ..packs import Packs
from .daylight import Daylight
from .view import View

SKY_COLOUR: Final = """
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 glow;
uniform vec3 sun;
vec3 sky_colour(vec3 d) {
    vec3 colour = mix(horizon, zenith, smoothstep(-0.02, 0.50, d.y));
    float toward = max(dot(normalize(d.xz + 1e-5), normalize(sun.xz)), 0.0);
    float low = exp(-max(d.y, 0.0) * 5.0) * (d.y < 0.0 ? exp(d.y * 3.0) : 1.0);
    float near = max(dot(d, sun), 0.0);
    colour += glow * (0.30 * toward * toward * low + 0.34 * pow(near, 24.0));
    return colour * (d.y < 0.0 ? mix(1.0, 0.72, min(1.0, -d.y * 2.5)) : 1.0);
}
"""

_VERTEX: Final = """
layout(location = 0) in vec2 corner;
uniform vec3 right;
uniform vec3 up;
uniform vec3 forward;
out vec3 ray;
void main() {
    ray = forward + right * corner.x + up * corner.y;
    gl_Position = vec4(corner, 1.0, 1.0);
}
"""

_FRAGMENT: Final = (
    SKY_COLOUR
    + """
uniform sampler2D sun_picture;
uniform sampler2D moon_picture;
uniform float stars;
uniform float time;
uniform vec3 eye;
uniform vec3 cloud_light;
in vec3 ray;
out vec4 result;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
float hash3(vec3 p) { return fract(sin(dot(p, vec3(12.9898, 78.233, 37.719))) * 43758.5453); }
vec4 disc(sampler2D picture, vec3 d, vec3 body, float size) {
    float ahead = dot(d, body);
    vec3 across = normalize(cross(body, vec3(0.0, 0.0, 1.0)));
    vec2 p = vec2(dot(d, across), dot(d, cross(across, body))) / max(ahead, 1e-4) / size;
    if (ahead <= 0.0 || max(abs(p.x), abs(p.y)) > 1.0) return vec4(0.0);
    return textureLod(picture, p * 0.5 + 0.5, 0.0);
}
float star(vec3 d) {
    vec3 a = abs(d);
    float largest = max(a.x, max(a.y, a.z));
    vec3 p = d / largest;
    float side = a.x == largest ? 1.0 : (a.y == largest ? 2.0 : 3.0);
    vec2 q = (side == 1.0 ? p.yz : (side == 2.0 ? p.xz : p.xy)) * 46.0;
    vec2 cell = floor(q);
    float chance = hash3(vec3(cell, side + sign(d.x + d.y * 2.0 + d.z * 4.0) * 7.0));
    if (chance < 0.965) return 0.0;
    vec2 middle = 0.25 + 0.5 * vec2(hash(cell), hash(cell + 9.0));
    float size = 0.07 + 0.08 * hash(cell + 3.0);
    float twinkle = 0.75 + 0.25 * sin(time * (1.0 + 2.0 * hash(cell + 5.0)) + chance * 900.0);
    vec2 off = abs(fract(q) - middle);
    return max(off.x, off.y) < size ? twinkle * (0.35 + 0.65 * hash(cell + 7.0)) : 0.0;
}
float puff(vec2 cell) {
    vec2 big = floor(cell / 5.0);
    vec2 f = fract(cell / 5.0);
    f = f * f * (3.0 - 2.0 * f);
    float one = mix(hash(big), hash(big + vec2(1, 0)), f.x);
    float two = mix(hash(big + vec2(0, 1)), hash(big + vec2(1, 1)), f.x);
    float soft = mix(one, two, f.y);
    return step(0.60, soft * 0.85 + hash(cell) * 0.22);
}
void main() {
    vec3 d = normalize(ray);
    vec3 colour = sky_colour(d);
    if (stars > 0.01 && d.y > -0.05) {
        float turn = time * 0.002;
        vec3 s = vec3(d.x * cos(turn) - d.y * sin(turn), d.x * sin(turn) + d.y * cos(turn), d.z);
        colour += vec3(0.95, 0.95, 1.0) * star(s) * stars * smoothstep(-0.02, 0.2, d.y);
    }
    vec4 body = disc(sun_picture, d, sun, 0.19);
    colour = mix(colour, body.rgb, body.a);
    body = disc(moon_picture, d, -sun, 0.13);
    colour = mix(colour, body.rgb, body.a * mix(0.35, 1.0, stars));
    if (d.y > 0.02) {
        vec2 at = eye.xz + d.xz * ((158.0 - eye.y) / d.y) + vec2(time * 0.9, 0.0);
        float there = puff(floor(at / 14.0));
        float far = smoothstep(0.03, 0.22, d.y);
        vec3 cloud = cloud_light + glow * 0.55 * pow(max(dot(d, sun), 0.0), 2.0);
        colour = mix(colour, mix(cloud, colour, 0.25), there * far * 0.58);
    }
    result = vec4(colour, 1.0);
}
"""
)


class Sky:
    """Draws the sky where nothing else has been drawn."""

    def __init__(self, packs: Packs) -> None:
        self._program = gl.Program(_VERTEX, _FRAGMENT)
        corners = np.zeros(3, dtype=[("corner", "<f4", (2,))])
        corners["corner"] = [(-1, -1), (3, -1), (-1, 3)]
        self._triangle = gl.Mesh([gl.Attribute(0, "corner")], corners)
        self._sun = gl.Texture(packs.texture("minecraft:environment/sun"))
        self._moon = gl.Texture(packs.texture("minecraft:environment/moon"))

    def draw(self, view: View, light: Daylight, time: float) -> None:
        """Fill the background; what has been drawn nearer stays."""
        gl.states(depth=True, write_depth=False)
        self._program.use()
        set_sky(self._program, light)
        tall = 1.0 / view.projection[1, 1]
        wide = 1.0 / view.projection[0, 0]
        self._program.set("right", view.right * wide)
        self._program.set("up", view.up * tall)
        self._program.set("forward", view.forward)
        self._program.set("eye", view.eye % np.array([7000.0, 1e9, 7000.0]))
        self._program.set("time", time % 5000.0)
        self._program.set("stars", light.stars)
        self._program.set("cloud_light", np.clip(light.sky * 0.9 + light.direct * 0.8, 0, 1))
        for unit, (name, picture) in enumerate((("sun_picture", self._sun), ("moon_picture", self._moon))):
            picture.bind(unit)
            self._program.set_unit(name, unit)
        self._triangle.draw()

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._program, self._triangle, self._sun, self._moon):
            thing.delete()


def set_sky(program: gl.Program, light: Daylight) -> None:
    """Set the uniforms of SKY_COLOUR in the program in use."""
    program.set("zenith", light.zenith)
    program.set("horizon", light.horizon)
    program.set("glow", light.glow)
    program.set("sun", light.sun)
