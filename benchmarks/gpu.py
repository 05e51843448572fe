"""Rounds a second on a GPU, beside a bare CUDA kernel of the same rounds: equal counts, one run."""

import ctypes
import subprocess
import tempfile
from pathlib import Path
from shutil import which
from time import perf_counter

import numpy as np

from croupier.books import RULEBOOKS, find_rulebook
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.gpu import Gpu, find_gpu
from croupier.simulation.hands import Numbers
from croupier.simulation.plan import Plan
from croupier.simulation.terms import Terms

_SEED = 7
_ROUNDS = 1 << 34
_FEW = 1 << 30
_TIMES = 4
_BARE_BLOCKS = 8
"""Of 256 threads on each multiprocessor."""


def run() -> None:
    """Print one row for every game, and the bare kernel."""
    try:
        cuda = find_gpu()
    except CannotSimulate as error:
        print(error)
        return
    device = cuda.get_current_device()
    print(f"on {device.name.decode() if isinstance(device.name, bytes) else device.name}")
    plan = Plan.of(Terms(rulebook=find_rulebook("casino-stud")))
    gpu = Gpu(plan)
    bare = _Bare(plan, int(device.MULTIPROCESSOR_COUNT) * _BARE_BLOCKS)
    ours, theirs = [_seconds(gpu, 0, _ROUNDS)], [bare.seconds(0, _ROUNDS)]
    for turn in range(1, _TIMES):
        ours.append(_seconds(gpu, turn * _ROUNDS, _ROUNDS))
        theirs.append(bare.seconds(turn * _ROUNDS, _ROUNDS))
    rate, peer = _ROUNDS / min(ours[1:]), _ROUNDS / min(theirs[1:])
    _row("casino stud, one box, exact optimum", rate, "≥ 4e10/s")
    if bare.ready:
        _row("  a bare kernel of the same rounds", peer)
        print(f"{'  ours, of the bare kernel':<46}{rate / peer:>12.2f} x   ≥ 0.8 x")
        same = gpu.play(0, _FEW, _SEED).counts == bare.counts(0, _FEW)
        print(f"{'  counts':<46}{'equal' if same else 'DIFFERENT':>12}")
    for slug in RULEBOOKS:
        for boxes in (1, 7):
            terms = Terms(rulebook=find_rulebook(slug), players=boxes)
            player = Gpu(Plan.of(terms))
            few = _FEW if boxes == 1 else _FEW >> 4
            _seconds(player, 0, 1000)
            _row(f"{slug}, {boxes} boxes, every wager", few / _seconds(player, 0, few))


def _row(name: str, rate: float, budget: str = "") -> None:
    print(f"{name:<46}{rate:>12.3e} rounds/s{budget:>12}", flush=True)


def _seconds(gpu: Gpu, first: int, count: int) -> float:
    start = perf_counter()
    gpu.play(first, count, _SEED)
    return perf_counter() - start


class _Bare:
    """The kernel in `bare_rounds.cu`, if there is a compiler for it."""

    def __init__(self, plan: Plan, blocks: int) -> None:
        self._hands, self._short, self._facts, self._deal, self._fold, self._rules, _ = plan.one_box
        self._blocks = blocks
        compiler = which("nvcc") or which("/usr/local/cuda/bin/nvcc")
        self.ready = compiler is not None
        if compiler is None:
            print("a bare kernel: no nvcc here, rows left out")
            return
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "bare.so"
            source = Path(__file__).parent / "bare_rounds.cu"
            options = ["-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC"]
            subprocess.run([compiler, *options, "-o", str(library), str(source)], check=True)
            self._play = ctypes.CDLL(str(library)).play_rounds
        self._play.restype = ctypes.c_double

    def _played(self, first: int, count: int) -> tuple[float, Numbers]:
        counts = np.zeros(64, np.uint64)
        pointers = [
            ctypes.c_void_p(array.ctypes.data) for array in (self._hands, self._short, self._facts)
        ]
        seconds = self._play(
            *pointers,
            ctypes.c_uint32(len(self._short)),
            ctypes.c_uint32(self._fold[0]),
            ctypes.c_uint32(self._deal[2]),
            ctypes.c_uint32(self._rules[1]),
            ctypes.c_uint64(first),
            ctypes.c_uint64(count),
            ctypes.c_uint64(_SEED),
            ctypes.c_int(self._blocks),
            ctypes.c_void_p(counts.ctypes.data),
        )
        assert seconds > 0, "the bare kernel failed"
        return seconds, counts

    def seconds(self, first: int, count: int) -> float:
        return self._played(first, count)[0] if self.ready else 1.0

    def counts(self, first: int, count: int) -> dict[int, int]:
        _, counts = self._played(first, count)
        return {int(code): int(counts[code]) for code in np.flatnonzero(counts)}


if __name__ == "__main__":
    run()
