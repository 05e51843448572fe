"""Singapore Stud Poker, 4.3 to 4.5: the Magic Card, the Lucky Player and the Lucky Dealer."""

from typing import Any

import pytest

from tests.clauses.marina_bay import ACE_KING, SSP, clauses, refusal
from tests.playing import House

FLUSH = "Jh 8h 6h 4h 2h"
PAIR_OF_EIGHTS = "8s 8h Qc Td 2d"
TWO_PAIRS = "Qs Qh 6c 6d 4d"
CREDITS = {"meter": 100_000_00, "reset": 20_000_00, "stake": 1_00}


def drawn(
    hands: dict[int, str],
    *,
    own: dict[int, int] | None = None,
    dealers: dict[int, int] | None = None,
    dealer: str = ACE_KING,
    **draw: Any,
) -> House:
    """A round with credits of 1.00 on own hands and on the dealer's, and a draw."""
    t = House(SSP, jackpot=CREDITS).open()
    for box in hands:
        t.ante(box, 10_00)
        if own and box in own:
            t.jackpot(box, own[box] * 1_00)
        if dealers and box in dealers:
            t.dealer_jackpot(box, dealers[box] * 1_00)
    t.close().do("draw", **draw).deal(hands, dealer)
    for box in hands:
        t.bet(box)
    t.finish()
    assert not t.refusals
    return t


@pytest.mark.clause("SSP 4.3")
def test_4_3_the_magic_card_in_ones_own_hand() -> None:
    t = drawn({1: PAIR_OF_EIGHTS, 2: TWO_PAIRS}, own={1: 1, 2: 1}, magic_card="8h")
    assert t.outcome(1, "magic_card") == ("won", 5_00, 0)
    assert clauses(t, 1, "magic_card") == {"SSP 4.3", "SSP 4.5/magic-card"}
    # The award brings its stake back, and that stands on the wager's own line.
    assert t.outcome(1, "jackpot") == ("won", 0, 1_00)
    assert not t.has_line(2, "magic_card")
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)


@pytest.mark.clause("SSP 4.3")
def test_4_3_without_a_credit_on_the_players_hand_it_wins_nothing() -> None:
    t = drawn({1: PAIR_OF_EIGHTS, 2: TWO_PAIRS}, own={2: 1}, dealers={1: 1}, magic_card="8h")
    assert not any(line.wager == "magic_card" for line in t.lines())
    assert t.outcome(1, "dealer_jackpot") == ("lost", 0, 0)


@pytest.mark.clause("SSP 4.3.1")
def test_4_3_1_the_magic_card_in_the_dealers_hand_is_for_all_who_backed_it() -> None:
    hands = {1: PAIR_OF_EIGHTS, 2: TWO_PAIRS, 3: "Ts 9c 7d 3s 2c"}
    t = drawn(hands, own={2: 1}, dealers={1: 1, 3: 2}, magic_card="9s")
    assert t.outcome(1, "magic_card") == ("won", 5_00, 0)
    assert t.outcome(3, "magic_card") == ("won", 10_00, 0)
    assert not t.has_line(2, "magic_card")
    assert clauses(t, 1, "magic_card") == {"SSP 4.3.1", "SSP 4.5/magic-card"}
    assert t.outcome(3, "dealer_jackpot") == ("won", 0, 2_00)
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)


@pytest.mark.clause("SSP 4.4")
def test_4_4_the_lucky_player() -> None:
    hands = {2: TWO_PAIRS, 3: PAIR_OF_EIGHTS}
    t = drawn(hands, own={2: 1, 3: 1}, lucky_box=3)
    assert t.outcome(3, "lucky_player") == ("won", 5_00, 0)
    assert clauses(t, 3, "lucky_player") == {"SSP 4.4", "SSP 4.5/lucky-player"}
    assert t.outcome(3, "jackpot") == ("won", 0, 1_00)
    assert not t.has_line(2, "lucky_player")
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)


@pytest.mark.clause("SSP 4.4")
@pytest.mark.parametrize("lucky_box", [3, 5])
def test_4_4_an_area_without_a_credit_on_its_hand_wins_nothing(lucky_box: int) -> None:
    hands = {2: TWO_PAIRS, 3: PAIR_OF_EIGHTS}
    t = drawn(hands, own={2: 1}, dealers={3: 1}, lucky_box=lucky_box)
    assert not any(line.wager == "lucky_player" for line in t.lines())


