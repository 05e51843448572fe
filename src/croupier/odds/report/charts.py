"""Pictures of a sheet, as SVG: where to stay in, and the jackpot's edge against its meter."""

import io
from typing import TYPE_CHECKING, Any

from croupier.cards import RANKS
from croupier.extras import need
from croupier.odds.main_game import Solution, nets, solve
from croupier.odds.report.reader import ENGLISH, Reader, Say, drawing_for
from croupier.odds.sheet import Sheet
from croupier.rulebooks.wagers import WagerKind

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

_STAY, _FOLD, _INK = "#1f6f4a", "#f1ede2", "#222222"
_LABEL_ROWS = 4
_NEIGHBOURS = 40
"""Kinds shown on either side of a single threshold."""


def pictures(sheet: Sheet, reader: Reader = ENGLISH) -> dict[str, str]:
    """Every picture of a sheet by its name, as SVG text, for its reader."""
    need("report", "A picture")
    with drawing_for(reader, as_text=True) as say:
        drawn = {"strategy": _strategy(sheet, say)}
        if WagerKind.JACKPOT in sheet.jackpots:
            drawn["meter"] = _meter(sheet, say)
    return drawn


def _strategy(sheet: Sheet, say: Say) -> str:
    """The optimum: by hand and up card where the up card matters, else by hand alone."""
    solution = solve(sheet.rulebook)
    terms = nets(sheet.rulebook, sheet.question.ante)
    stay = solution.optimum(terms)
    if solution.known == 1:
        shares = _stay_shares(solution, stay)
        import numpy as np

        mixed = np.flatnonzero(((shares > 0) & (shares < 1)).any(axis=1) | _torn(shares))
        if len(mixed):
            return _grid(solution, shares, range(int(mixed.min()), int(mixed.max()) + 1), say)
    return _threshold(sheet, solution, stay, say)


def _torn(shares: "NDArray[Any]") -> "NDArray[Any]":
    """Kinds that stay in against some up cards and fold against others."""
    import numpy as np

    return np.asarray((np.nanmin(shares, axis=1) == 0) & (np.nanmax(shares, axis=1) == 1))


def _stay_shares(solution: Solution, stay: "NDArray[Any]") -> "NDArray[Any]":
    """The share of deals in which each kind stays in against each up card."""
    import numpy as np

    stayed = np.zeros((len(solution.kinds), len(RANKS)))
    dealt = np.zeros_like(stayed)
    places = (solution.states[:, 0], solution.up_ranks)
    np.add.at(dealt, places, solution.states[:, 1])
    np.add.at(stayed, places, np.where(stay, solution.states[:, 1], 0))
    with np.errstate(invalid="ignore"):
        return np.asarray(stayed / dealt)


def _grid(solution: Solution, shares: "NDArray[Any]", shown: range, say: Say) -> str:
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

    rows = [n for n in shown if not solution.kinds.kinds[n].suited]
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    colours = LinearSegmentedColormap.from_list("stay", [_FOLD, _STAY])
    picture = axes.pcolormesh(shares[rows], cmap=colours, vmin=0, vmax=1, rasterized=False)
    axes.set_xticks([place + 0.5 for place in range(len(RANKS))], list(RANKS))
    labels = _group_labels(solution, rows)
    axes.set_yticks(
        [place + 0.5 for place, _ in labels], [label for _, label in labels], fontsize=5.5
    )
    axes.set_xlabel(say("dealer's up card"))
    folds, stays = (
        np.nanmax(shares[: shown.start], initial=0),
        np.nanmin(shares[shown.stop :], initial=1),
    )
    title = "Where the optimum stays in"
    if folds == 0 and stays == 1:
        title = "Where the optimum stays in: every weaker hand folds, every stronger one stays"
    axes.set_title(say(title), fontsize=9)
    bar = figure.colorbar(picture, ax=axes, shrink=0.7, aspect=30)
    bar.set_label(say("share of deals stayed in; suits decide the rest"), fontsize=8)
    return _svg(figure)


