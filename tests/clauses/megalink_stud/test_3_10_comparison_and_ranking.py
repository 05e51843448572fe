"""Megalink Singapore Stud Poker, 3.10 to 3.12: the dealer's hand, the comparison, the order."""

import pytest

from croupier.ranking import HandClass
from croupier.rulebooks.terms import Role
from croupier.table.events import CallMade, DeclinedHandSeen, WagerSettled
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    NO_HAND,
    calls,
    class_of,
    clauses,
    compared,
    dealt,
    hands_seen_by,
    refusal,
    rulebook,
    seen_by,
    settled,
    strength_of,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
FOUR_SEVENS = "7c 7h 7d 7s Jh"
MIRRORED = {"won": "lost", "lost": "won", "standoff": "standoff"}


@pytest.mark.clause("MEGA 3.10")
def test_3_10_the_dealer_waits_for_every_decision() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH, 3: "7c 7h 5d 8s Jc"}, ACE_KING).bet(1).fold(2)
    assert refusal(t.reveal()) == ("undecided-boxes", "MEGA 3.10")
    assert seen_by(t).dealer is None
    assert refusal(t.bet(3).reveal()) is None
    shown = seen_by(t).dealer
    assert shown is not None
    assert shown.cards == ACE_KING
    assert refusal(t.fold(2)) == ("wrong-time", "MEGA 3.10")


@pytest.mark.clause("MEGA 3.10")
def test_3_10_nothing_is_settled_before_the_reveal() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING).bet(1).settle()
    assert refusal(t) == ("not-revealed", "MEGA 3.10")
    assert not t.lines()


# 3.10.1: a hand that is not shown


def declined(hand: str, dealer: str, *, jackpot: bool = True) -> House:
    t = dealt(MEGA, {1: hand}, dealer, jackpots=[1] if jackpot else []).bet(1).reveal()
    return t.do("decline_reveal", box=1)


@pytest.mark.clause("MEGA 3.10.1")
def test_3_10_1_a_hand_not_shown_ranks_below_the_dealers() -> None:
    t = declined(TWO_PAIRS, ACE_KING, jackpot=False).settle()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert "MEGA 3.10.1" in clauses(t, 1, "ante") & clauses(t, 1, "bet")


@pytest.mark.clause("MEGA 3.10.1")
def test_3_10_1_without_a_comparison_there_is_nothing_to_lose() -> None:
    t = declined(TWO_PAIRS, NO_HAND).settle()
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)
    assert t.outcome(1, "bet") == ("returned", 0, 50_00)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)


@pytest.mark.clause("MEGA 3.10.1")
def test_3_10_1_a_comparison_is_declined_once_the_dealers_hand_is_open() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING).bet(1).fold(2)
    assert refusal(t.do("decline_reveal", box=1)) == ("not-revealed", "MEGA 3.10.1")
    t.reveal().do("decline_reveal", box=2)  # folded: a fold is not a decline
    assert refusal(t) == ("already-decided", "MEGA 3.10.1")
    t.do("decline_reveal", box=1, by={"id": "p2", "role": "player"})
    assert refusal(t) == ("not-yours", None)
    assert refusal(t.do("decline_reveal", box=1)) is None


@pytest.mark.clause("MEGA 3.10.1/no-jackpot")
@pytest.mark.parametrize("dealer", [NO_HAND, ACE_KING])
@pytest.mark.parametrize("hand", [FLUSH, FOUR_SEVENS, "Jc Tc 9c 8c 7c", "Ah Kh Qh Jh Th"])
def test_3_10_1_a_hand_not_shown_wins_no_jackpot(hand: str, dealer: str) -> None:
    t = declined(hand, dealer.replace("5h", "5d")).settle()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert clauses(t, 1, "jackpot") == {"MEGA 3.10.1/no-jackpot"}
    assert t.result.jackpots["J1"].paid == 0


@pytest.mark.clause("MEGA 3.10.1/no-jackpot", "MEGA 3.14")
def test_3_10_1_a_prize_that_was_entered_goes_back_to_the_meter() -> None:
    t = dealt(MEGA, {1: "Ah Kh Qh Jh Th"}, ACE_KING, jackpots=[1]).bet(1).reveal()
    t.do("claim_jackpot", box=1)
    assert t.meter == 100_000_00
    t.do("decline_reveal", box=1)
    assert t.meter == 1_000_000_00
    t.settle()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    account = t.result.jackpots["J1"]
    assert (account.paid, account.seeded) == (0, 0)


