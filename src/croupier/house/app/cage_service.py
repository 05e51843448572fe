"""Commands to the cage: what they depend on is fetched, then they are decided."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NoReturn

from msgspec import structs

from croupier.house.app.link_service import LinkService, demand_second_person
from croupier.house.app.stream_cache import StreamCache
from croupier.house.app.table_service import TableService
from croupier.house.log.event_store import (
    Balances,
    Conflict,
    EventStore,
    LossBound,
    LossLimitReached,
    Overdrawn,
    TooLarge,
)
from croupier.house.log.stream import (
    CAGE,
    LONG_AGO,
    Beginning,
    Decided,
    Department,
    Stream,
    Write,
    fold,
    records_of,
)
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import stream_of
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import corrections, transfers
from croupier.house.model.cage import events as e
from croupier.house.model.cage.day import Standing, first_day, is_day
from croupier.house.model.cage.decide import (
    Command,
    approved_elsewhere,
    closed_by,
    corrected_by,
    decide_cage,
    named_table,
)
from croupier.house.model.cage.limits import demand_within_quota
from croupier.house.model.cage.selling import demand_chips_for
from croupier.house.model.cage.state import Cage, LossLimit
from croupier.house.model.cage.surroundings import Surroundings, TableKept
from croupier.house.model.jackpot.paying import on_slip, paid_at_desk
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.jackpot.state import evolve as fold_jackpot
from croupier.house.model.ledger.accounts import CASH, Bound, owner
from croupier.house.model.people.checks import demand_two_people
from croupier.house.model.people.events import ShoeAdmitted
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.people.state import People
from croupier.house.model.people.tokens import admit_shoe
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import Money
from croupier.money import MOST_HELD, Cents, dollars, in_dollars
from croupier.rulebooks.terms import Actor

ATTEMPTS = 20

_NEEDS_STANDING = (c.CountFloat, c.CloseDay)


class CageService:
    """Decides commands to the cage, and knows players' limits."""

    def __init__(
        self, store: EventStore, streams: StreamCache, tables: TableService, links: LinkService
    ) -> None:
        self._store = store
        self._streams = streams
        self._tables = tables
        self._links = links

    async def decide(self, command: Command, by: Signature, now: datetime) -> Decided:
        if isinstance(command, c.CloseDrawer):
            command = structs.replace(command, adds_up=True)
        if isinstance(command, c.PlanRotation):
            for name in command.tables:
                await self._streams.table(name)  # one that does not exist is refused
        around = await self._surroundings(command)
        people = await self._streams.department(Department.PEOPLE)
        stream: Stream[Cage] = await self._streams.department(Department.CAGE)
        if (closing := closed_by(stream.state, command)) is not None:
            around = await self.for_closing(stream, closing.day, now)
        link = await self._link_of(command)
        if link is not None and isinstance(command, c.PayPrize):
            around = structs.replace(around, prize=on_slip(link.state, command.slip))
        new = await self._new(command, by, now)
        at = max(
            now,
            stream.last_at,
            LONG_AGO if new is None else new.not_before,
            LONG_AGO if link is None else link.last_at,
        )
        reads: list[Stream[Any]] = []
        if isinstance(command, hc.Approve):
            reads = await demand_second_person(
                self._streams, stream.state.proposals, command, by, at
            )
        if (correction := corrected_by(stream.state, command)) is not None:
            found = await self._bought(stream, correction.receipt)
            _demand_visible(found, correction.receipt, by)
            around = structs.replace(around, bought=found)
        if people.dead or stream.dead or stream.last_at > at:  # nothing is awaited from here on
            raise Conflict
        if link is not None and (link.dead or link.last_at > at):
            raise Conflict
        if (sender := transfers.issuer(stream.state.slips, command)) is not None:
            demand_two_people(people.state, by.id, sender, at)
            reads = [people] if people.head.version else []
        begun = [] if new is None else new.begun(at)
        reads += () if new is None else new.reads
        demand_within_quota(stream.state, command, by, at)
        if isinstance(command, c.PlanRotation):
            self._demand_known(people.state, command, at)
        transfers.demand_house_chips(
            command, stream.state.slips, stream.state.chips, stream.state.chips_of
        )
        demand_chips_for(command, stream.state.chips, around)
        decision = decide_cage(stream.state, command, by, at, around)
        given: tuple[h.LogEvent, ...] = (h.CommandGiven(command), *decision.events)
        state = stream.state
        for event in given:
            state = fold(Department.CAGE, state, event, at)
        writes = [Write(stream, given, state)]
        if isinstance(command, hc.Approve):
            writes += begun
        if link is not None and around.prize is not None:
            paid = paid_at_desk(around.prize, by.id)
            writes.append(Write(link, (paid,), fold_jackpot(link.state, paid, at)))
        if not reads and _concerns_somebody(decision.events):
            reads = [people]
        return Decided(writes, reads, at, (*decision.bounds, *_safe_bounds(decision.events)))

    def _demand_known(self, people: People, command: c.PlanRotation, at: datetime) -> None:
        """Dealers of the house, and about now; no proof asks this."""
        if command.since is not None and abs(command.since - at) > timedelta(days=1):
            decline(HouseCode.BAD_COMMAND, "A rotation begins within a day of now.")
        for name in command.dealers:
            account = people.accounts.get(name)
            if account is None or HouseRole.DEALER not in account.roles_at(at):
                decline(HouseCode.NO_SUCH_PERSON, f"No dealer is called '{name}'.")

    async def _new(self, command: Command, by: Signature, now: datetime) -> Beginning | None:
        """A new table, jackpot, edition or shoe, or a wrong payment that stays: tried when
        proposed, begun when approved."""
        wanted: Command | None = command
        proposal, proposer = "", by.id
        if isinstance(command, hc.Approve):
            cage = (await self._streams.department(Department.CAGE)).state
            wanted = approved_elsewhere(cage, command)
            proposal = command.proposal
            proposer = cage.proposals.find(proposal).by.id
        if isinstance(wanted, hc.Registration):
            return await self.beginning(wanted, by.actor, now)
        if isinstance(wanted, hc.ChangeEdition):
            return await self._tables.going_over(wanted)
        if isinstance(wanted, hc.ReportPayment):
            return await self._tables.wrongly_paid(wanted)
        if isinstance(wanted, hc.AdmitShoe):
            shoe = ShoeAdmitted(proposal, proposer, wanted.name, wanted.table, wanted.until, by.id)
            return await self._admitting(shoe)
        return None

    async def _admitting(self, shoe: ShoeAdmitted) -> Beginning:
        """What the people's stream will record: that the proposer may create a shoe's token."""
        people: Stream[People] = await self._streams.department(Department.PEOPLE)

        def decide(at: datetime) -> list[Write]:
            events = admit_shoe(people.state, at, shoe)
            return [Write(people, events, fold(Department.PEOPLE, people.state, shoe, at))]

        return Beginning(decide, (people,))

    async def beginning(
        self, command: hc.Registration, by: Actor | None, now: datetime
    ) -> Beginning:
        """What a new table or jackpot will write; raises `HouseRefused`."""
        if isinstance(command, hc.RegisterTable):
            return await self._tables.beginning(command, by, now)
        return await self._links.beginning(command, by)

    async def _link_of(self, command: Command) -> Stream[HouseJackpot] | None:
        """The jackpot whose prize is to be paid; none where there is none of that name."""
        if not isinstance(command, c.PayPrize):
            return None
        name = stream_of(command.slip).removeprefix("jackpot:")
        return await self._streams.jackpot(name) if name in self._streams.jackpots() else None

    async def _surroundings(self, command: Command) -> Surroundings:
        table: TableKept | None = None
        cage = (await self._streams.department(Department.CAGE)).state
        if (name := named_table(cage, command)) is not None:
            state = (await self._streams.table(name)).state
            table = TableKept(state.money, state.recording)
        standing = None
        if isinstance(command, c.CountFloat):
            found = await self._store.standing()
            standing = Standing(found.seq, found.accounts)
        return Surroundings(table, standing)

    async def _bought(self, cage: Stream[Cage], receipt: int) -> corrections.Bought | None:
        """The buy-in of a receipt, with what was counted since: with all that the cage decided."""
        known = cage.head.version
        found = [one async for one in records_of(self._store, Department.CAGE, receipt - 1)]
        if cage.head.version != known or (found and found[-1].version != known):
            raise Conflict  # something is still on its way to the disk
        return corrections.bought([decode_event(one.event) for one in found])

    async def for_closing(self, cage: Stream[Cage], day: str, now: datetime) -> Surroundings:
        """The balances at one moment with the cage in its present state, together with the meters.

        A past day is closed as it ended: what has happened since belongs to the next.
        """
        practice = await self.practice()
        last = None
        if is_day(day) and now >= (end := cage.state.days.ends(day)):
            last = await self._store.last_before(end)
        found, meters = await self._standing_with_meters(last)
        before = 0 if cage.state.last_report is None else cage.state.last_report.seq
        passed_on = await self._store.passed_on(before, found.seq)
        if cage.dead or (
            last is None and cage.version and found.heads.get(Department.CAGE) != cage.head
        ):
            raise Conflict
        standing = Standing(found.seq, found.accounts, meters, practice)
        return Surroundings(None, standing, passed_on, await self.physical())

    async def physical(self) -> frozenset[str]:
        """Live tables whose chips are on the table."""
        states = [(await self._streams.table(name)).stored for name in self._streams.tables()]
        return frozenset(one.name for one in states if one.recording and not one.practice)

    async def practice(self) -> frozenset[str]:
        """The streams of play-money tables and jackpots."""
        streams = [await self._streams.table(name) for name in self._streams.tables()]
        streams += [await self._streams.jackpot(name) for name in self._streams.jackpots()]  # type: ignore[misc]
        return frozenset(one.name for one in streams if one.state.money is Money.PRACTICE)

    async def _standing_with_meters(
        self, at: int | None
    ) -> tuple[Balances, dict[str, Cents | None]]:
        """Meters are read along with the ledger if both are available for the same moment."""
        if at is not None:
            return await self._store.standing(at), dict.fromkeys(self._streams.jackpots())
        meters: dict[str, Cents | None] = {}
        for _ in range(ATTEMPTS):
            found = await self._store.standing()
            meters = {}
            for name in self._streams.jackpots():
                link = await self._streams.jackpot(name)
                same = found.heads.get(link.name) == link.stored_head
                meters[name] = link.stored.meter.meter if same else None
            if None not in meters.values():
                break
            await asyncio.sleep(0.01)
        return found, meters

    # Limits of players

    def loss_bounds(self, debited: Iterable[str], day: str, now: datetime) -> tuple[LossBound, ...]:
        """The limits that apply to wagers from these wallets."""
        bounds = []
        for account in debited:
            money, player = owner(account) or (None, "")
            limit = self.limit(player, now) if money is Money.LIVE else None
            if limit is not None and limit.amount is not None:
                since = first_day(day, limit.period)
                bounds.append(LossBound(player, since, day, limit.amount))
        return tuple(bounds)

    @property
    def has_limits(self) -> bool:
        """Whether anybody has set one."""
        held = self._streams.held(CAGE)
        return held is not None and bool(held.state.limits)

    def limit(self, player: str, now: datetime) -> LossLimit | None:
        """The limit in force for a player."""
        held = self._streams.held(Department.CAGE)
        return None if held is None else held.state.limit(player, now)

    def explain(
        self, error: Overdrawn | LossLimitReached | TooLarge, now: datetime, by: str | None
    ) -> None:
        """Refuse, and say what the account holds and what was needed; its owner hears no names."""
        match error:
            case LossLimitReached():
                self._explain_limit(error, now)
            case Overdrawn():
                explain_overdrawn(error, by)
            case TooLarge():
                own = by is not None and owner(error.account) in [(one, by) for one in Money]
                whose = "Your account" if own else f"The account {error.account}"
                decline(
                    HouseCode.TOO_MUCH,
                    f"{whose} would come to more than any account may hold, {dollars(MOST_HELD)}.",
                )

    def _explain_limit(self, error: LossLimitReached, now: datetime) -> None:
        limit = self.limit(error.player, now)
        amount = 0 if limit is None or limit.amount is None else limit.amount
        period = "period" if limit is None else limit.period.value
        left = max(0, amount - error.lost)
        decline(
            HouseCode.LOSS_LIMIT,
            f"Your loss limit is {dollars(amount)} a {period}, of which {dollars(left)} is left; "
            f"this takes {dollars(error.needed)} with what is set aside.",
        )


