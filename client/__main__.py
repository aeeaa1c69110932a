"""Command line of the client: `voxtable [play | join HOST[:PORT] | tour --out DIR]`.

Nothing that needs a screen is imported before it is known what to do; every error is one sentence and exit code 2.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from server.shared.command_line import NOT_BEGUN, Parser
from server.shared.names.rules import composed, name_fault

from .network import NoServer, parse_address
from .settings import DEFAULT_PROFILE, Profile, ProfileFault

_INSTALL = "with OpenGL 3.3 (on Debian and Ubuntu the packages libgl1, libegl1 and libgl1-mesa-dri)"
NO_SCREEN = (
    f"voxtable: no window could be opened ({{why}}); install a desktop {_INSTALL}, or see the game without a screen by "
    "`voxtable tour --out pictures`."
)
NO_OPENGL = f"voxtable: the tour cannot draw its pictures ({{why}}); install a driver {_INSTALL}; it needs no screen."


class _CannotShow(Exception):
    """There is no screen, or no OpenGL that draws on it; `sentence` says so, with a place for why."""

    def __init__(self, sentence: str, error: Exception) -> None:
        nowhere = str(error) == 'Cannot connect to "None"'  # what pyglet says when DISPLAY is not set
        super().__init__("no display" if nowhere else str(error).strip().rstrip(".") or type(error).__name__)
        self.sentence = sentence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 a step of the tour failed, 2 not even begun."""
    options = _parser().parse_args(arguments, argparse.Namespace(profile=DEFAULT_PROFILE, name=""))
    try:
        return int(options.run(options))
    except _CannotShow as error:
        print(error.sentence.format(why=error), file=sys.stderr)
    except ProfileFault as error:
        print(f"voxtable: {error}", file=sys.stderr)
    return NOT_BEGUN


def _parser() -> argparse.ArgumentParser:
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--profile", metavar="NAME", help="another player on this machine: own key, name and settings")
    common.add_argument("--name", metavar="NAME", type=_name, help="the name to play under")
    parser = Parser(prog="voxtable", description="A small voxel world whose tables play dice.", parents=[common])
    parser.set_defaults(run=_open, start="play")
    commands = parser.add_subparsers(metavar="COMMAND")
    playing = commands.add_parser("play", help="start your own world and join it", parents=[common])
    playing.set_defaults(start="play")
    joining = commands.add_parser("join", help="join a server", parents=[common])
    joining.add_argument("address", metavar="HOST[:PORT]", type=_address)
    joining.set_defaults(start="join")
    touring = commands.add_parser("tour", help="play a match off screen and keep pictures", parents=[common])
    touring.add_argument("--out", metavar="DIR", type=Path, required=True, help="where pictures and transcript go")
    touring.set_defaults(run=_tour)
    return parser


def _name(text: str) -> str:
    """A name that a player may have."""
    name = composed(text)
    if fault := name_fault(name):
        raise argparse.ArgumentTypeError(f"nobody can be called {text!r}. {fault.rstrip('.')}")
    return name


def _address(text: str) -> str:
    """An address that a server may have."""
    try:
        parse_address(text)
    except NoServer as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error
    return text


def _open(options: argparse.Namespace) -> int:
    profile = Profile.named(options.profile)
    profile.key()
    for notice in profile.notices:
        print(f"voxtable: {notice}", file=sys.stderr)
    window = _window()
    from .app import App

    app = App(window, profile, name=options.name)
    app.begin(options.address if options.start == "join" else "")
    app.run()
    return 0


def _window() -> object:
    """The window. Raises _CannotShow where the system has no screen or no OpenGL 3.3."""
    try:
        import pyglet

        pyglet.options.dpi_scaling = "real"
        from .window import open_window

        return open_window("Voxtable")
    except Exception as error:
        raise _CannotShow(NO_SCREEN, error) from error


def _tour(options: argparse.Namespace) -> int:
    import pyglet

    pyglet.options.headless = True
    try:
        from .window import open_window

        open_window("Voxtable", 16, 16).close()
    except Exception as error:
        raise _CannotShow(NO_OPENGL, error) from error
    from .tour import run

    return run(options.out)


if __name__ == "__main__":
    sys.exit(main())
