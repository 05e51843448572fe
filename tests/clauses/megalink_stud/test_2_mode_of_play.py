"""Megalink Singapore Stud Poker, 2 and the appendices: the deck and the layouts."""

import pytest

from croupier.cards import DECK, card_name
from croupier.script.format import BadScript
from croupier.table.state import Table
from tests.clauses.marina_bay import ACE_KING, MEGA, bets_closed, refusal, shoe_of, told
from tests.playing import House


def table_of(t: House) -> Table:
    return t.played.floor.tables["T1"]


@pytest.mark.clause("MEGA 2.1")
def test_2_1_one_deck_of_52_cards() -> None:
    names = [card_name(card) for card in DECK]
    assert len(names) == len(set(names)) == 52
    assert {name[0] for name in names} == set("23456789TJQKA")
    assert {name[1] for name in names} == set("cdhs")


@pytest.mark.clause("MEGA 2.1")
def test_2_1_the_backs_of_the_cards_are_a_matter_of_the_page() -> None:
    cards = told(MEGA, "Cards")
    assert cards.value == "one deck of 52 cards, no jokers, uniform backs"
    assert cards.clauses == ("MEGA 2.1",)


@pytest.mark.clause("MEGA 2.1")
@pytest.mark.parametrize(
    ("player", "dealer", "refused"),
    [
        ("8s 8h Qc Td 2d", ACE_KING, None),
        ("8s 8s Qc Td 2d", ACE_KING, ("card-twice", "MEGA 2.1")),
        ("8s 8h Qc Td Kd", ACE_KING, ("card-twice", "MEGA 2.1")),
    ],
)
def test_2_1_no_card_is_dealt_twice(
    player: str, dealer: str, refused: tuple[str, str] | None
) -> None:
    assert refusal(bets_closed(MEGA, [1]).deal({1: player}, dealer)) == refused


@pytest.mark.clause("MEGA 2.1")
def test_2_1_a_shoe_of_53_cards_has_one_of_them_twice() -> None:
    t = bets_closed(MEGA, [1]).shoe(shoe_of() + " As")
    assert refusal(t) == ("card-twice", "MEGA 2.1")
    assert refusal(t.shoe(shoe_of())) is None


@pytest.mark.clause("MEGA 2.1")
@pytest.mark.parametrize("joker", ["Jk", "*", "Xs", "1s", "Ax"])
def test_2_1_there_are_no_jokers(joker: str) -> None:
    t = bets_closed(MEGA, [1]).deal({1: f"8s 8h Qc Td {joker}"}, ACE_KING)
    with pytest.raises(BadScript, match="is not a card"):
        _ = t.played


@pytest.mark.clause("MEGA 2.2")
@pytest.mark.parametrize("layout", ["A", "B", "C", "D"])
def test_2_2_a_table_has_one_of_four_layouts(layout: str) -> None:
    assert table_of(House(MEGA, boxes=6, layout=layout).open()).settings.layout == layout


@pytest.mark.clause("MEGA 2.2")
@pytest.mark.parametrize("layout", ["E", "a", ""])
def test_2_2_there_is_no_fifth_layout(layout: str) -> None:
    with pytest.raises(BadScript, match=r"field 'layout'.*MEGA 2\.2"):
        _ = House(MEGA, boxes=6, layout=layout).open().played


@pytest.mark.clause("MEGA 2.2.1")
def test_2_2_1_there_are_areas_for_ante_bet_and_jackpot() -> None:
    areas = told(MEGA, "Areas of a box")
    assert areas.value == "ante, bet and jackpot"
    assert areas.clauses == ("MEGA 2.2.1", "MEGA 2.2.2")
    t = House(MEGA).open()
    assert refusal(t.pair_plus(1, 25_00)) == ("no-such-wager", "MEGA 2.2.1")
    t.ante(1, 25_00).close().deal({1: "8s 8h Qc Td 2d"}, ACE_KING)
    assert refusal(t.play(1)) == ("no-such-wager", "MEGA 2.2.1")


@pytest.mark.clause("MEGA 2.2.2")
def test_2_2_2_every_position_takes_all_three_wagers() -> None:
    hands = {
        1: "As Kh 8d 5c 2h",
        2: "Qs Qh 6c 6h 4d",
        3: "Ts Th Tc 6d 3d",
        4: "7c 7h 7d 7s Jh",
        5: "4s 3s 2s 8s 9d",
        6: "Jc 9c 8c 5d 2c",
    }
    t = bets_closed(MEGA, hands, jackpots=hands, boxes=6).deal(hands, ACE_KING)
    for box in hands:
        t.bet(box)
    t.finish()
    assert not t.refusals
    laid = [(line.box, line.wager) for line in t.lines()]
    assert laid == [(box, wager) for box in hands for wager in ("ante", "bet", "jackpot")]


POSITIONS = [
    pytest.param(
        layout, boxes, low <= boxes <= high, marks=pytest.mark.clause(f"MEGA appendix-{layout}")
    )
    for layout, low, high in (("A", 5, 7), ("B", 5, 7), ("C", 4, 6), ("D", 4, 6))
    for boxes in (low - 1, low, low + 1, high, high + 1)
]


@pytest.mark.parametrize(("layout", "boxes", "fits"), POSITIONS)
def test_appendices_positions_of_a_layout(layout: str, boxes: int, fits: bool) -> None:
    t = House(MEGA, boxes=boxes, layout=layout).open()
    if fits:
        assert t.ante(boxes, 25_00).phase == "betting"
        assert refusal(t) is None
    else:
        with pytest.raises(BadScript, match=r"field 'boxes'"):
            _ = t.played


@pytest.mark.clause("MEGA 2.2")
@pytest.mark.parametrize(("boxes", "fits"), [(3, False), (4, True), (7, True), (8, False)])
def test_2_2_a_table_of_unnamed_layout_fits_one_of_the_four(boxes: int, fits: bool) -> None:
    t = House(MEGA, boxes=boxes).open()
    if fits:
        assert t.phase == "betting"
    else:
        with pytest.raises(BadScript, match=r"field 'boxes'"):
            _ = t.played
