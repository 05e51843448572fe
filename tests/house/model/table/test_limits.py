"""Other limits of a table: from the next opening call on, and never for a round that is open."""

from datetime import UTC, datetime, timedelta

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import Search
from croupier.house.log.snapshots import read_table, table_bytes
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Dealing, Money
from croupier.house.model.significant_kinds import Kind
from croupier.house.model.table.unattended import next_step
from croupier.house.read.proof.export import scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.proof.verify import verify
from croupier.refusal import Refused
from croupier.rulebooks.settings import Limits
from croupier.rulebooks.terms import Actor, Role
from croupier.script import replay
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import by_two, fund
from tests.house.houses import ante, do, keeping
from tests.house.model.table.books import SEVENTH

PIT = Actor("pia", Role.PIT_MANAGER)
SUPERVISOR = Actor("sue", Role.PIT_SUPERVISOR)
ANN = Actor("p1", Role.PLAYER)
SHIFT, OTHER = (Signature(one, HouseRole.SHIFT_MANAGER) for one in ("mia", "sam"))


def limits(low: int, high: int, wager: str = "ante") -> hc.ChangeLimits:
    return hc.ChangeLimits(limits={wager: (low, high)}, reason="a busy evening")


async def register(handler: CommandHandler) -> None:
    entry = TableEntry("casino-stud", boxes=6, limits={"ante": (10_00, 100_00)})
    await do(handler, None, hc.RegisterTable(name="T1", entry=entry))
    await fund(handler)


async def fold_round(handler: CommandHandler, amount: int) -> None:
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1, amount=amount), ANN)
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal())
    await do(handler, "T1", c.Fold(box=1), ANN)
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())


async def test_limits_change_with_the_next_opening_call(store_url: str) -> None:
    """From $10-100 to $25-500: $10 is taken in the round that is open, $25 at least after it."""
    async with keeping(store_url) as handler:
        await register(handler)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", limits(25_00, 500_00), PIT)
        await do(handler, "T1", ante(1, amount=10_00), ANN)
        with pytest.raises(Refused):
            await do(handler, "T1", ante(2, amount=500_00), ANN)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.Fold(box=1), ANN)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        table = (await handler.streams.table("T1")).state
        assert table.game.settings.ante == Limits(10_00, 100_00)
        assert read_table(table_bytes(table)) == table

        await do(handler, "T1", c.OpenBets())
        table = (await handler.streams.table("T1")).state
        assert table.game.settings.ante == Limits(25_00, 500_00)
        assert table.planned_limits == {}
        assert [one.until for one in table.earlier] == [1]
        assert table.earlier_editions == ()
        assert read_table(table_bytes(table)) == table
        for amount in (24_00, 501_00):
            with pytest.raises(Refused):
                await do(handler, "T1", ante(1, amount=amount), ANN)
        await do(handler, "T1", ante(1, amount=500_00), ANN)
        assert (await verify(handler.store)).wrong is None


