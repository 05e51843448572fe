"""A sheet as JSON: the published contract, exact numbers as `N/D` beside readable ones."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from croupier.odds.economics import JackpotEconomics
from croupier.odds.main_game import MainOdds, own_known
from croupier.odds.sheet import Sheet, Statement, fingerprint
from croupier.odds.side_wagers import Draw, JackpotOdds, Prize, WagerOdds
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from croupier.odds.advice import Advice
    from croupier.odds.ambiguity import Ambiguity
    from croupier.odds.atlas import Knowledge
    from croupier.odds.difference import Difference, Effects, Priced
    from croupier.rulebooks.changes import Side


def exact(value: Fraction) -> str:
    """`-1041372912372/19933230517200` in lowest terms; always with its denominator."""
    return f"{value.numerator}/{value.denominator}"


def number(value: Fraction) -> int | str:
    """A whole number where it is one, else `N/D`."""
    return value.numerator if value.denominator == 1 else exact(value)


def as_json(
    sheet: Sheet,
    stated: Statement | None = None,
    economics: JackpotEconomics | None = None,
) -> dict[str, Any]:
    """The sheet under the contract's keys."""
    wagers: dict[str, Any] = {"main": _main(sheet.main)}
    if sheet.main.ante_bonus is not None:
        wagers["ante_bonus"] = {
            "expected": exact(sheet.main.ante_bonus),
            "included_in": "main",
        }
    for name, side in sheet.side_wagers.items():
        wagers[name] = _wager(side)
    for target, odds in sheet.jackpots.items():
        wagers[target.value] = _jackpot(odds)
    for name, draw in sheet.draws.items():
        wagers[name] = _draw(draw)
    if sheet.envy is not None:
        wagers["envy_bonus"] = {
            "expected": exact(sheet.envy),
            "players": sheet.question.jackpot.players,
        }
    result: dict[str, Any] = {
        "rulebook": sheet.rulebook.slug,
        "edition": sheet.rulebook.edition,
        "fingerprint": fingerprint(sheet.rulebook),
        "deals": sheet.main.deals,
        "wagers": wagers,
        "strategy": sheet.strategy,
        "dealer_cards_known": own_known(sheet.rulebook)
        if sheet.question.known is None
        else sheet.question.known,
        "ante": sheet.question.ante,
        "what_if": list(sheet.what_if),
    }
    if stated is not None:
        result["statement"] = _statement(stated)
    if economics is not None:
        result["jackpot_economics"] = economics_json(economics)
    return result


def _main(main: MainOdds) -> dict[str, Any]:
    return {
        "expected": exact(main.expected),
        "house_edge": float(-main.expected),
        "element_of_risk": float(main.element_of_risk),
        "average_stake": float(main.average_stake),
        "standard_deviation": main.standard_deviation,
        "variance": exact(main.variance),
        "stay_frequency": exact(main.stay_frequency),
        "hit_frequency": exact(main.hit_frequency),
        "outcomes": [
            {
                "outcome": outcome.outcome,
                "deals": outcome.deals,
                "net": number(outcome.net),
                "frequency": outcome.deals / main.deals,
                "one_in": main.deals / outcome.deals if outcome.deals else None,
            }
            for outcome in main.outcomes
        ],
    }


def _wager(odds: WagerOdds) -> dict[str, Any]:
    return {
        "expected": exact(odds.expected),
        "house_edge": float(-odds.expected),
        "standard_deviation": odds.standard_deviation,
        "variance": exact(odds.variance),
        "hit_frequency": exact(odds.hit_frequency),
        "prizes": [_prize(prize) for prize in odds.prizes],
    }


def _prize(prize: Prize) -> dict[str, Any]:
    return {
        "prize": prize.name,
        "clause": prize.clause,
        "frequency": exact(prize.frequency),
        "one_in": float(prize.one_in) if prize.one_in is not None else None,
        "pays": number(prize.pays),
        "returns_stake": prize.returns_stake,
    }


def _jackpot(odds: JackpotOdds) -> dict[str, Any]:
    even = odds.break_even
    return {
        **_wager(odds.pay_table),
        "meter": odds.meter,
        "stake": odds.stake,
        "break_even_meter": None if even is None else ceil(even),
        "break_even_meter_exact": None if even is None else exact(even),
        "return_per_cent_of_meter": exact(odds.return_per_cent_of_meter),
        "forfeited_by_folding": exact(odds.forfeited),
        "expected_with_awards": exact(odds.expected_with_awards),
    }


def _draw(draw: Draw) -> dict[str, Any]:
    return {
        "expected": exact(draw.expected),
        "every": draw.every,
        "frequency": exact(draw.frequency),
        "one_in": float(1 / draw.frequency) if draw.frequency else None,
        "pays": draw.odds,
    }


def _statement(stated: Statement) -> dict[str, Any]:
    return {
        "strategy": stated.strategy.name,
        "stay_with": list(stated.strategy.words()),
        "expected": exact(stated.expected),
        "cost_against_optimum": exact(stated.cost),
    }


