"""Proof for outsiders: the whole log decided again, from the first record to the last.

Every recorded command is given to the same rules again, on the state that results from the records
before it; the outcome must be what was recorded. Opened seeds must be the ones committed to, and
must produce the cards that were dealt. Money must move as the events say, and add up to the
balances.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping

from msgspec import Struct

from croupier.house.log.chain import is_signed
from croupier.house.log.event_store import Check, EventStore, Unreadable
from croupier.house.log.snapshots import is_encrypted, is_outdated, opened
from croupier.house.log.stream import BrokenStream, Department, entries
from croupier.house.model.operation.events import PublishedHead
from croupier.house.model.records import Anchor, Head, Snapshot
from croupier.house.model.refusals import HouseRefused
from croupier.house.read.proof.archives import prove_marker
from croupier.house.read.proof.beside_the_log import (
    SIGNIFICANT,
    Answers,
    prove_credentials,
    prove_significant,
)
from croupier.house.read.proof.findings import EACH, PLACES, Findings, Wrong
from croupier.house.read.proof.money import prove_figures
from croupier.house.read.proof.postings import begun, check_ledger, derive, wrong_balances
from croupier.house.read.proof.replaying import Proof
from croupier.house.sealing import Keyring
from croupier.house.store.checking import NO_KEYS

ATTEMPTS = 5


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
) -> Verification:
    """Replay the whole log and check everything that it claims.

    Without the house's keys everything is proved except the keyed chain and what is sealed: for
    tables in a running round, only the hashes and the money.
    """
    proof = Proof()
    findings = Findings()
    anchor: str | None = None
    chained: int | None = None
    linked = False
    ledgers: dict[str, str] = {}
    if keys:
        store.chain_under(keys)
    with findings.looking("store"):
        stored = await store.check(whole=True, remember=False)
        findings.note_all("store", (Wrong(one.where, one.problem) for one in stored.findings))
        if stored.until or not findings:  # otherwise there are not even tables to check
            anchor = str(stored.anchor)
            chained = stored.chained if keys else None
            linked = stored.linked
            _demand_records(stored)
            given = list(anchors)
            for head in heads:
                with findings.looking("heads"):
                    await _demand_head(store, head, keys)
                given.append(Anchor(head.seq, head.digest))
            ledgers = await _prove(store, proof, findings, given, keys, stored.heads)
    if not findings:
        await store.remember_check(ledgers)
    return Verification(
        proof.records,
        proof.decisions.commands,
        proof.rounds,
        proof.shuffles.opened,
        proof.postings,
        len(proof.tables),
        len(proof.jackpots),
        tuple(findings),
        anchor,
        chained,
        linked,
        proof.earlier,
        proof.closed,
        filed=proof.departments[Department.OPERATION].filed,
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


async def _prove(
    store: EventStore,
    proof: Proof,
    findings: Findings,
    anchors: Iterable[Anchor],
    keys: Keyring,
    checked: Mapping[str, Head],
) -> dict[str, str]:
    """Returns the ledgers of the streams where they were `checked`, if their postings match."""
    ledgers: dict[str, str] = {}
    heads, balances, answered, results = await _standing(store)
    marker = await store.archived()
    if keys:
        with findings.looking("snapshots"):
            _demand_sealed(await store.saved(), keys)
    begin = 0
    if marker is not None:
        proof.resume(marker)
        begin = marker.seq
    answers = Answers(store, keys)
    given = sorted(anchors, key=lambda anchor: anchor.seq)
    held = deque(one for one in given if one.seq >= begin)
    proof.earlier = len(given) - len(held)
    replay = _Replay(store, proof, findings, keys, answers)
    try:
        await replay.run(heads, held, begin)
    except (Unreadable, ValueError, TypeError, LookupError, AttributeError) as error:
        findings.note(
            "records",
            Wrong("store", f"what is kept after record {replay.seq} cannot be read: {error!r}"),
        )
        return ledgers  # the rest depends on all records
    findings.note_all("ends", proof.missing(heads))
    with findings.looking("cage"):
        await _prove_figures(store, proof, begin)
    with findings.looking("answers"):
        await answers.finish(answered)
    if balances is not None:
        findings.note_all("accounts", wrong_balances(balances, proof.wallets.held))
    if results is not None:
        with findings.looking("results"):
            proof.results.prove(_in_all(results))
            proof.results.prove_days(results)
    known = {
        stream: head if stream not in proof.closed else Head(proof.closed[stream] - 1)
        for stream, head in heads.items()
    }
    for stream, head in known.items():
        with findings.looking("postings"):
            until = min(checked.get(stream, Head()).version, head.version)
            derived = await derive(store, stream, begun(stream, marker), until)
            ledgers[stream] = derived.ledger
            await derive(store, stream, derived, head.version)
    with findings.looking(SIGNIFICANT):
        listed = await prove_significant(store, known, findings)
        if balances is not None and not proof.closed and listed != await store.count_significant():
            raise Wrong(SIGNIFICANT, "some belong to no record")
    version = heads.get(Department.PEOPLE, Head()).version
    with findings.looking("credentials"):
        await prove_credentials(store, proof.departments[Department.PEOPLE], version, keys)
    with findings.looking("archive"):
        await prove_marker(store, marker)
    return ledgers


class _Replay:
    """The records one after another, along with answers, snapshots and anchors."""

    def __init__(
        self, store: EventStore, proof: Proof, findings: Findings, keys: Keyring, answers: Answers
    ) -> None:
        self._store, self._proof, self._findings = store, proof, findings
        self._keys, self._answers = keys, answers
        self._astray: Counter[str] = Counter()
        self.seq = 0

    async def run(self, heads: dict[str, Head], held: deque[Anchor], begin: int) -> None:
        proof, findings = self._proof, self._findings
        snapshots = await self._store.snapshots()
        self.seq = begin
        async for entry in entries(self._store):
            while held and held[0].seq < entry.seq:
                with findings.looking("anchors"):
                    proof.demand(held.popleft(), self.seq)
            record, self.seq = entry.record, entry.seq
            if record.version <= heads.get(record.stream, Head()).version:
                self._note(record.stream, proof.problems(record))
                with findings.looking("answers"):
                    await self._answers.take(entry)
                kept = snapshots.get(record.stream)
                if kept is not None and kept.version == record.version:
                    with findings.looking("snapshots"):
                        self._compare(kept)
        for left in held:
            with findings.looking("anchors"):
                proof.demand(left, self.seq)

    def _note(self, stream: str, found: list[Wrong]) -> None:
        """The first few of each stream: those after them may be consequences."""
        for wrong in found:
            self._astray[stream] += 1
            if self._astray[stream] <= EACH:
                self._findings.note("records", wrong, PLACES)

    def _compare(self, kept: Snapshot) -> None:
        said = opened(self._keys, kept) if is_encrypted(kept) else kept.state
        unknown = self._proof.closed.keys() | self._proof.lost
        if said is None or kept.stream in unknown or is_outdated(kept.stream, said):
            return  # no house starts from one that an older program kept
        self._proof.compare(kept, said)


async def _standing(
    store: EventStore,
) -> tuple[dict[str, Head], dict[str, int] | None, int | None, dict[str, dict[str, int]] | None]:
    """Where every stream stands, with balances, number of answers and results at that moment.

    A busy house moves on in between; its balances were then part of the store's own check.
    """
    heads = await store.heads()
    for _ in range(ATTEMPTS):
        balances = await store.balances()
        answered = await store.count_answers()
        results = await store.results_by_day()
        after = await store.heads()
        if after == heads:
            return heads, balances, answered, results
        heads = after
    return heads, None, None, None


async def _demand_head(store: EventStore, head: PublishedHead, keys: Keyring) -> None:
    """The keyed chain still contains a published head, and the house signed it."""
    where = f"head {head.seq} of {head.at.date()}"
    if keys and not is_signed(keys, head):
        raise Wrong(where, "the house that has this key did not sign it")
    link = await store.link_at(head.seq)
    if link is not None and link.mac.hex() != head.link.partition(":")[2]:
        raise Wrong(where, "the chain is another one there: the log was cut off and written anew")


def _in_all(results: dict[str, dict[str, int]]) -> dict[str, int]:
    return {player: sum(won.values()) for player, won in results.items()}


def _demand_sealed(kept: Iterable[Snapshot], keys: Keyring) -> None:
    """Every snapshot is the house's own."""
    for one in kept:
        if opened(keys, one) is None:
            raise Wrong.at(one.stream, one.version, "its snapshot is not sealed by the house")


async def _prove_figures(store: EventStore, proof: Proof, since: int) -> None:
    """Figures based on archived records were proved when the archive was made."""
    figures = [one for one in proof.cage.figures if one.since >= since]
    try:
        await prove_figures(store, figures)
    except (BrokenStream, HouseRefused) as error:
        raise Wrong("cage", str(error)) from None
