"""Megalink Singapore Stud Poker, 1: the terms of the document as the engine lives by them."""

import json
from collections.abc import Callable

import pytest

from croupier.books import UnknownRulebook, find_rulebook
from croupier.house.http.pages.book_answers import book
from croupier.rulebooks.wagers import WagerKind
from croupier.table.events import BetsOpened, CardsDealt
from croupier.table.views import Viewer
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    NO_HAND,
    bets_closed,
    box_of,
    clauses,
    dealt,
    hands_seen_by,
    refusal,
    rulebook,
    settled,
    shoe_of,
    told,
)
from tests.playing import House

PAIR_OF_EIGHTS = "8s 8h Qc Td 2d"


@pytest.mark.clause("MEGA title")
def test_title_the_page_and_every_round_name_version_6() -> None:
    page = [told(MEGA, subject) for subject in ("Game", "Operator", "Edition", "In force from")]
    assert [fact.value for fact in page] == [
        "Megalink Singapore Stud Poker",
        "Marina Bay Sands",
        "version 6",
        "2 August 2019",
    ]
    assert {fact.clauses for fact in page} == {("MEGA title",)}
    [opened] = House(MEGA).open().events_of(BetsOpened)
    assert opened.edition == "megalink-stud@6"


@pytest.mark.clause("MEGA title")
@pytest.mark.parametrize("edition", [5, 7])
def test_title_there_is_no_other_version(edition: int) -> None:
    assert find_rulebook("megalink-stud@6") is rulebook(MEGA)
    with pytest.raises(UnknownRulebook):
        find_rulebook(f"megalink-stud@{edition}")


TERMS = {
    "1.1.1": "Ante",
    "1.1.2": "Bet",
    "1.1.3": "Blind Betting",
    "1.1.4": "Fold",
    "1.1.5": "hand",
    "1.1.6": "Progressive Jackpot wager",
    "1.1.7": "round",
    "1.1.8": "Stand-off",
}


@pytest.mark.clause("MEGA 1.1")
def test_1_1_the_book_explains_eight_terms() -> None:
    rows = json.loads(book(rulebook(MEGA)))["clauses"]
    explained = {row["number"]: row["gist"] for row in rows if row["kind"] == "definition"}
    assert list(explained) == ["1.1", *TERMS]
    assert [number for number, term in TERMS.items() if term not in explained[number]] == []


@pytest.mark.clause("MEGA 1.1.1")
def test_1_1_1_no_wager_comes_before_the_ante() -> None:
    t = House(MEGA).open()
    assert refusal(t.jackpot(1, player="p1")) == ("ante-first", "MEGA 3.5")
    assert refusal(t.bet(1, 50_00, player="p1")) == ("not-dealt", "MEGA 3.9")
    assert refusal(t.ante(1, 25_00)) is None
    box = box_of(t, 1)
    assert (box.ante, box.stay, box.jackpot) == (25_00, 0, 0)
    assert refusal(t.jackpot(1)) is None


@pytest.mark.clause("MEGA 1.1.1", "MEGA 3.4")
def test_1_1_1_a_jackpot_wager_alone_has_no_part_in_the_round() -> None:
    t = House(MEGA, entry="recording").open().ante(1, 25_00).jackpot(2, player="p2").close()
    [deal] = t.shoe(shoe_of()).events_of(CardsDealt)
    assert sorted(deal.hands) == ["1"]
    assert told(MEGA, "Takes part with").value == "ante"


@pytest.mark.clause("MEGA 1.1.2", "MEGA 3.9.2")
@pytest.mark.parametrize(
    ("amount", "accepted"), [(49_99, False), (50_00, True), (50_01, False), (25_00, False)]
)
def test_1_1_2_the_bet_is_twice_the_ante(amount: int, accepted: bool) -> None:
    t = dealt(MEGA, {1: PAIR_OF_EIGHTS}, ACE_KING).bet(1, amount)
    assert refusal(t) == (None if accepted else ("wrong-amount", "MEGA 3.9.2"))
    assert box_of(t, 1).stay == (50_00 if accepted else 0)


@pytest.mark.clause("MEGA 1.1.2")
def test_1_1_2_left_out_the_amount_is_the_exact_double() -> None:
    t = settled(MEGA, {1: PAIR_OF_EIGHTS}, ACE_KING, ante=33_35)
    assert t.line(1, "bet").staked == 66_70


@pytest.mark.clause("MEGA 1.1.3")
def test_1_1_3_the_second_hand_of_a_player_is_played_blind() -> None:
    t = House(MEGA).open().ante(2, 25_00, "ann").ante(3, 25_00, "ann").close()
    t.deal({2: PAIR_OF_EIGHTS, 3: "9c 8d 7c 6h 5s"}, ACE_KING).view(2)
    t.view(3)
    assert refusal(t) == ("one-view-only", "MEGA 3.4.1")
    t.bet(2).bet(3)
    assert hands_seen_by(t, Viewer.of_player("ann")) == {2: PAIR_OF_EIGHTS}
    t.finish()
    assert not box_of(t, 3).viewed
    assert rulebook(MEGA).betting.views_per_player.clauses == ("MEGA 3.4.1", "MEGA 1.1.3")
    assert t.outcome(3, "bet") == ("won", 200_00, 50_00)  # a straight, unseen, pays 4 to 1


