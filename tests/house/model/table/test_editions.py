"""Tables that run a stranger's file, and tables that go over to another edition of their game."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from croupier.books import RULEBOOKS
from croupier.house.app import table_service
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.snapshots import read_table, table_bytes
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Cards, Dealing
from croupier.house.model.significant import listed
from croupier.house.model.table.acts import open_acts
from croupier.house.model.table.rulebook import Pinned, named, pinned, rulebook_of
from croupier.house.model.table.state import registered
from croupier.house.read.history import changes_after, rounds_before
from croupier.house.read.proof.export import script_json, scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.proof.running import self_check
from croupier.house.read.proof.verify import verify
from croupier.house.read.reports.books import Reading
from croupier.house.read.reports.tables import tables_report
from croupier.house.read.round_record import round_record
from croupier.house.store import database_url
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.script import read_script, replay
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from croupier.table.events import WagerSettled
from tests.house.funding import balance, by_two, fund
from tests.house.houses import KEY, ante, do, keeping, key, register_jackpot
from tests.house.model.table.books import HARBOUR, SEVENTH

MIA = Signature("mia", HouseRole.SHIFT_MANAGER)
SAM = Signature("sam", HouseRole.SHIFT_MANAGER)
MANAGER = Actor("mia", Role.SHIFT_MANAGER)
ANN = Actor("p1", Role.PLAYER)
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
LIVE = Dealing(cards=Cards.LIVE)
FLUSH = "Ah Jh 9h 5h 2h"
ACE_KING = "As Kd 9c 5c 2d"
"""The dealer qualifies (CSP 3.15) and loses."""


class Clock:
    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@asynccontextmanager
async def keeping_time(url: str, clock: Clock) -> AsyncIterator[CommandHandler]:
    """A handler whose time the test moves."""
    async with keeping(url) as handler:
        handler.now = clock
        yield handler


async def register(
    handler: CommandHandler,
    rulebook: str,
    name: str = "T1",
    *,
    jackpot: str | None = None,
    dealing: Dealing = LIVE,
    entry: EntryMode = EntryMode.ENFORCING,
) -> None:
    table = TableEntry(rulebook, boxes=6, jackpot=jackpot, entry=entry)
    await do(handler, None, hc.RegisterTable(name=name, entry=table, dealing=dealing))
    await fund(handler)


def change(rulebook: str, since: datetime = START, table: str = "T1") -> hc.ChangeEdition:
    return hc.ChangeEdition(table=table, rulebook=rulebook, since=since, reason="approved in May")


async def go_over(handler: CommandHandler, command: hc.ChangeEdition) -> None:
    await by_two(handler, command, MIA, SAM, key())


async def flush_round(handler: CommandHandler, hand: str = FLUSH) -> None:
    """An ante of 10.00 and a bet of 20.00 against a dealer who qualifies."""
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1), ANN)
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal(hands={"1": hand, "dealer": ACE_KING}))
    await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), ANN)
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())


async def edition(handler: CommandHandler, table: str = "T1") -> str:
    return (await handler.streams.table(table)).state.game.rulebook.edition_name


async def refusal(handler: CommandHandler, command: hc.AnyCommand) -> str:
    """Why it is refused when it is proposed: nobody is asked to approve what cannot be."""
    with pytest.raises(HouseRefused) as refused:
        await handler.command(None, command, MIA, key())
    return str(refused.value)


async def last_paid(handler: CommandHandler) -> dict[str, int]:
    """What each wager of the last settlement won."""
    paid: dict[str, int] = {}
    for record in await handler.store.read("table:T1"):
        event = decode_event(record.event)
        if isinstance(event, WagerSettled):
            paid[event.line.wager] = event.line.won
    return paid


async def proved(handler: CommandHandler) -> None:
    found = await verify(handler.store)
    assert found.wrong is None


# Files


async def test_a_strangers_file_is_played_and_proved_from_the_log_alone(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register(handler, HARBOUR)
        table = (await handler.streams.table("T1")).state
        assert table.game.rulebook.name == "Harbour Poker"
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), ANN)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal(hands={"1": "Ah Kh Qh", "dealer": "Qs 5d 2c"}))
        await do(handler, "T1", c.PlaceWager(box=1, wager="play"), ANN)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        assert await last_paid(handler) == {"ante": 1000, "play": 1000, "ante_bonus": 5000}
        await proved(handler)
        record = await round_record(handler.store, handler.streams, "T1", 1)
        assert (record.rulebook, record.edition) == ("harbour-poker", "harbour-poker@1")
        assert record.fingerprint == table.rulebook
        [exported] = scripts(await recorded_rounds(handler.store))
        assert not replay(read_script(script_json(exported.script))).refusals
    async with keeping(store_url) as again:
        assert (await self_check(again.store, again.streams, KEY)).findings == ()


async def test_what_extends_an_edition_is_kept_whole(sqlite_url: str) -> None:
    """The base may be gone by the time that the log is read."""
    async with keeping(sqlite_url) as handler:
        await register(handler, SEVENTH)
        [first] = await handler.store.read("table:T1", 0, 1)
        event = decode_event(first.event)
        assert isinstance(event, h.TableRegistered)
        assert (event.entry.rulebook, event.edition) == (SEVENTH, "casino-stud@7")
        assert event.book is not None
        assert "extends" not in event.book
        assert 'pays = "6 to 1"' in event.book
        assert "250 to 1" in event.book  # of the base


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("slug = 1\n", "line 1, slug: 1 is not a name"),
        ("slug =\n", "this is not TOML"),
        (SEVENTH.replace("edition = 7", "edition = 6"), "casino-stud@6 says something else"),
        (SEVENTH.replace("casino-stud@6", "casino-stud@5"), "there is no edition"),
        ("harbour.toml", "the house opens no files"),
        ("/etc/hostname", "the house opens no files"),
        ("casino-stud@5", "the one here is casino-stud@6"),
        (f"# {'x' * 200_000}\n{HARBOUR}", "200,000"),
    ],
)
async def test_a_bad_file_is_refused_in_a_sentence(sqlite_url: str, file: str, words: str) -> None:
    async with keeping(sqlite_url) as handler:
        said = await refusal(handler, hc.RegisterTable(name="T1", entry=TableEntry(file)))
        assert words in said
        assert "Traceback" not in said


async def test_a_name_alone_means_the_edition_in_force(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "casino-stud")
        [first] = await handler.store.read("table:T1", 0, 1)
        event = decode_event(first.event)
        assert isinstance(event, h.TableRegistered)
        assert (event.entry.rulebook, event.edition, event.book) == (
            "casino-stud",
            "casino-stud@6",
            None,
        )
        assert (await handler.streams.table("T1")).state.entry.rulebook == "casino-stud@6"


async def test_before_its_first_edition_a_game_is_not_played(sqlite_url: str, clock: Clock) -> None:
    """MEGA 6 came into force in 2019."""
    clock.at = datetime(2019, 1, 1, tzinfo=UTC)
    async with keeping_time(sqlite_url, clock) as handler:
        register = hc.RegisterTable(name="T1", entry=TableEntry("megalink-stud"))
        assert "no edition of megalink-stud was in force" in await refusal(handler, register)


async def test_a_corrected_note_closes_nobodys_house(sqlite_url: str) -> None:
    """The fingerprint is of the rules; a file with another note is the same game."""
    noted = SEVENTH.replace("a flush pays more", "a flush pays six to one")
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register(handler, SEVENTH, jackpot="J1")
        await register(handler, noted, "T2", jackpot="J1")  # a link has one rulebook
        one, other = [(await handler.streams.table(name)).state for name in ("T1", "T2")]
        assert one.entry.rulebook != other.entry.rulebook
        assert one.rulebook == other.rulebook
        await go_over(handler, change(noted))
        await flush_round(handler)
        assert (await handler.streams.table("T1")).state.entry.rulebook == other.entry.rulebook
        await proved(handler)
        assert (await self_check(handler.store, handler.streams, KEY)).findings == ()


# Another edition


async def test_a_table_goes_over_between_two_rounds(store_url: str, clock: Clock) -> None:
    """Flush: bet 20.00, 5 to 1 under the sixth edition (CSP 4.1), 6 to 1 under the seventh."""
    noon = START + timedelta(hours=1)
    async with keeping_time(store_url, clock) as handler:
        await register(handler, "casino-stud")
        await go_over(handler, change(SEVENTH, noon))
        planned = (await handler.streams.table("T1")).state.planned
        assert planned is not None
        assert (planned.edition, planned.since) == ("casino-stud@7", noon)
        await flush_round(handler)
        assert (await last_paid(handler))["bet"] == 10_000
        clock.at = noon - timedelta(seconds=1)
        await flush_round(handler)
        assert (await last_paid(handler))["bet"] == 10_000
        clock.at = noon
        assert await edition(handler) == "casino-stud@6"  # until the next opening call
        await flush_round(handler)
        assert (await last_paid(handler))["bet"] == 12_000
        table = (await handler.streams.table("T1")).state
        assert (await edition(handler), table.planned) == ("casino-stud@7", None)
        assert [one.until for one in table.earlier] == [2]
        await proved(handler)


async def test_a_running_round_keeps_its_edition(sqlite_url: str, clock: Clock) -> None:
    """Planned, due and approved while its cards lie on the table."""
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), ANN)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal(hands={"1": FLUSH, "dealer": ACE_KING}))
        await go_over(handler, change(SEVENTH))
        await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), ANN)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        assert (await last_paid(handler))["bet"] == 10_000
        await proved(handler)


async def test_a_round_that_is_put_right_later_is_judged_by_its_own(
    sqlite_url: str, clock: Clock
) -> None:
    """A hand keyed wrongly is corrected to a flush when the seventh edition is due already."""
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud", entry=EntryMode.RECORDING)
        await flush_round(handler, "Qs Qd 8h 7c 3s")
        await go_over(handler, change(SEVENTH))
        clock.at += timedelta(days=1)
        await do(handler, "T1", c.CorrectEntry(box=1, cards=FLUSH), MANAGER)
        assert (await last_paid(handler))["bet"] == 10_000
        done = tuple(act.id for act in open_acts((await handler.streams.table("T1")).state, None))
        await do(handler, "T1", hc.ConfirmActs(acts=done))
        await flush_round(handler)
        assert (await last_paid(handler))["bet"] == 12_000
        await proved(handler)


async def test_money_goes_by_the_edition_of_the_round(sqlite_url: str, clock: Clock) -> None:
    """50,000,000.00 bought in; ante 10.00 won 1 to 1, bet 20.00 at 5 to 1, then at 6 to 1."""
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        await flush_round(handler)
        await go_over(handler, change(SEVENTH))
        await flush_round(handler)
        assert await balance(handler, "player:p1") == 50_000_000_00 + 1000 + 10_000 + 1000 + 12_000


async def test_looking_back_shows_each_round_by_its_own(sqlite_url: str, clock: Clock) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        await flush_round(handler)
        await go_over(handler, change(SEVENTH))
        for _ in range(2):
            await flush_round(handler)
        found = [
            await round_record(handler.store, handler.streams, "T1", number) for number in (1, 2, 3)
        ]
        assert [one.edition for one in found] == ["casino-stud@6", "casino-stud@7", "casino-stud@7"]
        assert len({one.fingerprint for one in found}) == 2
        assert [one.pay_tables["stay-in wager (CSP 4.1)"]["flush"] for one in found] == [5, 6, 6]
        assert [one.acts[0].command for one in found] == ["open_bets"] * 3
        held = await handler.streams.table("T1")
        played = await rounds_before(handler.store, "T1", None, held.version + 1)
        assert [one.edition for one in played] == [one.edition for one in reversed(found)]
        for one in played:
            changes = await changes_after(handler.store, held, one.first_version - 1, 5)
            assert changes[0].state.game.rulebook.edition_name == one.edition


async def test_rounds_of_two_editions_export_as_two_scripts(sqlite_url: str, clock: Clock) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        await flush_round(handler)
        await go_over(handler, change(SEVENTH))
        await flush_round(handler)
        exported = scripts(await recorded_rounds(handler.store))
        won = []
        for one in exported:
            played = replay(read_script(script_json(one.script)))
            assert not played.refusals
            lines = [e.event.line for e in played.events if isinstance(e.event, WagerSettled)]
            won.append(next(line.won for line in lines if line.wager == "bet"))
        assert won == [10_000, 12_000]


async def test_a_report_holds_each_round_against_its_own_edition(
    tmp_path: Path, clock: Clock
) -> None:
    """The expectation of one round under each is the sum of what each has by itself."""

    async def expected(*rulebooks: str) -> float:
        clock.at = START
        folder = tmp_path / "-".join(named(one) for one in rulebooks)
        folder.mkdir()
        async with keeping_time(database_url(folder), clock) as handler:
            await register(handler, rulebooks[0])
            for rulebook in rulebooks:
                if rulebook != rulebooks[0]:
                    await go_over(handler, change(rulebook))
                await flush_round(handler)
            house = Reading(handler.store, handler)
            report = await tables_report(house, handler.calendar.of(handler.now()))
            [table], [game] = report.tables, report.games
            assert (table.rounds, table.expected_win) == (len(rulebooks), game.expected_win)
            return float(table.expected_win)

    sixth, seventh = await expected("casino-stud"), await expected(SEVENTH)
    assert seventh < sixth - 1  # cents: a flush that pays more costs the house
    assert await expected("casino-stud", SEVENTH) == pytest.approx(sixth + seventh, abs=0.02)


async def test_it_takes_two_people_and_both_are_on_record(sqlite_url: str, clock: Clock) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        proposed = await handler.command(None, change(SEVENTH), MIA, key())
        assert proposed.proposal is not None
        assert (await handler.streams.table("T1")).state.planned is None
        approve = hc.Approve(proposal=proposed.proposal)
        with pytest.raises(HouseRefused) as alone:
            await handler.command(None, approve, MIA, key())
        assert alone.value.refusal.code is HouseCode.SAME_PERSON
        await handler.command(None, approve, SAM, key())
        await do(handler, "T1", c.OpenBets())
        records = await handler.store.read("table:T1")
        pairs = [(one, decode_event(one.event)) for one in records]
        told = [line.text for line in listed(pairs, 0) if line.kind == "parameter"]
        assert told == [
            "table registered: casino-stud@6",
            "casino-stud@7 from 2026-03-01T12:00:00+00:00 on: approved in May",
            "casino-stud@7 from round 1 on",
        ]
        [planned] = [one for one, event in pairs if isinstance(event, h.EditionPlanned)]
        assert planned.by == SAM


async def test_what_is_planned_can_be_replaced_and_withdrawn(sqlite_url: str, clock: Clock) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        await go_over(handler, change(SEVENTH))
        await go_over(handler, change("casino-stud@6"))
        await flush_round(handler)
        table = (await handler.streams.table("T1")).state
        assert (await edition(handler), table.planned) == ("casino-stud@6", None)
        await proved(handler)


@pytest.mark.parametrize(
    ("rulebook", "words"),
    [
        ("casino-stud@6", "runs casino-stud@6 already"),
        ("three-card-poker", "three-card-poker@4 is another game"),
        (HARBOUR, "harbour-poker@1 is another game"),
        (HARBOUR.replace("harbour-poker", "casino-stud"), "hands of 5 cards"),
        (SEVENTH.replace("2026-01-01", "2026-06-01"), "comes into force on 01 June 2026"),
        (SEVENTH.replace("edition = 7", "edition = 6"), "casino-stud@6 says something else"),
        (
            SEVENTH.replace("[main.pays.rows]", "[layout]\nboxes_max = 5\n[main.pays.rows]"),
            "boxes",
        ),
    ],
)
async def test_what_cannot_be_is_refused_in_a_sentence(
    sqlite_url: str, clock: Clock, rulebook: str, words: str
) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        assert words in await refusal(handler, change(rulebook))


async def test_one_edition_has_one_set_of_rules(sqlite_url: str, clock: Clock) -> None:
    """Rounds are stamped with the edition's name."""
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, SEVENTH)
        other = SEVENTH.replace("6 to 1", "8 to 1")
        assert "give the file an edition of its own" in await refusal(handler, change(other))
        await go_over(handler, change(other.replace("edition = 7", "edition = 8")))
        await flush_round(handler)
        assert (await last_paid(handler))["bet"] == 16_000
        await proved(handler)


