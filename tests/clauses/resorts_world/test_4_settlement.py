"""CSP and MLP 4.1: what ante and BET pay."""

import pytest

from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    NINE_HIGH,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    both_rows,
    dealt,
    decided_by,
    played,
)

FOUR_JACKS = "Jc Jd Jh Js 3d"


@both("4.1")
def test_4_1_one_row_for_the_bet_and_one_to_one_for_the_ante(game: Game) -> None:
    t = played(game, {1: TWO_PAIRS}, ACE_KING)
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)
    rows = [clause for clause in t.line(1, "bet").clauses if " 4.1/" in clause]
    assert rows == [f"{game.code} 4.1/two-pairs"]
    # Staked 300, received 200 + 600.
    assert t.result.players["p1"].net == 500_00


@both("4.1")
def test_4_1_the_table_is_for_a_qualifying_dealer_only(game: Game) -> None:
    t = played(game, {1: TWO_PAIRS}, ACE_QUEEN)
    assert t.won(1, "bet") == 0
    assert not any(" 4.1" in clause for clause in t.line(1, "bet").clauses)


@both("4.1/no-qualify-ante")
def test_4_1_the_ante_pays_one_to_one_when_the_dealer_fails(game: Game) -> None:
    t = played(game, {1: NINE_HIGH}, ACE_QUEEN, ante=87_65)
    assert t.outcome(1, "ante") == ("won", 87_65, 87_65)
    assert game.cites("4.1/no-qualify-ante") <= decided_by(t, 1, "ante")


@both_rows(
    "hand, won",
    {
        # On a BET of 300.
        "4.1/royal-flush": ("Ah Kh Qh Jh Th", 75_000_00),
        "4.1/straight-flush": ("9s 8s 7s 6s 5s", 15_000_00),
        "4.1/four-of-a-kind": (FOUR_JACKS, 6_000_00),
        "4.1/full-house": ("8c 8d 8h Qs Qd", 2_100_00),
        "4.1/flush": ("Kd Td 8d 5d 3d", 1_500_00),
        "4.1/straight": ("Tc 9d 8h 7c 6s", 1_200_00),
        "4.1/three-of-a-kind": ("5c 5d 5h Js 9c", 900_00),
        "4.1/two-pairs": ("Qc Qh 3s 3h Td", 600_00),
        "4.1/one-pair-or-less": ("2d 2h 9c 8s 5c", 300_00),
    },
)
def test_4_1_the_bet_pays_by_class(
    game: Game, hand: str, won: int, request: pytest.FixtureRequest
) -> None:
    t = played(game, {1: hand}, "Ad Kc 7h 4s 2c", ante=150_00)
    assert t.outcome(1, "bet") == ("won", won, 300_00)
    assert t.outcome(1, "ante") == ("won", 150_00, 150_00)
    assert request.node.callspec.id in decided_by(t, 1, "bet")


@both("4.1/one-pair-or-less")
def test_4_1_less_than_a_pair_pays_as_a_pair_does(game: Game) -> None:
    t = played(game, {1: "Ah Kh 8c 4d 3h"}, ACE_KING)
    assert t.outcome(1, "bet") == ("won", 200_00, 200_00)
    assert game.cites("4.1/one-pair-or-less") <= decided_by(t, 1, "bet")


@both("4.1/ante-note")
@pytest.mark.parametrize("hand", [ROYAL_FLUSH, FOUR_JACKS, TWO_PAIRS, "Ah Kh 8c 4d 3h"])
def test_4_1_the_ante_pays_one_to_one_with_every_winning_class(game: Game, hand: str) -> None:
    t = played(game, {1: hand}, ACE_KING)
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert game.cites("4.1/ante-note") <= decided_by(t, 1, "ante")


@both("4.1.1")
@pytest.mark.parametrize(
    ("hand", "ante", "won", "capped"),
    [
        (ROYAL_FLUSH, 199_99, 99_995_00, False),  # 399.98 x 250
        (ROYAL_FLUSH, 200_00, 100_000_00, False),  # 400.00 x 250, to the cent
        (ROYAL_FLUSH, 200_01, 100_000_00, True),  # 400.02 x 250 would be 100,005.00
        (ROYAL_FLUSH, 500_00, 100_000_00, True),
        (STRAIGHT_FLUSH, 999_99, 99_999_00, False),  # 1,999.98 x 50
        (STRAIGHT_FLUSH, 1_000_00, 100_000_00, False),
        (STRAIGHT_FLUSH, 1_000_01, 100_000_00, True),
        (FOUR_JACKS, 2_499_99, 99_999_60, False),  # 4,999.98 x 20
        (FOUR_JACKS, 2_500_01, 100_000_00, True),
        (TWO_PAIRS, 10_000_00, 40_000_00, False),
    ],
)
def test_4_1_1_a_bet_wins_at_most_a_hundred_thousand(
    game: Game, hand: str, ante: int, won: int, capped: bool
) -> None:
    t = played(game, {1: hand}, ACE_KING, ante=ante)
    assert t.outcome(1, "bet") == ("won", won, 2 * ante)
    assert t.outcome(1, "ante") == ("won", ante, ante)
    # The maximum is cited where it takes something away, beside the clause that the hand won by.
    limited = game.cites("3.14.1", "4.1.1") & decided_by(t, 1, "bet")
    assert limited == game.cites("3.14.1", *(["4.1.1"] if capped else []))


@both("4.1.1")
@pytest.mark.parametrize(
    ("bet", "won"), [(399_99, 99_997_50), (400_00, 100_000_00), (400_01, 100_000_00)]
)
def test_4_1_1_the_cap_to_the_cent(game: Game, bet: int, won: int) -> None:
    # A recording table writes down a short BET, which plays as it lies (5.3.2).
    t = dealt(game, {1: ROYAL_FLUSH}, ACE_KING, ante=300_00, entry="recording")
    t.bet(1, bet).finish()
    assert t.outcome(1, "bet") == ("won", won, bet)


@both("4.1.1")
@pytest.mark.parametrize(
    ("bet", "won"),
    [(99_999_99, 99_999_99), (100_000_00, 100_000_00), (100_000_01, 100_000_00)],
)
def test_4_1_1_the_cap_holds_at_even_odds_too(game: Game, bet: int, won: int) -> None:
    limits = {"ante": [5_00, 60_000_00]}
    hand = "2d 2h 9c 8s 5c"
    t = dealt(game, {1: hand}, ACE_KING, ante=60_000_00, entry="recording", limits=limits)
    t.bet(1, bet).finish()
    assert t.outcome(1, "bet") == ("won", won, bet)
    assert t.outcome(1, "ante") == ("won", 60_000_00, 60_000_00)


@both("4.1.1")
def test_4_1_1_every_box_has_its_own_cap_and_the_jackpot_none(game: Game) -> None:
    t = played(
        game,
        {1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH},
        ACE_KING,
        ante=5_000_00,
        jackpots=[1],
        players={1: "ann", 2: "ann"},
    )
    # BETs of 10,000: 250 and 50 times that are over the cap.
    assert (t.won(1, "bet"), t.won(2, "bet")) == (100_000_00, 100_000_00)
    assert (t.won(1, "ante"), t.won(2, "ante")) == (5_000_00, 5_000_00)
    assert t.won(1, "jackpot") == 1_000_000_00
