"""What the pages are told of a game with wagers of its own and no progressive."""

import json
from fractions import Fraction

from croupier.house.http.pages.book_answers import book, summary
from croupier.house.http.pages.odds_answers import game, sheet_answer
from croupier.house.http.pages.odds_question import Asked
from tests.invented import HARBOUR_THREE


def test_the_book_has_a_table_for_each_wager_with_its_label_and_hand() -> None:
    tables = {table["wager"]: table for table in json.loads(book(HARBOUR_THREE))["pay_tables"]}
    assert [(name, table["label"], table["on"]) for name, table in tables.items()] == [
        ("play", "Play", None),
        ("ante_bonus", "Ante bonus", None),
        ("pair_plus", "Pair plus", "player"),
        ("dealer_bonus", "Dealer bonus", "dealer"),
        ("six_card", "Six card bonus", "both"),
    ]
    royal = tables["six_card"]["rows"][0]
    assert (royal["hand"], royal["pays"], royal["clause"]) == (
        "royal flush",
        "1000 to 1",
        "HT 6/royal_flush",
    )
    assert Fraction(royal["dealt"]) == Fraction(188, 20_358_520)


def test_the_shelf_says_which_limits_a_table_has() -> None:
    told = summary(HARBOUR_THREE)
    assert [one["label"] for one in told["limits"]] == [
        "Ante",
        "Pair Plus",
        "Dealer Bonus",
        "Six Card Bonus",
    ]
    assert told["jackpot"] is False


def test_the_odds_page_has_their_figures_and_no_jackpot() -> None:
    told = game(HARBOUR_THREE)
    assert [one["label"] for one in told["side_wagers"]] == [
        "Pair plus",
        "Dealer bonus",
        "Six card bonus",
    ]
    assert [table["label"] for table in told["tables"]] == [
        *("Play", "Ante bonus", "Pair plus", "Dealer bonus", "Six card bonus")
    ]
    sheet = json.loads(sheet_answer(HARBOUR_THREE, Asked()))
    assert set(sheet["figures"]) == {"main", "pair_plus", "dealer_bonus", "six_card"}
    edge = next(one for one in sheet["figures"]["six_card"] if one["figure"] == "house_edge")
    # Worked out in tests/odds/test_both_hands.py: 17,247,944 comes back for 20,358,520 staked.
    assert Fraction(edge["exact"]) == 1 - Fraction(17_247_944, 20_358_520)
