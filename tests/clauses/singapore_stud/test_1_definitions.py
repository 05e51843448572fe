"""Singapore Stud Poker, 1: the terms of the document as the engine lives by them."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest

from croupier.books import UnknownRulebook, find_rulebook
from croupier.rulebooks.wagers import WagerKind
from croupier.table.events import BetsOpened, CardsDealt
from tests.clauses.marina_bay import (
    ACE_KING,
    SSP,
    bets_closed,
    box_of,
    clauses,
    dealt,
    definitions,
    explained,
    refusal,
    rulebook,
    settled,
    shoe_of,
    told,
)
from tests.playing import House

PAIR_OF_EIGHTS = "8s 8h Qc Td 2d"
CREDITS = {"meter": 100_000_00, "reset": 20_000_00, "stake": 1_00}


@pytest.mark.clause("SSP title")
def test_title_every_round_is_played_under_version_4() -> None:
    assert {
        subject: told(SSP, subject).value
        for subject in ("Game", "Document", "Operator", "Edition", "In force from")
    } == {
        "Game": "Singapore Stud Poker",
        "Document": "SSP",
        "Operator": "Marina Bay Sands",
        "Edition": "version 4",
        "In force from": "9 May 2013",
    }
    rules = rulebook(SSP)
    assert rules.effective == datetime(2013, 5, 9, tzinfo=timezone(timedelta(hours=8)))
    [opened] = House(SSP).open().events_of(BetsOpened)
    assert opened.edition == "singapore-stud@4"
    assert find_rulebook("singapore-stud@4") is rules
    for edition in (3, 5):
        with pytest.raises(UnknownRulebook):
            find_rulebook(f"singapore-stud@{edition}")


TERMS = {
    "1.1.1": "ante",
    "1.1.2": "bet",
    "1.1.3": "fold",
    "1.1.4": "hand",
    "1.1.5": "jackpot wager",
    "1.1.6": "round",
    "1.1.7": "stand-off",
}


@pytest.mark.clause("SSP 1.1")
def test_1_1_the_book_explains_seven_terms() -> None:
    assert definitions("SSP") == ["1.1", *TERMS]
    for number, term in TERMS.items():
        assert explained(f"SSP {number}").startswith(term)


@pytest.mark.clause("SSP 1.1.1")
def test_1_1_1_the_ante_is_the_first_wager_of_a_round() -> None:
    t = House(SSP).open().ante(1, 10_00)
    box = box_of(t, 1)
    assert (box.ante, box.stay, box.jackpot, box.dealer_jackpot) == (10_00, 0, 0, 0)
    assert refusal(t.bet(1)) == ("not-dealt", "SSP 3.8")  # no hand to stay in with yet
    t.close().deal({1: PAIR_OF_EIGHTS}, ACE_KING).bet(1).finish()
    assert [(line.wager, line.staked) for line in t.lines()] == [("ante", 10_00), ("bet", 20_00)]


@pytest.mark.clause("SSP 1.1.2")
@pytest.mark.parametrize(
    ("amount", "accepted"), [(19_99, False), (20_00, True), (20_01, False), (10_00, False)]
)
def test_1_1_2_the_bet_is_twice_the_ante(amount: int, accepted: bool) -> None:
    t = dealt(SSP, {1: PAIR_OF_EIGHTS}, ACE_KING, ante=10_00).bet(1, amount)
    assert refusal(t) == (None if accepted else ("wrong-amount", "SSP 1.1.2"))
    assert box_of(t, 1).stay == (20_00 if accepted else 0)


@pytest.mark.clause("SSP 1.1.2")
@pytest.mark.parametrize(
    ("laid", "won", "returned"),
    [(20_01, 40_00, 20_01), (25_00, 40_00, 25_00), (20_00, 40_00, 20_00), (15_00, 30_00, 15_00)],
)
def test_1_1_2_a_bet_of_another_size_found_later(laid: int, won: int, returned: int) -> None:
    # The excess goes back, a short bet plays as it lies; two pairs pay 2 to 1 (S12).
    t = dealt(SSP, {1: "Qs Qh 6c 6h 4d"}, ACE_KING, ante=10_00, entry="recording")
    t.bet(1, laid).finish()
    assert t.outcome(1, "bet") == ("won", won, returned)


@pytest.mark.clause("SSP 1.1.3")
def test_1_1_3_a_folded_hand_is_out_of_the_round() -> None:
    t = dealt(SSP, {1: "9c 8d 7c 6h 5s"}, ACE_KING, ante=10_00).fold(1)
    assert refusal(t.bet(1)) == ("already-decided", "SSP 3.8")
    t.finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert not t.has_line(1, "bet")


@pytest.mark.clause("SSP 1.1.4")
def test_1_1_4_every_hand_has_five_cards() -> None:
    t = bets_closed(SSP, [1, 2, 3]).shoe(shoe_of())
    [deal] = t.events_of(CardsDealt)
    hands = [cards.split() for cards in (*deal.hands.values(), deal.dealer)]
    assert [len(hand) for hand in hands] == [5] * 4
    assert len({card for hand in hands for card in hand}) == 20


@pytest.mark.clause("SSP 1.1.4")
@pytest.mark.parametrize(("cards", "enough"), [(19, False), (20, True), (21, True)])
def test_1_1_4_three_areas_and_the_dealer_take_twenty_cards(cards: int, enough: bool) -> None:
    t = bets_closed(SSP, [1, 2, 3]).shoe(" ".join(shoe_of().split()[:cards]))
    assert refusal(t) == (None if enough else ("not-enough-cards", "SSP 3.6"))


@pytest.mark.clause("SSP 1.1.4")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("8s 8h Qc Td", ACE_KING),
        ("8s 8h Qc Td 2d 2c", ACE_KING),
        (PAIR_OF_EIGHTS, "Ac Kd 9s 5h"),
    ],
)
def test_1_1_4_four_or_six_cards_are_no_hand(player: str, dealer: str) -> None:
    t = bets_closed(SSP, [1]).deal({1: player}, dealer)
    assert refusal(t) == ("wrong-hands", "SSP 3.6")


@pytest.mark.clause("SSP 1.1.5")
def test_1_1_5_a_jackpot_wager_wins_through_either_hand() -> None:
    assert rulebook(SSP).progressive.targets.value == (WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT)
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).jackpot(1, 1_00).dealer_jackpot(1, 1_00)
    t.close().deal({1: "Ks Qd 8c 4s 2d"}, "Ah 9h 7h 5h 3h").bet(1).finish()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert t.outcome(1, "dealer_jackpot") == ("won", 50_00, 1_00)
    assert "SSP 4.2/flush" in clauses(t, 1, "dealer_jackpot")


@pytest.mark.clause("SSP 1.1.5")
@pytest.mark.parametrize("target", ["jackpot", "dealer_jackpot"])
def test_1_1_5_a_jackpot_wager_comes_before_the_deal(target: str) -> None:
    t = bets_closed(SSP, [1]).wager(1, target)
    assert refusal(t) == ("bets-closed", "SSP 5.6")
    t.deal({1: PAIR_OF_EIGHTS}, ACE_KING).wager(1, target)
    assert refusal(t) == ("bets-closed", "SSP 5.6")


@pytest.mark.clause("SSP 1.1.6")
def test_1_1_6_a_round_lasts_until_its_wagers_are_settled() -> None:
    steps: list[Callable[[House], House]] = [
        House.open,
        lambda t: t.ante(1, 25_00).ante(2, 25_00),
        House.close,
        lambda t: t.deal({1: PAIR_OF_EIGHTS, 2: "7c 7h 4d 6s Jh"}, ACE_KING),
        lambda t: t.bet(1).fold(2),
        House.reveal,
    ]
    t = House(SSP)
    for step in steps:
        step(t)
        assert refusal(t.open()) == ("round-not-over", "SSP 1.1.6")
    t.settle()
    assert refusal(t.open()) is None
    assert t.result.tables["T1"].round == 2


@pytest.mark.parametrize("outcome", [False, True])
def test_s11_a_round_that_fails_for_power_is_concluded(outcome: bool) -> None:
    # Nothing is said of it, so it goes as in the later document of the house.
    hands = {1: "Qs Qc 6c 6d 4d", 2: "Jh 8h 6h 4h 2h"}
    t = dealt(SSP, hands, ACE_KING)
    if outcome:
        t.fold(1)
    t.report("technical_interruption").do("choose", box=2, option="withdraw")
    assert (refusal(t) is None) is not outcome
    if outcome:
        t.bet(2)
    else:
        t.bet(1)
    t.finish()
    assert t.outcome(2, "ante") == (("won", 25_00, 25_00) if outcome else ("returned", 0, 25_00))


@pytest.mark.clause("SSP 1.1.7")
def test_1_1_7_a_stand_off_neither_wins_nor_loses() -> None:
    t = settled(SSP, {1: "As Kh 9d 5c 3h"}, ACE_KING, ante=10_00)
    assert t.outcome(1, "ante") == ("standoff", 0, 10_00)
    assert t.outcome(1, "bet") == ("standoff", 0, 20_00)
    assert t.result.players["p1"].net == 0
    assert "SSP 1.1.7" in clauses(t, 1, "ante")
