"""Megalink Singapore Stud Poker, 5.9 to 5.12: what players do wrong, or are not there to do."""

from typing import Any

import pytest

from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Role
from croupier.table.events import PlayerBarred, PlayerRestricted
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    MILLION,
    RESET,
    bets_closed,
    clauses,
    dealt,
    refusal,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
LOW = "Ts 8c 7d 4s 2d"
ROYAL = "Ah Kh Qh Jh Th"
HANDS = {1: TWO_PAIRS, 2: FLUSH, 3: LOW}
GROWING = {"meter": MILLION, "reset": RESET, "increment": "0.2"}
ANN = {"id": "ann", "role": "player"}
BOB = {"id": "bob", "role": "player"}


def outcomes(t: House, box: int, player: str | None = None) -> dict[str, tuple[str, int, int]]:
    return {
        line.wager: (line.result.value, line.won, line.returned)
        for line in t.lines()
        if line.box == box and player in (None, line.player)
    }


# 5.9: hands kept confidential


@pytest.mark.clause("MEGA 5.9")
def test_5_9_a_barred_player_gets_the_wagers_back_and_plays_no_more() -> None:
    t = dealt(MEGA, HANDS, ACE_KING, jackpots=[2], jackpot=GROWING).bet(1).bet(2).bet(3)
    t.report("confidentiality", by="shift_manager", player="p2").finish()
    assert outcomes(t, 2) == {
        "ante": ("returned", 0, 25_00),
        "bet": ("returned", 0, 50_00),
        "jackpot": ("returned", 0, 5_00),
    }
    assert clauses(t, 2, "ante") == {"MEGA 5.9"}
    assert t.outcome(1, "bet") == ("won", 100_00, 50_00)
    assert t.meter == MILLION
    t.open().ante(2, 25_00, "p2")
    assert refusal(t) == ("player-barred", "MEGA 5.9")
    assert refusal(t.ante(2, 25_00, "ann")) is None


@pytest.mark.clause("MEGA 5.9")
@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "pit_manager"])
def test_5_9_the_shift_manager_alone_bars(role: str) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).do("bar_player", player="p2", by=role)
    assert refusal(t) == ("role-too-low", "MEGA 5.9")
    t.report("confidentiality", by=role, player="p2")
    [matter] = t.result.matters
    assert (matter.decided_by, matter.decisions) == (Role.SHIFT_MANAGER, ("bar", "dismiss"))
    assert refusal(t.rule("bar", by=role)) == ("role-too-low", "MEGA 5.9")
    assert not t.events_of(PlayerBarred)
    assert refusal(t.rule("bar", by="shift_manager")) is None
    [barred] = t.events_of(PlayerBarred)
    assert (barred.player, barred.by.role) == ("p2", Role.SHIFT_MANAGER)


@pytest.mark.clause("MEGA 5.9")
def test_5_9_it_is_at_the_managers_discretion() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("confidentiality", by="dealer", player="p2")
    t.rule("dismiss").bet(1).bet(2).bet(3).finish()
    assert t.won(2, "bet") == 250_00
    assert refusal(t.open().ante(2, 25_00, "p2")) is None


@pytest.mark.clause("MEGA 5.9")
def test_5_9_a_bar_lasts_until_a_shift_manager_lifts_it() -> None:
    t = House(MEGA, memory={"barred": ["ann"]}).open().ante(1, 25_00, "ann")
    assert refusal(t) == ("player-barred", "MEGA 5.9")
    refused = refusal(t.do("readmit_player", player="ann", by="pit_manager"))
    assert refused == ("role-too-low", "MEGA 5.9")
    t.do("readmit_player", player="ann", by="shift_manager").ante(1, 25_00, "ann")
    assert refusal(t) is None


