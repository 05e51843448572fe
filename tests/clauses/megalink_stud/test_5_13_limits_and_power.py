"""Megalink Singapore Stud Poker, 5.13 to 5.16: limits found out late, and power failures."""

from typing import Any

import pytest

from croupier.table.events import IrregularityDecided, OptionsOffered, ReportNoted
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    MILLION,
    NO_HAND,
    RESET,
    clauses,
    dealt,
    refusal,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
LOW = "Ts 8c 7d 4s 2d"
HANDS = {1: TWO_PAIRS, 2: FLUSH, 3: LOW}
GROWING = {"meter": MILLION, "reset": RESET, "increment": "0.2"}
ANN = {"id": "ann", "role": "player"}


def outcomes(t: House, box: int, player: str | None = None) -> dict[str, tuple[str, int, int]]:
    return {
        line.wager: (line.result.value, line.won, line.returned)
        for line in t.lines()
        if line.box == box and player in (None, line.player)
    }


# 5.13 to 5.15: limits found out late

LIMITS: dict[str, Any] = {"entry": "recording", "limits": {"ante": [25_00, 500_00]}}


def short_round(
    t: House, ante: int, hand: str, player: str = "ann", jackpot: bool = False
) -> House:
    t.open().ante(1, ante, player)
    if jackpot:
        t.jackpot(1)
    return t.close().deal({1: hand}, ACE_KING).bet(1).finish()


@pytest.mark.clause("MEGA 5.13")
@pytest.mark.parametrize(
    ("hand", "ante", "bet"),
    [
        (TWO_PAIRS, ("won", 20_00, 20_00), ("won", 80_00, 40_00)),
        (LOW, ("lost", 0, 0), ("lost", 0, 0)),
    ],
)
def test_5_13_a_wager_under_the_minimum_is_settled_once(
    hand: str, ante: tuple[str, int, int], bet: tuple[str, int, int]
) -> None:
    t = short_round(House(MEGA, **LIMITS), 20_00, hand)
    assert outcomes(t, 1) == {"ante": ante, "bet": bet}


@pytest.mark.clause("MEGA 5.13/future")
@pytest.mark.parametrize(
    ("hand", "dealer"),
    [
        (FLUSH, ACE_KING),
        (LOW, ACE_KING),
        (LOW, NO_HAND),  # a full ante would be paid
        ("As Kh 9d 5c 3h", ACE_KING),  # a full ante would stand off
        ("Ah Kh Qh Jh Th", "Ac Kd 9s 5d 3c"),  # with a full ante the whole meter is won
    ],
)
def test_5_13_all_later_ones_are_returned_whatever_the_outcome(hand: str, dealer: str) -> None:
    t = House(MEGA, jackpot=GROWING, **LIMITS)
    short_round(t, 20_00, LOW)
    for number in (2, 3):  # not only the next one
        t.open().ante(1, 24_99, "ann").jackpot(1).close().deal({1: hand}, dealer).bet(1).finish()
        assert t.result.tables["T1"].round == number
        assert outcomes(t, 1) == {
            "ante": ("returned", 0, 24_99),
            "bet": ("returned", 0, 49_98),
            "jackpot": ("returned", 0, 5_00),
        }
        assert all("MEGA 5.13/future" in clauses(t, 1, wager) for wager in outcomes(t, 1))
    assert t.result.players["ann"].net == -60_00  # the first round's ante and bet
    account = t.result.jackpots["J1"]
    assert (account.meter, account.contributed, account.paid) == (MILLION, 0, 0)


@pytest.mark.clause("MEGA 5.13/future")
def test_5_13_a_later_one_that_is_folded_goes_back_too() -> None:
    t = short_round(House(MEGA, **LIMITS), 20_00, TWO_PAIRS)
    t.open().ante(2, 24_99, "ann").close().deal({2: LOW}, ACE_KING).fold(2).finish()
    assert outcomes(t, 2) == {"ante": ("returned", 0, 24_99)}


@pytest.mark.clause("MEGA 5.13", "MEGA 5.13/future")
@pytest.mark.parametrize(("first", "second"), [(24_99, "returned"), (25_00, "won"), (25_01, "won")])
def test_5_13_only_what_is_under_the_minimum_is_remembered(first: int, second: str) -> None:
    t = short_round(House(MEGA, **LIMITS), first, LOW)
    short_round(t, 20_00, TWO_PAIRS)
    assert t.line(1, "ante", round=2).result.value == second


