"""Cashiers' drawers and the cash that goes through them, with figures worked out by hand."""

import json
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.snapshots import sealed, snapshot_bytes
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.closing import against_closing
from croupier.house.model.cage.commands import Direction
from croupier.house.model.cage.decide import decide_cage
from croupier.house.model.cage.events import DrawerClosed
from croupier.house.model.cage.state import Cage, evolve
from croupier.house.model.cage.surroundings import Surroundings
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.read.cash import CashMovement, CashReport, cash_report, receipt
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports.books import Reading, day_books
from croupier.house.read.reports.tables import Span
from croupier.house.sealing import Keyring
from tests.house.funding import balance, bankroll, know
from tests.house.houses import KEY, keeping, key

CORA, CARL = Signature("cora", HouseRole.CAGE), Signature("carl", HouseRole.CAGE)
SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
Give = Callable[..., Coroutine[Any, Any, Any]]


def giving(handler: CommandHandler) -> Give:
    async def give(by: Signature, command: hc.AnyCommand) -> Any:
        return await handler.command(None, command, by, key())

    return give


async def at_work(handler: CommandHandler) -> Give:
    """Cora begins with 500.00, takes in 300.00 and 40.00, and pays 90.00: she has 750.00."""
    give = giving(handler)
    await know(handler, "ann")
    await bankroll(handler, 600_00)
    await give(CORA, cc.OpenDrawer(amount=500_00))
    await give(CORA, cc.BuyIn(player="ann", amount=300_00))
    await give(CORA, cc.BuyChips(player="ann", amount=40_00))
    await give(CORA, cc.CashOut(player="ann", amount=90_00))
    return give


async def refused(given: Coroutine[Any, Any, Any]) -> tuple[HouseCode, str]:
    with pytest.raises(HouseRefused) as found:
        await given
    refusal = found.value.refusal
    assert isinstance(refusal.code, HouseCode)
    return refusal.code, refusal.message


async def test_a_drawer_from_its_float_to_its_count(store_url: str) -> None:
    """Carl, who has no drawer, pays out of the safe: 500.00 are out of it, and his 10.00."""
    async with keeping(store_url) as handler:
        give = await at_work(handler)
        assert await balance(handler, "drawer:cora") == 750_00
        await give(CARL, cc.RedeemChips(player="ann", amount=10_00))
        assert await balance(handler, "cash") == 600_00 - 510_00
        cage = (await handler.streams.department(Department.CAGE)).state
        assert cage.drawers["cora"].held == 750_00
        assert "drawers not closed: cora" in against_closing(cage, "2020-01-01", "", frozenset())
        books = await day_books(Reading(handler.store, handler), handler.calendar.of(handler.now()))
        assert books.report is not None
        assert books.report.cash == 840_00  # 600 + 300 + 40 - 90 - 10, wherever it lies
        await give(CORA, cc.CloseDrawer(amount=750_00))
        assert await balance(handler, "drawer:cora") == 0
        assert await balance(handler, "cash") == 600_00 + 240_00
        assert await balance(handler, "house") == -600_00
        assert (await verify(handler.store)).wrong is None


async def test_a_count_that_differs_is_explained_and_posted(sqlite_url: str) -> None:
    """2.00 are missing; the count is blind, so no refusal says what should be there."""
    async with keeping(sqlite_url) as handler:
        give = await at_work(handler)
        code, said = await refused(give(CORA, cc.CloseDrawer(amount=748_00)))
        assert code is HouseCode.REASON_NEEDED
        assert "750" not in said
        await give(CORA, cc.CloseDrawer(amount=748_00, reason="a coin roll was short"))
        assert await balance(handler, "house") == -600_00 + 2_00
        assert await balance(handler, "cash") == 600_00 + 248_00
        assert (await verify(handler.store)).wrong is None


