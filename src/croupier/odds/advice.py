"""One hand at the table: the exact value of staying in and of folding.

Written with plain whole numbers and no arrays, so that it answers at once in any
process; it counts the dealer's hands on its own and is one of the checks on the census.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from msgspec import Struct

from croupier.cards import RANKS, Card, card_names, rank_of, repeated_cards, suit_of
from croupier.money import Cents
from croupier.odds.deck import FULL_DECK, Deck, Kinds, Ranks, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import nets, own_known
from croupier.ranking import OrderOfHands, describe
from croupier.rulebooks.model import Rulebook


class DealerHands(Struct, frozen=True):
    """How the dealer's hand can come out against a given hand."""

    no_hand: int
    below: int
    equal: int
    above: int

    @property
    def total(self) -> int:
        return self.no_hand + self.below + self.equal + self.above


class Advice(Struct, frozen=True, kw_only=True):
    """Both decisions for one hand, in antes."""

    hand: str
    up_card: str | None
    holding: str
    """`ace-king high`: what the hand is called."""
    stay: Fraction
    fold: Fraction
    dealer: DealerHands

    @property
    def decision(self) -> str:
        return "stay" if self.stay > self.fold else "fold"

    @property
    def margin(self) -> Fraction:
        """What the better decision gains over the other."""
        return abs(self.stay - self.fold)


def advise(
    rulebook: Rulebook,
    hand: Sequence[Card],
    dealer: Sequence[Card] = (),
    ante: Cents | None = None,
) -> Advice:
    """The exact value of both decisions, given the dealer's up card where the game has one."""
    _check(rulebook, hand, dealer)
    counts = dealer_hands(rulebook, hand, dealer)
    value = rulebook.hands.value(hand)
    terms = nets(rulebook, ante)[value.hand_class]
    results = (counts.no_hand, counts.below, counts.equal, counts.above)
    stay = sum((n * net for n, net in zip(results, terms, strict=True)), Fraction(0))
    return Advice(
        hand=card_names(hand),
        up_card=card_names(dealer) or None,
        holding=describe(value),
        stay=stay / counts.total,
        fold=Fraction(-1),
        dealer=counts,
    )


def dealer_hands(
    rulebook: Rulebook, hand: Sequence[Card], dealer: Sequence[Card], deck: Deck = FULL_DECK
) -> DealerHands:
    """Every completion of the dealer's hand, by how it compares."""
    kinds = kinds_of(rulebook.hands, deck)
    own = kinds.index(map(rank_of, hand), suited=len(set(map(suit_of, hand))) == 1)
    known = tuple(sorted(map(rank_of, dealer)))
    qualifies = kinds.weakest(rulebook.qualifying_strength)
    no_hand = below = equal = 0
    for made, ways in _by_ranks(rulebook.hands, deck, hand, dealer, known):
        if made < qualifies:
            no_hand += ways
        elif made < own:
            below += ways
        elif made == own:
            equal += ways
    for mixed, flush in _flushes(rulebook.hands, deck, hand, dealer, known):
        # Counted above as a hand of mixed suits: taken out there, put in as a flush.
        no_hand -= mixed < qualifies
        below += (flush < own) - (qualifies <= mixed < own)
        equal += (flush == own) - (qualifies <= mixed == own)
    total = comb(deck.size - len(hand) - len(dealer), kinds.size - len(dealer))
    return DealerHands(no_hand, below, equal, total - no_hand - below - equal)


def _by_ranks(
    order: OrderOfHands, deck: Deck, hand: Sequence[Card], dealer: Sequence[Card], known: Ranks
) -> list[tuple[int, int]]:
    """Kinds the dealer can make by ranks alone, and in how many ways each."""
    left = [deck.suits if rank in deck.ranks else 0 for rank in range(len(RANKS))]
    for card in (*hand, *dealer):
        left[rank_of(card)] -= 1
    ways = [comb(cards, drawn) for cards in left for drawn in range(order.size + 1)]
    ways.append(1)
    made = []
    for kind, places in _completions(order, deck, known):
        product = 1
        for place in places:
            product *= ways[place]
        if product:
            made.append((kind, product))
    return made


@lru_cache(maxsize=64)
def _completions(
    order: OrderOfHands, deck: Deck, known: Ranks
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each multiset that completes the known ranks: the kind it makes, and where to look up
    in how many ways each of its ranks can be drawn."""
    kinds = kinds_of(order, deck)
    found = []
    for ranks in deck.multisets(order.size - len(known)):
        whole = tuple(sorted(known + ranks))
        if whole in kinds.mixed:
            places = tuple(rank * (order.size + 1) + ranks.count(rank) for rank in set(ranks))
            found.append((kinds.mixed[whole], places))
    return tuple(found)


def _flushes(
    order: OrderOfHands, deck: Deck, hand: Sequence[Card], dealer: Sequence[Card], known: Ranks
) -> list[tuple[int, int]]:
    """Flushes the dealer can make: their kinds taken as mixed hands, and as flushes."""
    suits = {suit_of(card) for card in dealer}
    if len(suits) > 1 or len(set(known)) < len(known):
        return []
    made = []
    for suit in suits or range(deck.suits):
        held = sum(1 << rank_of(card) for card in hand if suit_of(card) == suit)
        made += [kinds for mask, *kinds in _flush_draws(order, deck, known) if not mask & held]
    return [(mixed, flush) for mixed, flush in made]


@lru_cache(maxsize=64)
def _flush_draws(order: OrderOfHands, deck: Deck, known: Ranks) -> tuple[tuple[int, int, int], ...]:
    kinds: Kinds = kinds_of(order, deck)
    free = [rank for rank in deck.ranks if rank not in known]
    draws = []
    for ranks in combinations(free, order.size - len(known)):
        whole = tuple(sorted(known + ranks))
        mask = sum(1 << rank for rank in ranks)
        draws.append((mask, kinds.mixed[whole], kinds.suited[whole]))
    return tuple(draws)


def _check(rulebook: Rulebook, hand: Sequence[Card], dealer: Sequence[Card]) -> None:
    size = rulebook.hands.size
    shown = own_known(rulebook)
    if len(hand) != size:
        raise CannotPrice(f"a hand of {rulebook.name} has {size} cards, not {len(hand)}")
    if len(dealer) != shown:
        wants = "needs the dealer's one up card" if shown else "has no up card"
        raise CannotPrice(f"{rulebook.name} {wants}; {len(dealer)} given")
    if repeated := repeated_cards((*hand, *dealer)):
        raise CannotPrice(f"one deck has each card once: {card_names(repeated)} is given twice")
