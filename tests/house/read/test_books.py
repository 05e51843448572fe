"""The reports of one gaming day: no figure that occurs in two of them differs."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from msgspec import Struct

from croupier.house.app.command_handler import CommandHandler
from croupier.house.model.cage import commands as cc
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.read.board import Board
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports import making
from croupier.house.read.reports.books import Reading, day_books
from croupier.rulebooks.irregularities import Irregularity
from croupier.table import commands as c
from tests.house.funding import CASHIER, by_two
from tests.house.houses import MANAGER, do, keeping, key
from tests.house.read.live import PAIR_OF_QUEENS, ROYAL, live_house, live_round, pay_prizes

SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
SECOND = Signature("max", HouseRole.SHIFT_MANAGER)
STRAIGHT_FLUSH = "9s 8s 7s 6s 5s"


def rows(found: Any, subject: str = "house") -> Iterator[tuple[str, str, Any]]:
    """Every figure of a report: of whom, its name, its value; a name means one thing."""
    if isinstance(found, list | tuple):
        for one in found:
            yield from rows(one, subject)
    elif isinstance(found, dict):
        for name, one in found.items():
            yield from rows(one, f"table {name}")
    elif isinstance(found, Struct):
        for kind in ("table", "jackpot"):
            if named := getattr(found, kind, None):
                subject = f"{kind} {named}"
        for name in found.__struct_fields__:
            value = getattr(found, name)
            if isinstance(value, int | str | None) or type(value).__name__ == "Exact":
                yield subject, name, value
            elif name in ("tables", "meters", "report"):
                yield from rows(value, subject)


async def compared(
    handler: CommandHandler, day: str, *, running: bool
) -> dict[tuple[str, str], Any]:
    """Each figure once; raises where two reports disagree."""
    house = Reading(handler.store, handler)
    reports: list[Any] = [await making.tables(house, day), await making.shift(house, day)]
    if running:
        reports += [await Board().figures(house), await making.jackpots(house)]
    for table in reports[0].tables:
        kept = sum(one.win for one in table.wagers.values())
        assert table.result == kept - table.jackpots  # by the rounds, and by the ledger
    seen: dict[tuple[str, str], Any] = {}
    twice = 0
    for report in reports:
        for subject, name, value in rows(report):
            if name in ("closed", "reopened"):
                continue
            twice += (subject, name) in seen
            known = seen.setdefault((subject, name), value)
            assert known == value, f"{name} of {subject}: {known} and {value}"
    assert twice > (10 if running else 5)
    liability = await making.liability(house)
    if running:
        assert liability.groups["wallets"] == seen["house", "wallets"]
        assert liability.groups["payables"] == seen["jackpot J1", "payable"]
        on_tables = liability.groups["on_tables"] + liability.groups["set_aside"]
        assert on_tables == seen["house", "on_tables"]
        assert liability.owed_by_players == seen["house", "owed"]
    return seen


@asynccontextmanager
async def a_day(url: str) -> AsyncIterator[tuple[CommandHandler, str]]:
    """Pair, royal flush and straight flush, each with an ante of 10.00 and a jackpot wager."""
    async with keeping(url) as handler:
        now = handler.now()
        handler.now = lambda: now
        await live_house(handler)
        await give(handler, cc.Fill(table="T1", amount=10_000_00), CASHIER)
        dealer = Signature("dan", HouseRole.DEALER)
        await give(handler, cc.TableBuyIn(table="T1", player="p1", amount=500_00), dealer)
        for hand in (PAIR_OF_QUEENS, ROYAL, STRAIGHT_FLUSH):
            await live_round(handler, hand)
            await pay_prizes(handler)
        yield handler, handler.calendar.of(now)


async def give(handler: CommandHandler, command: Any, by: Signature) -> None:
    await handler.command(None, command, by, key())


async def test_jackpots_are_charged_to_the_link_in_every_report(sqlite_url: str) -> None:
    """By hand. Bets of 20.00: a pair wins 1 to 1, the royal 250 to 1 (CSP 4.1), the straight
    flush 50 to 1; antes of 10.00 win 1 to 1: 30 + 20 + 5,000 + 1,000 = 6,050.00 paid.

    Jackpot wagers of 5.00: the pair loses; the royal wins the meter, the straight flush 10 % of
    it (CSP 4.2). The link pays both, and the table keeps 15.00 less what it passed on.
    """
    async with a_day(sqlite_url) as (handler, day):
        found = await compared(handler, day, running=True)
        link = (await handler.streams.jackpot("J1")).stored
        assert link.wins > 1_000_000_00
        jackpots = found["table T1", "jackpots"]
        assert jackpots == 3 * (1_15 + 50)
        [table] = (await making.tables(Reading(handler.store, handler), day)).tables
        assert table.wagers["ante"].win + table.wagers["bet"].win == -6_050_00
        assert (table.wagers["jackpot"].paid, table.wagers["jackpot"].win) == (0, 15_00)
        assert table.result == table.win == -6_050_00 + 15_00 - jackpots
        assert (await handler.store.balances("float:T1"))["float:T1"] == (
            10_000_00 - 500_00 + table.result
        )


async def test_no_two_reports_of_a_day_disagree(store_url: str) -> None:
    """A count that is 5.00 short, a box with 3.00 too much, a closing, a reopening and more play:
    the win is the result of the rounds, less 5.00, plus 3.00."""
    async with a_day(store_url) as (handler, day):
        held = (await handler.store.balances("float:T1"))["float:T1"]
        await give(handler, cc.CountFloat(table="T1", amount=held - 5_00), SHIFT)
        await give(handler, cc.CountDrop(table="T1", amount=503_00), CASHIER)
        running = await compared(handler, day, running=True)
        result = running["table T1", "result"]
        assert running["table T1", "win"] == result - 5_00 + 3_00
        await give(handler, cc.CloseDay(day=day), SHIFT)
        closed = await compared(handler, day, running=False)
        assert closed["table T1", "win"] == result - 5_00 + 3_00
        reopen = cc.ReopenDay(day=day, reason="one more round")
        await by_two(handler, reopen, SHIFT, SECOND, key())
        await live_round(handler)
        await compared(handler, day, running=True)  # the pit's board, too, has the whole day
        again = await compared(handler, day, running=False)
        assert again["table T1", "result"] == result - 30_00 + 5_00 - 1_65
        await give(handler, cc.CloseDay(day=day), SHIFT)
        assert await compared(handler, day, running=False) == again | {
            ("house", "closed_by"): "mia",
            ("house", "seq"): (await day_books(Reading(handler.store, handler), day)).until,
        }
        assert (await verify(handler.store)).wrong is None


async def test_what_is_done_after_an_early_closing_is_the_next_days(sqlite_url: str) -> None:
    """A round that ends after the closing is in the reports of the next day, and in no other."""
    async with a_day(sqlite_url) as (handler, day):
        await live_round(handler, settle=False)
        await give(handler, cc.CloseDay(day=day), SHIFT)
        before = await compared(handler, day, running=False)
        await do(handler, "T1", c.Settle())
        assert await compared(handler, day, running=False) == before
        now = handler.now() + timedelta(days=1)
        handler.now = lambda: now
        after = await compared(handler, handler.calendar.of(now), running=True)
        assert after["table T1", "rounds"] == 1
        # The 1.65 for meter and reserve had left the float with the deal, before the closing.
        assert after["table T1", "result"] == -30_00 + 5_00


async def test_a_round_undone_after_the_closing_is_taken_out_the_day_after(
    sqlite_url: str,
) -> None:
    """Settled before the closing, void after it: 1,010.00 paid for the straight flush come back,
    and the 1.65 that went to meter and reserve; the jackpot wager of 5.00 goes back."""
    async with a_day(sqlite_url) as (handler, day):
        await give(handler, cc.CloseDay(day=day), SHIFT)
        await do(handler, "T1", c.Report(irregularity=Irregularity.FOREIGN_CARD), MANAGER)
        now = handler.now() + timedelta(days=1)
        handler.now = lambda: now
        after = await compared(handler, handler.calendar.of(now), running=True)
        assert (after["table T1", "rounds"], after["table T1", "hands"]) == (-1, -1)
        assert after["table T1", "result"] == 1_010_00 + 1_65 - 5_00
