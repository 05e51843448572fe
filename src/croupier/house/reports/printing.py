"""A dossier on paper: its Markdown set by Typst."""

from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.house.reports.dossier import Dossier, as_markdown

_PREAMBLE = """
#set page(paper: "a4", margin: 18mm, numbering: "1 / 1")
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 10pt)
#set table(stroke: none, inset: (x: 5pt, y: 3pt),
  fill: (_, row) => if row > 0 and calc.even(row) { rgb("f7f5ef") })
#show table.cell.where(y: 0): set text(weight: "bold")
"""


def as_pdf(found: Dossier) -> bytes:
    """The PDF's bytes."""
    import typst

    with TemporaryDirectory() as folder:
        page = Path(folder, "dossier.typ")
        page.write_text(_PREAMBLE + "\n".join(_lines(as_markdown(found))), encoding="utf-8")
        return bytes(typst.compile(str(page), format="pdf"))


def _lines(markdown: str) -> list[str]:
    """Headings, paragraphs and tables: all that a dossier has."""
    out: list[str] = []
    rows: list[list[str]] = []
    for line in (*markdown.splitlines(), ""):
        if line.startswith("| "):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        if line.startswith("|"):  # the rule under the heads of a table
            continue
        if rows:
            cells = ", ".join(f"[{_text(cell)}]" for row in rows for cell in row)
            out.append(f"#table(columns: {len(rows[0])}, {cells})")
            rows = []
        if line.startswith("#"):
            marks, _, title = line.partition(" ")
            out.append(f"{'=' * len(marks)} {_text(title)}")
        else:
            out.append(_text(line.replace("`", "")))
    return out


def _text(words: str) -> str:
    """What Typst would read as a mark, taken as it stands."""
    return "".join(f"\\{mark}" if mark in "\\#$*_`<>@[]~=-+/'\"" else mark for mark in words)
