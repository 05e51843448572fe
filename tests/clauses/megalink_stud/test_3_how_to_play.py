"""Megalink Singapore Stud Poker, 3.1 to 3.9: betting, dealing and the players' decisions."""

from datetime import UTC, datetime

import pytest

from croupier.rulebooks.roles import Role
from croupier.table.events import (
    BetsOpened,
    CallMade,
    CardsDealt,
    PlayerRestricted,
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
    call,
    clauses,
    dealt,
    notices,
    refusal,
    rulebook,
    settled,
    shoe_of,
    strength_of,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
ANN = {"id": "ann", "role": "player"}
BOB = {"id": "bob", "role": "player"}


def shared(ann: int, bob: int, **house: object) -> House:
    """Ann is seated at box 1, and bob has joined her ante."""
    return House(MEGA, **house).open().ante(1, ann, "ann").ante(1, bob, "bob")


@pytest.mark.clause("MEGA 3.1")
def test_3_1_play_begins_with_the_opening_call() -> None:
    t = House(MEGA, round=42)
    assert refusal(t.ante(1, 25_00)) == ("bets-not-open", "MEGA 3.1")
    t.open(at="2026-03-01T20:15:00Z").ante(1, 25_00)
    assert call(t, "Place your bets, please").clauses == ("MEGA 3.1",)
    assert [opened.round for opened in t.events_of(BetsOpened)] == [42]
    [made] = [one for one in t.played.events if isinstance(one.event, CallMade)]
    assert made.at == datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
    assert refusal(t) is None


@pytest.mark.clause("MEGA 3.2")
def test_3_2_the_closing_call_ends_the_betting() -> None:
    t = House(MEGA).open(at="2026-03-01T20:00:00Z").ante(1, 25_00, at="2026-03-01T20:00:09Z")
    t.close(at="2026-03-01T20:00:10Z").ante(2, 25_00, at="2026-03-01T20:00:11Z")
    assert refusal(t) == ("bets-closed", "MEGA 5.5")
    assert call(t, "No more bets").clauses == ("MEGA 3.2",)


@pytest.mark.clause("MEGA 3.3")
def test_3_3_the_aim_is_a_hand_above_the_dealers() -> None:
    rules = rulebook(MEGA)
    assert rules.aim.clauses == ("MEGA 3.3",)
    assert "dealer" in rules.aim.value
    assert sorted(rules.hand_clauses.values()) == sorted(f"MEGA 3.11.{n}" for n in range(1, 11))


@pytest.mark.clause("MEGA 3.3.1")
def test_3_3_1_thirteen_ranks_in_order() -> None:
    pairs = [f"{rank}c {rank}d" for rank in "23456789TJQKA"]
    kickers = {rank: [k for k in "AKQ5432" if k != rank][:3] for rank in "23456789TJQKA"}
    hands = [f"{pair} " + " ".join(f"{k}s" for k in kickers[pair[0]][:2]) for pair in pairs]
    whole = [f"{hand} {kickers[hand[0]][2]}h" for hand in hands]
    strengths = [strength_of(MEGA, hand) for hand in whole]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 13
    assert rulebook(MEGA).card_order.clauses[0] == "MEGA 3.3.1"


@pytest.mark.clause("MEGA 3.3.1.1")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Qd 9s 5h 3c", "Kd Qs Jh 9c 8d"),
        ("Kc 7d 5s 3h 2c", "Qd Js Th 8c 7s"),
        ("Tc 7d 5s 3h 2c", "9d 7s 5h 3c 2d"),
    ],
)
def test_3_3_1_1_the_ace_is_highest(higher: str, lower: str) -> None:
    assert strength_of(MEGA, higher) > strength_of(MEGA, lower)


@pytest.mark.clause("MEGA 3.3.1.2")
@pytest.mark.parametrize(
    ("wheel", "six_high"),
    [("5c 4d 3s 2h As", "6c 5d 4s 3h 2c"), ("5h 4h 3h 2h Ah", "6d 5d 4d 3d 2d")],
)
def test_3_3_1_2_the_ace_counts_one_under_a_five(wheel: str, six_high: str) -> None:
    assert strength_of(MEGA, wheel) < strength_of(MEGA, six_high)


@pytest.mark.clause("MEGA 3.3.1.3")
def test_3_3_1_3_suits_have_no_value() -> None:
    assert strength_of(MEGA, "Ac Kc 9d 5h 3s") == strength_of(MEGA, "As Ks 9h 5d 3c")
    royals = {strength_of(MEGA, f"A{s} K{s} Q{s} J{s} T{s}") for s in "cdhs"}
    assert len(royals) == 1


