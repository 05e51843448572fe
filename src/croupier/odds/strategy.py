"""When to stay in: strategies as data, in the words a player could remember.

A strategy is a list of conditions; a hand that meets any of them stays in. The named
strategies and a player's own are written in the same terms, so each can be priced,
printed and proved in the same way. The optimum is not one of them: it is computed.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from croupier.cards import RANKS, Card, rank_of
from croupier.odds.deck import Kinds
from croupier.odds.errors import CannotPrice
from croupier.ranking import (
    RANK_KEYS,
    RANK_NAMES,
    SUITS_OF_A_RANK,
    OrderOfHands,
    plural,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPTIMAL = "optimal"

_NAMES = dict(zip(RANKS, RANK_NAMES, strict=True))


class StayWhen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One condition: a hand at least this good, and what must be true of the up card."""

    hand: str = ""
    """Ranks that lead the weakest such hand: `A K J 8 3`, `2 2` for any pair; all if empty."""
    up: str = ""
    """Ranks of the up card, `2-Q` or `A K`; any if empty."""
    matches: bool | None = None
    """Whether the up card's rank is one of the hand's."""
    holds: str = ""
    """Ranks of which the hand must hold one; any if empty."""
    up_below: int | None = None
    """The up card ranks below the n-th highest card of the hand."""

    @property
    def needs_up_card(self) -> bool:
        return bool(self.up) or self.matches is not None or self.up_below is not None

    @property
    def parts(self) -> int:
        """How much there is to remember beside the hand."""
        said = (self.up, self.holds, self.matches is not None, self.up_below is not None)
        return sum(map(bool, said))

    def is_met(self, order: OrderOfHands, hand: Sequence[Card], up_card: Card | None) -> bool:
        """Whether one hand at the table meets it."""
        if order.value(hand).strength < _strength_of(self.hand, order):
            return False
        ranks = sorted(map(rank_of, hand), reverse=True)
        if self.holds and not set(ranks) & set(_ranks(self.holds)):
            return False
        if not self.needs_up_card:
            return True
        if up_card is None:
            return False
        up = rank_of(up_card)
        return (
            (not self.up or up in _ranks(self.up))
            and (self.matches is None or (up in ranks) == self.matches)
            and (self.up_below is None or up < ranks[self.up_below - 1])
        )

    def words(self, best: str) -> str:
        """The condition as a phrase: "with ace-king or better, when ..."."""
        up_card = []
        if self.up:
            up_card.append(f"is {_spoken_ranks(self.up)}")
        if self.matches is not None:
            up_card.append(f"matches {'one' if self.matches else 'none'} of yours")
        if self.up_below is not None:
            up_card.append(f"is lower than your {_ordinal(self.up_below)}highest card")
        when = [f"the up card {' and '.join(up_card)}"] if up_card else []
        if self.holds:
            when.append(f"you hold {_spoken_ranks(self.holds)}")
        return best + (", when " + " and ".join(when) if when else "")


