"""What a console prints, in the language of the person who reads it.

Renderables are made in English by the pages of the commands. This console says their words before
it lays them out, so that columns are as wide as the words that stand in them.
"""

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from croupier.cli.console import CLAUSE, Typed
from croupier.cli.words import said


class SaidConsole(Console):
    """A console for a language other than English."""

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(_said(one) for one in objects), **options)


def _said(one: Any) -> Any:
    match one:
        case Typed():
            return str(one)
        case str():
            return said(one)
        case Text():
            return _text(one)
        case Padding():
            one.renderable = _said(one.renderable)
        case Rule():
            one.title = _said(one.title)
        case Table():
            for column in one.columns:
                column.header = _said(column.header)
                column._cells = [_said(cell) for cell in column._cells]
    return one


def _text(text: Text) -> Text:
    """As a whole where one style goes through, and otherwise in pieces of one style each."""
    if not text.spans:
        told = text.copy()
        told.plain = _piece(text.plain, text.style)
        return told
    ends = {place for span in text.spans for place in (span.start, span.end)}
    told = text.blank_copy()
    for piece in text.divide(sorted(ends)):
        style = piece.spans[0].style if piece.spans else ""
        told.append(_piece(piece.plain, style or text.style), style)
    return told


def _piece(words: str, style: object) -> str:
    """Names of clauses are the same in every language."""
    return words if str(style) == CLAUSE else said(words)
