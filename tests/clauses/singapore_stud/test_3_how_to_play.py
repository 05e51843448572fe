"""Singapore Stud Poker, 3.1 to 3.11: betting, dealing and the players' decisions."""

from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.script.format import BadScript
from croupier.table.events import BetsOpened, CallMade, CardsDealt
from croupier.table.views import AUDITOR, STAFF, Viewer
from tests.clauses.marina_bay import (
    ACE_KING,
    NO_HAND,
    SSP,
    bets_closed,
    box_of,
    call,
    calls,
    clauses,
    dealt,
    hands_seen_by,
    refusal,
    seen_by,
    settled,
    shoe_of,
    told,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
CREDITS = {"meter": 100_000_00, "reset": 20_000_00, "stake": 1_00}
"""A credit is 1.00, and five may be laid on a hand."""


@pytest.mark.clause("SSP 3.1")
def test_3_1_play_begins_with_the_opening_call() -> None:
    t = House(SSP, round=42)
    assert refusal(t.ante(1, 10_00)) == ("bets-not-open", "SSP 3.1")
    t.open(at="2026-03-01T20:15:00Z").ante(1, 10_00)
    assert refusal(t) is None
    assert call(t, "Place your bets, please").clauses == ("SSP 3.1",)
    assert [opened.round for opened in t.events_of(BetsOpened)] == [42]
    [made] = [one for one in t.played.events if isinstance(one.event, CallMade)]
    assert made.at == datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


@pytest.mark.clause("SSP 3.2")
def test_3_2_the_closing_call_ends_the_betting() -> None:
    t = House(SSP).open(at="2026-03-01T20:00:00Z").ante(1, 10_00, at="2026-03-01T20:00:09Z")
    assert refusal(t) is None
    t.close(at="2026-03-01T20:00:10Z").ante(2, 10_00, at="2026-03-01T20:00:11Z")
    assert refusal(t) == ("bets-closed", "SSP 5.6")
    assert call(t, "No more bets").clauses == ("SSP 3.2",)
    assert refusal(t.close()) == ("bets-closed", "SSP 3.2")  # it has taken effect


@pytest.mark.clause("SSP 3.3")
def test_3_3_the_aim_is_a_hand_above_the_dealers() -> None:
    aim = told(SSP, "Aim")
    assert (aim.value, aim.clauses) == ("a hand ranked above the dealer's", ("SSP 3.3",))
    assert [told(SSP, f"Rank {place}").clauses for place in range(1, 11)] == [
        (f"SSP 3.14.{place}",) for place in range(1, 11)
    ]


@pytest.mark.clause("SSP 3.4")
def test_3_4_no_ante_no_hand() -> None:
    t = House(SSP).open().ante(1, 25_00).ante(3, 25_00)
    for wager in ("pair_plus", "jackpot", "dealer_jackpot"):  # nothing stands in for it
        assert refusal(t.wager(2, wager, 5_00, player="p2")) is not None
    t.close().shoe(shoe_of())
    [deal] = t.events_of(CardsDealt)
    assert sorted(deal.hands) == ["1", "3"]
    assert refusal(t.fold(2)) == ("no-wager", "SSP 3.4")
    assert refusal(t.bet(2, 50_00)) == ("no-wager", "SSP 3.4")


@pytest.mark.clause("SSP 3.4")
def test_3_4_cards_are_not_dealt_where_no_ante_lies() -> None:
    t = bets_closed(SSP, [1]).deal({1: TWO_PAIRS, 2: FLUSH}, ACE_KING)
    assert refusal(t) == ("wrong-hands", "SSP 3.4")


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (9_99, "below-minimum"),
        (10_00, None),
        (10_01, None),
        (99_99, None),
        (100_00, None),
        (100_01, "above-maximum"),
    ],
)
def test_x14_the_house_sets_limits_to_the_ante(amount: int, code: str | None) -> None:
    # The document is silent on limits, so the refusal cites none of its clauses.
    t = House(SSP, limits={"ante": [10_00, 100_00]}).open().ante(1, amount)
    assert refusal(t) == (None if code is None else (code, None))


