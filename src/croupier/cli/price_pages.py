"""The price of every changed rule, and of every reading, printed for people."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.console import QUIET, console, heading, indented, source
from croupier.money import dollars
from croupier.odds.ambiguity import Ambiguity, OtherChoice
from croupier.odds.difference import INCLUDED, Difference, Effects, Priced
from croupier.rulebooks.changes import Side
from croupier.rulebooks.model import Rulebook

_SEVERAL = 2


def print_difference(found: Difference) -> None:
    out = console()
    left, right = found.left.edition_name, found.right.edition_name
    if not found.changes:
        out.print(f"{left} and {right} have the same rules.")
        return
    out.print(heading(f"From {left} to {right}"))
    out.print(Text(_terms(found), style=QUIET))
    if found.paying:
        _section(out, "Changes that enter a price, each alone")
        if found.inseparable is not None:
            out.print(indented(Text(found.inseparable)))
        for one in found.paying:
            _print_change(out, one)
    if found.interactions:
        _section(out, "What several are worth together, beyond each alone")
        for joint in found.interactions:
            out.print(indented(Text(" + ".join(change.rule for change in joint.changes))))
            out.print(indented(_effects_table(joint.effects), 4))
    _section(out, "The whole difference")
    out.print(indented(_effects_table(found.whole), 4))
    if found.left_out is not None:
        out.print(indented(Text(found.left_out)))
    if found.deciding:
        _section(out, "Changes that move no expectation, but what happens")
        for one in found.deciding:
            _print_change(out, one)


def _section(out: Console, title: str) -> None:
    out.print()
    out.print(heading(title))


def _terms(found: Difference) -> str:
    terms, ante = found.question.jackpot, found.question.ante
    assert ante is not None
    others = f", {terms.players} other jackpot players" if terms.players else ""
    return (
        f"One box with an ante of ${dollars(ante)} and every wager beside it, jackpot wagers of "
        f"${dollars(terms.stake)}, ${dollars(terms.meter)} on the meter{others}. To the player in "
        "stakes of each wager, to the house in 1,000 rounds."
    )


def _print_change(out: Console, one: Priced) -> None:
    change = one.change
    out.print(indented(Text(change.rule)))
    sides = Table.grid(padding=(0, 2))
    for arrow, side in (("", change.before), ("→", change.after)):
        sides.add_row(arrow, *_side(side))
    out.print(indented(sides, 4))
    if one.effects is not None:
        out.print(indented(_effects_table(one.effects), 4))
    if not (one.moves or (one.pays and one.effects is None)):
        out.print(indented(Text(f"decides {one.decides}", style=QUIET), 4))


def _side(side: Side | None) -> tuple[str | Text, Text]:
    if side is None:
        return Text("no such rule", style=QUIET), Text()
    return side.words, source(side.source.clauses, side.source.reading)


def _effects_table(effects: Effects) -> Table:
    table = Table.grid(padding=(0, 2))
    for place in range(5):
        table.add_column(justify="right" if place in (2, 3) else "left", overflow="fold")
    for strategy, effect in effects.items():
        told = strategy
        if not effect.wagers:
            table.add_row(told, "exactly 0")
        for wager, moved in effect.wagers.items():
            within = f" (in {INCLUDED[wager]})" if wager in INCLUDED else ""
            house = f"house {_money(effect.house)}" if told else ""
            name = wager.replace("_", " ") + within
            table.add_row(told, name, f"{float(moved):+.6f}", _signed(moved), house)
            told = ""
    return table


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{value}"


def _money(cents: Fraction) -> str:
    whole = round(cents)
    sign = "-" if whole < 0 else "+"
    return f"{sign}${dollars(abs(whole))}"


def print_ambiguities(rulebook: Rulebook, found: Iterable[Ambiguity]) -> None:
    out = console()
    out.print(heading(f"{rulebook.name} ({rulebook.edition_name})"))
    none = True
    for one in found:
        none = False
        reading = one.reading
        out.print()
        out.print(heading(f"{reading.id}  {reading.question}"))
        out.print(indented(source(reading.clauses, None)))
        out.print(indented(Text(f"{reading.name} = {_choice(one.ours)}, as we read it")))
        for choices, other in _alike(one.others):
            _print_other(out, reading.name, choices, other)
    if none:
        out.print(indented(Text("leaves nothing open that a table may decide")))


def _print_other(out: Console, name: str, choices: list[str], other: OtherChoice) -> None:
    values = choices[0] if len(choices) < _SEVERAL else f"{choices[0]} to {choices[-1]}"
    out.print(indented(Text(f"{name} = {values}")))
    out.print(indented(_effects_table(other.difference.whole), 4))
    moved = [one for one in other.difference.changes if not one.moves]
    for decides in dict.fromkeys(one.decides for one in moved):
        rules = ", ".join(one.change.rule for one in moved if one.decides == decides)
        out.print(indented(Text(f"{rules}: decides {decides}", style=QUIET), 4))


def _alike(others: Iterable[OtherChoice]) -> Iterator[tuple[list[str], OtherChoice]]:
    """Consecutive choices with the same price."""

    def comes_to(other: OtherChoice) -> tuple[object, ...]:
        rules = tuple(one.change.rule for one in other.difference.changes)
        return rules, other.difference.whole, isinstance(other.value, int)

    for _, those in groupby(others, key=comes_to):
        same = list(those)
        if isinstance(same[0].value, int):
            yield [_choice(other.value) for other in same], same[0]
        else:
            for other in same:
                yield [_choice(other.value)], other


def _choice(value: str | bool | int) -> str:
    return str(value).lower()
