"""The loops and the full engine come to the same lines, round by round."""

import json
import random

import pytest

from croupier.books import RULEBOOKS
from croupier.rulebooks.overrides import read_as
from croupier.script import read_script, replay, result_of
from croupier.simulation.paying import Line
from croupier.simulation.plan import Plan
from croupier.simulation.rounds import rounds, script
from tests.simulation.agreeing import assert_agreement, simulated_lines
from tests.simulation.games import everyday_shares, terms

SEED = 20_260_101
FIVE = tuple(slug for slug, book in RULEBOOKS.items() if book.hands.size == 5)


def anywhere(count: int, seed: int) -> list[int]:
    """Indices from all over the range of a long run."""
    rng = random.Random(seed)
    return [rng.randrange(1 << 48) for _ in range(count)]


@pytest.mark.parametrize("slug", RULEBOOKS)
@pytest.mark.parametrize(("players", "count"), [(1, 700), (4, 500), (7, 300)])
def test_kernel_and_engine_agree(slug: str, players: int, count: int) -> None:
    met = assert_agreement(terms(slug, players=players), anywhere(count, players), SEED)
    stay = RULEBOOKS[slug].stay.wager
    reached = {(stay, result) for result in ("won", "lost", "returned")}
    reached |= {("ante", "won"), ("ante", "lost"), ("jackpot", "won"), ("jackpot", "lost")}
    assert reached <= met


@pytest.mark.slow
@pytest.mark.parametrize("slug", RULEBOOKS)
def test_kernel_and_engine_agree_on_100_000_rounds(slug: str) -> None:
    for players, count in ((1, 50_000), (2, 30_000), (7, 20_000)):
        assert_agreement(terms(slug, players=players), anywhere(count, 99), SEED)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_they_agree_with_every_box_taken(slug: str) -> None:
    most = RULEBOOKS[slug].layout.boxes_max
    assert_agreement(terms(slug, players=most), anywhere(40, 5), SEED)


@pytest.mark.parametrize("slug", ["casino-stud", "megalink-stud", "three-card-poker"])
def test_they_agree_where_the_meter_is_touched(slug: str) -> None:
    """Rounds picked out because a share of the meter or an envy bonus falls in them."""
    game = terms(slug, players=7)
    rare = Plan.of(game).unlike_rounds(0, 300_000, SEED)[:60]
    assert len(rare) > 20
    met = assert_agreement(game, rare, SEED)
    assert ("jackpot", "won") in met
    assert (("envy_bonus", "won") in met) is bool(RULEBOOKS[slug].envy)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_they_agree_on_several_winners_of_one_meter(slug: str) -> None:
    game = terms(slug, rulebook=everyday_shares(RULEBOOKS[slug]), players=6)
    assert_agreement(game, anywhere(250, 8), SEED)


@pytest.mark.parametrize(
    ("slug", "readings"),
    [
        ("singapore-stud", {"fold_keeps_jackpot": False}),
        ("singapore-stud", {"ssp_multi": "share_display"}),
        ("singapore-stud", {"ssp_multi": "clockwise"}),
        ("megalink-stud", {"mega_sf_pool": "running_meter"}),
    ],
)
def test_they_agree_under_other_readings(slug: str, readings: dict[str, str | bool]) -> None:
    book = everyday_shares(read_as(RULEBOOKS[slug], readings))
    game = terms(slug, rulebook=book, players=5, jackpot=1, dealer_jackpot=1)
    assert_agreement(game, anywhere(200, 3), SEED)


def test_they_agree_on_credits_and_on_a_payout_that_is_limited() -> None:
    credits = terms("singapore-stud", jackpot=3, dealer_jackpot=5, players=3)
    assert_agreement(credits, anywhere(200, 1), SEED)
    high = terms("casino-stud", ante=5_000_000_00, strategy="pair", players=2)
    met = assert_agreement(high, anywhere(300, 2), SEED)
    assert ("bet", "won") in met


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_optimum_plays_as_advised_in_the_engine(slug: str) -> None:
    assert_agreement(terms(slug, strategy="optimal", players=2), anywhere(60, 6), SEED)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_a_shown_round_replays_to_the_same_lines(slug: str) -> None:
    game = terms(slug, players=3)
    for played in rounds(Plan.of(game), anywhere(5, 4), SEED):
        result = result_of(replay(read_script(json.dumps(script(game, played)))))
        assert not result.refusals
        assert simulated_lines(played) == [
            (line.box, Line(line.wager, line.staked, line.result.value, line.won, line.returned))
            for line in result.lines
        ]


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("slug", RULEBOOKS)
def test_totals_are_the_sums_of_the_lines(slug: str, players: int) -> None:
    book = everyday_shares(RULEBOOKS[slug])
    game = terms(slug, rulebook=book, players=players)
    plan = Plan.of(game)
    tally = plan.play(1_000, 400, SEED)
    net = dict.fromkeys(plan.wagers, 0)
    squares = dict.fromkeys(plan.wagers, 0)
    together = dict.fromkeys(plan.wagers, 0)
    for played in rounds(plan, list(range(1_000, 1_400)), SEED):
        nets = [plan.nets(lines) for lines in played.lines]
        for place, name in enumerate(plan.wagers):
            own = [box[place] for box in nets]
            net[name] += sum(own)
            squares[name] += sum(one**2 for one in own)
            together[name] += sum(own) ** 2
    assert {name: sums.net for name, sums in tally.wagers.items()} == net
    assert {name: sums.squares for name, sums in tally.wagers.items()} == squares
    assert {name: sums.round_squares for name, sums in tally.wagers.items()} == together
    assert (tally.rounds, tally.boxes) == (400, 400 * players)
