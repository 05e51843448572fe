"""What an append promises, on every database: all of it or nothing, in order, once."""

import asyncio
import threading
from collections.abc import Sequence
from datetime import timedelta, timezone
from typing import Any

import pytest
from msgspec import structs

from croupier.house.log.event_store import Append, Conflict, StoreUnavailable
from croupier.house.log.stream import entries_of
from croupier.house.model.records import Head, Posting, Snapshot
from croupier.house.store.batch import Ready, made_ready
from croupier.house.store.writer import Outcome, Waiting, Work
from tests.house.store.writing import NOON, Author, heard_while_writing, opened
from tests.waiting import PATIENCE


async def test_what_is_appended_is_read_back_to_the_byte(store_url: str) -> None:
    author = Author()
    appends = [author.write("table:T1", "jackpot:J1"), author.write("table:T1")]
    async with opened(store_url) as store:
        for append in appends:
            await store.append(append)
    async with opened(store_url) as store:
        records = [*await store.read("table:T1"), *await store.read("jackpot:J1")]
        first, second = appends[0].records, appends[1].records
        assert records == [first[0], *second, first[1]]
        assert [record.hash for record in records] == [
            record.hash for record in (first[0], *second, first[1])
        ]
        assert await store.heads() == author.heads
        assert await store.answered("author-1") == appends[0].answer
        assert await store.answered("author-3") is None


