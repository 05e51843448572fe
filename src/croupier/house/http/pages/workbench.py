"""Where odds are computed for visitors of a page, without holding up the house.

One thread does the work, so that the event loop of the house is never blocked and a rulebook is
solved once. Answers are cached; the same question asked twice at the same time is computed once;
and the queue is bounded, in all and per caller.
"""

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from msgspec import Struct

from croupier.house.app.rate_limiter import AddressLimiter

ANSWERS_KEPT = 400
WAITING_MAX = 24
"""Questions that may wait for the one being computed."""
WAITING_OF_ONE = 6
"""How many of these may come from one caller, so that others find room."""
QUESTIONS_AT_ONCE = 60
"""New questions that one caller may ask in a burst."""
QUESTIONS_A_SECOND = 12.0
"""And how many per second after that."""
CALLERS_KEPT = 5_000


class Answer(Struct, frozen=True):
    """An answer as it is sent, and the tag by which a browser recognizes it."""

    body: bytes
    packed: bytes
    etag: str


class TooMuch(Exception):
    """More is asked than will be computed; says how long to wait."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


def answer(body: bytes) -> Answer:
    """An answer from its JSON; compressing it takes a while too and is done once."""
    packed = gzip.compress(body, 6, mtime=0)
    return Answer(body, packed, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


class Workbench:
    """Computes answers one after another and keeps them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._limiter = AddressLimiter(QUESTIONS_A_SECOND, QUESTIONS_AT_ONCE)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._under_way: dict[str, Future[Answer]] = {}
        self._asked_by: dict[str, str] = {}
        """The caller who first asked each pending question."""

    @property
    def waiting(self) -> int:
        return len(self._under_way)

    async def ask(self, key: str, caller: str, work: Callable[[], bytes]) -> Answer:
        """The answer kept under the key, or the result of `work`."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        under_way = self._under_way.get(key)
        if under_way is None:
            if self._limiter.take(caller, self._clock()):
                raise TooMuch(
                    "You ask faster than the odds are worked out. Wait a second and ask again.", 1
                )
            if self.waiting > WAITING_MAX:
                raise TooMuch(
                    "Many people ask for odds just now. Wait a few seconds and ask again.", 3
                )
            if list(self._asked_by.values()).count(caller) >= WAITING_OF_ONE:
                raise TooMuch(
                    "Several of your questions are being worked out. Wait for one and ask again.", 1
                )
            under_way = self._thread.submit(lambda: answer(work()))
            self._under_way[key] = under_way
            self._asked_by[key] = caller
            under_way.add_done_callback(lambda _: self._let_go(key))
        made = await asyncio.shield(asyncio.wrap_future(under_way))
        self._kept[key] = made
        while len(self._kept) > ANSWERS_KEPT:
            self._kept.popitem(last=False)
        return made

    def _let_go(self, key: str) -> None:
        self._under_way.pop(key, None)
        self._asked_by.pop(key, None)
