"""The price of a word: what each changed rule is worth, by hand from frequencies."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.odds import CannotPrice, JackpotTerms, Question, StayWhen, Strategy
from croupier.odds.ambiguity import ambiguities
from croupier.odds.contract import ambiguity_json, difference_json
from croupier.odds.difference import Difference, difference
from croupier.odds.interactions import GROUP_MAX
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, MeterShare, Prize, ToOne
from croupier.rulebooks.terms import Cited
from croupier.rulebooks.wagers import PayTable, SideWager, WagerKind

SSP, CSP, MEGA, MLP, TCP = RULEBOOKS.values()

PAIR_PLUS = TCP.side_wagers["pair_plus"]

HANDS = 2_598_960
ROYALS, STRAIGHT_FLUSHES, FOURS, FULL_HOUSES, FLUSHES = 4, 36, 624, 3_744, 5_108
DEALS = 19_933_230_517_200
ROYALS_THAT_WIN = 16_759_740
"""Deals in which a royal flush meets a dealer who qualifies with less."""
HANDS_OF_THREE = 22_100
THREE_FLUSHES, THREE_STRAIGHTS = 1_096, 720

FOUR_OF_A_KIND = "jackpot.rows.four of a kind.prize"
KEEPS = "fold.keeps_jackpot"
NEVER = Strategy("never", ())
FULL_HOUSE_OR_BETTER = Strategy("full-house", (StayWhen(hand="2 2 2 3 3"),))


def alone(found: Difference, strategy: str = "optimal") -> dict[str, Mapping[str, Fraction]]:
    """What each change that enters a price is worth alone."""
    return {
        one.change.rule: one.effects[strategy].wagers
        for one in found.paying
        if one.effects is not None
    }


def joint(
    found: Difference, strategy: str = "optimal"
) -> dict[tuple[str, ...], Mapping[str, Fraction]]:
    return {
        tuple(change.rule for change in one.changes): one.effects[strategy].wagers
        for one in found.interactions
    }


def with_main(rulebook: Rulebook, **rules: Any) -> Rulebook:
    return structs.replace(rulebook, main=structs.replace(rulebook.main, **rules))


def with_odds(table: PayTable | None, **odds: int) -> PayTable:
    assert table is not None
    changed = {HandClass[name.upper()]: value for name, value in odds.items()}
    clauses = dict.fromkeys(changed, table.clause)
    return structs.replace(
        table, odds={**table.odds, **changed}, clauses={**clauses, **table.clauses}
    )


# By hand


def test_four_of_a_kind_is_worth_60_833rds_of_the_jackpot_stake() -> None:
    """1,500 dollars more on a stake of 5, in 624 hands of 2,598,960 = 1 of 4,165."""
    found = difference(CSP, MLP)
    assert alone(found) == {KEEPS: {}, FOUR_OF_A_KIND: {"jackpot": Fraction(60, 833)}}
    assert Fraction(1_500 * FOURS, 5 * HANDS) == Fraction(60, 833)
    assert found.interactions == ()
    whole = found.whole["optimal"]
    assert whole.wagers == {"jackpot": Fraction(60, 833)}
    assert whole.player == 500 * Fraction(60, 833)
    assert whole.house == -500_000 * Fraction(60, 833)


def test_a_fold_that_keeps_the_jackpot_is_worth_0_to_who_folds_no_prize() -> None:
    """The optimum stays in with every flush or better: what a fold forfeits is never held."""
    [keeps] = [one for one in difference(CSP, MLP).paying if one.change.rule == KEEPS]
    assert keeps.effects is not None
    assert keeps.effects["optimal"].player == 0
    assert not keeps.moves
    assert keeps.decides == "what becomes of the wagers of a folded hand"


def test_the_same_fold_is_worth_every_flush_to_who_folds_them() -> None:
    found = difference(CSP, MLP, Question(strategy=FULL_HOUSE_OR_BETTER))
    assert found.strategies == ("optimal", "full-house")
    assert alone(found, "full-house") == {
        KEEPS: {"jackpot": Fraction(100 * FLUSHES, 5 * HANDS)},
        FOUR_OF_A_KIND: {"jackpot": Fraction(60, 833)},
    }
    assert alone(found)[KEEPS] == {}
    assert found.interactions == ()


def test_who_folds_everything_gains_by_both_changes_only_together() -> None:
    found = difference(CSP, MLP, Question(strategy=NEVER))
    won = 1_000_000 * ROYALS + 100_000 * STRAIGHT_FLUSHES + 500 * FOURS
    won += 200 * FULL_HOUSES + 100 * FLUSHES
    assert alone(found, "never") == {
        KEEPS: {"jackpot": Fraction(won, 5 * HANDS)},
        FOUR_OF_A_KIND: {},
    }
    assert joint(found, "never") == {(KEEPS, FOUR_OF_A_KIND): {"jackpot": Fraction(60, 833)}}
    assert joint(found) == {(KEEPS, FOUR_OF_A_KIND): {}}


def test_a_payout_limit_costs_what_a_royal_flush_loses_by_it() -> None:
    """At an ante of 300 dollars 500 antes become 100,000 dollars, 333 1/3 antes (CSP 4.1.1)."""
    unlimited = with_main(CSP, payout_max=None)
    found = difference(unlimited, CSP, Question(ante=300_00))
    assert alone(found) == {
        "main.payout_max": {"main": -ROYALS_THAT_WIN * Fraction(500, 3) / DEALS}
    }
    small = difference(unlimited, CSP, Question(ante=200_00))
    assert alone(small) == {"main.payout_max": {}}


def test_odds_and_stake_meet_in_a_product() -> None:
    """Royal flush 250 to 100, bet 2 to 1 times the ante: together 150 antes more than apart."""
    pays = with_odds(CSP.main.pays, royal_flush=100)
    single = structs.replace(CSP.stay, multiple=1)
    other = structs.replace(with_main(CSP, pays=pays), stay=single)
    found = difference(CSP, other, Question(ante=100, strategy="always"))
    share = Fraction(ROYALS_THAT_WIN, DEALS)
    for strategy in ("optimal", "always"):
        assert alone(found, strategy)["main.pays.royal_flush"] == {"main": -300 * share}
        assert joint(found, strategy) == {
            ("stay.multiple", "main.pays.royal_flush"): {"main": 150 * share}
        }


def with_pair_plus(**rules: Any) -> dict[str, SideWager]:
    return {"pair_plus": structs.replace(PAIR_PLUS, **rules)}


def test_wagers_on_three_cards() -> None:
    other = structs.replace(
        TCP,
        side_wagers=with_pair_plus(pays=with_odds(PAIR_PLUS.pays, flush=3)),
        ante_bonus=with_odds(TCP.ante_bonus, straight=2),
    )
    found = difference(TCP, other, Question(ante=50_00))
    flushes = Fraction(THREE_FLUSHES, HANDS_OF_THREE)
    straights = Fraction(THREE_STRAIGHTS, HANDS_OF_THREE)
    assert alone(found) == {
        "side_wagers.pair_plus.pays.flush": {"pair_plus": -flushes},
        "ante_bonus.straight": {"main": straights, "ante_bonus": straights},
    }
    assert found.whole["optimal"].player == 50_00 * (straights - flushes)
    assert found.interactions == ()


def test_an_envy_bonus_needs_its_row_and_its_rules() -> None:
    """N others, each with A-K-Q of spades once in 22,100 and of another suit three times."""
    rows = tuple(structs.replace(row, envy=None) for row in TCP.progressive.rows)
    without = structs.replace(TCP, envy=None, jackpot=structs.replace(TCP.progressive, rows=rows))
    found = difference(without, TCP, Question(jackpot=JackpotTerms(players=2)))
    spades, suited = "jackpot.rows.A-K-Q of spades.envy", "jackpot.rows.A-K-Q of another suit.envy"
    assert alone(found) == {spades: {}, suited: {}, "envy": {}}
    assert joint(found) == {
        (spades, "envy"): {"envy_bonus": Fraction(2 * 250, 5 * HANDS_OF_THREE)},
        (suited, "envy"): {"envy_bonus": Fraction(2 * 3 * 50, 5 * HANDS_OF_THREE)},
    }


def test_draws_are_worth_their_odds_and_the_stake_once() -> None:
    """A magic card in each round: 5/52 of the hands win 5 and, where no prize did, the stake."""
    other = structs.replace(SSP, draws=None)
    found = difference(other, SSP, Question(jackpot=JackpotTerms(magic_every=1, meter=0)))
    won = Fraction(FOURS + FULL_HOUSES + FLUSHES, HANDS)
    held = Fraction(5, 52)
    assert alone(found) == {"draws": {"draws": 2 * held * (5 + 1 - won)}}


# Everything between two rulebooks


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_a_rulebook_against_itself_is_empty(rulebook: Rulebook) -> None:
    found = difference(rulebook, rulebook)
    assert (found.changes, found.interactions, found.inseparable) == ((), (), None)
    assert found.whole["optimal"].wagers == {}
    assert found.whole["optimal"].player == 0


def test_another_game_has_a_price_as_a_whole() -> None:
    found = difference(SSP, TCP, Question(strategy="always"))
    assert found.inseparable == (
        "Hands of 5 cards and of 3 are two games: no single change leads from one to the other, "
        "so only the whole has a price."
    )
    assert found.whole["optimal"].wagers["main"] == Fraction(-686_689, 20_358_520) + Fraction(
        86_362_082_531, 1_661_102_543_100
    )
    assert {"hands", "side_wagers.pair_plus", "main.qualifies"} <= {
        one.change.rule for one in found.paying
    }
    assert all(one.effects is None for one in found.changes)
    assert found.interactions == ()


def test_events_without_money_say_what_they_decide() -> None:
    found = difference(CSP, MEGA)
    deciding = {one.change.rule: one for one in found.deciding}
    assert deciding["people.absent"].decides == (
        "what becomes of players who are absent, and who may order what"
    )
    assert deciding["jackpot.order"].decides == (
        "which of two winners at different tables is paid first"
    )
    assert all(one.effects is None for one in found.deciding)
    for one in found.changes:
        sides = [side for side in (one.change.before, one.change.after) if side is not None]
        assert any(side.source.clauses or side.source.reading for side in sides), one.change.rule


def test_a_strategy_for_one_of_the_two_is_refused() -> None:
    with pytest.raises(CannotPrice, match="there is no strategy 'pair' for 3 cards"):
        difference(SSP, TCP, Question(strategy="pair"))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question(strategy="q64"), "there is no strategy 'q64' for 5 cards"),
        (Question(jackpot=JackpotTerms(players=2)), "other players change nothing"),
        (Question(jackpot=JackpotTerms(magic_every=2)), "has no draws"),
        (Question(jackpot=JackpotTerms(boxes=10)), "is played at 1 to 9 boxes"),
    ],
)
def test_what_neither_has_a_use_for_is_refused(question: Question, said: str) -> None:
    with pytest.raises(CannotPrice, match=said):
        difference(CSP, MLP, question)


def test_what_one_of_them_has_a_use_for_is_asked_of_it() -> None:
    terms = JackpotTerms(players=2, magic_every=10)
    found = difference(CSP, SSP, Question(jackpot=terms))
    assert {"dealer_jackpot", "draws"} <= set(found.whole["optimal"].wagers)
    assert_parts_add_up(found)


# Parts and whole


def assert_parts_add_up(found: Difference) -> None:
    assert found.inseparable is None
    for strategy in found.strategies:
        total: dict[str, Fraction] = {}
        player = Fraction(0)
        parts = [one.effects for one in found.paying] + [one.effects for one in found.interactions]
        for effects in parts:
            assert effects is not None
            player += effects[strategy].player
            for wager, moved in effects[strategy].wagers.items():
                total[wager] = total.get(wager, Fraction(0)) + moved
        whole = found.whole[strategy]
        assert {wager: moved for wager, moved in total.items() if moved} == whole.wagers
        assert player == whole.player


@pytest.mark.parametrize("left", [SSP, CSP, MEGA, MLP], ids=lambda one: one.slug)
@pytest.mark.parametrize("right", [SSP, CSP, MEGA, MLP], ids=lambda one: one.slug)
def test_the_parts_of_the_approved_games_add_up(left: Rulebook, right: Rulebook) -> None:
    assert_parts_add_up(difference(left, right, Question(ante=500_00, strategy="akj83")))


def other_prize(chance: Random) -> Prize:
    kinds: list[Prize] = [
        MeterShare(chance.randint(0, 100)),
        FixedSum(chance.randint(0, 5_000_00)),
        ToOne(chance.randint(0, 300)),
    ]
    return chance.choice(kinds)


def other_table(chance: Random, table: PayTable | None, share: float) -> PayTable:
    assert table is not None
    return structs.replace(
        table,
        odds={
            hand: chance.randint(0, 40) if chance.random() < share else odds
            for hand, odds in table.odds.items()
        },
    )


def another_three_card_poker(chance: Random) -> Rulebook:
    """The same hands with other odds, prizes, stakes and folds; some as they are."""
    rows = tuple(
        structs.replace(row, prize=other_prize(chance)) if chance.random() < 0.1 else row
        for row in TCP.progressive.rows
    )
    return structs.replace(
        TCP,
        main=structs.replace(
            TCP.main,
            pays=other_table(chance, TCP.main.pays, 0.2),
            qualifies=Cited(value=(chance.choice((9, 10, 10, 11)),)),
        ),
        stay=structs.replace(TCP.stay, multiple=chance.choice((1, 1, 2, 3))),
        fold=structs.replace(TCP.fold, keeps_jackpot=Cited(value=chance.random() < 0.6)),
        side_wagers=with_pair_plus(
            kept_on_fold=Cited(value=chance.random() < 0.6),
            pays=other_table(chance, PAIR_PLUS.pays, 0.1),
        ),
        ante_bonus=other_table(chance, TCP.ante_bonus, 0.1),
        jackpot=structs.replace(TCP.progressive, rows=rows),
    )


def test_the_parts_of_random_changes_add_up() -> None:
    met = 0
    for seed in range(4):
        chance = Random(seed)
        left, right = another_three_card_poker(chance), another_three_card_poker(chance)
        found = difference(left, right, Question(ante=25_00, strategy="mimic"))
        assert_parts_add_up(found)
        met += len(found.interactions)
    assert met > 4


def test_where_too_many_changes_meet_one_line_has_what_is_left() -> None:
    """The stake of a hand that stays in multiplies the odds of each of six rows."""
    odds = dict.fromkeys(TCP.main.pays.odds, 2)
    other = with_main(TCP, pays=structs.replace(TCP.main.pays, odds=odds))
    found = difference(TCP, structs.replace(other, stay=structs.replace(TCP.stay, multiple=2)))
    assert [len(one.changes) for one in found.interactions] == [7] == [GROUP_MAX + 1]
    assert_parts_add_up(found)


# Readings


def cost(rulebook: Rulebook, name: str, question: Question) -> dict[Any, Mapping[str, Fraction]]:
    [found] = [one for one in ambiguities(rulebook, question) if one.reading.name == name]
    return {other.value: other.difference.whole["optimal"].wagers for other in found.others}


def test_what_sharing_the_display_costs_the_holders_of_a_dealer_jackpot() -> None:
    """S4 pools (J + 2R)/3 and J(1 - 0.9³)/3 for three winners; shared are J/3 and J/30."""
    royal = Fraction(2 * 100_000, 3)
    straight_flush = Fraction(1_000_000 * 171, 3_000)
    lost = (ROYALS * royal + STRAIGHT_FLUSHES * straight_flush) / (5 * HANDS)
    assert cost(SSP, "ssp_multi", Question(jackpot=JackpotTerms(players=2))) == {
        "share_display": {"dealer_jackpot": -lost},
        "clockwise": {},
    }


def test_what_a_fold_costs_that_loses_the_jackpot() -> None:
    """Nothing to the best player; to one who folds flushes, the stake and 50 to 1 (S1, SSP 4.2)."""
    assert cost(SSP, "fold_keeps_jackpot", Question()) == {False: {}}
    folding = Question(strategy=FULL_HOUSE_OR_BETTER)
    [found] = [one for one in ambiguities(SSP, folding) if one.reading.name == "fold_keeps_jackpot"]
    [lost] = found.others
    assert lost.difference.whole["full-house"].wagers == {"jackpot": -Fraction(51 * FLUSHES, HANDS)}
    assert lost.difference.uncounted == (WagerKind.DEALER_JACKPOT,)
    assert "dealer jackpot is in no figure" in (lost.difference.left_out or "")


@pytest.mark.parametrize(
    ("slug", "names"),
    [
        ("casino-stud", []),
        ("multi-link-stud", ["mlp_unrevealed_no_hand"]),
        ("megalink-stud", ["mega_sf_pool", "mega_absent_after_view"]),
        (
            "singapore-stud",
            ["fold_keeps_jackpot", "ssp_multi", "max_areas_per_player", "absent"],
        ),
    ],
)
def test_the_ambiguities_of_each_document(slug: str, names: list[str]) -> None:
    found = ambiguities(RULEBOOKS[slug])
    assert [one.reading.name for one in found] == names
    for one in found:
        assert len(one.others) == len(one.reading.choices) - 1
        assert all(other.difference.changes for other in one.others)


# Contract


def test_the_contract() -> None:
    found = difference_json(difference(CSP, MLP, Question(strategy="pair")))
    assert (found["a"], found["b"]) == ("casino-stud@6", "multi-link-stud@2")
    assert (found["ante"], found["stake"], found["meter"]) == (100_00, 5_00, 1_000_000_00)
    effect = {
        "wagers": {"jackpot": "60/833"},
        "player_cents_a_round": "30000/833",
        "house_cents_in_1000_rounds": "-30000000/833",
    }
    assert found["whole"] == {"optimal": effect, "pair": effect}
    keeps, four = found["changes"]
    assert keeps["effects"]["optimal"] == {
        "wagers": {}, "player_cents_a_round": "0/1", "house_cents_in_1000_rounds": "0/1",
    }  # fmt: skip
    assert keeps["decides"] == "what becomes of the wagers of a folded hand"
    assert four == {
        "rule": FOUR_OF_A_KIND,
        "before": {"value": "$500.00", "clauses": ["CSP 4.2/four-of-a-kind"], "reading": None},
        "after": {"value": "$2,000.00", "clauses": ["MLP 4.2/four-of-a-kind"], "reading": None},
        "pays": True,
        "effects": {"optimal": effect, "pair": effect},
        "decides": None,
    }


def test_the_contract_of_a_reading() -> None:
    [found] = [ambiguity_json(one) for one in ambiguities(MLP)]
    assert (found["reading"], found["ours"]) == ("L2", "paid")
    [other] = found["others"]
    assert other["choice"] == "fold"
    [change] = other["difference"]["changes"]
    assert (change["pays"], change["decides"]) == (
        False, "what becomes of a hand that is not shown",
    )  # fmt: skip