@pytest.mark.parametrize(("most", "boxes"), [(None, 1), (1, 1), (2, 2), (3, 3)])
def test_s8_how_many_areas_a_player_may_take(most: int | None, boxes: int) -> None:
    t = House(SSP, readings={} if most is None else {"max_areas_per_player": most}).open()
    for box in range(1, boxes + 1):
        assert refusal(t.ante(box, 10_00, "ann")) is None
    assert refusal(t.ante(boxes + 1, 10_00, "ann")) == ("too-many-boxes", None)
    assert refusal(t.ante(boxes + 1, 10_00, "bob")) is None
    assert refusal(t.ante(1, 10_00, "bob")) == ("box-taken", None)


def test_x14_limits_noticed_while_bets_are_open_are_put_right() -> None:
    t = House(SSP, entry="recording", limits={"ante": [10_00, 100_00]}).open()
    t.ante(1, 100_01).report("over_limit", by="dealer", box=1)
    assert box_of(t, 1).ante == 100_00
    t.ante(2, 9_99).report("under_limit", by="dealer", box=2)  # and it is not raised
    t.ante(3, 9_99).report("under_limit", by="dealer", box=3).ante(3, 1)
    t.close().deal({1: TWO_PAIRS, 3: FLUSH}, ACE_KING).bet(1).bet(3).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(2, "ante") == ("returned", 0, 9_99)
    assert t.outcome(3, "ante") == ("won", 10_00, 10_00)


# 3.5: jackpot credits


@pytest.mark.clause("SSP 3.5")
@pytest.mark.parametrize("target", ["jackpot", "dealer_jackpot"])
def test_3_5_a_jackpot_wager_follows_an_ante(target: str) -> None:
    t = House(SSP).open().wager(1, target, player="p1")
    assert refusal(t) == ("ante-first", "SSP 3.5")
    assert refusal(t.ante(1, 10_00).wager(1, target)) is None


@pytest.mark.clause("SSP 3.5")
def test_3_5_a_credit_that_slipped_in_without_an_ante_goes_back() -> None:
    jackpot = {**CREDITS, "increment": "0.5"}
    t = House(SSP, entry="recording", jackpot=jackpot).open().ante(1, 10_00)
    t.jackpot(2, 2_00, player="ann").close()
    assert t.meter == 100_000_00
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert t.outcome(2, "jackpot") == ("returned", 0, 2_00)
    assert clauses(t, 2, "jackpot") == {"SSP 3.5"}


@pytest.mark.clause("SSP 3.5/target")
def test_3_5_credits_on_either_hand_or_on_both() -> None:
    t = House(SSP, jackpot=CREDITS).open()
    t.ante(1, 10_00).jackpot(1, 2_00).dealer_jackpot(1, 3_00)
    t.ante(2, 10_00).jackpot(2, 1_00)
    t.ante(3, 10_00).dealer_jackpot(3, 5_00)
    t.close().deal({1: FLUSH, 2: TWO_PAIRS, 3: "Ts 8c 7d 4s 2d"}, ACE_KING)
    t.fold(1).fold(2).fold(3).finish()
    assert not t.refusals
    laid = {(line.box, line.wager): line.staked for line in t.lines() if "jackpot" in line.wager}
    assert laid == {
        (1, "jackpot"): 2_00,
        (1, "dealer_jackpot"): 3_00,
        (2, "jackpot"): 1_00,
        (3, "dealer_jackpot"): 5_00,
    }
    assert t.outcome(1, "jackpot") == ("won", 100_00, 2_00)
    assert t.outcome(1, "dealer_jackpot") == ("lost", 0, 0)


def test_3_5_one_wager_to_a_target() -> None:
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).jackpot(1, 1_00).jackpot(1, 1_00)
    assert refusal(t) == ("already-placed", None)
    assert refusal(t.dealer_jackpot(1, 1_00)) is None
    assert refusal(t.dealer_jackpot(1, 1_00)) == ("already-placed", None)


@pytest.mark.clause("SSP 3.5/credits")
@pytest.mark.parametrize("target", ["jackpot", "dealer_jackpot"])
@pytest.mark.parametrize(
    ("amount", "accepted"),
    [
        (50, False),
        (99, False),
        (1_00, True),
        (1_01, False),
        (1_50, False),
        (2_00, True),
        (4_00, True),
        (5_00, True),
        (5_01, False),
    ],
)
def test_3_5_whole_credits_one_or_more(target: str, amount: int, accepted: bool) -> None:
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).wager(1, target, amount)
    assert refusal(t) == (None if accepted else ("wrong-amount", "SSP 3.5/credits"))


