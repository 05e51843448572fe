"""Fills and credits by slip, counts by value, and closings that two people agree to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.recovery import ITSELF
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import CageLimits, ChipSet
from croupier.house.read.proof.verify import verify
from tests.house.funding import CASHIER, balance, by_two
from tests.house.houses import keeping, key, register_table

SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
OTHER = Signature("sam", HouseRole.SHIFT_MANAGER)
SUPERVISOR = Signature("eve", HouseRole.PIT_SUPERVISOR)
DEALER = Signature("dan", HouseRole.DEALER)
FILL, CREDIT = cc.Way.FILL, cc.Way.CREDIT
HUNDREDS = (cc.Pieces(10_000, 4), cc.Pieces(2_500, 4))
"""500.00: four of 100.00 and four of 25.00."""

SEVEN_HUNDREDS = (cc.Pieces(10_000, 7),)


@asynccontextmanager
async def house(url: str) -> AsyncIterator[CommandHandler]:
    """One live table, at noon, in a house where chips go by slip."""
    async with keeping(url) as handler:
        noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
        handler.now = lambda: noon
        await register_table(handler, jackpot=None)
        limits = CageLimits(two_people=True)
        await give(handler, cc.ConfigureCage(limits=limits, days=handler.calendar.days), ITSELF)
        yield handler


async def give(handler: CommandHandler, command: hc.AnyCommand, by: Signature) -> None:
    await handler.command(None, command, by, key())


async def refused(handler: CommandHandler, command: hc.AnyCommand, by: Signature) -> HouseCode:
    with pytest.raises(HouseRefused) as caught:
        await give(handler, command, by)
    assert isinstance(caught.value.refusal.code, HouseCode)
    return caught.value.refusal.code


async def cage_of(handler: CommandHandler) -> Cage:
    state: Cage = (await handler.streams.department(Department.CAGE)).state
    return state


async def held(handler: CommandHandler) -> tuple[int, int, int]:
    """At the table, under way, and out of the cage."""
    names = ("float:T1", "transit:T1", "chips")
    at_table, under_way, out = [await balance(handler, name) for name in names]
    return at_table, under_way, out


async def test_a_fill_from_request_to_receipt(store_url: str) -> None:
    """500.00: four chips of 100.00 and four of 25.00. Until it is received it is nobody's."""
    async with house(store_url) as handler:
        ask = cc.RequestTransfer(table="T1", way=FILL, amount=500_00)
        before = (await held(handler))[2]
        await give(handler, ask, DEALER)
        assert await held(handler) == (0, 0, before)
        short = cc.IssueTransfer(table="T1", slip=1, chips=HUNDREDS[:1])
        assert await refused(handler, short, CASHIER) is HouseCode.BAD_COMMAND
        issue = cc.IssueTransfer(table="T1", slip=1, chips=HUNDREDS)
        assert await refused(handler, issue, SUPERVISOR) is HouseCode.ROLE_TOO_LOW
        receive = cc.ReceiveTransfer(table="T1", slip=1)
        assert await refused(handler, receive, DEALER) is HouseCode.NOT_ASKED
        await give(handler, issue, CASHIER)
        assert await held(handler) == (0, 500_00, before - 500_00)
        assert await refused(handler, issue, CASHIER) is HouseCode.PROPOSED_ALREADY
        await give(handler, receive, DEALER)
        assert await held(handler) == (500_00, 0, before - 500_00)
        cage = await cage_of(handler)
        assert cage.chips_of["T1"] == (cc.Pieces(2_500, 4), cc.Pieces(10_000, 4))
        assert (cage.tables["T1"].fills, cage.slips.open) == (500_00, ())
        assert await refused(handler, receive, DEALER) is HouseCode.NO_SUCH_PROPOSAL
        assert (await verify(handler.store)).wrong is None


