"""The odds over HTTP: the sheet of `croupier odds` for everybody who opens the page.

Read-only and public: rules and odds must be displayed. The workbench does the work, so that no
question can hold up a table.
"""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.books import find_edition
from croupier.house.http.languages import reader_of
from croupier.house.http.pages import odds_answers
from croupier.house.http.pages.cached_answers import (
    ANSWERS,
    TROUBLES,
    key_of,
    rulebook_of_table,
    send,
)
from croupier.house.http.pages.odds_question import Asked, Name, asked
from croupier.house.http.pages.workbench import Workbench
from croupier.house.http.security import AnyRequest, address_of, house_of
from croupier.house.model.settings import Cards
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook

WORKBENCH = Workbench()

Work = Callable[[Rulebook, Asked], bytes]


async def _named(rulebook: FromPath[str]) -> Rulebook:
    return find_edition(rulebook)


async def _of_table(state: State, table: FromPath[str]) -> Rulebook:
    return await rulebook_of_table(state, table)


_ASKED = {"asked": Provide(asked, sync_to_thread=False)}
_NAMED = {**_ASKED, "found": Provide(_named)}
_OF_TABLE = {**_ASKED, "found": Provide(_of_table)}
Found = NamedDependency[Rulebook]
Question = NamedDependency[Asked]


async def computed(
    request: AnyRequest,
    part: str,
    found: Rulebook,
    question: Asked,
    work: Work,
    media_type: str = "application/json",
) -> Response[Any]:
    """The answer to one question about a rulebook, from the workbench."""
    question.question().jackpot.fit(found)
    question.of(found)
    return await _made(request, part, (found,), question, lambda: work(found, question), media_type)


async def _made(
    request: AnyRequest,
    part: str,
    about: tuple[Rulebook, ...],
    question: Asked,
    work: Callable[[], bytes],
    media_type: str = "application/json",
) -> Response[Any]:
    """The same question about the same rulebooks is computed once."""
    names = " ".join(key_of(rulebook) for rulebook in about)
    key = f"{part} {names} {msgspec.json.encode(question).decode()}"
    return send(request, await WORKBENCH.ask(key, address_of(request), work), media_type)


