"""Exact odds against their budgets, beside a plain enumeration written for the purpose.

Whole commands are timed by the processor time that they take, so that a busy machine hardly
changes their figures; on an idle one the clock shows the same.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from tempfile import TemporaryDirectory
from time import perf_counter

from croupier.books import find_rulebook
from croupier.cards import DECK, parse_cards
from croupier.odds import JackpotTerms, Question, advise, price, with_pays

_PAIRS = 2_598_960 * 47
"""Player's hands and up cards; each leaves 163,185 dealer's hands."""
_PER_PAIR = 163_185
_YEAR = 365.25 * 24 * 3600
_OF_PEER = 0.93
"""0.25 s for a second process, where the import alone takes 0.27 s; so on any machine."""
_TIMES = 7
"""Each command is run so often, and the fastest counts."""


def run() -> None:
    """Print one row for every budget, then the peer."""
    stud, three = find_rulebook("casino-stud"), find_rulebook("three-card-poker")
    _commands(stud.slug, three.slug)
    price(stud)
    classic = with_pays(stud, {"pays": ["royal_flush=100"]})
    _row("another pay table", _best(lambda: price(classic)), 0.01)
    _row("another meter", _best(lambda: price(stud, Question(jackpot=JackpotTerms(meter=5)))), 0.01)
    _row("another strategy", _best(lambda: price(stud, Question(strategy="akj83"))), 0.01)
    hand, up_card = parse_cards("As Kd Jh 8c 3s"), parse_cards("9c")
    _row("advice for one hand", _best(lambda: advise(stud, hand, up_card)), 0.005)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'memory, everything above':<40}{peak:>10.0f} MB{'≤ 500 MB':>16}")
    _peer()


def _peer() -> None:
    """A plain enumeration of one hand and up card, extrapolated to all deals."""
    rulebook = find_rulebook("casino-stud")
    hand, up_card = parse_cards("As Kd Jh 8c 3s"), parse_cards("9c")
    rest = [card for card in DECK if card not in hand + up_card]
    own, qualifies = rulebook.hands.value(hand).strength, rulebook.qualifies
    start = perf_counter()
    counts = [0, 0, 0, 0]
    for drawn in combinations(rest, 4):
        other = rulebook.hands.value(up_card + drawn)
        beaten = (other.strength > own) - (other.strength < own)
        counts[2 + beaten if qualifies(other) else 0] += 1
    spent = perf_counter() - start
    assert sum(counts) == _PER_PAIR
    years = spent * _PAIRS / _YEAR
    print(f"{'plain enumeration, one hand and up card':<40}{spent:>10.3f} s")
    print(f"{'  the same for all 122,151,120':<40}{years:>10.2f} years, extrapolated")


def _commands(*slugs: str) -> None:
    """Whole commands in processes of their own, in turn with the peer: a bare import of the two
    libraries that a numerical answer would begin with."""
    peer: list[float] = []
    first: dict[str, list[float]] = {slug: [] for slug in slugs}
    second: dict[str, list[float]] = {slug: [] for slug in slugs}
    for _ in range(_TIMES):
        peer.append(_process("-c", "import numba, numpy"))
        for slug in slugs:
            with TemporaryDirectory() as folder:
                first[slug].append(_asked(slug, folder))
                second[slug].append(_asked(slug, folder))
    bare = min(peer)
    print(f"{'import numba, numpy (peer)':<40}{bare * 1000:>10.2f} ms")
    for slug in slugs:
        _row(f"{slug}, first answer", min(first[slug]), 2.5 * bare)
        _row(f"{slug}, second process", min(second[slug]), 0.25)
        of_peer = min(second[slug]) / bare
        print(f"{'  of the import of its peer':<40}{of_peer:>10.2f} ×{f'≤ {_OF_PEER} ×':>17}")


def _asked(slug: str, folder: str) -> float:
    """`croupier odds SLUG --json`, with what is kept in a folder."""
    run = "from croupier.cli.main import main; main()"
    return _process("-c", run, "odds", slug, "--json", CROUPIER_CACHE=folder)


def _process(*arguments: str, **environment: str) -> float:
    """The processor time of a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _best(work: Callable[[], object], times: int = 5) -> float:
    spent = []
    for _ in range(times):
        start = perf_counter()
        work()
        spent.append(perf_counter() - start)
    return min(spent)


def _row(name: str, seconds: float, budget: float) -> None:
    print(f"{name:<40}{seconds * 1000:>10.2f} ms{f'≤ {budget * 1000:g} ms':>16}")


if __name__ == "__main__":
    run()
