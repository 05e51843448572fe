"""Exercises of every kind and game, with the answers worked out by hand from the documents."""

import pytest

from croupier.books import find_rulebook
from croupier.school import Kind, Solved, mark, solve


def worked(game: str, kind: Kind, level: int = 1) -> Solved:
    return solve(find_rulebook(game), kind, "7", level)


def cards(solved: Solved) -> list[str]:
    """As they lie, the dealer's last."""
    return [hand.cards for hand in solved.exercise.hands]


def demand(solved: Solved, given: dict[str, str], clauses: dict[str, str]) -> None:
    """All of it is right, and the clauses named are among those behind it."""
    marked = mark(solved, given)
    assert [one.name for one in marked.marks if not one.right] == []
    assert marked.right
    for name, clause in clauses.items():
        (one,) = [one for one in marked.marks if one.name == name]
        assert clause in [because.clause for because in one.because]
        assert all(because.gist for because in one.because)


@pytest.mark.parametrize(
    ("game", "lies", "answer", "clause"),
    [
        ("singapore-stud", "As Ac 9s 2s 2d", "two_pairs", "SSP 3.14.8"),
        ("casino-stud", "8d 7c 5c 2s 2d", "pair", "CSP 3.1.2/one-pair"),
        ("megalink-stud", "7s 7h 7d 7c 3h", "four_of_a_kind", "MEGA 3.11.3"),
        ("multi-link-stud", "Ks Qd Jh Tc 9h", "straight", "MLP 3.1.2/straight"),
        ("three-card-poker", "Ac 6h 2h", "odd_cards", "TCP 3.18.6"),
    ],
)
def test_a_hand_is_read(game: str, lies: str, answer: str, clause: str) -> None:
    """Each qualifies: a pair or better, ace-king high or better, queen high or better."""
    solved = worked(game, Kind.HAND)
    assert cards(solved) == [lies]
    demand(solved, {"hand": answer, "qualifies": "yes"}, {"hand": clause})


@pytest.mark.parametrize(
    ("game", "lies", "outcome", "ante", "stay"),
    [
        # King high is no hand: the ante is paid, the bet goes back.
        ("singapore-stud", ["Ah 3d Kh 5s 6d", "2s Ks 5d 6c 7d"], "no_hand", "won", "standoff"),
        # Two royal flushes: suits have no order.
        ("casino-stud", ["Jh Th Qh Kh Ah", "As Js Ts Qs Ks"], "tie", "standoff", "standoff"),
        # Full houses go by their three: tens before twos.
        ("megalink-stud", ["Td Tc Jd Ts Jh", "2c 2s Jc Js 2d"], "player", "won", "won"),
        # Straight flushes by their highest card: ten before nine.
        ("multi-link-stud", ["Th 7h 9h 6h 8h", "9s 8s 6s 5s 7s"], "player", "won", "won"),
        # Flushes of three cards: ace before seven.
        ("three-card-poker", ["7d 4d 5d", "As 7s 2s"], "dealer", "lost", "lost"),
    ],
)
def test_who_wins(game: str, lies: list[str], outcome: str, ante: str, stay: str) -> None:
    solved = worked(game, Kind.WINNER, 2)
    assert cards(solved) == lies
    wager = "play" if game == "three-card-poker" else "bet"
    demand(solved, {"outcome": outcome, "ante": ante, wager: stay}, {})


PAID = {
    # A pair of twos each; the dealer's ace beats the jack. The dealer's pair wins no jackpot.
    "singapore-stud": (
        ["2h Jc 2s 7d 9d", "2d 6s 2c Ah 3d"],
        {
            **{"ante1": "0", "ante1.stake": "taken", "bet1": "0", "bet1.stake": "taken"},
            **{"dealer_jackpot1": "0", "dealer_jackpot1.stake": "taken"},
            "order": "ante1,bet1,dealer_jackpot1",
        },
        {"ante1": "SSP 3.13.2", "dealer_jackpot1": "SSP 4.2"},
    ),
    # Queens and twos beat tens and sevens: 10 at 1 to 1, 20 at 2 to 1, no jackpot hand.
    "casino-stud": (
        ["2d Qh Jh 2s Qd", "7h Ts 7d Tc 6d"],
        {
            **{"ante6": "10", "ante6.stake": "back", "bet6": "40.00", "bet6.stake": "back"},
            **{"jackpot6": "0", "jackpot6.stake": "taken"},
            "order": "ante6,bet6,jackpot6",
        },
        {"ante6": "CSP 4.1/ante-note", "bet6": "CSP 4.1/two-pairs"},
    ),
    # Sixes over nines beat fives over aces: 270 at 7 to 1; 200 from the jackpot, its stake lost.
    "megalink-stud": (
        ["9d 6h 9s 6d 6s", "5c As Ac 5d 5s"],
        {
            **{"ante1": "135", "ante1.stake": "back", "bet1": "$1,890", "bet1.stake": "back"},
            **{"jackpot1": "200", "jackpot1.stake": "taken"},
            "order": "ante1,bet1,jackpot1",
        },
        {"bet1": "MEGA 4.1.2/full-house", "jackpot1": "MEGA 4.2/full-house"},
    ),
    # A pair of jacks with six, five, three on both sides: a stand-off.
    "multi-link-stud": (
        ["Js 3c Jd 6c 5d", "Jc 3h 6s Jh 5s"],
        {
            **{"ante5": "0", "ante5.stake": "back", "bet5": "0", "bet5.stake": "back"},
            "order": "ante5,bet5",
        },
        {"ante5": "MLP 3.14.3", "bet5": "MLP 3.14.3"},
    ),
    # A flush beats the pair of aces, which wins Pair Plus at 1 to 1 and no ante bonus.
    "three-card-poker": (
        ["Ac 5s Ah", "9d Jd 5d"],
        {
            **{"ante3": "0", "ante3.stake": "taken", "play3": "0", "play3.stake": "taken"},
            **{"pair_plus3": "50", "pair_plus3.stake": "back", "ante_bonus3": "0"},
            "order": "ante3,pair_plus3,play3",
        },
        {"ante3": "TCP 3.14.2", "pair_plus3": "TCP 4.3/pair"},
    ),
}


