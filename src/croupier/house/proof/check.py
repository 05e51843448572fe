"""What a house looks at before it serves: schema, chain, balances, rulebooks, every table."""

from msgspec import Struct

from croupier.books import UnknownRulebook
from croupier.house.jackpot.state import imbalance
from croupier.house.keyring import Keyring
from croupier.house.log.storing import CardsClosed, Check, EventStore
from croupier.house.proof.postings import check_ledger
from croupier.house.streams.holding import Holding
from croupier.house.streams.stream import BrokenStream
from croupier.house.table.committed_cards import unsealed
from croupier.house.table.fingerprint import is_of
from croupier.house.table.state import HouseTable


class SelfCheck(Struct, frozen=True):
    """What was looked at, and everything that was found wrong."""

    tables: int
    jackpots: int
    records: int
    since: int
    """Records up to this one had been checked before."""
    findings: tuple[str, ...]
    down: tuple[str, ...] = ()
    """Jackpots whose meters do not add up: the house opens without them (CSP 5.18)."""
    repairable: bool = False
    """What was found are sums that follow from the log: the house opens to be looked at."""

    @property
    def clean(self) -> bool:
        return not self.findings


async def self_check(
    store: EventStore,
    holding: Holding,
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
    for name in holding.jackpots():
        try:
            broken = imbalance((await holding.jackpot(name)).state.meter)
        except BrokenStream as error:
            findings.append(f"jackpot {name}: {error}")
            continue
        if broken is not None:
            down.append(broken)
    for name in holding.tables():
        try:
            table = (await holding.table(name)).state
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
        len(holding.tables()),
        len(holding.jackpots()),
        log.records,
        log.since,
        tuple(findings),
        tuple(down),
        findings == stored and bool(stored) is not log.clean and _derived(log),
    )


def _derived(log: Check) -> bool:
    return all(one.derived for one in log.findings)


def _opens(table: HouseTable, keys: Keyring) -> bool:
    """Whether the shuffle that is committed to can be dealt by this process."""
    kept = table.shuffle
    return kept is None or unsealed(table.name, kept, keys) is not None
