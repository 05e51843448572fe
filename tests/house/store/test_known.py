"""What the writer remembers of the database never stands in for what has become of it since."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from croupier.house.log.event_store import Append, Conflict, Overdrawn, StoreUnavailable, TooLarge
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.records import Head, Posting
from croupier.house.sealing import Keyring
from croupier.house.store import DatabaseStore, session
from croupier.house.store.batch import made_ready
from croupier.house.store.connecting import sqlite_driver
from croupier.house.store.statements import Finding, execute
from croupier.house.store.writer import Writer
from tests.house.houses import KEY
from tests.house.store.writing import Author, opened
from tests.waiting import PATIENCE

OTHER_HASH = "ab" * 32


def change(url: str, *statements: str) -> None:
    """As another program would, over its own connection."""
    path = Path(url.removeprefix("sqlite:///"))
    with closing(sqlite_driver().connect(path, timeout=PATIENCE)) as other:
        for one in statements:
            other.execute(one)
        other.commit()


def bounded(append: Append, account: str, least: int) -> Append:
    return Append(
        append.expected,
        append.records,
        append.postings,
        append.answer,
        bounds=(Bound(account, least),),
    )


class Questions:
    """How often the writer asks for heads or balances."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        plain = Finding.on

        def noted(finding: Finding, connection: Connection, rows: list[Any]) -> list[Any]:
            self.asked += [row[0] for row in rows]
            return plain(finding, connection, rows)

        monkeypatch.setattr(Finding, "on", noted)


async def test_what_it_wrote_itself_is_not_asked_for_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = Author()
    async with opened(sqlite_url) as store:
        await store.append(author.write("table:T1"))
        questions = Questions(monkeypatch)
        await store.append(author.write("table:T1"))
        assert questions.asked == []
        await store.append(author.write("table:T1", "table:T2"))
        assert questions.asked == ["table:T2", "layout:table:T2"]


async def test_a_head_that_another_connection_moved_is_noticed(sqlite_url: str) -> None:
    author = Author()
    async with opened(sqlite_url) as store:
        await store.append(author.write("table:T1"))
        change(sqlite_url, f"UPDATE streams SET version = 7, hash = '{OTHER_HASH}'")
        with pytest.raises(Conflict, match="table:T1 is at version 7, not at 1"):
            await store.append(author.write("table:T1"))


async def test_a_balance_that_another_connection_changed_is_noticed(sqlite_url: str) -> None:
    author = Author()
    async with opened(sqlite_url) as store:
        await store.append(author.write("table:T1"))
        await store.append(bounded(author.write("table:T1"), "player:ann", -200))
        change(sqlite_url, "UPDATE balances SET amount = -150 WHERE account = 'player:ann'")
        with pytest.raises(Overdrawn):
            await store.append(bounded(author.write("table:T1"), "player:ann", -200))


async def test_the_end_of_the_log_that_another_store_moved_is_noticed(sqlite_url: str) -> None:
    """Two processes on one file are not how SQLite is used; should it happen, the log holds."""
    one, other = Author(), Author(name="other")
    async with opened(sqlite_url) as first, opened(sqlite_url) as second:
        for store in (first, second):
            store.chain_under(Keyring((KEY,)))
        for _ in range(3):
            await first.append(one.write("table:T1"))
            await second.append(other.write("table:T2"))
        found = await first.check(whole=True)
        assert found.clean
        assert (found.records, found.chained) == (6, 6)


async def test_what_a_job_changes_is_noticed(sqlite_url: str) -> None:
    """It has the same connection, of whose changes `data_version` says nothing."""
    author = Author()

    def job(connection: Connection) -> None:
        connection.execute(text(f"UPDATE streams SET version = 7, hash = '{OTHER_HASH}'"))

    async with opened(sqlite_url) as store:
        await store.append(author.write("table:T1"))
        await store._writer.send(job)
        with pytest.raises(Conflict, match="table:T1 is at version 7"):
            await store.append(author.write("table:T1"))


@pytest.mark.parametrize("after", ["_write", "_admit"])
async def test_nothing_is_remembered_of_a_transaction_that_failed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    author = Author()
    async with opened(sqlite_url) as store:
        store.chain_under(Keyring((KEY,)))
        await store.append(author.write("table:T1"))
        known = dict(author.heads)
        plain = getattr(Writer, after)

        def fail(*given: Any) -> None:
            plain(*given)
            raise RuntimeError("no longer")

        with monkeypatch.context() as patch:
            patch.setattr(Writer, after, fail)
            with pytest.raises(StoreUnavailable, match="no longer"):
                await store.append(author.write("table:T1", "table:T2"))
        again = Author(known, "again")
        await store.append(again.write("table:T1", "table:T2"))
        assert await store.balances("player:ann") == {"player:ann": -300}
        await store.append(bounded(again.write("table:T1"), "player:ann", -400))
        assert await store.heads() == again.heads
        assert (await store.check(whole=True)).clean


