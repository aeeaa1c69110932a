"""Command line of the server: `voxtable-server serve | audit | rekey`, and the tools of its plugins."""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from .config import SEEDS, BadConfig, BadTable, Key, Settings, never_a_name, read_settings, unusable
from .engine.host import CannotListen, ServerFailed
from .engine.log_lines import begin_log
from .engine.plugins import PluginMissing, installed_audits, installed_tools
from .game import Stopping, rekey, serve
from .items.audit import audit, unreadable
from .shared.command_line import FAILED, CommandFault, Parser, port, run_command, whole_number
from .storage.errors import WorldError
from .world.numbering import TornNumbering

CONFIG_NAME = "server.toml"
WORLD = Path(Settings().world)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 found or failed, 2 not even begun."""
    return run_command("voxtable-server", lambda: _command(arguments))


def _command(arguments: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except (BadConfig, CannotListen, PluginMissing, TornNumbering, WorldError) as error:
        raise CommandFault(str(error)) from error
    except ServerFailed as error:
        raise CommandFault(str(error), FAILED) from error


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="voxtable-server", description="The Voxtable server and its tools.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serving = commands.add_parser(
        "serve",
        help="open a world to players",
        epilog=_settings_told(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    serving.add_argument("--world", metavar="DIR", type=Path, help="the world's folder, made when it is new")
    serving.add_argument("--port", metavar="N", type=port, help="0 takes any free port")
    serving.add_argument("--host", metavar="H", help="the address to listen on; 0.0.0.0 for all")
    serving.add_argument(
        "--config", metavar="FILE", type=Path, help=f"settings; by default {CONFIG_NAME} beside the world"
    )
    serving.add_argument("--seed", metavar="N", type=whole_number(*SEEDS), help="what a new world grows from")
    serving.add_argument(
        "--operator",
        metavar="NAME",
        type=_operator,
        action="append",
        default=[],
        help="who is first to join under this name becomes operator; may be given repeatedly",
    )
    serving.add_argument(
        "--owner", metavar="KEY", type=_key, help="whose own world this is: a public key, as 64 digits"
    )
    serving.add_argument(
        "--commands",
        choices=("on", "off"),
        help="whether the owner of a new world may use operator commands in it",
    )
    serving.add_argument("--parent-pipe", action="store_true", help="stop when standard input closes")
    serving.set_defaults(run=_serve)
    auditing = commands.add_parser("audit", help="prove that every item is accounted for")
    auditing.add_argument("--world", metavar="DIR", type=Path, default=WORLD)
    auditing.set_defaults(run=_audit)
    rekeying = commands.add_parser("rekey", help="let a name be claimed by a new key")
    rekeying.add_argument("name", metavar="NAME")
    rekeying.add_argument("--world", metavar="DIR", type=Path, default=WORLD)
    rekeying.set_defaults(run=_rekey)
    for tool in installed_tools():
        parsing = commands.add_parser(tool.name, help=tool.help)
        tool.arguments(parsing)
        parsing.set_defaults(run=tool.run)
    return parser


def _operator(name: str) -> str:
    """A name that somebody could log in with."""
    if fault := never_a_name(name):
        raise argparse.ArgumentTypeError(f"{fault}; give --operator once for each name")
    return name


def _key(text: str) -> str:
    """A public key in hexadecimal."""
    try:
        return msgspec.convert(text.lower(), Key)
    except msgspec.ValidationError as error:
        raise argparse.ArgumentTypeError("a key is written with 64 hexadecimal digits") from error


def _settings_told() -> str:
    """All keys of a settings file with their defaults, as TOML."""
    defaults = msgspec.to_builtins(Settings())
    lines = (
        f"  {key} = {json.dumps(value)}" for key, value in defaults.items() if not isinstance(value, dict | type(None))
    )
    return "\n".join(
        (f"settings in {CONFIG_NAME}, with their defaults:", *lines, "  seed = a random number", "  [plugins.NAME]")
    )


# ------------------------------------------------------------------ serve


def _serve(options: argparse.Namespace) -> int:
    begin_log()
    file = options.config or (options.world or WORLD).parent / CONFIG_NAME
    try:
        asyncio.run(_run(_settings(options, file), options.parent_pipe))
    except BadTable as error:
        raise unusable(file, error) from error
    return 0


def _settings(options: argparse.Namespace, file: Path) -> Settings:
    """The settings in a file, which need not be there unless it was asked for, with the command line's on top."""
    settings = read_settings(file) if options.config is not None or file.exists() else Settings()
    given = {
        name: getattr(options, name) for name in ("port", "host", "seed", "owner") if getattr(options, name) is not None
    }
    if options.world is not None:
        given["world"] = str(options.world)
    if options.commands is not None:
        given["commands"] = options.commands == "on"
    return msgspec.structs.replace(settings, operators=(*settings.operators, *options.operator), **given)


async def _run(settings: Settings, parent_pipe: bool) -> None:
    loop = asyncio.get_running_loop()
    stopping = Stopping()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(number, stopping.stop)
    if parent_pipe:
        threading.Thread(target=_watch_parent, args=(loop, stopping), name="voxtable-parent", daemon=True).start()
    await serve(settings, _announce, stopping)


def _watch_parent(loop: asyncio.AbstractEventLoop, stopping: Stopping) -> None:
    """Wait until standard input closes, which the parent's end does however it ends."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    with contextlib.suppress(RuntimeError):  # the loop has ended before
        loop.call_soon_threadsafe(stopping.stop)


def _announce(host: str, port: int) -> None:
    print("listening", host, port, flush=True)


# ------------------------------------------------------------------ audit and rekey


def _audit(options: argparse.Namespace) -> int:
    sums = audit(options.world)
    width = max([len(each.item) for each in sums], default=4)
    print(f"{'item':<{width}}  {'existing':>9}  {'minted':>9}  {'burnt':>9}")
    for each in sums:
        verdict = "" if each.sound else "  WRONG"
        doubled = f" (twice: {', '.join(each.doubled)})" if each.doubled else ""
        print(f"{each.item:<{width}}  {each.existing:>9}  {each.minted:>9}  {each.burnt:>9}{verdict}{doubled}")
    found = [sentence for look in installed_audits() for sentence in look(options.world)]
    for sentence in found:
        print(sentence)
    for sentence in unreadable(options.world):
        print(f"SET ASIDE  {sentence}")
    wrong = sum(not each.sound for each in sums)
    if wrong:
        print(f"{wrong} of {len(sums)} items are not accounted for.")
    if wrong or found:
        return 1
    print(f"All {len(sums)} items are accounted for.")
    return 0


def _rekey(options: argparse.Namespace) -> int:
    try:
        name, operator = rekey(options.world, options.name)
    except KeyError:
        raise CommandFault(f"Nobody called {options.name} ever joined the world in {options.world}.") from None
    print(f"The name {name} now belongs to the first key that logs in with it.")
    if operator:
        print(f"{name} is an operator, and so is whoever claims the name: see that it is the right one.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
