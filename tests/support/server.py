"""A real server process on a free port of this machine, for tests."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]


class ServerProcess:
    """`voxtable-server serve` on a world folder. `address` is where it listens; its log goes to a file where one is
    given."""

    def __init__(self, world: Path, *options: str, log: Path | None = None) -> None:
        written = log.open("w", encoding="utf-8") if log is not None else None
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--world", str(world), "--port", "0", *options],
            cwd=HOUSE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
        )
        if written is not None:
            written.close()
        assert self.process.stdout is not None
        line = self.process.stdout.readline().split()
        if line[:1] != ["listening"]:
            raise AssertionError(f"The server did not start: it said {line} and ended with exit code {self.wait()}.")
        self.address = (line[1], int(line[2]))

    def kill(self) -> None:
        """End it at once, as a power cut would end the process."""
        self.process.kill()
        self.wait()

    def stop(self) -> int:
        """Ask it to stop and wait; returns its exit code."""
        self.process.terminate()
        return self.wait()

    def let_go(self) -> int:
        """Close its standard input, as a parent that ends does, and wait; returns its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.stdin = None
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; returns its exit code."""
        self.process.communicate(timeout=30)
        return self.process.returncode


@contextlib.contextmanager
def running_server(world: Path, *options: str, log: Path | None = None) -> Iterator[ServerProcess]:
    """A server for the length of a with-block."""
    server = ServerProcess(world, *options, log=log)
    try:
        yield server
    finally:
        server.stop()
