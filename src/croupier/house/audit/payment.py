"""What became of a round's hits on the stream of the meter: won, confirmed, approved, paid."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.log.records import Record
from croupier.house.people.roles import Signature
from croupier.jackpot import events as j


class MeterAct(Struct, frozen=True):
    """One record of the meter's stream, with who signed it."""

    at: datetime
    by: Signature | None
    stream: str
    version: int
    event: dict[str, Any]
    hash: str


def concerns(event: object, table: str, number: int) -> bool:
    return (getattr(event, "table", None), getattr(event, "round", None)) == (table, number)


def meter_acts(
    records: Iterable[tuple[Record, h.LogEvent]], table: str, number: int
) -> tuple[MeterAct, ...]:
    """In order; the round's contributions are among its own acts."""
    proposals: set[str] = set()
    found = []
    for record, event in records:
        match event:
            case h.Proposed(command=hc.PayJackpot() as pay) if concerns(pay, table, number):
                proposals.add(event.proposal)
            case h.ProposalApproved() | h.ProposalDeclined() if event.proposal in proposals:
                pass
            case j.JackpotWon() | j.WinsReversed() | h.JackpotPaid() if concerns(
                event, table, number
            ):
                pass
            case _:
                continue
        told = msgspec.json.decode(record.event)
        found.append(
            MeterAct(record.at, record.by, record.stream, record.version, told, record.hash.hex())
        )
    return tuple(found)


def is_unpaid(events: Iterable[h.LogEvent], table: str, number: int) -> bool:
    """Whether a hit of the round waits for its payment, as far as these events tell."""
    due: set[tuple[int, str]] = set()
    for event in events:
        if not concerns(event, table, number):
            continue
        match event:
            case j.JackpotWon():
                due |= {(one.box, one.target.value) for one in event.winnings if one.amount}
            case h.JackpotPaid():
                due.discard((event.box, event.target.value))
            case j.WinsReversed():
                due.clear()
    return bool(due)
