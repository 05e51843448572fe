"""Recorded rounds as scripts: they replay to the same events and lines."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from croupier.cli.export import export as export_command
from croupier.house.export import recorded_rounds, script_json, scripts
from croupier.house.history import rounds_before
from croupier.house.keeper import Keeper
from croupier.house.settings import Cards, Dealing
from croupier.house.store import database_url
from croupier.rulebooks.model import WagerKind
from croupier.rulebooks.roles import Actor
from croupier.script import read_script, replay
from croupier.table import commands as c
from croupier.table.draft import Event
from croupier.table.events import TableEvent
from tests.house.service.houses import (
    GAMES,
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


async def _linked(keeper: Keeper, rulebook: str, tables: int = 2) -> list[str]:
    linked = None if rulebook == "three-card-poker" else "J1"
    if linked is not None:
        await register_jackpot(keeper)
    names = [f"T{number}" for number in range(1, tables + 1)]
    for name in names:
        await register_table(keeper, name, rulebook, linked)
    return names


def _replayed(script: bytes) -> tuple[Event, ...]:
    played = replay(read_script(script))
    assert not played.refusals
    return tuple(one.event for one in played.events if isinstance(one.event, TABLE_EVENTS))


@pytest.mark.parametrize("rulebook", GAMES)
async def test_whole_tables_replay_to_the_same_events(sqlite_url: str, rulebook: str) -> None:
    """Two linked tables at once, with fractions of a cent on the meter; each exports alone."""
    async with keeping(sqlite_url) as keeper:
        names = await _linked(keeper, rulebook)
        for seed in range(3):
            await asyncio.gather(
                *(play_round(keeper, name, (1, 2, 3), seed=seed) for name in names)
            )
        await play_at_random(keeper, "T1", 60, seed=7)
        rounds = await recorded_rounds(keeper.store)
        for name in names:
            [exported] = scripts([one for one in rounds if one.table == name])
            assert _replayed(script_json(exported.script)) == exported.events


@pytest.mark.parametrize("rulebook", GAMES)
async def test_a_single_round_replays_to_the_same_lines(sqlite_url: str, rulebook: str) -> None:
    async with keeping(sqlite_url) as keeper:
        names = await _linked(keeper, rulebook)
        for seed in range(4):
            await asyncio.gather(*(play_round(keeper, name, (1, 2), seed=seed) for name in names))
        stream = await keeper.holding.table("T1")
        kept = await rounds_before(keeper.store, "T1", stream.stored.jackpot, stream.version + 1)
        assert [one.round for one in kept] == [4, 3, 2, 1]
        rounds = await recorded_rounds(keeper.store, "T1")
        for one, recorded in zip(rounds, reversed(kept), strict=True):
            [exported] = scripts([one])
            played = replay(read_script(script_json(exported.script)))
            assert played.lines["T1", one.number] == recorded.lines


async def test_a_claim_that_had_to_wait_is_exported_as_it_was_paid(sqlite_url: str) -> None:
    """Dealt later, settled first: T2's royal flush is paid when T1's round is over (CSP 4.5.2)."""
    live = Dealing(cards=Cards.LIVE)
    async with keeping(sqlite_url) as keeper:
        await register_jackpot(keeper)
        for name in ("T1", "T2"):
            await register_table(keeper, name, dealing=live)
            await do(keeper, name, c.OpenBets())
            await do(keeper, name, ante(1), Actor("p1"))
            await do(keeper, name, jackpot(1), Actor("p1"))
        hands = {
            "T1": {"1": "2c 3d 5h 7s 9c", "dealer": "Ac Kd 9s 5d 3c"},
            "T2": {"1": "As Ks Qs Js Ts", "dealer": "Ac Kd 9s 5h 3c"},
        }
        for name in ("T1", "T2"):
            await do(keeper, name, c.CloseBets())
            await do(keeper, name, c.Deal(hands=hands[name]))
            stay = c.PlaceWager(box=1, wager=WagerKind.BET)
            await do(keeper, name, stay, Actor("p1"))
            await do(keeper, name, c.RevealDealer())
        await do(keeper, "T2", c.Settle())
        link = await keeper.holding.jackpot("J1")
        assert len(link.state.meter.pending()) == 1
        assert link.state.hits == 0
        [waiting] = await rounds_before(keeper.store, "T2", "J1", 10_000)
        assert [line.result.value for line in waiting.lines] == ["won", "won", "pending"]
        await do(keeper, "T1", c.Settle())
        assert link.state.meter.pending() == []
        [hit] = link.state.last_hits
        assert (hit.table, hit.winners, hit.amount) == ("T2", ("p1",), 1_000_000_00 + 230)
        [paid] = await rounds_before(keeper.store, "T2", "J1", 10_000)
        assert paid.lines[2].won == 1_000_000_00 + 230
        [exported] = scripts(await recorded_rounds(keeper.store, "T2"))
        played = replay(read_script(script_json(exported.script)))
        assert [(line.result, line.won) for line in played.lines["T2", 1]] == [
            (line.result, line.won) for line in paid.lines
        ]


async def test_the_command_writes_rounds_tables_and_days(tmp_path: Path) -> None:
    async with keeping(database_url(tmp_path)) as keeper:
        await _linked(keeper, "casino-stud")
        for name in ("T1", "T2", "T1"):
            await play_round(keeper, name)
        day = keeper.now().date().isoformat()
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
