"""Every answer of the service to every role at every stage of a round, searched for secrets.

The routes are those of the OpenAPI description, so that a new one is looked at by itself.
"""

import asyncio
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from croupier.cards import card_name, card_names
from croupier.house.app.house import House
from croupier.house.http.bodies import Limits
from croupier.house.http.security import ServerSettings
from croupier.house.model.cage.commands import BuyIn
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower
from croupier.house.model.table.shuffle import shuffled, unseal
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.house.app.people.test_door import open_house
from tests.house.houses import DEALER, KEY, do, register_jackpot, register_table
from tests.house.serving import http_to, shoe_of
from tests.waiting import PATIENCE

SHOWN = {"subscribed", "table", "lobby"}
SHOWN_TO_DEVICES = {"shoe": {"subscribed", "table"}, "sign": {"subscribed"}}
"""Messages that come in any case; when they have, more may follow for a moment."""
_TYPE = re.compile(r'"type":"(\w+)"')

ROLES = {
    "ann": HouseRole.PLAYER,  # box 1; looks at her hand
    "bob": HouseRole.PLAYER,  # box 2; folds without looking
    "cat": HouseRole.PLAYER,  # not at the table
    "dan": HouseRole.DEALER,
    "sue": HouseRole.PIT_SUPERVISOR,
    "max": HouseRole.PIT_MANAGER,
    "mia": HouseRole.SHIFT_MANAGER,
    "cora": HouseRole.CAGE,
    "ivy": HouseRole.AUDITOR,
    "boss": HouseRole.ADMINISTRATOR,
}
SEE_WALLETS = {"sue", "max", "mia", "cora", "ivy"}
"""Whose duty needs a player's balance."""
SEE_ROUNDS = {"ivy", "mia"}
"""Who sees a round whole once it is over."""
MONEY = {"ann": 8_765_431, "bob": 7_654_321}
BALANCE_WORDS = ("{}", "{:,}")
UNSAFE_LEFT_OUT = {("delete", "/api/session"), ("delete", "/api/sessions")}
"""They end the session that is looking on."""
PLACES = {
    "table": "T1",
    "jackpot": "J1",
    "player": "bob",
    "person": "zoe",
    "number": "1",
    "round": "1",
    "token": "none",
    "role": "dealer",
}

Heard = dict[tuple[str, str], str]
"""What was answered, by viewer and by route or connection."""


def fixed_seed(rulebook: str) -> bytes:
    """A shuffle whose first forty cards are no English words."""
    for number in range(1000):
        seed = f"{rulebook}-{number:03}".encode().ljust(32, b"s")
        if "As" not in {card_name(card) for card in shuffled(seed)[:40]}:
            return seed
    raise AssertionError


