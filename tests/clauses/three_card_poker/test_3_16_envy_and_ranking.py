"""Three Card Poker, 3.16 to 3.18: the envy bonus and the order of hands."""

import pytest

from croupier.ranking import HandClass
from tests.clauses.marina_bay import (
    QUEEN_HIGH,
    TCP,
    class_of,
    clauses,
    compared,
    dealt,
    rulebook,
    settled,
    strength_of,
)
from tests.playing import House

SPADES, HEARTS = "As Ks Qs", "Ah Kh Qh"
LOW = {2: "Kc 8d 2c", 3: "Jh 7c 5s", 4: "Th 8c 3d", 5: "9h 6d 4c"}
DEALER = "Qc Jd 9c"


def envies(t: House) -> dict[int, int]:
    return {line.box: line.won for line in t.lines() if line.wager == "envy_bonus"}


@pytest.mark.clause("TCP 3.16")
def test_3_16_every_jackpot_player_envies_a_top_hand() -> None:
    hands = {1: SPADES, 2: LOW[2], 3: LOW[3], 4: LOW[4]}
    t = settled(TCP, hands, DEALER, jackpots=[2, 3], ante=10_00)
    assert envies(t) == {2: 250_00, 3: 250_00}
    assert not t.has_line(1, "jackpot")  # seat 1 had no jackpot wager and wins none
    assert "TCP 3.16" in clauses(t, 2, "envy_bonus")
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)
    assert t.result.jackpots["J1"].paid == 0


@pytest.mark.clause("TCP 3.16")
def test_3_16_each_top_hand_earns_an_envy_of_its_own() -> None:
    hands = {1: SPADES, 2: HEARTS, 3: LOW[3]}
    jackpot = {"meter": 50_000_00, "reset": 10_000_00}
    t = settled(TCP, hands, DEALER, jackpots=[1, 2, 3], ante=10_00, jackpot=jackpot)
    assert [t.won(box, "jackpot") for box in (1, 2, 3)] == [50_000_00, 1_250_00, 0]
    assert envies(t) == {1: 50_00, 2: 250_00, 3: 300_00}


@pytest.mark.clause("TCP 3.16")
@pytest.mark.parametrize("folds", [[1], [2], [1, 2]])
def test_3_16_a_fold_takes_nothing_from_giver_or_receiver(folds: list[int]) -> None:
    t = settled(TCP, {1: SPADES, 2: LOW[2]}, DEALER, jackpots=[2], folds=folds, ante=10_00)
    assert envies(t) == {2: 250_00}


@pytest.mark.clause("TCP 3.16")
def test_3_16_the_dealers_hand_is_not_envied() -> None:
    t = settled(TCP, {2: LOW[2], 3: LOW[3]}, SPADES, jackpots=[2, 3], ante=10_00)
    assert envies(t) == {}


@pytest.mark.clause("TCP 4.4/akq-other-suits-envy")
@pytest.mark.parametrize("stake", [1_00, 5_00, 50_00])
def test_4_4_the_envy_is_a_flat_sum(stake: int) -> None:
    jackpot = {"meter": 50_000_00, "reset": 10_000_00, "stake": stake}
    t = settled(TCP, {1: HEARTS, 2: LOW[2]}, DEALER, jackpots=[2], ante=10_00, jackpot=jackpot)
    assert envies(t) == {2: 50_00}


def test_t17_a_hand_that_is_out_is_not_envied() -> None:
    t = House(TCP, entry="recording").open()
    for box in (1, 2, 3):
        t.ante(box, 10_00).jackpot(box)
    t.close().deal({1: SPADES, 2: LOW[2], 3: LOW[3]}, DEALER).play(1).play(2).play(3)
    t.report("player_card_count", box=1, reconstructable=False).finish()
    assert envies(t) == {}
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)


