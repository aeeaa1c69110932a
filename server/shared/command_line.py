"""How our programs read their arguments, and how those that print something end: with an exit code or one sentence.

What a program does stands elsewhere. An exception that nobody foresaw is a mistake of ours and keeps its trace.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn

from .version import VERSION

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

FAILED: Final = 1
NOT_BEGUN: Final = 2
INTERRUPTED: Final = 130
"""What shells expect of a program that Ctrl-C ended."""
PORTS: Final = range(65536)


class CommandFault(Exception):
    """Why a command cannot be done, in a sentence for people; `code` is the exit code."""

    def __init__(self, sentence: str, code: int = NOT_BEGUN) -> None:
        super().__init__(sentence)
        self.code = code


class Parser(argparse.ArgumentParser):
    """Reads arguments, says in one sentence what is wrong with them, and knows `--version` in every subcommand."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.add_help:
            self.add_argument("--version", action="version", version=f"Voxtable {VERSION}")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """As argparse prints it, but without silence about an output that fails."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        self.exit(NOT_BEGUN, f"{self.prog}: {message}; see {self.prog} --help\n")


def port(text: str) -> int:
    """A port from the command line."""
    if not (text.isascii() and text.isdigit()) or int(text[:6]) not in PORTS:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; ports are whole numbers from 0 to {PORTS[-1]}")
    return int(text)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """What reads a whole number within bounds from the command line."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")

    return read


def run_command(program: str, command: Callable[[], int]) -> int:
    """Run a command with all that it prints; returns its exit code. What keeps it from its end is told on stderr."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            code = command()
        finally:  # also where `--help` has been printed and ends the program
            sys.stdout.flush()
    except CommandFault as fault:
        return _told(program, str(fault), fault.code)
    except KeyboardInterrupt:
        return _told(program, "Stopped before the end.", INTERRUPTED)
    except BrokenPipeError:
        _abandon_output()
        return _told(program, "Whoever read the output closed it before the end.", FAILED)
    except OSError as error:
        if error.filename is not None:
            return _told(program, f"{error.filename} cannot be used ({error.strerror}).", NOT_BEGUN)
        _abandon_output()
        return _told(program, f"The output cannot be written ({error.strerror or error}).", FAILED)
    return code


def _told(program: str, sentence: str, code: int) -> int:
    print(f"{program}: {sentence}", file=sys.stderr)
    return code


def _abandon_output() -> None:
    """Let what was not written go, so that the interpreter does not try once more at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def chosen(begins: str, names: Iterable[str], one: str, many: str) -> str:
    """The name that an argument means: the very one, else the only one that begins so. Raises CommandFault; `one` and
    `many` say what has these names, such as 'match' and 'matches'."""
    known = sorted(set(names))
    if begins in known:
        return begins
    found = [name for name in known if name.startswith(begins)] if begins.strip() else []
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandFault(f"{len(found)} {many} begin with {begins!r}: {', '.join(found[:5])}; name more of it.")
    raise CommandFault(f"No {one} begins with {begins!r}." if begins.strip() else f"Name a {one}; the name is empty.")
