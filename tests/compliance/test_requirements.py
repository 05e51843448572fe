"""Requirements of regulators, each proved at a house in memory of nothing but its log."""

import msgspec
import pytest
from litestar.testing import AsyncTestClient

from croupier.house.app.audience import Announcement
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.http.application import build
from croupier.house.http.pages.site import web_routes
from croupier.house.http.shapes import jackpot_meters
from croupier.house.log.stream import fold_jackpot
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import may_approve, may_propose
from croupier.house.model.cage.commands import SetLossLimit
from croupier.house.model.cage.day import Period
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.person import Person
from croupier.house.model.people.powers import CONFIRM_HIT, POWERS, demand_power
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import decode_event
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Money
from croupier.house.store import open_store
from croupier.jackpot import events as j
from croupier.jackpot.commands import AdjustJackpot
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.script.format import TableEntry
from croupier.table import commands as c
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer, view
from tests.house.funding import by_two
from tests.house.houses import (
    KEY,
    MANAGER,
    METER,
    ante,
    do,
    keeping,
    key,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.read.live import ROYAL, live_house, live_round, pay_prizes

MIA = Signature("mia", HouseRole.SHIFT_MANAGER)
SAM = Signature("sam", HouseRole.SHIFT_MANAGER)
PAY = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1)


async def events(handler: CommandHandler, stream: str) -> list[h.LogEvent]:
    return [decode_event(record.event) for record in await handler.store.read(stream)]


async def _held_by(handler: CommandHandler, player: str) -> int:
    """The wallet, less what its owner has to give back."""
    balances = await handler.store.balances()
    return balances.get(f"player:{player}", 0) + balances.get(f"owed:{player}", 0)


