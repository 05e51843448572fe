"""Cards put right: hands that move, a burn made up for, cards drawn together."""

from typing import Any

import pytest

from croupier.table.events import HandsCorrected, OptionsOffered
from tests.playing import House

TWO_PAIRS = "Jd Jc 6c 6s 5c"
NINE_HIGH = "9s 7c 5h 4d 3d"
DEALER = "Ad Kc 7h 4s 2c"

# Two boxes and the dealer take fifteen cards; the first is burnt, the last is left over.
SHOE = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks 2d 3h 4s 5c 6d"
BURNT = {"1": "3d 6c 9s Qh 3h", "2": "4h 7d Tc Ks 4s", "dealer": "5s 8h Jd 2d 5c"}
UNBURNT = {"1": "2c 5s 8h Jd 2d", "2": "3d 6c 9s Qh 3h", "dealer": "4h 7d Tc Ks 4s"}


def opened(**house: Any) -> House:
    return House("casino-stud", **house).open().ante(1, 100_00).ante(2, 100_00).close()


def from_shoe(*, burn: bool = True) -> House:
    t = opened(device="shoe", entry="recording")
    return t.shoe(SHOE) if burn else t.shoe(SHOE, burn=False)


def corrected(hands: dict[str, str], *, burnt: bool = False) -> HandsCorrected:
    boxes = {box: cards for box, cards in hands.items() if box != "dealer"}
    return HandsCorrected(boxes, hands["dealer"], burnt)


# Cards drawn together (CSP 5.14): they take the places in which they lie, in the order of the deal


@pytest.mark.parametrize(
    ("burn", "order", "changed"),
    [
        # The 4h came before the 6c, though box 1 lies before box 2.
        (True, "6c 4h", {"1": "3d 4h 9s Qh 3h", "2": "6c 7d Tc Ks 4s"}),
        # The card that was burnt came before all others.
        (True, "3d 2c", {"1": "2c 6c 9s Qh 3h"}),
        # The one that was left over came last.
        (True, "6d 5c", {"dealer": "5s 8h Jd 2d 6d"}),
        # Nothing was burnt: the first two lie at boxes 1 and 2.
        (False, "3d 2c", {"1": "3d 5s 8h Jd 2d", "2": "2c 6c 9s Qh 3h"}),
        (False, "5c 4s", {"dealer": "4h 7d Tc Ks 5c"}),
    ],
)
def test_cards_drawn_together_take_their_places_in_the_order_of_the_deal(
    burn: bool, order: str, changed: dict[str, str]
) -> None:
    t = from_shoe(burn=burn).report("simultaneous_draw", order=order)
    assert not t.refusals
    lay = BURNT if burn else UNBURNT
    assert t.events_of(HandsCorrected) == [corrected({**lay, **changed})]


def test_cards_drawn_together_where_a_hand_is_short() -> None:
    """Box 1 was written down with four cards; the Jc came to it before the 7c to box 2."""
    t = opened(device="shoe", entry="recording")
    t.deal({1: "Jd Jc 6c 6s", 2: NINE_HIGH}, DEALER).report("simultaneous_draw", order="7c Jc")
    assert not t.refusals
    assert t.events_of(HandsCorrected) == [
        corrected({"1": "Jd 7c 6c 6s", "2": "9s Jc 5h 4d 3d", "dealer": DEALER})
    ]


# A burn made up for (CSP 5.9)


def test_a_burn_is_made_up_for_once() -> None:
    """With its burn the shoe deals what it should have dealt; a second report moves no card."""
    t = from_shoe(burn=False).report("burn_omitted", reconstructable=True, by="shift_manager")
    t.report("burn_omitted", reconstructable=True, by="shift_manager")
    assert not t.refusals
    assert t.events_of(HandsCorrected) == [corrected(BURNT, burnt=True)]