@pytest.mark.clause("MEGA 3.10.1/settled")
def test_3_10_1_a_hand_not_shown_cannot_come_back() -> None:
    t = declined(FLUSH, ACE_KING)
    assert refusal(t.do("claim_jackpot", box=1)) == ("hand-out", "MEGA 3.10.1")
    t.settle()
    assert t.result.players["p1"].net == -80_00
    assert "MEGA 3.10.1/settled" in clauses(t, 1, "bet")
    assert refusal(t.do("claim_jackpot", box=1)) is not None
    assert t.result.players["p1"].net == -80_00


@pytest.mark.clause("MEGA 3.10.1/view")
@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("player", False),
        ("dealer", False),
        ("pit_supervisor", True),
        ("pit_manager", True),
        ("shift_manager", True),
    ],
)
@pytest.mark.parametrize("after", ["the reveal", "settlement"])
def test_3_10_1_a_pit_supervisor_may_look_at_it(after: str, role: str, may: bool) -> None:
    t = declined(FLUSH, ACE_KING)
    if after == "settlement":
        t.settle()
    t.view(1, by=role)
    assert refusal(t) == (None if may else ("role-too-low", "MEGA 3.10.1/view"))
    seen = [(event.box, event.by.role) for event in t.events_of(DeclinedHandSeen)]
    assert seen == ([(1, Role(role))] if may else [])
    if after != "settlement":
        t.settle()
    assert [line.result.value for line in t.lines()] == ["lost"] * 3
    assert hands_seen_by(t) == {}


@pytest.mark.clause("MEGA 3.10.1/view")
def test_3_10_1_a_hand_that_was_shown_is_not_looked_at_again() -> None:
    t = dealt(MEGA, {1: FLUSH}, ACE_KING).bet(1).reveal().view(1, by="pit_supervisor")
    assert refusal(t) == ("wrong-time", "MEGA 3.9")


# 3.10.2: the dealer has no hand


@pytest.mark.clause("MEGA 3.10.2")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Kc Qd Js 9h 8c", False),
        ("Ac Qd Js Th 9c", False),  # the best hand that does not
        ("Ac Kd 4s 3h 2c", True),  # the worst that does
        ("Ac Kd Qs Jd 9c", True),
        ("2c 2d 3s 4h 6c", True),  # any pair
        ("5c 4d 3s 2h Ad", True),
        ("9d 6d 4d 3d 2d", True),
    ],
)
def test_3_10_2_the_dealer_needs_ace_king_or_better(dealer: str, qualifies: bool) -> None:
    t = settled(MEGA, {1: FOUR_SEVENS}, dealer)
    assert t.outcome(1, "bet") == (
        ("won", 1_000_00, 50_00) if qualifies else ("returned", 0, 50_00)
    )
    assert ("No hand" in calls(t)) is not qualifies


@pytest.mark.clause("MEGA 3.10.2/announce")
def test_3_10_2_no_hand_is_called_before_anything_is_paid() -> None:
    t = settled(MEGA, {1: TWO_PAIRS}, NO_HAND)
    [called] = [
        place
        for place, event in enumerate(t.events)
        if isinstance(event, CallMade) and event.text == "No hand"
    ]
    paid = [place for place, event in enumerate(t.events) if isinstance(event, WagerSettled)]
    assert called < min(paid)
    made = t.events[called]
    assert isinstance(made, CallMade)
    assert made.clauses == ("MEGA 3.10.2/announce",)
    assert calls(t) == ["Place your bets, please", "No more bets", "No hand"]


@pytest.mark.clause("MEGA 3.10.2.1")
def test_3_10_2_1_bets_go_back() -> None:
    t = settled(MEGA, {1: "Ah Kh Qh Jh Th", 2: "4s 4c 8d 6s 2d"}, "Ac Qd 9s 5h 3c")
    for box in (1, 2):
        assert t.outcome(box, "bet") == ("returned", 0, 50_00)
        assert clauses(t, box, "bet") == {"MEGA 3.10.2.1"}


