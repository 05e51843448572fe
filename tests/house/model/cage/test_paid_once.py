"""A win of the meter is paid once, as two people agreed to it, whatever becomes of its round."""

import pytest
from msgspec import UNSET

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import Search
from croupier.house.model import approvals
from croupier.house.model import commands as hc
from croupier.house.model.approvals import Proposal
from croupier.house.model.jackpot import decide
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two
from tests.house.houses import ante, do, keeping, key
from tests.house.model.cage.test_payments import (
    DEALER_HAND,
    METER_WON,
    NOTHING,
    PAY,
    PIT,
    ROYAL,
    clean,
    play,
    register,
)

ALONE = Actor(PIT.id, Role.PIT_SUPERVISOR)
"""The supervisor who proposes corrects entries too."""
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
"""Of a suit that the dealer has no nine of; it takes 10 % of the meter (CSP 4.2)."""


async def correct(handler: CommandHandler, hand: str) -> None:
    await do(handler, "T1", c.CorrectEntry(box=1, cards=hand), ALONE)


async def waiting(handler: CommandHandler) -> tuple[Proposal, ...]:
    return (await handler.streams.jackpot("J1")).state.proposals.open


async def refused(handler: CommandHandler, command: hc.AnyCommand, by: Signature) -> HouseRefused:
    with pytest.raises(HouseRefused) as found:
        await handler.command(None, command, by, key())
    return found.value