class Walk:
    """A house, everybody in it, and what they were told."""

    def __init__(self, house: House, address: str, rulebook: str) -> None:
        self.house = house
        self.address = address
        self.seed = fixed_seed(rulebook)
        self.tokens: dict[str, str | None] = {"public": None}
        self.routes: list[tuple[str, str]] = []

    async def set_up(self, rulebook: str) -> None:
        handler, registry = self.house.handler, self.house.registry
        handler.seed = lambda: self.seed
        await register_jackpot(handler)
        await register_table(handler, rulebook=rulebook)
        for name, role in ROLES.items():
            self.tokens[name] = await registry.introduce(name, role)
        await registry.introduce("zoe", HouseRole.PLAYER)
        self.tokens["shoe"] = await shoe_of(self.house, "T1", "boss")
        for power, place in (("sign", "J1"), ("reader", None)):
            _, self.tokens[power] = await registry.make_token(
                power, TokenPower(power), "boss", None, place
            )
        self.tokens["guest"] = await self.house.authentication.let_guest_in("Bo", "127.0.0.1")
        cage = Signature("cora", HouseRole.CAGE)
        for player, amount in MONEY.items():
            await handler.command(
                None, BuyIn(player=player, amount=amount), cage, f"buy-in-{player}"
            )
        async with http_to(self.address) as http:
            described = (await http.get("/api/schema/openapi.json")).json()
        self.routes = [
            (method, path.replace("/api/v1/", "/api/"))
            for path, methods in described["paths"].items()
            for method in methods
        ]

    async def listen(self, *, unsafe: bool = False) -> Heard:
        """Everybody asks for everything, and listens to everything."""
        heard: Heard = {}
        await asyncio.gather(
            *(self._ask(viewer, heard, unsafe) for viewer in self.tokens),
            *(self._stream(viewer, heard) for viewer in self.tokens),
        )
        return heard

    def _headers(self, viewer: str) -> dict[str, str]:
        token = self.tokens[viewer]
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    async def _ask(self, viewer: str, heard: Heard, unsafe: bool) -> None:
        async with http_to(self.address, self.tokens[viewer]) as http:
            for method, path in self.routes:
                if (method != "get" and not unsafe) or (method, path) in UNSAFE_LEFT_OUT:
                    continue
                filled = re.sub(r"\{(\w+)\}", lambda name: PLACES.get(name[1], "x"), path)
                more: dict[str, Any] = {} if method == "get" else {"content": b"{}"}
                if path.endswith("/advice"):
                    more["params"] = {"box": 2, "hand": "x"}
                answer = await http.request(method, filled, **more)
                assert answer.status_code != 500, (viewer, path, answer.text)
                packed = answer.headers.get("content-type") == "application/pdf"
                heard[viewer, f"{method} {path}"] = "" if packed else answer.text

    async def _stream(self, viewer: str, heard: Heard) -> None:
        streams = ("table:T1", "jackpot:J1", "people", "cage", "operation", "table:T1 ")
        wanted = [
            {"type": "subscribe", "streams": dict.fromkeys(streams, 0)},
            {"type": "watch", "tables": ["T1"]},
            {"type": "watch", "tables": ["*"]},
            {"type": "command", "key": "12345678", "table": "T1", "command": {"do": "deal"}}
            if viewer in ("public", "cora", "ivy", "boss")
            else {"type": "unsubscribe", "streams": []},
        ]
        frames: list[str] = []
        due = SHOWN_TO_DEVICES.get(viewer, SHOWN)
        async with connect(
            self.address.replace("http", "ws") + "/api/stream",
            additional_headers=self._headers(viewer),
            max_size=None,
        ) as socket:
            await socket.send(msgspec.json.encode(wanted).decode())
            with suppress(TimeoutError):
                while True:
                    all_came = due <= set(_TYPE.findall("".join(frames)))
                    more = asyncio.wait_for(socket.recv(), 1 if all_came else PATIENCE)
                    frames.append(str(await more))
        assert all_came, viewer
        heard[viewer, "ws /api/stream"] = "\n".join(frames)

    # What may not be found

    async def table(self) -> Any:
        return (await self.house.handler.streams.table("T1")).stored

    async def secrets(self) -> dict[str, set[str]]:
        """Texts that nobody but the named may be told."""
        table = await self.table()
        people = await self.house.registry.people()
        found: dict[str, set[str]] = {KEY.hex(): set()}
        kept = table.shuffle
        nonce = bytes.fromhex(kept.nonce)
        assert unseal(KEY, "T1", kept.round, nonce, kept.sealed) == self.seed
        if table.shuffle.seed is None:
            found |= {table.shuffle.sealed.partition(":")[2]: set(), table.shuffle.nonce: set()}
            found[self.seed.hex()] = set()
            found[card_names(shuffled(self.seed))] = set()
        for name, token in self.tokens.items():
            if token is not None:
                found[token] = {name}
        for digest in (*people.sessions, *people.tokens):
            found[digest] = set()
        for player, amount in (await self._balances()).items():
            for words in BALANCE_WORDS:
                found[words.format(amount)] = {player, *SEE_WALLETS}
            found[f"{amount // 100}.{amount % 100:02}"] = {player, *SEE_WALLETS}
            found[f"{amount // 100:,}.{amount % 100:02}"] = {player, *SEE_WALLETS}
        return found

    async def _balances(self) -> dict[str, int]:
        held = await self.house.store.balances("player:")
        return {player: held[f"player:{player}"] for player in MONEY}

    def demand_no_secret(self, heard: Heard, secrets: dict[str, set[str]], stage: str) -> None:
        for (viewer, route), text in heard.items():
            for secret, known_to in secrets.items():
                assert viewer in known_to or secret not in text, (stage, viewer, route, secret)

    def demand_no_card(
        self, heard: Heard, closed: Iterable[tuple[Any, set[str]]], stage: str
    ) -> None:
        """No closed hand in any form, and at the table no single card of one."""
        for cards, known_to in closed:
            names = {card_name(card) for card in cards}
            forms = {
                card_names(tuple(cards)),
                card_names(tuple(sorted(cards))),
                card_names(tuple(sorted(cards, reverse=True))),
                msgspec.json.encode(list(cards)).decode(),
                msgspec.json.encode(sorted(cards)).decode(),
            }
            for (viewer, route), text in heard.items():
                if viewer in known_to:
                    continue
                for form in forms:
                    assert form not in text, (stage, viewer, route, form)
                if "/tables" in route or "/audit" in route or route.startswith("ws"):
                    words = set(re.findall(r"(?<![\w'])([2-9TJQKA][cdhs])(?![\w'])", text))
                    assert not words & names, (stage, viewer, route, words & names)


