"""A real server process on a free port of this machine, for tests."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]


class ServerProcess:
    """`voxtable-server serve` on a world folder. `address` is where it listens."""

    def __init__(self, world: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--world", str(world), "--port", "0", *options],
            cwd=HOUSE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().split()
        assert line[:1] == ["listening"], f"the server did not start: {line}, exit code {self.process.wait()}"
        self.address = (line[1], int(line[2]))

    def kill(self) -> None:
        """End it at once, as a power cut would end the process."""
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Ask it to stop and wait; returns its exit code."""
        self.process.terminate()
        return self._reap()

    def _reap(self) -> int:
        self.process.communicate(timeout=30)
        return self.process.returncode


@contextlib.contextmanager
def running_server(world: Path, *options: str) -> Iterator[ServerProcess]:
    """A server for the length of a with-block."""
    server = ServerProcess(world, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
