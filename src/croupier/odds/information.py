"""What knowledge of the dealer's cards is worth.

With every card of the dealer's that the player sees, fewer remain to be drawn: the
same census, taken with other numbers of known cards.
"""

from collections.abc import Callable

from croupier.money import Cents
from croupier.odds.deck import FULL_DECK, Deck, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.kernels import loop
from croupier.odds.main_game import MainOdds, main_odds, nets, scaled
from croupier.odds.strategy import OPTIMAL, find_strategy
from croupier.rulebooks.model import Rulebook

Progress = Callable[[int, int], None]
"""Called with how many of how many parts are done."""


def with_known_cards(
    rulebook: Rulebook,
    known: int,
    *,
    strategy: str = OPTIMAL,
    ante: Cents | None = None,
    deck: Deck = FULL_DECK,
    progress: Progress | None = None,
) -> MainOdds:
    """The main game when the player knows `known` of the dealer's cards before deciding."""
    import numpy as np

    from croupier.odds import loops
    from croupier.odds.counting import Census

    size = rulebook.hands.size
    if not 0 <= known <= size:
        raise CannotPrice(f"the dealer has {size} cards: between 0 and {size} can be known")
    kinds = kinds_of(rulebook.hands, deck)
    chosen = find_strategy(strategy, size)
    if chosen is not None and chosen.needs_up_card and known != 1:
        raise CannotPrice(f"the strategy '{strategy}' is for one known card, not for {known}")
    terms = nets(rulebook, ante)
    whole, scale = scaled(terms)
    table = chosen.stays(kinds) if chosen else None
    census = Census(kinds, rulebook.qualifying_strength, known)
    by_kind = np.zeros((len(kinds), 5), np.int64)
    parts = len(deck.multisets(known))
    decide, tally = loop(loops.decide, census.steps), loop(loops.tally, census.steps)
    for done, (ranks, states) in enumerate(census.by_known_ranks()):
        stay = np.empty(len(states), np.bool_)
        if table is None:
            decide(states, whole, census.classes, -scale, census.completions, stay)
        else:
            stay[:] = table[states[:, 0], ranks[0] if ranks else 0]
        tally(states, stay, census.completions, by_kind)
        if progress is not None:
            progress(done + 1, parts)
    return main_odds(rulebook, terms, strategy, census.deals, census.classes, by_kind)
