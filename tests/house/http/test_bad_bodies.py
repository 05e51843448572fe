"""What callers send, tried at every endpoint of the description: a sentence, and never a 500."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import cycle, islice
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from croupier.house.app.house import House
from croupier.house.http.bodies import BadBody, Limits, read_json
from croupier.house.http.security import ServerSettings
from croupier.house.model.people.roles import HouseRole
from tests.house.houses import register_table
from tests.house.serving import caller, page_routes, serving, token_of

BIG = 10**40
GOOD: Mapping[str, Mapping[str, Any]] = {
    "/api/session": {"name": "ann", "password": "a long password", "code": "123456"},
    "/api/guest": {"nickname": "ann"},
    "/api/password": {"old": "a long password", "new": "another long one"},
    "/api/second-factor/confirm": {"code": "123456"},
    "/api/people": {"id": "ann", "name": "Ann", "roles": ["player"]},
    "/api/people/{person}/roles": {"roles": ["player"]},
    "/api/people/{person}/name": {"name": "Ann"},
    "/api/people/{person}/acting": {"role": "pit_manager", "until": "2030-01-01T00:00:00Z"},
    "/api/people/{person}/suspend": {"reason": "because"},
    "/api/people/{person}/restore": {"reason": "because"},
    "/api/people/{person}/exclude": {"reason": "because", "until": "2030-01-01T00:00:00Z"},
    "/api/people/{person}/readmit": {"reason": "because"},
    "/api/tokens": {"name": "sign", "power": "sign", "jackpot": "J1", "days": 3},
    "/api/shoes": {"proposal": "cage/1"},
    "/api/commands": {
        "key": "a-good-key",
        "expected_version": 1,
        "command": {"do": "buy_in", "player": "ann", "amount": 1000},
    },
    "/api/tables/{table}/commands": {
        "key": "a-good-key",
        "command": {"do": "place_wager", "box": 1, "wager": "ante", "amount": 1000},
    },
}
"""By endpoint a body that its shape takes; every value of it is then made bad."""
BROKEN = {
    "empty": b"",
    "null": b"null",
    "a list": b"[]",
    "a number": b"1",
    "cut off": b'{"key":',
    "two of them": b"{}{}",
    "a comma too many": b'{"key":"x",}',
    "deep lists": b"[" * 7_000 + b"]" * 7_000,
    "deep objects": b'{"a":' * 2_000 + b"1" + b"}" * 2_000,
    "a little too deep": b'{"command":' + b"[" * 33 + b"]" * 33 + b"}",
    "not UTF-8": b'{"key":"\xff\xfe"}',
    "UTF-16": '{"key":"x"}'.encode("utf-16"),
    "with a mark before it": b"\xef\xbb\xbf{}",
    "a key twice": b'{"reason":"a","reason":"b","name":"x","name":"y"}',
    "half a character": b'{"name":"\\ud800"}',
    "not a number": b'{"amount":NaN}',
    "without end": b'{"amount":-Infinity}',
    "five thousand digits": b'{"amount":' + b"9" * 5_000 + b"}",
}
KINDS = ("text/plain", "application/xml", "application/x-www-form-urlencoded", "image/png", "")
NUMBERS = ('"1000"', "1000.0", "1e3", "1.5", "NaN", str(BIG), str(-BIG), "true", "[1]")
WORDS = ('"a\\nb"', '"a\\u0000b"', '"a\\u007fb"', '"a\\u202eb"', '"a\\u2028b"', "1", "[]")
LONG = json.dumps("x" * 10_000)
OWN_WORDS = ('"a\\u0000b"', '"a\\u001bb"', json.dumps("x" * 501), "1")
SECRET = frozenset({"password", "old", "new"})


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a body, with the way to it."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from paths_of(inner, (*path, key))
        case list():
            for place, inner in enumerate(value):
                yield from paths_of(inner, (*path, place))
        case _:
            yield path, value


def with_value(body: Any, path: tuple[Any, ...], text: str) -> str:
    """The body as JSON with other JSON in the place of one value."""
    if not path:
        return text
    first, *rest = path
    if isinstance(body, dict):
        parts = [
            f"{json.dumps(key)}:{with_value(inner, tuple(rest), text)}"
            if key == first
            else f"{json.dumps(key)}:{json.dumps(inner)}"
            for key, inner in body.items()
        ]
        return "{" + ",".join(parts) + "}"
    return "[" + with_value(body[0], tuple(rest), text) + "]"


def spoilt(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for path, value in paths_of(body):
        name = path[-1]
        if name in SECRET:
            bad: tuple[str, ...] = (LONG, "1")
        elif name in ("reason", "description"):
            bad = OWN_WORDS
        elif isinstance(value, int):
            bad = NUMBERS
        else:
            bad = (*WORDS, LONG)
        for text in bad:
            yield f"{path} = {text[:20]}", with_value(body, path, text)


@asynccontextmanager
async def described(url: str) -> AsyncIterator[tuple[House, httpx.AsyncClient, dict[str, Any]]]:
    """A house, an administrator's client that is never too fast, and the description."""
    limits = Limits(visitor_rate=1e6, visitor_burst=1e6, history_rate=1e6, history_burst=1e6)
    async with serving(url, ServerSettings(limits=limits), page_routes()) as (house, address):
        await register_table(house.handler, "T1", jackpot=None)
        await token_of(house, "ann", HouseRole.PLAYER)
        admin = await caller(house, address, "ada", HouseRole.ADMINISTRATOR)
        paths = (await admin.get("/api/schema/openapi.json")).json()["paths"]
        yield house, admin, paths
        await admin.aclose()


