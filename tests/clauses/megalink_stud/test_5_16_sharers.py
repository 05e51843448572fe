"""Megalink Singapore Stud Poker, 5.7.1, 5.9, 5.10, 5.13, 5.16.1 at positions with several players.

Ann is seated at box 1 with 60.00, ben has 40.00 there; ben is seated at box 2, cat at box 3.
"""

from typing import Any

import pytest

from croupier.table.events import OptionsOffered
from tests.clauses.marina_bay import ACE_KING, MEGA, MILLION, RESET, clauses, refusal
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
LOW = "Ts 8c 7d 4s 2d"
HANDS = {1: TWO_PAIRS, 2: FLUSH, 3: LOW}
GROWING = {"meter": MILLION, "reset": RESET, "increment": "0.2"}
ANN, BEN, CAT = ({"id": name, "role": "player"} for name in ("ann", "ben", "cat"))


def table(**settings: Any) -> House:
    t = House(MEGA, **{"jackpot": GROWING, **settings}).open()
    t.ante(1, 60_00, "ann").jackpot(1).ante(1, 40_00, "ben")
    t.ante(2, 25_00, "ben").ante(3, 25_00, "cat")
    t.close().deal(HANDS, ACE_KING)
    assert not t.refusals
    return t


def offers(t: House) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (option.player, option.boxes)
        for event in t.events_of(OptionsOffered)
        for option in event.options
    ]


def of(t: House, box: int, player: str) -> dict[str, tuple[str, int, int, int]]:
    """(result, staked, won, returned) of a player's wagers at a box."""
    return {
        line.wager: (line.result.value, line.staked, line.won, line.returned)
        for line in t.lines()
        if (line.box, line.player) == (box, player)
    }


def choose(t: House, option: str, **who: Any) -> House:
    return t.do("choose", option=option, **who)


# 5.16.1


@pytest.mark.clause("MEGA 5.16.1", "MEGA 3.4/multi-player")
def test_5_16_1_every_sharer_is_asked() -> None:
    t = table().report("technical_interruption")
    assert offers(t) == [("ann", (1,)), ("ben", (1, 2)), ("cat", (3,))]


@pytest.mark.clause("MEGA 5.16.1", "MEGA 5.16.1/all-wagers")
@pytest.mark.parametrize("who", [{"player": "ben"}, {"box": 2}, {"box": 1, "player": "ben"}])
def test_5_16_1_a_sharer_takes_all_of_his_and_the_others_play_on(who: dict[str, Any]) -> None:
    """Ann plays on with her 60.00 and bets 120.00; two pairs pay 2 to 1."""
    t = choose(table().report("technical_interruption"), "withdraw", **who)
    assert t.refused is None
    choose(choose(t, "continue", player="ann"), "continue", player="cat")
    t.bet(1).bet(3).finish()
    assert of(t, 1, "ben") == {"ante": ("returned", 40_00, 0, 40_00)}
    assert of(t, 2, "ben") == {"ante": ("returned", 25_00, 0, 25_00)}
    assert clauses(t, 2, "ante") == {"MEGA 5.16.1", "MEGA 5.16.1/all-wagers"}
    assert of(t, 1, "ann") == {
        "ante": ("won", 60_00, 60_00, 60_00),
        "bet": ("won", 120_00, 240_00, 120_00),
        "jackpot": ("lost", 5_00, 0, 0),
    }


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_the_seated_player_goes_and_the_next_sharer_is_seated() -> None:
    """Ann's jackpot wager goes with her, and its dollar leaves the meter; ben decides box 1 and
    bets twice his own 40.00."""
    t = choose(table().report("technical_interruption"), "withdraw", box=1)
    assert t.meter == MILLION
    assert refusal(t.bet(1, by=ANN)) == ("not-yours", None)
    choose(choose(t, "continue", player="ben"), "continue", player="cat")
    t.bet(1, by=BEN).bet(2).bet(3).finish()
    assert of(t, 1, "ann") == {
        "ante": ("returned", 60_00, 0, 60_00),
        "jackpot": ("returned", 5_00, 0, 5_00),
    }
    assert of(t, 1, "ben") == {
        "ante": ("won", 40_00, 40_00, 40_00),
        "bet": ("won", 80_00, 160_00, 80_00),
    }


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_a_decision_taken_stands_for_those_who_stay() -> None:
    """The bet of 200.00 lies 120.00 to 80.00; ben takes his 80.00 of it back."""
    t = table().bet(1).report("technical_interruption")
    choose(t, "withdraw", player="ben")
    choose(choose(t, "continue", player="ann"), "continue", player="cat")
    t.bet(3).finish()
    assert of(t, 1, "ben") == {
        "ante": ("returned", 40_00, 0, 40_00),
        "bet": ("returned", 80_00, 0, 80_00),
    }
    assert of(t, 1, "ann")["bet"] == ("won", 120_00, 240_00, 120_00)


