"""The slip for a jackpot prize that two people released, read back from the log."""

from datetime import datetime

from msgspec import Struct

from croupier.house.log.event_store import EventStore
from croupier.house.model import events as h
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import decode_event, jackpot_stream
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


async def slips_of(
    store: EventStore, jackpot: str, version: int, table: str, number: int
) -> list[Slip]:
    """The payments of one round, oldest first."""
    found: list[Slip] = []
    stream = jackpot_stream(jackpot)
    for page in range(PAGES):
        end = version - page * PAGE
        if end <= 0:
            break
        records = await store.read(stream, max(0, end - PAGE), min(PAGE, end))
        approved: h.ProposalApproved | None = None
        of_page = []
        for record in records:
            event = decode_event(record.event)
            if isinstance(event, h.ProposalApproved):
                approved = event
            elif (
                isinstance(event, hj.JackpotPaid)
                and approved is not None
                and (event.table, event.round) == (table, number)
            ):
                of_page.append(_slip(jackpot, event, approved, record.at, record.by))
        found = of_page + found
        if found:
            break
    return found


def _slip(
    jackpot: str,
    event: hj.JackpotPaid,
    approved: h.ProposalApproved,
    at: datetime,
    by: Signature | None,
) -> Slip:
    how = "cash" if event.cash else "chips" if event.account.startswith("chips:") else "wallet"
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
    )
