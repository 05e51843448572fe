"""Three Card Poker, 1: the terms of the document as the engine lives by them."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest

from croupier.books import UnknownRulebook, find_rulebook
from croupier.table.events import BetsOpened
from tests.clauses.marina_bay import (
    JACK_HIGH,
    QUEEN_HIGH,
    TCP,
    bets_closed,
    box_of,
    clauses,
    dealt,
    definitions,
    explained,
    refusal,
    rulebook,
    settled,
    told,
)
from tests.playing import House

KING_HIGH = "Kh 8d 2c"


@pytest.mark.clause("TCP title")
def test_title_every_round_is_played_under_version_4() -> None:
    assert {
        subject: told(TCP, subject).value
        for subject in ("Game", "Document", "Operator", "Edition", "In force from")
    } == {
        "Game": "Three Card Poker",
        "Document": "TCP",
        "Operator": "Marina Bay Sands",
        "Edition": "version 4",
        "In force from": "9 May 2013",
    }
    rules = rulebook(TCP)
    assert rules.effective == datetime(2013, 5, 9, tzinfo=timezone(timedelta(hours=8)))
    [opened] = House(TCP).open().events_of(BetsOpened)
    assert opened.edition == "three-card-poker@4"
    assert find_rulebook("three-card-poker@4") is rules
    for edition in (3, 5):
        with pytest.raises(UnknownRulebook):
            find_rulebook(f"three-card-poker@{edition}")


TERMS = {
    "1.1.1": "ante is",
    "1.1.2": "ante bonus",
    "1.1.3": "envy bonus",
    "1.1.4": "fold",
    "1.1.5": "pair plus",
    "1.1.6": "play",
    "1.1.7": "progressive jackpot wager",
    "1.1.8": "round",
    "1.1.9": "stand-off",
}


@pytest.mark.clause("TCP 1.1")
def test_1_1_the_book_explains_nine_terms() -> None:
    assert definitions("TCP") == ["1.1", *TERMS]
    for number, term in TERMS.items():
        assert explained(f"TCP {number}").startswith(term)


@pytest.mark.clause("TCP 1.1.1")
def test_1_1_1_the_ante_is_the_first_wager_and_a_play_may_follow() -> None:
    t = House(TCP).open().ante(1, 10_00)
    box = box_of(t, 1)
    assert (box.ante, box.side("pair_plus"), box.stay) == (10_00, 0, 0)
    assert refusal(t.play(1)) == ("not-dealt", "TCP 3.7")  # no cards yet
    t.close().deal({1: KING_HIGH}, QUEEN_HIGH).play(1).finish()
    assert [(line.wager, line.staked) for line in t.lines()] == [("ante", 10_00), ("play", 10_00)]


@pytest.mark.clause("TCP 1.1.2")
@pytest.mark.parametrize(
    ("hand", "bonus"),
    [
        ("8h 7h 6h", 50_00),
        ("Ts Th Tc", 40_00),
        ("8d 7c 6h", 10_00),
        ("Th 4h 2h", None),  # a flush ranks below a straight
        ("Ac Ah 8d", None),
    ],
)
def test_1_1_2_the_ante_bonus_is_for_a_straight_or_better(hand: str, bonus: int | None) -> None:
    t = settled(TCP, {1: hand}, QUEEN_HIGH, ante=10_00)
    assert t.has_line(1, "ante_bonus") is (bonus is not None)
    if bonus is not None:
        assert t.outcome(1, "ante_bonus") == ("won", bonus, 0)
        assert t.line(1, "ante_bonus").staked == 0  # a payment, no wager


@pytest.mark.clause("TCP 1.1.3")
def test_1_1_3_the_envy_bonus_is_for_another_players_hand() -> None:
    t = settled(TCP, {1: "As Ks Qs", 2: KING_HIGH}, "Qd Jd 9c", jackpots=[1, 2])
    assert t.outcome(2, "envy_bonus") == ("won", 250_00, 0)
    assert not t.has_line(1, "envy_bonus")


@pytest.mark.clause("TCP 1.1.3")
def test_1_1_3_not_even_for_another_area_of_ones_own() -> None:
    t = House(TCP, readings={"max_areas_per_player": 2}).open()
    t.ante(1, 10_00, "ann").jackpot(1).ante(2, 10_00, "ann").jackpot(2)
    t.ante(3, 10_00, "bob").jackpot(3).close()
    t.deal({1: "Ah Kh Qh", 2: "Kd 8d 2c", 3: "Jh 7c 5s"}, "Qs Jd 9c")
    t.play(1).play(2).play(3).finish()
    assert not t.refusals
    assert [line.box for line in t.lines() if line.wager == "envy_bonus"] == [3]
    assert t.won(3, "envy_bonus") == 50_00


@pytest.mark.clause("TCP 1.1.4")
def test_1_1_4_a_folded_hand_is_out_of_the_round() -> None:
    t = dealt(TCP, {1: "8d 7c 6h"}, JACK_HIGH, ante=10_00).fold(1)
    assert refusal(t.play(1)) == ("already-decided", "TCP 3.7")
    t.finish()
    assert [(line.wager, line.result.value) for line in t.lines()] == [("ante", "lost")]


@pytest.mark.clause("TCP 1.1.5")
@pytest.mark.parametrize("dealer", [JACK_HIGH, "Ks Kh Kd"])
@pytest.mark.parametrize(
    ("hand", "result"),
    [
        ("Ac Ah 8d", ("won", 10_00, 10_00)),
        ("2c 2h 3d", ("won", 10_00, 10_00)),
        ("Ac Jh 7d", ("lost", 0, 0)),
    ],
)
def test_1_1_5_pair_plus_looks_at_the_players_hand_alone(
    hand: str, result: tuple[str, int, int], dealer: str
) -> None:
    t = House(TCP).open().pair_plus(1, 10_00).close().deal({1: hand}, dealer).finish()
    assert t.outcome(1, "pair_plus") == result


@pytest.mark.clause("TCP 1.1.6", "TCP 3.10")
@pytest.mark.parametrize(("amount", "accepted"), [(9_99, False), (10_00, True), (10_01, False)])
def test_1_1_6_the_play_equals_the_ante(amount: int, accepted: bool) -> None:
    t = dealt(TCP, {1: KING_HIGH}, QUEEN_HIGH, ante=10_00).play(1, amount)
    assert refusal(t) == (None if accepted else ("wrong-amount", "TCP 3.10"))
    assert box_of(t, 1).stay == (10_00 if accepted else 0)


@pytest.mark.clause("TCP 1.1.6")
def test_1_1_6_it_comes_after_the_cards() -> None:
    t = bets_closed(TCP, [1], ante=10_00).play(1)
    assert refusal(t) == ("not-dealt", "TCP 3.7")


@pytest.mark.clause("TCP 1.1.6")
@pytest.mark.parametrize(
    ("laid", "won", "returned"), [(9_00, 9_00, 9_00), (10_00, 10_00, 10_00), (12_00, 10_00, 12_00)]
)
def test_1_1_6_a_play_of_another_size_found_later(laid: int, won: int, returned: int) -> None:
    t = dealt(TCP, {1: KING_HIGH}, QUEEN_HIGH, ante=10_00, entry="recording")
    t.play(1, laid).finish()
    assert t.outcome(1, "play") == ("won", won, returned)


@pytest.mark.clause("TCP 1.1.7")
def test_1_1_7_the_jackpot_wager_is_optional_and_comes_before_the_deal() -> None:
    t = House(TCP).open().ante(1, 10_00).ante(2, 10_00)
    assert told(TCP, "Rides on").value == "own hand"
    assert refusal(t.dealer_jackpot(1)) == ("no-such-wager", "TCP 1.1.7")
    assert refusal(t.jackpot(1)) is None
    t.close().deal({1: "7d 6c 5h", 2: KING_HIGH}, JACK_HIGH)
    assert refusal(t.jackpot(2)) == ("bets-closed", "TCP 5.6")
    t.play(1).play(2).finish()
    assert t.outcome(1, "jackpot") == ("won", 15_00, 0)
    assert not t.has_line(2, "jackpot")


@pytest.mark.clause("TCP 1.1.8")
def test_1_1_8_a_round_lasts_until_its_wagers_are_settled() -> None:
    steps: list[Callable[[House], House]] = [
        House.open,
        lambda t: t.ante(1, 10_00).pair_plus(2, 10_00),
        House.close,
        lambda t: t.deal({1: KING_HIGH, 2: "Ac Ah 8s"}, QUEEN_HIGH),
        lambda t: t.play(1),
        House.reveal,
    ]
    t = House(TCP)
    for step in steps:
        step(t)
        assert refusal(t.open()) == ("round-not-over", "TCP 1.1.8")
    t.settle()
    assert refusal(t.open()) is None
    assert t.result.tables["T1"].round == 2


@pytest.mark.parametrize("outcome", [False, True])
def test_t17_a_round_that_fails_for_power_is_concluded(outcome: bool) -> None:
    # Nothing is said of it, so it goes as in the later document of the house.
    t = House(TCP).open().ante(1, 10_00).ante(2, 10_00).pair_plus(2, 10_00).close()
    t.deal({1: KING_HIGH, 2: "Ac Ah 8s"}, QUEEN_HIGH)
    if outcome:
        t.fold(1)
    t.report("technical_interruption").do("choose", box=2, option="withdraw")
    assert (refusal(t) is None) is not outcome
    if outcome:
        t.play(2)
    else:
        t.play(1)
    t.finish()
    assert t.phase == "settled"
    for wager in ("ante", "pair_plus"):
        assert t.outcome(2, wager) == (("won", 10_00, 10_00) if outcome else ("returned", 0, 10_00))


@pytest.mark.clause("TCP 1.1.9")
def test_1_1_9_a_stand_off_neither_wins_nor_loses() -> None:
    t = settled(TCP, {1: "Qh Jc 9d"}, QUEEN_HIGH, ante=10_00)
    assert t.outcome(1, "ante") == ("standoff", 0, 10_00)
    assert t.outcome(1, "play") == ("standoff", 0, 10_00)
    assert t.result.players["p1"].net == 0
    assert "TCP 1.1.9" in clauses(t, 1, "ante")
