"""What an ambiguity costs: every reading that a table may override, and what the others pay."""

from msgspec import Struct

from croupier.odds.difference import Difference, difference
from croupier.odds.sheet import Question
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import Value, read_as
from croupier.rulebooks.readings import OVERRIDABLE, Reading


class OtherChoice(Struct, frozen=True):
    """A document read otherwise than we read it."""

    value: Value
    difference: Difference


class Ambiguity(Struct, frozen=True):
    """A reading, and what each other choice would change."""

    reading: Reading
    ours: Value
    others: tuple[OtherChoice, ...]


def ambiguities(rulebook: Rulebook, question: Question | None = None) -> tuple[Ambiguity, ...]:
    """The choices that a document leaves open to a table, each priced against ours."""
    return tuple(
        Ambiguity(
            reading,
            reading.choices[0],
            tuple(
                OtherChoice(
                    choice, difference(rulebook, read_as(rulebook, {name: choice}), question)
                )
                for choice in reading.choices[1:]
            ),
        )
        for name, reading in OVERRIDABLE.items()
        if rulebook.document in reading.documents
    )
