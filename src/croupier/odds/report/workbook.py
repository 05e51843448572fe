"""A PAR sheet as a workbook: every figure is a formula over counts, pays and the meter.

Coloured cells may be changed, and all that follows from them moves: edge, deviation, break-even.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from io import BytesIO

from croupier.odds.by_pay import ANY_ODDS, ByPay, Outcomes, by_pay
from croupier.odds.main_game import nets
from croupier.odds.report.content import ParSheet, fraction
from croupier.odds.report.jackpot_page import jackpot_page
from croupier.odds.report.sections import JACKPOTS
from croupier.odds.report.spreadsheet import (
    Book,
    Page,
    Term,
    column_sum,
    if_equal,
    if_positive,
    least,
    looked_up,
    number,
    root,
    total,
)
from croupier.odds.report.wager_page import Figures, wager_page
from croupier.odds.sheet import Sheet
from croupier.odds.strategy import OPTIMAL
from croupier.ranking import HandClass

_ZERO, _ONE = number(0), number(1)
_ENDS = ("does not qualify", "wins", "stand-off", "loses", "folds")


def as_workbook(sheet: Sheet, printed: ParSheet, say: Callable[[str], str] = str) -> bytes:
    """The workbook's bytes, with its words as `say` says them."""
    content = BytesIO()
    with Book(content, say) as book:
        summary = book.page("PAR sheet")
        figures = {"Main game": _main_page(book, sheet)}
        for name, odds in sheet.side_wagers.items():
            label = sheet.rulebook.label(name).capitalize()
            figures[label] = wager_page(book.page(label), sheet.rulebook, odds)
        for target, jackpot in sheet.jackpots.items():
            page = book.page(target.value.replace("_", " ").capitalize())
            figures[JACKPOTS[target]] = jackpot_page(page, sheet, jackpot)
        _summary(summary, sheet, printed, figures)
        _printed(book.page("As printed"), printed)
    return content.getvalue()


def _summary(page: Page, sheet: Sheet, printed: ParSheet, figures: Mapping[str, Figures]) -> None:
    page.widths(44, 30)
    page.heading(printed.title)
    page.text("Coloured cells on the pages that follow may be changed; these figures follow them.")
    for label, value in printed.marks.rows:
        page.said(label, value)
    for name, rows in figures.items():
        page.gap()
        page.heading(name)
        for label, cell, style in rows:
            page.figure(label, cell.from_elsewhere(), style)
    page.gap()
    page.said("main game as it was written, exactly", fraction(sheet.main.expected))


def _printed(page: Page, printed: ParSheet) -> None:
    """The sections of the printed sheet, as they were when it was written."""
    page.widths(50, *[24] * 5)
    page.text("The sheet as it was written; nothing on this page follows a change.")
    for section in printed.sections:
        page.gap()
        page.heading(section.title)
        page.text(*section.text)
        for table in section.tables:
            page.gap()
            for row in ([heading.lstrip("#") for heading in table.headings], *table.rows):
                page.start(row[0])
                for column, cell in enumerate(row[1:], 1):
                    page.words(column, cell)
                page.end()


class _Terms:
    """The cells that every row of the main game refers to."""

    def __init__(self, page: Page, sheet: Sheet) -> None:
        limit, ante = sheet.rulebook.main.payout_max, sheet.question.ante
        self.ante = page.given("ante, $; 0 where no limit is reached", Fraction(ante or 0, 100))
        most = Fraction(limit.value if limit else 0, 100)
        self.most = page.given("most that the stay-in wager wins, $; 0 for no limit", most)
        self.stay = page.rule("stay-in wager, in antes", sheet.rulebook.stay.multiple)
        self.deals = page.rule("deals", sheet.main.deals)
        hand = HandClass.ODD_CARDS
        pays, bonus = _pays(sheet, hand), _bonus(sheet, hand)
        base = [net - bonus for net in nets(sheet.rulebook)[hand]]
        base[1] -= sheet.rulebook.stay.multiple * pays
        self.ends = [
            page.rule(f"{end}: antes won beside the pay", net)
            for end, net in zip(
                ("dealer does not qualify", "hand wins", "stand-off", "hand loses", "hand folds"),
                (*base, Fraction(-1)),
                strict=True,
            )
        ]


def _pays(sheet: Sheet, hand: HandClass) -> int:
    return sheet.rulebook.main.pays.odds.get(hand, 0)


def _bonus(sheet: Sheet, hand: HandClass) -> int:
    table = sheet.rulebook.ante_bonus
    return table.odds.get(hand, 0) if table else 0


