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

from croupier.cli.words import Typed, said


class SaidConsole(Console):
    """A console for a language other than English."""

    def __init__(self, cited: str, **options: Any) -> None:
        """`cited` is the style of clauses, whose names are the same in every language."""
        super().__init__(**options)
        self._cited = cited

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(self._said(one) for one in objects), **options)

    def _said(self, one: Any) -> Any:
        match one:
            case Typed():
                return str(one)
            case str():
                return said(one)
            case Text():
                return self._text(one)
            case Padding():
                one.renderable = self._said(one.renderable)
            case Rule():
                one.title = self._said(one.title)
            case Table():
                for column in one.columns:
                    column.header = self._said(column.header)
                    column._cells = [self._said(cell) for cell in column._cells]
        return one

    def _text(self, text: Text) -> Text:
        """As a whole where one style goes through, and otherwise in pieces of one style each."""
        if not text.spans:
            told = text.copy()
            told.plain = self._piece(text.plain, text.style)
            return told
        ends = {place for span in text.spans for place in (span.start, span.end)}
        told = text.blank_copy()
        for piece in text.divide(sorted(ends)):
            style = piece.spans[-1].style if piece.spans else ""
            told.append(self._piece(piece.plain, style or text.style), style)
        return told

    def _piece(self, words: str, style: object) -> str:
        return words if str(style) == self._cited else said(words)
