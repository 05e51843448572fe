"""Fills, counts and the closing of the gaming day, with figures worked out by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from croupier.house import commands as hc
from croupier.house.cage import commands as cc
from croupier.house.cage.closing import Standing, TableDay, close
from croupier.house.cage.day import GamingDay, first_day
from croupier.house.cage.state import Cage
from croupier.house.keeping.keeper import Keeper
from croupier.house.people.roles import HouseRole, Signature
from croupier.house.proof.verify import verify
from croupier.house.refusals import HouseCode, HouseRefused
from croupier.house.streams.offices import Office
from croupier.rulebooks.roles import Actor
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two, fund
from tests.house.service.houses import ante, do, keeping, key, register_table

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


def test_practice_tables_are_no_part_of_the_day() -> None:
    balances = {"float:T1": 5, "float:P1": 7, "jackpot:J1": 1, "jackpot:P1": 2, "layout:P1": 3}
    standing = Standing(1, balances, practice=frozenset({"table:P1"}))
    report = close(standing, {}, {}, {})
    assert [one.table for one in report.tables] == ["T1"]
    assert [one.jackpot for one in report.meters] == ["J1", "P1"]
    assert report.on_tables == 0


async def give(keeper: Keeper, command: hc.AnyCommand, by: Signature = CASHIER) -> None:
    await keeper.command(None, command, by, key())


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
    async with keeping(store_url) as keeper:
        clock = Clock()
        keeper.now = clock
        await register_table(keeper, jackpot=None)
        await give(keeper, cc.Fill(table="T1", amount=1_000_00))
        await give(keeper, cc.TableBuyIn(table="T1", player="ann", amount=300_00), DEALER)
        assert await balance(keeper, "player:ann") == 300_00
        await do(keeper, "T1", c.OpenBets())
        await do(keeper, "T1", ante(1, 1000, "ann"), Actor("ann"))
        await do(keeper, "T1", c.CloseBets())
        await do(keeper, "T1", c.Deal())
        await do(keeper, "T1", c.Fold(box=1), Actor("ann"))
        await do(keeper, "T1", c.RevealDealer())
        await do(keeper, "T1", c.Settle())
        await give(keeper, cc.Credit(table="T1", amount=200_00))
        assert await balance(keeper, "float:T1") == 510_00
        await give(keeper, cc.CountFloat(table="T1", amount=509_00), SHIFT)
        await give(keeper, cc.CountDrop(table="T1", amount=300_00))
        assert await balance(keeper, "drop:T1") == 0
        with pytest.raises(HouseRefused) as early:
            await give(keeper, cc.CloseDay(day="2026-03-02"), SHIFT)
        assert early.value.refusal.code is HouseCode.DAY_OPEN
        await give(keeper, cc.CloseDay(day="2026-03-01"), SHIFT)
        cage: Cage = (await keeper.holding.office(Office.CAGE)).state
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
        assert await balance(keeper, "float:T1") == 509_00
        await _closed_and_opened_again(keeper)
        clock.at += timedelta(days=1)
        await give(keeper, cc.Fill(table="T1", amount=1_00))
        await give(keeper, cc.CloseDay(day="2026-03-02"), SHIFT)
        cage = (await keeper.holding.office(Office.CAGE)).state
        assert cage.last_report is not None
        [table] = cage.last_report.tables
        assert (table.opening, table.closing, table.win) == (510_00, 511_00, 0)
        assert (await verify(keeper.store)).wrong is None


async def _closed_and_opened_again(keeper: Keeper) -> None:
    """A closed day takes nothing; opened by two it takes 1.00 more and is closed again."""
    late = cc.Fill(table="T1", amount=1_00)
    with pytest.raises(HouseRefused) as closed:
        await give(keeper, late)
    assert closed.value.refusal.code is HouseCode.DAY_CLOSED
    reopen = cc.ReopenDay(day="2026-03-01", reason="a fill was forgotten")
    with pytest.raises(HouseRefused) as alone:
        await by_two(keeper, reopen, SHIFT, SHIFT, key())
    assert alone.value.refusal.code is HouseCode.SAME_PERSON
    await keeper.command(None, hc.Approve(proposal="cage/1"), OTHER, key())
    await give(keeper, late)
    await give(keeper, cc.CloseDay(day="2026-03-01"), SHIFT)


async def test_a_falsified_count_is_found(sqlite_url: str) -> None:
    """The figure of the ledger in a count is held against the ledger of its moment."""
    async with keeping(sqlite_url) as keeper:
        await register_table(keeper, jackpot=None)
        await give(keeper, cc.Fill(table="T1", amount=1_000_00))
        standing = keeper.store.standing

        async def lying(at: int | None = None) -> object:
            found = await standing(at)
            if at is None:
                return type(found)(found.seq, {**found.accounts, "float:T1": 5}, found.heads)
            return found

        keeper.store.standing = lying  # type: ignore[method-assign, assignment]
        await give(keeper, cc.CountFloat(table="T1", amount=5), SHIFT)
        wrong = (await verify(keeper.store)).wrong
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


def test_periods_begin_on_monday_and_on_the_first() -> None:
    """2026-03-01 is a Sunday."""
    day, week, month = cc.Period.DAY, cc.Period.WEEK, cc.Period.MONTH
    assert first_day("2026-03-01", day) == "2026-03-01"
    assert first_day("2026-03-01", week) == "2026-02-23"
    assert first_day("2026-03-02", week) == "2026-03-02"
    assert first_day("2026-03-31", month) == "2026-03-01"


# Loss limits


async def limited(keeper: Keeper, clock: Clock) -> None:
    keeper.now = clock
    await register_table(keeper, jackpot=None)
    await fund(keeper, ["ann"], 1_000_00)
    limit = cc.SetLossLimit(amount=45_00, period=cc.Period.WEEK)
    await keeper.command(None, limit, Signature("ann"), key())


async def lose(keeper: Keeper, amount: int = 1000) -> None:
    """Ann antes and folds."""
    await do(keeper, "T1", c.OpenBets())
    await do(keeper, "T1", ante(1, amount, "ann"), Actor("ann"))
    await do(keeper, "T1", c.CloseBets())
    await do(keeper, "T1", c.Deal())
    await do(keeper, "T1", c.Fold(box=1), Actor("ann"))
    await do(keeper, "T1", c.RevealDealer())
    await do(keeper, "T1", c.Settle())


async def test_a_loss_limit_holds_over_its_period(store_url: str) -> None:
    """45.00 a week: after 10.00 lost, an ante of 11.66 with 23.32 set aside still fits (44.98),
    and one of 11.67 does not (45.01). On Monday it begins anew."""
    async with keeping(store_url) as keeper:
        clock = Clock()
        clock.at = datetime(2026, 2, 27, 12, tzinfo=UTC)
        await limited(keeper, clock)
        await lose(keeper)
        await do(keeper, "T1", c.OpenBets())
        with pytest.raises(HouseRefused) as refused:
            await do(keeper, "T1", ante(1, 1167, "ann"), Actor("ann"))
        assert refused.value.refusal.code is HouseCode.LOSS_LIMIT
        assert refused.value.refusal.message == (
            "Your loss limit is 45.00 a week, of which 35.00 is left; this takes 35.01 with what "
            "is set aside."
        )
        await do(keeper, "T1", ante(1, 1166, "ann"), Actor("ann"))
        assert await keeper.store.lost("ann", "2026-02-23", "2026-02-27") == 44_98
        await do(keeper, "T1", c.WithdrawWager(box=1, wager=ante(1).wager), Actor("ann"))
        clock.at = datetime(2026, 3, 2, 12, tzinfo=UTC)
        await do(keeper, "T1", ante(1, 1500, "ann"), Actor("ann"))
        assert (await verify(keeper.store)).wrong is None


async def test_a_limit_is_lowered_at_once_and_raised_a_day_later(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as keeper:
        clock = Clock()
        await limited(keeper, clock)
        ann = Signature("ann")
        lower = cc.SetLossLimit(amount=30_00, period=cc.Period.WEEK)
        await keeper.command(None, lower, ann, key())
        assert keeper.desk.limit("ann").amount == 30_00  # type: ignore[union-attr]
        for amount in (60_00, None):
            looser = cc.SetLossLimit(amount=amount, period=cc.Period.WEEK)
            await keeper.command(None, looser, ann, key())
        clock.at += timedelta(hours=24) - timedelta(seconds=1)
        assert keeper.desk.limit("ann").amount == 30_00  # type: ignore[union-attr]
        clock.at += timedelta(seconds=1)
        assert keeper.desk.limit("ann") is None
        meddle = cc.SetLossLimit(amount=0, period=cc.Period.DAY, player="ann")
        with pytest.raises(HouseRefused) as other:
            await keeper.command(None, meddle, Signature("bob"), key())
        assert other.value.refusal.code is HouseCode.NOT_YOURS
        assert (await verify(keeper.store)).wrong is None
