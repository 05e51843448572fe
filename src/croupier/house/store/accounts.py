"""Questions about accounts: what they held at a moment, and how they came to it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, and_, func, literal_column, or_, select

from croupier.house.log.event_store import Balances, Movement
from croupier.house.store.checking import hold_writers
from croupier.house.store.rows import read_head
from croupier.house.store.schema import balances, postings, records, results, streams
from croupier.money import MOST_HELD

_HALF: ColumnElement[int] = literal_column("32")
_LOW_HALF: ColumnElement[int] = literal_column("4294967295")


def in_halves(amount: ColumnElement[int]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Two columns to select: the upper and the lower halves of the amounts, each summed up."""
    return func.sum(amount.op(">>")(_HALF)), func.sum(amount.op("&")(_LOW_HALF))


def joined(upper: Any, lower: Any) -> int:
    """The sum, of what `in_halves` selected; nothing at all comes to 0."""
    return (int(upper or 0) << 32) + int(lower or 0)


def is_sum(value: Any) -> bool:
    """Whether a stored sum is one that this program writes: whole, and within bounds."""
    return type(value) is int and abs(value) <= MOST_HELD


def held_in(rows: Iterable[Sequence[Any]]) -> dict[str, int]:
    """What accounts hold; broken rows, which the check of the log names, are left out."""
    return {row[0]: row[1] for row in rows if is_sum(row[1])}


RECENT = 50_000
"""How many records back the last movements of an account are looked for."""

_OF = and_(records.c.stream == postings.c.stream, records.c.version == postings.c.version)


def standing(engine: Engine) -> Balances:
    """All accounts while nobody is half-way through writing."""
    with engine.begin() as connection:
        hold_writers(connection)
        return Balances(
            connection.scalar(select(func.max(records.c.seq))) or 0,
            held_in(connection.execute(select(balances))),
            dict(read_head(row) for row in connection.execute(select(streams))),
        )


def standing_at(connection: Connection, seq: int) -> Balances:
    """All accounts after one record, by the postings up to it."""
    held: dict[str, int] = {}
    for account, sign in ((postings.c.debit, -1), (postings.c.credit, 1)):
        wanted = (
            select(account, *in_halves(postings.c.amount))
            .select_from(records)
            .join(postings, _OF)
            .where(records.c.seq <= seq)
            .group_by(account)
        )
        for name, *halves in connection.execute(wanted):
            held[name] = held.get(name, 0) + sign * joined(*halves)
    return Balances(seq, held)


def passed_on(connection: Connection, after: int, until: int) -> dict[str, int]:
    """What each table's float gave to jackpots and reserves, less what came back."""
    given: dict[str, int] = {}
    for table, jackpot, sign in (
        (postings.c.debit, postings.c.credit, 1),
        (postings.c.credit, postings.c.debit, -1),
    ):
        wanted = (
            select(table, *in_halves(postings.c.amount))
            .select_from(records)
            .join(postings, _OF)
            .where(
                records.c.seq > after,
                records.c.seq <= until,
                table.startswith("float:"),
                or_(jackpot.startswith("jackpot:"), jackpot.startswith("reserve:")),
            )
            .group_by(table)
        )
        for name, *halves in connection.execute(wanted):
            plain = name.removeprefix("float:")
            given[plain] = given.get(plain, 0) + sign * joined(*halves)
    return {name: amount for name, amount in given.items() if amount}


def lost(connection: Connection, player: str, since: str, until: str) -> int:
    wanted = select(func.coalesce(func.sum(results.c.amount), 0)).where(
        results.c.player == player, results.c.day.between(since, until)
    )
    return -int(connection.scalar(wanted) or 0)


def movements(connection: Connection, account: str, limit: int) -> list[Movement]:
    """The last movements, newest first, with what the account held after each."""
    held = connection.scalar(select(balances.c.amount).where(balances.c.account == account)) or 0
    held = held if is_sum(held) else 0
    last = connection.scalar(select(func.max(records.c.seq))) or 0
    wanted = (
        select(
            records.c.at,
            postings.c.memo,
            postings.c.amount,
            postings.c.debit,
            postings.c.stream,
        )
        .select_from(records)
        .join(postings, _OF)
        .where(
            records.c.seq > last - RECENT,
            or_(postings.c.debit == account, postings.c.credit == account),
        )
        .order_by(records.c.seq.desc(), postings.c.line.desc())
        .limit(limit)
    )
    found: list[Movement] = []
    for at, memo, amount, debit, stream in connection.execute(wanted):
        moved: Any = -amount if debit == account else amount
        found.append(Movement(datetime.fromisoformat(at), memo, moved, held, stream))
        held -= moved
    return found