@pytest.mark.clause("MEGA 5.13/future")
def test_5_13_a_full_wager_of_a_remembered_player_plays() -> None:
    t = House(MEGA, memory={"under_minimum": ["ann"]}, **LIMITS)
    assert short_round(t, 25_00, TWO_PAIRS).won(1, "ante") == 25_00
    assert short_round(t, 25_01, TWO_PAIRS).won(1, "ante") == 25_01
    assert short_round(t, 24_99, TWO_PAIRS).outcome(1, "ante") == ("returned", 0, 24_99)
    assert short_round(t, 24_99, TWO_PAIRS, "bob").won(1, "ante") == 24_99  # bob's first
    for player in ("ann", "bob"):  # the one is not forgotten for the other
        short_round(t, 24_99, TWO_PAIRS, player)
        assert t.outcome(1, "ante") == ("returned", 0, 24_99)


@pytest.mark.clause("MEGA 5.13")
def test_5_13_all_positions_of_the_first_round_play() -> None:
    t = House(MEGA, **LIMITS).open().ante(1, 20_00, "ann").ante(2, 10_00, "ann").close()
    t.deal({1: TWO_PAIRS, 2: FLUSH}, ACE_KING).bet(1).bet(2).finish()
    assert [t.won(box, "ante") for box in (1, 2)] == [20_00, 10_00]


@pytest.mark.clause("MEGA 5.13/future", "MEGA 5.9")
@pytest.mark.parametrize("entry", ["enforcing", "recording"])
@pytest.mark.parametrize(
    ("bar_before_close", "ante"), [(True, ("returned", 0, 5_00)), (False, ("won", 5_00, 5_00))]
)
def test_5_13_what_lay_at_the_close_is_under_the_minimum_or_not(
    entry: str, bar_before_close: bool, ante: tuple[str, int, int]
) -> None:
    """Ann and bob share a box with 30.00; bob is barred, and 5.00 of a remembered player stay."""
    limits = {**LIMITS, "entry": entry}
    t = House(MEGA, memory={"under_minimum": ["ann"]}, **limits)
    t.open().ante(1, 25_00, "bob").ante(1, 5_00, "ann")
    if bar_before_close:
        t.do("bar_player", player="bob", by="shift_manager")
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1)
    if not bar_before_close:
        t.do("bar_player", player="bob", by="shift_manager")
    t.finish()
    assert t.refused is None
    assert outcomes(t, 1, "ann")["ante"] == ante


@pytest.mark.clause("MEGA 5.14")
def test_5_14_the_excess_of_a_shared_bet_is_no_more_than_it_is() -> None:
    """77.77 + 10.01 + 25.00 at a maximum of 77.77, and a bet of 155.55 where 155.54 counts.

    The bet is staked 107.27, 13.80 and 34.48. By the antes 107.26, 13.81 and 34.47 would
    count, more than the second has laid: so what counts is divided by what was laid.
    """
    t = House(MEGA, entry="recording", limits={"ante": [10_01, 77_77]}).open()
    t.ante(1, 77_77, "ann").ante(1, 10_01, "eve").ante(1, 25_00, "gus")
    t.close().deal({1: LOW}, ACE_KING).bet(1, amount=155_55).finish()
    assert t.refused is None
    bets = {line.player: line for line in t.lines() if line.wager == "bet"}
    assert [bets[who].staked for who in ("ann", "eve", "gus")] == [107_27, 13_80, 34_48]
    assert [bets[who].returned for who in ("ann", "eve", "gus")] == [0, 0, 1]


@pytest.mark.clause("MEGA 5.13")
def test_5_13_a_void_round_uses_nothing_up() -> None:
    t = short_round(House(MEGA, **LIMITS), 20_00, TWO_PAIRS).report("foreign_card")
    assert t.outcome(1, "ante") == ("void", 0, 20_00)
    short_round(t, 20_00, TWO_PAIRS)
    assert t.outcome(1, "ante") == ("won", 20_00, 20_00)
    short_round(t, 20_00, TWO_PAIRS)
    assert t.outcome(1, "ante") == ("returned", 0, 20_00)


@pytest.mark.clause("MEGA 5.13", "MEGA 5.13/future")
def test_5_13_at_a_shared_position_a_short_total_counts_for_each() -> None:
    t = House(MEGA, **LIMITS).open().ante(1, 10_00, "ann").ante(1, 14_99, "bob").close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert [t.won(1, "ante", player=player) for player in ("ann", "bob")] == [10_00, 14_99]
    t.open().ante(1, 10_00, "cat").ante(1, 10_00, "bob").close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert outcomes(t, 1, "cat") == {"ante": ("won", 10_00, 10_00), "bet": ("won", 40_00, 20_00)}
    assert outcomes(t, 1, "bob") == {
        "ante": ("returned", 0, 10_00),
        "bet": ("returned", 0, 20_00),
    }
    # Shares below the minimum are no breach where the whole is not.
    t.open().ante(1, 10_00, "ann").ante(1, 15_00, "bob").close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert [t.won(1, "ante", player=player) for player in ("ann", "bob")] == [10_00, 15_00]


