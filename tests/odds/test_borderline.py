"""The chart of the optimum: every cell against the decisions, and what a what-if moves."""

from fractions import Fraction

import pytest

from croupier.books import RULEBOOKS
from croupier.odds import decisions, solve, with_pays
from croupier.odds.borderline import borderline
from croupier.odds.main_game import nets

CASINO = RULEBOOKS["casino-stud"]


@pytest.mark.slow
def test_every_cell_is_the_decision() -> None:
    found = borderline(CASINO, CASINO)
    assert found.grid is not None
    columns = {column.up_card: column for column in found.grid.columns}
    places = {hand: place for place, hand in enumerate(found.grid.hands)}
    seen = 0
    for one in decisions(CASINO):
        if one.suited or one.hand not in places or one.up_card is None:
            continue
        column, place = columns[one.up_card], places[one.hand]
        letter = {Fraction(0): "F", Fraction(1): "S"}.get(one.stay, "~")
        assert column.decisions[place] == letter
        assert column.stay.get(place, one.stay) == one.stay
        assert column.margin_least[place] == pytest.approx(float(one.margin_least), abs=1e-6)
        assert column.margin_most[place] == pytest.approx(float(one.margin_most), abs=1e-6)
        seen += 1
    assert seen == 13 * len(found.grid.hands)


def test_below_the_chart_all_fold_and_above_it_all_stay() -> None:
    found = borderline(CASINO, CASINO)
    assert found.grid is not None
    solution = solve(CASINO)
    stay = solution.optimum(nets(CASINO))
    numbers = solution.states[:, 0]
    names = ["A", "K"]
    weakest, strongest = found.grid.hands[0], found.grid.hands[-1]
    assert weakest.split("-")[:2] == strongest.split("-")[:2] == names
    first = solution.kinds.index((0, 1, 2, 11, 12), suited=False)
    last = solution.kinds.index((7, 8, 10, 11, 12), suited=False)
    assert not stay[numbers < first].any()
    assert stay[numbers > last].all()


def test_what_moves_is_the_share_of_deals() -> None:
    """Folding every hand below a pair is never right where high cards pay well."""
    dearer = with_pays(CASINO, {"pays": ["odd_cards=3"]})
    found = borderline(dearer, CASINO)
    solution = solve(CASINO)
    before, after = (solution.optimum(nets(one)) for one in (CASINO, dearer))
    moved = int(solution.states[before != after][:, 1].sum())
    assert found.moved == Fraction(moved * solution.completions, solution.deals) > 0


def test_three_cards_have_a_threshold() -> None:
    poker = RULEBOOKS["three-card-poker"]
    found = borderline(poker, poker)
    assert found.grid is None
    assert (found.weakest_stay, found.moved) == ("Q-6-4", Fraction(0))
    assert [one.hand for one in found.threshold if one.stays][0:2] == ["Q-6-4", "Q-6-5"]
    for one in found.threshold:
        assert one.stays == (one.stay > -1)


def test_where_every_hand_brings_a_bonus_nobody_folds() -> None:
    """A bonus of 10 is more than the 2 antes that the worst hand can lose."""
    poker = RULEBOOKS["three-card-poker"]
    bonus = [f"{hand}=10" for hand in ("odd_cards", "pair", "flush")]
    all_in = with_pays(poker, {"ante_bonus_pays": bonus})
    found = borderline(all_in, poker)
    assert found.threshold == ()
    assert found.grid is None
