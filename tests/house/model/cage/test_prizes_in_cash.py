"""A jackpot prize in cash: released by two, paid by a cashier out of a drawer, owed in between."""

from datetime import timedelta

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage import events as ce
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.read.cash import cash_report
from croupier.house.read.hand_pay import Slip, slips_of
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports.making import liability_of
from croupier.house.read.reports.tables import Span
from croupier.rulebooks.settings import EntryMode
from tests.house.funding import CASHIER, balance, bankroll, by_two
from tests.house.houses import keeping, key
from tests.house.model.cage.test_money_service import command
from tests.house.model.cage.test_payments import (
    METER_WON,
    PIT,
    ROYAL,
    clean,
    play,
    register,
    void,
)
from tests.house.read.test_books import compared
from tests.house.serving import caller, serving

IN_CASH = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1, cash=True)
IN_CHIPS = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1)
PAY = cc.PayPrize(slip="jackpot:J1/1")
LARGE = 10_000_00


async def give(handler: CommandHandler, given: hc.AnyCommand, by: Signature = CASHIER) -> int:
    return (await handler.command(None, given, by, key())).version


async def refused(
    handler: CommandHandler, given: hc.AnyCommand, by: Signature = CASHIER
) -> tuple[object, str]:
    with pytest.raises(HouseRefused) as found:
        await give(handler, given, by)
    return found.value.refusal.code, str(found.value)


async def slip(handler: CommandHandler) -> Slip:
    head = (await handler.streams.jackpot("J1")).stored_head.version
    [found] = await slips_of(handler.store, "J1", head, "T1", 1)
    return found


async def released(handler: CommandHandler) -> None:
    await register(handler, "T1", entry=EntryMode.RECORDING)
    await play(handler, ROYAL)
    await by_two(handler, IN_CASH, PIT, CASHIER, key())


async def owed_everywhere(handler: CommandHandler, amount: int) -> None:
    """In the books, the liability and the report of jackpots; and no two reports of the day
    disagree about any figure."""
    day = handler.calendar.of(handler.now())
    seen = await compared(handler, day, running=True)
    assert seen["jackpot J1", "payable"] == await balance(handler, "payable:J1") == amount
    assert liability_of(await handler.store.balances()).groups["payables"] == amount
    days = handler.calendar.days
    span = Span(days.begins(day), days.ends(day))
    books = (await cash_report(handler.store, day, span, LARGE)).books
    assert books is not None
    assert books.closing == seen["house", "cash"]
    moved = books.opening + books.bankroll + books.taken_in - books.paid_out
    assert moved + books.drops + books.differences == books.closing


async def test_a_prize_is_owed_until_a_cashier_has_paid_it(store_url: str) -> None:
    """No cash leaves the books when two people release it; 100,001.00 do when it is paid."""
    async with keeping(store_url) as handler:
        await released(handler)
        await owed_everywhere(handler, METER_WON)
        assert await balance(handler, "cash") == 0
        waiting = await slip(handler)
        assert (waiting.how, waiting.paid, waiting.proposal) == ("cash", None, PAY.slip)
        code, said = await refused(handler, IN_CHIPS, PIT)
        assert code is HouseCode.NO_SUCH_PAYABLE
        assert "a cashier pays it in cash, on hand-pay slip jackpot:J1/1" in said

        code, said = await refused(handler, PAY)
        assert code is HouseCode.DRAWER_CLOSED
        assert "open it with at least $100,001.00 out of the safe" in said
        code, said = await refused(handler, cc.OpenDrawer(amount=METER_WON))
        assert code is HouseCode.INSUFFICIENT_FUNDS
        assert "The safe holds $0.00, and $100,001.00 is to be taken out of it" in said
        assert "$100,001.00 is missing" in said
        await bankroll(handler, 150_000_00)
        await give(handler, cc.OpenDrawer(amount=METER_WON - 1))
        code, said = await refused(handler, PAY)
        assert code is HouseCode.INSUFFICIENT_FUNDS
        assert "$100,001.00 more out of the safe is enough" in said
        assert await balance(handler, "payable:J1") == METER_WON

        await give(handler, cc.OpenDrawer(amount=1))
        receipt = await give(handler, PAY)
        await owed_everywhere(handler, 0)
        assert await balance(handler, "drawer:cora") == 0
        assert await balance(handler, "chips:ann") == 5_005_00
        assert await balance(handler, "patrons") == METER_WON
        done = await slip(handler)
        assert done.cashier == CASHIER
        assert done.paid is not None
        assert (done.player, done.amount, done.chips) == ("ann", METER_WON, None)
        [*_, record] = await handler.store.read("cage", receipt - 1, 1)
        event = decode_event(record.event)
        assert isinstance(event, ce.PrizePaid)
        assert (event.amount, event.drawer) == (METER_WON, "cora")
        code, said = await refused(handler, PAY)
        assert code is HouseCode.NO_SUCH_PAYABLE
        await clean(handler)


