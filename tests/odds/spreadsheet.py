"""A workbook read from its file and computed anew, in fractions: a reader of formulas for tests.

It knows nothing of how the workbook was written: cells come from the file's XML, and formulas are
read as a spreadsheet reads them.
"""

import operator
import re
import zipfile
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<ref>(?:'[^']+'!)?\$?[A-Z]\$?\d+(?::\$?[A-Z]\$?\d+)?)"
    r"|(?P<name>[A-Z]+)(?=\()|(?P<sign>[-+*/()>=,]))"
)
Value = Fraction | list[Fraction]
Place = tuple[str, str]
"""A page and a cell on it, such as `B7`."""


class Workbook:
    """Cells by page; what is set counts from then on, as in a spreadsheet."""

    def __init__(self, path: Path) -> None:
        self.texts: dict[Place, str] = {}
        self.numbers: dict[Place, Fraction] = {}
        self.formulas: dict[Place, str] = {}
        self.cached: dict[Place, float] = {}
        with zipfile.ZipFile(path) as file:
            strings = [
                "".join(text.text or "" for text in one.iter(f"{_MAIN}t"))
                for one in ElementTree.fromstring(file.read("xl/sharedStrings.xml"))
            ]
            book = ElementTree.fromstring(file.read("xl/workbook.xml"))
            names = [one.attrib["name"] for one in book.iter(f"{_MAIN}sheet")]
            for number, name in enumerate(names, 1):
                page = ElementTree.fromstring(file.read(f"xl/worksheets/sheet{number}.xml"))
                for cell in page.iter(f"{_MAIN}c"):
                    self._read((name, cell.attrib["r"]), cell, strings)
        self.pages = names

    def _read(self, place: Place, cell: ElementTree.Element, strings: list[str]) -> None:
        value = cell.findtext(f"{_MAIN}v") or ""
        formula = cell.findtext(f"{_MAIN}f")
        if formula is not None:
            self.formulas[place] = formula
            self.cached[place] = float(value)
        elif cell.get("t") == "s":
            self.texts[place] = strings[int(value)]
        elif value:
            self.numbers[place] = Fraction(value)

    def find(self, page: str, label: str, column: str = "B") -> Place:
        """The cell in a column of the only row of a page with that label."""
        (place,) = (
            cell
            for (at, cell), text in self.texts.items()
            if (at, text, cell[0]) == (page, label, "A")
        )
        return page, column + place[1:]

    def change(self, page: str, label: str, value: Fraction | int, column: str = "B") -> None:
        place = self.find(page, label, column)
        assert place in self.numbers, "only a number can be changed"
        self.numbers[place] = Fraction(value)

    def value(self, page: str, label: str, column: str = "B") -> Fraction:
        return self.at(self.find(page, label, column))

    def at(self, place: Place) -> Fraction:
        if place in self.formulas:
            return _Formula(self, *place).result
        return self.numbers[place]


class _Formula:
    """One formula, read from left to right."""

    def __init__(self, book: Workbook, page: str, cell: str) -> None:
        self.book, self.page = book, page
        text = book.formulas[page, cell]
        self.tokens: list[tuple[str, str]] = []
        place = 0
        while place < len(text):
            found = _TOKEN.match(text, place)
            assert found is not None, f"{text[place:]} cannot be read"
            assert found.lastgroup is not None
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            place = found.end()
        self.tokens.append(("end", ""))
        result = self._compared()
        assert isinstance(result, Fraction)
        assert self.tokens[0][0] == "end", text
        self.result = result

    def _take(self, *signs: str) -> str | None:
        return self.tokens.pop(0)[1] if self.tokens[0][1] in signs else None

    def _compared(self) -> Value:
        left = self._sum()
        if sign := self._take(">", "="):
            compare = {">": operator.gt, "=": operator.eq}[sign]
            return Fraction(compare(left, self._sum()))
        return left

    def _sum(self) -> Value:
        return self._chain(self._product, {"+": operator.add, "-": operator.sub})

    def _product(self) -> Value:
        return self._chain(self._single, {"*": operator.mul, "/": _divided})

    def _chain(
        self, part: Callable[[], Value], signs: dict[str, Callable[[Fraction, Fraction], Fraction]]
    ) -> Value:
        left = part()
        while sign := self._take(*signs):
            right = part()
            assert isinstance(left, Fraction)
            assert isinstance(right, Fraction)
            left = signs[sign](left, right)
        return left

    def _single(self) -> Value:
        if self._take("-"):
            value = self._single()
            assert isinstance(value, Fraction)
            return -value
        kind, text = self.tokens.pop(0)
        if kind == "number":
            return Fraction(text)
        if kind == "ref":
            return self._cells(text)
        if kind == "name":
            assert self._take("(")
            given = [self._compared()]
            while self._take(","):
                given.append(self._compared())
            assert self._take(")")
            return _FUNCTIONS[text](*given)
        assert text == "("
        value = self._compared()
        assert self._take(")")
        return value

    def _cells(self, text: str) -> Value:
        page, _, cells = text.rpartition("!")
        on = page.strip("'") or self.page
        first, _, last = cells.replace("$", "").partition(":")
        if not last:
            return self.book.at((on, first))
        return [
            self.book.at((on, f"{chr(column)}{row}"))
            for row in range(int(first[1:]), int(last[1:]) + 1)
            for column in range(ord(first[0]), ord(last[0]) + 1)
        ]


def _divided(one: Fraction, by: Fraction) -> Fraction:
    """Nothing is divided by 0 in a part that an IF takes: a value no figure would survive."""
    return one / by if by else Fraction(10**30)


def _lookup(wanted: Fraction, among: list[Fraction], found: list[Fraction]) -> Fraction:
    assert among == sorted(among)
    return [result for from_, result in zip(among, found, strict=True) if from_ <= wanted][-1]


_FUNCTIONS: dict[str, Callable[..., Fraction]] = {
    "SUM": lambda cells: sum(cells, Fraction(0)),
    "IF": lambda truth, then, otherwise: then if truth else otherwise,
    "MIN": min,
    "MAX": max,
    "POWER": lambda base, exponent: base**exponent,
    "SQRT": lambda value: Fraction(sqrt(value)),
    "LOOKUP": _lookup,
}
