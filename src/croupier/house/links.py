"""A progressive as the house knows it: its meter, its tables, and the meters that the trade keeps.

A fold of its stream. The balance equation is the engine's; what is kept here beside it
(amount in, hits, wins, overflow, reserve) is read off the same events.
"""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from croupier.house import events as h
from croupier.house.settings import JackpotTerms
from croupier.jackpot import events as j
from croupier.jackpot import meter
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents
from croupier.script.format import JackpotEntry

replace = structs.replace
HITS_KEPT = 25
OVERFLOW = "above the limit: moved to the overflow"
"""Reason of the adjustment by which the meter is kept at its limit."""


class Hit(Struct, frozen=True):
    """One payment out of the meter, in the order in which they were made."""

    number: int
    at: datetime
    table: str
    round: int
    winners: tuple[str, ...]
    amount: Cents
    meter_after: Cents
    reversed: bool = False


class HouseJackpot(Struct, frozen=True):
    """One progressive of the house."""

    meter: Jackpot
    entry: JackpotEntry
    terms: JackpotTerms
    tables: tuple[str, ...] = ()
    rulebook: str | None = None
    """Fingerprint of the one rulebook that the linked tables run."""
    failed: str | None = None
    failures: int = 0
    """How often the link has been down."""
    amount_in: Cents = 0
    """Jackpot wagers that counted, net of those returned."""
    reserved: Fraction = Fraction(0)
    """What the reserve's share of those wagers came to, in cents."""
    hits: int = 0
    wins: Cents = 0
    overflow: Cents = 0
    raised: Cents = 0
    lowered: Cents = 0
    """Corrections up and down; what went to the overflow is not one."""
    last_hits: tuple[Hit, ...] = ()

    @property
    def name(self) -> str:
        return self.meter.id

    @property
    def reserve(self) -> Cents:
        """Kept for resets and not yet used; below zero, the house has advanced it."""
        return int(self.reserved) - self.meter.seeded


def registered(name: str, event: h.JackpotRegistered) -> HouseJackpot:
    """A progressive at the beginning of its stream."""
    return HouseJackpot(Jackpot.opening(name, event.entry.settings()), event.entry, event.terms)


def evolve(jackpot: HouseJackpot, event: h.LogEvent, at: datetime) -> HouseJackpot:
    """The progressive after an event of its stream; the balance is checked each time."""
    change = _EVOLVE.get(type(event))
    if change is not None:
        return change(jackpot, event, at)
    moved = meter.evolve(jackpot.meter, event)  # type: ignore[arg-type]
    return _count(replace(jackpot, meter=moved), event, at)


def _count(jackpot: HouseJackpot, event: h.LogEvent, at: datetime) -> HouseJackpot:
    match event:
        case j.JackpotGrew():
            return _taken_in(jackpot, event.contributions, 1)
        case j.ContributionsReturned():
            return _taken_in(jackpot, event.contributions, -1)
        case j.JackpotWon():
            return _hit(jackpot, event, at)
        case j.WinsReversed():
            return _reversed(jackpot, event)
        case j.JackpotAdjusted(reason=reason, amount=amount):
            if reason == OVERFLOW:
                return replace(jackpot, overflow=jackpot.overflow - amount)
            if amount >= 0:
                return replace(jackpot, raised=jackpot.raised + amount)
            return replace(jackpot, lowered=jackpot.lowered - amount)
        case _:
            return jackpot


def _taken_in(
    jackpot: HouseJackpot, contributions: tuple[j.Contribution, ...], sign: int
) -> HouseJackpot:
    rate = jackpot.meter.units_per_cent_staked
    if not rate:
        return jackpot
    staked = sign * sum(one.units for one in contributions) // rate
    reserved = jackpot.reserved
    if jackpot.terms.reserve != "0":
        reserved += staked * Fraction(jackpot.terms.reserve)
    return replace(jackpot, amount_in=jackpot.amount_in + staked, reserved=reserved)


def _hit(jackpot: HouseJackpot, event: j.JackpotWon, at: datetime) -> HouseJackpot:
    number = jackpot.hits + 1
    hit = Hit(
        number,
        at,
        event.table,
        event.round,
        tuple(one.player for one in event.winnings),
        event.paid,
        jackpot.meter.meter,
    )
    return replace(
        jackpot,
        hits=number,
        wins=jackpot.wins + event.paid,
        last_hits=(*jackpot.last_hits, hit)[-HITS_KEPT:],
    )


def _reversed(jackpot: HouseJackpot, event: j.WinsReversed) -> HouseJackpot:
    """Hits keep their numbers; those of the round are marked, and their value taken back."""
    key = (event.table, event.round)
    hits = tuple(
        replace(hit, reversed=True) if (hit.table, hit.round) == key else hit
        for hit in jackpot.last_hits
    )
    return replace(jackpot, wins=jackpot.wins - event.paid, last_hits=hits)


def _unchanged(jackpot: HouseJackpot, event: h.LogEvent, at: datetime) -> HouseJackpot:
    return jackpot


def _linked(jackpot: HouseJackpot, event: h.TableLinked, at: datetime) -> HouseJackpot:
    return replace(jackpot, tables=(*jackpot.tables, event.table), rulebook=event.rulebook)


def _changed(
    jackpot: HouseJackpot, event: h.JackpotParametersChanged, at: datetime
) -> HouseJackpot:
    """Other parameters; the meter keeps its value and its fraction to the last unit."""
    entry = replace(
        jackpot.entry,
        stake=event.stake,
        reset=event.reset,
        increment=event.increment,
        max_credits=event.max_credits,
    )
    settings = entry.settings()
    before = jackpot.meter
    scale = max(before.scale, settings.scale)
    finer = scale // before.scale
    after = replace(
        before,
        settings=settings,
        scale=scale,
        units_per_cent_staked=int(Decimal(settings.increment) * scale),
        units=before.units * finer,
        grown=before.grown * finer,
        rounds={key: _finer(other, finer) for key, other in before.rounds.items()},
    )
    return replace(jackpot, meter=after, entry=entry, terms=event.terms)


def _finer(entry: meter.LinkRound, finer: int) -> meter.LinkRound:
    """A round that can still be undone, in the new units."""
    contributions = tuple(replace(one, units=one.units * finer) for one in entry.contributions)
    return replace(entry, contributions=contributions)


def _failed(jackpot: HouseJackpot, event: h.LinkFailed, at: datetime) -> HouseJackpot:
    return replace(jackpot, failed=event.reason, failures=jackpot.failures + 1)


def _restored(jackpot: HouseJackpot, event: h.LinkRestored, at: datetime) -> HouseJackpot:
    return replace(jackpot, failed=None)


_EVOLVE: dict[type, Callable[[HouseJackpot, Any, datetime], HouseJackpot]] = {
    h.CommandGiven: _unchanged,
    h.TableLinked: _linked,
    h.JackpotParametersChanged: _changed,
    h.LinkFailed: _failed,
    h.LinkRestored: _restored,
}
