"""Learning a game: how it is played, a rule to remember, hands to practise with, who else plays.

Public and read-only. Sentences and rules come from the rulebook that is asked about, be it one of
ours or a table's own file.
"""

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from croupier.books import find_edition
from croupier.cards import card_names
from croupier.house.http.pages.cached_answers import ANSWERS, TROUBLES
from croupier.house.http.pages.odds import Found, both, computed
from croupier.house.http.pages.odds_question import Asked
from croupier.house.http.security import AnyRequest, house_of
from croupier.house.model.table.bots import played_by
from croupier.odds import simple_rules
from croupier.odds.contract import exact
from croupier.odds.training import LEVELS, Choice, draw, grade
from croupier.ranking import describe
from croupier.rulebooks.how_to_play import PlayStep, how_to_play
from croupier.rulebooks.model import Rulebook

_NOTHING_ASKED = Asked()

Seed = Annotated[
    str, QueryParameter(min_length=1, max_length=40, description="stands for one hand")
]
LevelNumber = Annotated[
    int, QueryParameter(ge=1, le=len(LEVELS), description="how near to the borderline")
]


class Lesson(Struct, frozen=True):
    """A game on one screen."""

    rulebook: str
    name: str
    stay: str
    """What the wager is called that keeps a hand in."""
    hand_size: int
    up_card: bool
    steps: tuple[PlayStep, ...]
    """Ante, decision, comparison."""
    besides: tuple[PlayStep, ...]


class RuleToRemember(Struct, frozen=True):
    """Hands to stay in with, and what that costs against the best strategy."""

    stay_with: tuple[str, ...]
    """The hand that always stays in; then weaker ones, and when."""
    cost: str
    """In antes a round, exactly."""
    cost_decimal: float


class RulesToRemember(Struct, frozen=True):
    """From one threshold to the rule that costs least."""

    rulebook: str
    rules: tuple[RuleToRemember, ...]


class Drawn(Struct, frozen=True):
    """A hand to practise with."""

    hand: str
    up_card: str | None
    holding: str
    """`ace-king high`."""


class RuleSays(Struct, frozen=True):
    """What the rule to remember makes of a hand."""

    choice: Choice
    because: str | None
    """The condition that it meets; none if it meets none."""


class Graded(Struct, frozen=True):
    """A decision, and what it costs."""

    choice: Choice
    best: str
    right: bool
    cost: str
    """Antes given away on average, exactly."""
    cost_decimal: float
    stay: str
    stay_decimal: float
    fold: str
    fold_decimal: float
    no_hand: int
    """Dealer's hands that do not qualify, of `dealer_hands`."""
    loses: int
    """Dealer's hands that beat this one."""
    dealer_hands: int
    rule: RuleSays


class BotAtTable(Struct, frozen=True):
    """A demonstration player and what is to be known of it."""

    box: int
    name: str
    pace: str
    stay_with: tuple[str, ...]


class TableCompany(Struct, frozen=True):
    """The demonstration players of a table."""

    alone: bool
    """They sit out."""
    by: str | None
    """Who asked them to."""
    bots: tuple[BotAtTable, ...]


def _lesson(rulebook: Rulebook, *, jackpot: bool = True) -> Lesson:
    told = how_to_play(rulebook, jackpot=jackpot)
    return Lesson(
        rulebook=rulebook.slug,
        name=rulebook.title,
        stay=rulebook.label(rulebook.stay.wager),
        hand_size=rulebook.hands.size,
        up_card=rulebook.dealing.up_card.value,
        steps=told.steps,
        besides=told.besides,
    )


@get(
    "/api/book/{rulebook:str}/play",
    summary="How a game is played, in a few sentences",
    responses=ANSWERS,
    exception_handlers=TROUBLES,
)
async def show_lesson(rulebook: FromPath[str]) -> Lesson:
    return _lesson(find_edition(rulebook))


@get("/api/tables/{table:str}/play", summary="How the game of a table is played")
async def show_lesson_of_table(state: State, table: FromPath[str]) -> Lesson:
    stored = (await house_of(state).handler.streams.table(table)).stored
    return _lesson(stored.game.rulebook, jackpot=stored.jackpot is not None)


async def show_rules(request: AnyRequest, found: Found) -> Response[RulesToRemember]:
    return await computed(request, "rule", found, _NOTHING_ASKED, lambda *_: _rules(found))


def _rules(rulebook: Rulebook) -> bytes:
    rules = tuple(
        RuleToRemember(one.strategy.spoken(), exact(one.cost), float(one.cost))
        for one in simple_rules(rulebook)
    )
    return msgspec.json.encode(RulesToRemember(rulebook.slug, rules))


async def show_exercise(
    request: AnyRequest, found: Found, seed: Seed, level: LevelNumber = 1
) -> Response[Drawn]:
    return await computed(
        request,
        f"exercise {level} {seed!r}",
        found,
        _NOTHING_ASKED,
        lambda *_: _drawn(found, seed, level),
    )


def _drawn(rulebook: Rulebook, seed: str, level: int) -> bytes:
    exercise = draw(rulebook, seed, level)
    holding = describe(rulebook.hands.value(exercise.hand))
    up_card = card_names(exercise.up_card) or None
    return msgspec.json.encode(Drawn(card_names(exercise.hand), up_card, holding))


async def show_grade(
    request: AnyRequest, found: Found, seed: Seed, choice: FromQuery[Choice], level: LevelNumber = 1
) -> Response[Graded]:
    return await computed(
        request,
        f"graded {level} {choice.value} {seed!r}",
        found,
        _NOTHING_ASKED,
        lambda *_: _graded(found, seed, level, choice),
    )


def _graded(rulebook: Rulebook, seed: str, level: int, choice: Choice) -> bytes:
    exercise = draw(rulebook, seed, level)
    given = grade(rulebook, exercise, choice)
    advice = given.advice
    rule = simple_rules(rulebook)[-1].strategy
    met = rule.met(rulebook.hands, exercise.hand, next(iter(exercise.up_card), None))
    return msgspec.json.encode(
        Graded(
            choice=choice,
            best=advice.decision,
            right=given.is_right,
            cost=exact(given.cost),
            cost_decimal=float(given.cost),
            stay=exact(advice.stay),
            stay_decimal=float(advice.stay),
            fold=exact(advice.fold),
            fold_decimal=float(advice.fold),
            no_hand=advice.dealer.no_hand,
            loses=advice.dealer.above,
            dealer_hands=advice.dealer.total,
            rule=RuleSays(
                Choice.FOLD if met is None else Choice.STAY,
                None if met is None else rule.spoken_of(met),
            ),
        )
    )


@get("/api/tables/{table:str}/company", summary="The demonstration players of a table")
async def show_company(state: State, table: FromPath[str]) -> TableCompany:
    stored = (await house_of(state).handler.streams.table(table)).stored
    rulebook = stored.game.rulebook
    return TableCompany(
        alone=stored.company.alone,
        by=stored.company.by if stored.company.alone else None,
        bots=tuple(
            BotAtTable(box, bot.name, bot.pace.value, played_by(bot, rulebook).spoken())
            for box, bot in sorted(stored.bots.items())
        ),
    )


def learning_routes() -> list[HTTPRouteHandler]:
    return [
        show_lesson,
        show_lesson_of_table,
        show_company,
        *both("/rule", show_rules, summary="A rule to remember, and what it costs"),
        *both(
            "/exercise", show_exercise, summary="A hand to practise with, drawn near the borderline"
        ),
        *both(
            "/exercise/graded", show_grade, summary="What a decision on such a hand costs, exactly"
        ),
    ]
