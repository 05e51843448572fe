"""The keeper: once only, never lost, never on a stale state, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from croupier.house import commands as hc
from croupier.house.keeping.keeper import Keeper
from croupier.house.keeping.once import VersionConflict
from croupier.house.log.storing import Append, StoreUnavailable
from croupier.house.refusals import HouseCode, HouseRefused
from croupier.house.settings import Cards, Dealing
from croupier.refusal import Code, Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.roles import Actor, Role
from croupier.table import commands as c
from croupier.table.state import Betting
from tests.house.service.houses import (
    DEALER,
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


async def test_a_repeated_key_is_carried_out_once_and_answered_alike(store_url: str) -> None:
    async with keeping(store_url) as keeper:
        await register_jackpot(keeper)
        await register_table(keeper)
        await do(keeper, "T1", c.OpenBets())
        give = (ante(1, 2500), Actor("p1", Role.PLAYER), "ante-of-p1")
        first = await keeper.command("T1", *give)
        assert await keeper.command("T1", *give) == first
        together = await asyncio.gather(
            *(
                keeper.command("T1", jackpot(1), Actor("p1", Role.PLAYER), "jackpot-of-p1")
                for _ in range(5)
            )
        )
        assert len(set(map(str, together))) == 1
        await play_on(keeper)
    async with keeping(store_url) as again:
        assert await again.command("T1", *give) == first
        table = (await again.holding.table("T1")).state
        assert table.game.round.boxes[1].ante == 2500  # type: ignore[union-attr]


async def play_on(keeper: Keeper) -> None:
    await do(keeper, "T1", c.CloseBets())
    await do(keeper, "T1", c.Deal())


async def test_a_command_for_another_version_changes_nothing(store_url: str) -> None:
    async with keeping(store_url) as keeper:
        await register_jackpot(keeper)
        await register_table(keeper)
        opened = await do(keeper, "T1", c.OpenBets())
        await keeper.command(
            "T1", ante(1), Actor("p1", Role.PLAYER), "at-version-1", opened.version
        )
        with pytest.raises(VersionConflict) as conflict:
            await keeper.command(
                "T1", ante(2), Actor("p2", Role.PLAYER), "at-version-2", opened.version
            )
        assert conflict.value.version > opened.version


async def test_what_the_rules_refuse_leaves_no_trace(store_url: str) -> None:
    async with keeping(store_url) as keeper:
        await register_jackpot(keeper)
        await register_table(keeper)
        before = (await keeper.holding.table("T1")).head
        with pytest.raises(Refused) as refused:
            await do(keeper, "T1", ante(1), Actor("p1", Role.PLAYER))
        assert refused.value.refusal.code is Code.BETS_NOT_OPEN
        assert (await keeper.holding.table("T1")).head == before


async def test_two_processes_at_the_same_tables_lose_nothing(postgres_url: str) -> None:
    """Every contribution to the shared meter counts once, whoever served the table."""
    async with keeping(postgres_url) as one, keeping(postgres_url) as two:
        await register_jackpot(one)
        for name in ("T1", "T2", "T3", "T4"):
            await register_table(one, name)
        await asyncio.gather(
            *(
                play_round(keeper, table, (1, 2, 3), seed=seed)
                for keeper, table, seed in ((one, "T1", 1), (two, "T2", 2), (one, "T3", 3))
            )
        )
        await asyncio.gather(
            play_round(two, "T1", (1, 2, 3)),
            play_round(one, "T2", (1, 2, 3)),
            play_round(two, "T4", (1, 2, 3)),
        )
    async with keeping(postgres_url) as later:
        link = (await later.holding.jackpot("J1")).state
        assert link.amount_in == 6 * 3 * 500
        link.meter.check()
        assert (await later.holding.table("T1")).state.game.round.number == 2


async def test_two_processes_with_the_same_command_carry_it_out_once(store_url: str) -> None:
    async with keeping(store_url) as one, keeping(store_url) as two:
        await register_jackpot(one)
        await register_table(one)
        answers = await asyncio.gather(
            *(keeper.command("T1", c.OpenBets(), DEALER, "the-opening") for keeper in (one, two))
        )
        assert answers[0] == answers[1]


class Failing:
    """A store whose appends fail while it is told to."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.down = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, append: Append) -> None:
        if self.down:
            raise StoreUnavailable("The disk is full.")
        await self._store.append(append)


