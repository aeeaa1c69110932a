"""Check recorded dice with nothing but the standard library: python check_fair_dice.py fair_dice.json

Written from the description of the recipe alone. Prints each die that does not follow; the exit code is 1 then, else 0.
"""

import hashlib
import hmac
import json
import struct
import sys
from typing import Any


def dice(secret: bytes, match: bytes, number: int, count: int, contributions: list[bytes]) -> list[int]:
    """`count` faces of roll `number` of a match."""
    everybody = hashlib.sha256(b"".join(contributions)).digest()
    faces: list[int] = []
    block = 0
    while True:
        message = b"voxtable-dice-1" + match + struct.pack(">II", number, block) + everybody
        for byte in hmac.new(secret, message, hashlib.sha256).digest():
            if len(faces) == count:
                return faces
            if byte < 252:
                faces.append(byte % 6 + 1)
        block += 1


def wrong(record: dict[str, Any]) -> list[str]:
    """What of a record does not follow, in words."""
    secret, match = bytes.fromhex(record["secret"]), bytes.fromhex(record["match"])
    contributions = [bytes.fromhex(each) for each in record["contributions"]]
    found = []
    if hashlib.sha256(secret).hexdigest() != record["seal"]:
        found.append("the seal is not the secret's")
    published = [hashlib.sha256(each).hexdigest() if each else "" for each in contributions]
    if published != record["commitments"]:
        found.append("a commitment is not its contribution's")
    for number, faces in enumerate(record["rolls"]):
        if faces != dice(secret, match, number, len(faces), contributions):
            found.append(f"roll {number + 1} should be {dice(secret, match, number, len(faces), contributions)}")
    return found


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        problems = wrong(json.load(file))
    print("\n".join(problems) or "every die follows")
    sys.exit(1 if problems else 0)