async def test_what_was_proposed_is_paid_and_nothing_else(sqlite_url: str) -> None:
    """Proposed on a straight flush, which its proposer then makes a royal flush."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, STRAIGHT_FLUSH)
        await handler.command(None, PAY, PIT, key())
        [proposal] = await waiting(handler)
        assert approvals.summary(proposal) == (
            "Pay $10,000.10 to ann ($10,001.00 in chips) for the jackpot win of table T1, round 1, "
            "box 1, on jackpot J1."
        )
        await correct(handler, ROYAL)
        approve = hc.Approve(proposal=proposal.id)
        changed = await refused(handler, approve, CASHIER)
        assert changed.refusal.code is HouseCode.PAYABLE_CHANGED
        assert "10,000.10 to ann" in str(changed)
        assert "100,001.00 to ann" in str(changed)
        assert "propose the payment again" in str(changed)
        assert await balance(handler, "payable:J1") == METER_WON
        decline = hc.Decline(proposal=proposal.id, reason="another hand")
        await handler.command(None, decline, PIT, key())
        await by_two(handler, PAY, PIT, CASHIER, "pay")
        assert await balance(handler, "payable:J1") == 0
        await clean(handler)


async def test_a_correction_there_and_back_leaves_the_proposal_as_it_was(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, ROYAL)
        await handler.command(None, PAY, PIT, key())
        await correct(handler, NOTHING)
        await correct(handler, ROYAL)
        [proposal] = await waiting(handler)
        await handler.command(None, hc.Approve(proposal=proposal.id), CASHIER, key())
        assert await balance(handler, "payable:J1") == 0
        await clean(handler)


async def propose_as_before(handler: CommandHandler, monkeypatch: pytest.MonkeyPatch) -> Proposal:
    """A proposal as the program wrote it when it did not keep what is due."""
    with monkeypatch.context() as before:
        before.setattr(decide, "due", lambda *_: UNSET)
        await handler.command(None, PAY, PIT, key())
    [proposal] = await waiting(handler)
    assert proposal.due is UNSET
    return proposal


async def test_proposals_from_before_still_stand(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, ROYAL)
        proposal = await propose_as_before(handler, monkeypatch)
        [*_, record] = await handler.store.read("jackpot:J1")
        assert b'"due"' not in record.event
    async with keeping(sqlite_url) as later:
        assert await waiting(later) == (proposal,)
        assert approvals.summary(proposal) == (
            "Pay the jackpot win of table T1, round 1, box 1, on jackpot J1."
        )
        await later.command(None, hc.Approve(proposal=proposal.id), CASHIER, key())
        assert await balance(later, "payable:J1") == 0
        await clean(later)


async def test_the_proof_finds_a_proposal_without_figures_once_they_are_kept(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, ROYAL)
        await handler.command(None, PAY, PIT, key())
        [proposal] = await waiting(handler)
        decline = hc.Decline(proposal=proposal.id, reason="once more")
        await handler.command(None, decline, PIT, key())
        await propose_as_before(handler, monkeypatch)
        wrong = (await verify(handler.store)).wrong
        assert wrong is not None
        assert "the rules lead to another event here: proposed" in str(wrong)


# Chips that were paid, and the win undone


async def paid_in_chips(handler: CommandHandler, hand: str = ROYAL) -> None:
    """A hit at a recording table, released by two people."""
    await register(handler, "T1", entry=EntryMode.RECORDING)
    await play(handler, hand)
    await by_two(handler, PAY, PIT, CASHIER, "first")


async def payments(handler: CommandHandler) -> int:
    """All that was ever handed over, as the log has it."""
    events = [decode_event(one.event) for one in await handler.store.read("jackpot:J1")]
    return sum(one.amount for one in events if isinstance(one, hj.JackpotPaid))


async def test_one_person_makes_no_paid_hit_payable_again(store_url: str) -> None:
    """Corrected to another hand and back: 100,001.00 is owed in between, and set off then."""
    async with keeping(store_url) as handler:
        await paid_in_chips(handler)
        for _ in range(2):
            await correct(handler, NOTHING)
            assert await balance(handler, "owed-chips:ann") == -METER_WON
            assert await balance(handler, "jackpot:J1") == METER_WON
            await correct(handler, ROYAL)
            assert await balance(handler, "owed-chips:ann") == 0
            assert await balance(handler, "payable:J1") == 0
            gone = await refused(handler, PAY, PIT)
            assert gone.refusal.code is HouseCode.NO_SUCH_PAYABLE
        assert await balance(handler, "chips:ann") == 5_005_00 + METER_WON
        assert await payments(handler) == METER_WON
        await clean(handler)


async def test_it_is_so_after_a_restart(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await paid_in_chips(handler)
        await handler.streams.save_snapshots(1)
    async with keeping(sqlite_url) as second:
        await correct(second, NOTHING)
        await second.streams.save_snapshots(1)
    async with keeping(sqlite_url) as third:
        await correct(third, ROYAL)
        assert await balance(third, "payable:J1") == 0
        await clean(third)


async def test_a_larger_win_is_payable_by_the_difference(sqlite_url: str) -> None:
    """10,000.10 was paid for the straight flush, with chips of 10,001.00: 90,000.90 is left of
    100,001.00, and the 0.90 was given already."""
    async with keeping(sqlite_url) as handler:
        await paid_in_chips(handler, STRAIGHT_FLUSH)
        await correct(handler, ROYAL)
        assert await balance(handler, "payable:J1") == 90_000_90
        await handler.command(None, PAY, PIT, key())
        [proposal] = await waiting(handler)
        assert approvals.summary(proposal) == (
            "Pay $90,000.90 to ann ($90,000.00 in chips) (already paid $10,000.10 before) for the "
            "jackpot win of table T1, "
            "round 1, box 1, on jackpot J1."
        )
        await handler.command(None, hc.Approve(proposal=proposal.id), CASHIER, key())
        assert await payments(handler) == METER_WON
        await correct(handler, NOTHING)
        assert await balance(handler, "owed-chips:ann") == -METER_WON
        await clean(handler)


async def test_a_smaller_win_leaves_the_difference_owed(sqlite_url: str) -> None:
    """10,000.10 of 100,001.00 is still won: 90,000.90 is to be given back."""
    async with keeping(sqlite_url) as handler:
        await paid_in_chips(handler)
        await correct(handler, STRAIGHT_FLUSH)
        assert await balance(handler, "payable:J1") == 0
        assert await balance(handler, "owed-chips:ann") == -90_000_90
        await correct(handler, ROYAL)
        assert await balance(handler, "owed-chips:ann") == 0
        assert await payments(handler) == METER_WON
        await clean(handler)


async def test_whoever_pays_another_winner_is_told_what_has_not_come_back(sqlite_url: str) -> None:
    """The royal flush was keyed for ann, and then for bob at box 2, who gets it all the same."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await do(handler, "T1", c.OpenBets())
        for box, player in ((1, "ann"), (2, "bob")):
            who = Actor(player, Role.PLAYER)
            await do(handler, "T1", ante(box, 1000, player), who)
            lay = c.PlaceWager(box=box, wager=WagerKind.JACKPOT, player=player)
            await do(handler, "T1", lay, who)
        await do(handler, "T1", c.CloseBets())
        hands = {"1": ROYAL, "2": NOTHING, "dealer": DEALER_HAND}
        await do(handler, "T1", c.Deal(hands=hands))
        for box, player in ((1, "ann"), (2, "bob")):
            bet = c.PlaceWager(box=box, wager="bet")
            await do(handler, "T1", bet, Actor(player, Role.PLAYER))
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        await by_two(handler, PAY, PIT, CASHIER, "first")
        await correct(handler, "2h 4h 6h 8h Jd")
        await do(handler, "T1", c.CorrectEntry(box=2, cards=ROYAL), ALONE)
        pay = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=2)
        await handler.command(None, pay, PIT, key())
        [proposal] = await waiting(handler)
        assert approvals.summary(proposal).startswith(
            "Pay $100,002.00 to bob (others have $100,002.00 of this round to give back) for "
        )
        await clean(handler)