@get(
    "/api/odds",
    summary="What can be asked about the odds of each rulebook",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def list_games(request: AnyRequest) -> Response[list[dict[str, Any]]]:
    return send(request, await WORKBENCH.ask("games", address_of(request), odds_answers.catalogue))


@get(
    "/api/tables/{table:str}/odds/rulebook",
    summary="What can be asked about the odds of the rulebook that a table goes by",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_OF_TABLE,
)
async def show_game_of_table(request: AnyRequest, found: Found) -> Response[dict[str, Any]]:
    return send(
        request,
        await WORKBENCH.ask(
            f"game {key_of(found)}", address_of(request), lambda: odds_answers.game_answer(found)
        ),
    )


class TableTerms(Struct, frozen=True):
    """What a table plays for now, under the names that a question about odds has."""

    boxes: int
    meter: Cents | None = None
    """None of this without a jackpot."""
    reset: Cents | None = None
    stake: Cents | None = None
    increment: str | None = None
    tables: int | None = None
    magic_every: int | None = None
    """Only where draws come from the committed shuffle."""
    lucky_every: int | None = None


@get(
    "/api/tables/{table:str}/odds/terms",
    summary="The terms of a table's own jackpot now, to ask about its odds with",
)
async def show_terms_of_table(state: State, table: FromPath[str]) -> TableTerms:
    stream, link = await house_of(state).table_and_link(table)
    game, dealing = stream.stored.game, stream.stored.dealing
    boxes = game.settings.boxes
    if link is None:
        return TableTerms(boxes)
    draws = game.rulebook.draws is not None and dealing.cards is Cards.ELECTRONIC
    settings = link.meter.settings
    return TableTerms(
        boxes=boxes,
        meter=link.meter.meter,
        reset=settings.reset,
        stake=settings.stake,
        increment=settings.increment,
        tables=len(link.tables),
        magic_every=dealing.magic_every if draws else None,
        lucky_every=dealing.lucky_every if draws else None,
    )


@get(
    "/api/odds/differences",
    summary="What each changed rule between two rulebooks is worth",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_price_of_changes(
    request: AnyRequest, a: Name, b: Name, asked: Question
) -> Response[dict[str, Any]]:
    left, right = find_edition(a), find_edition(b)
    return await _made(
        request,
        "differences",
        (left, right),
        asked,
        lambda: odds_answers.differences_answer(left, right, asked),
    )


async def show_sheet(
    request: AnyRequest, found: Found, asked: Question
) -> Response[dict[str, Any]]:
    return await computed(request, "sheet", found, asked, odds_answers.sheet_answer)


async def show_par_sheet(request: AnyRequest, found: Found, asked: Question) -> Response[bytes]:
    reader = reader_of(request.headers)

    def work(found: Rulebook, question: Asked) -> bytes:
        return odds_answers.par_sheet_answer(found, question, reader)

    part = f"par-sheet {reader.tag}"
    return await computed(request, part, found, asked, work, "application/pdf")


async def show_price_of_readings(
    request: AnyRequest, found: Found, asked: Question
) -> Response[list[dict[str, Any]]]:
    return await computed(request, "readings", found, asked, odds_answers.readings_answer)


async def show_strategy(
    request: AnyRequest, found: Found, asked: Question
) -> Response[dict[str, Any]]:
    """Only what affects the strategy counts: pay tables of the main game, and the ante."""
    mattering = Asked(pays=asked.pays, ante_bonus_pays=asked.ante_bonus_pays, ante=asked.ante)
    mattering = msgspec.structs.replace(mattering, boxes=found.layout.boxes_max)
    return await computed(request, "strategy", found, mattering, odds_answers.strategy_answer)


async def show_long_run(
    request: AnyRequest, found: Found, asked: Question
) -> Response[dict[str, Any]]:
    return await computed(request, "long-run", found, asked, odds_answers.long_run_answer)


async def show_hand_advice(
    request: AnyRequest,
    found: Found,
    asked: Question,
    hand: Annotated[str, QueryParameter(max_length=20, description="As Kd Jh 8c 3s")] = "",
    up_card: Annotated[str, QueryParameter(max_length=5, description="9c")] = "",
) -> Response[dict[str, Any]]:
    return await computed(
        request,
        f"advice {hand} | {up_card}",
        found,
        asked,
        lambda found, question: odds_answers.advice_answer(found, hand, up_card, question),
    )


def both(part: str, handler: Callable[..., Any], *, summary: str) -> list[HTTPRouteHandler]:
    """The same for a rulebook by its name, and for the one that a table uses."""
    named = get(
        f"/api/odds/{{rulebook:str}}{part}",
        summary=summary,
        responses=ANSWERS,
        exception_handlers=TROUBLES,
        dependencies=_NAMED,
    )
    of_table = get(
        f"/api/tables/{{table:str}}/odds{part}",
        summary=f"{summary}, by the rulebook of a table",
        responses=ANSWERS,
        exception_handlers=TROUBLES,
        dependencies=_OF_TABLE,
    )
    return [named(handler), of_table(handler)]


def odds_routes() -> list[HTTPRouteHandler]:
    return [
        list_games,
        show_game_of_table,
        show_terms_of_table,
        show_price_of_changes,
        *both("", show_sheet, summary="The exact odds of every wager, with their derivation"),
        *both(
            "/readings",
            show_price_of_readings,
            summary="What each reading costs that a table may override",
        ),
        *both(
            "/strategy",
            show_strategy,
            summary="The best strategy as a chart, and simple ones beside it",
        ),
        *both("/par-sheet", show_par_sheet, summary="The PAR sheet as PDF"),
        *both("/long-run", show_long_run, summary="The jackpot in the long run"),
        *both(
            "/advice", show_hand_advice, summary="The exact value of both decisions for one hand"
        ),
    ]
