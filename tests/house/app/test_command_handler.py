"""The handler: once only, never lost, never on a stale state, on SQLite and on PostgreSQL."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import Accepted, Expected, VersionConflict
from croupier.house.log.event_store import Append, StoreUnavailable
from croupier.house.log.snapshots import sealed, snapshot_bytes
from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Cards, Dealing
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.refusal import Code, Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.state import Betting
from tests.house.funding import fund
from tests.house.houses import (
    DEALER,
    GAMES,
    KEY,
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
    async with keeping(store_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        give = (ante(1, 2500), Actor("p1", Role.PLAYER), "ante-of-p1")
        first = await handler.command("T1", *give)
        assert await handler.command("T1", *give) == first
        together = await asyncio.gather(
            *(
                handler.command("T1", jackpot(1), Actor("p1", Role.PLAYER), "jackpot-of-p1")
                for _ in range(5)
            )
        )
        assert len(set(map(str, together))) == 1
        await play_on(handler)
    async with keeping(store_url) as again:
        assert await again.command("T1", *give) == first
        table = (await again.streams.table("T1")).state
        assert table.game.round.boxes[1].ante == 2500  # type: ignore[union-attr]


async def play_on(handler: CommandHandler) -> None:
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal())


async def test_a_command_for_another_version_changes_nothing(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        opened = await do(handler, "T1", c.OpenBets())
        await handler.command(
            "T1", ante(1), Actor("p1", Role.PLAYER), "at-version-1", Expected(opened.version)
        )
        with pytest.raises(VersionConflict) as conflict:
            await handler.command(
                "T1", ante(2), Actor("p2", Role.PLAYER), "at-version-2", Expected(opened.version)
            )
        assert conflict.value.version > opened.version


async def test_a_command_for_another_round_changes_nothing(store_url: str) -> None:
    """Each round has its number: a wager meant for round 1 never lies in round 2."""
    ann = Actor("p1", Role.PLAYER)
    async with keeping(store_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        first = "T1", ante(1), ann, "in-round-1", Expected(round=1)
        done = await handler.command(*first)
        with pytest.raises(HouseRefused) as early:
            await handler.command("T1", ante(1), ann, "for-round-2", Expected(round=2))
        await play_on(handler)
        await do(handler, "T1", c.Fold(box=1), ann)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        await do(handler, "T1", c.OpenBets())
        before = (await handler.streams.table("T1")).head
        with pytest.raises(HouseRefused) as late:
            await handler.command("T1", ante(1), ann, "late", Expected(round=1))
        for refused in (early, late):
            assert refused.value.refusal.code is HouseCode.OTHER_ROUND
        assert "round 1, which is over" in str(late.value)
        assert (await handler.streams.table("T1")).head == before
        assert await handler.command(*first) == done, "what was done is answered alike"


async def test_a_command_whose_time_is_up_changes_nothing(store_url: str) -> None:
    """Carried out at its last moment, and not a microsecond later."""
    ann = Actor("p1", Role.PLAYER)
    async with keeping(store_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        last = handler.now()
        handler.now = lambda: last
        done = await handler.command("T1", ante(1), ann, "in-time", Expected(until=last))
        handler.now = lambda: last + timedelta(microseconds=1)
        before = (await handler.streams.table("T1")).head
        with pytest.raises(HouseRefused) as late:
            await handler.command("T1", ante(2), ann, "too-late", Expected(until=last))
        assert late.value.refusal.code is HouseCode.TOO_LATE
        assert (await handler.streams.table("T1")).head == before
        again = await handler.command("T1", ante(1), ann, "in-time", Expected(until=last))
        assert again == done


async def test_what_the_rules_refuse_leaves_no_trace(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        before = (await handler.streams.table("T1")).head
        with pytest.raises(Refused) as refused:
            await do(handler, "T1", ante(1), Actor("p1", Role.PLAYER))
        assert refused.value.refusal.code is Code.BETS_NOT_OPEN
        assert (await handler.streams.table("T1")).head == before


async def test_two_processes_at_the_same_tables_lose_nothing(postgres_url: str) -> None:
    """Every contribution to the shared meter counts once, whoever served the table."""
    async with keeping(postgres_url) as one, keeping(postgres_url) as two:
        await register_jackpot(one)
        for name in ("T1", "T2", "T3", "T4"):
            await register_table(one, name)
        await asyncio.gather(
            *(
                play_round(handler, table, (1, 2, 3), seed=seed)
                for handler, table, seed in ((one, "T1", 1), (two, "T2", 2), (one, "T3", 3))
            )
        )
        await asyncio.gather(
            play_round(two, "T1", (1, 2, 3)),
            play_round(one, "T2", (1, 2, 3)),
            play_round(two, "T4", (1, 2, 3)),
        )
    async with keeping(postgres_url) as later:
        link = (await later.streams.jackpot("J1")).state
        assert link.amount_in == 6 * 3 * 500
        link.meter.check()
        assert (await later.streams.table("T1")).state.game.round.number == 2


async def test_two_processes_with_the_same_command_carry_it_out_once(store_url: str) -> None:
    async with keeping(store_url) as one, keeping(store_url) as two:
        await register_jackpot(one)
        await register_table(one)
        answers = await asyncio.gather(
            *(handler.command("T1", c.OpenBets(), DEALER, "the-opening") for handler in (one, two))
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
    async with keeping(store_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        failing = Failing(handler.store)
        handler.store = failing
        failing.down = True
        results = await asyncio.gather(
            *(do(handler, "T1", ante(box), Actor(f"p{box}", Role.PLAYER)) for box in (1, 2, 3)),
            return_exceptions=True,
        )
        assert all(isinstance(one, StoreUnavailable) for one in results)
        failing.down = False
        current = (await handler.streams.table("T1")).state.game.round
        assert isinstance(current, Betting)
        assert current.boxes == {}
        await do(handler, "T1", ante(2), Actor("p2", Role.PLAYER))


async def test_what_is_not_stored_refuses_nobody(store_url: str) -> None:
    """Ann has less than her ante and bets on box 1 in the same moment as p1, who gets the box."""
    async with keeping(store_url) as handler:
        await register_table(handler, jackpot=None)
        await fund(handler, ["ann"], 5_00)
        await do(handler, "T1", c.OpenBets())
        ann, other = Actor("ann", Role.PLAYER), Actor("p1", Role.PLAYER)
        poor, staked = await asyncio.gather(
            do(handler, "T1", ante(1, player="ann"), ann),
            do(handler, "T1", ante(1), other),
            return_exceptions=True,
        )
        assert isinstance(poor, HouseRefused)
        assert poor.refusal.code.value == "insufficient-funds"
        assert isinstance(staked, Accepted)
        current = (await handler.streams.table("T1")).state.game.round
        assert isinstance(current, Betting)
        assert current.boxes[1].seated == "p1"


async def test_a_hand_that_is_viewed_again_has_its_first_answer(store_url: str) -> None:
    """To view it once more writes nothing; the key is looked up all the same, also by a process
    that remembers no answers, and a key of another command is refused."""
    async with keeping(store_url) as handler:
        await register_table(handler, jackpot=None)
        player = Actor("p1", Role.PLAYER)
        await handler.command("T1", c.OpenBets(), DEALER, "opening")
        await do(handler, "T1", ante(1), player)
        await do(handler, "T1", ante(2), Actor("p2", Role.PLAYER))
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        first = await handler.command("T1", c.ViewHand(box=1), player, "viewed")
        await do(handler, "T1", c.ViewHand(box=2), Actor("p2", Role.PLAYER))
    async with keeping(store_url) as later:
        assert await later.command("T1", c.ViewHand(box=1), player, "viewed") == first
        with pytest.raises(HouseRefused) as used:
            await later.command("T1", c.ViewHand(box=1), player, "opening")
        assert used.value.refusal.code.value == "key-used"


@pytest.mark.parametrize("rulebook", GAMES)
async def test_a_new_process_stands_exactly_where_the_old_one_stood(
    sqlite_url: str, rulebook: str
) -> None:
    """By folding all records, and from snapshots and what came after them."""
    linked = "J1" if rulebook != "three-card-poker" else None
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler, rulebook=rulebook, jackpot=linked)
        await play_round(handler, seed=1)
        assert await play_at_random(handler, "T1", 120, seed=1) > 40
        table = await handler.streams.table("T1")
        link = await handler.streams.jackpot("J1")
        async with keeping(sqlite_url) as folded:
            assert (await folded.streams.table("T1")).state == table.state
            assert (await folded.streams.jackpot("J1")).state == link.state
        assert await handler.streams.save_snapshots(every=1) == 4  # the cage and the people too
        async with keeping(sqlite_url) as kept:
            assert (await kept.streams.table("T1")).state == table.state
            assert (await kept.streams.table("T1")).ledger == table.ledger
            assert (await kept.streams.jackpot("J1")).state == link.state
            assert (await kept.streams.jackpot("J1")).ledger == link.ledger
        await play_at_random(handler, "T1", 30, seed=2)
        async with keeping(sqlite_url) as later:
            assert (await later.streams.table("T1")).state == table.state


async def test_a_snapshot_of_an_older_program_gives_way_to_the_records(sqlite_url: str) -> None:
    """It does not say that the round was settled: the house, and its proof, ask the records."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await play_round(handler, seed=1)
        table = await handler.streams.table("T1")
        assert table.stored.payment.settlement == 1
        kept = json.loads(snapshot_bytes(table.stored, table.stored_ledger))
        del kept["state"]["payment"]
        older = sealed(KEY, table.name, table.stored_head, json.dumps(kept).encode())
        await handler.store.save([older])
    async with keeping(sqlite_url) as later:
        assert (await later.streams.table("T1")).state == table.state
        assert (await verify(later.store, keys=Keyring.of(KEY))).findings == ()


