"""What matters is listed as it is recorded, can be searched, and cannot be tampered with."""

import csv
import io
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from croupier.house.log.event_store import Search
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import Pieces, ReopenDay, Way
from croupier.house.model.cage.day import GamingDay
from croupier.house.model.cage.events import CageConfigured, FloatFilled, Found, TransferIssued
from croupier.house.model.jackpot import events as hj
from croupier.house.model.operation import events as o
from croupier.house.model.people.events import LogInFailed, RolesGiven
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import GENESIS, Record, SignificantEvent, encode_event
from croupier.house.model.settings import CageLimits
from croupier.house.model.significant import significant, worded_before
from croupier.house.model.significant_kinds import Kind
from croupier.house.model.significant_said import as_said
from croupier.house.read.proof.verify import verify
from croupier.house.read.search import read_cursor, search, significant_csv
from croupier.house.store import open_store
from croupier.house.store.connecting import sqlite_driver
from croupier.jackpot.commands import AdjustJackpot
from croupier.jackpot.events import JackpotAdjusted, JackpotWon, Winning, WinsReversed
from croupier.rulebooks.irregularities import IN_WORDS, SEEN, Decision, Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Line
from croupier.wagers import Result
from tests.house.houses import MANAGER, do, keeping
from tests.house.read.live import ROYAL, live_house, live_round

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MIA = Signature("mia", HouseRole.SHIFT_MANAGER)


def record(stream: str, event: h.LogEvent) -> Record:
    return Record(stream, 7, NOON, MIA, "key", encode_event(event), GENESIS)


def line(won: int) -> e.WagerSettled:
    return e.WagerSettled(Line(2, "ann", "bet", 2000, Result.WON, won, 2000, ("CSP 4.1",)))


@pytest.mark.parametrize(
    ("stream", "event", "kind", "player", "amount", "number"),
    [
        ("table:T1", line(10_000_00), Kind.LARGE_WIN, "ann", 10_000_00, 3),
        ("table:T1", e.RoundVoided(("CSP 5.4",)), Kind.VOID, None, None, 3),
        ("table:T1", e.SettlementReversed(), Kind.REVERSAL, None, None, 3),
        ("jackpot:J1", WinsReversed("J1", "T1", 4, 500, 0), Kind.REVERSAL, None, 500, 4),
        (
            "table:T1",
            e.MatterDecided(1, Decision.VOID, Actor("mia", Role.SHIFT_MANAGER), "seen", ()),
            Kind.RULING,
            None,
            None,
            3,
        ),
        ("table:T1", h.TablePaused("a spill"), Kind.PAUSE, None, None, 3),
        (
            "table:T1",
            e.WagerCorrected(1, "ann", WagerKind.ANTE, 500, Actor("mia", Role.PLAYER)),
            Kind.OVERRIDE,
            "ann",
            500,
            3,
        ),
        (
            "jackpot:J1",
            JackpotWon("J1", "T1", 9, (Winning(1, "ann", WagerKind.JACKPOT, 7),), 7, 0, ()),
            Kind.HIT,
            "ann",
            7,
            9,
        ),
        (
            "jackpot:J1",
            JackpotAdjusted("J1", -5, "miscount", Actor("mia", Role.PLAYER)),
            Kind.ADJUSTMENT,
            None,
            -5,
            None,
        ),
        ("jackpot:J1", hj.LinkFailed("cable"), Kind.LINK, None, None, None),
        ("people", LogInFailed("bob", "127.0.0.1"), Kind.FAILED_LOG_IN, "bob", None, None),
        ("people", RolesGiven("bob", (HouseRole.CAGE,)), Kind.ROLE, "bob", None, None),
        ("cage", FloatFilled("T1", 500, "2026-01-01"), Kind.FILL, None, 500, None),
        ("operation", o.ClockStepped("host:1", -3.5), Kind.CLOCK, None, None, None),
        ("operation", o.LogChecked(True, 12), Kind.VERIFICATION, None, None, None),
    ],
)
def test_what_matters_has_its_line(
    stream: str,
    event: h.LogEvent,
    kind: Kind,
    player: str | None,
    amount: int | None,
    number: int | None,
) -> None:
    found = significant(record(stream, event), event, 3)
    assert found is not None
    assert (found.kind, found.player, found.amount, found.round) == (kind, player, amount, number)
    assert (found.person, found.at, found.version) == ("mia", NOON, 7)


