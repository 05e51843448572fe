"""Drawn deals on a GPU: a thread for each, by the functions that the processor runs."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from croupier.odds.drawn_deals import Game, Numbers, deal, regret

cuda: Any = import_module("numba.cuda")


def _kernel(function: Callable[..., None]) -> Any:
    return cuda.jit(function)


@_kernel
def add_up(
    first: np.uint64,
    deals: np.uint64,
    seed: np.uint64,
    shape: tuple[int, int, int, int],
    game: Game,
    sums: Numbers,
) -> None:
    """Consecutive deals, as `drawn_deals.add_up` has them."""
    size, known, seen, total = shape
    number, step = np.uint64(cuda.grid(1)), np.uint64(cuda.gridsize(1))
    while number < deals:
        own, up, left = deal(first + number, seed, size, known, seen)
        hand, lost = regret(own, up, left, size, total, game)
        if lost:
            cuda.atomic.add(sums, (hand, 0), 1)
            cuda.atomic.add(sums, (hand, 1), lost)
            cuda.atomic.add(sums, (hand, 2), lost * lost)
        number += step
