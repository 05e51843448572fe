"""The cage as it works: what its commands need to know is fetched, then they are decided."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.house.app.idempotency import Accepted, Contended
from croupier.house.app.link_service import demand_second_person
from croupier.house.app.recording import Beginning
from croupier.house.log.event_store import (
    Balances,
    Conflict,
    LossBound,
    LossLimitReached,
    Overdrawn,
    StoreUnavailable,
    TooLarge,
)
from croupier.house.log.stream import LONG_AGO, Office, Stream, Write, fold
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.day import Standing, first_day, is_day
from croupier.house.model.cage.decide import (
    Command,
    Surroundings,
    TableKept,
    approved_elsewhere,
    decide_cage,
    demand_seldom,
    named_table,
)
from croupier.house.model.cage.state import Cage, LossLimit
from croupier.house.model.ledger.accounts import owed, owner, wallet
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Posting
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.settings import Money
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.money import MOST_HELD, Cents, dollars

if TYPE_CHECKING:
    from croupier.house.app.command_handler import CommandHandler

ITSELF = Signature("house", HouseRole.CAGE)
"""The house, where it recovers what is owed."""
ATTEMPTS = 20
SHORTEST_WAIT, LONGEST_WAIT = 0.01, 5.0
"""Seconds before a recovery is tried again; each wait is twice the one before."""
log = logging.getLogger("croupier.cage")

_NEEDS_STANDING = (c.CountFloat, c.CloseDay)


class CageService:
    """Carries out commands to the cage, and looks after limits and debts."""

    def __init__(self, handler: "CommandHandler") -> None:
        self._keeper = handler
        self._owing: set[tuple[Money, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._again: dict[tuple[Money, str], asyncio.Event] = {}
        """Whose debt is being recovered, and what has their balances looked at once more."""

    async def attempt(self, command: Any, by: Signature, key: str) -> Accepted:
        handler = self._keeper
        around = await self._surroundings(command)
        people = await handler.streams.office(Office.PEOPLE)
        stream: Stream[Cage] = await handler.streams.office(Office.CAGE)
        if isinstance(command, c.CloseDay):
            around = await self._for_closing(stream, command.day)
        new = await self._new(command, by)
        at = max(handler.now(), stream.last_at, LONG_AGO if new is None else new.not_before)
        reads: list[Stream[Any]] = []
        if isinstance(command, hc.Approve):
            reads = await demand_second_person(handler, stream.state.proposals, command, by, at)
        if people.dead or stream.dead or stream.last_at > at:  # from here on nothing is awaited
            raise Conflict
        begun = [] if new is None else new.begun(at)
        reads += () if new is None else new.reads
        demand_seldom(stream.state, command, by, at)
        decision = decide_cage(stream.state, command, by, at, around)
        given: tuple[h.LogEvent, ...] = (h.CommandGiven(command), *decision.events)
        state = stream.state
        for event in given:
            state = fold(Office.CAGE, state, event, at)
        writes = [Write(stream, given, state)]
        if isinstance(command, hc.Approve):
            writes += begun
        if not reads and _concerns_somebody(decision.events):
            reads = [people]
        return await handler.write(writes, reads, at, by, key, decision.bounds)

    async def _new(self, command: Command, by: Signature) -> Beginning | None:
        """A new table or jackpot, or another edition of a table: tried when it is proposed, begun
        when it is approved."""
        wanted: Command | None = command
        if isinstance(command, hc.Approve):
            cage = (await self._keeper.streams.office(Office.CAGE)).state
            wanted = approved_elsewhere(cage, command)
        if isinstance(wanted, hc.Registration):
            return await self._keeper.beginning(wanted, by.actor)
        if isinstance(wanted, hc.ChangeEdition):
            return await self._keeper.tables.going_over(wanted)
        return None

    async def _surroundings(self, command: Command) -> Surroundings:
        handler = self._keeper
        table: TableKept | None = None
        cage = (await handler.streams.office(Office.CAGE)).state
        if (name := named_table(cage, command)) is not None:
            state = (await handler.streams.table(name)).state
            table = TableKept(state.money, state.recording)
        standing = None
        if isinstance(command, c.CountFloat):
            found = await handler.store.standing()
            standing = Standing(found.seq, found.accounts)
        return Surroundings(table, standing)

    async def _for_closing(self, cage: Stream[Cage], day: str) -> Surroundings:
        """The balances of one moment at which the cage stood as it does, meters beside them.

        A day that is over is closed as it ended: what came since belongs to the next.
        """
        handler = self._keeper
        practice = await self.practice()
        last = None
        if is_day(day) and handler.now() >= (end := cage.state.days.ends(day)):
            last = await handler.store.last_before(end)
        found, meters = await self._standing_with_meters(last)
        before = 0 if cage.state.last_report is None else cage.state.last_report.seq
        passed_on = await handler.store.passed_on(before, found.seq)
        if cage.dead or (
            last is None and cage.version and found.heads.get(Office.CAGE) != cage.head
        ):
            raise Conflict
        standing = Standing(found.seq, found.accounts, meters, practice)
        return Surroundings(None, standing, passed_on)

    async def practice(self) -> frozenset[str]:
        """The streams of tables and jackpots for play money."""
        holding = self._keeper.streams
        streams = [await holding.table(name) for name in holding.tables()]
        streams += [await holding.jackpot(name) for name in holding.jackpots()]  # type: ignore[misc]
        return frozenset(one.name for one in streams if one.state.money is Money.PRACTICE)

    async def _standing_with_meters(
        self, at: int | None
    ) -> tuple[Balances, dict[str, Cents | None]]:
        """Displays are read beside the ledger where both can be had of the same moment."""
        holding = self._keeper.streams
        if at is not None:
            return await self._keeper.store.standing(at), dict.fromkeys(holding.jackpots())
        meters: dict[str, Cents | None] = {}
        for _ in range(ATTEMPTS):
            found = await self._keeper.store.standing()
            meters = {}
            for name in holding.jackpots():
                link = await holding.jackpot(name)
                same = found.heads.get(link.name) == link.stored_head
                meters[name] = link.stored.meter.meter if same else None
            if None not in meters.values():
                break
            await asyncio.sleep(0.01)
        return found, meters

    # Limits of players

    def loss_bounds(self, debited: Iterable[str], day: str) -> tuple[LossBound, ...]:
        """The limits that wagers out of these wallets have to respect."""
        held = self._keeper.streams.held(Office.CAGE)
        if held is None or not held.state.limits:
            return ()
        bounds = []
        for account in debited:
            money, player = owner(account) or (None, "")
            limit = self.limit(player) if money is Money.LIVE else None
            if limit is not None and limit.amount is not None:
                since = first_day(day, limit.period)
                bounds.append(LossBound(player, since, day, limit.amount))
        return tuple(bounds)

    def limit(self, player: str) -> LossLimit | None:
        """The limit that holds for a player now."""
        held = self._keeper.streams.held(Office.CAGE)
        return None if held is None else held.state.limit(player, self._keeper.now())

    def note_pockets(self, postings: Sequence[Posting]) -> None:
        """See whether wagers with physical chips passed the limits of their players.

        The chips lie on the table: the entry stands, and whoever deals is told.
        """
        for one in postings:
            kind, _, player = one.debit.partition(":")
            if kind == "chips" and player and self.limit(player) is not None:
                table = one.stream.partition(":")[2]
                self._begin(self._look_at_limit(player, table, one.version))

    async def _look_at_limit(self, player: str, table: str, version: int) -> None:
        handler = self._keeper
        limit = self.limit(player)
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

    def explain(self, error: Overdrawn | LossLimitReached | TooLarge) -> None:
        """Refuse, and say what the account holds and what was needed."""
        match error:
            case LossLimitReached():
                self._explain_limit(error)
            case Overdrawn():
                explain_overdrawn(error)
            case TooLarge():
                decline(
                    HouseCode.TOO_MUCH,
                    f"The account {error.account} would come to more than any account may hold, "
                    f"{dollars(MOST_HELD)}.",
                )

    def _explain_limit(self, error: LossLimitReached) -> None:
        limit = self.limit(error.player)
        amount = 0 if limit is None or limit.amount is None else limit.amount
        period = "period" if limit is None else limit.period.value
        left = max(0, amount - error.lost)
        decline(
            HouseCode.LOSS_LIMIT,
            f"Your loss limit is {dollars(amount)} a {period}, of which {dollars(left)} is left; "
            f"this takes {dollars(error.needed)} with what is set aside.",
        )

    # Debts

    def note(self, postings: Sequence[Posting]) -> None:
        """See whether somebody came to owe something, or can now pay what they owe."""
        for one in postings:
            if one.debit.startswith(("owed:", "play-owed:")):
                found = owner(one.debit)
                assert found is not None
                self._owing.add(found)
                self._soon(*found)
            elif self._owing and (found := owner(one.credit)) in self._owing:
                self._soon(*found)

    async def open(self) -> None:
        """Say what the configuration now has; learn who owes something, and recover it."""
        await self._configure()
        for money in Money:
            for account, amount in (await self._keeper.store.balances(owed(money, ""))).items():
                if amount < 0:
                    found = owner(account)
                    assert found is not None
                    self._owing.add(found)
                    self._soon(*found)

    async def _configure(self) -> None:
        handler = self._keeper
        stream = await handler.streams.office(Office.CAGE)
        cage: Cage = stream.state
        limits, days = handler.cage_limits or cage.most, handler.calendar.days
        if (limits, days) != (cage.most, cage.days):
            wanted = c.ConfigureCage(limits=limits, days=days)
            await handler.command(None, wanted, ITSELF, f"configure-cage:{stream.head.version}")

    async def settled(self) -> None:
        """Wait until everything that could be recovered has been."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        """Leave what is still owed to the next start (`open`)."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _soon(self, money: Money, player: str) -> None:
        if (again := self._again.get((money, player))) is not None:
            again.set()  # one at a time for each, or they get in each other's way
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
        """Try again if somebody was faster or the store was away: no other event may come that
        would have it tried."""
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
            with suppress(TimeoutError):  # money that comes in shows that the store is back
                async with asyncio.timeout(wait):
                    await again.wait()
            wait, left = min(2 * wait, LONGEST_WAIT), True

    async def _take(self, money: Money, player: str) -> bool:
        """Take what can be taken now; whether there was anything."""
        store = self._keeper.store
        debt, purse = owed(money, player), wallet(money, player)
        due = -(await store.balances(debt)).get(debt, 0)
        amount = min(due, (await store.balances(purse)).get(purse, 0))
        if due <= 0:
            self._owing.discard((money, player))
        if amount <= 0:
            return False
        recover = c.Recover(player=player, amount=amount, money=money)
        cage = await self._keeper.streams.office(Office.CAGE)
        key = f"recover:{money}:{player}:{cage.head.version}"
        await self._keeper.command(None, recover, ITSELF, key)
        return True


def _concerns_somebody(events: Sequence[h.LogEvent]) -> bool:
    """Whether it rests on how the register stands; play money does not matter that much."""
    return any(isinstance(one, e.BoughtIn | e.CashedOut | e.TableBoughtIn) for one in events)


def explain_overdrawn(error: Overdrawn) -> None:
    """Refuse, and say what the account holds and what was needed."""
    money, name = owner(error.account) or (None, error.account)
    whose = "The practice wallet" if money is Money.PRACTICE else "The wallet"
    if error.account.startswith(("owed:", "play-owed:")):
        if error.balance < 0:
            decline(HouseCode.OWES, f"{name} owes {dollars(-error.balance)}; that comes first.")
        decline(HouseCode.NOTHING_OWED, f"{name} does not owe that much.")
    if error.needed < 0:
        decline(
            HouseCode.TOO_MUCH,
            f"{whose} of {name} holds {dollars(error.balance)} and would hold too much.",
        )
    decline(
        HouseCode.INSUFFICIENT_FUNDS,
        f"{whose} of {name} holds {dollars(error.balance)}, and {dollars(error.needed)} is needed.",
    )
