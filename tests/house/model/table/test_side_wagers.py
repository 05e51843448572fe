"""A house keeps the side wagers of any game, and reads what an earlier program kept."""

import json
from typing import Any

import pytest

from croupier.house.log.snapshots import read_snapshot, snapshot_bytes
from croupier.house.log.stream import Ledger
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.state import Betting, Settled
from tests.house.houses import (
    KEY,
    ante,
    do,
    keeping,
    play_round,
    register_jackpot,
    register_table,
)
from tests.invented import HARBOUR_THREE

P1 = Actor("p1", Role.PLAYER)


def side(wager: str, amount: int) -> c.PlaceWager:
    return c.PlaceWager(box=1, wager=wager, amount=amount)


def as_kept_before(kept: bytes) -> bytes:
    """The snapshot as the program before side wagers had names wrote it."""
    plain: dict[str, Any] = json.loads(kept)
    for box in plain["state"]["game"]["round"]["boxes"].values():
        for share in box["shares"]:
            sides, out = share.pop("sides"), share.pop("sides_out")
            share["pair_plus"] = sides.get("pair_plus", 0)
            share["pair_plus_out"] = out.get("pair_plus")
    del plain["ledger"]["stay"]
    return json.dumps(plain).encode()


async def test_a_snapshot_of_before_says_the_same(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, rulebook="three-card-poker", jackpot=None)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), P1)
        await do(handler, "T1", side("pair_plus", 700), P1)
        stream = await handler.streams.table("T1")
        table, ledger = stream.state, stream.ledger
    kept = as_kept_before(snapshot_bytes(table, ledger))
    read: tuple[Any, Ledger | None] = read_snapshot("table:T1", kept)
    assert read == (table, ledger)
    assert isinstance(read[0], HouseTable)
    assert isinstance(read[0].game.round, Betting)
    [share] = read[0].game.round.boxes[1].shares
    assert share.sides == {"pair_plus": 700}
    assert isinstance(read[1], TableLedger)
    assert read[1].stay == "play"


async def test_a_game_without_a_progressive_is_kept_and_proved(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, rulebook=rulebook_text(HARBOUR_THREE), jackpot=None)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), P1)
        for wager in HARBOUR_THREE.side_wagers:
            await do(handler, "T1", side(wager, 500), P1)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.PlaceWager(box=1, wager="play"), P1)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        settled = (await handler.streams.table("T1")).state.game.round
        assert isinstance(settled, Settled)
        laid = {line.wager: line.staked for line in settled.lines if line.staked}
        assert laid == {
            **{"ante": 1000, "play": 1000},
            **{"pair_plus": 500, "dealer_bonus": 500, "six_card": 500},
        }
        await play_round(handler, seed=1)
        found = await verify(handler.store, keys=Keyring.of(KEY))
    assert (found.wrong, found.rounds) == (None, 2)


async def test_it_cannot_be_linked(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        with pytest.raises(HouseRefused, match="has no progressive") as refused:
            await register_table(handler, rulebook=rulebook_text(HARBOUR_THREE), jackpot="J1")
    assert refused.value.refusal.code is HouseCode.BAD_SETTING
