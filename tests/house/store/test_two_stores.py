"""Two stores on one database, as two server processes have them."""

import asyncio
import logging

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from croupier.house.log.event_store import Append, Conflict
from croupier.house.store.batch import take_turns
from croupier.house.store.statements import statements_for
from tests.house.store.writing import Author, heard_while_writing, opened
from tests.waiting import PATIENCE


async def test_one_command_given_to_both_takes_effect_once(store_url: str) -> None:
    """Even where the two would write it to different streams."""
    async with opened(store_url) as one, opened(store_url) as other:
        outcomes: list[BaseException | None] = []
        for number in range(30):
            key = f"command {number}"
            outcomes += await asyncio.gather(
                one.append(Author().write(f"table:A{number}", command=key)),
                other.append(Author().write(f"table:B{number}", command=key)),
                return_exceptions=True,
            )
        assert [type(outcome) for outcome in outcomes].count(Conflict) == 30
        assert outcomes.count(None) == 30
        assert len(await one.heads()) == 30
        assert (await one.check(whole=True)).clean


async def test_both_write_to_the_same_streams_and_no_update_is_lost(store_url: str) -> None:
    async with opened(store_url) as one, opened(store_url) as other:
        stored: list[Append] = []

        async def write(number: int) -> None:
            store = (one, other)[number % 2]
            author = Author(name=f"writer {number}")
            for _ in range(15):
                while True:
                    author.heads = await store.heads()
                    append = author.write(f"table:T{number % 3}", "jackpot:J1")
                    try:
                        await store.append(append)
                    except Conflict:
                        continue
                    stored.append(append)
                    break

        await asyncio.gather(*(write(number) for number in range(4)))
        assert (await one.heads())["jackpot:J1"].version == 60
        records = {record for entry in await one.scan() for record in (entry.record,)}
        assert records == {record for append in stored for record in append.records}
        assert (await one.check(whole=True)).clean


async def test_each_hears_what_the_other_stored(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        heard = await heard_while_writing(one, other, Author(), "table:T1")
        assert set(heard) == {"table:T1"}


async def test_who_stands_still_in_a_transaction_holds_nobody_up(postgres_url: str) -> None:
    """The database ends its session: it has its turn, a stream and a lease, and uses none."""
    author = Author()
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        await one.append(author.write("table:T1"))
        assert one.leases is not None
        await one.leases.renew("a", "a:1", lambda _: {"table:T1": "a"})
        statements = statements_for(one._engine.dialect)
        with one._engine.connect() as still:
            take_turns(still)
            statements.lock_leases.on(still, [("table:T1",)])
            statements.lock_heads.on(still, [("table:T1",)])
            await other.append(author.write("table:T1"))
            assert other.leases is not None
            found = await other.leases.renew("b", "b:1", lambda _: {"table:T1": "b"})
            assert found.leases == {"table:T1": ("b", 2)}
            with pytest.raises(DBAPIError):
                statements.lock_heads.on(still, [("table:T1",)])
        assert (await other.check(whole=True)).clean


async def test_a_lost_connection_of_the_listener_is_no_error_in_the_log(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It connects again, and says that something may have been missed."""
    async with opened(postgres_url) as store:
        heard = store.changes()
        with psycopg.connect(postgres_url, autocommit=True) as other:
            ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query = %s"
            async with asyncio.timeout(PATIENCE):
                while not other.execute(ended, ("LISTEN croupier",)).fetchall():
                    await asyncio.sleep(0.05)
                while await anext(heard) != {}:
                    pass
        assert [one.message for one in caplog.records if one.levelno >= logging.ERROR] == []
