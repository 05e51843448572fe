"""Reports: win, drop and hold, how a meter came about, what is owed, the dossier of a link."""

import asyncio
import csv
import io
import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import structs

from croupier.books import find_rulebook
from croupier.cli.reports import report
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import CloseDay
from croupier.house.model.cage.day import UTC_DAYS
from croupier.house.model.cage.events import TableBoughtIn
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Record
from croupier.house.model.settings import Money
from croupier.house.model.significant import worded_before
from croupier.house.read.reports import dossier as dossiers
from croupier.house.read.reports import making
from croupier.house.read.reports.dossier import as_markdown, dossier
from croupier.house.read.reports.edges import edge
from croupier.house.read.reports.making import Reading, liability_of
from croupier.house.read.reports.tables import Span
from croupier.house.read.search import as_csv
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_to_read
from croupier.house.store.checking import NO_KEYS
from croupier.languages.lines import said
from croupier.odds import price
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from croupier.table.events import SettlementReversed
from tests.house.funding import fund
from tests.house.houses import KEY, MANAGER, do, keeping, key, register_jackpot
from tests.house.model.cage.test_payments import NOTHING, play, register
from tests.house.read.live import ROYAL, live_house, live_round


@asynccontextmanager
async def played(url: str) -> AsyncIterator[tuple[Reading, str, Span]]:
    """Antes of 10, 50 and 10, each won with a pair; the first two with a jackpot wager."""
    async with keeping(url) as handler:
        now = handler.now()
        handler.now = lambda: now  # all of it on one day
        await live_house(handler)
        await live_round(handler)
        await live_round(handler, amount=5000)
        await live_round(handler, on_jackpot=False)
        day = handler.calendar.of(now)
        yield (
            Reading(handler.store, handler),
            day,
            Span(now - timedelta(hours=1), now + timedelta(1)),
        )


@pytest.mark.parametrize(("keys", "reads"), [(Keyring.of(KEY), False), (NO_KEYS, True)])
async def test_with_the_key_a_report_begins_at_what_the_house_kept(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, keys: Keyring, *, reads: bool
) -> None:
    """Without it the state of a table is folded anew from its records; the report is the same."""
    async with played(sqlite_url) as (house, day, _):
        wanted = await making.tables(house, day)
        await house.handler.streams.save_snapshots(1)
    store = await open_to_read(sqlite_url)
    read = store.read
    folded: list[Record] = []

    async def noted(stream: str, *given: int) -> Sequence[Record]:
        found = await read(stream, *given)
        folded.extend(found)
        return found

    try:
        reading = Reading.of(store, keys, UTC_DAYS)
        await reading.handler.streams.open()
        monkeypatch.setattr(store, "read", noted)
        await reading.handler.streams.table("T1")
        assert bool(folded) is reads
        assert await making.tables(reading, day) == wanted
    finally:
        await store.close()


async def test_win_and_hold_against_the_exact_expectation(sqlite_url: str) -> None:
    """Antes 70.00 and bets 140.00 are paid 1 to 1, jackpot wagers of 10.00 are lost.

    Of these 2.30 go to the meter and 1.00 to the reserve: 10.00 - 3.30 - 70.00 - 140.00 =
    -203.30 of a handle of 220.00. 400.00 were changed at the table, and all of it was counted.
    """
    async with played(sqlite_url) as (house, day, _):
        bought = TableBoughtIn("T1", "p1", 400_00, "player:p1", day)
        await house.handler.record(Department.CAGE, lambda state, at: (bought,), None, "cage-1")
        found = await making.tables(house, day)
    [table] = found.tables
    assert (table.rounds, table.voided, table.hands, table.handle) == (3, 0, 3, 220_00)
    assert (table.win, table.result, table.jackpots) == (-203_30, -203_30, 3_30)
    assert table.average_bet == 73_33
    assert (table.drop, table.hold, table.hold_of_handle) == (400_00, "-50.83", "-92.41")
    assert {name: (one.wagers, one.staked, one.win) for name, one in table.wagers.items()} == {
        "ante": (3, 70_00, -70_00),
        "bet": (3, 140_00, -140_00),
        "jackpot": (2, 10_00, 10_00),
    }
    # Without the meter a jackpot wager of casino stud keeps 28558/32487 (CSP 4.2), less 23 % for
    # the meter and 10 % for the reserve.
    sheet = price(find_rulebook("casino-stud"))
    due = -70_00 * sheet.main.expected + 10_00 * (Fraction(28558, 32487) - Fraction(33, 100))
    assert table.theoretical.exactly == str(due)
    assert table.theoretical.cents == round(due)
    assert table.expected_win == f"{float(due):.2f}"
    # -210.00 on ante and bet, in standard deviations of three antes of 10, 50 and 10
    spread = float(sheet.main.variance * (1000**2 + 5000**2 + 1000**2)) ** 0.5
    off = (-210_00 - float(-70_00 * sheet.main.expected)) / spread
    assert table.deviations == f"{off:+.2f}"
    [game] = found.games
    assert (game.game, game.win, game.theoretical) == ("casino-stud", -203_30, table.theoretical)
    assert "best play" in found.compared


