"""Postings of a stream are read a few at a time, and none is passed over."""

import pytest

from croupier.house.log.event_store import Append
from croupier.house.log.stream import postings_of
from croupier.house.model.cage import events as ce
from croupier.house.model.records import Answer, Head, Posting, Record, encode_event
from croupier.house.store import open_store
from tests.house.store.writing import NOON

VERSIONS = (1, 5, 1, 1, 2, 3)
"""How many postings each version has."""


@pytest.mark.parametrize("at_once", range(1, 8))
async def test_all_are_read_however_many_a_version_has(store_url: str, at_once: int) -> None:
    records: list[Record] = []
    head = Head()
    for _ in VERSIONS:
        event = encode_event(ce.BoughtIn("ann", 5, "2026-01-02"))
        records.append(Record("cage", head.version + 1, NOON, None, "a", event, head.hash))
        head = records[-1].head
    posted = tuple(
        Posting("cage", version, "cash", f"wallet:p{line}", 5, "buy-in")
        for version, count in enumerate(VERSIONS, 1)
        for line in range(count)
    )
    store = await open_store(store_url)
    try:
        answer = Answer("a", "cage", b"{}")
        await store.append(Append({"cage": Head()}, tuple(records), posted, answer))
        for after in range(len(VERSIONS)):
            for until in range(after, len(VERSIONS) + 1):
                read = [one async for one in postings_of(store, "cage", after, until, at_once)]
                assert read == [one for one in posted if after < one.version <= until]
    finally:
        await store.close()
