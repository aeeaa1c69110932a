"""Slow jobs beside the tick: they run in threads, and what they found is taken up inside a later tick."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")

THREADS = 2

_log = logging.getLogger("voxtable.engine")


class Workers:
    """Runs jobs; `running` counts those whose result was not taken yet."""

    def __init__(self) -> None:
        self.running = 0
        self._pool: ThreadPoolExecutor | None = None
        self._finished: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def start(self, job: Callable[[], T], take: Callable[[T], None]) -> None:
        """Run a job; `finished` will yield a call of `take` with its result, unless the job raises."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="voxtable-worker")
        self.running += 1
        self._pool.submit(self._run, job, take)

    def finished(self) -> Iterator[Callable[[], None]]:
        """What to call for each job that has ended since, without waiting."""
        while True:
            try:
                take = self._finished.get_nowait()
            except Empty:
                return
            self.running -= 1
            if take is not None:
                yield take

    def close(self) -> None:
        """Let running jobs end and forget the others."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: Callable[[], T], take: Callable[[T], None]) -> None:
        try:
            result = job()
        except Exception:  # noqa: BLE001 - logged with its trace; a worker has nobody to raise to
            _log.exception("A job beside the tick failed.")
            self._finished.put(None)
        else:
            self._finished.put(lambda: take(result))
