"""Output of a simulation for people: tables on a console, and progress."""

from collections.abc import Callable
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.table import Table

from croupier.money import dollars
from croupier.simulation.bankroll import Purse, SessionTally, quantiles
from croupier.simulation.floor import FloorTally
from croupier.simulation.floor_result import Expected, in_cents, step_of
from croupier.simulation.floor_terms import FloorTerms
from croupier.simulation.plan import MAIN
from croupier.simulation.result import Report, standard_errors_off, strategy_name
from croupier.simulation.running import Progress
from croupier.simulation.terms import Terms

_SHOWN = (0.05, 0.25, 0.5, 0.75, 0.95)


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    return table


class Watch:
    """Progress on standard error: rate, time left, the estimate so far. Silent where nobody
    watches."""

    def __init__(self, say: Callable[[str], str] = str) -> None:
        console = Console(stderr=True)
        self._say = say
        self._bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[said]}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bars.add_task(say("preparing"), total=None, said="")

    def __enter__(self) -> "Watch":
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def rounds(self, until: float | None) -> Callable[[Progress], None]:
        def told(at: Progress) -> None:
            estimate = at.estimate
            wanted = at.wanted
            if until is not None and estimate.half_width:
                needed = round(at.rounds * (estimate.half_width / until) ** 2)
                wanted = needed if wanted is None else min(wanted, needed)
            said = (
                f"{at.rate / 1e6:.1f} M rounds/s  {MAIN} "
                f"{estimate.mean:+.6f} ± {estimate.half_width:.6f} antes"
            )
            self.at(f"{at.rounds:,} rounds", at.rounds, wanted, said)

        return told

    def at(self, name: str, done: int, wanted: int | None, said: str) -> None:
        name, said = self._say(name), self._say(said)
        self._bars.update(self._task, description=name, completed=done, total=wanted, said=said)


def tell_rounds(console: Console, report: Report, exact: dict[str, Fraction] | None) -> None:
    """Estimates by wager, then how the hands came out."""
    terms, outcome = report.terms, report.outcome
    console.print(
        f"{terms.rulebook.name}, edition {terms.rulebook.edition}: "
        f"{outcome.tally.rounds:,} rounds, {_players(terms)}, strategy {strategy_name(terms)}, "
        f"seed {report.seed}, generator {terms.generator}",
        style="bold",
    )
    console.print(
        f"{outcome.seconds:.2f} s, {outcome.rounds_per_second:,.0f} rounds/s"
        + (", stopped before its end" if outcome.interrupted else "")
    )
    columns = ["wager", "mean", "± 95 %", "deviation"]
    table = _table(*columns, *(["exact", "errors off"] if exact is not None else []))
    for name, estimate in report.estimates.items():
        row = [
            name.replace("_", " "),
            f"{estimate.mean:+.6f}",
            f"{estimate.half_width:.6f}",
            f"{estimate.standard_deviation:.4f}",
        ]
        if exact is not None:
            known = exact.get(name)
            off = None if known is None else standard_errors_off(estimate, known)
            row += ["" if known is None else f"{float(known):+.6f}"]
            row += ["" if off is None else f"{off:+.2f}"]
        table.add_row(*row)
    console.print(table)
    console.print(
        "In antes, or in stakes of a side wager; the deviation is that of one round of one box.",
        style="dim",
    )
    _tell_outcomes(console, report)


def _players(terms: Terms) -> str:
    return "1 player" if terms.players == 1 else f"{terms.players} players"


def _tell_outcomes(console: Console, report: Report) -> None:
    boxes = report.outcome.tally.boxes
    table = _table("outcome of the main game", "hands", "share", "net, in antes")
    for one in report.main.outcomes:
        table.add_row(
            one.outcome, f"{one.deals:,}", f"{one.deals / boxes:.6%}", f"{float(one.net):+g}"
        )
    console.print(table)
    for name, hits in report.hits.items():
        table = _table(f"prizes of {name.replace('_', ' ')}", "hits", "one in")
        for hit in hits:
            one_in = f"{boxes / hit.count:,.1f}" if hit.count else ""
            table.add_row(hit.prize, f"{hit.count:,}", one_in)
        console.print(table)
    tally = report.outcome.tally
    console.print(
        f"A round took at most {dollars(tally.best)} from the house and brought it at most "
        f"{dollars(-tally.worst)}.",
        style="dim",
    )