@pytest.mark.clause("MEGA 5.13/future")
def test_5_13_a_seated_player_who_gets_the_ante_back_gets_the_jackpot_wager_too() -> None:
    t = House(MEGA, jackpot=GROWING, memory={"under_minimum": ["ann"]}, **LIMITS).open()
    t.ante(1, 10_00, "ann").jackpot(1, by=ANN).ante(1, 10_00, "bob").close()
    t.deal({1: FLUSH}, ACE_KING).bet(1, by=ANN).finish()
    assert outcomes(t, 1, "ann") == {
        "ante": ("returned", 0, 10_00),
        "bet": ("returned", 0, 20_00),
        "jackpot": ("returned", 0, 5_00),
    }
    assert outcomes(t, 1, "bob") == {"ante": ("won", 10_00, 10_00), "bet": ("won", 100_00, 20_00)}
    assert t.meter == MILLION


@pytest.mark.clause("MEGA 5.13")
def test_5_13_each_table_remembers_for_itself() -> None:
    t = House(MEGA, tables=("T1", "T2"), **LIMITS)
    for table in ("T1", "T2"):
        t.open(table=table).ante(1, 20_00, "ann", table=table).close(table=table)
        t.deal({1: TWO_PAIRS}, ACE_KING, table=table).bet(1, table=table).finish(table=table)
        assert t.outcome(1, "ante", table=table) == ("won", 20_00, 20_00)


@pytest.mark.clause("MEGA 5.14")
@pytest.mark.parametrize(
    ("staked", "counts"),
    [(499_99, 499_99), (500_00, 500_00), (500_01, 500_00), (600_00, 500_00)],
)
def test_5_14_a_winning_wager_is_paid_to_the_maximum(staked: int, counts: int) -> None:
    t = short_round(House(MEGA, **LIMITS), staked, TWO_PAIRS)
    assert outcomes(t, 1) == {
        "ante": ("won", counts, staked),
        "bet": ("won", 2 * 2 * counts, 2 * staked),
    }
    assert ("MEGA 5.14" in clauses(t, 1, "ante")) is (staked > counts)


@pytest.mark.clause("MEGA 5.14")
@pytest.mark.parametrize(
    ("staked", "back"), [(499_99, 0), (500_00, 0), (500_01, 1), (600_00, 100_00)]
)
def test_5_14_a_losing_wager_is_taken_to_the_maximum(staked: int, back: int) -> None:
    t = short_round(House(MEGA, **LIMITS), staked, LOW)
    assert outcomes(t, 1) == {"ante": ("lost", 0, back), "bet": ("lost", 0, 2 * back)}


@pytest.mark.clause("MEGA 5.14")
@pytest.mark.parametrize("hand", [TWO_PAIRS, LOW])
def test_5_14_is_cited_on_the_bet_that_follows_the_ante(hand: str) -> None:
    t = short_round(House(MEGA, **LIMITS), 600_00, hand)
    assert "MEGA 5.14" in clauses(t, 1, "bet")


@pytest.mark.clause("MEGA 5.15")
def test_5_15_what_earlier_rounds_paid_or_took_stays_settled() -> None:
    t = House(MEGA, **LIMITS)
    short_round(t, 20_00, TWO_PAIRS)
    short_round(t, 600_00, LOW, "bob")
    before = t.result.lines
    t.open().report("under_limit", box=1, round=1).report("over_limit", box=1, round=2)
    assert len(t.events_of(ReportNoted)) == 2
    t.ante(1, 20_00, "ann").close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert t.result.lines[: len(before)] == before
    assert t.outcome(1, "ante", round=1) == ("won", 20_00, 20_00)
    assert t.outcome(1, "ante", round=3) == ("returned", 0, 20_00)


# 5.16: power failure


