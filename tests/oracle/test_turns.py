"""Shares of the meter settled anew, worked out by hand (the contract's "Settled anew", X27).

Amounts are cents. J is the meter at the beginning, R the value it resets to; a jackpot wager
is 100, so that with an increment of 0.2 each brings 20.
"""

from tests.oracle.comparison import differing
from tests.oracle.scripts import SHIFT_MANAGER, Writing, house, meter, outcome, prizes

ROYAL = "As Ks Qs Js Ts"
ROYAL_OF_HEARTS = "Ah Kh Qh Jh Th"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
SECOND_STRAIGHT_FLUSH = "8c 7c 6c 5c 4c"
THIRD_STRAIGHT_FLUSH = "8s 7s 6s 5s 4s"
NOTHING = "3d 5d 8d Tc Qc"
QUADS = "3c 3d 3h 3s 8d"


def royal_then_straight_flush(increment: str) -> tuple[Writing, Writing]:
    """CSP: T1 has a royal at box 1 and a bystander at box 2, T2 then a straight flush."""
    script = house(
        "casino-stud",
        tables=2,
        jackpot={"meter": 1_000_000, "reset": 100_000, "increment": increment},
    )
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin().deal(ROYAL, NOTHING).bets(1, 2).end()
    two.begin("cyd").deal(STRAIGHT_FLUSH).bets(1).end()
    return one, two


# --- CSP and MLP: every share its own turn -------------------------------------------------------


def test_bystander_who_brought_nothing_reprices_nothing() -> None:
    # J = 1,000,000: the royal takes it, the meter is R = 100,000; T2 takes 10,000 of it.
    one, _ = royal_then_straight_flush("0")
    one.report("player_card_count", box=2)
    result = outcome(one.script)
    assert prizes(result) == {("T1", 1): 1_000_000, ("T2", 1): 10_000}
    assert meter(result) == (90_000, 0, 100_000, 1_010_000)


def test_bystanders_contribution_leaves_the_royal_at_its_own_turn() -> None:
    # T1 closes with two wagers: 1,000,040. The royal takes that; T2 adds 20 to R: 100,020,
    # of which a tenth is 10,002. Then box 2 is out and its 20 go: at the royal's turn the
    # display is 1,000,020. Paid falls by 20, contributions by 20: the meter stays.
    one, _ = royal_then_straight_flush("0.2")
    before = outcome(one.script)
    assert prizes(before) == {("T1", 1): 1_000_040, ("T2", 1): 10_002}
    assert meter(before) == (90_018, 60, 100_000, 1_010_042)
    one.report("player_card_count", box=2)
    after = outcome(one.script)
    assert prizes(after) == {("T1", 1): 1_000_020, ("T2", 1): 10_002}
    assert meter(after) == (90_018, 40, 100_000, 1_010_022)


def test_royal_that_falls_out_gives_back_all_but_reprices_nobody_else() -> None:
    # Its wager's 20, its 1,000,040 and its reset go back:
    # 90,018 - 20 + 1,000,040 - 100,000 = 990,038. T2 keeps 10,002 though J stands again.
    one, _ = royal_then_straight_flush("0.2")
    one.report("player_card_count", box=1)
    result = outcome(one.script)
    assert prizes(result) == {("T2", 1): 10_002}
    assert meter(result) == (990_038, 40, 0, 10_002)


def test_void_reverses_the_rounds_movements_only() -> None:
    # 90,018 - 40 + 1,000,040 - 100,000 = 990,018 = 1,000,000 + 20 - 10,002.
    one, _ = royal_then_straight_flush("0.2")
    one.report("foreign_card")
    result = outcome(one.script)
    assert prizes(result) == {("T2", 1): 10_002}
    assert meter(result) == (990_018, 20, 0, 10_002)


