"""A house of version 0.2, from before editions were recorded, opens, proves and goes on.

`old/house_0_2.db.gz` was written by that version: two linked tables and one of each other game,
one of them with readings of its own; a round at each, and one at T1 that has just begun.
"""

import gzip
from pathlib import Path

import pytest

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.records import decode_event
from croupier.house.read.proof.export import script_json, scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.proof.running import self_check
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url
from croupier.rulebooks.terms import Actor, Role
from croupier.script import read_script, replay
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.houses import KEY, do, keeping, play_round

KEPT = Path(__file__).parent / "old" / "house_0_2.db.gz"
EDITIONS = {
    "T1": "casino-stud@6",
    "T2": "casino-stud@6",
    "T3": "three-card-poker@4",
    "T4": "singapore-stud@4",
    "T5": "megalink-stud@6",
    "T6": "multi-link-stud@2",
}


@pytest.fixture
def url(tmp_path: Path) -> str:
    (tmp_path / "house.db").write_bytes(gzip.decompress(KEPT.read_bytes()))
    return database_url(tmp_path)


async def test_it_proves(url: str) -> None:
    async with keeping(url) as handler:
        found = await verify(handler.store, keys=Keyring.of(KEY))
        assert (found.wrong, found.tables, found.rounds) == (None, 6, 6)
        assert (await self_check(handler.store, handler.streams, KEY)).findings == ()


async def test_its_tables_mean_what_they_meant(url: str) -> None:
    async with keeping(url) as handler:
        [first] = await handler.store.read("table:T1", 0, 1)
        event = decode_event(first.event)
        assert isinstance(event, h.TableRegistered)
        assert (event.entry.rulebook, event.edition) == ("casino-stud", None)
        for name, edition in EDITIONS.items():
            table = (await handler.streams.table(name)).state
            assert table.entry.rulebook == edition


async def test_it_goes_on_where_it_stood(url: str) -> None:
    """The round that had begun is played to its end, and a new table joins the link."""
    ann = Actor("p1", Role.PLAYER)
    async with keeping(url) as handler:
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), ann)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        entry = TableEntry("casino-stud", boxes=6, jackpot="J1")
        await do(handler, None, hc.RegisterTable(name="T7", entry=entry))
        await play_round(handler, "T7")
        assert (await verify(handler.store, keys=Keyring.of(KEY))).wrong is None


async def test_its_rounds_export(url: str) -> None:
    async with keeping(url) as handler:
        rounds = [one for one in await recorded_rounds(handler.store) if one.number == 1]
        for name, edition in EDITIONS.items():
            [exported] = scripts([one for one in rounds if one.table == name])
            assert exported.script.tables[name].rulebook == edition
            assert not replay(read_script(script_json(exported.script))).refusals
