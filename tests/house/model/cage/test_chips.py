"""Physical chips: sold and bought back at the cage, owed by the house while patrons have them."""

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import (
    BuyChips,
    CorrectBuyIn,
    PayRemainder,
    RedeemChips,
    TableBuyIn,
)
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import ChipSet, OddMoney
from croupier.house.model.table.acts import open_acts
from croupier.house.read import hand_pay
from croupier.house.read.hand_pay import slips_of
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports.making import liability_of
from croupier.rulebooks.settings import EntryMode
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two, know
from tests.house.houses import ante, do, keeping, key, recovery_of, register_table
from tests.house.model.cage.test_payments import (
    DEALER_HAND,
    METER_WON,
    PAY,
    PIT,
    ROYAL,
    SHIFT,
    clean,
    play,
    register,
)


async def at_cage(handler: CommandHandler, command: hc.AnyCommand) -> None:
    await handler.command(None, command, CASHIER, key())


async def confirm(handler: CommandHandler) -> None:
    """The dealer does all that there is to do."""
    table = (await handler.streams.table("T1")).state
    link = (await handler.streams.jackpot("J1")).state
    acts = tuple(act.id for act in open_acts(table, link))
    await do(handler, "T1", hc.ConfirmActs(acts=acts))


async def test_chips_are_bought_and_redeemed_and_owed_in_between(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await know(handler, "ann")
        await at_cage(handler, BuyChips(player="ann", amount=500_00))
        assert await balance(handler, "cash") == 500_00
        assert await balance(handler, "chips:ann") == 500_00
        assert liability_of(await handler.store.balances()).groups["chips"] == 500_00
        await at_cage(handler, RedeemChips(player="ann", amount=200_00))
        assert await balance(handler, "cash") == 300_00
        found = liability_of(await handler.store.balances())
        assert (found.groups["chips"], found.total) == (300_00, 300_00)
        assert (await verify(handler.store)).wrong is None


async def test_a_jackpot_paid_in_chips_is_redeemed_at_the_cage(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await know(handler, "ann")
        await play(handler, ROYAL)
        await by_two(handler, PAY, PIT, CASHIER, "pay")
        head = (await handler.streams.jackpot("J1")).stored_head.version
        [slip] = await slips_of(handler.store, "J1", head, "T1", 1)
        assert (slip.player, slip.amount, slip.how) == ("ann", METER_WON, "chips")
        assert (slip.first, slip.second) == (PIT, CASHIER)
        for page in range(1, head + 1):  # wherever one page ends and the next begins
            monkeypatch.setattr(hand_pay, "PAGE", page)
            assert await slips_of(handler.store, "J1", head, "T1", 1) == [slip]
        await by_two(handler, RedeemChips(player="ann", amount=METER_WON), CASHIER, SHIFT, "redeem")
        assert await balance(handler, "cash") == -METER_WON
        assert await balance(handler, "chips:ann") == 5_005_00
        await clean(handler)


async def test_a_wallet_is_paid_into_and_not_past(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await know(handler, "ann")
        await recovery_of(handler).open()
        with pytest.raises(HouseRefused):
            await by_two(
                handler,
                hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1, cash=True),
                PIT,
                CASHIER,
                "pay",
            )


async def test_what_no_chip_can_pay_is_paid_at_the_cage(sqlite_url: str) -> None:
    """An ante of 2.50 wins 2.50 with chips from 1.00 on: the half dollar is due in coin."""
    async with keeping(sqlite_url) as handler:
        handler.chips = ChipSet((1_00, 5_00), OddMoney.CAGE)
        await recovery_of(handler).open()
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1, 2_50, "ann"))
        await do(handler, "T1", c.CloseBets())
        hands = {"1": "Kd Ks Kh 2c 3d", "dealer": "As Qh 9s 5h 2h"}
        await do(handler, "T1", c.Deal(hands=hands))
        await do(handler, "T1", c.PlaceWager(box=1, wager="bet"))
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        assert hands["dealer"] != DEALER_HAND  # nobody qualifies here: ante 1 to 1, the bet is back
        await confirm(handler)
        assert await balance(handler, "float:T1") == -2_00
        assert await balance(handler, "remainder:ann") == 50
        assert liability_of(await handler.store.balances()).groups["remainders"] == 50
        with pytest.raises(HouseRefused):
            await at_cage(handler, PayRemainder(player="ann", amount=51))
        await at_cage(handler, PayRemainder(player="ann", amount=50))
        assert await balance(handler, "remainder:ann") == 0
        assert await balance(handler, "rounding") == 0
        assert await balance(handler, "cash") == -50
        assert (await verify(handler.store)).wrong is None
        await do(handler, "T1", c.OpenBets())


async def test_no_chips_are_sold_for_what_no_chips_come_to(sqlite_url: str) -> None:
    """Chips from 1.00 on: 1,000.50 is refused wherever chips are handed out for it, and taken
    where it goes to a wallet."""
    async with keeping(sqlite_url) as handler:
        await know(handler, "ann")
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await register_table(handler, "W1", jackpot=None)
        dealer = Signature("dan", HouseRole.DEALER)
        for command, by in (
            (BuyChips(player="ann", amount=1_000_50), CASHIER),
            (TableBuyIn(table="T1", player="ann", amount=1_000_50), dealer),
        ):
            with pytest.raises(HouseRefused) as refused:
                await handler.command(None, command, by, key())
            assert refused.value.refusal.code is HouseCode.BAD_COMMAND
            assert str(refused.value) == (
                "No chips come to $1,000.50: the smallest is $1.00. Take in $1,000.00 or $1,001.00."
            )
        with pytest.raises(HouseRefused, match=r"the smallest is \$1.00. Take in \$1.00\."):
            await at_cage(handler, BuyChips(player="ann", amount=99))
        bought = BuyChips(player="ann", amount=1_001_00)
        receipt = (await handler.command(None, bought, CASHIER, key())).version
        with pytest.raises(HouseRefused, match="No chips come to"):
            await at_cage(handler, CorrectBuyIn(receipt=receipt, amount=100_01, reason="misread"))
        in_wallet = TableBuyIn(table="W1", player="ann", amount=1_000_50)
        await handler.command(None, in_wallet, dealer, key())
        assert await balance(handler, "player:ann") == 1_000_50
        assert await balance(handler, "chips:ann") == 1_001_00
        handler.chips = ChipSet((20_00, 25_00))
        await recovery_of(handler).open()
        await at_cage(handler, BuyChips(player="ann", amount=45_00))
        with pytest.raises(HouseRefused, match=r"Take in \$20.00 or \$40.00"):
            await at_cage(handler, BuyChips(player="ann", amount=30_00))
        assert (await verify(handler.store)).wrong is None
