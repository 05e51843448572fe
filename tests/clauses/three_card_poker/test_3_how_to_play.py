"""Three Card Poker, 3.1 to 3.12: betting, dealing and decisions."""

from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.table.events import BetsOpened, CallMade, CardsDealt
from croupier.table.views import AUDITOR, STAFF, Viewer
from tests.clauses.marina_bay import (
    QUEEN_HIGH,
    TCP,
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

KING_HIGH = "Kh 8d 2c"
PAIR_OF_ACES = "Ac Ah 8s"
STRAIGHT = "8h 7c 6h"
P2 = {"id": "p2", "role": "player"}


@pytest.mark.clause("TCP 3.1")
def test_3_1_play_begins_with_the_opening_call() -> None:
    t = House(TCP, round=42)
    assert refusal(t.ante(1, 10_00)) == ("bets-not-open", "TCP 3.1")
    t.open(at="2026-03-01T20:15:00Z").ante(1, 10_00)
    assert refusal(t) is None
    assert call(t, "Place your bets, please").clauses == ("TCP 3.1",)
    assert [opened.round for opened in t.events_of(BetsOpened)] == [42]
    [made] = [one for one in t.played.events if isinstance(one.event, CallMade)]
    assert made.at == datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


@pytest.mark.clause("TCP 3.2")
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_3_2_the_closing_call_ends_the_betting(wager: str) -> None:
    t = House(TCP).open(at="2026-03-01T20:00:00Z").ante(1, 10_00, at="2026-03-01T20:00:09Z")
    assert refusal(t) is None
    t.close(at="2026-03-01T20:00:10Z")
    t.wager(2, wager, 10_00, player="p2", at="2026-03-01T20:00:11Z")
    assert refusal(t) == ("bets-closed", "TCP 5.6")
    assert call(t, "No more bets").clauses == ("TCP 3.2",)
    assert refusal(t.close()) == ("bets-closed", "TCP 3.2")  # it has taken effect


@pytest.mark.clause("TCP 3.3")
def test_3_3_the_aim_is_a_hand_above_the_dealers() -> None:
    aim = told(TCP, "Aim")
    assert (aim.value, aim.clauses) == ("a hand ranked above the dealer's", ("TCP 3.3",))
    assert [told(TCP, f"Rank {place}").clauses for place in range(1, 7)] == [
        (f"TCP 3.18.{place}",) for place in range(1, 7)
    ]


@pytest.mark.clause("TCP 3.4")
def test_3_4_an_ante_a_pair_plus_or_both_take_part() -> None:
    t = House(TCP).open().ante(1, 10_00).pair_plus(2, 10_00).ante(3, 10_00).pair_plus(3, 20_00)
    t.close().shoe(shoe_of())
    [deal] = t.events_of(CardsDealt)
    assert sorted(deal.hands) == ["1", "2", "3"]
    assert all(len(cards.split()) == 3 for cards in (*deal.hands.values(), deal.dealer))
    assert refusal(t.fold(4)) == ("no-wager", "TCP 3.4")


@pytest.mark.clause("TCP 3.4")
def test_3_4_cards_are_not_dealt_where_no_wager_lies() -> None:
    t = bets_closed(TCP, [1]).deal({1: KING_HIGH, 2: STRAIGHT}, QUEEN_HIGH)
    assert refusal(t) == ("wrong-hands", "TCP 3.4")


LIMITS: dict[str, Any] = {"limits": {"ante": [10_00, 100_00], "pair_plus": [5_00, 50_00]}}


@pytest.mark.parametrize(
    ("wager", "amount", "code"),
    [
        ("ante", 9_99, "below-minimum"),
        ("ante", 10_00, None),
        ("ante", 10_01, None),
        ("ante", 99_99, None),
        ("ante", 100_00, None),
        ("ante", 100_01, "above-maximum"),
        ("pair_plus", 4_99, "below-minimum"),
        ("pair_plus", 5_00, None),
        ("pair_plus", 5_01, None),
        ("pair_plus", 49_99, None),
        ("pair_plus", 50_00, None),
        ("pair_plus", 50_01, "above-maximum"),
    ],
)
def test_x14_each_wager_has_limits_of_its_own(wager: str, amount: int, code: str | None) -> None:
    # The document is silent on limits, so the refusal cites none of its clauses.
    t = House(TCP, **LIMITS).open().wager(1, wager, amount, player="p1")
    assert refusal(t) == (None if code is None else (code, None))


def test_x14_wagers_over_the_maximum_found_later_are_settled_at_it() -> None:
    t = House(TCP, entry="recording", **LIMITS).open().ante(1, 120_00).pair_plus(1, 60_00)
    t.close().deal({1: STRAIGHT}, QUEEN_HIGH).play(1).finish()
    assert t.outcome(1, "ante") == ("won", 100_00, 120_00)
    assert t.outcome(1, "play") == ("won", 100_00, 120_00)
    assert t.outcome(1, "pair_plus") == ("won", 250_00, 60_00)
    assert t.won(1, "ante_bonus") == 100_00


@pytest.mark.parametrize(("most", "boxes"), [(None, 1), (2, 2)])
def test_s8_how_many_areas_a_player_may_take(most: int | None, boxes: int) -> None:
    t = House(TCP, readings={} if most is None else {"max_areas_per_player": most}).open()
    for box in range(1, boxes + 1):
        assert refusal(t.ante(box, 10_00, "ann")) is None
    assert refusal(t.pair_plus(boxes + 1, 10_00, "ann")) == ("too-many-boxes", None)
    assert refusal(t.pair_plus(1, 10_00, "ann")) is None
    assert refusal(t.pair_plus(1, 10_00, "bob")) == ("box-taken", None)


@pytest.mark.clause("TCP 3.5")
def test_3_5_a_jackpot_wager_needs_an_ante() -> None:
    t = House(TCP).open().pair_plus(1, 10_00).jackpot(1)
    assert refusal(t) == ("ante-first", "TCP 3.5")
    assert refusal(t.ante(1, 10_00).jackpot(1)) is None
    t.close().deal({1: STRAIGHT}, QUEEN_HIGH).play(1).finish()
    assert t.outcome(1, "jackpot") == ("won", 15_00, 0)
    assert "TCP 4.4/straights" in clauses(t, 1, "jackpot")


@pytest.mark.clause("TCP 3.5")
def test_3_5_one_that_slipped_in_with_a_pair_plus_goes_back() -> None:
    jackpot = {"meter": 50_000_00, "reset": 10_000_00, "increment": "0.2"}
    t = House(TCP, entry="recording", jackpot=jackpot).open().pair_plus(1, 10_00).jackpot(1)
    t.ante(2, 10_00).close()
    assert t.meter == 50_000_00
    t.deal({1: "As Ks Qs", 2: KING_HIGH}, "Qd Jd 9c").play(2).finish()
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)
    assert clauses(t, 1, "jackpot") == {"TCP 3.5"}
    assert t.won(1, "pair_plus") == 400_00
    assert t.result.jackpots["J1"].paid == 0


