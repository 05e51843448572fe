"""CSP and MLP 3.1: the aim of the game and the order of cards and hands."""

from itertools import combinations, pairwise

import pytest

from croupier.cards import parse_cards
from croupier.ranking import HandClass, HandValue
from tests.clauses.resorts_world.games import (
    ACE_KING,
    NINE_HIGH,
    TWO_PAIRS,
    Game,
    both,
    both_rows,
    played,
)

SAMPLES = {
    HandClass.ROYAL_FLUSH: "Ad Kd Qd Jd Td",
    HandClass.STRAIGHT_FLUSH: "Qc Jc Tc 9c 8c",
    HandClass.FOUR_OF_A_KIND: "Kc Kh Kd Ks Jh",
    HandClass.FULL_HOUSE: "Kc Kh Kd Js Jh",
    HandClass.FLUSH: "Kh Jh 9h 5h 2h",
    HandClass.STRAIGHT: "5c 4d 3c 2h As",
    HandClass.THREE_OF_A_KIND: "Qs Qh Qd 8h 3d",
    HandClass.TWO_PAIRS: "7s 7h 4c 4h Jd",
    HandClass.PAIR: "Tc Th Kd 6h 3s",
    HandClass.ODD_CARDS: "Qc Th 6d 4s 2h",
}
"""From the highest class to the lowest; samples that repeat a card are put right (X19)."""


def value(game: Game, cards: str) -> HandValue:
    return game.rulebook.hands.value(parse_cards(cards))


def beats(game: Game, higher: str, lower: str) -> bool:
    return value(game, higher).strength > value(game, lower).strength


@both("3.1")
def test_3_1_the_aim_is_a_hand_above_the_dealers(game: Game) -> None:
    aim = game.told("Aim")
    assert aim.value == "a hand ranked above the dealer's"
    assert set(aim.clauses) == game.cites("3.1")
    t = played(game, {1: TWO_PAIRS, 2: NINE_HIGH}, ACE_KING)
    assert (t.line(1, "ante").result, t.line(2, "ante").result) == ("won", "lost")


@both("3.1.1")
def test_3_1_1_suits_are_equal(game: Game) -> None:
    t = played(game, {1: "Ac Kc 9d 5h 3s"}, "As Ks 9h 5d 3c")
    assert t.outcome(1, "ante") == ("standoff", 0, 100_00)
    for suits in ("cdhs", "dhsc", "hscd", "scdh"):
        flush = " ".join(rank + suits[0] for rank in "KJ952")
        assert value(game, flush) == value(game, SAMPLES[HandClass.FLUSH])
    assert "suits are equal" in game.rulebook.notes["Order of cards"].text


@both("3.1.1")
def test_3_1_1_ranks_run_from_ace_down_to_two(game: Game) -> None:
    hands = [f"{rank}d 8h 6s 4c 2h" for rank in "AKQJT9753"]
    for higher, lower in pairwise(hands):
        assert beats(game, higher, lower)
    assert beats(game, "Ad Qh 9s 5c 3h", "Kd Qs Jh 9c 8d")
    pairs = [f"{rank}d {rank}h" for rank in "AKQJT98765432"]
    for higher, lower in pairwise(pairs):
        rest = [card for card in ("7s", "5s", "4s", "3s", "9s") if card[0] not in higher + lower]
        cards = " ".join(rest[:3])
        assert beats(game, f"{higher} {cards}", f"{lower} {cards}")


@both("3.1.1/wheel")
def test_3_1_1_the_ace_counts_one_in_five_high_sequence(game: Game) -> None:
    assert beats(game, "6c 5d 4s 3h 2c", "5c 4d 3s 2h As")
    assert beats(game, "5c 4d 3s 2h As", "Ac Ad Ah Kd Qc")
    assert beats(game, "6h 5h 4h 3h 2h", "5h 4h 3h 2h Ah")
    assert not beats(game, "5c 4d 3s 2h As", "5h 4s 3c 2d Ac")
    t = played(game, {1: "5c 4d 3s 2h As"}, "6c 5d 4s 3h 2c")
    assert t.outcome(1, "ante") == ("lost", 0, 0)