@pytest.mark.clause("MEGA 3.10.2.2")
def test_3_10_2_2_antes_of_those_still_in_are_paid() -> None:
    t = settled(MEGA, {1: "Js 8c 7d 4c 2d", 2: TWO_PAIRS}, NO_HAND, folds=[2])
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)
    assert "MEGA 3.10.2.2" in clauses(t, 1, "ante")
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@pytest.mark.clause("MEGA 3.10.2.3")
def test_3_10_2_3_jackpot_hands_are_paid_though_the_dealer_has_none() -> None:
    t = settled(
        MEGA, {1: FOUR_SEVENS, 2: FLUSH.replace("Jh", "Th")}, NO_HAND, folds=[2], jackpots=[1, 2]
    )
    assert t.outcome(1, "jackpot") == ("won", 2_000_00, 0)
    assert "MEGA 3.10.2.3" in clauses(t, 1, "jackpot")
    assert t.outcome(2, "jackpot") == ("won", 100_00, 0)  # a folder has not declined


@pytest.mark.clause("MEGA 3.10.2.3")
def test_3_10_2_3_a_jackpot_hand_is_turned_up_unless_declined() -> None:
    hands = {1: FOUR_SEVENS, 2: FLUSH.replace("Jh", "Th")}
    t = dealt(MEGA, hands, NO_HAND, jackpots=[1, 2]).bet(1).bet(2).reveal()
    assert hands_seen_by(t) == {}
    t.do("decline_reveal", box=2).settle()
    assert hands_seen_by(t) == {1: FOUR_SEVENS}
    assert t.outcome(1, "jackpot") == ("won", 2_000_00, 0)
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)


# 3.10.3, 3.10.4: the dealer has a hand


@pytest.mark.clause("MEGA 3.10", "MEGA 3.10.3")
def test_3_10_3_the_dealer_meets_each_player_alone() -> None:
    hands = {1: TWO_PAIRS, 2: "As Kh 9d 5c 3h", 3: "Qd Jh 8c 4s 2d", 4: "7c 7h 7d 7s Tc"}
    t = settled(MEGA, hands, ACE_KING, folds=[4])
    assert [t.line(box, "ante").result.value for box in hands] == [
        "won",
        "standoff",
        "lost",
        "lost",
    ]
    assert [line.box for line in t.lines() if line.wager == "bet"] == [1, 2, 3]
    assert clauses(t, 4, "ante") == {"MEGA 3.9.1"}


@pytest.mark.clause("MEGA 3.10.3.1")
def test_3_10_3_1_a_higher_hand_is_paid_on_ante_and_bet() -> None:
    t = settled(MEGA, {1: "8s 8h Qc Td 2d"}, ACE_KING)
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)
    assert t.outcome(1, "bet") == ("won", 50_00, 50_00)
    assert "MEGA 3.10.3.1" in clauses(t, 1, "ante") & clauses(t, 1, "bet")


@pytest.mark.clause("MEGA 3.10.3.2")
def test_3_10_3_2_a_lower_hand_loses_ante_and_bet() -> None:
    t = settled(MEGA, {1: "Qs Jh 8c 4d 2d"}, ACE_KING)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert clauses(t, 1, "ante") == clauses(t, 1, "bet") == {"MEGA 3.10.3.2"}


@pytest.mark.clause("MEGA 3.10.3.3")
def test_3_10_3_3_a_beaten_hand_still_wins_its_jackpot() -> None:
    t = settled(MEGA, {1: FLUSH}, "Kc Kd Ks 9h 9c", jackpots=[1])
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert "MEGA 3.10.3.3" in clauses(t, 1, "jackpot")
    assert "MEGA 3.10.2.3" not in clauses(t, 1, "jackpot")  # that is for a dealer without a hand


@pytest.mark.clause("MEGA 3.10.4")
def test_3_10_4_equal_hands_stand_off() -> None:
    t = settled(MEGA, {1: "As Kh 9d 5c 3h"}, ACE_KING, jackpots=[1])
    assert t.outcome(1, "ante") == ("standoff", 0, 25_00)
    assert t.outcome(1, "bet") == ("standoff", 0, 50_00)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert "MEGA 3.10.4" in clauses(t, 1, "ante") & clauses(t, 1, "bet")


@pytest.mark.clause("MEGA 3.10.4")
def test_3_10_4_a_tie_against_no_hand_is_no_stand_off() -> None:
    t = settled(MEGA, {1: "As Qh 9d 5c 3h"}, NO_HAND)
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)
    assert t.outcome(1, "bet") == ("returned", 0, 50_00)


# 3.11: the order of hands