def _concerns_somebody(events: Sequence[h.LogEvent]) -> bool:
    """Whether it depends on the state of the register; play money is not worth the cost."""
    kinds = (e.BoughtIn, e.CashedOut, e.TableBoughtIn, e.ChipsBought, e.ChipsRedeemed)
    return any(isinstance(one, kinds) for one in events)


def _demand_visible(found: corrections.Bought | None, receipt: int, by: Signature) -> None:
    """In the pit one learns nothing about receipts of the cage; no proof asks this."""
    if by.role in (HouseRole.CAGE, HouseRole.SHIFT_MANAGER):
        return
    if found is None or not isinstance(found.event, e.TableBoughtIn):
        decline(
            HouseCode.BAD_COMMAND,
            f"Receipt {receipt} is of no buy-in at a table: what the cage took in is put right by "
            "the cage or a shift manager.",
        )


def _safe_bounds(events: Sequence[h.LogEvent]) -> tuple[Bound, ...]:
    """Nobody takes out of the safe what is not in it; no proof asks this."""
    out = (
        isinstance(one, e.DrawerOpened)
        or (isinstance(one, e.BankrollMoved) and one.way is c.Direction.OUT)
        for one in events
    )
    return (Bound(CASH),) if any(out) else ()


def explain_overdrawn(error: Overdrawn, by: str | None) -> None:
    """Refuse, and say what the account holds and what was needed."""
    money, name = owner(error.account) or (None, error.account)
    if name == by:
        _explain_to_owner(error, "of play money" if money is Money.PRACTICE else "in your wallet")
    if error.account == CASH:
        decline(
            HouseCode.INSUFFICIENT_FUNDS,
            f"The safe holds {in_dollars(error.balance)}, and {in_dollars(error.needed)} is to be "
            f"taken out of it: {in_dollars(error.needed - error.balance)} is missing. Take less, "
            "or record first what is brought into it (bankroll, two people).",
        )
    whose = "The practice wallet" if money is Money.PRACTICE else "The wallet"
    if error.account.startswith("remainder:"):
        patron = error.account.partition(":")[2]
        decline(
            HouseCode.INSUFFICIENT_FUNDS,
            f"{dollars(error.balance)} is due to {patron} in coin, not {dollars(error.needed)}.",
        )
    if error.account.startswith("owed-chips:"):
        patron = error.account.partition(":")[2]
        decline(
            HouseCode.OWES,
            f"{patron} has chips for {dollars(-error.balance)} to give back; that comes first.",
        )
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


def _explain_to_owner(error: Overdrawn, where: str) -> NoReturn:
    if error.account.startswith(("owed:", "play-owed:")):
        if error.balance < 0:
            decline(HouseCode.OWES, f"You owe ${dollars(-error.balance)}; that comes first.")
        decline(HouseCode.NOTHING_OWED, "You do not owe that much.")
    if error.needed < 0:
        decline(
            HouseCode.TOO_MUCH,
            f"You have ${dollars(error.balance)} {where}; with this it would be too much.",
        )
    decline(
        HouseCode.INSUFFICIENT_FUNDS,
        f"This takes ${dollars(error.needed)}, and you have ${dollars(error.balance)} {where}.",
    )
