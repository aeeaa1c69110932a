"""Profiles: a private key made once, settings that keep, known servers, and damage told with the file's name."""

import errno
import os
import re
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


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ('"gui_scale": 99', "gui_scale = 99"),
        ('"view_distance": "far"', "view_distance = far"),
        ('"field_of_view": null', "field_of_view = None"),
        ('"colour": [1]', r"colour = \[1\] is left out"),
        ('"mouse_sensitivity": 1e999', "mouse_sensitivity = inf"),
        ('"gui_scale": ' + "9" * 5000, "gui_scale = inf"),
        ('"last_server": "\\ud800"', r"last_server = \?"),
    ],
)
def test_one_odd_value_costs_that_value_and_is_told(tmp_path: Path, odd: str, told: str) -> None:
    (tmp_path / "settings.json").write_text(f'{{"name": "Ada", {odd}, "invert_mouse": true}}', encoding="utf-8")
    profile = Profile(tmp_path)
    assert profile.settings == Settings(name="Ada", invert_mouse=True)
    (notice,) = profile.notices
    assert re.search(told, notice)


@pytest.mark.parametrize("odd", ["Bob Smith", "  ", "ab", "Bobо"])
def test_a_name_that_nobody_can_have_is_told_and_asked_for_again(tmp_path: Path, odd: str) -> None:
    (tmp_path / "settings.json").write_bytes(msgspec.json.encode({"name": odd, "invert_mouse": True}))
    profile = Profile(tmp_path)
    assert profile.settings == Settings(invert_mouse=True)
    (notice,) = profile.notices
    assert notice.startswith(f"settings.json: name = {odd} will not do")


def test_a_file_saved_with_a_byte_order_mark_is_read_as_usual(tmp_path: Path) -> None:
    for name, content in (("settings", '{"gui_scale": 2}'), ("names", '{"a:1": "Ben"}'), ("servers", "{}")):
        (tmp_path / f"{name}.json").write_text(content, encoding="utf-8-sig")
    profile = Profile(tmp_path)
    assert (profile.settings, profile.notices) == (Settings(gui_scale=2), ())
    assert profile.name_at("a:1") == "Ben"
    assert profile.pinned("a:1") is None


def test_a_value_that_cannot_be_written_again_stays_in_the_file_that_is_kept_aside(tmp_path: Path) -> None:
    content = b'{"mouse_sensitivity": 1e999, "future": 1}'
    (tmp_path / "settings.json").write_bytes(content)
    Profile(tmp_path).save(Settings(name="Ada"))
    assert (tmp_path / "settings.json.old").read_bytes() == content
    assert msgspec.json.decode((tmp_path / "settings.json").read_bytes())["future"] == 1


def test_what_is_nested_too_deep_is_told_by_the_files_name(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_bytes(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
    with pytest.raises(ProfileUnreadable, match=r"servers\.json"):
        Profile(tmp_path).pinned("a:1")


def test_what_was_remembered_of_a_server_is_found_under_every_spelling_of_its_address(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_bytes(
        msgspec.json.encode({"LOCALHOST:1": "01" * 32, "münchen.example.:1": "short"})
    )
    (tmp_path / "names.json").write_bytes(msgspec.json.encode({"LocalHost.:1": "Ben"}))
    profile = Profile(tmp_path)
    assert profile.pinned("localhost:1") == bytes([1] * 32)
    assert profile.pinned("localhost:2") is None
    assert profile.name_at("localhost:1") == "Ben"
    with pytest.raises(ProfileUnreadable):
        profile.pinned("xn--mnchen-3ya.example:1")
    profile.pin("localhost:1", bytes(32))
    assert profile.pinned("localhost:1") == bytes(32)


def test_the_names_on_servers_are_read_once(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    profile.remember_name("a:1", "Ben")
    (tmp_path / "names.json").unlink()
    assert profile.name_at("a:1") == "Ben"


def test_what_another_version_wrote_stays_in_the_file_until_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"name": "Ada", "field_of_view": 120, "future": {"deep": 1}}', encoding="utf-8")
    profile = Profile(tmp_path)
    profile.save(msgspec.structs.replace(profile.settings, name="Bob"))
    stands = msgspec.json.decode(path.read_bytes())
    assert (stands["name"], stands["field_of_view"], stands["future"]) == ("Bob", 120, {"deep": 1})
    profile.save(msgspec.structs.replace(profile.settings, field_of_view=80))
    stands = msgspec.json.decode(path.read_bytes())
    assert (stands["field_of_view"], stands["future"]) == (80, {"deep": 1})


@pytest.mark.parametrize("content", [b"", b"no json", b"[]", b"\xff\xfe", b"[" * 5000])
def test_a_file_that_is_no_settings_is_told_and_kept_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(content)
    profile = Profile(tmp_path)
    assert profile.settings == Settings()
    assert len(profile.notices) == 1
    profile.save(Settings(name="Ada"))
    assert (tmp_path / "settings.json.old").read_bytes() == content
    assert Profile(tmp_path).settings == Settings(name="Ada")
    assert Profile(tmp_path).notices == ()


def test_settings_that_could_not_be_read_again_are_never_written(tmp_path: Path) -> None:
    profile = Profile(tmp_path)
    profile.save(Settings(name="Ada"))
    with pytest.raises(ProfileUnwritable, match="last_server"):
        profile.save(Settings(name="Ada", last_server="h" * 300))
    assert profile.settings == Profile(tmp_path).settings == Settings(name="Ada")


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


def test_one_damaged_line_keeps_nobody_from_other_servers(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_bytes(msgspec.json.encode({"a:1": "short", "b:1": "01" * 32, "c:1": 7}))
    profile = Profile(tmp_path)
    assert profile.pinned("b:1") == bytes([1] * 32)
    for damaged in ("a:1", "c:1"):
        with pytest.raises(ProfileUnreadable, match=rf"{damaged} in .*servers\.json"):
            profile.pinned(damaged)
    profile.pin("d:1", bytes(32))
    assert profile.pinned("d:1") == bytes(32)
    assert msgspec.json.decode(path.read_bytes())["a:1"] == "short"


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
