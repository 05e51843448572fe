"""Hands that are keyed when they are turned: what waits for them, and what does not."""

from typing import Any

import pytest

from croupier.table.events import HandShown, OptionsOffered
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer, view
from tests.playing import House

DOWN = "? ? ? ? ?"
UP = "? ? ? ? 3c"
TWO_PAIRS = "Qs Qh 6c 6h 4d"
NINE_HIGH = "9s 7c 5h 4h 2d"
FLUSH = "Jh 8h 7h 5h 2h"
ACE_KING = "Ac Kh 9d 8d 3c"
NO_HAND = "Qc Jd 9d 8d 3c"
PIT = "pit_supervisor"


def dealt(
    rulebook: str = "casino-stud", *, boxes: int = 2, jackpots: bool = False, **house: Any
) -> House:
    t = House(rulebook, **house).open()
    for box in range(1, boxes + 1):
        t.ante(box, 100_00)
        if jackpots:
            t.jackpot(box)
    t.close()
    if rulebook == "three-card-poker":
        return t.deal(dict.fromkeys(range(1, boxes + 1), "? ? ?"), "? ? ?")
    return t.deal(dict.fromkeys(range(1, boxes + 1), DOWN), UP)


def show(t: House, box: int, cards: str) -> House:
    return t.do("show_hand", box=box, cards=cards)


def reveal(t: House, cards: str) -> House:
    return t.do("reveal_dealer", cards=cards)


def codes(t: House) -> list[str]:
    return [one.code for one in t.refusals]


def test_a_folded_hand_is_never_keyed() -> None:
    t = dealt().bet(1).fold(2)
    show(reveal(t, ACE_KING), 1, TWO_PAIRS).settle()
    assert not t.refusals
    assert t.won(1, "bet") == 400_00  # 2 to 1 on 200
    assert t.line(2, "ante").result == "lost"
    assert t.line(2, "ante").clauses == ("CSP 3.12.1",)


def test_the_settlement_waits_for_every_hand_that_is_compared() -> None:
    t = dealt().bet(1).bet(2)
    reveal(t, ACE_KING).settle()
    show(t, 2, NINE_HIGH).settle()
    assert codes(t) == ["hand-not-shown", "hand-not-shown"]
    show(t, 1, TWO_PAIRS).settle()
    assert t.won(1, "ante") == 100_00
    assert t.line(2, "bet").result == "lost"


def test_against_no_hand_antes_are_paid_without_turning_a_card() -> None:
    t = dealt().bet(1).fold(2)
    reveal(t, NO_HAND).settle()
    assert not t.refusals
    assert t.won(1, "ante") == 100_00
    assert t.line(1, "bet").result == "returned"


def test_a_hand_in_with_a_jackpot_wager_is_shown_against_no_hand_too() -> None:
    t = dealt(jackpots=True).bet(1).fold(2)
    reveal(t, NO_HAND).settle()
    assert codes(t) == ["hand-not-shown"]
    show(t, 1, FLUSH).settle()
    assert t.won(1, "jackpot") == 100_00  # CSP 4.2: a flush pays 100


def test_the_dealers_cards_are_named_at_the_reveal_and_keep_the_up_card() -> None:
    t = dealt().fold(1).fold(2).do("reveal_dealer")
    reveal(t, "Ac Kh 9d 8d 4c")  # without the 3c that everybody saw
    reveal(t, "Ac Kh 9d 3c")
    assert codes(t) == ["hand-not-shown", "wrong-hands", "wrong-hands"]
    reveal(t, "3c Ac Kh 9d 8d").settle()
    assert t.result.tables["T1"].up_card == "3c"
    assert t.events_of(HandShown) == [HandShown("Ac Kh 9d 8d 3c")]


