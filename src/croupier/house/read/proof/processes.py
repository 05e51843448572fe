"""Proves parts of a log in processes of their own, as many at a time as there are cores."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from croupier.house.read.proof.collector import collect_seldom
from croupier.house.read.proof.part import Found, Part, prove_part
from croupier.house.read.proof.verify import Elsewhere
from croupier.house.sealing import Keyring
from croupier.house.store import open_as_it_is


@contextmanager
def in_processes(url: str, keys: Keyring, count: int) -> Iterator[Elsewhere]:
    """They open the database at this URL themselves, and only read."""
    pool = ProcessPoolExecutor(count, get_context("spawn"), collect_seldom)
    try:
        yield lambda part: asyncio.wrap_future(pool.submit(_prove, url, keys.keys, part))
    finally:
        pool.shutdown(cancel_futures=True)


def _prove(url: str, keys: tuple[bytes, ...], part: Part) -> Found:
    return asyncio.run(_proved(url, Keyring(keys), part))


async def _proved(url: str, keys: Keyring, part: Part) -> Found:
    store = await open_as_it_is(url)
    try:
        store.chain_under(keys)
        return await prove_part(store, keys, part, {})
    finally:
        await store.close()
