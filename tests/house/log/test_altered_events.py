"""Whoever has the key, too, alters no event: the proof decides its command again.

A day at a house in which everything happens that its tables, its cage and its payments record:
seats, calls, acts, slips, chips, prizes that come back. Each kind of event is then altered, value
by value, in a record that follows from the one before it.
"""

import asyncio
import json
import pickle
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import structs

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import as_sent, asked_by, asked_in
from croupier.house.app.recovery import ITSELF
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage import events as ce
from croupier.house.model.cage.day import Period
from croupier.house.model.ledger.accounts import remainder
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Record, decode_event
from croupier.house.model.settings import CageLimits, Cards, ChipSet, Dealing, Money, OddMoney
from croupier.house.model.table.acts import open_acts
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.house.read.proof.replaying import Proof
from croupier.house.store import database_url, migrate
from croupier.money import MOST_CENTS
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import CASHIER, balance, by_two, fund, practise
from tests.house.houses import DEALER, MANAGER, METER, do, keeping, key, register_table

ANN = Actor("ann", Role.PLAYER)
PIT = Signature("pia", HouseRole.PIT_SUPERVISOR)
SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)
OTHER = Signature("sam", HouseRole.SHIFT_MANAGER)
ROYAL, NOTHING = "As Ks Qs Js Ts", "2c 3d 6c 8s Tc"
DOWN = "? ? ? ? ?"

KINDS = {
    *get_args(h.HouseTableEvent),
    *get_args(h.PaymentEvent),
    *get_args(ce.CageEvent),
}
INPUT = {h.CommandGiven, h.TableRegistered}
"""What is asked, not what follows: signatures and the keyed chain stand for it."""
PROVED_OTHERWISE = {
    h.ShuffleCommitted,  # a seed is drawn, and proved when it is opened
    h.CardsSealed,  # proved with the key of the round (`test_sealed_cards.py`)
    h.CardsOpened,
    ce.FloatCounted,  # held against the ledger once all of it is read
    ce.DayClosed,
    h.EditionPlanned,  # `test_editions.py`
    h.EditionChanged,
    h.EditionNotChanged,
    ce.Recovered,  # `test_wallets.py`
}


async def _confirm(handler: CommandHandler) -> None:
    table = (await handler.streams.table("T1")).state
    link = (await handler.streams.jackpot("J1")).state
    acts = tuple(act.id for act in open_acts(table, link))
    await do(handler, "T1", hc.ConfirmActs(acts=acts))


async def _physical(handler: CommandHandler) -> None:
    """A round of chips and cards: ann antes 25.30, which no chip pays, and wins the jackpot."""
    for command, by in (
        (hc.SignOn(), DEALER),
        (hc.PauseTable(reason="a spill"), DEALER),
        (hc.ResumeTable(), DEALER),
        (hc.TakeSeat(box=1, player="ann"), DEALER),
        (hc.TakeSeat(box=2), DEALER),
        (hc.LeaveSeat(box=2), DEALER),
        (hc.CallFor(need=hc.Need.FILL, words="fives"), DEALER),
        (hc.AnswerNeed(call=1), DEALER),
        (hc.ChangeLimits(limits={"ante": (10_00, 500_00)}, reason="a busy day"), MANAGER),
        (c.OpenBets(), DEALER),
        (c.PlaceWager(box=1, wager="ante", amount=25_30, player="ann"), DEALER),
        (c.PlaceWager(box=1, wager=WagerKind.JACKPOT, player="ann"), DEALER),
        (c.CloseBets(), DEALER),
        (c.Deal(hands={"1": DOWN, "dealer": "? ? ? ? 3c"}), DEALER),
        (c.Report(irregularity=Irregularity.OTHER, description="My chips moved."), ANN),
        (hc.AnswerCall(call=1), DEALER),
        (c.PlaceWager(box=1, wager="bet"), DEALER),
        (c.RevealDealer(cards="Ac Kd 9s 4d 3c"), DEALER),
        (c.ShowHand(box=1, cards=ROYAL), DEALER),
        (c.ClaimJackpot(box=1), DEALER),
        (c.Settle(), DEALER),
    ):
        await do(handler, "T1", command, by)
    with pytest.raises(Refused):
        await do(handler, "T1", c.CorrectEntry(box=1, cards="Ac Kd Qh Jh Th"), MANAGER)
    passed = hc.NoteLossLimit(player="ann", lost=25_30, limit=1_00, period=Period.DAY)
    await handler.command("T1", structs.replace(passed, by=HOUSE_MANAGER), HOUSE_MANAGER, key())
    pay = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1)
    await by_two(handler, pay, PIT, CASHIER, "pay")
    await _confirm(handler)
    wrong = hc.ReportPayment(
        round=1,
        box=1,
        player="ann",
        wager="bet",
        over=5_00,
        reason="counted again",
        stays=True,
        second_person_above=1,
    )
    await do(handler, "T1", wrong, MANAGER)
    await do(handler, "T1", c.CorrectEntry(box=1, cards=NOTHING), MANAGER)
    [handed] = (await handler.streams.jackpot("J1")).state.handed
    back = hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=100_00)
    await by_two(handler, back, PIT, CASHIER, "back")
    assert handed.unreturned > 100_00
    again = structs.replace(back, amount=200_00)
    proposal = (await handler.command(None, again, PIT, key())).proposal
    assert proposal is not None
    await handler.command(None, hc.Decline(proposal=proposal, reason="no"), PIT, key())
    await _confirm(handler)
    for played in (
        c.OpenBets(),
        c.PlaceWager(box=1, wager="ante", amount=25_00, player="ann"),
        c.PlaceWager(box=1, wager=WagerKind.JACKPOT, player="ann"),
        c.CloseBets(),
        c.Deal(hands={"1": ROYAL, "dealer": "Ac Kd 9s 4d 3c"}),
        c.PlaceWager(box=1, wager="bet"),
        c.RevealDealer(),
        c.Settle(),
    ):
        await do(handler, "T1", played)
    in_cash = hc.PayJackpot(jackpot="J1", table="T1", round=2, box=1, cash=True)
    await by_two(handler, in_cash, PIT, CASHIER, "cash")
    await _confirm(handler)
    await do(handler, "T1", hc.AnnounceLastRound(), MANAGER)
    await do(handler, "T1", hc.SignOff())


