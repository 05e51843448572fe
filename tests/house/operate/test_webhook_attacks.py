"""Webhooks against receivers, names and senders that mean harm."""

import asyncio
import hmac
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from croupier.house.operate import webhooks
from croupier.house.operate.webhook_file import (
    BadWebhook,
    Subscription,
    Topic,
    addresses_of,
    place_of,
    subscribe,
)
from croupier.house.operate.webhooks import NotConfirmed, Webhooks
from tests.house.houses import play_round, register_jackpot, register_table
from tests.house.operate.test_webhooks import Receiver, until
from tests.house.serving import serving

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "SHORTEST_WAIT", 0.02)
    monkeypatch.setattr(webhooks, "LONGEST_WAIT", 0.1)
    monkeypatch.setattr(webhooks, "LOOK_AGAIN_SECONDS", 0.05)


@asynccontextmanager
async def listening(answer: Answer) -> AsyncIterator[str]:
    async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(met, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    finally:
        server.close()


@pytest.mark.parametrize(
    "address",
    [
        "10.1.2.3",
        "100.64.0.1",  # a carrier's own
        "127.0.0.1",
        "169.254.169.254",  # where clouds keep secrets
        "192.168.0.1",
        "224.0.0.1",  # multicast
        "0.0.0.0",
        "::1",
        "::7f00:1",  # 127.0.0.1 in the old form
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",  # 10.0.0.1 behind a gateway of IPv6
        "64:ff9b:1::1",
        "2002:7f00:1::",  # 127.0.0.1 by 6to4
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",  # Teredo
        "fe80::1%eth0",
        "fec0::1",
        "fd12:3456::1",
        "ff02::1",
    ],
)
def test_a_name_that_leads_inside_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, and where another address of the name is open."""
    for found in ([address], ["203.0.114.7", address]):
        told = [(0, 0, 0, "", (one, 443)) for one in found]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, told=told, **__: told)
        with pytest.raises(BadWebhook, match="in a private network"):
            addresses_of("https://receiver.example/", allow_private=False)


def test_open_addresses_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [(0, 0, 0, "", (one, 443)) for one in ("8.8.8.8", "2606:4700::1111")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: told)
    found = addresses_of("https://receiver.example/", allow_private=False)
    assert found == ["8.8.8.8", "2606:4700::1111"]


@pytest.mark.parametrize(
    "url",
    [
        "https://bücher.example/",
        "https://exa mple.com/",
        "https://example.com/\x00",
        "https://a\u200bb/",
    ],
)
def test_letters_that_no_header_takes_are_refused_when_it_is_set_up(
    url: str, tmp_path: Path
) -> None:
    with pytest.raises(BadWebhook, match="no address"):
        subscribe(tmp_path, url, (Topic.ALARM,), 0, allow_private=True)


async def _silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(100_000)
    await asyncio.sleep(3600)


async def _dripping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A line of the head now and then: no single read takes long."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100_000):
        writer.write(b"X-%d: 1\r\n" % number)
        await writer.drain()
        await asyncio.sleep(0.02)


async def _endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Confirms, and goes on talking for ever."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
        await writer.drain()


@pytest.mark.parametrize("answer", [_silent, _dripping])
async def test_a_receiver_that_keeps_us_waiting_is_left(
    answer: Answer, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "PATIENCE_SECONDS", 0.3)
    async with serving(sqlite_url) as (house, _), listening(answer) as url:
        one = Subscription("0" * 8, url, (Topic.ALARM,), "s", private=True)
        with pytest.raises(NotConfirmed, match="cannot be reached: TimeoutError"):
            await Webhooks(house, tmp_path)._post(one, b"{}")


async def test_an_endless_answer_is_not_read(sqlite_url: str, tmp_path: Path) -> None:
    async with serving(sqlite_url) as (house, _), listening(_endless) as url:
        one = Subscription("0" * 8, url, (Topic.ALARM,), "s", private=True)
        await Webhooks(house, tmp_path)._post(one, b"{}")


async def test_one_bad_receiver_delays_no_other_and_a_mistake_of_ours_is_got_over(
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One never answers; the first look at the log for the other goes wrong unforeseen."""
    receiver = Receiver()
    told = Webhooks._told
    wrong = [KeyError("a mistake of ours")]

    async def mistaken(self: Webhooks, entries: Any, topics: Any) -> Any:
        if wrong and Topic.JACKPOT not in topics:
            raise wrong.pop()
        return await told(self, entries, topics)

    monkeypatch.setattr(Webhooks, "_told", mistaken)
    async with serving(sqlite_url) as (house, _), listening(_silent) as silent:
        await register_jackpot(house.handler)
        await register_table(house.handler)
        with receiver.open() as url, caplog.at_level(logging.ERROR):
            subscribe(tmp_path, silent, tuple(Topic), 0, allow_private=True)
            one = subscribe(tmp_path, url, (Topic.SETTLEMENT,), 0, allow_private=True)
            receiver.secret = one.secret
            running = asyncio.create_task(Webhooks(house, tmp_path).run())
            await play_round(house.handler)
            await until(lambda: any(e["event"] == "round_settled" for e in receiver.events))

            def is_got_over() -> bool:
                """Written down after the receiver has answered: the mistake is forgotten."""
                place = place_of(tmp_path, one.id)
                return place is not None and place.seq > 0 and place.failing is None

            await until(is_got_over)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    assert not wrong
    assert "webhook failed" in caplog.text


def test_what_was_recorded_cannot_be_sent_again_later_nor_altered() -> None:
    """The receiver's check, as the page has it."""
    is_genuine = Receiver().is_genuine
    body, secret = b'{"webhook":"1","events":[]}', "a secret"

    def header(moment: int) -> str:
        return webhooks.signature(secret, moment, body)

    now = int(time.time())
    assert is_genuine(secret, header(now), body)
    assert is_genuine(secret, header(now - 290), body)
    assert not is_genuine(secret, header(now - 310), body)
    assert not is_genuine(secret, header(now + 310), body)
    later = header(now - 1000).replace(f"t={now - 1000}", f"t={now}")
    assert not is_genuine(secret, later, body)
    without_moment = hmac.new(secret.encode(), body, sha256).hexdigest()
    for junk in ("", "t=", "t=x,v1=", "v1=é", "t=1,v1=é", f"t={now},v1={without_moment}"):
        assert not is_genuine(secret, junk, body)
