"""`croupier school`: exercises for dealers and supervisors, marked with their clauses."""

import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.trouble import Trouble
from croupier.cli.where import house_options
from croupier.cli.words import Typed, punctuated, said, tell

if TYPE_CHECKING:
    from croupier.rulebooks.model import Rulebook
    from croupier.school import Ask, Exercise, Marked, Solved

KINDS = ("hand", "winner", "pay", "chips", "call", "irregularity")
LEVEL = click.IntRange(1, 3)
LONGEST_SEED = 40


def _chosen(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command about one exercise: game, kind, seed and level."""
    for part in (
        click.option("--level", type=LEVEL, default=1, show_default=True, help="1, 2 or 3."),
        click.option("--seed", help="Stands for one exercise; drawn where none is given."),
        click.argument("kind"),
        click.argument("game"),
    ):
        command = part(command)
    return command


_json = click.option("--json", "as_json", is_flag=True, help="For programs.")


@click.group()
def school() -> None:
    """Practise dealing and supervising a game; answers come from the rules, with the clause.

    GAME is a rulebook (casino-stud) or a file (my.toml). KIND is hand, winner, pay, chips or call
    for dealers, and irregularity for supervisors.
    """


@school.command()
@_chosen
@_json
def exercise(game: str, kind: str, seed: str | None, level: int, as_json: bool) -> None:
    """Show an exercise: what lies on the table, and the questions."""
    solved = _solved(_rulebook(game), kind, seed, level)
    if as_json:
        _print_json(solved.exercise)
        return
    _print_exercise(solved.exercise)
    one = solved.exercise
    names = " ".join(f"{ask.name}=…" for ask in one.asks)
    tell()
    call = f"croupier school answer {game} {kind} --seed {one.seed} --level {level} {names}"
    click.echo(punctuated(f"{said('Answer:')} {call}"))


@school.command()
@_chosen
@click.argument("answers", nargs=-1, metavar="[QUESTION=ANSWER]...")
@_json
def answer(
    game: str, kind: str, seed: str | None, level: int, answers: Sequence[str], as_json: bool
) -> None:
    """Mark answers to the exercise of a seed, and show the right ones with their clauses.

    Write money in dollars (bet3=510), chips by number and value ('chips=5x100 1x10'), an order
    with commas, and a choice by its name. A question without an answer is wrong.

    \b
    Exit status: 0 if all answers are right, 1 if not, 2 if one cannot be read.
    """
    from croupier.school import BadAnswer, mark

    if seed is None:
        raise Trouble("say which exercise is answered: --seed as 'croupier school exercise' shows")
    given: dict[str, str] = {}
    for one in answers:
        name, equals, text = one.partition("=")
        if not equals:
            raise Trouble(f"'{one}' is no answer: write QUESTION=ANSWER")
        if name in given:
            raise Trouble(f"'{name}' is answered twice")
        given[name] = text
    try:
        marked = mark(_solved(_rulebook(game), kind, seed, level), given)
    except BadAnswer as error:
        raise Trouble(str(error)) from None
    if as_json:
        _print_json(marked)
    else:
        _print_marks(marked)
    if not marked.right:
        sys.exit(1)


@school.command()
@click.argument("game")
@click.argument("kind", required=False)
@click.option("--level", type=LEVEL, default=1, show_default=True, help="1, 2 or 3.")
def practise(game: str, kind: str | None, level: int) -> None:
    """Exercise after exercise, until the input ends (Ctrl-D); all kinds unless one is named."""
    from croupier.school import BadAnswer, mark

    rulebook = _rulebook(game)
    right = done = 0
    while True:
        solved = _solved(rulebook, kind or secrets.choice(KINDS), None, level)
        _print_exercise(solved.exercise)
        given: dict[str, str] = {}
        for ask in solved.exercise.asks:
            while True:
                text = _typed(ask)
                if text is None:
                    tell()
                    tell(f"{right} of {done} exercises were right.")
                    return
                try:
                    mark(solved, {ask.name: text})
                except BadAnswer as error:
                    tell(error.problem)
                    continue
                given[ask.name] = text
                break
        marked = mark(solved, given)
        _print_marks(marked)
        tell()
        right, done = right + marked.right, done + 1


@school.command()
@house_options
@_json
def results(data: Path | None, database: str | None, as_json: bool) -> None:
    """Show how everybody at the school of a house is getting on."""
    from croupier.cli.school_results import print_results

    print_results(data, database, as_json)


def _typed(ask: "Ask") -> str | None:
    tell(f"{ask.name}: ", nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else None


def _rulebook(game: str) -> "Rulebook":
    from croupier.books import UnknownRulebook, find_rulebook

    try:
        return find_rulebook(game, files=True)
    except UnknownRulebook as error:
        raise Trouble(str(error)) from None


def _solved(rulebook: "Rulebook", kind: str, seed: str | None, level: int) -> "Solved":
    from croupier.rulebooks.settings import BadSetting
    from croupier.school import Kind, solve

    if kind not in KINDS:
        raise Trouble(f"'{kind}' is no kind of exercise; there are {', '.join(KINDS)}")
    if seed is not None and not 1 <= len(seed) <= LONGEST_SEED:
        raise Trouble(f"a seed has 1 to {LONGEST_SEED} characters")
    try:
        return solve(rulebook, Kind(kind), seed or secrets.token_hex(3), level)
    except BadSetting as error:
        raise Trouble(f"{rulebook.edition_name}: {error}") from None


def _print_json(found: Any) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))


def _print_exercise(one: "Exercise") -> None:
    from croupier.cli.console import CLAUSE, QUIET, TITLE, console
    from croupier.money import dollars

    out = console()
    out.print(f"{one.game}, {one.kind}, level {one.level}, seed {one.seed}", style=TITLE)
    for sentence in one.told:
        out.print(sentence, soft_wrap=True)
    for hand in one.hands:
        whose = "Dealer" if hand.box is None else f"Box {hand.box}"
        who = f" ({hand.player})" if hand.player else ""
        note = f", {said(hand.note)}" if hand.note else ""
        laid = "; ".join(
            f"{said(laid.label.lower())} {dollars(laid.amount)}" for laid in hand.wagers
        )
        place = said(f"{whose}{who}") + note
        line = f"  {place:<18} {hand.cards:<16} {laid}".rstrip()
        out.print(Typed(punctuated(line)), soft_wrap=True)
    for ask in one.asks:
        out.print(Typed(punctuated(f"{ask.name}: {said(ask.words)}")), style=CLAUSE, soft_wrap=True)
        for option in ask.options:
            same = "" if option.value == option.words else f" ({said(option.words)})"
            typed = Typed(punctuated(f"    {_written(ask, option.value)}{same}"))
            out.print(typed, style=QUIET, soft_wrap=True)


def _written(ask: "Ask", value: str) -> str:
    """An option as it is typed: chips in dollars, as they are called."""
    from croupier.school import Form

    if ask.form is not Form.CHIPS:
        return value
    whole, cents = divmod(int(value), 100)
    return f"{whole}.{cents:02d}" if cents else str(whole)


def _print_marks(marked: "Marked") -> None:
    from croupier.cli.console import CLAUSE, READING, TITLE, console

    out = console()
    for one in marked.marks:
        verdict = "right" if one.right else "WRONG"
        out.print(f"{verdict}  {one.name}: {one.words}", soft_wrap=True)
        for cited in one.because:
            gist = f": {cited.gist}" if cited.gist else ""
            out.print(f"       {cited.clause}{gist}", style=CLAUSE, soft_wrap=True)
        if one.reading is not None:
            out.print(f"       reading {one.reading}", style=READING)
    right = sum(one.right for one in marked.marks)
    out.print(f"{right} of {len(marked.marks)} right.", style=TITLE)
