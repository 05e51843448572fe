"""Fills, counts and the closing of the gaming day, with figures worked out by hand."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import UNSET, structs

from croupier.house.app.clock import Calendar
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.closing import reconciled
from croupier.house.model.cage.day import (
    DayReport,
    GamingDay,
    Period,
    Standing,
    TableDay,
    close,
    first_day,
)
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two, fund, know
from tests.house.houses import ante, do, keeping, key, register_table

SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
OTHER = Signature("sam", HouseRole.SHIFT_MANAGER)
DEALER = Signature("dan", HouseRole.DEALER)


def test_the_win_of_a_table_by_hand() -> None:
    """Opened with 1,000.00, filled by 500.00, gave 200.00 back, 300.00 in the box, and 1,450.00
    counted: 1,450 + 200 + 300 - 1,000 - 500 = 450.00 won, 10.00 of it found, not earned."""
    standing = Standing(7, {"float:T1": 144_000, "jackpot:J1": 5, "player:ann": 70, "cash": 30})
    day = TableDay(fills=50_000, credits=20_000, boxed=30_000, counted=145_000, variance=1_000)
    report = close(standing, {"T1": day}, {"T1": 100_000}, {"T1": 115})
    [table] = report.tables
    assert (table.closing, table.win, table.variance) == (145_000, 45_000, 1_000)
    assert (table.drop, table.jackpots) == (30_000, 115)
    assert (report.wallets, report.cash) == (70, 30)
    assert [(one.jackpot, one.ledger) for one in report.meters] == [("J1", 5)]


def test_the_close_names_what_patrons_hold_in_chips() -> None:
    """Ann has 40.00 in chips, ben 25.00 less than he came with; 1.50 waits for them in coin. The
    cage's own chips, and those on tables, are owed to nobody."""
    balances = {"chips": 900, "chips:ann": 4_000, "chips:ben": -2_500, "remainder:ann": 150}
    report = close(Standing(1, {**balances, "float:T1": 700}), {}, {}, {})
    assert (report.chips, report.remainders) == (1_500, 150)