SAMPLES = [
    ("MEGA 3.11.1", HandClass.ROYAL_FLUSH, "Ad Kd Qd Jd Td"),
    ("MEGA 3.11.2", HandClass.STRAIGHT_FLUSH, "Jc Tc 9c 8c 7c"),
    ("MEGA 3.11.3", HandClass.FOUR_OF_A_KIND, "Ac Ah Ad As Jh"),
    ("MEGA 3.11.4", HandClass.FULL_HOUSE, "Kc Kh Kd As Ah"),
    ("MEGA 3.11.5", HandClass.FLUSH, "Jh 8h 6h 5h 2h"),
    ("MEGA 3.11.6", HandClass.STRAIGHT, "9c 8d 7c 6h 5s"),
    ("MEGA 3.11.7", HandClass.THREE_OF_A_KIND, "Ts Th Tc 6h 3d"),
    ("MEGA 3.11.8", HandClass.TWO_PAIRS, "Qs Qh 6c 6h 3d"),
    ("MEGA 3.11.9", HandClass.PAIR, "Ac Ah 8d 6h 5s"),
    ("MEGA 3.11.10", HandClass.ODD_CARDS, "Qc Th 6d 5s 2h"),
]
FURTHER = [
    ("MEGA 3.11.1", HandClass.ROYAL_FLUSH, "Ts Js Qs Ks As"),
    ("MEGA 3.11.2", HandClass.STRAIGHT_FLUSH, "Kd Qd Jd Td 9d"),
    ("MEGA 3.11.2", HandClass.STRAIGHT_FLUSH, "5h 4h 3h 2h Ah"),
    ("MEGA 3.11.3", HandClass.FOUR_OF_A_KIND, "2c 2h 2d 2s Ah"),
    ("MEGA 3.11.4", HandClass.FULL_HOUSE, "2c 2h 2d 3s 3h"),
    ("MEGA 3.11.5", HandClass.FLUSH, "Ac Kc Qc Jc 9c"),
    ("MEGA 3.11.5", HandClass.FLUSH, "3d 2d Ad Kd Qd"),
    ("MEGA 3.11.6", HandClass.STRAIGHT, "Ac Kd Qs Jh Tc"),
    ("MEGA 3.11.6", HandClass.STRAIGHT, "5c 4d 3s 2h As"),
    ("MEGA 3.11.7", HandClass.THREE_OF_A_KIND, "2s 2h 2c Ah Kd"),
    ("MEGA 3.11.8", HandClass.TWO_PAIRS, "3s 3h 2c 2h Ad"),
    ("MEGA 3.11.9", HandClass.PAIR, "2c 2h Ad Kh Qs"),
    ("MEGA 3.11.10", HandClass.ODD_CARDS, "3c 2d As Kh Qc"),
    ("MEGA 3.11.10", HandClass.ODD_CARDS, "Ac Kc Qc Jc 9d"),
]


@pytest.mark.parametrize(
    ("clause", "hand_class", "cards"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in SAMPLES + FURTHER],
)
def test_3_11_what_makes_a_hand(clause: str, hand_class: HandClass, cards: str) -> None:
    assert class_of(MEGA, cards) is hand_class
    assert rulebook(MEGA).hand_clauses[hand_class] == clause


@pytest.mark.clause("MEGA 3.11")
def test_3_11_ten_classes_from_the_highest_to_the_lowest() -> None:
    strengths = [strength_of(MEGA, cards) for _, _, cards in SAMPLES]
    assert strengths == sorted(strengths, reverse=True)
    assert len({hand_class for _, hand_class, _ in SAMPLES}) == 10


@pytest.mark.clause("MEGA 3.11")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Td Jd Qd Kd Ad", "Kc Qc Jc Tc 9c"),
        ("5h 4h 3h 2h Ah", "Kc Ks Kd Kh As"),
        ("2c 2h 2d 2s 3h", "Ac Ah Ad Ks Kh"),
        ("2c 2h 2d 3s 3h", "Ac Kc Qc Jc 9c"),
        ("7h 5h 4h 3h 2h", "Ac Kd Qs Jh Tc"),
        ("5c 4d 3s 2h As", "Ac Ah Ad Ks Qh"),
        ("2s 2h 2c 4h 3d", "As Ah Kc Kh Qd"),
        ("3s 3h 2c 2h 4d", "Ac Ah Kd Qh Js"),
        ("2c 2h 5d 4h 3s", "Ac Kd Qs Jh 9c"),
    ],
)
def test_3_11_the_lowest_of_a_class_beats_the_highest_of_the_next(higher: str, lower: str) -> None:
    assert strength_of(MEGA, higher) > strength_of(MEGA, lower)


