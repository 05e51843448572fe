"""What a rulebook does: the scripts that are played by it, and the figures that follow from it."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.floor import Floor, play
from croupier.odds.sheet import Question, paying_rules, price
from croupier.odds.side_wagers import JackpotTerms
from croupier.refusal import Refused
from croupier.rulebooks.consistency import contradictions
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.progressive import JackpotRow, MeterShare
from croupier.rulebooks.settings import BadSetting, TableSettings
from croupier.script import read_script
from croupier.script.format import Script
from croupier.table.state import Idle
from tests.rulebooks.flipping.rules import Flip
from tests.rulebooks.flipping.scripts import handmade

Context = Callable[[Rulebook], Rulebook]


def as_it_is(rulebook: Rulebook) -> Rulebook:
    return rulebook


def two_shares(rulebook: Rulebook) -> Rulebook:
    """A second row takes a tenth of the meter, so that two winners can meet."""
    first, second, *rest = rulebook.progressive.rows
    if isinstance(second.prize, MeterShare):
        return rulebook
    again: JackpotRow = structs.replace(second, prize=MeterShare(10))
    rows = (first, again, *rest)
    return structs.replace(rulebook, jackpot=structs.replace(rulebook.progressive, rows=rows))


CONTEXTS: tuple[Context, ...] = (as_it_is, two_shares)
"""Some rules act only where others let them."""


def told(script: Script, rulebook: Rulebook) -> Iterator[Any]:
    """What comes of each command: its events, or the refusal."""
    floor = _opening(script, rulebook)
    for command in script.commands:
        try:
            floor, events = play(floor, script.table_of(command), command)
        except Refused as refused:
            yield refused.refusal
        else:
            yield events


def _opening(script: Script, rulebook: Rulebook) -> Floor:
    floor = Floor.opening(
        {
            name: structs.replace(entry.settings(), rulebook=read_as(rulebook, entry.readings))
            for name, entry in script.tables.items()
        },
        {name: entry.settings() for name, entry in script.jackpots.items()},
    )
    tables = {
        name: structs.replace(
            table,
            round=Idle(script.tables[name].round - 1),
            memory=script.tables[name].memory.memory(),
        )
        for name, table in floor.tables.items()
    }
    return structs.replace(floor, tables=tables)


class Played(NamedTuple):
    """A script, its topic, and what the rulebook as it is makes of it."""

    topic: str
    script: Script


@cache
def scripts(slug: str) -> tuple[Played, ...]:
    return tuple(Played(topic, read_script(json.dumps(script))) for topic, script in handmade(slug))


@cache
def expected(slug: str, place: int, context: Context) -> list[Any]:
    return list(told(scripts(slug)[place].script, context(RULEBOOKS[slug])))


def figures(rulebook: Rulebook) -> Any:
    terms = JackpotTerms(
        boxes=rulebook.layout.boxes_min,
        players=2 if rulebook.envy or len(rulebook.progressive.targets.value) > 1 else 0,
        magic_every=3 if rulebook.draws else 0,
        lucky_every=3 if rulebook.draws else 0,
    )
    sheet = price(rulebook, Question(ante=100_00, jackpot=terms))
    return structs.replace(sheet, rulebook=None, question=None)


def tables(rulebook: Rulebook) -> list[str]:
    """Which sizes of table each layout allows."""
    found = []
    for layout in (None, *"ABCD"):
        for boxes in range(1, 18):
            try:
                TableSettings(rulebook=rulebook, boxes=boxes, layout=layout)
            except BadSetting as error:
                found.append(str(error))
            else:
                found.append("")
    return found


@cache
def plain(what: Callable[[Rulebook], Any], slug: str, context: Context) -> Any:
    return what(context(RULEBOOKS[slug]))


def changed(slug: str, flip: Flip) -> str | None:
    """What a flip changes first; none where nothing does."""
    flipped = flip.rulebook
    for contradiction in contradictions(flipped):
        return contradiction.words
    if tables(flipped) != plain(tables, slug, as_it_is):
        return "the tables that may be set up"
    for context in CONTEXTS:
        if context is not as_it_is and context(flipped) == flipped:
            continue
        found = _changed_figure(slug, flip, context) or _changed_script(slug, flip, context)
        if found is not None:
            return found
    return None


def _changed_figure(slug: str, flip: Flip, context: Context) -> str | None:
    flipped = context(flip.rulebook)
    if paying_rules(flipped) == paying_rules(context(RULEBOOKS[slug])):
        return None  # the odds read nothing else
    return "a figure" if figures(flipped) != plain(figures, slug, context) else None


def _changed_script(slug: str, flip: Flip, context: Context) -> str | None:
    flipped = context(flip.rulebook)
    places = list(range(len(scripts(slug))))
    places.sort(key=lambda place: scripts(slug)[place].topic not in flip.rule)
    for place in places:
        played = scripts(slug)[place]
        before = expected(slug, place, context)
        for number, came in enumerate(told(played.script, flipped)):
            if came != before[number]:
                return f"{played.topic} {place}, command {number}"
    return None
