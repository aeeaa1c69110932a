"""The shaders of the board: one warm lamp over lime felt, soft shadows under the dice, rings laid on the felt."""

from typing import Final

LAMP: Final = (-4.4, 10.5, 1.6)
"""Where the lamp hangs."""
_LAMP: Final = (
    f"const vec3 LAMP = vec3{LAMP};"
    + """
uniform vec3 camera;
const vec3 LAMP_COLOUR = vec3(1.16, 0.98, 0.74);
const vec3 FILL = vec3(0.30, 0.27, 0.29);
vec3 lamplit(vec3 colour, vec3 normal, vec3 at, float gloss, float open) {
    vec3 to_lamp = LAMP - at;
    vec3 ray = normalize(to_lamp);
    float facing = max((dot(normal, ray) + 0.18) / 1.18, 0.0);
    float pool = 1.0 / (1.0 + dot(at.xz - vec2(-0.4, 0.2), at.xz - vec2(-0.4, 0.2)) * 0.0078);
    vec3 lamp = LAMP_COLOUR * pool * open;
    vec3 seen = colour * (FILL * (0.5 + 0.5 * open) + lamp * facing);
    if (gloss <= 0.0) return seen;
    vec3 halfway = normalize(ray + normalize(camera - at));
    return seen + lamp * pow(max(dot(normal, halfway), 0.0), 42.0) * gloss;
}
vec4 crisp(sampler2DArray tiles, vec2 uv, float layer) {
    vec2 size = vec2(textureSize(tiles, 0).xy);
    vec2 texel = uv * size;
    vec2 blur = clamp(fwidth(texel), 1e-4, 1.0);
    vec2 seam = floor(texel + 0.5);
    vec2 at = (seam + clamp((texel - seam) / blur, -0.5, 0.5)) / size;
    vec2 dx = dFdx(uv), dy = dFdy(uv);
    return textureGrad(tiles, vec3(at, layer), dx, dy);
}
"""
)

SURFACE_VERTEX: Final = """
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in float stuff;
uniform mat4 matrix;
uniform mat4 model;
out vec3 at;
out vec3 facing;
out vec2 cloth;
flat out int made_of;
void main() {
    at = (model * vec4(place, 1.0)).xyz;
    facing = mat3(model) * normal;
    cloth = uv;
    made_of = int(stuff + 0.5);
    gl_Position = matrix * vec4(at, 1.0);
}
"""

SURFACE_FRAGMENT: Final = (
    _LAMP
    + """
uniform sampler2DArray tiles;
uniform vec3 glow;
uniform vec2 felt;
uniform vec2 outside;
in vec3 at;
in vec3 facing;
in vec2 cloth;
flat in int made_of;
out vec4 result;
void main() {
    vec3 normal = normalize(facing);
    vec2 uv = fract(cloth);
    float open = 1.0;
    vec3 colour;
    if (made_of == 0) {
        vec2 dx = dFdx(cloth), dy = dFdy(cloth);
        colour = textureGrad(tiles, vec3(uv, 6.0), dx, dy).rgb;
        vec2 inside = felt - abs(at.xz);
        float edge = min(inside.x, inside.y);
        colour *= 0.74 + 0.26 * smoothstep(0.0, 0.9, edge);
        float line = abs(edge - 0.42);
        colour = mix(colour, vec3(0.42, 0.62, 0.22), (1.0 - smoothstep(0.02, 0.05, line)) * 0.55);
        colour = lamplit(colour, normal, at, 0.0, open);
        colour += glow * (0.35 + 0.65 * smoothstep(5.0, 0.5, length(at.xz * vec2(0.6, 1.0))));
    } else if (made_of == 1 || made_of == 3) {
        vec2 dx = dFdx(cloth), dy = dFdy(cloth);
        colour = textureGrad(tiles, vec3(uv, made_of == 1 ? 7.0 : 8.0), dx, dy).rgb;
        if (made_of == 3) {
            vec2 away = max(abs(at.xz) - outside, 0.0);
            open *= 0.35 + 0.65 * smoothstep(0.0, 1.3, length(away));
            colour *= 0.80;
        }
        colour = lamplit(colour * 1.12, normal, at, made_of == 1 ? 0.16 : 0.0, open);
        if (made_of == 3) {
            float dark = smoothstep(7.0, 17.0, length(at.xz * vec2(0.85, 1.15)));
            colour = mix(colour, vec3(0.075, 0.055, 0.045), dark);
        }
    } else if (made_of == 2) {
        float vein = 0.96 + 0.04 * sin(cloth.x * 9.0 + sin(cloth.x * 23.0));
        colour = lamplit(vec3(0.90, 0.855, 0.74) * vein, normal, at, 0.10, open);
    } else if (made_of == 5) {
        colour = lamplit(vec3(0.80, 0.58, 0.21), normal, at, 0.75, open);
    } else if (made_of == 6) {
        colour = vec3(0.055, 0.040, 0.032);
    } else {
        float seam = smoothstep(0.06, 0.02, abs(fract(cloth.x / 1.885) - 0.5) * 1.885);
        float grain = 0.92 + 0.08 * sin(cloth.x * 31.0 + sin(cloth.y * 17.0) * 2.0);
        colour = lamplit(mix(vec3(0.42, 0.24, 0.13), vec3(0.20, 0.11, 0.07), seam) * grain, normal, at, 0.22, 1.0);
    }
    result = vec4(colour, 1.0);
}
"""
)