# 3.12: hands of one class

TIES = [
    ("MEGA 3.12", "Kh Jh 9h 5h 2h", "Kd Jd 9d 4d 3d", "won"),
    ("MEGA 3.12", "As Kh Qd 5c 2d", "Ac Kd Js Th 9c", "won"),
    ("MEGA 3.12", "As Kh 9d 6c 2d", "Ac Kd 9s 5h 4c", "won"),
    ("MEGA 3.12", "9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac", "won"),
    ("MEGA 3.12", "9c 9d 9h 3s 2c", "8c 8d 8h Ks Ac", "won"),
    ("MEGA 3.12.1", "As Kh 9d 5c 3h", "Ac Kd 9s 5h 3c", "standoff"),
    ("MEGA 3.12.1", "Kh Jh 9h 5h 2h", "Kd Jd 9d 5d 2d", "standoff"),
    ("MEGA 3.12.2", "Qs Qh 6c 6h 3d", "Jc Jd Ts Th Ac", "won"),
    ("MEGA 3.12.2", "As Ah 2c 2h 3d", "Kc Kd Qs Qh Jc", "won"),
    ("MEGA 3.12.2/second-pair", "Qs Qh 6c 6h 3d", "Qc Qd 5s 5h Ac", "won"),
    ("MEGA 3.12.2/second-pair", "Qs Qh 3c 3h 2d", "Qc Qd Js Jh 4c", "lost"),
    ("MEGA 3.12.2/kicker", "Qs Qh 6c 6h 4d", "Qc Qd 6s 6d 3c", "won"),
    ("MEGA 3.12.2/kicker", "Qs Qh 6c 6h Kd", "Qc Qd 6s 6d Ac", "lost"),
    ("MEGA 3.12.2/stand-off", "Qs Qh 6c 6h 4d", "Qc Qd 6s 6d 4c", "standoff"),
    ("MEGA 3.12.3", "9s 9h 4c 3h 2d", "8c 8d As Kh Qc", "won"),
    ("MEGA 3.12.3", "2s 2h Ac Kh Qd", "3c 3d 6s 5h 4c", "lost"),
    ("MEGA 3.12.3/kickers", "8s 8h Qc 3d 2d", "8c 8d Js Th 9c", "won"),
    ("MEGA 3.12.3/kickers", "8s 8h Qc Td 3d", "8c 8d Qs 9h 7c", "won"),
    ("MEGA 3.12.3/kickers", "8s 8h Qc Td 3d", "8c 8d Qs Th 2c", "won"),
    ("MEGA 3.12.3/stand-off", "8s 8h Qc Td 2d", "8c 8d Qs Th 2c", "standoff"),
    ("MEGA 3.12.4", "6h 5h 4h 3h 2h", "5c 4c 3c 2c Ac", "won"),
    ("MEGA 3.12.4", "6h 5d 4h 3h 2h", "5c 4c 3c 2c As", "won"),
    ("MEGA 3.12.4", "Ac Kd Qs Jh Tc", "5s 4d 3s 2d Ah", "won"),
    ("MEGA 3.12.5", "9s 9h 9c 2h 2d", "8c 8d 8s Ah Ac", "won"),
    ("MEGA 3.12.5", "2s 2h 2c Ah Ad", "3c 3d 3s 4h 4c", "lost"),
    ("MEGA 3.12.6", "Qs Jh Td 9c 8h", "Qd Jc Ts 9h 8d", "standoff"),
    ("MEGA 3.12.6", "Qs Js Ts 9s 8s", "Qd Jd Td 9d 8d", "standoff"),
    ("MEGA 3.12.6", "5s 4h 3d 2c Ah", "5d 4c 3s 2h Ad", "standoff"),
]


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [pytest.param(*row[1:], marks=pytest.mark.clause(row[0])) for row in TIES],
)
def test_3_12_hands_of_one_class_are_split_by_their_cards(
    player: str, dealer: str, result: str
) -> None:
    assert compared(MEGA, player, dealer) == result
    assert compared(MEGA, dealer, player) == MIRRORED[result]


@pytest.mark.clause("MEGA 3.12.1")
def test_3_12_1_the_line_of_a_stand_off_says_why() -> None:
    t = settled(MEGA, {1: "Kh Jh 9h 5h 2h"}, "Kd Jd 9d 5d 2d")
    assert "MEGA 3.12.1" in clauses(t, 1, "ante") & clauses(t, 1, "bet")
