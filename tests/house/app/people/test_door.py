"""The door of the service: headers, other sites, proxies, limits, devices."""

import asyncio
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from croupier.house.app.house import House
from croupier.house.app.people.authentication import Terms
from croupier.house.client import Client
from croupier.house.http.bodies import Limits
from croupier.house.http.security import HEADERS, AuthMiddleware, Forbidden, ServerSettings
from croupier.house.log.event_store import Search
from croupier.house.model.cage.commands import BuyIn
from croupier.house.model.people import decide
from croupier.house.model.people.roles import HouseRole, TokenPower
from croupier.house.model.people.state import People, evolve
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Money
from croupier.house.read.proof.verify import verify
from tests.house.houses import DEALER, register_jackpot, register_table
from tests.house.serving import client_of, http_to, page_routes, serving, session_of, shoe_of
from tests.waiting import PATIENCE, until

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PROXY = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


def open_house(
    url: str, server_settings: ServerSettings
) -> AbstractAsyncContextManager[tuple[House, str]]:
    """With its pages, and open to guests."""
    return serving(url, server_settings, page_routes(), Terms(guests=True))


async def asked(method: str, url: str, **more: Any) -> httpx.Response:
    """By a program that keeps nothing."""
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        return await http.request(method, url, **more)


async def test_every_answer_carries_the_headers(sqlite_url: str) -> None:
    async with (
        open_house(sqlite_url, ServerSettings()) as (_, address),
        http_to(address) as http,
    ):
        answers = [
            await http.get(path)
            for path in ("/", "/no/such/page", "/api/me", "/api/people", "/api/tables/T9", "/odds")
        ]
        answers += [
            await http.get("/api/schema/openapi.json"),
            await http.post("/api/session", content=b"{"),
            await http.post("/api/session", content=b" " * 70_000),
            await http.put("/api/me"),
            await http.get("/api/me", headers={"Authorization": "Bearer x"}),
            await http.post("/api/guest", headers={"Origin": "https://evil.example"}),
        ]
        assert {answer.status_code for answer in answers} >= {200, 400, 401, 403, 404, 405, 413}
        for answer in answers:
            for name, value in HEADERS.items():
                assert answer.headers[name] == value, answer.url
            if answer.url.path.startswith("/api/"):
                assert answer.headers["cache-control"] == "no-store", answer.url
        assert "'unsafe" not in HEADERS["Content-Security-Policy"]


async def test_the_cookie_is_for_this_site_alone(sqlite_url: str) -> None:
    proxied = ServerSettings(behind_proxy=True, trusted_proxies=("127.0.0.1",))
    async with open_house(sqlite_url, proxied) as (_, address):
        plain = (await asked("POST", f"{address}/api/guest", json={})).headers["set-cookie"]
        under_tls = await asked("POST", f"{address}/api/guest", json={}, headers=PROXY)
        for cookie in (plain, under_tls.headers["set-cookie"]):
            assert cookie.startswith("croupier_session=")
            assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in plain.split("; ")
        assert "Secure" in under_tls.headers["set-cookie"].split("; ")
        assert "max-age" in under_tls.headers["strict-transport-security"]


async def test_other_sites_act_for_nobody(sqlite_url: str) -> None:
    async with open_house(sqlite_url, ServerSettings()) as (_, address):
        guest = Client(address)
        me = await guest.come_as_guest()
        http = guest._http
        session = {"Cookie": f"croupier_session={http.cookies['croupier_session']}"}
        wrong: tuple[dict[str, Any], ...] = (
            {},
            {"X-Croupier-CSRF": "0" * 64},
            {"X-Croupier-CSRF": me.csrf, "Origin": "https://evil.example"},
            {"X-Croupier-CSRF": me.csrf, "Sec-Fetch-Site": "cross-site"},
            {"X-Croupier-CSRF": me.csrf, "Origin": "null"},
            {"X-Croupier-CSRF": me.csrf, "Origin": address.replace("http:", "https:")},
        )
        for headers in wrong:
            answer = await asked(
                "DELETE",
                f"{address}/api/session",
                headers={**session, **headers},
            )
            assert answer.status_code == 403, headers
            assert answer.json()["code"] in ("csrf", "cross-site")
        assert (await guest.me()).person is not None
        right = {**session, "X-Croupier-CSRF": me.csrf or "", "Origin": address}
        assert (await asked("DELETE", f"{address}/api/session", headers=right)).status_code == 200
        assert (await guest.me()).person is None
        await guest.close()


