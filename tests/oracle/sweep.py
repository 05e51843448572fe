"""A comparison at length, for people: `python -m tests.oracle.sweep turns --seeds 0 10000`.

Plays every seed of a family (or of all) through the product and the reference, on every core,
and tells how many differ and in what; the first few are shrunk and shown. Ends with 1 when any
differs.
"""

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.oracle import generate
from tests.oracle.comparison import described, differing


def verdict(family: str, seed: int) -> str:
    """In what a script differs; nothing where both sides agree."""
    script = generate.FAMILIES[family](seed)
    try:
        return ", ".join(differing(script))
    except Exception as problem:  # whatever the product stumbles over is worth counting
        return f"{type(problem).__name__}: {problem}"


def sweep(family: str, seeds: range, workers: int | None, show: int) -> int:
    """Compares one family and prints what came of it; the number of scripts that differ."""
    with ProcessPoolExecutor(workers) as pool:
        verdicts = list(pool.map(partial(verdict, family), seeds, chunksize=20))
    found = [(seed, what) for seed, what in zip(seeds, verdicts, strict=True) if what]
    print(f"{family}: {len(found)} of {len(seeds)} differ")
    for what, count in Counter(what for _, what in found).most_common(20):
        print(f"  {count:6} {what}")
    for seed, what in found[:show]:
        print(f"--- {family} {seed}: {what}")
        try:
            print(described(generate.FAMILIES[family](seed)))
        except Exception as problem:
            print(f"{type(problem).__name__}: {problem}")
    return len(found)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", nargs="*", help=f"any of {', '.join(generate.FAMILIES)}")
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 1000), metavar=("FROM", "TO"))
    parser.add_argument("--workers", type=int, help="processes; as many as cores if left out")
    parser.add_argument("--show", type=int, default=3, help="differences to shrink and print")
    asked = parser.parse_args()
    differ = 0
    for family in asked.family or generate.FAMILIES:
        differ += sweep(family, range(*asked.seeds), asked.workers, asked.show)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