def _group_labels(solution: Solution, rows: list[int]) -> list[tuple[int, str]]:
    """A label at the strongest hand of each group that shares its four highest cards, where
    the group is tall enough to carry one."""
    labels: list[tuple[int, str]] = []
    first = 0
    for place, number in enumerate(rows):
        ranks = solution.kinds.kinds[number].value.ranks
        after = rows[place + 1] if place + 1 < len(rows) else None
        if after is None or solution.kinds.kinds[after].value.ranks[:4] != ranks[:4]:
            if place - first + 1 >= _LABEL_ROWS:
                labels.append((place, "-".join(RANKS[rank] for rank in ranks)))
            first = place + 1
    return labels


def _threshold(sheet: Sheet, solution: Solution, stay: "NDArray[Any]", say: Say) -> str:
    """The value of staying in for the hands around the one where it overtakes folding."""
    from matplotlib.figure import Figure

    by_kind = solution.staying()
    terms = nets(sheet.rulebook, sheet.question.ante)
    lowest = int(solution.states[stay][:, 0].min())
    shown = range(max(0, lowest - _NEIGHBOURS), min(len(solution.kinds), lowest + _NEIGHBOURS))
    numbers = [n for n in shown if by_kind[n].sum()]
    values = []
    for n in numbers:
        pays = terms[solution.kinds.kinds[n].value.hand_class]
        total = sum(int(c) * float(net) for c, net in zip(by_kind[n, :4], pays, strict=True))
        values.append(total / int(by_kind[n].sum()))
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    axes = figure.subplots()
    colours = [_STAY if n >= lowest else "#b9b29f" for n in numbers]
    axes.bar(range(len(numbers)), [v + 1 for v in values], bottom=-1, color=colours, width=0.8)
    axes.axhline(-1, color=_INK, linewidth=0.8)
    names = ["-".join(RANKS[r] for r in solution.kinds.kinds[n].value.ranks) for n in numbers]
    axes.set_xticks(range(0, len(numbers), 4), names[::4], rotation=90, fontsize=7)
    axes.set_ylabel(say("staying in, in antes (folding is −1)"))
    title = f"Staying in overtakes folding at {names[numbers.index(lowest)]}"
    axes.set_title(say(title), fontsize=9)
    return _svg(figure)


def _meter(sheet: Sheet, say: Say) -> str:
    """What the jackpot wager returns, against the meter."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    odds = sheet.jackpots[WagerKind.JACKPOT]
    even = float(odds.break_even or 0)
    top = 1.6 * max(even, float(odds.meter))
    slope, now = float(odds.return_per_cent_of_meter), float(odds.pay_table.expected)
    edge = [-(now + slope * (meter - odds.meter)) * 100 for meter in (0.0, top)]
    figure = Figure(figsize=(7.2, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, top / 100], edge, color=_STAY, linewidth=2)
    axes.axhline(0, color=_INK, linewidth=0.8)
    if even:
        axes.plot([even / 100], [0], "o", color=_INK)
        axes.annotate(
            say(f"break-even ${even / 100:,.0f}"),
            (even / 100, 0),
            xytext=(6, 8),
            textcoords="offset points",
            fontsize=8,
        )
    axes.plot([odds.meter / 100], [-now * 100], "s", color=_STAY)
    axes.annotate(
        f"${odds.meter / 100:,.0f}: {-now * 100:.2f} %",
        (odds.meter / 100, -now * 100),
        xytext=(6, 8),
        textcoords="offset points",
        fontsize=8,
    )
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"${value:,.0f}"))
    axes.set_xlabel(say("meter"))
    axes.set_ylabel(say("house edge, % of the stake"))
    axes.set_xlim(0, top / 100)
    axes.grid(visible=True, color="#dddddd", linewidth=0.5)
    return _svg(figure)


def _svg(figure: "Figure") -> str:
    """The figure as SVG, the same text for the same figure."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    before, _, rest = text[text.index("<svg") :].partition("<metadata>")
    return before + rest.partition("</metadata>")[2]
