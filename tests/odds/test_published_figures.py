"""Exact results that others have published, to the last digit."""

from fractions import Fraction

import pytest

from croupier.books import find_rulebook
from croupier.odds import JackpotTerms, Question, Sheet, price, solve, with_pays
from croupier.odds.deck import kinds_of
from croupier.odds.information import with_known_cards
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import WagerKind

CARIBBEAN = with_pays(find_rulebook("casino-stud"), {"pays": ["royal_flush=100"]})
"""The classic game: Singapore's pays, but for a royal flush at 100 to 1."""
DEALS = 19_933_230_517_200
THREE_CARD_POKER = find_rulebook("three-card-poker")
STUD = ("singapore-stud", "casino-stud", "megalink-stud", "multi-link-stud")


def caribbean(strategy: str = "optimal") -> Sheet:
    return price(CARIBBEAN, Question(strategy=strategy))


def test_every_outcome_of_perfect_play() -> None:
    main = caribbean().main
    assert main.deals == DEALS
    assert [(o.outcome, o.deals, int(o.net)) for o in main.outcomes] == [
        ("royal flush wins", 16_759_740, 201),
        ("straight flush wins", 156_929_720, 101),
        ("four of a kind wins", 2_832_435_800, 41),
        ("full house wins", 16_624_475_280, 15),
        ("flush wins", 21_856_990_280, 11),
        ("straight wins", 43_805_516_100, 9),
        ("three of a kind wins", 234_242_908_320, 7),
        ("two pairs wins", 488_012_139_360, 5),
        ("one pair or less wins", 2_343_248_003_808, 3),
        ("dealer does not qualify", 4_532_514_033_720, 1),
        ("stand-off", 321_623_100, 0),
        ("fold", 9_523_005_974_460, -1),
        ("lose", 2_726_592_727_512, -3),
    ]


def test_the_edge_of_perfect_play() -> None:
    main = caribbean().main
    assert main.expected * DEALS == -1_041_372_912_372
    assert f"{float(-main.expected):.6%}" == "5.224306%"
    assert f"{float(main.element_of_risk):.6%}" == "2.555286%"


@pytest.mark.parametrize(
    ("strategy", "loss"),
    [
        ("three-rules", 1_041_417_758_724),
        ("akj83", 1_059_715_400_580),
        ("matching-rank", 1_063_176_931_284),
        ("pair", 1_090_272_101_460),
        ("ace-king", 1_132_600_203_540),
        ("always", 3_310_360_338_060),
    ],
)
def test_the_total_loss_of_a_named_strategy(strategy: str, loss: int) -> None:
    assert caribbean(strategy).main.expected * DEALS == -loss


def test_always_betting_and_ace_king_jack_eight_three_as_figures_give_them() -> None:
    assert f"{float(-caribbean('always').main.expected):.3%}" == "16.607%"
    assert f"{float(-caribbean('akj83').main.expected):.3%}" == "5.316%"


def test_the_rules_in_words_lose_2_25_millionths_of_an_ante() -> None:
    cost = caribbean().main.expected - caribbean("three-rules").main.expected
    assert cost == Fraction(44_846_352, DEALS)
    assert f"{float(cost) * 1e6:.2f}" == "2.25"


def test_the_dealer_qualifies_in_1_463_700_hands() -> None:
    kinds = kinds_of(CARIBBEAN.hands)
    first = kinds.weakest(CARIBBEAN.qualifying_strength)
    assert sum(kind.hands for kind in kinds.kinds[first:]) == 1_463_700


def test_each_ten_thousand_dollars_on_the_meter_return_2_924_cents() -> None:
    odds = caribbean().jackpots[WagerKind.JACKPOT]
    cents = odds.return_per_cent_of_meter * odds.stake * 10_000_00
    assert f"{float(cents):.3f}" == "2.924"


def test_a_break_even_printed_as_217_047_is_218_047() -> None:
    # Four of a kind 500, full house 100, flush 50, for a one-dollar wager.
    pays = ["four_of_a_kind=500", "full_house=100", "flush=50"]
    rulebook = with_pays(CARIBBEAN, {"jackpot_pays": pays})
    even = (
        price(rulebook, Question(jackpot=JackpotTerms(stake=100)))
        .jackpots[WagerKind.JACKPOT]
        .break_even
    )
    assert even is not None
    assert round(even / 100) == 218_047


@pytest.mark.parametrize("slug", STUD)
def test_five_card_hands_by_class(slug: str) -> None:
    assert hands_by_class(find_rulebook(slug)) == [
        4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540,
    ]  # fmt: skip


def test_three_card_hands_by_class() -> None:
    assert hands_by_class(THREE_CARD_POKER) == [48, 52, 720, 1_096, 3_744, 16_440]


def hands_by_class(rulebook: Rulebook) -> list[int]:
    kinds = kinds_of(rulebook.hands)
    totals = dict.fromkeys(reversed(rulebook.hands.classes), 0)
    for kind in kinds.kinds:
        totals[kind.value.hand_class] += kind.hands
    assert sum(totals.values()) == kinds.hands
    return list(totals.values())


def test_three_card_poker_with_bonus_5_4_1() -> None:
    main = price(THREE_CARD_POKER).main
    assert main.deals == 407_170_400
    assert main.expected == Fraction(-13_733_780, 407_170_400)
    assert f"{float(-main.expected):.6%}" == "3.372981%"


def test_queen_six_four_is_the_optimum_of_three_card_poker() -> None:
    solution = solve(THREE_CARD_POKER)
    best = solution.price(THREE_CARD_POKER)
    assert solution.price(THREE_CARD_POKER, "q64").tallies == best.tallies


@pytest.mark.parametrize(("strategy", "edge"), [("mimic", "3.45%"), ("always", "7.65%")])
def test_simple_play_of_three_card_poker(strategy: str, edge: str) -> None:
    main = price(THREE_CARD_POKER, Question(strategy=strategy)).main
    assert f"{float(-main.expected):.2%}" == edge


def test_pair_plus_40_30_6_4_1() -> None:
    sheet = price(with_pays(THREE_CARD_POKER, {"side_pays": ["pair_plus.straight=6"]}))
    assert sheet.side_wagers["pair_plus"].expected == Fraction(-512, 22_100)


@pytest.mark.parametrize("slug", STUD)
def test_the_four_stud_rulebooks_play_one_main_game(slug: str) -> None:
    main = price(find_rulebook(slug)).main
    by_name = {o.outcome: o.deals for o in main.outcomes}
    # Only the royal flush differs from the classic pays, and it is never folded.
    assert by_name["royal flush wins"] == 16_759_740
    assert main.expected * DEALS == -1_041_372_912_372 + 300 * 16_759_740
    assert main.tallies[HandClass.ROYAL_FLUSH].fold == 0


@pytest.mark.slow
def test_hole_cards_are_worth_no_less_than_the_edges_in_print() -> None:
    # Quoted second-hand from "Beyond Counting", with neither strategy nor method. Ours is
    # higher each time, by 1.12 points for two cards down to 0.01 for five; why is not known,
    # so this bounds the figures and does not confirm them. The small decks confirm the count.
    in_print = {2: -0.0174, 3: 0.1157, 4: 0.3521, 5: 0.6427}
    last = caribbean().main.expected
    for known, reached in in_print.items():
        best = with_known_cards(CARIBBEAN, known).expected
        assert best >= Fraction(reached).limit_denominator(10_000)
        assert best > last
        last = best
