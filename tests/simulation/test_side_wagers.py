"""Side wagers on the dealer's and on both hands: the simulation and the engine agree."""

import random

import pytest
from msgspec import structs

from croupier.odds.side_wagers import WagerOdds
from croupier.rulebooks.wagers import Backed
from croupier.simulation import simulate
from croupier.simulation.bankroll import Purse
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.exact import exact_means, exact_sheet
from croupier.simulation.plan import ALL
from croupier.simulation.result import standard_errors_off
from croupier.simulation.terms import Terms
from tests.invented import HARBOUR_THREE
from tests.simulation.agreeing import assert_agreement
from tests.simulation.games import everyday_shares, terms

SEED = 7


@pytest.mark.parametrize("players", [1, 3])
def test_round_by_round(players: int) -> None:
    rng = random.Random(players)
    indices = [rng.randrange(1 << 48) for _ in range(300)]
    played = terms(HARBOUR_THREE.slug, rulebook=HARBOUR_THREE, players=players)
    met = assert_agreement(played, indices, SEED)
    sides = ("pair_plus", "dealer_bonus", "six_card")
    assert {(wager, result) for wager in sides for result in ("won", "lost")} <= met


def test_several_boxes_with_shares_of_a_meter_beside_them() -> None:
    book = everyday_shares(terms("three-card-poker").rulebook)
    areas = structs.replace(book.layout.areas, value=(*book.layout.areas.value, "six_card"))
    sides = {**book.side_wagers, "six_card": HARBOUR_THREE.side_wagers["six_card"]}
    book = structs.replace(
        book, side_wagers=sides, layout=structs.replace(book.layout, areas=areas)
    )
    played = terms(book.slug, rulebook=book, players=4)
    met = assert_agreement(played, list(range(200)), SEED)
    assert ("six_card", "won") in met


@pytest.mark.parametrize("players", [1, 2])
def test_estimates_come_close_to_the_exact_figures(players: int) -> None:
    played = Terms(rulebook=HARBOUR_THREE, strategy="mimic", players=players)
    report = simulate(played, rounds=60_000, seed=SEED)
    sheet = exact_sheet(played)
    exact = exact_means(played, sheet)
    for wager in ("main", "pair_plus", "dealer_bonus", "six_card", ALL):
        off = standard_errors_off(report.estimates[wager], exact[wager])
        assert off is not None
        assert abs(off) < 4
    _assert_prizes(report.hits["six_card"], sheet.side_wagers["six_card"], 60_000 * players)


def _assert_prizes(hits: tuple[object, ...], odds: WagerOdds, boxes: int) -> None:
    counts = {hit.prize: hit.count for hit in hits}  # type: ignore[attr-defined]
    for prize in odds.prizes:
        mean = float(prize.frequency) * boxes
        assert abs(counts[prize.name] - mean) <= 5 * max(1.0, mean) ** 0.5


def test_a_bankroll_is_refused_in_a_sentence() -> None:
    played = Terms(rulebook=HARBOUR_THREE)
    assert played.stakes_on(Backed.BOTH)
    with pytest.raises(CannotSimulate, match="without wagers on both hands together"):
        Purse(bankroll=10**9, rounds=10, target=None).check(played)


def test_a_stake_on_a_wager_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(CannotSimulate, match="Harbour Three has no side wager 'insurance'"):
        Terms(rulebook=HARBOUR_THREE, sides={"insurance": 100})