DECAL_VERTEX: Final = """
layout(location = 0) in vec2 corner;
uniform mat4 matrix;
uniform vec3 centre;
uniform vec2 turn;
uniform float reach;
out vec2 p;
void main() {
    vec2 off = corner * reach;
    p = vec2(turn.x * off.x - turn.y * off.y, turn.y * off.x + turn.x * off.y);
    gl_Position = matrix * vec4(centre.x + off.x, centre.y, centre.z + off.y, 1.0);
}
"""

DECAL_FRAGMENT: Final = """
uniform vec4 shadow;
uniform float rounding;
uniform vec4 ring;
uniform float halo;
in vec2 p;
out vec4 result;
float rounded(float half_size, float radius) {
    vec2 q = abs(p) - half_size + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}
void main() {
    float edge = rounded(shadow.x, rounding);
    if (ring.a > 0.0) {
        float line = 1.0 - smoothstep(0.05, 0.05 + 1.5 * fwidth(edge), abs(edge));
        result = vec4(ring.rgb, clamp(line * ring.a + exp(-abs(edge) * 5.5) * halo, 0.0, 1.0));
        return;
    }
    float core = shadow.z * (1.0 - smoothstep(-shadow.y, shadow.y, edge));
    float contact = shadow.w * max(exp(-max(edge, 0.0) * 4.2) - 0.02, 0.0);
    result = vec4(0.055, 0.06, 0.02, 1.0 - (1.0 - core) * (1.0 - contact));
}
"""

DIE_VERTEX_SHADER: Final = """
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in float face;
uniform mat4 matrix;
uniform mat4 model;
out vec3 at;
out vec3 facing;
out vec2 picture;
flat out float layer;
void main() {
    at = (model * vec4(place, 1.0)).xyz;
    facing = mat3(model) * normal;
    picture = uv;
    layer = face;
    gl_Position = matrix * vec4(at, 1.0);
}
"""

DIE_FRAGMENT: Final = (
    _LAMP
    + """
uniform sampler2DArray tiles;
uniform vec4 look;
uniform vec4 rim_light;
in vec3 at;
in vec3 facing;
in vec2 picture;
flat in float layer;
out vec4 result;
void main() {
    vec3 normal = normalize(facing);
    vec3 colour = crisp(tiles, picture, layer).rgb;
    float opacity = look.x, grey = look.y, dim = look.z;
    colour = mix(colour, vec3(dot(colour, vec3(0.32, 0.52, 0.16))) * 0.62, grey);
    float low = smoothstep(-0.05, 0.75, at.y);
    float open = mix(0.62, 1.0, max(low, max(normal.y, 0.0)));
    vec3 seen = lamplit(colour, normal, at, 0.20 * (1.0 - grey), open);
    seen += vec3(0.10, 0.15, 0.05) * max(-normal.y + 0.25, 0.0) * (1.0 - low);
    seen *= 1.0 - 0.27 * dim;
    seen += rim_light.rgb * rim_light.a * pow(1.0 - max(dot(normal, normalize(camera - at)), 0.0), 2.0);
    result = vec4(seen, opacity);
}
"""
)