def bodies_of(paths: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (method.upper(), path)
        for path, methods in paths.items()
        for method, told in methods.items()
        if "requestBody" in told
    ]


def filled(path: str) -> str:
    return path.replace("{person}", "ann").replace("{table}", "T1").replace("{token}", "x")


def told(answer: httpx.Response) -> str:
    """The sentence of a refusal."""
    message = answer.json()["message"]
    assert isinstance(message, str)
    assert len(message) > 10
    assert "Traceback" not in message
    return message


async def test_every_endpoint_refuses_what_is_no_json(sqlite_url: str) -> None:
    async with described(sqlite_url) as (_, admin, paths):
        endpoints = bodies_of(paths)
        assert len(endpoints) >= 15
        for method, path in endpoints:
            for name, body in BROKEN.items():
                answer = await admin.request(
                    method, filled(path), content=body, headers={"Content-Type": "application/json"}
                )
                assert answer.status_code == 400, (method, path, name, answer.text)
                told(answer)
            for kind in KINDS:
                answer = await admin.request(
                    method, filled(path), content=b"{}", headers={"Content-Type": kind}
                )
                assert answer.status_code == 415, (method, path, kind, answer.text)
                assert "application/json" in told(answer)


async def test_every_value_of_every_endpoint_is_what_it_should_be(sqlite_url: str) -> None:
    async with described(sqlite_url) as (_, admin, paths):
        tried = 0
        for method, path in bodies_of(paths):
            for name, body in spoilt(GOOD.get(path.replace("/v1", ""), {})):
                answer = await admin.request(
                    method, filled(path), content=body, headers={"Content-Type": "application/json"}
                )
                assert answer.status_code == 400, (method, path, name, answer.text)
                told(answer)
                tried += 1
        assert tried > 150


@pytest.mark.parametrize("each", [1, pytest.param(10, marks=pytest.mark.slow)])
async def test_every_address_is_answered_whatever_is_asked(sqlite_url: str, each: int) -> None:
    """Parameters in the path and behind it: what makes no sense is refused, and not a mistake.
    Every parameter is asked for some of these in turn, or for all."""
    odd = ("%0A", "%FF%FE", "..%2F..", "NaN", "1e400", str(BIG), "-1", "%E2%80%AE", "x" * 3000, "'")
    async with described(sqlite_url) as (_, admin, paths):
        tried, values = 0, cycle(odd)
        for path, methods in paths.items():
            for name in [one["name"] for one in methods.get("get", {}).get("parameters", ())]:
                for value in islice(values, each):
                    if "{" + name + "}" in path:
                        address = filled(path.replace("{" + name + "}", value))
                    else:
                        address = f"{filled(path)}?{name}={value}"
                    answer = await admin.get(address.replace("{", "").replace("}", ""))
                    assert answer.status_code < 500, (address, answer.text)
                    tried += 1
        assert tried > 30 * each


def test_numbers_and_texts_at_their_limits() -> None:
    reason = {"reason": "x" * 500}
    assert read_json(json.dumps(reason), bounded=True) == reason
    assert read_json('{"reason":"two\\nlines"}', bounded=True) == {"reason": "two\nlines"}
    assert read_json("[" * 32 + "]" * 32) is not None
    assert read_json(str(2**63 - 1)) == 2**63 - 1
    for bad in ('{"reason":"%s"}' % ("x" * 501), '{"player":"%s"}' % ("x" * 201), "[" * 33):
        with pytest.raises(BadBody):
            read_json(bad, bounded=True)


async def test_the_stream_is_read_alike(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        token = await token_of(house, "ann", HouseRole.PLAYER)
        async with connect(
            address.replace("http", "ws") + "/api/stream",
            additional_headers={"Authorization": f"Bearer {token}"},
        ) as stream:
            give = '{"type":"command","key":"a-good-key","table":"T1","command":%s}'
            wager = '{"do":"place_wager","box":1,"wager":"ante","amount":%s}'
            bad = [give % (wager % number) for number in NUMBERS]
            bad += ["[" * 30_000, '{"type":"watch","type":"watch","tables":[]}', "NaN", ""]
            bad += [give % '{"do":"leave","box":1,"player":"a\\nb"}']
            for frame in bad:
                await stream.send(frame)
                [said] = json.loads(await stream.recv())
                assert (said["type"], said["trouble"]["kind"]) == ("trouble", "bad-request"), frame
