"""A PAR sheet as PDF, set by Typst."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.extras import need
from croupier.odds.report.content import ParSheet, Section, Table

_WHOLE_ROWS = 25
"""Tables up to this length stay on one page."""

_PREAMBLE = """
#set page(paper: "a4", margin: (x: 18mm, y: 18mm), numbering: "1 / 1")
#set text(font: ("Libertinus Serif", "New Computer Modern"TYPEFACES), size: 9.5pt,
  number-width: "tabular")
#set par(justify: false, leading: 0.55em)
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.7em, sticky: true)[
  #text(size: 12pt, weight: "bold", it.body) #v(-0.6em)
  #line(length: 100%, stroke: 0.8pt + rgb("1f6f4a"))]
#set table(stroke: none, inset: (x: 5pt, y: 2.6pt),
  fill: (_, row) => if row > 0 and calc.even(row) { rgb("f7f5ef") })
#show table.cell.where(y: 0): set text(weight: "bold")
"""


def as_pdf(sheet: ParSheet, typefaces: Sequence[str] = ()) -> bytes:
    """The PDF's bytes; further typefaces are for letters that are not Latin."""
    need("report", "A PDF")
    import typst

    preamble = _PREAMBLE.replace("TYPEFACES", "".join(f", {_string(one)}" for one in typefaces))
    source = [preamble, f"#set document(title: {_string(sheet.title)}, date: none)\n"]
    source += [f"= {_text(sheet.title)}\n", _marks(sheet.marks)]
    source += [_section(section, sheet.pictures) for section in sheet.sections]
    with TemporaryDirectory() as folder:
        for name, svg in sheet.pictures.items():
            Path(folder, f"{name}.svg").write_text(svg, encoding="utf-8")
        page = Path(folder, "sheet.typ")
        page.write_text("\n".join(source), encoding="utf-8")
        return bytes(typst.compile(str(page), format="pdf"))


def _section(section: Section, pictures: dict[str, str]) -> str:
    parts = [f"== {_text(section.title)}\n"]
    parts += [f"{_text(line)}\n" for line in section.text]
    parts += [_table(table) for table in section.tables]
    parts += [
        f'#align(center, image("{name}.svg", width: 100%))\n'
        for name in section.pictures
        if name in pictures
    ]
    return "\n".join(parts)


def _marks(table: Table) -> str:
    cells = ", ".join(
        f'text(weight: "bold")[{_text(label)}], [{_text(value)}]' for label, value in table.rows
    )
    return (
        f'#[#show table.cell.where(y: 0): set text(weight: "regular")\n'
        f"#table(columns: (auto, 1fr), fill: none, {cells})]\n"
    )


def _table(table: Table) -> str:
    numeric = [heading.startswith("#") for heading in table.headings]
    sides = ", ".join("right" if n else "left" for n in numeric)
    head = ", ".join(f"[{_text(heading.lstrip('#'))}]" for heading in table.headings)
    cells = ", ".join(f"[{_text(cell)}]" for row in table.rows for cell in row)
    return (
        f"#block(breakable: {'true' if len(table.rows) > _WHOLE_ROWS else 'false'}, "
        f"table(columns: {len(numeric)}, align: ({sides},), table.header({head}), "
        f"table.hline(stroke: 0.5pt), {cells}))\n"
    )


def _text(text: str) -> str:
    """Text with every character that Typst treats as markup escaped."""
    return "".join(f"\\{letter}" if letter in "\\#$*_`<>@=-+/~[]\"'" else letter for letter in text)


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
