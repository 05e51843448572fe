"""CSP and MLP 4.2-4.5: the jackpot's prizes and the order in which they are paid."""

import pytest

from croupier.rulebooks.progressive import FixedSum, MeterShare
from croupier.table.events import HandViewed, JackpotClaimed
from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    FLUSH,
    FULL_HOUSE,
    GROWING,
    NINE_HIGH,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    decided_by,
    played,
    refusal,
    seen_by,
    take_bets,
)
from tests.playing import House

CLUB_ROYAL = "Ac Kc Qc Jc Tc"
HEART_STRAIGHT_FLUSH = "Jh Th 9h 8h 7h"
DEALER = "Ad Kd 7s 4s 2c"
"""Qualifies, and holds none of the cards above."""


@both("4.2")
@pytest.mark.parametrize(
    "hand", [STRAIGHT, "Jc Jd Jh 6h 3d", TWO_PAIRS, NINE_HIGH, "Jh 8h 6h 4h 2d"]
)
def test_4_2_a_hand_below_a_flush_wins_no_jackpot(game: Game, hand: str) -> None:
    t = played(game, {1: hand}, ACE_KING, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert decided_by(t, 1, "jackpot") == game.cites("4.2")
    assert t.meter == 1_000_000_00


@both("4.2")
def test_4_2_a_hand_is_paid_for_its_highest_class_once(game: Game) -> None:
    t = played(game, {1: STRAIGHT_FLUSH}, ACE_KING, jackpots=[1])
    # A straight flush is a flush too, and gets 10% and nothing more.
    assert t.won(1, "jackpot") == 100_000_00
    rows = [clause for clause in t.line(1, "jackpot").clauses if " 4.2/" in clause]
    assert rows == [f"{game.code} 4.2/straight-flush"]


@both("4.2/major")
def test_4_2_the_major_prizes_are_shares_of_the_meter(game: Game) -> None:
    shares = {
        row.clause: row.prize.percent
        for row in game.rulebook.progressive.rows
        if isinstance(row.prize, MeterShare)
    }
    assert shares == {
        f"{game.code} 4.2/royal-flush": 100,
        f"{game.code} 4.2/straight-flush": 10,
    }
    # They wait for a hand dealt earlier on the link; 4.5 is about them.
    t = two_tables(game, {1: NINE_HIGH}, {1: STRAIGHT_FLUSH, 2: ROYAL_FLUSH})
    finish(t, "T2")
    assert [t.line(box, "jackpot", table="T2").result for box in (1, 2)] == ["pending"] * 2


@both("4.2/minor")
def test_4_2_the_minor_prizes_are_fixed_sums_and_never_wait(game: Game) -> None:
    sums = {row.clause for row in game.rulebook.progressive.rows if isinstance(row.prize, FixedSum)}
    assert sums == game.cites("4.2/four-of-a-kind", "4.2/full-house", "4.2/flush")
    t = two_tables(game, {1: NINE_HIGH}, {1: FULL_HOUSE, 2: "Jh 9h 6h 4h 2h"})
    finish(t, "T2")
    assert t.outcome(1, "jackpot", table="T2") == ("won", 200_00, 0)
    assert t.outcome(2, "jackpot", table="T2") == ("won", 100_00, 0)
    jackpot = t.result.jackpots["J1"]
    assert (jackpot.meter, jackpot.paid, jackpot.pending) == (1_000_000_00, 0, ())


@both("4.2/royal-flush")
def test_4_2_a_royal_flush_takes_the_whole_meter(game: Game) -> None:
    t = played(
        game,
        {1: ROYAL_FLUSH},
        ACE_KING,
        jackpots=[1],
        jackpot={"meter": 765_432_10, "reset": 50_000_00},
    )
    assert t.outcome(1, "jackpot") == ("won", 765_432_10, 0)
    assert game.cites("4.2/royal-flush") <= decided_by(t, 1, "jackpot")
    jackpot = t.result.jackpots["J1"]
    assert (jackpot.meter, jackpot.paid, jackpot.seeded) == (50_000_00, 765_432_10, 50_000_00)


@both("4.2/straight-flush")
@pytest.mark.parametrize("hand", [STRAIGHT_FLUSH, "5h 4h 3h 2h Ah"])
@pytest.mark.parametrize(
    ("meter", "won"),
    [
        (1_000_000_00, 100_000_00),
        (1_000_000_04, 100_000_00),  # 100,000.004
        (1_000_000_05, 100_000_01),  # 100,000.005, half up
        (1_000_000_06, 100_000_01),
    ],
)
def test_4_2_a_straight_flush_takes_a_tenth(game: Game, hand: str, meter: int, won: int) -> None:
    t = played(
        game,
        {1: hand},
        ACE_KING,
        jackpots=[1],
        jackpot={"meter": meter, "reset": 100_000_00},
    )
    assert t.outcome(1, "jackpot") == ("won", won, 0)
    assert game.cites("4.2/straight-flush") <= decided_by(t, 1, "jackpot")
    assert t.meter == meter - won


@both("4.2/full-house")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
def test_4_2_a_full_house_wins_200(game: Game, dealer: str) -> None:
    t = played(game, {1: FULL_HOUSE}, dealer, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("won", 200_00, 0)
    assert game.cites("4.2/full-house") <= decided_by(t, 1, "jackpot")
    assert t.meter == 1_000_000_00


@both("4.2/flush")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
def test_4_2_a_flush_wins_100(game: Game, dealer: str) -> None:
    t = played(game, {1: FLUSH}, dealer, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert game.cites("4.2/flush") <= decided_by(t, 1, "jackpot")
    assert t.meter == 1_000_000_00


@both("4.2/flush", "4.2/full-house")
def test_4_2_a_fixed_prize_does_not_grow_with_the_stake(game: Game) -> None:
    t = played(
        game,
        {1: FLUSH, 2: FULL_HOUSE.replace("8h", "8d")},
        ACE_KING,
        jackpots=[1, 2],
        jackpot={"meter": 1_000_00, "reset": 1_000_00, "stake": 20_00},
    )
    assert (t.won(1, "jackpot"), t.won(2, "jackpot")) == (100_00, 200_00)


@both("4.4")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
def test_4_4_a_jackpot_hand_is_shown_to_the_dealer(game: Game, dealer: str) -> None:
    t = dealt(game, {1: FLUSH, 2: TWO_PAIRS}, dealer, jackpots=[1, 2])
    t.do("claim_jackpot", box=2)
    assert refusal(t) == ("no-jackpot-hand", f"{game.code} 4.2")
    t.do("claim_jackpot", box=1)
    assert [claimed.box for claimed in t.events_of(JackpotClaimed)] == [1]
    t.bet(1).bet(2).finish()
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)


@both("4.4")
def test_4_4_a_claim_lays_the_cards_open(game: Game) -> None:
    t = dealt(game, {1: FLUSH, 2: TWO_PAIRS}, jackpots=[1])
    assert t.events_of(HandViewed) == []
    t.do("claim_jackpot", box=1)
    for viewer in (None, "p1", "p2"):
        shown = {box.box: box.hand and box.hand.cards for box in seen_by(t, viewer).boxes}
        assert shown == {1: FLUSH, 2: None}
    # Two exposed cards void the round only while nobody has seen cards (5.8.2, 5.12).
    t.report("cards_exposed", count=2)
    assert t.phase == "dealt"
    t.bet(1).bet(2).reveal()
    claimed = seen_by(t).boxes[0].hand
    assert claimed is not None
    assert claimed.cards == FLUSH


@both("4.4")
def test_4_4_a_hand_that_was_not_claimed_is_found_all_the_same(game: Game) -> None:
    t = played(game, {1: FLUSH}, ACE_QUEEN, jackpots=[1])
    assert t.events_of(JackpotClaimed) == []
    assert t.won(1, "jackpot") == 100_00


@both("4.4")
def test_4_4_without_a_jackpot_bet_there_is_nothing_to_claim(game: Game) -> None:
    t = dealt(game, {1: FLUSH})
    t.do("claim_jackpot", box=1)
    assert refusal(t)[0] == "no-jackpot-hand"


@both("4.5")
def test_4_5_several_major_winners_are_paid_one_after_another(game: Game) -> None:
    t = played(
        game,
        {1: STRAIGHT_FLUSH, 3: HEART_STRAIGHT_FLUSH, 4: CLUB_ROYAL, 7: "Qs Js Ts 9s 8s"},
        "Ad Kd 7s 4s 2c",
        jackpots=[1, 3, 4, 7],
    )
    # 10% of 1,000,000; 10% of 900,000; all of 810,000; then 10% of the reset 100,000.
    paid = [t.won(box, "jackpot") for box in (1, 3, 4, 7)]
    assert paid == [100_000_00, 90_000_00, 810_000_00, 10_000_00]
    assert t.meter == 90_000_00


@both("4.5.1")
def test_4_5_1_at_one_table_the_hand_dealt_first_is_paid_first(game: Game) -> None:
    t = take_bets(game.house(), [5, 2], jackpots=[5, 2])
    t.deal({5: CLUB_ROYAL, 2: STRAIGHT_FLUSH}, "Ad Kd 7s 4s 2c").bet(5).bet(2).finish()
    assert (t.won(2, "jackpot"), t.won(5, "jackpot")) == (100_000_00, 900_000_00)
    assert t.meter == 100_000_00
    for box in (2, 5):
        assert game.cites("4.5.1") <= decided_by(t, box, "jackpot")


@both("4.5.1/value")
def test_4_5_1_each_is_paid_on_the_value_displayed_then(game: Game) -> None:
    t = played(
        game,
        {1: CLUB_ROYAL, 4: STRAIGHT_FLUSH},
        "Ad Kd 7s 4s 2c",
        jackpots=[1, 4],
    )
    assert (t.won(1, "jackpot"), t.won(4, "jackpot")) == (1_000_000_00, 10_000_00)
    assert t.meter == 90_000_00


@both("4.5.1/value")
def test_4_5_1_two_royals_the_second_gets_the_reset_value(game: Game) -> None:
    t = played(game, {1: CLUB_ROYAL, 2: ROYAL_FLUSH}, "Ad Kd 7h 4d 2c", jackpots=[1, 2])
    assert (t.won(1, "jackpot"), t.won(2, "jackpot")) == (1_000_000_00, 100_000_00)
    assert t.meter == 100_000_00
    jackpot = t.result.jackpots["J1"]
    assert (jackpot.paid, jackpot.seeded) == (1_100_000_00, 200_000_00)


@both("4.5.1/value")
def test_4_5_1_a_minor_winner_in_between_changes_nothing(game: Game) -> None:
    t = played(
        game,
        {1: STRAIGHT_FLUSH, 2: "Jh 8h 6h 4h 2h", 3: "Qs Js Ts 9s 8s"},
        "Ad Kd 7s 4s 2c",
        jackpots=[1, 2, 3],
    )
    assert [t.won(box, "jackpot") for box in (1, 2, 3)] == [100_000_00, 100_00, 90_000_00]


# Linked tables


def two_tables(game: Game, first: dict[int, str], second: dict[int, str]) -> House:
    """T1 is dealt before T2; every box has a jackpot wager and stays in."""
    t = game.house(tables=("T1", "T2"))
    for table, hands in (("T1", first), ("T2", second)):
        take_bets(t, hands, jackpots=hands, table=table)
    for table, hands in (("T1", first), ("T2", second)):
        t.deal(hands, DEALER, table=table)
    for table, hands in (("T1", first), ("T2", second)):
        for box in hands:
            t.bet(box, table=table)
    assert not t.refusals
    return t


def finish(t: House, table: str) -> House:
    t.finish(table=table)
    assert not t.refusals
    return t


@both("4.5.2")
def test_4_5_2_across_tables_the_hand_dealt_first_is_paid_first(game: Game) -> None:
    t = game.house(tables=("A", "B"))
    for table in ("A", "B"):
        take_bets(t, [1], jackpots=[1], table=table)
    t.deal({1: ROYAL_FLUSH}, DEALER, table="B", at="2024-05-01T10:00:03Z")
    t.deal({1: CLUB_ROYAL}, "Ad Kd 7s 4s 2c", table="A", at="2024-05-01T10:00:05Z")
    t.bet(1, table="A").bet(1, table="B").finish(table="A")
    # A is settled first and waits for B, which was dealt first.
    waiting = t.line(1, "jackpot", table="A")
    assert (waiting.result, waiting.won) == ("pending", 0)
    assert game.cites("4.5.2") <= set(waiting.clauses)
    [pending] = t.result.jackpots["J1"].pending
    assert (pending.table, pending.box, pending.round) == ("A", 1, 1)
    assert t.meter == 1_000_000_00
    t.finish(table="B")
    assert not t.refusals
    assert t.outcome(1, "jackpot", table="B") == ("won", 1_000_000_00, 0)
    assert t.outcome(1, "jackpot", table="A") == ("won", 100_000_00, 0)
    assert t.meter == 100_000_00


@both("4.5.2")
def test_4_5_2_the_order_of_settling_is_nothing_to_the_order_of_paying(game: Game) -> None:
    for first_settled, second_settled in (("T1", "T2"), ("T2", "T1")):
        t = two_tables(game, {1: STRAIGHT_FLUSH}, {1: ROYAL_FLUSH})
        finish(t, first_settled)
        finish(t, second_settled)
        assert t.won(1, "jackpot", table="T1") == 100_000_00
        assert t.won(1, "jackpot", table="T2") == 900_000_00


@both("4.5.2")
def test_4_5_2_a_winner_waits_for_an_earlier_deal_until_it_is_over(game: Game) -> None:
    t = two_tables(game, {1: NINE_HIGH}, {1: STRAIGHT_FLUSH})
    finish(t, "T2")
    assert t.line(1, "jackpot", table="T2").result == "pending"
    t.open(table="T2")
    assert t.refused is None, "a pending claim holds up no new round"
    t.report("foreign_card", table="T1")
    assert t.result.tables["T1"].phase == "void"
    assert t.outcome(1, "jackpot", table="T2") == ("won", 100_000_00, 0)


@both("4.5.2/house")
def test_4_5_2_the_house_may_fix_the_order(game: Game) -> None:
    t = game.house(tables=("T0", "T1", "T2"))
    hands = {"T0": NINE_HIGH, "T1": STRAIGHT_FLUSH, "T2": HEART_STRAIGHT_FLUSH}
    for table in hands:
        take_bets(t, [1], jackpots=[1], table=table)
    for table, hand in hands.items():
        t.deal({1: hand}, DEALER, table=table)
    for table in ("T1", "T2"):
        t.bet(1, table=table).finish(table=table)
    assert not t.refusals
    assert len(t.result.jackpots["J1"].pending) == 2
    order = [{"table": "T2", "box": 1}, {"table": "T1", "box": 1}]
    for role in ("dealer", "pit_supervisor", "pit_manager"):
        t.do("order_claims", claims=order, by=role)
        assert refusal(t) == ("role-too-low", f"{game.code} 4.5.2/house")
    t.do("order_claims", claims=order, by="shift_manager")
    assert t.refused is None
    assert t.won(1, "jackpot", table="T2") == 100_000_00
    assert t.won(1, "jackpot", table="T1") == 90_000_00
    t.bet(1, table="T0").finish(table="T0")
    assert t.won(1, "jackpot", table="T2") == 100_000_00
    assert t.won(1, "jackpot", table="T1") == 90_000_00


@both("4.5.2/house")
def test_4_5_2_only_claims_that_wait_are_put_in_order(game: Game) -> None:
    t = two_tables(game, {1: STRAIGHT_FLUSH}, {1: ROYAL_FLUSH})
    finish(t, "T1")
    t.do("order_claims", claims=[{"table": "T1", "box": 1}], by="shift_manager")
    assert refusal(t) == ("no-such-claim", f"{game.code} 4.5.2/house")


@both("4.5.2/value")
def test_4_5_2_each_table_is_paid_on_the_value_then_displayed(game: Game) -> None:
    t = two_tables(game, {1: STRAIGHT_FLUSH}, {1: HEART_STRAIGHT_FLUSH})
    finish(t, "T1")
    assert t.meter == 900_000_00
    finish(t, "T2")
    assert t.won(1, "jackpot", table="T1") == 100_000_00
    assert t.won(1, "jackpot", table="T2") == 90_000_00
    assert t.meter == 810_000_00


@both("4.5.2/value")
def test_4_5_2_wagers_of_later_rounds_are_in_the_value_too(game: Game) -> None:
    t = game.house(
        tables=("T1", "T2"),
        jackpot=GROWING,
    )
    for table in ("T1", "T2"):
        take_bets(t, [1], jackpots=[1], table=table)
    t.deal({1: ROYAL_FLUSH}, DEALER, table="T1").deal({1: CLUB_ROYAL}, DEALER, table="T2")
    t.bet(1, table="T1").bet(1, table="T2").finish(table="T1")
    # Two wagers of a dollar each were in the display.
    assert t.won(1, "jackpot", table="T1") == 1_000_002_00
    take_bets(t, [1], jackpots=[1], table="T1")
    t.finish(table="T2")
    assert t.won(1, "jackpot", table="T2") == 100_001_00
    assert t.meter == 100_000_00
