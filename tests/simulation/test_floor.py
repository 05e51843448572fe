"""Linked tables over time: the account adds up, and the long run is the exact one."""

from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.rulebooks.model import Rulebook
from croupier.simulation.crews import Alone
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.floor import FloorTally, Shared, play_histories, prepare, simulate
from croupier.simulation.floor_result import as_json, expected
from croupier.simulation.floor_terms import FloorTerms, JackpotEntry, TablesEntry, read_floor
from croupier.simulation.plan import Plan
from tests.simulation.games import daily_shares, everyday_shares

JACKPOT = JackpotEntry(meter=50_000_00, reset=10_000_00, increment="0.23", reserve="0.05")
TABLES = (
    TablesEntry(count=3, boxes=7, rounds_per_hour=40, occupancy=0.6, jackpot_players=0.5),
    TablesEntry(count=1, boxes=5, rounds_per_hour=61),
)


def floor(slug: str = "megalink-stud", **changes: object) -> FloorTerms:
    described = FloorTerms(
        rulebook=slug,
        jackpot=JACKPOT,
        tables=TABLES,
        strategy="q64" if slug == "three-card-poker" else "akj83",
        years=20 / 365,
        histories=2,
        seed=5,
    )
    return structs.replace(described, **changes)


def with_everyday_shares(
    described: FloorTerms, change: Callable[[Rulebook], Rulebook] = everyday_shares
) -> Shared:
    """The same link in a what-if in which the meter is won every few rounds."""
    shared = prepare(described)
    book = change(shared.terms.rulebook)
    terms = structs.replace(shared.terms, rulebook=book)
    return structs.replace(shared, terms=terms, plan=Plan.of(terms))


def assert_balanced(described: FloorTerms, shared: Shared, tally: FloorTally) -> None:
    """Opening + contributed + seeded − paid = meter, to the cent of the display."""
    settings = shared.terms.progressive
    contributed = tally.staked * settings.units_per_cent_staked
    opening = tally.histories * settings.meter
    exact = (opening + tally.seeded - tally.from_meter) * settings.scale + contributed
    displayed = tally.meter_end * settings.scale
    assert 0 <= exact - displayed < tally.histories * settings.scale


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_meter_is_an_account(slug: str) -> None:
    jackpot = structs.replace(JACKPOT, dealer_credits=int(slug == "singapore-stud"))
    described = floor(slug, jackpot=jackpot, years=2 / 365)
    shared = with_everyday_shares(described)
    tally = play_histories(shared, 0, 2)
    assert sum(tally.winners.values()) > 100
    assert max(tally.winners) > 1
    assert tally.whole_hits > 0
    assert_balanced(described, shared, tally)
    assert tally.house_seeds <= tally.seeded
    assert (tally.envy > 0) is bool(RULEBOOKS[slug].envy)


def test_hits_come_as_often_as_they_should() -> None:
    described = floor(years=40 / 365)
    shared = prepare(described)
    tally, _, interrupted = simulate(Alone(shared), described)
    known = expected(described, shared.terms)
    assert known is not None
    assert not interrupted
    assert_balanced(described, shared, tally)
    for row, frequency in enumerate(known.frequencies):
        wanted = tally.wagers * frequency
        assert abs(tally.rows[row] - wanted) < 4 * max(1.0, sqrt(wanted))
    boxes = 3 * 40 * 7 * 0.3 + 61 * 5 * 0.5
    wanted = tally.histories * 40 * 24 * boxes
    assert abs(tally.wagers - wanted) < 4 * sqrt(wanted)


def test_the_whole_meter_is_won_for_the_exact_long_run_mean() -> None:
    """Flushes take the whole meter, full houses a tenth; two in one round are rare enough."""
    described = floor(years=25 / 365, histories=3)
    shared = with_everyday_shares(described, daily_shares)
    tally = play_histories(shared, 0, 3)
    known = expected(described, shared.terms)
    assert known is not None
    mean = tally.whole_amounts / tally.whole_hits
    assert tally.whole_hits > 1_000
    assert mean == pytest.approx(float(known.long_run.amount_won_mean), rel=0.08)


def test_histories_are_independent_of_how_they_are_shared_out() -> None:
    shared = with_everyday_shares(floor(years=1 / 365))
    assert play_histories(shared, 0, 1) + play_histories(shared, 1, 2) == play_histories(
        shared, 0, 3
    )


def test_the_rounds_of_an_hour_are_spread_evenly() -> None:
    schedule, boxes, jackpots, occupied = floor().seats()
    assert list(np.bincount(schedule)) == [40, 40, 40, 61]
    assert list(boxes) == [7, 7, 7, 5]
    assert list(occupied / 2**32) == pytest.approx([0.6, 0.6, 0.6, 1.0])
    assert list(jackpots / 2**32) == pytest.approx([0.3, 0.3, 0.3, 0.5])


def test_the_answer_for_programs() -> None:
    described = floor(years=2 / 365)
    shared = with_everyday_shares(described)
    tally = play_histories(shared, 0, 2)
    told = as_json(described, shared.terms, tally, expected(described, shared.terms))
    assert set(told) >= {"meter", "hits", "whole_meter", "winners_in_a_round", "house"}
    assert told["meter"]["quantiles"]["5%"] <= told["meter"]["quantiles"]["95%"]
    assert told["house"]["paid_from_meter"] == tally.from_meter


FILE = """
rulebook = "casino-stud"
strategy = "akj83"
histories = 1

[jackpot]
meter = 100_000_00
reset = 10_000_00

[[tables]]
count = 2
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("histories = 1", "histories = 0", "histories is 1 to"),
        ("histories = 1", "historys = 1", "unknown field `historys`"),
        ("casino-stud", "poker", "there is no rulebook 'poker'"),
        ("akj83", "q64", "there is no strategy 'q64'"),
        ("count = 2", "boxes = 12", "12 is not from 1 to 9"),
        ("count = 2", "count = 0", "tables.count"),
        ("count = 2", "occupancy = 1.5", "tables.occupancy"),
        ("count = 2", "jackpot_players = -1.0", "tables.jackpot_players"),
        ("count = 2", "rounds_per_hour = 0", "tables.rounds_per_hour"),
        ("reset = 10_000_00", 'reset = 1\nincrement = "2"', "increment"),
        ("reset = 10_000_00", 'reset = 1\nreserve = "lots"', "jackpot.reserve is a share"),
        ("rulebook", "rule book", "describes no floor"),
    ],
)
def test_a_file_that_describes_no_floor(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(FILE.replace(old, new))
    with pytest.raises(CannotSimulate, match=said):
        prepare(read_floor(path))
