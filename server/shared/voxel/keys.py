"""The keys that move a body, as bits: what a movement step carries and what motion reads."""

FORWARD, BACK, LEFT, RIGHT, JUMP, SNEAK, SPRINT = (1 << bit for bit in range(7))
