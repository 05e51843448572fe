"""The school as the fold of its stream: how everybody is getting on."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, structs

from croupier.house.model.school.events import ExerciseAnswered
from croupier.school import Kind

RECENT = 20
"""So many of the last exercises are remembered one by one."""


class Place(Struct, frozen=True):
    """What was practised."""

    rulebook: str
    kind: Kind
    level: int


class Progress(Struct, frozen=True):
    """How somebody is getting on with it."""

    of: Place
    exercises: int = 0
    right: int = 0
    """Those whose every answer was right."""
    recent: tuple[bool, ...] = ()
    """The last ones, oldest first."""
    last: datetime | None = None


class School(Struct, frozen=True):
    """Everybody who has answered something."""

    pupils: Mapping[str, tuple[Progress, ...]] = {}


def evolve(school: School, event: ExerciseAnswered, at: datetime) -> School:
    """After an event of the stream."""
    of = Place(event.rulebook, event.kind, event.level)
    before = school.pupils.get(event.person, ())
    known = next((one for one in before if one.of == of), Progress(of))
    right = event.right == event.asked
    now = structs.replace(
        known,
        exercises=known.exercises + 1,
        right=known.right + right,
        recent=(*known.recent, right)[-RECENT:],
        last=at,
    )
    others = tuple(one for one in before if one.of != of)
    return School({**school.pupils, event.person: (*others, now)})