async def test_who_changed_them_and_why_is_looked_up(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register(handler)
        await do(handler, "T1", limits(25_00, 500_00), PIT)
        await fold_round(handler, 25_00)
        found = await handler.store.significant(Search(kind=Kind.PARAMETER, limit=10))
        texts = [(one.person, one.text) for one in found]
        assert (
            "pia",
            "limits from the next round on: ante 25.00 to 500.00: a busy evening",
        ) in texts
        assert "limits from round 1 on: ante 25.00 to 500.00" in [text for _, text in texts]


async def test_rounds_of_either_limits_are_exported_and_replay(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register(handler)
        await fold_round(handler, 10_00)
        await do(handler, "T1", limits(25_00, 500_00), PIT)
        await fold_round(handler, 250_00)
        rounds = await recorded_rounds(handler.store, "T1")
        exported = scripts(rounds)
        assert [dict(one.script.tables["T1"].limits) for one in exported] == [
            {"ante": (10_00, 100_00)},
            {"ante": (25_00, 500_00)},
        ]
        for one in exported:
            replay(one.script)


async def test_what_is_refused_in_a_sentence(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register(handler)
        for command, by, sentence in (
            (limits(25_00, 500_00), SUPERVISOR, "This takes a pit manager or above."),
            (limits(10_00, 100_00), PIT, "Table T1 has these limits already."),
            (limits(50_00, 25_00), PIT, "a smallest wager that is not above the largest"),
            (limits(5_00, 25_00, "pair_plus"), PIT, "has no limits of 'pair_plus'"),
        ):
            with pytest.raises(HouseRefused, match=sentence):
                await do(handler, "T1", command, by)
        assert (await handler.streams.table("T1")).state.planned_limits == {}


async def test_naming_the_present_limits_withdraws_a_plan(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register(handler)
        await do(handler, "T1", limits(25_00, 500_00), PIT)
        await do(handler, "T1", limits(10_00, 100_00), PIT)
        await do(handler, "T1", c.OpenBets())
        table = (await handler.streams.table("T1")).state
        assert table.game.settings.ante == Limits(10_00, 100_00)
        kinds = [type(decode_event(one.event)) for one in await handler.store.read("table:T1")]
        assert h.LimitsChanged not in kinds


async def test_an_automatic_table_without_wagers_opens_anew(store_url: str) -> None:
    """Nobody has bet: the round ends, so that the next guest finds the new limits."""
    async with keeping(store_url) as handler:
        entry = TableEntry("casino-stud", boxes=6, limits={"ante": (10_00, 100_00)})
        automatic = Dealing(automatic=True)
        command = hc.RegisterTable(name="T1", entry=entry, dealing=automatic, money=Money.PRACTICE)
        await do(handler, None, command)
        if (await handler.streams.table("T1")).state.game.round.number == 0:
            await do(handler, "T1", c.OpenBets())
        bot = hc.SeatBot(box=2, name="Ada (bot)", strategy="simple", ante=10_00)
        await do(handler, "T1", bot, PIT)
        with pytest.raises(HouseRefused, match=r"Ada \(bot\) at box 2 plays for 10.00"):
            await do(handler, "T1", limits(25_00, 500_00), PIT)
        await do(handler, "T1", hc.UnseatBot(box=2), PIT)
        await do(handler, "T1", limits(25_00, 500_00), PIT)
        table = (await handler.streams.table("T1")).state
        assert next_step(table) == (h.Step.END_EMPTY_ROUND, 0)


async def test_limits_do_not_wait_for_an_edition_that_is_planned_for_later(store_url: str) -> None:
    """The empty round would end with the edition, tomorrow: it ends now, for the limits."""
    async with keeping(store_url) as handler:
        now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        handler.now = lambda: now
        entry = TableEntry("casino-stud", boxes=6, limits={"ante": (10_00, 100_00)})
        automatic = Dealing(automatic=True)
        command = hc.RegisterTable(name="T1", entry=entry, dealing=automatic, money=Money.PRACTICE)
        await do(handler, None, command)
        await do(handler, "T1", c.OpenBets())
        tomorrow = now + timedelta(days=1)
        change = hc.ChangeEdition(table="T1", rulebook=SEVENTH, since=tomorrow, reason="x")
        await by_two(handler, change, SHIFT, OTHER, "edition")
        timer = (await handler.streams.table("T1")).state.timer
        assert timer is not None
        assert (timer.step, timer.due) == (h.Step.END_EMPTY_ROUND, tomorrow)
        await do(handler, "T1", limits(25_00, 500_00), PIT)
        timer = (await handler.streams.table("T1")).state.timer
        assert timer is not None
        assert (timer.step, timer.due) == (h.Step.END_EMPTY_ROUND, now)
        await do(handler, "T1", limits(10_00, 100_00), PIT)  # withdrawn: the edition waits again
        timer = (await handler.streams.table("T1")).state.timer
        assert timer is not None
        assert timer.due == tomorrow
        assert (await verify(handler.store)).wrong is None
