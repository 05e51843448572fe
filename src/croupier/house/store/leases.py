"""Which server process owns which group of tables, on PostgreSQL.

A process is alive as long as it says so often enough, by the clock of the database alone. A group
whose owner is not alive may be taken by another: its epoch grows by one. Every append locks the
lease that it was decided under and compares the epoch, so that a change of owner waits for the last
append of the old one, and nothing is stored under an epoch that is over.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, delete, func, literal_column, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from croupier.house.log.leases import Shared
from croupier.house.store.failures import unavailable
from croupier.house.store.schema import leases, processes

ALIVE_SECONDS = 2.0
"""Without a sign of life for so long, a process no longer owns anything."""
FORGOTTEN_SECONDS = 60.0
LOCK_SECONDS = 1.0
"""How long a change of owner waits for an append; then it is tried again."""
OWN_MACHINE = "127.0.0.1"

_NOW: ColumnElement[int] = literal_column(
    "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
)
_MICROSECONDS = 1_000_000
T = TypeVar("T")


class StoredLeases:
    """The tables `processes` and `leases`, on a thread that nothing else keeps busy."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="croupier-leases")

    async def own_address(self) -> str:
        seen = select(func.host(func.inet_client_addr()))
        return await self._run(lambda connection: connection.scalar(seen)) or OWN_MACHINE

    async def renew(
        self, process: str, address: str, wanted: Callable[[Shared], Mapping[str, str]]
    ) -> Shared:
        def work(connection: Connection) -> Shared:
            _renew(connection, process, address)
            connection.commit()  # alive, even if a lease cannot be had at the moment
            found = _shared(connection)
            if changes := wanted(found):
                connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
                for group, owner in sorted(changes.items()):
                    _change(connection, group, owner, found.leases.get(group))
                found = _shared(connection)
            return found

        return await self._run(work)

    async def leave(self, process: str) -> None:
        gone = delete(processes).where(processes.c.id == process)
        await self._run(lambda connection: connection.execute(gone))

    def close(self) -> None:
        self._thread.shutdown()

    async def _run(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                done = work(connection)
                connection.commit()
                return done
        except DBAPIError as error:
            raise unavailable(error) from error


def _renew(connection: Connection, process: str, address: str) -> None:
    alive = insert(processes).values(id=process, address=address, seen=_NOW)
    connection.execute(
        alive.on_conflict_do_update(
            index_elements=[processes.c.id], set_={"address": address, "seen": _NOW}
        )
    )
    connection.execute(delete(processes).where(~_seen_within(FORGOTTEN_SECONDS)))


def _seen_within(seconds: float) -> ColumnElement[bool]:
    """Before now or after it: the clock of the database may have been put back."""
    return func.abs(_NOW - processes.c.seen) < int(seconds * _MICROSECONDS)


def _shared(connection: Connection) -> Shared:
    alive = select(processes.c.id, processes.c.address).where(_seen_within(ALIVE_SECONDS))
    clock = connection.scalar(select(_NOW)) or 0
    found = connection.execute(alive).all()
    owned = connection.execute(select(leases.c.id, leases.c.owner, leases.c.epoch)).all()
    return Shared(
        {row.id: row.address for row in found},
        {group: (owner, epoch) for group, owner, epoch in owned},
        datetime.fromtimestamp(clock / _MICROSECONDS, UTC),
    )


def _change(connection: Connection, group: str, owner: str, before: tuple[str, int] | None) -> None:
    """Unless somebody else was faster."""
    change = insert(leases).values(id=group, owner=owner, epoch=1)
    if before is None:
        connection.execute(change.on_conflict_do_nothing())
        return
    connection.execute(
        change.on_conflict_do_update(
            index_elements=[leases.c.id],
            set_={"owner": owner, "epoch": leases.c.epoch + 1},
            where=leases.c.epoch == before[1],
        )
    )