# 3.4: who may bet


@pytest.mark.clause("MEGA 3.4")
def test_3_4_no_ante_no_cards() -> None:
    t = bets_closed(MEGA, [1, 3]).shoe(shoe_of())
    [deal] = t.events_of(CardsDealt)
    assert sorted(deal.hands) == ["1", "3"]
    assert refusal(t.fold(2)) == ("no-wager", "MEGA 3.4")
    assert refusal(t.bet(2, 50_00)) == ("no-wager", "MEGA 3.4")


@pytest.mark.clause("MEGA 3.4")
def test_3_4_an_ante_between_the_close_and_the_first_card_is_late() -> None:
    t = bets_closed(MEGA, [1])
    assert refusal(t.ante(2, 25_00)) == ("bets-closed", "MEGA 5.5")
    t.deal({1: TWO_PAIRS, 2: "7c 7h 7d 7s Jh"}, ACE_KING)
    assert refusal(t) == ("wrong-hands", "MEGA 3.4")


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_two_players_fund_one_hand_and_share_what_it_wins() -> None:
    t = shared(30_00, 20_00).close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert [(line.player, line.wager, line.staked) for line in t.lines()] == [
        ("ann", "ante", 30_00),
        ("ann", "bet", 60_00),
        ("bob", "ante", 20_00),
        ("bob", "bet", 40_00),
    ]
    assert t.outcome(1, "ante", player="ann") == ("won", 30_00, 30_00)
    assert t.outcome(1, "bet", player="ann") == ("won", 120_00, 60_00)
    assert t.outcome(1, "ante", player="bob") == ("won", 20_00, 20_00)
    assert t.outcome(1, "bet", player="bob") == ("won", 80_00, 40_00)


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_the_seated_player_decides_for_all() -> None:
    t = shared(30_00, 20_00).close().deal({1: TWO_PAIRS}, ACE_KING)
    assert refusal(t.bet(1, by=BOB)) == ("not-yours", "MEGA 3.4/multi-player")
    assert refusal(t.fold(1, by=BOB)) == ("not-yours", "MEGA 3.4/multi-player")
    assert refusal(t.view(1, by=BOB)) == ("not-yours", "MEGA 3.4/multi-player")
    t.fold(1, by=ANN).finish()
    assert t.outcome(1, "ante", player="ann") == ("lost", 0, 0)
    assert t.outcome(1, "ante", player="bob") == ("lost", 0, 0)


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_cents_left_over_go_one_each_in_the_order_of_joining() -> None:
    # Three times 33.34 is 100.02, two cents over the maximum. Of the 100.00 that count each
    # has 33.33 and the first the cent left over; of a bet of 200.04 the 200.00 that count are
    # 66.66 each and two cents, one for each of the first two.
    t = House(MEGA, entry="recording", limits={"ante": [25_00, 100_00]}).open()
    for player in ("ann", "bob", "cat"):
        t.ante(1, 33_34, player)
    t.close().deal({1: "8s 8h Qc Td 2d"}, ACE_KING).bet(1).finish()
    assert [t.won(1, "ante", player=player) for player in ("ann", "bob", "cat")] == [
        33_34,
        33_33,
        33_33,
    ]
    assert [t.returned(1, "ante", player=player) for player in ("ann", "bob", "cat")] == [33_34] * 3
    assert [t.line(1, "bet", player).staked for player in ("ann", "bob", "cat")] == [66_68] * 3
    assert [t.won(1, "bet", player=player) for player in ("ann", "bob", "cat")] == [
        66_67,
        66_67,
        66_66,
    ]


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_a_lost_share_gets_only_its_excess_back() -> None:
    t = House(MEGA, entry="recording", limits={"ante": [25_00, 100_00]}).open()
    for player in ("ann", "bob", "cat"):
        t.ante(1, 33_34, player)
    t.close().deal({1: "Qs Jh 8c 4d 2d"}, ACE_KING).bet(1).finish()
    assert [t.returned(1, "ante", player=p) for p in ("ann", "bob", "cat")] == [0, 1, 1]
    assert [t.returned(1, "bet", player=p) for p in ("ann", "bob", "cat")] == [1, 1, 2]


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_a_short_bet_is_staked_in_proportion_to_the_cent() -> None:
    # 60.00 on antes of 10.01 and 20.00: 20.0133… and 39.9866…, the cent left over is ann's.
    t = shared(10_01, 20_00, entry="recording").close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1, 60_00).finish()
    assert t.line(1, "bet", "ann").staked == 20_02
    assert t.line(1, "bet", "bob").staked == 39_98
    assert (t.won(1, "bet", player="ann"), t.won(1, "bet", player="bob")) == (40_04, 79_96)


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_when_the_seated_player_takes_the_ante_back_the_next_is_seated() -> None:
    t = shared(30_00, 25_00).jackpot(1, by=ANN)
    t.do("withdraw_wager", box=1, wager="ante", by=ANN)
    assert refusal(t) is None
    assert refusal(t.jackpot(1, by=BOB)) is None  # ann's went back with her ante
    t.close().deal({1: FLUSH}, NO_HAND).fold(1, by=BOB).finish()
    assert [(line.player, line.wager) for line in t.lines()] == [
        ("bob", "ante"),
        ("bob", "jackpot"),
    ]
    assert t.won(1, "jackpot") == 100_00