def tell_bankroll(
    console: Console,
    terms: Terms,
    purse: Purse,
    tally: SessionTally,
    seconds: float,
    exact: float | None,
) -> None:
    """Risk of ruin, results, and the time to ruin."""
    console.print(
        f"{terms.rulebook.name}: {tally.sessions:,} sessions of up to {purse.rounds:,} rounds "
        f"with {dollars(purse.bankroll)}, ante {dollars(terms.ante)}",
        style="bold",
    )
    console.print(f"{seconds:.2f} s, {tally.rounds / seconds:,.0f} rounds/s")
    table = _table("", "")
    beside = "" if exact is None else f"  exact {exact:.4%}"
    table.add_row("risk of ruin", f"{tally.risk:.4%} ± {1.96 * tally.risk_error:.4%}{beside}")
    if purse.target is not None:
        table.add_row("target reached", f"{tally.reached / tally.sessions:.4%}")
    table.add_row("mean result", dollars(round(tally.mean)))
    table.add_row("standard deviation", dollars(round(tally.standard_deviation)))
    for share, antes in quantiles(tally.results).items():
        table.add_row(f"{share} of sessions end at most", f"{antes:+,} antes")
    for share, part in quantiles(tally.ruins, (0.05, 0.5, 0.95)).items():
        table.add_row(f"{share} of ruins come within", f"{(part + 1) * purse.period:,} rounds")
    console.print(table)


def tell_floor(
    console: Console,
    floor: FloorTerms,
    terms: Terms,
    tally: FloorTally,
    seconds: float,
    known: Expected | None,
) -> None:
    """Meter, hits, amounts, winners and the house."""
    tables = sum(entry.count for entry in floor.tables)
    console.print(
        f"{terms.rulebook.name}: {tables} linked tables, {tally.histories:,} histories of "
        f"{floor.years:g} years, {tally.wagers:,} jackpot wagers",
        style="bold",
    )
    console.print(f"{seconds:.2f} s, {tally.rounds / seconds:,.0f} rounds/s")
    hits = _table("prize", "hits", "a year", "one in", "exact")
    years = tally.histories * floor.years
    for number, row in enumerate(terms.rulebook.progressive.rows):
        count = tally.rows[number]
        one_in = f"{tally.wagers / count:,.1f}" if count else ""
        exact = "" if known is None else f"{1 / known.frequencies[number]:,.1f}"
        hits.add_row(row.name, f"{count:,}", f"{count / years:,.2f}", one_in, exact)
    console.print(hits)
    step = step_of(terms)
    money = _table("in dollars", *quantiles(tally.meters, _SHOWN))
    for name, counted in (
        ("meter, day by day", tally.meters),
        ("whole meter, won", tally.amounts),
        ("house, a history", tally.house_results),
    ):
        amounts = in_cents(quantiles(counted, _SHOWN), step).values()
        money.add_row(name, *(f"{amount // 100:,}" for amount in amounts))
    console.print(money)
    rest = _table("", "")
    if tally.whole_hits:
        mean = round(tally.whole_amounts / tally.whole_hits)
        rest.add_row("mean of the whole meter when won", dollars(mean))
        if known is not None:
            long_run = round(known.long_run.amount_won_mean)
            rest.add_row("the same in the long run, exact", dollars(long_run))
    for count in sorted(tally.winners):
        shares = "one share" if count == 1 else f"{count} shares"
        rest.add_row(f"rounds with {shares} of the meter", f"{tally.winners[count]:,}")
    rest.add_row("prizes paid by the house", dollars(tally.house_prizes + tally.envy))
    rest.add_row("reset values", dollars(tally.seeded))
    rest.add_row("of which beyond the reserve", dollars(tally.house_seeds))
    rest.add_row("most on the meter", dollars(tally.meter_most))
    rest.add_row("most that one round took from it", dollars(tally.round_most))
    console.print(rest)
