"""Poker hands by counting: a slow evaluator that shares nothing with the product's tables."""

from collections import Counter

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

FIVE = (
    "odd",
    "pair",
    "two pairs",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "royal",
)
THREE = ("odd", "pair", "flush", "straight", "trips", "straight flush")

Value = tuple[int, tuple[int, ...]]


def cards_of(text: str) -> list[str]:
    """The cards of a blank-separated string; `10h` is the ten of hearts."""
    found = [word.replace("10", "T") for word in text.split()]
    for card in found:
        assert len(card) == 2
        assert card[0] in RANKS
        assert card[1] in SUITS
    return found


def _run(ranks: list[int]) -> int | None:
    """The top of a sequence, the ace low counting as one; None when there is none."""
    if len(set(ranks)) != len(ranks):
        return None
    for low in (False, True):
        values = sorted(-1 if low and rank == 12 else rank for rank in ranks)
        if values[-1] - values[0] == len(values) - 1:
            return values[-1]
    return None


def value(cards: list[str]) -> Value:
    """Class and tie-break of a hand of five or three cards; bigger is better."""
    names = FIVE if len(cards) == 5 else THREE
    ranks = [RANKS.index(card[0]) for card in cards]
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = tuple(count for count, _ in groups)
    order = tuple(rank for _, rank in groups)
    top = _run(ranks)
    suited = len({card[1] for card in cards}) == 1
    if top is not None and suited:
        name = "royal" if len(cards) == 5 and top == 12 else "straight flush"
        return names.index(name), (top,)
    if shape[0] == 4:
        return names.index("quads"), order
    if shape == (3, 2):
        return names.index("full house"), order
    if suited:
        return names.index("flush"), order
    if top is not None:
        return names.index("straight"), (top,)
    if shape[0] == 3:
        return names.index("trips"), order
    if shape[:2] == (2, 2):
        return names.index("two pairs"), order
    if shape[0] == 2:
        return names.index("pair"), order
    return 0, order


def name_of(cards: list[str]) -> str:
    """The class of a hand in words."""
    return (FIVE if len(cards) == 5 else THREE)[value(cards)[0]]


def qualifies(cards: list[str]) -> bool:
    """Ace-king or better with five cards, queen high or better with three."""
    kind, ranks = value(cards)
    if kind > 0:
        return True
    if len(cards) == 5:
        return ranks[:2] == (12, 11)
    return ranks[0] >= RANKS.index("Q")
