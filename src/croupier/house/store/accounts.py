"""Questions about accounts: what they held at a moment, and which movements led there."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, and_, func, not_, or_, select

from croupier.house.log.event_store import Balances, Movement
from croupier.house.store.checking import hold_writers
from croupier.house.store.queries import (
    held_in,
    in_halves,
    is_sum,
    joined,
    moved_in,
    within,
)
from croupier.house.store.runs import place_of_version, spans
from croupier.house.store.schema import (
    PLAYERS_PAY,
    balances,
    postings,
    records,
    results,
    streams,
)
from croupier.house.store.statements import read_head

RECENT = 50_000
"""How many records back to look for the last movements of an account."""


def _of_record(wanted: ColumnElement[Any]) -> ColumnElement[Any]:
    """Something about the record that a posting belongs to: the first row that reaches it."""
    return (
        select(wanted)
        .where(records.c.stream == postings.c.stream, records.c.version >= postings.c.version)
        .order_by(records.c.version)
        .limit(1)
        .correlate(postings)
        .scalar_subquery()
    )


_place = _of_record(place_of_version(postings.c.version))
"""Where in the log the record of a posting is."""


def standing(engine: Engine) -> Balances:
    """All accounts, with no write half finished."""
    with engine.begin() as connection:
        hold_writers(connection)
        return Balances(
            connection.scalar(select(func.max(records.c.seq))) or 0,
            held_in(connection.execute(select(balances))),
            dict(read_head(row) for row in connection.execute(select(streams))),
        )


def standing_at(connection: Connection, seq: int) -> Balances:
    """All accounts after one record, from the postings up to it."""
    return Balances(seq, moved_in(connection, spans(connection, 0, seq)))


def passed_on(connection: Connection, after: int, until: int) -> dict[str, int]:
    """What each table's float paid to jackpots and reserves, less what came back."""
    given: dict[str, int] = {}
    found = spans(connection, after, until)
    for table, jackpot, sign in (
        (postings.c.debit, postings.c.credit, 1),
        (postings.c.credit, postings.c.debit, -1),
    ):
        wanted = (
            select(table, *in_halves(postings.c.amount))
            .where(
                table.startswith("float:"),
                or_(jackpot.startswith("jackpot:"), jackpot.startswith("reserve:")),
            )
            .group_by(table)
        )
        for name, *halves in within(connection, wanted, found):
            plain = name.removeprefix("float:")
            given[plain] = given.get(plain, 0) + sign * joined(*halves)
    return {name: amount for name, amount in given.items() if amount}


def lost(connection: Connection, player: str, since: str, until: str) -> int:
    wanted = select(func.coalesce(func.sum(results.c.amount), 0)).where(
        results.c.player == player, results.c.day.between(since, until)
    )
    return -int(connection.scalar(wanted) or 0)


def movements(
    connection: Connection, account: str, limit: int, before: tuple[int, int] | None
) -> list[Movement]:
    """The last movements, or the last before a place, newest first, with what the account held
    after each; none that is further back than `RECENT` records."""
    held = connection.scalar(select(balances.c.amount).where(balances.c.account == account)) or 0
    held = held if is_sum(held) else 0
    last = connection.scalar(select(func.max(records.c.seq))) or 0
    conditions = [or_(postings.c.debit == account, postings.c.credit == account)]
    if before is not None:
        last = before[0]
        conditions.append(_earlier(before))
        held -= _moved_since(connection, account, before)
    wanted = (
        select(
            _of_record(records.c.at),
            postings.c.memo,
            postings.c.amount,
            postings.c.debit,
            postings.c.stream,
            _place.label("place"),
            postings.c.line,
        )
        .where(*conditions)
        .order_by(_place.desc(), postings.c.line.desc())
        .limit(limit)
    )
    found: list[Movement] = []
    recent = spans(connection, max(0, last - RECENT), last)
    for at, memo, amount, debit, stream, seq, line in within(connection, wanted, recent):
        moved: Any = -amount if debit == account else amount
        moment = datetime.fromisoformat(at)
        found.append(Movement(moment, memo, moved, held, stream, (seq, line)))
        held -= moved
    return found


def _earlier(place: tuple[int, int]) -> ColumnElement[bool]:
    seq, line = place
    return or_(_place < seq, and_(_place <= seq, postings.c.line < line))


def _moved_since(connection: Connection, account: str, place: tuple[int, int]) -> int:
    """What an account has received less what it has given, from a place on."""
    total = 0
    end = connection.scalar(select(func.max(records.c.seq))) or 0
    since = spans(connection, place[0] - 1, end)
    for side, sign in ((postings.c.credit, 1), (postings.c.debit, -1)):
        wanted = select(*in_halves(postings.c.amount))
        wanted = wanted.where(side == account, not_(_earlier(place)))
        [row] = within(connection, wanted, since)
        total += sign * joined(*row)
    return total


def paid_in(connection: Connection, payers: Sequence[str]) -> list[str]:
    """The streams in which accounts of players paid."""
    wanted = select(postings.c.stream).distinct().where(PLAYERS_PAY, postings.c.debit.in_(payers))
    return sorted(connection.scalars(wanted))


def last_paid(connection: Connection, payers: Sequence[str], stream: str, before: int) -> int:
    """The last version before one at which accounts of players paid in a stream, or 0."""

    def last(payer: str) -> int:
        wanted = (
            select(postings.c.version)
            .where(
                PLAYERS_PAY,
                postings.c.debit == payer,
                postings.c.stream == stream,
                postings.c.version < before,
            )
            .order_by(postings.c.version.desc())
            .limit(1)
        )
        return connection.scalar(wanted) or 0

    return max(map(last, payers))