async def test_behind_a_proxy_a_page_without_tls_is_another_site(sqlite_url: str) -> None:
    """Anybody on the way could have served it, under the name of the house."""
    proxied = ServerSettings(behind_proxy=True, trusted_proxies=("127.0.0.1",))
    async with open_house(sqlite_url, proxied) as (_, address):
        statuses = []
        for origin in (address, address.replace("http:", "https:")):
            headers = {**PROXY, "Origin": origin}
            statuses.append(
                (await asked("POST", f"{address}/api/guest", json={}, headers=headers)).status_code
            )
        assert statuses == [403, 200]


async def test_a_stream_is_opened_by_our_pages_only(sqlite_url: str) -> None:
    async with open_house(sqlite_url, ServerSettings()) as (_, address):
        socket = address.replace("http", "ws") + "/api/stream"
        for other in ("https://evil.example", address.replace("http:", "https:")):
            with pytest.raises(InvalidStatus):
                async with connect(socket, origin=other):  # type: ignore[arg-type]
                    pass
        async with connect(socket, origin=address):  # type: ignore[arg-type]
            pass


async def test_another_name_for_this_machine_is_refused(sqlite_url: str) -> None:
    """A page of another site whose name leads here (DNS rebinding) gets nothing."""
    async with open_house(sqlite_url, ServerSettings(hosts=("127.0.0.1", "localhost"))) as (
        _,
        address,
    ):
        assert (await asked("GET", f"{address}/api/me")).status_code == 200
        answer = await asked("GET", f"{address}/api/me", headers={"Host": "evil.example:8000"})
        assert answer.status_code == 400


@pytest.mark.parametrize(
    ("server_settings", "forwarded", "address"),
    [
        (ServerSettings(), "203.0.113.7", "127.0.0.1"),
        (
            ServerSettings(behind_proxy=True, trusted_proxies=("10.0.0.0/8",)),
            "203.0.113.7",
            "127.0.0.1",
        ),
        (
            ServerSettings(behind_proxy=True, trusted_proxies=("127.0.0.1",)),
            "1.2.3.4, 203.0.113.7",
            "203.0.113.7",
        ),
        (
            ServerSettings(behind_proxy=True, trusted_proxies=("127.0.0.1", "10.0.0.0/8")),
            "1.2.3.4, 203.0.113.7, 10.1.1.1",
            "203.0.113.7",
        ),
        (ServerSettings(behind_proxy=True, trusted_proxies=("127.0.0.1",)), "", "127.0.0.1"),
    ],
)
async def test_forwarded_addresses_are_believed_of_trusted_proxies_only(
    sqlite_url: str, server_settings: ServerSettings, forwarded: str, address: str
) -> None:
    async with open_house(sqlite_url, server_settings) as (house, url):
        await asked("POST", f"{url}/api/guest", json={}, headers={"X-Forwarded-For": forwarded})
        [session] = (await house.registry.people()).sessions.values()
        assert session.address == address


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("7.7.7.7:40001", "7.7.7.7"),
        ("[2001:db8::1]:40001", "2001:db8::1"),
        ("[2001:DB8:0::1]", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("8.8.8.8, 7.7.7.7:40001, 10.0.0.2:40002", "7.7.7.7"),
        ("unknown", "10.0.0.1"),
        ("8.8.8.8, _hidden:1", "10.0.0.1"),
        ("8.8.8.8, [nonsense, 10.0.0.2", "10.0.0.2"),
        ("7.7.7.7:1:2", "10.0.0.1"),
        ("[]", "10.0.0.1"),
    ],
)
def test_ports_of_forwarded_addresses_are_passed_over(forwarded: str, address: str) -> None:
    """A port is another at every connection: counted by it, nobody would ever wait."""
    server_settings = ServerSettings(behind_proxy=True, trusted_proxies=("10.0.0.0/8",))
    door = AuthMiddleware(server_settings)
    scope: Any = {"client": ("10.0.0.1", 1)}
    assert door._origin_of(scope, {"x-forwarded-for": forwarded}) == (address, False)


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (("9.9.9.9", "203.0.113.7"), "203.0.113.7"),
        (("203.0.113.7", "127.0.0.1"), "203.0.113.7"),
        (("9.9.9.9, 203.0.113.7", "127.0.0.1"), "203.0.113.7"),
    ],
)
async def test_several_lines_of_forwarded_addresses_are_one_list(
    sqlite_url: str, lines: tuple[str, ...], address: str
) -> None:
    """The attack: add a line of one's own behind the proxy's, and pass for its machine."""
    trusting = ServerSettings(behind_proxy=True, trusted_proxies=("127.0.0.1",))
    async with open_house(sqlite_url, trusting) as (house, url):
        headers = [("X-Forwarded-For", one) for one in lines]
        await asked("POST", f"{url}/api/guest", json={}, headers=headers)
        [session] = (await house.registry.people()).sessions.values()
        assert session.address == address


