"""Webhooks: settlements, irregularities, jackpots and alarms, delivered from the log, signed.

A receiver gets what happened in the order of the log, at least once: a delivery that is not
confirmed with a status of 200 to 299 is tried again, from the same place, until it is. Each event
has its place in the log, `seq`, by which a repetition is known. Play never waits for a receiver.

What is told is an allow-list: each event is named here with the fields that are told of it, and
none of them bears a card. What people wrote, which may name one, is left out.
"""

import asyncio
import hashlib
import hmac
import logging
import ssl
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import msgspec
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.model.jackpot import events as hj
from croupier.house.model.operation import events as o
from croupier.house.model.records import Entry, decode_event
from croupier.house.operate.webhook_file import (
    BadWebhook,
    Place,
    Subscription,
    Topic,
    addresses_of,
    keep_place,
    place_of,
    subscriptions,
)
from croupier.jackpot import events as j
from croupier.table import events as e

READ_AT_ONCE = 1_000
PATIENCE_SECONDS = 10.0
LOOKED_UP_AT_ONCE = 4
LOOK_AGAIN_SECONDS = 5.0
"""For subscriptions that came or went."""
SHORTEST_WAIT, LONGEST_WAIT = 1.0, 900.0
"""Before a failed delivery is tried again; each wait is twice the one before."""
SIGNATURE = "Croupier-Signature"

log = logging.getLogger("croupier.webhooks")

_Tell = Callable[[Any], dict[str, Any]]


def _fields(*names: str) -> _Tell:
    return lambda event: {name: getattr(event, name) for name in names}


TOLD: Mapping[type[Struct], tuple[Topic, _Tell]] = {
    e.WagerSettled: (Topic.SETTLEMENT, lambda event: msgspec.to_builtins(event.line)),
    e.RoundSettled: (Topic.SETTLEMENT, _fields()),
    e.RoundVoided: (Topic.SETTLEMENT, _fields("clauses")),
    e.SettlementReversed: (Topic.SETTLEMENT, _fields()),
    e.ReportNoted: (
        Topic.IRREGULARITY,
        lambda event: {"irregularity": event.report.irregularity},
    ),
    e.IrregularityDecided: (
        Topic.IRREGULARITY,
        lambda event: {
            "irregularity": event.report.irregularity,
            "decision": event.decision,
            "clauses": event.clauses,
        },
    ),
    e.MatterOpened: (Topic.IRREGULARITY, _fields("number", "irregularity", "decided_by")),
    e.MatterDecided: (Topic.IRREGULARITY, _fields("number", "decision", "clauses")),
    j.JackpotWon: (
        Topic.JACKPOT,
        _fields("table", "round", "winnings", "paid", "seeded", "clauses"),
    ),
    j.WinsReversed: (Topic.JACKPOT, _fields("table", "round", "paid", "seeded")),
    hj.JackpotPaid: (
        Topic.JACKPOT,
        _fields("table", "round", "box", "target", "player", "amount"),
    ),
    hj.LinkFailed: (Topic.JACKPOT, _fields()),
    hj.LinkRestored: (Topic.JACKPOT, _fields()),
    o.AlarmRaised: (Topic.ALARM, _fields("alarm", "text")),
    o.AlarmCleared: (Topic.ALARM, _fields("alarm")),
}
"""Each event with its topic and what is told of it."""


class Told(Struct, frozen=True):
    """One event as a receiver gets it."""

    seq: int
    topic: Topic
    event: str
    stream: str
    version: int
    at: datetime
    round: int | None
    """Of a table: the round that it belongs to."""
    data: dict[str, Any]


class Delivery(Struct, frozen=True):
    """A body."""

    webhook: str
    events: tuple[Told, ...]


class NotConfirmed(Exception):
    """One sentence says why a receiver did not confirm."""