@pytest.mark.parametrize(
    ("most", "credits", "accepted"),
    [(..., 5, True), (..., 6, False), (3, 2, True), (3, 3, True), (3, 4, False)],
)
def test_s3_the_house_sets_how_many_credits(most: Any, credits: int, accepted: bool) -> None:
    # The clause knows no upper end, so the refusal cites none.
    jackpot = {**CREDITS, "stake": 2_00} | ({} if most is ... else {"max_credits": most})
    t = House(SSP, jackpot=jackpot).open().ante(1, 10_00).jackpot(1, 2_00 * credits)
    assert refusal(t) == (None if accepted else ("wrong-amount", None))


@pytest.mark.clause("SSP 3.5/credits")
@pytest.mark.parametrize("amount", [0, -1_00, 1.5])
def test_3_5_no_credit_is_no_wager(amount: Any) -> None:
    with pytest.raises(BadScript, match="field 'amount'"):
        _ = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).jackpot(1, amount).played


@pytest.mark.clause("SSP 3.5/credits")
@pytest.mark.parametrize(
    ("laid", "won", "lost"),
    [
        (50, ("returned", 0, 50), ("returned", 0, 50)),
        (1_00, ("won", 50_00, 1_00), ("lost", 0, 0)),
        (1_50, ("won", 50_00, 1_50), ("lost", 0, 50)),
        (5_00, ("won", 250_00, 5_00), ("lost", 0, 0)),
        (6_00, ("won", 250_00, 6_00), ("lost", 0, 1_00)),
    ],
)
def test_3_5_parts_of_a_credit_and_credits_too_many_do_not_count(
    laid: int, won: tuple[str, int, int], lost: tuple[str, int, int]
) -> None:
    t = House(SSP, jackpot=CREDITS, entry="recording").open()
    t.ante(1, 10_00).jackpot(1, laid).ante(2, 10_00).jackpot(2, laid)
    t.close().deal({1: FLUSH, 2: TWO_PAIRS}, ACE_KING).bet(1).bet(2).finish()
    assert t.outcome(1, "jackpot") == won
    assert t.outcome(2, "jackpot") == lost


@pytest.mark.clause("SSP 3.5/system")
def test_3_5_credits_enter_through_the_jackpot_system_alone() -> None:
    fact = told(SSP, "Laid by")
    assert fact.value == "the automatic device below each area"
    assert fact.clauses == ("SSP 3.5/system",)
    t = House(SSP).do("jackpot_service", available=False, by="shift_manager")
    t.open().ante(1, 10_00)
    assert refusal(t.jackpot(1)) == ("jackpot-unavailable", None)
    assert refusal(t.dealer_jackpot(1)) == ("jackpot-unavailable", None)
    assert refusal(House(SSP, jackpot=None).open().ante(1, 10_00).jackpot(1)) == (
        "no-jackpot",
        None,
    )


def test_s20_when_the_system_fails_before_anyone_looked_the_round_is_void() -> None:
    t = dealt(SSP, {1: TWO_PAIRS}, ACE_KING, jackpots=[1]).report("jackpot_failure")
    assert [matter.decided_by for matter in t.result.matters] == ["shift_manager"]
    t.rule("void", by="shift_manager")
    assert t.outcome(1, "jackpot") == ("void", 0, 5_00)
    assert clauses(t, 1, "jackpot") == {"SSP 3.5/system"}
    refused = refusal(t.open())
    assert refused is not None
    assert refused[0] == "choice-awaited"
    assert refusal(t.do("jackpot_service", available=True, by="shift_manager").open()) is None


# 3.6, 3.7: the deal

FIFTEEN = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d"


