"""The slip for a jackpot prize that two people released, read back from the log."""

from datetime import datetime

from msgspec import UNSET, Struct, structs

from croupier.house.log.event_store import EventStore
from croupier.house.model import events as h
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Record, decode_event, jackpot_stream
from croupier.jackpot.events import WinsReversed
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind

PAGE = 500
PAGES = 20
"""How far back a slip is looked for."""


class Slip(Struct, frozen=True):
    """What is handed to whom, and the two who released it."""

    jackpot: str
    table: str
    round: int
    box: int
    target: WagerKind
    player: str
    amount: Cents
    how: str
    """`chips`, `cash` or `wallet`."""
    at: datetime
    """When two people released it."""
    proposal: str
    first: Signature
    second: Signature | None
    chips: Cents | None = None
    """What was handed over in chips."""
    given: Cents = 0
    """What that is more than the amount, because no chip is so small; below zero, what was given
    before and is set off."""
    remainder: Cents = 0
    """What no chip could pay, and the cage pays in coin."""
    paid: datetime | None = None
    """When it was handed over; none: the cage has it to pay in cash."""
    cashier: Signature | None = None
    """Who paid the cash."""
    cancelled: bool = False
    """The win was undone before it was paid: nothing is due on the slip any more."""


async def slips_of(
    store: EventStore, jackpot: str, version: int, table: str, number: int
) -> list[Slip]:
    """The payments of one round, oldest first. Read backwards: an approval goes before what it
    releases, and may lie on the page before; what a cashier paid comes after its release."""
    found: list[Slip] = []
    released: list[tuple[_Paid, Record]] = []
    desk: dict[Place, Record] = {}
    cancelled = False
    stream = jackpot_stream(jackpot)
    for end in range(version, max(0, version - PAGES * PAGE), -PAGE):
        records = await store.read(stream, max(0, end - PAGE), min(PAGE, end))
        for record in reversed(records):
            event = decode_event(record.event)
            if isinstance(event, h.ProposalApproved):
                found += [_slip(jackpot, one, event, of) for one, of in released]
                released.clear()
            elif isinstance(event, WinsReversed) and concerns(event, table, number):
                cancelled = True
            elif isinstance(event, hj.JackpotPaid) and concerns(event, table, number):
                if event.cashier is UNSET:
                    released.append((_Paid(event), record))
                else:
                    desk[_place(event)] = record
            elif isinstance(event, hj.PrizeReleased) and concerns(event, table, number):
                paid = desk.pop(_place(event), None)
                one = _Paid(event, paid, cancelled=paid is None and cancelled)
                released.append((one, record))
    return found[::-1]


Place = tuple[int, WagerKind]


class _Paid(Struct, frozen=True):
    """What two people released, and the record of what a cashier then paid."""

    event: hj.JackpotPaid | hj.PrizeReleased
    desk: Record | None = None
    cancelled: bool = False


def _place(event: hj.JackpotPaid | hj.PrizeReleased) -> Place:
    return event.box, event.target


def concerns(event: hj.JackpotPaid | hj.PrizeReleased | WinsReversed, table: str, n: int) -> bool:
    return (event.table, event.round) == (table, n)


def _slip(jackpot: str, one: _Paid, approved: h.ProposalApproved, record: Record) -> Slip:
    event = one.event
    slip = Slip(
        jackpot,
        event.table,
        event.round,
        event.box,
        event.target,
        event.player,
        event.amount,
        "cash",
        record.at,
        approved.proposal,
        approved.proposed_by,
        record.by,
    )
    if isinstance(event, hj.PrizeReleased):
        desk = one.desk
        return structs.replace(
            slip,
            paid=None if desk is None else desk.at,
            cashier=None if desk is None else desk.by,
            cancelled=one.cancelled,
        )
    paid = structs.replace(slip, paid=record.at)
    if event.cash:
        return paid
    if not event.account.startswith(("chips:", "play-chips:")):
        return structs.replace(paid, how="wallet")
    return structs.replace(
        paid,
        how="chips",
        chips=event.chips,
        given=event.given or 0,
        remainder=event.remainder,
    )
