"""Cash over the counter: movements with their receipts, and the log of large ones.

A movement is a record of the cage's stream, and its number is that of its receipt. Prizes that were
paid in cash before cashiers did so are on a slip alone (`hand_pay`), and on this list under the
number of their record in the stream of the jackpot.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime

from msgspec import UNSET, Struct, UnsetType, structs

from croupier.house.log.event_store import EventStore, Search
from croupier.house.log.stream import Department
from croupier.house.model.cage import events as e
from croupier.house.model.cage.commands import Direction
from croupier.house.model.events import ProposalApproved
from croupier.house.model.jackpot import events as hj
from croupier.house.model.ledger.accounts import CASH
from croupier.house.model.ledger.cage import DRAWER
from croupier.house.model.records import Record, decode_event
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.reports.tables import Span, events_in
from croupier.money import Cents

PAGE = 500


class CashMovement(Struct, frozen=True):
    """Cash from a patron, or to one; a buy-in that was put right, by what it changed."""

    stream: str
    number: int
    at: datetime
    what: str
    """`bought_in`, `cashed_out` and so on."""
    player: str
    way: Direction
    amount: Cents
    by: str | None
    """Who took it in or paid it out: of what takes two people, the one who proposed it."""
    drawer: str | None
    """Whose drawer; none: the safe, or the drop box of a table."""
    table: str | None = None
    approved_by: str | None = None
    """The second person, where it took two."""


class LargeCash(Struct, frozen=True):
    """One person's cash of a gaming day, one way, that came to the threshold."""

    player: str
    way: Direction
    total: Cents
    largest: Cents
    movements: tuple[CashMovement, ...]


class CashBooks(Struct, frozen=True):
    """The cash of the cage in a gaming day, in its safe and its drawers.

    opening + bankroll + taken_in - paid_out + drops + differences = closing
    """

    opening: Cents
    """The bankroll that the day began with."""
    bankroll: Cents
    """Brought into the safe by the house, less taken out of it."""
    taken_in: Cents
    """Of patrons, at the cage."""
    paid_out: Cents
    drops: Cents
    """Out of the drop boxes of tables."""
    differences: Cents
    """That counts of drawers found."""
    closing: Cents


class CashReport(Struct, frozen=True):
    """All cash of patrons in a gaming day."""

    day: str
    threshold: Cents
    taken_in: Cents
    paid_out: Cents
    movements: tuple[CashMovement, ...]
    """Oldest first."""
    large: tuple[LargeCash, ...]
    books: CashBooks | None
    """Not for those who are still to count a drawer, and must not know what is expected."""
    uncounted: tuple[str, ...] = ()
    """Tables whose buy-ins are left out, for those who are still to count their boxes."""

    def without_boxes(self, tables: frozenset[str]) -> "CashReport":
        """For those who are still to count the drop boxes of these tables. The log of large cash
        stays whole: it is what has to be told of patrons."""
        kept = tuple(
            one for one in self.movements if one.table not in tables or one.way is Direction.OUT
        )
        return structs.replace(
            self,
            movements=kept,
            taken_in=_sum(kept, Direction.IN),
            paid_out=_sum(kept, Direction.OUT),
            uncounted=tuple(sorted(tables)),
        )


async def cash_report(store: EventStore, day: str, span: Span, threshold: Cents) -> CashReport:
    found = [one async for one in _movements(store, span)]
    found.sort(key=lambda one: (one.at, one.stream, one.number))
    return CashReport(
        day,
        threshold,
        _sum(found, Direction.IN),
        _sum(found, Direction.OUT),
        tuple(found),
        large(found, threshold),
        await _books(store, span, found),
    )


async def _books(store: EventStore, span: Span, found: Iterable[CashMovement]) -> CashBooks:
    """What went through the safe and the drawers, held against what they had and have."""
    at_cage = [one for one in found if one.table is None or one.way is Direction.OUT]
    bankroll = drops = differences = 0
    async for _, event in events_in(store, Department.CAGE, span):
        match event:
            case e.BankrollMoved(way=way, amount=amount):
                bankroll += amount if way is Direction.IN else -amount
            case e.DropCounted(amount=amount):
                drops += amount
            case e.DropRecounted(amount=amount, before=before):
                drops += amount - before
            case e.DrawerClosed(amount=amount, expected=expected):
                differences += amount - expected
            case _:
                pass
    return CashBooks(
        await _held(store, span.since),
        bankroll,
        _sum(at_cage, Direction.IN),
        _sum(at_cage, Direction.OUT),
        drops,
        differences,
        await _held(store, span.until),
    )


