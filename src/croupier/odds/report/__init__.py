"""Sheets for people: on the terminal, and as a PAR sheet in PDF or HTML."""

from pathlib import Path

from croupier.odds.errors import CannotPrice

ENDINGS = (".pdf", ".html")


def check_ending(path: Path) -> None:
    """Refuse a name that ends in neither PDF nor HTML, before anything is computed."""
    if path.suffix.lower() not in ENDINGS:
        raise CannotPrice(f"a report ends in .pdf or .html, and {path.name} does not")