@pytest.mark.clause("MEGA 5.9")
def test_5_9_while_bets_are_open_too_the_wager_goes_back() -> None:
    t = House(MEGA, jackpot=GROWING).open().ante(1, 25_00, "ann").jackpot(1).ante(2, 25_00, "bob")
    t.do("bar_player", player="ann", by="shift_manager").close()
    assert t.meter == MILLION
    t.deal({2: TWO_PAIRS}, ACE_KING).bet(2).finish()
    assert outcomes(t, 1) == {"ante": ("returned", 0, 25_00), "jackpot": ("returned", 0, 5_00)}
    assert t.won(2, "bet") == 100_00


@pytest.mark.clause("MEGA 5.9")
def test_5_9_a_prize_already_entered_goes_back_with_the_wager() -> None:
    t = dealt(MEGA, {1: ROYAL, 2: TWO_PAIRS}, "Ac Kd 9s 5h 3c", jackpots=[1])
    t.do("claim_jackpot", box=1)
    assert t.meter == RESET
    t.do("bar_player", player="p1", by="shift_manager")
    assert t.meter == MILLION
    t.bet(2).finish()
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)


@pytest.mark.clause("MEGA 5.9")
def test_5_9_at_a_shared_position_the_others_play_on() -> None:
    t = House(MEGA).open().ante(1, 30_00, "ann").ante(1, 20_00, "bob").jackpot(1, by=ANN).close()
    t.deal({1: FLUSH}, ACE_KING).bet(1)
    t.do("bar_player", player="ann", by="shift_manager").finish()
    assert outcomes(t, 1, "ann") == {
        "ante": ("returned", 0, 30_00),
        "bet": ("returned", 0, 60_00),
        "jackpot": ("returned", 0, 5_00),
    }
    assert outcomes(t, 1, "bob") == {
        "ante": ("won", 20_00, 20_00),
        "bet": ("won", 200_00, 40_00),
    }


@pytest.mark.clause("MEGA 5.9", "MEGA 3.5.1")
def test_5_9_the_next_player_seated_may_have_a_jackpot_wager_of_their_own() -> None:
    t = House(MEGA, jackpot=GROWING).open().ante(1, 30_00, "ann").jackpot(1, by=ANN)
    t.ante(1, 25_00, "bob").do("bar_player", player="ann", by="shift_manager")
    assert refusal(t.jackpot(1, by=BOB)) is None
    t.close().deal({1: FLUSH}, ACE_KING).bet(1, by=BOB).finish()
    assert outcomes(t, 1, "ann") == {
        "ante": ("returned", 0, 30_00),
        "jackpot": ("returned", 0, 5_00),
    }
    assert outcomes(t, 1, "bob") == {
        "ante": ("won", 25_00, 25_00),
        "bet": ("won", 250_00, 50_00),
        "jackpot": ("won", 100_00, 0),
    }
    assert t.meter == MILLION + 1_00  # bob's wager alone


@pytest.mark.clause("MEGA 5.9")
def test_5_9_a_position_that_a_barred_player_held_is_open_to_others() -> None:
    t = House(MEGA).open().ante(1, 30_00, "ann")
    t.do("bar_player", player="ann", by="shift_manager").ante(1, 25_00, "bob")
    assert refusal(t) is None
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1, by=BOB).finish()
    assert outcomes(t, 1, "ann") == {"ante": ("returned", 0, 30_00)}
    assert outcomes(t, 1, "bob") == {"ante": ("won", 25_00, 25_00), "bet": ("won", 100_00, 50_00)}


# 5.10: several positions in error


def several(boxes: tuple[int, ...], **house: Any) -> House:
    """All of them ann's, and bob at box 5."""
    t = House(MEGA, **house).open()
    for box in boxes:
        t.ante(box, 25_00, "ann")
    hands = dict(zip(boxes, HANDS.values(), strict=False)) | {5: "Js Jc Td 3s 2c"}
    return t.ante(5, 25_00, "bob").close().deal(hands, ACE_KING)