async def test_closings_of_older_programs_prove_without_chips(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They named no chips of patrons; one that names wrong ones is found."""
    day = "2026-03-01"

    async def verified(**written: Any) -> str | None:
        def as_then(*given: Any) -> DayReport:
            return structs.replace(reconciled(*given), **written)

        with monkeypatch.context() as old:
            old.setattr("croupier.house.model.cage.closing.reconciled", as_then)
            await give(handler, cc.CloseDay(day=day), SHIFT)
        return (await verify(handler.store)).wrong

    async with keeping(sqlite_url) as handler:
        clock = Clock()
        handler.now = clock
        await know(handler, "ann")
        await give(handler, cc.BuyChips(player="ann", amount=40_00))
        assert await verified(chips=UNSET, remainders=UNSET) is None
        day, clock.at = "2026-03-02", clock.at + timedelta(days=1)
        assert await verified() is None
        day, clock.at = "2026-03-03", clock.at + timedelta(days=1)
        assert "other figures" in str(await verified(chips=39_00))


def test_practice_tables_are_no_part_of_the_day() -> None:
    balances = {"float:T1": 5, "float:P1": 7, "jackpot:J1": 1, "jackpot:P1": 2, "layout:P1": 3}
    standing = Standing(1, balances, practice=frozenset({"table:P1"}))
    report = close(standing, {}, {}, {})
    assert [one.table for one in report.tables] == ["T1"]
    assert [one.jackpot for one in report.meters] == ["J1", "P1"]
    assert report.on_tables == 0


async def give(handler: CommandHandler, command: hc.AnyCommand, by: Signature = CASHIER) -> None:
    await handler.command(None, command, by, key())


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


async def test_a_day_from_fill_to_closing(store_url: str) -> None:
    """Fill 1,000.00; 300.00 changed at the table; ann folds an ante of 10.00; credit 200.00.

    The float is then 1,000 - 300 + 10 - 200 = 510.00. 509.00 are counted, so 1.00 is missing.
    Win: 509 + 200 + 300 - 0 - 1,000 = 9.00, the ante less what is missing.
    """
    async with keeping(store_url) as handler:
        clock = Clock()
        handler.now = clock
        await register_table(handler, jackpot=None)
        await know(handler, "ann")
        await give(handler, cc.Fill(table="T1", amount=1_000_00))
        await give(handler, cc.TableBuyIn(table="T1", player="ann", amount=300_00), DEALER)
        assert await balance(handler, "player:ann") == 300_00
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.Fold(box=1), Actor("ann", Role.PLAYER))
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        await give(handler, cc.Credit(table="T1", amount=200_00))
        assert await balance(handler, "float:T1") == 510_00
        await give(handler, cc.CountFloat(table="T1", amount=509_00), SHIFT)
        await give(handler, cc.CountDrop(table="T1", amount=300_00))
        assert await balance(handler, "drop:T1") == 0
        with pytest.raises(HouseRefused) as early:
            await give(handler, cc.CloseDay(day="2026-03-02"), SHIFT)
        assert early.value.refusal.code is HouseCode.DAY_OPEN
        await give(handler, cc.CloseDay(day="2026-03-01"), SHIFT)
        cage: Cage = (await handler.streams.department(Department.CAGE)).state
        assert cage.last_report is not None
        [table] = cage.last_report.tables
        assert (table.ledger, table.counted, table.variance) == (510_00, 509_00, -1_00)
        assert (table.opening, table.fills, table.credits, table.drop) == (
            0,
            1_000_00,
            200_00,
            300_00,
        )
        assert (table.closing, table.win) == (509_00, 9_00)
        assert await balance(handler, "float:T1") == 509_00
        await _closed_and_opened_again(handler)
        clock.at += timedelta(days=1)
        await give(handler, cc.Fill(table="T1", amount=1_00))
        await give(handler, cc.CloseDay(day="2026-03-02"), SHIFT)
        cage = (await handler.streams.department(Department.CAGE)).state
        assert cage.last_report is not None
        [table] = cage.last_report.tables
        assert (table.opening, table.closing, table.win) == (510_00, 511_00, 0)
        assert (await verify(handler.store)).wrong is None


async def _closed_and_opened_again(handler: CommandHandler) -> None:
    """A closed day takes nothing; opened by two it takes 1.00 more and is closed again."""
    late = cc.Fill(table="T1", amount=1_00)
    with pytest.raises(HouseRefused) as closed:
        await give(handler, late)
    assert closed.value.refusal.code is HouseCode.DAY_CLOSED
    reopen = cc.ReopenDay(day="2026-03-01", reason="a fill was forgotten")
    with pytest.raises(HouseRefused) as alone:
        await by_two(handler, reopen, SHIFT, SHIFT, key())
    assert alone.value.refusal.code is HouseCode.SAME_PERSON
    await handler.command(None, hc.Approve(proposal="cage/1"), OTHER, key())
    await give(handler, late)
    await give(handler, cc.CloseDay(day="2026-03-01"), SHIFT)


async def test_a_falsified_count_is_found(sqlite_url: str) -> None:
    """The figure of the ledger in a count is held against the ledger of its moment."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await give(handler, cc.Fill(table="T1", amount=1_000_00))
        standing = handler.store.standing

        async def lying(at: int | None = None) -> object:
            found = await standing(at)
            if at is None:
                return type(found)(found.seq, {**found.accounts, "float:T1": 5}, found.heads)
            return found

        handler.store.standing = lying  # type: ignore[method-assign, assignment]
        await give(handler, cc.CountFloat(table="T1", amount=5), SHIFT)
        wrong = (await verify(handler.store)).wrong
        assert wrong is not None
        assert "figures" in wrong


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-03-01T21:59:59+00:00", "2026-03-01"),
        ("2026-03-01T22:00:00+00:00", "2026-03-02"),
        ("2026-03-01T22:00:01+00:00", "2026-03-02"),
    ],
)
def test_the_gaming_day_starts_at_six_in_singapore(at: str, day: str) -> None:
    days = GamingDay("Asia/Singapore", "06:00")
    assert days.of(datetime.fromisoformat(at)) == day
    assert days.begins("2026-03-02") == datetime(2026, 3, 1, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "starts", "day", "begins", "ends", "hours"),
    [
        # Zurich, 25 October: 03:00 CEST is 02:00 CET at 01:00 UTC, so 02:30 comes twice.
        ("Europe/Zurich", "02:30", "2026-10-25", "2026-10-25T00:30", "2026-10-26T01:30", 25),
        ("Europe/Zurich", "06:00", "2026-10-24", "2026-10-24T04:00", "2026-10-25T05:00", 25),
        # 29 March: 02:00 CET is 03:00 CEST at 01:00 UTC, so 02:30 would have been 03:30 CEST.
        ("Europe/Zurich", "02:30", "2026-03-28", "2026-03-28T01:30", "2026-03-29T01:30", 24),
        ("Europe/Zurich", "02:30", "2026-03-29", "2026-03-29T01:30", "2026-03-30T00:30", 23),
        # New York, 1 November: 02:00 EDT is 01:00 EST at 06:00 UTC, so 01:30 comes twice.
        ("America/New_York", "01:30", "2026-11-01", "2026-11-01T05:30", "2026-11-02T06:30", 25),
        # 8 March: 02:00 EST is 03:00 EDT at 07:00 UTC.
        ("America/New_York", "02:30", "2026-03-08", "2026-03-08T07:30", "2026-03-09T06:30", 23),
        # Santiago, 6 September: midnight, UTC-4, is 01:00, UTC-3, at 04:00 UTC.
        ("America/Santiago", "00:30", "2026-09-05", "2026-09-05T04:30", "2026-09-06T04:30", 24),
        ("America/Santiago", "00:30", "2026-09-06", "2026-09-06T04:30", "2026-09-07T03:30", 23),
        # St. John's in 2010: 00:01, UTC-2:30, is 23:01 of the day before, UTC-3:30.
        ("America/St_Johns", "00:00", "2010-11-07", "2010-11-07T02:30", "2010-11-08T03:30", 25),
    ],
)
def test_a_gaming_day_while_clocks_are_set(
    zone: str, starts: str, day: str, begins: str, ends: str, hours: int
) -> None:
    """Every moment from beginning to end belongs to the day, and none before or after."""
    days = GamingDay(zone, starts)
    first, end = (datetime.fromisoformat(f"{moment}+00:00") for moment in (begins, ends))
    assert (days.begins(day), days.ends(day)) == (first, end)
    assert end - first == timedelta(hours=hours)
    inside = [first + timedelta(minutes=minutes) for minutes in range(hours * 60)]
    assert {days.of(at) for at in inside} == {day}
    assert {Calendar(days).of(at) for at in inside[::15]} == {day}
    second = timedelta(seconds=1)
    assert days.of(first - second) < day == days.of(end - second) < days.of(end)