@asynccontextmanager
async def linked_house(url: str) -> AsyncIterator[CommandHandler]:
    async with keeping(url) as handler:
        await register_jackpot(handler)
        await register_table(handler, "T1")
        await register_table(handler, "T2")
        yield handler


async def test_parameters_change_only_when_no_linked_round_is_running(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as handler:
        change = hc.ChangeJackpot(jackpot="J1", reason="new terms", increment="0.125", stake=1000)
        await do(handler, None, change, MANAGER)
        approve, other = hc.Approve(proposal="jackpot:J1/1"), Actor("sam", Role.SHIFT_MANAGER)
        await play_round(handler, "T1")
        await do(handler, "T2", c.OpenBets())
        with pytest.raises(HouseRefused) as refused:
            await do(handler, None, approve, other)
        assert refused.value.refusal.code is HouseCode.ROUND_RUNNING
        await do(handler, "T2", ante(1), Actor("p1", Role.PLAYER))
        await do(handler, "T2", c.CloseBets())
        await do(handler, "T2", c.Deal())
        await do(handler, "T2", c.Fold(box=1), Actor("p1", Role.PLAYER))
        await do(handler, "T2", c.RevealDealer())
        await do(handler, "T2", c.Settle())
        before = (await handler.streams.jackpot("J1")).state.meter
        await do(handler, None, approve, other)
        after = (await handler.streams.jackpot("J1")).state.meter
        assert after.meter == before.meter
        await play_round(handler, "T1", (1, 2))
        grown = (await handler.streams.jackpot("J1")).state.meter
        assert grown.units - after.units == 2 * 1000 * after.scale // 8


async def test_a_lost_link_refuses_jackpot_wagers_until_it_is_restored(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as handler:
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), Actor("p1", Role.PLAYER))
        await do(handler, None, hc.FailLink(jackpot="J1", reason="no contact"), MANAGER)
        with pytest.raises(HouseRefused) as refused:
            await do(handler, "T1", jackpot(1), Actor("p1", Role.PLAYER))
        assert refused.value.refusal.code is HouseCode.LINK_FAILED
        report = c.Report(irregularity=Irregularity.JACKPOT_FAILURE)
        await do(handler, "T2", report, MANAGER)
        with pytest.raises(Refused) as choice:
            await do(handler, "T2", c.OpenBets())
        assert choice.value.refusal.code is Code.CHOICE_AWAITED
        await do(handler, None, hc.RestoreLink(jackpot="J1", reason="found"), MANAGER)
        await do(handler, "T1", jackpot(1), Actor("p1", Role.PLAYER))


