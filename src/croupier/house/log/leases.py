"""Which process of a house owns which tables, as a protocol of the store."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol

from msgspec import Struct


class Shared(Struct, frozen=True):
    """Who serves the house at one moment, and who owns which group of tables."""

    processes: Mapping[str, str]
    """Those alive, with the addresses at which the others reach them; none: it decides nothing."""
    leases: Mapping[str, tuple[str, int]]
    """Owner and epoch of each group."""
    clock: datetime | None = None
    """The time by the database, which all go by."""

    def serves(self, process: str) -> bool:
        return bool(self.processes.get(process))


class Leases(Protocol):
    """Which process owns which group of tables; an append under an older epoch is refused."""

    async def own_address(self) -> str:
        """The address of this machine as the database sees it."""
        ...

    async def renew(
        self, process: str, address: str, wanted: Callable[[Shared], Mapping[str, str]]
    ) -> Shared:
        """Say that the process is alive; give groups the owners that `wanted` names.

        Whatever another process changed meanwhile stays as that made it.
        """
        ...

    async def leave(self, process: str) -> None:
        """The process ends: what it owned is free at once."""
        ...