@pytest.mark.clause("MEGA 5.16.1", "MEGA 5.13")
def test_5_16_1_what_is_left_is_not_under_the_minimum_for_it() -> None:
    """A hundred lay there at the close, 40.00 are left of a minimum of 50.00: ben's next short ante
    is his first."""
    limits: dict[str, Any] = {"entry": "recording", "limits": {"ante": [50_00, 500_00]}}
    t = House(MEGA, **limits).open().ante(1, 60_00, "ann").ante(1, 40_00, "ben")
    t.close().deal({1: TWO_PAIRS}, ACE_KING).report("technical_interruption")
    choose(choose(t, "withdraw", player="ann"), "continue", player="ben")
    t.bet(1).finish()
    assert of(t, 1, "ben")["ante"] == ("won", 40_00, 40_00, 40_00)
    t.open().ante(1, 40_00, "ben").close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert of(t, 1, "ben")["ante"] == ("won", 40_00, 40_00, 40_00)


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_a_bet_answers_for_whoever_decides_it_alone() -> None:
    t = table().report("technical_interruption").bet(1, by=ANN)
    choose(t, "withdraw", player="ann")
    assert refusal(t) == ("no-option", "MEGA 5.16.1")
    choose(t, "withdraw", player="ben")
    assert t.refused is None


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_who_leaves_has_no_option_any_more() -> None:
    t = table().bet(1).report("technical_interruption").leave("ben")
    choose(t, "withdraw", player="ben")
    assert t.refused is not None
    choose(choose(t, "continue", player="ann"), "continue", player="cat")
    t.bet(3).finish()
    assert of(t, 1, "ben")["ante"] == ("won", 40_00, 40_00, 40_00)
    assert of(t, 2, "ben") == {"ante": ("returned", 25_00, 0, 25_00)}  # 5.11: seated and absent


@pytest.mark.clause("MEGA 5.16.1", "MEGA 5.11")
def test_5_16_1_a_next_sharer_who_is_gone_leaves_the_hand_to_nobody() -> None:
    t = table().leave("ben").report("technical_interruption")
    choose(t, "withdraw", player="ann")
    assert of(choose(t, "continue", player="cat").bet(3).finish(), 1, "ben") == {
        "ante": ("returned", 40_00, 0, 40_00)
    }
    assert "MEGA 5.11" in t.line(1, "ante", "ben").clauses


@pytest.mark.clause("MEGA 5.6")
def test_5_6_a_choice_that_nobody_offered_is_a_withdrawal_after_the_close() -> None:
    assert refusal(choose(table(), "withdraw", box=1)) == ("no-option", "MEGA 5.6")
    assert refusal(choose(table(), "continue", box=1)) == ("no-option", None)