# Links


async def test_a_link_with_one_table_goes_over_with_it(sqlite_url: str, clock: Clock) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register_jackpot(handler)
        await register(handler, "casino-stud", jackpot="J1")
        await go_over(handler, change(SEVENTH))
        await flush_round(handler)
        table = (await handler.streams.table("T1")).state
        assert (await handler.streams.jackpot("J1")).state.rulebook == table.rulebook
        await register(handler, SEVENTH, "T2", jackpot="J1")
        await proved(handler)


async def test_tables_that_share_a_link_do_not_part(sqlite_url: str, clock: Clock) -> None:
    """The way out that the refusal names: new tables on a new jackpot, the old one retired."""
    async with keeping_time(sqlite_url, clock) as handler:
        await register_jackpot(handler)
        for name in ("T1", "T2"):
            await register(handler, "casino-stud", name, jackpot="J1")
        said = await refusal(handler, change(SEVENTH))
        assert "all tables of a link run one rulebook" in said
        assert "retire J1 with its money" in said
        await register_jackpot(handler, "J2", JackpotEntry(meter=0, reset=100_000_00))
        await register(handler, SEVENTH, "T3", jackpot="J2")
        retire = hc.RetireJackpot(jackpot="J1", reason="a new edition", to="J2")
        await by_two(handler, retire, MIA, SAM, key())
        assert (await handler.streams.jackpot("J2")).state.meter.meter == 1_000_000_00
        await proved(handler)