async def test_a_drawer_pays_no_more_than_it_holds(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        give = await at_work(handler)
        await give(CARL, cc.BuyIn(player="ann", amount=1_000_00))
        code, said = await refused(give(CORA, cc.CashOut(player="ann", amount=750_01)))
        assert code is HouseCode.INSUFFICIENT_FUNDS
        assert "750" not in said
        await give(CORA, cc.OpenDrawer(amount=1))
        await give(CORA, cc.CashOut(player="ann", amount=750_01))
        assert await balance(handler, "drawer:cora") == 0


async def test_whose_drawer_it_is(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        give = await at_work(handler)
        closing = cc.CloseDrawer(amount=750_00, cashier="cora")
        assert (await refused(give(CARL, closing)))[0] is HouseCode.NOT_YOURS
        assert (await refused(give(CARL, cc.CloseDrawer(amount=0))))[0] is HouseCode.NOT_COUNTED
        await give(SHIFT, closing)
        assert await balance(handler, "drawer:cora") == 0


async def test_a_large_difference_takes_two_and_holds_only_while_nothing_moves(
    sqlite_url: str,
) -> None:
    """50,000.00 and a cent too much: a second person agrees, unless cash moved in between."""
    async with keeping(sqlite_url) as handler:
        give = await at_work(handler)
        found = cc.CloseDrawer(amount=750_00 + 50_000_01, reason="a bag of somebody else's")
        proposed = (await give(CORA, found)).proposal
        assert await balance(handler, "drawer:cora") == 750_00
        await give(CORA, cc.CashOut(player="ann", amount=1_00))
        assert (await refused(give(CARL, hc.Approve(proposal=proposed))))[0] is (
            HouseCode.COUNTED_SINCE
        )
        await give(CORA, cc.BuyIn(player="ann", amount=1_00))
        await give(CARL, hc.Approve(proposal=proposed))
        assert await balance(handler, "drawer:cora") == 0
        assert await balance(handler, "house") == -600_00 - 50_000_01
        assert (await verify(handler.store)).wrong is None


async def test_differences_of_a_cashier_s_drawers_add_up(sqlite_url: str) -> None:
    """49,999.99 and a cent are what one person may write down; with another cent, too much or too
    little, a second person agrees. A drawer that fits needs nobody, and Carl's are his own."""
    async with keeping(sqlite_url) as handler:
        give = giving(handler)
        await bankroll(handler, 1_000_000_00)

        async def closed(by: Signature, missing: int, **more: Any) -> Any:
            await give(by, cc.OpenDrawer(amount=50_000_00))
            count = cc.CloseDrawer(amount=50_000_00 - missing, reason="not there", **more)
            return (await give(by, count)).proposal

        assert await closed(CORA, 49_999_99) is None
        assert await closed(CORA, 1) is None
        proposed = await closed(CORA, -1, adds_up=False)
        assert proposed is not None  # whatever was sent
        assert await closed(CARL, 50_000_00) is None
        await give(SHIFT, hc.Approve(proposal=proposed))
        lost = 50_000_00 - 1 + 50_000_00
        assert await balance(handler, "house") == lost - 1_000_000_00
        assert await closed(CORA, 0) is None
        assert (await verify(handler.store)).wrong is None


def test_drawers_of_a_log_from_before_were_looked_at_one_by_one() -> None:
    """What a cashier closed alone by the rules of then is decided so again."""
    cage, at = Cage(), datetime(2026, 1, 5, 12, tzinfo=UTC)
    for _ in range(2):
        for command in (
            cc.OpenDrawer(amount=50_000_00),
            cc.CloseDrawer(amount=0, reason="not there"),
        ):
            event: Any
            [event] = decide_cage(cage, command, CORA, at, Surroundings()).events
            cage = evolve(cage, event, at)
        assert isinstance(event, DrawerClosed)
    assert cage.differences.of("cora", "2026-01-05") == 100_000_00


async def test_a_state_kept_before_differences_added_up_gives_way_to_the_records(
    sqlite_url: str,
) -> None:
    """Otherwise a house would forget what differed earlier on the day of its upgrade, and a proof
    would find that its state is not what the records say."""
    async with keeping(sqlite_url) as handler:
        give = giving(handler)
        await bankroll(handler, 100_000_00)
        await give(CORA, cc.OpenDrawer(amount=50_000_00))
        await give(CORA, cc.CloseDrawer(amount=0, reason="not there"))
        cage = await handler.streams.department(Department.CAGE)
        written = json.loads(snapshot_bytes(cage.state, None))
        assert written["state"].pop("differences")["found"] == {"cora": 50_000_00}
        kept = json.dumps(written).encode()
        await handler.store.save([sealed(KEY, Department.CAGE, cage.head, kept)])
    async with keeping(sqlite_url) as handler:
        give = giving(handler)
        await give(CORA, cc.OpenDrawer(amount=1))
        assert (await give(CORA, cc.CloseDrawer(amount=0, reason="not there"))).proposal
        assert (await verify(handler.store, keys=Keyring((KEY,)))).wrong is None


async def test_large_cash_at_once_or_together(sqlite_url: str) -> None:
    """With a threshold of 340.00: what ann brought in three times, 300 + 40 + 0.01, and nothing
    that she was paid."""
    async with keeping(sqlite_url) as handler:
        give = await at_work(handler)
        day = handler.calendar.of(handler.now())
        span = Span(handler.calendar.days.begins(day), handler.calendar.days.ends(day))
        report = await cash_report(handler.store, day, span, 340_01)
        assert (report.taken_in, report.paid_out, report.large) == (340_00, 90_00, ())
        accepted = await give(CARL, cc.BuyIn(player="ann", amount=1))
        report = await cash_report(handler.store, day, span, 340_01)
        [large] = report.large
        assert (large.player, large.way, large.total) == ("ann", Direction.IN, 340_01)
        assert (large.largest, len(large.movements)) == (300_00, 3)
        assert [one.drawer for one in large.movements] == ["cora", "cora", None]
        last = await receipt(handler.store, accepted.version)
        assert last is not None
        assert (last.what, last.player, last.amount, last.by) == ("bought_in", "ann", 1, "carl")
        assert await receipt(handler.store, accepted.version - 1) is None  # the command itself


async def test_the_receipt_of_what_took_two_names_who_paid_it_and_who_agreed(
    sqlite_url: str,
) -> None:
    """Cora takes in 50,000.01 at her drawer, which carl approves: she is the cashier of it."""
    async with keeping(sqlite_url) as handler:
        give = await at_work(handler)
        proposed = (await give(CORA, cc.BuyIn(player="ann", amount=50_000_01))).proposal
        accepted = await give(CARL, hc.Approve(proposal=proposed))
        found = await receipt(handler.store, accepted.version)
        assert found is not None
        assert (found.by, found.drawer, found.approved_by) == ("cora", "cora", "carl")
        day = handler.calendar.of(handler.now())
        span = Span(handler.calendar.days.begins(day), handler.calendar.days.ends(day))
        told = (await cash_report(handler.store, day, span, 50_000_00)).large[0].movements
        assert [(one.by, one.approved_by) for one in told][-1] == ("cora", "carl")


def test_who_counts_a_box_is_told_what_the_cage_has_paid_for_its_table() -> None:
    """A buy-in of 500.00 lies in the box of T1, uncounted; a prize of 800.00 won there was paid in
    cash at the cage, which is no secret of the box."""
    at = datetime(2026, 3, 1, tzinfo=UTC)
    bought = CashMovement("cage", 1, at, "x", "ann", Direction.IN, 500_00, "dan", None, "T1")
    prize = CashMovement("jackpot:J", 2, at, "x", "ann", Direction.OUT, 800_00, "max", None, "T1")
    report = CashReport("2026-03-01", 1, 500_00, 800_00, (bought, prize), (), None)
    told = report.without_boxes(frozenset({"T1"}))
    assert (told.movements, told.taken_in, told.paid_out) == ((prize,), 0, 800_00)
    assert told.uncounted == ("T1",)
