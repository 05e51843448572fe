"""The one person who comes into a part of a log that was unpacked: an auditor, for as long as it is
served.

Secrets of people are not in archives, and a log-in could not be recorded. So a start makes a
password, and sessions are in memory.
"""

import hmac
import secrets
from datetime import datetime, timedelta

from croupier.house.app.people.authentication import TOKEN_BYTES, Authentication, Terms
from croupier.house.app.people.factors import NotLoggedIn, Proving
from croupier.house.app.people.stream import PeopleStream
from croupier.house.log.event_store import EventStore
from croupier.house.model.people.person import ANYBODY, Person
from croupier.house.model.people.roles import HouseRole

NAME = "auditor"
_PASSWORD_BYTES = 16


class OneReader(Authentication):
    """Asks for the password of this start."""

    def __init__(
        self,
        stream: PeopleStream,
        proving: Proving,
        key: bytes,
        terms: Terms,
        store: EventStore,
    ) -> None:
        super().__init__(stream, proving, key, terms, store)
        self.password = secrets.token_urlsafe(_PASSWORD_BYTES)
        self._sessions: dict[str, Person] = {}

    @classmethod
    def instead_of(cls, usual: Authentication) -> "OneReader":
        return cls(usual._stream, usual._proving, usual._key, usual.terms, usual._store)

    async def log_in(self, name: str, password: str, code: str | None, address: str) -> str:
        same = hmac.compare_digest(password.encode(), self.password.encode())
        if name.strip().casefold() != NAME or not same:
            raise NotLoggedIn("That is not the name and the password which this start printed.")
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        key, now = self._proving.seals.digest(secret), self._stream.now()
        until = now + timedelta(hours=self.terms.session_hours)
        self._sessions[key] = Person(
            NAME, "Auditor", frozenset({HouseRole.AUDITOR}), key, since=now, until=until
        )
        return secret

    async def log_out(self, person: Person) -> None:
        self._sessions.pop(person.key or "", None)

    async def log_out_everywhere(self, person: Person) -> None:
        self._sessions.clear()

    async def ends(self, person: Person) -> datetime:
        return person.until or self._stream.now()

    async def _has(self, key: str) -> Person:
        found = self._sessions.get(key, ANYBODY)
        return ANYBODY if found.until is not None and found.until <= self._stream.now() else found
