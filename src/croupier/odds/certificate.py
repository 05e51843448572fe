"""Certificates: everything that is needed to check an expectation without this program.

A certificate names one hand for every state of knowledge, how many deals the state stands for,
the dealer's hands against it, and the decision. `docs/certificates.md` describes the format; the
programs in the folder `checker` verify it and import nothing from here.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cards import DECK, RANKS, Card, card_names, rank_of, suit_of
from croupier.odds.advice import dealer_hands
from croupier.odds.deck import Kind
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import MainOdds, Nets, Solution, nets, own_known, solve
from croupier.odds.sheet import Sheet, fingerprint
from croupier.odds.strategy import OPTIMAL, Strategy, find_strategy
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

VERSION = 1
_SUITS = 4
_UP_SUIT = 3
"""The up card of every state is a spade; what it is matters only beside the player's suits."""
_THREE = 3


def write_certificate(sheet: Sheet, path: Path) -> int:
    """Write the certificate of a sheet's main game; returns how many states it has."""
    question, rulebook = sheet.question, sheet.rulebook
    if question.known not in (None, own_known(rulebook)):
        raise CannotPrice("a certificate is for the cards that the rulebook itself shows")
    given = question.strategy
    strategy = given if isinstance(given, Strategy) else find_strategy(given, rulebook.hands.size)
    solution, terms = solve(rulebook), nets(rulebook, question.ante)
    if own_known(rulebook):
        lines = _with_up_card(solution, solution.answers(strategy, terms))
        count = len(solution.counts.weights)
    elif rulebook.hands.size == _THREE:
        states = _three_cards(rulebook, terms, strategy)
        lines, count = iter(states), len(states)
    else:
        raise CannotPrice("a certificate is for games with an up card, or of three cards")
    try:
        with path.open("w", encoding="ascii", newline="\n") as file:
            file.writelines(f"{line}\n" for line in _head(rulebook, terms, sheet.main, count))
            file.writelines(lines)
            file.write("end\n")
    except OSError as error:
        raise CannotPrice(f"{path} cannot be written: {error.strerror}") from None
    return count


def _head(rulebook: Rulebook, terms: Nets, main: MainOdds, count: int) -> Iterator[str]:
    solution = solve(rulebook)
    lowest = solution.kinds.kinds[solution.kinds.weakest(rulebook.qualifying_strength)]
    yield _fact("croupier-certificate", VERSION)
    yield _fact("rulebook", rulebook.edition_name)
    yield _fact("fingerprint", fingerprint(rulebook))
    yield _fact("cards", rulebook.hands.size)
    yield _fact("known", own_known(rulebook))
    ranks = sorted(lowest.ranks, reverse=True)
    yield _fact("qualifies", "".join(RANKS[rank] for rank in ranks))
    for hand in rulebook.hands.classes:
        yield " ".join(["net", hand.slug, *map(str, terms[hand])])
    yield _fact("strategy", "optimal" if main.strategy == OPTIMAL else "other")
    for hand in rulebook.hands.classes:
        tally = main.tallies[hand]
        figures = (tally.no_hand, tally.win, tally.stand_off, tally.lose, tally.fold)
        yield " ".join(["tally", hand.slug, *map(str, figures)])
    yield _fact("deals", main.deals)
    yield _fact("expected", main.expected)
    yield _fact("states", count)


def _fact(name: str, value: object) -> str:
    return f"{name} {value}"


def _line(hand: str, up: str, figures: tuple[int, ...], stays: bool) -> str:
    return f"{hand} {up} {' '.join(map(str, figures))} {'S' if stays else 'F'}\n"


def _with_up_card(solution: Solution, stay: "NDArray[Any]") -> Iterator[str]:
    """The states in the order of the counts, each with a hand that belongs to it."""
    from croupier.odds.up_card import holdings

    of_kind, masks = (column.tolist() for column in holdings(solution.kinds)[:2])
    hands = [
        card_names(_example(solution.kinds.kinds[kind], mask)).replace(" ", "")
        for kind, mask in zip(of_kind, masks, strict=True)
    ]
    counts, place = solution.counts, 0
    for up_rank, name in enumerate(RANKS):
        here = [hand for hand, mask in zip(hands, masks, strict=True) if not mask >> up_rank & 1]
        part = slice(place, place := place + len(here))
        rows = zip(counts.weights[part].tolist(), *counts.hands[:, part].tolist(), strict=True)
        up = f"{name}s"
        for hand, figures, stays in zip(here, rows, stay[part].tolist(), strict=True):
            yield _line(hand, up, figures, stays)


def _example(kind: Kind, mask: int) -> list[Card]:
    """A hand of a kind that holds just these of its ranks in the up card's suit."""
    cards = []
    for place, rank in enumerate(sorted(set(kind.ranks), reverse=True)):
        held = kind.ranks.count(rank)
        inside = mask >> rank & 1
        # The first card beside the suit would make a flush of the others: it differs.
        others = [1, 2, 0] if kind.suited or place else [2, 1, 0]
        suits = [_UP_SUIT] * inside + others[: held - inside]
        cards += [DECK[_SUITS * rank + suit] for suit in suits]
    return cards


def _three_cards(rulebook: Rulebook, terms: Nets, strategy: Strategy | None) -> list[str]:
    """Hands that differ only by a change of suits are one state; no up card is seen."""
    kinds = solve(rulebook).kinds
    table = strategy.stays(kinds) if strategy else None
    lines = []
    for hand, weight in _up_to_suits(rulebook.hands.size).items():
        value = rulebook.hands.value(hand)
        dealer = dealer_hands(rulebook, hand, ())
        counts = (dealer.no_hand, dealer.below, dealer.equal, dealer.above)
        if table is None:
            worth = sum(
                (n * net for n, net in zip(counts, terms[value.hand_class], strict=True)),
                Fraction(0),
            )
            stays = worth > -dealer.total
        else:
            stays = bool(table[kinds.weakest(value.strength), 0])
        lines.append(_line(card_names(hand).replace(" ", ""), "-", (weight, *counts[:3]), stays))
    return lines


def _up_to_suits(size: int) -> dict[tuple[Card, ...], int]:
    """One of the hands that a change of suits makes of each other, and how many there are."""
    shapes: dict[tuple[int, ...], tuple[Card, ...]] = {}
    weights: dict[tuple[Card, ...], int] = {}
    for hand in combinations(DECK, size):
        of_suit = [0] * _SUITS
        for card in hand:
            of_suit[suit_of(card)] |= 1 << rank_of(card)
        first = shapes.setdefault(tuple(sorted(of_suit)), hand)
        weights[first] = weights.get(first, 0) + 1
    return weights