async def test_a_credit_leaves_the_table_when_it_is_issued(sqlite_url: str) -> None:
    """300.00 in chips of 100.00 back; taken back on the way, they are the table's again."""
    async with house(sqlite_url) as handler:
        for command, by in (
            (cc.RequestTransfer(table="T1", way=FILL, amount=500_00, chips=HUNDREDS), SUPERVISOR),
            (cc.IssueTransfer(table="T1", slip=1, chips=HUNDREDS), CASHIER),
            (cc.ReceiveTransfer(table="T1", slip=1), SUPERVISOR),
            (cc.RequestTransfer(table="T1", way=CREDIT, amount=300_00), SUPERVISOR),
        ):
            await give(handler, command, by)
        three = (cc.Pieces(10_000, 3),)
        issue = cc.IssueTransfer(table="T1", slip=2, chips=three)
        assert await refused(handler, issue, CASHIER) is HouseCode.ROLE_TOO_LOW
        await give(handler, issue, SUPERVISOR)
        assert (await held(handler))[:2] == (200_00, 300_00)
        cage = await cage_of(handler)
        assert cage.tables["T1"].credits == 300_00
        assert cage.chips_of["T1"] == (cc.Pieces(2_500, 4), cc.Pieces(10_000, 1))
        back = cc.CancelTransfer(table="T1", slip=2, reason="not needed after all")
        assert await refused(handler, back, SUPERVISOR) is HouseCode.SAME_PERSON
        await give(handler, back, CASHIER)
        assert (await held(handler))[:2] == (500_00, 0)
        cage = await cage_of(handler)
        assert cage.tables["T1"].credits == 0
        assert cage.chips_of["T1"] == (cc.Pieces(2_500, 4), cc.Pieces(10_000, 4))
        assert (await verify(handler.store)).wrong is None


