"""The odds over HTTP: the sheet of `croupier odds` for whoever opens the page.

Read-only, and open to everybody: rules and odds are to be displayed. The work is
done by the workbench, so that no question can hold up a table.
"""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

from croupier.books import find_edition
from croupier.house.service.requests import AnyRequest
from croupier.rulebooks.model import Rulebook
from croupier.web import odds_answers
from croupier.web.answering import ANSWERS, TROUBLES, caller, send
from croupier.web.asking import Asked, Name, asked
from croupier.web.workbench import Workbench

WORKBENCH = Workbench()
_ASKED = {"asked": Provide(asked, sync_to_thread=False)}

Work = Callable[[Rulebook, Asked], bytes]


async def _answer(
    request: AnyRequest, part: str, rulebook: str, question: Asked, work: Work
) -> Response[Any]:
    found = find_edition(rulebook)
    question.question().jackpot.fit(found)
    question.of(found)
    key = f"{part} {found.edition_name} {msgspec.json.encode(question).decode()}"
    made = await WORKBENCH.ask(key, caller(request), lambda: work(found, question))
    return send(request, made)


@get(
    "/api/odds",
    summary="What can be asked about the odds of each rulebook",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def list_games(request: AnyRequest) -> Response[list[dict[str, Any]]]:
    return send(request, await WORKBENCH.ask("games", caller(request), odds_answers.catalogue))


@get(
    "/api/odds/{rulebook:str}",
    summary="The exact odds of every wager, with their derivation",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_sheet(
    request: AnyRequest, rulebook: FromPath[str], asked: NamedDependency[Asked]
) -> Response[dict[str, Any]]:
    return await _answer(request, "sheet", rulebook, asked, odds_answers.sheet_answer)


@get(
    "/api/odds/differences",
    summary="What each changed rule between two rulebooks is worth",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_price_of_changes(
    request: AnyRequest, a: Name, b: Name, asked: NamedDependency[Asked]
) -> Response[dict[str, Any]]:
    left, right = find_edition(a), find_edition(b)
    key = f"{left.edition_name} {right.edition_name} {msgspec.json.encode(asked).decode()}"
    made = await WORKBENCH.ask(
        f"differences {key}",
        caller(request),
        lambda: odds_answers.differences_answer(left, right, asked),
    )
    return send(request, made)


@get(
    "/api/odds/{rulebook:str}/readings",
    summary="What each reading costs that a table may override",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_price_of_readings(
    request: AnyRequest, rulebook: FromPath[str], asked: NamedDependency[Asked]
) -> Response[list[dict[str, Any]]]:
    return await _answer(request, "readings", rulebook, asked, odds_answers.readings_answer)


@get(
    "/api/odds/{rulebook:str}/strategy",
    summary="The best strategy as a chart, and simple strategies beside it",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_strategy(
    request: AnyRequest, rulebook: FromPath[str], asked: NamedDependency[Asked]
) -> Response[dict[str, Any]]:
    """Only what moves the strategy counts: pay tables of the main game, and the ante."""
    mattering = Asked(pays=asked.pays, ante_bonus_pays=asked.ante_bonus_pays, ante=asked.ante)
    found = find_edition(rulebook)
    mattering = msgspec.structs.replace(mattering, boxes=found.layout.boxes_max)
    return await _answer(request, "strategy", rulebook, mattering, odds_answers.strategy_answer)


@get(
    "/api/odds/{rulebook:str}/long-run",
    summary="The jackpot in the long run",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_long_run(
    request: AnyRequest, rulebook: FromPath[str], asked: NamedDependency[Asked]
) -> Response[dict[str, Any]]:
    return await _answer(request, "long-run", rulebook, asked, odds_answers.long_run_answer)


@get(
    "/api/odds/{rulebook:str}/advice",
    summary="The exact value of both decisions for one hand",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
    dependencies=_ASKED,
)
async def show_hand_advice(
    request: AnyRequest,
    rulebook: FromPath[str],
    asked: NamedDependency[Asked],
    hand: Annotated[str, QueryParameter(max_length=20, description="As Kd Jh 8c 3s")] = "",
    up_card: Annotated[str, QueryParameter(max_length=5, description="9c")] = "",
) -> Response[dict[str, Any]]:
    return await _answer(
        request,
        f"advice {hand} | {up_card}",
        rulebook,
        asked,
        lambda found, question: odds_answers.advice_answer(found, hand, up_card, question),
    )


def odds_routes() -> list[HTTPRouteHandler]:
    return [
        list_games,
        show_sheet,
        show_price_of_changes,
        show_price_of_readings,
        show_strategy,
        show_long_run,
        show_hand_advice,
    ]