def _main_page(book: Book, sheet: Sheet) -> Figures:
    page, decisions = book.page("Main game"), _decisions_page(book)
    page.widths(50, *[18] * 13)
    page.heading("Main game")
    page.text("Pays are to 1. Deals by how they end come from the page of decisions, by the pay.")
    terms = _Terms(page, sheet)
    page.gap()
    page.headings(
        *("hand", "pays", "ante bonus", "pays at the limit", "exact for the strategy"),
        *(*_ENDS, "deals", "antes won", "adds", "squares"),
    )
    rows = [
        _hand(page, sheet, hand, outcomes, _listed(decisions, hand, outcomes), terms)
        for hand, outcomes in _outcomes(sheet).items()
    ]
    page.gap()
    exact, stayed, won, squares = (column_sum(list(cells)) for cells in zip(*rows, strict=True))
    expected = page.figure("expectation, in antes", won / terms.deals, "plain")
    edge = page.figure("house edge, of the ante", _ZERO - expected, "share")
    staying = page.figure("hands stayed in", _ONE - stayed / terms.deals, "share")
    stake = page.figure("average stake, in antes", _ONE + terms.stay * staying, "plain")
    risk = page.figure("element of risk, of all that is staked", edge / stake, "share")
    spread = root(squares / terms.deals - expected * expected)
    deviation = page.figure("standard deviation, in antes", spread, "plain")
    whole = if_equal(exact, number(len(rows)), _ONE, _ZERO)
    best = "decisions are the best" if sheet.strategy == OPTIMAL else "decisions are the strategy's"
    sure = page.figure(f"{best} for these pays", whole, "yes")
    return [
        ("expectation, in antes", expected, "plain"),
        ("house edge, of the ante", edge, "share"),
        ("element of risk, of all that is staked", risk, "share"),
        ("standard deviation, in antes", deviation, "plain"),
        ("hands stayed in", staying, "share"),
        (f"{best} for these pays", sure, "yes"),
    ]


def _decisions_page(book: Book) -> Page:
    page = book.page("Decisions")
    page.widths(20, 12, 12, *[20] * 5)
    page.heading("Decisions by pay")
    page.text(
        "Deals of each class of hand by how they end under the strategy, by what the class pays.",
        "Between 'from' and 'to' no decision changes; in a gap the line above it is used.",
    )
    page.headings("hand", "from", "to", *_ENDS)
    return page


def _outcomes(sheet: Sheet) -> Mapping[HandClass, ByPay]:
    """The decisions by pay for the optimum; those of any other strategy are always the same."""
    if sheet.strategy == OPTIMAL and sheet.at_the_table:
        return by_pay(sheet.rulebook)
    found = {}
    for hand, tally in sheet.main.tallies.items():
        odds, always = _pays(sheet, hand), sheet.strategy != OPTIMAL
        if always:
            listed = [Outcomes(0, ANY_ODDS, tally)]
        else:  # other decisions are not known here, and these are used in their place
            listed = [*([Outcomes(0, 0, tally)] if odds else ()), Outcomes(odds, odds, tally)]
        found[hand] = ByPay(tuple(listed), whatever_bonus=always)
    return found


def _listed(page: Page, hand: HandClass, outcomes: ByPay) -> list[list[Term]]:
    """The columns of a class on the page of decisions."""
    rows = []
    for one in outcomes.outcomes:
        tally = one.tally
        counts = (tally.no_hand, tally.win, tally.stand_off, tally.lose, tally.fold)
        page.start(hand.label)
        cells = enumerate((one.odds_min, one.odds_max, *counts), 1)
        rows.append([page.put(column, number(cell)) for column, cell in cells])
        page.end()
    return [list(column) for column in zip(*rows, strict=True)]


def _hand(
    page: Page,
    sheet: Sheet,
    hand: HandClass,
    outcomes: ByPay,
    listed: Sequence[list[Term]],
    terms: _Terms,
) -> tuple[Term, Term, Term, Term]:
    """The row of a class: whether its decisions are exact, its folds, antes won, and squares."""
    page.start(hand.label)
    pays = page.put(1, number(_pays(sheet, hand)), "input")
    bonus = page.put(2, number(_bonus(sheet, hand)), "input")
    limited = least(pays, terms.most / (terms.stay * terms.ante))
    paid = page.put(3, if_positive(terms.most * terms.ante, limited, pays), "general")
    odds_min, odds_max, *counts = listed
    above = paid - looked_up(paid, odds_min, odds_max)
    same = _ONE
    if not outcomes.whatever_bonus:
        same = if_equal(bonus, number(bonus.value), _ONE, _ZERO)
    exact = page.put(4, if_positive(above, _ZERO, same), "yes")
    tally = [
        page.put(column, looked_up(paid, odds_min, found)) for column, found in enumerate(counts, 5)
    ]
    page.put(10, column_sum(tally))
    none, below, equal, lose, fold = terms.ends
    nets = [none + bonus, below + terms.stay * paid + bonus, equal + bonus, lose + bonus, fold]
    won = page.put(11, total(deals * net for deals, net in zip(tally, nets, strict=True)))
    page.put(12, won / terms.deals, "plain")
    squares = (deals * net * net for deals, net in zip(tally, nets, strict=True))
    squared = page.put(13, total(squares))
    page.end()
    return exact, tally[-1], won, squared
