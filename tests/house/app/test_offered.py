"""What people are offered and told: nothing that is refused, no more than they may know."""

import msgspec

from croupier.house.app.audience import Announcement
from croupier.house.client import Client
from croupier.house.model import commands as hc
from croupier.house.model.table.decide import legal_at
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.views import PUBLIC, STAFF, Viewer, view
from tests.house.funding import CASHIER, by_two, fund
from tests.house.houses import (
    DEALER,
    MANAGER,
    ante,
    do,
    jackpot,
    keeping,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.model.cage.test_payments import METER_WON, PAY, PIT, ROYAL, play, register
from tests.house.serving import client_of, serving

ANN = Actor("p1", Role.PLAYER)


async def test_after_the_last_round_no_further_one_is_offered(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        handler = house.handler
        await register_jackpot(handler)
        await register_table(handler)
        manager = await client_of(house, address, MANAGER)
        try:
            assert "open_bets" in await _offered(manager)
            await do(handler, "T1", hc.AnnounceLastRound(), MANAGER)
            await play_round(handler)
            if "open_bets" in await _offered(manager):  # the announced one is the next
                await play_round(handler, seed=1)
            offered = await _offered(manager)
            assert "open_bets" not in offered
            assert "close_table" in offered
        finally:
            await manager.close()


async def _offered(client: Client) -> set[str]:
    return {msgspec.to_builtins(one)["do"] for one in await client.legal("T1")}


async def test_a_paused_table_offers_nothing_of_the_game(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", hc.PauseTable(reason="a spill"), MANAGER)
        table, link = (await handler.streams.table("T1")).state, None
        assert not any(isinstance(one, c.PlaceWager) for one in legal_at(table, link, ANN))
        assert not any(isinstance(one, c.CloseBets) for one in legal_at(table, link, DEALER))


async def test_a_hand_that_was_looked_at_is_not_offered_again(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), ANN)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        for looked in (False, True):
            stream = await handler.streams.table("T1")
            link = (await handler.streams.jackpot("J1")).state
            offered = legal_at(stream.state, link, ANN)
            assert any(isinstance(one, c.ViewHand) for one in offered) is not looked
            await do(handler, "T1", c.ViewHand(box=1), ANN)


async def test_a_wager_taken_back_leaves_nothing_to_see(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await do(handler, "T1", c.OpenBets())
        await do(handler, "T1", ante(1), ANN)
        await do(handler, "T1", jackpot(1), ANN)
        await do(handler, "T1", ante(3), Actor("p3", Role.PLAYER))
        await do(handler, "T1", c.WithdrawWager(box=1, wager=WagerKind.ANTE), ANN)
        game = (await handler.streams.table("T1")).state.game
        for viewer in (PUBLIC, STAFF, Viewer.of_player("p1")):
            assert [box.box for box in view(game, None, viewer).boxes] == [3]


async def test_everybody_hears_that_a_jackpot_is_paid_and_nobody_by_whom(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register(handler, "T1")
        await fund(handler, ["ann"], 100_00)
        await play(handler, ROYAL)
        told: dict[Viewer, list[str]] = {PUBLIC: [], STAFF: [], Viewer.of_player("bob"): []}

        def hear(stream: str, change: object) -> None:
            for viewer, heard in told.items():
                message = Announcement(stream, change).message(viewer)  # type: ignore[arg-type]
                heard.append((message or b"").decode())

        handler.streams.listen(hear)
        await by_two(handler, PAY, PIT, CASHIER, "pay the jackpot")
        paid = f'{{"event":"jackpot_paid","table":"T1","round":1,"box":1,"amount":{METER_WON}}}'
        for viewer in (PUBLIC, Viewer.of_player("bob")):
            heard = "".join(told[viewer])
            assert paid in heard
            assert not any(word in heard for word in ("ann", "pia", "mia", "propos"))
        assert '"player":"ann"' in "".join(told[STAFF])