@pytest.mark.clause("SSP 4.4.1")
def test_4_4_1_the_lucky_dealer_is_for_that_table_alone() -> None:
    t = House(SSP, tables=("A", "B"), jackpot=CREDITS)
    for table in ("A", "B"):
        t.open(table=table).ante(1, 10_00, table=table).dealer_jackpot(1, 1_00, table=table)
        t.ante(2, 10_00, table=table).jackpot(2, 1_00, table=table).close(table=table)
        t.do("draw", lucky_dealer=table == "A", table=table)
        t.deal({1: PAIR_OF_EIGHTS, 2: TWO_PAIRS}, ACE_KING, table=table)
        t.bet(1, table=table).bet(2, table=table).finish(table=table)
    assert not t.refusals
    assert t.outcome(1, "lucky_dealer", table="A") == ("won", 5_00, 0)
    assert clauses(t, 1, "lucky_dealer", table="A") == {"SSP 4.4.1", "SSP 4.5/lucky-dealer"}
    assert t.outcome(1, "dealer_jackpot", table="A") == ("won", 0, 1_00)
    assert not t.has_line(2, "lucky_dealer", table="A")  # box 2 backed its own hand
    assert not t.has_line(1, "lucky_dealer", table="B")
    assert t.outcome(1, "dealer_jackpot", table="B") == ("lost", 0, 0)


@pytest.mark.clause("SSP 4.5")
def test_4_5_awards_add_up_and_the_stake_comes_back_once() -> None:
    t = drawn(
        {1: FLUSH}, own={1: 1}, dealers={1: 1}, magic_card="8h", lucky_box=1, lucky_dealer=True
    )
    assert [(line.wager, line.won, line.returned) for line in t.lines()][2:] == [
        ("jackpot", 50_00, 1_00),
        ("dealer_jackpot", 0, 1_00),
        ("magic_card", 5_00, 0),
        ("lucky_player", 5_00, 0),
        ("lucky_dealer", 5_00, 0),
    ]


@pytest.mark.clause("SSP 4.5")
def test_4_5_an_award_saves_the_stake_of_a_share_of_the_meter() -> None:
    t = drawn({1: "Ah Kh Qh Jh Th"}, own={1: 2}, lucky_box=1)
    assert t.outcome(1, "jackpot") == ("won", 100_000_00, 2_00)
    assert t.won(1, "lucky_player") == 10_00


@pytest.mark.clause("SSP 4.5")
def test_4_5_without_a_draw_there_are_no_awards() -> None:
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).jackpot(1, 1_00).close()
    t.deal({1: PAIR_OF_EIGHTS}, ACE_KING).bet(1).finish()
    assert [line.wager for line in t.lines()] == ["ante", "bet", "jackpot"]


def test_s6_the_draw_is_made_once_between_the_close_and_settlement() -> None:
    # The document does not say when, so the refusal cites none of its clauses.
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).jackpot(1, 1_00)
    assert refusal(t.do("draw", magic_card="8h")) == ("wrong-time", None)
    assert refusal(t.close().do("draw", magic_card="8h")) is None
    assert refusal(t.do("draw", magic_card="8s")) == ("already-drawn", "SSP 4.3")
    t.deal({1: PAIR_OF_EIGHTS}, ACE_KING).bet(1).reveal()
    assert refusal(t.do("draw", lucky_box=1)) is None  # only what was left out
    assert refusal(t.do("draw", lucky_box=2)) == ("already-drawn", "SSP 4.4")
    t.settle()
    assert [t.won(1, award) for award in ("magic_card", "lucky_player")] == [5_00, 5_00]
    assert refusal(t.do("draw", lucky_dealer=True)) == ("wrong-time", None)


ODDS = [
    ("SSP 4.5/magic-card", "magic_card", {"magic_card": "8h"}, "own"),
    ("SSP 4.5/lucky-player", "lucky_player", {"lucky_box": 1}, "own"),
    ("SSP 4.5/lucky-dealer", "lucky_dealer", {"lucky_dealer": True}, "dealers"),
]


@pytest.mark.parametrize(
    ("award", "draw", "target"),
    [pytest.param(*row[1:], marks=pytest.mark.clause(row[0])) for row in ODDS],
)
@pytest.mark.parametrize("credits", [1, 2, 3, 5])
def test_4_5_every_award_pays_five_to_one_on_each_credit(
    award: str, draw: dict[str, Any], target: str, credits: int
) -> None:
    laid: dict[str, Any] = {target: {1: credits}}
    t = drawn({1: PAIR_OF_EIGHTS}, **laid, **draw)
    assert t.outcome(1, award) == ("won", credits * 5_00, 0)
    line = t.line(1, award)
    assert (line.staked, line.player) == (0, "p1")
