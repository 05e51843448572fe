"""Proof for outsiders: the log decided again, from the first record to the last.

Every recorded command is given to the same rules again, on the state that results from the records
before it; the outcome must be what was recorded. Opened seeds must be the ones committed to, and
must produce the cards that were dealt. Money must move as the events say, and add up to the
balances.

A clean proof with the house's key leaves what it knew at its end (`proved.py`). The next one goes
on from there, and one of the whole log proves the parts between these places at the same time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from msgspec import Struct

from croupier.house.log.chain import is_signed
from croupier.house.log.event_store import Check, EventStore, StoreUnavailable
from croupier.house.model.operation.events import PublishedHead
from croupier.house.model.records import Anchor
from croupier.house.read.proof.findings import Findings, Wrong
from croupier.house.read.proof.part import Found, Part, prove_part
from croupier.house.read.proof.postings import check_ledger
from croupier.house.read.proof.proved import Proved, last_proved, proved_places, sealed
from croupier.house.read.proof.undisturbed import undisturbed
from croupier.house.sealing import Keyring
from croupier.house.store.checking import NO_KEYS

Elsewhere = Callable[[Part], Awaitable[Found]]
"""Proves a part in another process (`processes.py`)."""


class Verification(Struct, frozen=True):
    """What was checked, and what was found wrong, if anything."""

    records: int
    commands: int
    rounds: int
    shuffles: int
    postings: int
    tables: int
    jackpots: int
    findings: tuple[str, ...] = ()
    """The first few of each kind, in the order in which they were found."""
    anchor: str | None = None
    """Where the log stood: to be kept elsewhere and given to the next verification."""
    chained: int | None = None
    """Records whose link in the keyed chain is right; none if the key was not available."""
    linked: bool = False
    """Whether records have links of the keyed chain."""
    earlier: int = 0
    """Anchors and heads of archived records: there is nothing to compare them with."""
    closed: Mapping[str, int] = {}
    """Tables whose running round could not be decided again, because reading their cards takes the
    house's key: from which version on, by stream."""

    since: int = 0
    """Records up to this one were not checked: an earlier clean check covered them."""
    filed: tuple[int, ...] = ()
    """The records named by the last heads that, according to the log, went to a file."""
    notes: tuple[str, ...] = ()
    """Problems outside the log."""
    archived: int = 0
    """Records before the first in the database that were proved from archives."""

    @property
    def clean(self) -> bool:
        return not self.findings

    @property
    def wrong(self) -> str | None:
        """The first thing found wrong."""
        return next(iter(self.findings), None)

    @property
    def unproved(self) -> bool:
        """Whether proving who wrote the log needs the house's key, which was not available."""
        return self.linked and self.chained is None

    @classmethod
    def broken(cls, wrong: str) -> "Verification":
        """There was nothing to check."""
        return cls(0, 0, 0, 0, 0, 0, 0, (wrong,))


async def verify(
    store: EventStore,
    anchors: Iterable[Anchor] = (),
    keys: Keyring = NO_KEYS,
    heads: Iterable[PublishedHead] = (),
    *,
    whole: bool = True,
    elsewhere: Elsewhere | None = None,
) -> Verification:
    """Replay the log and check everything that it claims: all of it, or from where an earlier
    proof ended, if the house's key shows that it was the house's.

    Without the house's keys everything is proved except the keyed chain and what is sealed: for
    tables in a running round, only the hashes and the money.

    Raises `StoreUnavailable` if records were archived all the time.
    """
    anchors, heads = list(anchors), list(heads)
    proof, begin = await undisturbed(
        store, lambda: _proved(store, anchors, keys, heads, whole=whole, elsewhere=elsewhere)
    )
    if proof.found and not proof.findings:
        last = proof.found[-1]
        await store.remember_check(last.ledgers)
        if begin is not None:
            await _keep(store, last.left, keys, begin)
    return _told(proof, keyed=bool(keys))


class _Outcome(NamedTuple):
    """What one proof came to."""

    found: list[Found]
    findings: Findings
    stored: Check | None
    since: int


