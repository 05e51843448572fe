"""What follows when money has moved: debts are recovered, exceeded loss limits are noted."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import Contended
from croupier.house.app.written import Written
from croupier.house.log.event_store import (
    StoreUnavailable,
)
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as c
from croupier.house.model.cage.day import first_day
from croupier.house.model.cage.state import Cage, LossLimit
from croupier.house.model.ledger.accounts import owed, owner, wallet
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Posting
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Money
from croupier.house.model.table.decide import HOUSE_MANAGER

ITSELF = Signature("house", HouseRole.CAGE)
"""The house's signature when it recovers debts."""
SHORTEST_WAIT, LONGEST_WAIT = 0.01, 5.0
"""Seconds before a recovery is tried again; each wait is twice the one before."""
log = logging.getLogger("croupier.cage")


class Recovery:
    """Recovers what players owe, and notes limits exceeded by chips on a table."""

    def __init__(self, handler: CommandHandler) -> None:
        self._handler = handler
        self._owing: set[tuple[Money, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._again: dict[tuple[Money, str], asyncio.Event] = {}
        """Whose debt is being recovered; the event has their balances checked once more."""
        handler.on_stored(self.note)

    def note(self, written: Written) -> None:
        """A command is on disk, with the money that it moved."""
        self._note_debts(written.postings)
        if written.pockets:
            self._note_pockets(written.postings)

    def _note_pockets(self, postings: Sequence[Posting]) -> None:
        """Check whether wagers with physical chips exceeded their players' limits.

        The chips are already on the table: the entry stands, and the dealer is informed.
        """
        if not self._handler.cage.has_limits:
            return
        for one in postings:
            kind, _, player = one.debit.partition(":")
            of, _, table = one.stream.partition(":")
            if (of, kind) == ("table", "chips") and player and self._limit(player) is not None:
                self._begin(self._look_at_limit(player, table, one.version))

    async def _look_at_limit(self, player: str, table: str, version: int) -> None:
        handler = self._handler
        limit = self._limit(player)
        if limit is None or limit.amount is None:
            return
        day = handler.calendar.of(handler.now())
        try:
            lost = await handler.store.lost(player, first_day(day, limit.period), day)
            if lost > limit.amount:
                note = hc.NoteLossLimit(
                    player=player,
                    lost=lost,
                    limit=limit.amount,
                    period=limit.period,
                    by=HOUSE_MANAGER,
                )
                key = f"loss-limit:{table}:{player}:{version}"
                await handler.command(table, note, HOUSE_MANAGER, key)
        except (HouseRefused, Contended, StoreUnavailable) as error:
            log.warning("limit not noted", extra={"player": player, "reason": str(error)})

    def _limit(self, player: str) -> LossLimit | None:
        return self._handler.cage.limit(player, self._handler.now())

    # Debts

    def _note_debts(self, postings: Sequence[Posting]) -> None:
        """Check whether somebody now owes something, or can now pay what they owe."""
        for one in postings:
            if one.debit.startswith(("owed:", "play-owed:")):
                found = owner(one.debit)
                assert found is not None
                self._owing.add(found)
                self._soon(*found)
            elif self._owing and (found := owner(one.credit)) in self._owing:
                self._soon(*found)

    async def open(self) -> None:
        """Record the configured limits and gaming days; find and recover debts."""
        await self._configure()
        for money in Money:
            for account, amount in (await self._handler.store.balances(owed(money, ""))).items():
                if amount < 0:
                    found = owner(account)
                    assert found is not None
                    self._owing.add(found)
                    self._soon(*found)

    async def _configure(self) -> None:
        handler = self._handler
        stream = await handler.streams.department(Department.CAGE)
        cage: Cage = stream.state
        limits, days = handler.cage_limits or cage.most, handler.calendar.days
        chips = None if handler.chips in (None, cage.chips) else handler.chips
        if (limits, days) != (cage.most, cage.days) or chips is not None:
            wanted = c.ConfigureCage(limits=limits, days=days, chips=chips)
            await handler.command(None, wanted, ITSELF, f"configure-cage:{stream.head.version}")

    async def settled(self) -> None:
        """Wait until everything recoverable has been recovered."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        """Leave what is still owed to the next start (`open`)."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _soon(self, money: Money, player: str) -> None:
        if (again := self._again.get((money, player))) is not None:
            again.set()  # one at a time per player, so that they do not conflict
            return
        self._again[money, player] = asyncio.Event()
        self._begin(self._recover(money, player))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _recover(self, money: Money, player: str) -> None:
        """Take what is owed from the wallet, as far as it goes."""
        try:
            await self._until_taken(money, player, self._again[money, player])
        except Exception:
            log.exception("not recovered", extra={"player": player})
        finally:
            del self._again[money, player]

    async def _until_taken(self, money: Money, player: str, again: asyncio.Event) -> None:
        """Try again if somebody was faster or the store was away: nothing else may trigger it."""
        wait, left = SHORTEST_WAIT, True
        while left or again.is_set():
            again.clear()
            try:
                left = await self._take(money, player)
                wait = SHORTEST_WAIT
                continue
            except HouseRefused:
                pass  # the balances moved after they were read
            except (Contended, StoreUnavailable) as error:
                log.warning("not recovered yet", extra={"player": player, "reason": str(error)})
            with suppress(TimeoutError):  # incoming money shows that the store is back
                async with asyncio.timeout(wait):
                    await again.wait()
            wait, left = min(2 * wait, LONGEST_WAIT), True

    async def _take(self, money: Money, player: str) -> bool:
        """Take what can be taken now; returns whether there was anything."""
        store = self._handler.store
        debt, purse = owed(money, player), wallet(money, player)
        due = -(await store.balances(debt)).get(debt, 0)
        amount = min(due, (await store.balances(purse)).get(purse, 0))
        if due <= 0:
            self._owing.discard((money, player))
        if amount <= 0:
            return False
        recover = c.Recover(player=player, amount=amount, money=money)
        cage = await self._handler.streams.department(Department.CAGE)
        key = f"recover:{money}:{player}:{cage.head.version}"
        await self._handler.command(None, recover, ITSELF, key)
        return True
