"""One caller, not logged in, who sends what is costly to read: the house goes on."""

from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from croupier.house.http.bodies import BadBody, _once
from croupier.house.model.people.roles import HouseRole
from tests.house.serving import http_to, serving, session_of

TWICE = "{" + ",".join(f'"{number:x}":1' for number in range(4_000)) + ',"f9f":2}'
"""4,000 keys of which the last stands twice."""


class Key(str):
    """Counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Key.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_a_key_that_stands_twice_is_found_in_one_pass() -> None:
    pairs: list[tuple[str, Any]] = [(Key(f"key{number}"), 1) for number in range(5_000)]
    Key.compared = 0
    with pytest.raises(BadBody, match="'key4999' stands there twice"):
        _once([*pairs, (Key("key4999"), 2)])
    assert Key.compared < 10 * len(pairs)


async def test_no_body_of_a_visitor_is_read_but_to_log_in(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, address), http_to(address) as anybody:
        for path in ("/api/commands", "/api/tables/T1/commands", "/api/tokens", "/api/log/witness"):
            answer = await anybody.post(
                path, content=TWICE, headers={"Content-Type": "application/json"}
            )
            assert answer.status_code == 401, path
        answer = await anybody.post(
            "/api/session", content=TWICE, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code in (400, 413)


async def closed_with(stream: ClientConnection) -> int | None:
    """How the house ends the connection, whatever it says before."""
    with suppress(ConnectionClosedError):
        async for _ in stream:
            pass
    return stream.close_code


async def test_a_stream_that_sends_what_cannot_be_read_is_closed(sqlite_url: str) -> None:
    async with (
        serving(sqlite_url) as (_, address),
        connect(address.replace("http", "ws") + "/api/stream") as stream,
    ):
        for _ in range(29):
            await stream.send('{"a":1,"a":2}')
            assert "stands there twice" in str(await stream.recv())
        await stream.send('{"a":1,"a":2}')
        assert await closed_with(stream) == 1008


async def test_a_visitor_sends_short_frames(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        socket = address.replace("http", "ws") + "/api/stream"
        long = '{"type":"watch","tables":[' + " " * 16 * 1024 + "]}"
        async with connect(socket) as stream:
            await stream.send(long)
            assert await closed_with(stream) == 1008
        ann = await session_of(house, "ann", HouseRole.PLAYER)
        headers = {"Authorization": f"Bearer {ann}"}
        async with connect(socket, additional_headers=headers) as stream:
            await stream.send(long)
            await stream.send("NaN")
            assert "trouble" in str(await stream.recv())  # it is read further
