"""People's secrets, kept beside the log: password hashes, sealed second factors, failed log-ins."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from sqlalchemy import Connection, Dialect, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.log.credentials import Credential, Failures
from croupier.house.store.schema import attempts, credentials

KEPT_MAX = 50_000
LOOKED_EVERY = 256
"""Changes between two checks of how many are kept."""
_LOCK = 0x43524F5550415454
"""The advisory lock under which one process at a time changes the table: `CROUPATT`."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Work = Callable[[Mapping[str, Failures]], Mapping[str, Failures]]


class StoredAttempts:
    """The table `attempts`; rows are changed in place, by one process at a time."""

    def __init__(
        self,
        dialect: Dialect,
        write: Callable[[Callable[[Connection], object]], Awaitable[None]],
    ) -> None:
        self._shared = dialect.name == "postgresql"
        self._write = write
        self._changes = 0

    async def change(self, keys: Sequence[str], work: Work, forgotten: datetime) -> None:
        await self._write(lambda connection: self._change(connection, keys, work, forgotten))

    def _change(
        self, connection: Connection, keys: Sequence[str], work: Work, forgotten: datetime
    ) -> None:
        columns = attempts.c
        if self._shared:
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        connection.execute(delete(attempts).where(columns.last <= _stamp(forgotten)))
        found = connection.execute(select(attempts).where(columns.key.in_(keys)))
        kept = {row[0]: Failures(row[1], _moment(row[2]), bool(row[3])) for row in found}
        for key, one in sorted(work(kept).items()):
            connection.execute(_keeping(connection.dialect, key, one))
        self._changes += 1
        if self._changes % LOOKED_EVERY == 0:
            self._drop_oldest(connection)

    def _drop_oldest(self, connection: Connection) -> None:
        """Failures under many names displace the oldest entries and cannot fill the disk."""
        columns = attempts.c
        surplus = connection.scalar(select(func.count()).select_from(attempts)) or 0
        if surplus > KEPT_MAX:
            oldest = select(columns.key).order_by(columns.last).limit(surplus - KEPT_MAX)
            connection.execute(delete(attempts).where(columns.key.in_(oldest)))


def mark(dialect: Dialect, key: str, moment: datetime) -> postgresql.Insert | sqlite.Insert:
    """A row that counts no failure, under a key that is not an HMAC; dropped like the others."""
    return _keeping(dialect, key, Failures(0, moment))


def _keeping(dialect: Dialect, key: str, one: Failures) -> postgresql.Insert | sqlite.Insert:
    values = {"count": one.count, "last": _stamp(one.last), "told": int(one.told)}
    if dialect.name == "postgresql":
        return (
            postgresql.insert(attempts)
            .values(key=key, **values)
            .on_conflict_do_update(index_elements=["key"], set_=values)
        )
    return (
        sqlite.insert(attempts)
        .values(key=key, **values)
        .on_conflict_do_update(index_elements=["key"], set_=values)
    )


def _stamp(moment: datetime) -> int:
    return (moment - _EPOCH) // _MICROSECOND


def _moment(stamp: int) -> datetime:
    return _EPOCH + stamp * _MICROSECOND


Write = Callable[[Connection], object]


class Reading(Protocol):
    """Runs on a thread of its own and returns what was found."""

    def __call__(self, work: Callable[[Connection], Any], /) -> Awaitable[Any]: ...


class StoredCredentials:
    """The table `credentials`; rows are changed in place and leave no history."""

    def __init__(
        self, dialect: Dialect, read: Reading, write: Callable[[Write], Awaitable[None]]
    ) -> None:
        self._insert = (
            postgresql.insert(credentials)
            if dialect.name == "postgresql"
            else sqlite.insert(credentials)
        )
        self._read = read
        self._write = write

    async def get(self, person: str) -> Credential:
        wanted = _SECRETS.where(credentials.c.person == person)
        row = await self._read(lambda connection: connection.execute(wanted).first())
        return Credential() if row is None else Credential(*row[1:])

    async def all(self) -> dict[str, Credential]:
        rows = await self._read(lambda connection: connection.execute(_SECRETS).all())
        return {row[0]: Credential(*row[1:]) for row in rows}

    async def keep_password(self, person: str, password: str, seal: str) -> None:
        await self._keep(person, password=password, seal=seal)

    async def keep_second_factor(self, person: str, sealed: str | None) -> None:
        await self._keep(person, second_factor=sealed)

    async def _keep(self, person: str, **values: str | None) -> None:
        statement = self._insert.values(person=person, **values).on_conflict_do_update(
            index_elements=["person"], set_=values
        )
        await self._write(lambda connection: connection.execute(statement))


_SECRETS = select(
    credentials.c.person,
    credentials.c.password,
    credentials.c.second_factor,
    credentials.c.seal,
)