async def _electronic(handler: CommandHandler) -> None:
    """T2 out of wallets, with a part of the shuffle and a wager on request; T3 with bots."""
    await register_table(handler, "T2", jackpot=None)
    await fund(handler, ["ann"], 1_000_00)
    for command, by in (
        (c.OpenBets(), DEALER),
        (c.PlaceWager(box=1, wager="ante", amount=25_00, player="ann"), ANN),
        (hc.AddSeed(next="ab" * 32), ANN),
        (hc.RequestWager(box=2, wager="ante", amount=50_00), ANN),
        (c.PlaceWager(box=2, wager="ante", amount=25_00, player="ann"), DEALER),
        (c.CloseBets(), DEALER),
        (c.Deal(), DEALER),
        (c.Fold(box=1), ANN),
        (c.Fold(box=2), ANN),
        (c.RevealDealer(), DEALER),
        (c.Settle(), DEALER),
    ):
        await do(handler, "T2", command, by)
    automatic = Dealing(automatic=True)
    await register_table(handler, "T3", jackpot=None, dealing=automatic, money=Money.PRACTICE)
    await practise(handler, "ann", 500_00)
    bot = hc.SeatBot(box=2, name="Ada (bot)", strategy="simple", ante=10_00)
    for life, by in ((bot, MANAGER), (hc.PlayAlone(), ANN), (hc.PlayAlone(alone=False), ANN)):
        await do(handler, "T3", life, by)
    await do(handler, "T3", hc.UnseatBot(box=2), MANAGER)
    table = (await handler.streams.table("T3")).state
    if table.timer is None:
        await do(handler, "T3", c.OpenBets())
    await do(handler, "T3", c.CloseTable(), MANAGER)


async def _cage(handler: CommandHandler) -> None:
    fives = (cc.Pieces(5_00, 20),)
    bankroll = cc.MoveBankroll(way=cc.Direction.IN, amount=MOST_CENTS, reason="opening bankroll")
    await by_two(handler, bankroll, CASHIER, SHIFT, "bankroll")
    [due] = (await handler.streams.jackpot("J1")).state.payables
    assert due.slip is not None
    for command, by in (
        (cc.OpenDrawer(amount=due.amount + 100_00), CASHIER),
        (cc.PayPrize(slip=due.slip), CASHIER),
        (cc.BuyIn(player="ann", amount=200_00), CASHIER),
        (cc.CashOut(player="ann", amount=50_00), CASHIER),
        (cc.BuyChips(player="bob", amount=100_00), CASHIER),
        (cc.CloseDrawer(amount=351_00, reason="a coin more"), CASHIER),
        (cc.RedeemChips(player="bob", amount=40_00), CASHIER),
        (cc.OpenShift(name="day"), SHIFT),
        (cc.CloseShift(remarks="quiet"), SHIFT),
        (cc.PlanRotation(), PIT),
        (cc.TableBuyIn(table="T1", player="bob", amount=60_00), Signature("dan", HouseRole.DEALER)),
        (cc.Fill(table="T1", amount=500_00), CASHIER),
        (cc.Credit(table="T1", amount=100_00), CASHIER),
        (cc.RequestTransfer(table="T1", way=cc.Way.FILL, amount=100_00), PIT),
        (cc.IssueTransfer(table="T1", slip=1, chips=fives), CASHIER),
        (cc.ReceiveTransfer(table="T1", slip=1), PIT),
        (cc.RequestTransfer(table="T1", way=cc.Way.FILL, amount=100_00), PIT),
        (cc.CancelTransfer(table="T1", slip=2, reason="not needed"), PIT),
        (cc.CountFloat(table="T1", amount=400_00), PIT),
        (cc.CountDrop(table="T1", amount=60_00), CASHIER),
        (cc.SetLossLimit(amount=900_00, period=Period.DAY, player="ann"), CASHIER),
    ):
        await handler.command(None, command, by, key())
    coin = await balance(handler, remainder("ann"))
    await handler.command(None, cc.PayRemainder(player="ann", amount=coin), CASHIER, key())
    recount = cc.RecountDrop(table="T1", amount=61_00, reason="one coin more")
    await by_two(handler, recount, CASHIER, SHIFT, "recount")
    await handler.command(None, cc.BuyChips(player="bob", amount=30_00), CASHIER, key())
    receipt = (await handler.streams.department(Department.CAGE)).head.version
    put_right = cc.CorrectBuyIn(receipt=receipt, amount=3_00, reason="a nought too many")
    await by_two(handler, put_right, CASHIER, SHIFT, "right")
    await handler.command(None, cc.CloseDay(day="2026-03-01"), SHIFT, key())
    reopen = cc.ReopenDay(day="2026-03-01", reason="too early")
    await by_two(handler, reopen, SHIFT, OTHER, "reopen")


