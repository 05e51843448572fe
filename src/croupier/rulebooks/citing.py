"""Writing rulebooks: short ways to cite a document's clauses."""

from collections.abc import Mapping
from datetime import timedelta, timezone
from typing import Any, TypeVar

from msgspec import Struct, structs

from croupier.ranking import HandClass
from croupier.rulebooks.irregularities import IrregularityRule, Remedy
from croupier.rulebooks.model import EitherWay, HandPattern, JackpotRow, PayTable, Prize
from croupier.rulebooks.roles import Role
from croupier.rulebooks.sources import Cited, Note, Source

T = TypeVar("T")

NOWHERE = Source()
"""For what no clause says, and no single reading either."""

SINGAPORE_TIME = timezone(timedelta(hours=8), "SGT")


class Document:
    """A document as the source of clauses."""

    def __init__(self, code: str) -> None:
        self.code = code

    def clauses(self, *numbers: str) -> tuple[str, ...]:
        return tuple(f"{self.code} {number}" for number in numbers)

    def at(self, number: str, *also: str, reading: str | None = None) -> Source:
        """Where the document says something."""
        [clause] = self.clauses(number)
        return Source(clause, self.clauses(*also), reading)

    def near(self, *numbers: str, reading: str) -> Source:
        """What we read into the document, with the clauses nearest to it."""
        return Source(None, self.clauses(*numbers), reading)

    def says(self, value: T, number: str, *also: str, reading: str | None = None) -> Cited[T]:
        """A rule that the document states, in words that it may take a reading to understand."""
        [clause] = self.clauses(number)
        return Cited(clause, self.clauses(*also), reading, value=value)

    def tells(self, text: str, number: str, *also: str, reading: str | None = None) -> Note:
        """What the document tells people, in our words."""
        [clause] = self.clauses(number)
        return Note(clause, self.clauses(*also), reading, text=text)

    def either_way(self, no_hand: str, hand: str) -> EitherWay:
        return EitherWay(*self.clauses(no_hand, hand))

    def pays(
        self,
        number: str,
        *rows: tuple[str, int, tuple[HandClass, ...]],
        either_way: EitherWay | None = None,
    ) -> PayTable:
        """A pay table: (row, odds, classes it covers), each row cited `number/row`."""
        return PayTable(
            odds={hand: odds for _, odds, classes in rows for hand in classes},
            clauses={
                hand: f"{self.code} {number}/{row}" for row, _, classes in rows for hand in classes
            },
            clause=f"{self.code} {number}",
            either_way=either_way,
        )

    def prize(
        self, number: str, row: str, hand: HandClass, prize: Prize, shared_by: Source = NOWHERE
    ) -> JackpotRow:
        """A row of a jackpot pay table for a class of hand, cited `number/row`."""
        return JackpotRow(
            name=hand.label,
            hand=HandPattern(hand),
            prize=prize,
            clause=f"{self.code} {number}/{row}",
            shared_by=shared_by,
        )

    def hands(self, rows: Mapping[HandClass, str]) -> dict[HandClass, str]:
        return {hand: f"{self.code} {number}" for hand, number in rows.items()}

    def rule(
        self,
        remedy: Remedy,
        number: str,
        *also: str,
        by: Role = Role.PIT_SUPERVISOR,
        reading: str | None = None,
        **more: Any,
    ) -> IrregularityRule:
        """What the document prescribes for an irregularity."""
        [clause] = self.clauses(number)
        return IrregularityRule(
            clause, self.clauses(*also), reading, remedy=remedy, decided_by=by, **more
        )

    def read_in(
        self,
        remedy: Remedy,
        *nearest: str,
        reading: str,
        by: Role = Role.PIT_SUPERVISOR,
        **more: Any,
    ) -> IrregularityRule:
        """What only a reading prescribes; the clauses are those nearest to the case."""
        return IrregularityRule(
            None, self.clauses(*nearest), reading, remedy=remedy, decided_by=by, **more
        )


def unsaid(reading: str) -> Source:
    """What the engine does where the document is silent."""
    return Source(reading=reading)


def untold(text: str, reading: str) -> Note:
    """What we tell people where the document is silent."""
    return Note(reading=reading, text=text)


def silent(value: T, reading: str) -> Cited[T]:
    """A rule that we read into a document's silence."""
    return Cited(reading=reading, value=value)


def recite(value: Any, old: str, new: str) -> Any:
    """The same rule, cited from another document's identical clauses."""
    prefix = f"{old} "
    if isinstance(value, str):
        return f"{new} {value[len(prefix) :]}" if value.startswith(prefix) else value
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(recite(item, old, new) for item in value)
    if isinstance(value, dict):
        return {key: recite(item, old, new) for key, item in value.items()}
    if isinstance(value, Struct):
        changed = {
            name: again
            for name in value.__struct_fields__
            if (again := recite(getattr(value, name), old, new)) is not getattr(value, name)
            and again != getattr(value, name)
        }
        return structs.replace(value, **changed) if changed else value
    return value


def bet_odds(lowest: str) -> tuple[tuple[str, int, tuple[HandClass, ...]], ...]:
    """The stay-in odds that the four stud documents share; only the last row's name differs."""
    return (
        ("royal-flush", 250, (HandClass.ROYAL_FLUSH,)),
        ("straight-flush", 50, (HandClass.STRAIGHT_FLUSH,)),
        ("four-of-a-kind", 20, (HandClass.FOUR_OF_A_KIND,)),
        ("full-house", 7, (HandClass.FULL_HOUSE,)),
        ("flush", 5, (HandClass.FLUSH,)),
        ("straight", 4, (HandClass.STRAIGHT,)),
        ("three-of-a-kind", 3, (HandClass.THREE_OF_A_KIND,)),
        ("two-pairs", 2, (HandClass.TWO_PAIRS,)),
        (lowest, 1, (HandClass.PAIR, HandClass.ODD_CARDS)),
    )