@pytest.mark.clause("TCP 3.16")
def test_3_16_the_envy_ends_at_the_table() -> None:
    t = House(TCP, tables=("T1", "T2"))
    for table, hand in (("T1", SPADES), ("T2", LOW[3])):
        t.open(table=table)
        for box in (1, 2):
            t.ante(box, 10_00, table=table).jackpot(box, table=table)
        t.close(table=table).deal({1: hand, 2: LOW[2]}, DEALER, table=table)
        t.play(1, table=table).play(2, table=table).finish(table=table)
    assert not t.refusals
    assert [(line.table, line.box) for line in t.result.lines if line.wager == "envy_bonus"] == [
        ("T1", 2)
    ]


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ({}, {3: 250_00}),
        ({"tcp_envy_seated": "present"}, {3: 250_00}),
        ({"tcp_envy_seated": "all"}, {2: 250_00, 3: 250_00}),
    ],
)
def test_t9_who_has_left_is_not_seated(reading: dict[str, str], expected: dict[int, int]) -> None:
    """The player of box 2 played and walked away; the play is settled as usual."""
    hands = {1: SPADES, 2: LOW[2], 3: LOW[3]}
    t = dealt(TCP, hands, DEALER, jackpots=[2, 3], ante=10_00, readings=reading)
    t.play(1).play(2).play(3).leave("p2").finish()
    assert envies(t) == expected
    assert t.outcome(2, "ante") == ("won", 10_00, 10_00)


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ({}, {2: 250_00, 4: 250_00, 5: 250_00}),
        ({"tcp_envy_per": "area"}, {2: 250_00, 4: 250_00, 5: 250_00}),
        ({"tcp_envy_per": "player"}, {2: 250_00, 5: 250_00}),
    ],
)
def test_t19_an_envy_for_each_area_or_for_each_player(
    reading: dict[str, str], expected: dict[int, int]
) -> None:
    """Ann has areas 2, 3 and 4, jackpot wagers on 2 and 4; ben has area 5."""
    readings = {"max_areas_per_player": 3, **reading}
    t = House(TCP, readings=readings).open().ante(1, 10_00, "zoe")
    for box, player in {2: "ann", 3: "ann", 4: "ann", 5: "ben"}.items():
        t.ante(box, 10_00, player)
    t.jackpot(2).jackpot(4).jackpot(5).close().deal({1: SPADES, **LOW}, DEALER)
    for box in range(1, 6):
        t.play(box)
    t.finish()
    assert not t.refusals
    assert envies(t) == expected


@pytest.mark.clause("TCP 1.1.3")
def test_1_1_3_nobody_envies_a_hand_of_their_own_at_another_area() -> None:
    t = House(TCP, readings={"max_areas_per_player": 2}).open()
    t.ante(1, 10_00, "ann").ante(2, 10_00, "ann").jackpot(2).close()
    t.deal({1: SPADES, 2: LOW[2]}, DEALER).play(1).play(2).finish()
    assert envies(t) == {}


@pytest.mark.clause("TCP 3.17")
@pytest.mark.parametrize("hand", [SPADES, HEARTS])
def test_3_17_a_top_hand_on_pair_plus_alone_gives_nobody_envy(hand: str) -> None:
    t = House(TCP).open().pair_plus(1, 10_00).ante(2, 10_00).jackpot(2).ante(3, 10_00).jackpot(3)
    t.close().deal({1: hand, 2: LOW[2], 3: LOW[3]}, DEALER).play(2).fold(3).finish()
    assert not t.refusals
    assert envies(t) == {}
    assert t.won(1, "pair_plus") == 400_00


@pytest.mark.clause("TCP 3.17")
def test_3_17_with_an_ante_beside_the_pair_plus_it_does() -> None:
    t = House(TCP).open().pair_plus(1, 10_00).ante(1, 10_00).ante(2, 10_00).jackpot(2)
    t.close().deal({1: SPADES, 2: LOW[2]}, DEALER).play(1).play(2).finish()
    assert envies(t) == {2: 250_00}


# 3.18: the order of hands

SAMPLES = [
    ("TCP 3.18.1", HandClass.STRAIGHT_FLUSH, "8h 7h 6h"),
    ("TCP 3.18.2", HandClass.THREE_OF_A_KIND, "Ts Th Tc"),
    ("TCP 3.18.3", HandClass.STRAIGHT, "8d 7c 6h"),
    ("TCP 3.18.4", HandClass.FLUSH, "Th 4h 2h"),
    ("TCP 3.18.5", HandClass.PAIR, "Ac Ah 8d"),
    ("TCP 3.18.6", HandClass.ODD_CARDS, "Qc Th 6d"),
]
FURTHER = [
    ("TCP 3.18.1", HandClass.STRAIGHT_FLUSH, "As Ks Qs"),
    ("TCP 3.18.1", HandClass.STRAIGHT_FLUSH, "3s 2s As"),
    ("TCP 3.18.3", HandClass.STRAIGHT, "Ad Kc Qs"),
    ("TCP 3.18.3", HandClass.STRAIGHT, "3d 2c As"),
    ("TCP 3.18.4", HandClass.FLUSH, "2s As Ks"),
    ("TCP 3.18.4", HandClass.FLUSH, "8h 7h 5h"),
    ("TCP 3.18.6", HandClass.ODD_CARDS, "2d Ac Ks"),
    ("TCP 3.18.6", HandClass.ODD_CARDS, "As Ks Jd"),
    ("TCP 3.18.6", HandClass.ODD_CARDS, "8d 7c 5h"),
]


