"""A picture of a pack that cannot be read, however it is damaged, is shown as a checker and told once."""

from pathlib import Path

import numpy as np
import pytest

from client.packs import PackError, Packs, checker, decode_png
from server.shared.data_folders import ASSETS

STONE = ASSETS / "minecraft" / "textures" / "block" / "stone.png"


def damaged(where: int) -> bytes:
    """The picture of stone with one byte changed."""
    content = bytearray(STONE.read_bytes())
    content[where] ^= 0xFF
    return bytes(content)


def fault_of(content: bytes) -> str:
    """The code of what is wrong with a picture, '' for nothing."""
    try:
        decode_png(content)
    except PackError as error:
        return error.code
    return ""


def test_any_byte_that_is_wrong_leaves_a_picture_or_is_a_pack_error_and_nothing_else() -> None:
    faults = {fault_of(damaged(where)) for where in range(len(STONE.read_bytes()))}
    assert faults <= {"", "png_unreadable"}
    assert "png_unreadable" in faults


def test_a_damaged_picture_of_a_pack_is_shown_as_a_checker(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content = STONE.read_bytes()
    data = content.index(b"IDAT") + 6
    file = tmp_path / "pack" / "minecraft" / "textures" / "block" / "stone.png"
    file.parent.mkdir(parents=True)
    file.write_bytes(content[:data] + b"\x55\x55\x55" + content[data + 3 :])
    packs = Packs([ASSETS, tmp_path / "pack"])
    for _ in range(2):
        assert np.array_equal(packs.texture("minecraft:block/stone"), checker())
    assert len(caplog.records) == 1
