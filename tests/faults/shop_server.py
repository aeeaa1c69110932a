"""The engine tests' shop as a server process: `python -m tests.faults.shop_server DIR` prints its port and sells."""

import asyncio
import sys
from pathlib import Path

from server.engine.host import Host
from server.storage.world_storage import WorldStorage
from tests.engine.shop import open_shop


async def serve(folder: Path) -> None:
    """Open the shop on a free port and run until killed."""
    loop = asyncio.get_running_loop()
    shop = open_shop(WorldStorage(folder), lambda call: _on_loop(loop, call))
    host = Host(shop.engine)
    _, port = await host.listen("127.0.0.1", 0)
    print(port, flush=True)
    await host.run()


def _on_loop(loop: asyncio.AbstractEventLoop, call: object) -> None:
    assert callable(call)
    loop.call_soon_threadsafe(call)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
