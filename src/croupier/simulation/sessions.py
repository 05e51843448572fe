"""Sessions of play, compiled: a bankroll goes up and down until it is over."""

import numba
import numpy as np

from croupier.simulation.batches import OneBox, make_room, play_rounds_of_one
from croupier.simulation.hands import Numbers
from croupier.simulation.kernel import Table, play_rounds

RUINED, REACHED, OVER = 0, 1, 2
"""How a session ended: no money for a full round, the target reached, the time up."""

_BATCH = 128
"""Rounds dealt ahead of the bankroll; those after its end are wasted."""

Purse = tuple[int, int, int, int]
"""Bankroll, what a full round may cost, target, and rounds of a session."""


@numba.njit(cache=True, nogil=True)
def play_sessions(
    first: np.uint64,
    seed: np.uint64,
    game: OneBox,
    shuffled: tuple[bool, int, Table],
    nets: Numbers,
    purse: Purse,
    ends: Numbers,
) -> None:
    """Play sessions from the first on; each row of `ends` becomes (result, rounds, how)."""
    by_shuffling, size, table = shuffled
    deck = table[0].copy()
    bankroll, at_risk, target, rounds = purse
    room, batch = make_room(), np.empty(_BATCH, np.int64)
    for session in range(ends.shape[0]):
        start = (first + np.uint64(session)) * np.uint64(rounds)
        money, played, how = bankroll, 0, OVER
        while played < rounds and how == OVER:
            codes = batch[: min(_BATCH, rounds - played)]
            begin = start + np.uint64(played)
            if by_shuffling:
                indices = np.arange(len(codes)).astype(np.uint64) + begin
                own = codes.reshape(-1, 1)
                play_rounds(indices, seed, size, table, game[5], own, deck)
            else:
                play_rounds_of_one(begin, seed, game, room, codes)
            for number in range(len(codes)):
                money += nets[codes[number]]
                played += 1
                if money >= target:
                    how = REACHED
                elif money < at_risk:
                    how = RUINED
                if how != OVER:
                    break
        ends[session, 0] = money - bankroll
        ends[session, 1] = played
        ends[session, 2] = how