async def test_a_store_that_fails_leaves_nothing_half_done(store_url: str) -> None:
    async with keeping(store_url) as keeper:
        await register_jackpot(keeper)
        await register_table(keeper)
        await do(keeper, "T1", c.OpenBets())
        failing = Failing(keeper.store)
        keeper.store = failing
        failing.down = True
        results = await asyncio.gather(
            *(do(keeper, "T1", ante(box), Actor(f"p{box}", Role.PLAYER)) for box in (1, 2, 3)),
            return_exceptions=True,
        )
        assert all(isinstance(one, StoreUnavailable) for one in results)
        failing.down = False
        current = (await keeper.holding.table("T1")).state.game.round
        assert isinstance(current, Betting)
        assert current.boxes == {}
        await do(keeper, "T1", ante(2), Actor("p2", Role.PLAYER))


@pytest.mark.parametrize("rulebook", GAMES)
async def test_a_new_process_stands_exactly_where_the_old_one_stood(
    sqlite_url: str, rulebook: str
) -> None:
    """By folding all records, and from snapshots and what came after them."""
    linked = "J1" if rulebook != "three-card-poker" else None
    async with keeping(sqlite_url) as keeper:
        await register_jackpot(keeper)
        await register_table(keeper, rulebook=rulebook, jackpot=linked)
        await play_round(keeper, seed=1)
        assert await play_at_random(keeper, "T1", 120, seed=1) > 40
        table = await keeper.holding.table("T1")
        link = await keeper.holding.jackpot("J1")
        async with keeping(sqlite_url) as folded:
            assert (await folded.holding.table("T1")).state == table.state
            assert (await folded.holding.jackpot("J1")).state == link.state
        assert await keeper.holding.save_snapshots(every=1) == 4  # the cage and the people too
        async with keeping(sqlite_url) as kept:
            assert (await kept.holding.table("T1")).state == table.state
            assert (await kept.holding.table("T1")).ledger == table.ledger
            assert (await kept.holding.jackpot("J1")).state == link.state
            assert (await kept.holding.jackpot("J1")).ledger == link.ledger
        await play_at_random(keeper, "T1", 30, seed=2)
        async with keeping(sqlite_url) as later:
            assert (await later.holding.table("T1")).state == table.state


@asynccontextmanager
async def linked_house(url: str) -> AsyncIterator[Keeper]:
    async with keeping(url) as keeper:
        await register_jackpot(keeper)
        await register_table(keeper, "T1")
        await register_table(keeper, "T2")
        yield keeper


