"""A jackpot prize with odd cents, paid in chips: page, slip and ledger say the same to the cent."""

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.recovery import ITSELF
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import ConfigureCage, PayRemainder
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import ChipSet, OddMoney
from croupier.house.read.proof.verify import verify
from croupier.jackpot.commands import AdjustJackpot
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.funding import CASHIER, WIDE, balance, by_two
from tests.house.houses import do, keeping, key
from tests.house.model.cage.test_money_service import command
from tests.house.model.cage.test_payments import (
    METER_WON,
    NOTHING,
    OTHER,
    PAY,
    PIT,
    ROYAL,
    SHIFT,
    clean,
    play,
    register,
    void,
)
from tests.house.serving import caller, serving

WON = METER_WON + 53
"""100,001.53: chips of 1.00 pay 100,002.00 (0.47 more), or 100,001.00 and 0.53 in coin."""
CHIPS_OF_TABLE = 5_005_00
"""What the table itself pays for the royal flush, less the jackpot wager."""


async def odd_meter(handler: CommandHandler, odd_money: OddMoney) -> None:
    """Chips from 1.00 on, and a meter that shows 100,000.53."""
    chips = ChipSet((1_00, 5_00, 100_00), odd_money)
    configure = ConfigureCage(limits=WIDE, days=handler.calendar.days, chips=chips)
    await handler.command(None, configure, ITSELF, key())
    await register(handler, "T1", entry=EntryMode.RECORDING)
    adjust = AdjustJackpot(jackpot="J1", amount=53, reason="test")
    await by_two(handler, adjust, SHIFT, OTHER, key())
    await play(handler, ROYAL)


async def correct(handler: CommandHandler, hand: str) -> None:
    entry = c.CorrectEntry(box=1, cards=hand, reason="misread")
    await do(handler, "T1", entry, Actor(PIT.id, Role.PIT_SUPERVISOR))


@pytest.mark.parametrize(
    ("odd_money", "chips", "coin"),
    [(OddMoney.ROUND, 100_002_00, 0), (OddMoney.CAGE, 100_001_00, 53)],
)
async def test_the_page_the_slip_and_the_ledger_say_the_same(
    sqlite_url: str, odd_money: OddMoney, chips: int, coin: int
) -> None:
    async with serving(sqlite_url) as (house, address):
        handler = house.handler
        cage = await caller(house, address, "cora", HouseRole.CAGE)
        pit = await caller(house, address, "pia", HouseRole.PIT_SUPERVISOR)
        await odd_meter(handler, odd_money)
        before = await handler.store.balances()
        [due] = (await pit.get("/api/payables")).json()
        assert (due["amount"], due["chips"], due["remainder"]) == (WON, chips, coin)
        pay = {"do": "pay_jackpot", "jackpot": "J1", "table": "T1", "round": 1, "box": 1}
        given = (await command(pit, **pay, smallest_chip=7)).json()
        [waits] = (await cage.get("/api/proposals")).json()
        assert f"Pay $100,001.53 to ann (${chips // 100:,}.00 in chips) for" in waits["summary"]
        assert (await command(cage, do="approve", proposal=given["proposal"])).status_code == 200
        [slip] = (await pit.get("/api/slips/J1/T1/1")).json()
        assert (slip["amount"], slip["chips"], slip["remainder"]) == (WON, chips, coin)
        assert slip["given"] == chips + coin - WON
        after = await handler.store.balances()
        moved = {name: after[name] - before.get(name, 0) for name in after}
        # What the patron has in hand: the account, and what was given for want of a chip.
        assert moved["chips:ann"] + (0 if coin else moved["rounding"]) == chips
        assert moved.get("remainder:ann", 0) == coin
        assert moved["payable:J1"] == -WON
        assert moved["chips"] == (coin or -47)
        assert moved["rounding"] == (-coin or 47)
        if coin:
            await handler.command(None, PayRemainder(player="ann", amount=coin), CASHIER, key())
            assert await balance(handler, "rounding") == 0
        await clean(handler)
        for client in (cage, pit):
            await client.aclose()


async def test_what_was_given_for_want_of_a_chip_comes_back_with_the_prize(store_url: str) -> None:
    """100,002.00 in chips were handed over for 100,001.53, and all of them come back."""
    async with keeping(store_url) as handler:
        await odd_meter(handler, OddMoney.ROUND)
        await by_two(handler, PAY, PIT, CASHIER, key())
        await void(handler)
        assert await balance(handler, "owed-chips:ann") == -WON
        back = hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=60_000_00)
        await by_two(handler, back, PIT, CASHIER, key())
        for amount, most in ((40_002_01, "40,002.00"), (40_003_00, "40,002.00")):
            more = hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=amount)
            with pytest.raises(HouseRefused) as refused:
                await handler.command(None, more, PIT, key())
            assert refused.value.refusal.code is HouseCode.NOTHING_OWED
            assert f"ann has ${most} to give back" in str(refused.value)
        rest = hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=40_002_00)
        await by_two(handler, rest, PIT, CASHIER, key())
        for account in ("owed-chips:ann", "chips:ann", "rounding", "chips"):
            assert await balance(handler, account) == 0, account
        assert (await handler.streams.jackpot("J1")).state.handed == ()
        await clean(handler)


async def test_there_and_back_gives_nothing_away(sqlite_url: str) -> None:
    """The royal flush is keyed as nothing and as itself again: the 0.47 is given once."""
    async with keeping(sqlite_url) as handler:
        await odd_meter(handler, OddMoney.ROUND)
        await by_two(handler, PAY, PIT, CASHIER, key())
        for _ in range(2):
            await correct(handler, NOTHING)
            assert await balance(handler, "owed-chips:ann") == -WON
            await correct(handler, ROYAL)
        assert await balance(handler, "payable:J1") == await balance(handler, "owed-chips:ann") == 0
        assert await balance(handler, "rounding") == 47
        await clean(handler)


async def test_of_a_smaller_win_whole_chips_come_back(sqlite_url: str) -> None:
    """10 % of 100,001.53 is 10,000.15 (CSP 4.2): of 100,002.00 she keeps 10,001.00 and hands back
    90,001.00, which leaves 0.85 given for want of a chip."""
    async with keeping(sqlite_url) as handler:
        await odd_meter(handler, OddMoney.ROUND)
        await by_two(handler, PAY, PIT, CASHIER, key())
        await correct(handler, "9h 8h 7h 6h 5h")
        assert await balance(handler, "owed-chips:ann") == -(WON - 10_000_15)
        back = hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=90_001_00)
        await by_two(handler, back, PIT, CASHIER, key())
        assert await balance(handler, "owed-chips:ann") == 0
        assert await balance(handler, "rounding") == 85
        await clean(handler)


async def test_a_payment_from_before_is_proved_as_it_was(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program of then looked at no chip: the odd cents went to the patron's account."""
    async with keeping(sqlite_url) as handler:
        await odd_meter(handler, OddMoney.ROUND)
        with monkeypatch.context() as then:
            then.setattr("croupier.house.app.link_service.with_chips", lambda command, _: command)
            await by_two(handler, PAY, PIT, CASHIER, key())
        records = await handler.store.read("jackpot:J1")
        [paid] = [
            one
            for record in records
            if isinstance(one := decode_event(record.event), hj.JackpotPaid)
        ]
        assert (paid.amount, paid.chips, paid.remainder) == (WON, WON, 0)
        assert await balance(handler, "chips:ann") == CHIPS_OF_TABLE + WON
        assert await balance(handler, "rounding") == 0
    async with keeping(sqlite_url) as later:
        assert (await verify(later.store)).wrong is None
