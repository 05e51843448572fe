"""A rule to remember, found for any rulebook and measured exactly against the optimum.

First the best single threshold: stay in with this hand or better. Where the dealer shows a card,
the hands near the threshold then get up to three exceptions, in the terms in which strategies are
written. All of them are tried; each exception in turn is replaced by a better one until none is
better. The search adds up whole numbers, and its result is priced like any other strategy.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from croupier.cards import RANKS
from croupier.odds.cells import Cells, cells
from croupier.odds.deck import Kind, Kinds
from croupier.odds.main_game import solve
from croupier.odds.sheet import Statement
from croupier.odds.strategy import StayWhen, Strategy, floor_of
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXCEPTIONS_MAX = 3
"""More than these nobody remembers at a table."""
PARTS_MAX = 2
"""Conditions of one exception: two things to look at."""
_NAMED_CARDS_MAX = 2
"""Of the weakest hand that an exception is for: ace-king, or a pair."""


def simple_rules(rulebook: Rulebook) -> tuple[Statement, ...]:
    """The threshold, then the rules with one exception and more, as long as each costs less."""
    solution = solve(rulebook)
    best = solution.price(rulebook).expected
    rules: list[Statement] = []
    for strategy in _found(cells(rulebook)):
        expected = solution.price(rulebook, strategy).expected
        if not rules or best - expected < rules[-1].cost:
            rules.append(Statement(strategy, expected, best - expected))
    return tuple(rules)


@lru_cache(maxsize=4)
def _found(among: Cells) -> tuple[Strategy, ...]:
    return tuple(_strategies(among))


def _strategies(found: Cells) -> Iterator[Strategy]:
    yield Strategy("threshold", (StayWhen(hand=_threshold(found)),))
    border = _border(found) if found.known else None
    if border is None:
        return
    for count in range(1, EXCEPTIONS_MAX + 1):
        exceptions = [one.words for one in _search(border, count)]
        yield Strategy(f"exceptions-{count}", _joined(StayWhen(hand=border.upper), exceptions))


def _joined(always: StayWhen, exceptions: list[StayWhen]) -> tuple[StayWhen, ...]:
    """A weaker hand that stays in without any condition takes the place of the first."""
    for one in exceptions:
        if not one.parts:
            always = one
    return (always, *(one for one in exceptions if one.parts))


def _threshold(found: Cells) -> str:
    return threshold(found.gains.sum(axis=1), found.kinds)[0]


def threshold(
    by_kind: "NDArray[Any]", kinds: Kinds, cards_max: int | None = None
) -> tuple[str, int]:
    """The hand from which staying in gains most, by as few of its cards as name it, and what it
    gains; of those that no more than `cards_max` cards name."""
    from_here = by_kind[::-1].cumsum()[::-1]
    # Of equals the highest: hands that cannot be held beside what is seen are not named.
    for number in from_here.argsort(kind="stable")[::-1].tolist():
        if number == 0:
            return "", int(from_here[0])
        cards = _cards(kinds.kinds[number])
        for length in range(cards.count(cards[0]), (cards_max or len(cards)) + 1):
            if _leads(cards[:length], number, kinds):
                return " ".join(cards[:length]), int(from_here[number])
    raise AssertionError("the weakest hand of all is always a threshold")


def _leads(cards: tuple[str, ...], number: int, kinds: Kinds) -> bool:
    kind = kinds.kinds[number]
    return not kind.suited and floor_of(" ".join(cards), kinds) == number


def _cards(kind: Kind) -> tuple[str, ...]:
    """The ranks of a hand as they are compared; a low ace is written where it counts."""
    return tuple(
        RANKS[rank] for rank in kind.value.ranks for _ in range(max(1, kind.ranks.count(rank)))
    )


# Hands whose decision depends on the up card


class _Border(Struct, frozen=True):
    """The hands for which exceptions are searched: from the first short name to `upper`."""

    upper: str
    """This hand or better always stays in."""
    first: int
    gains: Any
    vocabulary: "_Vocabulary"


class _Vocabulary(Struct, frozen=True):
    """Everything that an exception can say, as masks over the cells of the border."""

    hands: tuple[StayWhen, ...]
    of_hands: Any
    """By hand: whether each kind is good enough and holds the rank."""
    up_cards: tuple[StayWhen, ...]
    of_up_cards: Any
    """By rank of the up card: whether it is one of those."""
    both: tuple[StayWhen, ...]
    of_both: Any
    """By cell: whether hand and up card stand so to each other."""
    parts: Any
    """How long each exception is, by standing, hand and up card."""


class _Exception(Struct, frozen=True):
    words: StayWhen
    gain: int
    mask: Any


def _border(found: Cells) -> _Border | None:
    """None if every hand is decided without looking at the up card, or no short name fits."""
    import numpy as np

    ever = np.flatnonzero((found.gains > 0).any(axis=1))
    doubtful = np.flatnonzero((found.gains < 0).any(axis=1))
    if not len(ever) or not len(doubtful) or doubtful[-1] < ever[0]:
        return None
    floors = _short_floors(found.kinds)
    above = [number for number in floors if number > doubtful[-1]]
    below = [number for number in floors if number <= ever[0]]
    if not above or not below:
        return None
    first, upper = max(below), min(above)
    within = {number: name for number, name in floors.items() if first <= number < upper}
    ranks = np.array([kind.ranks for kind in found.kinds.kinds[first:upper]])
    return _Border(
        upper=floors[upper],
        first=first,
        gains=found.gains[first:upper],
        vocabulary=_vocabulary({n - first: name for n, name in within.items()}, ranks),
    )


def _short_floors(kinds: Kinds) -> dict[int, str]:
    """The weakest hands that one or two cards name: `A`, `A K`, `2 2`."""
    floors: dict[tuple[str, ...], int] = {}
    for number, kind in enumerate(kinds.kinds):
        if kind.value.hand_class is HandClass.ODD_CARDS and not kind.suited:
            names = [_cards(kind)[:1], _cards(kind)[:_NAMED_CARDS_MAX]]
        elif kind.value.hand_class is HandClass.PAIR:
            names = [_cards(kind)[:_NAMED_CARDS_MAX]]
        else:
            continue
        for name in names:
            floors.setdefault(name, number)
    return {number: " ".join(name) for name, number in reversed(floors.items())}


def _vocabulary(floors: dict[int, str], ranks: "NDArray[Any]") -> _Vocabulary:
    import numpy as np

    places = np.arange(len(ranks))
    hands = [
        (StayWhen(hand=name, holds=holds), (places >= number) & held)
        for number, name in floors.items()
        for holds, held in _holdings(ranks)
    ]
    up_cards = [(StayWhen(up=up), mask) for up, mask in _up_cards()]
    both = list(_standings(ranks))
    return _Vocabulary(
        hands=tuple(words for words, _ in hands),
        of_hands=np.array([mask for _, mask in hands], np.int64),
        up_cards=tuple(words for words, _ in up_cards),
        of_up_cards=np.array([mask for _, mask in up_cards], np.int64),
        both=tuple(words for words, _ in both),
        of_both=np.array([mask for _, mask in both]),
        parts=np.add.outer(
            [words.parts for words, _ in both],
            np.add.outer(
                [words.parts for words, _ in hands], [words.parts for words, _ in up_cards]
            ),
        ),
    )


def _holdings(ranks: "NDArray[Any]") -> Iterator[tuple[str, "NDArray[Any]"]]:
    """Nothing in particular, one rank, or either of two neighbours."""
    import numpy as np

    yield "", np.ones(len(ranks), np.bool_)
    for rank, name in enumerate(RANKS):
        yield name, (ranks == rank).any(axis=1)
        if rank + 1 < len(RANKS):
            either = (ranks == rank) | (ranks == rank + 1)
            yield f"{RANKS[rank + 1]} {name}", either.any(axis=1)


def _up_cards() -> Iterator[tuple[str, "NDArray[Any]"]]:
    """Any, up to a rank, or from a rank on."""
    import numpy as np

    last = len(RANKS) - 1
    ranks: NDArray[Any] = np.arange(len(RANKS))
    yield "", ranks >= 0
    for rank in range(last):
        yield RANKS[0] if rank == 0 else f"{RANKS[0]}-{RANKS[rank]}", ranks <= rank
    for rank in range(1, last + 1):
        yield RANKS[last] if rank == last else f"{RANKS[rank]}-{RANKS[last]}", ranks >= rank


def _standings(ranks: "NDArray[Any]") -> Iterator[tuple[StayWhen, "NDArray[Any]"]]:
    """Whether the up card matches, and below which of the hand's cards it ranks."""
    import numpy as np

    up, size = np.arange(len(RANKS)), ranks.shape[1]
    held = (ranks[:, :, None] == up).any(axis=1)
    for matches in (None, True, False):
        matching = np.ones_like(held) if matches is None else held == matches
        yield StayWhen(matches=matches), matching
        for place in range(1, size + 1):
            below = up[None, :] < ranks[:, size - place][:, None]
            yield StayWhen(matches=matches, up_below=place), matching & below


