"""A proof during which records go into an archive finds nothing wrong with the log."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.operate.archiving import archive, archive_days
from croupier.house.read.proof import part, postings, undisturbed
from croupier.house.read.proof import verify as proving
from croupier.house.read.proof.verify import check_new, verify
from croupier.house.store import open_store
from tests.house.houses import KEY
from tests.house.operate.closed_days import NOW, RING, three_days
from tests.house.read.live import live_house, live_round

SECOND = datetime(2026, 10, 2, 6, tzinfo=UTC)
THIRD = datetime(2026, 10, 3, 6, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undisturbed, "PAUSES", (0, 0, 0))


Archiving = Callable[[], Awaitable[object]]


def _once(patch: pytest.MonkeyPatch, holder: Any, name: str, do: Archiving, *, first: bool) -> None:
    """The next call of a coroutine has this done before it, or between its end and what follows."""
    real = getattr(holder, name)

    async def interrupted(*given: Any) -> Any:
        patch.setattr(holder, name, real)
        if first:
            await do()
        found = await real(*given)
        if not first:
            await do()
        return found

    patch.setattr(holder, name, interrupted)


@pytest.mark.parametrize("whole", [True, False])
async def test_a_proof_begins_again_where_the_log_now_begins(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    await three_days(store_url)
    await archive_days(store_url, SECOND, tmp_path, NOW, RING)

    def more() -> Awaitable[object]:
        return archive_days(store_url, THIRD, tmp_path, NOW, RING)

    store = await open_store(store_url)
    try:
        _once(monkeypatch, part, "_standing", more, first=False)
        found = await verify(store, keys=RING, whole=whole)
        assert found.findings == ()
        marker = await store.archived()
        assert marker is not None
        last = (await store.scan())[-1].seq
        assert found.records == last - marker.seq
        assert await store.proofs() == [last]
        assert (await verify(store, keys=RING, whole=False)).findings == ()
        assert (await verify(store, keys=RING)).findings == ()
    finally:
        await store.close()


async def test_a_check_of_what_is_new_begins_again(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three_days(store_url)
    store = await open_store(store_url)
    try:
        _once(
            monkeypatch,
            postings,
            "derive",
            lambda: archive_days(store_url, THIRD, tmp_path, NOW, RING),
            first=True,
        )
        assert (await check_new(store, RING)).findings == ()
        assert await store.archived() is not None
        assert (await check_new(store, RING)).findings == ()
    finally:
        await store.close()


async def test_a_proof_that_was_overtaken_at_its_end_is_not_kept(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts answers that have left the database."""
    await three_days(store_url)
    store = await open_store(store_url)
    try:
        _once(
            monkeypatch,
            proving,
            "_keep",
            lambda: archive_days(store_url, THIRD, tmp_path, NOW, RING),
            first=True,
        )
        assert (await verify(store, keys=RING)).findings == ()
        assert await store.archived() is not None
        assert await store.proofs() == []
        assert (await verify(store, keys=RING, whole=False)).findings == ()
    finally:
        await store.close()


async def test_a_check_whose_end_was_archived_is_not_remembered(
    store_url: str, tmp_path: Path
) -> None:
    """Its checkpoint would stand before the first record."""
    long_ago = datetime(2020, 7, 1, 12, tzinfo=UTC)
    handler = CommandHandler(await open_store(store_url), KEY, now=lambda: long_ago)
    store = handler.store
    try:
        await handler.streams.open()
        await live_house(handler)
        assert (await store.check(remember=False)).findings == ()
        await live_round(handler)
        cut = datetime(2021, 1, 1, tzinfo=UTC)
        await archive(store_url, cut, tmp_path / "old.gz", NOW, RING)
        await store.remember_check()
        for whole in (False, True):
            assert (await store.check(whole=whole, remember=False)).findings == ()
    finally:
        await store.close()


async def test_of_a_log_that_is_archived_all_the_time_nothing_is_said(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three_days(sqlite_url)
    store = await open_store(sqlite_url)
    begins = iter(range(100))

    async def moving(_: object) -> int:
        return next(begins)

    try:
        monkeypatch.setattr(undisturbed, "_begin", moving)
        with pytest.raises(StoreUnavailable, match="archived again and again while the log"):
            await verify(store, keys=RING)
        with pytest.raises(StoreUnavailable, match="prove it once the archiving has ended"):
            await check_new(store, RING)
        assert await store.proofs() == []
    finally:
        await store.close()