async def test_limits_and_edition_are_on_the_table(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        shown = view((await handler.streams.table("T1")).stored.game, None, PUBLIC)
        assert shown.rulebook == "casino-stud@6"
        assert 0 < shown.limits[0] < shown.limits[1]


async def test_a_void_refunds_every_wager_and_is_told_to_everybody(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        wallet = await _held_by(handler, "p1")
        told: dict[Viewer, list[str]] = {}

        def hear(stream: str, change: object) -> None:
            for viewer in (PUBLIC, STAFF, AUDITOR, Viewer.of_player("p1")):
                message = Announcement(stream, change).message(viewer)  # type: ignore[arg-type]
                told.setdefault(viewer, []).append((message or b"").decode())

        handler.streams.listen(hear)
        await live_round(handler)
        meter = (await handler.streams.jackpot("J1")).stored.meter.meter
        assert meter == 1_000_001_15
        await do(handler, "T1", c.Report(irregularity=Irregularity.FOREIGN_CARD), MANAGER)
        assert await _held_by(handler, "p1") == wallet
        assert (await handler.streams.jackpot("J1")).stored.meter.meter == 1_000_000_00
        for heard in told.values():
            assert any("round_voided" in message for message in heard)


async def test_the_meters_of_a_progressive_are_complete(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        await live_round(handler)
        shown = jackpot_meters(await handler.streams.jackpot("J1"))
        told = msgspec.to_builtins(shown)
        assert {
            *("stake", "reset", "increment", "limit", "reserve", "overflow", "display"),
            *("amount_in", "hits", "wins", "raised", "lowered", "pending", "last_hits", "tables"),
        } <= told.keys()
        # a wager of 5.00: 23 % to the meter, 10 % to the reserve
        assert (shown.amount_in, shown.display, shown.reserve) == (500, 1_000_001_15, 50)


async def test_the_last_25_hits_are_kept(sqlite_url: str) -> None:
    """A straight flush takes a tenth of the meter and leaves the rest: 26 hits, the first goes."""
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        for _ in range(26):
            await live_round(handler, "8s 7s 6s 5s 4s")
            await pay_prizes(handler)
        jackpot = (await handler.streams.jackpot("J1")).stored
        assert jackpot.hits == 26
        assert [hit.number for hit in jackpot.last_hits] == list(range(2, 27))
        assert [hit.round for hit in jackpot.last_hits] == list(range(2, 27))


async def test_a_meter_falls_by_wins_and_corrections_alone(sqlite_url: str) -> None:
    """Every record after which the display is lower is a win, a void, a correction or the limit."""
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        await live_round(handler)
        await live_round(handler, ROYAL)
        await pay_prizes(handler)
        await live_round(handler, settle=False)
        await do(handler, "T1", c.Report(irregularity=Irregularity.FOREIGN_CARD), MANAGER)
        lower = AdjustJackpot(jackpot="J1", amount=-500, reason="miscount")
        await by_two(handler, lower, MIA, SAM, key())
        state = None
        before = 0
        falls = []
        for record in await handler.store.read("jackpot:J1"):
            event = decode_event(record.event)
            state = fold_jackpot("J1", state, event, record.at)
            if state.meter.meter < before:
                falls.append(type(event))
            before = state.meter.meter
        assert falls == [j.JackpotWon, j.ContributionsReturned, j.JackpotAdjusted]


async def test_one_person_alone_changes_no_parameter(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await live_house(handler)
        change = hc.ChangeJackpot(jackpot="J1", reason="new season", reset=200_000_00)
        await handler.command(None, change, MIA, key())
        jackpot = (await handler.streams.jackpot("J1")).stored
        assert jackpot.meter.settings.reset == 100_000_00
        [proposal] = jackpot.proposals.open
        with pytest.raises(HouseRefused, match="different person"):
            await handler.command(None, hc.Approve(proposal=proposal.id), MIA, key())
        await handler.command(None, hc.Approve(proposal=proposal.id), SAM, key())
        assert (await handler.streams.jackpot("J1")).stored.meter.settings.reset == 200_000_00
        kinds = [type(event) for event in await events(handler, "jackpot:J1")]
        assert h.Proposed in kinds
        assert h.ProposalApproved in kinds
        assert hj.JackpotParametersChanged in kinds


def test_confirming_a_hit_and_configuring_are_different_powers() -> None:
    configure = POWERS["change_jackpot"]
    assert POWERS["pay_jackpot"] == CONFIRM_HIT
    assert {HouseRole.PIT_SUPERVISOR, HouseRole.PIT_MANAGER} == CONFIRM_HIT
    assert {HouseRole.SHIFT_MANAGER, HouseRole.ADMINISTRATOR} == configure
    assert set(may_propose(PAY)) == CONFIRM_HIT
    assert set(may_approve(PAY)) == CONFIRM_HIT | {HouseRole.CAGE}
    assert configure.isdisjoint(may_approve(PAY))
    assert not [name for name in POWERS if "force" in name or "hit" in name]


def test_a_second_role_does_not_join_confirming_and_configuring() -> None:
    """A pit manager who acts as shift manager configures, and confirms nothing meanwhile."""
    pit, both = (
        Person("pia", roles=frozenset(roles))
        for roles in (
            {HouseRole.PIT_MANAGER},
            {HouseRole.PIT_MANAGER, HouseRole.SHIFT_MANAGER},
        )
    )
    assert demand_power(pit, PAY, None).role is HouseRole.PIT_MANAGER
    with pytest.raises(HouseRefused, match="confirms no hit"):
        demand_power(both, PAY, None)
    change = hc.ChangeJackpot(jackpot="J1", reason="new season", reset=200_000_00)
    assert demand_power(both, change, None).role is HouseRole.SHIFT_MANAGER


async def test_an_electronic_table_deals_what_it_committed_to(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), Actor("p1", Role.PLAYER))
        await do(handler, "T1", c.CloseBets())
        with pytest.raises((HouseRefused, Refused)):
            await do(handler, "T1", c.Deal(hands={"1": ROYAL, "dealer": "2c 3d 5h 7s 9c"}))
        await do(handler, "T1", c.Deal())
        with pytest.raises((HouseRefused, Refused)):
            await do(handler, "T1", c.Deal())


async def test_what_a_player_is_shown_is_what_was_posted(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        for seed in range(5):
            before = (await handler.store.balances("player:"))["player:p1"]
            await play_round(handler, "T1", (1, 3), seed=seed)
            shown = view(
                (await handler.streams.table("T1")).stored.game, None, Viewer.of_player("p1")
            )
            own = [line for line in shown.lines if line.player == "p1"]
            assert own
            net = sum(line.won + line.returned - line.staked for line in own)
            assert (await handler.store.balances("player:"))["player:p1"] - before == net


async def test_a_practice_table_never_joins_a_live_jackpot(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        entry = TableEntry("casino-stud", boxes=6, jackpot="J1")
        practice = hc.RegisterTable(name="TEST", entry=entry, money=Money.PRACTICE)
        with pytest.raises(HouseRefused):
            await do(handler, None, practice, MANAGER)
        assert (await handler.streams.jackpot("J1")).stored.tables == ()
        assert METER.meter == (await handler.streams.jackpot("J1")).stored.meter.meter


async def test_a_player_replays_a_round_with_their_own_cards(sqlite_url: str) -> None:
    """Over HTTP, as a player: their own hand from the look on, and nobody else's."""
    house = House(await open_store(sqlite_url), KEY)
    async with AsyncTestClient(build(house, web_routes())) as http:
        handler = house.handler
        await register_table(handler, jackpot=None)
        await do(handler, "T1", c.OpenBets())
        for box in (1, 2):
            await do(handler, "T1", ante(box), Actor(f"p{box}", Role.PLAYER))
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        for box in (1, 2):
            await do(handler, "T1", c.ViewHand(box=box), Actor(f"p{box}", Role.PLAYER))
            await do(handler, "T1", c.Fold(box=box), Actor(f"p{box}", Role.PLAYER))
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        token = await house.registry.introduce("p1", HouseRole.PLAYER)
        mine = {"Authorization": f"Bearer {token}"}
        answer = await http.get("/api/tables/T1/rounds/1", headers=mine)
        assert answer.status_code == 200
        hands = [step["view"]["boxes"] for step in answer.json()["steps"]]
        seen = {box["box"] for boxes in hands for box in boxes if box["hand"] is not None}
        assert seen == {1}
        forbidden = await http.get("/api/audit/rounds/T1/1", headers=mine)
        assert forbidden.status_code == 403


async def test_a_player_sets_a_loss_limit(sqlite_url: str) -> None:
    """A limit of 15.00 a day: an ante of 10.00 would put 30.00 at risk with its stay-in wager."""
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None)
        limit = SetLossLimit(amount=15_00, period=Period.DAY)
        await handler.command(None, limit, Signature("p1"), key())
        await do(handler, "T1", c.OpenBets())
        with pytest.raises(HouseRefused, match="limit"):
            await do(handler, "T1", ante(1, 1000), Actor("p1", Role.PLAYER))
        await do(handler, "T1", ante(2, 1000), Actor("p2", Role.PLAYER))
