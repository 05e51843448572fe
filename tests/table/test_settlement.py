"""What stands in the way of a settlement, and what a void round tells the players."""

import pytest

from croupier.table.events import NoticeShown
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
        "The dealer's hand must be open, and not yet settled.",
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
            "The hand of box 1 is not as it should be; report it (player_card_count)",
        ),
        (
            {1: TWO_PAIRS, 2: "9s 7c 5h 4d 3d 8d"},
            DEALER,
            "5.15",
            "The hand of box 2 is not as it should be; report it (player_card_count)",
        ),
        (
            {1: TWO_PAIRS, 2: NINE_HIGH, 4: "Qs Qh 8s 8h 3s"},
            DEALER,
            "5.8.6",
            "The hand at box 4 is not as it should be; report it (misdeal)",
        ),
        (
            {1: "Jd Jc 6c 6s", 2: NINE_HIGH},
            "Ad Kc 7h 4s",
            "5.8.7",
            "The dealer's hand is not as it should be; report it (dealer_card_count)",
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
