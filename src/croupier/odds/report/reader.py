"""Who reads a sheet: in which language its words are said, and the typefaces that have its letters.

Sheets are made in English. A reader of another language gets the same sheet with other words; where
no typeface of the machine has the letters of the language, what is set or drawn stays English.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from croupier.odds.report.content import ParSheet, Section, Table
from croupier.odds.report.typefaces import FILES, SANS, SERIF

Say = Callable[[str], str]


class Reader(Struct, frozen=True):
    """A language by its tag, and what a sentence is in it."""

    tag: str = "en"
    say: Say = str


ENGLISH = Reader()


def reader_of_pdf(reader: Reader) -> tuple[Reader, tuple[str, ...]]:
    """Who reads it, and the typefaces of their letters that Typst finds on this machine."""
    if reader.tag not in SERIF:
        return reader, ()
    import typst

    known = set(typst.Fonts().families())
    found = tuple(name for name in SERIF[reader.tag] if name in known)
    return (reader, found) if found else (ENGLISH, ())


@contextmanager
def drawing_for(reader: Reader, *, as_text: bool = False) -> Iterator[Say]:
    """Pictures by Matplotlib in the language of their reader, if the machine has its letters.

    Those `as_text` leave letters that are not Latin to whoever shows the picture.
    """
    import matplotlib as mpl

    found = _drawn_with(reader.tag)
    settings: dict[Any, Any] = {
        "font.family": [*mpl.rcParams["font.sans-serif"][:1], *found],
        "svg.hashsalt": "croupier",
        "svg.fonttype": "none" if found and as_text else "path",
    }
    with mpl.rc_context(settings):
        yield reader.say if found or reader.tag not in SANS else ENGLISH.say


def _drawn_with(tag: str) -> list[str]:
    """Matplotlib lists the typefaces of a machine once; one that came later is looked for."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    wanted = SANS.get(tag, ())
    if wanted and not set(wanted) & set(fontManager.get_font_names()):
        for path in findSystemFonts():
            if Path(path).stem in FILES[tag]:
                fontManager.addfont(path)
    known = set(fontManager.get_font_names())
    return [name for name in wanted if name in known]


def said_sheet(sheet: ParSheet, reader: Reader) -> ParSheet:
    """The sheet in the language of its reader; pictures are drawn in it at once."""
    return ParSheet(
        title=reader.say(sheet.title),
        marks=_table(sheet.marks, reader),
        sections=tuple(_section(one, reader) for one in sheet.sections),
        pictures=sheet.pictures,
        language=reader.tag,
    )


def _section(section: Section, reader: Reader) -> Section:
    return structs.replace(
        section,
        title=reader.say(section.title),
        text=tuple(reader.say(line) for line in section.text),
        tables=tuple(_table(table, reader) for table in section.tables),
    )


def _table(table: Table, reader: Reader) -> Table:
    """A heading keeps its mark of a column of numbers."""
    return Table(
        tuple(_heading(one, reader) for one in table.headings),
        tuple(tuple(reader.say(cell) for cell in row) for row in table.rows),
    )


def _heading(words: str, reader: Reader) -> str:
    return f"#{reader.say(words[1:])}" if words.startswith("#") else reader.say(words)
