"""The content of a sheet, wherever it is shown: sections of text, tables, pictures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier import wagers
from croupier.money import dollars
from croupier.odds.blind import BlindBox
from croupier.odds.economics import JackpotEconomics
from croupier.odds.main_game import MainOdds, solve
from croupier.odds.sheet import Sheet, Statement
from croupier.odds.side_wagers import JackpotOdds, WagerOdds
from croupier.odds.strategy import OPTIMAL, named_strategies
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import WagerKind

if TYPE_CHECKING:
    from croupier.odds.atlas import Knowledge

_WHOLE_TURNS = 100
"""Odds rarer than this are shown without decimals."""


class Table(Struct, frozen=True):
    """Columns with their headings; a heading that starts with `#` is of numbers."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(Struct, frozen=True, kw_only=True):
    """One part of a sheet."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[str, ...] = ()
    """Names of the pictures in it."""


class ParSheet(Struct, frozen=True, kw_only=True):
    """Everything that a report shows, in whatever form it is written."""

    title: str
    marks: Table
    sections: tuple[Section, ...]
    pictures: dict[str, str]
    language: str = "en"


def percent(value: Fraction, digits: int = 4) -> str:
    """`5.2243 %`, rounded for reading."""
    return f"{float(value) * 100:.{digits}f} %"


def one_in(value: Fraction | None) -> str:
    """`1 in 649,740`."""
    if not value:
        return "never"
    turns = float(1 / value)
    return f"1 in {turns:,.0f}" if turns >= _WHOLE_TURNS else f"1 in {turns:,.2f}"


def fraction(value: Fraction) -> str:
    """`−142,031,221 / 2,718,662,100`, a whole number alone."""
    sign = "−" if value < 0 else ""
    top = f"{sign}{abs(value.numerator):,}"
    return top if value.denominator == 1 else f"{top} / {value.denominator:,}"


def day(rulebook: Rulebook) -> str:
    """`9 May 2013`, when the edition took effect."""
    return f"{rulebook.effective.day} {rulebook.effective:%B %Y}"


def antes(value: Fraction) -> str:
    """A signed result in antes or stakes."""
    if value == 0:
        return "0"
    return f"{float(value):+,.4f}".rstrip("0").rstrip(".").replace("-", "−")


def main_section(main: MainOdds, title: str = "Main game") -> Section:
    """The outcome table with exact counts, and the figures that follow from it."""
    rows = tuple(
        (
            outcome.outcome,
            f"{outcome.deals:,}",
            one_in(Fraction(outcome.deals, main.deals)),
            antes(outcome.net),
            f"{float(outcome.deals * outcome.net / main.deals):+.6f}".replace("-", "−"),
        )
        for outcome in main.outcomes
    )
    total = (
        "all",
        f"{sum(outcome.deals for outcome in main.outcomes):,}",
        "",
        "",
        f"{float(main.expected):+.6f}".replace("-", "−"),
    )
    facts = [
        ("expectation, in antes", fraction(main.expected)),
        ("house edge, of the ante", percent(-main.expected, 6)),
        ("element of risk, of all that is staked", percent(main.element_of_risk, 6)),
        ("average stake, in antes", f"{float(main.average_stake):.6f}"),
        ("standard deviation, in antes", f"{main.standard_deviation:.6f}"),
        ("hands stayed in", percent(main.stay_frequency, 4)),
        ("deals won", percent(main.hit_frequency, 4)),
    ]
    if main.ante_bonus is not None:
        facts.append(("of which ante bonus", antes(main.ante_bonus)))
    return Section(
        title=title,
        text=(f"Strategy: {main.strategy}. Every one of {main.deals:,} deals is counted.",),
        tables=(
            Table(("figure", "#value"), tuple(facts)),
            Table(("outcome", "#deals", "#odds", "#net", "#adds"), (*rows, total)),
        ),
    )


def strategy_section(sheet: Sheet, stated: Statement) -> Section:
    """The optimum in words, what that rule costs, and the simple strategies for comparison."""
    size = sheet.rulebook.hands.size
    solution = solve(sheet.rulebook)
    names = (OPTIMAL, *named_strategies(size))
    priced = [solution.price(sheet.rulebook, name, sheet.question.ante) for name in names]
    best = priced[0].expected
    if stated.cost == 0:
        verdict = "This is the optimum: no decision of it loses anything."
    else:
        verdict = (
            f"This rule loses {float(stated.cost) * 1e6:.4f} millionths of an ante a deal "
            f"against the optimum (exactly {fraction(stated.cost)}), which decides by suits too."
        )
    return Section(
        title="Strategy",
        text=("Stay in with", *(f"• {line}" for line in stated.strategy.words()), verdict),
        tables=(
            Table(
                ("strategy", "#house edge", "#element of risk", "#stays in", "#cost"),
                tuple(
                    (
                        odds.strategy,
                        percent(-odds.expected),
                        percent(odds.element_of_risk),
                        percent(odds.stay_frequency, 2),
                        f"{float(best - odds.expected):.8f}",
                    )
                    for odds in priced
                ),
            ),
        ),
        pictures=("strategy",),
    )


def wager_section(title: str, odds: WagerOdds) -> Section:
    """A wager on the player's own hand."""
    return Section(
        title=title,
        tables=(_figures(odds.expected, odds.standard_deviation), _prizes(odds)),
    )