def test_new_share_joins_the_turn_of_the_first_paid() -> None:
    # Boxes 1 and 3 of T1: 100,000 and 90,000; the meter is 810,000. T2's royal takes that.
    # Then box 2 has a straight flush too. It joins box 1's turn, after it in deal order:
    # 100,000, then a tenth of 900,000; box 3, at its own turn, a tenth of 810,000.
    # Paid rises from 190,000 to 271,000: 100,000 - 81,000 = 19,000, below R, and stays there.
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 100_000})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin("ann bob cyd").deal(STRAIGHT_FLUSH, NOTHING, THIRD_STRAIGHT_FLUSH).bets(1, 2, 3).end()
    two.begin("dee").deal(ROYAL).bets(1).end()
    one.report("player_card_count", box=2, hands={"2": SECOND_STRAIGHT_FLUSH})
    result = outcome(script)
    assert prizes(result) == {
        ("T1", 1): 100_000,
        ("T1", 2): 90_000,
        ("T1", 3): 81_000,
        ("T2", 1): 810_000,
    }
    assert meter(result) == (19_000, 0, 100_000, 1_081_000)


def test_share_that_fell_with_the_change_still_lends_its_turn() -> None:
    # Boxes 1 and 2 lay in each other's place. Box 1's share stood until now, so box 2's joins
    # its turn: a tenth of 1,000,000, not of the 90,000 that T2 left.
    script = house("multi-link-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 0})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin().deal(STRAIGHT_FLUSH, NOTHING).bets(1, 2).end()
    two.begin("cyd dee").deal(ROYAL, NOTHING).bets(1, 2).end()
    one.report("player_card_count", box=1, hands={"1": NOTHING, "2": STRAIGHT_FLUSH})
    result = outcome(script)
    assert prizes(result) == {("T1", 2): 100_000, ("T2", 1): 900_000}
    assert meter(result) == (0, 0, 0, 1_000_000)


def test_share_where_nothing_had_been_paid_has_its_turn_now() -> None:
    # T2 took 100,000 of 1,000,000; only then is box 1 of T1 a straight flush: 90,000.
    # Taken out again and brought back, it is new once more: a tenth of 900,000 again.
    script = house(
        "casino-stud", tables=2, entry="recording", jackpot={"meter": 1_000_000, "reset": 0}
    )
    one, two = Writing(script, "T1"), Writing(script, "T2")
    by = {"id": "pat", "role": "pit_supervisor"}
    one.begin("ann").deal(NOTHING).bets(1).end()
    two.begin("bob").deal(STRAIGHT_FLUSH).bets(1).end()
    one("correct_entry", box=1, cards=SECOND_STRAIGHT_FLUSH, by=by)
    assert prizes(outcome(script)) == {("T1", 1): 90_000, ("T2", 1): 100_000}
    one("correct_entry", box=1, cards=NOTHING, by=by)
    assert meter(outcome(script)) == (900_000, 0, 0, 100_000)
    one("correct_entry", box=1, cards=SECOND_STRAIGHT_FLUSH, by=by)
    assert meter(outcome(script)) == (810_000, 0, 0, 190_000)


def test_what_would_fall_below_zero_is_seeded_and_stays() -> None:
    # J = 1,000, R = 0. T1: 100. T2's royal: 900, the meter is 0. Then T1's hand is a royal: at
    # its turn 1,000. The meter would be -900: seeded. When the hand falls out altogether its
    # 1,000 come back, and what was seeded stays: 1,000 + 900 - 900 = 1,000.
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000, "reset": 0})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin("ann").deal(STRAIGHT_FLUSH).bets(1).end()
    two.begin("bob").deal(ROYAL).bets(1).end()
    one.report("player_card_count", box=1, hands={"1": ROYAL})
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 1_000, ("T2", 1): 900}
    assert meter(result) == (0, 0, 900, 1_900)
    one.report("player_card_count", box=1)
    assert meter(outcome(script)) == (1_000, 0, 900, 900)


