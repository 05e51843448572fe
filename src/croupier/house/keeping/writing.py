"""What was decided, as it is stored: chained, posted and listed among what matters."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from croupier.house.audit.significant import listed
from croupier.house.ledger.posting import post
from croupier.house.ledger.wallets import debited
from croupier.house.log.records import Posting, Record, Significant
from croupier.house.people.roles import Signature
from croupier.house.streams.offices import Office
from croupier.house.streams.stream import Change, Write
from croupier.house.table.state import HouseTable
from croupier.money import Cents


class Written(Struct, frozen=True):
    """All that one command writes."""

    records: tuple[Record, ...]
    postings: tuple[Posting, ...]
    significant: tuple[Significant, ...]
    guarded: frozenset[str]
    """Wallets that gave something: they must not fall below zero."""


def write_down(
    writes: Sequence[Write], at: datetime, by: Signature | None, key: str, large_win: Cents
) -> Written:
    """The streams go on from here, before anything is on disk."""
    records: list[Record] = []
    postings: list[Posting] = []
    significant: list[Significant] = []
    guarded: set[str] = set()
    for write in writes:
        stream, before = write.stream, write.stream.state
        added = stream.next_records(write.events, at, by, key)
        pairs = list(zip(added, write.events, strict=True))
        posted = post({} if stream.ledger is None else {stream.name: stream.ledger}, pairs)
        ledger = posted.ledgers.get(stream.name)
        if stream.name == Office.CAGE or getattr(ledger, "money", None) is not None:
            guarded |= debited(posted.postings)
        number = before.game.round.number if isinstance(before, HouseTable) else None
        records += added
        postings += posted.postings
        significant += listed(pairs, number, large_win)
        stream.advance(Change(added, write.events, write.state, ledger))
    return Written(tuple(records), tuple(postings), tuple(significant), frozenset(guarded))
