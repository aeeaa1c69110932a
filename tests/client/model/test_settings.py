"""Profiles: a private key made once, settings that keep, known servers, and damage told with the file's name."""

import stat
from pathlib import Path

import msgspec
import pytest

from client.settings import Profile, ProfileUnreadable, Settings


def test_a_key_is_made_once_and_for_this_user_alone(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "one")
    first = profile.key().private_bytes_raw()
    assert Profile(tmp_path / "one").key().private_bytes_raw() == first
    assert stat.S_IMODE((tmp_path / "one" / "player.key").stat().st_mode) == 0o600
    assert Profile(tmp_path / "two").key().private_bytes_raw() != first


def test_a_damaged_key_is_told_and_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "player.key").write_bytes(b"short")
    with pytest.raises(ProfileUnreadable, match=r"player\.key is damaged"):
        Profile(tmp_path).key()
    assert (tmp_path / "player.key").read_bytes() == b"short"


def test_settings_keep(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    profile.save(Settings(name="Ada", gui_scale=2, reduced_motion=True))
    assert Profile(tmp_path).settings == Settings(name="Ada", gui_scale=2, reduced_motion=True)


@pytest.mark.parametrize("text", ['{"gui_scale": 99}', '{"colour": 1}', "no json", '{"view_distance": "far"}'])
def test_settings_out_of_range_or_unknown_are_told_with_file_and_key(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text, encoding="utf-8")
    with pytest.raises(ProfileUnreadable, match=r"settings\.json"):
        Profile(tmp_path)


def test_servers_keys_are_remembered_by_address(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    assert profile.pinned("a:1") is None
    profile.pin("a:1", bytes(32))
    profile.pin("b:1", bytes([1] * 32))
    assert Profile(tmp_path).pinned("a:1") == bytes(32)
    assert Profile(tmp_path).pinned("b:1") == bytes([1] * 32)


def test_a_damaged_list_of_servers_is_told_before_anybody_is_trusted(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_bytes(msgspec.json.encode({"a:1": "short"}))
    with pytest.raises(ProfileUnreadable, match=r"servers\.json"):
        Profile(tmp_path).pinned("a:1")


def test_profile_names_stay_inside_their_folder() -> None:
    with pytest.raises(ProfileUnreadable):
        Profile.named("../elsewhere")


def test_the_first_name_is_the_keys_own_and_fits_the_rules_of_names(tmp_path: Path) -> None:
    name = Profile(tmp_path / "one").name
    assert name == Profile(tmp_path / "one").name
    assert name.startswith("Player")
    assert 3 <= len(name) <= 16
    assert name.isalnum()
