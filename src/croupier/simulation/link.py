"""A link of tables, compiled: rounds in order of time, until one affects the meter."""

# ruff: noqa: PLR0913, PLR0917

import numba
import numpy as np

from croupier.philox import SEATS, philox
from croupier.simulation.dealing import Rules
from croupier.simulation.hands import Numbers
from croupier.simulation.kernel import Table, play_rounds

_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
_TWO = np.uint64(2)

Seats = tuple[Numbers, Numbers, Numbers, Numbers]
"""Tables in the order in which an hour's rounds come; boxes of each table; and out of 2^32,
how often a box carries a jackpot wager, and how often it is occupied."""

Found = tuple[Numbers, Numbers, Numbers, Numbers]
"""Counts of codes with a jackpot wager; codes that touch the meter or other boxes; the codes
of the round found; which of its boxes carry a jackpot wager."""


@numba.njit(cache=True, inline="always")
def sit(
    index: np.uint64,
    seed: np.uint64,
    boxes: int,
    jackpot_below: np.uint64,
    occupied_below: np.uint64,
    plays: Numbers,
) -> tuple[int, int]:
    """Who plays this round: players, and how many of them with a jackpot wager."""
    players, jackpots = 0, 0
    for four in range((boxes + 3) // 4):
        first, second = philox(index, SEATS + np.uint64(four), np.uint64(0), seed)
        for part in range(4):
            if 4 * four + part < boxes:
                word = first if part < _TWO else second
                chance = word >> _HALF if part & 1 else word & _LOW
                if chance < occupied_below:
                    plays[players] = chance < jackpot_below
                    jackpots += int(plays[players])
                    players += 1
    return players, jackpots


@numba.njit(cache=True, nogil=True)
def until_hit(
    first: np.uint64,
    start: int,
    end: int,
    seed: np.uint64,
    size: int,
    table: Table,
    rules: Rules,
    seats: Seats,
    found: Found,
) -> tuple[int, int, int]:
    """Rounds of a history from `start` on, up to and with one whose prizes need pricing.

    Returns the round reached, the jackpot wagers laid until then with it, and the number
    of players of a round that was found (0 where the end was reached without one).
    """
    schedule, boxes, jackpot_below, occupied_below = seats
    counts, unlike, codes, plays = found
    deck, indices = table[0].copy(), np.empty(1, np.uint64)
    wagers = 0
    for number in range(start, end):
        at = schedule[number % len(schedule)]
        indices[0] = first + np.uint64(number)
        players, jackpots = sit(
            indices[0], seed, boxes[at], jackpot_below[at], occupied_below[at], plays
        )
        if jackpots == 0:
            continue
        wagers += jackpots
        own = (players, rules[1], rules[2], 0, 0, boxes[at], 1)
        play_rounds(indices, seed, size, table, own, codes, deck)
        alike = True
        for player in range(players):
            alike &= not unlike[codes[0, player]]
            if plays[player]:
                counts[codes[0, player]] += 1
        if not alike:
            return number + 1, wagers, players
    return end, wagers, 0
