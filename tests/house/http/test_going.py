"""Connections whose other side is no longer there."""

import asyncio
import gc
from typing import Any

import pytest

from croupier.house.app.house import House
from croupier.house.http.application import build
from croupier.house.http.bodies import Limits, Traffic
from croupier.house.http.security import ServerSettings
from croupier.house.store import open_store
from tests.house.houses import DEALER, KEY
from tests.house.serving import suspend, token_of
from tests.waiting import until


class Gone:
    """A streaming connection that cannot be closed, because it is already."""

    def __init__(self, application: Any, token: str, error: Exception) -> None:
        self.closed = 0
        self._error = error
        self._received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._received.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": ("127.0.0.1", 80),
            "client": ("127.0.0.1", 5),
            "root_path": "",
            "path": "/api/stream",
            "raw_path": b"/api/stream",
            "query_string": b"",
            "headers": [(b"host", b"house"), (b"authorization", f"Bearer {token}".encode())],
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }
        self.connection = asyncio.ensure_future(application(scope, self._received.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed += 1
            raise self._error


@pytest.mark.parametrize("error", [OSError("gone"), RuntimeError("closed before")], ids=repr)
async def test_who_is_sent_away_may_have_gone_before(sqlite_url: str, error: Exception) -> None:
    unheard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    limits = Limits()
    house = House(await open_store(sqlite_url), KEY)
    await house.start()
    try:
        served = build(house, (), ServerSettings(limits=limits))
        served.state.traffic = Traffic(limits)
        caller = Gone(served, await token_of(house, DEALER), error)
        await until(lambda: bool(house.presence._here))
        await suspend(house, DEALER.id)
        await until(lambda: caller.closed > 0)
        caller.connection.cancel()
        await asyncio.gather(caller.connection, return_exceptions=True)
    finally:
        await house.stop()
    gc.collect()
    await asyncio.sleep(0)
    assert unheard == []
