"""The colours: the look's named ones, and the ramps each material is painted with, dark to light."""

from dataclasses import dataclass

from assets.paint.brush import Ramp, ramp

INK = "#1b1410"
DARK_OAK = "#4a3322"
OAK = "#7a5230"
PALE_OAK = "#b98a55"
PARCHMENT = "#ead9b0"
BONE = "#f2ead3"
FELT = "#6fae2f"
DEEP_FELT = "#4f8420"
LIME = "#9be04a"
BRASS = "#d9a441"
EMBER = "#e0603a"

STONE = ramp("#4a443f #5d5650 #716a62 #827a71 #938b81 #a59d92 #b8b0a4")
BEDROCK = ramp("#171310 #241e1a #352e29 #49413b #61584f #7d7368")
PEBBLE = ramp("#4d443c #655a50 #7d7165 #948778 #aa9d8c #c0b3a1")
DIRT = ramp("#3f2b1e #523827 #664731 #79573c #8c6849 #a4825f")
GRASS = ramp("#3c5c24 #4a6f2a #587f31 #668e39 #769c44 #88aa52")
SAND = ramp("#b89a62 #cbb077 #d9c189 #e4cf9b #eddcae #f5e8c4")
BRICK = ramp("#63291f #7f3829 #994936 #b05b43 #c47155 #d68d6e")
MORTAR = ramp("#8d7f6c #a89a84 #beb19b")
BONE_RAMP = ramp("#8f7f5f #b3a27d #cfc09a #e2d6b5 #f2ead3 #fcf8ea")
BRASS_RAMP = ramp("#5c3d16 #8a5f20 #b5832e #d9a441 #f0c766 #fde9a8")
FELT_RAMP = ramp("#37621a #4f8420 #5f9a28 #6fae2f #82c23b #9be04a")
WOOL = ramp("#b9ae97 #cfc5ae #e0d8c4 #ece6d6 #f7f3e8")
LIME_WOOL = ramp("#447519 #568f20 #67a62a #7bbd36 #94d24a")
WATER = ramp("#2f6288 #3a7299 #4784aa #5a9bbf #7fb7d6 #b4dbea", alpha=170)
IRON = ramp("#2b2724 #403a36 #58514b #746c64 #958c82")
PARCHMENT_RAMP = ramp("#c9b283 #d8c498 #e3d0a5 #ead9b0 #f1e3c0")


@dataclass(frozen=True)
class Wood:
    """One kind of wood: its name, its ramps, and how its boards are figured."""

    name: str
    boards: Ramp
    bark: Ramp
    leaves: Ramp
    streaks: int  # grain lines in a tile of planks
    knots: int
    seed: int


WOODS = (
    Wood(
        "oak",
        boards=ramp("#5a3c23 #7a5230 #936840 #a67947 #b98a55 #cb9f69 #dab57f"),
        bark=ramp("#2f2118 #443020 #5a4029 #705234 #876644"),
        leaves=ramp("#274318 #345820 #447029 #578934 #70a345 #8dba5a"),
        streaks=15,
        knots=2,
        seed=11,
    ),
    Wood(
        "birch",
        boards=ramp("#94794a #b79c67 #cdb47d #dbc58f #e5d3a1 #eedfb4 #f5eac8"),
        bark=ramp("#3a322b #867c6b #c4bba7 #d9d2c1 #e7e2d3 #f3efe4"),
        leaves=ramp("#4a6421 #5f7e2a #779836 #92b147 #adc75f #c8db80"),
        streaks=9,
        knots=0,
        seed=23,
    ),
    Wood(
        "spruce",
        boards=ramp("#2c1d13 #402b1c #543a25 #63462d #725235 #83613f #96724c"),
        bark=ramp("#21170f #30221a #413022 #533e2c #67503a"),
        leaves=ramp("#15291f #1f3a2b #2a4d38 #386246 #4b7956 #648f69"),
        streaks=18,
        knots=3,
        seed=37,
    ),
    Wood(
        "cherry",
        boards=ramp("#6f3a3f #93555a #ad6e72 #c18487 #d1989a #dfafae #ecc7c4"),
        bark=ramp("#2c1a1b #452b2b #5c3a39 #7a504b #a0716a"),
        leaves=ramp("#a5556c #c4708a #dc8ea0 #ecabb7 #f6c6cc #fde0e1"),
        streaks=12,
        knots=1,
        seed=53,
    ),
)
