"""Money moved as the events say: recalculates every posting and every balance."""

from collections.abc import Iterator, Mapping

from croupier.house.log.event_store import Check, Derived, EventStore
from croupier.house.log.paging import events_of, postings_of
from croupier.house.log.snapshots import ledger_text, read_ledger, read_snapshot
from croupier.house.model.ledger.posting import Ledger, post
from croupier.house.model.records import Head, Marker
from croupier.house.read.proof.findings import Findings, Wrong


def wrong_balances(balances: dict[str, int], due: dict[str, int]) -> Iterator[Wrong]:
    """Accounts that do not hold what their events add up to."""
    for account in sorted(balances.keys() | due.keys()):
        kept, wanted = balances.get(account, 0), due.get(account, 0)
        if kept != wanted or account not in due:
            yield Wrong(f"account {account}", f"holds {kept}, and its events come to {wanted}")


async def prove_postings(store: EventStore, heads: dict[str, Head], marker: Marker | None) -> None:
    """Each posting is the one that its event implies, and none is missing."""
    for stream, head in heads.items():
        await derive(store, stream, begun(stream, marker), head.version)


async def check_ledger(
    store: EventStore, *, whole: bool = False, remember: bool = True
) -> tuple[Check, Findings]:
    """Checks the records since the last clean check, or all of them, with the store's own means,
    and derives every posting of them from its event.

    A missing checkpoint may have been removed by anybody who can write to the database: then every
    posting of the house is derived, which takes as long as the log is. Only what is clean in both
    is remembered.
    """
    check = await store.check(whole=whole, remember=False)
    findings = Findings()
    findings.note_all("store", (Wrong(one.where, one.problem) for one in check.findings))
    ledgers: dict[str, str] = {}
    if check.clean:
        marker = await store.archived()
        for stream, head in check.heads.items():
            since = check.derived.get(stream) or begun(stream, marker)
            with findings.looking("postings"):
                ledgers[stream] = (await derive(store, stream, since, head.version)).ledger
    if remember and not findings:
        await store.remember_check(ledgers)
    return check, findings


def begun(stream: str, marker: Marker | None) -> Derived:
    """Where the database begins: empty, or at the marker of its last archive."""
    kept = None if marker is None else marker.states.get(stream)
    ledger = None if kept is None else read_snapshot(stream, kept)[1]
    version = 0 if marker is None else marker.heads.get(stream, Head()).version
    return Derived(version, ledger_text(ledger))


async def derive(store: EventStore, stream: str, since: Derived, until: int) -> Derived:
    """Raises `Wrong` if a posting between two versions is not what the events imply."""
    if since.version >= until:
        return since
    kept = postings_of(store, stream, since.version, until)
    known = read_ledger(stream, since.ledger)
    ledgers: Mapping[str, Ledger] = {} if known is None else {stream: known}
    async for pair in events_of(store, stream, since.version, until):
        posted = post(ledgers, [pair])
        ledgers = posted.ledgers
        for wanted in posted.postings:
            if await anext(kept, None) != wanted:
                raise Wrong.at(stream, wanted.version, "its postings are not those of its event")
    async for left in kept:
        raise Wrong.at(stream, left.version, "has a posting that follows from no event")
    return Derived(until, ledger_text(ledgers.get(stream)))
