"""What a store keeps of people beside the log: secrets, and failed attempts to log in."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from msgspec import Struct


class Credential(Struct, frozen=True):
    """One person's secrets, which are never in the log."""

    password: str | None = None
    """Argon2, in its standard notation."""
    second_factor: str | None = None
    """Sealed under the house's key."""
    seal: str | None = None
    """Binds the password's hash to the person and to what the log says about it."""


class Credentials(Protocol):
    """Where secrets are kept."""

    async def get(self, person: str) -> Credential: ...

    async def all(self) -> dict[str, Credential]:
        """Those of everybody who has any."""
        ...

    async def keep_password(self, person: str, password: str, seal: str) -> None: ...

    async def keep_second_factor(self, person: str, sealed: str | None) -> None: ...


class Failures(Struct, frozen=True):
    """Failed attempts under a name or from an address."""

    count: int
    last: datetime
    told: bool = False
    """Whether the resulting delay has been recorded."""


class Attempts(Protocol):
    """Failed log-ins in all processes."""

    async def change(
        self,
        keys: Sequence[str],
        work: Callable[[Mapping[str, Failures]], Mapping[str, Failures]],
        forgotten: datetime,
    ) -> None:
        """Replace what is kept under these keys by a function of it, atomically.

        Entries whose last failure was before `forgotten` are dropped.
        """
        ...