def _figures(expected: Fraction, deviation: float, *more: tuple[str, str]) -> Table:
    return Table(
        ("figure", "#value"),
        (
            ("expectation, in stakes", fraction(expected)),
            ("house edge, of the stake", percent(-expected)),
            ("standard deviation, in stakes", f"{deviation:,.4f}"),
            *more,
        ),
    )


def _prizes(odds: WagerOdds) -> Table:
    return Table(
        ("prize", "#odds", "#wins, in stakes", "stake", "#adds"),
        tuple(
            (
                prize.name,
                one_in(prize.frequency),
                f"{float(prize.pays):,.10g}",
                "returned" if prize.returns_stake else "taken",
                f"{float(prize.frequency * (prize.pays + prize.returns_stake)):.6f}",
            )
            for prize in odds.prizes
        ),
    )


def jackpot_section(title: str, sheet: Sheet, odds: JackpotOdds) -> Section:
    """A jackpot wager at its meter, with the break-even and the awards beside it."""
    even = odds.break_even
    per_million = odds.return_per_cent_of_meter * 100_000_000
    more = [
        ("meter", f"${dollars(odds.meter)}"),
        ("stake", f"${dollars(odds.stake)}"),
        ("break-even meter", "none" if even is None else f"${float(even) / 100:,.2f}"),
        ("each million on the meter returns", percent(per_million)),
    ]
    if odds.expected_with_awards != odds.pay_table.expected:
        more.append(("house edge with draws and envy bonus", percent(-odds.expected_with_awards)))
    if odds.forfeited:
        more.append(("prizes forfeited by folding", one_in(odds.forfeited)))
    elif wagers.jackpot_forfeited(sheet.rulebook, folded=True):
        more.append(("prizes forfeited by folding", "none: this strategy folds no prize"))
    table = odds.pay_table
    return Section(
        title=title,
        tables=(_figures(table.expected, table.standard_deviation, *more), _prizes(table)),
        pictures=("meter",) if odds.target == WagerKind.JACKPOT else (),
    )


def awards_section(sheet: Sheet) -> Section | None:
    """Draws and envy bonus at the frequencies asked for."""
    rows = [
        (
            name.replace("_", " "),
            f"every {draw.every} rounds" if draw.every else "no draw asked for",
            one_in(draw.frequency),
            f"{draw.odds} to 1",
            f"{float(draw.expected):.6f}",
        )
        for name, draw in sheet.draws.items()
    ]
    if sheet.envy is not None:
        others = sheet.question.jackpot.players
        rows.append(("envy bonus", f"{others} other players", "", "", f"{float(sheet.envy):.6f}"))
    if not rows:
        return None
    headings = ("award", "at", "#odds", "#pays", "#expected, in stakes")
    return Section(title="Awards", tables=(Table(headings, tuple(rows)),))


def economics_section(sheet: Sheet, long_run: JackpotEconomics) -> Section:
    """How the meter is fed and when it is hit."""
    terms, traffic = sheet.question.jackpot, sheet.question.traffic
    funding = long_run.funding
    hourly = float(long_run.wagers_per_hour)
    return Section(
        title="The jackpot in the long run",
        text=(
            f"{terms.tables} table(s) of {terms.boxes} boxes, {traffic.rounds_per_hour} rounds an "
            f"hour, {percent(traffic.participation, 0)} of boxes with a jackpot wager: "
            f"{hourly:,.0f} wagers an hour. The meter grows by {percent(traffic.increment, 1)} "
            f"of each and resets to ${dollars(terms.reset)}.",
        ),
        tables=(
            Table(
                ("figure", "#value"),
                (
                    (
                        "mean wagers between hits of the whole meter",
                        f"{float(long_run.wagers_between_hits):,.0f}",
                    ),
                    ("mean hours between hits", f"{float(long_run.hours_between_hits):,.1f}"),
                    ("mean amount won", f"${float(long_run.amount_won_mean) / 100:,.2f}"),
                    (
                        "increment under which today's meter is the mean",
                        percent(long_run.increment_for_meter),
                    ),
                    ("displayed today", f"${dollars(long_run.liability)}"),
                    (
                        "most that one round can take from it",
                        f"${dollars(long_run.round_liability)}",
                    ),
                    (
                        "fixed prizes an hour, mean and deviation",
                        f"${float(long_run.house_prizes_per_hour) / 100:,.2f} ± "
                        f"{long_run.house_prizes_deviation / 100:,.2f}",
                    ),
                ),
            ),
            Table(
                ("of each unit staked", "#share"),
                (
                    ("growth of the meter", percent(funding.growth)),
                    ("putting the reset value back", percent(funding.reset)),
                    ("fixed prizes and returned stakes", percent(funding.fixed_prizes)),
                    ("left to the house", percent(funding.house)),
                ),
            ),
            _quantiles(long_run, hourly),
        ),
    )