def test_share_that_waits_goes_on_waiting() -> None:
    # T1 is dealt first, so T2 waits; its bystander's return changes nothing about that.
    # T1's straight flush takes 100,000, then T2 a tenth of 900,000.
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 0})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin("ann").deal(STRAIGHT_FLUSH).bets(1)
    two.begin("bob cyd").deal(SECOND_STRAIGHT_FLUSH, NOTHING).bets(1, 2).end()
    two.report("player_card_count", box=2)
    waiting = outcome(script)
    assert waiting["jackpots"]["J"]["pending"] == [{"table": "T2", "round": 1, "box": 1}]
    one.end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 100_000, ("T2", 1): 90_000}
    assert meter(result) == (810_000, 0, 0, 190_000)


def test_order_of_the_house_is_the_order_of_the_turns() -> None:
    # T2's boxes 1 and 2 wait for T1. The House pays box 2 first: 100,000. T1 ends without a
    # winner, box 1 has a tenth of 900,000. When box 3 has a straight flush too, it joins the
    # first paid share, box 2's, in deal order: 100,000 and 90,000; box 1: a tenth of 810,000.
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 0})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin("ann").deal(NOTHING).bets(1)
    two.begin("bob cyd dee").deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH, NOTHING)
    two.bets(1, 2, 3).end()
    two("order_claims", claims=[{"table": "T2", "box": 2}], by=SHIFT_MANAGER)
    one.end()
    assert prizes(outcome(script)) == {("T2", 2): 100_000, ("T2", 1): 90_000}
    two.report("player_card_count", box=3, hands={"3": THIRD_STRAIGHT_FLUSH})
    result = outcome(script)
    assert prizes(result) == {("T2", 2): 100_000, ("T2", 3): 90_000, ("T2", 1): 81_000}
    assert meter(result) == (729_000, 0, 0, 271_000)


def test_fraction_at_the_turn_counts() -> None:
    # 1,000.5 + 2 × 33.3 = 1,067.1: the royal takes 1,067. Without the bystander 1,033.8: it
    # takes 1,033, and R + 0.8 remain. Both times one display, two fractions.
    script = house(
        "casino-stud",
        jackpot={"meter": 1_000, "reset": 500, "increment": "0.333", "fraction": "0.5"},
    )
    one = Writing(script).begin().deal(ROYAL, NOTHING).bets(1, 2).end()
    before = outcome(script)
    assert prizes(before) == {("T1", 1): 1_067}
    assert meter(before) == (500, 67, 500, 1_067)
    one.report("player_card_count", box=2)
    after = outcome(script)
    assert prizes(after) == {("T1", 1): 1_033}
    assert meter(after) == (500, 33, 500, 1_033)


def test_new_share_dealt_last_comes_before_later_turns() -> None:
    # Boxes 1 and 2 were paid 100,000 and 90,000, each at its own turn. Box 3's share is new: it
    # joins box 1's turn, so that box 2's turn comes after both: 100,000, 90,000 and, for
    # box 2, a tenth of 810,000.
    script = house("casino-stud", jackpot={"meter": 1_000_000, "reset": 0})
    one = Writing(script).begin("ann bob cyd")
    one.deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH, NOTHING).bets(1, 2, 3).end()
    one.report("player_card_count", box=3, hands={"3": THIRD_STRAIGHT_FLUSH})
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 100_000, ("T1", 3): 90_000, ("T1", 2): 81_000}
    assert meter(result) == (729_000, 0, 0, 271_000)


# --- MEGA: one turn for table and round, at the first claim --------------------------------------


def mega_pair(sf_pool: str) -> tuple[Writing, Writing]:
    """T1's two straight flushes are entered by box 1; then T2's royal is settled."""
    script = house(
        "megalink-stud",
        tables=2,
        jackpot={"meter": 1_000_000, "reset": 100_000},
        readings={"mega_sf_pool": sf_pool},
    )
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin().deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH)
    one("claim_jackpot", box=1)
    two.begin("cyd").deal(ROYAL).bets(1).end()
    one.bets(1, 2)("reveal_dealer")
    return one, two


