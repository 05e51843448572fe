"""Staff who guess at the closed cards of a live table by reports that are refused.

A supervisor who had never been at the table gave 13 reports of a dealing error, each with the up
card and four others: the refusals named every closed card among them, and nothing was recorded.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from croupier.cards import DECK, card_name
from croupier.house.app.audience import Announcement
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.log.event_store import Search
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Cards, Dealing
from croupier.house.model.significant_kinds import Kind
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.house.read.history import changes_after
from croupier.house.read.proof.verify import verify
from croupier.refusal import Code, Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer
from tests.house.app.test_cards_are_nobodys import give
from tests.house.funding import fund
from tests.house.houses import ante, do, keeping, register_table
from tests.house.serving import caller, serving

SUE = Actor("sue", Role.PIT_SUPERVISOR)
MAX = Actor("max", Role.PIT_MANAGER)
ANN, BOB = Actor("p1", Role.PLAYER), Actor("p2", Role.PLAYER)
HANDS = {"1": "9h Th Jh Qh Kh", "2": "5c 6c 7c 8c 9c", "dealer": "2s 3s 4s 5s 6s"}
LIES_ELSEWHERE = (
    "A card of these hands lies elsewhere in this deal; boxes that are not named keep theirs."
)
TOO_OFTEN = (
    "5 reports or corrections of yours that named cards were refused at table T1 in this round; "
    "another official may report."
)
WRONG = c.Report(irregularity=Irregularity.DEALER_CARD_EXPOSED, card="As")
RIGHT = c.Report(irregularity=Irregularity.DEALER_CARD_EXPOSED, card="3s")


async def deal(handler: CommandHandler) -> None:
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1), ANN)
    await do(handler, "T1", ante(2), BOB)
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal(hands=HANDS))


async def dealt(handler: CommandHandler) -> None:
    """A live table at which nobody has looked."""
    await register_table(handler, jackpot=None, dealing=Dealing(cards=Cards.LIVE))
    await deal(handler)


@asynccontextmanager
async def live(url: str) -> AsyncIterator[CommandHandler]:
    async with keeping(url) as handler:
        await dealt(handler)
        yield handler


async def refused(
    handler: CommandHandler, command: hc.AnyCommand, by: Actor = SUE, times: int = 1
) -> list[str]:
    """The codes of commands that are refused, one after the other."""
    codes = []
    for _ in range(times):
        try:
            await do(handler, "T1", command, by)
        except (Refused, HouseRefused) as told:
            codes.append(told.refusal.code.value)
        else:
            pytest.fail("it was taken")
    return codes


async def noted(handler: CommandHandler) -> list[h.LogEvent]:
    """The refusals in the table's stream."""
    events = [decode_event(record.event) for record in await handler.store.read("table:T1")]
    return [event for event in events if isinstance(event, h.ReportRefused)]


def guesses(up_card: str) -> list[dict[str, Any]]:
    """The other 51 cards, four at a time, with the up card: certain to be refused."""
    rest = [name for card in DECK if (name := card_name(card)) != up_card]
    fours = [*(rest[at : at + 4] for at in range(0, 48, 4)), rest[-4:]]
    return [
        {"irregularity": "dealing_error", "hands": {"1": " ".join((*four, up_card))}}
        for four in fours
    ]


async def up_card(house: House) -> str:
    current: Any = (await house.handler.streams.table("T1")).state.game.round
    return card_name(current.deal.up_card)


