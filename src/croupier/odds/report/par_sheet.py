"""The PAR sheet: a sheet with its rules, method, checks and marks of identity, as a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from croupier.cards import DECK
from croupier.extras import need
from croupier.odds.advice import dealer_hands
from croupier.odds.blind import BlindBox
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import MainOdds, own_known, solve
from croupier.odds.report import WORKBOOK, charts, check_ending, rules
from croupier.odds.report.content import ParSheet, Section, Table, day, fraction
from croupier.odds.report.reader import ENGLISH, Reader, reader_of_pdf, said_sheet
from croupier.odds.report.sections import sheet_sections
from croupier.odds.sheet import Sheet, fingerprint
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import WagerKind
from croupier.version import __version__

_SAMPLES = 200


def par_sheet(sheet: Sheet, sections: Sequence[Section], pictures: dict[str, str]) -> ParSheet:
    """The report of a sheet: what was asked for, then method and checks."""
    rulebook = sheet.rulebook
    what_if = sheet.what_if
    marks = [
        ("game", f"{rulebook.name} ({rulebook.document})"),
        ("operator", rulebook.operator),
        ("edition", f"{rulebook.edition}, in force from {day(rulebook)}"),
        ("rulebook fingerprint (SHA-256)", fingerprint(rulebook)),
        ("computed by", f"croupier {__version__}"),
        ("strategy", sheet.strategy),
    ]
    if what_if:
        marks.append(("what-if, not as approved", "; ".join(what_if)))
    return ParSheet(
        title=f"{rulebook.name}: PAR sheet",
        marks=Table(("", ""), tuple(marks)),
        sections=(*sections, method_section(sheet)),
        pictures=pictures,
    )


def method_section(sheet: Sheet) -> Section:
    """How the figures were computed, and checks made while this sheet was written."""
    solution = solve(sheet.rulebook)
    outcomes = sum(outcome.deals for outcome in sheet.main.outcomes)
    agreed = _agreements(sheet.rulebook)
    return Section(
        title="Method and checks",
        text=(
            "A hand's value depends on its ranks and on whether it is of one suit. For every kind "
            "of player's hand, every rank of the dealer's known cards and every set of ranks that "
            "the player holds in their suit, the dealer's possible hands below, equal, above and "
            "not qualifying are counted in whole numbers; each state carries the number of deals "
            "it stands for. Nothing is simulated and nothing is rounded before it is printed.",
        ),
        tables=(
            Table(
                ("check", "#result"),
                (
                    ("kinds of hand", f"{len(solution.kinds):,}"),
                    ("states of knowledge", f"{len(solution.states):,}"),
                    ("deals by combinatorics", f"{sheet.main.deals:,}"),
                    ("deals in the outcome table", f"{outcomes:,}"),
                    ("the two agree", "yes" if outcomes == sheet.main.deals else "NO"),
                    ("random hands counted one by one instead", f"{agreed} of {_SAMPLES} agree"),
                    ("expectation", fraction(sheet.main.expected)),
                ),
            ),
        ),
    )


def _agreements(rulebook: Rulebook) -> int:
    """How many of a fixed sample of hands the single-hand counter and the census agree on."""
    solution = solve(rulebook)
    counted = {tuple(state) for state in solution.states[:, [0, 2, 3, 4]].tolist()}
    shown = own_known(rulebook)
    chance = Random(rulebook.slug)  # noqa: S311 - which hands are shown, alike every time
    agreed = 0
    for _ in range(_SAMPLES):
        cards = chance.sample(DECK, rulebook.hands.size + shown)
        hand, dealer = cards[shown:], cards[:shown]
        found = dealer_hands(rulebook, hand, dealer)
        ranks = [card // 4 for card in hand]
        kind = solution.kinds.index(ranks, suited=len({card % 4 for card in hand}) == 1)
        agreed += (kind, found.no_hand, found.below, found.equal) in counted
    return agreed


def whole_par_sheet(
    sheet: Sheet,
    known: Mapping[int, MainOdds] | None = None,
    blind: BlindBox | None = None,
    *,
    drawn: bool = True,
    reader: Reader = ENGLISH,
) -> ParSheet:
    """With rules, pay tables and charts, and the long run of a jackpot where there is one."""
    sections = [
        rules.rules_section(sheet.rulebook),
        rules.pay_tables_section(sheet.rulebook),
        *sheet_sections(sheet, WagerKind.JACKPOT in sheet.jackpots, known, blind),
    ]
    pictures = charts.pictures(sheet, reader) if drawn else {}
    return said_sheet(par_sheet(sheet, sections, pictures), reader)


def pdf_report(
    sheet: Sheet,
    known: Mapping[int, MainOdds] | None = None,
    blind: BlindBox | None = None,
    reader: Reader = ENGLISH,
) -> bytes:
    """The whole sheet as PDF."""
    need("report", "A PAR sheet")
    from croupier.odds.report.pdf import as_pdf

    reader, typefaces = reader_of_pdf(reader)
    return as_pdf(whole_par_sheet(sheet, known, blind, reader=reader), typefaces)


def write(
    sheet: Sheet,
    path: Path,
    known: Mapping[int, MainOdds] | None = None,
    blind: BlindBox | None = None,
    reader: Reader = ENGLISH,
) -> None:
    """The report as PDF, HTML or a workbook, by the ending of the name."""
    check_ending(path)
    if path.suffix.lower() == ".pdf":
        content = pdf_report(sheet, known, blind, reader)
    elif path.suffix.lower() == WORKBOOK:
        from croupier.odds.report.workbook import as_workbook

        printed = whole_par_sheet(sheet, known, blind, drawn=False, reader=reader)
        content = as_workbook(sheet, printed, reader.say)
    else:
        from croupier.odds.report.html import as_html

        content = as_html(whole_par_sheet(sheet, known, blind, reader=reader)).encode()
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CannotPrice(f"{path} cannot be written: {error.strerror}") from None