def signature(secret: str, moment: int, body: bytes) -> str:
    """Of a body at a moment (seconds since 1970): receivers make it again and compare."""
    signed = hmac.new(secret.encode(), b"%d.%b" % (moment, body), hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


class Webhooks:
    """Delivers to all receivers, each at its own pace."""

    def __init__(self, house: House, data: Path) -> None:
        self._house = house
        self._data = data
        self._reached: dict[str, int] = {}
        """By receiver: how far the log was read and had nothing to tell."""
        self._names = ThreadPoolExecutor(LOOKED_UP_AT_ONCE, thread_name_prefix="croupier-names")
        """Names that take long to look up keep nobody else in the house waiting."""
        self._trusted: ssl.SSLContext | None = None

    async def run(self) -> None:
        """Until cancelled: a task for each receiver that is subscribed."""
        tasks: dict[str, asyncio.Task[None]] = {}
        try:
            while True:
                wanted = {one.id: one for one in self._subscribed()}
                for name in tasks.keys() - wanted.keys():
                    tasks.pop(name).cancel()
                for name in wanted.keys() - tasks.keys():
                    tasks[name] = asyncio.create_task(self._serve(wanted[name]))
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
        finally:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            self._names.shutdown(wait=False, cancel_futures=True)

    def _subscribed(self) -> list[Subscription]:
        try:
            return subscriptions(self._data)
        except BadWebhook as error:
            log.error("no webhooks", extra={"reason": str(error)})
            return []

    async def _serve(self, one: Subscription) -> None:
        wait = SHORTEST_WAIT
        while True:
            try:
                more = await self.deliver(one)
            except (NotConfirmed, BadWebhook, StoreUnavailable, OSError) as error:
                self._note(one, str(error))
            except Exception as error:  # a mistake of ours must not silence a receiver for good
                log.error("webhook failed", exc_info=error, extra={"webhook": one.id})
                self._note(one, f"unforeseen: {type(error).__name__}")
            else:
                wait = SHORTEST_WAIT
                if more:
                    continue
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _note(self, one: Subscription, reason: str) -> None:
        log.warning("webhook not delivered", extra={"webhook": one.id, "reason": reason})
        with suppress(BadWebhook, OSError):
            place = place_of(self._data, one.id)
            if place is not None:
                keep_place(self._data, one.id, Place(place.seq, reason))

    async def deliver(self, one: Subscription) -> bool:
        """The next part of the log; whether there may be more. Raises `NotConfirmed`."""
        place = place_of(self._data, one.id)
        if place is None:
            raise BadWebhook(f"the place of webhook {one.id} is lost: remove it and add it again")
        after = max(place.seq, self._reached.get(one.id, 0))
        entries = await self._house.store.scan(after, READ_AT_ONCE)
        if not entries:
            return False
        told = await self._told(entries, one.topics)
        if told:
            await self._post(one, msgspec.json.encode(Delivery(one.id, tuple(told))))
            keep_place(self._data, one.id, Place(entries[-1].seq))
        self._reached[one.id] = entries[-1].seq
        return len(entries) == READ_AT_ONCE

    async def _told(self, entries: Sequence[Entry], topics: tuple[Topic, ...]) -> list[Told]:
        found = []
        rounds: dict[str, int | None] = {}
        for entry in entries:
            record = entry.record
            if record.closed:
                continue  # of a house whose key is elsewhere
            event = decode_event(record.event)
            if isinstance(event, e.BetsOpened):
                rounds[record.stream] = event.round
            topic, tell = TOLD.get(type(event), (None, _fields()))
            if topic is None or topic not in topics:
                continue
            if record.stream not in rounds:
                rounds[record.stream] = await self._round(record.stream, record.version)
            name = str(type(event).__struct_config__.tag)
            place = entry.seq, topic, name, record.stream, record.version, record.at
            found.append(Told(*place, rounds[record.stream], tell(event)))
        return found

    async def _round(self, stream: str, version: int) -> int | None:
        """The round of a table at a version; None for other streams and before the first."""
        upto = version if stream.startswith("table:") else 0
        while upto > 0:
            after = max(0, upto - READ_AT_ONCE)
            for entry in reversed(await self._house.store.scan_stream(stream, after, upto - after)):
                event = None if entry.record.closed else decode_event(entry.record.event)
                if isinstance(event, e.BetsOpened):
                    return event.round
            upto = after
        return None

    async def _post(self, one: Subscription, body: bytes) -> None:
        """To an address that was checked just now; nothing is followed elsewhere."""
        look_up = partial(addresses_of, one.url, allow_private=one.private)
        addresses = await asyncio.get_running_loop().run_in_executor(self._names, look_up)
        parts = urlsplit(one.url)
        host = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
        port = "" if parts.port is None else f":{parts.port}"
        there = urlunsplit((parts.scheme, host + port, parts.path or "/", parts.query, ""))
        moment = int(self._house.handler.now().timestamp())
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            SIGNATURE: signature(one.secret, moment, body),
        }
        try:
            async with (
                asyncio.timeout(PATIENCE_SECONDS),
                httpx.AsyncClient(
                    timeout=PATIENCE_SECONDS, trust_env=False, verify=await self._authorities()
                ) as client,
                client.stream(
                    "POST",
                    there,
                    content=body,
                    headers=headers,
                    extensions={"sni_hostname": parts.hostname},
                ) as answer,
            ):
                status = answer.status_code
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise NotConfirmed(f"it cannot be reached: {type(error).__name__}") from None
        if not answer.is_success:
            raise NotConfirmed(f"it answered {status}")

    async def _authorities(self) -> ssl.SSLContext:
        """Who vouches for receivers. Read once, on a thread: it takes a tenth of a second."""
        if self._trusted is None:
            self._trusted = await asyncio.to_thread(httpx.create_ssl_context, trust_env=False)
        return self._trusted
