"""Shifts, the bankroll, buy-ins put right and the rotation, with figures worked out by hand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from msgspec import structs

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.recovery import ITSELF
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.rotation import Relief, Rotation, relief
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.events import PersonExcluded, PersonRegistered
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import CageLimits, Cards, ChipSet, Dealing
from croupier.house.read.cash import cash_report
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports.books import Reading, day_books
from croupier.house.read.reports.shifts import shifts_report
from croupier.house.read.reports.tables import Span
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, bankroll, by_two, know
from tests.house.houses import MANAGER, do, keeping, key

MIA, SAM = (Signature(one, HouseRole.SHIFT_MANAGER) for one in ("mia", "sam"))
CARL = Signature("carl", HouseRole.CAGE)
SUE = Signature("sue", HouseRole.PIT_SUPERVISOR)
DAN = Signature("dan", HouseRole.DEALER)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NEVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
DAY = "2026-03-01"
KINGS, NOTHING, QUALIFIED = "Kd Ks Kh 2c 3d", "4c 7d 9h Jd 3h", "As Kc 9s 5h 2h"


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@asynccontextmanager
async def house(url: str) -> AsyncIterator[CommandHandler]:
    """T1 with physical chips, at noon; days are closed by two people."""
    async with keeping(url) as handler:
        handler.now = Clock()
        entry = TableEntry("casino-stud", boxes=6, entry=EntryMode.RECORDING)
        live = Dealing(cards=Cards.LIVE)
        await do(handler, None, hc.RegisterTable(name="T1", entry=entry, dealing=live))
        configured = cc.ConfigureCage(
            limits=CageLimits(two_people=True), days=handler.calendar.days, chips=ChipSet()
        )
        await give(handler, configured, ITSELF)
        await know(handler, "ann")
        yield handler


async def give(handler: CommandHandler, command: hc.AnyCommand, by: Signature) -> None:
    await handler.command(None, command, by, key())


async def agree(
    handler: CommandHandler, command: hc.TwoPersonCommand, first: Signature, second: Signature
) -> None:
    await by_two(handler, command, first, second, key())


async def refused(handler: CommandHandler, command: hc.AnyCommand, by: Signature) -> HouseCode:
    with pytest.raises(HouseRefused) as caught:
        await give(handler, command, by)
    assert isinstance(caught.value.refusal.code, HouseCode)
    return caught.value.refusal.code


async def cage_of(handler: CommandHandler) -> Cage:
    state: Cage = (await handler.streams.department(Department.CAGE)).state
    return state


async def play(handler: CommandHandler, ante: int, hand: str) -> None:
    """Ann stays in against ace-king: kings win 1 to 1 and 3 to 1 on twice the ante, seven antes
    in all; nothing loses three."""
    for command in (
        c.OpenBets(),
        c.PlaceWager(box=1, wager="ante", player="ann", amount=ante),
        c.CloseBets(),
        c.Deal(hands={"1": hand, "dealer": QUALIFIED}),
        c.PlaceWager(box=1, wager="bet"),
        c.RevealDealer(),
        c.Settle(),
    ):
        await do(handler, "T1", command)
    state = (await handler.streams.table("T1")).state
    box = "1/1/ann"
    acts = (
        (f"{box}/ante/give_back", f"{box}/ante/pay", f"{box}/bet/give_back", f"{box}/bet/pay")
        if hand == KINGS
        else (f"{box}/ante/take", f"{box}/bet/take")
    )
    assert state.payment.settlement == 1
    await do(handler, "T1", hc.ConfirmActs(acts=acts))


async def fill(handler: CommandHandler, slip: int, amount: int) -> None:
    chips = (cc.Pieces(100, amount // 100),)
    await give(handler, cc.RequestTransfer(table="T1", way=cc.Way.FILL, amount=amount), DAN)
    await give(handler, cc.IssueTransfer(table="T1", slip=slip, chips=chips), CASHIER)
    await give(handler, cc.ReceiveTransfer(table="T1", slip=slip), DAN)


async def test_the_shifts_of_a_day_come_to_its_closing(store_url: str) -> None:
    """Day shift: a fill of 1,000, a buy-in of 200, ann loses 30 and the count finds 5 too few.
    Night: a fill of 500, she wins 140 and loses 60; the count finds 2 more than that."""
    async with house(store_url) as handler:
        assert await refused(handler, cc.CloseShift(), MIA) is HouseCode.NO_ROUND
        await give(handler, cc.OpenShift(name="day"), MIA)
        assert await refused(handler, cc.OpenShift(name="day"), SAM) is HouseCode.PROPOSED_ALREADY
        await fill(handler, 1, 1_000_00)
        await give(handler, cc.TableBuyIn(table="T1", player="ann", amount=200_00), DAN)
        await play(handler, 10_00, NOTHING)
        # 1,000 - 200 + 30 = 830 by the ledger.
        await give(handler, cc.CountFloat(table="T1", amount=825_00, sheet=cc.Sheet.CHECK), SUE)
        over = cc.HandOverShift(to="sam", name="night", remarks="T1 is 5 short")
        assert await refused(handler, over, SAM) is HouseCode.NOT_YOURS
        to_herself = structs.replace(over, to="mia")
        assert await refused(handler, to_herself, MIA) is HouseCode.SAME_PERSON
        await give(handler, over, MIA)
        [proposal] = (await cage_of(handler)).proposals.open
        other = Signature("max", HouseRole.SHIFT_MANAGER)
        approve = hc.Approve(proposal=proposal.id)
        assert await refused(handler, approve, other) is HouseCode.NOT_YOURS
        await give(handler, approve, SAM)
        await fill(handler, 2, 500_00)
        await play(handler, 20_00, KINGS)
        await play(handler, 20_00, NOTHING)
        # 830 + 500 - 140 + 60 = 1,250 by the ledger.
        await give(handler, cc.CountFloat(table="T1", amount=1_247_00, sheet=cc.Sheet.CLOSING), SUE)
        await give(handler, cc.CountDrop(table="T1", amount=200_00), CASHIER)
        closing = cc.CloseDay(day=DAY, reason="stock-taking")
        assert (await refused(handler, cc.CloseDay(day=DAY), MIA)) is HouseCode.NOT_COUNTED
        assert await refused(handler, cc.CloseShift(), MIA) is HouseCode.REASON_NEEDED
        await give(handler, cc.CloseShift(remarks="quiet"), SAM)
        await agree(handler, closing, MIA, SAM)

        house_ = Reading(handler.store, handler)
        report = await shifts_report(house_, DAY)
        day, night = report.shifts
        assert (day.shift.manager, day.shift.closed_by, day.shift.remarks) == (
            "mia",
            "mia",
            "T1 is 5 short",
        )
        assert day.shift.closed == night.shift.opened
        [one], [two] = day.tables, night.tables
        assert (one.opening, one.fills, one.drop, one.closing, one.win) == (
            0,
            1_000_00,
            200_00,
            825_00,
            25_00,
        )
        assert (two.opening, two.fills, two.drop, two.closing, two.win) == (
            825_00,
            500_00,
            0,
            1_247_00,
            -78_00,
        )
        assert (one.rounds, two.rounds, one.handle, two.handle) == (1, 2, 30_00, 120_00)
        assert (day.cash_in, night.cash_in) == (200_00, 0)
        books = (await day_books(house_, DAY)).table("T1")
        assert books is not None
        assert books.win == day.win + night.win == -53_00
        assert books.drop == day.drop + night.drop
        assert books.fills == one.fills + two.fills
        assert (await verify(handler.store)).wrong is None


async def test_no_round_begins_on_a_day_that_is_closed(store_url: str) -> None:
    """A round under way goes on; the next one waits for another day, or for two people."""
    async with house(store_url) as handler:
        await do(handler, "T1", c.OpenBets())
        await agree(handler, cc.CloseDay(day=DAY, reason="early night"), MIA, SAM)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Report(irregularity=Irregularity.FOREIGN_CARD), MANAGER)
        with pytest.raises(HouseRefused) as closed:
            await do(handler, "T1", c.OpenBets())
        assert closed.value.refusal.code is HouseCode.DAY_CLOSED
        await agree(handler, cc.ReopenDay(day=DAY, reason="a mistake"), MIA, SAM)
        await do(handler, "T1", c.OpenBets())
        assert (await verify(handler.store)).wrong is None


async def test_the_bankroll_is_moved_by_two(store_url: str) -> None:
    """50,000 in the morning; 300 taken in, 90 paid, 1,000 to the bank: 49,210 at the end."""
    async with house(store_url) as handler:
        brought = cc.MoveBankroll(way=cc.Direction.IN, amount=50_000_00, reason="opening bankroll")
        await give(handler, brought, CASHIER)
        assert await balance(handler, "cash") == 0
        [proposal] = (await cage_of(handler)).proposals.open
        assert (
            await refused(handler, hc.Approve(proposal=proposal.id), CASHIER)
            is HouseCode.SAME_PERSON
        )
        await give(handler, hc.Approve(proposal=proposal.id), MIA)
        assert await balance(handler, "cash") == 50_000_00
        assert await balance(handler, "house") == -50_000_00
        await give(handler, cc.OpenDrawer(amount=500_00), CASHIER)
        await give(handler, cc.BuyIn(player="ann", amount=300_00), CASHIER)
        await give(handler, cc.CashOut(player="ann", amount=90_00), CASHIER)
        taken = cc.MoveBankroll(way=cc.Direction.OUT, amount=1_000_00, reason="to the bank")
        await agree(handler, taken, MIA, CASHIER)
        span = Span(handler.calendar.days.begins(DAY), handler.calendar.days.ends(DAY))
        books = (await cash_report(handler.store, DAY, span, 10_000_00)).books
        assert books is not None
        assert structs.astuple(books) == (0, 49_000_00, 300_00, 90_00, 0, 0, 49_210_00)
        later = Span(span.until or NOON, NOON + timedelta(days=2))
        next_day = (await cash_report(handler.store, "2026-03-02", later, 10_000_00)).books
        assert next_day is not None
        assert (next_day.opening, next_day.closing) == (49_210_00, 49_210_00)
        assert (await verify(handler.store)).wrong is None


async def buy(handler: CommandHandler, command: hc.AnyCommand, by: Signature) -> int:
    """The receipt of a buy-in: the last record of the cage."""
    await give(handler, command, by)
    return (await handler.streams.department(Department.CAGE)).head.version


async def test_a_buy_in_at_a_table_is_put_right(store_url: str) -> None:
    """500 was entered and 50 was meant: box and float, and what ann has, follow."""
    async with house(store_url) as handler:
        await fill(handler, 1, 1_000_00)
        number = await buy(handler, cc.TableBuyIn(table="T1", player="ann", amount=500_00), DAN)
        right = cc.CorrectBuyIn(receipt=number, amount=50_00, reason="a nought too many")
        wrong = structs.replace(right, receipt=number - 1)
        assert await refused(handler, wrong, SUE) is HouseCode.BAD_COMMAND
        same = structs.replace(right, amount=500_00)
        assert await refused(handler, same, SUE) is HouseCode.BAD_COMMAND
        await agree(handler, right, SUE, CASHIER)
        accounts = ("drop:T1", "float:T1", "chips:ann", "patrons")
        held = [await balance(handler, name) for name in accounts]
        assert held == [50_00, 950_00, 50_00, -50_00]
        cage = await cage_of(handler)
        assert (cage.boxes["T1"], cage.tables["T1"].boxed) == (50_00, 50_00)
        again = structs.replace(right, amount=60_00)  # from what it stands at now
        await agree(handler, again, SUE, CASHIER)
        assert await balance(handler, "drop:T1") == 60_00
        span = Span(handler.calendar.days.begins(DAY), handler.calendar.days.ends(DAY))
        cash = await cash_report(handler.store, DAY, span, 10_000_00)
        assert [one.amount for one in cash.movements] == [500_00, -450_00, 10_00]
        assert cash.books is not None
        assert (cash.taken_in, cash.books.taken_in) == (60_00, 0)
        await give(handler, cc.CountDrop(table="T1", amount=60_00), CASHIER)
        late = structs.replace(right, amount=70_00)
        assert await refused(handler, late, SUE) is HouseCode.COUNTED_SINCE
        handler.now = lambda: NOON + timedelta(days=1)
        number = await buy(handler, cc.TableBuyIn(table="T1", player="ann", amount=20_00), DAN)
        handler.now = lambda: NOON + timedelta(days=2)
        yesterday = structs.replace(right, receipt=number)
        assert await refused(handler, yesterday, SUE) is HouseCode.DAY_CLOSED
        assert (await verify(handler.store)).wrong is None


async def test_a_buy_in_at_the_cage_is_put_right_while_the_money_is_there(store_url: str) -> None:
    async with house(store_url) as handler:
        await bankroll(handler, 100_00)
        await give(handler, cc.OpenDrawer(amount=100_00), CASHIER)
        number = await buy(handler, cc.BuyIn(player="ann", amount=500_00), CASHIER)
        chips = await buy(handler, cc.BuyChips(player="ann", amount=40_00), CASHIER)
        right = cc.CorrectBuyIn(receipt=number, amount=50_00, reason="a nought too many")
        await give(handler, cc.CashOut(player="ann", amount=480_00), CASHIER)
        await give(handler, right, CASHIER)
        [proposal] = (await cage_of(handler)).proposals.open
        approve = hc.Approve(proposal=proposal.id)
        assert await refused(handler, approve, MIA) is HouseCode.INSUFFICIENT_FUNDS
        await give(handler, cc.BuyIn(player="ann", amount=480_00), CARL)
        await give(handler, approve, MIA)
        await agree(handler, cc.CorrectBuyIn(receipt=chips, amount=0, reason="not hers"), CARL, MIA)
        # 100 + 50 + 0 - 480 in the drawer; Carl's 480 are in the safe, and none of the bankroll.
        accounts = ("player:ann", "drawer:cora", "cash", "chips:ann")
        held = [await balance(handler, name) for name in accounts]
        assert held == [50_00, -330_00, 480_00, 0]
        assert (await cage_of(handler)).drawers["cora"].held == -330_00
        assert (await verify(handler.store)).wrong is None


async def test_whoever_is_excluded_gets_no_more_by_a_correction(store_url: str) -> None:
    """50 were entered: 90 would be 40 more from somebody who may not buy in; 20 are less."""
    async with house(store_url) as handler:
        number = await buy(handler, cc.BuyIn(player="ann", amount=50_00), CASHIER)

        def exclude(people: People, at: datetime) -> tuple[PersonExcluded, ...]:
            return (PersonExcluded("ann", None, "asked for it"),)

        await handler.record(Department.PEOPLE, exclude, MIA, key())
        more = cc.CorrectBuyIn(receipt=number, amount=90_00, reason="misread")
        await give(handler, more, CASHIER)
        [proposal] = (await cage_of(handler)).proposals.open
        code = await refused(handler, hc.Approve(proposal=proposal.id), MIA)
        assert code is HouseCode.EXCLUDED
        assert await balance(handler, "player:ann") == 50_00
        await agree(handler, structs.replace(more, amount=20_00), CARL, MIA)
        assert await balance(handler, "player:ann") == 20_00


async def test_the_pit_learns_nothing_about_receipts_of_the_cage(store_url: str) -> None:
    """A right guess and a wrong one are answered alike, and nobody of the pit is a second."""
    async with house(store_url) as handler:
        number = await buy(handler, cc.BuyIn(player="ann", amount=50_00), CASHIER)
        said = set()
        for amount in (50_00, 60_00):
            guess = cc.CorrectBuyIn(receipt=number, amount=amount, reason="a guess")
            with pytest.raises(HouseRefused, match="is of no buy-in at a table") as no:
                await give(handler, guess, SUE)
            said.add(str(no.value))
        assert len(said) == 1
        await give(handler, guess, CASHIER)
        [proposal] = (await cage_of(handler)).proposals.open
        approve = hc.Approve(proposal=proposal.id)
        assert await refused(handler, approve, SUE) is HouseCode.BAD_COMMAND
        await give(handler, approve, CARL)
        assert await balance(handler, "player:ann") == 60_00


async def test_no_more_is_taken_out_of_the_safe_than_it_holds(store_url: str) -> None:
    async with house(store_url) as handler:
        brought = cc.MoveBankroll(way=cc.Direction.IN, amount=500_00, reason="opening bankroll")
        await agree(handler, brought, MIA, CASHIER)
        taken = cc.MoveBankroll(way=cc.Direction.OUT, amount=500_01, reason="to the bank")
        missing = (
            r"The safe holds \$500.00, and \$500.01 is to be taken out of it: \$0.01 is missing"
        )
        with pytest.raises(HouseRefused, match=missing):
            await agree(handler, taken, MIA, CASHIER)
        await agree(handler, structs.replace(taken, amount=500_00), MIA, CASHIER)
        assert await balance(handler, "cash") == 0
        assert (await verify(handler.store)).wrong is None


def test_dealers_move_on_and_rest_after_the_last_table() -> None:
    """Five dealers for three tables, 20 minutes each: two rest, everybody for 40 minutes."""
    plan = Rotation(("a", "b", "c", "d", "e"), ("T1", "T2", "T3"), 20, NOON, "sue")
    assert [plan.place(one, 0) for one in plan.dealers] == ["T1", "T2", "T3", None, None]
    assert [plan.place(one, 1) for one in plan.dealers] == ["T2", "T3", None, None, "T1"]
    assert plan.number(NOON - timedelta(hours=1)) == 0
    assert plan.number(NOON + timedelta(minutes=19, seconds=59)) == 0
    assert plan.number(NOON + timedelta(minutes=20)) == 1
    assert plan.begins(plan.rests_until("d", 0)) == NOON + timedelta(minutes=40)
    for number in range(10):
        at_tables = [plan.place(one, number) for one in plan.dealers]
        assert sorted(one for one in at_tables if one) == ["T1", "T2", "T3"]


def test_a_dealer_is_told_who_comes_and_where_to_go() -> None:
    """At noon a, b and c deal T1, T2 and T3; at 12:20 e comes to T1, and c rests."""
    plan = Rotation(("a", "b", "c", "d", "e"), ("T1", "T2", "T3"), 20, NOON, "sue")
    moves = NOON + timedelta(minutes=20)
    for table, dealer, told in (
        ("T1", "a", Relief(moves, "e", "T2")),
        ("T3", "c", Relief(moves, "b", None)),
        ("T9", "a", Relief(moves, None, "T2")),  # deals where the plan has nobody
        ("T2", "a", None),  # is there already
        ("T1", "max", None),
        ("T1", None, None),
    ):
        assert relief(plan, table, dealer, NOON + timedelta(minutes=19)) == told
    assert relief(plan, "T1", "a", NOON - timedelta(minutes=1)) is None
    assert relief(None, "T1", "a", NOON) is None


async def test_a_rotation_is_planned_and_withdrawn(store_url: str) -> None:
    async with house(store_url) as handler:
        for name in ("dan", "eve"):
            registered = PersonRegistered(name, name, (HouseRole.DEALER,))

            def know_dealer(
                people: People, at: datetime, one: PersonRegistered = registered
            ) -> tuple[PersonRegistered, ...]:
                return (one,)

            await handler.record(Department.PEOPLE, know_dealer, None, key())
        plan = cc.PlanRotation(dealers=("dan", "eve"), tables=("T1",), minutes=30)
        for wrong, code in (
            (structs.replace(plan, dealers=()), HouseCode.BAD_COMMAND),
            (structs.replace(plan, dealers=("dan", "dan")), HouseCode.BAD_COMMAND),
            (structs.replace(plan, tables=()), HouseCode.BAD_COMMAND),
            (structs.replace(plan, tables=("T9",)), HouseCode.NO_SUCH_TABLE),
            (structs.replace(plan, dealers=("dan", "ann")), HouseCode.NO_SUCH_PERSON),
            (structs.replace(plan, since=NEVER), HouseCode.BAD_COMMAND),
            (structs.replace(plan, since=NOON - timedelta(days=2)), HouseCode.BAD_COMMAND),
        ):
            assert await refused(handler, wrong, SUE) is code
        assert await refused(handler, plan, DAN) is HouseCode.ROLE_TOO_LOW
        await give(handler, plan, SUE)
        made = (await cage_of(handler)).rotation
        assert made is not None
        assert (made.dealers, made.minutes, made.by) == (("dan", "eve"), 30, "sue")
        await give(handler, cc.PlanRotation(), SUE)
        assert (await cage_of(handler)).rotation is None
        assert (await verify(handler.store)).wrong is None
