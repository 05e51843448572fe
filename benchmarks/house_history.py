"""A house with a long history, made in this process by the real handler and the real store."""

import asyncio

from benchmarks.house_load import round_of_commands
from benchmarks.house_server import DEALER
from croupier.house.app.command_handler import CommandHandler
from croupier.house.store import open_store
from tests.house.houses import KEY


async def play_until(url: str, tables: int, records: int) -> int:
    """Play rounds at all tables until the log holds so many records; how many it holds then."""
    store = await open_store(url)
    handler = CommandHandler(store, KEY)
    try:
        await handler.streams.open()
        kept = await _length(handler)
        while kept < records:
            await asyncio.gather(
                *(play_round(handler, f"T{number}", kept) for number in range(tables))
            )
            kept = await _length(handler)
        await handler.streams.save_snapshots(1)
        return kept
    finally:
        await store.close()


async def play_round(handler: CommandHandler, table: str, since: int) -> None:
    """One round; `since` tells the keys of its commands from those of other rounds."""
    for place, command in enumerate(round_of_commands()):
        await handler.command(table, command, DEALER, f"history-{table}-{since}-{place}")


async def _length(handler: CommandHandler) -> int:
    return sum(head.version for head in (await handler.store.heads()).values())
