"""Megalink Singapore Stud Poker, 3.5 to 3.9: the jackpot wager, the deal and the decision."""

from typing import Any

import pytest

from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table.commands import PlaceWager
from croupier.table.decide import legal_commands
from croupier.table.events import (
    CardsDealt,
    WagerPlaced,
)
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    MILLION,
    NO_HAND,
    RESET,
    bets_closed,
    box_of,
    clauses,
    dealt,
    hands_seen_by,
    notices,
    refusal,
    seen_by,
    settled,
    told,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
ANN = {"id": "ann", "role": "player"}
BOB = {"id": "bob", "role": "player"}


def shared(ann: int, bob: int, **house: Any) -> House:
    """Ann is seated at box 1, and bob has joined her ante."""
    return House(MEGA, **house).open().ante(1, ann, "ann").ante(1, bob, "bob")


# 3.5: the jackpot wager


@pytest.mark.clause("MEGA 3.5")
def test_3_5_the_jackpot_wager_follows_an_ante() -> None:
    t = House(MEGA).open().jackpot(1, player="p1")
    assert refusal(t) == ("ante-first", "MEGA 3.5")
    assert refusal(t.ante(1, 25_00).jackpot(1)) is None


@pytest.mark.clause("MEGA 3.5")
def test_3_5_an_ante_on_another_position_does_not_carry_it() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").jackpot(2, player="ann")
    assert refusal(t) == ("ante-first", "MEGA 3.5")


@pytest.mark.clause("MEGA 3.5")
@pytest.mark.parametrize(
    ("amount", "accepted"), [(4_99, False), (5_00, True), (5_01, False), (10_00, False)]
)
def test_3_5_the_house_prescribes_one_amount(amount: int, accepted: bool) -> None:
    t = House(MEGA).open().ante(1, 25_00).jackpot(1, amount)
    assert refusal(t) == (None if accepted else ("wrong-amount", None))


@pytest.mark.clause("MEGA 3.5")
@pytest.mark.parametrize(
    ("laid", "result"),
    [
        (4_99, ("returned", 0, 4_99)),
        (5_00, ("won", 100_00, 0)),
        (5_01, ("won", 100_00, 1)),
        (10_00, ("won", 100_00, 5_00)),
    ],
)
def test_3_5_another_amount_found_later(laid: int, result: tuple[str, int, int]) -> None:
    jackpot = {"meter": MILLION, "reset": RESET, "increment": "0.2"}
    t = House(MEGA, entry="recording", jackpot=jackpot).open().ante(1, 25_00).jackpot(1, laid)
    t.close().deal({1: FLUSH}, ACE_KING).bet(1).finish()
    assert t.outcome(1, "jackpot") == result
    assert t.meter == MILLION + (1_00 if laid >= 5_00 else 0)


def jackpots_open_to(t: House, player: str) -> list[int]:
    """The positions where the table offers somebody the jackpot."""
    floor = t.played.floor
    table = floor.tables["T1"]
    offered = legal_commands(table, floor.link_of(table), Actor(player, Role.PLAYER))
    return [
        command.box
        for command in offered
        if isinstance(command, PlaceWager) and command.wager == WagerKind.JACKPOT
    ]


@pytest.mark.clause("MEGA 3.5.1")
def test_3_5_1_the_jackpot_is_for_the_player_who_is_seated() -> None:
    t = shared(30_00, 20_00)
    assert (jackpots_open_to(t, "ann"), jackpots_open_to(t, "bob")) == ([1], [])
    assert refusal(t.jackpot(1, by=BOB)) == ("box-taken", "MEGA 3.5.4")
    assert refusal(t.jackpot(1, by=ANN)) is None
    t.close().deal({1: FLUSH}, NO_HAND).bet(1).finish()
    assert [(line.player, line.won) for line in t.lines() if line.wager == "jackpot"] == [
        ("ann", 100_00)
    ]


@pytest.mark.clause("MEGA 3.5.2")
def test_3_5_2_the_jackpot_rides_on_viewed_and_blind_hands_alike() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").ante(2, 25_00, "ann").jackpot(1).jackpot(2).close()
    t.deal({1: FLUSH, 2: "Ks Kh Kc 9c 9d"}, NO_HAND).view(1).bet(1).bet(2).finish()
    assert not box_of(t, 2).viewed
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert t.outcome(2, "jackpot") == ("won", 200_00, 0)


@pytest.mark.clause("MEGA 3.5.3")
def test_3_5_3_without_the_jackpot_system_there_is_no_jackpot_wager() -> None:
    laid = told(MEGA, "Laid by")
    assert laid.value == "the progressive jackpot wagering system"
    assert laid.clauses == ("MEGA 3.5.3",)
    t = House(MEGA).do("jackpot_service", available=False, by="shift_manager")
    t.open().ante(1, 25_00).jackpot(1)
    assert refusal(t) == ("jackpot-unavailable", None)
    t.close().deal({1: FLUSH}, NO_HAND).bet(1).finish()
    assert not t.has_line(1, "jackpot")
    assert t.result.jackpots["J1"].contributed == 0
    t.do("jackpot_service", available=True, by="shift_manager").open().ante(1, 25_00)
    assert refusal(t.jackpot(1)) is None


