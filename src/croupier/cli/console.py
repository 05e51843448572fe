"""How the command writes for people: one console, plain tables, short lists of clauses."""

from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.words import in_english, said, visible

CLAUSE = "cyan"
READING = "magenta"
QUIET = "dim"
TITLE = "bold"


def console(*, stderr: bool = False) -> Console:
    """Writes for people, in their language; colours only on a terminal."""
    if in_english():
        return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    from croupier.cli.said import SaidConsole

    return SaidConsole(CLAUSE, stderr=stderr, highlight=False, markup=False, emoji=False)


def heading(text: str) -> Text:
    return Text(text, style=TITLE)


def short(clauses: Iterable[str]) -> str:
    """`CSP 3.14.1, 4.1/ante-note`: the document is named once for clauses that follow."""
    words: list[str] = []
    before = None
    for clause in clauses:
        document, _, number = clause.partition(" ")
        words.append(number if document == before else clause)
        before = document
    return ", ".join(words)


def source(clauses: Sequence[str], reading: str | None) -> Text:
    """The clauses of a rule, or the reading in their place."""
    text = Text(short(clauses), style=CLAUSE)
    if reading is not None:
        text.append(f"{' ' if clauses else ''}reading {reading}", style=READING)
    return text


def grid(*columns: str, right: Sequence[str] = (), whole: Sequence[str] = ()) -> Table:
    """A table without lines; `right` columns are amounts, `whole` ones are never broken."""
    table = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
        header_style=QUIET,
    )
    for name in columns:
        table.add_column(
            name,
            justify="right" if name in right else "left",
            no_wrap=name in right or name in whole,
            overflow="fold",
        )
    return table


def indented(renderable: Table | Text, by: int = 2) -> Padding:
    return Padding(renderable, (0, 0, 0, by))


Cell = tuple[str, str]
"""A text and its style."""

_NARROWEST = 12


def sheet(
    rows: Sequence[Sequence[Cell]], width: int, *, indent: int = 2, right: Collection[int] = ()
) -> Text:
    """Rows in columns, the last one wrapped; for thousands of rows, where a table is slow."""
    shown = [[(said(visible(words)), style) for words, style in row] for row in rows]
    widths = [max(cell_len(row[place][0]) for row in shown) for place in range(len(rows[0]))]
    used = indent + sum(widths[:-1]) + 2 * len(widths[:-1])
    text = Text()
    for row in shown:
        *cells, (last, style) = row
        text.append(" " * indent)
        for place, ((words, own), room) in enumerate(zip(cells, widths, strict=False)):
            filled = " " * (room - cell_len(words))
            text.append(filled + words if place in right else words + filled, style=own)
            text.append("  ")
        if len(cells) in right:
            last = " " * (widths[-1] - cell_len(last)) + last
        else:
            last = f"\n{' ' * used}".join(_folded(last, max(_NARROWEST, width - used)))
        text.append(f"{last}\n", style=style)
    text.rstrip()
    return text


def _folded(words: str, room: int) -> list[str]:
    """Broken at spaces, and within a word only if it would not fit."""
    if not in_english():
        from croupier.cli.folding import folded

        return folded(words, room)
    too_long = any(len(word) > room for word in words.split())
    return wrap(words, room, break_on_hyphens=too_long, break_long_words=False) or [""]
