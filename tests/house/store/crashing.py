"""A process that writes as fast as it can, says what was acknowledged, and expects to be killed.

    python -m tests.house.store.crashing URL NAME STREAMS

On standard output one line for each acknowledged command, written only once the store
has said so: the command, and the version and hash of each record.
"""

import asyncio
import random
import sys

from croupier.house.log.storing import Append, Conflict, StoreUnavailable
from croupier.house.store import open_store
from croupier.house.store.database import DatabaseStore
from tests.house.store.writing import Author


async def main(url: str, name: str, streams: int) -> None:
    store = await open_store(url)
    print("ready", flush=True)
    await asyncio.gather(*(play(store, name, number, streams) for number in range(streams * 2)))


async def play(store: DatabaseStore, name: str, number: int, streams: int) -> None:
    """Decide on what the log holds, write, and decide anew when somebody was quicker."""
    rng = random.Random(f"{name}/{number}")
    author = Author(name=f"{name}/{number}")
    while True:
        table = f"table:T{rng.randrange(streams)}"
        author.heads = await store.heads()
        append = author.write(table, "jackpot:J1") if rng.random() < 0.3 else author.write(table)
        try:
            await store.append(append)
        except Conflict:
            continue
        except StoreUnavailable as trouble:
            print("trouble", trouble, file=sys.stderr, flush=True)
            return
        print(line(append), flush=True)


def line(append: Append) -> str:
    assert append.answer is not None
    records = [f"{one.stream}={one.version}={one.hash.hex()}" for one in append.records]
    return " ".join((append.answer.command, *records))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
