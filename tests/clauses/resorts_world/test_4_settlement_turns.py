"""CSP and MLP 4.5, 5.15: a share of the meter keeps its turn, whatever changes its round later.

The meter shows 1,000,000.00 and goes back to 100,000.00 unless a test says otherwise. T1 and T2
are linked; boxes that are not named stay in and lose.
"""

from typing import Any

from tests.clauses.resorts_world.games import (
    ACE_KING,
    FLUSH,
    GROWING,
    NINE_HIGH,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    take_bets,
)
from tests.playing import House

OTHER_STRAIGHT_FLUSH = "9c 8c 7c 6c 5c"
OTHER_ROYAL = "Ah Kh Qh Jh Th"
LOSER = "Qd Jd 8s 3s 2h"
THIRD_STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
DEALER = "Ad Kd 7s 4s 2d"
MILLION = {"meter": 1_000_000_00, "reset": 100_000_00}


def linked(game: Game, **settings: Any) -> House:
    return game.house(**{"jackpot": MILLION, "tables": ("T1", "T2"), **settings})


def play(t: House, table: str, hands: dict[int, str], jackpots: list[int]) -> House:
    """A whole round of one of the linked tables."""
    take_bets(t, hands, jackpots=jackpots, table=table)
    t.deal(hands, DEALER, table=table)
    for box in hands:
        t.bet(box, table=table)
    return t.finish(table=table)


def account(t: House) -> tuple[int, int, int]:
    """(meter, paid, seeded)."""
    jackpot = t.result.jackpots["J1"]
    return jackpot.meter, jackpot.paid, jackpot.seeded


def prize(t: House, box: int, table: str = "T1") -> int:
    return t.line(box, "jackpot", table=table).won


@both("4.5.1/value", "5.15")
def test_4_5_1_a_bystanders_wrong_count_prices_nobody_again(game: Game) -> None:
    """T1's royal takes a million; T2's straight flush 10 % of the 100,000.00 that then shows."""
    t = linked(game)
    play(t, "T1", {1: ROYAL_FLUSH, 2: NINE_HIGH}, [1])
    play(t, "T2", {1: STRAIGHT_FLUSH}, [1])
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.outcome(2, "ante", table="T1") == ("returned", 0, 100_00)
    assert (prize(t, 1), prize(t, 1, "T2")) == (1_000_000_00, 10_000_00)
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)


@both("4.5.1", "5.15")
def test_4_5_1_the_next_in_line_moves_up_at_the_old_turn(game: Game) -> None:
    """Box 1 took 100,000.00, box 2 10 % of the 900,000.00 left; T2 a royal of 810,000.00. Box 1
    falls out: box 2 has 10 % of the million that showed at the settlement, 100,000.00. Of the
    190,000.00 that T1 had taken 90,000.00 go back into what T2 left."""
    t = linked(game)
    play(t, "T1", {1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH}, [1, 2])
    play(t, "T2", {1: ROYAL_FLUSH}, [1])
    assert (prize(t, 1), prize(t, 2), prize(t, 1, "T2")) == (100_000_00, 90_000_00, 810_000_00)
    t.report("player_card_count", box=1, reconstructable=False)
    assert (prize(t, 2), prize(t, 1, "T2")) == (100_000_00, 810_000_00)
    assert account(t) == (190_000_00, 910_000_00, 100_000_00)


@both("4.5.1", "5.15")
def test_4_5_1_a_returned_wagers_contribution_is_gone_from_the_old_display(game: Game) -> None:
    """Each wager adds 1.00. At T1's settlement 1,000,003.00 show, of which box 1 has 10 %:
    100,000.30. Without box 3's dollar it is 10 % of 1,000,002.00: 100,000.20; T2's wager of the
    next round is not in it."""
    t = linked(game, jackpot=GROWING)
    hands = {1: STRAIGHT_FLUSH, 2: NINE_HIGH, 3: TWO_PAIRS}
    play(t, "T1", hands, [1, 2, 3])
    assert prize(t, 1) == 100_000_30
    take_bets(t, [1], jackpots=[1], table="T2")
    assert t.meter == 900_003_70  # 1,000,003.00 - 100,000.30 + 1.00
    t.report("player_card_count", box=3, reconstructable=False)
    assert prize(t, 1) == 100_000_20
    assert t.meter == 900_002_80  # a dollar less, and ten cents more