@pytest.mark.clause("MEGA 5.10")
def test_5_10_without_a_finding_several_hands_are_blind_betting() -> None:
    t = several((1, 2, 3)).view(1).bet(1).bet(2).bet(3).bet(5).finish()
    assert not t.refusals
    assert [t.line(box, "bet").result.value for box in (1, 2, 3)] == ["won", "won", "lost"]


@pytest.mark.clause("MEGA 5.10")
def test_5_10_a_pit_supervisor_finds_that_it_was_an_error() -> None:
    t = several((1, 2)).report("multiple_positions", by="dealer", player="ann")
    [matter] = t.result.matters
    assert (matter.decided_by, matter.decisions) == (
        Role.PIT_SUPERVISOR,
        ("invalidate", "dismiss"),
    )
    assert refusal(t.rule("dismiss", by="pit_supervisor")) is None
    t.bet(1).bet(2).bet(5).finish()
    assert t.line(2, "ante").result.value == "won"


@pytest.mark.clause("MEGA 5.10")
def test_5_10_one_position_is_no_error() -> None:
    t = several((1,)).report("multiple_positions", player="ann")
    assert refusal(t) == ("nothing-to-report", "MEGA 5.10")


@pytest.mark.clause("MEGA 5.10.1")
@pytest.mark.parametrize("viewed", [1, 2, 3])
def test_5_10_1_the_viewed_hand_plays_and_the_others_are_out(viewed: int) -> None:
    t = several((1, 2, 3)).view(viewed).report("multiple_positions", player="ann")
    t.bet(viewed).bet(5).finish()
    assert not t.refusals
    for box in {1, 2, 3} - {viewed}:
        assert outcomes(t, box) == {"ante": ("returned", 0, 25_00)}
        assert "MEGA 5.10.1" in clauses(t, box, "ante")
        assert "MEGA 5.10.2" not in clauses(t, box, "ante")
    assert t.line(viewed, "ante").result.value == ("lost" if viewed == 3 else "won")
    assert t.line(5, "ante").result.value == "won"  # bob is no part of it


@pytest.mark.clause("MEGA 5.10.1")
def test_5_10_1_all_hands_that_were_viewed_play_on() -> None:
    t = several((1, 2, 3), entry="recording").view(1).view(2)
    [matter] = t.result.matters
    assert matter.irregularity == Irregularity.MULTIPLE_POSITIONS
    t.rule("invalidate", by="pit_supervisor").bet(1).bet(2).bet(5).finish()
    assert t.won(1, "bet") == 100_00
    assert t.won(2, "bet") == 250_00
    assert outcomes(t, 3) == {"ante": ("returned", 0, 25_00)}


@pytest.mark.clause("MEGA 5.10.2")
def test_5_10_2_none_viewed_the_hand_dealt_first_plays() -> None:
    t = several((2, 4)).report("multiple_positions", player="ann").bet(2).bet(5).finish()
    assert t.won(2, "bet") == 100_00
    assert outcomes(t, 4) == {"ante": ("returned", 0, 25_00)}
    assert "MEGA 5.10.2" in clauses(t, 4, "ante")
    assert "MEGA 5.10.1" not in clauses(t, 4, "ante")


@pytest.mark.clause("MEGA 5.10.2")
def test_5_10_2_wagers_of_the_other_hands_go_back_with_the_jackpot() -> None:
    t = House(MEGA, jackpot=GROWING).open()
    for box in (2, 4):
        t.ante(box, 25_00, "ann").jackpot(box)
    t.close().deal({2: LOW, 4: ROYAL}, "Ac Kd 9s 5h 3c")
    t.report("multiple_positions", player="ann").fold(2).finish()
    assert outcomes(t, 4) == {"ante": ("returned", 0, 25_00), "jackpot": ("returned", 0, 5_00)}
    assert t.meter == MILLION + 1_00  # box 2's wager alone


