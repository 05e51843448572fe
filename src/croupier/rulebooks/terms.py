"""The terms that rulebooks are written in: where a rule comes from, who acts, and the units.

A rule is a value that the engine obeys: `Cited`. A `Source` alone is the clause for something that
the engine always does, and cites when it does it. A `Note` is for people: no program reads it.
"""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from croupier.money import MOST_CENTS, Cents

T = TypeVar("T")

ClauseId = Annotated[str, Meta(extra={"written": "clause"})]
"""`CSP 3.12.1/jackpot`; a rulebook's file writes the number alone."""
ReadingId = Annotated[str, Meta(extra={"written": "reading"})]
"""`X14`."""


class Source(Struct, frozen=True, dict=True):
    """The clause that says something, or the reading that fills a silence."""

    clause: ClauseId | None = None
    """The clause to name when one is enough; none if there is only a reading."""
    also: tuple[ClauseId, ...] = ()
    """Clauses that are cited with it: further ones, or those nearest to the reading."""
    reading: ReadingId | None = None
    """What we read into the document where its words leave something open."""

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        return self.also if self.clause is None else (self.clause, *self.also)

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


# Who acts


class Role(StrEnum):
    """Who acts at a table, lowest first (CSP 1.11, MEGA 6.1-6.2, X18).

    A higher role may do what a lower staff role may (MEGA 6.2, CSP 5.14 "or above").
    """

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"

    is_staff: bool

    def __init__(self, name: str) -> None:
        self.is_staff = name != "player"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ")

    def may_act_as(self, needed: "Role") -> bool:
        """Whether this role, or a lower one that it may stand in for, is the one needed."""
        return _LADDER[self] >= _LADDER[needed]


_LADDER = {role: step for step, role in enumerate(Role)}


class Actor(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who gives a command, and the role in which they give it."""

    id: Annotated[str, Meta(min_length=1)]
    role: Role


# Units, with the bounds of each


Money = Annotated[Cents, Meta(ge=0, le=MOST_CENTS, extra={"written": "money"})]
Odds = Annotated[int, Meta(ge=0, le=1_000_000, extra={"written": "odds"})]
"""What 1 wins, "to 1"."""
Percent = Annotated[int, Meta(ge=0, le=100)]
Rank = Annotated[int, Meta(ge=0, le=12, extra={"written": "rank"})]
Boxes = Annotated[int, Meta(ge=1, le=50)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
"""What is spoken or shown."""
