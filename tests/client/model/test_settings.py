"""Profiles: a private key made once, settings that keep, known servers, and damage told with the file's name."""

import errno
import os
import stat
from pathlib import Path

import msgspec
import pytest

from client.settings import Profile, ProfileUnreadable, ProfileUnwritable, Settings


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


@pytest.mark.parametrize("name", ["settings.json", "servers.json", "player.key"])
def test_a_file_that_cannot_be_opened_is_told_by_its_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()

    def read() -> None:
        profile = Profile(tmp_path)
        profile.pinned("a:1")
        profile.key()

    with pytest.raises(ProfileUnreadable, match=name):
        read()


def test_settings_that_no_disk_takes_hold_for_this_run_and_leave_the_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = Profile(tmp_path)
    profile.save(Settings(name="Ada"))

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ProfileUnwritable, match=r"settings\.json cannot be written: No space left"):
        profile.save(Settings(name="Bob"))
    assert profile.settings.name == "Bob"
    assert Profile(tmp_path).settings.name == "Ada"


def test_profile_names_stay_inside_their_folder() -> None:
    with pytest.raises(ProfileUnreadable):
        Profile.named("../elsewhere")


def test_the_first_name_is_the_keys_own_and_fits_the_rules_of_names(tmp_path: Path) -> None:
    name = Profile(tmp_path / "one").name
    assert name == Profile(tmp_path / "one").name
    assert name.startswith("Player")
    assert 3 <= len(name) <= 16
    assert name.isalnum()


def test_every_profile_has_a_world_of_its_own(tmp_path: Path) -> None:
    first, second = Profile(tmp_path / "default").own_world, Profile(tmp_path / "bob").own_world
    assert (first.name, second.name) == ("home", "bob")
    assert first.parent == second.parent
