"""Wagers beside the main game, worked out by hand from their clauses."""

from fractions import Fraction

import pytest

from croupier.books import find_rulebook
from croupier.odds import JackpotTerms, Question, Sheet, StayWhen, Strategy, price, with_pays
from croupier.odds.side_wagers import JackpotOdds
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.wagers import WagerKind

SSP = find_rulebook("singapore-stud")
HANDS = 2_598_960
ROYALS, STRAIGHT_FLUSHES, FOURS, FULL_HOUSES, FLUSHES = 4, 36, 624, 3_744, 5_108


def sheet(slug: str, **terms: int) -> Sheet:
    return price(find_rulebook(slug), Question(jackpot=JackpotTerms(**terms)))


def jackpot(slug: str, **terms: int) -> JackpotOdds:
    return sheet(slug, **terms).jackpots[WagerKind.JACKPOT]


@pytest.mark.parametrize(
    ("slug", "fixed"),
    [
        ("casino-stud", 500 * FOURS + 200 * FULL_HOUSES + 100 * FLUSHES),
        ("megalink-stud", 2_000 * FOURS + 200 * FULL_HOUSES + 100 * FLUSHES),
        ("multi-link-stud", 2_000 * FOURS + 200 * FULL_HOUSES + 100 * FLUSHES),
    ],
)
def test_a_percentage_or_a_sum_consumes_the_stake_x4(slug: str, fixed: int) -> None:
    odds = jackpot(slug, meter=1_000_000_00, stake=5_00)
    returned = fixed + 1_000_000 * ROYALS + 100_000 * STRAIGHT_FLUSHES
    assert odds.pay_table.expected == Fraction(returned, 5 * HANDS) - 1


def test_to_one_returns_the_stake_too_ssp_4_2() -> None:
    odds = jackpot("singapore-stud", meter=0, stake=5_00)
    assert (
        odds.pay_table.expected
        == Fraction(501 * FOURS + 101 * FULL_HOUSES + 51 * FLUSHES, HANDS) - 1
    )


def test_the_meter_does_not_grow_with_credits_s3() -> None:
    one = jackpot("singapore-stud", stake=5_00).return_per_cent_of_meter * 5_00
    three = jackpot("singapore-stud", stake=15_00).return_per_cent_of_meter * 15_00
    assert one == three == Fraction(10 * ROYALS + STRAIGHT_FLUSHES, 10 * HANDS)


def test_a_hand_takes_its_highest_row_only_t10() -> None:
    odds = jackpot("three-card-poker", meter=0, stake=1_00)
    hits = {prize.name: prize.frequency * 22_100 for prize in odds.pay_table.prizes}
    assert hits == {
        "A-K-Q of spades": 1,
        "A-K-Q of another suit": 3,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
    }
    fixed = 3 * 1_250 + 44 * 175 + 52 * 150 + 720 * 15
    assert odds.pay_table.expected == Fraction(fixed, 22_100) - 1


def test_a_fair_meter_is_fair() -> None:
    for slug in ("casino-stud", "singapore-stud", "megalink-stud", "multi-link-stud"):
        even = jackpot(slug).break_even
        assert even is not None
        odds = jackpot(slug, meter=int(even))
        rest = (even - int(even)) * odds.return_per_cent_of_meter
        assert odds.pay_table.expected + rest == 0


def test_a_jackpot_that_is_fair_without_a_meter_breaks_even_at_nothing() -> None:
    # TCP at a stake of one dollar: the fixed prizes alone return 1.36 (X26).
    assert jackpot("three-card-poker", stake=1_00).break_even == 0


def test_best_play_folds_no_jackpot_hand_csp_3_12_1() -> None:
    assert jackpot("casino-stud").forfeited == 0


def test_a_fold_forfeits_the_jackpot_wager_csp_3_12_1() -> None:
    """A player who stays in with four of a kind or better only loses the other prizes."""
    tight = Strategy("tight", (StayWhen(hand="2 2 2 2"),))
    odds = price(find_rulebook("casino-stud"), Question(strategy=tight)).jackpots
    lost = Fraction(FULL_HOUSES + FLUSHES, HANDS)
    assert odds[WagerKind.JACKPOT].forfeited == lost
    kept = price(find_rulebook("multi-link-stud"), Question(strategy=tight)).jackpots
    assert kept[WagerKind.JACKPOT].forfeited == 0


