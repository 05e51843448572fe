"""Megalink Singapore Stud Poker, 3.13 to 3.15: who is paid from the jackpot, and in what order."""

from typing import Any

import pytest

from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    MILLION,
    RESET,
    clauses,
    refusal,
    settled,
    wager_and_close,
)
from tests.playing import House

ROYALS = ["Ah Kh Qh Jh Th", "As Ks Qs Js Ts", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc"]
STRAIGHT_FLUSHES = ["9h 8h 7h 6h 5h", "9s 8s 7s 6s 5s", "9d 8d 7d 6d 5d", "9c 8c 7c 6c 5c"]
LOW_DEALER = "4c 4d 3c 3s 2h"  # two pairs: a dealer's hand that leaves all the above in the deck


def winners(*hands: str, meter: int = MILLION, reset: int = RESET, **table: Any) -> House:
    """One round at one table in which every hand has a jackpot wager."""
    boxes = dict(enumerate(hands, start=1))
    return settled(
        MEGA, boxes, LOW_DEALER, jackpots=boxes, jackpot={"meter": meter, "reset": reset}, **table
    )


def prizes(t: House, **where: Any) -> list[int]:
    return [line.won for line in t.lines(**where) if line.wager == "jackpot"]


def account(t: House) -> tuple[int, int, int]:
    """(meter, paid, seeded)."""
    jackpot = t.result.jackpots["J1"]
    return jackpot.meter, jackpot.paid, jackpot.seeded


@pytest.mark.clause("MEGA 3.13")
def test_3_13_the_jackpot_comes_on_top_of_ante_and_bet() -> None:
    t = settled(MEGA, {1: "7c 7h 7d 7s Jh"}, ACE_KING, jackpots=[1])
    assert [line.won for line in t.lines()] == [25_00, 1_000_00, 2_000_00]
    assert t.result.players["p1"].net == 25_00 + 1_000_00 + 2_000_00 - 5_00


# 3.14: separate tables


def linked(hands: dict[str, str], **jackpot: Any) -> House:
    """One hand with a jackpot wager at each table of a link, ready to be entered."""
    t = House(MEGA, tables=tuple(hands), jackpot={"meter": MILLION, "reset": RESET, **jackpot})
    for table, hand in hands.items():
        wager_and_close(t, [1], jackpots=[1], table=table)
        t.deal({1: hand}, LOW_DEALER, table=table).bet(1, table=table)
    return t


def finish(t: House, *tables: str) -> House:
    for table in tables:
        t.finish(table=table)
    assert not t.refusals
    return t


@pytest.mark.clause("MEGA 3.14")
def test_3_14_the_hand_entered_first_is_paid_first() -> None:
    t = linked({"T1": ROYALS[0], "T2": ROYALS[1]})
    t.do("claim_jackpot", box=1, table="T2").do("claim_jackpot", box=1, table="T1")
    finish(t, "T1", "T2")
    assert (prizes(t, table="T1"), prizes(t, table="T2")) == ([RESET], [MILLION])
    assert account(t) == (RESET, MILLION + RESET, 2 * RESET)


@pytest.mark.clause("MEGA 3.14")
def test_3_14_without_a_claim_settlement_is_the_entry() -> None:
    t = finish(linked({"T1": ROYALS[0], "T2": ROYALS[1]}), "T2", "T1")
    assert (prizes(t, table="T1"), prizes(t, table="T2")) == ([RESET], [MILLION])


@pytest.mark.clause("MEGA 3.14")
def test_3_14_a_claim_comes_before_a_settlement_that_is_made_later() -> None:
    t = linked({"T1": ROYALS[0], "T2": ROYALS[1]}).do("claim_jackpot", box=1, table="T2")
    finish(t, "T1", "T2")
    assert (prizes(t, table="T1"), prizes(t, table="T2")) == ([RESET], [MILLION])


@pytest.mark.clause("MEGA 3.14")
@pytest.mark.parametrize(
    ("order", "royal", "straight_flush"),
    [(("T1", "T2"), MILLION, RESET // 10), (("T2", "T1"), 900_000_00, 100_000_00)],
)
def test_3_14_across_tables_the_order_of_entry_counts_and_not_the_rank(
    order: tuple[str, str], royal: int, straight_flush: int
) -> None:
    t = linked({"T1": ROYALS[0], "T2": STRAIGHT_FLUSHES[1]})
    for table in order:
        t.do("claim_jackpot", box=1, table=table)
    finish(t, "T1", "T2")
    assert prizes(t, table="T1") == [royal]
    assert prizes(t, table="T2") == [straight_flush]
    assert account(t)[0] == (90_000_00 if order[0] == "T1" else RESET)


@pytest.mark.clause("MEGA 3.14")
def test_3_14_what_was_wagered_before_the_entry_is_in_the_prize() -> None:
    # A fifth of each 5.00 is 1.00. Both tables close before the first entry; the third after.
    t = linked({"T1": ROYALS[0], "T2": ROYALS[1]}, increment="0.2")
    finish(t.do("claim_jackpot", box=1, table="T2"), "T2", "T1")
    assert prizes(t, table="T2") == [MILLION + 2_00]
    assert prizes(t, table="T1") == [RESET]
    wager_and_close(t, [1], jackpots=[1], table="T1")
    t.deal({1: ROYALS[2]}, LOW_DEALER.replace("4d", "4s"), table="T1").fold(1, table="T1")
    finish(t, "T1")
    assert prizes(t, table="T1", round=2) == [RESET + 1_00]


@pytest.mark.clause("MEGA 3.14")
def test_3_14_the_prize_is_worked_out_when_the_hand_is_entered() -> None:
    t = House(
        MEGA,
        tables=("T1", "T2"),
        jackpot={"meter": MILLION, "reset": RESET, "increment": "0.2"},
    )
    wager_and_close(t, [1], jackpots=[1], table="T1")
    t.deal({1: STRAIGHT_FLUSHES[0]}, LOW_DEALER, table="T1").bet(1, table="T1")
    t.do("claim_jackpot", box=1, table="T1")
    assert t.meter == 900_000_90  # 1,000,001.00 less its tenth
    wager_and_close(t, [1], jackpots=[1], table="T2")
    assert t.meter == 900_001_90
    finish(t, "T1")
    assert prizes(t, table="T1") == [100_000_10]


@pytest.mark.clause("MEGA 3.14")
def test_3_14_a_hand_that_falls_away_gives_its_prize_back_and_later_ones_stand() -> None:
    t = linked({"T1": ROYALS[0], "T2": STRAIGHT_FLUSHES[1]})
    t.do("claim_jackpot", box=1, table="T1").do("claim_jackpot", box=1, table="T2")
    assert t.meter == RESET - RESET // 10
    t.reveal(table="T1").do("decline_reveal", box=1, table="T1").settle(table="T1")
    finish(t, "T2")
    assert prizes(t, table="T1") == [0]
    assert prizes(t, table="T2") == [10_000_00]  # not priced again on the million
    assert account(t) == (990_000_00, 10_000_00, 0)


@pytest.mark.clause("MEGA 3.14")
def test_3_14_a_void_gives_an_entered_prize_back() -> None:
    t = linked({"T1": ROYALS[0], "T2": ROYALS[1]}).do("claim_jackpot", box=1, table="T1")
    t.report("foreign_card", table="T1")
    finish(t, "T2")
    assert t.outcome(1, "jackpot", table="T1") == ("void", 0, 5_00)
    assert prizes(t, table="T2") == [MILLION]


@pytest.mark.clause("MEGA 3.14", "MEGA 5.1.1")
def test_3_14_a_void_never_takes_the_meter_below_zero() -> None:
    # T1's royal flush took 100.00 and the House seeded 1,000.00; T2 then took 100.00 and 90.00.
    # The void of T1 puts 100.00 back and takes 1,000.00 out of 810.00: 90.00 are seeded.
    t = House(MEGA, tables=("T1", "T2"), jackpot={"meter": 100_00, "reset": 1_000_00})
    rounds = [("T1", ROYALS[0]), ("T2", STRAIGHT_FLUSHES[1]), ("T2", STRAIGHT_FLUSHES[2])]
    for table, hand in rounds:
        wager_and_close(t, [1], jackpots=[1], table=table)
        t.deal({1: hand}, LOW_DEALER, table=table).bet(1, table=table)
        finish(t, table)
    assert account(t) == (810_00, 290_00, 1_000_00)
    t.report("foreign_card", table="T1")
    assert account(t) == (0, 190_00, 90_00)
    assert [prizes(t, table="T2", round=number) for number in (1, 2)] == [[100_00], [90_00]]


@pytest.mark.clause("MEGA 3.14")
def test_3_14_only_a_jackpot_hand_with_a_jackpot_wager_is_entered() -> None:
    t = linked({"T1": "9c 8d 7c 6h 5s", "T2": ROYALS[0]})
    t.do("claim_jackpot", box=1, table="T1")
    assert refusal(t) == ("no-jackpot-hand", "MEGA 4.2")
    without = House(MEGA).open().ante(1, 25_00).close().deal({1: ROYALS[0]}, LOW_DEALER)
    assert refusal(without.do("claim_jackpot", box=1)) == ("no-jackpot-hand", "MEGA 4.2")


# 3.15: one table


@pytest.mark.clause("MEGA 3.15")
def test_3_15_winners_of_one_table_are_a_group_that_its_first_entry_places() -> None:
    t = House(MEGA, tables=("T1", "T2"), jackpot={"meter": MILLION, "reset": RESET})
    wager_and_close(t, [1, 2], jackpots=[1, 2], table="T1")
    t.deal({1: ROYALS[0], 2: ROYALS[1]}, LOW_DEALER, table="T1")
    wager_and_close(t, [1], jackpots=[1], table="T2")
    t.deal({1: ROYALS[0]}, LOW_DEALER, table="T2").bet(1, table="T2")
    t.do("claim_jackpot", box=2, table="T1").do("claim_jackpot", box=1, table="T2")
    t.bet(1, table="T1").fold(2, table="T1")
    finish(t, "T2", "T1")
    assert prizes(t, table="T1") == [550_000_00, 550_000_00]
    assert prizes(t, table="T2") == [RESET]
    assert "MEGA 3.15" in clauses(t, 1, "jackpot", table="T1")
    assert "MEGA 3.15" not in clauses(t, 1, "jackpot", table="T2")


@pytest.mark.clause("MEGA 3.15", "MEGA 3.10.1/no-jackpot", "MEGA 5.11")
@pytest.mark.parametrize("how", ["declined", "absent"])
def test_3_15_when_one_of_a_group_falls_away_the_others_share_anew(how: str) -> None:
    t = House(MEGA, jackpot={"meter": MILLION, "reset": RESET})
    wager_and_close(t, [1, 2], jackpots=[1, 2]).deal({1: ROYALS[0], 2: ROYALS[1]}, LOW_DEALER)
    t.do("claim_jackpot", box=1).bet(1)
    assert t.meter == RESET
    assert t.result.jackpots["J1"].paid == MILLION + RESET
    if how == "absent":
        t.leave("p2").reveal()
    else:
        t.bet(2).reveal().do("decline_reveal", box=2)
    t.settle()
    assert not t.refusals
    assert prizes(t) == [MILLION, 0]
    assert account(t) == (RESET, MILLION, RESET)


@pytest.mark.clause("MEGA 3.15")
def test_3_15_two_rounds_of_one_table_are_not_one_group() -> None:
    t = House(MEGA, jackpot={"meter": MILLION, "reset": RESET})
    for hand in ROYALS[:2]:
        wager_and_close(t, [1], jackpots=[1]).deal({1: hand}, LOW_DEALER).bet(1).finish()
    assert (prizes(t, round=1), prizes(t, round=2)) == ([MILLION], [RESET])


@pytest.mark.clause("MEGA 3.15.1")
@pytest.mark.parametrize(
    ("count", "each"), [(1, MILLION), (2, 550_000_00), (3, 400_000_00), (4, 325_000_00)]
)
def test_3_15_1_royals_share_the_display_and_the_resets(count: int, each: int) -> None:
    t = winners(*ROYALS[:count])
    assert prizes(t) == [each] * count
    assert account(t) == (RESET, MILLION + (count - 1) * RESET, count * RESET)
    assert all("MEGA 4.2/royal-flush" in clauses(t, box, "jackpot") for box in range(1, count + 1))


@pytest.mark.clause("MEGA 3.15.1")
def test_3_15_1_cents_left_over_go_one_each_by_position() -> None:
    # 1,000,000.02 and 2 × 100,000.00 are 1,200,000.02: 400,000.00 each and two cents.
    t = winners(*ROYALS[:3], meter=MILLION + 2)
    assert prizes(t) == [400_000_01, 400_000_01, 400_000_00]
    t = winners(*ROYALS[:2], meter=MILLION + 1)
    assert prizes(t) == [550_000_01, 550_000_00]


@pytest.mark.clause("MEGA 3.15.2")
@pytest.mark.parametrize(
    ("count", "each", "meter"),
    [
        (1, 100_000_00, 900_000_00),
        (2, 55_000_00, 900_000_00),
        (3, 40_000_00, 900_000_00),
        (4, 32_500_00, 900_000_00),
    ],
)
def test_3_15_2_straight_flushes_share_a_tenth_of_display_and_resets(
    count: int, each: int, meter: int
) -> None:
    t = winners(*STRAIGHT_FLUSHES[:count])
    assert prizes(t) == [each] * count
    # What the resets add is the House's: only the tenth of the display leaves the meter.
    assert account(t) == (meter, 100_000_00, 0)


@pytest.mark.clause("MEGA 3.15.2")
@pytest.mark.parametrize(
    ("count", "shares", "meter"),
    [
        (1, [100_000_00], 900_000_00),
        (2, [95_000_00] * 2, 810_000_00),
        (3, [90_333_34, 90_333_33, 90_333_33], 729_000_00),
    ],
)
def test_3_15_2_read_as_a_running_meter(count: int, shares: list[int], meter: int) -> None:
    t = winners(*STRAIGHT_FLUSHES[:count], readings={"mega_sf_pool": "running_meter"})
    assert prizes(t) == shares
    assert account(t) == (meter, MILLION - meter, 0)


@pytest.mark.clause("MEGA 3.15.2")
@pytest.mark.parametrize(
    ("meter", "prize"), [(1_000_04, 100_00), (1_000_05, 100_01), (1_000_06, 100_01)]
)
def test_3_15_2_a_tenth_is_rounded_half_up_to_the_cent(meter: int, prize: int) -> None:
    t = winners(STRAIGHT_FLUSHES[0], meter=meter, reset=500_00)
    assert prizes(t) == [prize]
    assert t.meter == meter - prize


@pytest.mark.clause("MEGA 3.15.2")
@pytest.mark.parametrize(
    ("reading", "shares", "meter"),
    [
        # 100.01 of the display, and 50.01 (half up) of the reset of 500.05: 150.02.
        ("literal_reset", [75_01, 75_01], 900_04),
        # 100.01, then a tenth of the 900.04 left, 90.00: 190.01.
        ("running_meter", [95_01, 95_00], 810_04),
    ],
)
def test_3_15_2_every_tenth_is_rounded_at_its_own_turn(
    reading: str, shares: list[int], meter: int
) -> None:
    t = winners(
        *STRAIGHT_FLUSHES[:2], meter=1_000_05, reset=500_05, readings={"mega_sf_pool": reading}
    )
    assert prizes(t) == shares
    assert t.meter == meter


@pytest.mark.clause("MEGA 3.15.3")
@pytest.mark.parametrize("royal_first", [True, False])
def test_3_15_3_the_royal_is_paid_after_the_lower_hands(royal_first: bool) -> None:
    hands = [ROYALS[0], STRAIGHT_FLUSHES[1], "Kd Kc Ks Qd Qc"]
    t = winners(*(hands if royal_first else reversed(hands)))
    expected = [900_000_00, 100_000_00, 200_00]
    assert prizes(t) == (expected if royal_first else expected[::-1])
    assert account(t) == (RESET, MILLION, RESET)


@pytest.mark.clause("MEGA 3.15.3")
@pytest.mark.parametrize(
    ("reading", "straight_flush", "royal"),
    [
        # Straight flushes 110,000.00 in all; royals (900,000.00 + 100,000.00) / 2.
        ("literal_reset", 55_000_00, 500_000_00),
        # Straight flushes 190,000.00 in all; royals (810,000.00 + 100,000.00) / 2.
        ("running_meter", 95_000_00, 455_000_00),
    ],
)
def test_3_15_3_several_of_both(reading: str, straight_flush: int, royal: int) -> None:
    t = winners(
        STRAIGHT_FLUSHES[0],
        ROYALS[1],
        STRAIGHT_FLUSHES[2],
        ROYALS[3],
        readings={"mega_sf_pool": reading},
    )
    assert prizes(t) == [straight_flush, royal, straight_flush, royal]
    assert t.meter == RESET


@pytest.mark.parametrize(
    ("hands", "of_royal", "of_straight_flush"),
    [
        pytest.param([], {"MEGA 3.15.3"}, set(), marks=pytest.mark.clause("MEGA 3.15.3")),
        pytest.param(
            [ROYALS[2]],
            {"MEGA 3.15.1", "MEGA 3.15.3"},
            set(),
            marks=pytest.mark.clause("MEGA 3.15.1"),
        ),
        pytest.param(
            [STRAIGHT_FLUSHES[2]],
            {"MEGA 3.15.3"},
            {"MEGA 3.15.2"},
            marks=pytest.mark.clause("MEGA 3.15.2"),
        ),
    ],
)
def test_3_15_lines_say_by_which_rule_they_are_shared(
    hands: list[str], of_royal: set[str], of_straight_flush: set[str]
) -> None:
    """Box 1 has a royal, box 2 a straight flush; a third hand may join either."""
    t = winners(ROYALS[0], STRAIGHT_FLUSHES[1], *hands)
    group = {"MEGA 3.15", "MEGA 3.10.3.3"}
    assert clauses(t, 1, "jackpot") == group | {"MEGA 4.2/royal-flush"} | of_royal
    assert clauses(t, 2, "jackpot") == group | {"MEGA 4.2/straight-flush"} | of_straight_flush


@pytest.mark.clause("MEGA 3.14")
@pytest.mark.parametrize(
    ("entry", "taken"),
    [
        ({"box": 2, "player": "p2", "wager": "ante", "amount": 30_00}, 100_000_00),
        ({"box": 1, "cards": ROYALS[0]}, 1_000_000_00),
    ],
)
def test_3_14_a_corrected_round_is_priced_on_what_was_displayed_at_the_entry(
    entry: dict[str, Any], taken: int
) -> None:
    """A million was displayed at the entry; 1,000.00 more lie on the meter when another ante, or
    the hand itself, is put right."""
    t = House(MEGA, entry="recording", jackpot={"meter": MILLION, "reset": RESET})
    wager_and_close(t, [1, 2], jackpots=[1])
    t.deal({1: STRAIGHT_FLUSHES[0], 2: "Kc Js 8d 6c 2d"}, LOW_DEALER).do("claim_jackpot", box=1)
    t.do("adjust_jackpot", jackpot="J1", amount=1_000_00, reason="test", by="shift_manager")
    t.do("correct_entry", by="pit_supervisor", **entry)
    assert t.refused is None
    assert t.result.jackpots["J1"].paid == taken
