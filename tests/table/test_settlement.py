"""What stands in the way of a settlement, and what a void round tells the players."""

from typing import Any

import pytest

from croupier.table.events import CallMade, NoticeShown, WagerSettled
from tests.playing import House

TWO_PAIRS = "Jd Jc 6c 6s 5c"
NINE_HIGH = "9s 7c 5h 4d 3d"
DEALER = "Ad Kc 7h 4s 2c"


def opened() -> House:
    return House("casino-stud", entry="recording").open().ante(1, 100_00).ante(2, 100_00).close()


def refusal(t: House) -> tuple[str, str | None, str]:
    assert t.refused is not None, "the last command was not refused"
    return t.refused.code, t.refused.clause, t.refused.message


@pytest.mark.parametrize("settled", [False, True])
def test_the_dealers_hand_is_open_and_not_yet_settled(settled: bool) -> None:
    t = opened().deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).bet(1).bet(2)
    if settled:
        t.finish()
    assert refusal(t.settle()) == (
        "not-revealed",
        "CSP 3.13",
        "The dealer's hand must be revealed, and the round not yet settled.",
    )


def test_no_player_settles() -> None:
    t = opened().deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).bet(1).bet(2).reveal()
    t.settle(by={"id": "p1", "role": "player"})
    assert refusal(t)[0] == "role-too-low"
    assert t.phase == "revealed"


@pytest.mark.parametrize(
    ("hands", "dealer", "clause", "message"),
    [
        (
            {1: "Jd Jc 6c 6s", 2: NINE_HIGH},
            DEALER,
            "5.15",
            "The hand of box 1 is wrong; report it (player_card_count)",
        ),
        (
            {1: TWO_PAIRS, 2: "9s 7c 5h 4d 3d 8d"},
            DEALER,
            "5.15",
            "The hand of box 2 is wrong; report it (player_card_count)",
        ),
        (
            {1: TWO_PAIRS, 2: NINE_HIGH, 4: "Qs Qh 8s 8h 3s"},
            DEALER,
            "5.8.6",
            "The hand at box 4 is wrong; report it (misdeal)",
        ),
        (
            {1: "Jd Jc 6c 6s", 2: NINE_HIGH},
            "Ad Kc 7h 4s",
            "5.8.7",
            "The dealer's hand is wrong; report it (dealer_card_count)",
        ),
    ],
)
def test_wrong_hands_are_reported_first(
    hands: dict[int, str], dealer: str, clause: str, message: str
) -> None:
    t = opened().deal(hands, dealer).bet(1).bet(2).reveal().settle()
    assert refusal(t) == ("deal-not-reported", f"CSP {clause}", f"{message} before settling.")
    assert t.phase == "revealed"


def test_a_void_round_is_announced_with_its_clauses() -> None:
    t = opened().deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).report("foreign_card")
    assert t.events_of(NoticeShown)[-1] == NoticeShown(
        "This round is void; all wagers are returned.", ("CSP 5.8.1", "CSP 5.22")
    )
    assert [(line.result, line.returned, line.clauses) for line in t.lines()] == [
        ("void", 100_00, ("CSP 5.8.1", "CSP 5.22")),
        ("void", 100_00, ("CSP 5.8.1", "CSP 5.22")),
    ]


# Lines and their clauses


def test_what_is_over_the_maximum_is_cited_beside_what_decided() -> None:
    t = House("casino-stud", entry="recording", limits={"ante": [5_00, 80_00]}).open()
    t.ante(1, 100_00).close().deal({1: TWO_PAIRS}, DEALER).bet(1, 160_00).finish()
    line = t.line(1, "ante")
    assert (line.won, line.returned) == (80_00, 100_00)
    assert line.clauses == ("CSP 3.14.1", "CSP 4.1/ante-note", "CSP 5.1.1")


@pytest.mark.parametrize(
    ("maximum", "bet", "won", "clauses"),
    [
        (500_00, 199_99, 399_98, ("CSP 5.3.2",)),
        (500_00, 200_00, 400_00, ()),
        (500_00, 200_01, 400_00, ("CSP 5.3.1",)),
        (80_00, 200_00, 320_00, ("CSP 5.1.1", "CSP 5.3.1")),
    ],
)
def test_a_bet_of_another_size_cites_why_it_counts_as_it_does(
    maximum: int, bet: int, won: int, clauses: tuple[str, ...]
) -> None:
    """Twice an ante of 100.00, or of what the maximum leaves of it; two pairs pay 2 to 1."""
    t = House("casino-stud", entry="recording", limits={"ante": [5_00, maximum]}).open()
    t.ante(1, 100_00).close().deal({1: TWO_PAIRS}, DEALER).bet(1, bet).finish()
    line = t.line(1, "bet")
    assert (line.staked, line.won, line.returned) == (bet, won, bet)
    assert line.clauses == ("CSP 3.14.1", "CSP 4.1/two-pairs", *clauses)


