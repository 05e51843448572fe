"""Every published number with its derivation: whole counts, fractions, and its named parts.

The page writes the formula; these are the numbers in it, exact, as text.
"""

from fractions import Fraction
from typing import Any

from croupier.odds import JackpotOdds, MainOdds, Prize, Sheet, WagerOdds
from croupier.odds.contract import exact, number
from croupier.odds.deck import kinds_of
from croupier.rulebooks.progressive import MeterShare

Figure = dict[str, Any]


def figure(name: str, value: Fraction | float, **parts: Fraction | int | float) -> Figure:
    """A figure with its exact value, a decimal to read, and the parts of its formula."""
    return {
        "figure": name,
        "exact": exact(value) if isinstance(value, Fraction) else None,
        "decimal": float(value),
        "parts": {key: _part(part) for key, part in parts.items()},
    }


def _part(value: Fraction | int | float) -> str:
    return str(number(value)) if isinstance(value, Fraction) else str(value)


def main_figures(main: MainOdds) -> list[Figure]:
    """The main game: everything follows from the deals of each outcome and its net result."""
    total = sum((o.deals * o.net for o in main.outcomes), Fraction(0))
    squares = sum((o.deals * o.net**2 for o in main.outcomes), Fraction(0))
    stayed = sum(tally.stayed for tally in main.tallies.values())
    won = sum(o.deals for o in main.outcomes if o.net > 0)
    multiple = main.stay_multiple
    figures = [
        figure("house_edge", -main.expected, total=total, deals=main.deals),
        figure(
            "element_of_risk",
            main.element_of_risk,
            lost=-total,
            staked=main.deals + multiple * stayed,
        ),
        figure(
            "average_stake",
            main.average_stake,
            multiple=multiple,
            stayed=stayed,
            deals=main.deals,
        ),
        figure(
            "standard_deviation",
            main.standard_deviation,
            squares=squares,
            deals=main.deals,
            expected=main.expected,
            variance=main.variance,
        ),
        figure("stay_frequency", main.stay_frequency, stayed=stayed, deals=main.deals),
        figure("hit_frequency", main.hit_frequency, won=won, deals=main.deals),
    ]
    if main.ante_bonus is not None:
        figures.append(
            figure(
                "ante_bonus", main.ante_bonus, total=main.ante_bonus * main.deals, deals=main.deals
            )
        )
    return figures


def wager_figures(odds: WagerOdds) -> list[Figure]:
    """A wager on one hand: what is returned for each unit staked, less the unit."""
    back = sum((_returned(prize) for prize in odds.prizes), Fraction(0))
    return [
        figure("house_edge", -odds.expected, back=back),
        figure(
            "standard_deviation",
            odds.standard_deviation,
            variance=odds.variance,
            expected=odds.expected,
        ),
        figure("hit_frequency", odds.hit_frequency),
    ]


def _returned(prize: Prize) -> Fraction:
    return prize.frequency * (prize.pays + prize.returns_stake)


def jackpot_figures(sheet: Sheet, odds: JackpotOdds) -> list[Figure]:
    """A jackpot wager at its meter, and the meter at which it would be fair."""
    table = odds.pay_table
    meter_part = odds.return_per_cent_of_meter * odds.meter
    back = sum((_returned(prize) for prize in table.prizes), Fraction(0))
    shares = [
        (row.prize.percent, prize)
        for row, prize in zip(sheet.rulebook.progressive.rows, table.prizes, strict=True)
        if isinstance(row.prize, MeterShare)
    ]
    taken = sum((Fraction(percent, 100) * prize.frequency for percent, prize in shares), Fraction())
    figures = wager_figures(table)
    figures[0]["parts"] |= {"meter_part": _part(meter_part), "fixed_part": _part(back - meter_part)}
    figures.append(
        figure(
            "return_per_million",
            odds.return_per_cent_of_meter * 100_000_000,
            taken=taken,
            stake=odds.stake,
            slope=odds.return_per_cent_of_meter,
        )
    )
    if odds.break_even is not None:
        figures.append(
            figure(
                "break_even",
                odds.break_even,
                meter=odds.meter,
                expected=table.expected,
                slope=odds.return_per_cent_of_meter,
            )
        )
    figures.append(figure("forfeited", odds.forfeited))
    if odds.expected_with_awards != table.expected:
        figures.append(figure("edge_with_awards", -odds.expected_with_awards))
    return figures


def hands_by_class(sheet: Sheet) -> list[dict[str, Any]]:
    """The outcomes for every class of hand, strongest first: whole numbers of deals."""
    kinds = kinds_of(sheet.rulebook.hands)
    held = dict.fromkeys(sheet.rulebook.hands.classes, 0)
    for kind in kinds.kinds:
        held[kind.value.hand_class] += kind.hands
    return [
        {
            "hand": hand.slug,
            "label": hand.label,
            "hands": held[hand],
            "of": kinds.hands,
            "deals": tally.stayed + tally.fold,
            "no_hand": tally.no_hand,
            "win": tally.win,
            "stand_off": tally.stand_off,
            "lose": tally.lose,
            "fold": tally.fold,
        }
        for hand, tally in sheet.main.tallies.items()
    ]
