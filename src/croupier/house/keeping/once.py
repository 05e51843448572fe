"""A command is carried out once, however often it is given: its key is answered alike.

Where another process was faster, the command is decided anew on what that one stored.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from croupier.house.log.records import Answer
from croupier.house.log.storing import Conflict, EventStore
from croupier.house.refusals import HouseRefused
from croupier.refusal import Refused

ATTEMPTS = 100
ANSWERS_KEPT = 20_000

_encode = msgspec.json.Encoder().encode


class Accepted(Struct, frozen=True):
    """A command was carried out and is on disk."""

    command: str
    """Its idempotency key."""
    stream: str
    version: int
    """Of the stream, after it."""


_decode = msgspec.json.Decoder(Accepted).decode

Attempt = Callable[[], Awaitable[Accepted]]


class VersionConflict(Exception):
    """The caller expected the stream at another version; nothing has happened."""

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            f"It is at version {version}, not at {expected}: look again and decide anew."
        )
        self.version = version


class Contended(Exception):
    """Other processes kept being faster; nothing has happened and it may be tried again."""


def as_answer(accepted: Accepted) -> Answer:
    """What is stored with the command."""
    return Answer(accepted.command, accepted.stream, _encode(accepted))


def demand_version(expected: int | None, version: int) -> None:
    """The stream stands where the caller believes it to stand, where that matters to them."""
    if expected is not None and expected != version:
        raise VersionConflict(expected, version)


class Once:
    """The commands that this process carries out, and the answers that it remembers."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._in_flight: dict[str, asyncio.Future[Accepted]] = {}
        self._answers: OrderedDict[str, Accepted] = OrderedDict()

    async def carry_out(self, key: str, attempt: Attempt) -> Accepted:
        """Carry out what has not been answered yet, and let repetitions wait for it."""
        if (known := self._answers.get(key)) is not None:
            return known
        if (running := self._in_flight.get(key)) is not None:
            return await asyncio.shield(running)
        future: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._in_flight[key] = future
        try:
            accepted = await self._until_stored(key, attempt)
        except BaseException as error:
            if isinstance(error, Exception):
                future.set_exception(error)
                future.exception()  # nobody else may have waited for it
            else:
                future.cancel()
            raise
        finally:
            del self._in_flight[key]
        self._remember(accepted)
        future.set_result(accepted)
        return accepted

    async def _until_stored(self, key: str, attempt: Attempt) -> Accepted:
        for number in range(ATTEMPTS):
            if number:
                await asyncio.sleep(min(0.001 * number, 0.02))
            try:
                return await attempt()
            except (Refused, HouseRefused, VersionConflict):
                if (answer := await self._answered(key)) is not None:
                    return answer
                raise
            except Conflict:
                if (answer := await self._answered(key)) is not None:
                    return answer
        raise Contended("Others kept changing the same table or jackpot; try again.")

    async def _answered(self, key: str) -> Accepted | None:
        found = await self._store.answered(key)
        return None if found is None else _decode(found.reply)

    def _remember(self, accepted: Accepted) -> None:
        self._answers[accepted.command] = accepted
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)
