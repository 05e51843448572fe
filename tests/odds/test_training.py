"""Hands to practise with: near the borderline, the same for the same seed, graded exactly."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import DECK, RANKS, parse_cards, rank_of, repeated_cards
from croupier.odds import CannotPrice
from croupier.odds.training import LEVELS, Choice, Exercise, draw, grade
from croupier.odds.what_if import what_if
from croupier.ranking import HandClass

CASINO = find_rulebook("casino-stud")
THREE = find_rulebook("three-card-poker")
SEEDS = [f"seed {number}" for number in range(200)]


def test_a_seed_stands_for_a_hand() -> None:
    assert draw(CASINO, "one", 2) == draw(CASINO, "one", 2)
    assert len({draw(CASINO, seed, 2) for seed in SEEDS}) > 190


def test_the_hardest_hands_of_three_cards_are_queens_beside_queen_six_four() -> None:
    """0.5 % of 741 kinds are 4: these lie on either side of Q-6-3, folded, and Q-6-4, played."""
    drawn = Counter("".join(RANKS[rank_of(c)] for c in draw(THREE, seed, 3).hand) for seed in SEEDS)
    assert set(drawn) == {
        "Q52", "Q53", "Q54", "Q62", "Q63",
        "Q64", "Q65", "Q72", "Q73", "Q74",
    }  # fmt: skip


def test_half_of_the_hands_are_to_be_played() -> None:
    for rulebook in (CASINO, THREE):
        for level in range(1, len(LEVELS) + 1):
            played = sum(
                grade(rulebook, draw(rulebook, seed, level), Choice.STAY).is_right
                for seed in SEEDS[:60]
            )
            assert 15 <= played <= 45


@pytest.mark.parametrize("slug", [*RULEBOOKS, "stud-poker-de-casino", "poker-trois-cartes"])
def test_hands_can_be_dealt_by_every_rulebook(slug: str) -> None:
    rulebook = find_rulebook(slug)
    for seed in SEEDS[:20]:
        exercise = draw(rulebook, seed)
        assert len(exercise.hand) == rulebook.hands.size
        assert len(exercise.up_card) == rulebook.dealing.up_card.value
        assert not repeated_cards((*exercise.hand, *exercise.up_card))
        assert abs(grade(rulebook, exercise, Choice.STAY).advice.margin) < 1


def test_a_wrong_decision_costs_what_every_dealer_s_hand_says() -> None:
    """Queen-six-four: all 18,424 hands of the dealer dealt and paid here, one by one."""
    exercise = Exercise(parse_cards("Qs 6h 4d"), ())
    total, value = 0, THREE.hands.value
    own = value(exercise.hand)
    for dealer in combinations([card for card in DECK if card not in exercise.hand], 3):
        held = value(dealer)
        if held.hand_class is HandClass.ODD_CARDS and max(map(rank_of, dealer)) < RANKS.index("Q"):
            total += 1  # no queen: the ante wins, the play wager comes back
        elif held.strength != own.strength:
            total += 2 if own.strength > held.strength else -2
    stay = Fraction(total, 18_424)
    right = grade(THREE, exercise, Choice.STAY)
    wrong = grade(THREE, exercise, Choice.FOLD)
    assert right.is_right
    assert right.cost == 0
    assert not wrong.is_right
    assert wrong.cost == stay + 1 > 0


def test_a_game_without_a_decision_is_nothing_to_practise() -> None:
    """Three cards where only an ace qualifies: every hand stays in."""
    easy = what_if(THREE, {"main": {"qualifies": {"value": ["ace"]}}})
    with pytest.raises(CannotPrice, match="one decision is always best"):
        draw(easy, "one")


@pytest.mark.parametrize("level", [0, len(LEVELS) + 1])
def test_there_are_three_levels(level: int) -> None:
    with pytest.raises(CannotPrice, match="levels are 1 to 3"):
        draw(THREE, "one", level)
