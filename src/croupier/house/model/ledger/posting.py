"""Double-entry accounts, derived from the events of a stream and from nothing else.

| account | holds |
| --- | --- |
| `player:ID`, `play:ID` | a wallet, live or practice money; never below zero |
| `owed:ID`, `play-owed:ID` | below zero: what somebody has to give back |
| `bot:NAME` | what a demonstration player is up or down |
| `chips:ID` | what a patron with physical chips is up or down |
| `owed-chips:ID` | below zero: chips of a jackpot payment that was undone, still to be given back |
| `layout:TABLE`, `reserved:TABLE` | wagers on the table; stay-in wagers set aside with the ante |
| `float:TABLE` | the table's chips: takes what is lost, pays what is won |
| `drop:TABLE` | cash in the drop box |
| `jackpot:ID` | the meter as displayed, in whole cents |
| `payable:ID` | wins out of the meter that wait for two people |
| `reserve:ID` | kept of jackpot wagers for resets, less the resets; below zero, advanced |
| `overflow:ID` | what grew beyond the limit of the meter |
| `cash`, `chips` | of the cage; chips below zero are with players and tables |
| `patrons` | the world outside, where cash comes from |
| `play-bank` | where play money comes from |
| `house` | everything else: opening amounts, corrections, resets shared by several winners |

Each stream is posted from its own events. What is undone is posted the other way round;
nothing is ever edited. See `docs/money.md`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from croupier.house.model.events import LogEvent
from croupier.house.model.ledger import cage, jackpot, table
from croupier.house.model.ledger.cage import CageLedger
from croupier.house.model.ledger.jackpot import JackpotLedger
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.records import Posting, Record

Ledger = TableLedger | JackpotLedger | CageLedger


class Posted(Struct, frozen=True):
    """The ledgers of some streams after their records, and what was posted."""

    ledgers: Mapping[str, Ledger]
    postings: tuple[Posting, ...]


def opening(stream: str) -> Ledger | None:
    """What is remembered of a stream before its first event; none where no money moves."""
    kind, _, name = stream.partition(":")
    match kind:
        case "table":
            return TableLedger(name)
        case "jackpot":
            return JackpotLedger(name)
        case "cage":
            return CageLedger()
        case _:
            return None


def post(ledgers: Mapping[str, Ledger], records: Iterable[tuple[Record, LogEvent]]) -> Posted:
    """Post records in order, with their events; streams not yet known are opened."""
    after = dict(ledgers)
    posted: list[Posting] = []
    for record, event in records:
        stream = record.stream
        ledger = after.get(stream) or opening(stream)
        if ledger is None:
            continue
        ledger, moves = _move(ledger, event, record.command)
        after[stream] = ledger
        posted += [
            Posting(stream, record.version, move.debit, move.credit, move.amount, move.memo)
            for move in moves
        ]
    return Posted(after, tuple(posted))


def _move(ledger: Ledger, event: Any, command: str) -> tuple[Ledger, Iterable[Any]]:
    if isinstance(ledger, TableLedger):
        return table.post(ledger, event)
    if isinstance(ledger, CageLedger):
        return ledger, cage.post(event)
    return jackpot.post(ledger, event, command)