def test_cards_that_are_known_are_not_named_again() -> None:
    t = House("casino-stud").open().ante(1, 100_00).close()
    t.deal({1: TWO_PAIRS}, ACE_KING).bet(1)
    reveal(t, ACE_KING)
    show(t, 1, TWO_PAIRS)
    assert codes(t) == ["wrong-hands", "wrong-hands"]
    assert "known" in t.refusals[0].message
    t.do("show_hand", box=1)
    assert view(t.played.floor.tables["T1"], None, PUBLIC).boxes[0].hand is not None


@pytest.mark.parametrize("cards", ["3c Qh 6c 6h 4d", "Qs Qs 6c 6h 4d", "Qs Qh 6c 6h"])
def test_a_hand_that_cannot_lie_there_is_refused(cards: str) -> None:
    t = show(dealt(), 1, cards)
    assert codes(t) in (["card-twice"], ["wrong-hands"])


def test_a_claim_waits_for_the_hand_and_megalink_enters_it_then() -> None:
    t = dealt("megalink-stud", jackpots=True, boxes=4).do("claim_jackpot", box=1)
    assert codes(t) == ["hand-not-shown"]
    show(t, 1, "As Ks Qs Js Ts").do("claim_jackpot", box=1)
    assert t.result.jackpots["J1"].paid == 100_000_000
    # A second royal flush that is shown later shares the turn of the first (3.14).
    show(t, 2, "Ah Kh Qh Jh Th")
    assert t.result.jackpots["J1"].paid == 100_000_000 + 10_000_000


def test_a_folded_jackpot_hand_is_its_players_to_show_until_the_cards_are_cleared() -> None:
    t = dealt("multi-link-stud", jackpots=True).fold(1).fold(2)
    reveal(t, ACE_KING).settle()
    assert t.line(1, "jackpot").result == "lost"
    show(t, 1, FLUSH)
    assert t.won(1, "jackpot") == 100_00  # MLP 3.12.1: a fold leaves the jackpot in play
    t.open()
    show(t, 2, NINE_HIGH)
    assert codes(t) == ["not-dealt"]


def test_pair_plus_on_a_folded_hand_is_settled_by_its_cards() -> None:
    t = House("three-card-poker").open().ante(1, 10_00).pair_plus(1, 10_00).ante(2, 10_00).close()
    t.deal({1: "? ? ?", 2: "? ? ?"}, "? ? ?").fold(1).fold(2)
    reveal(t, "Qd 7c 2h").settle()
    assert codes(t) == ["hand-not-shown"]
    show(t, 1, "9h 9d 4c").settle()
    assert t.won(1, "pair_plus") == 10_00  # TCP 4.3: a pair pays 1 to 1


def test_envy_is_for_hands_that_were_shown() -> None:
    t = dealt("three-card-poker", jackpots=True).wager(1, "play").fold(2)
    show(reveal(t, "Qd 7c 2h"), 1, "9s 5h 3d").settle()
    assert "envy_bonus" not in {line.wager for line in t.result.lines}
    show(t, 2, "As Ks Qs")
    assert "envy_bonus" in {line.wager for line in t.result.lines if line.box == 1}


@pytest.mark.parametrize("shown", [False, True])
def test_a_foreign_card_voids_the_round_before_and_after_a_hand_is_shown(shown: bool) -> None:
    t = dealt().bet(1).fold(2)
    if shown:
        show(reveal(t, ACE_KING), 1, TWO_PAIRS)
    t.report("foreign_card")
    assert {line.result for line in t.result.lines} == {"void"}


@pytest.mark.parametrize("shown", [False, True])
def test_a_hand_with_too_many_cards_is_out_before_and_after_it_is_shown(shown: bool) -> None:
    t = dealt(entry="recording").bet(1).bet(2)
    reveal(t, ACE_KING)
    if shown:
        show(t, 1, "Qs Qh 6c 6h 4d 2s").settle()
        assert codes(t) == ["deal-not-reported"]
    t.report("player_card_count", box=1)
    show(t, 2, NINE_HIGH).settle()
    assert {line.result for line in t.result.lines if line.box == 1} == {"returned"}