async def test_parameters_change_only_when_no_linked_round_is_running(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as keeper:
        change = hc.ChangeJackpot(jackpot="J1", reason="new terms", increment="0.125", stake=1000)
        await do(keeper, None, change, MANAGER)
        approve, other = hc.Approve(proposal="jackpot:J1/1"), Actor("sam", Role.SHIFT_MANAGER)
        await play_round(keeper, "T1")
        await do(keeper, "T2", c.OpenBets())
        with pytest.raises(HouseRefused) as refused:
            await do(keeper, None, approve, other)
        assert refused.value.refusal.code is HouseCode.ROUND_RUNNING
        await do(keeper, "T2", ante(1), Actor("p1", Role.PLAYER))
        await do(keeper, "T2", c.CloseBets())
        await do(keeper, "T2", c.Deal())
        await do(keeper, "T2", c.Fold(box=1), Actor("p1", Role.PLAYER))
        await do(keeper, "T2", c.RevealDealer())
        await do(keeper, "T2", c.Settle())
        before = (await keeper.holding.jackpot("J1")).state.meter
        await do(keeper, None, approve, other)
        after = (await keeper.holding.jackpot("J1")).state.meter
        assert after.meter == before.meter
        await play_round(keeper, "T1", (1, 2))
        grown = (await keeper.holding.jackpot("J1")).state.meter
        assert grown.units - after.units == 2 * 1000 * after.scale // 8


async def test_a_lost_link_refuses_jackpot_wagers_until_it_is_restored(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as keeper:
        await do(keeper, "T1", c.OpenBets())
        await do(keeper, "T1", ante(1), Actor("p1", Role.PLAYER))
        await do(keeper, None, hc.FailLink(jackpot="J1", reason="no contact"), MANAGER)
        with pytest.raises(HouseRefused) as refused:
            await do(keeper, "T1", jackpot(1), Actor("p1", Role.PLAYER))
        assert refused.value.refusal.code is HouseCode.LINK_FAILED
        report = c.Report(irregularity=Irregularity.JACKPOT_FAILURE)
        await do(keeper, "T2", report, MANAGER)
        with pytest.raises(Refused) as choice:
            await do(keeper, "T2", c.OpenBets())
        assert choice.value.refusal.code is Code.CHOICE_AWAITED
        await do(keeper, None, hc.RestoreLink(jackpot="J1", reason="found"), MANAGER)
        await do(keeper, "T1", jackpot(1), Actor("p1", Role.PLAYER))


async def test_what_grows_beyond_the_limit_is_moved_to_the_overflow(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as keeper:
        await register_jackpot(keeper, limit=1_000_001_00)
        await register_table(keeper)
        for seed in range(2):
            await play_round(keeper, boxes=(1, 2), seed=seed)
        link = (await keeper.holding.jackpot("J1")).state
        assert link.meter.meter == 1_000_001_00
        assert link.overflow == 2 * 2 * 115 - 100
        assert link.reserve == 2 * 2 * 50
        link.meter.check()


async def test_tables_of_one_jackpot_run_one_rulebook(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as keeper:
        with pytest.raises(HouseRefused) as refused:
            await register_table(keeper, "T3", "multi-link-stud")
        assert refused.value.refusal.code is HouseCode.OTHER_RULEBOOK
        with pytest.raises(HouseRefused) as taken:
            await register_table(keeper, "T2")
        assert taken.value.refusal.code is HouseCode.NAME_TAKEN


async def test_a_pause_keeps_the_stage_and_a_last_round_is_the_last(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as keeper:
        await do(keeper, "T1", c.OpenBets())
        await do(keeper, "T1", hc.PauseTable(reason="spilt drink"), DEALER)
        with pytest.raises(HouseRefused) as paused:
            await do(keeper, "T1", ante(1), Actor("p1", Role.PLAYER))
        assert paused.value.refusal.code is HouseCode.PAUSED
        await do(keeper, "T1", hc.ResumeTable(), DEALER)
        await do(keeper, "T1", ante(1), Actor("p1", Role.PLAYER))
        await do(keeper, "T1", hc.AnnounceLastRound(), MANAGER)
        await do(keeper, "T1", c.CloseBets())
        await do(keeper, "T1", c.Deal())
        await do(keeper, "T1", c.Fold(box=1), Actor("p1", Role.PLAYER))
        await do(keeper, "T1", c.RevealDealer())
        await do(keeper, "T1", c.Settle())
        with pytest.raises(HouseRefused) as last:
            await do(keeper, "T1", c.OpenBets())
        assert last.value.refusal.code is HouseCode.LAST_ROUND_PLAYED
        await do(keeper, "T1", c.CloseTable(), MANAGER)
        await do(keeper, "T1", c.OpenTable(), MANAGER)
        await do(keeper, "T1", c.OpenBets())


async def test_impossible_cards_are_refused_at_once(sqlite_url: str) -> None:
    """At an electronic table nobody enters cards; at a live one no card is dealt twice."""
    async with keeping(sqlite_url) as keeper:
        await register_table(keeper, "E1", jackpot=None)
        await register_table(keeper, "L1", jackpot=None, dealing=Dealing(cards=Cards.LIVE))
        hands: Mapping[str, str] = {"1": "As Ks Qs Js Ts", "dealer": "As Kd 9s 5h 3c"}
        for table in ("E1", "L1"):
            await do(keeper, table, c.OpenBets())
            await do(keeper, table, ante(1), Actor("p1", Role.PLAYER))
            await do(keeper, table, c.CloseBets())
        with pytest.raises(HouseRefused) as committed:
            await do(keeper, "E1", c.Deal(hands=hands))
        assert committed.value.refusal.code is HouseCode.CARDS_ARE_COMMITTED
        with pytest.raises(Refused) as twice:
            await do(keeper, "L1", c.Deal(hands=hands))
        assert twice.value.refusal.code is Code.CARD_TWICE
        with pytest.raises(HouseRefused) as nothing:
            await do(keeper, "L1", c.Deal())
        assert nothing.value.refusal.code is HouseCode.BAD_COMMAND
