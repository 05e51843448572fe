"""Recorded rounds as scripts: they replay to the same events and lines."""

import asyncio
import random
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import structs

from croupier.cli.export import export as export_command
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.event_store import EventStore
from croupier.house.model import commands as hc
from croupier.house.model.settings import Cards, Dealing
from croupier.house.model.table import decide as table_decisions
from croupier.house.read.history import rounds_before
from croupier.house.read.proof.export import CannotExport, script_json, scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.reports.played import Round as Played
from croupier.house.read.reports.played import rounds_between
from croupier.house.store import database_url
from croupier.jackpot.commands import OrderClaims, PendingClaim
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script import read_script, replay
from croupier.script.format import TableEntry
from croupier.script.replay import Replay
from croupier.table import commands as c
from croupier.table.events import IrregularityDecided, MatterOpened, ReportNoted, TableEvent
from croupier.table.evolve import Event
from croupier.table.state import Line, Revealed, Settled
from croupier.wagers import Result
from tests.house.funding import fund
from tests.house.houses import (
    GAMES,
    MANAGER,
    ante,
    do,
    jackpot,
    keeping,
    play_at_random,
    play_round,
    register_jackpot,
    register_table,
)

TABLE_EVENTS = TableEvent.__args__


async def _linked(handler: CommandHandler, rulebook: str, tables: int = 2) -> list[str]:
    linked = None if rulebook == "three-card-poker" else "J1"
    if linked is not None:
        await register_jackpot(handler)
    names = [f"T{number}" for number in range(1, tables + 1)]
    for name in names:
        await register_table(handler, name, rulebook, linked)
    return names


def _replayed(script: bytes) -> tuple[Event, ...]:
    played = replay(read_script(script))
    assert not played.refusals
    return tuple(one.event for one in played.events if isinstance(one.event, TABLE_EVENTS))


@pytest.mark.parametrize("rulebook", GAMES)
async def test_whole_tables_replay_to_the_same_events(sqlite_url: str, rulebook: str) -> None:
    """Two linked tables at once, with fractions of a cent on the meter; each exports alone."""
    async with keeping(sqlite_url) as handler:
        names = await _linked(handler, rulebook)
        for seed in range(3):
            await asyncio.gather(
                *(play_round(handler, name, (1, 2, 3), seed=seed) for name in names)
            )
        await play_at_random(handler, "T1", 60, seed=7)
        rounds = await recorded_rounds(handler.store)
        for name in names:
            [exported] = scripts([one for one in rounds if one.table == name])
            assert _replayed(script_json(exported.script)) == exported.events


async def test_only_rounds_that_were_asked_for_are_kept(sqlite_url: str) -> None:
    """Two tables in turns: by the moment of the opening call, at all tables or at one."""
    async with keeping(sqlite_url) as handler:
        for name in await _linked(handler, "casino-stud"):
            for seed in range(3):
                await play_round(handler, name, (1, 2), seed=seed)
        rounds = await recorded_rounds(handler.store)
        assert [(one.table, one.number) for one in rounds] == [
            (name, number) for name in ("T1", "T2") for number in (1, 2, 3)
        ]
        since, until = rounds[2].opened, rounds[4].opened
        asked: list[datetime] = []

        def between(opened: datetime) -> bool:
            asked.append(opened)
            return since <= opened < until

        found = await recorded_rounds(handler.store, opened=between)
        assert found == rounds[2:4]
        assert asked == [one.opened for one in rounds]
        assert await recorded_rounds(handler.store, "T2", opened=between) == [rounds[3]]
        assert await recorded_rounds(handler.store, "T2", 2, between) == []