def test_hands_that_lie_face_down_are_moved_and_keyed_where_they_then_lie() -> None:
    t = dealt().report("misdeal", moves={"1": 2, "2": 1}, by=PIT).bet(1).fold(2)
    assert not t.refusals
    show(reveal(t, ACE_KING), 1, TWO_PAIRS).settle()
    assert t.won(1, "bet") == 400_00


def test_after_a_look_a_misdeal_of_closed_hands_gives_both_boxes_the_option() -> None:
    t = dealt().do("view_hand", box=1)
    t.report("misdeal", moves={"1": 2, "2": 1})
    [offered] = t.events_of(OptionsOffered)
    assert [option.boxes for option in offered.options] == [(1,), (2,)]


def test_an_exposed_card_of_a_closed_hand_concerns_the_boxes_it_may_lie_at() -> None:
    t = dealt(boxes=3)
    show(t, 3, NINE_HIGH)  # seen by all: a further card changes nothing (CSP 5.12)
    t.report("cards_exposed", cards="As")
    t.report("cards_exposed", cards="3c")  # the dealer's
    assert codes(t) == ["fact-missing"]
    unseen = dealt(boxes=3).report("cards_exposed", cards="As", by=PIT)
    [offered] = unseen.events_of(OptionsOffered)
    assert [option.boxes for option in offered.options] == [(1,), (2,), (3,)]


def test_an_exposed_card_of_the_dealers_becomes_the_up_card_and_is_in_the_hand_revealed() -> None:
    t = dealt().report("dealer_card_exposed", card="Kh", by=PIT).fold(1).fold(2)
    assert t.result.tables["T1"].up_card == "Kh"
    reveal(t, "Ac Qh 9d 8d 3c")
    assert codes(t) == ["wrong-hands"]
    reveal(t, ACE_KING).settle()
    assert t.result.tables["T1"].phase == "settled"


def test_a_wrong_up_card_is_put_right_while_the_rest_lies_face_down() -> None:
    t = dealt(entry="recording").do("correct_entry", box="dealer", cards="? ? ? ? 4c", by=PIT)
    assert t.result.tables["T1"].up_card == "4c"
    reveal(t.fold(1).fold(2), "Ac Kh 9d 8d 4c")
    t.do("correct_entry", box="dealer", cards="? ? ? ? 3c", by=PIT)
    assert codes(t) == ["hand-not-shown"]


def test_a_correction_that_would_compare_closed_hands_waits_for_them() -> None:
    t = dealt(entry="recording").bet(1).fold(2)
    reveal(t, NO_HAND).settle()
    t.do("correct_entry", box="dealer", cards=ACE_KING, by=PIT)
    assert codes(t) == ["hand-not-shown"]
    show(t, 1, TWO_PAIRS).do("correct_entry", box="dealer", cards=ACE_KING, by=PIT)
    assert t.won(1, "bet") == 400_00


def test_nobody_is_shown_a_hand_that_was_never_turned() -> None:
    t = dealt().bet(1).do("view_hand", box=2).fold(2)
    show(reveal(t, ACE_KING), 1, TWO_PAIRS).settle()
    table = t.played.floor.tables["T1"]
    for viewer in (PUBLIC, STAFF, AUDITOR, Viewer.of_player("p2")):
        first, second = view(table, None, viewer).boxes
        assert first.hand is not None
        assert second.has_hand
        assert second.hand is None


def test_the_jackpot_chip_of_a_hand_that_is_out_lies_there_until_it_is_handed_back() -> None:
    """Box 1 has a card too many and is taken out (CSP 5.15); its ante and its 5.00 still lie."""
    t = dealt(jackpots=True)
    t.report("player_card_count", box=1, reconstructable=False)
    first, second = view(t.played.floor.tables["T1"], None, PUBLIC).boxes
    assert first.out
    assert not second.out
    assert (first.jackpot, second.jackpot) == (5_00, 5_00)
    assert first.wagers[0].ante == 100_00
    show(reveal(t.bet(2), ACE_KING), 2, NINE_HIGH).settle()
    assert t.line(1, "jackpot").returned == 5_00
