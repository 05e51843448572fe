"""Proves one part of a log: from where the database begins, or from where another proof ended, up
to where the next one begins, or to the end.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping

from msgspec import Struct

from croupier.house.log.event_store import EventStore, Unreadable
from croupier.house.log.snapshots import is_encrypted, is_outdated, opened
from croupier.house.log.stream import BrokenStream, Department, entries
from croupier.house.model.records import Anchor, Head, Marker, Snapshot
from croupier.house.model.refusals import HouseRefused
from croupier.house.read.proof.archives import prove_marker
from croupier.house.read.proof.beside_the_log import Answers, prove_credentials
from croupier.house.read.proof.derived_rows import SIGNIFICANT, DerivedRows
from croupier.house.read.proof.findings import EACH, PLACES, Findings, Wrong
from croupier.house.read.proof.money import prove_figures
from croupier.house.read.proof.postings import wrong_balances
from croupier.house.read.proof.proved import Proved, differs, proved, proved_at, resume
from croupier.house.read.proof.replaying import Proof
from croupier.house.sealing import Keyring

ATTEMPTS = 5
_NEW = Head()


class Part(Struct, frozen=True):
    """Which part of the log is to be proved."""

    since: int = 0
    """The record up to which another proof went; 0 where the database begins."""
    until: int | None = None
    """The same for the part after it; none for the end of the log."""
    anchors: tuple[Anchor, ...] = ()


class Found(Struct, frozen=True):
    """What was proved, and what was found wrong."""

    findings: Findings
    records: int = 0
    commands: int = 0
    rounds: int = 0
    shuffles: int = 0
    postings: int = 0
    tables: int = 0
    jackpots: int = 0
    earlier: int = 0
    """Anchors of records in an archive."""
    closed: Mapping[str, int] = {}
    filed: tuple[int, ...] = ()
    ledgers: Mapping[str, str] = {}
    """Of the streams where they were checked, if their postings match."""
    left: Proved | None = None
    """What the next proof can begin with."""


async def prove_part(
    store: EventStore, keys: Keyring, part: Part, checked: Mapping[str, Head]
) -> Found:
    """`checked`: where each stream stood in the store's own check."""
    proof, findings = Proof(), Findings()
    work = _PartProof(store, keys, proof, findings)
    with findings.looking("proofs"):
        await work.prove(part, checked)
    return Found(
        findings,
        proof.records,
        proof.decisions.commands,
        proof.rounds,
        proof.shuffles.opened,
        proof.postings,
        len(proof.tables),
        len(proof.jackpots),
        proof.earlier,
        proof.closed,
        proof.departments[Department.OPERATION].filed,
        work.ledgers,
        work.left,
    )


class _PartProof:
    """One part, and what comes of it."""

    def __init__(self, store: EventStore, keys: Keyring, proof: Proof, findings: Findings) -> None:
        self._store, self._keys = store, keys
        self._proof, self._findings = proof, findings
        self.ledgers: dict[str, str] = {}
        self.left: Proved | None = None

    async def prove(self, part: Part, checked: Mapping[str, Head]) -> None:
        store, keys, proof, findings = self._store, self._keys, self._proof, self._findings
        marker = await store.archived()
        since = await proved_at(store, keys, part.since) if part.since else None
        until = None if part.until is None else await proved_at(store, keys, part.until)
        heads, now = await _standing(store) if until is None else (dict(until.heads), None)
        if until is None and keys:
            with findings.looking("snapshots"):
                _demand_sealed(await store.saved(), keys)
        begin = await _begin(store, proof, since or marker)
        answers = Answers(store, keys, 0 if since is None else since.answers)
        rows = DerivedRows(store, heads, since or marker, checked)
        replay = _Replay(store, proof, findings, keys, answers, rows)
        try:
            await rows.open()
            await replay.run(heads, self._held(part, begin), begin, part.until)
        except (Unreadable, ValueError, TypeError, LookupError, AttributeError) as error:
            problem = f"what is kept after record {replay.seq} cannot be read: {error!r}"
            findings.note("records", Wrong("store", problem))
            return  # the rest depends on all records
        findings.note_all("ends", proof.missing(heads))
        with findings.looking("cage"):
            await _prove_figures(store, proof, 0 if marker is None else marker.seq)
        with findings.looking("answers"):
            await answers.finish(None if now is None else now.answers)
        if now is not None:
            self._prove_sums(now)
        await rows.finish(proof.closed)
        findings.take(rows.findings)
        self.ledgers = rows.ledgers
        listed = rows.listed + (0 if since is None else since.significant)
        if now is not None and not proof.closed and listed != now.significant:
            findings.note(SIGNIFICANT, Wrong(SIGNIFICANT, "some belong to no record"))
        if until is None:
            await self._prove_end(heads, marker)
        if keys and not findings:
            self.left = proved(proof, replay.taken, answers.commands, listed)
            if until is not None:
                _demand_same(self.left, until)

    def _held(self, part: Part, begin: int) -> deque[Anchor]:
        """The anchors of this part; what is before it, in an archive or another part, is left."""
        given = sorted(part.anchors, key=lambda anchor: anchor.seq)
        held = deque(one for one in given if one.seq >= begin)
        self._proof.earlier = len(given) - len(held)
        return held

    def _prove_sums(self, now: "_Now") -> None:
        proof, findings = self._proof, self._findings
        findings.note_all("accounts", wrong_balances(now.balances, proof.wallets.held))
        with findings.looking("results"):
            proof.results.prove(_in_all(now.results))
            proof.results.prove_days(now.results)

    async def _prove_end(self, heads: dict[str, Head], marker: Marker | None) -> None:
        """What is kept once and not by record.

        A part of a log was unpacked without secrets, and what vouches for its marker was recorded
        later.
        """
        store, proof, findings = self._store, self._proof, self._findings
        if await store.is_part():
            return
        version = heads.get(Department.PEOPLE, Head()).version
        people = proof.departments[Department.PEOPLE]
        with findings.looking("credentials"):
            await prove_credentials(store, people, version, self._keys)
        with findings.looking("archive"):
            await prove_marker(store, marker)


