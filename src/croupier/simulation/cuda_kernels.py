"""Rounds on a GPU: one thread plays many rounds, by the functions that the processor runs.

A block counts what its threads play in its own memory and adds that to the whole at the end.
In games whose codes are many, only those without a draw are counted there.
"""

# ruff: noqa: PLR0913, PLR0917

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numba
import numpy as np

from croupier.simulation.codes import FLAGS
from croupier.simulation.dealing import (
    Deal,
    Fold,
    Rules,
    case_of,
    deal_one,
    drawn_on,
    kind_at,
    outcome,
)
from croupier.simulation.hands import Numbers
from croupier.simulation.kernel import DECK, FIVE, THREE, shuffled_round
from croupier.simulation.link import sit
from croupier.simulation.sessions import OVER, REACHED, RUINED

cuda: Any = import_module("numba.cuda")

SLOTS = 4096
"""Counters in a block's own memory."""
BOXES_MAX = 16
WAGERS_MAX = 16

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_HANDS_MAX = BOXES_MAX + 2
_REGISTERS = 64
"""Of a thread: with more of them too few threads are at work while others wait for memory."""


def _kernel(function: Callable[..., None]) -> Any:
    return cuda.jit(function)


def _counting(wide: bool) -> Any:
    """The loop of one box; `wide` if the dealer's case and the draws count."""

    def count_one(
        first: np.uint64,
        rounds: np.uint64,
        seed: np.uint64,
        hands: Numbers,
        short: Numbers,
        facts: Numbers,
        deal: Deal,
        fold: Fold,
        rules: Rules,
        copies: np.uint32,
        slots: np.uint32,
        counts: Numbers,
        drawn: Numbers,
    ) -> None:
        """How often each case came out against each of the dealer's; rounds on which a draw
        fell apart, by their codes."""
        tally = cuda.shared.array(SLOTS, numba.uint32)
        thread = cuda.threadIdx.x
        for counter in range(thread, SLOTS, cuda.blockDim.x):
            tally[counter] = 0
        cuda.syncthreads()
        split, fold_below = np.uint32(deal[2]), np.uint32(fold[0])
        qualifies, dealer_codes, draws = rules[1], rules[2], rules[3] + rules[4] > 0
        own_copy = np.uint32(thread) & np.uint32(copies - np.uint32(1))
        folds = np.uint32(0)
        number, step = np.uint64(cuda.grid(1)), np.uint64(cuda.gridsize(1))
        while number < rounds:
            index = first + number
            number += step
            hand, place, dealer_hand, dealer_place, position = deal_one(
                index, seed, deal, hands, fold_below
            )
            if place < fold_below:
                folds += np.uint32(1)
                continue
            kind = kind_at(hand, place, split)
            dealer = kind_at(dealer_hand, dealer_place, split)
            slot = outcome(short, facts, kind, hand, dealer, dealer_hand, position, qualifies)
            if wide:
                case = case_of(short[dealer], facts, dealer, dealer_hand)
                flags = np.int64(0)
                if draws:
                    flags = drawn_on(index, seed, rules, hand, dealer_hand)
                if flags:
                    code = slot * (FLAGS * dealer_codes) + case * FLAGS + flags
                    cuda.atomic.add(drawn, code, _ONE)
                    continue
                slot = slot * (dealer_codes // FLAGS) + case
            cuda.atomic.add(tally, np.uint32(slot) * copies + own_copy, np.uint32(1))
        cuda.syncthreads()
        for counter in range(thread, slots, cuda.blockDim.x):
            total = _ZERO
            for copy in range(copies):
                total += np.uint64(tally[np.uint32(counter) * copies + np.uint32(copy)])
            if total:
                cuda.atomic.add(counts, counter, total)
        if folds:
            cuda.atomic.add(counts, fold[1], np.uint64(folds))

    # The simulator of a GPU, in which tests run these kernels, has no registers.
    limit = {} if getattr(numba.config, "ENABLE_CUDASIM", False) else {"max_registers": _REGISTERS}
    return cuda.jit(**limit)(count_one)


count_one, count_one_wide = _counting(wide=False), _counting(wide=True)


@_kernel
def count_boxes(
    first: np.uint64,
    rounds: np.uint64,
    seed: np.uint64,
    size: int,
    fresh: Numbers,
    by_key: Numbers,
    facts: Numbers,
    limits: Numbers,
    rules: Rules,
    net: Numbers,
    unlike: Numbers,
    counts: Numbers,
    squares: Numbers,
    extremes: Numbers,
    listed: Numbers,
    filled: Numbers,
) -> None:
    """Rounds of several boxes: codes, squares of what each round came to, and the rounds in
    which a box's money depends on the others'."""
    tally = cuda.shared.array(SLOTS, numba.uint32)
    thread, shares = cuda.threadIdx.x, counts.shape[0] <= SLOTS
    for slot in range(thread, SLOTS, cuda.blockDim.x):
        tally[slot] = 0
    cuda.syncthreads()
    deck = cuda.local.array(DECK, numba.uint32)
    kinds = cuda.local.array(_HANDS_MAX, numba.int64)
    codes = cuda.local.array((1, BOXES_MAX), numba.int64)
    own = cuda.local.array(WAGERS_MAX, numba.int64)
    players, wagers = rules[0], net.shape[1]
    for wager in range(wagers):
        own[wager] = 0
    least, greatest = extremes[0], extremes[1]
    number, step = np.uint64(cuda.grid(1)), np.uint64(cuda.gridsize(1))
    table = (fresh, by_key, facts, limits)
    while number < rounds:
        index = first + number
        number += step
        if size == FIVE:
            shuffled_round(index, seed, FIVE, table, rules, codes, 0, deck, 0, kinds)
        else:
            shuffled_round(index, seed, THREE, table, rules, codes, 0, deck, 0, kinds)
        alike = True
        for player in range(players):
            alike &= not unlike[codes[0, player]]
        if not alike:
            place = cuda.atomic.add(filled, 0, 1)
            if place < listed.shape[0]:
                for player in range(players):
                    listed[place, player] = codes[0, player]
            continue
        for player in range(players):
            if shares:
                cuda.atomic.add(tally, codes[0, player], np.uint32(1))
            else:
                cuda.atomic.add(counts, codes[0, player], _ONE)
        together = np.int64(0)
        for wager in range(wagers):
            together = np.int64(0)
            for player in range(players):
                together += net[codes[0, player], wager]
            own[wager] += together * together
        least, greatest = min(least, together), max(greatest, together)
    cuda.syncthreads()
    if shares:
        for code in range(thread, counts.shape[0], cuda.blockDim.x):
            if tally[code]:
                cuda.atomic.add(counts, code, np.uint64(tally[code]))
    for wager in range(wagers):
        cuda.atomic.add(squares, wager, own[wager])
    cuda.atomic.min(extremes, 0, least)
    cuda.atomic.max(extremes, 1, greatest)


@_kernel
def play_sessions(
    first: np.uint64,
    seed: np.uint64,
    hands: Numbers,
    short: Numbers,
    facts: Numbers,
    deal: Deal,
    rules: Rules,
    nets: Numbers,
    purse: tuple[int, int, int, int],
    ends: Numbers,
) -> None:
    """Sessions, one to a thread; each row of `ends` becomes (result, rounds, how)."""
    bankroll, at_risk, target, rounds = purse
    split = np.uint32(deal[2])
    qualifies, dealer_codes, draws = rules[1], rules[2], rules[3] + rules[4] > 0
    for session in range(cuda.grid(1), ends.shape[0], cuda.gridsize(1)):
        start = (first + np.uint64(session)) * np.uint64(rounds)
        money, played, how = bankroll, 0, OVER
        while played < rounds and how == OVER:
            index = start + np.uint64(played)
            hand, place, dealer_hand, dealer_place, position = deal_one(
                index, seed, deal, hands, np.uint32(0)
            )
            kind = kind_at(hand, place, split)
            dealer = kind_at(dealer_hand, dealer_place, split)
            code = outcome(short, facts, kind, hand, dealer, dealer_hand, position, qualifies)
            if dealer_codes:
                case = case_of(short[dealer], facts, dealer, dealer_hand)
                code = code * (FLAGS * dealer_codes) + case * FLAGS
                if draws:
                    code += drawn_on(index, seed, rules, hand, dealer_hand)
            money += nets[code]
            played += 1
            if money >= target:
                how = REACHED
            elif money < at_risk:
                how = RUINED
        ends[session, 0] = money - bankroll
        ends[session, 1] = played
        ends[session, 2] = how


@_kernel
def scan_link(
    first: np.uint64,
    day_rounds: int,
    chunk: int,
    seed: np.uint64,
    size: int,
    fresh: Numbers,
    by_key: Numbers,
    facts: Numbers,
    limits: Numbers,
    rules: Rules,
    schedule: Numbers,
    boxes: Numbers,
    jackpot_below: Numbers,
    occupied_below: Numbers,
    unlike: Numbers,
    counts: Numbers,
    wagers: Numbers,
    listed: Numbers,
    filled: Numbers,
) -> None:
    """Rounds of a history in chunks of a day, one to a thread: the jackpot wagers laid in each,
    codes with such a wager, and the rounds whose prizes need pricing, each with the wagers laid
    in its chunk until then."""
    deck = cuda.local.array(DECK, numba.uint32)
    kinds = cuda.local.array(_HANDS_MAX, numba.int64)
    codes = cuda.local.array((1, BOXES_MAX), numba.int64)
    plays = cuda.local.array(BOXES_MAX, numba.boolean)
    table = (fresh, by_key, facts, limits)
    chunks = (day_rounds + chunk - 1) // chunk
    for own in range(cuda.grid(1), wagers.shape[0], cuda.gridsize(1)):
        day, part = own // chunks, own % chunks
        laid = 0
        for within in range(part * chunk, min((part + 1) * chunk, day_rounds)):
            number = day * day_rounds + within
            at = schedule[number % schedule.shape[0]]
            index = first + np.uint64(number)
            players, jackpots = sit(
                index, seed, boxes[at], jackpot_below[at], occupied_below[at], plays
            )
            if jackpots == 0:
                continue
            laid += jackpots
            seated = (players, rules[1], rules[2], 0, 0, boxes[at], 1)
            if size == FIVE:
                shuffled_round(index, seed, FIVE, table, seated, codes, 0, deck, 0, kinds)
            else:
                shuffled_round(index, seed, THREE, table, seated, codes, 0, deck, 0, kinds)
            alike = True
            for player in range(players):
                alike &= not unlike[codes[0, player]]
                if plays[player]:
                    cuda.atomic.add(counts, codes[0, player], _ONE)
            if not alike:
                place = cuda.atomic.add(filled, 0, 1)
                if place < listed.shape[0]:
                    listed[place, 0] = number
                    listed[place, 1] = laid
        wagers[own] = laid