async def test_a_table_that_joins_meanwhile_keeps_the_link_as_it_is(
    sqlite_url: str, clock: Clock
) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register_jackpot(handler)
        await register(handler, "casino-stud", jackpot="J1")
        await go_over(handler, change(SEVENTH))
        await register(handler, "casino-stud", "T2", jackpot="J1")
        await flush_round(handler)
        table = (await handler.streams.table("T1")).state
        assert (await edition(handler), table.planned) == ("casino-stud@6", None)
        events = [decode_event(one.event) for one in await handler.store.read("table:T1")]
        [kept] = [one for one in events if isinstance(one, h.EditionNotChanged)]
        assert "J1 links other tables" in kept.reason
        await proved(handler)


# What is kept


async def test_a_snapshot_keeps_files_plans_and_earlier_editions(
    sqlite_url: str, clock: Clock
) -> None:
    async with keeping_time(sqlite_url, clock) as handler:
        await register(handler, "casino-stud")
        await go_over(handler, change(SEVENTH))
        await flush_round(handler)
        eighth = SEVENTH.replace("edition = 7", "edition = 8")
        await go_over(handler, change(eighth, START + timedelta(days=30)))
        table = (await handler.streams.table("T1")).state
        assert table.planned is not None
        assert read_table(table_bytes(table)) == table


