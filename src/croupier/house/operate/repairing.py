"""Repairs broken sums: recalculates them from the log, which itself is never touched.

Balances and results are sums over the log, kept so that years need not be added up again. If such a
row is broken (not a whole number, out of bounds, or not the sum of its postings), the postings give
the right value. For that the log must be sound: every record chained, and every posting the one
that its event implies.
"""

from collections.abc import Mapping
from uuid import uuid4

from msgspec import Struct
from sqlalchemy import Engine, delete, insert, select

from croupier.house.app.clock import Calendar
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import EventStore
from croupier.house.log.snapshots import read_snapshot
from croupier.house.log.stream import Department, Ledger, entries, post
from croupier.house.model.cage.day import GamingDay
from croupier.house.model.cage.events import CageConfigured
from croupier.house.model.ledger.accounts import results_of
from croupier.house.model.operation import events as o
from croupier.house.model.records import decode_event
from croupier.house.model.settings import Money
from croupier.house.read.proof.findings import Wrong
from croupier.house.read.proof.postings import prove_postings
from croupier.house.sealing import Keyring
from croupier.house.store import open_existing
from croupier.house.store.checking import broken_results, check_uncommitted, hold_writers
from croupier.house.store.connecting import connect
from croupier.house.store.schema import balances, results

Days = Mapping[tuple[str, str], int]


class CannotRepair(Exception):
    """Nothing was changed. The sentence says why."""


class Repaired(Struct, frozen=True):
    """Rows that now hold what the log says."""

    accounts: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    """Player and gaming day."""


async def repair(url: str, days: GamingDay, keys: Keyring) -> Repaired:
    """Recalculate what is broken, and record it; `days` applies before the log names a calendar."""
    store = await open_existing(url)
    store.chain_under(keys)
    try:
        await _demand_whole_log(store)
        due = (await store.standing((await store.anchor()).seq)).accounts
        won = await _results(store, days)
        engine = connect(url)
        try:
            done = _put_right(engine, due, won)
        finally:
            engine.dispose()
        if done != Repaired():
            event = o.SumsRepaired(done.accounts, done.results)
            handler = CommandHandler(store, keys)
            await handler.record(
                Department.OPERATION, lambda state, at: (event,), None, f"repair:{uuid4().hex}"
            )
        return done
    finally:
        await store.close()


async def _demand_whole_log(store: EventStore) -> None:
    check = await store.check(whole=True)
    for finding in check.findings:
        if not finding.derived:
            raise CannotRepair(
                f"The log itself is not sound at {finding.where}: {finding.problem}. "
                "Restore a backup."
            )
    try:
        await prove_postings(store, await store.heads(), await store.archived())
    except Wrong as wrong:
        raise CannotRepair(f"The log itself is not sound: {wrong}. Restore a backup.") from None


async def _results(store: EventStore, days: GamingDay) -> Days:
    """What players won on each gaming day, from the records in the database."""
    calendar = Calendar(days)
    ledgers: dict[str, Ledger] = {}
    if (marker := await store.archived()) is not None:
        kept = {stream: read_snapshot(stream, state) for stream, state in marker.states.items()}
        ledgers = {stream: ledger for stream, (_, ledger) in kept.items() if ledger is not None}
    won: dict[tuple[str, str], int] = {}
    async for entry in entries(store):
        record = entry.record
        event = decode_event(record.event)
        if isinstance(event, CageConfigured):
            calendar = Calendar(event.days)
        posted = post(record.stream, ledgers.get(record.stream), [(record, event)])
        if posted.ledger is not None:
            ledgers[record.stream] = posted.ledger
        money = getattr(posted.ledger, "money", None)
        for player, amount in results_of(posted.postings, pockets=money is Money.LIVE):
            place = (player, calendar.of(record.at))
            won[place] = won.get(place, 0) + amount
    return won


def _put_right(engine: Engine, due: Mapping[str, int], won: Days) -> Repaired:
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            hold_writers(connection)
            held = {row[0]: row[1] for row in connection.execute(select(balances))}
            accounts = sorted(
                name
                for name in held.keys() | due.keys()
                if type(held.get(name, 0)) is not int or held.get(name, 0) != due.get(name, 0)
            )
            broken = connection.execute(broken_results(connection.dialect)).all()
            for name in accounts:
                connection.execute(delete(balances).where(balances.c.account == name))
                if name in due:
                    connection.execute(insert(balances).values(account=name, amount=due[name]))
            for player, day, _ in broken:
                mine = (results.c.player == player, results.c.day == day)
                connection.execute(delete(results).where(*mine))
                if (amount := won.get((player, day))) is not None:
                    row = insert(results).values(player=player, day=day, amount=amount)
                    connection.execute(row)
            for finding in check_uncommitted(connection).findings:
                raise CannotRepair(f"{finding.where}: {finding.problem}.")
    return Repaired(tuple(accounts), tuple(f"{player}, {day}" for player, day, _ in broken))
