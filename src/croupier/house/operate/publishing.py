"""Publishes heads of the log outside the house: where it stood, signed, countersigned by a witness.

At the close of a gaming day, and as often as the settings say, the head is appended to a file,
shown to a second house, which signs that it has seen it, and posted to a webhook. A delivery that
fails is tried again and raises an alarm; play never waits for it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from croupier.house.app.house import House
from croupier.house.log.chain import signed_head
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import Change
from croupier.house.model.cage.events import DayClosed
from croupier.house.model.operation import events as o
from croupier.house.model.operation.events import PublishedHead, Witness
from croupier.house.store import private

PATIENCE_SECONDS = 10.0
SHORTEST_WAIT, LONGEST_WAIT = 5.0, 900.0
"""Seconds before a failed delivery is tried again; each wait is twice the one before."""
ANSWER_MOST = 16_384
"""Bytes read of an answer: the signature of a witness has a few hundred."""
WAITING_MAX = 1_000
"""Heads that may wait for one place; beyond that the oldest are dropped."""

log = logging.getLogger("croupier.heads")

Recording = Callable[[Callable[[Any, Any], tuple[Any, ...]]], Awaitable[None]]


class Places(Struct, frozen=True):
    """Where heads go; an empty place is skipped."""

    house: str
    """The name of this house elsewhere."""
    minutes: float = 60.0
    """Between two heads; 0 for the close of a day only."""
    file: Path | None = None
    webhook: str = ""
    witness: str = ""
    """The address of a second house."""
    token: str = ""
    """By which the second house recognizes this one."""


class NotDelivered(Exception):
    """One sentence says why."""


class Publisher:
    """Makes heads and delivers them to all places."""

    def __init__(self, house: House, places: Places, record: Recording) -> None:
        self.failing: dict[str, str] = {}
        """What cannot be reached, and why."""
        self._house = house
        self._places = places
        self._record = record
        self._due = asyncio.Event()
        self._delivering = asyncio.Lock()
        self._seen = -1
        """Where the log stands if nobody else has written since the last head."""
        wanted: dict[str, Callable[[PublishedHead], Awaitable[None]]] = {}
        if places.file is not None:
            wanted["file"] = self._to_file
        if places.witness:
            wanted["witness"] = self._to_witness
        if places.webhook:
            wanted["webhook"] = self._to_webhook
        self._ways = wanted
        self._waiting: dict[str, deque[PublishedHead]] = {
            name: deque(maxlen=WAITING_MAX) for name in wanted
        }

    def on_change(self, stream: str, change: Change[Any]) -> None:
        """A closed day is published at once."""
        if any(isinstance(event, DayClosed) for event in change.events):
            self._due.set()

    async def run(self) -> None:
        """Until cancelled."""
        wait = SHORTEST_WAIT
        period = self._places.minutes * 60 or None
        clock = asyncio.get_running_loop().time
        next_head = clock()
        while True:
            if self._due.is_set() or (period is not None and clock() >= next_head):
                self._due.clear()
                next_head = clock() + (period or 0.0)
                await self._safely(self.publish)
            else:
                await self._safely(self.deliver)
            wait = min(2 * wait, LONGEST_WAIT) if self.failing else SHORTEST_WAIT
            left = None if period is None else max(0.0, next_head - clock())
            rest = min(wait, left or wait) if self.failing else left
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._due.wait()

    async def _safely(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except StoreUnavailable as error:
            log.warning("no head", extra={"reason": str(error)})

    async def publish(self) -> PublishedHead | None:
        """Publish where the log stands, if anything has happened since the last time."""
        anchor, link = await self._house.store.end()
        if link is None or anchor.seq == self._seen:
            await self.deliver()
            return None
        key = self._house.keys.current
        head = signed_head(key, self._places.house, anchor, link, self._house.handler.now())
        published = o.HeadPublished(head, file=self._places.file is not None)
        await self._record(lambda state, at: (published,))
        self._seen = anchor.seq + 1
        for waiting in self._waiting.values():
            waiting.append(head)
        await self.deliver()
        return head

    async def deliver(self) -> None:
        """Deliver what is waiting, oldest first, to the witness before the webhook."""
        async with self._delivering:
            for name, carry in self._ways.items():
                waiting = self._waiting[name]
                try:
                    while waiting:
                        await carry(waiting[0])
                        waiting.popleft()
                except NotDelivered as error:
                    if name not in self.failing:
                        log.error("head not published", extra={"place": name, "reason": str(error)})
                    self.failing[name] = str(error)
                else:
                    self.failing.pop(name, None)

    async def _to_file(self, head: PublishedHead) -> None:
        assert self._places.file is not None
        try:
            line = msgspec.json.encode(head) + b"\n"
            await asyncio.to_thread(private.append, self._places.file, line)
        except OSError as error:
            raise NotDelivered(f"{self._places.file}: {error.strerror}") from None

    async def _to_webhook(self, head: PublishedHead) -> None:
        known = self._house_heads().get(head.seq, head)
        await _post(self._places.webhook, msgspec.json.encode(known), {})

    async def _to_witness(self, head: PublishedHead) -> None:
        address = f"{self._places.witness.rstrip('/')}/api/log/witness"
        said = await _post(
            address,
            msgspec.json.encode(head),
            {"authorization": f"Bearer {self._places.token}"},
        )
        try:
            witness = msgspec.json.decode(said, type=Witness)
        except msgspec.MsgspecError:
            raise NotDelivered("the second house did not sign") from None
        await self._record(lambda state, at: (o.HeadWitnessed(head.seq, witness),))
        self._seen += 1

    def _house_heads(self) -> dict[int, PublishedHead]:
        """As known here, with the signatures of witnesses."""
        held = self._house.handler.streams.held("operation")
        heads: tuple[PublishedHead, ...] = () if held is None else held.stored.heads
        return {head.seq: head for head in heads}


async def _post(address: str, body: bytes, headers: dict[str, str]) -> bytes:
    """The beginning of the answer: the other side may be anybody, and its answer may never end."""
    kind = {"content-type": "application/json", "accept-encoding": "identity", **headers}
    try:
        async with (
            asyncio.timeout(PATIENCE_SECONDS),
            httpx.AsyncClient(timeout=PATIENCE_SECONDS) as client,
            client.stream("POST", address, content=body, headers=kind) as answer,
        ):
            said = await _beginning(answer)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise NotDelivered(f"it cannot be reached: {type(error).__name__}") from None
    if not answer.is_success:
        told = said[:200].decode(errors="replace")
        raise NotDelivered(f"it answered {answer.status_code}: {told}")
    return said


async def _beginning(answer: httpx.Response) -> bytes:
    said = b""
    async for piece in answer.aiter_raw():
        said += piece
        if len(said) >= ANSWER_MOST:
            break
    return said[:ANSWER_MOST]
