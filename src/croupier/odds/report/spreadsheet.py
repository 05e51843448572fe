"""Pages of a workbook, and terms that are a formula and its value at once.

A term is written as a formula, so that a spreadsheet computes it anew when a cell is changed, and
with the value that it has now, for programs that show a workbook without computing it.
"""

from fractions import Fraction
from functools import reduce
from math import sqrt
from operator import add
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec import Struct

from croupier.extras import need
from croupier.odds.errors import CannotPrice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Say = Callable[[str], str]

MOST_EXACT = 2**53
"""Up to here a spreadsheet holds every whole number."""
_SUM, _PRODUCT, _ATOM = range(3)
_NAME_MAX = 31
_A4 = 9
_TWO_LINES = 30


class Term(Struct, frozen=True):
    """Part of a formula, with its value."""

    text: str
    value: Fraction
    binds: int = _ATOM
    page: str = ""
    """Where it stands, if it is a cell."""

    def __add__(self, other: "Term") -> "Term":
        return Term(f"{self.text}+{other.text}", self.value + other.value, _SUM)

    def __sub__(self, other: "Term") -> "Term":
        return Term(f"{self.text}-{other._in(_PRODUCT)}", self.value - other.value, _SUM)

    def __mul__(self, other: "Term") -> "Term":
        text = f"{self._in(_PRODUCT)}*{other._in(_PRODUCT)}"
        return Term(text, self.value * other.value, _PRODUCT)

    def __truediv__(self, other: "Term") -> "Term":
        text = f"{self._in(_PRODUCT)}/{other._in(_ATOM)}"
        # A formula asks first whether it is 0, and leaves this part alone.
        value = self.value / other.value if other.value else Fraction(0)
        return Term(text, value, _PRODUCT)

    def _in(self, binds: int) -> str:
        return self.text if self.binds >= binds else f"({self.text})"

    def from_elsewhere(self) -> "Term":
        """The cell as another page names it."""
        return Term(f"'{self.page}'!{self.text}", self.value)


def number(value: Fraction | int) -> Term:
    """A number in a formula."""
    value = Fraction(value)
    plain = value.denominator == 1 and value >= 0
    return Term(str(value), value, _ATOM if plain else _SUM)


def total(terms: "Iterable[Term]") -> Term:
    return reduce(add, terms)


def column_sum(cells: "list[Term]") -> Term:
    """The sum of cells that stand side by side."""
    text = f"SUM({cells[0].text}:{cells[-1].text})"
    return Term(text, sum((cell.value for cell in cells), Fraction(0)))


def if_positive(term: Term, then: Term, otherwise: Term) -> Term:
    chosen = then if term.value > 0 else otherwise
    return Term(f"IF({term.text}>0,{then.text},{otherwise.text})", chosen.value)


def if_equal(one: Term, other: Term, then: Term, otherwise: Term) -> Term:
    chosen = then if one.value == other.value else otherwise
    return Term(f"IF({one.text}={other.text},{then.text},{otherwise.text})", chosen.value)


def least(one: Term, other: Term) -> Term:
    return Term(f"MIN({one.text},{other.text})", min(one.value, other.value))


def at_least_zero(one: Term) -> Term:
    return Term(f"MAX(0,{one.text})", max(Fraction(0), one.value))


def power(base: Term, exponent: Term) -> Term:
    text = f"POWER({base.text},{exponent.text})"
    return Term(text, base.value ** int(exponent.value))


def root(one: Term) -> Term:
    return Term(f"SQRT({one.text})", Fraction(sqrt(one.value)))


def looked_up(wanted: Term, among: "list[Term]", found: "list[Term]") -> Term:
    """The one beside the last of some rising cells that is not above the wanted value."""
    place = max(n for n, cell in enumerate(among) if cell.value <= wanted.value)
    ranges = ",".join(f"'{col[0].page}'!{col[0].text}:{col[-1].text}" for col in (among, found))
    return Term(f"LOOKUP({wanted.text},{ranges})", found[place].value)