async def test_reading_on_from_a_version(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        await asyncio.gather(*(store.append(author.write("table:T1")) for _ in range(10)))
        assert [record.version for record in await store.read("table:T1", 3, 4)] == [4, 5, 6, 7]
        assert [entry.record.version for entry in await store.scan()] == list(range(1, 11))
        last = (await store.scan())[4].seq
        assert [entry.record.version for entry in await store.scan(last, 2)] == [6, 7]


async def test_the_log_of_a_few_streams_is_in_the_order_of_the_house(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        for streams in (("table:T1", "jackpot:J1"), ("table:T2",), ("jackpot:J1",), ("table:T1",)):
            await store.append(author.write(*streams))
        both = [one async for one in entries_of(store, ["jackpot:J1", "table:T1", "table:T9"])]
        whole = await store.scan()
        assert both == [one for one in whole if one.record.stream != "table:T2"]
        assert [one.record.version for one in await store.scan_stream("table:T1", 1, 5)] == [2]


async def test_the_first_version_that_is_not_before_a_moment(store_url: str) -> None:
    author = Author()
    tick = timedelta(microseconds=1)
    async with opened(store_url) as store:
        for seconds in (0, 1, 1, 5):
            await store.append(author.write("table:T1", at=NOON + timedelta(seconds=seconds)))
        for moment, first in (
            (NOON - tick, 1),
            (NOON, 1),
            (NOON + tick, 2),
            (NOON + timedelta(seconds=1), 2),
            (NOON + timedelta(seconds=1) + tick, 4),
            (NOON + timedelta(seconds=5), 4),
            (NOON + timedelta(seconds=5) + tick, 5),
        ):
            assert await store.first_since("table:T1", moment) == first
        assert await store.first_since("table:T2", NOON) == 1


async def test_moments_are_kept_in_utc(store_url: str) -> None:
    singapore = NOON.astimezone(timezone(timedelta(hours=8)))
    author = Author()
    append = author.write("table:T1", at=singapore.astimezone(NOON.tzinfo))
    async with opened(store_url) as store:
        await store.append(append)
        assert (await store.read("table:T1"))[0].at == singapore


async def test_an_append_on_a_stale_head_conflicts_and_stores_nothing(store_url: str) -> None:
    author, late = Author(), Author(name="late")
    async with opened(store_url) as store:
        await store.append(author.write("table:T1"))
        with pytest.raises(Conflict, match="table:T1 is at version 1, not at 0"):
            await store.append(late.write("table:T2", "table:T1"))
        assert await store.read("table:T2") == []
        assert await store.answered("late-1") is None
        assert await store.balances() == {"player:ann": -100, "layout:table:T1": 100}


async def test_a_stream_that_was_only_read_must_not_have_moved_either(store_url: str) -> None:
    author, late = Author(), Author(name="late")
    async with opened(store_url) as store:
        await store.append(author.write("jackpot:J1"))
        with pytest.raises(Conflict, match="jackpot:J1"):
            await store.append(late.write("table:T1", reads=("jackpot:J1",)))
        await store.append(author.write("table:T1", reads=("jackpot:J1",)))


async def test_appends_of_one_batch_build_on_each_other(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        appends = [author.write("table:T1", "jackpot:J1") for _ in range(200)]
        await asyncio.gather(*(store.append(append) for append in appends))
        assert [record.version for record in await store.read("table:T1")] == list(range(1, 201))


async def test_a_conflict_in_a_batch_fails_alone_with_what_was_built_on_it(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        await store.append(author.write("table:T1"))
        behind = Author(name="behind")
        appends = [
            author.write("table:T1"),
            behind.write("table:T1"),
            behind.write("table:T1"),
            author.write("table:T1"),
            author.write("table:T2"),
        ]
        outcomes = await asyncio.gather(
            *(store.append(append) for append in appends), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [
            *(type(None), Conflict, Conflict, type(None), type(None))
        ]
        assert await store.heads() == author.heads


async def test_a_command_is_answered_once(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        await store.append(author.write("table:T1", command="same"))
        again = Author(await store.heads())
        with pytest.raises(Conflict, match="has been answered"):
            await store.append(again.write("table:T1", command="same"))
        twice = Author(await store.heads())
        outcomes = await asyncio.gather(
            store.append(twice.write("table:T8", command="new")),
            store.append(Author().write("table:T9", command="new")),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict]


async def test_an_answer_may_come_without_a_record(store_url: str) -> None:
    """A refusal is remembered too."""
    author = Author()
    async with opened(store_url) as store:
        await store.append(author.write("table:T1"))
        await store.append(author.write(reads=("table:T1",), command="refused"))
        assert await store.answered("refused") is not None


async def test_unsound_appends_are_the_fault_of_the_program(store_url: str) -> None:
    author = Author()
    sound = author.write("table:T1")
    record, posting = sound.records[0], sound.postings[0]
    async with opened(store_url) as store:
        for wrong in (
            structs.replace(sound, expected={}),
            structs.replace(sound, expected={"table:T1": Head(4)}),
            structs.replace(sound, records=(structs.replace(record, previous=b"1" * 32),)),
            structs.replace(sound, postings=(structs.replace(posting, version=2),)),
            structs.replace(sound, postings=(structs.replace(posting, stream="", version=0),)),
            structs.replace(sound, postings=(structs.replace(posting, amount=0),)),
            structs.replace(sound, postings=(structs.replace(posting, credit="player:ann"),)),
        ):
            with pytest.raises(ValueError):  # noqa: PT011
                await store.append(wrong)
        assert await store.heads() == {}


async def test_records_of_one_command_share_a_row_as_far_as_they_are_alike(store_url: str) -> None:
    """Two rows for a stream whose second record is dated otherwise, one for the other stream."""
    author = Author()
    one, two = author.write("table:T1", "table:T2").records
    later = author.write("table:T1", at=NOON + timedelta(seconds=1), command=one.command).records[0]
    after = structs.replace(later, version=3, previous=later.hash)
    append = Append({"table:T1": Head(), "table:T2": Head()}, (two, one, later, after), (), None)
    assert [run.records for run in made_ready(append).runs] == [(two,), (one,), (later, after)]
    async with opened(store_url) as store:
        await store.append(append)
        assert [entry.record for entry in await store.scan()] == [two, one, later, after]
        assert (await store.heads())["table:T1"] == Head(3, after.hash)


async def test_balances_are_kept_with_the_postings(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        first = author.write("table:T1", amount=250)
        more = Posting("table:T1", 1, "layout:table:T1", "float:T1", 50, "lost")
        await store.append(structs.replace(first, postings=(*first.postings, more)))
        await store.append(author.write("table:T1", amount=30))
        assert await store.balances() == {
            "player:ann": -280,
            "layout:table:T1": 230,
            "float:T1": 50,
        }
        assert await store.balances("player:") == {"player:ann": -280}
        assert await store.postings("table:T1") == [
            *(*first.postings, more),
            Posting("table:T1", 2, "player:ann", "layout:table:T1", 30, "ante"),
        ]


async def test_a_closed_store_stores_what_waited_and_then_nothing(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        tasks = [asyncio.create_task(store.append(author.write("table:T1"))) for _ in range(50)]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(author.write("table:T1"))
    async with opened(store_url) as store:
        assert (await store.heads())["table:T1"].version == 50


async def test_a_command_at_the_very_moment_of_closing_is_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It found the store open, and was queued when nobody looked any more."""
    author = Author()
    async with opened(sqlite_url) as store:
        await store.append(author.write("table:T1"))
        writer = store._writer
        promise = writer._promise

        def closed_meanwhile() -> Any:
            found = promise()
            writer.close()
            return found

        monkeypatch.setattr(writer, "_promise", closed_meanwhile)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(StoreUnavailable, match="closed"):
                await store.append(author.write("table:T1"))


async def test_other_writing_has_its_turn_between_batches(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Snapshots and passwords do not wait for a quiet moment that never comes."""
    author, batches = Author(), 0
    saved_after: list[int] = []
    queued = threading.Event()
    snapshot = Snapshot("table:T1", 1, bytes(32), b"state")
    async with opened(store_url) as store:
        writer, loop = store._writer, asyncio.get_running_loop()
        plain, plain_job = writer.store, writer._do

        def store_while_more_come(appends: Sequence[Ready]) -> list[Outcome]:
            nonlocal batches
            batches += 1
            if batches < 50:
                more = made_ready(author.write("table:T1"))
                writer._queue.append(Waiting(more, loop, loop.create_future()))
            assert queued.wait(PATIENCE)
            return plain(appends)

        def note(work: Work) -> Outcome:
            saved_after.append(batches)
            return plain_job(work)

        monkeypatch.setattr(writer, "store", store_while_more_come)
        monkeypatch.setattr(writer, "_do", note)
        storing = asyncio.ensure_future(store.append(author.write("table:T1")))
        await asyncio.sleep(0)  # the first batch begins before there is anything else to write
        saving = asyncio.ensure_future(store.save([snapshot]))
        await asyncio.sleep(0)
        queued.set()
        await asyncio.gather(storing, saving)
        assert saved_after == [1]
        assert await store.snapshots() == {"table:T1": snapshot}


async def test_changes_tell_which_streams_have_grown(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        heard = await heard_while_writing(store, store, author, "table:T1", "jackpot:J1")
        assert set(heard) == {"table:T1", "jackpot:J1"}
        assert heard["table:T1"] == heard["jackpot:J1"]


async def test_names_may_hold_what_people_write(store_url: str) -> None:
    name = """table:Bo's "näme" \\ 100% {x} — 赌"""
    author = Author()
    async with opened(store_url) as store:
        await store.append(author.write(name))
        assert (await store.read(name))[0].stream == name
        assert await store.balances(f"layout:{name}") == {f"layout:{name}": 100}


def test_an_append_is_a_value() -> None:
    assert Author().write("table:T1") == Author().write("table:T1")
    assert isinstance(Author().write("table:T1"), Append)
