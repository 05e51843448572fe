"""The rules that decide the odds, and the pay tables, each with its clauses."""

from croupier.money import Cents, dollars
from croupier.odds.report.content import Section, Table, day
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, MeterShare, Prize, ToOne
from croupier.rulebooks.wagers import PayTable


def rules_section(rulebook: Rulebook) -> Section:
    """The rules that decide the odds, with their clauses."""
    main, limit = rulebook.main, rulebook.main.payout_max
    keeps, up_card = rulebook.fold.keeps_jackpot, rulebook.dealing.up_card
    rows = [
        (
            "edition",
            f"{rulebook.edition}, in force from {day(rulebook)}",
            rulebook.document,
        ),
        _rule("cards in a hand", str(rulebook.hands.size), rulebook.dealing.cards.clauses, None),
        _rule("up card", "one card" if up_card.value else "none", up_card.clauses, up_card.reading),
        _rule("to stay in", f"{rulebook.stay.multiple} × ante", rulebook.stay.size.clauses, None),
        _rule(
            "dealer qualifies with",
            rulebook.qualifying_hand,
            main.qualifies.clauses,
            main.qualifies.reading,
        ),
        _rule(
            "dealer does not qualify",
            "ante pays 1 to 1, stay-in wager returned",
            main.no_hand_ante.clauses + main.no_hand_stay.clauses,
            None,
        ),
        _rule("stand-off", "ante and stay-in wager returned", main.stand_off.clauses, None),
        _rule("folding", "the ante is lost", rulebook.fold.loses_ante.clauses, None),
    ]
    if keeps is not None:
        lives = "lives" if keeps.value else "is lost"
        rows.append(_rule("jackpot wager after a fold", lives, keeps.clauses, keeps.reading))
    if limit is not None:
        rows.append(
            _rule(
                "most a box's stay-in wager wins",
                f"${dollars(limit.value)}",
                limit.clauses,
                limit.reading,
            )
        )
    return Section(
        title="Rules in force", tables=(Table(("rule", "value", "clauses"), tuple(rows)),)
    )


def _rule(
    name: str, value: str, clauses: tuple[str, ...], reading: str | None
) -> tuple[str, str, str]:
    source = "what-if" if reading is None else f"reading {reading}"
    return name, value, ", ".join(clauses) or source


def pay_tables_section(rulebook: Rulebook) -> Section:
    """Every pay table of the rulebook, row by row with its clause."""
    tables = [_odds_table("stay-in wager", rulebook.main.pays)]
    if rulebook.ante_bonus:
        tables.append(_odds_table("ante bonus", rulebook.ante_bonus))
    for side in rulebook.side_wagers.values():
        tables.append(_odds_table(side.label.lower(), side.pays))
    rows = tuple(
        (row.name, _said(row.prize, row.envy.value if row.envy else None), row.clause)
        for row in rulebook.progressive.rows
    )
    if rows:
        tables.append(Table(("jackpot", "#pays", "clause"), rows))
    return Section(title="Pay tables", tables=tuple(tables))


def _odds_table(title: str, table: PayTable) -> Table:
    return Table(
        (title, "#pays", "clause"),
        tuple(
            (hand.label, f"{odds} to 1", table.clauses[hand]) for hand, odds in table.odds.items()
        ),
    )


def _said(prize: Prize, envy: Cents | None) -> str:
    match prize:
        case MeterShare(percentage):
            said = f"{percentage} % of the meter"
        case FixedSum(amount):
            said = f"${dollars(amount)}"
        case ToOne(odds):
            said = f"{odds} to 1"
    return f"{said}, envy bonus ${dollars(envy)}" if envy else said
