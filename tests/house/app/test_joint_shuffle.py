"""The shuffle needs both sides: what players add is fixed before the house commits."""

from hashlib import sha256
from typing import Any

import pytest

from croupier.cards import card_names
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Cards, Dealing
from croupier.house.model.table.shuffle import joint, shuffled
from croupier.house.read.history import rounds_before
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.state import Dealt
from tests.house.houses import DEALER, ante, do, keeping, register_table

ANN, BOB = Actor("p1", Role.PLAYER), Actor("p3", Role.PLAYER)
SEED = bytes(range(32))
FIRST, SECOND, THIRD = ("aa" * 32, "bb" * 32, "cc" * 32)


def fixed(part: str) -> str:
    return sha256(bytes.fromhex(part)).hexdigest()


async def begin(handler: CommandHandler) -> None:
    await do(handler, "T1", c.OpenBets())
    await do(handler, "T1", ante(1), ANN)
    await do(handler, "T1", ante(3), BOB)


async def finish(handler: CommandHandler) -> Any:
    """Both fold; the deck that the round was dealt from."""
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal())
    state = (await handler.streams.table("T1")).state
    assert isinstance(state.game.round, Dealt)
    dealt = state.game.round.deal.shoe
    await do(handler, "T1", c.Fold(box=1), ANN)
    await do(handler, "T1", c.Fold(box=3), BOB)
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())
    return dealt


async def add(
    handler: CommandHandler, by: Actor, following: str, opened: str | None = None
) -> None:
    await do(handler, "T1", hc.AddSeed(next=fixed(following), seed=opened), by)


async def refused(
    handler: CommandHandler, by: Actor, following: str, opened: str | None = None
) -> str:
    with pytest.raises(HouseRefused) as error:
        await add(handler, by, following, opened)
    return error.value.refusal.code.value


def test_the_joint_seed_follows_from_its_description() -> None:
    assert joint(SEED, {}) == SEED
    added = {"bob": SECOND, "ann": FIRST}
    text = b"croupier-joint/1 " + SEED + f" ann {FIRST} bob {SECOND}".encode()
    assert joint(SEED, added) == sha256(text).digest()


async def test_parts_fixed_before_the_commitment_change_the_deck(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await begin(handler)
        await add(handler, ANN, FIRST)
        await finish(handler)
        await begin(handler)
        await add(handler, ANN, SECOND, FIRST)
        await add(handler, BOB, THIRD)  # fixes a part; there is none to open yet
        dealt = await finish(handler)
        table = await handler.streams.table("T1")
        [played, before] = await rounds_before(handler.store, "T1", None, table.version + 1)
        assert played.added == {ANN.id: FIRST}
        assert before.added == {}
        assert played.seed is not None
        seed = bytes.fromhex(played.seed)
        assert dealt == shuffled(joint(seed, {ANN.id: FIRST})) != shuffled(seed)
        assert card_names(dealt) != card_names(shuffled(seed))
        assert (await verify(handler.store)).wrong is None


async def test_nobody_chooses_a_part_after_the_commitment(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await begin(handler)
        bad = HouseCode.BAD_SEED.value
        assert await refused(handler, ANN, SECOND, FIRST) == bad  # nothing was fixed
        await add(handler, ANN, FIRST)
        assert await refused(handler, ANN, SECOND) == bad  # fixed is fixed
        await finish(handler)
        await begin(handler)
        assert await refused(handler, ANN, THIRD, SECOND) == bad  # another part than fixed
        assert await refused(handler, BOB, THIRD, FIRST) == bad  # somebody else's
        await do(handler, "T1", c.CloseBets())
        assert await refused(handler, ANN, SECOND, FIRST) == bad  # the house knows the deck now
        await add(handler, ANN, SECOND)


async def test_a_part_left_closed_for_a_round_is_forgotten(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await begin(handler)
        await add(handler, ANN, FIRST)
        await finish(handler)
        await begin(handler)
        await finish(handler)
        await begin(handler)
        assert await refused(handler, ANN, SECOND, FIRST) == HouseCode.BAD_SEED.value


async def test_only_players_in_the_round_add_and_only_where_a_seed_deals(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await begin(handler)
        stranger = Actor("p5", Role.PLAYER)
        assert await refused(handler, stranger, FIRST) == HouseCode.NOT_SEATED.value
        assert await refused(handler, DEALER, FIRST) == HouseCode.NOT_YOURS.value
        await register_table(handler, "T2", jackpot=None, dealing=Dealing(cards=Cards.LIVE))
        with pytest.raises(HouseRefused) as error:
            await do(handler, "T2", hc.AddSeed(next=fixed(FIRST)), ANN)
        assert error.value.refusal.code is HouseCode.BAD_SEED


async def test_parts_and_calls_outlive_the_process(sqlite_url: str) -> None:
    """They are in the snapshot that the next start goes on from."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await begin(handler)
        await add(handler, ANN, FIRST)
        call = c.Report(irregularity="other", description="Look here")  # type: ignore[arg-type]
        await do(handler, "T1", call, ANN)
        await handler.streams.save_snapshots(1)
    async with keeping(sqlite_url) as handler:
        table = (await handler.streams.table("T1")).state
        assert table.next_seeds == {ANN.id: fixed(FIRST)}
        assert [one.words for one in table.calls] == ["Look here"]
