"""Secrets of people, kept beside the log: hashes of passwords, sealed second factors."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from sqlalchemy import Connection, Dialect, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.log.storing import Credential
from croupier.house.store.schema import credentials

Write = Callable[[Connection], object]


class Reading(Protocol):
    """Runs on a thread of its own and gives back what was found."""

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