@pytest.mark.clause("MEGA 5.10.2")
def test_5_10_2_bets_laid_blind_on_the_other_hands_go_back() -> None:
    t = several((1, 2)).bet(1).bet(2).report("multiple_positions", player="ann").bet(5).finish()
    assert t.won(1, "bet") == 100_00
    assert outcomes(t, 2) == {"ante": ("returned", 0, 25_00), "bet": ("returned", 0, 50_00)}


@pytest.mark.clause("MEGA 5.10.3")
def test_5_10_3_a_shift_manager_may_stop_a_player_who_controls_several_hands() -> None:
    t = several((1, 2)).do("restrict_player", player="ann", by="shift_manager")
    assert refusal(t) is None
    [stopped] = t.events_of(PlayerRestricted)
    assert stopped.by.role == Role.SHIFT_MANAGER
    assert "MEGA 5.10.3" in stopped.clauses
    t.bet(1).bet(2).bet(5).finish().open().ante(1, 25_00, "ann").ante(2, 25_00, "ann")
    assert refusal(t) == ("too-many-boxes", "MEGA 3.4.3")


@pytest.mark.clause("MEGA 5.10.3")
def test_5_10_3_a_pit_managers_order_is_not_this_one() -> None:
    t = several((1, 2)).do("restrict_player", player="ann", by="pit_manager")
    [restricted] = t.events_of(PlayerRestricted)
    assert restricted.clauses == ("MEGA 3.4.3",)


@pytest.mark.clause("MEGA 5.10.3")
@pytest.mark.parametrize("role", ["player", "dealer", "pit_supervisor"])
def test_5_10_3_lower_ranks_may_not(role: str) -> None:
    t = several((1, 2)).do("restrict_player", player="ann", by=role)
    assert refusal(t) == ("role-too-low", "MEGA 3.4.3")
    assert refusal(t.bet(1).bet(2).bet(5).finish().open()) is None
    assert refusal(t.ante(1, 25_00, "ann").ante(2, 25_00, "ann")) is None


# 5.11: the player is not there


@pytest.mark.clause("MEGA 5.11")
@pytest.mark.parametrize("when", ["before the deal", "after it"])
def test_5_11_an_absent_players_wagers_go_back(when: str) -> None:
    t = bets_closed(MEGA, [1, 2], jackpots=[1], jackpot=GROWING)
    if when == "before the deal":
        t.leave("p1")
    t.deal({1: ROYAL, 2: TWO_PAIRS}, "Ac Kd 9s 5h 3c")
    if when == "after it":
        t.leave("p1")
    assert refusal(t.bet(1)) == ("hand-out", "MEGA 5.11")
    t.bet(2).finish()
    assert outcomes(t, 1) == {"ante": ("returned", 0, 25_00), "jackpot": ("returned", 0, 5_00)}
    assert clauses(t, 1, "ante") == {"MEGA 5.11"}
    account = t.result.jackpots["J1"]
    assert (account.meter, account.contributed, account.paid) == (MILLION, 0, 0)
    assert t.won(2, "bet") == 100_00


@pytest.mark.clause("MEGA 5.11")
def test_5_11_a_player_alone_who_leaves_ends_the_round() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING).leave("p1")
    assert t.phase == "settled"
    assert outcomes(t, 1) == {"ante": ("returned", 0, 25_00)}


@pytest.mark.clause("MEGA 5.11")
@pytest.mark.parametrize(("act", "result"), [("bet", "won"), ("fold", "lost")])
def test_5_11_what_was_decided_is_settled_as_usual(act: str, result: str) -> None:
    t = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING)
    if act == "bet":
        t.bet(1)
    else:
        t.fold(1)
    t.leave("p1").finish()
    assert t.line(1, "ante").result.value == result


@pytest.mark.clause("MEGA 5.11")
def test_5_11_of_several_hands_only_those_undecided_are_out() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").ante(2, 25_00, "ann").ante(3, 25_00, "ann").close()
    t.deal(HANDS, ACE_KING).bet(1).fold(3).leave("ann").finish()
    assert t.won(1, "bet") == 100_00
    assert outcomes(t, 2) == {"ante": ("returned", 0, 25_00)}
    assert outcomes(t, 3) == {"ante": ("lost", 0, 0)}


