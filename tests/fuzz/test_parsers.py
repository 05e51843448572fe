"""Whatever is sent to a parser, the answer is a sentence: no traceback, no status 500.

A few thousand inputs in `make test`; in `make test-all` a million and more.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.house.app.house import House
from croupier.house.http.application import build
from croupier.house.http.shapes import Message
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.records import decode_event, encode_event
from croupier.house.read.rounds import read_round_cursor
from croupier.house.read.search import BadCursor, read_cursor
from croupier.house.store import open_store
from croupier.script import BadScript, read_script, replay, result_of
from tests.fuzz.mutating import ODD, Mutator
from tests.house.houses import KEY, keeping, play_round, register_table
from tests.house.read.live import live_house, live_round

SCRIPTS = sorted(Path("tests/playthroughs").glob("*.json"))


def scripts(seed: int) -> Mutator:
    return Mutator([path.read_bytes() for path in SCRIPTS], seed)


def read_whatever(text: bytes) -> bool:
    """Whether it was a script after all; then it is played too."""
    try:
        script = read_script(text)
    except BadScript:
        return False
    msgspec.json.encode(result_of(replay(script)))
    return True


def fuzz_scripts(count: int, seed: int) -> int:
    return sum(read_whatever(text) for text in scripts(seed).inputs(count))


def test_scripts() -> None:
    """Some are still good after the change, so that play is reached as well."""
    assert fuzz_scripts(3_000, seed=1) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_two_hundred_thousand_scripts(seed: int) -> None:
    assert fuzz_scripts(50_000, seed=100 + seed) > 1_000


async def _events(url: str) -> list[bytes]:
    async with keeping(url) as handler:
        await live_house(handler)
        await live_round(handler)
        await register_table(handler, "T2")
        await play_round(handler, "T2", (1, 2))
        found = [entry.record.event for entry in await handler.store.scan()]
    return found


def fuzz_events(corpus: list[bytes], count: int, seed: int) -> int:
    read = 0
    for text in Mutator(corpus, seed).inputs(count):
        try:
            event = decode_event(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
        assert decode_event(encode_event(event)) == event
        read += 1
    return read


async def test_events(sqlite_url: str) -> None:
    assert fuzz_events(await _events(sqlite_url), 10_000, seed=1) > 500


@pytest.mark.slow
async def test_seven_hundred_thousand_events(sqlite_url: str) -> None:
    assert fuzz_events(await _events(sqlite_url), 700_000, seed=2) > 20_000


MESSAGES = (
    b'{"type":"subscribe","streams":{"table:T1":17,"jackpot:J1":null}}',
    b'[{"type":"command","key":"a1b2c3d4","table":"T1","command":{"do":"fold","box":2}}]',
    b'{"type":"watch","tables":["T1"]}',
)


def test_messages_and_cursors() -> None:
    read = msgspec.json.Decoder(Message | list[Message]).decode
    for text in Mutator(MESSAGES, 3).inputs(5_000):
        try:
            read(text)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    for odd in (*map(str, ODD), "a~b~c", "~~", "9999-12-31T23:59:59+00:00~T1~1"):
        for reading in (read_cursor, read_round_cursor):
            with pytest.raises(BadCursor):
                reading(odd)


# HTTP


@asynccontextmanager
async def asgi(url: str) -> AsyncIterator[tuple[House, Any]]:
    house = House(await open_store(url), KEY)
    app = build(house)
    async with app.lifespan():
        await live_house(house.handler)
        await live_round(house.handler)
        yield house, app


async def ask(
    app: Any, method: str, target: str, body: bytes, headers: list[tuple[bytes, bytes]]
) -> tuple[int, bytes]:
    """One request, without a network in between."""
    path, _, query = target.partition("?")
    answer: dict[str, Any] = {"status": 0, "body": b""}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        answer["status"] = message.get("status", answer["status"])
        answer["body"] += message.get("body", b"")

    await app(
        {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("utf-8", "replace"),
            "root_path": "",
            "query_string": query.encode("utf-8", "replace"),
            "headers": [(b"host", b"127.0.0.1"), *headers],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 8000),
            "state": {},
        },
        receive,
        send,
    )
    return answer["status"], answer["body"]


GIVEN = tuple(
    msgspec.json.encode({"key": "a1b2c3d4", "command": command, "expected_version": None})
    for command in (
        {"do": "place_wager", "box": 1, "wager": "ante", "amount": 1000, "player": "p1"},
        {"do": "deal", "hands": {"1": "Qs Qd 8h 7c 3s", "dealer": "As Kd 9h 5c 2d"}},
        {"do": "report", "irregularity": "misdeal", "boxes": [1, 2], "moves": {"1": 2}},
        {"do": "rule", "decision": "void", "reason": "x", "matter": "T1/1/1"},
        msgspec.to_builtins(hc.FailLink(jackpot="J1", reason="x")),
        {"do": "adjust_jackpot", "jackpot": "J1", "amount": -5, "reason": "x"},
        {"do": "buy_in", "player": "p1", "amount": 500},
        {"do": "close_day", "day": "2026-01-31"},
        {"do": "register_table", "name": "T9", "entry": {"rulebook": "casino-stud", "boxes": 7}},
    )
)
BODIES = (*GIVEN, b'{"name":"ann","password":"secret"}', b'{"old":"a","new":"b"}', b'{"roles":[]}')


async def _targets(app: Any) -> list[tuple[str, str]]:
    """Every route of the description with its methods."""
    described = app.openapi_schema.to_schema()
    return [
        (method.upper(), path)
        for path, methods in described["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "delete")
    ]


async def fuzz_http(url: str, count: int, seed: int) -> dict[int, int]:
    chance = random.Random(seed)
    mutate = Mutator(BODIES, seed)
    seen: dict[int, int] = {}
    async with asgi(url) as (house, app):
        tokens = [await house.registry.introduce(f"a-{role}", role) for role in PEOPLE]
        targets = await _targets(app)
        odd = [str(one).encode("utf-8", "replace").decode() for one in ODD]
        names = ["T1", "J1", "p1", "1", "0", "casino-stud", *odd]
        for number in range(count):
            method, path = chance.choice(targets)
            if "session" in path or "password" in path or "guest" in path or "factor" in path:
                continue  # these take their time on purpose
            for part in [part for part in path.split("/") if part.startswith("{")]:
                path = path.replace(part, chance.choice(names).replace("/", "").replace("?", ""))
            if chance.random() < 0.5:
                path += f"?{chance.choice(QUERIES)}={chance.choice(names)}"
            headers = [(b"content-type", b"application/json")]
            if chance.random() < 0.8:
                headers.append((b"authorization", f"Bearer {chance.choice(tokens)}".encode()))
            body = mutate.one() if method != "GET" else b""
            status, told = await ask(app, method, path, body, headers)
            assert 200 <= status < 500 or status == 503, (method, path, body, status, told)
            seen[status] = seen.get(status, 0) + 1
            if number % 100 == 0:
                await asyncio.sleep(0)
    return seen


PEOPLE = tuple(role for role in HouseRole if role is not HouseRole.DEVICE)
QUERIES = ("limit", "before", "day", "from", "to", "kind", "format", "viewer", "min_won", "text")


async def test_requests(sqlite_url: str) -> None:
    seen = await fuzz_http(sqlite_url, 1_500, seed=1)
    assert seen[200] > 50
    assert seen[400] > 50


@pytest.mark.slow
async def test_a_hundred_thousand_requests(sqlite_url: str) -> None:
    seen = await fuzz_http(sqlite_url, 100_000, seed=2)
    assert seen[200] > 1_000


def test_the_corpus_is_read_as_it_is() -> None:
    for path in SCRIPTS:
        assert read_whatever(path.read_bytes())
    for body in BODIES:
        json.loads(body)
