"""Exact odds against their budgets, beside a plain enumeration written for the purpose."""

import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from time import perf_counter

from croupier.books import find_rulebook
from croupier.cards import DECK, parse_cards
from croupier.odds import JackpotTerms, Question, advise, price, with_pays

_FRESH = (
    "from time import perf_counter as now; start = now()\n"
    "from croupier.odds import solve; from croupier.books import find_rulebook\n"
    "book = find_rulebook({slug!r}); solve(book).price(book); print(now() - start)"
)
_PAIRS = 2_598_960 * 47
"""Player's hands and up cards; each leaves 163,185 dealer's hands."""
_PER_PAIR = 163_185
_YEAR = 365.25 * 24 * 3600


def run() -> None:
    """Print one row for every budget, then the peer."""
    stud, three = find_rulebook("casino-stud"), find_rulebook("three-card-poker")
    _fresh(stud.slug)
    _row("first exact solution, fresh process", _fresh(stud.slug), 1.5)
    _row("three card poker, fresh process", _fresh(three.slug), 0.3)
    price(stud)
    classic = with_pays(stud, {"pays": ["royal_flush=100"]})
    _row("another pay table", _best(lambda: price(classic)), 0.05)
    _row("another meter", _best(lambda: price(stud, Question(jackpot=JackpotTerms(meter=5)))), 0.05)
    _row("another strategy", _best(lambda: price(stud, Question(strategy="akj83"))), 0.05)
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


def _fresh(slug: str) -> float:
    command = [sys.executable, "-c", _FRESH.format(slug=slug)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


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
