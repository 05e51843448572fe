"""Learns when to stay in from rewards alone, and has the result priced exactly.

    python examples/learn_to_stay.py casino-stud 1000000

The learner knows nothing of odds. It sorts what it sees into situations, keeps the average reward
of both decisions in each, and goes on staying in for as long as that may still be the better one.
What it has learnt is a strategy, whose exact expectation is printed beside the best possible one.
"""

import sys
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import gymnasium

from croupier.books import find_rulebook
from croupier.cards import DECK, rank_of
from croupier.gym import FOLD, STAY, OneBox
from croupier.odds import price
from croupier.odds.cells import cells
from croupier.rulebooks.model import Rulebook

ENOUGH = 50
"""Rewards of each decision before they are compared."""
BENEFIT = 2.0
"""Standard errors by which staying in must be worse until it is no longer tried."""

Situation = tuple[object, ...]
Policy = Callable[[Situation], int]


def situation(rulebook: Rulebook, ranks: list[int], suited: bool, up_rank: int | None) -> Situation:
    """What the learner takes notice of: its hand beside what the dealer needs, and the up card.

    Every pair and better is one situation. Of other hands that the dealer would qualify with, the
    three highest ranks count, of worse ones the highest; of an up card, whether the hand has its
    rank, and whether it is higher than the third of them.
    """
    ranks = sorted(ranks, reverse=True)
    lowest_straight = [12, *range(len(ranks) - 2, -1, -1)]
    straight = ranks[0] - ranks[-1] == len(ranks) - 1 or ranks == lowest_straight
    if suited or straight or len(set(ranks)) < len(ranks):
        return ("a pair or better",)
    needed = sorted(rulebook.main.qualifies.value, reverse=True)
    seen = ranks[:3] if ranks[: len(needed)] >= needed else ranks[:1]
    return (*seen,) if up_rank is None else (*seen, up_rank in ranks, up_rank > ranks[2])


class Learner:
    """Averages of rewards, by situation and decision."""

    def __init__(self) -> None:
        self._counts: dict[Situation, list[int]] = defaultdict(lambda: [0, 0])
        self._sums: dict[Situation, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._squares: dict[Situation, float] = defaultdict(float)
        """Of rewards for staying in: a fold always costs the same."""

    def decide(self, seen: Situation) -> int:
        """Both decisions at first, then staying in for as long as it may still be the better."""
        folds, stays = self._counts[seen]
        if min(folds, stays) < ENOUGH:
            return FOLD if folds < stays else STAY
        folded, stayed = self._means(seen)
        error = sqrt((self._squares[seen] / stays - stayed**2) / stays)
        return STAY if stayed + BENEFIT * error > folded else FOLD

    def best(self, seen: Situation) -> int:
        """What has paid more so far; a situation never met is folded."""
        if not all(self._counts[seen]):
            return FOLD
        folded, stayed = self._means(seen)
        return STAY if stayed > folded else FOLD

    def reward(self, seen: Situation, action: int, reward: float) -> None:
        self._counts[seen][action] += 1
        self._sums[seen][action] += reward
        if action == STAY:
            self._squares[seen] += reward**2

    def _means(self, seen: Situation) -> tuple[float, float]:
        folded, stayed = (s / n for s, n in zip(self._sums[seen], self._counts[seen], strict=True))
        return folded, stayed


def learn(slug: str, rounds: int, seed: int = 1) -> Learner:
    """Rewards of so many rounds."""
    env = gymnasium.make(f"croupier/{slug}-v0", regret=False).unwrapped
    assert isinstance(env, OneBox)
    learner = Learner()
    observation, _ = env.reset(seed=seed)
    for _ in range(rounds):
        cards = observation.nonzero()[0].tolist()
        hand, up_card = cards[: env.rulebook.hands.size], cards[env.rulebook.hands.size :]
        seen = situation(
            env.rulebook,
            [rank_of(DECK[card]) for card in hand],
            len({card % 4 for card in hand}) == 1,
            (up_card[0] - len(DECK)) // 4 if up_card else None,
        )
        action = learner.decide(seen)
        _, reward, *_ = env.step(action)
        learner.reward(seen, action, reward)
        observation, _ = env.reset()
    return learner


def expectation(rulebook: Rulebook, policy: Policy) -> Fraction:
    """Exactly what a strategy by situations comes to, in antes."""
    counted = cells(rulebook)
    gained = 0
    for kind, gains in zip(counted.kinds.kinds, counted.gains.tolist(), strict=True):
        for column, gain in enumerate(gains):
            up_rank = column if counted.known else None
            if policy(situation(rulebook, list(kind.ranks), kind.suited, up_rank)) == STAY:
                gained += gain
    return Fraction(gained, int(counted.deals.sum()) * counted.ante) - 1


def main(slug: str, rounds: int) -> None:
    rulebook = find_rulebook(slug)
    best = price(rulebook).main.expected
    learnt = expectation(rulebook, learn(slug, rounds).best)
    print(f"{rulebook.name}, {rounds:,} rounds")
    print(f"  learnt  {float(learnt):+.6f} antes a round")
    print(f"  optimum {float(best):+.6f}")
    print(f"  lost    {float(best - learnt):.6f}")


if __name__ == "__main__":
    try:
        game, rounds = sys.argv[1], int(sys.argv[2])
    except (IndexError, ValueError):
        sys.exit(__doc__)
    main(game, rounds)
