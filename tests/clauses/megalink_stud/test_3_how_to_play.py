"""Megalink Singapore Stud Poker, 3.1 to 3.4: calls, cards and the ante."""

from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.rulebooks.terms import Role
from croupier.table.events import (
    BetsOpened,
    CallMade,
    CardsDealt,
    PlayerRestricted,
)
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    NO_HAND,
    bets_closed,
    call,
    dealt,
    notices,
    refusal,
    seen_by,
    shoe_of,
    strength_of,
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
    aim = told(MEGA, "Aim")
    assert (aim.value, aim.clauses) == ("a hand ranked above the dealer's", ("MEGA 3.3",))
    ranks = [told(MEGA, f"Rank {place}") for place in range(1, 11)]
    assert [rank.clauses for rank in ranks] == [(f"MEGA 3.11.{place}",) for place in range(1, 11)]
    assert (ranks[0].value, ranks[-1].value) == ("royal flush", "odd cards")


@pytest.mark.clause("MEGA 3.3.1", "MEGA 3.3.1.1")
def test_3_3_1_thirteen_ranks_in_order() -> None:
    pairs = [f"{rank}c {rank}d" for rank in "23456789TJQKA"]
    kickers = {rank: [k for k in "AKQ5432" if k != rank][:3] for rank in "23456789TJQKA"}
    hands = [f"{pair} " + " ".join(f"{k}s" for k in kickers[pair[0]][:2]) for pair in pairs]
    whole = [f"{hand} {kickers[hand[0]][2]}h" for hand in hands]
    strengths = [strength_of(MEGA, hand) for hand in whole]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 13


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
    assert refusal(t.bet(1, by=BOB)) == ("not-yours", None)
    assert refusal(t.fold(1, by=BOB)) == ("not-yours", None)
    assert refusal(t.view(1, by=BOB)) == ("not-yours", None)
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


@pytest.mark.clause("MEGA 3.5.1")
def test_3_5_1_who_antes_on_a_position_given_up_decides_its_hand() -> None:
    t = House(MEGA).open().ante(1, 30_00, "ann")
    t.do("withdraw_wager", box=1, wager="ante", by=ANN).ante(1, 25_00, "bob")
    assert refusal(t.jackpot(1, by=BOB)) is None
    t.close().deal({1: TWO_PAIRS}, ACE_KING)
    assert refusal(t.bet(1, by=BOB)) is None
    t.finish()
    assert t.outcome(1, "bet", player="bob") == ("won", 100_00, 50_00)


LIMITS: dict[str, Any] = {"limits": {"ante": [25_00, 500_00]}}


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
    assert seen_by(t).limits == (25_00, 500_00)


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
    assert refusal(t.view(2, by={"id": "p1", "role": "player"})) == ("not-yours", None)


@pytest.mark.clause("MEGA 3.4.2")
def test_3_4_2_one_jackpot_wager_and_one_bet_to_a_position() -> None:
    t = House(MEGA).open().ante(1, 25_00).jackpot(1).jackpot(1)
    assert refusal(t) == ("already-placed", "MEGA 3.4.2")
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).bet(1)
    assert refusal(t) == ("already-decided", "MEGA 3.9")
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