@pytest.mark.clause("MEGA 3.4/multi-player")
def test_3_4_who_antes_on_a_position_given_up_decides_its_hand() -> None:
    t = House(MEGA).open().ante(1, 30_00, "ann")
    t.do("withdraw_wager", box=1, wager="ante", by=ANN).ante(1, 25_00, "bob")
    assert refusal(t.jackpot(1, by=BOB)) is None
    t.close().deal({1: TWO_PAIRS}, ACE_KING)
    assert refusal(t.bet(1, by=BOB)) is None
    t.finish()
    assert t.outcome(1, "bet", player="bob") == ("won", 100_00, 50_00)


LIMITS = {"limits": {"ante": [25_00, 500_00]}}


@pytest.mark.clause("MEGA 3.4/limits")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (24_99, "below-minimum"),
        (25_00, None),
        (25_01, None),
        (499_99, None),
        (500_00, None),
        (500_01, "above-maximum"),
    ],
)
def test_3_4_an_ante_lies_within_the_limits_shown(amount: int, code: str | None) -> None:
    t = House(MEGA, **LIMITS).open().ante(1, amount)
    assert refusal(t) == (None if code is None else (code, "MEGA 3.4/limits"))
    assert rulebook(MEGA).betting.limits_shown.clauses == ("MEGA 3.4/limits",)


@pytest.mark.clause("MEGA 3.4/limits")
@pytest.mark.parametrize(("more", "accepted"), [(199_99, True), (200_00, True), (200_01, False)])
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_3_4_the_limits_hold_for_the_whole_of_a_position(
    player: str, more: int, accepted: bool
) -> None:
    t = House(MEGA, **LIMITS).open().ante(1, 300_00, "ann").ante(1, more, player)
    assert refusal(t) == (None if accepted else ("above-maximum", "MEGA 3.4/limits"))


@pytest.mark.clause("MEGA 3.4/limits")
@pytest.mark.parametrize(("left", "allowed"), [(24_99, False), (25_00, True), (25_01, True)])
def test_3_4_what_a_withdrawal_leaves_lies_within_the_limits(left: int, allowed: bool) -> None:
    t = House(MEGA, **LIMITS).open().ante(1, 30_00, "ann").ante(1, left, "bob")
    t.do("withdraw_wager", box=1, wager="ante", by=ANN)
    assert refusal(t) == (None if allowed else ("below-minimum", "MEGA 3.4/limits"))


@pytest.mark.clause("MEGA 3.4.1")
def test_3_4_1_a_player_on_three_hands_looks_at_one() -> None:
    t = House(MEGA).open()
    for box in (1, 2, 3):
        t.ante(box, 25_00, "ann")
    assert [(notice.player, notice.clauses) for notice in notices(t)] == [
        ("ann", ("MEGA 3.4.1",))
    ] * 2  # with the second hand, and again with the third
    t.close().deal({1: TWO_PAIRS, 2: FLUSH, 3: "7c 7h 7d 7s Jc"}, ACE_KING).view(1)
    for box in (2, 3):
        assert refusal(t.view(box)) == ("one-view-only", "MEGA 3.4.1")
    assert refusal(t.view(1)) is None
    t.bet(1).bet(2).bet(3).finish()
    assert [t.won(box, "bet") for box in (1, 2, 3)] == [100_00, 250_00, 1_000_00]


@pytest.mark.clause("MEGA 3.4.1")
def test_3_4_1_every_player_has_a_look_of_their_own() -> None:
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING).view(1).view(2)
    assert not t.refusals
    assert not notices(t)
    assert refusal(t.view(2, by={"id": "p1", "role": "player"})) is not None