@pytest.mark.parametrize(
    ("clause", "hand_class", "cards"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in SAMPLES + FURTHER],
)
def test_3_18_what_makes_a_hand(clause: str, hand_class: HandClass, cards: str) -> None:
    assert class_of(TCP, cards) is hand_class
    assert rulebook(TCP).hand_clauses[hand_class] == clause


@pytest.mark.parametrize(
    ("hand_class", "cards"),
    [
        pytest.param(*row[1:], marks=pytest.mark.clause(row[0]))
        for row in [
            ("TCP 3.18.1", HandClass.STRAIGHT, "8h 7h 6c"),
            ("TCP 3.18.1", HandClass.FLUSH, "8h 7h 5h"),
            ("TCP 3.18.2", HandClass.PAIR, "Ts Th 9c"),
            ("TCP 3.18.3", HandClass.ODD_CARDS, "8d 7c 5h"),
            ("TCP 3.18.3", HandClass.ODD_CARDS, "2d Ac Ks"),
            ("TCP 3.18.4", HandClass.ODD_CARDS, "Th 4h 2c"),
            ("TCP 3.18.5", HandClass.ODD_CARDS, "Ac Kh 8d"),
        ]
    ],
)
def test_3_18_one_card_off_makes_another_hand(hand_class: HandClass, cards: str) -> None:
    assert class_of(TCP, cards) is hand_class


@pytest.mark.clause("TCP 3.18")
def test_3_18_six_classes_and_a_straight_beats_a_flush() -> None:
    hands = ["8h 7h 6h", "Ts Td Tc", "5d 4c 3s", "Kh 4h 2h", "Ac Ad 9s", "Qc Jd 8s"]
    strengths = [strength_of(TCP, hand) for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len({class_of(TCP, hand) for hand in hands}) == 6
    assert compared(TCP, "4d 3c 2s", "Ah Kh Jh") == "won"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param(higher, lower, marks=pytest.mark.clause(clause))
        for clause, higher, lower in [
            ("TCP 3.18.1", "3s 2s As", "Ac Ad Ah"),
            ("TCP 3.18.2", "2s 2h 2c", "Ad Kc Qh"),
            ("TCP 3.18.3", "3d 2c As", "Ah Kh Jh"),
            ("TCP 3.18.4", "5h 3h 2h", "Ac Ad Ks"),
            ("TCP 3.18.5", "2c 2h 3d", "As Kd Jc"),
        ]
    ],
)
def test_3_18_the_lowest_of_a_class_beats_the_highest_of_the_next(higher: str, lower: str) -> None:
    assert strength_of(TCP, higher) > strength_of(TCP, lower)


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        pytest.param(*hands, marks=pytest.mark.clause(clause))
        for clause, *hands in [
            ("TCP 3.18.3", "4d 3c 2s", "3d 2c As", "won"),  # the ace is low under a three
            ("TCP 3.18.3", "Ad Kc Qs", "Kd Qc Js", "won"),
            ("TCP 3.18.1", "3s 2s As", "4h 3h 2h", "lost"),
            ("TCP 3.14.1", "Qh Td 2c", "Qs 9d 8c", "won"),
            ("TCP 3.14.2", "Qh Td 2c", "Qs Jd 3c", "lost"),
            ("TCP 3.14.3", "Qh Jc 9d", QUEEN_HIGH, "standoff"),
            ("TCP 3.14.3", "As Ks Qs", "Ah Kh Qh", "standoff"),  # suits are for the jackpot
        ]
    ],
)
def test_3_14_hands_of_one_class_are_compared_by_their_cards(
    player: str, dealer: str, result: str
) -> None:
    assert compared(TCP, player, dealer) == result


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        ("Ac Ah 2d", "Kc Kh Ad", "won"),
        ("9c 9h 3d", "9d 9s 2c", "won"),
        ("Qh 9c 3d", "Qs 9d 2c", "won"),
        ("Kh 9h 3h", "Kd 9d 2d", "won"),
    ],
)
def test_x10_the_last_card_splits_hands_of_one_class(player: str, dealer: str, result: str) -> None:
    # The document has no clause on ties within a class.
    assert compared(TCP, player, dealer) == result