@both("3.1.1/wheel")
@pytest.mark.parametrize("cards", ["3c 2d As Kh Qc", "4c 3d 2s Ah Kc", "2c As Kh Qc Jd"])
def test_3_1_1_no_sequence_runs_round_the_ace(game: Game, cards: str) -> None:
    assert value(game, cards).hand_class is HandClass.ODD_CARDS


@both("3.1.2")
def test_3_1_2_ten_classes_in_order(game: Game) -> None:
    assert [value(game, cards).hand_class for cards in SAMPLES.values()] == list(SAMPLES)
    for higher, lower in combinations(SAMPLES.values(), 2):
        assert beats(game, higher, lower)
    assert list(game.rulebook.hands.classes) == list(reversed(SAMPLES))


@both("3.1.2")
@pytest.mark.parametrize(
    ("lowest_of_higher", "highest_of_lower"),
    [
        ("Ad Kd Qd Jd Td", "Ks Qs Js Ts 9s"),
        ("5h 4h 3h 2h Ah", "Ac Ad Ah As Kd"),
        ("2c 2d 2h 2s 3c", "Ac Ad Ah Ks Kd"),
        ("2c 2d 2h 3s 3d", "As Ks Qs Js 9s"),
        ("7d 5d 4d 3d 2d", "Ac Kd Qh Js Tc"),
        ("5c 4d 3h 2s Ac", "Ac Ad Ah Ks Qd"),
        ("2c 2d 2h 4s 3d", "Ac Ad Kh Ks Qd"),
        ("3c 3d 2h 2s 4d", "Ac Ad Kh Qs Jd"),
        ("2c 2d 5h 4s 3d", "Ac Kd Qh Js 9d"),
    ],
)
def test_3_1_2_the_lowest_of_a_class_beats_the_highest_of_the_next(
    game: Game, lowest_of_higher: str, highest_of_lower: str
) -> None:
    assert beats(game, lowest_of_higher, highest_of_lower)


