"""The items on the way to the board."""

BOARD = "voxtable:farkle_board"
LOG, PLANKS = "minecraft:oak_log", "minecraft:oak_planks"
COTTON, STRING, WOOL = "voxtable:wild_cotton", "minecraft:string", "minecraft:white_wool"
FERN, GREEN, WHITE, LIME = "minecraft:fern", "minecraft:green_dye", "minecraft:white_dye", "minecraft:lime_dye"
BONES, MEAL, LIME_WOOL = "minecraft:bone_block", "minecraft:bone_meal", "minecraft:lime_wool"