async def test_a_commit_that_failed_leaves_nothing_behind(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A constraint that is checked at the commit refuses it; the connection is sound."""
    author = Author()
    async with opened(sqlite_url) as store:
        await store.append(author.write("table:T1"))
        known = dict(author.heads)
        begin = store._writer._session.begin

        def with_a_debt() -> Connection:
            connection = begin()
            for one in (
                "CREATE TABLE owed (id INTEGER PRIMARY KEY)",
                "CREATE TABLE owing (id REFERENCES owed DEFERRABLE INITIALLY DEFERRED)",
                "INSERT INTO owing VALUES (1)",
            ):
                execute(connection, one)
            return connection

        monkeypatch.setattr(store._writer._session, "begin", with_a_debt)
        with pytest.raises(StoreUnavailable):
            await store.append(author.write("table:T1"))
        monkeypatch.undo()
        again = Author(known, "again")
        await store.append(again.write("table:T1"))
        assert await store.heads() == again.heads
        assert (await store.check(whole=True)).clean


async def test_more_streams_than_are_remembered(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "KNOWN_MAX", 3)
    author = Author()
    async with opened(sqlite_url) as store:
        for _ in range(2):
            for number in range(5):
                await store.append(author.write(f"table:T{number}"))
                assert len(store._writer._session.known.heads) <= 3
                assert len(store._writer._session.known.held) <= 3
        assert await store.heads() == author.heads


# Commands that were answered before


async def refused_twice(store: DatabaseStore, append: Append) -> None:
    with pytest.raises(Conflict, match="Command same has been answered"):
        await store.append(append)


async def test_a_repeated_key_takes_no_other_command_with_it(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        await store.append(author.write("table:T1", command="same"))
        batches: list[int] = []
        store.on_commit(batches.append)
        given = [
            author.write("table:T2"),
            Author(name="late").write("table:T3", command="same"),
            author.write("table:T4"),
        ]
        outcomes = await asyncio.to_thread(store._writer.store, [made_ready(one) for one in given])
        assert [type(one) for one in outcomes] == [type(None), Conflict, type(None)]
        assert "same has been answered" in str(outcomes[1])
        assert batches == [3]  # together, as they were given
        assert await store.heads() == author.heads
        assert (await store.check(whole=True)).clean


async def test_a_repeated_key_is_told_before_any_other_reason(store_url: str) -> None:
    """The first time took all that there was: whoever repeats it gets its answer, no refusal."""
    author = Author()
    async with opened(store_url) as store:
        await store.append(
            bounded(author.write("table:T1", command="same"), "player:ann", least=-100)
        )
        again = author.write("table:T1", command="same")
        await refused_twice(store, bounded(again, "player:ann", least=-100))
        heads = await store.heads()
        large = Author(heads).write("table:T1", command="same", amount=2**62)
        await refused_twice(store, large)
        with pytest.raises(TooLarge):
            await store.append(Author(heads).write("table:T1", command="new", amount=2**62))


async def test_a_repeated_key_is_told_where_nothing_can_be_written(store_url: str) -> None:
    """A process with a key that the house has given up can add nothing; it knows the answer."""
    author = Author()
    async with opened(store_url) as store:
        store.chain_under(Keyring((KEY,)))
        await store.append(author.write("table:T1", command="same"))
        heads = await store.heads()
    async with opened(store_url) as store:
        store.chain_under(Keyring((bytes(32),)))
        await refused_twice(store, Author(heads).write("table:T1", command="same"))
        with pytest.raises(StoreUnavailable, match="chained under the key"):
            await store.append(Author(heads).write("table:T1", command="new"))


# Appends that are wrong in any state of the store


@pytest.mark.parametrize(
    "wrong",
    [
        Posting("table:T1", 2, "a", "b", 1, ""),
        Posting("table:T1", 4, "a", "b", 1, ""),
        Posting("table:T2", 1, "a", "b", 1, ""),
        Posting("table:T3", 5, "a", "b", 1, ""),
        Posting("table:T1", 3, "a", "a", 1, ""),
        Posting("table:T1", 3, "a", "b", 0, ""),
        Posting("table:T1", 3, "a", "b", 1.5, ""),  # type: ignore[arg-type]
    ],
)
def test_postings_that_belong_to_no_record_or_move_nothing(wrong: Posting) -> None:
    author = Author({"table:T1": Head(2, bytes(32)), "table:T3": Head(5, bytes(32))})
    append = author.write("table:T1", reads=("table:T3",))
    assert made_ready(append).change == {"player:ann": -100, "layout:table:T1": 100}
    with pytest.raises(ValueError, match="a posting"):
        made_ready(
            Append(append.expected, append.records, (*append.postings, wrong), append.answer)
        )
