"""A progressive as the house knows it: its meter, its tables, and the meters that the trade keeps.

A fold of its stream. The balance equation is the engine's; what is kept here beside it
(amount in, hits, wins, overflow, reserve) is read off the same events.
"""

from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import assert_never

from msgspec import Struct, structs

from croupier.house.model import approvals as two
from croupier.house.model import events as h
from croupier.house.model.approvals import Proposals
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot import payables as due
from croupier.house.model.jackpot.payables import Handed, Payable
from croupier.house.model.settings import JackpotTerms, Money
from croupier.jackpot import events as j
from croupier.jackpot import meter
from croupier.jackpot.meter import BrokenMeter, Jackpot
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
    registered: Jackpot | None = None
    """Where the meter does not add up: as it would be without what broke it."""
    money: Money | None = None
    """None: registered before there were wallets."""
    payables: tuple[Payable, ...] = ()
    """Wins that wait for two people, or to be paid in cash at the cage."""
    handed: tuple[Handed, ...] = ()
    """Chips paid for wins that can still be undone, or were and have not come back."""
    proposals: Proposals = Proposals()
    retired: str | None = None
    """Why the link was ended, if it was."""

    @property
    def in_force(self) -> Jackpot:
        """The meter that rounds go by; one that broke is paid as registered (CSP 5.18.1)."""
        return self.meter if self.registered is None else self.registered

    @property
    def name(self) -> str:
        return self.meter.id

    @property
    def reserve(self) -> Cents:
        """Kept for resets and not yet used; below zero, the house has advanced it."""
        return int(self.reserved) - self.meter.seeded


def registered(name: str, event: hj.JackpotRegistered) -> HouseJackpot:
    """A progressive at the beginning of its stream."""
    opening = Jackpot.opening(name, event.entry.settings())
    return HouseJackpot(opening, event.entry, event.terms, money=event.money)


def evolve(jackpot: HouseJackpot, event: h.JackpotStreamEvent, at: datetime) -> HouseJackpot:
    """The progressive after an event of its stream."""
    match event:
        case j.JackpotEventBase():
            return _moved(jackpot, event, at)
        case h.CommandGiven():
            return jackpot
        case hj.JackpotRegistered():
            return registered(jackpot.name, event)
        case hj.TableLinked():
            return _linked(jackpot, event, at)
        case hj.LinkEditionChanged():
            return _edition_changed(jackpot, event, at)
        case hj.JackpotParametersChanged():
            return _changed(jackpot, event, at)
        case hj.LinkFailed():
            return _failed(jackpot, event, at)
        case hj.LinkRestored():
            return _restored(jackpot, event, at)
        case hj.PrizeReleased() | hj.JackpotPaid() | hj.PaymentReturned():
            return _paid(jackpot, event, at)
        case hj.JackpotRetired():
            return _retired(jackpot, event, at)
        case h.Proposed() | h.ProposalApproved() | h.ProposalDeclined():
            return _on_proposal(jackpot, event, at)
        case _:
            assert_never(event)


def _moved(jackpot: HouseJackpot, event: j.JackpotEvent, at: datetime) -> HouseJackpot:
    """With its meter moved; the balance is checked each time."""
    moved = meter.evolve(jackpot.meter, event)
    registered = None if imbalance(moved) is None else _without_break(jackpot, event)
    return _count(replace(jackpot, meter=moved, registered=registered), event, at)


def imbalance(account: Jackpot) -> str | None:
    """What does not add up, if anything does not."""
    try:
        account.check()
    except BrokenMeter as broken:
        return str(broken)
    return None


def _without_break(jackpot: HouseJackpot, event: j.JackpotEvent) -> Jackpot:
    """The last meter that added up, moved on by everything but what broke it."""
    last = jackpot.in_force
    moved = meter.evolve(last, event)
    return moved if imbalance(moved) is None else last


def _count(jackpot: HouseJackpot, event: j.JackpotEvent, at: datetime) -> HouseJackpot:
    match event:
        case j.JackpotGrew():
            return _taken_in(jackpot, event.contributions, 1)
        case j.ContributionsReturned():
            return _taken_in(jackpot, event.contributions, -1)
        case j.JackpotWon():
            return _hit(jackpot, event, at)
        case j.WinsReversed():
            return _reversed(jackpot, event, at)
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
        _paid(jackpot, event, at),
        hits=number,
        wins=jackpot.wins + event.paid,
        last_hits=(*jackpot.last_hits, hit)[-HITS_KEPT:],
    )


def _reversed(jackpot: HouseJackpot, event: j.WinsReversed, at: datetime) -> HouseJackpot:
    """Hits keep their numbers; those of the round are marked, and their value taken back."""
    key = (event.table, event.round)
    hits = tuple(
        replace(hit, reversed=True) if (hit.table, hit.round) == key else hit
        for hit in jackpot.last_hits
    )
    return replace(_paid(jackpot, event, at), wins=jackpot.wins - event.paid, last_hits=hits)


def _linked(jackpot: HouseJackpot, event: hj.TableLinked, at: datetime) -> HouseJackpot:
    return replace(jackpot, tables=(*jackpot.tables, event.table), rulebook=event.rulebook)


def _edition_changed(
    jackpot: HouseJackpot, event: hj.LinkEditionChanged, at: datetime
) -> HouseJackpot:
    return replace(jackpot, rulebook=event.rulebook)


def _changed(
    jackpot: HouseJackpot, event: hj.JackpotParametersChanged, at: datetime
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
    turns = tuple(replace(taken, turn=_finer_turn(taken.turn, finer)) for taken in entry.turns)
    return replace(entry, contributions=contributions, turns=turns)


def _finer_turn(turn: j.Turn, finer: int) -> j.Turn:
    on_meter = None if turn.on_meter is None else turn.on_meter * finer
    return replace(turn, others=turn.others * finer, on_meter=on_meter)


def _failed(jackpot: HouseJackpot, event: hj.LinkFailed, at: datetime) -> HouseJackpot:
    return replace(jackpot, failed=event.reason, failures=jackpot.failures + 1)


def _restored(jackpot: HouseJackpot, event: hj.LinkRestored, at: datetime) -> HouseJackpot:
    return replace(jackpot, failed=None)


def _paid(jackpot: HouseJackpot, event: due.Event, at: datetime) -> HouseJackpot:
    """With what is payable, and what was handed over, as it is then."""
    payables, handed = due.after(jackpot.payables, jackpot.handed, event, jackpot.money, at)
    return replace(jackpot, payables=payables, handed=handed)


def _retired(jackpot: HouseJackpot, event: hj.JackpotRetired, at: datetime) -> HouseJackpot:
    """What the link held is gone, as a correction; fractions of a cent stay."""
    before = jackpot.meter
    after = replace(
        before,
        units=before.units - event.meter * before.scale,
        adjusted=before.adjusted - event.meter,
    )
    return replace(
        jackpot,
        meter=after,
        reserved=jackpot.reserved - event.reserve,
        overflow=jackpot.overflow - event.overflow,
        lowered=jackpot.lowered + event.meter,
        retired=event.reason,
    )


def _on_proposal(jackpot: HouseJackpot, event: two.Event, at: datetime) -> HouseJackpot:
    return replace(jackpot, proposals=two.evolve(jackpot.proposals, event, at))
