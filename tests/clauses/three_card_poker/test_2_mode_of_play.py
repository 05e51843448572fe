"""Three Card Poker, 2: the deck and the layout."""

import pytest

from croupier.cards import DECK, card_name
from croupier.script.format import BadScript
from tests.clauses.marina_bay import QUEEN_HIGH, TCP, bets_closed, refusal, shoe_of, told
from tests.playing import House


@pytest.mark.clause("TCP 2.1")
def test_2_1_one_deck_of_52_cards() -> None:
    names = [card_name(card) for card in DECK]
    assert sorted(names) == sorted(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


@pytest.mark.clause("TCP 2.1")
def test_2_1_the_page_says_what_the_cards_look_like() -> None:
    """Backs are a matter of the real table."""
    fact = told(TCP, "Cards")
    assert fact.value == "one deck of 52 cards, no jokers, uniform backs"
    assert fact.clauses == ("TCP 2.1",)


@pytest.mark.clause("TCP 2.1")
@pytest.mark.parametrize(
    ("player", "refused"),
    [
        ("Kh 8d 2c", None),
        ("Kh Kh 2c", ("card-twice", "TCP 2.1")),
        ("Kh 8d Qs", ("card-twice", "TCP 2.1")),
    ],
)
def test_2_1_no_card_is_dealt_twice(player: str, refused: tuple[str, str] | None) -> None:
    assert refusal(bets_closed(TCP, [1]).deal({1: player}, QUEEN_HIGH)) == refused


@pytest.mark.clause("TCP 2.1")
def test_2_1_a_shoe_of_53_cards_has_one_of_them_twice() -> None:
    t = bets_closed(TCP, [1]).shoe(shoe_of() + " Kd")
    assert refusal(t) == ("card-twice", "TCP 2.1")
    assert refusal(t.shoe(shoe_of())) is None


@pytest.mark.clause("TCP 2.1")
def test_2_1_there_are_no_jokers() -> None:
    with pytest.raises(BadScript, match="is not a card"):
        _ = bets_closed(TCP, [1]).deal({1: "Kh 8d Jk"}, QUEEN_HIGH).played


@pytest.mark.clause("TCP 2.2")
def test_2_2_the_layout_is_that_of_diagram_a() -> None:
    assert House(TCP, layout="A").open().phase == "betting"
    with pytest.raises(BadScript, match=r"field 'layout'.*TCP 2\.2"):
        _ = House(TCP, layout="B").open().played


@pytest.mark.clause("TCP 2.2.1")
def test_2_2_1_there_are_four_areas_to_a_seat() -> None:
    areas = told(TCP, "Areas of a box")
    assert (areas.value, areas.clauses) == ("ante, play, pair plus and jackpot", ("TCP 2.2.1",))
    t = House(TCP).open()
    assert refusal(t.dealer_jackpot(1, player="p1")) == ("no-such-wager", "TCP 1.1.7")
    t.ante(1, 10_00).pair_plus(1, 10_00).jackpot(1).close()
    t.deal({1: "Kh 8d 2c"}, QUEEN_HIGH)
    assert refusal(t.bet(1)) == ("no-such-wager", "TCP 2.2.1")
    t.play(1).finish()
    assert [line.wager for line in t.lines()] == ["ante", "pair_plus", "play", "jackpot"]


@pytest.mark.clause("TCP diagram-A")
@pytest.mark.parametrize(("boxes", "fits"), [(0, False), (1, True), (16, True), (17, False)])
def test_diagram_a_the_house_says_how_many_seats_there_are(boxes: int, fits: bool) -> None:
    t = House(TCP, boxes=boxes).open()
    if fits:
        assert refusal(t.ante(boxes, 10_00)) is None
    else:
        with pytest.raises(BadScript, match="field 'boxes'"):
            _ = t.played


@pytest.mark.clause("TCP diagram-A")
def test_diagram_a_unless_it_says_otherwise_there_are_seven() -> None:
    t = House(TCP).open()
    assert t.played.floor.tables["T1"].settings.boxes == 7
    with pytest.raises(BadScript, match="no box 8"):
        _ = t.ante(8, 10_00).played