async def test_chips_come_back_by_two_people(sqlite_url: str) -> None:
    """What was given back may be won, and paid, anew; no more comes back than is owed."""
    async with keeping(sqlite_url) as handler:
        await paid_in_chips(handler)
        back = hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=METER_WON)
        early = await refused(handler, back, PIT)
        assert early.refusal.code is HouseCode.NOTHING_OWED
        await correct(handler, NOTHING)
        await handler.command(None, back, PIT, key())
        [proposal] = await waiting(handler)
        assert approvals.summary(proposal) == (
            "ann has handed back $100,001.00 in chips, of the payment for table T1, round 1, on "
            "jackpot J1 that was undone."
        )
        approve = hc.Approve(proposal=proposal.id)
        assert (await refused(handler, approve, PIT)).refusal.code is HouseCode.SAME_PERSON
        await handler.command(None, approve, CASHIER, key())
        assert await balance(handler, "owed-chips:ann") == 0
        assert (await refused(handler, back, PIT)).refusal.code is HouseCode.NOTHING_OWED
        await correct(handler, ROYAL)
        assert await balance(handler, "payable:J1") == METER_WON
        await by_two(handler, PAY, PIT, CASHIER, "second")
        assert await balance(handler, "chips:ann") == 5_005_00 + METER_WON
        await clean(handler)


async def test_what_was_paid_before_this_was_kept_is_undone_as_it_was(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs from before are proved by the books that they had."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, ROYAL)
        for _ in range(2):
            proposal = await propose_as_before(handler, monkeypatch)
            await handler.command(None, hc.Approve(proposal=proposal.id), CASHIER, key())
            await correct(handler, NOTHING)
            await correct(handler, ROYAL)
        assert await payments(handler) == 2 * METER_WON
        first, _ = await handler.store.significant(Search(kind="payment"))
        assert first.text == (
            "jackpot paid: table T1, box 1, target jackpot, player ann, amount 100,001.00, "
            "account chips:ann"
        )
        assert await balance(handler, "owed-chips:ann") == 0
        await clean(handler)