def test_mega_group_that_loses_a_hand_keeps_its_turn() -> None:
    # Literal pool: 100,000 + 10,000, each 55,000; 100,000 leave the meter, T2's royal takes
    # 900,000. Box 2 declines: box 1 alone has a tenth of the 1,000,000 displayed at the claim.
    # What left the meter was 100,000 and is 100,000.
    one, _ = mega_pair("literal_reset")
    one("decline_reveal", box=2)("settle")
    result = outcome(one.script)
    assert prizes(result) == {("T1", 1): 100_000, ("T2", 1): 900_000}
    assert meter(result) == (100_000, 0, 100_000, 1_000_000)


def test_mega_group_on_the_running_meter() -> None:
    # 100,000 + 90,000 leave at the claim; T2's royal takes 810,000. Without box 2 only 100,000
    # leave: 90,000 come back to R.
    one, _ = mega_pair("running_meter")
    assert meter(outcome(one.script)) == (100_000, 0, 100_000, 1_000_000)
    one("decline_reveal", box=2)("settle")
    result = outcome(one.script)
    assert prizes(result) == {("T1", 1): 100_000, ("T2", 1): 810_000}
    assert meter(result) == (190_000, 0, 100_000, 910_000)


def test_mega_group_that_gains_a_hand() -> None:
    # T1's royal is entered: 1,000,000, the meter is R = 100,000; T2's straight flush has
    # 10,000 of it. Then box 2 is a royal too: at the old turn they share 1,000,000 + 100,000,
    # and 2 R are seeded. Paid and seeded both rise by 100,000: the meter stays.
    script = house(
        "megalink-stud",
        tables=2,
        entry="recording",
        jackpot={"meter": 1_000_000, "reset": 100_000},
    )
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin().deal(ROYAL, NOTHING)("claim_jackpot", box=1)
    two.begin("cyd").deal(STRAIGHT_FLUSH).bets(1).end()
    by = {"id": "pat", "role": "pit_supervisor"}
    one("correct_entry", box=2, cards=ROYAL_OF_HEARTS, by=by).bets(1, 2).end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 550_000, ("T1", 2): 550_000, ("T2", 1): 10_000}
    assert meter(result) == (90_000, 0, 200_000, 1_110_000)


def test_mega_claim_of_a_fixed_prize_gives_the_turn_to_all() -> None:
    # Box 2's quads enter the round before T2's royal is settled: box 1's straight flush, not
    # claimed, has a tenth of 1,000,000. Had it waited for the settlement, it would be of R.
    script = house("megalink-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 50_000})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin().deal(STRAIGHT_FLUSH, QUADS)("claim_jackpot", box=2)
    two.begin("cyd").deal(ROYAL).bets(1).end()
    one.bets(1, 2).end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 100_000, ("T1", 2): 200_000, ("T2", 1): 900_000}
    assert meter(result) == (50_000, 0, 50_000, 1_000_000)


def test_mega_wager_returned_under_5_13_takes_its_contribution_from_the_group() -> None:
    # Box 2's ante of 400 is under the minimum of 500, and bob has had his one: his jackpot
    # wager comes back at the settlement with its 20. Box 1 claims on 1,000,040: 100,004; as
    # the round ends it is a tenth of 1,000,020. Bob's own straight flush is of no group.
    script = house(
        "megalink-stud",
        entry="recording",
        memory={"under_minimum": ["bob"], "restricted": [], "barred": []},
        jackpot={"meter": 1_000_000, "reset": 0, "increment": "0.2"},
    )
    one = Writing(script)("open_bets").ante(1, "ann").ante(2, "bob", 400)("close_bets")
    one.deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH)
    one("claim_jackpot", box=1)
    assert meter(outcome(script)) == (900_036, 40, 0, 100_004)
    one.bets(1, 2).end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 100_002}
    assert meter(result) == (900_018, 20, 0, 100_002)