async def _begin(store: EventStore, proof: Proof, begin: Proved | Marker | None) -> int:
    """Returns the record after which the proof begins."""
    if begin is None:
        return 0
    if isinstance(begin, Proved):
        await resume(store, proof, begin)
    else:
        proof.resume(begin)
    return begin.seq


class _Replay:
    """The records one after another, along with answers, derived rows, snapshots and anchors."""

    def __init__(
        self,
        store: EventStore,
        proof: Proof,
        findings: Findings,
        keys: Keyring,
        answers: Answers,
        rows: DerivedRows,
    ) -> None:
        self._store, self._proof, self._findings = store, proof, findings
        self._keys, self._answers, self._rows = keys, answers, rows
        self._astray: Counter[str] = Counter()
        self.seq = 0
        self.taken = 0
        """The last record that was part of the proof; a running house writes more meanwhile."""

    async def run(
        self, heads: dict[str, Head], held: deque[Anchor], begin: int, until: int | None
    ) -> None:
        proof, findings = self._proof, self._findings
        snapshots = await self._store.snapshots()
        self.seq = self.taken = begin
        async for entry in entries(self._store, begin):
            if until is not None and entry.seq > until:
                break
            while held and held[0].seq < entry.seq:
                with findings.looking("anchors"):
                    proof.demand(held.popleft(), self.seq)
            record, self.seq = entry.record, entry.seq
            stream = record.stream
            if record.version <= heads.get(stream, _NEW).version:
                self.taken = entry.seq
                if wrong := proof.problems(record):
                    self._note(stream, wrong)
                if stream not in proof.closed:
                    await self._rows.take(record, proof.looked, proof.ledgers.get(stream))
                with findings.looking("answers"):
                    await self._answers.take(entry)
                kept = snapshots.get(stream)
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


class _Now(Struct, frozen=True):
    """What is kept beside the log, at one moment."""

    balances: dict[str, int]
    answers: int
    significant: int
    results: dict[str, dict[str, int]]


async def _standing(store: EventStore) -> tuple[dict[str, Head], _Now | None]:
    """Where every stream stands, and what is kept beside the log at that moment.

    A busy house moves on in between; its balances were then part of the store's own check.
    """
    heads = await store.heads()
    for _ in range(ATTEMPTS):
        now = _Now(
            await store.balances(),
            await store.count_answers(),
            await store.count_significant(),
            await store.results_by_day(),
        )
        after = await store.heads()
        if after == heads:
            return heads, now
        heads = after
    return heads, None


def _demand_same(left: Proved | None, kept: Proved) -> None:
    """The records of a part lead to what was kept at its end."""
    other = "a record" if left is None else differs(left, kept)
    if other is not None:
        problem = f"the records up to {kept.seq} lead to something else than was kept there"
        raise Wrong("proofs", f"{problem}: {other}")


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
