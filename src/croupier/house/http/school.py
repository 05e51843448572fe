"""The school of a house: exercises for its staff, their marks, and how everybody is getting on.

The first answer to each exercise is written down in the school's stream of the log; whoever tries
again is marked again, and nothing counts.
"""

import secrets
from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from croupier.books import RULEBOOKS, UnknownRulebook, find_edition
from croupier.house.app.house import House
from croupier.house.http.paging import After, Cut, Limit, page
from croupier.house.http.security import AnyRequest, demand, house_of
from croupier.house.log.stream import Department
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.sections import OPEN_TO, Section
from croupier.house.model.people.state import People
from croupier.house.model.school.events import ExerciseAnswered
from croupier.house.model.school.state import Progress, School
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook
from croupier.school import LEVELS, BadAnswer, Exercise, Kind, Marked, Solved, mark, solve

Game = Annotated[
    str | None,
    QueryParameter(max_length=60, description="a rulebook, `casino-stud`; else name a table"),
]
OfTable = Annotated[
    str | None, QueryParameter(max_length=64, description="for the rulebook that a table goes by")
]
Level = Annotated[int, QueryParameter(ge=1, le=LEVELS[-1])]
Seed = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^[A-Za-z0-9-]{1,40}\Z", description="stands for one exercise; drawn if left out"
    ),
]


class GameTaught(Struct, frozen=True):
    """A game that can be practised here."""

    rulebook: str | None
    table: str | None
    """Of a game that a table here has from a file of its own."""
    name: str


class SchoolView(Struct, frozen=True):
    """What can be practised, and how the caller is getting on."""

    games: tuple[GameTaught, ...]
    kinds: tuple[Kind, ...]
    levels: tuple[int, ...]
    own: tuple[Progress, ...]


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to the exercise that a seed stands for."""

    kind: Kind
    seed: Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,40}\Z")]
    level: Annotated[int, Meta(ge=1, le=LEVELS[-1])] = 1
    rulebook: Annotated[str, Meta(max_length=60)] | None = None
    table: Annotated[str, Meta(max_length=64)] | None = None
    answers: Annotated[
        dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=1000)]],
        Meta(max_length=100),
    ] = {}


class Answered(Struct, frozen=True):
    """The marks."""

    marked: Marked
    counted: bool
    """Whether it is in the school's record: a second answer to an exercise is not."""
    own: tuple[Progress, ...]


class Pupil(Struct, frozen=True):
    """Somebody who has answered something."""

    person: str
    name: str
    progress: tuple[Progress, ...]


@get("/api/school", summary="What can be practised, and how the caller is getting on")
async def show_school(request: AnyRequest, state: State) -> SchoolView:
    by = demand(request, *OPEN_TO[Section.SCHOOL])
    house = house_of(state)
    games = [GameTaught(one.slug, None, one.title) for one in RULEBOOKS.values()]
    for name in house.handler.streams.tables():
        rulebook = await _of_table(house, name)
        known = [game.name for game in games]
        if rulebook.slug not in RULEBOOKS and rulebook.title not in known:
            games.append(GameTaught(None, name, rulebook.title))
    own = (await _school(house)).pupils.get(by.id, ())
    return SchoolView(tuple(games), tuple(Kind), LEVELS, own)


@get("/api/school/exercise", summary="An exercise: what lies on the table, and the questions")
async def show_school_exercise(
    request: AnyRequest,
    state: State,
    kind: FromQuery[Kind],
    rulebook: Game = None,
    table: OfTable = None,
    level: Level = 1,
    seed: Seed = None,
) -> Exercise:
    demand(request, *OPEN_TO[Section.SCHOOL])
    house = house_of(state)
    found = await _rulebook(house, rulebook, table)
    drawn = seed or secrets.token_hex(4)
    return solve(found, kind, drawn, level, await _chips(house)).exercise


@post("/api/school/answers", status_code=200, summary="Answer an exercise, and have it marked")
async def answer_exercise(request: AnyRequest, state: State, data: JSONBody[Answers]) -> Answered:
    by = demand(request, *OPEN_TO[Section.SCHOOL])
    house = house_of(state)
    found = await _rulebook(house, data.rulebook, data.table)
    solved = solve(found, data.kind, data.seed, data.level, await _chips(house))
    try:
        marked = mark(solved, data.answers)
    except BadAnswer as error:
        raise ValidationException(str(error)) from error
    counted: list[bool] = []

    def decide(school: School, at: object) -> Sequence[ExerciseAnswered]:
        counted.append(True)
        return (_event(by.id, solved, data, marked),)

    one = solved.exercise
    key = f"school:{by.id}:{one.rulebook}:{one.kind}:{one.level}:{one.seed}"
    await house.handler.record(Department.SCHOOL, decide, by, key)
    own = (await _school(house)).pupils.get(by.id, ())
    return Answered(marked, bool(counted), own)


@get("/api/school/pupils", summary="How everybody is getting on")
async def list_pupils(
    request: AnyRequest, state: State, after: After = None, limit: Limit = 200
) -> Response[list[Pupil]]:
    demand(request, *OPEN_TO[Section.PUPILS])
    house = house_of(state)
    people: People = (await house.handler.streams.department(Department.PEOPLE)).stored
    pupils = (await _school(house)).pupils
    names, cursor = Cut(after, limit).of(tuple(pupils), str)
    found = [Pupil(one, _name(people, one), pupils[one]) for one in names]
    return page(request, found, cursor)


def _name(people: People, person: str) -> str:
    account = people.accounts.get(person)
    return person if account is None else account.name


def _event(person: str, solved: Solved, data: Answers, marked: Marked) -> ExerciseAnswered:
    return ExerciseAnswered(
        person=person,
        rulebook=solved.exercise.rulebook,
        kind=data.kind,
        level=data.level,
        seed=data.seed,
        answers=data.answers,
        right=sum(one.right for one in marked.marks),
        asked=len(marked.marks),
    )


async def _rulebook(house: House, rulebook: str | None, table: str | None) -> Rulebook:
    if (rulebook is None) == (table is None):
        raise ValidationException("Name a rulebook or a table, one of the two.")
    if table is not None:
        return await _of_table(house, table)
    assert rulebook is not None
    try:
        return find_edition(rulebook)
    except UnknownRulebook as error:
        raise NotFoundException(str(error)) from error


async def _of_table(house: House, table: str) -> Rulebook:
    return (await house.handler.streams.table(table)).stored.game.rulebook


async def _chips(house: House) -> tuple[Cents, ...]:
    cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
    return cage.chips.values


async def _school(house: House) -> School:
    state = (await house.handler.streams.department(Department.SCHOOL)).stored
    assert isinstance(state, School)
    return state


ROUTES: list[HTTPRouteHandler] = [
    show_school,
    show_school_exercise,
    answer_exercise,
    list_pupils,
]
