"""CSP and MLP 3.10-3.11: how the cards reach the boxes."""

import pytest

from croupier.rulebooks.model import DealPattern, Device
from croupier.table.events import CardsDealt
from tests.clauses.resorts_world.games import (
    Game,
    both,
    refusal,
    seen_by,
    shoe_of,
    take_bets,
)
from tests.playing import House

SHOE = "2c 3c 4c 5c 6c 8d 9d Td Jd Qd 2h 3h 4h 5h 6h 8s"
"""c1 to c16: what two boxes and the dealer take with a burn."""


def from_the_shoe(game: Game, cards: str = SHOE) -> tuple[House, CardsDealt]:
    t = take_bets(game.house(device="shoe"), [1, 3])
    t.shoe(cards)
    [dealt] = t.events_of(CardsDealt)
    assert isinstance(dealt, CardsDealt)
    return t, dealt


def from_the_shuffler(game: Game, cards: str) -> tuple[House, CardsDealt]:
    t = take_bets(game.house(device="shuffler"), [1, 3])
    t.shoe(cards)
    [dealt] = t.events_of(CardsDealt)
    assert isinstance(dealt, CardsDealt)
    return t, dealt


@both("3.10")
def test_3_10_one_card_at_a_time_clockwise_the_dealer_last(game: Game) -> None:
    _, dealt = from_the_shoe(game)
    # After the burn: c2 to box 1, c3 to box 3, c4 to the dealer, and so on to c16.
    assert dealt.hands == {"1": "3c 6c Td 2h 5h", "3": "4c 8d Jd 3h 6h"}
    assert dealt.dealer == "5c 9d Qd 4h 8s"


@both("3.10")
def test_3_10_the_order_is_that_of_the_boxes_not_of_the_bets(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [6, 2])
    t.shoe(SHOE)
    [dealt] = t.events_of(CardsDealt)
    assert dealt.hands == {"2": "3c 6c Td 2h 5h", "6": "4c 8d Jd 3h 6h"}


@both("3.10")
@pytest.mark.parametrize(("cards", "enough"), [(15, False), (16, True), (17, True)])
def test_3_10_two_boxes_take_sixteen_cards(game: Game, cards: int, enough: bool) -> None:
    t = take_bets(game.house(device="shoe"), [1, 3])
    t.shoe(" ".join(shoe_of(SHOE).split()[:cards]))
    if enough:
        assert t.refused is None
    else:
        assert refusal(t) == ("not-enough-cards", f"{game.code} 3.10")
        assert t.phase == "closed"


@both("3.10/burn")
def test_3_10_the_first_card_is_burnt(game: Game) -> None:
    _, dealt = from_the_shoe(game)
    assert dealt.burnt == "2c"
    assert "2c" not in " ".join([*dealt.hands.values(), dealt.dealer])


@both("3.10/burn")
def test_3_10_a_deal_without_the_burn_is_refused(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1, 3])
    t.shoe(SHOE, burn=False)
    assert refusal(t) == ("wrong-hands", f"{game.code} 3.10/burn")


@both("3.10/face-down")
def test_3_10_a_hand_lies_in_the_order_dealt_and_only_the_up_card_shows(game: Game) -> None:
    t, dealt = from_the_shoe(game)
    # The pile of box 1 from the bottom: c2, c5, c8, c11, c14.
    cards = SHOE.split()
    assert dealt.hands["1"].split() == [cards[1], cards[4], cards[7], cards[10], cards[13]]
    for viewer in (None, "p1", "p3"):
        table = seen_by(t, viewer)
        assert [(box.has_hand, box.hand) for box in table.boxes] == [(True, None)] * 2
        assert (table.dealer, table.up_card) == (None, cards[15])
    t.view(1)
    assert [box.hand is None for box in seen_by(t, "p1").boxes] == [False, True]
    assert [box.hand is None for box in seen_by(t, "p3").boxes] == [True, True]


@both("3.10/up-card")
def test_3_10_the_dealers_last_card_is_face_up(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1, 3])
    before = t.result
    after = t.shoe(SHOE).result
    assert [result.tables["T1"].up_card for result in (before, after)] == [None, "8s"]
    assert game.cites("3.10/up-card") <= set(game.rulebook.dealing.up_card.clauses)


@both("3.11")
def test_3_11_a_shuffler_deals_whole_hands_and_burns_nothing(game: Game) -> None:
    pattern = game.rulebook.dealing.patterns[Device.SHUFFLER]
    assert pattern.value is DealPattern.WHOLE_HANDS
    assert game.cites("3.11") <= set(pattern.clauses)
    t, dealt = from_the_shuffler(game, SHOE)
    assert dealt.burnt is None
    assert dealt.hands["1"].split()[0] == "2c"
    t.report("burn_omitted", by="shift_manager", reconstructable=True)
    assert refusal(t)[0] == "nothing-to-report"


@both("3.11.1")
def test_3_11_1_sets_of_five_clockwise_the_dealer_last(game: Game) -> None:
    _, dealt = from_the_shuffler(game, SHOE)
    assert dealt.hands == {"1": "2c 3c 4c 5c 6c", "3": "8d 9d Td Jd Qd"}
    assert dealt.dealer == "2h 3h 4h 5h 6h"


@both("3.11.1")
@pytest.mark.parametrize(("cards", "enough"), [(14, False), (15, True), (16, True)])
def test_3_11_1_two_boxes_take_fifteen_cards(game: Game, cards: int, enough: bool) -> None:
    t = take_bets(game.house(device="shuffler"), [1, 3])
    t.shoe(" ".join(SHOE.split()[:cards]))
    if enough:
        assert t.refused is None
    else:
        assert refusal(t) == ("not-enough-cards", f"{game.code} 3.11.1")


@both("3.11.2")
def test_3_11_2_one_card_of_the_dealers_set_is_face_up(game: Game) -> None:
    t, _ = from_the_shuffler(game, SHOE)
    assert t.result.tables["T1"].up_card == "6h"
    assert game.cites("3.11.2") <= set(game.rulebook.dealing.up_card.clauses)