def test_what_logs_say_from_before_editions_means_what_it_meant() -> None:
    """`casino-stud`, with the fingerprint of that time beside it."""
    before = "7e28527092d09c2c0e105ea295aaf5f9096529699efb066502a5d134d7e3cbd5"
    written = (
        b'{"event":"table_registered","entry":{"rulebook":"casino-stud"},"dealing":{},'
        b'"rulebook":"%b","money":"live"}' % before.encode()
    )
    event = decode_event(written)
    assert isinstance(event, h.TableRegistered)
    table = registered("T1", event)
    assert (table.entry.rulebook, table.rulebook) == ("casino-stud@6", before)


def test_a_file_says_the_same_once_it_is_written_out() -> None:
    for book in RULEBOOKS.values():
        entry = TableEntry(rulebook_text(book))
        assert rulebook_of(entry) == book


async def test_a_long_text_is_read_beside_the_work_of_the_house(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proposal whose file takes long to read holds nobody up, whether it is good or not."""
    readers = []

    def noting(entry: TableEntry, at: datetime) -> Pinned:
        readers.append(threading.current_thread())
        return pinned(entry, at)

    monkeypatch.setattr(table_service, "pinned", noting)
    async with keeping(sqlite_url) as handler:
        await register(handler, HARBOUR)
        with pytest.raises(HouseRefused, match="line 1: a key has at most 8 parts"):
            await register(handler, ".".join("a" * 5000) + " = 1\n", "T2")
        told = await refusal(handler, change(".".join("a" * 5000) + " = 1\n"))
        assert "line 1: a key has at most 8 parts" in told
    assert len(readers) == 3
    assert threading.main_thread() not in readers


async def test_no_table_is_registered_with_rules_that_are_not_in_force(
    sqlite_url: str, clock: Clock
) -> None:
    """To the second, for a file and for an edition that is named."""
    later = HARBOUR.replace("2026-01-01T12:00:00+08:00", "2026-03-01T20:00:01+08:00")
    assert later != HARBOUR
    async with keeping(sqlite_url) as handler:
        handler.now = clock
        with pytest.raises(HouseRefused, match="comes into force on 01 March 2026"):
            await register(handler, later)
        clock.at = START + timedelta(seconds=1)
        await register(handler, later)
        clock.at = datetime(2020, 6, 27, 23, 59, 59, tzinfo=UTC)
        with pytest.raises(HouseRefused, match="comes into force on 28 June 2020"):
            await register(handler, "casino-stud@6", "T2")
