"""A wrong payment that stays, and is more than one person may let stay: proposed and approved."""

from typing import Any

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.recovery import ITSELF
from croupier.house.model import approvals
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import ConfigureCage
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import CageLimits
from croupier.house.read.proof.replaying import Proof
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.settings import EntryMode
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance
from tests.house.houses import do, keeping, key
from tests.house.model.cage.test_chips import confirm
from tests.house.model.cage.test_payments import PIT, SHIFT, play, register

PAIR = "Qs Qd 8h 7c 3s"
"""Beats ace-king: 10.00 for the ante and 20.00 for the bet."""


def stays(over: int) -> hc.ReportPayment:
    return hc.ReportPayment(
        round=1, box=1, player="ann", wager="bet", over=over, reason="he is gone", stays=True
    )


async def paid(handler: CommandHandler) -> None:
    """All is confirmed; above 15.00 it takes two people."""
    limits = CageLimits(second_person_above=15_00)
    configure = ConfigureCage(limits=limits, days=handler.calendar.days)
    await handler.command(None, configure, ITSELF, key())
    await register(handler, "T1", entry=EntryMode.RECORDING)
    await play(handler, PAIR)
    await confirm(handler)


async def give(
    handler: CommandHandler, command: Any, by: Signature, table: str | None = "T1"
) -> Any:
    return await handler.command(table, command, by, key())


async def refused(handler: CommandHandler, command: Any, by: Signature) -> HouseCode:
    table = "T1" if isinstance(command, hc.ReportPayment) else None
    with pytest.raises(HouseRefused) as found:
        await give(handler, command, by, table)
    code = found.value.refusal.code
    assert isinstance(code, HouseCode)
    return code


async def test_two_people_let_it_stay(store_url: str) -> None:
    """15.00 one supervisor may let stay; with 1.00 more it is 16.00, and takes a second person."""
    async with keeping(store_url) as handler:
        await paid(handler)
        tray = await balance(handler, "float:T1")
        assert (await give(handler, stays(15_00), PIT)).proposal is None
        assert await balance(handler, "float:T1") == tray - 15_00
        proposed = await give(handler, stays(1_00), SHIFT)  # not even a shift manager alone
        assert proposed.proposal == "cage/1"
        assert await balance(handler, "float:T1") == tray - 15_00
        cage = (await handler.streams.department("cage")).state  # type: ignore[arg-type]
        [waiting] = cage.proposals.open
        assert approvals.summary(waiting) == (
            "ann was handed $1.00 too much, which stays with them, for the bet of box 1 in round 1 "
            "of table T1: he is gone"
        )
        approve = hc.Approve(proposal="cage/1")
        assert await refused(handler, approve, SHIFT) is HouseCode.SAME_PERSON
        assert await refused(handler, approve, PIT) is HouseCode.ROLE_TOO_LOW
        await give(handler, approve, CASHIER, None)
        assert await balance(handler, "float:T1") == tray - 16_00
        [*_, record] = await handler.store.read("table:T1")
        event = decode_event(record.event)
        assert isinstance(event, h.WrongPayment)
        assert (event.by, record.by) == (SHIFT.id, CASHIER)
        assert (await verify(handler.store)).wrong is None


async def test_what_cannot_have_happened_is_not_proposed(sqlite_url: str) -> None:
    """She laid 20.00 and was handed 40.00 for the bet: no more than 40.00 too much can stay. What
    was declined did not happen, and what is approved is looked at as things stand then."""
    async with keeping(sqlite_url) as handler:
        await paid(handler)
        assert await refused(handler, stays(40_01), PIT) is HouseCode.BAD_COMMAND
        dealer = Signature("dan", HouseRole.DEALER)
        assert await refused(handler, stays(40_00), dealer) is HouseCode.ROLE_TOO_LOW
        await give(handler, stays(40_00), PIT)
        await give(handler, hc.Decline(proposal="cage/1", reason="counted again"), SHIFT, None)
        assert await balance(handler, "chips:ann") == 25_00
        await give(handler, stays(39_00), PIT)
        await give(handler, stays(5_00), PIT)
        assert await refused(handler, hc.Approve(proposal="cage/2"), SHIFT) is HouseCode.BAD_COMMAND
        await do(handler, "T1", c.OpenBets())
        assert (await verify(handler.store)).wrong is None


async def test_the_proof_misses_the_second_person(sqlite_url: str) -> None:
    """Without the approval in the log, what stays there is nobody's word."""
    async with keeping(sqlite_url) as handler:
        await paid(handler)
        await give(handler, stays(16_00), PIT)
        await give(handler, hc.Approve(proposal="cage/1"), SHIFT, None)
        records = [one.record for one in await handler.store.scan()]
        proof = Proof()
        found = []
        for record in records:
            if record.stream == "cage" and isinstance(
                decode_event(record.event), h.ProposalApproved
            ):
                continue
            found += proof.problems(record)
        assert any("no command in the log leads to this event" in str(one) for one in found)
