"""Simulated rounds a second of one core, beside the full engine, a treys loop, and plain C that
deals either way; ours are held to the faster of the two.

All figures are by processor time, so that a busy machine hardly changes them, but for
those of several processes, which are by the clock.
"""

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import which
from time import perf_counter, process_time

import numpy as np

from croupier.books import find_rulebook
from croupier.floor import play
from croupier.simulation import crews, running
from croupier.simulation.plan import Plan
from croupier.simulation.rounds import TABLE, opening_floor, rounds
from croupier.simulation.terms import Terms

_SEED = 7
_ROUNDS = 8_000_000
_PEER_ROUNDS = 1_500
_LONG = 32_000_000
"""Rounds beside plain C: long enough that a command's start, taken off, hardly counts."""
_FEW = 10_000
_TURNS = 5
_START = (
    "from croupier.cli.simulate import simulate\n"
    "simulate(['casino-stud', '--rounds', '1000', '--seed', '1', '--json'])"
)


def run() -> None:
    """Print one row for every budget and peer."""
    stud = Terms(rulebook=find_rulebook("casino-stud"), strategy="akj83")
    simple = _simulated(stud)
    _row("casino stud, one player, akj83", simple, simple)
    best = Terms(rulebook=stud.rulebook)
    _row("  exact optimum", _simulated(best), simple)
    for players in (2, 7):
        many = Terms(rulebook=stud.rulebook, strategy="akj83", players=players)
        _row(f"  {players} players", _simulated(many, _ROUNDS // 4), simple)
    three = Terms(rulebook=find_rulebook("three-card-poker"), strategy="q64")
    _row("three card poker, one player, q64", _simulated(three), simple)
    _row("the full engine, the same rounds", _engine(stud), simple)
    _row("a treys loop, ante and bet alone", _treys(), simple)
    _beside_c()
    _cores(stud)
    _second_start()


def _row(name: str, rate: float, ours: float, budget: str = "") -> None:
    print(f"{name:<40}{rate:>14,.0f} rounds/s{rate / ours:>12.5f} x{budget:>10}")


def _rate(work: Callable[[], object], count: int, times: int = 3, *, warm: bool = True) -> float:
    """The best of a few, after one that compiles and warms."""
    if warm:
        work()
    spent = []
    for _ in range(times):
        start = process_time()
        work()
        spent.append(process_time() - start)
    return count / min(spent)


def _simulated(terms: Terms, count: int = _ROUNDS) -> float:
    plan = Plan.of(terms)
    plan.play(0, 1_000, _SEED)
    return _rate(lambda: plan.play(0, count, _SEED), count)


def _engine(terms: Terms) -> float:
    played = [
        one.commands(terms) for one in rounds(Plan.of(terms), list(range(_PEER_ROUNDS)), _SEED)
    ]

    def once() -> None:
        floor = opening_floor(terms)
        for commands in played:
            for command in commands:
                floor, _ = play(floor, TABLE, command)

    return _rate(once, _PEER_ROUNDS, 2)


def _treys() -> float:
    from treys import Card, Deck, Evaluator  # type: ignore[import-untyped]

    evaluator = Evaluator()
    qualifies, stays = (
        evaluator.evaluate([Card.new(name) for name in hand.split()], [])
        for hand in ("As Kd 4h 3c 2s", "As Kd Jh 8c 3s")
    )

    def once() -> int:
        total = 0
        for _ in range(_PEER_ROUNDS):
            deck = Deck()
            own = evaluator.evaluate(deck.draw(5), [])
            dealer = evaluator.evaluate(deck.draw(5), [])
            if own > stays:
                total -= 1
            elif dealer > qualifies:
                total += 1
            else:
                total += 3 if own < dealer else -3 if own > dealer else 0
        return total

    return _rate(once, _PEER_ROUNDS, 2)


class PlainC:
    """The two ways of dealing in plain C, compiled for this machine: cards swapped, with the
    same generator and the same counts as version 1 of ours, and hands looked up, with a
    sequential generator."""

    def __init__(self) -> None:
        compiler = which("gcc") or which("cc")
        self.ready = compiler is not None
        if compiler is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder) / "rounds.c", Path(folder) / "rounds.so"
            source.write_text((Path(__file__).parent / "plain_rounds.c").read_text())
            command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o"]
            subprocess.run([*command, str(library), str(source)], check=True)
            self._library = ctypes.CDLL(str(library))
        self._library.look_up_rounds.restype = ctypes.c_int64
        self.total = 0
        plan = Plan.of(Terms(rulebook=find_rulebook("casino-stud"), strategy="akj83", generator=1))
        self._plan, self._counts = plan, np.zeros(plan.coding.size, np.int64)
        self._looked_up = Plan.of(Terms(rulebook=find_rulebook("casino-stud"), strategy="akj83"))

    def swapped(self) -> None:
        """Rounds by swapping cards."""
        self._counts[:] = 0
        self._library.count_rounds(
            ctypes.c_uint64(_LONG),
            ctypes.c_uint64(_SEED),
            ctypes.c_int64(self._plan.rules[1]),
            *(ctypes.c_void_p(array.ctypes.data) for array in (*self._plan.table, self._counts)),
        )

    def looked_up(self) -> None:
        """Rounds by looking hands up."""
        hands, short, _, deal, fold, rules, _ = self._looked_up.one_box
        nets = np.array([self._looked_up.code_nets(code)[0] for code in range(50)], np.int64)
        self.total = self._library.look_up_rounds(
            ctypes.c_int64(_LONG),
            ctypes.c_void_p(hands.ctypes.data),
            ctypes.c_void_p(short.ctypes.data),
            ctypes.c_void_p(nets.ctypes.data),
            ctypes.c_uint32(fold[0]),
            ctypes.c_uint32(deal[2]),
            ctypes.c_int(rules[1]),
        )

    def check(self) -> None:
        """The swapped rounds are ours to the last code; the others come close to the edge."""
        self.swapped()
        came = {int(code): int(self._counts[code]) for code in np.flatnonzero(self._counts)}
        few = self._plan.play(0, _FEW, _SEED)
        assert set(few.counts) <= set(came)
        assert sum(came.values()) == _LONG
        self.looked_up()
        assert abs(self.total / _LONG / 10_000 + 0.0529) < 0.005


def _beside_c() -> None:
    """Ours and both loops by turns, the best of each: their ratio is the budget."""
    peer = PlainC()
    if not peer.ready:
        print("plain C: no compiler (gcc or cc) here, rows left out")
        return
    peer.check()
    plans = {
        name: Plan.of(Terms(rulebook=find_rulebook("casino-stud"), strategy=strategy))
        for name, strategy in (("akj83", "akj83"), ("exact optimum", "optimal"))
    }
    works: dict[str, Callable[[], object]] = {
        f"ours, {name}": partial(plan.play, 0, _LONG, _SEED) for name, plan in plans.items()
    }
    works |= {"plain C, cards swapped": peer.swapped, "plain C, hands looked up": peer.looked_up}
    rates = dict.fromkeys(works, 0.0)
    starts, whole = [_command(1_000)], []
    for _ in range(_TURNS):
        for name, work in works.items():
            rates[name] = max(rates[name], _rate(work, _LONG, 1, warm=False))
        starts.append(_command(1_000))
        whole.append(_command(_LONG))
    rates["ours, the command with --workers 1"] = _LONG / (min(whole) - min(starts))
    limit = max(rate for name, rate in rates.items() if name.startswith("plain C"))
    for name, rate in rates.items():
        _row(name, rate, limit, "≥ 0.8 x" if name.startswith("ours") else "")


def _command(rounds: int) -> float:
    """The processor time of `croupier simulate` in one process, with the exact optimum."""
    start = "from croupier.cli.main import main; main()"
    arguments = ["simulate", "casino-stud", "--seed", "7", "--workers", "1", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", start, *arguments, "--rounds", str(rounds)]
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _cores(terms: Terms) -> None:
    """By the clock, from the first block that comes back to the last."""
    plan = Plan.of(terms)
    one = 0.0
    for workers in (1, 2, 4, 8, 16):
        if workers > len(os.sched_getaffinity(0)):
            break
        crew = crews.hire((plan, _SEED), workers, None, None)
        course: list[running.Progress] = []
        running.run(crew, plan, rounds=8 * workers * _ROUNDS, watch=course.append)
        first, last = course[2 * workers], course[-1]
        rate = (last.rounds - first.rounds) / (last.seconds - first.seconds)
        one = one or rate
        name = f"{workers} process{'es' if workers > 1 else ''}, by the clock"
        print(f"{name:<40}{rate:>14,.0f} rounds/s{rate / one:>12.2f} x")


def _second_start() -> None:
    """A thousand rounds with the exact optimum in a fresh process: all of it is the start."""
    command = [sys.executable, "-c", _START]
    subprocess.run(command, capture_output=True, check=True)
    clock, spent = [], []
    for _ in range(5):
        start, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        clock.append(perf_counter() - start)
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    print(
        f"{'second start, exact optimum':<40}{min(clock):>14.2f} s by the clock, "
        f"{min(spent):.2f} s of processor time{'≤ 1 s':>10}"
    )


if __name__ == "__main__":
    run()
