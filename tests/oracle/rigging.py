"""Hands made to order, and shoes from which they are dealt."""

import random

from tests.oracle.hands import DECK, RANKS, SUITS

FIVES = (
    "royal",
    "royal",
    "straight flush",
    "straight flush",
    "steel wheel",
    "quads",
    "full house",
    "flush",
    "straight",
    "wheel",
    "trips",
    "two pairs",
    "pair",
    "just",
    "almost",
    "tie",
    "any",
    "any",
)
THREES = (
    "akq spades",
    "akq",
    "akq",
    "straight flush",
    "trips",
    "straight",
    "low straight",
    "flush",
    "pair",
    "just",
    "almost",
    "tie",
    "any",
    "any",
)


def of_ranks(rng: random.Random, left: list[str], ranks: str, suits: str = SUITS) -> list[str]:
    """One card left of each of these ranks, or nothing when one is gone."""
    found: list[str] = []
    for rank in ranks:
        choices = [c for c in left if c[0] == rank and c[1] in suits and c not in found]
        if not choices:
            return []
        found.append(rng.choice(choices))
    return found


def make(rng: random.Random, kind: str, left: list[str], size: int, dealer: list[str]) -> list[str]:
    """A hand of this kind out of the cards left, or nothing."""
    suit = rng.choice(SUITS)
    ranks = list(RANKS)
    rng.shuffle(ranks)
    low = rng.randrange(0, 13 - size)
    wanted: dict[str, tuple[str, str]] = {
        "royal": ("AKQJT", suit),
        "akq spades": ("AKQ", "s"),
        "akq": ("AKQ", suit),
        "straight flush": (RANKS[low : low + size], suit),
        "steel wheel": ("5432A", suit),
        "wheel": ("5432A", SUITS),
        "low straight": ("A23", SUITS),
        "straight": (RANKS[low : low + size], SUITS),
        "flush": ("".join(ranks[:size]), suit),
        "quads": (ranks[0] * 4 + ranks[1], SUITS),
        "full house": (ranks[0] * 3 + ranks[1] * 2, SUITS),
        "trips": (ranks[0] * 3 + "".join(ranks[1 : size - 2]), SUITS),
        "two pairs": (ranks[0] * 2 + ranks[1] * 2 + ranks[2], SUITS),
        "pair": (ranks[0] * 2 + "".join(ranks[1 : size - 1]), SUITS),
        "just": ("AK432" if size == 5 else "Q32", SUITS),
        "almost": ("AQJT9" if size == 5 else "JT8", SUITS),
        "tie": ("".join(c[0] for c in dealer), SUITS),
    }
    if kind not in wanted:
        return rng.sample(left, size)
    return of_ranks(rng, left, *wanted[kind])


def rigged(
    rng: random.Random, boxes: list[int], size: int, rate: float, only: tuple[str, ...] = ()
) -> tuple[dict[int, list[str]], list[str]]:
    """Hands for these boxes and the dealer, some of them made to order."""
    left = list(DECK)
    kinds = only or (FIVES if size == 5 else THREES)
    dealer: list[str] = []
    if rng.random() < rate:
        dealer = make(rng, rng.choice(kinds), left, size, [])
    if len(dealer) != size:
        dealer = rng.sample(left, size)
    left = [card for card in left if card not in dealer]
    hands: dict[int, list[str]] = {}
    for box in rng.sample(boxes, len(boxes)):
        hand: list[str] = []
        if rng.random() < rate:
            hand = make(rng, rng.choice(kinds), left, size, dealer)
        if len(hand) != size:
            hand = rng.sample(left, size)
        rng.shuffle(hand)
        hands[box] = hand
        left = [card for card in left if card not in hand]
    rng.shuffle(dealer)
    return hands, dealer


def as_shoe(
    rng: random.Random,
    book: str,
    device: str,
    hands: dict[int, list[str]],
    dealer: list[str],
    burn: bool = True,
) -> str:
    """The shoe from which these hands are dealt by the book's procedure."""
    order = [hands[box] for box in sorted(hands)] + [dealer]
    rest = [card for card in DECK if not any(card in hand for hand in order)]
    rng.shuffle(rest)
    cards: list[str] = []
    if device == "shoe" and book in ("casino-stud", "multi-link-stud") and burn:
        cards.append(rest.pop())
    if device == "shoe" and book in ("casino-stud", "multi-link-stud", "megalink-stud"):
        for turn in range(len(dealer)):
            cards += [hand[turn] for hand in order]
    else:
        for hand in order:
            cards += hand
    return " ".join(cards + rest[: rng.randrange(0, len(rest) + 1)])