@both("4.5.2", "4.5.2/value")
def test_4_5_2_each_share_has_a_turn_of_its_own(game: Game) -> None:
    """T1 is dealt first and still decides, so T2's two straight flushes wait. The House pays box 2
    first: 100,000.00 of a million; then the meter is lowered by 100,000.00 and box 1 has 10 % of
    800,000.00. Box 2's hand turns out to be none: box 1 would have had 10 % of 900,000.00."""
    t = linked(game, entry="recording")
    take_bets(t, [1], table="T1")
    t.deal({1: NINE_HIGH}, ACE_KING, table="T1")
    play(t, "T2", {1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH}, [1, 2])
    t.do("order_claims", claims=[{"table": "T2", "box": 2}], by="shift_manager")
    t.do("adjust_jackpot", jackpot="J1", amount=-100_000_00, reason="r", by="shift_manager")
    t.do("order_claims", claims=[{"table": "T2", "box": 1}], by="shift_manager")
    assert (prize(t, 2, "T2"), prize(t, 1, "T2")) == (100_000_00, 80_000_00)
    by = {"id": "sue", "role": "pit_supervisor"}
    t.do("correct_entry", box=2, cards=TWO_PAIRS, table="T2", by=by)
    assert not t.refusals
    assert t.outcome(2, "jackpot", table="T2") == ("lost", 0, 0)
    assert prize(t, 1, "T2") == 90_000_00
    assert account(t) == (810_000_00, 90_000_00, 0)


@both("4.5.2")
def test_4_5_2_a_share_that_waits_goes_on_waiting(game: Game) -> None:
    t = linked(game)
    take_bets(t, [1], table="T1")
    t.deal({1: NINE_HIGH}, ACE_KING, table="T1")
    play(t, "T2", {1: STRAIGHT_FLUSH, 2: TWO_PAIRS}, [1])
    t.report("player_card_count", box=2, reconstructable=False, table="T2")
    assert t.outcome(2, "ante", table="T2") == ("returned", 0, 100_00)
    assert t.outcome(1, "jackpot", table="T2") == ("pending", 0, 0)
    assert account(t) == (1_000_000_00, 0, 0)
    t.bet(1, table="T1").finish(table="T1")
    assert prize(t, 1, "T2") == 100_000_00


@both("4.5.1")
def test_4_5_1_a_hand_that_becomes_a_winner_joins_the_first_turn(game: Game) -> None:
    """Box 2 took the million at its turn, box 4 10 % of 100,000.00 after it. Box 1 was keyed
    wrongly: as a straight flush it joins the turn of box 2, before it by the order of the deal.
    So box 1 has 100,000.00, box 2 the 900,000.00 left, box 4 its 10,000.00 as before."""
    t = game.house(entry="recording", jackpot=MILLION)
    hands = {1: LOSER, 2: ROYAL_FLUSH, 4: OTHER_STRAIGHT_FLUSH}
    take_bets(t, hands, jackpots=[1, 2, 4])
    t.deal(hands, DEALER).bet(1).bet(2).bet(4).finish()
    assert (prize(t, 2), prize(t, 4)) == (1_000_000_00, 10_000_00)
    t.do("correct_entry", box=1, cards=THIRD_STRAIGHT_FLUSH, by="pit_supervisor")
    assert (prize(t, 1), prize(t, 2), prize(t, 4)) == (100_000_00, 900_000_00, 10_000_00)
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)


