"""A clause, a reading and the table of all clauses, printed for people."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from croupier.cli.console import CLAUSE, QUIET, console, grid, heading, short
from croupier.coverage import Coverage, Row
from croupier.rulebooks.clauses import Honour
from croupier.rulebooks.file.citing import Citations
from croupier.rulebooks.readings import Reading

_HONOURS = {
    Honour.ENFORCED.value: "enforced: the engine decides by it",
    Honour.RECORDED.value: "recorded: people report it, the engine draws the consequence",
    Honour.SHOWN.value: "shown: the words appear where people need them",
    Honour.PHYSICAL.value: "physical: it governs what exists at a real table only",
}


def print_clause(row: Row) -> None:
    out = console()
    out.print(Text.assemble((row.clause, CLAUSE), f"  {row.gist}"))
    out.print(
        _pairs(
            ("kind", [row.kind]),
            ("honoured", [_HONOURS[row.honoured]]),
            ("code", row.code),
            ("tests", row.tests),
        )
    )


def print_citations(found: Citations) -> None:
    out = console()
    out.print(Text.assemble((found.clause, CLAUSE), f"  {found.name}"))
    told = [f"{fact.subject}: {fact.value}" for fact in found.facts]
    out.print(_pairs(("rules", told), ("keys", found.keys)))


def print_reading(reading: Reading) -> None:
    out = console()
    out.print(Text.assemble((reading.id, "magenta"), f"  {reading.question}"))
    choices = ", ".join(str(choice).lower() for choice in reading.choices)
    rows = [
        ("we read", [reading.choice]),
        ("because", [reading.reason]),
        ("name", [reading.name]),
        ("choices", [choices] if choices else ["a table has no other choice"]),
        ("documents", [", ".join(reading.documents) or "those of other places"]),
        ("clauses", [short(reading.clauses)]),
    ]
    out.print(_pairs(*rows))


def _pairs(*rows: tuple[str, Sequence[str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style=QUIET)
    table.add_column(overflow="fold")
    for name, values in rows:
        table.add_row(f"  {name}", "\n".join(values) if values else Text("none", style="red"))
    return table


def print_coverage(covered: Coverage) -> None:
    """Every clause with its code and tests, then the totals and what is missing."""
    out = console()
    for row in covered.rows:
        out.print(_covered(row), soft_wrap=True)
    out.print()
    out.print(_totals(covered))
    out.print()
    out.print(_missing(covered))


def _covered(row: Row) -> Text:
    text = Text(row.clause, style=CLAUSE)
    text.append(f"  {row.kind}, {row.honoured}", style=QUIET)
    for label, names in (("code ", row.code), ("tests", row.tests)):
        for place, name in enumerate(names or ("none",)):
            text.append(f"\n    {'     ' if place else label}  ", style=QUIET)
            text.append(name, style="" if names else "red")
    return text


def _totals(covered: Coverage) -> Table:
    honours = [honour.value for honour in Honour]
    counts = ("clauses", *honours, "with code", "with tests")
    table = grid("document", *counts, right=counts)
    for name, total in (*covered.documents.items(), ("all", covered.total)):
        numbers = (
            total.clauses,
            *(total.honoured.get(honour, 0) for honour in honours),
            total.with_code,
            total.with_test,
        )
        table.add_row(name, *map(str, numbers))
    return table


def _missing(covered: Coverage) -> Text:
    if not covered.missing:
        return heading("Nothing is missing: every clause has code and tests.")
    text = heading(f"{len(covered.missing)} clauses lack something.")
    for owed in sorted(set(covered.missing.values())):
        clauses = [clause for clause, what in covered.missing.items() if what == owed]
        text.append(f"\nNo {owed}: ", style="red")
        text.append(short(clauses), style=CLAUSE)
    return text