# 5.7.1


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_all_with_wagers_elsewhere_may_be_let_go() -> None:
    """Ann and ben lose box 1 with its hand; ben has box 2 besides."""
    t = table().report(
        "player_card_count",
        box=1,
        permit_withdrawal=True,
        reconstructable=False,
        by="shift_manager",
    )
    assert offers(t) == [("ben", (2,)), ("cat", (3,))]


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_a_hand_folded_before_is_no_part_of_it() -> None:
    t = (
        table()
        .fold(2)
        .report("player_card_count", box=3, permit_withdrawal=True, by="shift_manager")
    )
    assert offers(t) == [("ann", (1,)), ("ben", (1,))]
    choose(choose(t, "withdraw", player="ben"), "continue", player="ann")
    t.bet(1).finish()
    assert of(t, 2, "ben") == {"ante": ("lost", 25_00, 0, 0)}


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_the_irregularity_outlives_the_hand() -> None:
    """Cat leaves before anybody has ruled on her hand, so it is out by 5.11."""
    t = table().report("player_card_count", box=3, reconstructable=True, by="dealer")
    t.leave("cat")
    [matter] = t.result.matters
    assert (matter.decided_by, set(matter.decisions)) == (
        "pit_supervisor",
        {"permit_withdrawal", "dismiss"},
    )
    for decision in ("reconstruct", "invalidate"):
        assert refusal(t.rule(decision)) == ("decision-not-allowed", "MEGA 5.7")
    assert refusal(t.rule("permit_withdrawal", by="pit_manager")) == ("role-too-low", None)
    t.rule("permit_withdrawal", by="shift_manager")
    assert offers(t) == [("ann", (1,)), ("ben", (1, 2))]


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_once_the_dealer_shows_only_dismissal_is_left() -> None:
    """The round is settled at once when the last wager has gone back; the matter stays."""
    t = House(MEGA).open().ante(1, 25_00, "ann").close().deal({1: LOW}, ACE_KING)
    t.report("player_card_count", box=1, reconstructable=True, by="dealer").leave("ann")
    assert t.phase == "settled"
    [matter] = t.result.matters
    assert matter.decisions == ("dismiss",)


# 5.9


@pytest.mark.clause("MEGA 5.9", "MEGA 3.9.1/jackpot")
def test_5_9_an_ante_already_folded_stays_lost() -> None:
    t = table().fold(1)
    t.do("bar_player", player="ann", by="shift_manager")
    assert t.meter == MILLION
    t.bet(2).bet(3).finish()
    assert of(t, 1, "ann") == {
        "ante": ("lost", 60_00, 0, 0),
        "jackpot": ("returned", 5_00, 0, 5_00),
    }
    assert of(t, 1, "ben") == {"ante": ("lost", 40_00, 0, 0)}
    assert t.line(1, "jackpot").clauses == ("MEGA 5.9",)


@pytest.mark.clause("MEGA 5.9", "MEGA 3.14")
def test_5_9_a_prize_entered_on_a_folded_hand_goes_back() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").jackpot(1).ante(2, 25_00, "ben").close()
    t.deal({1: "Kh Qh Jh Th 9h", 2: LOW}, ACE_KING).do("claim_jackpot", box=1).fold(1)
    assert t.meter == 900_000_00
    t.do("bar_player", player="ann", by="shift_manager")
    assert t.meter == MILLION
    t.bet(2).finish()
    assert of(t, 1, "ann")["jackpot"] == ("returned", 5_00, 0, 5_00)


@pytest.mark.clause("MEGA 5.9")
def test_5_9_readmitted_while_bets_are_open_a_player_may_bet_again() -> None:
    t = House(MEGA).open().ante(1, 30_00, "ann").ante(2, 25_00, "ben")
    t.do("bar_player", player="ann", by="shift_manager")
    t.do("readmit_player", player="ann", by="shift_manager").ante(1, 25_00, "ann")
    t.close().deal({1: TWO_PAIRS, 2: LOW}, ACE_KING).bet(1).bet(2).finish()
    assert not t.refusals
    assert [
        (line.wager, line.result.value, line.staked) for line in t.lines() if line.box == 1
    ] == [
        ("ante", "returned", 30_00),
        ("ante", "won", 25_00),
        ("bet", "won", 50_00),
    ]


# 5.10


@pytest.mark.clause("MEGA 5.10")
def test_5_10_a_part_of_anothers_position_controls_no_hand() -> None:
    t = table().report("multiple_positions", player="ben")
    assert refusal(t) == ("nothing-to-report", "MEGA 5.10")


@pytest.mark.clause("MEGA 5.10", "MEGA 5.10.2")
def test_5_10_2_a_part_of_anothers_position_plays_on() -> None:
    """Ben is seated at 2 and 3, and has a part of box 1: box 3 is out, his part of box 1 is not."""
    t = House(MEGA).open().ante(1, 60_00, "ann").ante(1, 40_00, "ben")
    t.ante(2, 25_00, "ben").ante(3, 25_00, "ben").close().deal(HANDS, ACE_KING)
    t.report("multiple_positions", player="ben")
    t.bet(1).bet(2).finish()
    assert of(t, 1, "ben")["ante"] == ("won", 40_00, 40_00, 40_00)
    assert of(t, 2, "ben")["ante"] == ("won", 25_00, 25_00, 25_00)
    assert of(t, 3, "ben") == {"ante": ("returned", 25_00, 0, 25_00)}