async def test_a_void_round_counts_for_nothing(sqlite_url: str) -> None:
    async with played(sqlite_url) as (house, day, span):
        await live_round(house.handler, amount=9000, settle=False)
        await do(house.handler, "T1", c.Report(irregularity=Irregularity.FOREIGN_CARD), MANAGER)
        [table] = (await making.tables(house, day)).tables
        assert (table.rounds, table.voided, table.handle, table.win) == (3, 1, 220_00, -203_30)
        told = await making.irregularities(house.store, day, span)
        assert told.counts["void"] >= 1
        [line] = [one for one in told.events if one.kind == "irregularity"]
        assert line.text.startswith("A card that does not belong; decided: the round is void (CSP ")
        assert told.tables["T1"] >= 2


async def test_a_correction_after_settlement_is_no_void(sqlite_url: str) -> None:
    """Nor is it one in the lines of a program that listed it as a void."""
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1", entry=EntryMode.RECORDING)
        await play(handler, NOTHING)
        await do(handler, "T1", c.CorrectEntry(box=1, cards=ROYAL, reason="misread"), MANAGER)
        now = handler.now()
        span = Span(now - timedelta(hours=1), now + timedelta(1))
        told = await making.irregularities(handler.store, "today", span)
        assert (told.counts["reversal"], told.counts["override"]) == (1, 1)
        assert "void" not in told.counts
        [line] = [one for one in told.events if one.kind == "reversal"]
        before = structs.replace(line, kind="void")
        assert worded_before(line, SettlementReversed()) == before
        assert making._kind_now(before) == line


async def test_how_the_amount_of_a_jackpot_came_about(store_url: str) -> None:
    """Two wagers of 5.00 at 23 % add 2.30; a royal flush then takes all, and 100,000 is put back.

    Third wager: 1.15, so that 1,000,003.45 is won.
    """
    async with played(store_url) as (house, day, _):
        [before] = await making.jackpots(house)
        assert (before.opening, before.contributed, before.display) == (
            1_000_000_00,
            2_30,
            1_000_002_30,
        )
        assert (before.amount_in, before.contributed_share, before.increment) == (
            10_00,
            "23.0000",
            "23.00",
        )
        assert before.actual_return == "0.0000"
        assert before.balanced
        await live_round(house.handler, ROYAL)
        [after] = await making.jackpots(house)
        assert (after.paid, after.seeded, after.display) == (1_000_003_45, 100_000_00, 100_000_00)
        assert (after.hits, after.wins) == (1, 1_000_003_45)
        assert after.balanced
        [of_day] = after.days
        assert (of_day.day, of_day.opening, of_day.contributed) == (day, 0, 3_45)
        assert (of_day.won, of_day.reset, of_day.display) == (
            -1_000_003_45,
            100_000_00,
            100_000_00,
        )


def test_what_is_owed() -> None:
    found = liability_of(
        {
            "jackpot:J1": 100,
            "jackpot:DEMO": 900,
            "payable:DEMO": 40,
            "layout:J1": 60,
            "payable:J1": 20,
            "reserve:J1": -5,
            "player:ann": 7,
            "play:ann": 1000,
            "player:DEMO": 11,
            "layout:T1": 3,
            "layout:DEMO": 4,
            "owed:bob": -2,
            "house": -123,
        },
        frozenset({"jackpot:DEMO", "table:J1"}),
    )
    assert found.groups == {
        "meters": 100,
        "payables": 20,
        "reserves": -5,
        "overflows": 0,
        "wallets": 7 + 11,
        "on_tables": 3 + 4,
        "set_aside": 0,
        "chips": 0,
        "remainders": 0,
    }
    assert found.total == 100 + 20 - 5 + 18 + 7
    assert (found.owed_by_players, found.practice) == (2, 1000)