def test_behind_a_proxy_everybody_comes_by_the_proxy() -> None:
    door = AuthMiddleware(ServerSettings(behind_proxy=True, trusted_proxies=("10.0.0.1",)))
    told = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    scope: Any = {"client": ("10.0.0.1", 1)}
    assert door._origin_of(scope, told) == ("203.0.113.7", True)
    scope = {"client": ("10.0.0.2", 1)}
    with pytest.raises(Forbidden):
        door._origin_of(scope, told)


async def test_what_is_turned_away_under_tls_says_so_too(sqlite_url: str) -> None:
    """The attack: have the first answer refused, so that the browser never learns to stay."""
    host = "127.0.0.1"
    async with open_house(sqlite_url, ServerSettings(tls=True, hosts=(host,))) as (_, address):
        turned_away = [
            (await asked("GET", f"{address}/api/me", headers={"Host": "elsewhere"}), 400),
            (await asked("GET", f"{address}/api/me", headers={"Authorization": "Bearer no"}), 401),
            (await asked("POST", f"{address}/api/commands", json={}), 401),
            (await asked("POST", f"{address}/api/guest", headers={"Origin": "http://x"}), 403),
            (await asked("GET", f"{address}/api/nothing"), 404),
        ]
        for answer, status in turned_away:
            assert answer.status_code == status
            assert answer.headers["strict-transport-security"] == "max-age=31536000"


async def test_visitors_post_so_often_and_no_more(sqlite_url: str) -> None:
    limits = Limits(visitor_rate=0.01, visitor_burst=3)
    async with open_house(sqlite_url, ServerSettings(limits=limits)) as (_, address):
        codes = [
            (await asked("POST", f"{address}/api/guest", json={})).status_code for _ in range(5)
        ]
        assert codes == [200, 200, 200, 429, 429]
        assert (await asked("GET", f"{address}/api/tables")).status_code == 200


async def test_a_fast_connection_is_read_slowly(sqlite_url: str) -> None:
    limits = Limits(stream_rate=50, stream_burst=20)
    async with open_house(sqlite_url, ServerSettings(limits=limits)) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        ann = await client_of(house, address, "ann", HouseRole.PLAYER)
        loop = asyncio.get_running_loop()
        async with ann.stream() as streaming:
            start = loop.time()
            for _ in range(40):
                await streaming.subscribe({"table:T1": None})  # each counts for two
            for _ in range(40):
                await anext(streaming.events())
            assert loop.time() - start >= 1.0
        await ann.close()


async def test_a_message_that_is_too_long_ends_the_connection(sqlite_url: str) -> None:
    async with open_house(sqlite_url, ServerSettings(limits=Limits(message_bytes=1024))) as (
        _,
        address,
    ):
        socket = address.replace("http", "ws") + "/api/stream"
        async with connect(socket) as connection:
            await connection.send("[" + " " * 2000 + "]")
            with pytest.raises(WebSocketException):
                await connection.recv()


async def test_one_address_has_so_many_connections(sqlite_url: str) -> None:
    limits = Limits(streams_per_address=2)
    async with open_house(sqlite_url, ServerSettings(limits=limits)) as (_, address):
        socket = address.replace("http", "ws") + "/api/stream"
        async with connect(socket), connect(socket):
            with pytest.raises(InvalidStatus):
                async with connect(socket):
                    pass

        async def let_in() -> bool:
            """The house hears of an end when it comes to it."""
            try:
                async with connect(socket):
                    return True
            except InvalidStatus:
                return False

        await until(let_in)