def test_a_burn_made_up_for_counts_as_burnt_from_then_on() -> None:
    """The 2c lies with the burnt card: drawn together with the 3d, that now comes to box 1."""
    t = from_shoe(burn=False).report("burn_omitted", reconstructable=True, by="shift_manager")
    t.report("simultaneous_draw", order="3d 2c")
    assert not t.refusals
    assert t.events_of(HandsCorrected)[1:] == [corrected({**BURNT, "1": "2c 6c 9s Qh 3h"})]


# Whole hands


def test_a_misdeal_that_nobody_has_seen_is_put_right_by_moves_alone() -> None:
    """Hands named beside the moves change no card (CSP 5.8.6), and nobody is asked (C36)."""
    t = opened().deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER)
    t.report("misdeal", moves={"1": 2, "2": 1}, hands={"1": "As Ks Qs Js Ts"})
    assert not t.refusals
    assert t.events_of(HandsCorrected) == [
        corrected({"1": NINE_HIGH, "2": TWO_PAIRS, "dealer": DEALER})
    ]
    assert t.events_of(OptionsOffered) == []


@pytest.mark.parametrize(
    ("facts", "phase"), [({}, "settled"), ({"hands": {"1": TWO_PAIRS}}, "dealt")]
)
def test_whoever_gives_the_corrected_hand_says_that_it_can_be_put_right(
    facts: dict[str, Any], phase: str
) -> None:
    """Without it, and without a word on it, the hand is out (CSP 5.15); it was the only one."""
    t = House("casino-stud", entry="recording").open().ante(1, 100_00).close()
    t.deal({1: "Jd Jc 6c 6s"}, DEALER).report("player_card_count", box=1, **facts)
    assert not t.refusals
    assert t.phase == phase
    put_right = corrected({"1": TWO_PAIRS, "dealer": DEALER})
    assert t.events_of(HandsCorrected) == ([put_right] if facts else [])


def test_a_count_put_right_after_the_settlement_asks_nobody() -> None:
    """The hand was two pairs, not nine high: it wins, and its player has no choice any more."""
    t = opened().deal({1: NINE_HIGH, 2: "Tc Td 8h 8s 2d"}, DEALER).bet(1).bet(2).finish()
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    t.report("player_card_count", box=1, hands={"1": TWO_PAIRS})
    assert not t.refusals
    assert t.phase == "settled"
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)
    assert t.events_of(OptionsOffered) == []


def test_a_misdeal_reported_by_the_number_of_its_round_lets_it_be_settled() -> None:
    """A hand lay at box 3, where nobody had bet; ann had looked at hers."""
    t = House("casino-stud", entry="recording").open().ante(1, 100_00).close()
    t.deal({1: TWO_PAIRS, 3: NINE_HIGH}, DEALER).view(1)
    t.report("misdeal", round=1).do("choose", box=1, option="continue").bet(1).finish()
    assert not t.refusals
    assert t.phase == "settled"


def test_no_correction_of_a_settled_round_leaves_a_box_without_a_hand() -> None:
    """Box 2's hand held the magic card, so its wager of 5.00 came back with five times as much
    (SSP 4.5); box 1 has taken the meter. Nothing of this may go because a hand is moved away.
    """
    meter = {"meter": 1_000_000_00, "reset": 100_000_00}
    t = House("singapore-stud", jackpot=meter).open()
    t.ante(1, 100_00).jackpot(1).ante(2, 100_00).jackpot(2).close().do("draw", magic_card="9s")
    t.deal({1: "As Ks Qs Js Ts", 2: NINE_HIGH}, DEALER).bet(1).bet(2).finish()
    assert not t.refusals
    t.report("dealer_card_count", reconstructable=True, moves={"2": 3})
    assert t.refused is not None
    assert (t.refused.code, t.refused.clause) == ("fact-missing", None)
    assert t.refused.message == "After these moves there is no hand at box 2."
    assert t.outcome(1, "jackpot") == ("won", 1_000_000_00, 0)
    assert t.outcome(2, "jackpot") == ("won", 0, 5_00)
    assert t.outcome(2, "magic_card") == ("won", 25_00, 0)
    assert t.meter == 100_000_00