@pytest.mark.clause("MEGA 1.1.4")
def test_1_1_4_a_folded_hand_is_out_of_the_round() -> None:
    t = dealt(MEGA, {1: "9c 8d 7c 6h 5s"}, NO_HAND).fold(1)
    assert refusal(t.bet(1)) == ("already-decided", "MEGA 3.9")
    t.finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert not t.has_line(1, "bet")


@pytest.mark.clause("MEGA 1.1.5")
def test_1_1_5_seven_positions_and_the_dealer_have_five_cards_each() -> None:
    t = bets_closed(MEGA, range(1, 8)).shoe(shoe_of())
    [deal] = t.events_of(CardsDealt)
    hands = [cards.split() for cards in (*deal.hands.values(), deal.dealer)]
    assert [len(hand) for hand in hands] == [5] * 8
    assert len({card for hand in hands for card in hand}) == 40


@pytest.mark.clause("MEGA 1.1.5")
@pytest.mark.parametrize(("cards", "enough"), [(39, False), (40, True), (41, True)])
def test_1_1_5_forty_cards_are_needed_for_seven_positions(cards: int, enough: bool) -> None:
    t = bets_closed(MEGA, range(1, 8)).shoe(" ".join(shoe_of().split()[:cards]))
    assert refusal(t) == (None if enough else ("not-enough-cards", "MEGA 1.1.5"))


@pytest.mark.clause("MEGA 1.1.5")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("8s 8h Qc Td", ACE_KING),
        ("8s 8h Qc Td 2d 2c", ACE_KING),
        (PAIR_OF_EIGHTS, "Ac Kd 9s 5h"),
        (PAIR_OF_EIGHTS, "Ac Kd 9s 5h 3c 4c"),
    ],
)
def test_1_1_5_four_or_six_cards_are_no_hand(player: str, dealer: str) -> None:
    t = bets_closed(MEGA, [1]).deal({1: player}, dealer)
    assert refusal(t) == ("wrong-hands", "MEGA 1.1.5")


@pytest.mark.clause("MEGA 1.1.6")
def test_1_1_6_the_jackpot_wager_is_on_the_players_own_hand_only() -> None:
    assert rulebook(MEGA).progressive.targets.value == (WagerKind.JACKPOT,)
    t = House(MEGA).open().ante(1, 25_00).dealer_jackpot(1)
    assert refusal(t) == ("no-such-wager", "MEGA 1.1.6")
    assert refusal(t.jackpot(1)) is None
    t.close().deal({1: "Jh 8h 6h 4h 2h"}, "As Qs 9s 5s 3s").fold(1).finish()
    # The dealer's flush is nothing to the player, whose own flush pays 100.00.
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)


@pytest.mark.clause("MEGA 1.1.6")
def test_1_1_6_the_jackpot_wager_is_optional_and_comes_before_the_deal() -> None:
    t = bets_closed(MEGA, [1]).jackpot(1)
    assert refusal(t) == ("bets-closed", "MEGA 5.5")
    t.deal({1: "Jh 8h 6h 4h 2h"}, NO_HAND).jackpot(1)
    assert refusal(t) == ("bets-closed", "MEGA 5.5")
    t.bet(1).finish()
    assert not t.has_line(1, "jackpot")


@pytest.mark.clause("MEGA 1.1.7")
def test_1_1_7_a_round_lasts_until_its_wagers_are_settled() -> None:
    steps: list[Callable[[House], House]] = [
        House.open,
        lambda t: t.ante(1, 25_00).ante(2, 25_00),
        House.close,
        lambda t: t.deal({1: PAIR_OF_EIGHTS, 2: "7c 7h 4d 6s Jh"}, ACE_KING),
        lambda t: t.bet(1).fold(2),
        House.reveal,
    ]
    t = House(MEGA)
    for step in steps:
        step(t)
        assert refusal(t.open()) == ("round-not-over", "MEGA 1.1.7")
    t.settle()
    assert refusal(t.open()) is None
    assert t.result.tables["T1"].round == 2


@pytest.mark.clause("MEGA 1.1.8")
def test_1_1_8_a_stand_off_neither_wins_nor_loses() -> None:
    t = settled(MEGA, {1: "As Kh 9d 5c 3h"}, ACE_KING)
    assert t.outcome(1, "ante") == ("standoff", 0, 25_00)
    assert t.outcome(1, "bet") == ("standoff", 0, 50_00)
    assert t.result.players["p1"].net == 0
    assert "MEGA 3.10.4" in clauses(t, 1, "ante")