@both("4.5.1")
def test_4_5_1_a_late_winner_is_paid_before_later_turns_of_its_round(game: Game) -> None:
    """Box 1 had 100,000.00 at the first turn, box 2's royal 900,000.00 at the second. Box 3 joins
    the first: 10 % of 900,000.00, and 810,000.00 are left for box 2."""
    t = game.house(entry="recording", jackpot=MILLION)
    hands = {1: STRAIGHT_FLUSH, 2: ROYAL_FLUSH, 3: NINE_HIGH}
    take_bets(t, hands, jackpots=[1, 2, 3])
    t.deal(hands, "Ad Kh 7h 4c 2d").bet(1).bet(2).bet(3).finish()
    t.do("correct_entry", box=3, cards=OTHER_STRAIGHT_FLUSH, by="pit_supervisor")
    assert not t.refusals
    assert [prize(t, box) for box in (1, 2, 3)] == [100_000_00, 810_000_00, 90_000_00]
    assert account(t) == (100_000_00, 1_000_000_00, 100_000_00)


@both("4.5.2/value")
def test_4_5_2_where_nothing_had_been_paid_the_turn_is_now(game: Game) -> None:
    """T2's royal has taken the million meanwhile; a flush, a fixed prize, is no share."""
    t = linked(game, entry="recording")
    play(t, "T1", {1: FLUSH, 2: NINE_HIGH}, [1, 2])
    play(t, "T2", {1: ROYAL_FLUSH}, [1])
    t.do("correct_entry", box=2, cards=OTHER_STRAIGHT_FLUSH, table="T1", by="pit_supervisor")
    assert (prize(t, 1), prize(t, 2), prize(t, 1, "T2")) == (100_00, 10_000_00, 1_000_000_00)
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)


@both("4.5.2")
def test_4_5_2_a_late_winner_waits_in_the_usual_order(game: Game) -> None:
    t = linked(game, entry="recording")
    take_bets(t, [1], table="T2")
    t.deal({1: NINE_HIGH}, ACE_KING, table="T2")
    play(t, "T1", {1: TWO_PAIRS}, [1])
    t.do("correct_entry", box=1, cards=STRAIGHT_FLUSH, table="T1", by="pit_supervisor")
    assert t.outcome(1, "jackpot", table="T1") == ("pending", 0, 0)
    t.bet(1, table="T2").finish(table="T2")
    assert prize(t, 1) == 100_000_00


@both("4.5.1")
def test_4_5_1_a_hand_keyed_wrongly_gives_its_turn_away_once_nothing_stands(game: Game) -> None:
    """A royal was keyed, then two pairs, then the royal again: by then 250,000.00 have been added,
    and no share of the round stood, so its turn is then."""
    t = game.house(entry="recording", jackpot=MILLION)
    take_bets(t, [1], jackpots=[1])
    t.deal({1: ROYAL_FLUSH}, DEALER).bet(1).finish()
    t.do("correct_entry", box=1, cards=TWO_PAIRS, by="pit_supervisor")
    assert account(t) == (1_000_000_00, 0, 0)
    t.do("adjust_jackpot", jackpot="J1", amount=250_000_00, reason="r", by="shift_manager")
    t.do("correct_entry", box=1, cards=ROYAL_FLUSH, by="pit_supervisor")
    assert prize(t, 1) == 1_250_000_00


@both("4.5.1/value")
def test_4_5_1_a_corrected_class_keeps_the_turn(game: Game) -> None:
    """As a straight flush it had 100,000.00; 500,000.00 more came later. As a royal it has the
    million that showed, and what came later stays: 1,500,000.00 - 1,000,000.00 + the reset."""
    t = game.house(entry="recording", jackpot=MILLION)
    take_bets(t, [1], jackpots=[1])
    t.deal({1: STRAIGHT_FLUSH}, DEALER).bet(1).finish()
    t.do("adjust_jackpot", jackpot="J1", amount=500_000_00, reason="r", by="shift_manager")
    t.do("correct_entry", box=1, cards=ROYAL_FLUSH, by="pit_supervisor")
    assert prize(t, 1) == 1_000_000_00
    assert account(t) == (600_000_00, 1_000_000_00, 100_000_00)