@both_rows(
    "hand_class, is_one, is_none",
    {
        "3.1.2/royal-flush": (
            HandClass.ROYAL_FLUSH,
            ("Ad Kd Qd Jd Td", "Ts As Qs Ks Js"),
            ("Kd Qd Jd Td 9d", "Ad Kd Qd Jd Ts", "Ad Kd Qd Jd 9d"),
        ),
        "3.1.2/straight-flush": (
            HandClass.STRAIGHT_FLUSH,
            ("Qc Jc Tc 9c 8c", "5h 4h 3h 2h Ah", "Kd Qd Jd Td 9d"),
            ("Ac Kc Qc Jc Tc", "Qc Jc Tc 9c 8d", "3h 2h Ah Kh Qh"),
        ),
        "3.1.2/four-of-a-kind": (
            HandClass.FOUR_OF_A_KIND,
            ("Kc Kh Kd Ks Jh", "2c Ah 2h 2d 2s"),
            ("Kc Kh Kd Js Jh", "Kc Kh Kd Qs Jh"),
        ),
        "3.1.2/full-house": (
            HandClass.FULL_HOUSE,
            ("Kc Kh Kd Js Jh", "Js Jh Kc Jd Kd"),
            ("Kc Kh Js Jh Td", "Kc Kh Kd Js Td"),
        ),
        "3.1.2/flush": (
            HandClass.FLUSH,
            ("Kh Jh 9h 5h 2h", "2s 3s 4s 5s 7s"),
            ("Kh Jh 9h 5h 2d", "6s 5s 4s 3s 2s"),
        ),
        "3.1.2/straight": (
            HandClass.STRAIGHT,
            ("5c 4d 3c 2h As", "Ac Kd Qc Jh Ts", "9c 8d 7c 6h 5s"),
            ("3c 2d As Kh Qc", "9c 8d 7c 6h 4s", "9c 8c 7c 6c 5c"),
        ),
        "3.1.2/three-of-a-kind": (
            HandClass.THREE_OF_A_KIND,
            ("Qs Qh Qd 8h 3d", "2s Ah 2h Kd 2d"),
            ("Qs Qh 8d 8h 3d", "Qs Qh Qd 8h 8d"),
        ),
        "3.1.2/two-pairs": (
            HandClass.TWO_PAIRS,
            ("7s 7h 4c 4h Jd", "Ac 2h Kd 2c Ah"),
            ("7s 7h 4c 3h Jd", "7s 7h 7c 4h 4d"),
        ),
        "3.1.2/one-pair": (
            HandClass.PAIR,
            ("Tc Th Kd 6h 3s", "2c 5h 4d 3h 2s"),
            ("Tc Jh Kd 6h 3s", "Tc Th Kd Kh 3s"),
        ),
        "3.1.2/five-odd-cards": (
            HandClass.ODD_CARDS,
            ("Qc Th 6d 4s 2h", "7c 5h 4d 3s 2h", "Ac Kh Qd Js 9h"),
            ("Qc Qh 6d 4s 2h", "6c 5h 4d 3s 2h", "Qh Th 6h 4h 2h"),
        ),
    },
)
def test_3_1_2_a_class_is_what_its_row_says(
    game: Game, hand_class: HandClass, is_one: tuple[str, ...], is_none: tuple[str, ...]
) -> None:
    assert {value(game, cards).hand_class for cards in is_one} == {hand_class}
    assert hand_class not in {value(game, cards).hand_class for cards in is_none}
    row = {HandClass.PAIR: "one-pair", HandClass.ODD_CARDS: "five-odd-cards"}.get(
        hand_class, hand_class.slug.replace("_", "-")
    )
    assert game.rulebook.hand_clauses[hand_class] == f"{game.code} 3.1.2/{row}"


@both("3.1.3")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("8d 8h 8c 8s 2h", "7d 7h 7c 7s Ah"),
        ("4d 4h 4c 2s 2h", "3d 3h 3c As Ah"),
        ("Kd Jd 9d 5d 4d", "Kh Jh 9h 5h 3h"),
        ("9d 9h 9c 4s 2h", "8d 8h 8c As Kh"),
        ("Kd Kh 3c 3s 2h", "Qd Qh Jc Js Ah"),
        ("Kd Kh 4c 4s 2h", "Kc Ks 3c 3s Ah"),
        ("Kd Kh 4c 4s 3h", "Kc Ks 4d 4h 2h"),
        ("5d 5h Kc Ts 3h", "5c 5s Kd Th 2h"),
        ("Ad Kh Jc 5s 4h", "Ac Ks Jd 5h 3h"),
    ],
)
def test_3_1_3_groups_are_compared_first_then_the_rest_downwards(
    game: Game, higher: str, lower: str
) -> None:
    assert value(game, higher).hand_class is value(game, lower).hand_class
    assert beats(game, higher, lower)


@both_rows(
    "higher, lower",
    {
        "3.1.3/a": ("Kc Qd Js Th 9c", "Jd Ts 9h 8c 7d"),
        "3.1.3/b": ("5c 5d Ks Th 2c", "5s 5h Qd Jc Td"),
        "3.1.3/c": ("Ac Kd Js 5h 2c", "Ad Ks Th 6c 4d"),
    },
)
def test_3_1_3_the_examples_of_the_document(game: Game, higher: str, lower: str) -> None:
    t = played(game, {1: higher}, lower)
    assert t.line(1, "ante").result == "won"
    t = played(game, {1: lower}, higher)
    assert t.line(1, "ante").result == "lost"