async def _proved(
    store: EventStore,
    anchors: Sequence[Anchor],
    keys: Keyring,
    heads: Sequence[PublishedHead],
    *,
    whole: bool,
    elsewhere: Elsewhere | None,
) -> _Outcome:
    findings = Findings()
    places: list[int] = []
    if keys:
        store.chain_under(keys)
        with findings.looking("proofs"):
            places = await (proved_places if whole else last_proved)(store, keys)
    since = 0 if whole else max(places, default=0)
    given = [*anchors, *(Anchor(one.seq, one.digest) for one in heads if one.seq >= since)]
    *before, last = (
        _parts(places, given) if whole and elsewhere else [Part(since, None, tuple(given))]
    )
    found: list[Found] = []
    stored: Check | None = None
    async with _running(elsewhere, before) as others:
        with findings.looking("store"):
            stored = await store.check(whole=not since, remember=False)
            findings.note_all("store", (Wrong(one.where, one.problem) for one in stored.findings))
            if stored.until or not findings:  # otherwise there are not even tables to check
                _demand_records(stored)
                for head in heads:
                    with findings.looking("heads"):
                        await _demand_head(store, head, keys)
                ended = await prove_part(store, keys, last, stored.heads)
                found = [*await asyncio.gather(*others), ended]
    for one in found:
        findings.take(one.findings)
    return _Outcome(found, findings, stored, since)


def _parts(places: Sequence[int], anchors: Iterable[Anchor]) -> list[Part]:
    """The parts between places, each with the anchors that lie in it."""
    begins, ends = (0, *places), (*places, None)
    return [
        Part(
            begin,
            end,
            tuple(
                one
                for one in anchors
                if (begin < one.seq or not begin) and (end is None or one.seq <= end)
            ),
        )
        for begin, end in zip(begins, ends, strict=True)
    ]


@asynccontextmanager
async def _running(
    elsewhere: Elsewhere | None, parts: Sequence[Part]
) -> AsyncIterator[Sequence[asyncio.Future[Found]]]:
    """The parts being proved meanwhile."""
    tasks = [asyncio.ensure_future(elsewhere(part)) for part in parts] if elsewhere else []
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _told(proof: _Outcome, *, keyed: bool) -> Verification:
    found, findings, stored, since = proof
    last = found[-1] if found else Found(findings)
    read = stored if stored is not None and (stored.until or stored.clean) else None
    return Verification(
        sum(one.records for one in found),
        sum(one.commands for one in found),
        sum(one.rounds for one in found),
        sum(one.shuffles for one in found),
        sum(one.postings for one in found),
        last.tables,
        last.jackpots,
        tuple(findings),
        None if read is None else str(read.anchor),
        read.chained if read is not None and keyed else None,
        read is not None and read.linked,
        sum(one.earlier for one in found),
        last.closed,
        since=since,
        filed=last.filed,
    )


async def check_new(store: EventStore, keys: Keyring = NO_KEYS) -> Verification:
    """What the store itself can tell about the records since its last clean check."""
    if keys:
        store.chain_under(keys)
    found, findings = await check_ledger(store)
    if not findings:
        with findings.looking("store"):
            _demand_records(found)
    return Verification(
        found.records,
        *(0, 0, 0, 0, 0, 0),
        tuple(findings),
        str(found.anchor),
        found.chained if keys else None,
        found.linked,
        since=found.since,
    )


def _demand_records(found: Check) -> None:
    """An empty log would pass every other check."""
    if not found.until:
        raise Wrong("log", "there is no record in it, and a house has some from its first start on")


async def _keep(store: EventStore, left: Proved | None, keys: Keyring, begin: int) -> None:
    """For the next proof; on a full disk that merely begins further back."""
    link = None if left is None else await store.link_at(left.seq)
    if left is not None and link is not None:
        with suppress(StoreUnavailable):
            await store.keep_proof(left.seq, sealed(left, keys, link), begin)


async def _demand_head(store: EventStore, head: PublishedHead, keys: Keyring) -> None:
    """The keyed chain still contains a published head, and the house signed it."""
    where = f"head {head.seq} of {head.at.date()}"
    if keys and not is_signed(keys, head):
        raise Wrong(where, "the house that has this key did not sign it")
    link = await store.link_at(head.seq)
    if link is not None and link.mac.hex() != head.link.partition(":")[2]:
        raise Wrong(where, "the chain is another one there: the log was cut off and written anew")