def test_holders_of_the_dealers_royal_share_with_resets_s4() -> None:
    odds = sheet("singapore-stud", players=2, meter=900, reset=300, stake=1).jackpots
    prizes = {prize.name: prize.pays for prize in odds[WagerKind.DEALER_JACKPOT].pay_table.prizes}
    assert prizes["royal flush"] == Fraction(900 + 2 * 300, 3)
    # 90, then 81, then 72.9 of the meter as it stands, added up and shared.
    assert prizes["straight flush"] == Fraction("81.3")


def test_magic_card_and_lucky_player_at_every_round_s6() -> None:
    awards = sheet("singapore-stud", magic_every=1, lucky_every=1, boxes=7).draws
    assert awards["magic_card"].expected == Fraction(25, 52)
    assert awards["lucky_player"].expected == Fraction(5, 7)


def test_lucky_dealer_is_one_of_the_linked_tables_s7() -> None:
    awards = sheet("singapore-stud", lucky_every=10, tables=4).draws
    assert awards["lucky_dealer"].frequency == Fraction(1, 40)


def test_the_stake_comes_back_once_though_several_awards_hit_x4() -> None:
    odds = jackpot("singapore-stud", meter=0, magic_every=10, lucky_every=20, boxes=7)
    to_one = Fraction(FOURS + FULL_HOUSES + FLUSHES, HANDS)
    magic, lucky = Fraction(5, 52 * 10), Fraction(1, 7 * 20)
    won = Fraction(500 * FOURS + 100 * FULL_HOUSES + 50 * FLUSHES, HANDS) + 5 * magic + 5 * lucky
    returned = 1 - (1 - to_one) * (1 - magic) * (1 - lucky)
    assert odds.expected_with_awards == won + returned - 1


def test_without_a_draw_the_awards_are_worth_nothing() -> None:
    odds = jackpot("singapore-stud")
    assert odds.expected_with_awards == odds.pay_table.expected


def test_envy_is_250_or_50_for_each_other_hand_tcp_4_4() -> None:
    whole = sheet("three-card-poker", players=3, stake=5_00)
    assert whole.envy == 3 * Fraction(250 + 3 * 50, 22_100) / 5
    own = whole.jackpots[WagerKind.JACKPOT]
    assert own.expected_with_awards == own.pay_table.expected + whole.envy


def test_pair_plus_pays_straights_5_to_1_tcp_4_3() -> None:
    odds = sheet("three-card-poker").side_wagers["pair_plus"]
    won = 40 * 48 + 30 * 52 + 5 * 720 + 4 * 1_096 + 3_744
    assert odds.expected == Fraction(won - 16_440, 22_100)
    assert odds.hit_frequency == Fraction(22_100 - 16_440, 22_100)


def test_variance_of_pair_plus() -> None:
    odds = sheet("three-card-poker").side_wagers["pair_plus"]
    squares = 1_600 * 48 + 900 * 52 + 25 * 720 + 16 * 1_096 + 3_744 + 16_440
    assert odds.variance == Fraction(squares, 22_100) - odds.expected**2


def test_the_ante_bonus_is_part_of_the_main_game_tcp_4_2() -> None:
    main = sheet("three-card-poker").main
    assert main.ante_bonus == Fraction(5 * 48 + 4 * 52 + 720, 22_100)
    none = ["straight_flush=0", "three_of_a_kind=0", "straight=0"]
    poker = with_pays(find_rulebook("three-card-poker"), {"ante_bonus_pays": none})
    without = price(poker).main
    assert without.expected == main.expected - main.ante_bonus


def test_where_a_fold_forfeits_jackpot_wagers_it_forfeits_their_draws() -> None:
    """The magic card falls on 5 of 52 cards whatever they are; a folded hand has nothing of it."""
    forfeiting = read_as(SSP, {"fold_keeps_jackpot": False})
    sheet = price(forfeiting, Question(jackpot=JackpotTerms(magic_every=10)))
    staying = sheet.main.stay_frequency
    assert 0 < staying < 1
    assert sheet.draws["magic_card"].frequency == Fraction(5, 520) * staying
    kept = price(SSP, Question(jackpot=JackpotTerms(magic_every=10)))
    assert kept.draws["magic_card"].frequency == Fraction(5, 520)


def test_a_forfeited_wager_on_the_dealers_hand_is_not_counted_out() -> None:
    forfeiting = read_as(SSP, {"fold_keeps_jackpot": False})
    assert set(price(forfeiting).jackpots) == {WagerKind.JACKPOT}
    assert set(price(SSP).jackpots) == {WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT}