def _search(border: _Border, count: int) -> list[_Exception]:
    """The best exceptions one after another, then each again while that gains something."""
    chosen: list[_Exception] = []
    for _ in range(count):
        chosen.append(_best(border, chosen))
    improved = True
    while improved:
        improved = False
        for place in range(count):
            others = chosen[:place] + chosen[place + 1 :]
            better = _best(border, others)
            if better.gain > _gain(border, chosen[place].mask, others):
                chosen[place], improved = better, True
    return chosen


def _free(border: _Border, taken: list[_Exception]) -> "NDArray[Any]":
    """The gains of the cells that no other exception has."""
    import numpy as np

    free = np.ones(border.gains.shape, np.bool_)
    for one in taken:
        free &= ~one.mask
    return np.where(free, border.gains, 0)


def _gain(border: _Border, mask: "NDArray[Any]", others: list[_Exception]) -> int:
    return int((_free(border, others) * mask).sum())


def _best(border: _Border, others: list[_Exception]) -> _Exception:
    """The exception that gains most beside the others; of equal ones, the one said shortest."""
    import numpy as np

    words, free = border.vocabulary, _free(border, others)
    gains = np.array(
        [words.of_hands @ (free * mask) @ words.of_up_cards.T for mask in words.of_both]
    )
    gains[words.parts > PARTS_MAX] = np.iinfo(np.int64).min
    best = gains.max()
    places = np.argwhere(gains == best).tolist()
    both, hand, up = min(places, key=lambda at: (words.parts[tuple(at)], at))
    return _Exception(
        words=_said(words, (both, hand, up)),
        gain=int(best),
        mask=words.of_both[both]
        & words.of_hands[hand].astype(np.bool_)[:, None]
        & words.of_up_cards[up].astype(np.bool_)[None, :],
    )


def _said(words: _Vocabulary, at: tuple[int, int, int]) -> StayWhen:
    both, hand, up = at
    return structs.replace(
        words.both[both],
        hand=words.hands[hand].hand,
        holds=words.hands[hand].holds,
        up=words.up_cards[up].up,
    )