async def test_what_is_owed_where_practice_tables_share_names(sqlite_url: str) -> None:
    """A live meter of 1,000,000.00 and two wallets of 100.00, beside practice tables that have
    the names of the jackpot and of a player, and a practice jackpot that has another's."""
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler, "MULTI")
        await register_jackpot(handler, "bob", money=Money.PRACTICE)
        for name in ("MULTI", "ann"):
            entry = TableEntry("casino-stud", boxes=6)
            table = hc.RegisterTable(name=name, entry=entry, money=Money.PRACTICE)
            await do(handler, None, table, MANAGER)
        await fund(handler, ["ann", "bob"], 100_00)
        found = await making.liability(Reading(handler.store, handler))
    assert {group: amount for group, amount in found.groups.items() if amount} == {
        "meters": 1_000_000_00,
        "wallets": 200_00,
    }
    assert found.total == 1_000_200_00


async def test_a_closed_day_stays_closed_when_the_clock_is_set_back(sqlite_url: str) -> None:
    """Closed at 12:00; at 11:30 by a clock that was set since, the closing is still told."""
    async with keeping(sqlite_url) as handler:
        at = datetime(2026, 3, 1, 12, tzinfo=UTC)
        handler.now = lambda: at
        shift = Signature("mia", HouseRole.SHIFT_MANAGER)
        await handler.command(None, CloseDay(day="2026-03-01"), shift, key())
        handler.now = lambda: at - timedelta(minutes=30)
        found = await making.shift(Reading(handler.store, handler), "2026-03-01")
    assert (found.closed, found.closed_by) == (True, "mia")


async def test_the_dossier_of_a_link(sqlite_url: str) -> None:
    async with played(sqlite_url) as (house, _, _):
        found = await dossier(house, "J1")
        assert found.edition == "casino-stud@6"
        assert found.parameters["stake"] == "5.00"
        assert found.parameters["increment"] == "0.23"
        assert found.prizes[0][1:] == ("100 % of the meter", "CSP 4.2/royal-flush")
        assert [one.table for one in found.equipment] == ["T1"]
        assert "shift manager" in found.access["configure"]
        assert found.access["configure"] != found.access["confirm a hit"]
        text = as_markdown(found)
        for heading in ("Parameters", "Return", "Equipment", "Who may", "at the end", "came about"):
            assert heading in text
        assert "The account balances." in text
        pdf = "\n".join(dossiers._lines(text))
        assert "[Parameter], [Value], [stake], [5.00]" in pdf
        assert "\\-\\-" not in pdf  # the rule under a header is no row
        chinese = as_markdown(found, partial(said, tag="zh-Hans"))
        assert "| 皇家同花顺 | 奖池的 100 % | CSP 4.2/royal-flush |" in chinese
        assert "账目平衡。" in chinese
        plain = re.sub(r"`.*`|[A-Z]\w+ [\d.]+/[\w-]+|casino-stud@6|SHA-256", "", chinese)
        assert re.findall(r".*[a-z]{3}.*", plain) == []


async def test_every_report_from_the_command_line(tmp_path: Path) -> None:
    async with played(database_url(tmp_path)):
        pass
    run = CliRunner()

    async def written(*arguments: str) -> bytes:
        result = await asyncio.to_thread(run.invoke, report, [*arguments, "--data", str(tmp_path)])
        assert result.exit_code == 0, result.output
        return result.stdout_bytes

    for name in ("tables", "jackpots", "irregularities", "shift", "liability", "events"):
        json.loads(await written(name))
        assert list(csv.reader(io.StringIO((await written(name, "--format", "csv")).decode())))
    json.loads(await written("dossier", "--jackpot", "J1"))
    assert (await written("dossier", "--jackpot", "J1", "--format", "markdown")).startswith(b"# ")
    pdf = await written("dossier", "--jackpot", "J1", "--format", "pdf")
    assert pdf.startswith(b"%PDF")
    for wrong in (
        ["tables", "--day", "tomorrow"],
        ["dossier"],
        ["dossier", "--jackpot", "J9"],
        ["tables", "--format", "pdf"],
    ):
        result = await asyncio.to_thread(run.invoke, report, [*wrong, "--data", str(tmp_path)])
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_cells_of_a_spreadsheet() -> None:
    assert as_csv(("a", "b"), [[1, None], ["-x", datetime(2026, 1, 1, tzinfo=UTC)]]) == (
        "a,b\r\n1,\r\n'-x,2026-01-01T00:00:00+00:00\r\n"
    )


def test_the_published_edge_of_casino_stud_is_the_one_used() -> None:
    found = edge(TableEntry("casino-stud"), WagerKind.ANTE)
    assert found is not None
    kept = found.keeps
    assert kept == -price(find_rulebook("casino-stud")).main.expected
    assert Fraction(5, 100) < kept < Fraction(6, 100)


@pytest.mark.parametrize("name", ["tables", "jackpots"])
def test_a_house_that_is_not_there_is_said(name: str) -> None:
    result = CliRunner().invoke(report, [name])
    assert result.exit_code == 2
    assert "say where the house is" in result.output
