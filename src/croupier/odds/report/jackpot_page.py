"""The page of a jackpot wager in a workbook: the meter, its shares, draws and the envy bonus."""

from fractions import Fraction

from croupier import wagers
from croupier.odds.deck import FULL_DECK
from croupier.odds.report.spreadsheet import (
    Page,
    Term,
    at_least_zero,
    column_sum,
    if_equal,
    if_positive,
    number,
    power,
    total,
)
from croupier.odds.report.wager_page import Figures, hits_of, prize_cells, wager_figures
from croupier.odds.sheet import Sheet
from croupier.odds.side_wagers import (
    JackpotOdds,
    draws,
    jackpot_alive,
    row_frequencies,
)
from croupier.rulebooks.progressive import FixedSum, JackpotRow, MeterShare, Sharing, ToOne
from croupier.rulebooks.wagers import Award, WagerKind

_ZERO, _ONE, _WHOLE = number(0), number(1), number(100)


class _Terms:
    """The cells that every row of a jackpot refers to, money in dollars."""

    def __init__(self, page: Page, sheet: Sheet, odds: JackpotOdds) -> None:
        asked = sheet.question.jackpot
        self.sharing = sheet.rulebook.progressive.sharing.value
        self.own = odds.target == WagerKind.JACKPOT
        self.meter = page.given("meter, $", Fraction(asked.meter, 100), "money")
        self.stake = page.given("stake, $", Fraction(asked.stake, 100), "money")
        self.reset = page.given("reset, $", Fraction(asked.reset, 100), "money")
        self.players = page.given("other players at the table", asked.players)
        prizes = odds.pay_table.prizes
        self.hands = page.rule(
            "hands or deals, of which hits are counted", hits_of(sheet.rulebook, prizes)
        )
        self.winners = _ONE if self.own else _ONE + self.players


def jackpot_page(page: Page, sheet: Sheet, odds: JackpotOdds) -> Figures:
    """A jackpot wager at its meter, live in meter, stake, prizes and draws."""
    page.widths(44, *[16] * 10)
    page.heading(page.name)
    page.text(
        "Prizes are in the unit beside them. The rounding of a share to the cent is left out.",
        "Winners on the dealer's hand share; two players' own hands in one round are left out.",
    )
    terms = _Terms(page, sheet, odds)
    page.gap()
    page.headings(
        *("prize", "amount", "unit", "of the meter", "of the reset", "wins, in stakes", "hits"),
        *("stake returned", "frequency", "adds", "squares"),
    )
    rows, slopes = [], []
    for row, prize in zip(sheet.rulebook.progressive.rows, odds.pay_table.prizes, strict=True):
        page.start(row.name)
        pays, share = _prize(page, row, terms)
        rows.append(prize_cells(page, prize, pays, terms.hands, 6))
        slopes.append(share * rows[-1][0])
        page.end()
    page.gap()
    figures = wager_figures(page, rows)
    expected = figures[0][1]
    slope = page.figure(
        "stakes that each dollar on the meter returns", total(slopes) / terms.stake, "often"
    )
    if slope.value:
        even = at_least_zero(terms.meter - expected / slope)
        cell = page.figure("break-even meter", even, "dollars")
        figures.append(("break-even meter", cell, "dollars"))
    more = _with_awards(page, sheet, odds, terms, rows)
    if more is not None:
        edge = page.figure("house edge with draws and envy bonus", _ZERO - more, "share")
        figures.append(("house edge with draws and envy bonus", edge, "share"))
    return figures


def _prize(page: Page, row: JackpotRow, terms: _Terms) -> tuple[Term, Term]:
    """What a row wins in stakes, and the share of the meter in it."""
    match row.prize:
        case MeterShare(percent):
            amount = page.put(1, number(percent), "input")
            page.words(2, "% of the meter")
            share, resets = _shares(amount / _WHOLE, terms)
            of_meter, of_reset = page.put(3, share, "plain"), page.put(4, resets, "plain")
            won = (of_meter * terms.meter + of_reset * terms.reset) / terms.stake
        case FixedSum(cents):
            amount = page.put(1, number(Fraction(cents, 100)), "input")
            page.words(2, "$")
            of_meter, won = _ZERO, amount / terms.stake
        case ToOne(odds):
            won = page.put(1, number(odds), "input")
            page.words(2, "to 1")
            of_meter = _ZERO
    return page.put(5, won, "general"), of_meter


def _shares(part: Term, terms: _Terms) -> tuple[Term, Term]:
    """Of meter and reset, what each of several winners of a row gets on average."""
    if terms.own:
        return part, _ZERO
    winners, further = terms.winners, terms.players / terms.winners
    in_turn = (_ONE - power(_ONE - part, winners)) / winners
    match terms.sharing:
        case Sharing.SHARE_DISPLAY:
            return part / winners, _ZERO
        case Sharing.POOL_WITH_RESETS:
            return part / winners, part * further
        case Sharing.SUCCESSION | Sharing.POOL_RUNNING:
            return in_turn, if_equal(part, _ONE, further, _ZERO)


def _with_awards(
    page: Page,
    sheet: Sheet,
    odds: JackpotOdds,
    terms: _Terms,
    rows: list[tuple[Term, Term, Term, Term]],
) -> Term | None:
    """The expectation with draws and envy bonus; the stake is returned once."""
    rulebook, asked = sheet.rulebook, sheet.question.jackpot
    drawn = draws(rulebook, odds.target, asked)
    envied = bool(rulebook.envy) and terms.own
    if not drawn and not envied:
        return None
    page.gap()
    page.heading("Draws and envy bonus")
    kept = number(jackpot_alive(rulebook, sheet.main))
    alive = page.figure("wagers that no fold forfeits", kept, "share")
    returned = total(often * back for often, back, _, _ in rows)
    won = column_sum([adds for _, _, adds, _ in rows]) - returned
    missed, bonus = _ONE, _ZERO
    for name, draw in drawn.items():
        words = name.replace("_", " ")
        every = page.given(f"{words}: a draw in so many rounds, 0 for none", draw.every)
        pays = page.given(f"{words}: pays to 1", draw.odds)
        among = asked.boxes if terms.own else asked.tables
        chance = _chance(page, name, among, rulebook.hands.size)
        hit = page.figure(f"{words}: frequency", if_positive(every, chance / every, _ZERO), "often")
        missed, bonus = missed * (_ONE - hit), bonus + hit * pays
    saved = alive - (alive - returned) * missed
    expected = won + alive * bonus + saved - _ONE
    if envied:
        expected = expected + _envy(page, sheet, terms)
    return page.figure("expectation with draws and envy bonus", expected)


def _chance(page: Page, name: str, among: int, cards: int) -> Term:
    """How often a draw that is held falls on one wager."""
    if name == Award.MAGIC_CARD.value:
        return page.rule("magic card: cards of a hand", cards) / number(FULL_DECK.size)
    words = name.replace("_", " ")
    return _ONE / page.given(f"{words}: one of so many", among)


def _envy(page: Page, sheet: Sheet, terms: _Terms) -> Term:
    """What others' hands bring on average, in stakes."""
    rules = sheet.rulebook.progressive
    parts = []
    for row, frequency in zip(rules.rows, row_frequencies(sheet.rulebook), strict=True):
        paid = wagers.envy(sheet.rulebook, [row])
        if paid is not None:
            each = page.given(f"envy bonus for {row.name}, $", Fraction(paid.won, 100), "money")
            hits = frequency * terms.hands.value
            often = page.rule(f"{row.name}: hits, whether folded or not", hits) / terms.hands
            parts.append(each * often)
    return terms.players * total(parts) / terms.stake