def rules_json(rulebook: Rulebook, rules: Sequence[Statement]) -> dict[str, Any]:
    """The rules to remember, from one threshold to the one that costs least."""
    return {
        "rulebook": rulebook.slug,
        "edition": rulebook.edition,
        "stay": rulebook.stay.wager,
        "rules": [
            {
                "stay_with": list(rule.strategy.spoken()),
                "expected": exact(rule.expected),
                "cost": exact(rule.cost),
                "cost_decimal": float(rule.cost),
            }
            for rule in rules
        ],
    }


def atlas_json(rulebook: Rulebook, known: "Sequence[Knowledge]") -> dict[str, Any]:
    """What further knowledge is worth."""
    return {
        "rulebook": rulebook.slug,
        "edition": rulebook.edition,
        "knowledge": [
            {
                "known": one.name,
                "expected": exact(one.expected),
                "expected_decimal": float(one.expected),
                "gain": exact(one.gain),
                "gain_decimal": float(one.gain),
                "either_way": float(one.either_way),
                "clauses": list(one.clauses),
                "stay_with": list(one.rule),
                "cost": exact(one.cost),
                "cost_decimal": float(one.cost),
                "wagers": {name: exact(value) for name, value in one.wagers.items()},
            }
            for one in known
        ],
    }


def economics_json(long_run: JackpotEconomics) -> dict[str, Any]:
    """The long run of a jackpot."""
    funding = long_run.funding
    return {
        "wagers_per_hour": float(long_run.wagers_per_hour),
        "wagers_between_hits": exact(long_run.wagers_between_hits),
        "hours_between_hits": float(long_run.hours_between_hits),
        "wagers_to_hit": long_run.wagers_to_hit,
        "amount_won_mean": exact(long_run.amount_won_mean),
        "amount_won": long_run.amount_won,
        "increment_for_meter": float(long_run.increment_for_meter),
        "funding": {
            "growth": exact(funding.growth),
            "reset": exact(funding.reset),
            "fixed_prizes": exact(funding.fixed_prizes),
            "house": exact(funding.house),
        },
        "liability": long_run.liability,
        "round_liability": long_run.round_liability,
        "house_prizes_per_hour": float(long_run.house_prizes_per_hour),
        "house_prizes_deviation": long_run.house_prizes_deviation,
    }


def advice_json(slug: str, advice: "Advice") -> dict[str, Any]:
    """One hand's advice."""
    return {
        "rulebook": slug,
        "hand": advice.hand,
        "up_card": advice.up_card,
        "holding": advice.holding,
        "stay": exact(advice.stay),
        "fold": exact(advice.fold),
        "decision": advice.decision,
        "margin": exact(advice.margin),
        "dealer": {
            "does_not_qualify": advice.dealer.no_hand,
            "below": advice.dealer.below,
            "equal": advice.dealer.equal,
            "above": advice.dealer.above,
        },
    }


def difference_json(found: "Difference") -> dict[str, Any]:
    """Two rulebooks and the price of every change between them."""
    terms = found.question.jackpot
    return {
        "a": found.left.edition_name,
        "b": found.right.edition_name,
        "ante": found.question.ante,
        "stake": terms.stake,
        "meter": terms.meter,
        "reset": terms.reset,
        "players": terms.players,
        "strategies": list(found.strategies),
        "whole": _effects(found.whole),
        "changes": [_change(one) for one in found.changes],
        "interactions": [
            {"rules": [one.rule for one in joint.changes], "effects": _effects(joint.effects)}
            for joint in found.interactions
        ],
        "inseparable": found.inseparable,
        "left_out": found.left_out,
    }


def _change(priced: "Priced") -> dict[str, Any]:
    change = priced.change
    return {
        "rule": change.rule,
        "before": _side(change.before),
        "after": _side(change.after),
        "pays": priced.pays,
        "effects": None if priced.effects is None else _effects(priced.effects),
        "decides": None if priced.moves else priced.decides,
    }


def _side(side: "Side | None") -> dict[str, Any] | None:
    if side is None:
        return None
    source = side.source
    return {"value": side.words, "clauses": list(source.clauses), "reading": source.reading}


def _effects(effects: "Effects") -> dict[str, Any]:
    return {
        strategy: {
            "wagers": {wager: exact(moved) for wager, moved in effect.wagers.items()},
            "player_cents_a_round": exact(effect.player),
            "house_cents_in_1000_rounds": exact(effect.house),
        }
        for strategy, effect in effects.items()
    }


def ambiguity_json(found: "Ambiguity") -> dict[str, Any]:
    """A reading that a table may override, and what each other choice is worth."""
    reading = found.reading
    return {
        "reading": reading.id,
        "name": reading.name,
        "question": reading.question,
        "clauses": list(reading.clauses),
        "ours": found.ours,
        "others": [
            {"choice": other.value, "difference": difference_json(other.difference)}
            for other in found.others
        ],
    }
