"""What is stored elsewhere is known here, and what was stored here is not looked up again."""

import asyncio

from croupier.house.app.catching_up import CatchingUp
from croupier.house.app.stream_cache import StreamCache
from croupier.house.model.records import Head
from tests.house.store.writing import Author, opened
from tests.waiting import until


async def test_a_table_that_two_register_at_once_is_known_to_both(store_url: str) -> None:
    """What this process decided is as long as what the other one stored, and is never stored."""
    async with opened(store_url) as store:
        streams = StreamCache(store, None)
        here = await streams.new("table:T1")
        here.head = Head(1, bytes(32))
        streams.begin(here)
        catching_up = CatchingUp(store, streams, lambda _: False)
        work = [asyncio.create_task(one) for one in (catching_up.hear(), catching_up.run())]
        await asyncio.sleep(0)  # both have begun, and hear of what is stored from now on
        await store.append(Author().write("table:T1"))
        await until(lambda: streams.tables() == ["T1"])
        streams.drop(here)
        assert streams.tables() == ["T1"]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
