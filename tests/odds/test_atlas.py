"""What further knowledge is worth, against small decks dealt out completely."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.books import find_rulebook
from croupier.cards import DECK, Card, rank_of
from croupier.odds import JackpotTerms, loops, solve, with_known_cards, with_pays
from croupier.odds.atlas import dead_card, marked_cards
from croupier.odds.counting import Census
from croupier.odds.deck import Deck, kinds_of
from croupier.odds.forfeits import Prizes
from croupier.odds.kernels import loop
from croupier.odds.main_game import nets, scaled
from croupier.odds.remembered import known_cards
from croupier.odds.strategy import floor_of
from croupier.ranking import HandClass, HandValue
from croupier.rulebooks.model import Rulebook

CASINO_STUD = find_rulebook("casino-stud")
ROYAL_DECK = Deck(ranks=(7, 8, 9, 10, 11, 12), suits=2)
"""Nines to aces in two suits: straights, flushes and royal flushes among 12 cards."""
WIDE_DECK = Deck(ranks=(0, 3, 4, 9, 10, 11, 12), suits=2)
"""Hands that do not qualify among 14 cards, and flushes."""

Known = Callable[[tuple[Card, ...], tuple[Card, ...], Card], list[object]]
"""For a player's hand, a dealer's and an up card: what may be known beside, a case for each."""


PAYS = nets(CASINO_STUD)


def net(own: HandValue, dealer: HandValue) -> Fraction:
    """What a hand that stays in comes to, in antes."""
    pays = PAYS[own.hand_class]
    if not CASINO_STUD.qualifies(dealer):
        return pays[0]
    return pays[2 + (dealer.strength > own.strength) - (dealer.strength < own.strength)]


PRIZES = {
    HandClass.FLUSH: Fraction(1),
    HandClass.FULL_HOUSE: Fraction(2),
    HandClass.FOUR_OF_A_KIND: Fraction(5),
    HandClass.STRAIGHT_FLUSH: Fraction(1_000),
    HandClass.ROYAL_FLUSH: Fraction(10_000),
}
"""Beside an ante of $100: $100, $200 and $500, and a tenth and all of a meter of $1,000,000."""


def best_play(
    deck: Deck, known: Known, prizes: Mapping[HandClass, Fraction] | None = None
) -> Fraction:
    """Every deal dealt out; each thing that can be known is decided by itself. With prizes, those
    that a hand has if it stays in."""
    cards = [card for card in DECK if card // 4 in deck.ranks and card % 4 < deck.suits]
    values = {hand: CASINO_STUD.hands.value(hand) for hand in combinations(cards, 5)}
    total, deals = Fraction(0), 0
    for hand, own in values.items():
        stay: dict[object, Fraction] = defaultdict(Fraction)
        seen: dict[object, int] = defaultdict(int)
        for dealer in combinations([card for card in cards if card not in hand], 5):
            result = net(own, values[dealer]) + (prizes or {}).get(own.hand_class, 0)
            for up in dealer:
                for beside in known(hand, dealer, up):
                    stay[up, beside] += result
                    seen[up, beside] += 1
        total += sum(max(stay[case], Fraction(-count)) for case, count in seen.items())
        deals += sum(seen.values())
    return total / deals


@pytest.mark.parametrize("deck", [ROYAL_DECK, pytest.param(WIDE_DECK, marks=pytest.mark.slow)])
def test_a_dead_card_on_a_deck_dealt_out_completely(deck: Deck) -> None:
    cards = [card for card in DECK if card // 4 in deck.ranks and card % 4 < deck.suits]

    def burnt(hand: tuple[Card, ...], dealer: tuple[Card, ...], _: Card) -> list[object]:
        return [card for card in cards if card not in hand and card not in dealer]

    assert dead_card(CASINO_STUD, deck).expected == best_play(deck, burnt)


@pytest.mark.parametrize("marked", [(12,), (12, 11)])
@pytest.mark.parametrize("deck", [ROYAL_DECK, pytest.param(WIDE_DECK, marks=pytest.mark.slow)])
def test_marked_cards_on_a_deck_dealt_out_completely(deck: Deck, marked: tuple[int, ...]) -> None:
    def backs(_: tuple[Card, ...], dealer: tuple[Card, ...], up: Card) -> list[object]:
        hidden = [rank_of(card) for card in dealer if card != up]
        return [tuple(hidden.count(mark) for mark in marked)]

    assert marked_cards(CASINO_STUD, marked, deck).expected == best_play(deck, backs)


@pytest.mark.parametrize("case", ["five known", "two known", "backs", "dead"])
def test_what_a_fold_forfeits_on_a_deck_dealt_out_completely(case: str) -> None:
    """The best play of the main game and of the jackpot together, less the best of each."""
    prizes = Prizes(CASINO_STUD, JackpotTerms(), 100_00, ROYAL_DECK)
    cards = [card for card in DECK if card // 4 in ROYAL_DECK.ranks and card % 4 < 2]

    def seen(hand: tuple[Card, ...], dealer: tuple[Card, ...], up: Card) -> list[object]:
        if case == "five known":
            return [dealer]
        if case == "two known":
            return [frozenset((up, card)) for card in dealer if card != up]
        if case == "backs":
            return [sum(rank_of(card) == 12 for card in dealer if card != up)]
        return [card for card in cards if card not in hand and card not in dealer]

    found = {
        "five known": lambda: known_cards(CASINO_STUD, 5, deck=ROYAL_DECK, prizes=prizes),
        "two known": lambda: known_cards(CASINO_STUD, 2, deck=ROYAL_DECK, prizes=prizes),
        "backs": lambda: marked_cards(CASINO_STUD, (12,), ROYAL_DECK, prizes),
        "dead": lambda: dead_card(CASINO_STUD, ROYAL_DECK, prizes),
    }[case]()
    hands = [CASINO_STUD.hands.value(hand) for hand in combinations(cards, 5)]
    every = sum(PRIZES.get(hand.hand_class, Fraction(0)) for hand in hands) / len(hands)
    together = best_play(ROYAL_DECK, seen, PRIZES)
    assert found.expected == best_play(ROYAL_DECK, seen)
    assert found.forfeited == found.expected + every - together
    assert (found.forfeited > 0) == (case in {"five known", "dead"})


def test_a_flush_that_is_known_to_lose_forfeits_its_prize() -> None:
    """Of 5,108 flushes those fold that face a better flush, a full house or more, each for one
    ante less than it would lose: prizes of 1 ante beside 2 that staying in loses."""
    prizes = Prizes(CASINO_STUD, JackpotTerms(), 100_00)
    assert prizes.expected == Fraction(5_108 + 2 * (3_744 + 624 + 36 + 4), 2_598_960)
    rich = Prizes(CASINO_STUD, JackpotTerms(), 50_00)
    assert rich.expected == Fraction(2 * (5_108 + 3_744 + 624 + 36 + 4), 2_598_960)
    assert not Prizes(find_rulebook("megalink-stud"), JackpotTerms(), 100_00)


def test_aces_told_by_their_backs_are_worth_what_the_page_says() -> None:
    """The sum over both parts of what can be seen: at least the game itself."""
    aces = marked_cards(CASINO_STUD, (12,)).expected
    assert aces == Fraction(-83_840_293, 14_238_021_798)
    assert aces > solve(CASINO_STUD).price(CASINO_STUD).expected


@pytest.mark.parametrize("known", [0, 2, 3, 4, 5])
def test_the_best_play_with_known_cards_is_that_of_the_count(known: int) -> None:
    """And no rule to remember is better than it."""
    found = known_cards(CASINO_STUD, known, deck=ROYAL_DECK)
    expected, rule = found.expected, found.rule
    assert expected == with_known_cards(CASINO_STUD, known, deck=ROYAL_DECK).expected
    assert rule.expected <= expected
    assert (rule.expected == expected) or known < 5


def test_a_rule_is_worth_what_dealing_out_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the dealer's cards known, every deal of a small deck: the best threshold for each
    case, where a pair is known a higher pair or better."""
    cards = [card for card in DECK if card // 4 in ROYAL_DECK.ranks and card % 4 < 2]
    values = {hand: CASINO_STUD.hands.value(hand) for hand in combinations(cards, 5)}
    gains: dict[object, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    fixed, deals = Fraction(0), 0
    for hand, own in values.items():
        ranks = {rank_of(card) for card in hand}
        for dealer in combinations([card for card in cards if card not in hand], 5):
            gain = 1 + net(own, values[dealer])
            for known in combinations(dealer, 2):
                deals += 1
                seen = {rank_of(card) for card in known}
                if len(seen) == 1:
                    pair = own.hand_class is HandClass.PAIR and own.ranks[0] > min(seen)
                    fixed += gain if pair or own.hand_class > HandClass.PAIR else 0
                else:
                    case = (len(seen & {11, 12}), len(seen & ranks))
                    gains[case][own.strength] += gain
    thresholds = sum(
        max(sum(gain for own, gain in case.items() if own >= lowest) for lowest in case)
        for case in gains.values()
    )
    short = known_cards(CASINO_STUD, 2, deck=ROYAL_DECK).rule
    monkeypatch.setattr("croupier.odds.remembered._NAMED_MAX", 5)
    rule = known_cards(CASINO_STUD, 2, deck=ROYAL_DECK).rule
    assert short.expected <= rule.expected == (fixed + thresholds) / deals - 1


def test_rules_for_one_known_card_of_three_card_poker_cost_nothing() -> None:
    found = known_cards(find_rulebook("three-card-poker"), 1)
    expected, rule = found.expected, found.rule
    assert rule.expected == expected
    assert "K the highest, one of them matches: king-nine or better" in rule.lines


@pytest.mark.slow
def test_published_figures_are_those_of_rules_that_overlook_matches() -> None:
    """Royal flush at 100 to 1. A rule by pairs, aces and kings alone gives the published figures
    to their last digit; with matches it is worth a percent more."""
    rulebook = with_pays(CASINO_STUD, {"pays": ["royal_flush=100"]})
    found = {known: known_cards(rulebook, known) for known in (2, 3)}
    assert round(100 * found[2].expected, 3) == Fraction("-0.616")
    assert round(100 * found[3].expected, 3) == Fraction("11.967")
    assert round(100 * overlooking_matches(rulebook, 2, "A K T", "A K J"), 2) == Fraction("-1.74")
    assert round(100 * overlooking_matches(rulebook, 3, "A K", "A K T"), 2) == Fraction("11.57")
    assert round(100 * found[2].rule.expected, 3) == Fraction("-0.697")


def overlooking_matches(rulebook: Rulebook, known: int, one: str, both: str) -> Fraction:
    """Bet every hand against neither ace nor king, `one` or better against one of them, `both`
    against both; a pair or three of a kind among the known cards must be beaten by a higher."""
    kinds = kinds_of(rulebook.hands)
    census = Census(kinds, rulebook.qualifying_strength, known)
    whole, scale = scaled(nets(rulebook))
    floors = {0: 0, 1: floor_of(one, kinds), 2: floor_of(both, kinds)}
    gain = 0
    for ranks, states in census.by_known_ranks():
        by_kind = np.zeros((len(kinds), 2), np.int64)
        loop(loops.gained, census.steps)(
            states, whole, census.classes, -scale, census.completions, by_kind
        )
        counts = Counter(ranks)
        lead, many = counts.most_common(1)[0]
        first = floors[len({11, 12} & set(ranks))]
        if many > 1:
            made = HandClass.PAIR if many == 2 else HandClass.THREE_OF_A_KIND
            first = next(
                number
                for number, kind in enumerate(kinds.kinds)
                if (kind.value.hand_class, kind.value.ranks[0]) > (made, lead)
            )
        gain += int(by_kind[first:, 0].sum())
    return Fraction(gain, census.deals * scale) - 1


@pytest.mark.slow
def test_nothing_marked_is_the_game_itself() -> None:
    assert marked_cards(CASINO_STUD, ()).expected == solve(CASINO_STUD).price(CASINO_STUD).expected


@pytest.mark.slow
def test_a_card_out_of_play_is_worth_what_the_page_says() -> None:
    assert dead_card(CASINO_STUD).expected == Fraction(-35_951_554_787, 704_710_169_800)
