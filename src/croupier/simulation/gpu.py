"""A plan on the GPU of this machine: the same rounds as on the processor, the same totals.

Needs an NVIDIA GPU and the extra `croupier[gpu]`. The tables lie in the GPU's memory once; a
launch plays a stretch of rounds, and money is computed from its counts as everywhere else.
"""

from functools import cached_property
from typing import Any

import numpy as np

from croupier.gpu import NO_GPU, usable_cuda
from croupier.simulation.codes import AGAINST, FLAGS
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.hands import Numbers
from croupier.simulation.link import Seats
from croupier.simulation.paying import Payments
from croupier.simulation.plan import FAR, Plan
from croupier.simulation.tally import Tally

BY_HANDS, BY_CARDS = (1, 1024), (8, 256)
"""Blocks for each multiprocessor and threads of a block, by how rounds are dealt; seen to be
fastest on an H200."""

_LAUNCH_ROUNDS = 1 << 34
_LAUNCH_BOXES_ROUNDS = 1 << 28
_LISTED_MAX = 1 << 22
SESSION_ROUNDS = 1 << 31
"""Rounds of the sessions of a launch, if all go to their end."""
CHUNK_ROUNDS = 256
"""Rounds of a day that a thread plays in a row."""


def find_gpu() -> Any:
    """numba's CUDA, if there is a GPU that it can use."""
    cuda = usable_cuda()
    if cuda is None:
        raise CannotSimulate(f"{NO_GPU}; without them rounds are played on the processor")
    return cuda


