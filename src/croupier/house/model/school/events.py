"""What happens at the school: names and meanings are a public format."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.school import Kind


class ExerciseAnswered(Struct, frozen=True, tag_field="event", tag="exercise_answered"):
    """Somebody has answered an exercise; what counts is the first answer to each.

    Which exercise a seed stands for may change with the program, so that nobody who proves the log
    marks it again: it is what the school has on record.
    """

    person: str
    rulebook: str
    """Its edition."""
    kind: Kind
    level: int
    seed: str
    answers: Mapping[str, str]
    """As they were given."""
    right: int
    asked: int
    """How many questions there were, and how many of the answers are right."""