@pytest.mark.clause("MEGA 5.16")
def test_5_16_it_turns_on_whether_an_outcome_is_established() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("technical_interruption", by="dealer")
    assert t.result.matters[0].decisions == ("options", "dismiss")
    t.fold(1)
    assert t.result.matters[0].decisions == ("continue", "dismiss")
    assert refusal(t.rule("void")) == ("decision-not-allowed", "MEGA 5.16.2")


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_each_player_may_withdraw_and_the_rest_conclude() -> None:
    t = dealt(MEGA, HANDS, ACE_KING, jackpots=[1], jackpot=GROWING).bet(1)
    t.report("technical_interruption")  # a bet is no outcome
    [offered] = t.events_of(OptionsOffered)
    assert [(option.player, option.boxes) for option in offered.options] == [
        ("p1", (1,)),
        ("p2", (2,)),
        ("p3", (3,)),
    ]
    assert refusal(t.reveal()) == ("option-open", "MEGA 5.16.1")
    t.do("choose", box=1, option="withdraw").do("choose", player="p2", option="continue")
    t.bet(2).bet(3).finish()  # box 3 goes on by betting
    assert outcomes(t, 1) == {
        "ante": ("returned", 0, 25_00),
        "bet": ("returned", 0, 50_00),
        "jackpot": ("returned", 0, 5_00),
    }
    assert "MEGA 5.16.1" in clauses(t, 1, "ante")
    assert t.outcome(2, "bet") == ("won", 250_00, 50_00)
    assert t.outcome(3, "bet") == ("lost", 0, 0)
    assert t.meter == MILLION


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_who_goes_on_does_not_choose_again() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("technical_interruption")
    t.do("choose", box=1, option="continue").do("choose", box=1, option="withdraw")
    assert refusal(t) == ("no-option", "MEGA 5.16.1")


@pytest.mark.clause("MEGA 5.16.1")
def test_5_16_1_if_nobody_stays_the_round_is_over() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING).report("technical_interruption")
    t.do("choose", box=1, option="withdraw").do("choose", box=2, option="withdraw")
    assert t.phase == "settled"
    assert outcomes(t, 1) == outcomes(t, 2) == {"ante": ("returned", 0, 25_00)}


@pytest.mark.clause("MEGA 5.16.1")
@pytest.mark.parametrize("taker", ["ann", "cat"])
def test_5_16_1_a_position_left_while_bets_are_open_is_free(taker: str) -> None:
    """What goes back keeps its line; whoever then takes the position plays for its own sake."""
    t = House(MEGA).open().ante(1, 30_00, "ann").ante(2, 25_00, "bob")
    t.report("technical_interruption").do("choose", box=1, option="withdraw")
    assert refusal(t.ante(1, 25_00, taker)) is None
    t.do("choose", box=2, option="continue").close()
    t.deal({1: FLUSH, 2: TWO_PAIRS}, ACE_KING).bet(1).bet(2).finish()
    assert [
        (line.player, line.wager, line.result.value, line.staked)
        for line in t.lines()
        if line.box == 1
    ] == [
        ("ann", "ante", "returned", 30_00),
        (taker, "ante", "won", 25_00),
        (taker, "bet", "won", 50_00),
    ]
    assert t.won(2, "bet") == 100_00


@pytest.mark.clause("MEGA 5.16.1/all-wagers")
@pytest.mark.parametrize("by", [{"box": 1}, {"box": 2}, {"player": "ann"}])
def test_5_16_1_a_player_withdraws_all_wagers_or_none(by: dict[str, Any]) -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").jackpot(1).ante(2, 30_00, "ann")
    t.ante(3, 25_00, "bob").close().deal(HANDS, ACE_KING).report("technical_interruption")
    t.do("withdraw_wager", box=1, wager="ante", by=ANN)
    assert refusal(t) == ("bets-closed", "MEGA 5.6")
    t.do("choose", option="withdraw", **by)
    assert refusal(t) is None
    t.bet(3).finish()
    assert outcomes(t, 1) == {"ante": ("returned", 0, 25_00), "jackpot": ("returned", 0, 5_00)}
    assert outcomes(t, 2) == {"ante": ("returned", 0, 30_00)}
    assert "MEGA 5.16.1/all-wagers" in clauses(t, 2, "ante")
    assert t.outcome(3, "ante") == ("lost", 0, 0)


@pytest.mark.clause("MEGA 5.16.2")
@pytest.mark.parametrize("outcome", ["fold", "reveal", "claim"])
def test_5_16_2_with_an_outcome_the_round_is_played_to_its_end(outcome: str) -> None:
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, NO_HAND, jackpots=[2])
    match outcome:
        case "fold":
            t.fold(1)
        case "claim":
            t.do("claim_jackpot", box=2)
        case "reveal":
            t.bet(1).bet(2).reveal()
    t.report("technical_interruption")
    assert not t.events_of(OptionsOffered)
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.decision, decided.clauses) == ("continue", ("MEGA 5.16.2",))
    assert refusal(t.do("choose", box=2, option="withdraw")) == ("no-option", "MEGA 5.6")
    if outcome == "claim":
        t.bet(1)
    if outcome == "reveal":
        t.settle()
    else:
        t.bet(2).finish()
    assert t.phase == "settled"
    assert t.outcome(2, "jackpot") == ("won", 100_00, 0)