@pytest.mark.clause("TCP 3.6")
@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_3_6_three_cards_to_each_area_and_the_dealer_clockwise(device: str) -> None:
    t = bets_closed(TCP, [3, 1], device=device).shoe("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc")
    [deal] = t.events_of(CardsDealt)
    assert deal.hands == {"1": "2c 3c 4c", "3": "5c 6c 7c"}
    assert deal.dealer == "8c 9c Tc"
    assert deal.burnt is None


@pytest.mark.clause("TCP 3.6")
@pytest.mark.parametrize(("cards", "enough"), [(50, False), (51, True), (52, True)])
def test_3_6_sixteen_seats_take_51_cards(cards: int, enough: bool) -> None:
    t = bets_closed(TCP, range(1, 17), boxes=16).shoe(" ".join(shoe_of().split()[:cards]))
    assert refusal(t) == (None if enough else ("not-enough-cards", "TCP 3.6"))


@pytest.mark.clause("TCP 3.6")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kh 8d", QUEEN_HIGH), ("Kh 8d 2c 3c", QUEEN_HIGH), (KING_HIGH, "Qs Jd")]
)
def test_3_6_two_or_four_cards_are_no_hand(player: str, dealer: str) -> None:
    assert refusal(bets_closed(TCP, [1]).deal({1: player}, dealer)) == ("wrong-hands", "TCP 3.6")


