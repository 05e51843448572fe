"""Rounds are found again, and one is shown whole: who did what, the money, the proof."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.model.settings import Cards
from croupier.house.read.history import version_at
from croupier.house.read.round_record import NoSuchRound, round_record
from croupier.house.read.rounds import (
    RoundFound,
    RoundWanted,
    read_round_cursor,
    round_records,
    search_rounds,
)
from croupier.house.read.search import BadCursor
from croupier.rulebooks.irregularities import Irregularity
from croupier.table import commands as c
from croupier.table.views import PUBLIC, Viewer
from tests.house.houses import MANAGER, do, keeping, play_round, register_table
from tests.house.read.live import ACE_KING, PAIR_OF_QUEENS, live_house, live_round


@asynccontextmanager
async def played(url: str) -> AsyncIterator[CommandHandler]:
    """Three rounds at T1, the second with a larger ante, and two at an electronic table."""
    async with keeping(url) as handler:
        await live_house(handler)
        await live_round(handler)
        await live_round(handler, amount=5000)
        await live_round(handler, on_jackpot=False)
        await register_table(handler, "T2")
        await play_round(handler, "T2", (1, 2))
        await play_round(handler, "T2", (2, 3))
        yield handler


async def found(handler: CommandHandler, wanted: RoundWanted) -> list[RoundFound]:
    rounds: list[RoundFound] = []
    while True:
        page = await search_rounds(handler.store, handler.streams, wanted)
        rounds += page.rounds
        if page.next is None:
            return rounds
        before = read_round_cursor(page.next)
        wanted = RoundWanted(
            table=wanted.table,
            player=wanted.player,
            min_won=wanted.min_won,
            since=wanted.since,
            until=wanted.until,
            limit=wanted.limit,
            before=before,
        )


async def test_rounds_are_found_newest_first(store_url: str) -> None:
    async with played(store_url) as handler:
        everything = await found(handler, RoundWanted(limit=2))
        assert [(one.table, one.round) for one in everything] == [
            ("T2", 2),
            ("T2", 1),
            ("T1", 3),
            ("T1", 2),
            ("T1", 1),
        ]
        of_p3 = await found(handler, RoundWanted(player="p3"))
        assert [(one.table, one.round) for one in of_p3] == [("T2", 2)]
        # ante 50.00 at 1 to 1 and bet 100.00 at 1 to 1 win 150.00; with ante 10.00 it is 30.00
        large = await found(handler, RoundWanted(table="T1", min_won=150_00))
        assert [(one.round, one.won) for one in large] == [(2, 150_00)]
        assert await found(handler, RoundWanted(table="T1", min_won=150_01)) == []


async def test_rounds_of_a_span(sqlite_url: str) -> None:
    async with played(sqlite_url) as handler:
        second = (await found(handler, RoundWanted(table="T1")))[1]
        opened = datetime.fromisoformat(second.opened)
        only = RoundWanted(since=opened, until=opened + timedelta(microseconds=1))
        assert [(one.table, one.round) for one in await found(handler, only)] == [("T1", 2)]
        before = RoundWanted(table="T1", until=opened)
        assert [one.round for one in await found(handler, before)] == [1]


async def test_a_version_is_found_by_its_moment(sqlite_url: str) -> None:
    async with played(sqlite_url) as handler:
        head = (await handler.streams.table("T1")).version
        records = await handler.store.read("table:T1", 0, head)
        for record in records:
            first = next(one.version for one in records if one.at >= record.at)
            assert await version_at(handler.store, "table:T1", head, record.at) == first
        later = datetime.now(UTC) + timedelta(days=1)
        assert await version_at(handler.store, "table:T1", head, later) == head + 1


async def test_a_round_has_its_own_records_and_no_others(sqlite_url: str) -> None:
    async with played(sqlite_url) as handler:
        for table, rounds in (("T1", 3), ("T2", 2)):
            head = (await handler.streams.table(table)).version
            versions: list[int] = []
            for number in range(1, rounds + 1):
                records = await round_records(handler.store, table, head, number)
                assert records is not None
                versions += [record.version for record in records]
            assert versions == list(range(versions[0], head + 1))
            assert await round_records(handler.store, table, head, rounds + 1) is None
            assert await round_records(handler.store, table, head, 0) is None


async def test_one_round_whole(store_url: str) -> None:
    """Ante 10.00 and bet 20.00 win 1 to 1; the jackpot wager of 5.00 adds 23 % = 1.15."""
    async with played(store_url) as handler:
        record = await round_record(handler.store, handler.streams, "T1", 1)
        assert (record.rulebook, record.jackpot, record.void) == ("casino-stud", "J1", False)
        assert record.edition == "casino-stud@6"
        assert record.contribution == "115"
        assert [(line.wager, line.won) for line in record.lines] == [
            ("ante", 1000),
            ("bet", 2000),
            ("jackpot", 0),
        ]
        assert [(act.command, act.by.id if act.by else None) for act in record.acts] == [
            ("open_bets", "dan"),
            ("place_wager", "p1"),
            ("place_wager", "p1"),
            ("close_bets", "dan"),
            ("deal", "dan"),
            ("view_hand", "p1"),
            ("place_wager", "p1"),
            ("reveal_dealer", "dan"),
            ("settle", "dan"),
        ]
        assert [act.view.jackpot for act in record.acts[2:5]] == [
            1_000_000_00,
            1_000_001_15,
            1_000_001_15,
        ]
        [royal] = [odds for name, odds in record.pay_tables.items() if "stay-in" in name]
        assert royal["royal_flush"] == 250
        assert "CSP 4.1" in " ".join(record.clauses)
        assert sum(one.amount for one in record.postings if one.memo.startswith("ante won")) == 1000
        assert any(one.stream == "jackpot:J1" and one.amount == 115 for one in record.postings)
        assert record.shuffle is None


async def test_each_viewer_sees_what_they_saw(sqlite_url: str) -> None:
    async with played(sqlite_url) as handler:
        own = await round_record(handler.store, handler.streams, "T1", 1, Viewer.of_player("p1"))
        others = await round_record(handler.store, handler.streams, "T1", 1, PUBLIC)
        viewed = [act.command for act in own.acts].index("view_hand")

        def cards(record: object, act: int) -> str | None:
            hand = record.acts[act].view.boxes[0].hand  # type: ignore[attr-defined]
            return None if hand is None else hand.cards

        assert cards(own, viewed - 1) is None
        assert cards(own, viewed) == PAIR_OF_QUEENS
        assert cards(others, viewed) is None
        assert cards(others, -1) == PAIR_OF_QUEENS
        dealer = others.acts[-1].view.dealer
        assert dealer is not None
        assert dealer.cards == ACE_KING


async def test_the_shuffle_of_an_electronic_round_is_proved(sqlite_url: str) -> None:
    async with played(sqlite_url) as handler:
        assert (await handler.streams.table("T2")).state.dealing.cards is Cards.ELECTRONIC
        proof = (await round_record(handler.store, handler.streams, "T2", 1)).shuffle
        assert proof is not None
        assert proof.seed_is_committed
        assert proof.cards_are_dealt


async def test_a_running_round_is_nobodys_to_see(sqlite_url: str) -> None:
    async with played(sqlite_url) as handler:
        await live_round(handler, settle=False)
        with pytest.raises(NoSuchRound, match="not over"):
            await round_record(handler.store, handler.streams, "T1", 4)
        with pytest.raises(NoSuchRound, match="never played"):
            await round_record(handler.store, handler.streams, "T1", 5)
        report = c.Report(irregularity=Irregularity.FOREIGN_CARD)
        await do(handler, "T1", report, MANAGER)
        void = await round_record(handler.store, handler.streams, "T1", 4)
        assert void.void
        assert all(line.returned == line.staked for line in void.lines)


@pytest.mark.parametrize("text", ["", "x", "2026-01-01", "2026-01-01~T1", "~T1"])
def test_a_cursor_that_nobody_gave_is_refused(text: str) -> None:
    with pytest.raises(BadCursor):
        read_round_cursor(text)