@pytest.mark.clause("MEGA 5.11")
def test_5_11_who_leaves_while_bets_are_open_bets_no_more() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").ante(2, 25_00, "bob").leave("ann")
    assert refusal(t.ante(3, 25_00, "ann")) == ("player-left", "MEGA 5.11")
    t.close().deal({1: TWO_PAIRS, 2: FLUSH}, ACE_KING).bet(2).finish()
    assert outcomes(t, 1) == {"ante": ("returned", 0, 25_00)}


@pytest.mark.clause("MEGA 5.11")
def test_5_11_at_a_shared_position_the_seated_players_absence_counts() -> None:
    t = House(MEGA).open().ante(1, 30_00, "ann").ante(1, 20_00, "bob").ante(2, 25_00, "cat")
    t.close().deal({1: TWO_PAIRS, 2: LOW}, ACE_KING).leave("ann").bet(2).finish()
    assert outcomes(t, 1, "ann") == {"ante": ("returned", 0, 30_00)}
    assert outcomes(t, 1, "bob") == {"ante": ("returned", 0, 20_00)}

    t = House(MEGA).open().ante(1, 30_00, "ann").ante(1, 20_00, "bob")
    t.close().deal({1: TWO_PAIRS}, ACE_KING).leave("bob").bet(1, by=ANN).finish()
    assert outcomes(t, 1, "bob")["ante"] == ("won", 20_00, 20_00)


@pytest.mark.clause("MEGA 5.11")
def test_5_11_absence_is_logged_by_staff_at_a_live_table() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING).leave("p1", by="dealer")
    assert refusal(t) == ("not-yours", None)
    t = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING, entry="recording").leave("p1", by="dealer")
    assert refusal(t) is None


def looked_and_left(reading: str | None = None) -> House:
    """Ann has looked at box 1 and left; box 2 was hers, unseen."""
    readings = {} if reading is None else {"mega_absent_after_view": reading}
    t = House(MEGA, readings=readings).open().ante(1, 25_00, "ann").jackpot(1)
    t.ante(2, 25_00, "ann").ante(3, 25_00, "bob").close()
    t.deal({1: FLUSH, 2: TWO_PAIRS, 3: LOW}, ACE_KING).view(1).leave("ann")
    return t.bet(3)


@pytest.mark.clause("MEGA 5.11")
@pytest.mark.parametrize("reading", [None, "refer"])
@pytest.mark.parametrize(
    ("decision", "ante", "jackpot"),
    [
        ("return_wagers", ("returned", 0, 25_00), ("returned", 0, 5_00)),
        ("forfeit", ("lost", 0, 0), ("won", 100_00, 0)),
    ],
)
def test_5_11_who_looked_and_left_is_referred_to_the_shift_manager(
    decision: str, ante: tuple[str, int, int], jackpot: tuple[str, int, int], reading: str | None
) -> None:
    t = looked_and_left(reading)
    [matter] = t.result.matters
    assert matter.irregularity == Irregularity.LEFT_AFTER_VIEWING
    assert matter.decided_by == Role.SHIFT_MANAGER
    assert matter.decisions == ("return_wagers", "forfeit")
    assert refusal(t.reveal()) == ("matter-open", None)
    assert refusal(t.rule("dismiss")) == ("decision-not-allowed", None)
    # That it is referred at all is a reading; 6.1 names who decides what is referred.
    assert refusal(t.rule(decision, by="pit_manager")) == ("role-too-low", "MEGA 6.1")
    t.rule(decision).finish()
    assert outcomes(t, 1) == {"ante": ante, "jackpot": jackpot}
    assert {"MEGA 5.11", "MEGA 6.1"} <= clauses(t, 1, "ante")
    assert outcomes(t, 2) == {"ante": ("returned", 0, 25_00)}


