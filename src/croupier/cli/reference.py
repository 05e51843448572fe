"""Pages of `docs/` that are generated from the clause registry and the readings."""

from collections.abc import Iterable

from croupier.books import RULEBOOKS
from croupier.coverage import Coverage, Row
from croupier.rulebooks.clauses import Honour
from croupier.rulebooks.readings import OVERRIDABLE, READINGS, Reading

_HONOURS = {
    Honour.ENFORCED: "the engine decides by it",
    Honour.RECORDED: "people report what they saw, did or ruled, and the engine draws the "
    "consequence",
    Honour.SHOWN: "the words, calls and notices appear where people need them",
    Honour.PHYSICAL: "it governs things that exist at a real table only",
}

_GROUPS = {
    "X": "Several documents",
    "S": "Singapore Stud Poker (SSP)",
    "C": "Casino Stud Poker (CSP)",
    "L": "Multi-Link Progressive Casino Stud Poker (MLP)",
    "M": "Megalink Singapore Stud Poker (MEGA)",
    "T": "Three Card Poker (TCP)",
}


def clauses_page(covered: Coverage) -> str:
    """`docs/clauses.md`: document, clause, gist, how it is honoured, by what, proved where."""
    parts = [
        "# Every clause, and how it is honoured",
        "This page is made from the registry by `make docs`. The gists are in our own words; "
        "the documents themselves are authoritative. `croupier rules --clause ID` shows one "
        "clause, `croupier rules --coverage` this table in the terminal.",
        "A clause is honoured in one of four ways:",
        "\n".join(f"- **{honour.value}**: {text}." for honour, text in _HONOURS.items()),
        _totals_table(covered),
    ]
    for rulebook in sorted(RULEBOOKS.values(), key=lambda one: _place(covered, one.document)):
        rows = [row for row in covered.rows if row.document == rulebook.document]
        parts.append(f"## {rulebook.document}: {rulebook.name}, version {rulebook.edition}")
        parts.append(_table(("clause", "gist", "kind", "honoured", "by", "tests"), map(_row, rows)))
    return "\n\n".join(parts) + "\n"


def _place(covered: Coverage, document: str) -> int:
    return list(covered.documents).index(document)


def _totals_table(covered: Coverage) -> str:
    honours = [honour.value for honour in Honour]
    rows = [
        (name, total.clauses, *(total.honoured.get(honour, 0) for honour in honours),
         total.with_code, total.with_test)
        for name, total in (*covered.documents.items(), ("all", covered.total))
    ]  # fmt: skip
    columns = ("document", "clauses", *honours, "with code", "with a test")
    return _table(columns, rows)


def _row(row: Row) -> tuple[str, ...]:
    return (
        row.number,
        row.gist,
        row.kind,
        row.honoured,
        "<br>".join(f"`{name.removeprefix('croupier.')}`" for name in row.code) or "—",
        "<br>".join(f"`{name.removeprefix('tests/')}`" for name in row.tests) or "—",
    )


def _table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    names = list(columns)
    lines = [names, ["---"] * len(names)]
    lines += [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def interpretations_page() -> str:
    """`docs/interpretations.md`: every reading, with its question, answer and reason."""
    parts = [
        "# Interpretations",
        "Where a document is silent, unclear or contradicts itself, Croupier follows a named "
        "reading. Each is ours until the operator or the regulator rules otherwise. This page is "
        "made from the readings by `make docs`; `croupier rules --reading S1` shows one.",
        "J is the value that the jackpot displays, R the value it resets to.",
        "## What a table may decide for itself",
        "These readings have other choices, which a table takes in its `readings` (see "
        "[scripts](script-format.md)).",
        _table(
            ("name", "reading", "games", "choices, ours first"),
            (
                (f"`{name}`", one.id, ", ".join(one.documents), _choices(one))
                for name, one in OVERRIDABLE.items()
            ),
        ),
    ]
    group = ""
    for reading in READINGS:
        if reading.id[0] != group:
            group = reading.id[0]
            parts.append(f"## {_GROUPS[group]}")
        parts.append(_reading(reading))
    return "\n\n".join(parts) + "\n"


def _choices(reading: Reading) -> str:
    if all(type(choice) is int for choice in reading.choices):
        return f"`{reading.choices[0]}`, up to `{reading.choices[-1]}`"
    return ", ".join(f"`{str(choice).lower()}`" for choice in reading.choices)


def _reading(reading: Reading) -> str:
    lines = [
        f"### {reading.id} `{reading.name}`",
        f"{reading.question}",
        f"**{reading.choice}**",
        f"*Why:* {reading.reason}",
    ]
    told = f"Concerns {', '.join(reading.documents) or 'documents of other places'}."
    if reading.clauses:
        told += f" Clauses: {', '.join(reading.clauses)}."
    return "\n\n".join([*lines, told])