@pytest.mark.clause("TCP 3.6")
def test_3_6_all_cards_lie_face_down() -> None:
    t = dealt(TCP, {1: KING_HIGH, 2: STRAIGHT}, QUEEN_HIGH)
    for viewer in (Viewer(), STAFF, AUDITOR, Viewer.of_player("p1")):
        assert hands_seen_by(t, viewer) == {}
        assert (seen_by(t, viewer).dealer, seen_by(t, viewer).up_card) == (None, None)


def test_t17_a_hand_of_the_wrong_size_is_out() -> None:
    # The document has no clause on it; the hand was not dealt as 3.6 wants it.
    t = House(TCP, entry="recording").open().ante(1, 10_00).ante(2, 10_00).pair_plus(2, 10_00)
    t.close().deal({1: KING_HIGH, 2: "Ac Ah"}, QUEEN_HIGH).play(1).play(2)
    t.report("player_card_count", box=2, reconstructable=False).finish()
    assert [t.outcome(2, wager) for wager in ("ante", "pair_plus", "play")] == [
        ("returned", 0, 10_00)
    ] * 3
    assert t.outcome(1, "play") == ("won", 10_00, 10_00)


# 3.7 to 3.12: decisions


@pytest.mark.clause("TCP 3.7")
def test_3_7_players_see_their_own_cards_and_fold_or_play() -> None:
    t = dealt(TCP, {1: KING_HIGH, 2: STRAIGHT}, QUEEN_HIGH).view(1)
    assert hands_seen_by(t, Viewer.of_player("p1")) == {1: KING_HIGH}
    assert hands_seen_by(t, Viewer.of_player("p2")) == {}
    assert t.result.tables["T1"].up_card is None
    assert refusal(t.view(1, by=P2)) == ("not-yours", "TCP 3.7")
    assert refusal(t.fold(1, by=P2)) == ("not-yours", "TCP 3.7")
    assert refusal(t.bet(1)) == ("no-such-wager", "TCP 2.2.1")
    assert refusal(t.play(1)) is None
    assert refusal(t.fold(1)) == ("already-decided", "TCP 3.7")
    assert refusal(t.fold(2)) is None
    assert refusal(t.play(2)) == ("already-decided", "TCP 3.7")


@pytest.mark.clause("TCP 3.8")
@pytest.mark.parametrize("dealer", ["Js 9h 4c", QUEEN_HIGH])
def test_3_8_a_fold_costs_the_ante(dealer: str) -> None:
    t = settled(TCP, {1: PAIR_OF_ACES}, dealer, folds=[1], ante=10_00)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert clauses(t, 1, "ante") == {"TCP 3.8"}


@pytest.mark.clause("TCP 3.8/jackpot")
@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        ("Th 4h 2h", 0),
        ("4s 3h 2d", 15_00),
        ("7s 7h 7d", 150_00),
        ("8h 7h 6h", 175_00),
        ("Ah Kh Qh", 1_250_00),
        ("As Ks Qs", 1_000_000_00),
    ],
)
def test_3_8_a_folder_keeps_the_jackpot_wager(hand: str, prize: int) -> None:
    t = settled(TCP, {1: hand}, "Qd Jd 9c", folds=[1], jackpots=[1], ante=10_00)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("won" if prize else "lost", prize, 0)
    if prize:
        assert "TCP 3.8/jackpot" in clauses(t, 1, "jackpot")


@pytest.mark.clause("TCP 3.9")
@pytest.mark.parametrize(
    ("hand", "result"),
    [("2s 2h 3d", ("won", 10_00, 10_00)), (KING_HIGH, ("lost", 0, 0))],
)
def test_3_9_the_pair_plus_stays_in_when_the_ante_is_folded(
    hand: str, result: tuple[str, int, int]
) -> None:
    t = House(TCP).open().ante(1, 10_00).pair_plus(1, 10_00).close()
    t.deal({1: hand}, QUEEN_HIGH).fold(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "pair_plus") == result


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (None, [("lost", 0, 0), ("won", 50_00, 10_00), ("won", 15_00, 0)]),
        ("fold", [("lost", 0, 0), ("won", 50_00, 10_00), ("won", 15_00, 0)]),
        ("return", [("returned", 0, 10_00), ("returned", 0, 10_00), ("returned", 0, 5_00)]),
    ],
)
def test_t17_an_absent_player_has_folded_and_the_pair_plus_is_settled_on_the_cards(
    reading: str | None, expected: list[tuple[str, int, int]], looked: bool
) -> None:
    readings: dict[str, Any] = {} if reading is None else {"absent": reading}
    t = House(TCP, readings=readings).open().ante(1, 10_00).pair_plus(1, 10_00).jackpot(1)
    t.ante(2, 10_00).close().deal({1: STRAIGHT, 2: KING_HIGH}, QUEEN_HIGH)
    if looked:
        t.view(1)
    t.leave("p1").play(2).finish()
    assert [t.outcome(1, wager) for wager in ("ante", "pair_plus", "jackpot")] == expected
    assert not t.has_line(1, "ante_bonus")


