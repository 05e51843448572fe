"""A rulebook for people to read, the list of rulebooks, and what differs."""

from collections.abc import Iterable
from itertools import groupby

from rich.table import Table
from rich.text import Text

from croupier.cli.console import QUIET, console, grid, heading, indented, source
from croupier.rulebooks.clauses import BY_ID
from croupier.rulebooks.facts import Fact, differences, facts
from croupier.rulebooks.model import Rulebook

_NOTES = {
    "Irregularities": "in brackets who decides, or a higher one; X18 if no clause says",
    "Jackpot": "percentages come out of the meter, all else from the House (X5, X7)",
}


def print_list(rulebooks: Iterable[Rulebook]) -> None:
    table = grid(
        "rulebook", "game", "document", "operator", "edition", "in force", whole=("rulebook",)
    )
    for rulebook in rulebooks:
        table.add_row(
            Text(rulebook.slug, style="bold"),
            rulebook.name,
            rulebook.document,
            rulebook.operator,
            str(rulebook.edition),
            f"{rulebook.effective:%Y-%m-%d}",
        )
    out = console()
    out.print(table)
    out.print()
    out.print(Text("croupier rules casino-stud prints one of them in full.", style=QUIET))


def print_rulebook(rulebook: Rulebook) -> None:
    out = console()
    out.print(heading(f"{rulebook.name} ({rulebook.edition_name})"))
    for section, told in groupby(facts(rulebook), key=lambda fact: fact.section):
        out.print()
        title = heading(section)
        if section in _NOTES:
            title.append(f"  {_NOTES[section]}", style=QUIET)
        out.print(title)
        out.print(indented(_facts_table(list(told), out.width)))
    out.print()
    if f"{rulebook.document} 3.6" in BY_ID:  # clauses of other documents cannot be looked up
        out.print(Text(f'One clause:   croupier rules --clause "{rulebook.document} 3.6"', QUIET))
    out.print(Text("One reading:  croupier rules --reading X6", QUIET))


def _facts_table(told: list[Fact], width: int) -> Table:
    """Columns of one width down the whole page."""
    table = Table.grid(padding=(0, 2), expand=True)
    table.add_column(width=min(32, width * 3 // 10))
    table.add_column(ratio=1)
    table.add_column(width=min(48, width * 3 // 10))
    for fact in told:
        table.add_row(fact.subject, fact.value, source(fact.clauses, fact.reading))
    return table


def print_differences(left: Rulebook, right: Rulebook) -> None:
    out = console()
    found = differences(left, right)
    if not found:
        out.print(f"{left.edition_name} and {right.edition_name} say the same.")
        return
    table = grid("", left.edition_name, right.edition_name)
    for column in table.columns[1:]:
        column.ratio = 1
    for section, told in groupby(found, key=lambda one: one.section):
        table.add_row(heading(section))
        for one in told:
            table.add_row(f"  {one.subject}", _side(one.left), _side(one.right))
    out.print(table)


def _side(fact: Fact | None) -> Text:
    if fact is None:
        return Text("—", style=QUIET)
    return Text.assemble(fact.value, "\n", source(fact.clauses, fact.reading))
