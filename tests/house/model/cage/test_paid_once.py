"""A win of the meter is paid once, as two people agreed to it, whatever becomes of its round."""

import pytest
from msgspec import UNSET

from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import approvals
from croupier.house.model import commands as hc
from croupier.house.model.approvals import Proposal
from croupier.house.model.jackpot import decide
from croupier.house.model.people.roles import Signature
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.roles import Actor, Role
from croupier.rulebooks.settings import EntryMode
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two
from tests.house.houses import do, keeping, key
from tests.house.model.cage.test_payments import (
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
            "Pay 10,000.10 to ann for the jackpot win of table T1, round 1, box 1, on jackpot J1."
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
        before.setattr(decide, "_due", lambda *_: UNSET)
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
