"""A house whose seeds were hidden under a pad, as until version 0.2, opens, proves and goes on.

`old/house_before_gcm.db.gz` was written by that version: a table with a round that is over, and
one that is dealt and waits for the player's decision.
"""

import gzip
from pathlib import Path

import pytest

from croupier.house.log.stream import fold
from croupier.house.model.records import decode_event
from croupier.house.read.proof.export import script_json, scripts
from croupier.house.read.proof.recorded import recorded_rounds
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url
from croupier.rulebooks.terms import Actor, Role
from croupier.script import read_script, replay
from croupier.table import commands as c
from tests.house.houses import KEY, do, keeping, play_round

KEPT = Path(__file__).parent / "old" / "house_before_gcm.db.gz"
ANN = Actor("p1", Role.PLAYER)


@pytest.fixture
def url(tmp_path: Path) -> str:
    (tmp_path / "house.db").write_bytes(gzip.decompress(KEPT.read_bytes()))
    return database_url(tmp_path)


async def test_it_opens_and_proves_as_it_is(url: str) -> None:
    async with keeping(url) as handler:
        table = (await handler.streams.table("T1")).state
        assert table.shuffle is not None
        assert len(table.shuffle.sealed) == 64  # no mark: hexadecimal digits of 32 bytes
        found = await verify(handler.store, keys=Keyring.of(KEY))
        assert (found.wrong, found.tables, found.rounds) == (None, 1, 1)


async def test_the_round_goes_on_and_the_next_is_sealed_by_aes_gcm(url: str) -> None:
    async with keeping(url) as handler:
        await do(handler, "T1", c.PlaceWager(box=1, wager="bet"), ANN)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        await play_round(handler)
        table = (await handler.streams.table("T1")).state
        assert table.shuffle is not None
        assert (table.shuffle.round, table.shuffle.sealed[:5]) == (3, "gcm1:")
        found = await verify(handler.store, keys=Keyring.of(KEY))
        assert (found.wrong, found.rounds) == (None, 3)
        for exported in scripts(await recorded_rounds(handler.store)):
            assert not replay(read_script(script_json(exported.script))).refusals


async def test_its_state_follows_from_its_log(url: str) -> None:
    async with keeping(url) as handler:
        state = None
        for record in await handler.store.read("table:T1", 0):
            state = fold("table:T1", state, decode_event(record.event), record.at)
        assert state == (await handler.streams.table("T1")).state