@pytest.mark.clause("MEGA 3.5.3")
def test_3_5_3_a_table_off_the_link_takes_none() -> None:
    t = House(MEGA, jackpot=None).open().ante(1, 25_00).jackpot(1)
    assert refusal(t) == ("no-jackpot", None)


@pytest.mark.clause("MEGA 3.5.4")
@pytest.mark.parametrize("shares_the_ante", [False, True])
def test_3_5_4_no_jackpot_wager_on_the_position_of_another(shares_the_ante: bool) -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann").ante(2, 25_00, "bob")
    if shares_the_ante:
        t.ante(2, 25_00, "ann")
    assert refusal(t.jackpot(2, player="ann", by=ANN)) == ("box-taken", "MEGA 3.5.4")
    assert refusal(t.jackpot(2, player="bob", by=BOB)) is None


# 3.6: wagers placed by staff


@pytest.mark.clause("MEGA 3.6")
@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "pit_manager"])
def test_3_6_staff_may_place_a_wager_for_a_player(role: str) -> None:
    t = House(MEGA).open().ante(2, 25_00, "ann", by=role).jackpot(2, player="ann", by=role)
    assert not t.refusals
    for placed in t.events_of(WagerPlaced):
        assert placed.player == "ann"
        assert placed.by.role == Role(role)
    t.close().deal({2: FLUSH}, NO_HAND).bet(2).finish()
    assert {line.player for line in t.lines()} == {"ann"}


@pytest.mark.clause("MEGA 3.6")
def test_3_6_a_player_may_not_bet_for_another() -> None:
    t = House(MEGA).open().ante(2, 25_00, "ann", by=BOB)
    assert refusal(t) == ("not-yours", "MEGA 3.6")


@pytest.mark.clause("MEGA 3.6/responsibility")
def test_3_6_a_wager_put_on_the_wrong_position_stands_there() -> None:
    t = House(MEGA).open().ante(3, 25_00, "ann", by="dealer").close()
    t.do("withdraw_wager", box=3, wager="ante", by=ANN)
    assert refusal(t) == ("bets-closed", "MEGA 5.6")
    assert refusal(t.ante(2, 25_00, "ann", by="dealer")) == ("bets-closed", "MEGA 5.5")
    t.deal({3: "Qs Jh 8c 4d 2d"}, ACE_KING).bet(3).finish()
    assert [(line.box, line.player, line.result.value) for line in t.lines()] == [
        (3, "ann", "lost"),
        (3, "ann", "lost"),
    ]


@pytest.mark.clause("MEGA 3.6/responsibility")
def test_3_6_the_player_is_told_to_check_what_staff_placed() -> None:
    t = House(MEGA).open().ante(3, 25_00, "ann", by="dealer")
    shown = [(notice.player, notice.clauses) for notice in notices(t)]
    assert shown == [("ann", ("MEGA 3.6/responsibility",))]
    assert len(notices(t.ante(4, 25_00, "bob", by=BOB))) == 1  # bob placed his own


# 3.7, 3.8: the deal

FIFTEEN = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d"


@pytest.mark.clause("MEGA 3.7", "MEGA 3.7/up-card")
def test_3_7_an_automatic_device_deals_five_at_a_time() -> None:
    t = bets_closed(MEGA, [1, 4], device="shuffler").shoe(FIFTEEN)
    [deal] = t.events_of(CardsDealt)
    assert deal.hands == {"1": "2c 3c 4c 5c 6c", "4": "7c 8c 9c Tc Jc"}
    assert deal.dealer == "Qc Kc Ac 2d 3d"
    assert t.result.tables["T1"].up_card == "3d"


@pytest.mark.parametrize(
    "device",
    [
        pytest.param("shuffler", marks=pytest.mark.clause("MEGA 3.7", "MEGA 3.7/up-card")),
        pytest.param("shoe", marks=pytest.mark.clause("MEGA 3.8", "MEGA 3.8/up-card")),
    ],
)
def test_3_7_only_the_dealers_last_card_is_seen(device: str) -> None:
    t = bets_closed(MEGA, [1], device=device)
    assert seen_by(t).up_card is None
    t.deal({1: TWO_PAIRS}, NO_HAND)
    assert seen_by(t).up_card == "3c"
    assert seen_by(t).dealer is None
    assert hands_seen_by(t) == {}


