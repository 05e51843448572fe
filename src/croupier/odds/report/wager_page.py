"""The page of a wager on one hand in a workbook."""

from math import comb, lcm

from croupier.odds.deck import FULL_DECK
from croupier.odds.report.spreadsheet import Page, Term, column_sum, number, root
from croupier.odds.side_wagers import Prize, WagerOdds
from croupier.rulebooks.model import Rulebook

Figures = list[tuple[str, Term, str]]
"""What a page comes to: a label, its cell, and how it is shown."""
_ONE = number(1)


def wager_page(page: Page, rulebook: Rulebook, odds: WagerOdds) -> Figures:
    """A side wager: its pay table, and how often each row is hit."""
    page.widths(34, *[16] * 6)
    page.heading(page.name)
    page.text("Pays are to 1. Hits are counted; a fold that forfeits a row is taken off.")
    hands = page.rule("hands or deals, of which hits are counted", hits_of(rulebook, odds.prizes))
    page.gap()
    page.headings("prize", "pays", "hits", "stake returned", "frequency", "adds", "squares")
    rows = []
    for prize in odds.prizes:
        page.start(prize.name)
        pays = page.put(1, number(prize.pays), "input")
        rows.append(prize_cells(page, prize, pays, hands, 2))
        page.end()
    page.gap()
    return wager_figures(page, rows)


def hits_of(rulebook: Rulebook, prizes: tuple[Prize, ...]) -> int:
    """A number of hands or deals of which every row is hit a whole number of times."""
    hands = comb(FULL_DECK.size, rulebook.hands.size)
    return lcm(hands, *(prize.frequency.denominator for prize in prizes))


def prize_cells(
    page: Page, prize: Prize, pays: Term, hands: Term, column: int
) -> tuple[Term, Term, Term, Term]:
    """What a row adds: its frequency, whether it returns the stake as often, its part of the
    return, and of the square."""
    hits = page.put(column, number(prize.frequency * hands.value))
    back = page.put(column + 1, number(int(prize.returns_stake)), "yes")
    often = page.put(column + 2, hits / hands, "often")
    adds = page.put(column + 3, often * (pays + back), "plain")
    net = pays + back - _ONE
    squares = page.put(column + 4, often * net * net, "plain")
    return often, back, adds, squares


def wager_figures(page: Page, rows: list[tuple[Term, Term, Term, Term]]) -> Figures:
    """Expectation and deviation in stakes."""
    often, _, adds, squares = (list(cells) for cells in zip(*rows, strict=True))
    hit = page.figure("hit frequency", column_sum(often), "share")
    expected = page.figure("expectation, in stakes", column_sum(adds) - _ONE, "plain")
    edge = page.figure("house edge, of the stake", number(0) - expected, "share")
    spread = column_sum(squares) + (_ONE - hit) - expected * expected
    deviation = page.figure("standard deviation, in stakes", root(spread), "plain")
    return [
        ("expectation, in stakes", expected, "plain"),
        ("house edge, of the stake", edge, "share"),
        ("standard deviation, in stakes", deviation, "plain"),
        ("hit frequency", hit, "share"),
    ]