@pytest.mark.parametrize(("won", "listed"), [(9_999_99, False), (10_000_00, True)])
def test_a_win_is_large_from_the_amount_that_is_set(won: int, listed: bool) -> None:
    assert (significant(record("table:T1", line(won)), line(won), 3) is not None) is listed
    assert significant(record("table:T1", line(won)), line(won), 3, large_win=1) is not None


def test_the_words_of_a_check_and_of_a_start() -> None:
    for event, words in (
        (o.LogChecked(True, 12), "the whole log checked, 12 records: all is well"),
        (o.LogChecked(False, 3, ("x",)), "what is new of the log checked, 3 records: x"),
        (o.HouseOpened("1", program="aa"), "house opened: version 1, program aa"),
        (
            o.HouseOpened("1", program="aa", files={"a.py": None}),
            "house opened: version 1, program aa; 1 files are not as at the last start",
        ),
    ):
        found = significant(record("operation", event), event, None)
        assert found is not None
        assert found.text == words


SIGNED = Signature("pit1", HouseRole.PIT_SUPERVISOR, "92d1aa25e9ccae9b")
AS_PYTHON = (
    "Signature(id='pit1', role=<HouseRole.PIT_SUPERVISOR: 'pit_supervisor'>, "
    "session='92d1aa25e9ccae9b')"
)


@pytest.mark.parametrize(
    ("stream", "event", "text", "before"),
    [
        (
            "jackpot:J1",
            h.ProposalApproved("jackpot:J1/2", SIGNED),
            "proposal approved: proposal jackpot:J1/2, proposed by pit1 as pit supervisor",
            f"proposal approved: proposal jackpot:J1/2, proposed by {AS_PYTHON}",
        ),
        (
            "cage",
            h.Proposed("cage/1", ReopenDay(day="2026-01-01", reason="x"), SIGNED),
            "proposed: proposal cage/1, by pit1 as pit supervisor, command reopen day",
            f"proposed: proposal cage/1, by {AS_PYTHON}, found UNSET, command reopen day",
        ),
        (
            "cage",
            h.Proposed("cage/1", ReopenDay(day="2026-01-01", reason="x"), SIGNED, Found(7_50)),
            "proposed: proposal cage/1, by pit1 as pit supervisor, found expected 7.50, "
            "command reopen day",
            f"proposed: proposal cage/1, by {AS_PYTHON}, found Found(expected=750, seq=None), "
            "command reopen day",
        ),
        (
            "cage",
            CageConfigured(CageLimits(), GamingDay("Asia/Singapore", "06:00")),
            "cage configured: limits buy in 1,000,000.00, cash out 1,000,000.00, "
            "table buy in 200,000.00, fill 5,000,000.00, credit 5,000,000.00, "
            "count 10,000,000.00, second person above 50,000.00, "
            "days time zone Asia/Singapore, starts 06:00",
            "cage configured: limits CageLimits(buy_in=100000000, cash_out=100000000, "
            "table_buy_in=20000000, fill=500000000, credit=500000000, count=1000000000, "
            "second_person_above=5000000), "
            "days GamingDay(time_zone='Asia/Singapore', starts='06:00')",
        ),
        (
            "cage",
            TransferIssued(
                1, "T1", Way.FILL, 3_500_00, (Pieces(1_000_00, 3), Pieces(100_00, 5)), "cora", "d"
            ),
            "transfer issued: slip 1, table T1, way fill, amount 3,500.00, "
            "chips 3 × 1,000.00, 5 × 100.00, issued by cora, day d",
            "transfer issued: slip 1, table T1, way fill, amount 3,500.00, "
            "chips value 100000, count 3, value 10000, count 5, issued by cora, day d",
        ),
    ],
)
def test_what_an_event_holds_is_said_in_words(
    stream: str, event: h.LogEvent, text: str, before: str
) -> None:
    """`before` is what lists of version 0.2 say, which still prove."""
    found = significant(record(stream, event), event, None)
    assert found is not None
    assert found.text == text
    assert worded_before(found, event).text == before


