"""The answers of the odds page: what can be asked, and the results, as JSON."""

from typing import Any

import msgspec

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.cards import parse_cards
from croupier.house.http.pages.odds_figures import (
    hands_by_class,
    jackpot_figures,
    main_figures,
    wager_figures,
)
from croupier.house.http.pages.odds_question import Asked
from croupier.money import Cents
from croupier.odds import CannotPrice, advise, named_strategies, price, solve
from croupier.odds.ambiguity import ambiguities
from croupier.odds.borderline import Borderline, Grid, borderline
from croupier.odds.contract import (
    advice_json,
    ambiguity_json,
    as_json,
    difference_json,
    economics_json,
    exact,
)
from croupier.odds.difference import difference
from croupier.odds.main_game import own_known
from croupier.odds.report.reader import Reader
from croupier.odds.sheet import fingerprint, sheet_economics
from croupier.odds.strategy import OPTIMAL, statement
from croupier.odds.what_if import SIDE_PAYS, row_slug
from croupier.ranking import OrderOfHands
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, MeterShare, Prize
from croupier.rulebooks.wagers import Award, PayTable, WagerKind

encode = msgspec.json.Encoder().encode


def catalogue() -> bytes:
    """Every rulebook with what can be changed in it."""
    return encode([game(rulebook) for rulebook in (*RULEBOOKS.values(), *ELSEWHERE.values())])


def game(rulebook: Rulebook) -> dict[str, Any]:
    limit, layout = rulebook.main.payout_max, rulebook.layout
    targets = rulebook.progressive.targets.value
    return {
        "rulebook": rulebook.slug,
        "name": rulebook.name,
        "title": rulebook.title,
        "document": rulebook.document,
        "operator": rulebook.operator,
        "edition": rulebook.edition,
        "fingerprint": fingerprint(rulebook),
        "cards": rulebook.hands.size,
        "up_card": own_known(rulebook) == 1,
        "qualifies": rulebook.qualifying_hand,
        "stay_wager": rulebook.stay.wager,
        "side_wagers": [
            {"wager": name, "label": side.label.capitalize()}
            for name, side in rulebook.side_wagers.items()
        ],
        "jackpot": rulebook.jackpot is not None,
        "stay_multiple": rulebook.stay.multiple,
        "payout_max": None if limit is None else limit.value,
        "boxes": [layout.boxes_min, layout.boxes_max],
        "others": bool(rulebook.envy) or WagerKind.DEALER_JACKPOT in targets,
        "draws": rulebook.draws is not None,
        "strategies": [OPTIMAL, *named_strategies(rulebook.hands.size)],
        "tables": pay_tables(rulebook),
    }


def game_answer(rulebook: Rulebook) -> bytes:
    return encode(game(rulebook))


def pay_tables(rulebook: Rulebook) -> list[dict[str, Any]]:
    """The tables that a what-if question may change, by the name of its option."""
    tables = [
        _table("pays", rulebook.label(rulebook.stay.wager), rulebook.hands, rulebook.main.pays)
    ]
    if rulebook.ante_bonus is not None:
        label = rulebook.label(Award.ANTE_BONUS)
        tables.append(_table("ante_bonus_pays", label, rulebook.hands, rulebook.ante_bonus))
    for name, side in rulebook.side_wagers.items():
        order = rulebook.order_of(side.hand.value)
        of_side = _table(SIDE_PAYS, side.label.capitalize(), order, side.pays)
        for row in of_side["rows"]:
            row["row"] = f"{name}.{row['row']}"
        tables.append(of_side)
    rows = [
        {
            "row": row_slug(row),
            "label": row.name,
            "clause": row.clause,
            "envy": row.envy.value if row.envy else None,
            **_prize(row.prize),
        }
        for row in rulebook.progressive.rows
    ]
    if rows:
        tables.append({"table": "jackpot_pays", "label": "Jackpot", "rows": rows})
    return tables


def _table(name: str, label: str, order: OrderOfHands, table: PayTable) -> dict[str, Any]:
    return {"table": name, "label": label, "rows": _odds_rows(order, table)}


def _odds_rows(order: OrderOfHands, table: PayTable) -> list[dict[str, Any]]:
    return [
        {
            "row": hand.slug,
            "label": hand.label,
            "clause": table.clauses[hand],
            "envy": None,
            "unit": "to_one",
            "pays": table.odds[hand],
        }
        for hand in reversed(order.classes)
        if hand in table.odds
    ]