@pytest.mark.parametrize("game", PAID)
def test_every_wager_is_paid_in_order(game: str) -> None:
    lies, given, clauses = PAID[game]
    solved = worked(game, Kind.PAY, 2)
    assert cards(solved) == lies
    demand(solved, given, clauses)


@pytest.mark.parametrize(
    ("game", "amount", "chips"),
    [
        ("singapore-stud", "800", "1x500 3x100"),  # a straight: 200 at 4 to 1
        ("casino-stud", "50", "2x25"),
        ("megalink-stud", "25", "1x25"),
        ("multi-link-stud", "100", "1x100"),
        ("three-card-poker", "25", "1x25"),
    ],
)
def test_a_payment_is_cut_into_the_fewest_chips(game: str, amount: str, chips: str) -> None:
    demand(worked(game, Kind.CHIPS), {"amount": amount, "chips": chips}, {})


@pytest.mark.parametrize(
    ("game", "words", "clause"),
    [
        ("singapore-stud", "“Two pairs, nines and twos”", "SSP 3.11/announce"),
        ("casino-stud", "nothing", None),
        ("megalink-stud", "“Place your bets, please”", "MEGA 3.1"),
        ("multi-link-stud", "nothing", None),
        ("three-card-poker", "“Jack high”", "TCP 3.12/announce"),
    ],
)
def test_what_the_dealer_says(game: str, words: str, clause: str | None) -> None:
    clauses = {} if clause is None else {"words": clause}
    demand(worked(game, Kind.CALL), {"words": words}, clauses)


@pytest.mark.parametrize(
    ("game", "told", "decision", "by", "clause"),
    [
        (
            "singapore-stud",
            "The ante of box 2 is 11,500.00; the maximum is 10,000.00.",
            *("hand_back", "dealer", "SSP 3.4"),
        ),
        (
            "casino-stud",
            "A card lies face up in the shoe, and is found when it is drawn.",
            *("continue", "dealer", "CSP 5.13"),
        ),
        (
            "megalink-stud",
            "ann shows the hand to another player.",
            *("bar", "shift_manager", "MEGA 5.9"),
        ),
        (
            "multi-link-stud",
            "Hands lie at the wrong boxes, and moving whole hands does not put it right.",
            *("void", "pit_supervisor", "MLP 5.8.6"),
        ),
        (
            "three-card-poker",  # a hand has been looked at: 5.3 no longer moves it
            "The hand of box 5 was dealt to box 6, which has no wager.",
            *("official", "shift_manager", "TCP 1.1.8"),
        ),
    ],
)
def test_what_a_document_prescribes(
    game: str, told: str, decision: str, by: str, clause: str
) -> None:
    solved = worked(game, Kind.IRREGULARITY)
    assert solved.exercise.told[-1] == told
    demand(solved, {"decision": decision, "decided_by": by}, {"decision": clause})


def test_wrong_answers_are_marked_with_the_right_ones() -> None:
    marked = mark(
        worked("casino-stud", Kind.PAY, 2), {"ante6": "20", "order": "bet6,ante6,jackpot6"}
    )
    assert not marked.right
    by_name = {one.name: one for one in marked.marks}
    assert (by_name["ante6"].given, by_name["ante6"].right) == ("20", False)
    assert by_name["ante6"].words == "10.00"
    assert not by_name["order"].right
    assert not by_name["bet6"].right  # not answered