async def test_a_list_from_before_still_proves(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    async with keeping(url) as handler:
        await live_house(handler)
        adjust = AdjustJackpot(jackpot="J1", amount=-100, reason="miscount")
        await do(handler, None, adjust, MANAGER)
    old = (
        "proposed: proposal jackpot:J1/1, by Signature(id='mia', role=<HouseRole.SHIFT_MANAGER: "
        "'shift_manager'>, session=UNSET), found UNSET, command adjust jackpot"
    )
    connection: sqlite3.Connection = sqlite_driver().connect(str(tmp_path / "house.db"))
    changed = connection.execute(
        "UPDATE significant SET text = ? WHERE kind = 'proposal'", (old,)
    ).rowcount
    connection.commit()
    connection.close()
    assert changed == 1
    store = await open_store(url)
    try:
        assert (await verify(store)).wrong is None
    finally:
        await store.close()


def test_ordinary_play_is_not_listed() -> None:
    placed = e.WagerPlaced(1, "ann", WagerKind.ANTE, 1000)
    assert significant(record("table:T1", placed), placed, 3) is None


async def _eventful(url: str) -> None:
    """A house in which something happened: a correction, a pause, a report and a ruling."""
    async with keeping(url) as handler:
        await live_house(handler)
        await live_round(handler)
        await do(handler, "T1", hc.PauseTable(reason="a spill"))
        await do(handler, "T1", hc.ResumeTable())
        await live_round(handler, settle=False)
        report = c.Report(irregularity=Irregularity.FOREIGN_CARD)
        await do(handler, "T1", report, MANAGER)
        await do(handler, None, hc.FailLink(jackpot="J1", reason="cable"), MANAGER)


async def test_it_is_searched_by_what_is_known(store_url: str) -> None:
    await _eventful(store_url)
    store = await open_store(store_url)
    try:
        paused = await store.significant(Search(kind=Kind.PAUSE.value))
        assert [one.text for one in paused] == ["resumed", "paused: a spill"]
        voids = await store.significant(Search(kind="void", place="T1"))
        assert {one.round for one in voids} == {2}
        mia = await store.significant(Search(person="mia"))
        assert mia
        assert all("mia" in (one.person, one.player) for one in mia)
        assert await store.significant(Search(text="SPILL")) == [paused[1]]
        assert await store.significant(Search(text="100%_")) == []
        assert await store.significant(Search(since=datetime(2100, 1, 1, tzinfo=UTC))) == []
        linked = await store.significant(Search(stream="jackpot:J1", kind="link"))
        assert [one.text for one in linked] == ["link failed: cable"]
    finally:
        await store.close()


async def test_pages_follow_each_other_without_a_gap(store_url: str) -> None:
    await _eventful(store_url)
    store = await open_store(store_url)
    try:
        whole = await store.significant(Search(limit=1000))
        assert len(whole) >= 8
        found: list[SignificantEvent] = []
        before = None
        while True:
            page = await search(store, Search(before=before, limit=3))
            found += page.events
            if page.next is None:
                break
            before = read_cursor(page.next)
        assert found == [as_said(line) for line in whole]
    finally:
        await store.close()


async def test_it_is_written_for_a_spreadsheet(sqlite_url: str) -> None:
    await _eventful(sqlite_url)
    store = await open_store(sqlite_url)
    try:
        events = await store.significant(Search())
    finally:
        await store.close()
    rows = list(csv.DictReader(io.StringIO(significant_csv(events))))
    assert len(rows) == len(events)
    assert rows[0]["kind"] == events[0].kind
    harmful = SignificantEvent("t", 1, NOON, "k", None, None, None, None, None, "=cmd()")
    assert "'=cmd()" in significant_csv([harmful])


async def test_ordinary_rounds_leave_no_lines(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        before = len(await handler.store.significant(Search(place="T1")))
        await live_round(handler)
        assert len(await handler.store.significant(Search(place="T1"))) == before


async def test_a_royal_flush_is_a_hit_and_a_large_win(sqlite_url: str) -> None:
    """Royal flush: bet 20.00 at 250 to 1 = 5,000.00; the whole meter of 1,000,001.15."""
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        await live_round(handler, ROYAL)
        hit, queued = await handler.store.significant(Search(kind="hit", stream="jackpot:J1"))
        assert queued.text == "claims of p1 at T1 round 1 wait for their turn"
        assert (hit.player, hit.amount, hit.round) == ("p1", 1_000_001_15, 1)
        [large] = await handler.store.significant(Search(kind="large-win"))
        assert (large.player, large.amount) == ("p1", 1_000_001_15)


async def test_a_correction_of_the_meter_is_found(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        adjust = AdjustJackpot(jackpot="J1", amount=-100, reason="miscount")
        await do(handler, None, adjust, MANAGER)
        kinds = {one.kind for one in await handler.store.significant(Search(stream="jackpot:J1"))}
        assert kinds & {"adjustment", "proposal"}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE significant SET text = 'nothing' WHERE kind = 'pause'",
        "UPDATE significant SET person = 'bob' WHERE kind = 'void'",
        "DELETE FROM significant WHERE kind = 'link'",
        "INSERT INTO significant VALUES ('table:T1', 2, '2026-01-01T00:00:00.000000+00:00',"
        " 'hit', NULL, NULL, NULL, NULL, NULL, 'x')",
    ],
)
async def test_whoever_tampers_with_the_list_is_found_out(tmp_path: Path, change: str) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    await _eventful(url)
    store = await open_store(url)
    assert (await verify(store)).wrong is None
    await store.close()
    driver = sqlite_driver()
    connection: sqlite3.Connection = driver.connect(str(tmp_path / "house.db"))
    connection.execute(change)
    connection.commit()
    connection.close()
    store = await open_store(url)
    try:
        wrong = (await verify(store)).wrong
    finally:
        await store.close()
    assert wrong is not None
    assert "what matters" in wrong


async def test_departments_are_searched_too(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await handler.record(
            Department.OPERATION, lambda state, at: (o.ClockStepped("host:1", 7.0),), None, "k-1"
        )
        [stepped] = await handler.store.significant(Search(kind="clock"))
        assert stepped.stream == "operation"


def test_irregularities_and_rulings_are_said_in_words_of_people() -> None:
    """Every name that the program has for them, in the four kinds of line that bear one; the lines
    themselves stay as they are, and prove."""

    def said(kind: Kind, text: str) -> str:
        at = datetime(2026, 3, 1, tzinfo=UTC)
        line = SignificantEvent("table:T1", 1, at, kind.value, None, "T1", 1, None, None, text)
        return as_said(line).text

    assert SEEN.keys() == set(Irregularity)
    for what, seen in SEEN.items():
        name = what.replace("_", " ")
        for decision, done in IN_WORDS.items():
            line = f"{name}: {decision.replace('_', ' ')} (CSP 5.11, CSP 5.12)"
            assert said(Kind.IRREGULARITY, line) == f"{seen}; decided: {done} (CSP 5.11, CSP 5.12)"
        opened = f"matter 3: {name}, for the pit manager to decide"
        expected = f"matter 3: {seen}, for the pit manager to decide"
        assert said(Kind.IRREGULARITY, opened) == expected
        told = said(Kind.IRREGULARITY, f"{name} with cards refused to ann: no-such-box")
        assert told == f"{seen}: a report with cards was refused to ann (no-such-box)"
    for decision, done in IN_WORDS.items():
        ruled = f"matter 3: {decision.replace('_', ' ')}: a card: too many (CSP 5.11)"
        assert said(Kind.RULING, ruled) == f"matter 3: {done}: a card: too many (CSP 5.11)"
    wrong = "wrong payout: 5.00 too much for bet of box 1, put right: counted again"
    assert said(Kind.IRREGULARITY, wrong) == wrong