@pytest.mark.clause("MEGA 3.8", "MEGA 3.8/up-card")
def test_3_8_a_manual_device_deals_one_card_at_a_time() -> None:
    t = bets_closed(MEGA, [1, 4], device="shoe").shoe(FIFTEEN)
    [deal] = t.events_of(CardsDealt)
    assert deal.hands == {"1": "2c 5c 8c Jc Ac", "4": "3c 6c 9c Qc 2d"}
    assert deal.dealer == "4c 7c Tc Kc 3d"
    assert deal.burnt is None
    assert t.result.tables["T1"].up_card == "3d"  # the fifteenth card


@pytest.mark.clause("MEGA 3.8/up-card")
def test_3_8_the_up_card_is_the_dealers_fifth() -> None:
    t = bets_closed(MEGA, [2], device="shoe").shoe("2c As 3c Ks 4c Qs 5c Js 6c 7d")
    assert t.result.tables["T1"].up_card == "7d"


# 3.9: fold or bet


@pytest.mark.clause("MEGA 3.9")
def test_3_9_the_answers_are_fold_and_bet() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING)
    assert refusal(t.play(1)) == ("no-such-wager", "MEGA 2.2.1")
    assert refusal(t.ante(1, 25_00)) == ("bets-closed", "MEGA 5.5")
    assert refusal(t.bet(2)) is None
    assert refusal(t.fold(1)) is None
    assert refusal(t.fold(2)) == ("already-decided", "MEGA 3.9")
    assert refusal(t.bet(1)) == ("already-decided", "MEGA 3.9")


@pytest.mark.clause("MEGA 3.9")
def test_3_9_the_decision_is_the_players_own() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING).fold(1, by="dealer")
    assert refusal(t) == ("not-yours", "MEGA 3.9")
    recording = dealt(MEGA, {1: TWO_PAIRS}, ACE_KING, entry="recording").fold(1, by="dealer")
    assert refusal(recording) is None


@pytest.mark.clause("MEGA 3.9.1")
@pytest.mark.parametrize("dealer", [NO_HAND, ACE_KING, "2h 2d 3s 4h 6d"])
def test_3_9_1_a_fold_costs_the_ante_whatever_the_dealer_has(dealer: str) -> None:
    t = settled(MEGA, {1: "7c 7h 7d 7s Jh"}, dealer, folds=[1])
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert clauses(t, 1, "ante") == {"MEGA 3.9.1"}


@pytest.mark.clause("MEGA 3.9.1/jackpot")
@pytest.mark.parametrize(
    ("hand", "prize", "meter"),
    [
        ("9c 8d 7c 6h 5s", 0, MILLION),
        (FLUSH, 100_00, MILLION),
        ("Ks Kh Kc 9c 9d", 200_00, MILLION),
        ("7c 7h 7d 7s Jh", 2_000_00, MILLION),
        ("Jc Tc 9c 8c 7c", 100_000_00, 900_000_00),
        ("Ah Kh Qh Jh Th", MILLION, RESET),
    ],
)
def test_3_9_1_a_folder_keeps_the_jackpot_wager(hand: str, prize: int, meter: int) -> None:
    t = settled(MEGA, {1: hand}, "Ad Qd 9s 5h 3c", folds=[1], jackpots=[1])
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("won" if prize else "lost", prize, 0)
    assert t.meter == meter
    if prize:
        assert "MEGA 3.9.1/jackpot" in clauses(t, 1, "jackpot")


@pytest.mark.clause("MEGA 3.9.2")
def test_3_9_2_the_bet_costs_twice_the_ante() -> None:
    t = settled(MEGA, {1: "Qs Jh 8c 4d 2d"}, ACE_KING)
    assert t.line(1, "bet").staked == 50_00
    assert t.result.players["p1"].net == -75_00


@pytest.mark.clause("MEGA 3.9.2")
def test_3_9_2_the_bet_is_twice_the_ante_that_is_still_on() -> None:
    # Ann's 30.00 have gone back with her; twice bob's 20.00 is 40.00.
    t = shared(30_00, 20_00).close().deal({1: TWO_PAIRS}, ACE_KING)
    t.do("bar_player", player="ann", by="shift_manager").bet(1, by=BOB).finish()
    assert t.outcome(1, "ante", player="ann") == ("returned", 0, 30_00)
    assert t.line(1, "bet", "bob").staked == 40_00
    assert t.won(1, "bet", player="bob") == 80_00


@pytest.mark.clause("MEGA 3.9.2/placement")
def test_3_9_2_cards_lie_under_the_bet_and_count_as_handled() -> None:
    placing = told(MEGA, "Cards of a hand that stays in")
    assert placing.value == "face down under the bet"
    assert placing.clauses == ("MEGA 3.9.2/placement",)
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING).bet(1)
    assert box_of(t, 1).handled
    assert not box_of(t, 2).handled
    assert hands_seen_by(t) == {}