async def _held(store: EventStore, before: datetime | None) -> Cents:
    """In the safe and all drawers, at a moment or now."""
    accounts: Mapping[str, Cents] = {}
    if before is None:
        accounts = await store.balances()
    elif last := await store.last_before(before):
        accounts = (await store.standing(last)).accounts
    return sum(
        amount for name, amount in accounts.items() if name == CASH or name.startswith(f"{DRAWER}:")
    )


def large(movements: Iterable[CashMovement], threshold: Cents) -> tuple[LargeCash, ...]:
    """Whoever comes to the threshold at once, or by several smaller movements of the day."""
    by_person: defaultdict[tuple[str, Direction], list[CashMovement]] = defaultdict(list)
    for one in movements:
        by_person[one.player, one.way].append(one)
    return tuple(
        LargeCash(player, way, total, max(one.amount for one in own), tuple(own))
        for (player, way), own in sorted(by_person.items())
        if (total := sum(one.amount for one in own)) >= threshold
    )


async def buy_ins(store: EventStore, span: Span) -> list[CashMovement]:
    """Cash that was changed for chips or put on a wallet, oldest first."""
    found = [one async for one in _movements(store, span) if one.what in _BUY_INS]
    return sorted(found, key=lambda one: one.number)


_BUY_INS = ("bought_in", "chips_bought", "table_bought_in")


async def receipt(store: EventStore, number: int) -> CashMovement | None:
    """What a record of the cage says was paid or taken in; none where it says something else."""
    return await _movement(store, Department.CAGE, number)


def _sum(found: Iterable[CashMovement], way: Direction) -> Cents:
    return sum(one.amount for one in found if one.way is way)


async def _movements(store: EventStore, span: Span) -> AsyncIterator[CashMovement]:
    for kind in (Kind.CAGE, Kind.PAYMENT):
        before = None
        while True:
            page = await store.significant(
                Search(
                    kind=kind.value, since=span.since, until=span.until, before=before, limit=PAGE
                )
            )
            for line in page:
                if (one := await _movement(store, line.stream, line.version)) is not None:
                    yield one
            if len(page) < PAGE:
                break
            before = (page[-1].at, page[-1].stream, page[-1].version)


async def _movement(store: EventStore, stream: str, version: int) -> CashMovement | None:
    """Of one record; where two people agreed to it, the record before it says who proposed it."""
    first = max(version - 2, 0)
    found = await store.read(stream, first, version - first)
    if not found or found[-1].version != version:
        return None
    *before, record = found
    one = _told(record)
    if one is None or not before or before[0].command != record.command:
        return one
    approved = decode_event(before[0].event)
    if not isinstance(approved, ProposalApproved):
        return one
    return structs.replace(one, by=approved.proposed_by.id, approved_by=one.by)


def _told(record: Record) -> CashMovement | None:
    event = decode_event(record.event)
    drawer = table = None
    match event:
        case e.BoughtIn() | e.ChipsBought():
            way, drawer = Direction.IN, event.drawer
        case e.CashedOut() | e.ChipsRedeemed() | e.RemainderPaid():
            way, drawer = Direction.OUT, event.drawer
        case e.TableBoughtIn():
            way, table = Direction.IN, event.table
        case e.BuyInCorrected():
            way, drawer, table = Direction.IN, event.drawer, event.table
        case e.PrizePaid():
            way, drawer = Direction.OUT, event.drawer
        case hj.JackpotPaid(cash=True, cashier=UnsetType()):  # from before a cashier paid them
            way, table = Direction.OUT, event.table
        case _:
            return None
    return CashMovement(
        record.stream,
        record.version,
        record.at,
        str(event.__struct_config__.tag),
        event.player,
        way,
        event.difference if isinstance(event, e.BuyInCorrected) else event.amount,
        None if record.by is None else record.by.id,
        None if drawer is UNSET else drawer,
        table,
    )
