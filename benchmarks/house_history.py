"""A house with a long history, made in this process by the real keeper and the real store."""

import asyncio

from benchmarks.house_load import round_of_commands
from benchmarks.house_server import DEALER, KEY
from croupier.house.keeping.keeper import Keeper
from croupier.house.store import open_store


async def play_until(url: str, tables: int, records: int) -> int:
    """Play rounds at all tables until the log holds so many records; how many it holds then."""
    store = await open_store(url)
    keeper = Keeper(store, KEY)
    try:
        await keeper.holding.open()
        kept = await _length(keeper)
        while kept < records:
            await asyncio.gather(*(_round(keeper, f"T{number}", kept) for number in range(tables)))
            kept = await _length(keeper)
        await keeper.holding.save_snapshots(1)
        return kept
    finally:
        await store.close()


async def _round(keeper: Keeper, table: str, since: int) -> None:
    for place, command in enumerate(round_of_commands()):
        await keeper.command(table, command, DEALER, f"history-{table}-{since}-{place}")


async def _length(keeper: Keeper) -> int:
    return sum(head.version for head in (await keeper.store.heads()).values())