async def test_a_large_fill_is_received_by_somebody_who_supervises(sqlite_url: str) -> None:
    """50,000.00 by the dealer, one chip more by a supervisor."""
    async with house(sqlite_url) as handler:
        for slip, amount in ((1, 50_000_00), (2, 50_001_00)):
            chips = (cc.Pieces(100, amount // 100),)
            ask = cc.RequestTransfer(table="T1", way=FILL, amount=amount)
            await give(handler, ask, DEALER)
            await give(handler, cc.IssueTransfer(table="T1", slip=slip, chips=chips), CASHIER)
        await give(handler, cc.ReceiveTransfer(table="T1", slip=1), DEALER)
        second = cc.ReceiveTransfer(table="T1", slip=2)
        assert await refused(handler, second, DEALER) is HouseCode.ROLE_TOO_LOW
        await give(handler, second, SUPERVISOR)
        assert (await held(handler))[0] == 100_001_00


async def test_no_chips_without_a_slip(sqlite_url: str) -> None:
    async with house(sqlite_url) as handler:
        for alone in (cc.Fill(table="T1", amount=1), cc.Credit(table="T1", amount=1)):
            assert await refused(handler, alone, CASHIER) is HouseCode.BAD_COMMAND
        much = cc.RequestTransfer(table="T1", way=FILL, amount=5_000_000_01)
        assert await refused(handler, much, CASHIER) is HouseCode.ABOVE_LIMIT


async def test_chips_of_one_value_are_named_once(sqlite_url: str) -> None:
    """Named twice, half of them would drop out of the table's inventory with the next slip."""
    async with house(sqlite_url) as handler:
        twice = (cc.Pieces(2_500, 2), cc.Pieces(2_500, 2))
        count = cc.CountFloat(table="T1", amount=100_00, chips=twice)
        ask = cc.RequestTransfer(table="T1", way=FILL, amount=100_00, chips=twice)
        for command in (count, ask):
            assert await refused(handler, command, SUPERVISOR) is HouseCode.BAD_COMMAND
        await give(handler, cc.RequestTransfer(table="T1", way=FILL, amount=100_00), SUPERVISOR)
        issue = cc.IssueTransfer(table="T1", slip=1, chips=twice)
        assert await refused(handler, issue, CASHIER) is HouseCode.BAD_COMMAND


async def test_a_count_sheet_is_the_inventory_of_the_table(sqlite_url: str) -> None:
    async with house(sqlite_url) as handler:
        sheet = cc.Sheet.OPENING
        wrong = cc.CountFloat(table="T1", amount=500_01, chips=HUNDREDS, sheet=sheet)
        assert await refused(handler, wrong, SUPERVISOR) is HouseCode.BAD_COMMAND
        right = cc.CountFloat(table="T1", amount=500_00, chips=HUNDREDS, sheet=sheet)
        await give(handler, right, SUPERVISOR)
        assert (await cage_of(handler)).chips_of["T1"] == HUNDREDS
        assert (await verify(handler.store)).wrong is None


async def test_a_day_is_closed_by_two_and_for_a_reason_where_tables_are_uncounted(
    store_url: str,
) -> None:
    """At noon of a running day with chips on T1 that nobody counted, and a slip under way."""
    async with house(store_url) as handler:
        for slip in (1, 2):
            ask = cc.RequestTransfer(table="T1", way=FILL, amount=500_00)
            await give(handler, ask, DEALER)
            issue = cc.IssueTransfer(table="T1", slip=slip, chips=HUNDREDS)
            await give(handler, issue, CASHIER)
        await give(handler, cc.ReceiveTransfer(table="T1", slip=1), DEALER)
        bare = cc.CloseDay(day="2026-03-01")
        with pytest.raises(HouseRefused) as why:
            await give(handler, bare, SHIFT)
        assert why.value.refusal.message == (
            "Give a reason: the day still runs; not counted: T1; under way: slip 2."
        )
        early = cc.CloseDay(day="2026-03-01", reason="a fire alarm")
        await give(handler, early, SHIFT)
        assert (await cage_of(handler)).closed is None
        approve = hc.Approve(proposal="cage/1")
        assert await refused(handler, approve, SHIFT) is HouseCode.SAME_PERSON
        await give(handler, approve, OTHER)
        cage = await cage_of(handler)
        assert cage.closed == "2026-03-01"
        assert cage.last_report is not None
        assert cage.last_report.tables[0].closing == 500_00
        assert (await verify(handler.store)).wrong is None


async def test_a_counted_day_that_is_over_takes_two_people_and_no_reason(sqlite_url: str) -> None:
    async with house(sqlite_url) as handler:
        await give(handler, cc.CountFloat(table="T1", amount=0), SUPERVISOR)
        later = handler.now() + timedelta(days=1)
        handler.now = lambda: later
        await by_two(handler, cc.CloseDay(day="2026-03-01"), SHIFT, CASHIER, key())
        assert (await cage_of(handler)).closed == "2026-03-01"
        assert (await verify(handler.store)).wrong is None


async def test_a_slip_names_chips_that_the_house_has(store_url: str) -> None:
    """There is no chip of 7.00; chips of an earlier set leave the table, and none come to it."""
    async with house(store_url) as handler:
        odd = (cc.Pieces(700, 100),)
        ask = cc.RequestTransfer(table="T1", way=FILL, amount=700_00)
        for command in (
            cc.RequestTransfer(table="T1", way=FILL, amount=700_00, chips=odd),
            cc.CountFloat(table="T1", amount=700_00, chips=odd),
        ):
            by = DEALER if isinstance(command, cc.RequestTransfer) else SUPERVISOR
            with pytest.raises(HouseRefused, match=r"no chip of 7\.00: its chips are"):
                await give(handler, command, by)
        await give(handler, ask, DEALER)
        issue = cc.IssueTransfer(table="T1", slip=1, chips=odd)
        assert await refused(handler, issue, CASHIER) is HouseCode.BAD_COMMAND
        await give(handler, cc.IssueTransfer(table="T1", slip=1, chips=SEVEN_HUNDREDS), CASHIER)
        await give(handler, cc.ReceiveTransfer(table="T1", slip=1), DEALER)
        days, limits = handler.calendar.days, CageLimits(two_people=True)
        fewer = ChipSet((100, 2_500))
        await give(handler, cc.ConfigureCage(limits=limits, days=days, chips=fewer), ITSELF)
        back = cc.RequestTransfer(table="T1", way=CREDIT, amount=700_00, chips=SEVEN_HUNDREDS)
        await give(handler, back, DEALER)
        again = cc.RequestTransfer(table="T1", way=FILL, amount=700_00, chips=SEVEN_HUNDREDS)
        assert await refused(handler, again, DEALER) is HouseCode.BAD_COMMAND
        assert (await verify(handler.store)).wrong is None
