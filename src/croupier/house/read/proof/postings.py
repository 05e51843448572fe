"""Money moved as the events say: every posting and every balance worked out again."""

from collections.abc import Iterator

from croupier.house.log.event_store import Check, EventStore
from croupier.house.log.paging import events_of, postings_of
from croupier.house.log.snapshots import read_snapshot
from croupier.house.model.ledger.posting import Ledger, post
from croupier.house.model.records import Head, Marker
from croupier.house.read.proof.findings import Findings, Wrong


def wrong_balances(balances: dict[str, int], due: dict[str, int]) -> Iterator[Wrong]:
    """Accounts that do not hold what their events come to."""
    for account in sorted(balances.keys() | due.keys()):
        kept, wanted = balances.get(account, 0), due.get(account, 0)
        if kept != wanted or account not in due:
            yield Wrong(f"account {account}", f"holds {kept}, and its events come to {wanted}")


async def prove_postings(store: EventStore, heads: dict[str, Head], marker: Marker | None) -> None:
    """Each posting is the one that its event means, and none is missing."""
    for stream, head in heads.items():
        begun = None if marker is None else marker.states.get(stream)
        ledger = None if begun is None else read_snapshot(stream, begun)[1]
        await _prove_stream(store, stream, head.version, ledger)


async def check_ledger(
    store: EventStore, *, whole: bool = False, remember: bool = True
) -> tuple[Check, Findings]:
    """What the store can tell of the records since its last clean check, or of all of them.

    Where there is no checkpoint to begin at, everybody who could write to the database could have
    taken it out: then every posting of the house is worked out from its event, which takes as
    long as the log is. Only what is clean in both is remembered.
    """
    check = await store.check(whole=whole, remember=False)
    findings = Findings()
    findings.note_all("store", (Wrong(one.where, one.problem) for one in check.findings))
    if check.clean and not check.resumed:
        marker = await store.archived()
        for stream, head in (await store.heads()).items():
            with findings.looking("postings"):
                await prove_postings(store, {stream: head}, marker)
    if remember and not findings:
        await store.remember_check()
    return check, findings


async def _prove_stream(store: EventStore, stream: str, until: int, ledger: Ledger | None) -> None:
    kept = postings_of(store, stream, 0, until)
    ledgers = {} if ledger is None else {stream: ledger}
    async for pair in events_of(store, stream, until=until):
        posted = post(ledgers, [pair])
        ledgers = dict(posted.ledgers)
        for wanted in posted.postings:
            if await anext(kept, None) != wanted:
                raise Wrong.at(stream, wanted.version, "its postings are not those of its event")
    async for left in kept:
        raise Wrong.at(stream, left.version, "has a posting that follows from no event")