@both("4.5.2/value", "5.22")
def test_5_22_a_void_takes_back_what_the_round_moved_and_nothing_else(game: Game) -> None:
    """T1's royal: a million paid, 100,000.00 seeded. T2's royal: those paid, as much seeded. The
    void of T1 puts 1,000,000.00 back and takes 100,000.00 out; T2 keeps its 100,000.00."""
    t = linked(game)
    play(t, "T1", {1: ROYAL_FLUSH}, [1])
    play(t, "T2", {1: OTHER_ROYAL}, [1])
    assert account(t) == (100_000_00, 1_100_000_00, 200_000_00)
    t.report("foreign_card", table="T1")
    assert prize(t, 1, "T2") == 100_000_00
    assert account(t) == (1_000_000_00, 100_000_00, 100_000_00)


@both("4.5.1/value")
def test_4_5_1_below_zero_the_house_makes_it_good_for_ever(game: Game) -> None:
    """A straight flush took 100,000.00 of a million, and 890,000.00 were moved elsewhere: 10,000.00
    left. As a royal the hand is due the million of its turn: 900,000.00 more, and 100,000.00 of
    seed: -790,000.00, which the House makes good. Then it was a straight flush after all:
    the difference goes back, what was made good stays: 900,000.00 - 100,000.00 on top of zero."""
    t = game.house(entry="recording", jackpot=MILLION)
    take_bets(t, [1], jackpots=[1])
    t.deal({1: STRAIGHT_FLUSH}, DEALER).bet(1).finish()
    t.do("adjust_jackpot", jackpot="J1", amount=-890_000_00, reason="r", by="shift_manager")
    t.do("correct_entry", box=1, cards=ROYAL_FLUSH, by="pit_supervisor")
    assert account(t) == (0, 1_000_000_00, 890_000_00)  # seeded 100,000.00 and 790,000.00
    t.do("correct_entry", box=1, cards=STRAIGHT_FLUSH, by="pit_supervisor")
    assert account(t) == (800_000_00, 100_000_00, 790_000_00)


@both("5.18.1")
def test_5_18_1_a_turn_after_a_failure_is_priced_on_the_registered_value(game: Game) -> None:
    """A million was registered; 500,000.00 came to the display after it. Box 1 had 100,000.00 and
    box 2 90,000.00; without box 1 it is 10 % of the registered million."""
    t = game.house(jackpot=MILLION)
    hands = {1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH}
    take_bets(t, hands, jackpots=[1, 2])
    t.deal(hands, DEALER).view(1).report("jackpot_failure")
    t.do("adjust_jackpot", jackpot="J1", amount=500_000_00, reason="r", by="shift_manager")
    t.bet(1).bet(2).finish()
    assert (prize(t, 1), prize(t, 2)) == (100_000_00, 90_000_00)
    t.report("player_card_count", box=1, reconstructable=False)
    assert prize(t, 2) == 100_000_00
    assert account(t) == (1_400_000_00, 100_000_00, 0)


@both("5.15")
def test_5_15_a_count_put_right_after_the_settlement_gives_no_option(game: Game) -> None:
    """Box 1's hand had been read wrongly: corrected it is a straight flush, and priced now."""
    t = game.house(jackpot=MILLION)
    take_bets(t, [1, 2], jackpots=[1])
    t.deal({1: FLUSH.replace("2h", "3h"), 2: LOSER}, DEALER).bet(1).bet(2).finish()
    t.report("player_card_count", box=1, reconstructable=True, hands={"1": OTHER_STRAIGHT_FLUSH})
    assert t.phase == "settled"
    assert prize(t, 1) == 100_000_00
    assert t.won(1, "bet") == 50 * 200_00