async def test_a_house_that_serves_reads_a_long_stream_in_small_pages(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that is done with a page keeps commands waiting: at most 200 records of it."""
    async with keeping(sqlite_url) as handler:
        await _linked(handler, "casino-stud")
        for seed in range(6):
            await play_round(handler, "T1", (1, 2, 3, 4), seed=seed)
        pages: list[int] = []
        reading: dict[str, Any] = {"read": handler.store.read, "scan": handler.store.scan_stream}

        async def read(*given: Any) -> Any:
            page = await reading["read"](*given)
            pages.append(len(page))
            return page

        async def scan(*given: Any) -> Any:
            page = await reading["scan"](*given)
            pages.append(len(page))
            return page

        monkeypatch.setattr(handler.store, "read", read)
        monkeypatch.setattr(handler.store, "scan_stream", scan)
        for look in (
            lambda: recorded_rounds(handler.store, "T1", 6),
            lambda: _played(handler.store, "table:T1"),
        ):
            pages.clear()
            assert len(await look())
            assert sum(pages) > 200
            assert max(pages) <= 200


async def _played(store: EventStore, stream: str) -> list[Played]:
    return [one async for one in rounds_between(store, stream, 0, 1_000_000)]


@pytest.mark.parametrize("rulebook", GAMES)
async def test_a_single_round_replays_to_the_same_lines(sqlite_url: str, rulebook: str) -> None:
    async with keeping(sqlite_url) as handler:
        names = await _linked(handler, rulebook)
        for seed in range(4):
            await asyncio.gather(*(play_round(handler, name, (1, 2), seed=seed) for name in names))
        stream = await handler.streams.table("T1")
        linked = stream.stored.jackpot
        link = None if linked is None else await handler.streams.jackpot(linked)
        kept = await rounds_before(handler.store, "T1", link, stream.version + 1)
        assert [one.round for one in kept] == [4, 3, 2, 1]
        rounds = await recorded_rounds(handler.store, "T1")
        of_all = [one for one in await recorded_rounds(handler.store) if one.table == "T1"]
        assert rounds == of_all
        for number in range(6):
            alone = [one for one in rounds if one.number == number]
            assert await recorded_rounds(handler.store, "T1", number) == alone
        for one, recorded in zip(rounds, reversed(kept), strict=True):
            [exported] = scripts([one])
            played = replay(read_script(script_json(exported.script)))
            assert played.lines["T1", one.number] == recorded.lines


ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
NOTHING = "2c 3d 6c 8s Tc"
DEALER_HAND = "Ac Kd 9s 4d 3c"


async def _link(
    handler: CommandHandler, *tables: str, entry: EntryMode = EntryMode.ENFORCING
) -> None:
    """Live tables of Casino Stud on one jackpot of 1,000,000.00, 1.15 of each wager to it."""
    await register_jackpot(handler)
    for name in tables:
        settings = TableEntry("casino-stud", boxes=6, jackpot="J1", entry=entry)
        live = Dealing(cards=Cards.LIVE)
        register = hc.RegisterTable(name=name, entry=settings, dealing=live)
        await do(handler, None, register, MANAGER)
    await fund(handler)


async def _open(handler: CommandHandler, table: str, *boxes: int, stake: int | None = None) -> None:
    await do(handler, table, c.OpenBets())
    for box in boxes:
        await do(handler, table, ante(box), Actor(f"p{box}", Role.PLAYER))
        wager = structs.replace(jackpot(box), amount=stake)
        await do(handler, table, wager, Actor(f"p{box}", Role.PLAYER))
    await do(handler, table, c.CloseBets())


async def _deal(handler: CommandHandler, table: str, **hands: str) -> None:
    """Hands as `b1="…"`; everybody stays."""
    dealt = {box.removeprefix("b"): hand for box, hand in hands.items()}
    await do(handler, table, c.Deal(hands={**dealt, "dealer": DEALER_HAND}))
    for box in dealt:
        stay = c.PlaceWager(box=int(box), wager="bet")
        await do(handler, table, stay, Actor(f"p{box}", Role.PLAYER))
    await do(handler, table, c.RevealDealer())


async def _play(handler: CommandHandler, table: str, **hands: str) -> None:
    await _open(handler, table, *(int(box.removeprefix("b")) for box in hands))
    await _deal(handler, table, **hands)


async def _lines(handler: CommandHandler, table: str) -> list[tuple[Line, ...]]:
    """Of all rounds of a table that are over, oldest first."""
    link = await handler.streams.jackpot("J1")
    head = (await handler.streams.table(table)).version + 1
    return [one.lines for one in reversed(await rounds_before(handler.store, table, link, head))]


def _without_place(event: Event) -> Event:
    """A script says of a report where and when it was made; in a log its record does."""
    if isinstance(event, IrregularityDecided | MatterOpened | ReportNoted):
        return structs.replace(event, report=structs.replace(event.report, table=None, at=None))
    return event


async def _proved_export(handler: CommandHandler, table: str) -> Replay:
    """The script of a whole table: the same events and lines as were recorded."""
    rounds = await recorded_rounds(handler.store, table)
    [exported] = scripts(rounds)
    played = replay(read_script(script_json(exported.script)))
    assert played.refusals == ()
    came = [one for one in played.events if one.table == table]
    assert exported.events == tuple(
        _without_place(one.event) for one in came if isinstance(one.event, TABLE_EVENTS)
    )
    ended = [lines for (name, _), lines in played.lines.items() if name == table]
    assert ended == await _lines(handler, table)
    return played


async def test_a_claim_that_had_to_wait_is_exported_as_it_was_paid(sqlite_url: str) -> None:
    """Dealt later, settled first: T2's royal flush is paid when T1's round is over (CSP 4.5.2).

    Two wagers of 5.00 put 1.15 each on the meter; a royal flush takes all of it.
    """
    async with keeping(sqlite_url) as handler:
        await _link(handler, "T1", "T2")
        await _play(handler, "T1", b1=NOTHING)
        await _play(handler, "T2", b1=ROYAL)
        await do(handler, "T2", c.Settle())
        [waiting] = await _lines(handler, "T2")
        assert [line.result.value for line in waiting] == ["won", "won", "pending"]
        await do(handler, "T1", c.Settle())
        [paid] = await _lines(handler, "T2")
        assert [line.result.value for line in paid] == ["won", "won", "won"]
        assert paid[2].won == 1_000_000_00 + 230
        assert "CSP 4.5.2" in paid[2].clauses
        played = await _proved_export(handler, "T2")
        assert played.lines["T2", 1][2] == paid[2]
        assert played.floor.jackpots["J1"].pending() == []
        await _proved_export(handler, "T1")


async def test_a_claim_that_still_waits_is_exported_as_waiting(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _link(handler, "T1", "T2")
        await _play(handler, "T1", b1=NOTHING)
        await _play(handler, "T2", b1=ROYAL)
        await do(handler, "T2", c.Settle())
        played = await _proved_export(handler, "T2")
        line = played.lines["T2", 1][2]
        assert (line.result.value, line.won, "CSP 4.5.2" in line.clauses) == ("pending", 0, True)
        [(entry, claim)] = played.floor.jackpots["J1"].pending()
        assert (entry.table, entry.number, claim.box) == ("T2", 1, 1)
        assert played.floor.jackpots["J1"].meter == 1_000_000_00 + 230


async def test_claims_of_one_round_paid_at_different_times_are_exported(sqlite_url: str) -> None:
    """The House orders box 3 to be paid before the rest; the meter moves before box 1 is.

    Three wagers of 1.15 lie on the meter: 1,000,003.45. Box 3 holds a straight flush, 10 %
    of it half up: 100,000.35 (100,000.345), and 900,003.10 stay. A wager at T3 adds 1.15,
    and box 1 takes all 900,004.25.
    """
    async with keeping(sqlite_url) as handler:
        await _link(handler, "T1", "T2", "T3")
        await _play(handler, "T1", b1=NOTHING)
        await _play(handler, "T2", b1=ROYAL, b3=STRAIGHT_FLUSH)
        await do(handler, "T2", c.Settle())
        order = OrderClaims(claims=(PendingClaim("T2", 3, 1),))
        await do(handler, None, order, MANAGER)
        await _open(handler, "T3", 1)
        await do(handler, "T1", c.Settle())
        [lines] = await _lines(handler, "T2")
        won = {line.box: line.won for line in lines if line.wager == WagerKind.JACKPOT}
        assert won == {1: 900_004_25, 3: 100_000_35}
        played = await _proved_export(handler, "T2")
        assert played.floor.jackpots["J1"].paid == 900_004_25 + 100_000_35


@pytest.fixture
def goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the logs of programs that did not hold a table for a prize."""
    monkeypatch.setattr(table_decisions, "demand_paid", lambda *given: None)


@pytest.mark.usefixtures("goes_on")
async def test_rounds_that_wait_and_rounds_that_do_not_stand_in_one_script(
    sqlite_url: str,
) -> None:
    """T2: one round paid at once, one that waits into the next, one that waits, one at once."""
    async with keeping(sqlite_url) as handler:
        await _link(handler, "T1", "T2")
        await _play(handler, "T2", b1=STRAIGHT_FLUSH)
        await do(handler, "T2", c.Settle())
        await _play(handler, "T1", b1=NOTHING)
        await _play(handler, "T2", b1=STRAIGHT_FLUSH)
        await do(handler, "T2", c.Settle())
        await _play(handler, "T2", b1=STRAIGHT_FLUSH, b2=NOTHING)
        await do(handler, "T1", c.Settle())  # pays round 2 while round 3 is running
        await do(handler, "T2", c.Settle())  # waits for nobody
        await _play(handler, "T1", b1=NOTHING)
        await _play(handler, "T2", b1=ROYAL)
        await do(handler, "T2", c.Settle())
        results = [lines[2].result.value for lines in await _lines(handler, "T2")]
        assert results == ["won", "won", "won", "pending"]
        waited = ["CSP 4.5.2" in lines[2].clauses for lines in await _lines(handler, "T2")]
        assert waited == [False, True, False, True]
        played = await _proved_export(handler, "T2")
        assert [len(played.floor.jackpots["J1"].pending())] == [1]
        for one in await recorded_rounds(handler.store, "T2"):
            assert await recorded_rounds(handler.store, "T2", one.number) == [one]
            [exported] = scripts([one])
            again = replay(read_script(script_json(exported.script)))
            assert again.lines["T2", one.number] == played.lines["T2", one.number]


async def test_the_excess_of_a_wager_comes_back_with_a_late_payment(sqlite_url: str) -> None:
    """8.00 were laid where 5.00 are prescribed (C25): 3.00 come back when the claim is paid."""
    async with keeping(sqlite_url) as handler:
        await _link(handler, "T1", "T2", entry=EntryMode.RECORDING)
        await _play(handler, "T1", b1=NOTHING)
        await _open(handler, "T2", 1, stake=8_00)
        await _deal(handler, "T2", b1=ROYAL)
        await do(handler, "T2", c.Settle())
        [waiting] = await _lines(handler, "T2")
        assert (waiting[2].result.value, waiting[2].returned) == ("pending", 0)
        await do(handler, "T1", c.Settle())
        [paid] = await _lines(handler, "T2")
        assert (paid[2].won, paid[2].returned) == (1_000_000_00 + 230, 3_00)
        await _proved_export(handler, "T2")


@pytest.mark.usefixtures("goes_on")
async def test_any_order_of_linked_rounds_is_exported_as_recorded(sqlite_url: str) -> None:
    """Three tables at random: shares of the meter at once, late, by order, undone, waiting."""
    chance = random.Random(11)
    names = ("T1", "T2", "T3")
    undone = 0
    async with keeping(sqlite_url) as handler:
        await _link(handler, *names)
        for _ in range(90):
            name = chance.choice(names)
            current = (await handler.streams.table(name)).state.game.round
            if isinstance(current, Revealed):
                await do(handler, name, c.Settle())
            elif isinstance(current, Settled) and chance.random() < 0.2:
                report = c.Report(irregularity=Irregularity.FOREIGN_CARD)
                await do(handler, name, report, MANAGER)
                undone += 1
            else:
                await _play(handler, name, b1=chance.choice([NOTHING, STRAIGHT_FLUSH, ROYAL]))
            waiting = (await handler.streams.jackpot("J1")).state.meter.pending()
            if waiting and chance.random() < 0.15:
                entry, claim = chance.choice(waiting)
                claims = (PendingClaim(entry.table, claim.box, entry.number),)
                await do(handler, None, OrderClaims(claims=claims), MANAGER)
        for name in names:
            if isinstance((await handler.streams.table(name)).state.game.round, Revealed):
                await do(handler, name, c.Settle())
        await _play(handler, "T1", b1=NOTHING)
        await _play(handler, "T2", b1=ROYAL)
        await do(handler, "T2", c.Settle())
        assert undone >= 3
        late = at_once = pending = 0
        for name in names:
            played = await _proved_export(handler, name)
            lines = [lines[2] for (table, _), lines in played.lines.items() if table == name]
            won = [line for line in lines if line.result is Result.WON]
            late += sum("CSP 4.5.2" in line.clauses for line in won)
            at_once += sum("CSP 4.5.2" not in line.clauses for line in won)
            pending += sum(line.result is Result.PENDING for line in lines)
            for one in await recorded_rounds(handler.store, name):
                [exported] = scripts([one])
                alone = replay(read_script(script_json(exported.script)))
                key = (name, one.number)
                assert alone.lines.get(key) == played.lines.get(key)
        assert min(late, at_once) >= 3
        assert pending == 1


async def test_what_would_not_replay_as_recorded_is_not_exported(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _link(handler, "T1")
        await _play(handler, "T1", b1=NOTHING)
        await do(handler, "T1", c.Settle())
        [one] = await recorded_rounds(handler.store, "T1")
        deal = next(given for given in one.given if isinstance(given.command, c.Deal))
        one.given.remove(deal)
        with pytest.raises(CannotExport, match=r"round 1 of table T1: .* would be refused"):
            scripts([one])
        [one] = await recorded_rounds(handler.store, "T1")
        one.given[-1].events.pop()
        with pytest.raises(CannotExport, match=r"round 1 of table T1: .* what was recorded"):
            scripts([one])


async def test_the_command_writes_rounds_tables_and_days(tmp_path: Path) -> None:
    async with keeping(database_url(tmp_path)) as handler:
        moment = handler.now()
        handler.now = lambda: moment  # all of it on one day
        await _linked(handler, "casino-stud")
        for name in ("T1", "T2", "T1"):
            await play_round(handler, name)
        day = moment.date().isoformat()
    data = ["--data", str(tmp_path)]

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(export_command, [*data, *arguments])
        return result.exit_code, result.stdout

    status, text = await asyncio.to_thread(run, "--table", "T1", "--round", "2")
    assert status == 0
    assert msgspec.json.decode(text)["tables"]["T1"]["round"] == 2
    out = tmp_path / "scripts"
    status, text = await asyncio.to_thread(run, "--day", day, "--zone", "UTC", "--out", str(out))
    assert status == 0
    assert sorted(path.name for path in out.iterdir()) == ["T1-round-1-2.json", "T2-round-1.json"]
    assert (await asyncio.to_thread(run, "--day", day, "--zone", "UTC"))[0] == 2
    assert (await asyncio.to_thread(run, "--table", "T1", "--round", "99"))[0] == 2