def _closed(table: Any, *, dealer: bool) -> list[tuple[Any, set[str]]]:
    """Hands that lie closed, and who has looked at them."""
    deal = table.game.round.deal
    hands = [
        (deal.hands[box], {player} if table.game.round.boxes[box].viewed else set())
        for box, player in ((1, "ann"), (2, "bob"))
    ]
    if dealer:
        hands.append((tuple(card for card in deal.dealer if card != deal.up_card), set()))
    return hands


@pytest.mark.parametrize(
    ("rulebook", "everywhere"),
    [
        pytest.param("casino-stud", False, id="casino-stud-at-two-stages"),
        pytest.param("casino-stud", True, id="casino-stud", marks=pytest.mark.slow),
        pytest.param("singapore-stud", True, id="singapore-stud", marks=pytest.mark.slow),
    ],
)
async def test_nobody_is_told_what_they_may_not_know(
    sqlite_url: str, rulebook: str, everywhere: bool
) -> None:
    """A stage is thousands of questions: the most telling two, or everywhere."""
    limits = Limits(visitor_rate=1e6, visitor_burst=1e6, stream_rate=1e6, stream_burst=1e6)
    async with open_house(sqlite_url, ServerSettings(limits=limits)) as (house, address):
        walk = Walk(house, address, rulebook)
        await walk.set_up(rulebook)
        ann, bob = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER)
        assert len(walk.routes) >= 40
        handler = house.handler

        async def stage(name: str, *, unsafe: bool = False) -> Heard:
            heard = await walk.listen(unsafe=unsafe)
            walk.demand_no_secret(heard, await walk.secrets(), name)
            return heard

        await do(handler, "T1", c.OpenBets())
        for player, box in ((ann, 1), (bob, 2)):
            await do(handler, "T1", _wager(box, WagerKind.ANTE, 1000), player)
        if everywhere:
            await stage("betting")
        await do(handler, "T1", c.CloseBets())
        if rulebook == "singapore-stud":
            await do(handler, "T1", c.Draw())
        await do(handler, "T1", c.Deal())
        if everywhere:
            heard = await stage("dealt", unsafe=True)
            walk.demand_no_card(heard, _closed(await walk.table(), dealer=True), "dealt")

        await do(handler, "T1", c.ViewHand(box=1), ann)
        await do(handler, "T1", c.Fold(box=2), bob)
        heard = await stage("viewed", unsafe=True)
        closed = _closed(await walk.table(), dealer=True)
        assert closed[0][1] == {"ann"}
        walk.demand_no_card(heard, closed, "viewed")
        own = card_names(closed[0][0])
        assert own in heard["ann", "get /api/tables/{table}"], "the search would find a hand"
        assert own in heard["ann", "ws /api/stream"]

        await do(handler, "T1", _wager(1, "bet"), ann)
        await do(handler, "T1", c.RevealDealer())
        if everywhere:
            heard = await stage("revealed")
            walk.demand_no_card(heard, _closed(await walk.table(), dealer=False), "revealed")

        await do(handler, "T1", c.Settle())
        heard = await stage("settled")
        table = await walk.table()
        bobs = table.game.round.deal.hands[2]
        shown = {route: text for route, text in heard.items() if "rounds" not in route[1]}
        walk.demand_no_card(shown, [(bobs, {"bob", "ivy"})], "settled")
        whole = "get /api/audit/rounds/{table}/{number}"
        for viewer in walk.tokens:
            told = heard[viewer, whole]
            assert (card_names(bobs) in told) is (viewer in SEE_ROUNDS), viewer


def _wager(box: int, wager: str, amount: int | None = None) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=wager, amount=amount)


async def test_dealers_are_not_told_passwords_by_mistake(sqlite_url: str) -> None:
    """A password typed into the field of the name is not written down."""
    async with open_house(sqlite_url, ServerSettings()) as (house, address):
        async with http_to(address) as http:
            body = {"name": "my secret password", "password": "dan"}
            assert (await http.post("/api/session", json=body)).status_code == 401
        log = b"".join(record.event for record in await house.store.read("people"))
        assert b"log_in_failed" in log
        assert b"secret" not in log
    assert DEALER.id == "dan"
