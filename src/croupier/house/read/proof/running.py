"""Checks of a running house: its sums at the start, its log once a day.

New records are checked often, so that the next start has little left to check. Once a day they are
replayed, and once a week the whole log is.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from msgspec import Struct

from croupier.books import UnknownRulebook
from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import CardsClosed, Check, EventStore
from croupier.house.log.stream import BrokenStream
from croupier.house.model.jackpot.state import imbalance
from croupier.house.model.table.cards import unsealed
from croupier.house.model.table.rulebook import is_of
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.postings import check_ledger
from croupier.house.sealing import Keyring


class SelfCheck(Struct, frozen=True):
    """What was checked, and everything that was found wrong."""

    tables: int
    jackpots: int
    records: int
    since: int
    """Records up to this one had been checked before."""
    findings: tuple[str, ...]
    down: tuple[str, ...] = ()
    """Jackpots whose meters do not add up: the house opens without them (CSP 5.18)."""
    repairable: bool = False
    """Only sums that follow from the log are wrong: the house opens for inspection."""

    @property
    def clean(self) -> bool:
        return not self.findings


async def self_check(
    store: EventStore,
    streams: StreamCache,
    key: bytes | Keyring,
    *,
    whole: bool = False,
    remember: bool = True,
) -> SelfCheck:
    """Chain and ledger since the last clean check, or from the first record and page on, and
    every table as it stands."""
    log, found = await check_ledger(store, whole=whole, remember=remember)
    stored = list(found)
    findings = list(stored)
    down = []
    for name in streams.jackpots():
        try:
            broken = imbalance((await streams.jackpot(name)).state.meter)
        except BrokenStream as error:
            findings.append(f"jackpot {name}: {error}")
            continue
        if broken is not None:
            down.append(broken)
    for name in streams.tables():
        try:
            table = (await streams.table(name)).state
            if not is_of(table.entry, table.rulebook):
                findings.append(
                    f"table {name}: this program's {table.game.rulebook.edition_name} is not the "
                    "rulebook that the table goes by"
                )
            if not _opens(table, Keyring.of(key)):
                findings.append(
                    f"table {name}: the house's key does not open the shuffle of this round"
                )
        except (BrokenStream, CardsClosed, UnknownRulebook) as error:
            findings.append(f"table {name}: {error}")
    return SelfCheck(
        len(streams.tables()),
        len(streams.jackpots()),
        log.records,
        log.since,
        tuple(findings),
        tuple(down),
        findings == stored and bool(stored) is not log.clean and _derived(log),
    )


def _derived(log: Check) -> bool:
    return all(one.derived for one in log.findings)


def _opens(table: HouseTable, keys: Keyring) -> bool:
    """Whether this process can deal the shuffle that was committed to."""
    kept = table.shuffle
    return kept is None or unsealed(table.name, kept, keys) is not None


CHECK_SECONDS = 600.0
AGAIN_EVERY = 7
"""So many proofs of what is new, and the last of them is one of the whole log."""
COULD_NOT = 2
"""The status of a check that the database, or records that were being archived, did not allow."""
_NOTHING_ELSE: Mapping[str, str] = {}

log = logging.getLogger("croupier.verify")

_VERIFY = "from croupier.cli.verify import verify; verify(prog_name='croupier verify')"


class Outcome(Struct, frozen=True):
    """The result of a check of the log."""

    whole: bool
    records: int
    findings: tuple[str, ...]
    undecided: str | None = None
    """Why nothing can be said about the log, if that is so."""

    @property
    def clean(self) -> bool:
        return not self.findings and self.undecided is None


class _Report(Struct, frozen=True):
    records: int = 0
    findings: tuple[str, ...] = ()


OutcomeListener = Callable[[Outcome], Awaitable[None]]


async def verify_regularly(
    database: str,
    hours: float,
    listener: OutcomeListener | None = None,
    environment: Mapping[str, str] = _NOTHING_ELSE,
) -> None:
    """Until cancelled; findings go to the process log and to the listener.

    A proof that could not be made is due again the next time; where none succeeds for long, an
    alarm says that it is overdue.
    """
    waited, proofs = 0.0, 0
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        waited += CHECK_SECONDS
        whole = 0 < hours * 3600 <= waited
        again = whole and (proofs + 1) % AGAIN_EVERY == 0
        found = await look(database, whole=whole, again=again, environment=environment)
        if found.undecided is not None:
            continue
        if whole:
            waited, proofs = 0.0, proofs + 1
        if listener is not None:
            await listener(found)


async def look(
    database: str,
    *,
    whole: bool,
    again: bool = False,
    environment: Mapping[str, str] = _NOTHING_ELSE,
) -> Outcome:
    """Check the log in a separate process, which gets the house's key through its environment.

    With `whole` the log is proved, as far as no earlier proof covers it; with `again`, all of it.
    """
    options = ("--remember", *(("--all",) if again else () if whole else ("--new",)))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _VERIFY, "--json", *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "CROUPIER_DATABASE": database, **environment},
    )
    try:
        told, trouble = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    said = (told or trouble).decode().strip()
    if process.returncode == COULD_NOT:
        log.warning("the log could not be checked", extra={"found": said})
        return Outcome(whole, 0, (), said)
    try:
        read = msgspec.json.decode(told, type=_Report)
    except msgspec.MsgspecError:
        read = _Report(findings=(said or f"the check ended with status {process.returncode}",))
    if process.returncode == 0 and not read.findings:
        log.info("the log is sound", extra={"found": said})
        return Outcome(whole, read.records, ())
    log.error("the log is not sound", extra={"found": said})
    return Outcome(whole, read.records, read.findings or (said,))