def _prize(prize: Prize) -> dict[str, Any]:
    match prize:
        case MeterShare(percent):
            return {"unit": "percent", "pays": percent}
        case FixedSum(amount):
            return {"unit": "dollars", "pays": amount // 100 if amount % 100 == 0 else amount / 100}
        case _:
            return {"unit": "to_one", "pays": prize.odds}


def sheet_answer(rulebook: Rulebook, asked: Asked) -> bytes:
    """The sheet of `croupier odds --json`, and the derivation of each number."""
    sheet = price(asked.of(rulebook), asked.question())
    figures = {"main": main_figures(sheet.main)}
    for name, side in sheet.side_wagers.items():
        figures[name] = wager_figures(side)
    for target, odds in sheet.jackpots.items():
        figures[target.value] = jackpot_figures(sheet, odds)
    return encode(
        {
            **as_json(sheet),
            "command": asked.command(rulebook),
            "figures": figures,
            "hands": hands_by_class(sheet),
            "limit_bites_above": _limit_bites(sheet.rulebook),
            "tables": pay_tables(sheet.rulebook),
        }
    )


def par_sheet_answer(rulebook: Rulebook, asked: Asked, reader: Reader) -> bytes:
    """The PAR sheet of `croupier odds --report`, as PDF."""
    from croupier.odds.report.par_sheet import pdf_report

    return pdf_report(price(asked.of(rulebook), asked.question()), reader=reader)


def _limit_bites(rulebook: Rulebook) -> Cents | None:
    """The largest ante at which no hand's winnings reach the payout limit (CSP 4.1.1)."""
    limit = rulebook.main.payout_max
    most = max(rulebook.main.pays.odds.values()) * rulebook.stay.multiple
    return None if limit is None or not most else limit.value // most


def strategy_answer(rulebook: Rulebook, asked: Asked) -> bytes:
    """The optimum as a chart, the rule in words, and the simple strategies for comparison."""
    changed = asked.of(rulebook)
    solution = solve(changed)
    names = (OPTIMAL, *named_strategies(changed.hands.size))
    priced = [solution.price(changed, name, asked.ante) for name in names]
    best = priced[0].expected
    rule = statement(changed.hands.size)
    given_away = next(best - odds.expected for odds in priced if odds.strategy == rule.name)
    return encode(
        {
            "rulebook": rulebook.slug,
            "strategies": [
                {
                    "strategy": odds.strategy,
                    "expected": exact(odds.expected),
                    "house_edge": float(-odds.expected),
                    "element_of_risk": float(odds.element_of_risk),
                    "stay_frequency": exact(odds.stay_frequency),
                    "stays": float(odds.stay_frequency),
                    "cost": exact(best - odds.expected),
                    "cost_decimal": float(best - odds.expected),
                }
                for odds in priced
            ],
            "statement": {
                "strategy": rule.name,
                "stay_with": list(rule.words()),
                "cost": exact(given_away),
                "cost_decimal": float(given_away),
            },
            "chart": _chart(borderline(changed, rulebook, asked.ante)),
        }
    )


def _chart(found: Borderline) -> dict[str, Any]:
    return {
        "grid": None if found.grid is None else _grid(found.grid),
        "threshold": [
            {
                "hand": one.hand,
                "stay": exact(one.stay),
                "decimal": float(one.stay),
                "stays": one.stays,
            }
            for one in found.threshold
        ],
        "weakest_stay": found.weakest_stay,
        "moved": exact(found.moved),
        "moved_decimal": float(found.moved),
    }


def _grid(grid: Grid) -> dict[str, Any]:
    return {
        "hands": grid.hands,
        "left_out": grid.left_out,
        "columns": [
            {
                "up_card": column.up_card,
                "decisions": column.decisions,
                "approved": column.approved,
                "margin_least": column.margin_least,
                "margin_most": column.margin_most,
                "stay": {str(place): exact(share) for place, share in column.stay.items()},
            }
            for column in grid.columns
        ],
    }


def long_run_answer(rulebook: Rulebook, asked: Asked) -> bytes:
    """The jackpot in the long run: how it grows and when it is won."""
    sheet = price(asked.of(rulebook), asked.question())
    return encode(
        {"rulebook": rulebook.slug, "jackpot_economics": economics_json(sheet_economics(sheet))}
    )


def advice_answer(rulebook: Rulebook, hand: str, up_card: str, asked: Asked) -> bytes:
    """One hand: the exact value of both decisions."""
    if not hand.strip():
        raise CannotPrice('advice needs a hand, such as "As Kd Jh 8c 3s"')
    changed = asked.of(rulebook)
    given = advise(changed, parse_cards(hand), parse_cards(up_card), asked.ante)
    return encode(
        {
            **advice_json(rulebook.slug, given),
            "stay_decimal": float(given.stay),
            "margin_decimal": float(given.margin),
        }
    )


def differences_answer(left: Rulebook, right: Rulebook, asked: Asked) -> bytes:
    """Every changed rule with its price, and the strategies that both have."""
    theirs = named_strategies(right.hands.size)
    named = [name for name in named_strategies(left.hands.size) if name in theirs]
    return encode({**difference_json(difference(left, right, asked.question())), "named": named})


def readings_answer(rulebook: Rulebook, asked: Asked) -> bytes:
    """What each ambiguity of a document costs."""
    return encode([ambiguity_json(one) for one in ambiguities(rulebook, asked.question())])