class Strategy(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and the conditions under which it stays in."""

    name: str
    stay: tuple[StayWhen, ...]

    @property
    def needs_up_card(self) -> bool:
        return any(condition.needs_up_card for condition in self.stay)

    def words(self) -> tuple[str, ...]:
        """The strategy for people, one line a condition."""
        return tuple(condition.words(_spoken_floor(condition.hand)) for condition in self.stay)

    def spoken(self) -> tuple[str, ...]:
        """What to remember: the hand that always stays in, then the weaker ones and when."""
        return tuple(self.spoken_of(one) for one in self.stay)

    def spoken_of(self, condition: StayWhen) -> str:
        """One of its conditions, as `spoken` has it."""
        first = condition == self.stay[0]
        hand = condition.hand
        return condition.words(_spoken_floor(hand) if first else _spoken_hand(hand.split()))

    def met(
        self, order: OrderOfHands, hand: Sequence[Card], up_card: Card | None
    ) -> StayWhen | None:
        """The first condition that one hand at the table meets; none if it folds."""
        return next((one for one in self.stay if one.is_met(order, hand, up_card)), None)

    def stays(self, kinds: Kinds) -> "NDArray[Any]":
        """Whether each kind of hand stays in against each rank of the up card."""
        return _stays(self, kinds)


_PAIR = StayWhen(hand="2 2")
_THREE_RULES = (
    _PAIR,
    StayWhen(hand="A K", up="2-Q", matches=True),
    StayWhen(hand="A K", up="A K", holds="Q J"),
    StayWhen(hand="A K", matches=False, holds="Q", up_below=4),
)

_FIVE_CARDS = {
    strategy.name: strategy
    for strategy in (
        Strategy("always", (StayWhen(),)),
        Strategy("pair", (_PAIR,)),
        Strategy("ace-king", (StayWhen(hand="A K"),)),
        Strategy("akj83", (StayWhen(hand="A K J 8 3"),)),
        Strategy("matching-rank", (_PAIR, StayWhen(hand="A K", matches=True))),
        Strategy("three-rules", _THREE_RULES),
    )
}
_THREE_CARDS = {
    strategy.name: strategy
    for strategy in (
        Strategy("always", (StayWhen(),)),
        Strategy("mimic", (StayWhen(hand="Q"),)),
        Strategy("q64", (StayWhen(hand="Q 6 4"),)),
    )
}
_BY_SIZE = {5: _FIVE_CARDS, 3: _THREE_CARDS}
_STATEMENT = {5: "three-rules", 3: "q64"}
"""The short statement that is measured against the optimum."""


def named_strategies(size: int) -> dict[str, Strategy]:
    """The simple strategies known for hands of this size."""
    return _BY_SIZE.get(size, {})


def statement(size: int) -> Strategy:
    """The rule in words that comes closest to the optimum."""
    return _BY_SIZE[size][_STATEMENT[size]]


def find_strategy(name: str, size: int) -> Strategy | None:
    """The strategy of that name; none for `optimal`, which is computed."""
    if name == OPTIMAL:
        return None
    known = named_strategies(size)
    if name not in known:
        raise CannotPrice(
            f"there is no strategy '{name}' for {size} cards; there are "
            f"{', '.join((OPTIMAL, *known))}"
        )
    return known[name]


def read_strategy(path: Path) -> Strategy:
    """A player's own strategy from a TOML file: a name and `[[stay]]` conditions."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        strategy = msgspec.convert(raw, Strategy)
    except OSError as error:
        raise CannotPrice(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # not TOML, not text, a number without end, or another document
        raise CannotPrice(f"{path} is not a strategy: {error}") from None
    except RecursionError:
        raise CannotPrice(f"{path} is not a strategy: it is nested too deeply") from None
    if strategy.name == OPTIMAL:
        raise CannotPrice(f"{path}: a strategy of your own cannot be called '{OPTIMAL}'")
    return strategy


def floor_of(hand: str, kinds: Kinds) -> int:
    """The number of the weakest kind of mixed suits that these ranks lead."""
    return kinds.weakest(_strength_of(hand, kinds.order)) if hand.strip() else 0


def _leading(wanted: Counter[int]) -> tuple[int, ...]:
    """Ranks in the order in which hands are compared by them."""
    return tuple(sorted(wanted, key=lambda rank: (wanted[rank], rank), reverse=True))


@lru_cache(maxsize=64)
def _strength_of(hand: str, order: OrderOfHands) -> int:
    """The strength of the weakest hand of mixed suits that these ranks lead."""
    named = _ranks(hand)
    if len(named) > order.size:
        raise CannotPrice(f"'{hand}' names more cards than a hand of {order.size} has")
    leading = _leading(Counter(named))
    mixed, _ = order.tables
    completed = (
        (*named, *rest)
        for rest in combinations_with_replacement(range(len(RANKS)), order.size - len(named))
    )
    values = (
        mixed[sum(RANK_KEYS[rank] for rank in ranks)]
        for ranks in completed
        if max(map(ranks.count, ranks)) <= SUITS_OF_A_RANK
    )
    led = [value.strength for value in values if value.ranks[: len(leading)] == leading]
    if not led:
        raise CannotPrice(f"no hand of {order.size} cards is led by '{hand}'")
    return min(led)


@lru_cache(maxsize=32)
def _stays(strategy: Strategy, kinds: Kinds) -> "NDArray[Any]":
    import numpy as np

    table = np.zeros((len(kinds), len(RANKS)), np.bool_)
    for condition in strategy.stay:
        table |= _meets(condition, kinds)
    table.flags.writeable = False
    return table


@lru_cache(maxsize=4)
def _ranks_of(kinds: Kinds) -> "NDArray[Any]":
    import numpy as np

    return np.array([kind.ranks for kind in kinds.kinds])


def _meets(condition: StayWhen, kinds: Kinds) -> "NDArray[Any]":
    import numpy as np

    good = np.arange(len(kinds)) >= floor_of(condition.hand, kinds)
    ranks = _ranks_of(kinds)
    if condition.holds:
        good &= np.isin(ranks, _ranks(condition.holds)).any(axis=1)
    table = np.repeat(good[:, None], len(RANKS), axis=1)
    if condition.up:
        table &= np.isin(np.arange(len(RANKS)), _ranks(condition.up))[None, :]
    if condition.matches is not None:
        held = (ranks[:, :, None] == np.arange(len(RANKS))).any(axis=1)
        table &= held == condition.matches
    if condition.up_below is not None:
        if not 1 <= condition.up_below <= kinds.size:
            raise CannotPrice(f"a hand has no {_ordinal(condition.up_below)}highest card")
        limit = ranks[:, kinds.size - condition.up_below]
        table &= np.arange(len(RANKS))[None, :] < limit[:, None]
    return table


def _ranks(text: str) -> list[int]:
    ranks: list[int] = []
    for word in text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        try:
            low = RANKS.index(first) if len(first) == 1 else -1
            high = RANKS.index(last) if dash and len(last) == 1 else low
        except ValueError:
            low = high = -1
        if low < 0 or high < low or (dash and len(last) != 1):
            raise CannotPrice(f"'{word}' is not a rank: write 2-9, T, J, Q, K or A, or a span 2-Q")
        ranks.extend(range(low, high + 1))
    return ranks


def _spoken_floor(hand: str) -> str:
    if not hand.strip():
        return "every hand"
    return f"{_spoken_hand(hand.split())} or better"


_THREE = 3


def _spoken_hand(ranks: list[str]) -> str:
    """`ace high`, `ace-king`, `a pair`, `a pair of fives with eight-six`."""
    names = [_NAMES[rank] for rank in ranks]
    if len(ranks) == 1:
        return f"{names[0]} high"
    if ranks == ranks[:1] * _THREE:
        return f"three {plural(RANKS.index(ranks[0]))}"
    if ranks[0] != ranks[1] or len(set(ranks)) < len(ranks) - 1:
        return "-".join(names)
    if ranks == ["2", "2"]:
        return "a pair"
    kickers = f" with {'-'.join(names[2:])}" if names[2:] else ""
    return f"a pair of {plural(RANKS.index(ranks[0]))}{kickers}"


def _spoken_ranks(text: str) -> str:
    words = []
    for word in text.split():
        first, dash, last = word.partition("-")
        name = _NAMES[first]
        article = "an" if name in ("ace", "eight") else "a"
        words.append(f"{article} {name}" + (f" to {_NAMES[last]}" if dash else ""))
    return " or ".join(words)


def _ordinal(number: int) -> str:
    """`second `, to be followed by `highest`; nothing for the highest itself."""
    names = {1: "", 2: "second ", 3: "third ", 4: "fourth ", 5: "fifth "}
    return names.get(number, f"{number}th ")
