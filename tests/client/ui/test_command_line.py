"""The command line: without a screen one sentence and exit code 2, and a damaged profile is told by its file."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from client.__main__ import main
from client.settings import ProfileFault


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="only there a window needs a display server")
def test_without_a_screen_one_sentence_names_what_to_install_and_the_tour(home: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    ran = subprocess.run(
        [sys.executable, "-m", "client", "--profile", "one"],
        check=False,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "no window could be opened (no display); install" in ran.stderr
    assert "libgl1" in ran.stderr
    assert "voxtable tour --out" in ran.stderr
    assert (home / "voxtable" / "one" / "player.key").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only there a library is hidden by an empty file of its name")
@pytest.mark.parametrize("command", [["play"], ["tour", "--out", "pictures"]])
def test_without_opengl_one_sentence_names_what_to_install(command: list[str], home: Path) -> None:
    hidden = home / "hidden"
    hidden.mkdir()
    for name in ("libGL.so.1", "libGL.so", "libEGL.so.1", "libEGL.so"):
        (hidden / name).touch()
    ran = subprocess.run(
        [sys.executable, "-m", "client", *command],
        check=False,
        env=os.environ | {"LD_LIBRARY_PATH": str(hidden), "PYTHONPATH": str(Path(__file__).parents[3])},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 2
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "libgl1" in ran.stderr
    assert not (home / "pictures").exists()


def test_a_damaged_profile_is_told_by_its_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = home / "voxtable" / "two"
    folder.mkdir(parents=True)
    (folder / "player.key").write_bytes(b"short")
    assert main(["play", "--profile", "two"]) == 2
    assert "player.key" in capsys.readouterr().err


def test_a_key_that_no_disk_takes_is_told_by_its_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["play"]) == 2
    assert "player.key cannot be written: No space left" in capsys.readouterr().err
    assert not (home / "voxtable" / "default" / "player.key").exists()


@pytest.mark.parametrize(
    "arguments", [["--profile", "two", "join", "localhost"], ["join", "localhost", "--profile", "two"]]
)
def test_the_profile_may_stand_before_the_command_or_after_it(
    arguments: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "voxtable" / "two"
    folder.mkdir(parents=True)
    (folder / "player.key").write_bytes(b"short")
    assert main(arguments) == 2
    assert str(folder) in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["dance"], ["join"], ["tour"], ["--profile"]])
def test_a_command_that_does_not_exist_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "voxtable" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["", " ", "my..server", "http://example.org"])
def test_an_address_that_no_server_can_have_is_refused_in_words(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["join", address])
    assert ended.value.code == 2
    assert re.search("Enter the|cannot be the name", capsys.readouterr().err)


def test_settings_that_will_not_do_are_told_in_the_terminal_too(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "voxtable" / "default"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"name": "Bob Smith"}', encoding="utf-8")
    monkeypatch.setattr("client.__main__._window", lambda: (_ for _ in ()).throw(ProfileFault("no window here")))
    assert main(["play"]) == 2
    assert "voxtable: settings.json: name = Bob Smith will not do" in capsys.readouterr().err
