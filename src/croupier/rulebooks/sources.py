"""Where a rule comes from, and text that no rule depends on.

A rule is a value that the engine obeys: `Cited`. A `Source` alone is the clause for something that
the engine always does, and cites when it does it. A `Note` is for people: no program reads it.
"""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

T = TypeVar("T")

ClauseId = Annotated[str, Meta(extra={"written": "clause"})]
"""`CSP 3.12.1/jackpot`; a rulebook's file writes the number alone."""
ReadingId = Annotated[str, Meta(extra={"written": "reading"})]
"""`X14`."""


class Source(Struct, frozen=True):
    """The clause that says something, or the reading that fills a silence."""

    clause: ClauseId | None = None
    """The clause to name when one is enough; none if there is only a reading."""
    also: tuple[ClauseId, ...] = ()
    """Clauses that are cited with it: further ones, or those nearest to the reading."""
    reading: ReadingId | None = None
    """What we read into the document where its words leave something open."""

    @property
    def clauses(self) -> tuple[str, ...]:
        return self.only + self.also

    @property
    def only(self) -> tuple[str, ...]:
        """The one clause without the others, as lines of a settlement list them."""
        return () if self.clause is None else (self.clause,)


class Cited(Source, Generic[T], frozen=True, kw_only=True):
    """A rule: a value that the engine obeys, and where it comes from."""

    value: T


class Note(Source, frozen=True, kw_only=True):
    """Text for people, printed with the rules of its section and read by no program."""

    text: str
