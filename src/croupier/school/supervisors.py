"""Exercises for supervisors: something goes wrong at the table. What follows, and who decides it?

The report is given to the engine twice: by a player, whose report always waits for the official
whom the rule names, and by a shift manager, whose report has its consequence at once. Where the
rules leave it to the official, that is the answer.
"""

from msgspec import Struct, structs

from croupier.refusal import Refused
from croupier.rulebooks.irregularities import IN_WORDS, Decision, Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Actor, Role, Source
from croupier.school.chance import Chance
from croupier.school.dealers import Task
from croupier.school.model import Ask, Form, Key, Option
from croupier.school.situations import Situation, draw_situation
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import decide
from croupier.table.evolve import Event
from croupier.table.irregular.reporting import rule_behind
from croupier.table.state import Settled, Voided

OFFICIAL = Option("official", "no remedy is prescribed: the official decides")
NOTED = Option("noted", "it is noted; nothing changes")
_TRIES = 400
_DISTRACTORS = 4
_COMMON = (
    Decision.VOID,
    Decision.CONTINUE,
    Decision.RECONSTRUCT,
    Decision.INVALIDATE,
    Decision.OPTIONS,
)
_STAFF = tuple(role for role in Role if role.is_staff)


class _Found(Struct, frozen=True):
    """What the engine made of a report."""

    decision: Decision | None
    noted: bool
    decided_by: Role | None
    kind: Irregularity
    clauses: tuple[str, ...]
    decider: Source
    reading: str | None


def irregularity(rulebook: Rulebook, chance: Chance, level: int) -> Task:
    """Something that the document has a rule for; what is drawn and cannot be is drawn again."""
    for _ in range(_TRIES):
        try:
            drawn = draw_situation(rulebook, chance, level)
            found = None if drawn is None else _reported(drawn)
        except Refused:
            continue
        if drawn is not None and found is not None:
            return _asked(rulebook, chance, drawn, found)
    raise AssertionError(f"{rulebook.edition_name}: no irregularity could be drawn")


def _reported(drawn: Situation) -> _Found | None:
    table, link, report = drawn.game.table, drawn.game.link, drawn.report
    rules = table.rulebook.irregularities
    if report is None:  # the engine has opened the matter itself
        matter = table.matters[-1]
        rule = rules[matter.irregularity]
        cited = rule.clauses
        return _Found(
            None, False, matter.decided_by, matter.irregularity, cited, rule, rule.reading
        )
    waits = _events(drawn, report, Actor("a player", Role.PLAYER))
    at_once = decide(table, link, _by(report, Actor("manager", Role.SHIFT_MANAGER))).events
    for event in waits:
        if isinstance(event, e.ReportNoted):
            late = isinstance(table.round, Settled | Voided)
            why = table.rulebook.play.earlier_rounds_stand if late else rules[report.irregularity]
            return _Found(None, True, None, report.irregularity, why.clauses, why, why.reading)
    opened = [one for one in waits if isinstance(one, e.MatterOpened)]
    if not opened:
        return None
    kind = opened[0].irregularity
    for event in at_once:
        if isinstance(event, e.IrregularityDecided):
            rule = rule_behind(table, kind, event.decision)
            named = rule.named_by or rule
            return _Found(
                event.decision,
                False,
                opened[0].decided_by,
                kind,
                event.clauses,
                named,
                rule.reading,
            )
    rule = rules[kind]
    named = rule.named_by or rule
    return _Found(None, False, opened[0].decided_by, kind, rule.clauses, named, rule.reading)


def _events(drawn: Situation, report: c.Report, by: Actor) -> tuple[Event, ...]:
    return decide(drawn.game.table, drawn.game.link, _by(report, by)).events


def _by(report: c.Report, by: Actor) -> c.Report:
    return structs.replace(report, by=by)


def _asked(rulebook: Rulebook, chance: Chance, drawn: Situation, found: _Found) -> Task:
    right = NOTED if found.noted else OFFICIAL
    if found.decision is not None:
        right = _option(found.decision)
    others = [one for one in (*map(_option, _COMMON), OFFICIAL, NOTED) if one != right]
    options = [right, *chance.some(others, _DISTRACTORS)]
    asks = [
        (
            Ask(
                "decision",
                f"What does {rulebook.document} prescribe?",
                Form.CHOICE,
                tuple(sorted(options, key=lambda one: one.words)),
            ),
            Key("decision", right.value, right.words, found.clauses, found.reading),
        )
    ]
    if found.decided_by is not None:
        asks.append(
            (
                Ask(
                    "decided_by",
                    "Who decides it, at the least?",
                    Form.CHOICE,
                    tuple(Option(role.value, role.label) for role in _STAFF),
                ),
                Key(
                    "decided_by",
                    found.decided_by.value,
                    f"a {found.decided_by.label}, or whoever is above",
                    found.decider.clauses or found.clauses,
                    None if found.decider.clauses else found.reading,
                ),
            )
        )
    return drawn.told, drawn.hands, tuple(asks)


def _option(decision: Decision) -> Option:
    return Option(decision.value, IN_WORDS[decision])
