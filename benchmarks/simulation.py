"""Simulated rounds a second of one core, beside the full engine, a treys loop and plain C.

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
_START = (
    "from croupier.cli.simulate import simulate\n"
    "simulate(['casino-stud', '--rounds', '1000', '--seed', '1', '--json'])"
)


def run() -> None:
    """Print one row for every budget and peer."""
    stud = Terms(rulebook=find_rulebook("casino-stud"), strategy="akj83")
    simple = _simulated(stud)
    _row("casino stud, one player, akj83", simple, simple, "≥ 10 M")
    best = Terms(rulebook=stud.rulebook)
    _row("  exact optimum", _simulated(best), simple, "≥ 6 M")
    for players in (2, 7):
        many = Terms(rulebook=stud.rulebook, strategy="akj83", players=players)
        _row(f"  {players} players", _simulated(many, _ROUNDS // 4), simple)
    three = Terms(rulebook=find_rulebook("three-card-poker"), strategy="q64")
    _row("three card poker, one player, q64", _simulated(three), simple)
    _row("the full engine, the same rounds", _engine(stud), simple)
    _row("a treys loop, ante and bet alone", _treys(), simple)
    plain = _plain_c(stud)
    if plain is None:
        print("plain C: no compiler (gcc or cc) here, row left out")
    else:
        _row("plain C, the same rounds, the limit", plain, simple)
    _cores(stud)
    _second_start()


def _row(name: str, rate: float, ours: float, budget: str = "") -> None:
    print(f"{name:<40}{rate:>14,.0f} rounds/s{rate / ours:>12.5f} x{budget:>10}")


def _rate(work: Callable[[], object], count: int, times: int = 3) -> float:
    """The best of a few, after one that compiles and warms."""
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


def _plain_c(terms: Terms) -> float | None:
    """The same rounds in C over the same arrays; its counts must be the same too."""
    compiler = which("gcc") or which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "rounds.c", Path(folder) / "rounds.so"
        source.write_text(_C)
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o"]
        subprocess.run([*command, str(library), str(source)], check=True)
        function = ctypes.CDLL(str(library)).count_rounds
    plan = Plan.of(terms)
    arrays = (plan.table[0], plan.table[1], plan.table[2], plan.table[3])
    counts = np.zeros(plan.coding.size, np.int64)
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*arrays, counts)]
    qualifies = ctypes.c_int64(plan.rules[1])

    def once() -> None:
        counts[:] = 0
        function(ctypes.c_uint64(_ROUNDS), ctypes.c_uint64(_SEED), qualifies, *pointers)

    rate = _rate(once, _ROUNDS)
    ours = plan.play(0, _ROUNDS, _SEED).counts
    assert {int(code): int(counts[code]) for code in np.flatnonzero(counts)} == ours
    return rate


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


_C = """
#include <stdint.h>
#include <string.h>

static inline void philox(uint64_t index, uint64_t seed, uint64_t *first, uint64_t *second) {
    uint32_t c0 = index, c1 = index >> 32, c2 = 0, c3 = 0, k0 = seed, k1 = seed >> 32;
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0; c1 = p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1; c3 = p0;
        k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
    }
    *first = c0 | (uint64_t)c1 << 32; *second = c2 | (uint64_t)c3 << 32;
}

static inline uint64_t take(uint64_t word, uint32_t *deck, int place, uint32_t *ranks,
                            uint32_t *suits) {
    const uint64_t mask = ((uint64_t)1 << 58) - 1;
    uint64_t fraction = word >> 6;
    *ranks = 0; *suits = 15u << 23;
    for (int here = place; here < place + 5; here++) {
        fraction *= 52 - here;
        int there = here + (int)(fraction >> 58);
        fraction &= mask;
        uint32_t card = deck[there];
        deck[there] = deck[here]; deck[here] = card;
        *ranks += card; *suits &= card;
    }
    return fraction;
}

void count_rounds(uint64_t count, uint64_t seed, int64_t qualifies, const uint32_t *fresh,
                  const int16_t *by_key, const uint32_t (*facts)[16], const uint64_t *limits,
                  int64_t *counts) {
    uint32_t deck[52];
    for (uint64_t index = 0; index < count; index++) {
        uint64_t first, second;
        uint32_t ranks, suits, dealer_ranks, dealer_suits;
        memcpy(deck, fresh, sizeof deck);
        philox(index, seed, &first, &second);
        if (take(first, deck, 0, &ranks, &suits) < limits[0]
            || take(second, deck, 5, &dealer_ranks, &dealer_suits) < limits[1]) continue;
        int64_t kind = by_key[ranks & 0x7fffff], dealer = by_key[dealer_ranks & 0x7fffff];
        if (suits) kind = facts[kind][13];
        if (dealer_suits) dealer = facts[dealer][13];
        int against = 0;
        if (facts[kind][deck[9] >> 27])
            against = dealer < qualifies ? 1 : 2 + (kind < dealer) + 2 * (kind == dealer);
        counts[facts[kind][14] * 5 + against]++;
    }
}
"""

if __name__ == "__main__":
    run()