async def test_the_cash_report_has_it_once_and_the_log_of_large_cash_too(sqlite_url: str) -> None:
    """150,000.00 brought, 100,001.00 paid: 49,999.00 in safe and drawers."""
    async with keeping(sqlite_url) as handler:
        await released(handler)
        await bankroll(handler, 150_000_00)
        await give(handler, cc.OpenDrawer(amount=120_000_00))
        await give(handler, PAY)
        now = handler.now()
        span = Span(now - timedelta(days=1), now + timedelta(days=1))
        report = await cash_report(handler.store, "2026-03-01", span, LARGE)
        [one] = report.movements
        assert (one.what, one.stream, one.drawer) == ("prize_paid", "cage", "cora")
        assert (report.paid_out, one.amount, one.player) == (METER_WON, METER_WON, "ann")
        [large] = report.large
        assert (large.player, large.total) == ("ann", METER_WON)
        assert report.books is not None
        assert (report.books.paid_out, report.books.closing) == (METER_WON, 49_999_00)


async def test_a_win_that_is_undone_before_it_is_paid_cancels_the_slip(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await released(handler)
        await bankroll(handler, 150_000_00)
        await give(handler, cc.OpenDrawer(amount=120_000_00))
        await void(handler)
        assert await balance(handler, "owed-chips:ann") == await balance(handler, "payable:J1") == 0
        assert (await slip(handler)).cancelled
        code, said = await refused(handler, PAY)
        assert code is HouseCode.NO_SUCH_PAYABLE
        assert "it was paid, or the win was undone" in said
        await clean(handler)


async def test_undone_after_it_is_paid_it_is_owed_to_the_cent(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await released(handler)
        await bankroll(handler, 150_000_00)
        await give(handler, cc.OpenDrawer(amount=120_000_00))
        await give(handler, PAY)
        await void(handler)
        assert await balance(handler, "owed-chips:ann") == -METER_WON
        code, _ = await refused(handler, cc.RedeemChips(player="ann", amount=1_00))
        assert code is HouseCode.OWES
        await clean(handler)


async def test_cash_of_before_is_proved_as_it_was(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program of then posted it with the approval, out of the safe."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, ROYAL)
        with monkeypatch.context() as then:
            then.setattr("croupier.house.app.link_service.with_chips", lambda given, _: given)
            await by_two(handler, IN_CASH, PIT, CASHIER, key())
        assert await balance(handler, "cash") == -METER_WON
        assert await balance(handler, "payable:J1") == 0
        found = await slip(handler)
        assert (found.how, found.cashier) == ("cash", None)
        assert found.paid == found.at
        records = await handler.store.read("jackpot:J1")
        kinds = [type(decode_event(one.event)) for one in records]
        assert kinds.count(hj.JackpotPaid) == 1
        assert hj.PrizeReleased not in kinds
        now = handler.now()
        span = Span(now - timedelta(days=1), now + timedelta(days=1))
        report = await cash_report(handler.store, "2026-03-01", span, LARGE)
        assert [one.what for one in report.movements] == ["jackpot_paid"]
    async with keeping(sqlite_url) as later:
        assert (await verify(later.store)).wrong is None


async def test_the_page_the_slip_the_receipt_and_the_ledger_say_the_same(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        pit = await caller(house, address, "pia", HouseRole.PIT_SUPERVISOR)
        await released(house.handler)
        await bankroll(house.handler, 150_000_00)
        [due] = (await cage.get("/api/payables")).json()
        assert (due["amount"], due["slip"]) == (METER_WON, PAY.slip)
        pit_pays = await command(pit, do="pay_prize", slip=due["slip"])
        assert pit_pays.status_code == 403
        assert (await command(cage, do="open_drawer", amount=METER_WON)).status_code == 200
        paid = (await command(cage, do="pay_prize", slip=due["slip"])).json()
        assert (await cage.get("/api/payables")).json() == []
        receipt = (await cage.get(f"/api/receipts/{paid['version']}")).json()
        [on_slip] = (await pit.get("/api/slips/J1/T1/1")).json()
        shown = {receipt["amount"], on_slip["amount"], due["amount"]}
        assert shown == {await balance(house.handler, "patrons")} == {METER_WON}
        assert (receipt["player"], receipt["by"], receipt["drawer"]) == ("ann", "cora", "cora")
        assert on_slip["cashier"]["id"] == "cora"
        for client in (cage, pit):
            await client.aclose()