async def test_what_grows_beyond_the_limit_is_moved_to_the_overflow(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler, limit=1_000_001_00)
        await register_table(handler)
        for seed in range(2):
            await play_round(handler, boxes=(1, 2), seed=seed)
        link = (await handler.streams.jackpot("J1")).state
        assert link.meter.meter == 1_000_001_00
        assert link.overflow == 2 * 2 * 115 - 100
        assert link.reserve == 2 * 2 * 50
        link.meter.check()


async def test_tables_of_one_jackpot_run_one_rulebook(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as handler:
        with pytest.raises(HouseRefused) as refused:
            await register_table(handler, "T3", "multi-link-stud")
        assert refused.value.refusal.code is HouseCode.OTHER_RULEBOOK
        with pytest.raises(HouseRefused) as taken:
            await register_table(handler, "T2")
        assert taken.value.refusal.code is HouseCode.NAME_TAKEN


async def test_a_pause_keeps_the_stage_and_a_last_round_is_the_last(sqlite_url: str) -> None:
    async with linked_house(sqlite_url) as handler:
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", hc.PauseTable(reason="spilt drink"), DEALER)
        with pytest.raises(HouseRefused) as paused:
            await do(handler, "T1", ante(1), Actor("p1", Role.PLAYER))
        assert paused.value.refusal.code is HouseCode.PAUSED
        await do(handler, "T1", hc.ResumeTable(), DEALER)
        await do(handler, "T1", ante(1), Actor("p1", Role.PLAYER))
        await do(handler, "T1", hc.AnnounceLastRound(), MANAGER)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", c.Fold(box=1), Actor("p1", Role.PLAYER))
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        with pytest.raises(HouseRefused) as last:
            await do(handler, "T1", c.OpenBets())
        assert last.value.refusal.code is HouseCode.LAST_ROUND_PLAYED
        await do(handler, "T1", c.CloseTable(), MANAGER)
        await do(handler, "T1", c.OpenTable(), MANAGER)
        await do(handler, "T1", c.OpenBets())


async def test_impossible_cards_are_refused_at_once(sqlite_url: str) -> None:
    """At an electronic table nobody enters cards; at a live one no card is dealt twice."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, "E1", jackpot=None)
        await register_table(handler, "L1", jackpot=None, dealing=Dealing(cards=Cards.LIVE))
        hands: Mapping[str, str] = {"1": "As Ks Qs Js Ts", "dealer": "As Kd 9s 5h 3c"}
        for table in ("E1", "L1"):
            await do(handler, table, c.OpenBets())
            await do(handler, table, ante(1), Actor("p1", Role.PLAYER))
            await do(handler, table, c.CloseBets())
        with pytest.raises(HouseRefused) as committed:
            await do(handler, "E1", c.Deal(hands=hands))
        assert committed.value.refusal.code is HouseCode.CARDS_ARE_COMMITTED
        with pytest.raises(Refused) as twice:
            await do(handler, "L1", c.Deal(hands=hands))
        assert twice.value.refusal.code is Code.CARD_TWICE
        with pytest.raises(HouseRefused) as nothing:
            await do(handler, "L1", c.Deal())
        assert nothing.value.refusal.code is HouseCode.BAD_COMMAND