# 5.13: used up by a win or a loss alone

SHORT: dict[str, Any] = {"entry": "recording", "limits": {"ante": [25_00, 500_00]}}


def short(t: House, hand: str, dealer: str = ACE_KING, act: str = "bet") -> House:
    t.open().ante(1, 10_00, "ann").close().deal({1: hand}, dealer)
    t.bet(1) if act == "bet" else t.fold(1)
    return t.finish()


@pytest.mark.clause("MEGA 5.13", "MEGA 5.13/future")
@pytest.mark.parametrize(
    ("hand", "dealer", "act", "used_up"),
    [
        (TWO_PAIRS, ACE_KING, "bet", True),
        (LOW, ACE_KING, "bet", True),
        (LOW, ACE_KING, "fold", True),
        (LOW, "Qd Jc 9s 5h 3c", "bet", True),  # no hand: the ante is paid
        ("Ah Ks 9c 5s 3d", ACE_KING, "bet", False),  # a stand-off
    ],
)
def test_5_13_paid_or_collected_one_time(hand: str, dealer: str, act: str, used_up: bool) -> None:
    t = short(short(House(MEGA, **SHORT), hand, dealer, act), TWO_PAIRS)
    second = ("returned", 0, 10_00) if used_up else ("won", 10_00, 10_00)
    assert t.outcome(1, "ante", round=2) == second


@pytest.mark.clause("MEGA 5.13")
@pytest.mark.parametrize("undone", ["void", "player_card_count"])
def test_5_13_it_goes_by_how_the_round_finally_stood(undone: str) -> None:
    """Paid, and then void, or the hand out: nothing has been used up."""
    t = short(House(MEGA, **SHORT), TWO_PAIRS)
    if undone == "void":
        t.report("foreign_card")
    else:
        t.report("player_card_count", box=1, reconstructable=False)
    short(t, TWO_PAIRS)
    assert t.outcome(1, "ante", round=2) == ("won", 10_00, 10_00)


@pytest.mark.clause("MEGA 5.13")
def test_5_13_a_correction_may_use_it_up_after_all() -> None:
    """A stand-off was keyed; the hand was two pairs, and won."""
    t = short(House(MEGA, **SHORT), "Ah Ks 9c 5s 3d")
    t.do("correct_entry", box=1, cards=TWO_PAIRS, by="pit_supervisor")
    short(t, TWO_PAIRS)
    assert t.outcome(1, "ante", round=2) == ("returned", 0, 10_00)


@pytest.mark.clause("MEGA 5.13/future", "MEGA 5.13")
def test_5_13_at_a_shared_position_it_goes_back_to_those_alone_who_have_used_it_up() -> None:
    t = short(House(MEGA, **SHORT), LOW)
    t.open().ante(1, 10_00, "ben").ante(1, 12_00, "ann").close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert of(t, 1, "ann") == {
        "ante": ("returned", 12_00, 0, 12_00),
        "bet": ("returned", 24_00, 0, 24_00),
    }
    assert of(t, 1, "ben") == {
        "ante": ("won", 10_00, 10_00, 10_00),
        "bet": ("won", 20_00, 40_00, 20_00),
    }


@pytest.mark.clause("MEGA 5.13")
def test_5_13_an_ante_that_was_not_short_after_all_brings_its_jackpot_wager_back() -> None:
    """Ann has used up the one time. Her 10.00 was keyed wrongly: with 25.00 all of it plays, and
    the dollar of the jackpot wager is on the meter again."""
    t = short(House(MEGA, **SHORT, jackpot=GROWING), LOW)
    t.open().ante(1, 10_00, "ann").jackpot(1).close().deal({1: FLUSH}, ACE_KING).bet(1).finish()
    assert (of(t, 1, "ann")["jackpot"], t.meter) == (("returned", 5_00, 0, 5_00), MILLION)
    by = {"id": "sue", "role": "pit_supervisor"}
    t.do("correct_entry", box=1, player="ann", wager="ante", amount=25_00, by=by)
    assert of(t, 1, "ann")["jackpot"] == ("won", 5_00, 100_00, 0)
    assert t.meter == MILLION + 1_00