async def _day(folder: Path) -> list[Record]:
    async with keeping(database_url(folder)) as handler:
        moment = datetime(2026, 3, 1, 12, tzinfo=UTC)

        def now() -> datetime:
            nonlocal moment
            moment += timedelta(seconds=1)
            return moment

        handler.now = now
        await fund(handler, ["ann", "bob"], 100_00)
        chips = ChipSet((1_00, 5_00, 25_00), OddMoney.CAGE)
        configure = cc.ConfigureCage(limits=CageLimits(), days=handler.calendar.days, chips=chips)
        await handler.command(None, configure, ITSELF, key())
        await do(handler, None, hc.RegisterJackpot(name="J1", entry=METER))
        entry = TableEntry("casino-stud", boxes=6, jackpot="J1", entry=EntryMode.RECORDING)
        live = Dealing(cards=Cards.LIVE)
        await do(handler, None, hc.RegisterTable(name="T1", entry=entry, dealing=live))
        await _physical(handler)
        await _electronic(handler)
        await _cage(handler)
        return [entry.record for entry in await handler.store.scan()]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    folder = tmp_path_factory.mktemp("day")
    migrate(database_url(folder))
    return asyncio.run(_day(folder))


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the values of an event stand, but for its name."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in inner:
        if isinstance(one, dict | list):
            yield from leaves(one, (*path, name))
        elif (*path, name) != ("event",) and one is not None:
            yield (*path, name)


def altered(event: bytes, path: Sequence[str | int]) -> bytes:
    """The event with another value there."""
    told = json.loads(event)
    *way, last = path
    place = told
    for step in way:
        place = place[step]
    value = place[last]
    match value:
        case bool():
            place[last] = not value
        case int():
            place[last] = value + 1
        case str() if value and set(value) <= set("0123456789abcdef"):
            place[last] = ("1" if value[0] == "0" else "0") + value[1:]
        case _:
            place[last] = f"{value}x"
    return json.dumps(told).encode()


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_whatever_is_altered_in_an_event_is_found(records: list[Record], each: int) -> None:
    """Every value of every kind of event, or one in four; all that was before it as it was."""
    proof, missed = Proof(), []
    seen: set[type[object]] = set()
    for record in records:
        kind = type(decode_event(record.event))
        if kind in KINDS - INPUT - PROVED_OTHERWISE - seen:
            seen.add(kind)
            kept = pickle.dumps(proof)
            for path in list(leaves(json.loads(record.event)))[::each]:
                changed = structs.replace(record, event=altered(record.event, path), sealed=None)
                if not pickle.loads(kept).problems(changed):
                    missed.append((kind.__name__, path))
        assert proof.problems(record) == []
    assert missed == []
    assert {kind.__name__ for kind in KINDS - INPUT - PROVED_OTHERWISE - seen} == set()


def test_what_the_house_fills_in_is_recorded_whatever_was_sent(records: list[Record]) -> None:
    """And the answer is proved by what was sent without it."""
    [first, report] = next(
        (record, event.command)
        for record in records
        if isinstance(event := decode_event(record.event), h.CommandGiven)
        and isinstance(event.command, hc.ReportPayment)
    )
    assert report.second_person_above == CageLimits().second_person_above
    sent = asked_by("T1", as_sent(report))
    assert sent in (asked_in(first, b"", chained=False) or ())