# --- SSP and TCP: one turn at the settlement -----------------------------------------------------


def test_ssp_pool_without_one_of_its_wagers() -> None:
    # The dealer's straight flush: 100,000 + 90,000, each 95,000; then T2 takes a tenth of
    # 810,000, and 729,000 are left. Without box 2, box 1 has 100,000: 90,000 come back.
    script = house("singapore-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 0})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one("open_bets")
    for box, player in ((1, "ann"), (2, "bob")):
        one.ante(box, player, jackpot=False)
        one("place_wager", box=box, player=player, wager="dealer_jackpot")
    one("close_bets").deal("3d 5c 8d Td Qc", "2c 4d 7s 9c Jd", dealer=STRAIGHT_FLUSH)
    one.bets(1, 2).end()
    two.begin("cyd").deal(STRAIGHT_FLUSH).bets(1).end()
    before = outcome(script)
    assert prizes(before, "dealer_jackpot") == {("T1", 1): 95_000, ("T1", 2): 95_000}
    assert meter(before) == (729_000, 0, 0, 271_000)
    one.report("player_card_count", box=2)
    result = outcome(script)
    assert prizes(result, "dealer_jackpot") == {("T1", 1): 100_000}
    assert prizes(result) == {("T2", 1): 81_000}
    assert meter(result) == (819_000, 0, 0, 181_000)


def test_tcp_second_winner_on_the_link_is_not_priced_again() -> None:
    # T1's A-K-Q of spades took 1,000,000; T2's took R = 100,000. T1's is corrected away:
    # 1,000,000 come back, its reset goes: 100,000 + 1,000,000 - 100,000.
    script = house(
        "three-card-poker",
        tables=2,
        entry="recording",
        jackpot={"meter": 1_000_000, "reset": 100_000},
    )
    one, two = Writing(script, "T1"), Writing(script, "T2")
    for table, player in ((one, "ann"), (two, "bob")):
        table.begin(player).deal("As Ks Qs", dealer="2c 5d 9h")
        table("place_wager", box=1, wager="play").end()
    one("correct_entry", box=1, cards="3d 8h Tc", by={"id": "pat", "role": "pit_supervisor"})
    result = outcome(script)
    assert prizes(result) == {("T2", 1): 100_000}
    assert meter(result) == (1_000_000, 0, 100_000, 100_000)


# --- turns on a registered value -----------------------------------------------------------------


def failure_before_a_royal() -> tuple[Writing, Writing]:
    """CSP: T2 is dealt first; T1 fails at 1,000,000, T2's royal is paid, T1 is settled.

    The royal takes 1,000,000 and leaves R = 100,000. T1 is paid on what was registered: 100,000
    and 90,000. The meter has only 100,000 for it: 90,000 more are seeded.
    """
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 100_000})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    two.begin("cyd").deal(ROYAL).bets(1)
    one.begin().deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH)
    one("view_hand", box=1).report("jackpot_failure")
    two.end()
    one.bets(1, 2).end()
    return one, two


def test_registered_value_takes_the_place_of_the_display() -> None:
    one, _ = failure_before_a_royal()
    result = outcome(one.script)
    assert prizes(result) == {("T2", 1): 1_000_000, ("T1", 1): 100_000, ("T1", 2): 90_000}
    assert meter(result) == (0, 0, 190_000, 1_190_000)


def test_share_worked_out_anew_on_the_registered_value() -> None:
    # Box 1 falls out: box 2 has a tenth of 1,000,000 at its turn. The meter then had enough
    # for it, and the 90,000 go back to the house.
    one, _ = failure_before_a_royal()
    one.report("player_card_count", box=1)
    result = outcome(one.script)
    assert prizes(result) == {("T2", 1): 1_000_000, ("T1", 2): 100_000}
    assert meter(result) == (0, 0, 100_000, 1_100_000)