class Gpu:
    """Plays a plan's rounds; `launch` is the number of blocks and of threads in each."""

    def __init__(self, plan: Plan, launch: tuple[int, int] | None = None) -> None:
        self._cuda = find_gpu()
        from croupier.simulation import cuda_kernels

        self._kernels = cuda_kernels
        self._plan = plan
        if plan.coding.with_both:
            raise CannotSimulate(
                "a side wager on both hands together is simulated on the processor: leave out "
                "--device gpu, or stake 0 on it"
            )
        cases = len(plan.coding.cases)
        self._slots = cases * AGAINST * (cases if plan.coding.with_dealer else 1)
        if self._slots > cuda_kernels.SLOTS or len(plan.wagers) > cuda_kernels.WAGERS_MAX:
            raise CannotSimulate("this rulebook pays too many cases apart for a GPU")
        self._given = launch

    def _launch(self, shape: tuple[int, int]) -> tuple[int, int]:
        blocks, threads = shape
        if self._given is not None:
            return self._given
        return int(self._cuda.get_current_device().MULTIPROCESSOR_COUNT) * blocks, threads

    @property
    def players(self) -> int:
        return self._plan.players

    @property
    def payments(self) -> Payments:
        return self._plan.payments

    @property
    def block_rounds(self) -> int:
        """Rounds of a stretch: a fraction of a second."""
        return _LAUNCH_ROUNDS if self._plan.by_hands else _LAUNCH_BOXES_ROUNDS

    @cached_property
    def _one_box(self) -> tuple[Any, ...]:
        hands, short, facts, deal, fold, rules, _ = self._plan.one_box
        return (*map(self._cuda.to_device, (hands, short, facts)), deal, fold, rules)

    @cached_property
    def _table(self) -> tuple[Any, ...]:
        return tuple(map(self._cuda.to_device, self._plan.table))

    def _zeros(self, size: int, kind: type = np.uint64) -> Any:
        return self._cuda.to_device(np.zeros(size, kind))

    def play(self, first: int, count: int, seed: int) -> Tally:
        """The rounds from the first on, by index."""
        if self._plan.by_hands:
            return self._plan.counted(count, self._count_one(first, count, seed))
        total, end = Tally(0, 0, {}, {}), first + count
        while first < end:
            played, tally = self._stretch(first, min(self._step, end - first), seed)
            total += tally
            first += played
        return total

    def _count_one(self, first: int, count: int, seed: int) -> Numbers:
        hands, short, facts, deal, fold, rules = self._one_box
        copies = 1
        while copies < 32 and 2 * copies * self._slots <= self._kernels.SLOTS:  # noqa: PLR2004
            copies *= 2
        coding = self._plan.coding
        counts, drawn = self._zeros(self._slots), self._zeros(coding.size)
        wide = coding.with_dealer
        kernel = self._kernels.count_one_wide if wide else self._kernels.count_one
        kernel[self._launch(BY_HANDS)](
            np.uint64(first),
            np.uint64(count),
            np.uint64(seed),
            hands,
            short,
            facts,
            deal,
            fold,
            rules,
            np.uint32(copies),
            np.uint32(self._slots),
            counts,
            drawn,
        )
        by_code: Numbers = drawn.copy_to_host().astype(np.int64)
        slots = np.arange(self._slots)
        if wide:
            own, dealer = np.divmod(slots, len(coding.cases))
            slots = own * (FLAGS * coding.dealer_codes) + dealer * FLAGS
        by_code[slots] += counts.copy_to_host().astype(np.int64)
        return by_code

    # Several boxes, or cards dealt by shuffling

    @cached_property
    def _money(self) -> tuple[Any, Any]:
        if self._plan.players == 1:
            size = self._plan.coding.size
            nets, unlike = np.zeros((size, 1), np.int64), np.zeros(size, np.bool_)
        else:
            nets, unlike, _ = self._plan.money
        return self._cuda.to_device(nets), self._cuda.to_device(unlike)

    @cached_property
    def _step(self) -> int:
        if self._plan.players == 1:
            return _LAUNCH_BOXES_ROUNDS
        return self._plan.step(_LAUNCH_BOXES_ROUNDS)

    def _stretch(self, first: int, count: int, seed: int) -> tuple[int, Tally]:
        listed = self._cuda.device_array((_LISTED_MAX, self._plan.players), np.int32)
        while True:
            counts = self._zeros(self._plan.coding.size)
            squares = self._zeros(max(1, len(self._plan.wagers)), np.int64)
            extremes = self._cuda.to_device(np.array([FAR, -FAR], np.int64))
            filled = self._zeros(1, np.int64)
            self._kernels.count_boxes[self._launch(BY_CARDS)](
                np.uint64(first),
                np.uint64(count),
                np.uint64(seed),
                self._plan.size,
                *self._table,
                self._plan.rules,
                *self._money,
                counts,
                squares,
                extremes,
                listed,
                filled,
            )
            found = int(filled.copy_to_host()[0])
            if found <= _LISTED_MAX:
                break
            count //= 2
        by_code = counts.copy_to_host().astype(np.int64)
        if self._plan.players == 1:
            return count, self._plan.counted(count, by_code)
        codes = listed[:found].copy_to_host() if found else np.empty((0, self._plan.players))
        sums = squares.copy_to_host(), extremes.copy_to_host()
        return count, self._plan.summed(count, codes.astype(np.int64), by_code, *sums)

    # Sessions and links

    def sessions(
        self, first: int, count: int, seed: int, nets: Numbers, purse: tuple[int, int, int, int]
    ) -> Numbers:
        """How sessions ended, each a row of result, rounds and how."""
        if not self._plan.by_hands:
            raise CannotSimulate(
                "sessions of generator 1 are played on the processor: leave out --device gpu"
            )
        hands, short, facts, deal, _, rules = self._one_box
        ends = self._cuda.device_array((count, 3), np.int64)
        self._kernels.play_sessions[self._launch(BY_CARDS)](
            np.uint64(first),
            np.uint64(seed),
            hands,
            short,
            facts,
            deal,
            rules,
            self._cuda.to_device(nets),
            purse,
            ends,
        )
        played: Numbers = ends.copy_to_host()
        return played

    def scan(
        self, first: int, days: int, day_rounds: int, seed: int, seats: Seats
    ) -> tuple[Numbers, Numbers, Numbers]:
        """A history: jackpot wagers by day, counts of codes, and the rounds whose prizes need
        pricing, each with the wagers of its day until then."""
        chunks = -(-day_rounds // CHUNK_ROUNDS)
        room = 1 << 12
        while True:
            counts, wagers = self._zeros(self._plan.coding.size), self._zeros(days * chunks)
            listed, filled = self._cuda.device_array((room, 2), np.int64), self._zeros(1, np.int64)
            self._kernels.scan_link[self._launch(BY_CARDS)](
                np.uint64(first),
                day_rounds,
                CHUNK_ROUNDS,
                np.uint64(seed),
                self._plan.size,
                *self._table,
                self._plan.rules,
                *map(self._cuda.to_device, seats),
                self._cuda.to_device(self._plan.money[1]),
                counts,
                wagers,
                listed,
                filled,
            )
            found = int(filled.copy_to_host()[0])
            if found <= room:
                break
            room = 2 * found
        hits = listed.copy_to_host()[:found]
        hits = hits[np.argsort(hits[:, 0])]
        by_chunk = wagers.copy_to_host().astype(np.int64).reshape(days, chunks)
        day, within = np.divmod(hits[:, 0], day_rounds)
        before = np.cumsum(by_chunk, axis=1) - by_chunk
        hits[:, 1] += before[day, within // CHUNK_ROUNDS]
        return by_chunk.sum(axis=1), counts.copy_to_host().astype(np.int64), hits