def test_a_player_who_is_out_has_no_part_in_the_proportion_of_the_others() -> None:
    """Ann is barred. Of ben's and cat's 80.00 the maximum of 50.00 counts, of their bets of 160.00
    twice that; two pairs pay 2 to 1."""
    t = House("megalink-stud", entry="recording", limits={"ante": [5_00, 50_00]}).open()
    t.ante(1, 60_00, "ann").ante(1, 40_00, "ben").ante(1, 40_00, "cat").close()
    t.deal({1: TWO_PAIRS}, DEALER).bet(1)
    t.do("bar_player", player="ann", by="shift_manager").finish()
    assert not t.refusals
    for player in ("ben", "cat"):
        ante, bet = t.line(1, "ante", player), t.line(1, "bet", player)
        assert (ante.staked, ante.won, ante.returned) == (40_00, 25_00, 40_00)
        assert (bet.staked, bet.won, bet.returned) == (80_00, 100_00, 80_00)


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [("casino-stud", ("CSP 3.4", "CSP 3.3")), ("megalink-stud", ("MEGA 3.5",))],
)
def test_a_jackpot_wager_that_is_too_small_goes_back_by_what_it_should_have_been(
    rulebook: str, clauses: tuple[str, ...]
) -> None:
    """C25: 4.99 is no wager of 5.00; where the document does not speak of the amount, by the
    clause on what a jackpot wager is."""
    t = House(rulebook, entry="recording").open().ante(1, 100_00).jackpot(1, 4_99).close()
    t.deal({1: TWO_PAIRS}, DEALER).bet(1).finish()
    line = t.line(1, "jackpot")
    assert (line.result, line.returned, line.clauses) == ("returned", 4_99, clauses)


def test_two_royal_flushes_cite_what_makes_them_share_and_nothing_of_other_hands() -> None:
    """MEGA 3.15.1; 3.15.3 speaks of lower hands that win, and box 3 wins nothing."""
    t = House("megalink-stud").open()
    for box in (1, 2, 3):
        t.ante(box, 25_00).jackpot(box)
    t.close().deal({1: "As Ks Qs Js Ts", 2: "Ah Kh Qh Jh Th", 3: NINE_HIGH}, DEALER)
    t.bet(1).bet(2).bet(3).finish()
    for box in (1, 2):
        assert t.line(box, "jackpot").clauses == (
            "MEGA 4.2/royal-flush",
            "MEGA 3.10.3.3",
            "MEGA 3.15",
            "MEGA 3.15.1",
        )


def three_cards(**house: Any) -> House:
    jackpot = {"meter": 50_000_00, "reset": 10_000_00}
    return House("three-card-poker", jackpot=jackpot, **house).open()


def test_a_short_pair_plus_goes_back_from_its_box() -> None:
    """TCP 3.4: the ante plays."""
    t = three_cards(entry="recording", limits={"ante": [5_00, 100_00], "pair_plus": [5_00, 100_00]})
    t.ante(1, 10_00).pair_plus(1, 4_00).report("under_limit", box=1, by="dealer").close()
    t.deal({1: "Kc 8d 2c"}, "Qc Jd 9c").play(1).finish()
    assert not t.refusals
    assert t.outcome(1, "pair_plus") == ("returned", 0, 4_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)


def test_envy_of_several_hands_cites_the_row_of_each() -> None:
    t = three_cards()
    for box in (1, 2, 3):
        t.ante(box, 10_00)
    t.jackpot(3).close()
    t.deal({1: "As Ks Qs", 2: "Ah Kh Qh", 3: "Jh 7c 5s"}, "Qc Jd 9c")
    t.play(1).play(2).play(3).finish()
    line = t.line(3, "envy_bonus")
    assert line.won == 300_00
    assert line.clauses == ("TCP 3.16", "TCP 4.4/akq-spades-envy", "TCP 4.4/akq-other-suits-envy")


def test_a_stand_off_is_called_once_for_a_box() -> None:
    """TCP 3.14.3: ante and play both stand off; it is said over the ante."""
    t = three_cards().ante(1, 10_00).close()
    t.deal({1: "Qd Jc 9h"}, "Qc Jd 9c").play(1).finish()
    assert [t.line(1, wager).result for wager in ("ante", "play")] == ["standoff", "standoff"]
    made = [call for call in t.events_of(CallMade) if call.text == "Stand-off"]
    assert made == [CallMade("Stand-off", ("TCP 3.14.3",))]
    settled = t.events[t.events.index(made[0]) - 1]
    assert isinstance(settled, WagerSettled)
    assert settled.line.wager == "ante"


def test_a_forfeited_wager_takes_no_award_from_the_boxes_after_it() -> None:
    """SSP 4.3, where a fold loses the jackpot wager too (S1): the magic card lies at box 2."""
    t = House("singapore-stud", readings={"fold_keeps_jackpot": False}).open()
    t.ante(1, 10_00).jackpot(1).ante(2, 10_00).jackpot(2).close()
    t.do("draw", magic_card="7c").deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).fold(1).bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert t.outcome(2, "magic_card") == ("won", 25_00, 0)
    assert t.outcome(2, "jackpot") == ("won", 0, 5_00)
