"""The same rounds through the loops and through the full engine, line by line."""

from croupier.floor import play
from croupier.simulation.paying import Line
from croupier.simulation.plan import Plan
from croupier.simulation.rounds import TABLE, Round, opening_floor, rounds
from croupier.simulation.terms import Terms
from croupier.table.state import Settled


def engine_lines(terms: Terms, played: Round) -> list[tuple[int, Line]]:
    """What a table makes of the round, every round at the same meter."""
    floor = opening_floor(terms)
    for command in played.commands(terms):
        floor, _ = play(floor, TABLE, command)
    settled = floor.tables[TABLE].round
    assert isinstance(settled, Settled)
    return [
        (line.box, Line(str(line.wager), line.staked, line.result.value, line.won, line.returned))
        for line in settled.lines
    ]


def simulated_lines(played: Round) -> list[tuple[int, Line]]:
    return [(box, line) for box, lines in enumerate(played.lines, start=1) for line in lines]


def assert_agreement(terms: Terms, indices: list[int], seed: int) -> set[tuple[str, str]]:
    """Line by line; returns which results of which wagers were met."""
    met = set()
    for played in rounds(Plan.of(terms), indices, seed):
        lines = simulated_lines(played)
        assert lines == engine_lines(terms, played), f"round {played.index} of seed {seed}"
        met |= {(line.wager, line.result) for _, line in lines}
    return met
