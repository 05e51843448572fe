"""Playing many rounds: cut into blocks, shared out, added up in order.

Blocks are added in the order of their indices, whoever played them, so a run that stops
early has played an unbroken series from the first round, whatever the number of workers.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from time import perf_counter
from typing import Generic, Protocol, Self, TypeVar

from msgspec import Struct

from croupier.simulation.errors import CannotSimulate
from croupier.simulation.plan import MAIN, Plan, play_block
from croupier.simulation.tally import Estimate, Tally

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Summed(Protocol):
    def __add__(self, other: Self, /) -> Self: ...


S = TypeVar("S", bound=Summed)

BLOCK_HANDS = 1 << 22
"""Hands dealt in a block: a fraction of a second, so that a run stops soon when asked to."""
ROUNDS_MAX = 1 << 62
_AHEAD = 2
_RESTARTS_MAX = 8


class Answer(Protocol[R_co]):
    """What a worker will return."""

    def result(self) -> R_co: ...

    def cancel(self) -> object: ...


class Crew(Protocol):
    """Plays the blocks."""

    workers: int

    def play(self, work: Callable[..., R], *arguments: object) -> Answer[R]: ...

    def restart(self) -> None:
        """After a worker has died: the crew is brought back to strength."""

    def dismiss(self) -> None:
        """No more work; blocks that have not begun are dropped."""


class Progress(Struct, frozen=True):
    """How far a run has come."""

    rounds: int
    wanted: int | None
    seconds: float
    estimate: Estimate

    @property
    def rate(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0


class Outcome(Struct, frozen=True):
    """What a run came to."""

    tally: Tally
    seconds: float
    interrupted: bool = False

    @property
    def rounds_per_second(self) -> float:
        return self.tally.rounds / self.seconds if self.seconds else 0.0


class Stretches(Generic[R]):
    """Work on consecutive stretches, handed out ahead and taken back in order.

    If a worker dies nothing is lost: its stretches are handed out again.
    """

    def __init__(
        self, crew: Crew, work: Callable[..., R], stretches: Iterator[tuple[int, int]]
    ) -> None:
        self._crew, self._work, self._left = crew, work, stretches
        self._out: deque[tuple[tuple[int, int], Answer[R]]] = deque()
        self._restarts = 0

    def __iter__(self) -> Iterator[R]:
        while True:
            while len(self._out) < _AHEAD * self._crew.workers:
                stretch = next(self._left, None)
                if stretch is None:
                    break
                self._out.append((stretch, self._crew.play(self._work, *stretch)))
            if not self._out:
                return
            yield self._next()

    def _next(self) -> R:
        while True:
            try:
                answer = self._out[0][1].result()
            except BrokenExecutor:
                self._restarts += 1
                if self._restarts > _RESTARTS_MAX:
                    raise CannotSimulate(
                        f"workers have died {self._restarts} times; there may be too little memory"
                    ) from None
                self._crew.restart()
                self._out = deque(
                    (stretch, self._crew.play(self._work, *stretch)) for stretch, _ in self._out
                )
                continue
            self._out.popleft()
            return answer

    def end(self) -> None:
        """Results still outstanding are no longer wanted, and there is no more work."""
        for _, answer in self._out:
            answer.cancel()
        self._crew.dismiss()


def block_rounds(plan: Plan) -> int:
    return max(1, BLOCK_HANDS // (plan.players + 1))


def stretches(size: int, total: int | None) -> Iterator[tuple[int, int]]:
    """Consecutive (first, count), up to a total or without end."""
    first = 0
    while total is None or first < total:
        count = size if total is None else min(size, total - first)
        yield first, count
        first += count


def run(
    crew: Crew,
    plan: Plan,
    *,
    rounds: int | None,
    until: float | None = None,
    watch: Callable[[Progress], None] | None = None,
    block: int | None = None,
) -> Outcome:
    """Play this many rounds, or until the main game is known to a half-width in antes.

    Blocks are as long as suits a processor, unless the crew wants others.
    """
    start = perf_counter()

    def known(total: Tally) -> bool:
        estimate = total.estimate(MAIN, plan.payments.ante)
        if watch is not None:
            watch(Progress(total.rounds, rounds, perf_counter() - start, estimate))
        return until is not None and 0 < estimate.half_width <= until

    blocks = Stretches(crew, play_block, stretches(block or block_rounds(plan), rounds))
    return Outcome(*added_up(blocks, Tally(0, 0, {}, {}), known))


def added_up(
    work: Stretches[S], total: S, enough: Callable[[S], object] | None
) -> tuple[S, float, bool]:
    """The sum of all work, the seconds it took, and whether it was stopped.

    After each part `enough` gets the sum so far, and says whether it suffices.
    """
    start, interrupted = perf_counter(), False
    try:
        for tally in work:
            total = total + tally
            if enough is not None and enough(total):
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        work.end()
    return total, perf_counter() - start, interrupted


def check_wanted(rounds: int | None, until: float | None) -> None:
    if rounds is not None and not 1 <= rounds <= ROUNDS_MAX:
        raise CannotSimulate(f"rounds is a whole number from 1 to {ROUNDS_MAX}, not {rounds}")
    if until is not None and not until > 0:
        raise CannotSimulate("until is a half-width above zero, such as 0.0001")