@pytest.mark.clause("SSP 3.6")
@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_3_6_five_cards_to_each_area_and_the_dealer_clockwise(device: str) -> None:
    t = bets_closed(SSP, [4, 1, 3], device=device).shoe(FIFTEEN)
    [deal] = t.events_of(CardsDealt)
    assert deal.hands == {
        "1": "2c 3c 4c 5c 6c",
        "3": "7c 8c 9c Tc Jc",
        "4": "Qc Kc Ac 2d 3d",
    }
    assert deal.dealer == "4d 5d 6d 7d 8d"
    assert deal.burnt is None


def test_s9_a_hand_of_the_wrong_size_is_out() -> None:
    # The document has no clause on it; the hand was not dealt as 3.6 wants it.
    t = bets_closed(SSP, [1, 2], jackpots=[2], entry="recording")
    t.deal({1: TWO_PAIRS, 2: "Jh 8h 6h 4h"}, ACE_KING).bet(1).bet(2)
    t.report("player_card_count", box=2, reconstructable=False).finish()
    assert [t.outcome(2, wager) for wager in ("ante", "bet", "jackpot")] == [
        ("returned", 0, 25_00),
        ("returned", 0, 50_00),
        ("returned", 0, 5_00),
    ]
    assert t.outcome(1, "bet") == ("won", 100_00, 50_00)


@pytest.mark.clause("SSP 3.6/face-down")
def test_3_6_no_hand_is_seen_after_the_deal() -> None:
    t = dealt(SSP, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING)
    for viewer in (Viewer(), STAFF, AUDITOR, Viewer.of_player("p1"), Viewer.of_player("p2")):
        assert hands_seen_by(t, viewer) == {}
        assert seen_by(t, viewer).dealer is None
        assert all(box.has_hand for box in seen_by(t, viewer).boxes)


@pytest.mark.clause("SSP 3.7")
def test_3_7_the_dealers_last_card_is_turned_up() -> None:
    t = bets_closed(SSP, [1])
    assert seen_by(t).up_card is None
    t.deal({1: TWO_PAIRS}, NO_HAND)
    assert seen_by(t).up_card == t.result.tables["T1"].up_card == "3c"
    assert seen_by(t).dealer is None


# 3.8 to 3.11: decisions


@pytest.mark.clause("SSP 3.8")
def test_3_8_players_see_their_own_cards_and_fold_or_go_on() -> None:
    t = dealt(SSP, {1: TWO_PAIRS, 2: FLUSH, 3: "Ts 8c 7d 4s 2d"}, ACE_KING).view(1)
    assert hands_seen_by(t, Viewer.of_player("p1")) == {1: TWO_PAIRS}
    assert hands_seen_by(t, Viewer.of_player("p2")) == {}
    assert refusal(t.view(1, by={"id": "p2", "role": "player"})) == ("not-yours", "SSP 3.8")
    assert refusal(t.fold(1, by={"id": "p2", "role": "player"})) == ("not-yours", "SSP 3.8")
    assert refusal(t.fold(1, by="dealer")) == ("not-yours", "SSP 3.8")
    assert refusal(t.fold(1)) is None
    assert refusal(t.fold(1)) == ("already-decided", "SSP 3.8")
    assert refusal(t.bet(2)) is None
    assert refusal(t.fold(2)) == ("already-decided", "SSP 3.8")


@pytest.mark.clause("SSP 3.9")
@pytest.mark.parametrize("dealer", [NO_HAND, ACE_KING])
def test_3_9_a_fold_costs_the_ante(dealer: str) -> None:
    t = settled(SSP, {1: "7c 7h 7d 7s Jh"}, dealer, folds=[1], ante=10_00)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert clauses(t, 1, "ante") == {"SSP 3.9"}


def folded_with_credits(**readings: Any) -> House:
    t = House(SSP, jackpot=CREDITS, readings=readings).open()
    t.ante(1, 10_00).jackpot(1, 2_00).dealer_jackpot(1, 1_00).close()
    t.do("draw", magic_card="8h", lucky_box=1, lucky_dealer=True)
    return t.deal({1: FLUSH}, "Kc Kd Ks 9h 9c").fold(1).finish()