@pytest.mark.clause("TCP 3.10")
def test_3_10_to_play_costs_the_ante_again() -> None:
    t = settled(TCP, {1: "Qh 8d 2c"}, QUEEN_HIGH, ante=10_00)
    assert t.line(1, "play").staked == 10_00
    assert t.result.players["p1"].net == -20_00


@pytest.mark.clause("TCP 3.10/placement")
def test_3_10_cards_lie_under_the_play_and_count_as_handled() -> None:
    placing = told(TCP, "Cards of a hand that stays in")
    assert placing.value == "face down under the play"
    assert placing.clauses == ("TCP 3.10/placement",)
    t = dealt(TCP, {1: KING_HIGH, 2: STRAIGHT}, QUEEN_HIGH).play(1)
    assert box_of(t, 1).handled
    assert not box_of(t, 2).handled
    assert hands_seen_by(t, Viewer.of_player("p2")) == {}


@pytest.mark.clause("TCP 3.11")
@pytest.mark.parametrize(
    ("hand", "result"),
    [(PAIR_OF_ACES, ("won", 10_00, 10_00)), (KING_HIGH, ("lost", 0, 0))],
)
def test_3_11_a_pair_plus_alone_has_nothing_to_decide(
    hand: str, result: tuple[str, int, int]
) -> None:
    t = House(TCP).open().pair_plus(1, 10_00).close().deal({1: hand}, QUEEN_HIGH)
    assert refusal(t.play(1, 10_00)) == ("no-wager", "TCP 3.11")
    assert refusal(t.fold(1)) == ("no-wager", "TCP 3.11")
    assert refusal(t.reveal()) is None
    t.settle()
    assert [line.wager for line in t.lines()] == ["pair_plus"]
    assert t.outcome(1, "pair_plus") == result


def test_t7_so_its_player_need_not_be_there() -> None:
    t = House(TCP).open().pair_plus(1, 10_00).ante(2, 10_00).close().leave("p1")
    t.deal({1: PAIR_OF_ACES, 2: KING_HIGH}, QUEEN_HIGH).play(2).finish()
    assert t.outcome(1, "pair_plus") == ("won", 10_00, 10_00)


@pytest.mark.clause("TCP 3.12")
def test_3_12_the_dealer_turns_all_cards_after_every_decision() -> None:
    t = House(TCP).open().ante(1, 10_00).ante(2, 10_00).pair_plus(3, 10_00).close()
    t.deal({1: KING_HIGH, 2: STRAIGHT, 3: PAIR_OF_ACES}, QUEEN_HIGH).play(1)
    assert refusal(t.reveal()) == ("undecided-boxes", "TCP 3.12")
    assert refusal(t.settle()) == ("not-revealed", "TCP 3.12")
    assert seen_by(t.fold(2)).dealer is None
    assert refusal(t.reveal()) is None
    shown = seen_by(t).dealer
    assert shown is not None
    assert shown.cards == QUEEN_HIGH


@pytest.mark.clause("TCP 3.12/announce")
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        (QUEEN_HIGH, ["queen", "high"]),
        ("Ks Kh Kd", ["three", "kings"]),
        ("9s 9h Ad", ["pair", "nines"]),
        ("5s 4h 3d", ["straight", "five"]),
    ],
)
def test_3_12_the_dealer_announces_the_hand(dealer: str, words: list[str]) -> None:
    t = dealt(TCP, {1: KING_HIGH.replace("Kh", "Kc")}, dealer).fold(1)
    before = calls(t)
    t.reveal()
    [spoken] = [one for one in t.events_of(CallMade) if one.text not in before]
    assert spoken.clauses == ("TCP 3.12/announce",)
    assert all(word in spoken.text.lower() for word in words)