async def test_refused_reports_give_no_closed_card_away(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await dealt(house.handler)
        before = (await house.handler.streams.table("T1")).state
        async with await caller(house, address, "sue", HouseRole.PIT_SUPERVISOR) as http:
            reports = guesses(await up_card(house))
            answers = [await give(http, do="report", **report) for report in reports]
        assert len(answers) == 13
        told = [(one["status"], one["code"], one["message"], one["clause"]) for one in answers]
        assert told[:5] == [(422, "card-twice", LIES_ELSEWHERE, "CSP 2.2.1")] * 5
        assert told[5:] == [(422, "refused-too-often", TOO_OFTEN, None)] * 8
        after = (await house.handler.streams.table("T1")).state
        assert after.game == before.game
        assert after.refused_reports == {"sue": 5}
        lines = await house.store.significant(Search(kind=Kind.IRREGULARITY.value))
        assert [(one.player, one.person, one.place, one.round, one.text) for one in lines] == [
            ("sue", "house", "T1", 1, "dealing error with cards refused to sue: card-twice")
        ] * 5
        assert (await verify(house.store)).wrong is None


async def test_reports_that_come_at_once_are_counted_one_by_one(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await dealt(house.handler)
        async with await caller(house, address, "sue", HouseRole.PIT_SUPERVISOR) as http:
            reports = guesses(await up_card(house))
            answers = await asyncio.gather(*(give(http, do="report", **one) for one in reports))
        codes = Counter(answer["code"] for answer in answers)
        assert codes == {"card-twice": 5, "refused-too-often": 8}
        assert len(await noted(house.handler)) == 5
        assert (await verify(house.store)).wrong is None


@pytest.mark.parametrize(("times", "taken"), [(4, True), (5, False), (6, False)])
async def test_after_five_another_official_reports(
    sqlite_url: str, times: int, taken: bool
) -> None:
    """What sue saw is true; whoever has been wrong five times lets somebody else look."""
    async with live(sqlite_url) as handler:
        codes = await refused(handler, WRONG, times=times)
        assert codes == (["fact-missing"] * 5 + ["refused-too-often"])[:times]
        assert len(await noted(handler)) == min(times, 5)
        if taken:
            await do(handler, "T1", RIGHT, SUE)
        else:
            assert await refused(handler, RIGHT) == ["refused-too-often"]
            await do(handler, "T1", c.Report(irregularity=Irregularity.OTHER, description="!"), SUE)
            await do(handler, "T1", RIGHT, MAX)
        assert (await verify(handler.store)).wrong is None


async def test_the_next_round_begins_anew(sqlite_url: str) -> None:
    async with live(sqlite_url) as handler:
        await refused(handler, WRONG, times=6)
        await do(handler, "T1", c.Fold(box=1), ANN)
        await do(handler, "T1", c.Fold(box=2), BOB)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        assert await refused(handler, WRONG) == ["refused-too-often"]
        await deal(handler)
        assert (await handler.streams.table("T1")).state.refused_reports == {}
        await do(handler, "T1", RIGHT, SUE)
        assert (await verify(handler.store)).wrong is None


@pytest.mark.parametrize(
    ("command", "code", "irregularity"),
    [
        (WRONG, Code.FACT_MISSING, Irregularity.DEALER_CARD_EXPOSED),
        (
            c.Report(irregularity=Irregularity.CARDS_EXPOSED, cards="9h As"),
            Code.FACT_MISSING,
            Irregularity.CARDS_EXPOSED,
        ),
        (
            c.Report(irregularity=Irregularity.MISDEAL, moves={"1": 2}),
            Code.FACT_MISSING,
            Irregularity.MISDEAL,
        ),
        (
            c.Report(irregularity=Irregularity.SIMULTANEOUS_DRAW, order="9h As"),
            Code.NOTHING_TO_REPORT,
            Irregularity.SIMULTANEOUS_DRAW,
        ),
        (c.CorrectEntry(box=1, cards="2s 3s 4s 5s 6s"), Code.NOT_RECORDING, None),
    ],
)
async def test_every_kind_of_guess_is_on_record(
    sqlite_url: str, command: c.TableCommand, code: Code, irregularity: Irregularity | None
) -> None:
    async with live(sqlite_url) as handler:
        assert await refused(handler, command) == [code.value]
        assert await noted(handler) == [h.ReportRefused("sue", code, irregularity)]
        assert (await verify(handler.store)).wrong is None


async def test_a_correction_tells_no_card_and_is_on_record(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        entry = TableEntry("casino-stud", boxes=6, entry=EntryMode.RECORDING)
        live_cards = Dealing(cards=Cards.LIVE)
        await do(handler, None, hc.RegisterTable(name="T1", entry=entry, dealing=live_cards))
        await fund(handler)
        await deal(handler)
        for cards, message in (
            ("2s 8h As Ad Ac", LIES_ELSEWHERE),
            ("2s 8h As Ad As", "One deck has each card once; named twice: As."),
        ):
            with pytest.raises(Refused) as told:
                await do(handler, "T1", c.CorrectEntry(box=1, cards=cards), SUE)
            assert told.value.refusal.message == message
            assert told.value.refusal.clause == "CSP 2.2.1"
        assert await noted(handler) == [h.ReportRefused("sue", Code.CARD_TWICE)] * 2
        text = (await handler.store.significant(Search(kind=Kind.IRREGULARITY.value)))[0].text
        assert text == "correction with cards refused to sue: card-twice"


@pytest.mark.parametrize(
    "command",
    [
        c.Report(irregularity=Irregularity.OVER_LIMIT, box=1),
        c.Report(irregularity=Irregularity.DEALER_CARD_EXPOSED, card="1x"),
        c.CorrectEntry(box=1, wager=WagerKind.ANTE, amount=1),
    ],
)
async def test_what_names_no_card_of_a_deck_tells_nothing(
    sqlite_url: str, command: c.TableCommand
) -> None:
    """These answers do not depend on the cards: as before they leave no trace."""
    async with live(sqlite_url) as handler:
        before = (await handler.streams.table("T1")).version
        await refused(handler, command)
        assert (await handler.streams.table("T1")).version == before


async def test_staff_and_auditors_are_told_and_players_are_not(sqlite_url: str) -> None:
    async with live(sqlite_url) as handler:
        held = await handler.streams.table("T1")
        before = held.version
        await refused(handler, WRONG)
        [change] = await changes_after(handler.store, held, before)
        told = Announcement("table:T1", change)
        for viewer in (STAFF, AUDITOR):
            message = told.message(viewer)
            assert message is not None
            assert b'"event":"report_refused","person":"sue","code":"fact-missing"' in message
            assert b'"As"' not in message
        for viewer in (PUBLIC, Viewer.of_player("p1"), Viewer.of_player("sue")):
            assert told.message(viewer) is None


@pytest.mark.parametrize("snapshots", [True, False])
async def test_the_count_outlives_a_restart(store_url: str, snapshots: bool) -> None:
    async with live(store_url) as handler:
        await refused(handler, WRONG, times=5)
        if snapshots:
            await handler.streams.save_snapshots(every=1)
    async with keeping(store_url) as handler:
        assert (await handler.streams.table("T1")).state.refused_reports == {"sue": 5}
        assert await refused(handler, RIGHT) == ["refused-too-often"]
        assert (await verify(handler.store)).wrong is None


async def test_only_the_house_notes_it_and_only_five_times(sqlite_url: str) -> None:
    """A proof decides every note anew: one that is refused here is found there."""
    note = hc.NoteRefusedReport(person="max", code=Code.CARD_TWICE)
    async with live(sqlite_url) as handler:
        with pytest.raises(HouseRefused) as told:
            await do(handler, "T1", note, SUE)
        assert told.value.refusal.code is HouseCode.ROLE_TOO_LOW
        by_house = hc.NoteRefusedReport(person="max", code=Code.CARD_TWICE, by=HOUSE_MANAGER)
        for _ in range(5):
            await do(handler, "T1", by_house, HOUSE_MANAGER)
        with pytest.raises(HouseRefused) as told:
            await do(handler, "T1", by_house, HOUSE_MANAGER)
        assert told.value.refusal.code is HouseCode.REFUSED_TOO_OFTEN
        await register_table(handler, "T2", jackpot=None)
        with pytest.raises(HouseRefused) as told:
            await do(handler, "T2", by_house, HOUSE_MANAGER)
        assert told.value.refusal.code is HouseCode.BAD_COMMAND
