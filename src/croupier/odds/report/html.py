"""A PAR sheet as one self-contained HTML page."""

from collections.abc import Sequence
from html import escape

from croupier.odds.report.content import ParSheet, Section, Table

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; border-bottom: 2px solid #1f6f4a; }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .18rem .9rem .18rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid #999; }
tr:nth-child(even) td { background: #f7f5ef; }
td.number, th.number { text-align: right; }
td { overflow-wrap: anywhere; }
p { margin: .3rem 0; max-width: 46rem; }
figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; }
@media print { body { margin: 0; } h2 { break-after: avoid; }
  table, figure { break-inside: avoid; } }
"""


def as_html(sheet: ParSheet) -> str:
    """The page: no script, nothing loaded from elsewhere."""
    sections = "".join(_section(section, sheet.pictures) for section in sheet.sections)
    title = escape(sheet.title)
    return (
        '<!doctype html>\n<html lang="'
        f'{sheet.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{_table(sheet.marks)}{sections}</body>\n</html>\n"
    )


def as_fragment(title: str, sections: Sequence[Section]) -> str:
    """The same without a page around it, for a notebook: plain tables and no style of its own."""
    return f"<h3>{escape(title)}</h3>\n" + "".join(_section(section, {}) for section in sections)


def _section(section: Section, pictures: dict[str, str]) -> str:
    text = "".join(f"<p>{escape(line)}</p>\n" for line in section.text)
    tables = "".join(_table(table) for table in section.tables)
    drawn = "".join(
        f'<figure role="img" aria-label="{escape(name)}">{_unique(name, pictures[name])}</figure>\n'
        for name in section.pictures
        if name in pictures
    )
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{text}{tables}{drawn}</section>\n"


def _unique(name: str, svg: str) -> str:
    """Ids made unique, so that two pictures in one page do not share their parts."""
    marked = svg.replace('id="', f'id="{name}-').replace('"#', f'"#{name}-')
    return marked.replace("url(#", f"url(#{name}-")


def _table(table: Table) -> str:
    numeric = [heading.startswith("#") for heading in table.headings]
    head = ""
    if any(table.headings):
        head = (
            "<thead><tr>"
            + "".join(
                f"<th{' class=number' if n else ''}>{escape(h.lstrip('#'))}</th>"
                for h, n in zip(table.headings, numeric, strict=True)
            )
            + "</tr></thead>"
        )
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=number' if n else ''}>{escape(cell)}</td>"
            for cell, n in zip(row, numeric, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    return f"<table>{head}<tbody>{rows}</tbody></table>\n"
