"""The slip for a jackpot prize that two people released, read back from the log."""

from datetime import datetime

from msgspec import Struct

from croupier.house.log.event_store import EventStore
from croupier.house.model import events as h
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Record, decode_event, jackpot_stream
from croupier.money import Cents
from croupier.rulebooks.wagers import WagerKind

PAGE = 500
PAGES = 20
"""How far back a slip is looked for."""


class Slip(Struct, frozen=True):
    """What was handed to whom, and the two who released it."""

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


async def slips_of(
    store: EventStore, jackpot: str, version: int, table: str, number: int
) -> list[Slip]:
    """The payments of one round, oldest first. Read backwards: an approval goes before what it
    releases, and may lie on the page before."""
    found: list[Slip] = []
    paid: list[tuple[hj.JackpotPaid, Record]] = []
    stream = jackpot_stream(jackpot)
    for end in range(version, max(0, version - PAGES * PAGE), -PAGE):
        records = await store.read(stream, max(0, end - PAGE), min(PAGE, end))
        for record in reversed(records):
            match decode_event(record.event):
                case hj.JackpotPaid() as event if (event.table, event.round) == (table, number):
                    paid.append((event, record))
                case h.ProposalApproved() as approved:
                    found += [_slip(jackpot, one, approved, of.at, of.by) for one, of in paid]
                    paid.clear()
    return found[::-1]


def _slip(
    jackpot: str,
    event: hj.JackpotPaid,
    approved: h.ProposalApproved,
    at: datetime,
    by: Signature | None,
) -> Slip:
    in_chips = event.account.startswith(("chips:", "play-chips:"))
    how = "cash" if event.cash else "chips" if in_chips else "wallet"
    return Slip(
        jackpot,
        event.table,
        event.round,
        event.box,
        event.target,
        event.player,
        event.amount,
        how,
        at,
        approved.proposal,
        approved.proposed_by,
        by,
        event.chips if how == "chips" else None,
        event.given or 0,
        event.remainder,
    )