def test_void_reverses_what_topped_up_a_registered_prize() -> None:
    # The meter is as T2 left it, R.
    one, _ = failure_before_a_royal()
    one.report("foreign_card")
    result = outcome(one.script)
    assert prizes(result) == {("T2", 1): 1_000_000}
    assert meter(result) == (100_000, 0, 100_000, 1_000_000)


def test_bystanders_contribution_is_in_the_registered_value_too() -> None:
    # Registered with both contributions: 1,000,040, a tenth is 100,004. Without box 2 it is
    # 1,000,020: 100,002. The meter: 1,000,020 - 100,002.
    script = house("casino-stud", jackpot={"meter": 1_000_000, "reset": 0, "increment": "0.2"})
    one = Writing(script).begin().deal(STRAIGHT_FLUSH, NOTHING)
    one("view_hand", box=1).report("jackpot_failure").bets(1, 2).end()
    assert prizes(outcome(script)) == {("T1", 1): 100_004}
    one.report("player_card_count", box=2)
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 100_002}
    assert meter(result) == (900_018, 20, 0, 100_002)


def test_after_a_failure_a_share_waits_for_the_rounds_dealt_before() -> None:
    # CSP 4.5.2 pays T1, dealt first, first: J = 1,000,000, and R = 100,000 is left. T2 fails at
    # 1,000,000 and is settled before T1 is over: its tenth of what was registered waits, and is
    # 100,000 when its turn comes. All that is left of the meter goes to it.
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 100_000})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin("ann").deal(ROYAL).bets(1)
    two.begin("cyd").deal(STRAIGHT_FLUSH)
    two("view_hand", box=1).report("jackpot_failure").bets(1).end()
    waiting = outcome(script)
    assert waiting["jackpots"]["J"]["pending"] == [{"table": "T2", "round": 1, "box": 1}]
    assert meter(waiting) == (1_000_000, 0, 0, 0)
    one.end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 1_000_000, ("T2", 1): 100_000}
    assert meter(result) == (0, 0, 100_000, 1_100_000)
    assert differing(script) == []


def test_shares_that_waited_after_a_failure_are_paid_when_their_table_plays_on() -> None:
    # As above with two straight flushes at T2, which has begun its next round when T1 is over:
    # tenths of 1,000,000 and of the 900,000 left of it. The meter has 100,000: 90,000 are seeded.
    script = house("casino-stud", tables=2, jackpot={"meter": 1_000_000, "reset": 100_000})
    one, two = Writing(script, "T1"), Writing(script, "T2")
    one.begin("ann").deal(ROYAL).bets(1)
    two.begin("cyd dee").deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH)
    two("view_hand", box=1).report("jackpot_failure").bets(1, 2).end()
    two("jackpot_service", available=True, by=SHIFT_MANAGER)("open_bets")
    one.end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 1_000_000, ("T2", 1): 100_000, ("T2", 2): 90_000}
    assert meter(result) == (0, 0, 190_000, 1_190_000)
    assert differing(script) == []


def test_mega_entry_before_the_failure_keeps_its_display() -> None:
    # Entered on 1,000,000, each a half of 110,000. Box 2 is out: box 1 has a tenth of
    # 1,000,000, though 900,000 was registered at the failure.
    script = house("megalink-stud", jackpot={"meter": 1_000_000, "reset": 100_000})
    one = Writing(script).begin()
    one.deal(STRAIGHT_FLUSH, SECOND_STRAIGHT_FLUSH)
    one("claim_jackpot", box=1).report("jackpot_failure", by=SHIFT_MANAGER)
    one.report("player_card_count", box=2).bets(1).end()
    result = outcome(script)
    assert prizes(result) == {("T1", 1): 100_000}
    assert meter(result) == (900_000, 0, 0, 100_000)
