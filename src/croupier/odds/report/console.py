"""Sections on a terminal."""

from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.table import Table as RichTable
from rich.text import Text

from croupier.odds.report.content import Section, Table


def print_sections(console: Console, title: str, sections: Iterable[Section]) -> None:
    """A title and its sections, one after another."""
    console.print(Text(title, style="bold"))
    for section in sections:
        console.print()
        console.print(Text(section.title, style="bold underline"))
        for line in section.text:
            console.print(Text(line))
        for table in section.tables:
            console.print()
            console.print(_drawn(table))


def _drawn(table: Table) -> RichTable:
    drawn = RichTable(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for heading in table.headings:
        numeric = heading.startswith("#")
        side: JustifyMethod = "right" if numeric else "left"
        drawn.add_column(heading.lstrip("#"), justify=side, no_wrap=numeric)
    for row in table.rows:
        drawn.add_row(*(Text(cell) for cell in row))
    return drawn