async def test_a_house_full_of_idle_guests_lets_others_in(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: fill the house with guests, so that nobody else comes in for a day."""
    monkeypatch.setattr(decide, "GUESTS_MAX", 3)
    monkeypatch.setattr(decide, "GUESTS_A_DAY", 5)
    async with open_house(sqlite_url, ServerSettings()) as (house, address):
        moment = house.handler.now()
        house.handler.now = lambda: moment
        clients, names = [Client(address) for _ in range(3)], []
        for client in clients:
            moment += timedelta(seconds=1)
            me = (await client.come_as_guest()).person
            assert me is not None
            names.append(me.id)
        await clients[0].give(BuyIn(player=names[0], amount=100_00, money=Money.PRACTICE))
        for _ in range(2):
            assert (await asked("POST", f"{address}/api/guest", json={})).status_code == 200
        assert (await clients[0].me()).person is not None, "who plays stays"
        assert (await clients[1].me()).person is None, "the oldest of the others makes way"
        events = await house.store.significant(Search(text="guest made way"))
        assert {one.player for one in events} == {names[1], names[2]}
        full = await asked("POST", f"{address}/api/guest", json={})
        assert (full.status_code, full.json()["code"]) == (422, "full"), "five a day"
        assert (await verify(house.store)).wrong is None
        for client in clients:
            await client.close()


def test_one_site_has_so_many_guests_over_all_its_networks() -> None:
    """The attack: come from 65,536 networks of one /48. 2 of each, 8 of all."""
    people = People()
    for number in range(4):
        for side in ("a", "b"):
            place = f"2001:db8:1:{number:x}::/64"
            events = decide.register_guest(people, NOW, f"guest-{number}{side}", "Bo", place, 2)
            for event in events:
                people = evolve(people, event, NOW)
    with pytest.raises(HouseRefused, match="8 from its network"):
        decide.register_guest(people, NOW, "guest-9", "Bo", "2001:db8:1:ffff::/64", 2)
    assert decide.register_guest(people, NOW, "guest-9", "Bo", "2001:db8:2::/64", 2)


async def test_one_address_has_so_many_guests_whatever_becomes_of_them(sqlite_url: str) -> None:
    """Behind a proxy it is the address that the proxy names; logging out makes no room."""
    server_settings = ServerSettings(
        behind_proxy=True, trusted_proxies=("127.0.0.1",), limits=Limits(visitor_burst=100)
    )
    async with open_house(sqlite_url, server_settings) as (house, address):
        house.authentication.terms = Terms(guests=True, guests_of_address=2)

        async def come(forwarded: str) -> httpx.Response:
            named = {**PROXY, "X-Forwarded-For": forwarded}
            return await asked("POST", f"{address}/api/guest", json={}, headers=named)

        for _ in range(2):
            came = await come("203.0.113.7")
            assert came.status_code == 200
            secret = came.cookies["croupier_session"]
            await house.authentication.log_out(await house.authentication.who(secret))
        full = await come("203.0.113.7, 127.0.0.1")
        assert (full.status_code, full.json()["code"]) == (422, "full")
        assert (await come("198.51.100.9, 203.0.113.7")).status_code == 422, "the last hop counts"
        for number in range(2):
            assert (await come(f"2001:db8::{number}")).status_code == 200
        assert (await come("2001:db8::ffff")).status_code == 422, "one customer has a network"
        assert (await come("203.0.113.8")).status_code == 200
        now = house.handler.now()
        house.handler.now = lambda: now + timedelta(days=1)
        assert (await come("203.0.113.7")).status_code == 200


# Devices

ROUTES = (
    "/api/me",
    "/api/tables",
    "/api/tables/T1",
    "/api/tables/T2",
    "/api/tables/T1/legal",
    "/api/tables/T1/rounds",
    "/api/jackpots",
    "/api/jackpots/J1",
    "/api/jackpots/J2",
    "/api/people",
    "/api/tokens",
    "/api/schema/openapi.json",
)
REACHED = {
    TokenPower.SHOE: {"/api/me", "/api/tables/T1"},
    TokenPower.SIGN: {"/api/me", "/api/jackpots/J1"},
    TokenPower.READER: {
        "/api/me",
        "/api/tables",
        "/api/tables/T1",
        "/api/tables/T2",
        "/api/tables/T1/legal",
        "/api/jackpots",
        "/api/jackpots/J1",
        "/api/jackpots/J2",
    },
}
HEARD = {
    TokenPower.SHOE: {"table:T1"},
    TokenPower.SIGN: {"jackpot:J1"},
    TokenPower.READER: {"table:T1", "table:T2", "jackpot:J1"},
}


@pytest.mark.parametrize("power", [TokenPower.SHOE, TokenPower.SIGN, TokenPower.READER])
async def test_a_device_reaches_what_it_is_for(sqlite_url: str, power: TokenPower) -> None:
    place = "J1" if power is TokenPower.SIGN else None
    async with open_house(sqlite_url, ServerSettings()) as (house, address):
        await register_jackpot(house.handler)
        await register_jackpot(house.handler, "J2")
        await register_table(house.handler)
        await register_table(house.handler, "T2")
        await client_of(house, address, "boss", HouseRole.ADMINISTRATOR)
        if power is TokenPower.SHOE:
            token = await shoe_of(house, "T1", "boss")
        else:
            _, token = await house.registry.make_token("one", power, "boss", None, place)
        device = Client(address, token)
        reached = {path for path in ROUTES if (await device._http.get(path)).status_code == 200}
        assert reached == REACHED[power]
        assert (await device._http.post("/api/commands", json={})).status_code == 403
        assert (await device._http.post("/api/password", json={})).status_code == 403
        async with connect(
            address.replace("http", "ws") + "/api/stream",
            additional_headers={"Authorization": f"Bearer {token}"},
        ) as socket:
            streams = ("table:T1", "table:T2", "jackpot:J1", "people", "cage", "operation")
            wanted = {"type": "subscribe", "streams": dict.fromkeys(streams)}
            await socket.send(msgspec.json.encode(wanted).decode())
            heard: list[dict[str, Any]] = []
            while len(heard) < len(streams):
                heard += msgspec.json.decode(await socket.recv())
        assert {one["stream"] for one in heard if one["type"] == "subscribed"} == HEARD[power]
        await device.close()


async def test_a_token_makes_no_token_of_any_kind(sqlite_url: str) -> None:
    """A stolen token of an administrator would outlive itself in a device's."""
    async with open_house(sqlite_url, ServerSettings()) as (house, address):
        await register_jackpot(house.handler)
        await register_table(house.handler)
        boss = await client_of(house, address, "boss", HouseRole.ADMINISTRATOR)
        before = len(await house.registry.tokens())
        for power, place in (
            ("personal", {}),
            ("shoe", {}),
            ("sign", {"jackpot": "J1"}),
            ("reader", {}),
            ("witness", {}),
        ):
            body = {"name": "x", "power": power, **place}
            answer = await boss._http.post("/api/tokens", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "proof-needed"), power
        assert len(await house.registry.tokens()) == before
        await boss.close()


async def test_tokens_are_made_seen_and_revoked(sqlite_url: str) -> None:
    async with open_house(sqlite_url, ServerSettings()) as (house, address):
        await register_jackpot(house.handler)
        boss = Client(address, await session_of(house, "boss", HouseRole.ADMINISTRATOR))
        dan = await client_of(house, address, DEALER)
        body = {"name": "sign of J1", "power": "sign", "jackpot": "J1"}
        assert (await dan._http.post("/api/tokens", json=body)).status_code == 403
        nowhere = await boss._http.post("/api/tokens", json={**body, "jackpot": "J9"})
        assert nowhere.json()["code"] == "no-such-jackpot"
        personal = await dan._http.post("/api/tokens", json={"name": "x", "power": "personal"})
        assert personal.status_code == 403, "a token makes no further token"
        made = (await boss._http.post("/api/tokens", json=body)).json()
        sign = Client(address, made["token"])
        assert (await sign._http.get("/api/jackpots/J1")).status_code == 200
        listed = (await boss._http.get("/api/tokens")).json()
        assert made["id"] in {one["id"] for one in listed}
        assert made["token"] not in str(listed)
        own = (await dan._http.get("/api/tokens")).json()
        assert {one["owner"] for one in own} == {"dan"}
        assert (await dan._http.delete(f"/api/tokens/{made['id']}")).status_code == 404
        assert (await boss._http.delete(f"/api/tokens/{made['id']}")).status_code == 200
        assert (await sign._http.get("/api/jackpots/J1")).status_code == 401
        for client in (boss, dan, sign):
            await client.close()