@pytest.mark.clause("MEGA 3.4.2")
def test_3_4_2_one_jackpot_wager_and_one_bet_to_a_position() -> None:
    t = House(MEGA).open().ante(1, 25_00).jackpot(1).jackpot(1)
    assert refusal(t) == ("already-placed", "MEGA 3.4.2")
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).bet(1)
    assert refusal(t) is not None
    t.finish()
    assert [(line.wager, line.staked) for line in t.lines()] == [
        ("ante", 25_00),
        ("bet", 50_00),
        ("jackpot", 5_00),
    ]


@pytest.mark.clause("MEGA 3.4.2")
def test_3_4_2_a_second_ante_of_a_player_makes_one_larger_ante() -> None:
    t = House(MEGA).open().ante(1, 25_00).ante(1, 10_00).close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert [(line.wager, line.staked) for line in t.lines()] == [("ante", 35_00), ("bet", 70_00)]


@pytest.mark.clause("MEGA 3.4.3")
@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("player", False),
        ("dealer", False),
        ("pit_supervisor", False),
        ("pit_manager", True),
        ("shift_manager", True),
    ],
)
def test_3_4_3_a_pit_manager_may_confine_a_player_to_one_position(role: str, may: bool) -> None:
    t = House(MEGA).do("restrict_player", player="ann", by=role)
    assert refusal(t) == (None if may else ("role-too-low", "MEGA 3.4.3"))
    t.open().ante(1, 25_00, "ann").ante(2, 25_00, "ann")
    assert refusal(t) == (("too-many-boxes", "MEGA 3.4.3") if may else None)


@pytest.mark.clause("MEGA 3.4.3")
def test_3_4_3_the_restriction_holds_from_the_moment_it_is_given_until_lifted() -> None:
    t = (
        House(MEGA)
        .open()
        .ante(1, 25_00, "ann")
        .do("restrict_player", player="ann", by="pit_manager")
    )
    [restricted] = t.events_of(PlayerRestricted)
    assert (restricted.by.role, restricted.clauses) == (Role.PIT_MANAGER, ("MEGA 3.4.3",))
    assert refusal(t.ante(2, 25_00, "ann")) == ("too-many-boxes", "MEGA 3.4.3")
    assert refusal(t.ante(2, 25_00, "bob").ante(3, 25_00, "bob")) is None
    t.close().deal({1: TWO_PAIRS, 2: FLUSH, 3: "7c 7h 7d 7s Jc"}, ACE_KING)
    t.bet(1).bet(2).bet(3).finish().open().ante(1, 25_00, "ann").ante(2, 25_00, "ann")
    assert refusal(t) == ("too-many-boxes", "MEGA 3.4.3")
    assert refusal(t.do("readmit_player", player="ann", by="shift_manager")) is None
    assert refusal(t.ante(2, 25_00, "ann")) is None


@pytest.mark.clause("MEGA 3.4.3")
def test_3_4_3_the_table_remembers_restrictions() -> None:
    t = House(MEGA, memory={"restricted": ["ann"]}).open().ante(4, 25_00, "ann")
    assert refusal(t.ante(2, 25_00, "ann")) == ("too-many-boxes", "MEGA 3.4.3")


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


@pytest.mark.clause("MEGA 3.5.1")
def test_3_5_1_the_jackpot_is_for_the_player_who_is_seated() -> None:
    t = shared(30_00, 20_00)
    refused = refusal(t.jackpot(1, by=BOB))
    assert refused in [("box-taken", "MEGA 3.5.1"), ("box-taken", "MEGA 3.5.4")]
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
    assert rulebook(MEGA).jackpot.placed_by.clauses == ("MEGA 3.5.3",)
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
    assert rulebook(MEGA).betting.position.clauses == ("MEGA 3.6/responsibility",)
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


@pytest.mark.clause("MEGA 3.7/up-card")
def test_3_7_only_the_dealers_last_card_is_seen() -> None:
    t = bets_closed(MEGA, [1])
    assert t.result.tables["T1"].up_card is None
    t.deal({1: TWO_PAIRS}, NO_HAND)
    assert t.result.tables["T1"].up_card == "3c"
    assert not box_of(t, 1).viewed


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
    placing = rulebook(MEGA).play.cards_under_stake
    assert placing is not None
    assert (placing.value, placing.clauses) == (True, ("MEGA 3.9.2/placement",))
    t = dealt(MEGA, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING).bet(1)
    assert box_of(t, 1).handled
    assert not box_of(t, 2).handled
    assert refusal(t.view(1, by={"id": "p2", "role": "player"})) is not None
