"""Pictures of a simulation, as SVG, PNG or PDF."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.extras import need
from croupier.odds.report.reader import ENGLISH, Reader, Say, drawing_for
from croupier.simulation.bankroll import Purse, SessionTally
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.floor import FloorTally
from croupier.simulation.floor_result import Expected, step_of
from croupier.simulation.result import Report
from croupier.simulation.running import Progress
from croupier.simulation.tally import CONFIDENCE
from croupier.simulation.terms import Terms

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK, _FELT, _PALE = "#222222", "#1f6f4a", "#b9d8c8"
_ENDINGS = (".svg", ".png", ".pdf")
_CENTS = 100
_BARS_MAX = 100


def check_ending(path: Path) -> None:
    """Refused before anything is played, not after."""
    if path.suffix not in _ENDINGS:
        raise CannotSimulate(f"a plot ends in {', '.join(_ENDINGS)}; '{path.name}' does not")


def plot_rounds(
    report: Report, course: Sequence[Progress], path: Path, reader: Reader = ENGLISH
) -> None:
    """How the estimate settled, and what a round comes to."""
    with _drawn(path, reader) as (figure, say):
        left, right = figure.subplots(1, 2)
        rounds = [at.rounds for at in course]
        means = [at.estimate.mean for at in course]
        errors = [CONFIDENCE * at.estimate.standard_error for at in course]
        left.fill_between(
            rounds,
            [mean - error for mean, error in zip(means, errors, strict=True)],
            [mean + error for mean, error in zip(means, errors, strict=True)],
            color=_PALE,
        )
        left.plot(rounds, means, color=_FELT, marker="." if len(rounds) == 1 else "")
        left.set_xlabel(say("rounds"))
        left.set_ylabel(say("main game, in antes, with 95 % interval"))
        nets: Counter[float] = Counter()
        for one in report.main.outcomes:
            nets[float(one.net)] += one.deals
        shown = sorted(net for net in nets if nets[net])
        boxes = report.outcome.tally.boxes
        right.bar(range(len(shown)), [nets[net] / boxes for net in shown], color=_FELT)
        right.set_xticks(range(len(shown)), [f"{net:g}" for net in shown], rotation=90, fontsize=7)
        right.set_yscale("log")
        right.set_xlabel(say("main game of a round, in antes"))
        right.set_ylabel(say("share of rounds"))


def plot_bankroll(
    terms: Terms,
    purse: Purse,
    tally: SessionTally,
    exact: float | None,
    path: Path,
    reader: Reader = ENGLISH,
) -> None:
    """Results of sessions, and how many have been ruined by when."""
    with _drawn(path, reader) as (figure, say):
        left, right = figure.subplots(1, 2)
        _histogram(left, tally.results, 1.0, "result of a session, in antes", say)
        periods = sorted(tally.ruins)
        ruined, shares = 0, []
        for period in periods:
            ruined += tally.ruins[period]
            shares.append(ruined / tally.sessions)
        ends = [(period + 1) * purse.period for period in periods]
        right.step([0, *ends, purse.rounds], [0.0, *shares, tally.risk], color=_FELT, where="post")
        if exact is not None:
            right.axhline(exact, color=_INK, linewidth=0.8, linestyle=":")
            right.annotate(
                say("exact at the end"), (0, exact), xytext=(2, 3), textcoords="offset points"
            )
        right.set_xlabel(say("rounds played"))
        right.set_ylabel(say("sessions ruined by then"))
        figure.suptitle(
            say(
                f"{terms.rulebook.name}: {purse.bankroll / terms.ante:g} antes, "
                f"{purse.rounds:,} rounds, risk of ruin {tally.risk:.2%}"
            ),
            fontsize=10,
        )


def plot_floor(
    terms: Terms,
    tally: FloorTally,
    known: Expected | None,
    path: Path,
    reader: Reader = ENGLISH,
) -> None:
    """The meter day by day, and the amounts for which the whole of it was won."""
    with _drawn(path, reader) as (figure, say):
        left, right = figure.subplots(1, 2)
        dollars = step_of(terms) / _CENTS
        _histogram(left, tally.meters, dollars, "meter at the end of a day, in dollars", say)
        _histogram(right, tally.amounts, dollars, "whole meter when won, in dollars", say)
        if known is not None:
            mean = float(known.long_run.amount_won_mean) / _CENTS
            right.axvline(mean, color=_INK, linewidth=0.8, linestyle=":")
            right.annotate(say("exact mean"), (mean, 0), xytext=(3, 3), textcoords="offset points")


def _histogram(axes: "Axes", counted: Counter[int], width: float, label: str, say: Say) -> None:
    """Counts in steps, some to a bar; the far tail is left out."""
    import numpy as np

    axes.set_xlabel(say(label))
    axes.set_ylabel(say("share"))
    if not counted:
        return
    values = np.array(sorted(counted))
    weights = np.array([counted[int(value)] for value in values], float)
    running = np.cumsum(weights) / weights.sum()
    last = values[min(int(np.searchsorted(running, 0.999)), len(values) - 1)]
    bar = -(-int(last - values[0] + 1) // _BARS_MAX)
    edges = np.arange(values[0], last + bar + 1, bar)
    heights, _ = np.histogram(values, bins=edges, weights=weights / weights.sum())
    axes.stairs(heights, edges * width, fill=True, color=_FELT)


@contextmanager
def _drawn(path: Path, reader: Reader) -> Iterator[tuple["Figure", Say]]:
    """A figure for two plots side by side, for its reader; saved at the end."""
    need("report", "A plot")
    from matplotlib.figure import Figure

    with drawing_for(reader) as say:
        figure = Figure(figsize=(9.6, 3.6), layout="constrained")
        yield figure, say
        try:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})
        except OSError as error:
            raise CannotSimulate(f"{path} cannot be written: {error.strerror}") from None
