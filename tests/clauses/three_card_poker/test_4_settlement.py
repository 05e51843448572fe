"""Three Card Poker, 4: what antes, plays, bonuses, pair plus and jackpot wagers are paid."""

import pytest

from tests.clauses.marina_bay import (
    JACK_HIGH,
    QUEEN_HIGH,
    TCP,
    clauses,
    settled,
    wager_and_close,
)
from tests.playing import House

METER, RESET = 50_000_00, 10_000_00
JACKPOT = {"meter": METER, "reset": RESET}
LOW_DEALER = "Jd Tc 4s"


@pytest.mark.clause("TCP 4.1")
@pytest.mark.parametrize("hand", ["Kh 8d 2c", "Ac Ah 8d", "Th 4h 2h", "8d 7c 6h", "8h 7h 6h"])
def test_4_1_ante_and_play_pay_even_money_whatever_the_hand(hand: str) -> None:
    dealer = "Qs Jc 3d" if hand != "Th 4h 2h" else QUEEN_HIGH
    t = settled(TCP, {1: hand}, dealer, ante=25_00)
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)
    assert t.outcome(1, "play") == ("won", 25_00, 25_00)


@pytest.mark.clause("TCP 4.1/ante")
@pytest.mark.parametrize("dealer", [QUEEN_HIGH, JACK_HIGH])
@pytest.mark.parametrize("ante", [5_00, 10_00, 33_33])
def test_4_1_the_ante_pays_one_to_one(ante: int, dealer: str) -> None:
    t = settled(TCP, {1: "Kh 8d 2c"}, dealer, ante=ante)
    assert t.outcome(1, "ante") == ("won", ante, ante)
    assert "TCP 4.1/ante" in clauses(t, 1, "ante")


@pytest.mark.clause("TCP 4.1/play")
def test_4_1_the_play_pays_one_to_one() -> None:
    t = settled(TCP, {1: "8h 7h 6h"}, QUEEN_HIGH, ante=10_00)
    assert t.outcome(1, "play") == ("won", 10_00, 10_00)
    assert clauses(t, 1, "play") == {"TCP 3.14.1", "TCP 4.1/play"}


BONUS = [
    ("TCP 4.2/straight-flush", "8h 7h 6h", 50_00),
    ("TCP 4.2/straight-flush", "As Ks Qs", 50_00),
    ("TCP 4.2/three-of-a-kind", "Ts Th Tc", 40_00),
    ("TCP 4.2/straight", "8d 7c 6h", 10_00),
    ("TCP 4.2/straight", "3d 2c As", 10_00),
]


@pytest.mark.parametrize(
    ("clause", "hand", "bonus"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in BONUS],
)
def test_4_2_the_ante_bonus_of_ten(clause: str, hand: str, bonus: int) -> None:
    t = settled(TCP, {1: hand}, "Qd Jd 9c", ante=10_00)
    assert t.outcome(1, "ante_bonus") == ("won", bonus, 0)
    assert clause in clauses(t, 1, "ante_bonus")


@pytest.mark.clause("TCP 4.2")
@pytest.mark.parametrize("ante", [5_00, 10_00, 25_00])
def test_4_2_the_bonus_is_on_the_ante_alone(ante: int) -> None:
    t = settled(TCP, {1: "8h 7h 6h"}, QUEEN_HIGH, ante=ante)
    assert t.won(1, "ante_bonus") == 5 * ante  # and not on ante and play together
    assert t.result.players["p1"].net == ante + ante + 5 * ante


@pytest.mark.clause("TCP 4.2")
@pytest.mark.parametrize("hand", ["Th 4h 2h", "Ac Ah 8d", "Kh 8d 2c"])
def test_4_2_a_flush_or_less_earns_none(hand: str) -> None:
    assert not settled(TCP, {1: hand}, QUEEN_HIGH).has_line(1, "ante_bonus")


PAIR_PLUS = [
    ("TCP 4.3/straight-flush", "8h 7h 6h", 400_00),
    ("TCP 4.3/straight-flush", "As Ks Qs", 400_00),
    ("TCP 4.3/three-of-a-kind", "Ts Th Tc", 300_00),
    ("TCP 4.3/straight", "8d 7c 6h", 50_00),
    ("TCP 4.3/straight", "3d 2c As", 50_00),
    ("TCP 4.3/flush", "Th 4h 2h", 40_00),
    ("TCP 4.3/pair", "Ac Ah 8d", 10_00),
    ("TCP 4.3/pair", "2c 2h 3d", 10_00),
]


def pair_plus(hand: str, amount: int = 10_00) -> House:
    dealer = "Qd Jd 9c"
    return House(TCP).open().pair_plus(1, amount).close().deal({1: hand}, dealer).finish()


@pytest.mark.parametrize(
    ("clause", "hand", "won"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in PAIR_PLUS],
)
def test_4_3_a_pair_plus_of_ten(clause: str, hand: str, won: int) -> None:
    t = pair_plus(hand)
    assert t.outcome(1, "pair_plus") == ("won", won, 10_00)
    assert clause in clauses(t, 1, "pair_plus")


@pytest.mark.clause("TCP 4.3")
def test_4_3_no_pair_loses_and_the_best_class_is_paid_once() -> None:
    t = pair_plus("Qc Th 6d")
    assert t.outcome(1, "pair_plus") == ("lost", 0, 0)
    assert clauses(t, 1, "pair_plus") == {"TCP 4.3"}
    assert [line.won for line in pair_plus("8h 7h 6h", 5_55).lines()] == [222_00]


