"""A process that writes as fast as it can, says what was acknowledged, and expects to be killed.

    python -m tests.house.store.crashing URL NAME STREAMS [again]

On standard output one line for each acknowledged command, written only once the store
has said so: the command, and the version and hash of each record. With `again` another one begins
where one was killed, and each says first which process it is.
"""

import asyncio
import os
import random
import sys
from itertools import count

from croupier.house.log.event_store import Append, Conflict, StoreUnavailable
from croupier.house.store import open_store
from croupier.house.store.database import DatabaseStore
from tests.house.store.writing import Author


async def main(url: str, name: str, streams: int) -> None:
    store = await open_store(url)
    print("ready", os.getpid(), flush=True)
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


def again_and_again(url: str, name: str, streams: int) -> None:
    """Processes that need not begin with reading the program: forked from one that has."""
    for number in count():
        child = os.fork()
        if not child:
            asyncio.run(main(url, f"{name}.{number}", streams))
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    begin, *more = sys.argv[1:4], *sys.argv[4:]
    url, name, streams = begin
    if more:
        again_and_again(url, name, int(streams))
    else:
        asyncio.run(main(url, name, int(streams)))
