"""The service: commands in, events out, clear answers; what each viewer may see and no more."""

import asyncio
from typing import Any

import msgspec
import pytest

from croupier.cards import DECK, card_name
from croupier.house.app.house import House
from croupier.house.client import Client, Events, NotDone, Streaming, Subscribed, by_two
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import fund
from tests.house.houses import (
    DEALER,
    GAMES,
    MANAGER,
    METER,
    SECOND,
    ante,
    do,
    jackpot,
    keeping,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.serving import client_of, http_to, serving, session_of, token_of
from tests.waiting import until

ANN = Actor("p1", Role.PLAYER)


async def _house(house: House) -> None:
    await register_jackpot(house.handler)
    await register_table(house.handler)


async def _next(streaming: Streaming, stream: str) -> Events:
    async for told in streaming.events():
        if isinstance(told, Events) and told.stream == stream:
            return told
    raise AssertionError("the connection ended")


async def test_a_round_over_http(store_url: str) -> None:
    async with serving(store_url) as (house, address):
        manager, dealer, ann = [
            await client_of(house, address, who) for who in (MANAGER, DEALER, ANN)
        ]
        second = Client(address, await session_of(house, SECOND.id, HouseRole.SHIFT_MANAGER))
        await by_two(manager, second, hc.RegisterJackpot(name="J1", entry=METER))
        entry = TableEntry("casino-stud", boxes=6, jackpot="J1")
        await by_two(manager, second, hc.RegisterTable(name="T1", entry=entry))
        await fund(house.handler)
        await dealer.give(hc.SignOn(), "T1")
        await dealer.give(c.OpenBets(), "T1")
        wagers = [one for one in await ann.legal("T1") if isinstance(one, c.PlaceWager)]
        assert {one.box for one in wagers} == set(range(1, 7))
        await ann.give(ante(1, 2500), "T1")
        await ann.give(jackpot(1), "T1")
        await dealer.give(c.CloseBets(), "T1")
        await dealer.give(c.Deal(), "T1")
        assert (await ann.table("T1")).game.boxes[0].hand is None
        await ann.give(c.ViewHand(box=1), "T1")
        seen = (await ann.table("T1")).game.boxes[0].hand
        assert seen is not None
        assert len(seen.cards.split()) == 5
        assert (await dealer.table("T1")).game.boxes[0].hand is None
        await ann.give(c.Fold(box=1), "T1")
        await dealer.give(c.RevealDealer(), "T1")
        await dealer.give(c.Settle(), "T1")
        [played] = await dealer.rounds("T1")
        assert [line.wager for line in played.lines] == ["ante", "jackpot"]
        assert played.seed is not None
        [meters] = await dealer.jackpots()
        assert meters.display == 1_000_000_00 + 115
        assert meters.amount_in == 500
        [summary] = await dealer.tables()
        assert (summary.phase, summary.round) == ("settled", 1)
        for client in (manager, second, dealer, ann):
            await client.close()


async def test_what_is_not_done_is_explained(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        await _house(house)
        token = await token_of(house, ANN)
        ann = Client(address, token)
        with pytest.raises(NotDone) as early:
            await ann.give(ante(1), "T1")
        assert early.value.trouble.kind == "refused"
        assert early.value.trouble.code == "bets-not-open"
        assert early.value.trouble.clause == "CSP 3.2"
        with pytest.raises(NotDone) as nowhere:
            await ann.table("T9")
        assert nowhere.value.trouble.code == "no-such-table"
        with pytest.raises(NotDone) as stale:
            await ann.give(ante(1), "T1", expected_version=999)
        assert stale.value.trouble.kind == "conflict"
        nobody = Client(address)
        with pytest.raises(NotDone) as unnamed:
            await nobody.give(c.OpenBets(), "T1")
        assert unnamed.value.trouble.kind == "not-allowed"
        await ann.close()
        await nobody.close()
        async with http_to(address, token) as http:
            for body in (b"{", b"{}", b'{"key":"12345678","command":{"do":"fly"}}'):
                answer = await http.post("/api/tables/T1/commands", content=body)
                assert answer.status_code == 400
                assert answer.json()["kind"] == "bad-request"


async def test_the_description_covers_every_route(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, address), http_to(address) as http:
        described = (await http.get("/api/schema/openapi.json")).json()
        assert {
            "/api/v1/tables",
            "/api/v1/tables/{table}",
            "/api/v1/tables/{table}/legal",
            "/api/v1/tables/{table}/rounds",
            "/api/v1/tables/{table}/commands",
            "/api/v1/commands",
            "/api/v1/jackpots",
            "/api/v1/jackpots/{jackpot}",
            "/api/v1/me",
            "/api/v1/session",
            "/api/v1/people/{person}",
            "/api/v1/tokens",
        } <= set(described["paths"])
        assert "PlaceWager" in str(described["components"])


async def test_events_are_streamed_and_resumed_from_a_version(store_url: str) -> None:
    async with serving(store_url) as (house, address):
        await _house(house)
        ann = await client_of(house, address, ANN)
        seen: list[tuple[int, str]] = []
        async with ann.stream() as streaming:
            await streaming.subscribe({"table:T1": None})
            assert isinstance(await anext(streaming.events()), Subscribed)
            await play_round(house.handler)
            last = (await house.handler.streams.table("T1")).version
            while not seen or seen[-1][0] < last - 2:
                told = await _next(streaming, "table:T1")
                seen += [(one.version, one.event["event"]) for one in told.events]
        names = [name for _, name in seen]
        assert names[0] == "shuffle_committed"
        assert names[-1] == "shuffle_opened"
        for after in (0, seen[4][0], seen[-2][0]):
            async with ann.stream() as streaming:
                await streaming.subscribe({"table:T1": after})
                again: list[tuple[int, str]] = []
                async for message in streaming.events():
                    if isinstance(message, Subscribed):
                        break
                    assert isinstance(message, Events)
                    again += [(one.version, one.event["event"]) for one in message.events]
                assert [one for one in again if one[0] >= seen[0][0]] == [
                    one for one in seen if one[0] > after
                ]
        await ann.close()


async def test_who_resumes_hears_nothing_twice(sqlite_url: str) -> None:
    """Another process has stored more than this one knows of when the viewer comes."""
    async with serving(sqlite_url) as (house, address), keeping(sqlite_url) as other:
        await _house(house)
        await do(house.handler, "T1", c.OpenBets())
        ann = await client_of(house, address, ANN)
        closed = await do(other, "T1", c.CloseBets())
        async with ann.stream() as streaming:
            await streaming.subscribe({"table:T1": 0})
            heard: list[int] = []
            resumed = False
            async for message in streaming.events():
                if isinstance(message, Subscribed):
                    resumed = True
                    await house.catching_up.look_at({"table:T1": closed.version})
                elif isinstance(message, Events):
                    heard += [one.version for one in message.events]
                    if resumed:
                        break
        assert heard[-1] == closed.version
        assert heard == sorted(set(heard))
        await ann.close()


async def test_who_knows_more_than_the_process_hears_nothing_twice(sqlite_url: str) -> None:
    """The viewer comes from the process that stored the last change; this one has not read it."""
    async with serving(sqlite_url) as (house, address), keeping(sqlite_url) as other:
        await _house(house)
        await do(house.handler, "T1", c.OpenBets())
        ann = await client_of(house, address, ANN)
        last = await do(other, "T1", ante(1), Actor("p1", Role.PLAYER))
        async with ann.stream() as streaming:
            await streaming.subscribe({"table:T1": last.version})
            message = await anext(streaming.events())
            assert isinstance(message, Subscribed)
            assert message.version == last.version
            await do(house.handler, "T1", c.CloseBets())
            told = await _next(streaming, "table:T1")
            assert told.events[0].version > last.version
        await ann.close()


async def test_a_repeat_is_answered_though_the_caller_may_not_give_it_now(store_url: str) -> None:
    """The dealer has signed off since; a dealer who never gave it is refused, and so is another
    command under that key."""
    async with serving(store_url) as (house, address):
        await _house(house)
        dealer = await client_of(house, address, DEALER, at=["T1"])
        opened = await dealer.give(c.OpenBets(), "T1", key="the-opening")
        await dealer.give(hc.SignOff(), "T1")
        assert await dealer.give(c.OpenBets(), "T1", key="the-opening") == opened
        for command, name in ((c.OpenBets(), "something-else"), (c.CloseBets(), "the-opening")):
            with pytest.raises(NotDone):
                await dealer.give(command, "T1", key=name)
        await dealer.close()


async def test_commands_over_the_stream_are_answered_in_order(store_url: str) -> None:
    async with serving(store_url) as (house, address):
        await _house(house)
        dealer = await client_of(house, address, DEALER, at=["T1"])
        async with dealer.stream() as streaming:
            await streaming.give(c.OpenBets(), "T1")
            for box in range(1, 7):
                asked = hc.RequestWager(box=box, wager=WagerKind.ANTE, amount=1000)
                await do(house.handler, "T1", asked, Actor(f"p{box}", Role.PLAYER))
            staked = [streaming.give(ante(box), "T1") for box in range(1, 7)]
            versions = [(await one).version for one in asyncio.as_completed(staked)]
            assert versions == sorted(versions)
            with pytest.raises(NotDone) as refused:
                await streaming.give(c.Settle(), "T1")
            assert refused.value.trouble.code == "not-revealed"
            await streaming._socket.send("not json")
        await dealer.close()


@pytest.mark.parametrize("rulebook", GAMES)
async def test_nobody_is_sent_a_card_that_they_may_not_see(sqlite_url: str, rulebook: str) -> None:
    """Every frame to every viewer, against the cards that lie closed at that moment."""
    linked = None if rulebook == "three-card-poker" else "J1"
    async with serving(sqlite_url) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler, rulebook=rulebook, jackpot=linked)
        viewers = {
            "public": Client(address),
            "p1": await client_of(house, address, Actor("p1", Role.PLAYER)),
            "p2": await client_of(house, address, Actor("p2", Role.PLAYER)),
            "staff": await client_of(house, address, DEALER),
            "auditor": await client_of(house, address, "ivy", HouseRole.AUDITOR),
        }
        heard: dict[str, list[Any]] = {name: [] for name in viewers}
        listening = [
            asyncio.create_task(_listen(client, heard[name])) for name, client in viewers.items()
        ]
        await until(lambda: all(heard.values()))
        await _show_only_box_one(house, rulebook)
        await until(lambda: all("hand_folded" in str(told) for told in heard.values()))
        state = (await house.handler.streams.table("T1")).state
        deal = state.game.round.deal  # type: ignore[union-attr]
        assert deal is not None
        hands = {box: _names(cards) for box, cards in deal.hands.items()}
        open_cards = set() if deal.up_card is None else _names([deal.up_card])
        closed = _names(deal.shoe) - open_cards
        for name, client in viewers.items():
            told = _cards_in(heard[name])
            may = hands[1] if name == "p1" else set()
            assert told & closed <= may, name
            view = (await client.table("T1")).game
            shown = _cards_in([msgspec.to_builtins(view)])
            assert shown & closed <= may, name
        assert hands[1] <= _cards_in(heard["p1"])
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for client in viewers.values():
            await client.close()


async def _listen(client: Client, heard: list[Any]) -> None:
    async with client.stream() as streaming:
        await streaming.subscribe({"table:T1": 0})
        async for told in streaming.events():
            heard.append(msgspec.to_builtins(told))


async def _show_only_box_one(house: House, rulebook: str) -> None:
    handler = house.handler
    for number, (command, actor) in enumerate(
        [
            (c.OpenBets(), DEALER),
            (ante(1), ANN),
            (ante(2), Actor("p2", Role.PLAYER)),
            (c.CloseBets(), DEALER),
            (c.Deal(), DEALER),
            (c.ViewHand(box=1), ANN),
            (c.Fold(box=2), Actor("p2", Role.PLAYER)),
        ]
    ):
        await handler.command("T1", command, actor, f"{rulebook}-{number}")  # type: ignore[arg-type]


def _names(cards: Any) -> set[str]:
    return {card_name(card) for card in cards or ()}


def _cards_in(told: list[Any]) -> set[str]:
    """Every card that is named anywhere in what was told."""
    text = msgspec.json.encode(told).decode()
    words = set(text.replace('"', " ").replace(",", " ").split())
    return words & _names(DECK)
