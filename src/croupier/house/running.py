"""A house in operation: its keeper, its viewers, its automatic dealer, and the work behind."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from msgspec import structs

from croupier.house.commands import AnyCommand
from croupier.house.dealer import Dealer
from croupier.house.hub import Hub
from croupier.house.keeper import Accepted, Keeper
from croupier.house.links import HouseJackpot
from croupier.house.log import EventStore, StoreUnavailable
from croupier.house.stream import Stream
from croupier.house.tables import HouseTable
from croupier.rulebooks.roles import Actor

SNAPSHOT_SECONDS = 5.0
log = logging.getLogger("croupier.house")


class House:
    """Everything that one process runs."""

    def __init__(self, store: EventStore, key: bytes) -> None:
        self.store = store
        self.keeper = Keeper(store, key)
        self.hub = Hub()
        self.dealer = Dealer(self.keeper)
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False
        self._moved: dict[str, int] = {}
        self._missed = False
        self._heard = asyncio.Event()

    async def start(self) -> None:
        """Take up every table where it stood."""
        await self.keeper.holding.open()
        self.keeper.holding.listen(self.hub.tell)
        self.keeper.holding.listen(self.dealer.tell)
        await self.dealer.open()
        for work in (self.dealer.run(), self._hear(), self._catch_up(), self._snapshots()):
            self._begin(work)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def stop(self) -> None:
        """Stop dealing, keep snapshots, and close the store once all is on disk."""
        if self._stopped:
            return
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self.keeper.holding.save_snapshots(1)
        except StoreUnavailable as error:
            log.warning("no snapshots", extra={"reason": str(error)})
        await self.store.close()

    async def give(
        self,
        actor: Actor,
        table: str | None,
        command: AnyCommand,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        """A command from outside; nobody's keys meet those of others or of the house itself."""
        accepted = await self.keeper.command(
            table, command, actor, f"{actor.id}/{key}", expected_version
        )
        return structs.replace(accepted, command=key)

    async def table_and_link(self, name: str) -> tuple[Stream[HouseTable], HouseJackpot | None]:
        table = await self.keeper.holding.table(name)
        if table.stored.jackpot is None:
            return table, None
        return table, (await self.keeper.holding.jackpot(table.stored.jackpot)).stored

    async def _hear(self) -> None:
        """Note what any process stores, however fast it comes."""
        async for moved in self.store.changes():
            if moved:
                self._moved.update(moved)
            else:
                self._missed = True
            self._heard.set()

    async def _catch_up(self) -> None:
        """Keep up with what other processes store."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            try:
                if self._missed:
                    self._missed = False
                    self._moved.update(await self.keeper.holding.missing())
                moved, self._moved = self._moved, {}
                await self.keeper.holding.catch_up(moved, self._wanted)
            except StoreUnavailable as error:
                log.warning("out of touch", extra={"reason": str(error)})
                self._missed = True

    def _wanted(self, stream: Stream[Any]) -> bool:
        """Followed by a viewer, or looked after by the automatic dealer."""
        state = stream.stored
        unattended = isinstance(state, HouseTable) and (state.dealing.automatic or state.bots)
        return bool(unattended) or self.hub.followed(stream.name)

    async def _snapshots(self) -> None:
        while True:
            await asyncio.sleep(SNAPSHOT_SECONDS)
            try:
                await self.keeper.holding.save_snapshots()
            except StoreUnavailable as error:
                log.warning("no snapshots", extra={"reason": str(error)})
