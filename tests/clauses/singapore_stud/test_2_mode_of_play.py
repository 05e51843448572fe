"""Singapore Stud Poker, 2: the deck and the layout."""

import pytest

from croupier.cards import DECK, card_name
from croupier.script.format import BadScript
from tests.clauses.marina_bay import ACE_KING, SSP, bets_closed, refusal, shoe_of, told
from tests.playing import House


@pytest.mark.clause("SSP 2.1")
def test_2_1_one_deck_of_52_cards() -> None:
    names = [card_name(card) for card in DECK]
    assert sorted(names) == sorted(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


@pytest.mark.clause("SSP 2.1")
def test_2_1_the_page_says_what_the_cards_look_like() -> None:
    """Backs are a matter of the real table."""
    fact = told(SSP, "Cards")
    assert fact.value == "one deck of 52 cards, no jokers, uniform backs"
    assert fact.clauses == ("SSP 2.1",)


@pytest.mark.clause("SSP 2.1")
@pytest.mark.parametrize(
    ("player", "refused"),
    [
        ("8s 8h Qc Td 2d", None),
        ("8s 8s Qc Td 2d", ("card-twice", "SSP 2.1")),
        ("8s 8h Qc Td Kd", ("card-twice", "SSP 2.1")),
    ],
)
def test_2_1_no_card_is_dealt_twice(player: str, refused: tuple[str, str] | None) -> None:
    assert refusal(bets_closed(SSP, [1]).deal({1: player}, ACE_KING)) == refused


@pytest.mark.clause("SSP 2.1")
def test_2_1_a_shoe_of_53_cards_has_one_of_them_twice() -> None:
    t = bets_closed(SSP, [1]).shoe(shoe_of() + " 2c")
    assert refusal(t) == ("card-twice", "SSP 2.1")
    assert refusal(t.shoe(shoe_of())) is None


@pytest.mark.clause("SSP 2.1")
def test_2_1_there_are_no_jokers() -> None:
    with pytest.raises(BadScript, match="is not a card"):
        _ = bets_closed(SSP, [1]).deal({1: "8s 8h Qc Td Jk"}, ACE_KING).played


@pytest.mark.clause("SSP 2.2")
def test_2_2_the_layout_is_that_of_diagram_a() -> None:
    assert House(SSP, layout="A").open().phase == "betting"
    with pytest.raises(BadScript, match=r"field 'layout'.*SSP 2\.2"):
        _ = House(SSP, layout="B").open().played


@pytest.mark.clause("SSP 2.2.1")
def test_2_2_1_there_are_areas_for_ante_bet_and_jackpot_wagers() -> None:
    areas = told(SSP, "Areas of a box")
    assert (areas.value, areas.clauses) == ("ante, bet, jackpot and dealer jackpot", ("SSP 2.2.1",))
    t = House(SSP).open()
    assert refusal(t.pair_plus(1, 25_00)) == ("no-such-wager", "SSP 2.2.1")
    t.ante(1, 25_00).jackpot(1).dealer_jackpot(1).close()
    t.deal({1: "8s 8h Qc Td 2d"}, ACE_KING)
    assert refusal(t.play(1)) == ("no-such-wager", "SSP 2.2.1")
    t.bet(1).finish()
    assert [line.wager for line in t.lines()] == ["ante", "bet", "jackpot", "dealer_jackpot"]


@pytest.mark.clause("SSP diagram-A")
@pytest.mark.parametrize(("boxes", "fits"), [(0, False), (1, True), (9, True), (10, False)])
def test_diagram_a_the_house_says_how_many_areas_there_are(boxes: int, fits: bool) -> None:
    t = House(SSP, boxes=boxes).open()
    if fits:
        assert refusal(t.ante(boxes, 25_00)) is None
    else:
        with pytest.raises(BadScript, match="field 'boxes'"):
            _ = t.played


@pytest.mark.clause("SSP diagram-A")
def test_diagram_a_unless_it_says_otherwise_there_are_seven() -> None:
    t = House(SSP).open()
    assert t.played.floor.tables["T1"].settings.boxes == 7
    assert refusal(t.ante(7, 25_00)) is None
    with pytest.raises(BadScript, match="no box 8"):
        _ = t.ante(8, 25_00).played