@pytest.mark.clause("MEGA 5.11")
@pytest.mark.parametrize(
    ("reading", "ante", "jackpot"),
    [
        ("return", ("returned", 0, 25_00), ("returned", 0, 5_00)),
        ("fold", ("lost", 0, 0), ("won", 100_00, 0)),
    ],
)
def test_5_11_other_readings_of_who_looked_and_left(
    reading: str, ante: tuple[str, int, int], jackpot: tuple[str, int, int]
) -> None:
    t = looked_and_left(reading)
    assert not t.result.matters
    t.finish()
    assert outcomes(t, 1) == {"ante": ante, "jackpot": jackpot}
    assert outcomes(t, 2) == {"ante": ("returned", 0, 25_00)}


# 5.12: a jackpot wager without an ante


def without_ante() -> House:
    """Bob has an ante on box 1; ann a jackpot wager on box 2 and nothing else."""
    t = House(MEGA, entry="recording", jackpot=GROWING).open().ante(1, 25_00, "bob")
    return t.jackpot(2, player="ann")


@pytest.mark.clause("MEGA 5.12", "MEGA 5.12.1")
def test_5_12_1_before_the_close_an_ante_makes_it_good() -> None:
    t = without_ante().ante(2, 25_00, "ann").close()
    assert t.meter == MILLION + 1_00
    t.deal({1: LOW, 2: FLUSH}, ACE_KING).bet(1).bet(2).finish()
    assert not t.refusals
    assert t.outcome(2, "jackpot") == ("won", 100_00, 0)


@pytest.mark.clause("MEGA 5.12", "MEGA 5.12.1")
def test_5_12_1_or_it_is_cancelled() -> None:
    t = without_ante().do("withdraw_wager", box=2, wager="jackpot", by=ANN).close()
    t.deal({1: LOW}, ACE_KING).bet(1).finish()
    assert not t.refusals
    assert {line.box for line in t.lines()} == {1}
    assert t.meter == MILLION


@pytest.mark.clause("MEGA 5.12.1")
def test_5_12_1_who_takes_the_ante_back_takes_the_jackpot_wager_along() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").jackpot(1).ante(2, 25_00, "bob")
    t.do("withdraw_wager", box=1, wager="ante", by=ANN).close()
    t.deal({2: LOW}, ACE_KING).bet(2).finish()
    assert not t.refusals
    assert {line.box for line in t.lines()} == {2}


@pytest.mark.clause("MEGA 5.12", "MEGA 5.12.2")
def test_5_12_2_after_the_close_it_is_returned_when_the_hand_in_play_ends() -> None:
    t = without_ante().close()
    assert t.meter == MILLION  # it never counted
    assert refusal(t.deal({1: LOW}, ACE_KING)) is None  # and it gets no hand
    t.bet(1).reveal()
    assert not t.lines()
    t.settle()
    assert outcomes(t, 2) == {"jackpot": ("returned", 0, 5_00)}
    assert clauses(t, 2, "jackpot") == {"MEGA 5.12.2"}


@pytest.mark.clause("MEGA 5.12.2")
def test_5_12_2_a_round_with_nothing_else_in_it_is_over_at_the_close() -> None:
    t = House(MEGA, entry="recording").open().jackpot(2, player="ann").close()
    assert t.phase == "settled"
    assert outcomes(t, 2) == {"jackpot": ("returned", 0, 5_00)}


@pytest.mark.clause("MEGA 5.12.2")
def test_5_12_2_it_goes_back_though_another_has_anted_there() -> None:
    t = House(MEGA, entry="recording", jackpot=GROWING).open().jackpot(1, player="ann")
    t.ante(1, 25_00, "bob").jackpot(1, player="bob", by=BOB).close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert outcomes(t, 1, "ann") == {"jackpot": ("returned", 0, 5_00)}
    assert t.result.players["ann"].net == 0
