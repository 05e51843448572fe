"""Wins of a meter: payable first, released by two people, undone the way they came."""

import asyncio
from collections.abc import Callable

import pytest

from croupier.house.app import recovery
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.app.idempotency import Contended
from croupier.house.log.event_store import Append, StoreUnavailable
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import CashOut
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.settings import Cards, Dealing, JackpotTerms, Money
from croupier.house.read.proof.verify import verify
from croupier.house.store import open_store
from croupier.jackpot.commands import AdjustJackpot
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two, fund
from tests.house.houses import KEY, MANAGER, ante, do, keeping, key, recovery_of
from tests.waiting import PATIENCE, until

PIT = Signature("pia", HouseRole.PIT_SUPERVISOR)
SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
OTHER = Signature("sam", HouseRole.SHIFT_MANAGER)
ROYAL, NOTHING = "As Ks Qs Js Ts", "2c 3d 6c 8s Tc"
FOUR = "7s 7h 7d 7c 2s"
DEALER_HAND = "Ac Kd 9s 4d 3c"
METER = JackpotEntry(meter=100_000_00, reset=50_000_00, increment="0.2")
"""Each wager of 5.00 adds 1.00."""


async def register(
    handler: CommandHandler, *tables: str, entry: EntryMode = EntryMode.ENFORCING
) -> None:
    for name in ("J1", "J2"):
        terms = JackpotTerms(reserve="0.1")
        await do(handler, None, hc.RegisterJackpot(name=name, entry=METER, terms=terms), MANAGER)
    for name in tables:
        settings = TableEntry("casino-stud", boxes=6, jackpot="J1", entry=entry)
        dealing = Dealing(cards=Cards.LIVE)
        register = hc.RegisterTable(name=name, entry=settings, dealing=dealing)
        await do(handler, None, register, MANAGER)


async def play(
    handler: CommandHandler, hand: str, *, player: str = "ann", settle: bool = True
) -> None:
    """A player antes 10.00 with a jackpot wager of 5.00, bets 20.00 and has this hand."""
    who = Actor(player, Role.PLAYER)
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1, 1000, player), who)
    lay = c.PlaceWager(box=1, wager=WagerKind.JACKPOT, player=player)
    await do(handler, "T1", lay, who)
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal(hands={"1": hand, "dealer": DEALER_HAND}))
    await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), who)
    await do(handler, "T1", c.RevealDealer())
    if settle:
        await do(handler, "T1", c.Settle())


async def void(handler: CommandHandler) -> None:
    await undo(handler)
    await recovery_of(handler).settled()


async def undo(handler: CommandHandler) -> None:
    await do(handler, "T1", c.Report(irregularity=Irregularity.OTHER), MANAGER)
    rule = c.Rule(decision=Decision.VOID, matter="T1/1/1")
    await do(handler, "T1", rule, MANAGER)


PAY = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1)
METER_WON = 100_001_00
"""100,000.00 and the 1.00 that the wager added."""


async def clean(handler: CommandHandler) -> None:
    held = await handler.store.balances()
    assert sum(held.values()) == 0
    assert held["jackpot:J1"] == (await handler.streams.jackpot("J1")).state.meter.meter
    assert (await verify(handler.store)).wrong is None