@pytest.mark.clause("SSP 3.9")
@pytest.mark.parametrize("readings", [{}, {"fold_keeps_jackpot": True}])
def test_3_9_jackpot_credits_stay_in_action_after_a_fold(readings: dict[str, Any]) -> None:
    t = folded_with_credits(**readings)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("won", 100_00, 2_00)
    assert t.outcome(1, "dealer_jackpot") == ("won", 100_00, 1_00)
    assert [t.won(1, award) for award in ("magic_card", "lucky_player", "lucky_dealer")] == [
        10_00,
        10_00,
        5_00,
    ]


def test_s1_read_otherwise_a_fold_forfeits_them() -> None:
    t = folded_with_credits(fold_keeps_jackpot=False)
    assert [(line.wager, line.result.value, line.returned) for line in t.lines()] == [
        ("ante", "lost", 0),
        ("jackpot", "lost", 0),
        ("dealer_jackpot", "lost", 0),
    ]
    assert clauses(t, 1, "jackpot") == {"SSP 3.9"}


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("reading", "ante", "jackpot"),
    [
        (None, ("lost", 0, 0), ("won", 250_00, 5_00)),
        ("fold", ("lost", 0, 0), ("won", 250_00, 5_00)),
        ("return", ("returned", 0, 25_00), ("returned", 0, 5_00)),
    ],
)
def test_s10_an_absent_player_has_folded_unless_read_otherwise(
    reading: str | None,
    ante: tuple[str, int, int],
    jackpot: tuple[str, int, int],
    looked: bool,
) -> None:
    readings = {} if reading is None else {"absent": reading}
    t = dealt(SSP, {1: FLUSH, 2: TWO_PAIRS}, ACE_KING, jackpots=[1], readings=readings)
    if looked:
        t.view(1)
    t.leave("p1").bet(2).finish()
    assert t.outcome(1, "ante") == ante
    assert t.outcome(1, "jackpot") == jackpot


@pytest.mark.clause("SSP 3.10")
def test_3_10_to_go_on_is_to_place_the_bet() -> None:
    t = dealt(SSP, {1: TWO_PAIRS}, ACE_KING, ante=10_00).view(1)
    assert refusal(t.reveal()) == ("undecided-boxes", "SSP 3.11")
    assert refusal(t.bet(1, 10_00)) == ("wrong-amount", "SSP 1.1.2")
    assert refusal(t.reveal()) == ("undecided-boxes", "SSP 3.11")
    t.bet(1, 20_00).finish()
    assert t.outcome(1, "bet") == ("won", 40_00, 20_00)


@pytest.mark.clause("SSP 3.11")
def test_3_11_the_dealer_turns_the_other_cards_after_every_decision() -> None:
    t = dealt(SSP, {1: TWO_PAIRS, 2: FLUSH, 3: "Ts 8c 7d 4s 2d"}, ACE_KING).bet(1).bet(2)
    assert refusal(t.reveal()) == ("undecided-boxes", "SSP 3.11")
    assert refusal(t.settle()) == ("not-revealed", "SSP 3.11")
    assert seen_by(t.fold(3)).dealer is None
    assert refusal(t.reveal()) is None
    shown = seen_by(t).dealer
    assert shown is not None
    assert shown.cards == ACE_KING
    assert refusal(t.fold(1)) == ("wrong-time", "SSP 3.11")


@pytest.mark.clause("SSP 3.11")
def test_3_11_the_dealer_reveals_though_everyone_folded() -> None:
    t = dealt(SSP, {1: TWO_PAIRS}, ACE_KING).fold(1)
    assert t.phase == "dealt"
    assert refusal(t.settle()) == ("not-revealed", "SSP 3.11")


@pytest.mark.clause("SSP 3.11/announce")
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        (ACE_KING, ["ace", "king", "high"]),
        ("9c 9d As 5h 3c", ["pair", "nines"]),
        ("Kc Kd Ks 9h 9c", ["full house", "kings", "nines"]),
        ("Ah 9h 7h 5h 3h", ["flush", "ace"]),
    ],
)
def test_3_11_the_dealer_announces_the_value_of_the_hand(dealer: str, words: list[str]) -> None:
    t = dealt(SSP, {1: TWO_PAIRS}, dealer).fold(1)
    before = calls(t)
    t.reveal()
    [spoken] = [one for one in t.events_of(CallMade) if one.text not in before]
    assert spoken.clauses == ("SSP 3.11/announce",)
    assert all(word in spoken.text.lower() for word in words)
