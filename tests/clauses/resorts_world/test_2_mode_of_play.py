"""CSP and MLP, part 2 and appendices: the layout and the cards."""

import pytest

from croupier.cards import DECK
from croupier.rulebooks.clauses import Honour, find
from croupier.rulebooks.settings import BadSetting, TableSettings
from croupier.rulebooks.wagers import WagerKind
from croupier.script import BadScript
from croupier.table.events import CardsDealt
from tests.clauses.resorts_world.games import (
    ACE_KING,
    FLUSH,
    TWO_PAIRS,
    Game,
    both,
    both_rows,
    dealt,
    refusal,
    shoe_of,
    take_bets,
)


@both("2.1")
def test_2_1_the_page_tells_what_stands_under_the_layout(game: Game) -> None:
    assert find(f"{game.code} 2.1").honoured is Honour.SHOWN
    shown = [game.told(subject) for subject in ("Boxes", "Layouts", "Areas of a box")]
    assert {fact.section for fact in shown} == {"Table"}
    assert [fact.value for fact in shown] == [
        "1 to 9, as the house sets",
        "A, B, C, D: 1 to 9 boxes",
        "ante, bet and jackpot",
    ]


@both("2.1.1")
@pytest.mark.parametrize("layout", ["E", "a", "AB"])
def test_2_1_1_no_layout_but_those_of_the_appendices(game: Game, layout: str) -> None:
    t = game.house(layout=layout)
    with pytest.raises(BadScript, match=rf"layout.*{game.code} 2\.1\.1"):
        _ = t.result


@both("2.1.1")
@pytest.mark.parametrize("layout", ["A", "B", "C", "D"])
def test_2_1_1_each_layout_of_the_appendices(game: Game, layout: str) -> None:
    t = game.house(layout=layout).open().ante(7, 100_00)
    assert not t.refusals
    with pytest.raises(BadSetting, match="layout"):
        TableSettings(rulebook=game.rulebook, layout="")


@both("2.1.1")
def test_2_1_1_the_layout_has_an_ante_a_bet_and_a_jackpot_spot(game: Game) -> None:
    areas = game.rulebook.layout.areas
    assert set(areas.value) == {WagerKind.ANTE, "bet", WagerKind.JACKPOT}
    assert game.cites("2.1.1", "2.1.1/b", "1.3", "3.6") == set(areas.clauses)
    t = game.house()
    t.open().pair_plus(1, 100_00)
    assert refusal(t) == ("no-such-wager", f"{game.code} 2.1.1")


@both("2.1.1/a")
def test_2_1_1_a_there_are_no_more_boxes_than_are_marked(game: Game) -> None:
    t = game.house(boxes=6)
    t.open().ante(6, 100_00)
    assert t.refused is None
    t.ante(7, 100_00)
    with pytest.raises(BadScript, match="box 7"):
        _ = t.result


@both("2.1.1/a")
@pytest.mark.parametrize(("boxes", "fits"), [(0, False), (1, True), (9, True), (10, False)])
def test_2_1_1_a_one_deck_serves_at_most_nine_boxes(game: Game, boxes: int, fits: bool) -> None:
    # Nine boxes and the dealer, five cards each, and one burnt: 51 of 52 cards.
    t = game.house(boxes=boxes)
    if fits:
        assert t.open().refused is None
    else:
        with pytest.raises(BadScript, match=rf"boxes.*{game.code} 2\.1\.1"):
            _ = t.result


@both("2.1.1/b")
def test_2_1_1_b_the_coin_spot_is_for_the_players_hand_only(game: Game) -> None:
    rides, laid = game.told("Rides on"), game.told("Laid by")
    assert (rides.value, laid.value) == ("own hand", "chips on the lit coin spot above the box")
    assert game.cites("2.1.1/b") <= set(rides.clauses) & set(laid.clauses)
    t = game.house()
    t.open().ante(1, 100_00).dealer_jackpot(1)
    assert refusal(t) == ("no-such-wager", f"{game.code} 2.1.1/b")


@both("2.1.1/b")
def test_2_1_1_b_every_box_has_its_own_coin_spot(game: Game) -> None:
    t = dealt(game, {1: FLUSH, 2: TWO_PAIRS}, jackpots=[1, 2])
    t.bet(1).bet(2).finish()
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)


@both("2.2")
def test_2_2_the_page_tells_what_stands_under_the_cards(game: Game) -> None:
    assert find(f"{game.code} 2.2").honoured is Honour.SHOWN
    cards = game.told("Cards")
    assert (cards.section, cards.value) == ("Table", "one deck of 52 cards")
    assert set(cards.clauses) == game.cites("2.2.1")


@both("2.2.1")
def test_2_2_1_there_are_52_cards_and_no_others(game: Game) -> None:
    assert len(set(DECK)) == 52
    t = take_bets(game.house(boxes=9, device="shoe"), range(1, 10))
    t.shoe(shoe_of(""))
    [cards] = t.events_of(CardsDealt)
    hands = [*cards.hands.values(), cards.dealer]
    assert len({card for hand in hands for card in hand.split()}) == 50
    u = take_bets(game.house(), [1])
    u.deal({1: "2s 3s 4s 5s 1s"}, ACE_KING)
    with pytest.raises(BadScript, match="1s"):
        _ = u.result


@both("2.2.1")
def test_2_2_1_no_card_lies_twice(game: Game) -> None:
    for hands, dealer in (
        ({1: "Qs Qh Qs 8h 3d"}, ACE_KING),  # as the document prints a sample
        ({1: "Ad Qh 9s 8h 3d"}, ACE_KING),  # the dealer's ace
    ):
        t = take_bets(game.house(), hands)
        t.deal(hands, dealer)
        assert refusal(t) == ("card-twice", f"{game.code} 2.2.1")
    t = take_bets(game.house(), [1])
    t.shoe(shoe_of("2c") + " 2c")
    assert refusal(t) == ("card-twice", f"{game.code} 2.2.1")


@both_rows("layout", {f"appendix-{letter}": (letter,) for letter in "ABCD"})
def test_appendix_the_picture_is_absent_so_the_house_sets_the_boxes(
    game: Game, layout: str
) -> None:
    shown = game.told("Layouts")
    assert layout in shown.value.partition(":")[0].split(", ")
    assert game.cites(f"appendix-{layout}") <= set(shown.clauses)
    assert shown.reading == "X15", "the text gives no number"
    for boxes, fits in ((0, False), (1, True), (9, True), (10, False)):
        t = game.house(layout=layout, boxes=boxes)
        if fits:
            assert t.open().ante(boxes, 100_00).refused is None
        else:
            with pytest.raises(BadScript, match="boxes"):
                _ = t.result
    with pytest.raises(BadScript, match="box 8"):  # seven unless set
        _ = game.house(layout=layout).open().ante(7, 100_00).ante(8, 100_00).result
