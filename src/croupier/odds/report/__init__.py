"""Sheets for people: on the terminal, and as a PAR sheet in PDF, HTML or a workbook."""

from pathlib import Path

from croupier.odds.errors import CannotPrice

WORKBOOK = ".xlsx"
ENDINGS = (".pdf", ".html", WORKBOOK)


def check_ending(path: Path) -> None:
    """Refuse a name with another ending, before anything is computed."""
    if path.suffix.lower() not in ENDINGS:
        raise CannotPrice(f"a report ends in .pdf, .html or .xlsx, and {path.name} does not")
