"""Draws the pictures of README and docs: `python docs/pictures/make.py`."""

import io
import re
from pathlib import Path

from rich.console import Console

from croupier.cli import tour
from croupier.cli.tour_stops import STOPS

HERE = Path(__file__).parent


def without_outside_fonts(svg: str) -> str:
    """The drawing uses the reader's own monospace font and loads nothing."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r"\n\s*\n+", "\n", svg)


def main() -> None:
    console = Console(record=True, width=92, file=io.StringIO())
    tour._print_stop(console, 2, STOPS[1])
    svg = console.export_svg(title="croupier tour")
    (HERE / "tour.svg").write_text(without_outside_fonts(svg))


if __name__ == "__main__":
    main()