class Page:
    """One page of a workbook, filled from the top."""

    def __init__(self, name: str, sheet: Any, styles: "Mapping[str, Any]", say: "Say") -> None:
        self.name = name
        self._sheet = sheet
        self._styles = styles
        self._say = say
        self._row = 0

    def heading(self, text: str) -> None:
        self._sheet.write_string(self._row, 0, self._say(text), self._styles["heading"])
        self._row += 1

    def text(self, *lines: str) -> None:
        for line in lines:
            self._sheet.write_string(self._row, 0, self._say(line))
            self._row += 1

    def gap(self) -> None:
        self._row += 1

    def widths(self, *widths: int) -> None:
        for column, width in enumerate(widths):
            self._sheet.set_column(column, column, width)

    def headings(self, *names: str) -> None:
        self._sheet.set_row(self._row, _TWO_LINES)
        for column, name in enumerate(names):
            style = self._styles["number_column" if column else "column"]
            self._sheet.write_string(self._row, column, self._say(name), style)
        self._row += 1
        self._sheet.freeze_panes(self._row, 1)

    def given(self, label: str, value: Fraction | int, style: str = "input") -> Term:
        """A line with a number that may be changed."""
        return self._line(label, number(value), style)

    def rule(self, label: str, value: Fraction | int) -> Term:
        """A line with a number that the rules fix."""
        return self._line(label, number(value), "count")

    def figure(self, label: str, term: Term, style: str = "plain") -> Term:
        """A line with a formula."""
        return self._line(label, term, style)

    def said(self, label: str, value: str) -> None:
        self._sheet.write_string(self._row, 0, self._say(label))
        self._sheet.write_string(self._row, 1, self._say(value))
        self._row += 1

    def _line(self, label: str, term: Term, style: str) -> Term:
        self._sheet.write_string(self._row, 0, self._say(label))
        cell = self.put(1, term, style)
        self._row += 1
        return cell

    def start(self, label: str) -> None:
        """The first cell of a row of a table."""
        self._sheet.write_string(self._row, 0, self._say(label))

    def words(self, column: int, text: str) -> None:
        """Another cell of the row at hand."""
        self._sheet.write_string(self._row, column, self._say(text))

    def end(self) -> None:
        self._row += 1

    def put(self, column: int, term: Term, style: str = "count") -> Term:
        """A cell of the row at hand: a bare number as it is, anything else as a formula."""
        look = self._styles[style]
        value = float(term.value)
        if term.text == str(term.value):
            if abs(term.value) > MOST_EXACT:
                raise CannotPrice(f"a spreadsheet cannot hold {term.value} exactly")
            self._sheet.write_number(self._row, column, value, look)
        else:
            self._sheet.write_formula(self._row, column, f"={term.text}", look, value)
        return Term(f"${chr(ord('A') + column)}${self._row + 1}", term.value, page=self.name)


_INPUT = {"bg_color": "#fdf3c8", "border": 1, "border_color": "#c9b458"}
_COLUMN = {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"}
_FORMATS: "Mapping[str, Mapping[str, Any]]" = {
    "heading": {"bold": True, "font_size": 13},
    "column": _COLUMN,
    "number_column": {**_COLUMN, "align": "right"},
    "input": _INPUT,
    "money": {**_INPUT, "num_format": "#,##0.00"},
    "count": {"num_format": "#,##0"},
    "plain": {"num_format": "0.000000"},
    "often": {"num_format": "0.000000000"},
    "general": {},
    "share": {"num_format": "0.000000%"},
    "dollars": {"num_format": "$#,##0.00"},
    "yes": {},
}


class Book:
    """A workbook that is written when it is left."""

    def __init__(self, content: BinaryIO, say: "Say" = str) -> None:
        need("report", "A workbook")
        from datetime import datetime

        import xlsxwriter  # type: ignore[import-untyped]

        self._book = xlsxwriter.Workbook(content, {"in_memory": True})
        # The same sheet makes the same file whenever it is written.
        self._book.set_properties({"created": datetime(1980, 1, 1)})
        self._say = say
        self._styles = {name: self._book.add_format(dict(of)) for name, of in _FORMATS.items()}
        self._styles["yes"].set_num_format(f'"{say("yes")}";;"{say("no")}"')

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *_: object) -> None:
        self._book.close()

    def page(self, name: str) -> Page:
        said = self._say(name)
        kept = "".join(letter for letter in said if letter.isalnum() or letter in " -")[:_NAME_MAX]
        sheet = self._book.add_worksheet(kept)
        # On paper all columns stand side by side.
        sheet.set_paper(_A4)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        return Page(kept, sheet, self._styles, self._say)
