"""How the amount of each progressive came about, from its first contribution on."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import postings_of, records_of
from croupier.house.model.jackpot.state import OVERFLOW, Hit
from croupier.house.model.records import Posting, jackpot_stream
from croupier.money import Cents


class DayOfMeter(Struct, frozen=True):
    """One gaming day of a meter; the display at its end follows from the rest."""

    day: str
    opening: Cents
    contributed: Cents = 0
    won: Cents = 0
    reset: Cents = 0
    """Restored from the reserve, or advanced by the house."""
    overflow: Cents = 0
    """Taken off above the limit."""
    adjusted: Cents = 0
    other: Cents = 0
    display: Cents = 0


class Reconciliation(Struct, frozen=True):
    """opening + contributed + seeded + adjusted - paid = display = ledger, to the cent."""

    jackpot: str
    opening: Cents
    contributed: Cents
    seeded: Cents
    adjusted: Cents
    paid: Cents
    display: Cents
    ledger: Cents
    balanced: bool
    amount_in: Cents
    hits: int
    wins: Cents
    actual_return: str | None
    """Wins from the meter per unit of jackpot wagers to date, in per cent."""
    increment: str
    """What the meter should grow by per unit."""
    contributed_share: str | None
    """What it actually grew by, in per cent."""
    reserve: Cents
    overflow: Cents
    payable: Cents
    days: tuple[DayOfMeter, ...]
    last_hits: tuple[Hit, ...]


async def reconciliation(
    store: EventStore, streams: StreamCache, jackpot: str, day_of: Callable[[datetime], str]
) -> Reconciliation:
    link = await streams.jackpot(jackpot)
    state = link.stored
    meter = state.meter
    balances = await store.balances()
    ledger = balances.get(f"jackpot:{jackpot}", 0)
    days = await _days(store, jackpot, link.version, day_of)
    display = meter.meter
    summed = meter.settings.meter + meter.contributed + meter.seeded + meter.adjusted - meter.paid
    walked = days[-1].display if days else ledger
    return Reconciliation(
        jackpot,
        meter.settings.meter,
        meter.contributed,
        meter.seeded,
        meter.adjusted,
        meter.paid,
        display,
        ledger,
        display == ledger == summed == walked,
        state.amount_in,
        state.hits,
        state.wins,
        _percent(state.wins, state.amount_in),
        str(Decimal(meter.settings.increment) * 100),
        _percent(meter.contributed, state.amount_in),
        state.reserve,
        state.overflow,
        balances.get(f"payable:{jackpot}", 0),
        tuple(days),
        state.last_hits,
    )


async def _days(
    store: EventStore, jackpot: str, until: int, day_of: Callable[[datetime], str]
) -> list[DayOfMeter]:
    """Every posting of the meter's account, by the gaming day of its record."""
    stream, account = jackpot_stream(jackpot), f"jackpot:{jackpot}"
    first = await store.read(stream, 0, 1)
    display = 0 if not first else await store.moved(stream, account, first[0].version - 1)
    days: list[DayOfMeter] = []
    records = records_of(store, stream, until=until)
    version, day = 0, ""
    async for posting in postings_of(store, stream, 0, until):
        while version < posting.version:
            record = await anext(records)
            version, day = record.version, day_of(record.at)
        amount = _amount(posting, account)
        if not amount:
            continue
        if not days or days[-1].day != day:
            days.append(DayOfMeter(day, display, display=display))
        display += amount
        days[-1] = _booked(days[-1], posting.memo, amount)
    return days


def _amount(posting: Posting, account: str) -> Cents:
    return posting.amount * ((posting.credit == account) - (posting.debit == account))


def _booked(day: DayOfMeter, memo: str, amount: Cents) -> DayOfMeter:
    name = _column(memo.removeprefix("undone: "))
    changed = {name: getattr(day, name) + amount, "display": day.display + amount}
    fields = {field: getattr(day, field) for field in day.__struct_fields__}
    return DayOfMeter(**(fields | changed))


def _column(memo: str) -> str:
    if memo.startswith("contributions"):
        return "contributed"
    if memo.startswith("jackpot won"):
        return "won"
    if memo.startswith(("reset", "made good")):
        return "reset"
    if memo == f"adjusted: {OVERFLOW}":
        return "overflow"
    if memo.startswith("adjusted"):
        return "adjusted"
    return "other"


def _percent(part: Cents, whole: Cents) -> str | None:
    return f"{float(Fraction(part * 100, whole)):.4f}" if whole else None
