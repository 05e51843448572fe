"""The book over HTTP: rulebooks, clauses, readings, differences, coverage.

Public and read-only: rules must be displayed to everybody. Each answer is built once.
"""

from functools import cache
from typing import Annotated, Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.books import find_edition
from croupier.house.http.languages import language_of
from croupier.house.http.pages import book_answers
from croupier.house.http.pages.cached_answers import (
    ANSWERS,
    TROUBLES,
    key_of,
    rulebook_of_table,
    send,
)
from croupier.house.http.pages.odds_question import Name
from croupier.house.http.pages.workbench import Answer, Workbench, answer
from croupier.house.http.security import AnyRequest, address_of, house_of
from croupier.house.http.shapes import EditionPlan, edition_plan
from croupier.house.model.table.rulebook import rulebook_of
from croupier.rulebooks.clauses import UnknownClause
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.readings import by_id

WORKBENCH = Workbench()
"""Separate from the one for odds, so that solving a game does not hold up the rules."""


@cache
def _shelf() -> Answer:
    return answer(book_answers.shelf())


@get("/api/book", summary="The rulebooks", responses=ANSWERS, exception_handlers=TROUBLES)
async def list_books(request: AnyRequest) -> Response[list[dict[str, Any]]]:
    return send(request, _shelf())


@get(
    "/api/book/{rulebook:str}",
    summary="A rulebook in our words, with its clauses and readings",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_book(request: AnyRequest, rulebook: FromPath[str]) -> Response[dict[str, Any]]:
    return await _book(request, find_edition(rulebook))


async def _book(request: AnyRequest, found: Rulebook, *, file: bool = False) -> Response[Any]:
    key = f"{'file' if file else 'book'} {key_of(found)}"
    made = await WORKBENCH.ask(
        key, address_of(request), lambda: book_answers.book(found, file=file)
    )
    return send(request, made)


@get(
    "/api/book/clauses/{document:str}/{number:path}",
    summary="A clause: what it says, how it is honoured; else what rulebooks say under it",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_clause(
    request: AnyRequest,
    state: State,
    document: FromPath[str],
    number: FromPath[str],
    table: Annotated[
        str | None, QueryParameter(max_length=80, description="whose rulebook cites it")
    ] = None,
) -> Response[dict[str, Any]]:
    """A document without a registry is known from a table's rulebook, or from one of ours."""
    name = document.upper()
    cited = f"{name} {number.strip('/')}"
    if book_answers.has_registry(name):
        work, said = lambda: book_answers.clause_answer(cited), ""
    else:
        rulebook = book_answers.of_other_place(name)
        if table is not None:
            rulebook = await rulebook_of_table(state, table)
        if rulebook is None:
            raise UnknownClause(cited)
        work, said = lambda: book_answers.citations_answer(rulebook, cited), key_of(rulebook)
    return send(request, await WORKBENCH.ask(f"{cited} {said}", address_of(request), work))


@get(
    "/api/book/readings/{reading:str}",
    summary="A reading of a silence, with its reason",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_reading(request: AnyRequest, reading: FromPath[str]) -> Response[dict[str, Any]]:
    return send(request, answer(book_answers.reading_answer(by_id(reading.upper()))))


@get(
    "/api/book/differences",
    summary="What really differs between two rulebooks",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_differences(request: AnyRequest, a: Name, b: Name) -> Response[dict[str, Any]]:
    left, right = find_edition(a), find_edition(b)
    return send(
        request,
        await WORKBENCH.ask(
            f"differences {left.edition_name} {right.edition_name}",
            address_of(request),
            lambda: book_answers.differences_answer(left, right),
        ),
    )


@get(
    "/api/book/coverage",
    summary="Every clause: how it is honoured, with code and tests counted",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_coverage(request: AnyRequest) -> Response[dict[str, Any]]:
    return send(
        request,
        await WORKBENCH.ask("coverage", address_of(request), book_answers.coverage_answer),
    )


@get(
    "/api/book/search",
    summary="Clauses, rules and readings that hold every word",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def search_book(
    request: AnyRequest,
    q: Annotated[str, QueryParameter(min_length=2, max_length=80, description="words")],
) -> Response[dict[str, Any]]:
    tag = language_of(request.headers)
    asked = f"search {tag} {q.casefold()}"
    found = await WORKBENCH.ask(
        asked, address_of(request), lambda: book_answers.search_answer(q, tag)
    )
    return send(request, found)


class EditionPlayed(Struct, frozen=True):
    """An edition that a table has used."""

    edition: str
    until: int
    """The last round opened under it."""
    fingerprint: str


class TableEditions(Struct, frozen=True):
    """The rulebooks that a table uses, used and will use."""

    table: str
    edition: str
    fingerprint: str
    """SHA-256 of its rules."""
    file: str | None
    """The full text if it is not one of the package's."""
    planned: EditionPlan | None
    earlier: tuple[EditionPlayed, ...]


@get(
    "/api/tables/{table:str}/book",
    summary="The rulebook that a table goes by, in our words",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_table_book(
    request: AnyRequest, state: State, table: FromPath[str]
) -> Response[dict[str, Any]]:
    stored = (await house_of(state).handler.streams.table(table)).stored
    return await _book(request, stored.game.rulebook, file=stored.from_file)


@get("/api/tables/{table:str}/editions", summary="By which rulebook a table goes, went, will go")
async def show_table_editions(state: State, table: FromPath[str]) -> TableEditions:
    stored = (await house_of(state).handler.streams.table(table)).stored
    text = stored.entry.rulebook
    return TableEditions(
        table,
        stored.game.rulebook.edition_name,
        stored.rulebook,
        text if "\n" in text else None,
        edition_plan(stored),
        tuple(
            EditionPlayed(rulebook_of(one.entry).edition_name, one.until, one.rulebook)
            for one in stored.earlier_editions
        ),
    )


def book_routes() -> list[HTTPRouteHandler]:
    return [
        list_books,
        show_book,
        show_clause,
        show_reading,
        show_differences,
        show_coverage,
        search_book,
        show_table_book,
        show_table_editions,
    ]
