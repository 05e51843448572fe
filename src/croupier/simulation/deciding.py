"""When to stay in, as one table: by kind of hand, rank of the up card, and suits.

A strategy in words looks at ranks alone. The exact optimum also looks at which of the
player's ranks are held in the up card's suit, since the dealer cannot draw those to a
flush. Each entry is a set of 32 answers, one for every subset of the hand's ranks;
all but a few dozen entries are the same for all subsets.
"""

import hashlib
from math import comb, prod

import numpy as np

from croupier.cards import RANKS
from croupier.money import Cents
from croupier.odds import CannotPrice, Solution, Strategy, solve
from croupier.odds.deck import Kind, kinds_of
from croupier.odds.main_game import nets, own_known
from croupier.odds.sheet import fingerprint
from croupier.odds.strategy import find_strategy
from croupier.rulebooks.model import Rulebook
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.hands import Numbers
from croupier.simulation.keeping import kept
from croupier.version import __version__

ALWAYS, NEVER = np.uint32(0xFFFFFFFF), np.uint32(0)


def stay_table(rulebook: Rulebook, strategy: Strategy | str, ante: Cents) -> Numbers:
    """The answers of a strategy, by its name or its conditions; `optimal` is computed."""
    try:
        chosen = (
            find_strategy(strategy, rulebook.hands.size) if isinstance(strategy, str) else strategy
        )
    except CannotPrice as error:
        raise CannotSimulate(str(error)) from None
    if chosen is None:
        return kept(f"optimum-{_name(rulebook, ante)}", lambda: optimum(rulebook, ante))
    if chosen.needs_up_card and not own_known(rulebook):
        raise CannotSimulate(
            f"the strategy '{chosen.name}' looks at the up card, and {rulebook.name} shows none"
        )
    return np.where(chosen.stays(kinds_of(rulebook.hands)), ALWAYS, NEVER).astype(np.uint32)


def _name(rulebook: Rulebook, ante: Cents) -> str:
    """The same for every rulebook and ante of which the optimum is the same."""
    pays = {hand.slug: [str(net) for net in row] for hand, row in nets(rulebook, ante).items()}
    decided = (__version__, fingerprint(rulebook), sorted(pays.items()))
    return hashlib.sha256(repr(decided).encode()).hexdigest()


def optimum(rulebook: Rulebook, ante: Cents) -> Numbers:
    """Stay in wherever that is worth strictly more than folding, down to the suits."""
    solution = solve(rulebook)
    stay = solution.optimum(nets(rulebook, ante))
    kinds = solution.states[:, 0].astype(np.int64)
    places = kinds * len(RANKS) + np.maximum(solution.up_ranks, 0)
    size = len(solution.kinds) * len(RANKS)
    states = np.bincount(places, minlength=size)
    stayed = np.bincount(places[stay], minlength=size)
    table = np.where(stayed > 0, ALWAYS, NEVER)
    for place in map(int, np.flatnonzero((stayed > 0) & (stayed < states))):
        own = np.flatnonzero(places == place)
        table[place] = _answers(solution, place % len(RANKS), stay[own], solution.states[own])
    table = table.reshape(len(solution.kinds), len(RANKS)).astype(np.uint32)
    # Without an up card the answer is in the first column; it is the same for all.
    return table if own_known(rulebook) else np.repeat(table[:, :1], len(RANKS), axis=1)


def _answers(solution: Solution, up_rank: int, stay: Numbers, states: Numbers) -> np.uint32:
    """Where suits decide: the states of one kind and up card run through the subsets of its
    ranks that the up card's suit may hold, from the largest down to none."""
    if solution.known != 1:
        raise CannotSimulate(
            "the optimum of this game turns on suits though no card of the dealer's is seen; "
            "that is not simulated, so name a strategy"
        )
    kind = solution.kinds.kinds[int(states[0, 0])]
    suits = solution.kinds.deck.suits
    possible = [
        (subset, weight)
        for subset in _subsets([rank != up_rank for rank in sorted(set(kind.ranks))])
        if (weight := _weight(kind, subset, suits))
    ]
    answers = 0
    for (subset, weight), stays, dealt in zip(possible, stay, states[:, 1], strict=True):
        # The states come without their subsets: their weights show that these are the ones.
        assert dealt == weight * suits
        answers |= int(stays) << subset
    return np.uint32(answers)


def _subsets(free: list[bool]) -> list[int]:
    """Subsets of the free places as bits, falling."""
    whole = sum(1 << place for place, may in enumerate(free) if may)
    return [subset for subset in range(whole, -1, -1) if subset & whole == subset]


def _weight(kind: Kind, subset: int, suits: int) -> int:
    """Hands of a kind that hold just these of their ranks in a given suit."""
    ranks, other = sorted(set(kind.ranks)), suits - 1
    flushes = 0
    if len(ranks) == len(kind.ranks):
        flushes = {0: other, (1 << len(ranks)) - 1: 1}.get(subset, 0)
    if kind.suited:
        return flushes
    hands = prod(
        comb(other, kind.ranks.count(rank) - (subset >> place & 1))
        for place, rank in enumerate(ranks)
    )
    return hands - flushes