def test_a_date_that_never_was_is_no_gaming_day() -> None:
    """Samoa went from 29 December 2011 to the 31st: 06:00 of both is 16:00 UTC, 24 hours apart."""
    days = GamingDay("Pacific/Apia", "06:00")
    end = datetime(2011, 12, 30, 16, tzinfo=UTC)
    assert days.of(end - timedelta(hours=24)) == "2011-12-29"
    assert days.of(end - timedelta(seconds=1)) == "2011-12-29"
    assert days.of(end) == "2011-12-31"


def test_periods_begin_on_monday_and_on_the_first() -> None:
    """2026-03-01 is a Sunday."""
    day, week, month = Period.DAY, Period.WEEK, Period.MONTH
    assert first_day("2026-03-01", day) == "2026-03-01"
    assert first_day("2026-03-01", week) == "2026-02-23"
    assert first_day("2026-03-02", week) == "2026-03-02"
    assert first_day("2026-03-31", month) == "2026-03-01"


# Loss limits


async def limited(handler: CommandHandler, clock: Clock) -> None:
    handler.now = clock
    await register_table(handler, jackpot=None)
    await fund(handler, ["ann"], 1_000_00)
    limit = cc.SetLossLimit(amount=45_00, period=Period.WEEK)
    await handler.command(None, limit, Signature("ann"), key())


async def lose(handler: CommandHandler, amount: int = 1000) -> None:
    """Ann antes and folds."""
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1, amount, "ann"), Actor("ann", Role.PLAYER))
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal())
    await do(handler, "T1", c.Fold(box=1), Actor("ann", Role.PLAYER))
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())


async def test_a_loss_limit_holds_over_its_period(store_url: str) -> None:
    """45.00 a week: after 10.00 lost, an ante of 11.66 with 23.32 set aside still fits (44.98),
    and one of 11.67 does not (45.01). On Monday it begins anew."""
    async with keeping(store_url) as handler:
        clock = Clock()
        clock.at = datetime(2026, 2, 27, 12, tzinfo=UTC)
        await limited(handler, clock)
        await lose(handler)
        await do(handler, "T1", c.OpenBets())
        with pytest.raises(HouseRefused) as refused:
            await do(handler, "T1", ante(1, 1167, "ann"), Actor("ann", Role.PLAYER))
        assert refused.value.refusal.code is HouseCode.LOSS_LIMIT
        assert refused.value.refusal.message == (
            "Your loss limit is 45.00 a week, of which 35.00 is left; this takes 35.01 with what "
            "is set aside."
        )
        await do(handler, "T1", ante(1, 1166, "ann"), Actor("ann", Role.PLAYER))
        assert await handler.store.lost("ann", "2026-02-23", "2026-02-27") == 44_98
        await do(
            handler, "T1", c.WithdrawWager(box=1, wager=ante(1).wager), Actor("ann", Role.PLAYER)
        )
        clock.at = datetime(2026, 3, 2, 12, tzinfo=UTC)
        await do(handler, "T1", ante(1, 1500, "ann"), Actor("ann", Role.PLAYER))
        assert (await verify(handler.store)).wrong is None


async def test_a_limit_is_lowered_at_once_and_raised_a_day_later(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        clock = Clock()
        await limited(handler, clock)
        ann = Signature("ann")
        lower = cc.SetLossLimit(amount=30_00, period=Period.WEEK)
        await handler.command(None, lower, ann, key())
        assert handler.cage.limit("ann", handler.now()).amount == 30_00  # type: ignore[union-attr]
        for amount in (60_00, None):
            looser = cc.SetLossLimit(amount=amount, period=Period.WEEK)
            await handler.command(None, looser, ann, key())
        clock.at += timedelta(hours=24) - timedelta(seconds=1)
        assert handler.cage.limit("ann", handler.now()).amount == 30_00  # type: ignore[union-attr]
        clock.at += timedelta(seconds=1)
        assert handler.cage.limit("ann", handler.now()) is None
        meddle = cc.SetLossLimit(amount=0, period=Period.DAY, player="ann")
        with pytest.raises(HouseRefused) as other:
            await handler.command(None, meddle, Signature("bob"), key())
        assert other.value.refusal.code is HouseCode.NOT_YOURS
        assert (await verify(handler.store)).wrong is None
