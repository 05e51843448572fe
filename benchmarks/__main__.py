"""Every budget, measured beside a named peer in the same run: `make bench [ONLY=odds]`."""

import sys

from benchmarks import (
    console,
    engine,
    gpu,
    house,
    house_processes,
    odds,
    pages,
    simulation,
    store,
)

SECTIONS = {
    "engine": engine.run,
    "odds": odds.run,
    "simulation": simulation.run,
    "gpu": gpu.run,
    "store": store.run,
    "house": house.run,
    "processes": house_processes.run,
    "pages": pages.run,
    "console": console.run,
}


def main(wanted: list[str]) -> None:
    for name in wanted or SECTIONS:
        print(f"\n{name}\n{'-' * len(name)}")
        SECTIONS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