# 4.4: the jackpot

PRIZES = [
    ("TCP 4.4/akq-spades", "As Ks Qs", METER, RESET),
    ("TCP 4.4/akq-spades", "Qs As Ks", METER, RESET),
    ("TCP 4.4/akq-other-suits", "Ah Kh Qh", 1_250_00, METER),
    ("TCP 4.4/akq-other-suits", "Qd Kd Ad", 1_250_00, METER),
    ("TCP 4.4/akq-other-suits", "Ac Kc Qc", 1_250_00, METER),
    ("TCP 4.4/straight-flush", "8h 7h 6h", 175_00, METER),
    ("TCP 4.4/straight-flush", "Ks Qs Js", 175_00, METER),
    ("TCP 4.4/straight-flush", "3s 2s As", 175_00, METER),
    ("TCP 4.4/three-of-a-kind", "Ts Th Td", 150_00, METER),
    ("TCP 4.4/straights", "8d 7c 6h", 15_00, METER),
    ("TCP 4.4/straights", "As Kc Qs", 15_00, METER),
]


@pytest.mark.parametrize(
    ("clause", "hand", "prize", "meter"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in PRIZES],
)
def test_4_4_jackpot_prizes(clause: str, hand: str, prize: int, meter: int) -> None:
    t = settled(TCP, {1: hand}, LOW_DEALER, jackpots=[1], jackpot=JACKPOT)
    assert t.outcome(1, "jackpot") == ("won", prize, 0)  # the stake is spent
    assert clause in clauses(t, 1, "jackpot")
    assert t.meter == meter


@pytest.mark.clause("TCP 4.4")
def test_4_4_the_highest_row_is_paid_once() -> None:
    # Ace, king and queen of spades are a straight flush too: the meter, and no 175.00 on top.
    t = settled(TCP, {1: "As Ks Qs"}, LOW_DEALER, jackpots=[1], jackpot=JACKPOT)
    account = t.result.jackpots["J1"]
    assert t.won(1, "jackpot") == METER
    assert (account.meter, account.paid, account.seeded) == (RESET, METER, RESET)


@pytest.mark.clause("TCP 4.4")
@pytest.mark.parametrize("hand", ["Th 4h 2h", "Ac Ah 8d", "Kh 8d 2c"])
def test_4_4_a_flush_or_less_wins_nothing(hand: str) -> None:
    t = settled(TCP, {1: hand}, "Qs Jd 9c", jackpots=[1], jackpot=JACKPOT)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert clauses(t, 1, "jackpot") == {"TCP 4.4"}


@pytest.mark.clause("TCP 4.4/akq-spades")
def test_4_4_the_rounds_own_wagers_are_in_the_prize() -> None:
    jackpot = {**JACKPOT, "increment": "0.2"}
    hands = {1: "As Ks Qs", 2: "Kh 8d 2c"}
    t = settled(TCP, hands, LOW_DEALER, jackpots=[1, 2], jackpot=jackpot)
    assert t.won(1, "jackpot") == METER + 2_00
    assert t.meter == RESET


@pytest.mark.parametrize("order", [("T1", "T2"), ("T2", "T1")])
def test_t15_on_linked_tables_the_first_settled_takes_the_meter(order: tuple[str, str]) -> None:
    t = House(TCP, tables=("T1", "T2"), jackpot=JACKPOT)
    for table in ("T1", "T2"):
        wager_and_close(t, [1], jackpots=[1], table=table)
        t.deal({1: "As Ks Qs"}, LOW_DEALER, table=table).fold(1, table=table)
    for table in order:
        t.finish(table=table)
    assert [t.won(1, "jackpot", table=table) for table in order] == [METER, RESET]


ENVIES = [
    ("TCP 4.4/akq-spades-envy", "As Ks Qs", 250_00),
    ("TCP 4.4/akq-other-suits-envy", "Ah Kh Qh", 50_00),
    ("TCP 4.4/akq-other-suits-envy", "Ad Kd Qd", 50_00),
    ("TCP 4.4/akq-other-suits-envy", "Ac Kc Qc", 50_00),
    ("TCP 4.4/envy-na", "8h 7h 6h", 0),
    ("TCP 4.4/envy-na", "Ks Qs Js", 0),
    ("TCP 4.4/envy-na", "3s 2s As", 0),
    ("TCP 4.4/envy-na", "Th Ts Td", 0),
    ("TCP 4.4/envy-na", "As Kc Qs", 0),
]


@pytest.mark.parametrize(
    ("clause", "hand", "envy"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in ENVIES],
)
def test_4_4_what_the_others_get(clause: str, hand: str, envy: int) -> None:
    hands = {1: hand, 2: "9h 5d 2c", 3: "8s 5c 3d", 4: "7d 4c 2h"}
    t = settled(TCP, hands, LOW_DEALER, jackpots=[2, 3, 4], jackpot=JACKPOT)
    assert [t.has_line(box, "envy_bonus") for box in hands] == [False, *[envy > 0] * 3]
    for box in (2, 3, 4):
        if envy:
            assert t.outcome(box, "envy_bonus") == ("won", envy, 0)
            assert clause in clauses(t, box, "envy_bonus")
    assert t.meter == METER  # the House pays envy
