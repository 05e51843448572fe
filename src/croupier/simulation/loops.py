"""The loops over many rounds: codes counted, and what each round came to summed up."""

import numba
import numpy as np

from croupier.simulation.batches import BATCH, OneBox, make_room, play_batch
from croupier.simulation.dealing import Rules
from croupier.simulation.hands import Numbers
from croupier.simulation.kernel import Table, play_rounds

Nets = tuple[Numbers, Numbers]
"""What each wager of a code comes to, all together last; codes that depend on other boxes."""

Out = tuple[Numbers, Numbers, Numbers, Numbers]
"""Counts of codes; squares of a round's sum by wager; least and greatest; rounds listed."""


_LANES = 4
"""Counts are kept apart by turns, since one that was just written is slow to read."""


@numba.njit(cache=True, nogil=True)
def count(first: np.uint64, rounds: int, seed: np.uint64, game: OneBox, counts: Numbers) -> None:
    """Rounds of one box: their codes say everything."""
    room, folded = make_room(), game[4][1]
    codes = room[2]
    lanes = np.zeros((_LANES, len(counts)), np.int64)
    for start in range(0, rounds, BATCH):
        some = min(BATCH, rounds - start)
        done = play_batch(first + np.uint64(start), some, seed, game, room)
        counts[folded] += some - done
        for at in range(done):
            lanes[at & (_LANES - 1), np.uint64(codes[at])] += 1
    for lane in range(_LANES):
        for code in range(len(counts)):
            counts[code] += lanes[lane, code]


@numba.njit(cache=True, nogil=True)
def count_boxes(
    first: np.uint64,
    rounds: int,
    seed: np.uint64,
    size: int,
    table: Table,
    rules: Rules,
    nets: Nets,
    out: Out,
) -> tuple[int, int]:
    """Several boxes: codes, and the squares of what each round's boxes come to together.

    Rounds in which a box's money depends on the others' hands are only listed; returns
    how many rounds were played before the list was full, and how many are on it.
    """
    net, unlike = nets
    counts, squares, extremes, listed = out
    players, wagers = rules[0], net.shape[1]
    codes, deck = np.empty((BATCH, players), np.int64), table[0].copy()
    together = np.empty(wagers, np.int64)
    filled = 0
    for start in range(0, rounds, BATCH):
        if filled + BATCH > len(listed):
            return start, filled
        some = min(BATCH, rounds - start)
        indices = np.arange(some).astype(np.uint64) + (first + np.uint64(start))
        play_rounds(indices, seed, size, table, rules, codes, deck)
        for number in range(some):
            alike = True
            for player in range(players):
                alike &= not unlike[codes[number, player]]
            if not alike:
                listed[filled] = indices[number]
                filled += 1
                continue
            together[:] = 0
            for player in range(players):
                code = codes[number, player]
                counts[code] += 1
                for wager in range(wagers):
                    together[wager] += net[code, wager]
            for wager in range(wagers):
                squares[wager] += together[wager] * together[wager]
            extremes[0] = min(extremes[0], together[wagers - 1])
            extremes[1] = max(extremes[1], together[wagers - 1])
    return rounds, filled