async def test_a_royal_flush_waits_for_two_people(store_url: str) -> None:
    """Ante 1 to 1, bet 250 to 1 (CSP 4.1) up to 100,000.00: 10.00 + 20.00 x 250 = 5,010.00.

    100.00 bought in, with the stakes back: 100.00 - 5.00 + 5,010.00 = 5,105.00; the meter of
    100,001.00 is payable until two people have confirmed it.
    """
    async with keeping(store_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        assert await balance(handler, "player:ann") == 5_105_00
        assert await balance(handler, "payable:J1") == METER_WON
        assert await balance(handler, "jackpot:J1") == 50_000_00
        [due] = (await handler.streams.jackpot("J1")).state.payables
        assert (due.table, due.round, due.box, due.player, due.amount) == (
            "T1",
            1,
            1,
            "ann",
            METER_WON,
        )
        await handler.command(None, PAY, PIT, key())
        approve = hc.Approve(proposal="jackpot:J1/1")
        for same in (PIT, Signature("pia", HouseRole.PIT_MANAGER)):
            with pytest.raises(HouseRefused) as alone:
                await handler.command(None, approve, same, key())
            assert alone.value.refusal.code is HouseCode.SAME_PERSON
        for role in (HouseRole.DEALER, HouseRole.PLAYER, HouseRole.AUDITOR):
            with pytest.raises(HouseRefused) as low:
                await handler.command(None, approve, Signature("x", role), key())
            assert low.value.refusal.code is HouseCode.ROLE_TOO_LOW
        assert await balance(handler, "payable:J1") == METER_WON
        await handler.command(None, approve, CASHIER, key())
        assert await balance(handler, "payable:J1") == 0
        assert await balance(handler, "player:ann") == 5_105_00 + METER_WON
        with pytest.raises(HouseRefused) as gone:
            await handler.command(None, PAY, PIT, key())
        assert gone.value.refusal.code is HouseCode.NO_SUCH_PAYABLE
        await clean(handler)


async def test_small_prizes_are_paid_at_once(sqlite_url: str) -> None:
    """Four of a kind is a fixed sum out of the float, not of the meter (CSP 4.2)."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, FOUR)
        assert (await handler.streams.jackpot("J1")).state.payables == ()
        assert await balance(handler, "payable:J1") == 0
        assert await balance(handler, "player:ann") > 1_000_00
        await clean(handler)


async def test_a_void_before_the_release_removes_the_payable(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        await handler.command(None, PAY, PIT, key())
        await void(handler)
        assert (await handler.streams.jackpot("J1")).state.payables == ()
        with pytest.raises(HouseRefused) as gone:
            await handler.command(None, hc.Approve(proposal="jackpot:J1/1"), CASHIER, key())
        assert gone.value.refusal.code is HouseCode.NO_SUCH_PAYABLE
        await handler.command(
            None, hc.Decline(proposal="jackpot:J1/1", reason="the round is void"), PIT, key()
        )
        assert await balance(handler, "player:ann") == 100_00
        assert await balance(handler, "owed:ann") == 0
        assert await balance(handler, "jackpot:J1") == 100_000_00
        await clean(handler)


async def test_a_void_after_cash_out_leaves_a_debt_that_is_recovered(store_url: str) -> None:
    """She has cashed out all but 100.00 when the round turns out to be void."""
    async with keeping(store_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        await by_two(handler, PAY, PIT, CASHIER, "pay")
        held = 5_105_00 + METER_WON
        assert await balance(handler, "player:ann") == held
        await handler.command(None, CashOut(player="ann", amount=held - 100_00), CASHIER, key())
        await void(handler)
        # Without the round she had 100.00; she has taken out held - 100.00.
        debt = held - 100_00 - 100_00
        assert await balance(handler, "player:ann") == 0
        assert await balance(handler, "owed:ann") == -debt
        with pytest.raises(HouseRefused) as refused:
            await handler.command(None, CashOut(player="ann", amount=1), CASHIER, key())
        assert refused.value.refusal.code in (HouseCode.INSUFFICIENT_FUNDS, HouseCode.OWES)
        await fund(handler, ["ann"], debt + 5)
        await recovery_of(handler).settled()
        assert await balance(handler, "owed:ann") == 0
        assert await balance(handler, "player:ann") == 5
        await handler.command(None, CashOut(player="ann", amount=5), CASHIER, key())
        await clean(handler)


async def test_a_debt_outlives_the_process_and_is_recovered_by_the_next(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        await by_two(handler, PAY, PIT, CASHIER, "pay")
        handler._listeners.clear()
        await undo(handler)
        assert await balance(handler, "owed:ann") < 0
    async with keeping(sqlite_url) as later:
        await recovery_of(later).open()
        await recovery_of(later).settled()
        assert await balance(later, "owed:ann") == 0
        assert await balance(later, "player:ann") == 100_00
        await clean(later)


def disk_full() -> None:
    raise StoreUnavailable("The disk is full.")


def contended() -> None:
    raise Contended("Others kept changing the same table or jackpot; try again.")


def refused() -> None:
    decline(HouseCode.KEY_USED, "This key was given with another command before.")


def hinder(handler: CommandHandler, fail: Callable[[], None], times: int | None) -> list[str]:
    """So many recoveries fail, or all of them; the keys of those that did."""
    store, failed = handler.store.append, list[str]()

    async def hindered(append: Append) -> None:
        command = "" if append.answer is None else append.answer.command
        if command.startswith("recover:") and (times is None or len(failed) < times):
            failed.append(command)
            fail()
        await store(append)

    handler.store.append = hindered  # type: ignore[method-assign]
    return failed


async def in_debt(handler: CommandHandler) -> None:
    """100.00 bought in, a royal flush makes 5,105.00 of it, and 4,000.00 is cashed out.

    Once the round is void, 100.00 - 4,000.00 leaves 3,900.00 owed and an empty wallet.
    """
    await register(handler, "T1")
    await fund(handler, ["ann"], 100_00)
    await play(handler, ROYAL)
    await handler.command(None, CashOut(player="ann", amount=4_000_00), CASHIER, key())


@pytest.mark.parametrize("fail", [disk_full, contended, refused])
async def test_a_recovery_is_tried_until_it_is_done(
    sqlite_url: str, fail: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "LONGEST_WAIT", 0.01)
    async with keeping(sqlite_url) as handler:
        await in_debt(handler)
        failed = hinder(handler, fail, 25)
        await void(handler)
        assert len(failed) == 25
        assert await balance(handler, "player:ann") == 0
        assert await balance(handler, "owed:ann") == -3_900_00
        await clean(handler)


async def test_a_recovery_that_waits_is_woken_by_money(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would try again tomorrow; 1.00 comes in, and 3,899.00 is left."""
    monkeypatch.setattr(recovery, "SHORTEST_WAIT", 86_400.0)
    async with keeping(sqlite_url) as handler:
        await in_debt(handler)
        failed = hinder(handler, disk_full, 1)
        await undo(handler)
        await until(lambda: bool(failed))
        assert await balance(handler, "player:ann") > 0
        await fund(handler, ["ann"], 1_00)
        await asyncio.wait_for(recovery_of(handler).settled(), PATIENCE)
        assert await balance(handler, "player:ann") == 0
        assert await balance(handler, "owed:ann") == -3_899_00
        await clean(handler)


async def test_a_recovery_that_waits_does_not_keep_a_house_from_stopping(sqlite_url: str) -> None:
    house = House(await open_store(sqlite_url), KEY)
    await house.start()
    await in_debt(house.handler)
    failed = hinder(house.handler, disk_full, None)
    await undo(house.handler)
    await until(lambda: len(failed) >= 3)
    await asyncio.wait_for(house.stop(), PATIENCE)
    await asyncio.wait_for(house.recovery.settled(), PATIENCE)
    async with keeping(sqlite_url) as later:
        await recovery_of(later).open()
        await recovery_of(later).settled()
        assert await balance(later, "owed:ann") == -3_900_00
        await clean(later)


async def test_at_a_recording_table_the_patron_is_paid_in_chips(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, ROYAL)
        assert await balance(handler, "chips:ann") == 5_005_00
        assert await balance(handler, "reserved:T1") == 0
        await by_two(handler, PAY, PIT, CASHIER, "pay")
        assert await balance(handler, "chips:ann") == 5_005_00 + METER_WON
        await void(handler)
        assert await balance(handler, "chips:ann") == METER_WON
        assert await balance(handler, "owed-chips:ann") == -METER_WON
        await clean(handler)


async def test_a_correction_takes_two_people(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        adjust = AdjustJackpot(jackpot="J1", amount=-500, reason="counted twice")
        with pytest.raises(HouseRefused) as low:
            await handler.command(None, adjust, PIT, key())
        assert low.value.refusal.code is HouseCode.ROLE_TOO_LOW
        await handler.command(None, adjust, SHIFT, key())
        assert (await handler.streams.jackpot("J1")).state.meter.meter == 100_000_00
        await handler.command(None, hc.Approve(proposal="jackpot:J1/1"), OTHER, key())
        assert (await handler.streams.jackpot("J1")).state.meter.meter == 99_995_00
        await by_two(
            handler,
            hc.ChangeJackpot(jackpot="J1", reason="slower", increment="0.1"),
            OTHER,
            SHIFT,
            "change",
        )
        assert (await handler.streams.jackpot("J1")).state.entry.increment == "0.1"
        await clean(handler)


async def test_a_retired_link_gives_its_money_to_another(sqlite_url: str) -> None:
    """Meter 100,001.00 and a reserve of 10 % of 5.00 go to J2; its return to date is nothing."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, NOTHING, settle=False)
        retire = hc.RetireJackpot(jackpot="J1", reason="the pit is rebuilt", to="J2")
        await handler.command(None, retire, SHIFT, key())
        approve = hc.Approve(proposal="jackpot:J1/1")
        with pytest.raises(HouseRefused) as running:
            await handler.command(None, approve, OTHER, key())
        assert running.value.refusal.code is HouseCode.ROUND_RUNNING
        await do(handler, "T1", c.Settle())
        await handler.command(None, approve, OTHER, key())
        link = (await handler.streams.jackpot("J1")).state
        assert (link.meter.meter, link.reserve, link.retired) == (0, 0, "the pit is rebuilt")
        assert (await handler.streams.jackpot("J2")).state.meter.meter == 200_001_50
        held = await handler.store.balances()
        assert (held["jackpot:J1"], held["reserve:J1"], held["jackpot:J2"]) == (0, 0, 200_001_50)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1, 1000, "ann"), Actor("ann", Role.PLAYER))
        lay = c.PlaceWager(box=1, wager=WagerKind.JACKPOT, player="ann")
        with pytest.raises(HouseRefused) as retired:
            await do(handler, "T1", lay, Actor("ann", Role.PLAYER))
        assert retired.value.refusal.code is HouseCode.RETIRED
        await clean(handler)


async def test_a_payable_must_be_paid_before_the_link_ends(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        retire = hc.RetireJackpot(jackpot="J1", reason="the end")
        await handler.command(None, retire, SHIFT, key())
        approve = hc.Approve(proposal="jackpot:J1/1")
        with pytest.raises(HouseRefused) as waiting:
            await handler.command(None, approve, OTHER, key())
        assert waiting.value.refusal.code is HouseCode.CLAIM_PENDING
        await by_two(handler, PAY, PIT, CASHIER, "pay")
        await handler.command(None, approve, OTHER, key())
        events = await handler.store.read("jackpot:J1")
        retired = events[-1].event.decode()
        assert '"amount_in":500' in retired
        assert f'"wins":{METER_WON}' in retired
        assert '"returned":"100001/5"' in retired
        await clean(handler)


async def test_a_demonstration_player_is_paid_at_once(sqlite_url: str) -> None:
    """The bot's box is played by hand here: its win goes from the meter to the bot."""
    async with keeping(sqlite_url) as handler:
        practice = hc.RegisterJackpot(name="J1", entry=METER, money=Money.PRACTICE)
        await do(handler, None, practice, MANAGER)
        settings = TableEntry("casino-stud", boxes=6, jackpot="J1")
        live = Dealing(cards=Cards.LIVE)
        table = hc.RegisterTable(name="T1", entry=settings, dealing=live, money=Money.PRACTICE)
        await do(handler, None, table, MANAGER)
        await play(handler, ROYAL, player="Ada (bot)")
        assert (await handler.streams.jackpot("J1")).state.payables == ()
        assert await balance(handler, "bot:Ada (bot)") == 5_005_00 + METER_WON
        await clean(handler)
