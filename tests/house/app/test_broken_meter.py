"""A meter that does not add up: its link is down, everybody is told, tables play on without it."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from croupier.house.app.automatic_dealer import Dealer
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.house import House
from croupier.house.client import Client, Events, NotDone
from croupier.house.log.event_store import Append
from croupier.house.log.stream import post
from croupier.house.model import commands as hc
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Record, decode_event, encode_event
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Cards, Dealing
from croupier.house.read.proof.running import self_check
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import open_store
from croupier.house.store.connecting import sqlite_driver
from croupier.jackpot import events as j
from croupier.jackpot.commands import AdjustJackpot
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.state import Phase, Voided
from tests.house.funding import by_two
from tests.house.houses import (
    DEALER,
    KEY,
    MANAGER,
    ante,
    do,
    jackpot,
    keeping,
    register_jackpot,
    register_table,
)
from tests.house.read.live import pay_prizes
from tests.house.serving import client_of, serving, token_of
from tests.waiting import PATIENCE, until

LIVE = Dealing(cards=Cards.LIVE)
ROYAL = {"1": "As Ks Qs Js Ts", "dealer": "Ac Kd 9s 4d 3c"}
OPENING = 1_000_000_00
P1 = Actor("p1", Role.PLAYER)
BOTH = (
    Signature("mia", HouseRole.SHIFT_MANAGER),
    Signature("sam", HouseRole.SHIFT_MANAGER),
)


async def break_meter(url: str, amount: int = -OPENING - 5_000_00) -> None:
    """Another, faulty program takes more off the meter than lies on it: the chain is sound, and
    every posting is that of its event."""
    store = await open_store(url)
    store.chain_under(Keyring.of(KEY))
    try:
        head = (await store.heads())["jackpot:J1"]
        before = await store.read("jackpot:J1", 0)
        last = before[-1]
        event = j.JackpotAdjusted("J1", amount, "faulty", MANAGER)
        encoded = encode_event(event)
        record = Record(
            "jackpot:J1", head.version + 1, last.at, last.by, "faulty-1", encoded, last.hash
        )
        told = [(one, decode_event(one.event)) for one in before]
        ledger = post("jackpot:J1", None, told).ledger
        postings = post("jackpot:J1", ledger, [(record, event)]).postings
        await store.append(Append({"jackpot:J1": head}, (record,), postings, None))
    finally:
        await store.close()


async def betting(handler: CommandHandler, table: str) -> None:
    """A round with an ante and a jackpot wager at box 1, bets still open."""
    await do(handler, table, c.OpenBets())
    await do(handler, table, ante(1), P1)
    await do(handler, table, jackpot(1), P1)


async def dealt(handler: CommandHandler, table: str) -> None:
    """The same, and the player has looked at a royal flush and stays."""
    await betting(handler, table)
    await do(handler, table, c.CloseBets())
    await do(handler, table, c.Deal(hands=ROYAL))
    await do(handler, table, c.ViewHand(box=1), P1)
    await do(handler, table, c.PlaceWager(box=1, wager="bet"), P1)


async def state(handler: CommandHandler) -> HouseJackpot:
    return (await handler.streams.jackpot("J1")).stored


async def phase(handler: CommandHandler, table: str) -> Phase:
    return (await handler.streams.table(table)).stored.game.round


async def test_a_broken_meter_is_a_lost_link_at_every_table(store_url: str) -> None:
    """T1 has seen its hand and plays on (CSP 5.18.1); T2 has not, and is void (5.17)."""
    async with serving(store_url) as (house, address):
        handler = house.handler
        await register_jackpot(handler)
        for name in ("T1", "T2"):
            await register_table(handler, name, dealing=LIVE)
        await dealt(handler, "T1")
        await betting(handler, "T2")
        await do(handler, "T2", c.CloseBets())
        viewer = Client(address)
        async with viewer.stream() as streaming:
            await streaming.subscribe({"jackpot:J1": None, "table:T2": None})
            heard = streaming.events()
            await anext(heard)
            await anext(heard)
            await break_meter(store_url)
            # whatever is asked next of any linked table brings it to light; it is carried out
            await do(handler, "T1", c.RevealDealer())
            told: set[str] = set()
            async with asyncio.timeout(PATIENCE):
                while not {"link_failed", "round_voided", "notice_shown"} <= told:
                    message = await anext(heard)
                    assert isinstance(message, Events)
                    told |= {one.event["event"] for one in message.events}
        link = await state(handler)
        assert link.failed is not None
        assert link.failed.startswith("jackpot J1: opening 100000000 + contributed 230 ")
        assert link.failures == 1
        assert isinstance(await phase(handler, "T2"), Voided)
        await until(lambda: _awaits(house, "T1") and _awaits(house, "T2"))

        # T1's royal flush takes the value registered before the failure. T1 was reported first:
        # two wagers of 5.00 had put 1.15 each on the meter.
        await do(handler, "T1", c.Settle())
        [hit] = (await state(handler)).last_hits
        assert hit.amount == OPENING + 230

        # On with the game, without the jackpot
        await pay_prizes(handler)
        dealer = await client_of(house, address, DEALER)
        player = await client_of(house, address, P1)
        for name in ("T1", "T2"):
            await do(handler, name, c.SetJackpotService(available=True), MANAGER)
            await dealer.give(hc.SignOn(), name)
            await dealer.give(c.OpenBets(), name)
            await player.give(ante(1), name)
            with pytest.raises(NotDone) as refused:
                await player.give(jackpot(1), name)
            assert refused.value.trouble.code == "link-failed"
            await dealer.give(c.CloseBets(), name)
            await dealer.give(hc.SignOff(), name)
        for client in (viewer, dealer, player):
            await client.close()


def _awaits(house: House, table: str) -> bool:
    """The shift manager has to choose how the table goes on (CSP 5.18.2)."""
    held = house.handler.streams.held(f"table:{table}")
    return held is not None and held.stored.game.choice_awaited


async def test_it_is_corrected_before_the_link_is_restored(sqlite_url: str) -> None:
    """1,000,000.00 less 1,005,000.00 are 5,000.00 below zero."""
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler, dealing=LIVE)
        await break_meter(sqlite_url)
        await handler.streams.catch_up({"jackpot:J1": 99}, lambda _: False)
        await do(handler, "T1", c.OpenBets())
        link = (await handler.streams.jackpot("J1")).state
        assert link.failed is not None
        assert link.meter.meter == -5_000_00
        restore = hc.RestoreLink(jackpot="J1", reason="looked into")
        with pytest.raises(HouseRefused, match=r"shows -5,000\.00 and would show 1,000,000\.00"):
            await do(handler, None, restore, MANAGER)
        change = hc.ChangeJackpot(jackpot="J1", stake=10_00, reason="new")
        with pytest.raises(HouseRefused, match="does not add up"):
            await by_two(handler, change, *BOTH, "change")
        correct = AdjustJackpot(jackpot="J1", amount=1_005_000_00, reason="faulty program")
        await by_two(handler, correct, *BOTH, "correct")
        await do(handler, None, restore, MANAGER)
        link = (await handler.streams.jackpot("J1")).state
        assert (link.failed, link.meter.meter, link.registered) == (None, OPENING, None)
        await do(handler, "T1", ante(1), P1)
        await do(handler, "T1", jackpot(1), P1)
        await do(handler, "T1", c.CloseBets())
        assert (await handler.streams.jackpot("J1")).state.meter.meter == OPENING + 115
        proof = await verify(handler.store)
        assert proof.wrong == "jackpot:J1 version 3: no command in the log leads to this event"


async def test_a_house_with_a_broken_meter_opens_without_it(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler, dealing=LIVE)
        assert (await handler.store.check()).clean
    await break_meter(sqlite_url)
    async with keeping(sqlite_url) as handler:
        found = await self_check(handler.store, handler.streams, KEY)
        assert found.clean
        [down] = found.down
        assert down.endswith("is not the meter -500000")
        dealer = Dealer(handler)
        handler.streams.listen(dealer.on_change)
        await dealer.open()
        held = handler.streams.held("table:T1")
        assert held is not None
        await until(lambda: held.stored.game.choice_awaited)
        assert (await state(handler)).failed == down


async def test_a_broken_snapshot_is_no_broken_meter(tmp_path: Path, sqlite_url: str) -> None:
    """A snapshot is a cache: one that does not add up is passed over for the records."""
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler, dealing=LIVE)
        await handler.streams.save_snapshots(1)
    with sqlite_driver().connect(tmp_path / "house.db") as connection:
        [(kept,)] = connection.execute("SELECT state FROM snapshots WHERE stream = 'jackpot:J1'")
        plain = msgspec.json.decode(kept)
        plain["state"]["units"] += 1
        broken = msgspec.json.encode(plain)
        connection.execute("UPDATE snapshots SET state = ? WHERE stream = 'jackpot:J1'", (broken,))
    connection.close()
    async with keeping(sqlite_url) as handler:
        await betting(handler, "T1")
        await do(handler, "T1", c.CloseBets())
        link = (await handler.streams.jackpot("J1")).state
        assert (link.failed, link.meter.meter) == (None, OPENING + 115)


async def test_a_stream_that_cannot_be_read_stands_still(sqlite_url: str) -> None:
    """Nothing can be said of a jackpot whose chain is broken: 503, and nothing is done."""
    async with serving(sqlite_url) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler, dealing=LIVE)
        await do(house.handler, "T1", hc.SignOn())
        token = await token_of(house, DEALER)
        database = Path(sqlite_url.removeprefix("sqlite:///"))
        # By the library of the house: for another one in the same process, locks do not count.
        with sqlite_driver().connect(database) as connection:
            connection.execute(
                "INSERT INTO records SELECT (SELECT max(seq) + 1 FROM records), stream, "
                "version + 1, length, at, \"by\", 'forged', events, previous, hash, mac "
                "FROM records WHERE stream = 'jackpot:J1' AND version = 2"
            )
            connection.execute("UPDATE streams SET version = 3 WHERE id = 'jackpot:J1'")
        connection.close()
        client = Client(address, token)
        with pytest.raises(NotDone) as refused:
            await client.give(c.OpenBets(), "T1")
        assert refused.value.trouble.kind == "unavailable"
        assert "The record is damaged" in refused.value.trouble.message
        await client.close()