def _quantiles(long_run: JackpotEconomics, hourly: float) -> Table:
    return Table(
        ("within probability", "#wagers to a hit", "#hours", "#amount won"),
        tuple(
            (
                name,
                f"{wagers:,}",
                f"{wagers / hourly:,.1f}",
                f"${long_run.amount_won[name] / 100:,.0f}" if long_run.amount_won else "",
            )
            for name, wagers in long_run.wagers_to_hit.items()
        ),
    )


def information_section(known: Mapping[int, MainOdds]) -> Section:
    """The edge for each number of the dealer's cards that the player knows."""
    return Section(
        title="What information is worth",
        tables=(
            Table(
                ("dealer's cards known", "#expectation, in antes", "#house edge", "#stays in"),
                tuple(
                    (
                        str(count),
                        fraction(odds.expected),
                        percent(-odds.expected),
                        percent(odds.stay_frequency, 2),
                    )
                    for count, odds in known.items()
                ),
            ),
        ),
    )


def atlas_section(known: "Sequence[Knowledge]") -> Section:
    """What each kind of knowledge is worth to a player, and what the document has against it."""
    return Section(
        title="What further knowledge is worth",
        tables=(
            Table(
                (
                    "known before deciding",
                    "#house edge",
                    "#costs the house, of $100",
                    "prevented by",
                ),
                tuple(
                    (
                        one.name,
                        f"{percent(-one.expected)}{_either_way(one.either_way)}",
                        f"${float(100 * one.gain):+.4f}",
                        ", ".join(one.clauses) or "allowed",
                    )
                    for one in known
                ),
            ),
        ),
    )


def _either_way(width: Fraction) -> str:
    return f" ± {percent(width)}" if width else ""


def atlas_wagers_section(known: "Sequence[Knowledge]") -> Section:
    """What the other wagers are worth with each kind of knowledge."""
    names = tuple(known[0].wagers)
    return Section(
        title="Other wagers with that knowledge",
        text=(
            "Expectations in their own stakes. They are wagered before the deal: only a prize that "
            "a fold forfeits depends on what is known.",
        ),
        tables=(
            Table(
                ("known before deciding", *(f"#{name.replace('_', ' ')}" for name in names)),
                tuple(
                    (one.name, *(f"{float(one.wagers[name]):+.6f}" for name in names))
                    for one in known
                    if one.wagers
                ),
            ),
        ),
    )


def atlas_rules_section(known: "Sequence[Knowledge]") -> Section:
    """For each kind of knowledge a rule to remember, and what it loses against the best play."""
    return Section(
        title="Rules to remember",
        text=("Cards are named by their rank. Stay in with the hand after the colon, or better.",),
        tables=tuple(
            Table(
                (one.name, "#costs, of the ante"),
                tuple(
                    (line, percent(one.cost) if number == 0 else "")
                    for number, line in enumerate(one.rule)
                ),
            )
            for one in known
        ),
    )


def blind_section(blind: BlindBox) -> Section:
    """The blind box and the bound that settles it."""
    return Section(
        title="The blind box",
        text=(
            "A hand bet without being viewed, the player's other hand and the up card known: "
            f"whatever they are, betting is worth at least {float(blind.stay_at_least):+.4f} antes "
            f"(the bound is lowest for {blind.viewed} against {blind.up_card}), and folding −1. "
            "So the best blind play is always to bet, and the knowledge is worth nothing.",
        ),
        tables=(
            Table(
                ("figure", "#value"),
                (
                    ("expectation, in antes", fraction(blind.main.expected)),
                    ("house edge, of the ante", percent(-blind.main.expected, 6)),
                    ("element of risk", percent(blind.main.element_of_risk, 6)),
                ),
            ),
        ),
    )
